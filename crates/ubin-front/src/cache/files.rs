//! The cache as the table store sees it, and what it has to say of damaged files.

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use ubin::slide::store::{FilledTables, TableFiles, TableSet};

use super::{OpenError, TableCache, map, room};

/// Something about the cache that a person may want to know; the search goes on without it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum CacheRemark {
    /// The place of the folder is taken by something else.
    #[error("{}: this is not a folder; no tables are kept", folder.display())]
    NotAFolder {
        /// The place.
        folder: PathBuf,
    },
    /// A file was not used.
    #[error("{}: {error}", path.display())]
    NotLoaded {
        /// The file.
        path: PathBuf,
        /// Why.
        error: String,
    },
    /// Tables that were built could not be written.
    #[error("{}: {error}", path.display())]
    NotKept {
        /// Where they would be.
        path: PathBuf,
        /// Why.
        error: String,
    },
}

/// The files of a table store: a cache, and a front end that is given its remarks, each once.
pub struct CacheFiles {
    cache: TableCache,
    remark: Box<dyn Fn(&CacheRemark) + Send + Sync>,
    made: Mutex<Vec<CacheRemark>>,
}

impl CacheFiles {
    /// The files of this cache.
    #[must_use]
    pub fn new(cache: TableCache, remark: impl Fn(&CacheRemark) + Send + Sync + 'static) -> CacheFiles {
        CacheFiles { cache, remark: Box::new(remark), made: Mutex::default() }
    }

    fn say(&self, remark: CacheRemark) {
        let folder = self.cache.folder();
        // One folder that is none is one thing, however many tables are looked for in it.
        let remark = match folder.exists() && !folder.is_dir() {
            true => CacheRemark::NotAFolder { folder: folder.to_path_buf() },
            false => remark,
        };
        if self.is_new(&remark) {
            (self.remark)(&remark);
        }
    }

    /// Whether a remark was not made before; from now on it was. The front end is given it without the lock, for it may come back here.
    fn is_new(&self, remark: &CacheRemark) -> bool {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = !made.contains(remark);
        if is_new {
            made.push(remark.clone());
        }
        is_new
    }
}

impl TableFiles for CacheFiles {
    fn has(&self, set: &TableSet) -> bool {
        self.cache.path(set).exists()
    }

    fn load(&self, set: &TableSet) -> Option<FilledTables> {
        match self.cache.open(set) {
            Ok(tables) => {
                room::mark_used(&self.cache.path(set));
                Some(tables)
            }
            // A file that is not there is nothing to speak of.
            Err(OpenError::Io(error)) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => {
                self.say(CacheRemark::NotLoaded { path: self.cache.path(set), error: error.to_string() });
                None
            }
        }
    }

    fn keep(&self, tables: &FilledTables) {
        if let Err(error) = self.cache.save(tables) {
            self.say(CacheRemark::NotKept { path: self.cache.path(&tables.set()), error: error.to_string() });
        }
    }

    /// In huge pages, if the system has any: 7-8 tables are searched in half the time there.
    fn warm(&self, tables: &FilledTables) -> Option<FilledTables> {
        map::huge(tables.image()).and_then(|copy| tables.set().open(Arc::new(copy)).ok().flatten())
    }
}
