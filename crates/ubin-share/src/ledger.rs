//! A file of entries that are never lost once they are written: the only truth about what is done.
//!
//! The first line says what the ledger is for. Every line is a checksum and an entry in JSON. A process that is killed while it writes leaves a torn last line, without its end, and a machine that loses power may leave one with blocks of zeros;
//! such a last line is cut when the ledger is opened again. A line that is damaged otherwise is refused, and so is a file that is no ledger, whatever is in it. One process at a time holds the lock.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ubin::unit::SOURCES;

use crate::digest::digest;
use crate::error::{Mismatch, ShareError};
use crate::manifest::FORM;

/// The digits of a checksum.
const SUM: usize = 16;
/// How long a written entry may wait until it is sent to the disk. A process that is killed loses none; only a machine that loses power loses what is younger.
const SYNCED: Duration = Duration::from_millis(500);

/// What a ledger is for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LedgerHead {
    /// The version of this form.
    pub ledger: u32,
    /// What was asked.
    pub asked: Value,
    /// The sources of the search.
    pub sources: String,
}

impl LedgerHead {
    /// The head of a ledger of this program.
    #[must_use]
    pub fn new(asked: Value) -> LedgerHead {
        LedgerHead { ledger: FORM, asked, sources: SOURCES.into() }
    }

    fn check(&self, found: &LedgerHead, file: &str) -> Result<(), Mismatch> {
        let file = file.to_string();
        if found.ledger != self.ledger {
            return Err(Mismatch::OtherForm { place: file, found: found.ledger, ours: self.ledger });
        }
        if found.sources != self.sources {
            return Err(Mismatch::OtherSearch {
                place: file,
                found: found.sources.clone(),
                ours: self.sources.clone(),
            });
        }
        if found.asked != self.asked {
            return Err(Mismatch::OtherQuestion { file, found: found.asked.to_string() });
        }
        Ok(())
    }
}

/// An open ledger, locked.
#[derive(Debug)]
pub struct Ledger {
    file: File,
    path: PathBuf,
    /// Where the next entry goes.
    end: u64,
    is_synced: bool,
    /// Asks the thread that waits for the disk, so that no search does.
    syncer: Option<Syncer>,
}

/// A thread that waits for the disk.
#[derive(Debug)]
struct Syncer {
    ask: SyncSender<()>,
    /// Dropped, it ends the thread.
    close: Sender<()>,
    failed: Arc<Mutex<Option<io::Error>>>,
    thread: JoinHandle<()>,
}

impl Syncer {
    fn start(file: File) -> Syncer {
        let (ask, asked) = sync_channel::<()>(1);
        let (close, closed) = channel();
        let failed = Arc::new(Mutex::new(None));
        let noted = Arc::clone(&failed);
        let thread = std::thread::spawn(move || {
            for () in asked {
                if let Err(error) = file.sync_data() {
                    noted.lock().unwrap_or_else(PoisonError::into_inner).replace(error);
                }
                // What is written meanwhile goes to the disk together.
                if closed.recv_timeout(SYNCED) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
            }
        });
        Syncer { ask, close, failed, thread }
    }

    /// Asks for a sync; what became of those before.
    fn sync(&self) -> io::Result<()> {
        // One that is asked for already has not begun: it will do for this, too.
        let _ = self.ask.try_send(());
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }
}

