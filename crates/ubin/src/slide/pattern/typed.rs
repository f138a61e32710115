//! How many moves along one axis are needed, when tiles are known by cell and by a few kinds of home rows.
//!
//! Words: the home rows of a board are put into up to three **kinds**; a board is then the set of cells of the first
//! kind, the set of the second, and the blank's cell. Moves along the rows cost nothing, so the blank may be thought in
//! the first column: a **class** is all boards that such moves lead to each other. A move along the
//! columns, up or down any number of rows, costs one. The table holds the cost of every class.
//!
//! Walking distance (see `axis`) knows all home rows but no columns; this knows columns but merges two rows of four.

use std::collections::VecDeque;

/// The most cells.
const CELLS: usize = 16;

/// A board by kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kinds {
    /// The cells of the first kind, and of the second.
    sets: [u16; 2],
    blank: u8,
}

/// The cost of every class.
#[derive(Debug)]
pub(crate) struct Typed {
    rows: usize,
    cols: usize,
    /// By home row: its kind.
    kinds: Vec<usize>,
    /// By set of up to 15 cells: its place among the sets of as many.
    ranks: Vec<u16>,
    /// How many sets of the first and of the second kind there are.
    counts: [usize; 2],
    costs: Vec<u8>,
}

impl Typed {
    /// The costs for boards of `rows` rows of `cols` cells, the blank's home in row `blank`, the home rows by kinds.
    pub(crate) fn new(rows: usize, cols: usize, blank: usize, kinds: &[usize]) -> Typed {
        let cells = rows * cols;
        debug_assert!(cells <= CELLS && kinds.len() == rows);
        let home = |kind: usize| {
            let in_row = |cell: usize| cell / cols;
            let own = (0..cells).filter(|&cell| kinds[in_row(cell)] == kind && cell != blank * cols);
            own.fold(0_u16, |set, cell| set | 1 << cell)
        };
        let goal = Kinds { sets: [home(0), home(1)], blank: (blank * cols) as u8 };
        let ones = goal.sets.map(|set| set.count_ones() as usize);
        let choose = |n: usize, k: usize| super::layout::binomial(n, k) as usize;
        let counts = [choose(cells - 1, ones[0]), choose(cells - 1 - ones[0], ones[1])];
        let mut typed = Typed { rows, cols, kinds: kinds.to_vec(), ranks: ranks(), counts, costs: Vec::new() };
        typed.costs = vec![u8::MAX; rows * counts[0] * counts[1]];
        typed.fill(goal);
        typed
    }

    fn fill(&mut self, goal: Kinds) {
        let start = self.class(&goal);
        self.costs[start] = 0;
        let mut queue = VecDeque::from([goal]);
        while let Some(mut board) = queue.pop_front() {
            let cost = self.costs[self.class(&board)] + 1;
            for _ in 0..self.cols {
                for way in [-(self.cols as i32), self.cols as i32] {
                    let mut next = board;
                    while next.slide(way, self.rows * self.cols) {
                        let class = self.class(&next);
                        if self.costs[class] == u8::MAX {
                            self.costs[class] = cost;
                            queue.push_back(next);
                        }
                    }
                }
                board.turn_row(self.cols);
            }
        }
    }

    /// A board by kinds, given the home row of every cell's tile.
    pub(crate) fn see(&self, homes: impl Iterator<Item = usize>, blank: usize) -> Kinds {
        let mut sets = [0; 2];
        for (cell, home) in homes.enumerate() {
            if cell != blank
                && let Some(set) = sets.get_mut(self.kinds[home])
            {
                *set |= 1 << cell;
            }
        }
        Kinds { sets, blank: blank as u8 }
    }

    /// The moves along the columns that a board needs.
    #[inline]
    pub(crate) fn cost(&self, board: &Kinds) -> u32 {
        self.costs[self.class(board)].into()
    }

    /// The board after the tile of a home row has come to the blank's cell from its own.
    #[inline]
    pub(crate) fn moved(&self, mut board: Kinds, from: usize, home: usize) -> Kinds {
        if let Some(set) = board.sets.get_mut(self.kinds[home]) {
            *set ^= 1 << from | 1 << board.blank;
        }
        board.blank = from as u8;
        board
    }

    /// The number of a board's class.
    #[inline]
    fn class(&self, board: &Kinds) -> usize {
        let row = usize::from(board.blank) / self.cols;
        let first = row * self.cols;
        // The blank goes to the first column, the tiles before it one to the right; then its cell is left out.
        let keep = |set: u16| {
            let below = set & ((1 << first) - 1);
            let before = set & ((1 << board.blank) - (1 << first));
            let behind = u32::from(set) & !((2_u32 << board.blank) - 1);
            usize::from(below) | usize::from(before) | (behind >> 1) as usize
        };
        let [a, b] = board.sets.map(keep);
        // The second kind is counted among the cells that the first leaves.
        let (mut rest, mut packed) = (b, 0);
        while rest != 0 {
            let cell = rest.trailing_zeros();
            packed |= 1 << (cell - (a & ((1 << cell) - 1)).count_ones());
            rest &= rest - 1;
        }
        (row * self.counts[0] + usize::from(self.ranks[a])) * self.counts[1] + usize::from(self.ranks[packed])
    }
}

impl Kinds {
    /// Takes the blank a row up or down; says whether there is one.
    fn slide(&mut self, way: i32, cells: usize) -> bool {
        let Some(to) = usize::from(self.blank).checked_add_signed(way as isize).filter(|&to| to < cells) else {
            return false;
        };
        for set in &mut self.sets {
            *set = *set & !(1 << to) | (*set >> to & 1) << self.blank;
        }
        self.blank = to as u8;
        true
    }

    /// Takes the blank one cell to the right, or from the last column to the first.
    fn turn_row(&mut self, cols: usize) {
        let blank = usize::from(self.blank);
        if blank % cols + 1 < cols {
            self.slide(1, CELLS);
        } else {
            for _ in 1..cols {
                self.slide(-1, CELLS);
            }
        }
    }
}

/// By set of cells, its place among the sets of as many cells, as numbers.
fn ranks() -> Vec<u16> {
    let mut counts = [0; CELLS];
    let rank = |set: usize| {
        let count = &mut counts[set.count_ones() as usize];
        *count += 1;
        *count - 1
    };
    (0..1 << (CELLS - 1)).map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_is_reached_once() {
        let typed = Typed::new(4, 4, 0, &[0, 1, 2, 2]);
        assert_eq!(typed.costs.len(), 4 * 455 * 495);
        assert!(typed.costs.iter().all(|&cost| cost < 30));
        assert_eq!(typed.costs.iter().filter(|&&cost| cost == 0).count(), 1);
    }
}
