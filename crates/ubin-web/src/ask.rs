//! What requests say: the fields of every route, named as the options of the command line.
//!
//! Groups of fields are structs of their own, so that a field means the same wherever it is taken. A field that nobody takes is refused by its name.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use ubin::pack::Flips;
use ubin::report::slide::Notation;
use ubin::slide::{Goal, Size};
use ubin::text::Family;
use ubin_front::read::{self, Question, Said, Source, Wanted};
use ubin_front::{Fault, names, slide};
use utoipa::ToSchema;

use crate::job::Asked;
use crate::problem::Problem;

/// Fields that nobody has taken.
pub(crate) type Unknown = BTreeMap<String, Value>;

/// A request's fields.
pub(crate) trait Fields: DeserializeOwned {
    /// Fields that nobody has taken.
    fn unknown(&self) -> &Unknown;

    /// Reads a body.
    fn read(body: &[u8]) -> Result<Self, Problem> {
        let object: Value = serde_json::from_slice(body)
            .map_err(|error| Problem::input("bad-json", format!("the body is not JSON: {error}")))?;
        if !object.is_object() {
            return Err(Problem::input("bad-json", "the body must be a JSON object"));
        }
        let fields: Self =
            serde_json::from_value(object).map_err(|error| Problem::input("bad-option", error.to_string()))?;
        match fields.unknown().keys().next() {
            Some(name) => Err(Problem::input("unknown-field", format!("there is no field '{name}' here"))),
            None => Ok(fields),
        }
    }
}

/// A puzzle and its goal.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PuzzleFields {
    /// The puzzle's text, or the name of a built-in set. Rows of a single line are separated by `/`.
    pub(crate) puzzle: String,
    /// Rows and columns of a board written on one line, such as `3x5`.
    pub(crate) size: Option<String>,
    /// The goal of a sliding board: `blank-last` (default), `blank-first`, `spiral`, or its text.
    pub(crate) goal: Option<String>,
    /// Pieces on a flat board may be turned, but not turned over.
    pub(crate) no_flip: Option<bool>,
}

impl PuzzleFields {
    /// The puzzle's text.
    pub(crate) fn source(&self) -> Source {
        source(&self.puzzle)
    }

    pub(crate) fn is_slide(&self) -> bool {
        self.source().family() == Family::Slide
    }

    /// The puzzle, whichever family it belongs to.
    pub(crate) fn read(&self, note: impl FnMut(&str)) -> Result<Question, Problem> {
        let size = self.size.as_deref().map(size).transpose()?;
        let text = self.goal.as_deref().filter(|goal| Goal::named(goal).is_none()).map(named_text);
        let goal = match (&text, self.goal.as_deref().and_then(Goal::named)) {
            (Some(text), _) => Some(Wanted::Text(text)),
            (None, goal) => goal.map(Wanted::Named),
        };
        let flips = if self.no_flip == Some(true) { Flips::Forbidden } else { Flips::Allowed };
        Ok(read::question(&self.source(), &Said { size, goal, flips }, note)?)
    }

    /// The options that only packing puzzles take, by whether they were given.
    pub(crate) fn given(&self) -> (&'static str, bool) {
        ("--no-flip", self.no_flip == Some(true))
    }
}

/// A text, or the text of the set of this name.
pub(crate) fn source(text: &str) -> Source {
    Source::of_set(text).unwrap_or_else(|| named_text(text))
}

fn named_text(text: &str) -> Source {
    Source { name: "puzzle".into(), text: read::in_lines(text) }
}

pub(crate) fn size(text: &str) -> Result<Size, Problem> {
    text.parse().map_err(|expected| Problem::option("size", expected))
}

