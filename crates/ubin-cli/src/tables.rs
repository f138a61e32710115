//! `ubin tables`: the cache of pattern databases.

use std::fs;
use std::path::Path;
use std::time::Instant;

use serde::Serialize;
use ubin::run::{Limits, Run, Stop};
use ubin::slide::pattern::{BuildError, CATALOGUE, Named, Tables};
use ubin::slide::{Size, multi};
use ubin_front::render::text::{bytes, counted, milliseconds};
use ubin_web::Cupboard;

use crate::args::{Common, TablesArgs, TablesVerb};
use crate::cache::{Cache, Kind, Label, State};
use crate::exit::{Exit, Fault};
use crate::output::{self, Answer};
use crate::watch::Watch;

pub(crate) fn run(common: &Common, args: &TablesArgs) -> Result<Exit, Fault> {
    output::check_extension(common, &["txt", "json"])?;
    let cache = common.cache().ok_or_else(|| {
        Fault::Plain("there is no place for tables: set --cache, UBIN_CACHE, XDG_CACHE_HOME or HOME".into())
    })?;
    match &args.verb {
        TablesVerb::List => list(common, &cache),
        TablesVerb::Build { names } => build(common, &cache, names),
        TablesVerb::Verify => verify(common, &cache),
        TablesVerb::Clear => clear(common, &cache),
    }
}

fn fault(place: &Path, error: &impl std::fmt::Display) -> Fault {
    Fault::Plain(format!("{}: {error}", place.display()))
}

fn folder(cache: &Cache) -> String {
    cache.folder().display().to_string()
}

/// A set of tables that is there, or could be built.
#[derive(Serialize)]
struct Row {
    name: String,
    size: String,
    bytes: u64,
    built: bool,
    state: &'static str,
}

#[derive(Serialize)]
struct List {
    folder: String,
    tables: Vec<Row>,
    /// What programs left that were killed while they wrote.
    unfinished: Freed,
}

/// Files, and what they take.
#[derive(Default, Serialize)]
struct Freed {
    files: u64,
    bytes: u64,
}

impl Row {
    fn of(cache: &Cache, set: &Set) -> Row {
        let planned = || set.label.bytes().unwrap_or(0);
        let (bytes, state) = match cache.glance(&set.label) {
            State::Absent => (planned(), "not built"),
            State::Built { bytes } => (bytes, "built"),
            State::Damaged { bytes } => (bytes, "damaged"),
        };
        let size = set.label.partition.size().to_string();
        Row { name: set.name.clone(), size, bytes, built: state == "built", state }
    }
}

/// What is there and what could be built.
fn rows(cache: &Cache) -> Result<Vec<Row>, Fault> {
    let kept = cache.files().map_err(|error| fault(cache.folder(), &error))?;
    let mut sets: Vec<Set> = Set::catalogued().collect();
    let others = kept.into_iter().filter(|kept| Set::catalogued().all(|set| set.label != kept.label));
    sets.extend(others.map(|kept| Set { name: kept.label.name(), label: kept.label }));
    Ok(sets.iter().map(|set| Row::of(cache, set)).collect())
}

fn list(common: &Common, cache: &Cache) -> Result<Exit, Fault> {
    let rows = rows(cache)?;
    let mut text = format!("{}\n", cache.folder().display());
    for row in &rows {
        text += &format!("  {:<4} {:<11} {:>10}  {}\n", row.size, row.name, bytes(row.bytes), row.state);
    }
    let mut unfinished = Freed::default();
    for file in cache.unfinished().map_err(|error| fault(cache.folder(), &error))? {
        unfinished.files += 1;
        unfinished.bytes += file.bytes;
    }
    if unfinished.files > 0 {
        let files = counted(unfinished.files, "unfinished file");
        text += &format!("  {files}, {}: tables clear removes them\n", bytes(unfinished.bytes));
    }
    output::show(common, &Answer::new(text, &List { folder: folder(cache), tables: rows, unfinished }))?;
    Ok(Exit::Answered)
}

/// A set that can be built.
struct Set {
    name: String,
    label: Label,
}

