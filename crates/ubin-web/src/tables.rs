//! The cache of pattern tables. The server opens no file: whoever starts it may give it a cupboard.

use std::sync::Arc;

use serde::Serialize;
use ubin::run::Run;
use ubin::slide::Size;
use ubin_front::{Desk as _, Fault, Watched as _};
use utoipa::ToSchema;

use crate::app::{Reply, Task};
use crate::ask;
use crate::problem::Problem;

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
    /// When the place cannot be read.
    fn list(&self) -> Result<Vec<Row>, Fault>;
    /// Builds a set by name and keeps it; one that is there already is left as it is.
    ///
    /// # Errors
    /// When there is no such set, it cannot be kept, or the run stops it.
    fn build(&self, name: &str, threads: usize, run: &mut Run<'_>) -> Result<Row, Fault>;
}

/// What a set may take that is chosen by its board only.
const LARGE: u64 = 256 << 20;

/// No place for tables.
pub(crate) fn absent() -> Problem {
    Problem::input("no-cache", "there is no place for tables: set --cache, UBIN_CACHE, XDG_CACHE_HOME or HOME")
}

impl ask::BuildTable {
    /// Builds the set of a name, or the best of a board.
    pub(crate) fn task(self, cupboard: Arc<dyn Cupboard>) -> Result<Task, Problem> {
        let ask::BuildTable { name, size, limits, .. } = self;
        let size = size.as_deref().map(ask::size).transpose()?;
        let rows = cupboard.list()?;
        let name = match (name, size) {
            (Some(name), size) => {
                let fits = |row: &&Row| row.name == name && size.is_none_or(|size| is_for(row, size));
                rows.iter().find(fits).map(|row| row.name.clone())
            }
            (None, Some(size)) => {
                let of_board = rows.iter().filter(|row| is_for(row, size) && row.bytes <= LARGE);
                of_board
                    .filter(|row| !row.name.starts_with("multi"))
                    .max_by_key(|row| row.bytes)
                    .map(|row| row.name.clone())
            }
            (None, None) => return Err(Problem::option("name", "expected the name of a set, or a size")),
        };
        let name = name.ok_or_else(|| Problem::option("name", "there is no such set: GET /api/tables lists them"))?;
        Task::work(limits.asked(), move |job| {
            let watch = job.watch(job.time_limit());
            let mut run = Run::new(job.limits(), watch.control());
            let row = cupboard.build(&name, job.threads(), &mut run);
            match watch.control().stopped() {
                Some(stop) if row.is_err() => Err(Problem::stopped(stop)),
                _ => Ok(Reply::json(&row?)),
            }
        })
    }
}

fn is_for(row: &Row, size: Size) -> bool {
    (row.rows, row.cols) == (size.rows(), size.cols())
}
