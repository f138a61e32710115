//! Why an answer is refused.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

/// Why an answer is refused: a code and values for programs, a sentence by `Display`. Moves, rows and columns count from 1, layers from 1 at the top.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the sentences are the documentation")]
pub enum Wrong {
    Unreadable { what: &'static str, line: Option<usize>, why: String },
    Claim { field: &'static str, said: Box<Value>, found: Box<Value> },
    Missing { field: &'static str, status: String },
    Bound { lower_bound: u64, length: u64, status: String },
    Edge { number: usize, letter: char },
    NotGoal { row: usize, col: usize, tile: u16, expected: u16 },
    Size { what: &'static str, found: usize, expected: usize },
    Outside { layer: usize, row: usize, col: usize },
    NoPiece { layer: usize, row: usize, col: usize },
    Bare { layer: usize, row: usize, col: usize },
    Gaps { found: usize, least: usize, most: usize },
    Differ,
    Piece { piece: String, fault: PieceFault },
}

/// What is wrong with a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the sentences are the documentation")]
pub enum PieceFault {
    Unknown,
    Absent,
    TooOften,
    Shape,
    Mirrored,
    Moved,
    OffBoard,
    Overlap,
    Undecided,
}

impl PieceFault {
    pub(crate) fn of(self, piece: impl Into<String>) -> Wrong {
        Wrong::Piece { piece: piece.into(), fault: self }
    }
}

impl std::error::Error for Wrong {}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Unreadable { what, line: Some(line), why } => write!(f, "the {what}, line {line}: {why}"),
            Wrong::Unreadable { what, line: None, why } => write!(f, "the {what}: {why}"),
            Wrong::Claim { field, said, found } => {
                write!(f, "the answer says that {field} is {}, but it is {}", short(said), short(found))
            }
            Wrong::Missing { field, status } => write!(f, "the status is {status}, but there is no {field}"),
            Wrong::Bound { lower_bound, length, status } => {
                write!(f, "the lower bound {lower_bound} does not go with the length {length} and the status {status}")
            }
            Wrong::Edge { number, letter } => write!(f, "move {number}, {letter}, leaves the board"),
            Wrong::NotGoal { row, col, tile, expected } => {
                let name = |tile: &u16| if *tile == 0 { "the blank".into() } else { format!("tile {tile}") };
                write!(f, "in the end row {row} column {col} has {}, not {}", name(tile), name(expected))
            }
            Wrong::Size { what, found, expected } => write!(f, "there are {found} {what}, not {expected}"),
            Wrong::Outside { layer, row, col } => write!(f, "there is no cell in layer {layer} row {row} column {col}"),
            Wrong::NoPiece { layer, row, col } => write!(f, "layer {layer} row {row} column {col} shows no piece"),
            Wrong::Bare { layer, row, col } => write!(f, "layer {layer} row {row} column {col} stays empty"),
            Wrong::Gaps { found, least, most } => write!(f, "{found} cells stay empty, not {least} to {most}"),
            Wrong::Differ => f.write_str("the rows do not show what the placements say"),
            Wrong::Piece { piece, fault } => {
                let fault = match fault {
                    PieceFault::Unknown => "is not one of the puzzle's",
                    PieceFault::Absent => "is not used, or not often enough",
                    PieceFault::TooOften => "is used too often",
                    PieceFault::Shape => "does not have its shape",
                    PieceFault::Mirrored => "is turned over, which is forbidden",
                    PieceFault::Moved => "is not where it was placed",
                    PieceFault::OffBoard => "leaves the board",
                    PieceFault::Overlap => "lies on a cell that is taken",
                    PieceFault::Undecided => "has copies that the rows do not tell apart: give the placements",
                };
                write!(f, "piece {piece} {fault}")
            }
        }
    }
}

/// A value in a sentence: not a thousand tiles of it.
fn short(value: &Value) -> String {
    let text = value.to_string();
    if text.len() <= 60 { text } else { text.chars().take(57).chain("...".chars()).collect() }
}
