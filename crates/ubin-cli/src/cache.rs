//! The folder of pattern tables, kept from one run to the next.
//!
//! A table is a file named for its board and picture. It is written beside its place and renamed, mapped into memory when
//! it is used, and refused when its checksum is wrong or it has other tables than its name says; the program then works
//! as if it were not there. Files that are not ours are neither read nor removed.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use ubin::slide::multi;
use ubin::slide::pattern::{ImageError, Partition, Tables};
use ubin::slide::shelf::Keeper;

use crate::output;

pub(crate) use label::{Kind, Label};

mod label;
mod map;

/// A file that is being written is younger than this; an older one was left by a program that was killed.
const OLD: Duration = Duration::from_secs(3600);

/// The folder of tables.
#[derive(Clone, Debug)]
pub(crate) struct Cache {
    folder: PathBuf,
}

/// A file in the folder.
pub(crate) struct Kept {
    pub(crate) path: PathBuf,
    pub(crate) label: Label,
    pub(crate) bytes: u64,
    /// Whether it begins as a file of ours does, or is what a crash of the machine leaves of one: nothing, or zeros.
    pub(crate) ours: bool,
}

/// A file that was never finished.
pub(crate) struct Unfinished {
    pub(crate) path: PathBuf,
    pub(crate) bytes: u64,
}

/// What is known of a file without reading all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Absent,
    /// It begins right and has the right length.
    Built {
        bytes: u64,
    },
    Damaged {
        bytes: u64,
    },
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

    /// Where tables are, or would be.
    pub(crate) fn path(&self, label: &Label) -> PathBuf {
        self.folder.join(label.file_name())
    }

    /// Opens tables of single moves and checks every byte of them.
    pub(crate) fn open(&self, partition: &Partition) -> Result<Tables, OpenError> {
        Ok(Tables::open(Arc::new(self.mapped(&Label::single(partition))?))?)
    }

    /// The same for tables that count lines that slide.
    pub(crate) fn open_multi(&self, partition: &Partition) -> Result<multi::Tables, OpenError> {
        Ok(multi::Tables::open(Arc::new(self.mapped(&Label::multi(partition))?))?)
    }

    /// Checks every byte of a file of either kind.
    pub(crate) fn check(&self, label: &Label) -> Result<(), OpenError> {
        match label.kind {
            Kind::Single => self.open(&label.partition).map(drop),
            Kind::Multi => self.open_multi(&label.partition).map(drop),
        }
    }

    /// A file that begins as its name says: other tables are refused before anything is made of them.
    fn mapped(&self, label: &Label) -> Result<memmap2::Mmap, OpenError> {
        let bytes = map::map(&regular(&self.path(label))?)?;
        if Label::read(label.kind, &bytes)? == label.partition { Ok(bytes) } else { Err(OpenError::Other) }
    }

    /// What the first bytes and the length of a file tell.
    pub(crate) fn glance(&self, label: &Label) -> State {
        let path = self.path(label);
        let bytes = match fs::metadata(&path) {
            Ok(about) => about.len(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return State::Absent,
            Err(_) => return State::Damaged { bytes: 0 },
        };
        let begins = first_bytes(&path).ok().and_then(|first| Label::read(label.kind, &first).ok());
        match begins.as_ref() == Some(&label.partition) && label.bytes() == Some(bytes) {
            true => State::Built { bytes },
            false => State::Damaged { bytes },
        }
    }

    /// Writes tables beside their place and renames them.
    pub(crate) fn save(&self, tables: &Tables) -> io::Result<PathBuf> {
        self.write(&Label::single(tables.partition()), tables.image())
    }

    /// The same for tables that count lines that slide.
    pub(crate) fn save_multi(&self, tables: &multi::Tables) -> io::Result<PathBuf> {
        self.write(&Label::multi(tables.partition()), tables.image())
    }

    fn write(&self, label: &Label, image: &[u8]) -> io::Result<PathBuf> {
        let path = self.path(label);
        fs::create_dir_all(&self.folder)?;
        let mut file = output::beside(&self.folder)?;
        file.write_all(image)?;
        file.persist(&path).map_err(|error| error.error)?;
        Ok(path)
    }

    /// The regular files in the folder with names of ours, whole or not; an absent folder has none.
    pub(crate) fn files(&self) -> io::Result<Vec<Kept>> {
        let kept = |path: PathBuf| {
            let label = Label::of_file(path.file_name()?.to_str()?)?;
            let about = fs::metadata(&path).ok().filter(fs::Metadata::is_file)?;
            let ours = first_bytes(&path).is_ok_and(|first| label::is_table(&first) || first.iter().all(|&b| b == 0));
            Some(Kept { path, label, bytes: about.len(), ours })
        };
        Ok(self.entries()?.into_iter().filter_map(kept).collect())
    }

    /// The files that programs left that were killed while they wrote tables.
    pub(crate) fn unfinished(&self) -> io::Result<Vec<Unfinished>> {
        let unfinished = |path: PathBuf| {
            path.file_name()?.to_str()?.strip_prefix(output::BESIDE)?;
            let about = fs::metadata(&path).ok()?;
            let age = SystemTime::now().duration_since(about.modified().ok()?).ok()?;
            let left = age >= OLD && label::is_table(&first_bytes(&path).ok()?);
            left.then_some(Unfinished { path, bytes: about.len() })
        };
        Ok(self.entries()?.into_iter().filter_map(unfinished).collect())
    }

    /// What is in the folder, by name.
    fn entries(&self) -> io::Result<Vec<PathBuf>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
        paths.sort();
        Ok(paths)
    }
}

