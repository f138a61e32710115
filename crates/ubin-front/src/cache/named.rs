//! What the folder has and could have, and sets that are asked for by name.

use std::io;

use ubin::run::Run;
use ubin::slide::store::{BuildError, TableSet};

use super::{FileState, TableCache};
use crate::tables::NamedSet;

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

impl TableCache {
    /// The sets that have names, and then the others that are in the folder; with what is known of their files.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn list(&self) -> io::Result<Vec<(NamedSet, FileState)>> {
        let mut sets: Vec<NamedSet> = NamedSet::catalogued().collect();
        for file in self.files()? {
            if sets.iter().all(|named| named.set != file.set) {
                sets.push(NamedSet { name: file.set.to_string(), set: file.set });
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
