//! Fields of our JSON: what an answer says beside its solution. A field that is not there is not checked.

use serde_json::{Value, json};

use crate::Wrong;
use crate::wrong::{ensure, unreadable};

/// Refuses the first field that says something else than the facts.
pub(crate) fn claims(answer: &Value, facts: &Value) -> Result<(), Wrong> {
    let facts = facts.as_object().into_iter().flatten();
    let mut said = facts.filter_map(|(field, found)| Some((field, answer.get(field)?, found)));
    let claim = |field: &str, said: &Value, found: &Value| Wrong::Claim {
        field: field.into(),
        said: said.clone().into(),
        found: found.clone().into(),
    };
    said.try_for_each(|(field, said, found)| ensure(said == found, || claim(field, said, found)))
}

/// The value of a field as it should be; null is none.
pub(crate) fn field<'a, T>(
    answer: &'a Value,
    name: &str,
    read: fn(&'a Value) -> Option<T>,
) -> Result<Option<T>, Wrong> {
    match answer.get(name).filter(|value| !value.is_null()).map(read) {
        Some(None) => Err(unreadable(format!("{name} is not what it should be"))),
        value => Ok(value.flatten()),
    }
}

/// Whether one of these fields is there.
pub(crate) fn has_any(answer: &Value, fields: &[&str]) -> bool {
    fields.iter().any(|field| answer.get(field).is_some())
}

/// Checks that status, length, lower bound and the number of solutions go together and gives the status. It is known, or not, whether there is a solution; the answer is whole when it has one, or need not have.
pub(crate) fn status(answer: &Value, has_solution: Option<bool>, is_whole: bool) -> Result<&str, Wrong> {
    let status = field(answer, "status", Value::as_str)?.unwrap_or("");
    let (length, lower_bound) = (field(answer, "length", Value::as_u64)?, field(answer, "lower_bound", Value::as_u64)?);
    let (is_optimal, is_solved) = (status == "optimal", ["optimal", "solved"].contains(&status));
    let missing = |field| move || Wrong::Missing { field, status: status.into() };
    ensure(is_solved || ["unsolvable", "limit", "interrupted", ""].contains(&status), || {
        unreadable("the status is unknown")
    })?;
    match has_solution {
        Some(false) if is_solved => claims(answer, &json!({ "status": "unsolvable" }))?,
        Some(true) if status == "unsolvable" => claims(answer, &json!({ "status": "solved" }))?,
        _ => {}
    }
    let known = has_solution.or(is_solved.then_some(true)).or((status == "unsolvable").then_some(false));
    match known {
        Some(true) => claims(answer, &json!({ "solvable": true }))?,
        Some(false) => claims(answer, &json!({ "solvable": false, "solutions": 0, "length": null }))?,
        None => {}
    }
    ensure(!is_solved || is_whole, missing("solution"))?;
    ensure(!is_optimal || length.is_some(), missing("length"))?;
    ensure(!is_optimal || lower_bound.is_some(), missing("lower bound"))?;
    let (length, lower_bound) = (length.unwrap_or(u64::MAX), lower_bound.unwrap_or(0));
    ensure(lower_bound == length || (lower_bound < length && !is_optimal), || Wrong::Bound {
        lower_bound,
        length,
        status: status.into(),
    })?;
    Ok(status)
}
