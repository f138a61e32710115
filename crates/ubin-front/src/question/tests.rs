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
        let json = format!(r#"{{"verb":"{verb}","puzzle":"1 2/3 -","family":"slide","moves":"","answer":""}}"#);
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
