//! One struct a verb: the fields that it takes.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ubin::slide::{HeuristicName, Metric, Notation, Size};
use ubin::text::Family;

use super::fields::{BoardFields, ChallengeFields, LimitFields, LookFields, PuzzleFields, SearchFields, WordingFields};
#[cfg(feature = "clap")]
use crate::words::parser;
use crate::words::{Form, MethodName};

/// Whether a puzzle can be solved, and why.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CheckQuestion {
    /// The puzzle.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub puzzle: PuzzleFields,
    /// What the search may use.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub limits: LimitFields,
}

/// A solution, or all of a packing puzzle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SolveQuestion {
    /// The puzzle.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub puzzle: PuzzleFields,
    /// How to search.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub search: SearchFields,
    /// How moves are counted and written.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub wording: WordingFields,
    /// Every solution of a packing puzzle, as it is found
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub all: bool,
    /// With all: pieces of one shape are equal, whatever their letters
    #[cfg_attr(feature = "clap", arg(long, requires = "all"))]
    #[serde(default)]
    pub unlabelled: bool,
    /// With all: stop after this many solutions
    #[cfg_attr(feature = "clap", arg(long, value_name = "K", requires = "all"))]
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub limit: Option<u64>,
    /// What the search may use.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub limits: LimitFields,
}

/// The number of solutions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CountQuestion {
    /// The puzzle.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub puzzle: PuzzleFields,
    /// Stop after this many solutions
    #[cfg_attr(feature = "clap", arg(long, value_name = "K"))]
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub limit: Option<u64>,
    /// Also count those that no symmetry of the puzzle turns into one another: turns and mirror images of the board that carry the set of pieces onto itself, where a mirror image may exchange a piece with its mirror twin
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub distinct: bool,
    /// Pieces of one shape are equal, whatever their letters; copies of one piece always are
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub unlabelled: bool,
    /// How to count a packing puzzle
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", value_parser = MethodName::parser()))]
    pub method: Option<MethodName>,
    /// What the search may use.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub limits: LimitFields,
}

/// The next good move or piece.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HintQuestion {
    /// The puzzle.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub puzzle: PuzzleFields,
    /// Write the move as where the blank goes (default), or where the tile goes
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", value_parser = parser::<Notation>()))]
    pub notation: Option<Notation>,
    /// What the search may use.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub limits: LimitFields,
}

/// New puzzles. The fields of the other family are refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GenerateQuestion {
    /// Which family.
    pub family: Family,
    /// Sliding boards: what they are like.
    #[serde(flatten)]
    pub boards: BoardFields,
    /// Packing challenges: what they are like.
    #[serde(flatten)]
    pub challenges: ChallengeFields,
    /// How many; 1 by default. Challenges take the next seeds that have one.
    pub count: Option<u64>,
    /// The seed; the same seed gives the same puzzles. Without one, a new seed is drawn.
    pub seed: Option<u64>,
    /// What the search may use.
    #[serde(flatten)]
    pub limits: LimitFields,
}

/// Methods side by side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CompareQuestion {
    /// The puzzle.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub puzzle: PuzzleFields,
    /// Further sliding boards with the same goal: the table sums up over all of them.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(default)]
    pub more: Vec<String>,
    /// The methods, separated by commas; all by default
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = MethodName::parser()))]
    #[serde(default)]
    pub methods: Vec<MethodName>,
    /// The heuristics, separated by commas; all that fit the board by default
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = parser::<HeuristicName>()))]
    #[serde(default)]
    pub heuristics: Vec<HeuristicName>,
    /// What each row may take (default: its share of the time limit, at most 10s); the time limit is for the whole
    #[cfg_attr(feature = "clap", arg(long = "each", value_name = "TIME", value_parser = crate::units::milliseconds))]
    pub each_ms: Option<u64>,
    /// The table as `json` (default), or its chart as `svg` or `png`.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub format: Option<Form>,
    /// How pictures look.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub look: LookFields,
    /// What the search may use.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub limits: LimitFields,
}

/// The search tree as it grew.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TreeQuestion {
    /// The puzzle.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub puzzle: PuzzleFields,
    /// How to search.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub search: SearchFields,
    /// Keep the first N nodes, 1 to 10000 (default 200); of a larger tree, also every level in numbers
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 10_000))]
    pub max_nodes: Option<u32>,
    /// The tree as `json` (default), `svg`, `png`, `dot` or `txt`.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub format: Option<Form>,
    /// How pictures look.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub look: LookFields,
    /// What the search may use.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub limits: LimitFields,
}

