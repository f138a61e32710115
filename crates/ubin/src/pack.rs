//! Packing puzzles: fill a board with pieces.
//!
//! Words: a **board** has **cells**; a **piece** has a name and a shape, in one of its **orientations** at some place it is a **placement**; there may be several **copies** of a piece; a **solution** gives every cell
//! a piece or leaves it a **gap**. [`text`] reads and writes puzzles, [`sets`] knows famous ones, [`solve`] is the front door to the engines.

mod alike;
mod backtrack;
mod bits;
mod board;
mod brute;
pub mod challenge;
mod check;
mod copies;
pub mod count;
mod every;
pub mod graph;
pub mod hint;
mod lattice;
mod model;
pub(crate) mod packings;
mod paths;
mod piece;
mod placements;
mod plain;
mod puzzle;
mod restarts;
mod sample;
pub mod sets;
pub mod solve;
mod stock;
mod stream;
mod sweep;
mod symmetry;
pub mod text;
pub mod tree;
pub mod units;
mod weights;

pub use self::{
    board::{BoardKind, PackBoard, PackBoardError},
    check::{CellName, Colouring, Findings, Reason},
    lattice::{Cell, Flips, Lattice, Spot},
    piece::{Piece, PieceError},
    placements::all_placements,
    plain::SolutionReader,
    puzzle::{Amount, EMPTY, Placement, Puzzle, PuzzleError, Solution},
    solve::{Equality, Labels, Method, PackAnswer, PackOutcome, PackPlan, SolutionCount},
    weights::Certificate,
};
