//! The JSON of the packing family.

use serde::Serialize;

use crate::pack::challenge::Challenge;
use crate::pack::hint::PackHint;
use crate::pack::{
    Equality, Findings, Method, PackAnswer, PackOutcome, Placement, Puzzle, Solution, SolutionCount, Spot,
};
use crate::report::Explanation;
use crate::report::certificate::CertificateReport;
use crate::run::{Run, Stop};

/// What a question costs, in every report.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = pack::Cost))]
pub struct PackCost {
    /// Nodes searched.
    pub nodes: u64,
    /// Placements tried.
    pub cases: u64,
    /// Milliseconds, as the front end measured them.
    pub time_ms: f64,
    /// The most bytes that tables held at once.
    pub peak_bytes: u64,
}

impl PackCost {
    /// The cost of an answer.
    pub(crate) fn of<T>(answer: &PackAnswer<T>, run: &Run<'_>, time_ms: f64) -> PackCost {
        let stats = run.stats();
        PackCost { nodes: stats.expanded, cases: answer.cases, time_ms, peak_bytes: stats.peak_bytes }
    }
}

/// A board: rows for a flat one, layers from the top otherwise.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = pack::Picture))]
#[serde(rename_all = "lowercase")]
pub enum PackPicture {
    /// A flat board's rows.
    Solution(Option<Vec<String>>),
    /// The layers of a pyramid or a box, the top first.
    Layers(Option<Vec<Vec<String>>>),
}

impl PackPicture {
    /// The picture of a solution; without one, `null` under the name it would have.
    #[must_use]
    pub fn of(puzzle: &Puzzle, solution: Option<&Solution>) -> PackPicture {
        let layers = solution.map(|solution| solution.layers(puzzle));
        if puzzle.board().is_flat() {
            PackPicture::Solution(layers.and_then(|layers| layers.into_iter().next()))
        } else {
            PackPicture::Layers(layers)
        }
    }
}

/// A piece of a solution and where it lies.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = pack::Laid))]
pub struct LaidPiece {
    /// Its name.
    pub piece: String,
    /// Its cells, in reading order.
    pub(crate) cells: Vec<LaidCell>,
}

/// Where a cell is, all numbers from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = pack::Cell))]
#[serde(untagged)]
pub(crate) enum LaidCell {
    /// Row and column.
    Flat([u32; 2]),
    /// Layer, the top one being 0, row and column.
    Space([u32; 3]),
}

impl LaidPiece {
    /// The pieces of a solution, by their order in the puzzle and their first cells.
    #[must_use]
    pub fn all(puzzle: &Puzzle, solution: &Solution) -> Vec<LaidPiece> {
        let board = puzzle.board();
        let cell = |&cell: &u32| {
            let Spot { layer, row, col } = board.spots()[cell as usize];
            if board.is_flat() {
                LaidCell::Flat([row, col])
            } else {
                LaidCell::Space([board.layers() - 1 - layer, row, col])
            }
        };
        let laid = |placement: &Placement| LaidPiece {
            piece: puzzle.pieces()[placement.piece].name().to_owned(),
            cells: placement.cells.iter().map(cell).collect(),
        };
        solution.placements(puzzle).iter().map(laid).collect()
    }
}

/// What every report says of its puzzle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = pack::About))]
pub(crate) struct About {
    /// Always `pack`.
    pub puzzle: &'static str,
    /// `default`, `custom`, `pyramid` or `box`.
    pub kind: &'static str,
    /// Rows of the largest layer.
    pub rows: u32,
    /// Columns of the largest layer.
    pub cols: u32,
    /// Layers, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<u32>,
    /// Number of different pieces.
    pub pieces: usize,
    /// Cells of the board.
    pub cells: usize,
    /// Cells of all pieces, copies and spare ones included.
    pub piece_cells: usize,
}

impl About {
    /// The facts of a puzzle.
    pub(crate) fn of(puzzle: &Puzzle) -> About {
        let board = puzzle.board();
        About {
            puzzle: "pack",
            kind: board.kind().name(),
            rows: board.rows(),
            cols: board.cols(),
            height: (!board.is_flat()).then_some(board.layers()),
            pieces: puzzle.pieces().len(),
            cells: board.size(),
            piece_cells: puzzle.piece_cells(),
        }
    }
}

