//! Sliding tiles: boards, goals, parity, heuristics, solving, generating.
//!
//! Words: **board**, **cell**, **tile**, **blank** ([`board`]); **goal**, **puzzle** ([`goal`]); **KURANG**, **X**
//! ([`parity`]); **bound** ([`heuristic`]).

pub(crate) mod anytime;
pub mod board;
pub mod compare;
pub mod course;
pub mod domain;
pub mod generate;
pub mod goal;
pub mod grid;
pub mod heuristic;
pub(crate) mod mend;
mod method;
pub mod multi;
pub mod parity;
pub mod pattern;
pub mod quick;
pub mod shelf;
pub mod solve;
pub(crate) mod spread;
pub mod text;
pub mod trace;
pub mod tree;

pub use board::{Board, BoardError, Dir, Notation, Size, letters};
pub use course::Variant;
pub use goal::{Goal, Puzzle};
pub use heuristic::HeuristicName;
pub use method::{Method, Metric};
pub use shelf::Shelf;
