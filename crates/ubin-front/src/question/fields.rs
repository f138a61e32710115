//! Groups of fields that several verbs take.

use serde::{Deserialize, Serialize};
use ubin::pack::challenge::ChallengeGrade;
use ubin::slide::{HeuristicName, Metric, MoveOrder, Notation, Size, Variant};

use crate::render::palette::Theme;
use crate::words::MethodName;
#[cfg(feature = "clap")]
use crate::words::parser;

/// A puzzle and its goal.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PuzzleFields {
    /// A path, - for standard input, the name of a set, or the text itself with rows separated by /
    #[cfg_attr(feature = "clap", arg(value_name = "PUZZLE", allow_hyphen_values = true))]
    pub puzzle: String,
    /// Rows and columns of a board written on one line, such as 3x5
    #[cfg_attr(feature = "clap", arg(long, value_name = "RxC"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub size: Option<Size>,
    /// The goal of a sliding board: blank-last (default), blank-first, spiral, a path or the text itself
    #[cfg_attr(feature = "clap", arg(long, value_name = "GOAL", allow_hyphen_values = true))]
    pub goal: Option<String>,
    /// Pieces on a flat board may be turned, but not turned over
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub no_flip: bool,
    /// The day that the set calendar leaves free, such as 11-16; today by default
    #[cfg_attr(feature = "clap", arg(long, value_name = "MM-DD"))]
    pub date: Option<String>,
}

/// How to search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SearchFields {
    /// How to search; auto by default. brute-force, backtrack and cover are for packing, auto is for both, the others are for sliding
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", value_parser = MethodName::parser()))]
    pub method: Option<MethodName>,
    /// The lower bound of a sliding search. Beam without one has its own score
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", value_parser = parser::<HeuristicName>()))]
    pub heuristic: Option<HeuristicName>,
    /// The weight of weighted-astar, 1 to 1000 (default 1.5)
    #[cfg_attr(feature = "clap", arg(long, value_name = "W"))]
    pub weight: Option<f64>,
    /// Nodes that beam keeps in a layer (default 1000); a beam that fails is run again twice as wide
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub width: Option<u32>,
    /// How duplicates and ties are handled: exact (default), or a course program's way
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", value_parser = parser::<Variant>()))]
    pub variant: Option<Variant>,
    /// Accept only a proven shortest solution, on a board of any size
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub prove: bool,
    /// The order in which moves of the blank are tried, such as ULRD (default ULDR), for the node counts of a paper: ida then counts children one by one
    #[cfg_attr(feature = "clap", arg(long, value_name = "MOVES"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub order: Option<MoveOrder>,
}

/// How moves are counted and written.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WordingFields {
    /// Write moves as where the blank goes (default), or where the tile goes
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", value_parser = parser::<Notation>()))]
    pub notation: Option<Notation>,
    /// What counts as one move: one tile one cell (default), or a whole line that slides
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", value_parser = parser::<Metric>()))]
    pub metric: Option<Metric>,
}

/// What a search may use; a desk may allow less.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LimitFields {
    /// Stop after this time: 500ms, 10s, 2m
    #[cfg_attr(feature = "clap", arg(long = "time-limit", value_name = "TIME", global = true, value_parser = crate::units::milliseconds))]
    pub time_limit_ms: Option<u64>,
    /// Stop after expanding this many nodes
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", global = true))]
    pub node_limit: Option<u64>,
    /// Stop before a search holds more memory than this beside the tables in use: 512MiB; by default 2GiB, and for the command less where the machine has less
    #[cfg_attr(feature = "clap", arg(long = "memory-limit", value_name = "SIZE", global = true, value_parser = crate::units::memory))]
    pub memory_limit_bytes: Option<u64>,
    /// Use this many threads; all cores by default
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", global = true, value_parser = clap::value_parser!(u16).range(1..=1024)))]
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub threads: Option<u16>,
}

/// How pictures look.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args), command(next_help_heading = "Pictures"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LookFields {
    /// Colours: light, dark, or auto, which follows the viewer of an SVG and is light in pixels
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", value_parser = parser::<Theme>()))]
    pub theme: Option<Theme>,
    /// Pixels for each unit of a picture, 0.1 to 16: 2 for a PNG (or what fits), 1 for a GIF unless given
    #[cfg_attr(feature = "clap", arg(long, value_name = "FACTOR"))]
    pub scale: Option<f64>,
    /// From where a pyramid or a box is seen: degrees around it and above it (default 30,35)
    #[cfg_attr(feature = "clap", arg(long, value_name = "AZIMUTH,ELEVATION", allow_hyphen_values = true))]
    pub view: Option<String>,
    /// How long a GIF shows each move or piece, in milliseconds, 20 to 60000 (400 a move, 800 a piece)
    #[cfg_attr(feature = "clap", arg(long, value_name = "MS"))]
    #[cfg_attr(feature = "openapi", schema(minimum = 20, maximum = 60_000))]
    pub delay: Option<u32>,
}

/// What sliding boards to make.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardFields {
    /// Rows and columns of the boards (default 4x4)
    #[cfg_attr(feature = "clap", arg(long, value_name = "RxC"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub size: Option<Size>,
    /// The goal of the boards: blank-last (default), blank-first, spiral, a path or the text itself
    #[cfg_attr(feature = "clap", arg(long, value_name = "GOAL", allow_hyphen_values = true))]
    pub goal: Option<String>,
    /// Boards whose shortest solution has exactly this many moves
    #[cfg_attr(feature = "clap", arg(long, value_name = "MOVES"))]
    pub length: Option<u32>,
}

/// What packing challenges to make.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChallengeFields {
    /// The set (default iq): a name, a path, - for standard input, or the text itself
    #[cfg_attr(feature = "clap", arg(value_name = "SET", allow_hyphen_values = true))]
    #[serde(alias = "set")]
    pub puzzle: Option<String>,
    /// How many pieces are placed; as few as the draw allows by default
    #[cfg_attr(feature = "clap", arg(long, value_name = "K"))]
    pub placed: Option<usize>,
    /// How hard the challenges are
    #[cfg_attr(feature = "clap", arg(long, value_name = "GRADE", value_parser = parser::<ChallengeGrade>()))]
    pub difficulty: Option<ChallengeGrade>,
    /// Pieces on a flat board may be turned, but not turned over
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub no_flip: bool,
}