/// A picture.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RenderQuestion {
    /// The puzzle.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub puzzle: PuzzleFields,
    /// Draw the solution; a GIF always shows it
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub solve: bool,
    /// Draw these moves of a sliding board, such as DRD; they say where the blank goes, or as the notation says
    #[cfg_attr(feature = "clap", arg(long, value_name = "MOVES", conflicts_with = "solve"))]
    pub moves: Option<String>,
    /// Draw this solution of a packing board: its rows, or its layers from the top, as `solve` gives them.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub solution: Option<Value>,
    /// How to search.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub search: SearchFields,
    /// How moves are counted and written.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub wording: WordingFields,
    /// `svg` (default), `png` or `gif`.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub format: Option<Form>,
    /// How pictures look.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub look: LookFields,
    /// What the search may use.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub limits: LimitFields,
}

/// The puzzle as it is read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ModelQuestion {
    /// The puzzle.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub puzzle: PuzzleFields,
    /// Also every placement of every piece on the empty board
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub placements: bool,
    /// What the search may use.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub limits: LimitFields,
}

/// g, h and f along some moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TraceQuestion {
    /// The puzzle.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub puzzle: PuzzleFields,
    /// The moves, as where the blank goes
    #[cfg_attr(feature = "clap", arg(long, value_name = "MOVES"))]
    pub moves: String,
    /// The lower bound; manhattan by default
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", value_parser = parser::<HeuristicName>()))]
    pub heuristic: Option<HeuristicName>,
    /// What the search may use.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub limits: LimitFields,
}

/// How many solutions a packing puzzle has, and some of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SolutionsQuestion {
    /// The puzzle.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub puzzle: PuzzleFields,
    /// How many to give, at most 1000; spread evenly over all of them
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[cfg_attr(feature = "openapi", schema(maximum = 1000))]
    pub sample: Option<u64>,
    /// Draw them at random from this seed instead.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub seed: Option<u64>,
    /// Give the one with this number, from 0
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub index: Option<u64>,
    /// Only those that have these pieces on these cells.
    #[serde(default, rename = "where")]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub wanted: Vec<PieceHere>,
    /// What the search may use.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub limits: LimitFields,
}

/// Whether an answer is right, checked without the solver.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct VerifyQuestion {
    /// The puzzle.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub puzzle: PuzzleFields,
    /// The answer: our JSON, as an object or as text; moves such as DRD; or a packing as rows.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub answer: Value,
    /// How moves are counted and written.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub wording: WordingFields,
    /// What the search may use.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub limits: LimitFields,
}

/// All boards of a size by their distance from the goal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DistancesQuestion {
    /// Rows and columns, such as 3x4: at most 12 cells
    #[cfg_attr(feature = "clap", arg(value_name = "RxC"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub size: Size,
    /// The goal: blank-last (default), blank-first, spiral, a path or the text itself
    #[cfg_attr(feature = "clap", arg(long, visible_alias = "to", value_name = "GOAL", allow_hyphen_values = true))]
    pub goal: Option<String>,
    /// What counts as one move: one tile one cell (default), or a whole line that slides
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", value_parser = parser::<Metric>()))]
    pub metric: Option<Metric>,
    /// The numbers as `json` (default), or their chart as `svg` or `png`.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub format: Option<Form>,
    /// How pictures look.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub look: LookFields,
    /// What the search may use.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub limits: LimitFields,
}

/// How good the heuristics are on boards of a size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HeuristicsQuestion {
    /// Rows and columns, such as 3x3: at most 16 cells. Up to 12 cells all boards are measured, beyond that a sample
    #[cfg_attr(feature = "clap", arg(value_name = "RxC"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub size: Size,
    /// The goal: blank-last (default), blank-first, spiral, a path or the text itself
    #[cfg_attr(feature = "clap", arg(long, visible_alias = "to", value_name = "GOAL", allow_hyphen_values = true))]
    pub goal: Option<String>,
    /// Boards that are drawn, solved to proof and searched by A* (default 100). On 12 cells, too, pattern sees only these
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub sample: Option<u64>,
    /// The seed that they are drawn from; 1 by default.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub seed: Option<u64>,
    /// What the search may use.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub limits: LimitFields,
}

/// A piece on a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PieceHere {
    /// The piece.
    pub letter: String,
    /// Row, column and layer, all from 0, the lowest layer being 0; the layer may be left out.
    pub cell: Vec<u32>,
}
