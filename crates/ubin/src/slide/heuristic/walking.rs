//! Walking distance: how far the tiles are from home, rows and columns apart.
//!
//! Ken'ichiro Takahashi's idea: forget which tile is which, remember only from which row it comes. What is left
//! is a smaller puzzle, in which a vertical move takes some tile of one home row to the next row. Its exact
//! distance bounds the vertical moves of the whole; the same for columns bounds the horizontal moves, and the two
//! add up because no move is both. Walking distance is never below Manhattan, and it sees most linear conflicts.
//!
//! The states of one axis are numbered as breadth-first search from the goal meets them, with a table of the
//! states that moves lead to, so that a move is one lookup. A 4x4 board has 24,964 states an axis; a 5x5 board
//! has 65,650,495, too many for a table made on the spot.
//!
//! Invariant: a line holds as many tiles as it has cells, one fewer where the blank is.

use rustc_hash::FxHashMap;

use super::{Heuristic, Step};
use crate::slide::board::{Board, Size};
use crate::slide::grid::Grid;

/// Why a board has no walking distance here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, serde::Serialize)]
#[error(
    "walking distance needs a table of more than a million states for a {0} board; use linear-conflict or manhattan"
)]
pub(crate) struct WalkingError(pub Size);

/// The bound by rows plus the bound by columns.
#[derive(Clone, Debug)]
pub(crate) struct WalkingDistance {
    size: Size,
    rows: WalkAxis,
    columns: WalkAxis,
}

impl WalkingDistance {
    /// For this goal.
    ///
    /// # Errors
    /// When the tables would be too large.
    pub(crate) fn new(goal: &Board) -> Result<WalkingDistance, WalkingError> {
        let size = goal.size();
        if !WalkingDistance::fits(size) {
            return Err(WalkingError(size));
        }
        let rows = WalkAxis::new(goal, size.rows(), size.cols(), |cell| size.row(cell));
        let columns = WalkAxis::new(goal, size.cols(), size.rows(), |cell| size.col(cell));
        Ok(WalkingDistance { size, rows, columns })
    }

    /// Whether both axes of a board of this size have at most about a million states.
    #[must_use]
    pub(crate) fn fits(size: Size) -> bool {
        let fits = |lines: usize, length: usize| match lines {
            ..=3 => true,
            4 => length <= 6,
            5 => length <= 3,
            6 => length <= 2,
            _ => false,
        };
        fits(size.rows(), size.cols()) && fits(size.cols(), size.rows())
    }
}

impl<G: Grid> Heuristic<G> for WalkingDistance {
    /// The state by rows and the state by columns.
    type Memo = (u32, u32);
    type Kept = ();

    fn start(&self, grid: &G) -> (u32, u32) {
        let tiles: Vec<u16> = (0..self.size.cells()).map(|cell| grid.tile(cell)).collect();
        (self.rows.find(&tiles, |cell| self.size.row(cell)), self.columns.find(&tiles, |cell| self.size.col(cell)))
    }

    #[inline]
    fn moved(&self, (rows, columns): (u32, u32), step: &Step<'_, G>) -> (u32, u32) {
        let tile = usize::from(step.tile);
        if step.from + 1 == step.to || step.to + 1 == step.from {
            (rows, self.columns.moved(columns, tile, step.from > step.to))
        } else {
            (self.rows.moved(rows, tile, step.from > step.to), columns)
        }
    }

    #[inline]
    fn bound(&self, (rows, columns): &(u32, u32)) -> u32 {
        self.rows.distance[*rows as usize] + self.columns.distance[*columns as usize]
    }
}

/// The puzzle of one axis: `lines` lines, tiles known by their home line.
#[derive(Clone, Debug)]
struct WalkAxis {
    lines: usize,
    /// Home line of every tile.
    home: Vec<u8>,
    /// Distance of every state.
    distance: Vec<u32>,
    /// `next[(state * 2 + way) * lines + home line]`: way 1 when the blank goes to a later line.
    next: Vec<u32>,
    /// The number of every state.
    number: FxHashMap<WalkState, u32>,
}

/// How many tiles of each home line stand in each line, packed, and the line of the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct WalkState {
    counts: u128,
    blank: u8,
}

/// Which bits of [`WalkState::counts`] hold a count.
#[derive(Clone, Copy, Debug)]
struct CountLayout {
    lines: usize,
    bits: usize,
}

