//! The folder of pattern tables, kept from one run to the next: of the command, the server and Python alike.
//!
//! A set of tables is a file named for its board and picture; `docs/table-files.md` has its bytes. It is written beside
//! its place and renamed, mapped into memory when it is used, and refused when its checksum is wrong or it has other
//! tables than its name says; the program then works as if it were not there. Files that are not ours are neither read
//! nor removed.
//!
//! The folder has a **cap**: when a set is written, sets that were used least recently leave until the cap is kept (see
//! `room`). Sets that were **asked for** by name stay.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use etcetera::BaseStrategy as _;
use ubin::slide::store::{FilledTables, ImageError, TableSet};

pub use files::{CacheFiles, CacheRemark};
pub use named::NotBuilt;

mod file_name;
mod files;
mod map;
mod named;
mod room;

/// What the name of a file that is being written begins with.
const BESIDE: &str = ".ubin-";

/// A file that is being written is younger than this; an older one was left by a program that was killed.
const OLD: Duration = Duration::from_secs(3600);

/// The bytes of all tables in the folder, unless the front end says otherwise.
const CAP: u64 = 2 << 30;

/// The folder of tables.
#[derive(Clone, Debug)]
pub struct TableCache {
    folder: PathBuf,
    cap: u64,
}

/// A table file in the folder, whole or not.
#[derive(Clone, Debug)]
pub struct TableFile {
    /// Where it is.
    pub path: PathBuf,
    /// The tables that its name promises.
    pub set: TableSet,
    /// Its length.
    pub bytes: u64,
    /// Whether it begins as a file of ours does, or is what a crash of the machine leaves of one: nothing, or zeros.
    pub ours: bool,
    /// When it was used last, or written.
    used: SystemTime,
}

/// A file that was never finished.
#[derive(Clone, Debug)]
pub struct UnfinishedFile {
    /// Where it is.
    pub path: PathBuf,
    /// Its length.
    pub bytes: u64,
}

/// What is known of a file without reading all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileState {
    /// There is none.
    Absent,
    /// It begins right and has the right length.
    Built {
        /// Its length.
        bytes: u64,
    },
    /// It is cut, or not what its name says.
    Damaged {
        /// Its length.
        bytes: u64,
    },
}

impl TableCache {
    /// A cache in this folder, which is made when something is written.
    #[must_use]
    pub fn new(folder: PathBuf) -> TableCache {
        TableCache { folder, cap: CAP }
    }

    /// The folder given, or `UBIN_CACHE`, or `ubin` in the user's cache folder as the system has it: `XDG_CACHE_HOME` or
    /// `~/.cache` on Linux, `~/Library/Caches` on macOS, the local application data on Windows. `None` when there is no
    /// such place.
    #[must_use]
    pub fn find(given: Option<&Path>) -> Option<TableCache> {
        let named = || std::env::var_os("UBIN_CACHE").filter(|value| !value.is_empty()).map(PathBuf::from);
        let users = || Some(etcetera::base_strategy::choose_native_strategy().ok()?.cache_dir().join("ubin"));
        given.map(Path::to_path_buf).or_else(named).or_else(users).map(TableCache::new)
    }

    /// This cache with another cap than 2 GiB.
    #[must_use]
    pub fn with_cap(self, cap: u64) -> TableCache {
        TableCache { cap, ..self }
    }

    /// Where it is.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where tables are, or would be.
    #[must_use]
    pub fn path(&self, set: &TableSet) -> PathBuf {
        self.folder.join(file_name::file_name(set))
    }

    /// Opens tables and checks every byte of them.
    ///
    /// # Errors
    /// When the file cannot be read, or is not whole, or has other tables.
    pub fn open(&self, set: &TableSet) -> Result<FilledTables, OpenError> {
        let file = regular(&self.path(set))?;
        set.open(Arc::new(map::map(&file)?))?.ok_or(OpenError::Other)
    }

