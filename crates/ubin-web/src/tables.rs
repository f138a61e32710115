//! The cache of pattern tables, over HTTP.

use std::fmt::Display;

use serde::{Deserialize, Serialize};
use ubin::run::{Limits, Run};
use ubin::slide::Size;
use ubin_front::cache::{FileState, NamedSet, NotBuilt, TableCache};
use ubin_front::clock::{Clock, Moment};
use ubin_front::question::LimitFields;
use ubin_front::{AskError, Desk as _};
use utoipa::ToSchema;

use crate::job::WebJob;
use crate::refusal::HttpRefusal;
use crate::service::{JobOrder, Reply};

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
pub(crate) fn absent() -> HttpRefusal {
    HttpRefusal::input("no-cache", "there is no place for tables: the server was given no cache folder and found none")
}

/// The place for tables cannot be used.
fn unusable(why: impl Display) -> HttpRefusal {
    HttpRefusal::input("bad-cache", why.to_string())
}

/// What is in the cache and what could be built.
pub(crate) fn list(cache: &TableCache) -> Result<Vec<TableRow>, HttpRefusal> {
    let listed = cache.list().map_err(|error| unusable(format!("{}: {error}", cache.folder().display())))?;
    Ok(listed.iter().map(|(named, state)| TableRow::new(named, *state)).collect())
}

/// Builds pattern tables and keeps them.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct BuildFields {
    /// The name of a set, as the list gives it.
    name: Option<String>,
    /// The board: without a name, its largest set of up to 256 MiB.
    #[schema(value_type = Option<String>)]
    size: Option<Size>,
    /// What the building may use.
    #[serde(flatten)]
    limits: LimitFields,
}

impl BuildFields {
    /// The job that builds the set of a name, or the best of a board.
    pub(crate) fn order(self, cache: TableCache, asked: Moment) -> Result<JobOrder, HttpRefusal> {
        let (name, limits) = (self.set(list(&cache)?)?, self.limits.clone());
        let work = Box::new(move |job: &WebJob| build(&cache, &name, &self.limits, job));
        Ok(JobOrder { asked, limits, work, gives_parts: false })
    }

    /// The name of the set that is meant.
    fn set(&self, rows: Vec<TableRow>) -> Result<String, HttpRefusal> {
        let row = match (&self.name, self.size) {
            (Some(name), size) => {
                rows.into_iter().find(|row| row.name == *name && size.is_none_or(|size| row.is_for(size)))
            }
            (None, Some(size)) => rows
                .into_iter()
                .filter(|row| row.is_for(size) && row.bytes <= LARGE && !row.name.starts_with("multi"))
                .max_by_key(|row| row.bytes),
            (None, None) => return Err(AskError::Missing.at("name").into()),
        };
        let name = self.name.clone().unwrap_or_default();
        row.map(|row| row.name).ok_or_else(|| AskError::NoSet { name }.at("name").into())
    }
}

fn build(cache: &TableCache, name: &str, asked: &LimitFields, job: &WebJob) -> Result<Reply, HttpRefusal> {
    let named = NamedSet::named(name).map_err(unusable)?;
    let allowed = job.allowance().lowered(asked);
    let watch = Clock::new(job.asked(), allowed.time).watch(job, None);
    let mut run = Run::new(Limits { nodes: allowed.nodes, memory: allowed.memory }, watch.control());
    if cache.has_whole(&named.set) {
        // Now it is one that was asked for. A list that cannot be written only means that it may leave one day.
        let _ = cache.ask_for(&named.set);
    } else if let Err(error) = cache.build(&named.set, allowed.threads, &mut run) {
        return Err(match (error, watch.control().stopped()) {
            (NotBuilt::Build(_), Some(stop)) => stop.into(),
            (error, _) => unusable(error),
        });
    }
    job.tables().look_again();
    let bytes = named.set.bytes().unwrap_or(0);
    Ok(Reply::json(&TableRow::new(&named, FileState::Built { bytes })))
}
