//! Answers about sliding puzzles.
//!
//! The field names are public: programs read them. Times are given by the front end, which owns the clock.

use serde::Serialize;

use crate::report::Explanation;
use crate::run::{Stats, Stop};
use crate::slide::compare::branching;
use crate::slide::solve::{Method, Options, ShortestCount, SlideAnswer, Status};
use crate::slide::{Board, Notation, Puzzle};
use crate::slide::{Kurang, Parity};

/// What `check` answers, and what every other answer begins with.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = slide::Check))]
pub struct SlideCheckReport {
    /// Always `slide`.
    pub puzzle: &'static str,
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub cols: usize,
    /// Tiles row by row, 0 for the blank.
    pub board: Vec<u16>,
    /// The goal, likewise.
    pub goal: Vec<u16>,
    /// Whether moves lead from one to the other.
    pub solvable: bool,
    /// KURANG(i) for every i; only for the goal blank-last.
    pub kurang: Option<Vec<u32>>,
    /// The parity of the blank's distance to the last cell.
    pub x: Option<u32>,
    /// The sum of kurang plus x.
    pub sum: Option<u32>,
    /// Tiles that are not in their goal cell.
    pub misplaced: u32,
}

impl SlideCheckReport {
    /// The verdict on a puzzle.
    #[must_use]
    pub fn of(puzzle: &Puzzle) -> SlideCheckReport {
        let Parity { kurang, misplaced, solvable } = Parity::of(puzzle);
        let (x, sum) = (kurang.as_ref().map(|kurang| kurang.x), kurang.as_ref().map(|kurang| kurang.sum));
        SlideCheckReport {
            puzzle: "slide",
            rows: puzzle.size().rows(),
            cols: puzzle.size().cols(),
            board: puzzle.board().tiles().to_vec(),
            goal: puzzle.goal().tiles().to_vec(),
            solvable,
            kurang: kurang.map(|Kurang { table, .. }| table),
            x,
            sum,
            misplaced,
        }
    }
}

/// What a search took.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = slide::Cost))]
pub struct SlideCost {
    /// Nodes expanded.
    pub expanded: u64,
    /// Nodes generated.
    pub generated: u64,
    /// Milliseconds of the search, by the front end's clock.
    pub time_ms: f64,
    /// The most bytes the engine held at once.
    pub peak_bytes: u64,
    /// Milliseconds that building or loading tables took, apart from the search.
    pub tables_ms: f64,
}

impl SlideCost {
    /// What the run counted, in this time.
    pub(crate) fn new(stats: Stats, time_ms: f64) -> SlideCost {
        let Stats { expanded, generated, peak_bytes } = stats;
        SlideCost { expanded, generated, time_ms, peak_bytes, tables_ms: 0.0 }
    }
}

/// What `solve` answers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = slide::Solve))]
pub struct SlideSolveReport {
    /// The puzzle and its verdict.
    #[serde(flatten)]
    pub check: SlideCheckReport,
    /// `optimal`, `solved`, `unsolvable`, `limit` or `interrupted`.
    pub status: &'static str,
    /// `single` or `multi`.
    pub metric: &'static str,
    /// Moves of the best solution found.
    pub length: Option<usize>,
    /// No solution is shorter; none for a puzzle that cannot be solved.
    pub lower_bound: Option<u32>,
    /// The moves, as letters.
    pub moves: Option<String>,
    /// The method that gave the answer.
    pub method: &'static str,
    /// Its heuristic.
    pub heuristic: Option<&'static str>,
    /// What it took.
    #[serde(flatten)]
    pub cost: SlideCost,
    /// Why the search ended before it had an answer, for programs: `time`, `nodes`, `memory` or `interrupted`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub why: Option<Explanation>,
}

