//! Manhattan: every tile walks home as if it were alone on the board.

use super::{Heuristic, Step};
use crate::slide::board::Board;
use crate::slide::grid::Grid;

/// The sum over all tiles of rows plus columns to their home. A move brings one tile one cell nearer at most.
#[derive(Clone, Debug)]
pub(crate) struct Manhattan {
    /// `away[tile << shift | cell]`: a power of two a tile, so that the index is a shift and not a product.
    away: Vec<u8>,
    shift: u32,
    cells: usize,
}

impl Manhattan {
    /// For this goal.
    #[must_use]
    pub(crate) fn new(goal: &Board) -> Manhattan {
        let (size, home) = (goal.size(), goal.cells());
        let cells = size.cells();
        let shift = cells.next_power_of_two().trailing_zeros();
        let mut away = vec![0; cells << shift];
        for tile in 1..cells {
            for cell in 0..cells {
                away[tile << shift | cell] = size.taxicab(cell, home[tile]) as u8;
            }
        }
        Manhattan { away, shift, cells }
    }

    #[inline]
    pub(super) fn away(&self, tile: u16, cell: usize) -> u32 {
        self.away[usize::from(tile) << self.shift | cell].into()
    }
}

impl<G: Grid> Heuristic<G> for Manhattan {
    type Memo = u32;
    type Kept = ();

    fn start(&self, grid: &G) -> u32 {
        (0..self.cells).map(|cell| self.away(grid.tile(cell), cell)).sum()
    }

    #[inline]
    fn moved(&self, memo: u32, step: &Step<'_, G>) -> u32 {
        memo + self.away(step.tile, step.to) - self.away(step.tile, step.from)
    }

    #[inline]
    fn bound(&self, memo: &u32) -> u32 {
        *memo
    }
}
