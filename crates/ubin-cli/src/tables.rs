//! `ubin tables`: the cache of pattern databases.

use std::path::Path;
use std::{fs, io};

use serde::{Deserialize, Serialize};
use serde_json::json;
use ubin::run::{Limits, Run, Stop};
use ubin::slide::Metric;
use ubin::slide::store::BuildError;
use ubin_front::cache::{FileState, NotBuilt, TableCache};
use ubin_front::tables::NamedSet;

use crate::args::{Common, TablesArgs, TablesVerb};
use crate::checkpoint::RowLedger;
use crate::complaint::{Complaint, FileError, UsageError};
use crate::desk::WatchedWork;
use crate::exit::Exit;
use crate::output::{self, Printout};
use crate::phrases;

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
        let size = named.set.size().to_string();
        TableLine { name: named.name.clone(), size, bytes, built: state == "built", state }
    }
}

fn list(common: &Common, cache: &TableCache) -> Result<Exit, Complaint> {
    let listed = cache.list().map_err(|error| at(cache.folder(), error))?;
    let rows: Vec<TableLine> = listed.iter().map(|(named, state)| TableLine::of(named, *state)).collect();
    let mut text = format!("{}\n", cache.folder().display());
    let words: Vec<String> = listed.iter().map(|(named, _)| in_words(named)).collect();
    let widest = |lengths: &mut dyn Iterator<Item = usize>| lengths.max().unwrap_or(0);
    let name_width = widest(&mut rows.iter().map(|row| row.name.chars().count()));
    let words_width = widest(&mut words.iter().map(|words| words.chars().count()));
    for (row, words) in rows.iter().zip(&words) {
        let (name, size) = (&row.name, phrases::bytes(row.bytes));
        let state = phrases::language().word("state", row.state);
        text += &format!("  {name:<name_width$}  {words:<words_width$}  {size:>10}  {state}\n");
    }
    let mut unfinished = Freed::default();
    for file in cache.unfinished().map_err(|error| at(cache.folder(), error))? {
        unfinished.files += 1;
        unfinished.bytes += file.bytes;
    }
    if unfinished.files > 0 {
        let line = phrases::unfinished_files(unfinished.files, phrases::bytes(unfinished.bytes));
        text += &format!("  {line}\n");
    }
    output::show(common, &Printout::new(text, &TableList { folder: folder(cache), tables: rows, unfinished }))?;
    Ok(Exit::Answered)
}

/// What a set is for, in words: `5x5, blank first, 6-6-6-6`.
fn in_words(NamedSet { name, set, .. }: &NamedSet) -> String {
    let size = set.size();
    // The groups in the order of the name, where it names them.
    let is_shape = |word: &&str| word.chars().all(|letter| letter.is_ascii_digit() || letter == '-');
    let shape = match name.split(' ').next_back().filter(is_shape) {
        Some(shape) => shape.into(),
        None if set.shape() == "learned" => phrases::learned_score(),
        None => set.shape(),
    };
    let blank = match set.blank() {
        0 => phrases::blank_first(),
        cell if cell + 1 == size.cells() => phrases::blank_last(),
        cell => phrases::blank_at(size.row(cell) + 1, size.col(cell) + 1),
    };
    let lines = if set.metric == Metric::Multi { phrases::whole_lines() } else { String::new() };
    format!("{size}, {blank}, {shape}{lines}")
}

/// What became of a set.
#[derive(Clone, Serialize, Deserialize)]
struct BuiltSet {
    name: String,
    size: String,
    /// `built`, `kept` (it was there), `limit` or `interrupted`.
    status: String,
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
    let names = &whole_names(names)[..];
    let named = |name: &str| NamedSet::named(name).map_err(UsageError::NoTables);
    let sets: Vec<NamedSet> = match names {
        [] => vec![named("6-6-3")?, named("7-8")?],
        names => names.iter().map(|name| named(name)).collect::<Result<_, _>>()?,
    };
    let (mut text, mut tables, mut exit) = (String::new(), Vec::new(), Exit::Answered);
    let saved = RowLedger::open(common, json!({"tables": names, "folder": folder(cache)}))?;
    for (number, set) in sets.iter().enumerate() {
        let (built, stop) = kept_set(common, cache, set, saved.as_ref().map(|saved| (saved, number as u64)))?;
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

/// The names that are meant: `learned 6x6` may be given as two words.
fn whole_names(words: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for word in words {
        match names.last_mut().filter(|last| *last == "learned") {
            Some(last) => *last = format!("learned {word}"),
            None => names.push(word.clone()),
        }
    }
    names
}

/// Builds a set, or says what an earlier run has said of it, if that is kept and the file is still there.
fn kept_set(
    common: &Common,
    cache: &TableCache,
    set: &NamedSet,
    saved: Option<(&RowLedger, u64)>,
) -> Result<(BuiltSet, Option<Stop>), Complaint> {
    let Some((saved, row)) = saved else { return build_set(common, cache, set) };
    if let Some(built) = saved.answer(row, &set.name)?.filter(|_| cache.has_whole(&set.set)) {
        return Ok((built, None));
    }
    let (built, stop) = build_set(common, cache, set)?;
    if stop.is_none() {
        saved.keep(row, &set.name, &built)?;
    }
    Ok((built, stop))
}

fn build_set(common: &Common, cache: &TableCache, named: &NamedSet) -> Result<(BuiltSet, Option<Stop>), Complaint> {
    let path = cache.path(&named.set);
    let report = |status: &str, bytes, time_ms| {
        let (size, status) = (named.set.size().to_string(), status.to_string());
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
        let size = &self.size;
        // The name of a learned score ends with its board.
        let name = self.name.strip_suffix(&**size).unwrap_or(&self.name).trim_end();
        match (self.status.as_str(), stop) {
            (_, Some(stop)) => phrases::set_stopped(size, name, phrases::stop(stop)) + "\n",
            ("kept", _) => phrases::set_kept(size, name) + "\n",
            _ => {
                let (bytes, time) = (phrases::bytes(self.bytes), phrases::milliseconds(self.time_ms));
                phrases::set_built(size, name, bytes, time, &self.path) + "\n"
            }
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
    let is_right = phrases::table_right();
    let line = |table: &VerifiedFile| format!("{}: {}\n", table.path, table.error.as_deref().unwrap_or(&is_right));
    let text = match &tables[..] {
        [] => phrases::no_tables(cache.folder().display()) + "\n",
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
        output::note(common, &phrases::foreign_file(kept.path.display()));
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
    let text = phrases::freed(cache.folder().display(), phrases::bytes(freed.bytes));
    output::show(common, &Printout::new(text, &Cleared { folder: folder(cache), freed }))?;
    Ok(exit)
}