/// How to search.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct SearchFields {
    /// Sliding: auto, branch-and-bound, astar, ida, bfs, weighted-astar, greedy, beam, quick. Packing: auto, brute-force, backtrack, cover.
    pub(crate) method: Option<String>,
    /// The lower bound: hamming, manhattan, linear-conflict, walking-distance, pattern.
    pub(crate) heuristic: Option<String>,
    /// The weight of weighted-astar, at least 1.
    pub(crate) weight: Option<f64>,
    /// Nodes that beam keeps in a layer.
    #[schema(minimum = 1)]
    pub(crate) width: Option<u32>,
    /// How duplicates and ties are handled: exact, drop-seen, tree, best-cost.
    pub(crate) variant: Option<String>,
    /// Accept only a proven shortest solution, on a board of any size.
    pub(crate) prove: Option<bool>,
}

impl SearchFields {
    /// How to search, as it was asked for.
    pub(crate) fn asked(&self) -> Result<slide::Asked, Problem> {
        if self.width == Some(0) {
            return Err(Problem::option("width", "expected a number from 1"));
        }
        Ok(slide::Asked {
            method: self.method.clone(),
            heuristic: named("heuristic", self.heuristic.as_deref(), names::heuristic)?,
            weight: self
                .weight
                .map(names::weight)
                .transpose()
                .map_err(|expected| Problem::option("weight", expected))?,
            width: self.width,
            variant: named("variant", self.variant.as_deref(), names::variant)?,
            prove: self.prove == Some(true),
        })
    }
}

/// The meaning of a field's word.
pub(crate) fn named<T>(
    field: &str,
    word: Option<&str>,
    meaning: impl FnOnce(&str) -> Result<T, String>,
) -> Result<Option<T>, Problem> {
    word.map(meaning).transpose().map_err(|expected| Problem::option(field, expected))
}

/// What a search may use; the server's own limits stay.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct LimitFields {
    /// Stop after this time.
    pub(crate) time_limit_ms: Option<u64>,
    /// Stop after expanding this many nodes.
    pub(crate) node_limit: Option<u64>,
    /// Stop before holding more bytes than this.
    pub(crate) memory_limit_bytes: Option<u64>,
    /// Threads of a packing search; sliding searches use those of the server.
    #[schema(minimum = 1)]
    pub(crate) threads: Option<u16>,
}

impl LimitFields {
    pub(crate) fn asked(&self) -> Asked {
        Asked {
            time: self.time_limit_ms.map(Duration::from_millis),
            nodes: self.node_limit,
            memory: self.memory_limit_bytes,
            threads: self.threads.map(usize::from),
        }
    }
}

/// How moves are written.
pub(crate) fn notation(name: Option<&str>) -> Result<Notation, Problem> {
    let notation = named("notation", name, |name| {
        match name {
            "blank" => Ok(Notation::Blank),
            "tile" => Ok(Notation::Tile),
            _ => Err("expected blank or tile"),
        }
        .map_err(String::from)
    });
    Ok(notation?.unwrap_or_default())
}

/// Refuses options that the family does not have.
pub(crate) fn refuse(given: &[(&'static str, bool)], family: &str) -> Result<(), Fault> {
    names::refuse(given, family)
}

macro_rules! fields {
    ($($name:ident)*) => { $(
        impl Fields for $name {
            fn unknown(&self) -> &Unknown {
                &self.unknown
            }
        }
    )* };
}

fields!(Check Solve Count Hint Generate Compare Tree Render Model Trace Solutions StopJob BuildTable);

/// Whether a puzzle can be solved, and why.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Check {
    #[serde(flatten)]
    pub(crate) puzzle: PuzzleFields,
    #[serde(flatten)]
    pub(crate) limits: LimitFields,
    #[serde(flatten)]
    #[schema(ignore)]
    unknown: Unknown,
}

/// A solution.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Solve {
    #[serde(flatten)]
    pub(crate) puzzle: PuzzleFields,
    #[serde(flatten)]
    pub(crate) search: SearchFields,
    #[serde(flatten)]
    pub(crate) limits: LimitFields,
    /// Moves say where the `blank` goes (default), or where the `tile` goes.
    pub(crate) notation: Option<String>,
    /// What counts as one move: `single`, one tile one cell (default), or `multi`, a whole line that slides.
    pub(crate) metric: Option<String>,
    /// Every solution of a packing puzzle, as it is found: an event each, or a line each.
    pub(crate) all: Option<bool>,
    /// With `all`: stop after this many solutions.
    #[schema(minimum = 1)]
    pub(crate) limit: Option<u64>,
    #[serde(flatten)]
    #[schema(ignore)]
    unknown: Unknown,
}

