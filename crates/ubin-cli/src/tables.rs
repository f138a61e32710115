//! `ubin tables`: the cache of pattern databases.

use std::path::Path;
use std::{fs, io};

use serde::Serialize;
use ubin::run::{Limits, Run, Stop};
use ubin::slide::pattern::BuildError;
use ubin_front::cache::{FileState, NamedSet, NotBuilt, TableCache};
use ubin_front::render::text::{bytes, counted, milliseconds};

use crate::args::{Common, TablesArgs, TablesVerb};
use crate::complaint::{Complaint, FileError, UsageError};
use crate::desk::WatchedWork;
use crate::exit::Exit;
use crate::output::{self, Printout};

pub(crate) fn run(common: &Common, args: &TablesArgs) -> Result<Exit, Complaint> {
    output::check_extension(common, &["txt", "json"])?;
    let cache = common.cache().ok_or(UsageError::NoCache)?;
    match &args.verb {
        TablesVerb::List => list(common, &cache),
        TablesVerb::Build { names } => build(common, &cache, names),
        TablesVerb::Verify => verify(common, &cache),
        TablesVerb::Clear => clear(common, &cache),
    }
}

fn at(place: &Path, error: io::Error) -> Complaint {
    FileError::Tables { path: place.into(), error }.into()
}

fn folder(cache: &TableCache) -> String {
    cache.folder().display().to_string()
}

/// A set of tables that is there, or could be built.
#[derive(Serialize)]
struct TableLine {
    name: String,
    size: String,
    bytes: u64,
    built: bool,
    state: &'static str,
}

#[derive(Serialize)]
struct TableList {
    folder: String,
    tables: Vec<TableLine>,
    /// What programs left that were killed while they wrote.
    unfinished: Freed,
}

/// Files, and what they take.
#[derive(Default, Serialize)]
struct Freed {
    files: u64,
    bytes: u64,
}

impl TableLine {
    fn of(named: &NamedSet, state: FileState) -> TableLine {
        let (bytes, state) = match state {
            FileState::Absent => (named.set.bytes().unwrap_or(0), "not built"),
            FileState::Built { bytes } => (bytes, "built"),
            FileState::Damaged { bytes } => (bytes, "damaged"),
        };
        let size = named.set.partition.size().to_string();
        TableLine { name: named.name.clone(), size, bytes, built: state == "built", state }
    }
}

fn list(common: &Common, cache: &TableCache) -> Result<Exit, Complaint> {
    let listed = cache.list().map_err(|error| at(cache.folder(), error))?;
    let rows: Vec<TableLine> = listed.iter().map(|(named, state)| TableLine::of(named, *state)).collect();
    let mut text = format!("{}\n", cache.folder().display());
    for row in &rows {
        text += &format!("  {:<4} {:<11} {:>10}  {}\n", row.size, row.name, bytes(row.bytes), row.state);
    }
    let mut unfinished = Freed::default();
    for file in cache.unfinished().map_err(|error| at(cache.folder(), error))? {
        unfinished.files += 1;
        unfinished.bytes += file.bytes;
    }
    if unfinished.files > 0 {
        let files = counted(unfinished.files, "unfinished file");
        text += &format!("  {files}, {}: tables clear removes them\n", bytes(unfinished.bytes));
    }
    output::show(common, &Printout::new(text, &TableList { folder: folder(cache), tables: rows, unfinished }))?;
    Ok(Exit::Answered)
}

/// What became of a set.
#[derive(Serialize)]
struct BuiltSet {
    name: String,
    size: String,
    /// `built`, `kept` (it was there), `limit` or `interrupted`.
    status: &'static str,
    bytes: u64,
    time_ms: f64,
    path: String,
}

#[derive(Serialize)]
struct Building {
    folder: String,
    tables: Vec<BuiltSet>,
}

/// Builds the sets that are not there yet, all within the time limit.
fn build(common: &Common, cache: &TableCache, names: &[String]) -> Result<Exit, Complaint> {
    if common.limits.node_limit.is_some() {
        return Err(UsageError::NodesOfTables.into());
    }
    let named = |name: &str| NamedSet::named(name).map_err(UsageError::NoTables);
    let sets: Vec<NamedSet> = match names {
        [] => vec![named("6-6-3")?, named("7-8")?],
        names => names.iter().map(|name| named(name)).collect::<Result<_, _>>()?,
    };
    let (mut text, mut tables, mut exit) = (String::new(), Vec::new(), Exit::Answered);
    for set in sets {
        let (built, stop) = build_set(common, cache, &set)?;
        text += &built.text(stop);
        tables.push(built);
        if let Some(stop) = stop {
            exit = stop.into();
            break;
        }
    }
    output::show(common, &Printout::new(text, &Building { folder: folder(cache), tables }))?;
    Ok(exit)
}

