//! Packing puzzles: fill a board with pieces, each used once.
//!
//! Words: a **board** has **cells**; a **piece** has a letter and a shape, in one of its **orientations** at some place it is a **placement**; a **solution** gives every cell
//! a piece. [`text`] reads and writes puzzles, [`sets`] knows famous ones, [`solve`] is the front door to the engines.

mod backtrack;
mod bits;
mod board;
pub mod brute;
pub mod challenge;
pub mod check;
pub mod count;
mod every;
pub mod graph;
pub mod hint;
mod lattice;
mod model;
mod paths;
mod piece;
pub mod placements;
mod plain;
mod puzzle;
pub mod sets;
pub mod solve;
mod stream;
mod sweep;
mod symmetry;
pub mod text;
pub mod tree;
pub mod units;

pub use board::{BoardKind, PackBoard, PackBoardError};
pub use check::{CellName, Findings, Reason};
pub use lattice::{Cell, Flips, Lattice, LatticeTurn, Spot};
pub use piece::{Piece, PieceError};
pub use puzzle::{Placement, Puzzle, PuzzleError, Solution};
pub use solve::{Equality, Method, PackAnswer, PackOutcome, PackPlan, SolutionCount};
