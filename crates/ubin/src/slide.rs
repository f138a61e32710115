//! Sliding tiles: boards, goals, parity, heuristics, solving, generating.
//!
//! Words: **board**, **cell**, **tile**, **blank** ([`board`]); **goal**, **puzzle** ([`goal`]); **KURANG**, **X**
//! ([`parity`]); **bound** ([`heuristic`]).

mod answer;
pub(crate) mod anytime;
pub mod board;
pub mod compare;
mod count;
pub mod course;
mod dispatch;
pub(crate) mod domain;
mod engine;
pub mod generate;
pub mod goal;
pub(crate) mod grid;
pub mod heuristic;
pub(crate) mod mend;
mod method;
pub mod multi;
mod options;
pub mod parity;
pub mod pattern;
mod policy;
mod proof;
pub mod quick;
pub mod solve;
pub(crate) mod spread;
pub mod store;
pub mod text;
pub mod trace;
pub mod tree;
pub mod units;

pub use board::{Board, BoardError, Dir, Notation, Size, letters};
pub use course::Variant;
pub use goal::{Goal, Puzzle};
pub use heuristic::HeuristicName;
pub use method::{Method, Metric};
pub use proof::shortest;
pub use store::TableStore;