/// The answer of `solve`.
///
/// ```
/// use ubin::pack::{PackPlan, solve, text};
/// use ubin::report::pack::PackSolveReport;
/// use ubin::run::{Control, Limits, Run};
///
/// let puzzle = text::read("1 2 1\nDEFAULT\nAA\n")?.puzzle;
/// let control = Control::new();
/// let mut run = Run::new(Limits::default(), &control);
/// let answer = solve::solve(&puzzle, PackPlan::default(), &mut run);
/// let json = serde_json::to_string(&PackSolveReport::of(&puzzle, &answer, &run, 0.05)).unwrap();
/// assert!(json.starts_with(r#"{"puzzle":"pack","kind":"default","rows":1,"cols":2,"pieces":1,"cells":2,"piece_cells":2,"status":"solved","solution":["AA"],"placements":[{"piece":"A","cells":[[0,0],[0,1]]}],"method":"backtrack""#));
/// # Ok::<(), ubin::pack::text::PackTextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = pack::Solved))]
pub struct PackSolveReport {
    /// The puzzle.
    #[serde(flatten)]
    pub(crate) about: About,
    /// `solved`, `unsolvable`, `limit` or `interrupted`.
    pub status: &'static str,
    /// The board.
    #[serde(flatten)]
    pub picture: PackPicture,
    /// Every piece with its name and its cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placements: Option<Vec<LaidPiece>>,
    /// The engine.
    pub method: &'static str,
    /// What it took.
    #[serde(flatten)]
    pub cost: PackCost,
    /// Why there is no solution.
    pub reason: Option<String>,
    /// Why, for programs: a code and the values of the sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub why: Option<Explanation>,
    /// The weights that prove that there is no solution, where weights do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) certificate: Option<CertificateReport>,
}

impl PackSolveReport {
    /// The report of an answer.
    #[must_use]
    pub fn of(puzzle: &Puzzle, answer: &PackAnswer<Solution>, run: &Run<'_>, time_ms: f64) -> PackSolveReport {
        let solution = if let PackOutcome::Solved(solution) = &answer.outcome { Some(solution) } else { None };
        PackSolveReport {
            about: About::of(puzzle),
            status: status(&answer.outcome),
            picture: PackPicture::of(puzzle, solution),
            placements: solution.map(|solution| LaidPiece::all(puzzle, solution)),
            method: answer.method.name(),
            cost: PackCost::of(answer, run, time_ms),
            reason: reason(&answer.outcome),
            why: Explanation::of_outcome(&answer.outcome),
            certificate: CertificateReport::of_outcome(puzzle, &answer.outcome),
        }
    }
}

/// The summary after `solve --all`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = pack::All))]
pub struct PackAllReport {
    /// The puzzle.
    #[serde(flatten)]
    pub(crate) about: About,
    /// `solved`, `unsolvable`, `limit` or `interrupted`.
    pub status: &'static str,
    /// How many were given.
    pub solutions: u128,
    /// Whether these are all.
    pub complete: bool,
    /// The engine.
    pub method: &'static str,
    /// What it took.
    #[serde(flatten)]
    pub cost: PackCost,
    /// Why there is no solution.
    pub reason: Option<String>,
    /// Why, for programs: a code and the values of the sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub why: Option<Explanation>,
    /// The weights that prove that there is no solution, where weights do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) certificate: Option<CertificateReport>,
}

impl PackAllReport {
    /// The report of an answer; `ended` says that the caller had enough.
    #[must_use]
    pub fn of(puzzle: &Puzzle, answer: &PackAnswer<()>, ended: bool, run: &Run<'_>, time_ms: f64) -> PackAllReport {
        PackAllReport {
            about: About::of(puzzle),
            status: status(&answer.outcome),
            solutions: answer.found,
            complete: !ended && !matches!(answer.outcome, PackOutcome::Stopped(_)),
            method: answer.method.name(),
            cost: PackCost::of(answer, run, time_ms),
            reason: reason(&answer.outcome),
            why: Explanation::of_outcome(&answer.outcome),
            certificate: CertificateReport::of_outcome(puzzle, &answer.outcome),
        }
    }
}

/// What `count` was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountAsked {
    /// Which solutions count as different.
    pub equality: Equality,
    /// The number of solutions at which the counting was to end.
    pub limit: Option<u64>,
}

/// The answer of `count`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = pack::Counted))]
pub struct PackCountReport {
    /// The puzzle.
    #[serde(flatten)]
    pub(crate) about: About,
    /// `solved`, `unsolvable`, `limit` or `interrupted`.
    pub status: &'static str,
    /// How many solutions there are; with `limit` or `interrupted`, how many are known.
    pub solutions: u128,
    /// Whether these are all.
    pub complete: bool,
    /// The part of the work that was done when a stop came first, from 0 to 1; absent where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub done: Option<f64>,
    /// About how many solutions there are, by random samples, when a stop came before any was counted; absent where no sample came upon one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<u128>,
    /// How many up to symmetry, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distinct: Option<u128>,
    /// Symmetries of the puzzle; `null` when a stop came first, or the cells do not add up and nothing was placed: the ways in which the board comes to lie on itself so that every placement of a piece becomes one of the same piece, or of its mirror twin, and what lies on the board already becomes what lies there
    /// already. With pieces placed they are often the identity alone, 1.
    pub symmetries: Option<u64>,
    /// The engine.
    pub method: &'static str,
    /// What it took.
    #[serde(flatten)]
    pub cost: PackCost,
    /// Why there is no solution.
    pub reason: Option<String>,
    /// Why, for programs: a code and the values of the sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub why: Option<Explanation>,
    /// The weights that prove that there is no solution, where weights do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) certificate: Option<CertificateReport>,
}

