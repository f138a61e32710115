//! Sets of tables by the names that people give them.

use ubin::slide::Size;
use ubin::slide::store::TableSet;

/// What the name of a learned score begins with, before its board.
const LEARNED: &str = "learned ";

/// A set of tables with its name in lists: `7-8`, or for sets without a name of their own `3x3-.AAAAAAAA`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedSet {
    /// Its name.
    pub name: String,
    /// The set.
    pub set: TableSet,
}

/// There is no set of tables of this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no set of tables '{name}': expected one of {}", known.join(", "))]
pub struct UnknownSet {
    /// The name asked for.
    pub name: String,
    /// The names that there are.
    pub known: Vec<String>,
}

impl NamedSet {
    /// The sets that have names, those of single moves first.
    pub fn catalogued() -> impl Iterator<Item = NamedSet> {
        TableSet::catalogued().map(|(name, set)| NamedSet { name: name.into(), set })
    }

    /// The set of a name as lists show it, its board before it or not: `7-8`, `4x4 7-8`, `3x3-.AAAAAAAA`, or the learned
    /// score of any board that can have one: `learned 4x5`.
    ///
    /// # Errors
    /// When there is no such set.
    pub fn named(name: &str) -> Result<NamedSet, UnknownSet> {
        let is_named = |named: &NamedSet| name == named.name || name == format!("{} {}", named.set.size(), named.name);
        let own = || TableSet::named(name).map(|set| NamedSet { name: name.into(), set });
        NamedSet::catalogued().find(is_named).or_else(|| learned(name)).or_else(own).ok_or_else(|| UnknownSet {
            name: name.into(),
            known: NamedSet::catalogued().map(|named| named.name).collect(),
        })
    }
}

/// The learned score of a board, which serves the board turned as well.
fn learned(name: &str) -> Option<NamedSet> {
    let size: Size = name.strip_prefix(LEARNED)?.parse().ok()?;
    let (short, long) = (size.rows().min(size.cols()), size.rows().max(size.cols()));
    let set = TableSet::named(&format!("{long}x{short}-learned"))?;
    Some(NamedSet { name: format!("{LEARNED}{}", set.size()), set })
}