/// The number of solutions.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Count {
    #[serde(flatten)]
    pub(crate) puzzle: PuzzleFields,
    #[serde(flatten)]
    pub(crate) limits: LimitFields,
    /// Stop after this many solutions.
    #[schema(minimum = 1)]
    pub(crate) limit: Option<u64>,
    /// Also count those that no symmetry of the board turns into one another.
    pub(crate) distinct: Option<bool>,
    /// How to count a packing puzzle.
    pub(crate) method: Option<String>,
    #[serde(flatten)]
    #[schema(ignore)]
    unknown: Unknown,
}

/// The next good move or piece.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Hint {
    #[serde(flatten)]
    pub(crate) puzzle: PuzzleFields,
    #[serde(flatten)]
    pub(crate) limits: LimitFields,
    /// Moves say where the `blank` goes (default), or where the `tile` goes.
    pub(crate) notation: Option<String>,
    #[serde(flatten)]
    #[schema(ignore)]
    unknown: Unknown,
}

/// New puzzles.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Generate {
    /// `slide` or `pack`.
    pub(crate) family: String,
    /// Packing: the set, by its text or name; `iq` by default.
    #[serde(alias = "set")]
    pub(crate) puzzle: Option<String>,
    /// Sliding: rows and columns; `4x4` by default.
    pub(crate) size: Option<String>,
    /// Sliding: the goal, by its name or text.
    pub(crate) goal: Option<String>,
    /// Sliding: the shortest length.
    pub(crate) length: Option<u32>,
    /// Packing: how many pieces are placed; as few as the draw allows by default.
    pub(crate) placed: Option<usize>,
    /// Packing: easy, medium, hard, wizard.
    pub(crate) difficulty: Option<String>,
    /// Packing: pieces on a flat board may be turned, but not turned over.
    pub(crate) no_flip: Option<bool>,
    /// How many; 1 by default, at most 1000.
    pub(crate) count: Option<u64>,
    /// The seed; the same seed gives the same puzzles. Without one, a new seed is drawn.
    pub(crate) seed: Option<u64>,
    #[serde(flatten)]
    pub(crate) limits: LimitFields,
    #[serde(flatten)]
    #[schema(ignore)]
    unknown: Unknown,
}

/// Methods side by side.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Compare {
    #[serde(flatten)]
    pub(crate) puzzle: PuzzleFields,
    #[serde(flatten)]
    pub(crate) limits: LimitFields,
    /// The methods; all by default.
    pub(crate) methods: Option<Vec<String>>,
    /// The heuristics of a sliding board; all that fit by default.
    pub(crate) heuristics: Option<Vec<String>>,
    /// `json` (default), or the chart as `svg` or `png`.
    pub(crate) format: Option<String>,
    #[serde(flatten)]
    pub(crate) look: LookFields,
    #[serde(flatten)]
    #[schema(ignore)]
    unknown: Unknown,
}

/// The search tree as it grew.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Tree {
    #[serde(flatten)]
    pub(crate) puzzle: PuzzleFields,
    #[serde(flatten)]
    pub(crate) search: SearchFields,
    #[serde(flatten)]
    pub(crate) limits: LimitFields,
    /// Keep the first nodes; 200 by default, at most 10,000.
    #[schema(minimum = 1, maximum = 10_000)]
    pub(crate) max_nodes: Option<u32>,
    /// `json` (default), `svg`, `png`, `dot` or `txt`.
    pub(crate) format: Option<String>,
    #[serde(flatten)]
    pub(crate) look: LookFields,
    #[serde(flatten)]
    #[schema(ignore)]
    unknown: Unknown,
}

