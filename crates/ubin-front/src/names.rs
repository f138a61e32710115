//! The words that options take, and what they mean.

use crate::render::palette::Theme;
use ubin::pack;
use ubin::slide::course::Variant;
use ubin::slide::heuristic::HeuristicName;
use ubin::slide::solve::Method;

use crate::fault::Fault;

/// One of several names, or what they are.
fn named<T>(found: Option<T>, names: &[&str]) -> Result<T, String> {
    found.ok_or_else(|| format!("expected one of {}", names.join(", ")))
}

/// The sliding method of a name.
///
/// # Errors
/// When there is none.
pub fn slide_method(name: &str) -> Result<Method, Fault> {
    named(Method::named(name), &Method::ALL.map(Method::name))
        .map_err(|expected| Fault::Plain(format!("'{name}' is no method for sliding puzzles: {expected}")))
}

/// The packing method of a name.
///
/// # Errors
/// When there is none.
pub fn pack_method(name: &str) -> Result<pack::Method, Fault> {
    let known = pack::Method::ALL.into_iter().find(|method| method.name() == name);
    named(known, &pack::Method::ALL.map(pack::Method::name))
        .map_err(|expected| Fault::Plain(format!("'{name}' is no method for packing puzzles: {expected}")))
}

/// The grade of a name.
///
/// # Errors
/// What was expected.
pub fn grade(name: &str) -> Result<pack::challenge::Grade, String> {
    let grades = pack::challenge::Grade::ALL;
    named(grades.into_iter().find(|grade| grade.name() == name), &grades.map(pack::challenge::Grade::name))
}

/// The heuristic of a name.
///
/// # Errors
/// What was expected.
pub fn heuristic(name: &str) -> Result<HeuristicName, String> {
    named(HeuristicName::named(name), &HeuristicName::ALL.map(HeuristicName::name))
}

/// The variant of a name.
///
/// # Errors
/// What was expected.
pub fn variant(name: &str) -> Result<Variant, String> {
    named(Variant::named(name), &Variant::ALL.map(Variant::name))
}

/// A weight of at least 1, as thousandths.
///
/// # Errors
/// What was expected.
pub fn weight(weight: f64) -> Result<u32, String> {
    let is_weight = (1.0..=1000.0).contains(&weight);
    is_weight
        .then(|| (weight * 1000.0).round() as u32)
        .ok_or_else(|| "expected a number from 1 to 1000, such as 1.5".into())
}

/// The colours of a name.
///
/// # Errors
/// What was expected.
pub fn theme(name: &str) -> Result<Theme, String> {
    match name {
        "light" => Ok(Theme::Light),
        "dark" => Ok(Theme::Dark),
        "auto" => Ok(Theme::Auto),
        _ => Err("expected light, dark or auto".into()),
    }
}

/// Pixels for each unit of a picture.
///
/// # Errors
/// What was expected.
pub fn scale(scale: f64) -> Result<f64, String> {
    (0.1..=16.0).contains(&scale).then_some(scale).ok_or_else(|| "expected a number from 0.1 to 16".into())
}

/// Refuses options that the family does not have, so that none is silently ignored.
///
/// # Errors
/// When one of them was given.
pub fn refuse(given: &[(&'static str, bool)], family: &str) -> Result<(), Fault> {
    match given.iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(Fault::Plain(format!("{option} is for {family} puzzles, and this is not one"))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_range() {
        assert_eq!(weight(1.5), Ok(1500));
        assert!(weight(0.5).is_err());
        assert!(weight(f64::NAN).is_err());
        assert!(scale(0.0).is_err());
        assert!(scale(f64::INFINITY).is_err());
    }

    #[test]
    fn a_wrong_name_is_told_the_right_ones() {
        let fault = pack_method("dlx").unwrap_err().to_string();
        assert!(fault.contains("auto, brute-force, backtrack, cover"), "{fault}");
    }
}