impl Set {
    fn catalogued() -> impl Iterator<Item = Set> {
        let set = |named: &Named, label: Label| Set { name: named.name.into(), label };
        let single = CATALOGUE.iter().map(move |named| set(named, Label::single(&named.partition())));
        single.chain(multi::CATALOGUE.iter().map(move |named| set(named, Label::multi(&named.partition()))))
    }

    /// The set of a name as `list` shows it, its board before it or not: `7-8`, `4x4 7-8`, `3x3-.AAAAAAAA`.
    fn named(name: &str) -> Result<Set, Fault> {
        let catalogued = |set: &Set| name == set.name || name == format!("{} {}", set.label.partition.size(), set.name);
        let own = || Label::named(name).map(|label| Set { name: name.into(), label });
        Set::catalogued().find(catalogued).or_else(own).ok_or_else(|| {
            let names: Vec<String> = Set::catalogued().map(|set| set.name).collect();
            Fault::Plain(format!("there is no set of tables '{name}': expected one of {}", names.join(", ")))
        })
    }

    /// The steps that building it takes.
    fn steps(&self) -> Option<u64> {
        match self.label.kind {
            Kind::Single => Tables::states(&self.label.partition).map(|states| states / Tables::STATES_A_STEP),
            Kind::Multi => multi::Tables::steps(&self.label.partition),
        }
    }

    fn is_kept(&self, cache: &Cache) -> bool {
        cache.check(&self.label).is_ok()
    }

    /// Builds it and writes it; its bytes.
    fn build(&self, cache: &Cache, threads: usize, run: &mut Run<'_>) -> Result<u64, Failed> {
        let partition = &self.label.partition;
        let (saved, bytes) = match self.label.kind {
            Kind::Single => {
                let tables = Tables::build(partition, threads, run)?;
                (cache.save(&tables), tables.image().len())
            }
            Kind::Multi => {
                let tables = multi::Tables::build(partition, threads, run).map_err(BuildError::Stopped)?;
                (cache.save_multi(&tables), tables.image().len())
            }
        };
        saved.map_err(|error| Failed::Save(fault(&cache.path(&self.label), &error)))?;
        Ok(bytes as u64)
    }
}

/// Why a set is not there.
enum Failed {
    Build(BuildError),
    Save(Fault),
}

impl From<BuildError> for Failed {
    fn from(error: BuildError) -> Failed {
        Failed::Build(error)
    }
}

impl From<Failed> for Fault {
    fn from(failed: Failed) -> Fault {
        match failed {
            Failed::Build(error) => Fault::Plain(error.to_string()),
            Failed::Save(fault) => fault,
        }
    }
}

/// What became of a set.
#[derive(Serialize)]
struct Built {
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
    tables: Vec<Built>,
}

/// Builds the sets that are not there yet, all within the time limit.
fn build(common: &Common, cache: &Cache, names: &[String]) -> Result<Exit, Fault> {
    if common.node_limit.is_some() {
        return Err(Fault::Plain("building tables expands no nodes: --node-limit does not go with it".into()));
    }
    let sets: Vec<Set> = match names {
        [] => vec![Set::named("6-6-3")?, Set::named("7-8")?],
        names => names.iter().map(|name| Set::named(name)).collect::<Result<_, _>>()?,
    };
    let started = Instant::now();
    let (mut text, mut tables, mut exit) = (String::new(), Vec::new(), Exit::Answered);
    for set in sets {
        let (built, stop) = build_set(common, cache, &set, started)?;
        text += &built.text(stop);
        tables.push(built);
        if let Some(stop) = stop {
            exit = stop.into();
            break;
        }
    }
    output::show(common, &Answer::new(text, &Building { folder: folder(cache), tables }))?;
    Ok(exit)
}

