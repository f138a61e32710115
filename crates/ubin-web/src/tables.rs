//! The cache of pattern tables, over HTTP.

use std::io;

use serde::Serialize;
use ubin::run::Run;
use ubin::slide::Size;
use ubin_front::cache::{FileState, NamedSet, NotBuilt, TableCache};
use ubin_front::{Desk as _, Fault, Watched as _};
use utoipa::ToSchema;

use crate::app::{Reply, Task};
use crate::ask;
use crate::job::Job;
use crate::problem::Problem;

/// A set of tables that is there, or could be built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct TableRow {
    /// Its name.
    name: String,
    /// Rows of the board.
    rows: usize,
    /// Columns of the board.
    cols: usize,
    /// Its size.
    bytes: u64,
    /// Whether it is there.
    cached: bool,
}

impl TableRow {
    fn new(named: &NamedSet, state: FileState) -> TableRow {
        let size = named.set.partition.size();
        let (bytes, cached) = match state {
            FileState::Absent => (named.set.bytes().unwrap_or(0), false),
            FileState::Built { bytes } => (bytes, true),
            FileState::Damaged { bytes } => (bytes, false),
        };
        TableRow { name: named.name.clone(), rows: size.rows(), cols: size.cols(), bytes, cached }
    }

    fn is_for(&self, size: Size) -> bool {
        (self.rows, self.cols) == (size.rows(), size.cols())
    }
}

/// What a set may take that is chosen by its board only.
const LARGE: u64 = 256 << 20;

/// No place for tables.
pub(crate) fn absent() -> Problem {
    Problem::input("no-cache", "there is no place for tables: the server was given no cache folder and found none")
}

/// What is in the cache and what could be built.
pub(crate) fn list(cache: &TableCache) -> Result<Vec<TableRow>, Problem> {
    let listed = cache.list().map_err(|error| unreadable(cache, &error))?;
    Ok(listed.iter().map(|(named, state)| TableRow::new(named, *state)).collect())
}

fn unreadable(cache: &TableCache, error: &io::Error) -> Problem {
    Fault::Plain(format!("{}: {error}", cache.folder().display())).into()
}

impl ask::BuildTable {
    /// Builds the set of a name, or the best of a board.
    pub(crate) fn task(self, cache: TableCache) -> Result<Task, Problem> {
        let ask::BuildTable { name, size, limits, .. } = self;
        let size = size.as_deref().map(ask::size).transpose()?;
        let rows = list(&cache)?;
        let row = match (name, size) {
            (Some(name), size) => {
                rows.into_iter().find(|row| row.name == name && size.is_none_or(|size| row.is_for(size)))
            }
            (None, Some(size)) => rows
                .into_iter()
                .filter(|row| row.is_for(size) && row.bytes <= LARGE && !row.name.starts_with("multi"))
                .max_by_key(|row| row.bytes),
            (None, None) => return Err(Problem::option("name", "expected the name of a set, or a size")),
        };
        let row = row.ok_or_else(|| Problem::option("name", "there is no such set: GET /api/tables lists them"))?;
        Task::work(limits.asked(), move |job| build(job, &cache, &row.name))
    }
}

fn build(job: &Job, cache: &TableCache, name: &str) -> Result<Reply, Problem> {
    let named = NamedSet::named(name).map_err(|error| Fault::Plain(error.to_string()))?;
    let watch = job.watch(job.time_limit());
    let mut run = Run::new(job.limits(), watch.control());
    if cache.has_whole(&named.set) {
        // Now it is one that was asked for. A list that cannot be written only means that it may leave one day.
        let _ = cache.ask_for(&named.set);
    } else if let Err(error) = cache.build(&named.set, job.threads(), &mut run) {
        return Err(match (error, watch.control().stopped()) {
            (NotBuilt::Build(_), Some(stop)) => Problem::stopped(stop),
            (error, _) => Fault::Plain(error.to_string()).into(),
        });
    }
    job.tables().look_again();
    let bytes = named.set.bytes().unwrap_or(0);
    Ok(Reply::json(&TableRow::new(&named, FileState::Built { bytes })))
}
