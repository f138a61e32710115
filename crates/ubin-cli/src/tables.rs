//! `ubin tables`: the cache of pattern databases.

use std::fs;
use std::time::Duration;

use serde::Serialize;
use ubin::render::text::{bytes, milliseconds};
use ubin::run::{Limits, Run};
use ubin::slide::pattern::{BuildError, CATALOGUE, Named, Tables};

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

fn list(common: &Common, cache: &Cache) -> Result<Exit, Fault> {
    let mut rows: Vec<Row> = CATALOGUE
        .iter()
        .map(|named| {
            let partition = named.partition();
            let built = cache.path(&partition).exists();
            let bytes = Tables::bytes(&partition).unwrap_or(0);
            Row { name: named.name.into(), size: partition.size().to_string(), bytes, built }
        })
        .collect();
    let catalogued: Vec<_> = CATALOGUE.iter().map(|named| cache.path(&named.partition())).collect();
    for kept in cache.files().map_err(|error| fault(cache, &error))? {
        if !catalogued.contains(&kept.path) {
            let name = kept.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let size = name.split('-').next().unwrap_or_default().to_string();
            rows.push(Row { name, size, bytes: kept.bytes, built: true });
        }
    }
    let mut text = format!("{}\n", cache.folder().display());
    for row in &rows {
        let state = if row.built { "built" } else { "not built" };
        text += &format!("  {:<4} {:<10} {:>10}  {state}\n", row.size, row.name, bytes(row.bytes));
    }
    let report = List { folder: cache.folder().display().to_string(), tables: rows };
    output::show(common, &Answer::new(text, &report))?;
    Ok(Exit::Answered)
}

/// The catalogued set of a name, with or without its board: `7-8`, `4x4 7-8`.
fn named(name: &str) -> Result<&'static Named, Fault> {
    CATALOGUE.iter().find(|named| named.name == name).ok_or_else(|| {
        let names: Vec<&str> = CATALOGUE.iter().map(|named| named.name).collect();
        Fault::Plain(format!("there is no set of tables '{name}': expected one of {}", names.join(", ")))
    })
}

/// Builds the sets that are not there yet.
fn build(common: &Common, cache: &Cache, names: &[String]) -> Result<Exit, Fault> {
    let sets: Vec<&Named> = match names {
        [] => vec![named("6-6-3")?, named("7-8")?],
        names => names.iter().map(|name| named(name)).collect::<Result<_, _>>()?,
    };
    for set in sets {
        let partition = set.partition();
        let path = cache.path(&partition);
        if path.exists() && Cache::open(&path).is_ok() {
            output::note(common, &format!("{} {}: already built", partition.size(), set.name));
            continue;
        }
        let total = Tables::states(&partition).unwrap_or(0) / 1024;
        let watch = Watch::start_bar(common, common.time_limit, total);
        let mut run = Run::new(Limits { nodes: None, memory: None }, watch.control());
        let tables = match Tables::build(&partition, common.threads(), &mut run) {
            Ok(tables) => tables,
            Err(BuildError::Stopped(stop)) => {
                output::note(common, &format!("stopped: {stop}; nothing was written"));
                return Ok(stop.into());
            }
            Err(error) => return Err(Fault::Plain(error.to_string())),
        };
        let time = Duration::from_secs_f64(watch.milliseconds() / 1000.0);
        drop(watch);
        let path = cache.save(&tables).map_err(|error| fault(cache, &error))?;
        let ms = milliseconds(time.as_secs_f64() * 1000.0);
        output::print(&format!(
            "{} {}: {} in {ms}, {}",
            partition.size(),
            set.name,
            bytes(tables.image().len() as u64),
            path.display()
        ))?;
    }
    Ok(Exit::Answered)
}

fn verify(common: &Common, cache: &Cache) -> Result<Exit, Fault> {
    let mut exit = Exit::Answered;
    for kept in cache.files().map_err(|error| fault(cache, &error))? {
        match Cache::open(&kept.path) {
            Ok(_) => output::print(&format!("{}: right", kept.path.display()))?,
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