impl CountLayout {
    /// A layout; the counts of every size that fits are at most 96 bits.
    fn new(lines: usize, length: usize) -> CountLayout {
        CountLayout { lines, bits: (length + 1).next_power_of_two().trailing_zeros() as usize }
    }

    fn one(self, line: usize, home: usize) -> u128 {
        1 << (self.bits * (line * self.lines + home))
    }

    fn count(self, state: &WalkState, line: usize, home: usize) -> u128 {
        state.counts >> (self.bits * (line * self.lines + home)) & ((1 << self.bits) - 1)
    }

    /// The state after the blank went to `line` and a tile of `home` came from there.
    fn swap(self, state: &WalkState, line: usize, home: usize) -> Option<WalkState> {
        let blank = usize::from(state.blank);
        (self.count(state, line, home) > 0).then(|| WalkState {
            counts: state.counts - self.one(line, home) + self.one(blank, home),
            blank: line as u8,
        })
    }

    fn state(self, tiles: &[u16], home: &[u8], line_of: impl Fn(usize) -> usize) -> WalkState {
        let mut state = WalkState { counts: 0, blank: 0 };
        for (cell, &tile) in tiles.iter().enumerate() {
            match tile {
                0 => state.blank = line_of(cell) as u8,
                tile => state.counts += self.one(line_of(cell), home[usize::from(tile)].into()),
            }
        }
        state
    }
}

impl WalkAxis {
    /// Breadth-first search from the goal.
    fn new(goal: &Board, lines: usize, length: usize, line_of: impl Fn(usize) -> usize) -> WalkAxis {
        let layout = CountLayout::new(lines, length);
        let home: Vec<u8> = goal.cells().into_iter().map(|cell| line_of(cell) as u8).collect();
        let first = layout.state(goal.tiles(), &home, line_of);
        let mut states = vec![first];
        let mut axis =
            WalkAxis { lines, home, distance: vec![0], next: Vec::new(), number: FxHashMap::from_iter([(first, 0)]) };
        let mut at = 0;
        while at < states.len() {
            let state = states[at];
            for line in [state.blank.checked_sub(1), state.blank.checked_add(1)] {
                let line = line.map(usize::from).filter(|&line| line < lines);
                for home in 0..lines {
                    let after = line.and_then(|line| layout.swap(&state, line, home));
                    // A move that the state does not have is never looked up: any number will do.
                    let number = after.map_or(0, |after| {
                        *axis.number.entry(after).or_insert_with(|| {
                            states.push(after);
                            axis.distance.push(axis.distance[at] + 1);
                            states.len() as u32 - 1
                        })
                    });
                    axis.next.push(number);
                }
            }
            at += 1;
        }
        axis
    }

    fn find(&self, tiles: &[u16], line_of: impl Fn(usize) -> usize) -> u32 {
        let length = tiles.len() / self.lines;
        let state = CountLayout::new(self.lines, length).state(tiles, &self.home, line_of);
        *self.number.get(&state).expect("every state of an axis can be reached from its goal")
    }

    #[inline]
    fn moved(&self, state: u32, tile: usize, forward: bool) -> u32 {
        let way = state as usize * 2 + usize::from(forward);
        self.next[way * self.lines + usize::from(self.home[tile])]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slide::goal::Goal;

    #[test]
    fn states_of_known_boards() {
        let check = |rows, cols, expected| {
            let goal = Goal::BlankLast.board(Size::new(rows, cols).unwrap());
            assert_eq!(WalkingDistance::new(&goal).unwrap().rows.distance.len(), expected, "{rows}x{cols}");
        };
        check(3, 3, 105);
        check(4, 4, 24_964);
    }

    #[test]
    fn too_large_boards_are_refused() {
        let states = |rows, cols| {
            let goal = Goal::BlankLast.board(Size::new(rows, cols).unwrap());
            WalkingDistance::new(&goal).map(|walking| walking.rows.distance.len().max(walking.columns.distance.len()))
        };
        for (rows, cols) in [(5, 5), (2, 7), (2, 32), (4, 7)] {
            assert!(states(rows, cols).is_err(), "{rows}x{cols}");
        }
        for (rows, cols) in [(3, 5), (4, 4), (2, 6), (6, 2)] {
            assert!(states(rows, cols).unwrap() < 1 << 20, "{rows}x{cols}");
        }
    }
}
