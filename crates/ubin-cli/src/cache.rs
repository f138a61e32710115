//! The folder of pattern tables, kept from one run to the next.
//!
//! A table is a file named for its board and picture. It is written beside its place and renamed, mapped into memory when
//! it is used, and refused when its checksum is wrong; the program then works as if it were not there.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ubin::slide::multi;
use ubin::slide::pattern::{ImageError, Partition, Tables};
use ubin::slide::shelf::Keeper;

use crate::output;

mod map;

/// The ending of a table's file.
const ENDING: &str = "pdb";
/// What the names of tables for lines that slide end with, before that.
const MULTI: &str = "-multi";

/// The folder of tables.
#[derive(Clone, Debug)]
pub(crate) struct Cache {
    folder: PathBuf,
}

/// A file in the folder.
pub(crate) struct Kept {
    pub(crate) path: PathBuf,
    pub(crate) bytes: u64,
}

impl Cache {
    /// The folder given, or `UBIN_CACHE`, or the user's cache folder; `None` when there is no such place.
    pub(crate) fn find(given: Option<&Path>) -> Option<Cache> {
        let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let folder = given
            .map(Path::to_path_buf)
            .or_else(|| named("UBIN_CACHE"))
            .or_else(|| named("XDG_CACHE_HOME").map(|folder| folder.join("ubin")))
            .or_else(|| named("HOME").map(|home| home.join(".cache/ubin")))?;
        Some(Cache { folder })
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where the tables of a partition are, or would be: the picture is the name.
    pub(crate) fn path(&self, partition: &Partition) -> PathBuf {
        let picture: String = partition.to_string().split_whitespace().collect();
        self.folder.join(format!("{}-{picture}.{ENDING}", partition.size()))
    }

    /// The same for tables that count lines that slide.
    pub(crate) fn multi_path(&self, partition: &Partition) -> PathBuf {
        let picture: String = partition.to_string().split_whitespace().collect();
        self.folder.join(format!("{}-{picture}{MULTI}.{ENDING}", partition.size()))
    }

    /// Opens a file of tables for lines that slide and checks every byte of it.
    pub(crate) fn open_multi(path: &Path) -> Result<multi::Tables, OpenError> {
        let bytes = map::map(&File::open(path)?)?;
        Ok(multi::Tables::open(Arc::new(bytes))?)
    }

    /// Checks a file of either kind.
    pub(crate) fn check(path: &Path) -> Result<(), OpenError> {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        if stem.ends_with(MULTI) { Cache::open_multi(path).map(drop) } else { Cache::open(path).map(drop) }
    }

    /// Opens a file and checks every byte of it.
    pub(crate) fn open(path: &Path) -> Result<Tables, OpenError> {
        let bytes = map::map(&File::open(path)?)?;
        Ok(Tables::open(Arc::new(bytes))?)
    }

    /// Writes tables beside their place and renames them.
    pub(crate) fn save(&self, tables: &Tables) -> io::Result<PathBuf> {
        self.write(self.path(tables.partition()), tables.image())
    }

    /// The same for tables that count lines that slide.
    pub(crate) fn save_multi(&self, tables: &multi::Tables) -> io::Result<PathBuf> {
        self.write(self.multi_path(tables.partition()), tables.image())
    }

    fn write(&self, path: PathBuf, image: &[u8]) -> io::Result<PathBuf> {
        fs::create_dir_all(&self.folder)?;
        let mut file = output::beside(&self.folder)?;
        file.write_all(image)?;
        file.persist(&path).map_err(|error| error.error)?;
        Ok(path)
    }

    /// The files in the folder, by name; an absent folder has none.
    pub(crate) fn files(&self) -> io::Result<Vec<Kept>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut files = Vec::new();
        for entry in entries {
            let path = entry?.path();
            if path.extension().is_some_and(|ending| ending == ENDING) {
                files.push(Kept { bytes: fs::metadata(&path)?.len(), path });
            }
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(files)
    }
}

/// Why a file gives no tables.
#[derive(Debug)]
pub(crate) enum OpenError {
    Io(io::Error),
    Image(ImageError),
}

impl From<io::Error> for OpenError {
    fn from(error: io::Error) -> OpenError {
        OpenError::Io(error)
    }
}

impl From<ImageError> for OpenError {
    fn from(error: ImageError) -> OpenError {
        OpenError::Image(error)
    }
}

impl std::fmt::Display for OpenError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OpenError::Io(error) => error.fmt(f),
            OpenError::Image(error) => error.fmt(f),
        }
    }
}

/// A cache that tells on standard error what it could not do.
pub(crate) struct Telling {
    pub(crate) cache: Cache,
    pub(crate) quiet: bool,
}

impl Telling {
    fn tell(&self, path: &Path, error: &impl std::fmt::Display) {
        if !self.quiet {
            let _ = writeln!(io::stderr(), "warning: {}: {error}", path.display());
        }
    }

    /// What was opened; a file that is not there is no reason to speak.
    fn opened<T>(&self, path: &Path, opened: Result<T, OpenError>) -> Option<T> {
        match opened {
            Ok(tables) => Some(tables),
            Err(OpenError::Io(error)) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => {
                self.tell(path, &error);
                None
            }
        }
    }
}

impl Keeper for Telling {
    fn has(&self, partition: &Partition) -> bool {
        self.cache.path(partition).exists()
    }

    /// In huge pages, if the system has any: 7-8 tables are searched in half the time there.
    fn warm(&self, tables: Tables) -> Tables {
        map::huge(tables.image()).and_then(|copy| Tables::open(Arc::new(copy)).ok()).unwrap_or(tables)
    }

    fn load(&self, partition: &Partition) -> Option<Tables> {
        let path = self.cache.path(partition);
        self.opened(&path, Cache::open(&path)).filter(|tables| tables.partition() == partition)
    }

    fn keep(&self, tables: &Tables) {
        if let Err(error) = self.cache.save(tables) {
            self.tell(&self.cache.path(tables.partition()), &error);
        }
    }

    fn load_multi(&self, partition: &Partition) -> Option<multi::Tables> {
        let path = self.cache.multi_path(partition);
        self.opened(&path, Cache::open_multi(&path)).filter(|tables| tables.partition() == partition)
    }

    fn keep_multi(&self, tables: &multi::Tables) {
        if let Err(error) = self.cache.save_multi(tables) {
            self.tell(&self.cache.multi_path(tables.partition()), &error);
        }
    }
}
