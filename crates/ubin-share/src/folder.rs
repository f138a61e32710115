//! A job as files in a folder, for any scheduler that runs a command: Slurm arrays, indexed Kubernetes jobs, GNU parallel.
//!
//! ```text
//! FOLDER/manifest.json        what is shared
//! FOLDER/index.txt            the units that were open at first, one a line: an array job counts through them
//! FOLDER/units/0-3.json       a unit
//! FOLDER/records/0-3.json     what came of it
//! ```
//!
//! A record is written beside its place and gets its name only where there is none: the first writer wins. Nothing here is locked, and a unit that is done twice does no harm. A record has the digest of its part; one that is damaged is as good as none.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use ubin::run::Stop;
use ubin::unit::{Part, Unit};
use ubin_front::{Desk, Refusal, Workload};

use crate::digest::{digest, digest_of};
use crate::error::{Falsehood, Mismatch, ShareError};
use crate::manifest::{Manifest, Record};
use crate::recheck::{Recheck, Rechecked};
use crate::tally::{Added, Tally};

/// The longest name of a unit that is its file's name, too: systems allow 255 bytes.
const LONGEST: usize = 120;

/// A job in a folder.
#[derive(Clone, Debug)]
pub struct JobFolder {
    folder: PathBuf,
    manifest: Manifest,
}

/// A record as it is written into a folder.
#[derive(Serialize)]
struct NewRecord<'a> {
    #[serde(flatten)]
    record: &'a Record,
    /// The digest of the part.
    digest: String,
}

/// A record as it is read.
#[derive(Deserialize)]
struct ReadRecord {
    unit: String,
    sources: String,
    part: Part,
    digest: String,
}

/// How the doing of units ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitsDone {
    /// Records written.
    pub records: u64,
    /// Why it ended before all were done.
    pub stop: Option<Stop>,
    /// Whether it ended at a path: what comes after it in search order is not wanted.
    pub has_path: bool,
}

impl JobFolder {
    /// Writes a job's manifest, the records of its small units and the units that are open then. A job that is there already is left as it is.
    ///
    /// # Errors
    /// When another job is there, or nothing can be written.
    pub fn begin(folder: &Path, manifest: Manifest, records: &[Record]) -> Result<JobFolder, ShareError> {
        let place = folder.join("manifest.json");
        if place.exists() && JobFolder::open(folder)?.manifest != manifest {
            return Err(Mismatch::OldJob { place: folder.display().to_string() }.into());
        }
        let job = JobFolder { folder: folder.into(), manifest };
        for sub in ["units", "records"] {
            let path = folder.join(sub);
            fs::create_dir_all(&path).map_err(ShareError::file(path))?;
        }
        let mut tally = Tally::new(&job.manifest);
        for record in records {
            job.write_record(record)?;
            tally.add(record)?;
        }
        let mut index = String::new();
        for unit in tally.open() {
            job.write("units", &unit.id, unit)?;
            index += &format!("{}\n", unit.id);
        }
        write_new(&folder.join("index.txt"), &index)?;
        // Last: a folder with a manifest is whole.
        write_new(&place, &(ubin_front::json(&job.manifest) + "\n"))?;
        Ok(job)
    }

    /// Opens the job in a folder.
    ///
    /// # Errors
    /// When there is none.
    pub fn open(folder: &Path) -> Result<JobFolder, ShareError> {
        let place = folder.join("manifest.json");
        let none = || Mismatch::NoJob { place: folder.display().to_string() };
        let manifest: Manifest = read(&place)?.ok_or_else(none)?;
        manifest.check_form(&folder.display().to_string())?;
        Ok(JobFolder { folder: folder.into(), manifest })
    }

    /// What is shared.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// What the records of the folder say, each checked as far as it is wanted.
    ///
    /// # Errors
    /// When a record is false or made by another search, or a file cannot be read.
    pub fn audit(&self, checks: Option<(&Workload, Recheck, &impl Desk)>) -> Result<(Tally, Rechecked), ShareError> {
        let mut tally = Tally::new(&self.manifest);
        let mut rechecked = Rechecked::default();
        let mut known: Vec<Unit> = tally.open().cloned().collect();
        while let Some(unit) = known.pop() {
            let Some(record) = self.record(&unit.id)? else { continue };
            if let Some((work, recheck, desk)) = &checks {
                recheck.check((&self.manifest, work), (&unit, &record), &mut rechecked, *desk)?;
            }
            if let Added::First(children) = tally.take(record)? {
                known.extend(children.iter().filter_map(|child| tally.open_unit(child).cloned()));
            }
        }
        Ok((tally, rechecked))
    }

    /// The names of the units that were open at first, in search order.
    ///
    /// # Errors
    /// When the list cannot be read.
    pub fn index(&self) -> Result<Vec<String>, ShareError> {
        let path = self.folder.join("index.txt");
        let text = fs::read_to_string(&path).map_err(ShareError::file(path))?;
        Ok(text.lines().filter(|line| !line.is_empty()).map(String::from).collect())
    }

    /// A unit by its name or its file.
    ///
    /// # Errors
    /// When there is none.
    pub fn unit(&self, name: &str) -> Result<Unit, ShareError> {
        let none = || ShareError::from(Mismatch::NoUnit { unit: name.into() });
        let id = Path::new(name).file_name().and_then(|name| name.to_str()).unwrap_or(name);
        let id = id.strip_suffix(".json").unwrap_or(id);
        let path = self.path("units", id);
        let unit: Unit = read(&path)?.ok_or_else(none)?;
        match self.path("units", &unit.id) == path && self.is_left(&unit)? {
            true => Ok(unit),
            false => Err(Mismatch::FalseUnit { file: path.display().to_string() }.into()),
        }
    }

