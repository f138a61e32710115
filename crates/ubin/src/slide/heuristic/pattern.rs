//! Pattern databases of many small patterns as a heuristic for the engines that are not tuned to them.

use std::sync::Arc;

use super::{Heuristic, Step};
use crate::slide::board::{Board, Size};
use crate::slide::grid::Grid;
use crate::slide::pattern::Solver;

/// The bound of pattern tables, looked up anew for every board.
///
/// A lookup walks down the tables, which takes some ten microseconds. Where there are few patterns,
/// [`PatternBound`](crate::slide::pattern::PatternBound) keeps the bound up to date instead; this is for large boards,
/// whose many patterns would make its memo too large.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    size: Size,
    solver: Arc<Solver>,
}

impl Pattern {
    /// The bound of a solver, for boards of this size that can be solved.
    #[must_use]
    pub(crate) fn new(size: Size, solver: Arc<Solver>) -> Pattern {
        Pattern { size, solver }
    }
}

impl<G: Grid> Heuristic<G> for Pattern {
    type Memo = u32;
    type Kept = ();

    fn start(&self, grid: &G) -> u32 {
        let tiles = (0..self.size.cells()).map(|cell| grid.tile(cell)).collect();
        let board = Board::new(self.size, tiles).expect("a grid of a search is a board");
        self.solver.h(&board).expect("a board of a search can be solved")
    }

    fn moved(&self, _: u32, step: &Step<'_, G>) -> u32 {
        self.start(step.after)
    }

    fn bound(&self, memo: &u32) -> u32 {
        *memo
    }
}