impl PackCountReport {
    /// The report of an answer. `symmetries` are those of the puzzle, where the answer has none.
    #[must_use]
    pub fn of(
        puzzle: &Puzzle,
        answer: &PackAnswer<SolutionCount>,
        asked: CountAsked,
        symmetries: Option<u64>,
        run: &Run<'_>,
        time_ms: f64,
    ) -> PackCountReport {
        let (distinct, symmetries) = match answer.outcome {
            PackOutcome::Solved(count) => (count.distinct, Some(count.symmetries)),
            PackOutcome::Impossible(_) => ((asked.equality == Equality::Symmetry).then_some(0), symmetries),
            PackOutcome::Stopped(_) => (None, symmetries),
        };
        let ended = asked.limit.is_some_and(|limit| answer.found >= u128::from(limit));
        let is_stopped = matches!(answer.outcome, PackOutcome::Stopped(_));
        PackCountReport {
            about: About::of(puzzle),
            status: status(&answer.outcome),
            solutions: answer.found,
            complete: !ended && !is_stopped,
            // Parts of a thousand are more than anybody knows.
            estimate: run.estimate().filter(|_| is_stopped && answer.found == 0),
            done: run.done().filter(|_| is_stopped).map(|done| (done * 1000.0).floor() / 1000.0),
            distinct,
            symmetries,
            method: answer.method.name(),
            cost: PackCost::of(answer, run, time_ms),
            reason: reason(&answer.outcome),
            why: Explanation::of_outcome(&answer.outcome),
            certificate: CertificateReport::of_outcome(puzzle, &answer.outcome),
        }
    }
}

/// The answer of `check`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = pack::Checked))]
pub struct PackCheckReport {
    /// The puzzle.
    #[serde(flatten)]
    pub(crate) about: About,
    /// `solved`, `unsolvable`, `limit` or `interrupted`.
    pub status: &'static str,
    /// Whether it can be solved; `null` when a limit came first.
    pub solvable: Option<bool>,
    /// The number of placements of each loose piece.
    pub placements: Vec<(String, usize)>,
    /// The sizes of the regions.
    pub regions: Vec<usize>,
    /// What it took.
    #[serde(flatten)]
    pub cost: PackCost,
    /// Why there is no solution.
    pub reason: Option<String>,
    /// Why, for programs: a code and the values of the sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub why: Option<Explanation>,
    /// The weights that prove that there is no solution, where weights do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) certificate: Option<CertificateReport>,
}

impl PackCheckReport {
    /// The report of an answer and of what the rules saw.
    #[must_use]
    pub fn of(
        puzzle: &Puzzle,
        findings: Option<&Findings>,
        answer: &PackAnswer<Solution>,
        run: &Run<'_>,
        time_ms: f64,
    ) -> PackCheckReport {
        PackCheckReport {
            about: About::of(puzzle),
            status: status(&answer.outcome),
            solvable: match answer.outcome {
                PackOutcome::Solved(_) => Some(true),
                PackOutcome::Impossible(_) => Some(false),
                PackOutcome::Stopped(_) => None,
            },
            placements: findings.map(|f| f.placements.clone()).unwrap_or_default(),
            regions: findings.map(|f| f.regions.clone()).unwrap_or_default(),
            cost: PackCost::of(answer, run, time_ms),
            reason: reason(&answer.outcome),
            why: Explanation::of_outcome(&answer.outcome),
            certificate: CertificateReport::of_outcome(puzzle, &answer.outcome),
        }
    }
}

/// The answer of `hint`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = pack::Hinted))]
pub struct PackHintReport {
    /// The puzzle.
    #[serde(flatten)]
    pub(crate) about: About,
    /// `solved`, `unsolvable`, `limit` or `interrupted`.
    pub status: &'static str,
    /// The piece to place next; `null` when all are placed or the position is dead.
    pub piece: Option<String>,
    /// Its cells as `[layer from below, row, column]`, all from 1.
    pub placement: Vec<[u32; 3]>,
    /// What it took.
    #[serde(flatten)]
    pub cost: PackCost,
    /// Why this piece, or why there is none.
    pub reason: Option<String>,
    /// Why, for programs: a code and the values of the sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub why: Option<Explanation>,
    /// The weights that prove that there is no solution, where weights do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) certificate: Option<CertificateReport>,
}

