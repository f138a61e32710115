//! Hamming: the number of misplaced tiles, the g(i) of the text-book's branch and bound.

use super::{Heuristic, Step};
use crate::slide::board::Board;
use crate::slide::grid::Grid;

/// Misplaced tiles. Each of them needs at least one move.
#[derive(Clone, Debug)]
pub(crate) struct Hamming {
    /// The tile that belongs in each cell; 0 where the blank belongs, which no tile matches.
    goal: Vec<u16>,
}

impl Hamming {
    /// For this goal.
    #[must_use]
    pub(crate) fn new(goal: &Board) -> Hamming {
        Hamming { goal: goal.tiles().to_vec() }
    }
}

impl<G: Grid> Heuristic<G> for Hamming {
    type Memo = u32;
    type Kept = ();

    fn start(&self, grid: &G) -> u32 {
        let misplaced = |(cell, &home): (usize, &u16)| grid.tile(cell) != 0 && grid.tile(cell) != home;
        self.goal.iter().enumerate().filter(|&pair| misplaced(pair)).count() as u32
    }

    #[inline]
    fn moved(&self, memo: u32, step: &Step<'_, G>) -> u32 {
        let was_home = u32::from(self.goal[step.from] == step.tile);
        let is_home = u32::from(self.goal[step.to] == step.tile);
        memo + was_home - is_home
    }

    #[inline]
    fn bound(&self, memo: &u32) -> u32 {
        *memo
    }
}
