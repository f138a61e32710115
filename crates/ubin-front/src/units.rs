//! Times and sizes as people write them: `500ms`, `2GiB`.

use std::str::FromStr;

/// A number with a unit behind it.
fn with_unit<T: FromStr>(text: &str) -> Option<(T, &str)> {
    let unit = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    Some((text[..unit].parse().ok()?, text[unit..].trim()))
}

/// A time in milliseconds; a number without a unit is seconds.
///
/// ```
/// use ubin_front::units::milliseconds;
/// assert_eq!(milliseconds("500ms"), Ok(500));
/// assert_eq!(milliseconds("2m"), Ok(120_000));
/// assert_eq!(milliseconds("1.5"), Ok(1500));
/// assert!(milliseconds("soon").is_err());
/// ```
///
/// # Errors
/// What was expected.
pub fn milliseconds(text: &str) -> Result<u64, String> {
    let expected = || "expected a time such as 500ms, 10s, 2m or 1h".to_string();
    let (number, unit) = with_unit::<f64>(text).ok_or_else(expected)?;
    let factor = match unit {
        "ms" => 1.0,
        "s" | "" => 1000.0,
        "m" | "min" => 60_000.0,
        "h" => 3_600_000.0,
        _ => return Err(expected()),
    };
    rounded(number * factor).ok_or_else(expected)
}

/// A size in bytes.
///
/// ```
/// use ubin_front::units::memory;
/// assert_eq!(memory("2GiB"), Ok(2 << 30));
/// assert_eq!(memory("100"), Ok(100));
/// assert!(memory("2 pounds").is_err());
/// ```
///
/// # Errors
/// What was expected.
pub fn memory(text: &str) -> Result<u64, String> {
    let expected = || "expected a size such as 512MiB or 2GiB".to_string();
    let (number, unit) = with_unit::<f64>(text).ok_or_else(expected)?;
    let factor: u64 = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        _ => return Err(expected()),
    };
    rounded(number * factor as f64).ok_or_else(expected)
}

fn rounded(number: f64) -> Option<u64> {
    (number.is_finite() && (0.0..9e18).contains(&number)).then(|| number.round() as u64)
}