    /// What the first bytes and the length of a file say.
    #[must_use]
    pub fn glance(&self, set: &TableSet) -> FileState {
        let path = self.path(set);
        let bytes = match fs::metadata(&path) {
            Ok(about) => about.len(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return FileState::Absent,
            Err(_) => return FileState::Damaged { bytes: 0 },
        };
        let begins = first_bytes(&path).is_ok_and(|first| set.begins(&first).unwrap_or(false));
        match begins && set.bytes() == Some(bytes) {
            true => FileState::Built { bytes },
            false => FileState::Damaged { bytes },
        }
    }

    /// Writes tables beside their place and renames them. Others leave where the cap asks for it.
    ///
    /// # Errors
    /// When the folder or the file cannot be written.
    pub fn save(&self, tables: &FilledTables) -> io::Result<PathBuf> {
        let path = self.path(&tables.set());
        fs::create_dir_all(&self.folder)?;
        let mut file = beside(&self.folder)?;
        file.write_all(tables.image())?;
        file.persist(&path).map_err(|error| error.error)?;
        self.make_room(&path);
        Ok(path)
    }

    /// The regular files in the folder with names of ours, whole or not; an absent folder has none.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn files(&self) -> io::Result<Vec<TableFile>> {
        let kept = |path: PathBuf| {
            let set = file_name::set_of_file(path.file_name()?.to_str()?)?;
            let about = fs::metadata(&path).ok().filter(fs::Metadata::is_file)?;
            let ours =
                first_bytes(&path).is_ok_and(|first| TableSet::is_image(&first) || first.iter().all(|&b| b == 0));
            let used = about.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            Some(TableFile { path, set, bytes: about.len(), ours, used })
        };
        Ok(self.entries()?.into_iter().filter_map(kept).collect())
    }

    /// The files that programs left that were killed while they wrote tables.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn unfinished(&self) -> io::Result<Vec<UnfinishedFile>> {
        let unfinished = |path: PathBuf| {
            path.file_name()?.to_str()?.strip_prefix(BESIDE)?;
            let about = fs::metadata(&path).ok()?;
            let age = SystemTime::now().duration_since(about.modified().ok()?).ok()?;
            let left = age >= OLD && TableSet::is_image(&first_bytes(&path).ok()?);
            left.then_some(UnfinishedFile { path, bytes: about.len() })
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

/// A temporary file in a folder, with the rights that any new file gets there.
///
/// # Errors
/// When the folder cannot be written to.
pub fn beside(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    clear_left(folder);
    let mut builder = tempfile::Builder::new();
    builder.prefix(BESIDE);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Removes what killed programs left in a folder an hour ago or earlier while they wrote. What cannot be removed stays.
fn clear_left(folder: &Path) {
    let is_left = |path: &Path| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let is_ours = name
            .strip_prefix(BESIDE)
            .is_some_and(|rest| rest.len() == 6 && rest.bytes().all(|b| b.is_ascii_alphanumeric()));
        let age = || SystemTime::now().duration_since(fs::symlink_metadata(path).ok()?.modified().ok()?).ok();
        is_ours && age().is_some_and(|age| age >= OLD)
    };
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()).filter(|path| is_left(path)) {
        let _ = fs::remove_file(path);
    }
}

/// Opens a regular file: opening a pipe waits for its other end, maybe for ever.
fn regular(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() { File::open(path) } else { Err(io::Error::other("this is not a regular file")) }
}

/// As many bytes as the longest header has.
fn first_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    regular(path)?.take(TableSet::HEADER as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Why a file gives no tables.
#[derive(Debug)]
pub enum OpenError {
    /// It cannot be read.
    Io(io::Error),
    /// It is not whole.
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

impl std::error::Error for OpenError {}

impl std::fmt::Display for OpenError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OpenError::Io(error) => error.fmt(f),
            OpenError::Image(error) => error.fmt(f),
            OpenError::Other => f.write_str("the table file has other tables than its name says"),
        }
    }
}