impl Ledger {
    /// Opens a ledger, or begins one, and hands out its entries in order, each with its place.
    ///
    /// # Errors
    /// When it is another's, or damaged, or in use, or cannot be read or written; or what `entry` says.
    pub fn open(
        path: &Path,
        head: &LedgerHead,
        mut entry: impl FnMut(u64, &str) -> Result<(), ShareError>,
    ) -> Result<Ledger, ShareError> {
        let failed = || ShareError::file(path);
        let name = path.display().to_string();
        let is_new = !path.exists();
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(failed())?;
        if !file.metadata().map_err(failed())?.is_file() {
            return Err(Mismatch::NotALedger { file: name }.into());
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Mismatch::Busy { file: name }.into()),
            Err(TryLockError::Error(error)) => return Err(failed()(error)),
        }
        if is_new {
            sync_folder(path);
        }
        let syncer = Some(Syncer::start(file.try_clone().map_err(failed())?));
        let mut ledger = Ledger { file, path: path.into(), end: 0, is_synced: true, syncer };
        let mut is_first = true;
        ledger.read(head, |at, text| {
            if std::mem::take(&mut is_first) {
                let found = serde_json::from_str(text).map_err(|_| Mismatch::NotALedger { file: name.clone() })?;
                return Ok(head.check(&found, &name)?);
            }
            entry(at, text)
        })?;
        if ledger.end == 0 {
            ledger.append_entry(head)?;
        }
        Ok(ledger)
    }

    /// Reads a ledger that belongs to whoever writes it, without its lock: a torn end is left alone.
    ///
    /// # Errors
    /// When it cannot be read, is none, or is damaged; or what `entry` says.
    pub fn look(path: &Path, mut entry: impl FnMut(&str) -> Result<(), ShareError>) -> Result<LedgerHead, ShareError> {
        let no_ledger = || Mismatch::NotALedger { file: path.display().to_string() };
        // A pipe would be waited for.
        if !fs::metadata(path).map_err(ShareError::file(path))?.is_file() {
            return Err(no_ledger().into());
        }
        let file = File::open(path).map_err(ShareError::file(path))?;
        let mut ledger = Ledger { file, path: path.into(), end: 0, is_synced: true, syncer: None };
        let mut head = None;
        ledger.entries(|_, text| {
            if head.is_none() {
                head = Some(serde_json::from_str::<LedgerHead>(text).map_err(|_| no_ledger())?);
                return Ok(());
            }
            entry(text)
        })?;
        head.ok_or_else(|| no_ledger().into())
    }

    /// Reads all entries, and cuts a torn end.
    fn read(
        &mut self,
        head: &LedgerHead,
        entry: impl FnMut(u64, &str) -> Result<(), ShareError>,
    ) -> Result<(), ShareError> {
        let is_torn = self.entries(entry)?;
        if is_torn && self.end == 0 && !self.is_begun_with(&line_of(head))? {
            return Err(Mismatch::NotALedger { file: self.path.display().to_string() }.into());
        }
        if is_torn {
            let path = self.path.clone();
            self.file.set_len(self.end).and_then(|()| self.file.sync_data()).map_err(ShareError::file(path))?;
        }
        Ok(())
    }

    /// Whether the file is the beginning of a line: only the process that begins a ledger tears its first line, and any other file is not ours to cut.
    fn is_begun_with(&mut self, line: &[u8]) -> Result<bool, ShareError> {
        let mut text = Vec::new();
        let read = self.file.seek(SeekFrom::Start(0));
        let read = read.and_then(|_| (&self.file).take(line.len() as u64 + 1).read_to_end(&mut text));
        read.map_err(ShareError::file(&self.path))?;
        Ok(line.starts_with(&text))
    }

    /// Hands out all whole entries; whether something torn comes behind them.
    fn entries(&mut self, mut entry: impl FnMut(u64, &str) -> Result<(), ShareError>) -> Result<bool, ShareError> {
        let failed = || ShareError::file(&self.path);
        let damaged = |line| Mismatch::Damaged { file: self.path.display().to_string(), line };
        let mut reader = BufReader::new(&self.file);
        let (mut line, mut number, mut bad) = (Vec::new(), 0, None);
        // Some other file may be one endless line.
        if !begins_with_sum(reader.fill_buf().map_err(failed())?) {
            return Err(Mismatch::NotALedger { file: self.path.display().to_string() }.into());
        }
        loop {
            line.clear();
            let length = reader.read_until(b'\n', &mut line).map_err(failed())?;
            if length == 0 {
                break;
            }
            number += 1;
            if let Some(number) = bad {
                // Something whole behind what is damaged: that is no torn end.
                return Err(damaged(number).into());
            }
            match whole_entry(&line) {
                Some(text) => {
                    entry(self.end, text)?;
                    self.end += length as u64;
                }
                None if number == 1 && line.ends_with(b"\n") => {
                    return Err(Mismatch::NotALedger { file: self.path.display().to_string() }.into());
                }
                // A process writes the end of a line last, and zeros are what a lost block of a disk has.
                None if line.ends_with(b"\n") && !line.contains(&0) => return Err(damaged(number).into()),
                None => bad = Some(number),
            }
        }
        Ok(bad.is_some())
    }

    /// Adds an entry, which is one line of JSON, and gives its place. It goes to the disk within half a second, with those of that time. When it cannot be written whole, nothing of it stays.
    ///
    /// # Errors
    /// When the disk is full, or fails.
    pub fn append(&mut self, text: &str) -> Result<u64, ShareError> {
        self.append_line(format!("{} {text}\n", &digest(text.as_bytes())[..SUM]).as_bytes())
    }

    /// Adds an entry as [`Ledger::append`] does; there is one copy of it, the line.
    pub(crate) fn append_entry(&mut self, entry: &impl Serialize) -> Result<u64, ShareError> {
        self.append_line(&line_of(entry))
    }

    fn append_line(&mut self, line: &[u8]) -> Result<u64, ShareError> {
        let written = self.file.seek(SeekFrom::Start(self.end)).and_then(|_| self.file.write_all(line));
        if let Err(error) = written {
            let _ = self.file.set_len(self.end);
            return Err(ShareError::file(&self.path)(error));
        }
        let place = self.end;
        self.end += line.len() as u64;
        self.is_synced = false;
        if let Some(syncer) = &self.syncer {
            syncer.sync().map_err(ShareError::file(&self.path))?;
        }
        Ok(place)
    }

    /// The entry at a place.
    ///
    /// # Errors
    /// When there is none, or the file cannot be read.
    pub fn entry(&mut self, place: u64) -> Result<String, ShareError> {
        let mut line = Vec::new();
        let read = self.file.seek(SeekFrom::Start(place));
        let read = read.and_then(|_| BufReader::new(&self.file).read_until(b'\n', &mut line));
        read.map_err(ShareError::file(&self.path))?;
        let no_entry = || Mismatch::NotALedger { file: self.path.display().to_string() };
        Ok(whole_entry(&line).ok_or_else(no_entry)?.to_string())
    }

    /// Waits until all entries are on the disk.
    ///
    /// # Errors
    /// When the disk fails.
    pub fn sync(&mut self) -> Result<(), ShareError> {
        if !self.is_synced {
            self.file.sync_data().map_err(ShareError::file(&self.path))?;
            self.is_synced = true;
        }
        Ok(())
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Ledger {
    fn drop(&mut self) {
        // The process goes on without it; what matters was synced by its caller.
        let _ = self.sync();
        if let Some(Syncer { ask, close, thread, .. }) = self.syncer.take() {
            // The thread has the file, and so its lock: it ends first.
            drop((ask, close));
            let _ = thread.join();
        }
    }
}

/// Whether the beginning of a file, as much as there is of it, is that of a ledger.
fn begins_with_sum(start: &[u8]) -> bool {
    let mut bytes = start.iter().take(SUM + 1).enumerate();
    bytes.all(|(at, byte)| if at < SUM { byte.is_ascii_hexdigit() } else { *byte == b' ' })
}

/// The entry of a line, if the line is whole.
fn whole_entry(line: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
    let (sum, text) = text.split_once(' ')?;
    (sum == &digest(text.as_bytes())[..SUM]).then_some(text)
}

/// The line of an entry.
fn line_of(entry: &impl Serialize) -> Vec<u8> {
    let mut line = vec![b' '; SUM + 1];
    serde_json::to_writer(&mut line, entry).expect("entries have string keys");
    let sum = digest(&line[SUM + 1..]);
    line[..SUM].copy_from_slice(&sum.as_bytes()[..SUM]);
    line.push(b'\n');
    line
}

/// Makes the name of a new file last.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Some systems have no such thing; the file's own bytes are synced all the same.
    let _: io::Result<()> = fs::File::open(folder).and_then(|folder| folder.sync_all());
}