fn build_set(common: &Common, cache: &Cache, set: &Set, started: Instant) -> Result<(Built, Option<Stop>), Fault> {
    let path = cache.path(&set.label);
    let report = |status, bytes, time_ms| {
        let size = set.label.partition.size().to_string();
        Built { name: set.name.clone(), size, status, bytes, time_ms, path: path.display().to_string() }
    };
    if set.is_kept(cache) {
        return Ok((report("kept", fs::metadata(&path).map_or(0, |about| about.len()), 0.0), None));
    }
    let left = common.time_limit.map(|limit| limit.saturating_sub(started.elapsed()));
    let watch = Watch::start_bar(common, left, set.steps().unwrap_or(0));
    let mut run = Run::new(Limits { nodes: None, memory: Some(common.memory_limit()) }, watch.control());
    match set.build(cache, common.threads(), &mut run) {
        Ok(bytes) => Ok((report("built", bytes, watch.milliseconds()), None)),
        Err(Failed::Build(BuildError::Stopped(stop))) => {
            let status = if stop == Stop::Interrupted { "interrupted" } else { "limit" };
            Ok((report(status, 0, watch.milliseconds()), Some(stop)))
        }
        Err(failed) => Err(failed.into()),
    }
}

impl Built {
    fn text(&self, stop: Option<Stop>) -> String {
        let Built { size, name, .. } = self;
        match (self.status, stop) {
            (_, Some(stop)) => format!("{size} {name}: stopped, {stop}; nothing was written\n"),
            ("kept", _) => format!("{size} {name}: already built\n"),
            _ => format!("{size} {name}: {} in {}, {}\n", bytes(self.bytes), milliseconds(self.time_ms), self.path),
        }
    }
}

/// The cache as the web page sees it.
pub(crate) struct Shelves {
    pub(crate) cache: Cache,
}

impl Cupboard for Shelves {
    fn list(&self) -> Result<Vec<ubin_web::Row>, Fault> {
        let sides = |size: &str| size.parse::<Size>().map_or((0, 0), |size| (size.rows(), size.cols()));
        let row = |row: Row| {
            let (rows, cols) = sides(&row.size);
            ubin_web::Row { name: row.name, rows, cols, bytes: row.bytes, cached: row.built }
        };
        Ok(rows(&self.cache)?.into_iter().map(row).collect())
    }

    fn build(&self, name: &str, threads: usize, run: &mut Run<'_>) -> Result<ubin_web::Row, Fault> {
        let set = Set::named(name)?;
        if !set.is_kept(&self.cache) {
            set.build(&self.cache, threads, run)?;
        }
        let (size, bytes) = (set.label.partition.size(), set.label.bytes().unwrap_or(0));
        Ok(ubin_web::Row { name: set.name, rows: size.rows(), cols: size.cols(), bytes, cached: true })
    }
}

/// What was found of a file.
#[derive(Serialize)]
struct Verified {
    path: String,
    right: bool,
    error: Option<String>,
}

#[derive(Serialize)]
struct Verification {
    folder: String,
    tables: Vec<Verified>,
}

fn verify(common: &Common, cache: &Cache) -> Result<Exit, Fault> {
    let mut tables = Vec::new();
    for kept in cache.files().map_err(|error| fault(cache.folder(), &error))? {
        let error = cache.check(&kept.label).err().map(|error| error.to_string());
        tables.push(Verified { path: kept.path.display().to_string(), right: error.is_none(), error });
    }
    let line = |table: &Verified| format!("{}: {}\n", table.path, table.error.as_deref().unwrap_or("right"));
    let text = match &tables[..] {
        [] => format!("{}: there are no tables\n", cache.folder().display()),
        tables => tables.iter().map(line).collect(),
    };
    let exit = if tables.iter().all(|table| table.right) { Exit::Answered } else { Exit::Fault };
    output::show(common, &Answer::new(text, &Verification { folder: folder(cache), tables }))?;
    Ok(exit)
}

#[derive(Serialize)]
struct Cleared {
    folder: String,
    #[serde(flatten)]
    freed: Freed,
}

/// Removes every file that is ours; what cannot be removed is told, and the others go all the same.
fn clear(common: &Common, cache: &Cache) -> Result<Exit, Fault> {
    let unreadable = |error| fault(cache.folder(), &error);
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
                output::complain(&fault(&path, &error), common.color);
                exit = Exit::Fault;
            }
        }
    }
    let text = format!("{}: {} freed", cache.folder().display(), bytes(freed.bytes));
    output::show(common, &Answer::new(text, &Cleared { folder: folder(cache), freed }))?;
    Ok(exit)
}
