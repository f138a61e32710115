//! Pictures of puzzles and solutions. For now: plain text.

pub mod text;