impl SlideSolveReport {
    /// The answer in a notation, with the time that it took.
    #[must_use]
    pub fn new(puzzle: &Puzzle, solution: &SlideAnswer, notation: Notation, time_ms: f64) -> SlideSolveReport {
        SlideSolveReport {
            check: SlideCheckReport::of(puzzle),
            status: status(solution.status),
            metric: solution.metric.name(),
            length: solution.length(),
            lower_bound: (solution.status != Status::Unsolvable).then_some(solution.lower_bound),
            moves: solution.moves.as_ref().map(|moves| notation.letters(moves)),
            method: solution.method.name(),
            heuristic: solution.heuristic.map(super::super::slide::HeuristicName::name),
            cost: SlideCost::new(solution.stats, time_ms),
            why: Explanation::of_status(solution.status),
        }
    }
}

/// The word for a status.
pub(crate) fn status(status: Status) -> &'static str {
    match status {
        Status::Optimal => "optimal",
        Status::Solved => "solved",
        Status::Unsolvable => "unsolvable",
        Status::Stopped(Stop::Interrupted) => "interrupted",
        Status::Stopped(_) => "limit",
    }
}

/// What `hint` answers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = slide::Hint))]
pub struct SlideHintReport {
    /// The puzzle and its verdict.
    #[serde(flatten)]
    pub check: SlideCheckReport,
    /// As for `solve`; of the solution that the hint begins.
    pub status: &'static str,
    /// The next move; none when the board is solved or cannot be.
    #[serde(rename = "move")]
    pub next: Option<String>,
    /// The tile that moves.
    pub tile: Option<u16>,
    /// Moves that remain, this one included.
    pub length: Option<usize>,
    /// No solution is shorter.
    pub lower_bound: Option<u32>,
    /// What it took.
    #[serde(flatten)]
    pub cost: SlideCost,
    /// Why the search ended before it had an answer, for programs: `time`, `nodes`, `memory` or `interrupted`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub why: Option<Explanation>,
}

impl SlideHintReport {
    /// The first move of a solution.
    #[must_use]
    pub fn new(puzzle: &Puzzle, solution: &SlideAnswer, notation: Notation, time_ms: f64) -> SlideHintReport {
        let solve = SlideSolveReport::new(puzzle, solution, notation, time_ms);
        let next = solution.moves.as_ref().and_then(|moves| moves.first()).copied();
        let board = puzzle.board();
        let tile = next.and_then(|dir| board.size().neighbour(board.blank(), dir)).map(|cell| board.tiles()[cell]);
        SlideHintReport {
            check: solve.check,
            status: solve.status,
            next: next.map(|dir| notation.letters(&[dir])),
            tile,
            length: solve.length,
            lower_bound: solve.lower_bound,
            cost: solve.cost,
            why: solve.why,
        }
    }
}

/// What `count` answers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = slide::Count))]
pub struct SlideCountReport {
    /// The puzzle and its verdict.
    #[serde(flatten)]
    pub check: SlideCheckReport,
    /// `optimal` when all were counted, `solved` when the limit on solutions ended it, or as for `solve`.
    pub status: &'static str,
    /// Moves of a shortest solution.
    pub length: Option<usize>,
    /// No solution is shorter; none for a puzzle that cannot be solved.
    pub lower_bound: Option<u32>,
    /// Shortest solutions found.
    pub solutions: u64,
    /// Whether these are all.
    pub complete: bool,
    /// What it took.
    #[serde(flatten)]
    pub cost: SlideCost,
    /// Why the search ended before it had an answer, for programs: `time`, `nodes`, `memory` or `interrupted`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub why: Option<Explanation>,
}

impl SlideCountReport {
    /// What was counted, and what it took.
    #[must_use]
    pub fn new(puzzle: &Puzzle, counted: &ShortestCount, stats: Stats, time_ms: f64) -> SlideCountReport {
        let status = SlideCountReport::status(counted);
        let ShortestCount { solution, count: solutions, complete } = counted;
        SlideCountReport {
            check: SlideCheckReport::of(puzzle),
            status: self::status(status),
            length: solution.moves.as_ref().map(Vec::len),
            solutions: *solutions,
            lower_bound: (status != Status::Unsolvable).then_some(solution.lower_bound),
            complete: *complete,
            cost: SlideCost::new(stats, time_ms),
            why: Explanation::of_status(status),
        }
    }

    /// A count that ended early is no proof, though the length is one.
    #[must_use]
    pub(crate) fn status(counted: &ShortestCount) -> Status {
        match counted.solution.status {
            Status::Optimal if !counted.complete => Status::Solved,
            status => status,
        }
    }
}

