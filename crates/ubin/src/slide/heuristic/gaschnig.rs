//! Gaschnig: the moves that would be needed if any tile could jump into the blank.
//!
//! J. Gaschnig, A problem similarity approach to devising heuristics, IJCAI 1979 (also known as maximal swap). Every real move is such a jump, so the exact number of jumps never exceeds the moves, and a move changes it by one.
//!
//! Words: the cells fall into **cycles**, each cell pointing to the home of the tile in it, the blank's included. A tile at home is a cycle of one. The blank's cycle of n cells takes n - 1 jumps, each other cycle of n > 1 cells takes n + 1: the
//! blank must come and go.

use super::{Heuristic, Step};
use crate::slide::board::Board;
use crate::slide::grid::Grid;

/// Jumps into the blank. At least as many as misplaced tiles.
#[derive(Clone, Debug)]
pub(crate) struct Gaschnig {
    /// The home of each tile; that of the blank first.
    homes: Vec<usize>,
}

impl Gaschnig {
    /// For this goal.
    #[must_use]
    pub(crate) fn new(goal: &Board) -> Gaschnig {
        Gaschnig { homes: goal.cells() }
    }

    /// The cell after this one in its cycle.
    #[inline]
    fn next<G: Grid>(&self, grid: &G, cell: usize) -> usize {
        self.homes[usize::from(grid.tile(cell))]
    }

    /// Whether two cells are in one cycle.
    #[inline]
    fn are_joined<G: Grid>(&self, grid: &G, a: usize, b: usize) -> bool {
        let mut cell = self.next(grid, a);
        while cell != a && cell != b {
            cell = self.next(grid, cell);
        }
        cell == b
    }
}

impl<G: Grid> Heuristic<G> for Gaschnig {
    type Memo = u32;
    type Kept = ();

    fn start(&self, grid: &G) -> u32 {
        let mut seen = vec![false; self.homes.len()];
        let mut jumps = 0;
        for first in 0..seen.len() {
            let (mut cell, mut length, mut has_blank) = (first, 0, false);
            while !std::mem::replace(&mut seen[cell], true) {
                length += 1;
                has_blank |= grid.tile(cell) == 0;
                cell = self.next(grid, cell);
            }
            jumps += match length {
                0 | 1 => 0,
                length if has_blank => length - 1,
                length => length + 1,
            };
        }
        jumps
    }

    /// A jump joins two cycles or cuts one in two. It takes back one of the jumps to come when a tile comes home or the blank joins a cycle that is not done; else it adds one.
    #[inline]
    fn moved(&self, memo: u32, step: &Step<'_, G>) -> u32 {
        let home = self.homes[usize::from(step.tile)];
        let is_nearer = home == step.to || (home != step.from && !self.are_joined(step.before, step.to, step.from));
        if is_nearer { memo - 1 } else { memo + 1 }
    }

    #[inline]
    fn bound(&self, memo: &u32) -> u32 {
        *memo
    }
}
