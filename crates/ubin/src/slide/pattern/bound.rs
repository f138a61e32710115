//! The bound of pattern databases as a heuristic, for the engines that know no pattern databases.
//!
//! The memo is every slot of every view, kept up to date like the tuned search does, one lookup a view and move.

use super::solve::Solver;
use super::views::{PatternSlot, TableView, homes};
use crate::slide::grid::Grid;
use crate::slide::heuristic::{Heuristic, Step};
use crate::slide::{Board, Dir};

/// The bound of a [`Solver`], move by move, for views that have at most so many patterns together.
#[derive(Clone, Debug)]
pub(crate) struct PatternBound<'s, const SLOTS: usize> {
    solver: &'s Solver,
    /// By tile: its home.
    homes: Vec<u8>,
}

/// What is remembered of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memo<const SLOTS: usize> {
    slots: [PatternSlot; SLOTS],
    /// By cell: its tile, called by its home.
    tiles: [u8; 64],
    bound: u32,
}

impl<'s, const SLOTS: usize> PatternBound<'s, SLOTS> {
    /// The heuristic of a solver, or `None` when its views have more patterns together.
    #[must_use]
    pub(crate) fn new(solver: &'s Solver) -> Option<PatternBound<'s, SLOTS>> {
        let slots: usize = solver.views().iter().map(TableView::patterns).sum();
        let homes = solver.goal().cells().iter().map(|&home| home as u8).collect();
        (slots <= SLOTS).then_some(PatternBound { solver, homes })
    }

    /// The views, each with where its slots begin.
    fn views(&self) -> impl Iterator<Item = (&'s TableView, usize)> {
        self.solver.views().iter().scan(0, |next, view| {
            let first = *next;
            *next += view.patterns();
            Some((view, first))
        })
    }

    fn memo<G: Grid>(&self, grid: &G, slots: [PatternSlot; SLOTS]) -> Memo<SLOTS> {
        let mut tiles = [0; 64];
        for (cell, tile) in tiles.iter_mut().enumerate().take(self.homes.len()) {
            *tile = self.homes[usize::from(grid.tile(cell))];
        }
        let bounds = self.views().map(|(view, first)| sum(&slots[first..first + view.patterns()]));
        Memo { bound: bounds.max().unwrap_or(0), slots, tiles }
    }
}

/// What the slots of one view prove together.
fn sum(slots: &[PatternSlot]) -> u32 {
    slots.iter().map(|slot| u32::from(slot.h)).sum()
}

/// Where the blank goes from a cell to its neighbour.
fn way(blank: usize, to: usize) -> Dir {
    match () {
        () if to == blank + 1 => Dir::Right,
        () if to + 1 == blank => Dir::Left,
        () if to > blank => Dir::Down,
        () => Dir::Up,
    }
}

impl<G: Grid, const SLOTS: usize> Heuristic<G> for PatternBound<'_, SLOTS> {
    type Memo = Memo<SLOTS>;
    /// Order and distance of the slots: to find them from nothing is to walk down the tables, a hundred times the cost of a move. The placements are in the board.
    type Kept = KeptSlots<SLOTS>;

    /// # Panics
    /// When no moves lead from the board to the goal.
    fn start(&self, grid: &G) -> Memo<SLOTS> {
        let size = self.solver.goal().size();
        let board =
            Board::new(size, (0..size.cells()).map(|cell| grid.tile(cell)).collect()).expect("grids are boards");
        let (tiles, blank) = homes(self.solver.goal(), &board).expect("the board can be solved");
        let all =
            self.solver.views().iter().flat_map(|view| view.slots(&tiles, blank).expect("the board can be solved"));
        let mut slots = [PatternSlot::default(); SLOTS];
        all.zip(&mut slots).for_each(|(from, to)| *to = from);
        self.memo(grid, slots)
    }

    fn moved(&self, mut memo: Memo<SLOTS>, step: &Step<'_, G>) -> Memo<SLOTS> {
        let (blank, tile) = (step.to, self.homes[usize::from(step.tile)]);
        let dir = way(blank, step.from);
        memo.bound = 0;
        for (view, first) in self.views() {
            let own = &mut memo.slots[first..first + view.patterns()];
            let slot = &mut own[view.owner(tile)];
            *slot = view.moved(&memo.tiles, slot, tile, blank as u8, dir);
            memo.bound = memo.bound.max(sum(own));
        }
        memo.tiles.swap(step.from, blank);
        memo
    }

    fn bound(&self, memo: &Memo<SLOTS>) -> u32 {
        memo.bound
    }

    fn kept(&self, memo: &Memo<SLOTS>) -> KeptSlots<SLOTS> {
        KeptSlots(memo.slots.map(|slot| (slot.order, slot.h)))
    }

    fn again(&self, grid: &G, kept: KeptSlots<SLOTS>) -> Memo<SLOTS> {
        let mut memo = self.memo(grid, kept.0.map(|(order, h)| PatternSlot { placement: 0, order, h }));
        let blank = self.homes[0];
        for (view, first) in self.views() {
            for (cell, &tile) in memo.tiles[..self.homes.len()].iter().enumerate().filter(|(_, tile)| **tile != blank) {
                memo.slots[first + view.owner(tile)].placement |= view.taken(cell);
            }
        }
        memo
    }
}

/// Order and distance of every slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeptSlots<const SLOTS: usize>([(u16, u16); SLOTS]);

impl<const SLOTS: usize> Default for KeptSlots<SLOTS> {
    fn default() -> KeptSlots<SLOTS> {
        KeptSlots([(0, 0); SLOTS])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Control, Limits, Run};
    use crate::slide::Size;
    use crate::slide::pattern::{Partition, Tables};

    #[test]
    fn the_heuristic_of_other_engines_is_the_bound_of_the_solver() {
        let size = Size::new(3, 4).unwrap();
        let partition = Partition::draw(size, "A A A B  A C B B  C C D .").unwrap();
        let control = Control::new();
        let tables = Tables::build(&partition, 1, &mut Run::new(Limits::default(), &control)).unwrap();
        let mut board = Board::new(size, (1..12).chain([0]).collect()).unwrap();
        let solver = Solver::new(&board, &[tables]).unwrap();
        let bound = PatternBound::<8>::new(&solver).unwrap();
        let mut grid = <u64 as Grid>::pack(board.tiles());
        let mut memo = bound.start(&grid);
        for dir in "UULLDRDLLURRURDDLULURRDLLDRUULLDDRRU".chars().filter_map(Dir::of_letter) {
            let to = board.blank();
            if !board.slide(dir) {
                continue;
            }
            let from = board.blank();
            let tile = board.tiles()[to];
            let after = grid.moved(tile, from, to);
            memo = bound.moved(memo, &Step { before: &grid, after: &after, tile, from, to });
            grid = after;
            assert_eq!(Some(Heuristic::<u64>::bound(&bound, &memo)), solver.h(&board), "at\n{board}");
            // What was kept gives the memo that the tables give.
            let (again, fresh) = (bound.again(&grid, Heuristic::<u64>::kept(&bound, &memo)), bound.start(&grid));
            let told =
                |memo: Memo<8>| (memo.slots.map(|slot| (slot.placement, slot.order, slot.h)), memo.tiles, memo.bound);
            assert_eq!((told(memo), told(again)), (told(fresh), told(fresh)), "at\n{board}");
        }
    }
}
