//! What `distances` answers.

use serde::Serialize;

use super::Explanation;
use super::slide::SlideCost;
use crate::run::{Stats, Stop};
use crate::slide::distances::Distances;
use crate::slide::{Board, Metric};

/// The most boards that are named.
const MOST_NAMED: usize = 1000;

/// What `distances` answers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = slide::Distances))]
pub struct DistancesReport {
    /// Always `slide`.
    pub puzzle: &'static str,
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub cols: usize,
    /// The goal, its tiles row by row, 0 for the blank.
    pub goal: Vec<u16>,
    /// What counts as one move.
    pub metric: &'static str,
    /// `solved` when the whole space was searched, `limit` or `interrupted`.
    pub status: &'static str,
    /// Why it ended early, as a code.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub why: Option<Explanation>,
    /// The largest distance; null when the search ended early.
    pub radius: Option<usize>,
    /// The mean distance of the boards counted.
    pub mean: f64,
    /// How many boards are 0, 1, 2, ... moves away, as far as levels were searched to their end.
    pub histogram: Vec<u64>,
    /// The boards that are farthest away, a line each; at most 1,000 of them.
    pub farthest: Vec<String>,
    /// Boards counted.
    pub states: u64,
    /// What it took.
    #[serde(flatten)]
    pub cost: SlideCost,
}

impl DistancesReport {
    /// The report on a space.
    #[must_use]
    pub fn new(goal: &Board, metric: Metric, space: &Distances, stats: Stats, time_ms: f64) -> DistancesReport {
        DistancesReport {
            puzzle: "slide",
            rows: goal.size().rows(),
            cols: goal.size().cols(),
            goal: goal.tiles().to_vec(),
            metric: metric.name(),
            status: match space.stop {
                None => "solved",
                Some(Stop::Interrupted) => "interrupted",
                Some(_) => "limit",
            },
            why: space.stop.map(Explanation::from),
            radius: space.radius(),
            mean: space.mean(),
            histogram: space.histogram.clone(),
            farthest: space.farthest.iter().take(MOST_NAMED).map(row_by_row).collect(),
            states: space.states(),
            cost: SlideCost::new(stats, time_ms),
        }
    }
}

/// A board on one line, as it is read: rows separated by `/`.
fn row_by_row(board: &Board) -> String {
    let row = |row: &[u16]| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    board.tiles().chunks(board.size().cols()).map(row).collect::<Vec<_>>().join("/")
}