fn build_set(common: &Common, cache: &TableCache, named: &NamedSet) -> Result<(BuiltSet, Option<Stop>), Complaint> {
    let path = cache.path(&named.set);
    let report = |status, bytes, time_ms| {
        let size = named.set.partition.size().to_string();
        BuiltSet { name: named.name.clone(), size, status, bytes, time_ms, path: path.display().to_string() }
    };
    if cache.has_whole(&named.set) {
        cache.ask_for(&named.set).map_err(|error| at(&cache.asked_list(), error))?;
        return Ok((report("kept", fs::metadata(&path).map_or(0, |about| about.len()), 0.0), None));
    }
    let work = WatchedWork::start_bar(common, named.set.steps().unwrap_or(0));
    let mut run = Run::new(Limits { nodes: None, memory: Some(common.memory_limit()) }, work.control());
    match cache.build(&named.set, common.threads(), &mut run) {
        Ok(bytes) => Ok((report("built", bytes, work.milliseconds()), None)),
        Err(NotBuilt::Build(BuildError::Stopped(stop))) => {
            let status = if stop == Stop::Interrupted { "interrupted" } else { "limit" };
            Ok((report(status, 0, work.milliseconds()), Some(stop)))
        }
        Err(error) => Err(UsageError::Unbuildable(error).into()),
    }
}

impl BuiltSet {
    fn text(&self, stop: Option<Stop>) -> String {
        let BuiltSet { size, name, .. } = self;
        match (self.status, stop) {
            (_, Some(stop)) => format!("{size} {name}: stopped, {stop}; nothing was written\n"),
            ("kept", _) => format!("{size} {name}: already built\n"),
            _ => format!("{size} {name}: {} in {}, {}\n", bytes(self.bytes), milliseconds(self.time_ms), self.path),
        }
    }
}

/// What was found of a file.
#[derive(Serialize)]
struct VerifiedFile {
    path: String,
    right: bool,
    error: Option<String>,
}

#[derive(Serialize)]
struct Verification {
    folder: String,
    tables: Vec<VerifiedFile>,
}

fn verify(common: &Common, cache: &TableCache) -> Result<Exit, Complaint> {
    let mut tables = Vec::new();
    for kept in cache.files().map_err(|error| at(cache.folder(), error))? {
        let error = cache.open(&kept.set).err().map(|error| error.to_string());
        tables.push(VerifiedFile { path: kept.path.display().to_string(), right: error.is_none(), error });
    }
    let line = |table: &VerifiedFile| format!("{}: {}\n", table.path, table.error.as_deref().unwrap_or("right"));
    let text = match &tables[..] {
        [] => format!("{}: there are no tables\n", cache.folder().display()),
        tables => tables.iter().map(line).collect(),
    };
    let exit = if tables.iter().all(|table| table.right) { Exit::Answered } else { Exit::Fault };
    output::show(common, &Printout::new(text, &Verification { folder: folder(cache), tables }))?;
    Ok(exit)
}

#[derive(Serialize)]
struct Cleared {
    folder: String,
    #[serde(flatten)]
    freed: Freed,
}

/// Removes every file that is ours; what cannot be removed is reported, and the others go all the same.
fn clear(common: &Common, cache: &TableCache) -> Result<Exit, Complaint> {
    let unreadable = |error| at(cache.folder(), error);
    let (kept, foreign): (Vec<_>, Vec<_>) = cache.files().map_err(unreadable)?.into_iter().partition(|kept| kept.ours);
    for kept in foreign {
        output::note(common, &format!("{}: left, this is not a table file", kept.path.display()));
    }
    let unfinished = cache.unfinished().map_err(unreadable)?.into_iter().map(|file| (file.path, file.bytes));
    let (mut freed, mut exit) = (Freed::default(), Exit::Answered);
    for (path, bytes) in kept.into_iter().map(|kept| (kept.path, kept.bytes)).chain(unfinished) {
        match fs::remove_file(&path) {
            Ok(()) => freed = Freed { files: freed.files + 1, bytes: freed.bytes + bytes },
            Err(error) => {
                output::complain(&at(&path, error), common.color);
                exit = Exit::Fault;
            }
        }
    }
    // The list of what was asked for is ours, too, and no table.
    let _ = fs::remove_file(cache.asked_list());
    let text = format!("{}: {} freed", cache.folder().display(), bytes(freed.bytes));
    output::show(common, &Printout::new(text, &Cleared { folder: folder(cache), freed }))?;
    Ok(exit)
}