impl PackHintReport {
    /// The report of an answer.
    #[must_use]
    pub fn of(puzzle: &Puzzle, answer: &PackAnswer<Option<PackHint>>, run: &Run<'_>, time_ms: f64) -> PackHintReport {
        let hint = if let PackOutcome::Solved(hint) = &answer.outcome { hint.as_ref() } else { None };
        let spot = |&cell: &u32| {
            let spot = puzzle.board().spots()[cell as usize];
            [spot.layer + 1, spot.row + 1, spot.col + 1]
        };
        let why =
            hint.map(|hint| Explanation::Hint(hint.why.clone())).or_else(|| Explanation::of_outcome(&answer.outcome));
        PackHintReport {
            about: About::of(puzzle),
            status: status(&answer.outcome),
            piece: hint.map(|hint| hint.name.clone()),
            placement: hint.map(|hint| hint.placement.cells.iter().map(spot).collect()).unwrap_or_default(),
            cost: PackCost::of(answer, run, time_ms),
            reason: why.as_ref().map(ToString::to_string),
            why,
            certificate: CertificateReport::of_outcome(puzzle, &answer.outcome),
        }
    }
}

/// One challenge that `generate` made.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = pack::Generated))]
pub struct PackChallengeReport {
    /// The puzzle.
    #[serde(flatten)]
    pub(crate) about: About,
    /// The puzzle's text, with its PLACED part.
    pub text: String,
    /// Pieces that lie on the board.
    pub placed: usize,
    /// The seed that gives it again.
    pub seed: u64,
    /// `easy`, `medium`, `hard` or `wizard`.
    pub difficulty: &'static str,
    /// Nodes of the reference search.
    pub nodes: u64,
    /// How many of them had one choice only.
    pub forced: u64,
    /// The only solution.
    #[serde(flatten)]
    pub solution: PackPicture,
    /// Every piece with its name and its cells.
    pub placements: Vec<LaidPiece>,
}

impl PackChallengeReport {
    /// The report of a challenge.
    #[must_use]
    pub fn of(seed: u64, challenge: &Challenge) -> PackChallengeReport {
        PackChallengeReport {
            about: About::of(&challenge.puzzle),
            text: challenge.puzzle.to_string(),
            placed: challenge.puzzle.placed().len(),
            seed,
            difficulty: challenge.difficulty.grade().name(),
            nodes: challenge.difficulty.nodes,
            forced: challenge.difficulty.forced,
            solution: PackPicture::of(&challenge.puzzle, Some(&challenge.solution)),
            placements: LaidPiece::all(&challenge.puzzle, &challenge.solution),
        }
    }
}

/// The answer of `generate` when not exactly one challenge was asked for and made.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PackGenerateReport {
    /// Always `pack`.
    pub puzzle: &'static str,
    /// `solved` when all were made; `unsolvable`, `limit` or `interrupted`.
    pub status: &'static str,
    /// The seed that the first one was tried with.
    pub seed: u64,
    /// How many were asked for.
    pub asked: u64,
    /// Those that were made.
    pub challenges: Vec<PackChallengeReport>,
    /// Why there are not more.
    pub reason: Option<String>,
    /// Why, for programs: a code and the values of the sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Explanation>,
}

/// One row of `compare`: a method on the puzzle, to its first solution or to a proof of none.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = pack::Compared))]
pub struct PackCompareRow {
    /// The method that was asked for.
    pub method: &'static str,
    /// As for `solve`.
    pub status: &'static str,
    /// What it took.
    #[serde(flatten)]
    pub cost: PackCost,
    /// Why there is no solution, or none is known, for programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub why: Option<Explanation>,
}

/// The answer of `compare`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = pack::Compare))]
pub struct PackCompareReport {
    /// The puzzle.
    #[serde(flatten)]
    pub(crate) about: About,
    /// One entry a method.
    pub methods: Vec<PackCompareRow>,
}

impl PackCompareReport {
    /// The report of several answers to one puzzle, under the names of the methods asked.
    #[must_use]
    pub fn new(puzzle: &Puzzle, answers: Vec<(Method, PackSolveReport)>) -> PackCompareReport {
        let row = |(method, answer): (Method, PackSolveReport)| PackCompareRow {
            method: method.name(),
            status: answer.status,
            cost: answer.cost,
            why: answer.why,
        };
        PackCompareReport { about: About::of(puzzle), methods: answers.into_iter().map(row).collect() }
    }
}

pub(super) fn status<T>(outcome: &PackOutcome<T>) -> &'static str {
    match outcome {
        PackOutcome::Solved(_) => "solved",
        PackOutcome::Impossible(_) => "unsolvable",
        PackOutcome::Stopped(Stop::Interrupted) => "interrupted",
        PackOutcome::Stopped(_) => "limit",
    }
}

pub(super) fn reason<T>(outcome: &PackOutcome<T>) -> Option<String> {
    Explanation::of_outcome(outcome).map(|why| why.to_string())
}
