//! Linear conflict: tiles that stand in their home line in the wrong order cannot all stay in it.
//!
//! Hansson, Mayer, Yung ("Criticizing solutions to relaxed models yields powerful admissible heuristics", 1992).
//! Of the tiles of a line that belong to it, only those of an increasing subsequence of homes can stay; every
//! other one must leave the line and come back, two moves that Manhattan does not count. So a line adds
//! 2 x (tiles at home in it - longest increasing subsequence). Counting conflicting *pairs* instead, as many
//! programs do, overestimates: three tiles in reverse order are three pairs, but two tiles that must leave.

use super::manhattan::Manhattan;
use super::{Heuristic, Step};
use crate::slide::board::{Board, Size};
use crate::slide::grid::Grid;

/// Manhattan plus the detours that lines force.
#[derive(Clone, Debug)]
pub(crate) struct LinearConflict {
    manhattan: Manhattan,
    size: Size,
    /// Home row and column of every tile; the blank has none.
    home: Vec<Option<(u8, u8)>>,
}

impl LinearConflict {
    /// For this goal.
    #[must_use]
    pub(crate) fn new(goal: &Board) -> LinearConflict {
        let size = goal.size();
        let mut home: Vec<_> =
            goal.cells().into_iter().map(|cell| Some((size.row(cell) as u8, size.col(cell) as u8))).collect();
        home[0] = None;
        LinearConflict { manhattan: Manhattan::new(goal), size, home }
    }

    /// The detour of a row: homes of the tiles that belong to it, left to right.
    fn row(&self, grid: &impl Grid, row: usize) -> u32 {
        detour((0..self.size.cols()).filter_map(|col| {
            let (home_row, home_col) = self.home[usize::from(grid.tile(self.size.cell(row, col)))]?;
            (usize::from(home_row) == row).then_some(home_col)
        }))
    }

    /// The detour of a column.
    fn column(&self, grid: &impl Grid, col: usize) -> u32 {
        detour((0..self.size.rows()).filter_map(|row| {
            let (home_row, home_col) = self.home[usize::from(grid.tile(self.size.cell(row, col)))]?;
            (usize::from(home_col) == col).then_some(home_row)
        }))
    }
}

/// Two moves for every tile outside a longest increasing subsequence.
fn detour(homes: impl Iterator<Item = u8>) -> u32 {
    // tails[k] is the smallest last home of an increasing subsequence of k + 1 tiles.
    let mut tails = [0u8; Size::MOST];
    let (mut longest, mut count) = (0, 0);
    for home in homes {
        let at = tails[..longest].iter().position(|&tail| tail > home).unwrap_or(longest);
        tails[at] = home;
        longest = longest.max(at + 1);
        count += 1;
    }
    2 * (count - longest as u32)
}

impl<G: Grid> Heuristic<G> for LinearConflict {
    type Memo = u32;
    type Kept = ();

    fn start(&self, grid: &G) -> u32 {
        let rows: u32 = (0..self.size.rows()).map(|row| self.row(grid, row)).sum();
        let columns: u32 = (0..self.size.cols()).map(|col| self.column(grid, col)).sum();
        self.manhattan.start(grid) + rows + columns
    }

    /// A tile that moves along a row leaves the order within the row as it is: only two columns change.
    fn moved(&self, memo: u32, step: &Step<'_, G>) -> u32 {
        let (size, before, after) = (self.size, step.before, step.after);
        let manhattan = self.manhattan.moved(memo, step);
        if size.row(step.from) == size.row(step.to) {
            let (a, b) = (size.col(step.from), size.col(step.to));
            manhattan + self.column(after, a) + self.column(after, b) - self.column(before, a) - self.column(before, b)
        } else {
            let (a, b) = (size.row(step.from), size.row(step.to));
            manhattan + self.row(after, a) + self.row(after, b) - self.row(before, a) - self.row(before, b)
        }
    }

    #[inline]
    fn bound(&self, memo: &u32) -> u32 {
        *memo
    }
}

#[cfg(test)]
mod tests {
    use super::detour;

    #[test]
    fn detours_count_tiles_not_pairs() {
        let check = |homes: &[u8], expected| assert_eq!(detour(homes.iter().copied()), expected);
        check(&[], 0);
        check(&[0, 1, 2], 0);
        check(&[1, 0], 2);
        check(&[2, 1, 0], 4);
        check(&[3, 0, 1, 2], 2);
    }
}
