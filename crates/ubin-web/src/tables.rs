//! The cache of pattern tables. The server opens no file: the program that starts it may give it a cupboard.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use ubin::run::{Limits, Run};
use ubin::slide::Size;
use ubin_front::clock::{Clock, Moment};
use ubin_front::question::LimitFields;
use ubin_front::{AskError, Desk as _};
use utoipa::ToSchema;

use crate::job::WebJob;
use crate::refusal::HttpRefusal;
use crate::service::{JobOrder, Reply};

/// A set of tables that is there, or could be built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// Its size.
    pub bytes: u64,
    /// Whether it is there.
    pub cached: bool,
}

/// Where tables are kept between runs.
pub trait Cupboard: Send + Sync {
    /// What is there and what could be built.
    ///
    /// # Errors
    /// When the place cannot be read: why.
    fn list(&self) -> Result<Vec<Row>, String>;
    /// Builds a set by name and keeps it; one that is there already is left as it is.
    ///
    /// # Errors
    /// When there is no such set, it cannot be kept, or the run stops it: why.
    fn build(&self, name: &str, threads: usize, run: &mut Run<'_>) -> Result<Row, String>;
}

/// What a set may take that is chosen by its board only.
const LARGE: u64 = 256 << 20;

/// No place for tables.
pub(crate) fn absent() -> HttpRefusal {
    HttpRefusal::input("no-cache", "there is no place for tables: the server was given no cache folder and found none")
}

/// The place for tables cannot be used.
pub(crate) fn unreadable(why: String) -> HttpRefusal {
    HttpRefusal::input("bad-cache", why)
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
    pub(crate) fn order(self, cupboard: Arc<dyn Cupboard>, asked: Moment) -> Result<JobOrder, HttpRefusal> {
        let rows = cupboard.list().map_err(unreadable)?;
        let name = self.set(&rows)?;
        let limits = self.limits.clone();
        let work = Box::new(move |job: &WebJob| build(&*cupboard, &name, &self.limits, job));
        Ok(JobOrder { asked, limits, work, gives_parts: false })
    }

    fn set(&self, rows: &[Row]) -> Result<String, HttpRefusal> {
        let name = match (&self.name, self.size) {
            (Some(name), size) => {
                rows.iter().find(|row| row.name == *name && size.is_none_or(|size| is_for(row, size)))
            }
            (None, Some(size)) => {
                let of_board = rows.iter().filter(|row| is_for(row, size) && row.bytes <= LARGE);
                of_board.filter(|row| !row.name.starts_with("multi")).max_by_key(|row| row.bytes)
            }
            (None, None) => return Err(AskError::Missing.at("name").into()),
        };
        let found = self.name.clone().unwrap_or_default();
        name.map(|row| row.name.clone()).ok_or_else(|| AskError::NoSet { name: found }.at("name").into())
    }
}

fn build(cupboard: &dyn Cupboard, name: &str, asked: &LimitFields, job: &WebJob) -> Result<Reply, HttpRefusal> {
    let allowed = job.allowance().lowered(asked);
    let watch = Clock::new(job.asked(), allowed.time).watch(job, None);
    let limits = Limits { nodes: allowed.nodes, memory: allowed.memory };
    let row = cupboard.build(name, allowed.threads, &mut Run::new(limits, watch.control()));
    match (row, watch.control().stopped()) {
        (Ok(row), _) => Ok(Reply::json(&row)),
        (Err(_), Some(stop)) => Err(stop.into()),
        (Err(why), None) => Err(unreadable(why)),
    }
}

fn is_for(row: &Row, size: Size) -> bool {
    (row.rows, row.cols) == (size.rows(), size.cols())
}
