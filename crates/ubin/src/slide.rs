//! Sliding tiles: boards, goals, parity, heuristics, solving, generating.
//!
//! Words: **board**, **cell**, **tile**, **blank** ([`board`]); **goal** ([`goal`]); **KURANG**, **X** ([`parity`]);
//! **bound** ([`heuristic`]).

pub mod board;

pub use board::{Board, BoardError, Dir, Size, letters};
