//! What `heuristics` answers.

use serde::Serialize;
use ubin::report::Explanation;
use ubin::report::slide::SlideCost;
use ubin::run::{Stats, Stop};
use ubin::slide::{Board, BoundQuality};

/// What `heuristics` answers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = slide::Heuristics))]
pub struct HeuristicsReport {
    /// Always `slide`.
    pub puzzle: &'static str,
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub cols: usize,
    /// The goal, its tiles row by row, 0 for the blank.
    pub goal: Vec<u16>,
    /// `solved` when every heuristic was measured, `limit` or `interrupted`.
    pub status: &'static str,
    /// Why it ended early, as a code.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub why: Option<Explanation>,
    /// Boards drawn at random.
    pub sample: u64,
    /// The seed they are drawn from.
    pub seed: u64,
    /// The heuristics that were measured to their end, weakest first.
    pub heuristics: Vec<HeuristicRow>,
    /// What it took.
    #[serde(flatten)]
    pub cost: SlideCost,
}

/// How good a heuristic is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = slide::HeuristicRow))]
pub struct HeuristicRow {
    /// Its name.
    pub heuristic: &'static str,
    /// Boards whose bound was compared with their distance.
    pub boards: u64,
    /// The mean distance of these boards.
    pub mean_distance: f64,
    /// Their mean bound.
    pub mean: f64,
    /// The mean of distance - bound.
    pub mean_error: f64,
    /// The largest distance - bound.
    pub max_error: u32,
    /// The mean of bound / distance, the goal left out.
    pub ratio: f64,
    /// The part of the boards whose bound is their distance.
    pub exact: f64,
    /// The effective branching factor of A*, a mean over the sample; null when a search took more than a million nodes.
    pub branching: Option<f64>,
}

impl HeuristicsReport {
    /// The report on what was measured.
    pub(crate) fn new(
        goal: &Board,
        (sample, seed): (u64, u64),
        (told, stop): (&[BoundQuality], Option<Stop>),
        stats: Stats,
        time_ms: f64,
    ) -> HeuristicsReport {
        let Stats { expanded, generated, peak_bytes } = stats;
        HeuristicsReport {
            puzzle: "slide",
            rows: goal.size().rows(),
            cols: goal.size().cols(),
            goal: goal.tiles().to_vec(),
            status: match stop {
                None => "solved",
                Some(Stop::Interrupted) => "interrupted",
                Some(_) => "limit",
            },
            why: stop.map(Explanation::from),
            sample,
            seed,
            heuristics: told.iter().map(HeuristicRow::new).collect(),
            cost: SlideCost { expanded, generated, time_ms, peak_bytes, tables_ms: 0.0 },
        }
    }
}

impl HeuristicRow {
    fn new(told: &BoundQuality) -> HeuristicRow {
        HeuristicRow {
            heuristic: told.name.name(),
            boards: told.boards,
            mean_distance: told.distance,
            mean: told.bound,
            mean_error: told.error,
            max_error: told.worst,
            ratio: told.ratio,
            exact: told.exact,
            branching: told.branching,
        }
    }
}
