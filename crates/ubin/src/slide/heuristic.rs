//! Lower bounds, kept up to date from move to move.
//!
//! Words: a heuristic gives a **bound**, never more than the moves that are needed (it is *admissible*); its
//! **memo** is what it remembers of a board so that the next board's bound is cheap. All of these are also
//! *consistent*: a move changes the bound by at most 1. `tests/admissible.rs` checks both on every 3x3 board.
//!
//! To add one: a file here, a word of [`HeuristicName`], its arms in `dispatch`; the admissibility test has all words.

mod conflict;
mod gaschnig;
mod hamming;
mod manhattan;
mod pattern;
mod walking;

pub(crate) use conflict::LinearConflict;
pub(crate) use gaschnig::Gaschnig;
pub(crate) use hamming::Hamming;
pub(crate) use manhattan::Manhattan;
pub(crate) use pattern::Pattern;
pub(crate) use walking::{WalkingDistance, WalkingError};

use super::grid::Grid;
use crate::words::words;

/// One move, as a heuristic sees it: `tile` went from its cell to the blank's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<'a, G> {
    /// The grid before the move.
    pub before: &'a G,
    /// The grid after it.
    pub after: &'a G,
    /// The tile that moved.
    pub tile: u16,
    /// The cell it left; the blank is there now.
    pub from: usize,
    /// The cell it went to.
    pub to: usize,
}

/// A lower bound of the moves to the goal.
pub(crate) trait Heuristic<G: Grid> {
    /// What is remembered of a board.
    type Memo: Copy;
    /// What is kept of a memo beside its board, so that it need not be made from nothing again; nothing where that is cheap.
    type Kept: Copy + Default;

    /// The memo of a board, from nothing.
    fn start(&self, grid: &G) -> Self::Memo;
    /// The memo after a move.
    fn moved(&self, memo: Self::Memo, step: &Step<'_, G>) -> Self::Memo;
    /// The bound.
    fn bound(&self, memo: &Self::Memo) -> u32;

    /// The bound after a move, and what is worth keeping of the memo then.
    fn weigh(&self, memo: &Self::Memo, step: &Step<'_, G>) -> (u32, Self::Kept) {
        let memo = self.moved(*memo, step);
        (self.bound(&memo), self.kept(&memo))
    }

    /// What is worth keeping of a memo.
    fn kept(&self, _memo: &Self::Memo) -> Self::Kept {
        Self::Kept::default()
    }

    /// The memo of a board of which this was kept.
    fn again(&self, grid: &G, _kept: Self::Kept) -> Self::Memo {
        self.start(grid)
    }
}

words! {
    /// The heuristics by name, weakest first.
    pub enum HeuristicName as "heuristic" {
        /// Misplaced tiles.
        Hamming = "hamming",
        /// Moves that would be needed if any tile could jump into the blank.
        Gaschnig = "gaschnig",
        /// Rows plus columns of every tile to its home.
        Manhattan = "manhattan",
        /// Manhattan, plus two for every tile that must leave its line to let another pass.
        LinearConflict = "linear-conflict",
        /// The exact distance when tiles are known by home row only, plus the same for columns.
        WalkingDistance = "walking-distance",
        /// The exact moves of groups of tiles, read from tables.
        Pattern = "pattern",
    }
}

/// No heuristic: for breadth-first search, which asks for none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blind;

impl<G: Grid> Heuristic<G> for Blind {
    type Memo = ();
    type Kept = ();

    fn start(&self, _: &G) {}
    fn moved(&self, (): (), _: &Step<'_, G>) {}
    fn bound(&self, (): &()) -> u32 {
        0
    }
}
