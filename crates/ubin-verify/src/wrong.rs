//! Why an answer is refused: tables of codes, values and sentences.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

/// An enum of codes, a row each: its name, its values, its sentence.
macro_rules! table {
    ($(#[$about:meta])* $table:ident: $($code:ident $({ $($value:ident: $type:ty),* })? $text:literal $(, $part:expr)*;)*) => {
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(rename_all = "kebab-case")]
        $(#[$about])*
        #[allow(missing_docs, reason = "the sentences are the documentation")]
        pub enum $table { $($code $({ $($value: $type),* })?,)* }

        impl fmt::Display for $table {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $($table::$code $({ $($value),* })? => write!(f, $text $(, $part)*),)* }
            }
        }
    };
}

table! {
    /// Why an answer is refused: a code and values for programs, a sentence by `Display`. Moves, rows and columns count from 1, layers from 1 at the top.
    #[serde(tag = "code")]
    Wrong:
    Unreadable { what: &'static str, line: Option<usize>, why: String } "the {what}{}: {why}", at(*line);
    Claim { field: String, said: Box<Value>, found: Box<Value> } "the answer says that {field} is {}, but it is {}", short(said), short(found);
    Missing { field: &'static str, status: String } "the status is {status}, but there is no {field}";
    Bound { lower_bound: u64, length: u64, status: String } "the lower bound {lower_bound} does not go with the length {length} and the status {status}";
    NoMove { sign: char } "{sign:?} is no move: expected U, D, L or R";
    Edge { number: usize, letter: char } "move {number}, {letter}, leaves the board";
    NotGoal { row: usize, col: usize, tile: u16, expected: u16 } "in the end row {row} column {col} has {}, not {}", name(*tile), name(*expected);
    Size { what: &'static str, found: usize, expected: usize } "{}, not {expected}", there_are(*found, what);
    Outside { layer: usize, row: usize, col: usize } "there is no cell in layer {layer} row {row} column {col}";
    NoPiece { layer: usize, row: usize, col: usize } "layer {layer} row {row} column {col} shows no piece";
    Bare { layer: usize, row: usize, col: usize } "layer {layer} row {row} column {col} stays empty";
    Gaps { found: usize, least: usize, most: usize } "{found} cells stay empty, not {least} to {most}";
    Twice "a solution is listed twice";
    Differ "the rows do not show what the placements say";
    Sum { of: String, said: Option<u64>, found: u64, modulus: u64 } "the certificate gives {of} the sum {}, but modulo {modulus} it has {found}", said.map_or("none".into(), |said| said.to_string());
    NoProof { modulus: u64, board: u64 } "modulo {modulus} the pieces can add up to the board's {board}: that proves nothing";
    Piece { piece: String, fault: PieceFault } "piece {piece} {fault}";
}

table! {
    /// What is wrong with a piece.
    #[derive(Copy, Eq)]
    PieceFault:
    Unknown "is not one of the puzzle's";
    Absent "is not used, or not often enough";
    TooOften "is used too often";
    Shape "does not have its shape";
    Mirrored "is turned over, which is forbidden";
    Moved "is not where it was placed";
    OffBoard "leaves the board";
    Overlap "lies on a cell that is taken";
    Undecided "has copies that the rows do not tell apart: give the placements";
}

impl std::error::Error for Wrong {}

impl PieceFault {
    pub(crate) fn of(self, piece: &str) -> Wrong {
        Wrong::Piece { piece: piece.into(), fault: self }
    }
}

/// A check: what must hold, and what is wrong otherwise.
pub(crate) fn ensure<W>(holds: bool, wrong: impl FnOnce() -> W) -> Result<(), W> {
    if holds { Ok(()) } else { Err(wrong()) }
}

/// An answer that cannot be read, and why.
pub(crate) fn unreadable(why: impl Into<String>) -> Wrong {
    Wrong::Unreadable { what: "answer", line: None, why: why.into() }
}

fn at(line: Option<usize>) -> String {
    line.map(|line| format!(", line {line}")).unwrap_or_default()
}

/// A value in a sentence: not a thousand tiles of it.
fn short(value: &Value) -> String {
    let text = value.to_string();
    if text.len() <= 60 { text } else { text.chars().take(57).chain("...".chars()).collect() }
}

/// `there is 1 row`, `there are 2 rows`.
fn there_are(found: usize, what: &str) -> String {
    if found == 1 { format!("there is 1 {}", what.trim_end_matches('s')) } else { format!("there are {found} {what}") }
}

fn name(tile: u16) -> String {
    if tile == 0 { "the blank".into() } else { format!("tile {tile}") }
}
