//! Sliding tiles: boards, goals, parity, heuristics, solving, generating.
//!
//! Words: **board**, **cell**, **tile**, **blank** ([`board`]); **goal** ([`goal`]); **KURANG**, **X** ([`parity`]);
//! **bound** ([`heuristic`]).

pub mod board;
pub mod pattern;

pub use board::{Board, BoardError, Dir, Size, letters};
