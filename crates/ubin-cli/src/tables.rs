//! `ubin tables`: the cache of pattern databases.

use std::fs;
use std::path::PathBuf;

use serde::Serialize;
use ubin::render::text::{bytes, milliseconds};
use ubin::run::{Limits, Run, Stop};
use ubin::slide::pattern::{BuildError, CATALOGUE, Named, Partition, Tables};
use ubin::slide::{Size, multi};
use ubin_web::Cupboard;

use crate::args::{Common, TablesArgs, TablesVerb};
use crate::cache::Cache;
use crate::exit::{Exit, Fault};
use crate::output::{self, Answer};
use crate::watch::Watch;

pub(crate) fn run(common: &Common, args: &TablesArgs) -> Result<Exit, Fault> {
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

fn fault(cache: &Cache, error: &impl std::fmt::Display) -> Fault {
    Fault::Plain(format!("{}: {error}", cache.folder().display()))
}

/// A set of tables that is there, or could be built.
#[derive(Serialize)]
struct Row {
    name: String,
    size: String,
    bytes: u64,
    built: bool,
}

#[derive(Serialize)]
struct List {
    folder: String,
    tables: Vec<Row>,
}

/// What is there and what could be built.
fn rows(cache: &Cache) -> Result<Vec<Row>, Fault> {
    let mut rows: Vec<Row> = CATALOGUE
        .iter()
        .map(|named| {
            let partition = named.partition();
            let built = cache.path(&partition).exists();
            let bytes = Tables::bytes(&partition).unwrap_or(0);
            Row { name: named.name.into(), size: partition.size().to_string(), bytes, built }
        })
        .collect();
    for named in multi::CATALOGUE {
        let partition = named.partition();
        let built = cache.multi_path(&partition).exists();
        let bytes = multi::Tables::bytes(&partition).unwrap_or(0);
        rows.push(Row { name: named.name.into(), size: partition.size().to_string(), bytes, built });
    }
    let mut catalogued: Vec<_> = CATALOGUE.iter().map(|named| cache.path(&named.partition())).collect();
    catalogued.extend(multi::CATALOGUE.iter().map(|named| cache.multi_path(&named.partition())));
    for kept in cache.files().map_err(|error| fault(cache, &error))? {
        if !catalogued.contains(&kept.path) {
            let name = kept.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let size = name.split('-').next().unwrap_or_default().to_string();
            rows.push(Row { name, size, bytes: kept.bytes, built: true });
        }
    }
    Ok(rows)
}

fn list(common: &Common, cache: &Cache) -> Result<Exit, Fault> {
    let rows = rows(cache)?;
    let mut text = format!("{}\n", cache.folder().display());
    for row in &rows {
        let state = if row.built { "built" } else { "not built" };
        text += &format!("  {:<4} {:<11} {:>10}  {state}\n", row.size, row.name, bytes(row.bytes));
    }
    let report = List { folder: cache.folder().display().to_string(), tables: rows };
    output::show(common, &Answer::new(text, &report))?;
    Ok(Exit::Answered)
}

/// The catalogued set of a name, with or without its board: `7-8`, `4x4 7-8`.
fn named(name: &str) -> Result<&'static Named, Fault> {
    CATALOGUE.iter().find(|named| named.name == name).ok_or_else(|| {
        let names: Vec<&str> = CATALOGUE.iter().chain(&multi::CATALOGUE).map(|named| named.name).collect();
        Fault::Plain(format!("there is no set of tables '{name}': expected one of {}", names.join(", ")))
    })
}