/// How pictures look.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct LookFields {
    /// `light`, `dark` or `auto`.
    pub(crate) theme: Option<String>,
    /// Pixels for each unit of a picture, 0.1 to 16.
    pub(crate) scale: Option<f64>,
    /// From where a pyramid or a box is seen: `AZIMUTH,ELEVATION` in degrees.
    pub(crate) view: Option<String>,
    /// How long a GIF shows each move or piece, in milliseconds.
    #[schema(minimum = 20, maximum = 60_000)]
    pub(crate) delay: Option<u32>,
}

/// A picture.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Render {
    #[serde(flatten)]
    pub(crate) puzzle: PuzzleFields,
    #[serde(flatten)]
    pub(crate) search: SearchFields,
    #[serde(flatten)]
    pub(crate) limits: LimitFields,
    #[serde(flatten)]
    pub(crate) look: LookFields,
    /// `svg` (default), `png` or `gif`.
    pub(crate) format: Option<String>,
    /// Draw these moves of a sliding board.
    pub(crate) moves: Option<String>,
    /// Draw this solution of a packing board: its rows, or its layers from the top, as `solve` gives them.
    #[schema(value_type = Option<Object>)]
    pub(crate) solution: Option<Value>,
    /// Find the solution and draw it; a GIF without moves or solution always does.
    pub(crate) solve: Option<bool>,
    #[serde(flatten)]
    #[schema(ignore)]
    unknown: Unknown,
}

/// The puzzle as it is read.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Model {
    #[serde(flatten)]
    pub(crate) puzzle: PuzzleFields,
    #[serde(flatten)]
    pub(crate) limits: LimitFields,
    /// Also every placement of every piece on the empty board.
    pub(crate) placements: Option<bool>,
    #[serde(flatten)]
    #[schema(ignore)]
    unknown: Unknown,
}

/// g, h and f along some moves.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Trace {
    #[serde(flatten)]
    pub(crate) puzzle: PuzzleFields,
    #[serde(flatten)]
    pub(crate) limits: LimitFields,
    /// The moves, where the blank goes.
    pub(crate) moves: String,
    /// The lower bound; manhattan by default.
    pub(crate) heuristic: Option<String>,
    #[serde(flatten)]
    #[schema(ignore)]
    unknown: Unknown,
}

/// How many solutions a packing puzzle has, and some of them.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Solutions {
    #[serde(flatten)]
    pub(crate) puzzle: PuzzleFields,
    #[serde(flatten)]
    pub(crate) limits: LimitFields,
    /// How many to give, at most 1000; spread evenly over all of them.
    #[schema(maximum = 1000)]
    pub(crate) sample: Option<u64>,
    /// Draw them at random instead.
    pub(crate) seed: Option<u64>,
    /// Give the one with this number, from 0.
    pub(crate) index: Option<u64>,
    /// Only those that have these pieces on these cells.
    #[serde(rename = "where")]
    pub(crate) wanted: Option<Vec<Here>>,
    #[serde(flatten)]
    #[schema(ignore)]
    unknown: Unknown,
}

/// A piece on a cell.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Here {
    /// The piece.
    pub(crate) letter: char,
    /// Row, column and layer, all from 0, the lowest layer being 0; the layer may be left out.
    pub(crate) cell: Vec<u32>,
}

/// Ends a job with what it has.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct StopJob {
    /// Its name, as the stream's first event tells it.
    pub(crate) job: String,
    #[serde(flatten)]
    #[schema(ignore)]
    unknown: Unknown,
}

/// Builds pattern tables and keeps them.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct BuildTable {
    /// The name of a set, as the list gives it.
    pub(crate) name: Option<String>,
    /// The board: without a name, its largest set of up to 256 MiB.
    pub(crate) size: Option<String>,
    #[serde(flatten)]
    pub(crate) limits: LimitFields,
    #[serde(flatten)]
    #[schema(ignore)]
    unknown: Unknown,
}
