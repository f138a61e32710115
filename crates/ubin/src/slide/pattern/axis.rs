//! How many moves along one axis are needed when a whole line slides in one move.
//!
//! Words: an **axis** is up-and-down or left-and-right. Seen along the up-and-down axis a board is only how many tiles
//! in each row come from each **home row**, and the blank's row; moves along the other axis change nothing. That
//! is Takahashi's walking distance, but a move takes the blank any number of rows, so distances count lines
//! that slide, not tiles.
//!
//! Moves of the two axes take turns, or else two of them were one: so the larger need counts twice (see `multi`).

use std::collections::VecDeque;
use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

/// The most rows that an axis may have: a row's content is four bits for every home row.
const MOST_ROWS: usize = 4;

/// A board seen along an axis.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Seen {
    /// By row and home row: how many tiles.
    counts: [[u8; MOST_ROWS]; MOST_ROWS],
    blank: u8,
}

/// All boards seen along one axis, with the moves needed.
#[derive(Debug)]
pub(crate) struct Axis {
    /// By state: the moves needed.
    moves: Vec<u8>,
    /// By state, way (back, forth) and home row of the tile that the blank changes places with: the next state.
    steps: Vec<[[u16; MOST_ROWS]; 2]>,
    numbers: FxHashMap<u64, u16>,
}

/// The step that no board can take.
const NONE: u16 = u16::MAX;

impl Seen {
    fn key(&self) -> u64 {
        self.counts.iter().flatten().fold(u64::from(self.blank), |key, &count| key << 3 | u64::from(count))
    }

    /// After the blank has gone to the next row, back (0) or forth (1), and a tile of this home row has come.
    fn step(&self, way: usize, home: usize) -> Option<Seen> {
        let row = usize::from(self.blank);
        let to = if way == 0 { row.checked_sub(1)? } else { row + 1 };
        let mut next = *self;
        let left = next.counts.get_mut(to)?.get_mut(home)?;
        *left = left.checked_sub(1)?;
        next.counts[row][home] += 1;
        next.blank = to as u8;
        Some(next)
    }
}

impl Axis {
    /// An axis of `rows` rows of `cols` cells each, for a goal with the blank in row `blank`; up to four of both.
    pub(crate) fn new(rows: usize, cols: usize, blank: usize) -> Axis {
        let mut counts = [[0; MOST_ROWS]; MOST_ROWS];
        for (row, counts) in counts.iter_mut().enumerate().take(rows) {
            counts[row] = cols as u8 - u8::from(row == blank);
        }
        let goal = Seen { counts, blank: blank as u8 };
        let mut axis = Axis { moves: vec![0], steps: Vec::new(), numbers: FxHashMap::from_iter([(goal.key(), 0)]) };
        let mut states = vec![goal];
        let mut queue = VecDeque::from([0]);
        while let Some(state) = queue.pop_front() {
            // One move is any number of steps the same way.
            for way in [0, 1] {
                let mut line = vec![states[state]];
                while let Some(seen) = line.pop() {
                    for next in (0..MOST_ROWS).filter_map(|home| seen.step(way, home)) {
                        line.push(next);
                        if let Entry::Vacant(new) = axis.numbers.entry(next.key()) {
                            new.insert(states.len() as u16);
                            queue.push_back(states.len());
                            axis.moves.push(axis.moves[state] + 1);
                            states.push(next);
                        }
                    }
                }
            }
        }
        axis.steps = states.iter().map(|seen| axis.steps_of(seen)).collect();
        axis
    }

    fn steps_of(&self, seen: &Seen) -> [[u16; MOST_ROWS]; 2] {
        let number = |way, home| seen.step(way, home).map_or(NONE, |next| self.numbers[&next.key()]);
        std::array::from_fn(|way| std::array::from_fn(|home| number(way, home)))
    }

    /// The state of a board, given the row and home row of every tile and the blank's row.
    pub(crate) fn state(&self, tiles: impl Iterator<Item = (usize, usize)>, blank: usize) -> u16 {
        let mut seen = Seen { counts: [[0; MOST_ROWS]; MOST_ROWS], blank: blank as u8 };
        for (row, home) in tiles {
            seen.counts[row][home] += 1;
        }
        self.numbers[&seen.key()]
    }

    /// The state after the blank has gone one row back (0) or forth (1), past a tile of this home row.
    #[inline]
    pub(crate) fn step(&self, state: u16, way: usize, home: usize) -> u16 {
        self.steps[usize::from(state)][way][home]
    }

    /// The moves needed from a state.
    #[inline]
    pub(crate) fn moves(&self, state: u16) -> u32 {
        self.moves[usize::from(state)].into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_of_the_15_puzzle_has_as_many_states_as_the_walking_distance() {
        let axis = Axis::new(4, 4, 3);
        assert_eq!(axis.moves.len(), 24_964);
        assert_eq!(axis.moves.iter().filter(|&&moves| moves == 0).count(), 1);
    }

    #[test]
    fn a_line_slides_at_once() {
        let axis = Axis::new(4, 4, 3);
        // The blank's column one down: the tiles of rows 0 to 2 stand in rows 1 to 3.
        let rest = (0..4).flat_map(|row| [(row, row); 3]);
        let state = axis.state(rest.chain([(1, 0), (2, 1), (3, 2)]), 0);
        assert_eq!(axis.moves(state), 1);
    }
}