/// Opens a regular file: opening a pipe waits for its other end, maybe for ever.
fn regular(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() { File::open(path) } else { Err(io::Error::other("this is not a regular file")) }
}

/// As many bytes as the longest header has.
fn first_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    regular(path)?.take(Tables::HEADER as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Why a file gives no tables.
#[derive(Debug)]
pub(crate) enum OpenError {
    Io(io::Error),
    Image(ImageError),
    /// The tables are not those of its name.
    Other,
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
            OpenError::Other => f.write_str("the table file has other tables than its name says"),
        }
    }
}

/// A cache that tells on standard error what it could not do, each thing once.
pub(crate) struct Telling {
    cache: Cache,
    quiet: bool,
    told: Mutex<Vec<String>>,
}

impl Telling {
    pub(crate) fn new(cache: Cache, quiet: bool) -> Telling {
        Telling { cache, quiet, told: Mutex::default() }
    }

    fn tell(&self, label: &Label, error: &OpenError) {
        let folder = self.cache.folder();
        let warning = match error {
            // One folder that is none is one thing, however many tables are looked for in it.
            OpenError::Io(_) if folder.exists() && !folder.is_dir() => {
                format!("{}: this is not a folder; no tables are kept", folder.display())
            }
            error => format!("{}: {error}", self.cache.path(label).display()),
        };
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.quiet && !told.contains(&warning) {
            let _ = writeln!(io::stderr(), "warning: {warning}");
            told.push(warning);
        }
    }

    /// What was opened; a file that is not there is no reason to speak.
    fn opened<T>(&self, label: &Label, opened: Result<T, OpenError>) -> Option<T> {
        match opened {
            Ok(tables) => Some(tables),
            Err(OpenError::Io(error)) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => {
                self.tell(label, &error);
                None
            }
        }
    }
}

impl Keeper for Telling {
    fn has(&self, partition: &Partition) -> bool {
        self.cache.path(&Label::single(partition)).exists()
    }

    /// In huge pages, if the system has any: 7-8 tables are searched in half the time there.
    fn warm(&self, tables: &Tables) -> Option<Tables> {
        map::huge(tables.image()).and_then(|copy| Tables::open(Arc::new(copy)).ok())
    }

    fn load(&self, partition: &Partition) -> Option<Tables> {
        self.opened(&Label::single(partition), self.cache.open(partition))
    }

    fn keep(&self, tables: &Tables) {
        if let Err(error) = self.cache.save(tables) {
            self.tell(&Label::single(tables.partition()), &error.into());
        }
    }

    fn load_multi(&self, partition: &Partition) -> Option<multi::Tables> {
        self.opened(&Label::multi(partition), self.cache.open_multi(partition))
    }

    fn keep_multi(&self, tables: &multi::Tables) {
        if let Err(error) = self.cache.save_multi(tables) {
            self.tell(&Label::multi(tables.partition()), &error.into());
        }
    }
}