    /// Whether a unit is what its parent has left, or what the manifest begins with. Where the parent has no record here, only the audit can tell.
    fn is_left(&self, unit: &Unit) -> Result<bool, ShareError> {
        let Some((parent, _)) = unit.id.rsplit_once('-') else { return Ok(self.manifest.units.contains(unit)) };
        let Some(record) = self.record(parent)? else { return Ok(true) };
        let parent = Unit { id: parent.into(), ..unit.clone() };
        Ok(Workload::children(&parent, record.part.left).contains(unit))
    }

    /// Does a unit and everything below it in search order, as far as there are no records, up to the first path where a path ends the search.
    ///
    /// # Errors
    /// When a record differs from what is there, or a file fails.
    pub fn work_off(&self, unit: Unit, work: &Workload, desk: &impl Desk) -> Result<UnitsDone, ShareError> {
        let mut done = UnitsDone::default();
        let mut open = vec![unit];
        while let Some(unit) = open.pop() {
            let kept = match self.record(&unit.id) {
                Err(ShareError::Mismatch(Mismatch::DamagedRecord { .. })) => {
                    let path = self.path("records", &unit.id);
                    fs::remove_file(&path).map_err(ShareError::file(path))?;
                    None
                }
                kept => kept?,
            };
            let record = match kept {
                Some(record) => record,
                None => {
                    let part = match work.part(&unit, self.manifest.budget_of(&unit.id), desk) {
                        Ok(part) => part,
                        Err(refusal) if refusal.stop().is_some() => {
                            return Ok(UnitsDone { stop: refusal.stop(), ..done });
                        }
                        Err(refusal) => return Err(refused(&unit, refusal)),
                    };
                    let record = Record::new(&unit, part);
                    self.keep(&record)?;
                    done.records += 1;
                    record
                }
            };
            let has_path = self.manifest.stage.ends_at_path() && record.part.path.is_some();
            let children = Workload::children(&unit, record.part.left);
            for child in &children {
                self.write("units", &child.id, child)?;
            }
            if has_path {
                return Ok(UnitsDone { has_path, ..done });
            }
            open.extend(children.into_iter().rev());
        }
        Ok(done)
    }

    /// Writes a record, unless one is there: then both must say the same.
    fn keep(&self, record: &Record) -> Result<(), ShareError> {
        if self.write_record(record)? {
            return Ok(());
        }
        match self.record(&record.unit)? {
            Some(first) if first.part == record.part => Ok(()),
            first => Err(Mismatch::Conflict {
                unit: record.unit.clone(),
                first: first.map_or_else(String::new, |first| ubin_front::json(&first.part)),
                second: ubin_front::json(&record.part),
            }
            .into()),
        }
    }

    /// The record of a unit, if it is there.
    fn record(&self, id: &str) -> Result<Option<Record>, ShareError> {
        let path = self.path("records", id);
        let Some(text) = read_text(&path)? else { return Ok(None) };
        let damaged = || Mismatch::DamagedRecord { file: path.display().to_string() };
        let ReadRecord { unit, sources, part, digest } = serde_json::from_str(&text).map_err(|_| damaged())?;
        if digest != digest_of(&part) {
            return Err(damaged().into());
        }
        let record = Record { unit, sources, part };
        record.check_search(&self.manifest, || self.folder.display().to_string())?;
        if record.unit != id {
            let why = Falsehood::OtherUnit { said: record.unit };
            return Err(Mismatch::FalseRecord { unit: id.into(), why }.into());
        }
        Ok(Some(record))
    }

    fn path(&self, sub: &str, id: &str) -> PathBuf {
        let name = if id.len() <= LONGEST { id.to_string() } else { digest(id.as_bytes()) };
        self.folder.join(sub).join(name + ".json")
    }

    /// Writes a record where there is none; whether there was none.
    fn write_record(&self, record: &Record) -> Result<bool, ShareError> {
        self.write("records", &record.unit, &NewRecord { record, digest: digest_of(&record.part) })
    }

    /// Writes a file that is not there yet; whether it was not.
    fn write(&self, sub: &str, id: &str, value: &impl Serialize) -> Result<bool, ShareError> {
        write_new(&self.path(sub, id), &(ubin_front::json(value) + "\n"))
    }
}

/// Why a unit was not done.
fn refused(unit: &Unit, refusal: Refusal) -> ShareError {
    match refusal.field() {
        Some("unit") => ShareError::Unit { unit: unit.id.clone(), refusal },
        _ => refusal.into(),
    }
}

/// Writes a file beside its place and names it, unless the name is taken; whether it was free.
fn write_new(path: &Path, text: &str) -> Result<bool, ShareError> {
    if path.exists() {
        return Ok(false);
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let named = || -> io::Result<bool> {
        let mut beside = tempfile::Builder::new();
        beside.prefix(".ubin-");
        // As any new file: the system takes away what the user's mask says. The folder may be shared with other users.
        #[cfg(unix)]
        beside.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = beside.tempfile_in(folder)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_data()?;
        match file.persist_noclobber(path) {
            Ok(_) => Ok(true),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(error.error),
        }
    };
    named().map_err(ShareError::file(path))
}

/// Reads a file of JSON, if it is there.
fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, ShareError> {
    let error = |error: serde_json::Error| ShareError::file(path)(io::Error::other(error));
    read_text(path)?.map(|text| serde_json::from_str(&text).map_err(error)).transpose()
}

/// Reads a file, if it is there.
fn read_text(path: &Path) -> Result<Option<String>, ShareError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(ShareError::file(path)(error)),
    }
}