/// One board that `generate` made.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = slide::Generated))]
pub(crate) struct SlideGeneratedBoard {
    /// Tiles row by row, 0 for the blank.
    pub board: Vec<u16>,
    /// Its shortest length, where it was asked for.
    pub length: Option<usize>,
}

/// What `generate slide` answers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = slide::Generate))]
pub struct SlideGenerateReport {
    /// Always `slide`.
    pub puzzle: &'static str,
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub cols: usize,
    /// The goal of all boards.
    pub goal: Vec<u16>,
    /// The seed that gives them again.
    pub seed: u64,
    /// The boards.
    pub(crate) boards: Vec<SlideGeneratedBoard>,
}

impl SlideGenerateReport {
    /// Boards that were made for a goal; all have the length that was asked for.
    #[must_use]
    pub fn new(goal: &Board, seed: u64, length: Option<u32>, boards: &[Board]) -> SlideGenerateReport {
        let length = length.map(|length| length as usize);
        SlideGenerateReport {
            puzzle: "slide",
            rows: goal.size().rows(),
            cols: goal.size().cols(),
            goal: goal.tiles().to_vec(),
            seed,
            boards: boards.iter().map(|board| SlideGeneratedBoard { board: board.tiles().to_vec(), length }).collect(),
        }
    }
}

/// One row of `compare`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = slide::Compared))]
pub struct SlideCompareRow {
    /// The method.
    pub method: &'static str,
    /// Its heuristic.
    pub heuristic: Option<&'static str>,
    /// As for `solve`; of several boards, the worst.
    pub status: &'static str,
    /// Boards that were solved.
    pub solved: usize,
    /// Moves found, over all boards solved.
    pub length: Option<usize>,
    /// Whether every length is proven shortest.
    pub proven: bool,
    /// The branching factor of a full tree with as many nodes and this depth; one board only.
    pub branching: Option<f64>,
    /// What it took; times and nodes are sums, memory is the most.
    #[serde(flatten)]
    pub cost: SlideCost,
    /// Why the search ended before it had an answer, for programs: `time`, `nodes`, `memory` or `interrupted`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub why: Option<Explanation>,
}

impl SlideCompareRow {
    /// One method's solutions of all boards, and the time of all.
    ///
    /// # Panics
    /// When there is no solution: one board at least was searched.
    #[must_use]
    pub fn of(options: &Options, solutions: &[SlideAnswer], time_ms: f64) -> SlideCompareRow {
        let mut stats = Stats::default();
        solutions.iter().for_each(|solution| stats += solution.stats);
        let lengths: Vec<usize> =
            solutions.iter().filter_map(|solution| solution.moves.as_ref().map(Vec::len)).collect();
        let worst = solutions.iter().max_by_key(|solution| rank(solution.status)).expect("there is a board");
        let alone = if let [length] = lengths[..] { branching(stats.generated, length) } else { None };
        SlideCompareRow {
            method: options.method.name(),
            heuristic: options.heuristic.map(super::super::slide::HeuristicName::name),
            status: status(worst.status),
            solved: lengths.len(),
            length: (!lengths.is_empty()).then(|| lengths.iter().sum()),
            proven: solutions.iter().all(|solution| solution.status == Status::Optimal),
            branching: alone.filter(|_| solutions.len() == 1 && options.method != Method::Quick),
            cost: SlideCost::new(stats, time_ms),
            why: Explanation::of_status(worst.status),
        }
    }
}

/// How bad a status is, for the row that sums up several boards.
fn rank(status: Status) -> u8 {
    match status {
        Status::Optimal => 0,
        Status::Solved => 1,
        Status::Unsolvable => 2,
        Status::Stopped(_) => 3,
    }
}

/// What `compare` answers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = slide::Compare))]
pub struct SlideCompareReport {
    /// Always `slide`.
    pub puzzle: &'static str,
    /// Boards compared on.
    pub boards: Vec<Vec<u16>>,
    /// One row a method and heuristic.
    pub rows: Vec<SlideCompareRow>,
}
