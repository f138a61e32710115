//! Questions as JSON.

use super::*;

fn refused(json: &str) -> (String, Option<String>) {
    let refusal = Question::read(json).unwrap_err();
    (refusal.mistake(), refusal.field().map(String::from))
}

#[test]
fn a_field_that_cannot_be_read_is_named() {
    let at = |mistake: &str, field: &str| (mistake.to_string(), Some(field.to_string()));
    assert_eq!(refused(r#"{"verb":"solve","puzzle":"1 2/3 -","method":"dlx"}"#), at("unknown-word", "method"));
    assert_eq!(refused(r#"{"verb":"solve","puzzle":"1 2/3 -","width":"wide"}"#), at("bad-value", "width"));
    assert_eq!(refused(r#"{"verb":"solve","puzzle":"1 2/3 -","order":"ULRR"}"#), at("bad-value", "order"));
    assert_eq!(refused(r#"{"verb":"solve","puzzle":7}"#), at("bad-value", "puzzle"));
    assert_eq!(refused(r#"{"verb":"solve"}"#), at("missing", "puzzle"));
    assert_eq!(
        refused(r#"{"verb":"solve","puzzle":"1 2/3 -","heuristics":["hamming"]}"#),
        at("unknown-field", "heuristics")
    );
    assert_eq!(
        refused(r#"{"verb":"compare","puzzle":"1 2/3 -","heuristics":["best"]}"#),
        at("unknown-word", "heuristics")
    );
    assert_eq!(refused(r#"{"verb":"solve","puzzle":"1 2/3 -","version":2}"#), at("other-version", "version"));
}

#[test]
fn what_is_no_question_is_refused() {
    assert_eq!(refused("[1]").0, "not-an-object");
    assert_eq!(refused("{").0, "bad-json");
    assert_eq!(refused(r#"{"verb":"dance"}"#), ("unknown-word".into(), Some("verb".into())));
    assert_eq!(refused("{}"), ("missing".into(), Some("verb".into())));
}

#[test]
fn every_verb_is_listed_and_read() {
    for (verb, _) in Question::VERBS {
        let json =
            format!(r#"{{"verb":"{verb}","puzzle":"1 2/3 -","family":"slide","moves":"","answer":"","size":"2x2"}}"#);
        let refusal = Question::read(&json).err().map(|refusal| refusal.mistake());
        assert!(matches!(refusal.as_deref(), None | Some("unknown-field")), "{verb}: {refusal:?}");
    }
}

#[test]
fn null_is_not_given() {
    let question = Question::read(r#"{"verb":"hint","puzzle":"1 2/3 -","goal":null}"#).unwrap();
    assert_eq!(question.write(), r#"{"verb":"hint","puzzle":"1 2/3 -","version":1}"#);
}

#[test]
fn an_unknown_field_is_refused_also_when_it_is_null() {
    let unknown = |json: &str| Question::read(json).unwrap_err().field().map(String::from);
    assert_eq!(unknown(r#"{"verb":"hint","puzzle":"1 2/3 -","depth":null}"#), Some("depth".into()));
    assert_eq!(unknown(r#"{"verb":"hint","puzzle":"1 2/3 -","set":"iq"}"#), Some("set".into()));
    assert!(Question::read(r#"{"verb":"generate","family":"pack","set":"iq"}"#).is_ok());
}

#[test]
fn a_route_is_the_verb() {
    let question = Question::read_fields("count", r#"{"puzzle":"iq","distinct":true,"time_limit_ms":5}"#).unwrap();
    assert_eq!((question.verb(), question.limits().time_limit_ms), ("count", Some(5)));
    assert!(Question::read_fields("count", r#"{"verb":"solve","puzzle":"iq"}"#).is_err());
}

#[test]
fn a_limit_of_0_spoke_of_a_range_to_18446744073709552000() {
    let question = r#"{"verb":"solve","puzzle":"2 2 2/DEFAULT/AA/BB","all":true,"limit":0}"#;
    let refusal = crate::answer(&Question::read(question).unwrap(), &crate::PlainDesk::default()).unwrap_err();
    assert_eq!((refusal.field(), refusal.sentence().as_str()), (Some("limit"), "expected a number from 1 on"));
}

/// The solutions of all units, in the order of the units, are those that `solve` gives.
#[test]
fn all_solutions_come_in_parts() {
    let question = r#"{"verb":"solve","puzzle":"2 3 3/DEFAULT/AA/BB/CC","all":true}"#;
    let (question, desk) = (Question::read(question).unwrap(), crate::PlainDesk::default());
    let work = crate::Workload::new(&question, &desk).unwrap();
    let mut open: Vec<_> = work.first_units().into_iter().rev().collect();
    let (mut found, mut given) = (0, Vec::new());
    while let Some(unit) = open.pop() {
        let part = work.solutions(&unit, 2, &desk, &mut |solution| {
            given.push(solution.owners().to_vec());
            std::ops::ControlFlow::Continue(())
        });
        let mut part = part.unwrap();
        open.extend(crate::Workload::children(&unit, part.left.take()).into_iter().rev());
        found += part.found;
    }
    assert_eq!((found, given.len()), (18, 18));
    given.sort();
    given.dedup();
    assert_eq!(given.len(), 18, "each is given once");
}
