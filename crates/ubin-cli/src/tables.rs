//! `ubin tables`: the cache of pattern databases.

use std::fs;

use serde::Serialize;
use ubin::render::text::{bytes, milliseconds};
use ubin::run::{Limits, Run, Stop};
use ubin::slide::multi;
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
    let set = |name: &str| match multi::CATALOGUE.iter().find(|named| named.name == name) {
        Some(named) => Ok(Set::Multi(named)),
        None => named(name).map(Set::Single),
    };
    let sets: Vec<Set> = match names {
        [] => vec![set("6-6-3")?, set("7-8")?],
        names => names.iter().map(|name| set(name)).collect::<Result<_, _>>()?,
    };
    for set in sets {
        let exit = build_set(common, cache, &set)?;
        if exit != Exit::Answered {
            return Ok(exit);
        }
    }
    Ok(Exit::Answered)
}

fn build_set(common: &Common, cache: &Cache, set: &Set) -> Result<Exit, Fault> {
    let (Set::Single(named) | Set::Multi(named)) = set;
    let partition = named.partition();
    let (path, steps) = match set {
        Set::Single(_) => {
            (cache.path(&partition), Tables::states(&partition).map(|states| states / Tables::STATES_A_STEP))
        }
        Set::Multi(_) => (cache.multi_path(&partition), multi::Tables::steps(&partition)),
    };
    if path.exists() && Cache::check(&path).is_ok() {
        output::note(common, &format!("{} {}: already built", partition.size(), named.name));
        return Ok(Exit::Answered);
    }
    let watch = Watch::start_bar(common, common.time_limit, steps.unwrap_or(0));
    let mut run = Run::new(Limits { nodes: None, memory: None }, watch.control());
    // The time is that of the building, not of the writing.
    let (saved, length, time) = match set {
        Set::Single(_) => match Tables::build(&partition, common.threads(), &mut run) {
            Ok(tables) => {
                let time = watch.milliseconds();
                drop(watch);
                (cache.save(&tables), tables.image().len(), time)
            }
            Err(BuildError::Stopped(stop)) => return Ok(stopped(common, stop)),
            Err(error) => return Err(Fault::Plain(error.to_string())),
        },
        Set::Multi(_) => match multi::Tables::build(&partition, common.threads(), &mut run) {
            Ok(tables) => {
                let time = watch.milliseconds();
                drop(watch);
                (cache.save_multi(&tables), tables.image().len(), time)
            }
            Err(stop) => return Ok(stopped(common, stop)),
        },
    };
    let path = saved.map_err(|error| fault(cache, &error))?;
    let (size, bytes, ms) = (partition.size(), bytes(length as u64), milliseconds(time));
    output::print(&format!("{size} {}: {bytes} in {ms}, {}", named.name, path.display()))?;
    Ok(Exit::Answered)
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
