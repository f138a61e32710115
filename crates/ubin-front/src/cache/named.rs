//! Sets of tables by the names that people give them.

use std::io;

use ubin::run::Run;
use ubin::slide::multi;
use ubin::slide::pattern::{BuildError, CATALOGUE, Named};
use ubin::slide::store::TableSet;

use super::{FileState, TableCache, name_of};

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

/// Why a set that was asked for is not in the cache.
#[derive(Debug, thiserror::Error)]
pub enum NotBuilt {
    /// It cannot be built, or the run stopped the building.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// It cannot be written.
    #[error("{}: {error}", path.display())]
    Write {
        /// Where it would be.
        path: std::path::PathBuf,
        /// Why.
        error: io::Error,
    },
}

impl NamedSet {
    /// The sets that have names, those of single moves first.
    pub fn catalogued() -> impl Iterator<Item = NamedSet> {
        let single = CATALOGUE.iter().map(|named| NamedSet::of(named, TableSet::single(named.partition())));
        single.chain(multi::CATALOGUE.iter().map(|named| NamedSet::of(named, TableSet::multi(named.partition()))))
    }

    fn of(named: &Named, set: TableSet) -> NamedSet {
        NamedSet { name: named.name.into(), set }
    }

    /// The set of a name as lists show it, its board before it or not: `7-8`, `4x4 7-8`, `3x3-.AAAAAAAA`.
    ///
    /// # Errors
    /// When there is no such set.
    pub fn named(name: &str) -> Result<NamedSet, UnknownSet> {
        let is_named =
            |named: &NamedSet| name == named.name || name == format!("{} {}", named.set.partition.size(), named.name);
        let own = || super::name::set_named(name).map(|set| NamedSet { name: name.into(), set });
        NamedSet::catalogued().find(is_named).or_else(own).ok_or_else(|| UnknownSet {
            name: name.into(),
            known: NamedSet::catalogued().map(|named| named.name).collect(),
        })
    }
}

impl TableCache {
    /// The sets that have names, and then the others that are in the folder; with what is known of their files.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn list(&self) -> io::Result<Vec<(NamedSet, FileState)>> {
        let mut sets: Vec<NamedSet> = NamedSet::catalogued().collect();
        for file in self.files()? {
            if sets.iter().all(|named| named.set != file.set) {
                sets.push(NamedSet { name: name_of(&file.set), set: file.set });
            }
        }
        Ok(sets
            .into_iter()
            .map(|named| (self.glance(&named.set), named))
            .map(|(state, named)| (named, state))
            .collect())
    }

    /// Whether a whole set is there, every byte of it checked.
    #[must_use]
    pub fn has_whole(&self, set: &TableSet) -> bool {
        self.open(set).is_ok()
    }

    /// Builds a set that was asked for by name and writes it; its bytes. It does not leave to make room for others.
    ///
    /// # Errors
    /// When it cannot be built or written, or the run stops it.
    pub fn build(&self, set: &TableSet, threads: usize, run: &mut Run<'_>) -> Result<u64, NotBuilt> {
        let tables = set.build(threads, run)?;
        let saved = self.ask_for(set).and_then(|()| self.save(&tables));
        saved.map_err(|error| NotBuilt::Write { path: self.path(set), error })?;
        Ok(tables.image().len() as u64)
    }
}
