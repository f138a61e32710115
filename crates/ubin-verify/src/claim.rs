//! Fields of our JSON: what an answer says beside its solution. A field that is not there is not checked.

use serde_json::Value;

use crate::Wrong;

/// Refuses the first field that says something else than what was found.
pub(crate) fn claims<const N: usize>(answer: &Value, found: [(&'static str, Value); N]) -> Result<(), Wrong> {
    for (field, found) in found {
        if let Some(said) = answer.get(field).filter(|said| **said != found) {
            return Err(Wrong::Claim { field, said: said.clone().into(), found: found.into() });
        }
    }
    Ok(())
}

/// An answer that cannot be read, and why.
pub(crate) fn bad(why: impl Into<String>) -> Wrong {
    Wrong::Unreadable { what: "answer", line: None, why: why.into() }
}

/// The value of a field as it should be; null is none.
pub(crate) fn field<'a, T, F>(answer: &'a Value, name: &str, read: F) -> Result<Option<T>, Wrong>
where
    F: FnOnce(&'a Value) -> Option<T>,
{
    let given = answer.get(name).filter(|value| !value.is_null());
    given.map(|value| read(value).ok_or_else(|| bad(format!("{name} is not what it should be")))).transpose()
}
