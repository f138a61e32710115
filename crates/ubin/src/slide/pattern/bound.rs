//! The bound of pattern databases as a heuristic, for the engines that know no pattern databases.
//!
//! The memo is every slot of every view, kept up to date like the tuned search does, one lookup a view and move.

use super::solve::Solver;
use super::views::{PatternLookup, PatternSlot, TableView, homes};
use crate::slide::grid::Grid;
use crate::slide::heuristic::{Heuristic, Step};
use crate::slide::{Board, Dir};

/// The bound of a [`Solver`], move by move, for views that have at most so many patterns together.
#[derive(Clone, Debug)]
pub(crate) struct PatternBound<'s, const SLOTS: usize> {
    solver: &'s Solver,
    views: Vec<BoundView<'s>>,
    /// By tile: its home.
    homes: Vec<u8>,
}

/// A view with all that a move looks up in it, found once: its tables stand behind several pointers.
#[derive(Clone, Debug)]
struct BoundView<'s> {
    view: &'s TableView,
    image: &'s [u8],
    /// By pattern.
    lookups: Vec<PatternLookup<'s>>,
    /// Where its slots begin.
    first: usize,
}

impl BoundView<'_> {
    /// Its slots among all.
    fn own<'m, const SLOTS: usize>(&self, slots: &'m mut [PatternSlot; SLOTS]) -> &'m mut [PatternSlot] {
        &mut slots[self.first..self.first + self.lookups.len()]
    }

    /// The slot of a tile's pattern after the tile has moved into the blank's cell, the blank going this way.
    #[inline]
    fn moved(&self, tiles: &[u8; 64], slot: &PatternSlot, tile: u8, (blank, dir): (u8, Dir)) -> PatternSlot {
        let (step, pattern) = (self.view.step(blank, dir), &self.lookups[self.view.owner(tile)]);
        let placement = slot.placement ^ step.flip;
        let order = step.order(slot.order, self.view.passes(tile), tiles, self.view.more);
        let bit = pattern.bit(pattern.lookup.record(placement), step.blank, order);
        let entry = u16::from(self.image[bit / 8] >> (bit % 8) & 1);
        let h = if (slot.h + 1) >> 1 & 1 == entry { slot.h + 1 } else { slot.h - 1 };
        PatternSlot { placement, order, h }
    }
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
        let homes = solver.goal().cells().iter().map(|&home| home as u8).collect();
        let (mut views, mut slots) = (Vec::new(), 0);
        for view in solver.views() {
            let lookups = (0..view.patterns()).map(|pattern| view.pattern(pattern)).collect();
            views.push(BoundView { view, image: view.image(), lookups, first: slots });
            slots += view.patterns();
        }
        (slots <= SLOTS).then_some(PatternBound { solver, views, homes })
    }

    /// The memo of a board whose slots have their order and distance: the placements are read off the board.
    fn memo<G: Grid>(&self, grid: &G, mut slots: [PatternSlot; SLOTS]) -> Memo<SLOTS> {
        let (mut tiles, blank) = ([0; 64], self.homes[0]);
        for (cell, home) in tiles.iter_mut().enumerate().take(self.homes.len()) {
            let tile = self.homes[usize::from(grid.tile(cell))];
            *home = tile;
            if tile != blank {
                for BoundView { view, first, .. } in &self.views {
                    slots[first + view.owner(tile)].placement |= view.taken(cell);
                }
            }
        }
        let bound = self.views.iter().map(|view| sum(view.own(&mut slots))).max().unwrap_or(0);
        Memo { slots, tiles, bound }
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
        for view in &self.views {
            let own = view.own(&mut memo.slots);
            let slot = &mut own[view.view.owner(tile)];
            *slot = view.moved(&memo.tiles, slot, tile, (blank as u8, dir));
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
        self.memo(grid, kept.0.map(|(order, h)| PatternSlot { placement: 0, order, h }))
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