/// A set that can be built.
enum Set {
    Single(&'static Named),
    Multi(&'static Named),
}

/// Builds the sets that are not there yet.
fn build(common: &Common, cache: &Cache, names: &[String]) -> Result<Exit, Fault> {
    let sets: Vec<Set> = match names {
        [] => vec![Set::named("6-6-3")?, Set::named("7-8")?],
        names => names.iter().map(|name| Set::named(name)).collect::<Result<_, _>>()?,
    };
    for set in sets {
        let exit = build_set(common, cache, &set)?;
        if exit != Exit::Answered {
            return Ok(exit);
        }
    }
    Ok(Exit::Answered)
}

impl Set {
    fn named(name: &str) -> Result<Set, Fault> {
        match multi::CATALOGUE.iter().find(|named| named.name == name) {
            Some(named) => Ok(Set::Multi(named)),
            None => named(name).map(Set::Single),
        }
    }

    /// Its name, and what it is of.
    fn about(&self) -> (&'static str, Partition) {
        let (Set::Single(named) | Set::Multi(named)) = self;
        (named.name, named.partition())
    }

    fn path(&self, cache: &Cache) -> PathBuf {
        let (_, partition) = self.about();
        match self {
            Set::Single(_) => cache.path(&partition),
            Set::Multi(_) => cache.multi_path(&partition),
        }
    }

    /// The steps that building it takes.
    fn steps(&self) -> Option<u64> {
        let (_, partition) = self.about();
        match self {
            Set::Single(_) => Tables::states(&partition).map(|states| states / Tables::STATES_A_STEP),
            Set::Multi(_) => multi::Tables::steps(&partition),
        }
    }

    fn is_kept(&self, cache: &Cache) -> bool {
        let path = self.path(cache);
        path.exists() && Cache::check(&path).is_ok()
    }

    fn build(&self, threads: usize, run: &mut Run<'_>) -> Result<Built, BuildError> {
        let (_, partition) = self.about();
        match self {
            Set::Single(_) => Tables::build(&partition, threads, run).map(Built::Single),
            Set::Multi(_) => {
                multi::Tables::build(&partition, threads, run).map(Built::Multi).map_err(BuildError::Stopped)
            }
        }
    }
}

/// Tables that were just built.
enum Built {
    Single(Tables),
    Multi(multi::Tables),
}

impl Built {
    fn bytes(&self) -> u64 {
        match self {
            Built::Single(tables) => tables.image().len() as u64,
            Built::Multi(tables) => tables.image().len() as u64,
        }
    }

    fn save(&self, cache: &Cache) -> Result<PathBuf, Fault> {
        let saved = match self {
            Built::Single(tables) => cache.save(tables),
            Built::Multi(tables) => cache.save_multi(tables),
        };
        saved.map_err(|error| fault(cache, &error))
    }
}

fn build_set(common: &Common, cache: &Cache, set: &Set) -> Result<Exit, Fault> {
    let (name, partition) = set.about();
    let size = partition.size();
    if set.is_kept(cache) {
        output::note(common, &format!("{size} {name}: already built"));
        return Ok(Exit::Answered);
    }
    let watch = Watch::start_bar(common, common.time_limit, set.steps().unwrap_or(0));
    let mut run = Run::new(Limits { nodes: None, memory: None }, watch.control());
    let built = match set.build(common.threads(), &mut run) {
        Ok(built) => built,
        Err(BuildError::Stopped(stop)) => return Ok(stopped(common, stop)),
        Err(error) => return Err(Fault::Plain(error.to_string())),
    };
    // The time is that of the building, not of the writing.
    let time = milliseconds(watch.milliseconds());
    drop(watch);
    let path = built.save(cache)?;
    output::print(&format!("{size} {name}: {} in {time}, {}", bytes(built.bytes()), path.display()))?;
    Ok(Exit::Answered)
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
        let (name, partition) = set.about();
        let size = partition.size();
        let mut row = ubin_web::Row { name: name.into(), rows: size.rows(), cols: size.cols(), bytes: 0, cached: true };
        if set.is_kept(&self.cache) {
            row.bytes = fs::metadata(set.path(&self.cache)).map_or(0, |about| about.len());
            return Ok(row);
        }
        let built = set.build(threads, run).map_err(|error| Fault::Plain(error.to_string()))?;
        built.save(&self.cache)?;
        row.bytes = built.bytes();
        Ok(row)
    }
}

fn stopped(common: &Common, stop: Stop) -> Exit {
    output::note(common, &format!("stopped: {stop}; nothing was written"));
    stop.into()
}

fn verify(common: &Common, cache: &Cache) -> Result<Exit, Fault> {
    let mut exit = Exit::Answered;
    for kept in cache.files().map_err(|error| fault(cache, &error))? {
        match Cache::check(&kept.path) {
            Ok(()) => output::print(&format!("{}: right", kept.path.display()))?,
            Err(error) => {
                output::note(common, &format!("{}: {error}", kept.path.display()));
                exit = Exit::Fault;
            }
        }
    }
    Ok(exit)
}

fn clear(common: &Common, cache: &Cache) -> Result<Exit, Fault> {
    let mut freed = 0;
    for kept in cache.files().map_err(|error| fault(cache, &error))? {
        fs::remove_file(&kept.path).map_err(|error| fault(cache, &error))?;
        freed += kept.bytes;
    }
    output::note(common, &format!("{}: {} freed", cache.folder().display(), bytes(freed)));
    Ok(Exit::Answered)
}
