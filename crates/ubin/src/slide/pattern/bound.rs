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
    /// By tile: its home; 64 places, so that an index of six bits needs no check.
    homes: [u8; 64],
    cells: usize,
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
    /// By home: the slot of its tile's pattern.
    slots: [u8; 64],
}

impl BoundView<'_> {
    /// Its slots among all.
    fn slots(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.lookups.len()
    }

    /// The slot of a tile's pattern.
    #[inline]
    fn slot(&self, tile: u8) -> usize {
        self.slots[usize::from(tile & 63)].into()
    }

    /// Order and distance of a tile's pattern after the tile has moved into the blank's cell, the blank going this way.
    #[inline]
    fn moved(&self, tiles: &[u8; 64], slot: PatternSlot, tile: u8, (blank, dir): (u8, Dir)) -> PatternSlot {
        let (step, pattern) = (self.view.step(blank, dir), &self.lookups[self.slot(tile) - self.first]);
        let placement = slot.placement ^ step.flip;
        let order = step.order(slot.order, self.view.passes(tile), tiles, self.view.more);
        let bit = pattern.bit(pattern.lookup.record(placement), step.blank, order);
        let entry = u16::from(self.image[bit / 8] >> (bit % 8) & 1);
        // One more where the entry says so, else one fewer: half of the moves are of each kind, so a branch would be foretold wrongly.
        let h = slot.h + 1 - 2 * ((slot.h + 1) >> 1 & 1 ^ entry);
        PatternSlot { placement, order, h }
    }
}

/// What is remembered of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memo<const SLOTS: usize> {
    kept: KeptSlots<SLOTS>,
    placements: [u64; SLOTS],
    /// By view: the sum of its slots' distances.
    sums: [u16; SLOTS],
    /// By cell: its tile, called by its home.
    tiles: [u8; 64],
}

/// Order and distance of every slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KeptSlots<const SLOTS: usize> {
    orders: [u16; SLOTS],
    h: [u8; SLOTS],
}

impl<const SLOTS: usize> Default for KeptSlots<SLOTS> {
    fn default() -> KeptSlots<SLOTS> {
        KeptSlots { orders: [0; SLOTS], h: [0; SLOTS] }
    }
}

impl<const SLOTS: usize> KeptSlots<SLOTS> {
    #[inline]
    fn set(&mut self, at: usize, slot: PatternSlot) {
        self.orders[at] = slot.order;
        self.h[at] =
            u8::try_from(slot.h).expect("few tiles on at most 64 cells are never 256 of their moves from home");
    }
}

impl<'s, const SLOTS: usize> PatternBound<'s, SLOTS> {
    /// The heuristic of a solver, or `None` when its views have more patterns together.
    #[must_use]
    pub(crate) fn new(solver: &'s Solver) -> Option<PatternBound<'s, SLOTS>> {
        let mut homes = [0; 64];
        let cells = solver.goal().cells().len();
        homes.iter_mut().zip(solver.goal().cells()).for_each(|(own, home)| *own = home as u8);
        let (mut views, mut first) = (Vec::new(), 0);
        for view in solver.views() {
            let lookups: Vec<_> = (0..view.patterns()).map(|pattern| view.pattern(pattern)).collect();
            let slots = std::array::from_fn(|home| (first + view.owner(home as u8)) as u8);
            views.push(BoundView { view, image: view.image(), lookups, first, slots });
            first += view.patterns();
        }
        (first <= SLOTS).then_some(PatternBound { solver, views, homes, cells })
    }

    /// The home of a tile.
    #[inline]
    fn home(&self, tile: u16) -> u8 {
        self.homes[usize::from(tile & 63)]
    }

    /// The memo of a board whose slots are kept: the placements are read off the board.
    fn memo<G: Grid>(&self, grid: &G, kept: KeptSlots<SLOTS>) -> Memo<SLOTS> {
        let (mut tiles, mut placements, mut sums) = ([0; 64], [0; SLOTS], [0; SLOTS]);
        for (cell, home) in tiles.iter_mut().enumerate().take(self.cells) {
            *home = self.home(grid.tile(cell));
        }
        let blank = grid.blank(self.cells);
        for (view, sum) in self.views.iter().zip(&mut sums) {
            // The blank is of no pattern: what it adds to the one that its home is counted to is taken away.
            for (cell, &tile) in tiles.iter().enumerate().take(self.cells) {
                placements[view.slot(tile) % SLOTS] ^= view.view.taken(cell);
            }
            placements[view.slot(tiles[blank]) % SLOTS] ^= view.view.taken(blank);
            *sum = kept.h[view.slots()].iter().map(|&h| u16::from(h)).sum();
        }
        Memo { kept, placements, sums, tiles }
    }

    /// Calls `change` with the number of every view, and the number and value of its slot that a move changes.
    #[inline]
    fn change<G>(&self, memo: &Memo<SLOTS>, step: &Step<'_, G>, mut change: impl FnMut(usize, usize, PatternSlot)) {
        let (blank, tile) = (step.to, self.home(step.tile));
        let dir = way(blank, step.from);
        for (number, view) in self.views.iter().enumerate() {
            let at = view.slot(tile) % SLOTS;
            let (placement, order, h) = (memo.placements[at], memo.kept.orders[at], memo.kept.h[at].into());
            let slot = PatternSlot { placement, order, h };
            change(number % SLOTS, at, view.moved(&memo.tiles, slot, tile, (blank as u8, dir)));
        }
    }
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
    /// To find them from nothing is to walk down the tables, a hundred times the cost of a move. The placements are in the board.
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
        let mut kept = KeptSlots::default();
        all.enumerate().for_each(|(at, slot)| kept.set(at, slot));
        self.memo(grid, kept)
    }

    fn moved(&self, mut memo: Memo<SLOTS>, step: &Step<'_, G>) -> Memo<SLOTS> {
        let before = memo;
        self.change(&before, step, |view, at, slot| {
            memo.sums[view] = memo.sums[view] + slot.h - u16::from(memo.kept.h[at]);
            memo.kept.set(at, slot);
            memo.placements[at] = slot.placement;
        });
        memo.tiles.swap(step.from, step.to);
        memo
    }

    /// What the slots prove: the sum of a view's, the largest of all views.
    fn bound(&self, memo: &Memo<SLOTS>) -> u32 {
        memo.sums.into_iter().max().unwrap_or(0).into()
    }

    #[inline]
    fn weigh(&self, memo: &Memo<SLOTS>, step: &Step<'_, G>) -> (u32, KeptSlots<SLOTS>) {
        let (mut kept, mut bound) = (memo.kept, 0);
        self.change(memo, step, |view, at, slot| {
            bound = bound.max(memo.sums[view] + slot.h - u16::from(memo.kept.h[at]));
            kept.set(at, slot);
        });
        (bound.into(), kept)
    }

    fn kept(&self, memo: &Memo<SLOTS>) -> KeptSlots<SLOTS> {
        memo.kept
    }

    fn again(&self, grid: &G, kept: KeptSlots<SLOTS>) -> Memo<SLOTS> {
        self.memo(grid, kept)
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
            let step = Step { before: &grid, after: &after, tile, from, to };
            let weight = bound.weigh(&memo, &step);
            memo = bound.moved(memo, &step);
            grid = after;
            assert_eq!(weight, (Heuristic::<u64>::bound(&bound, &memo), memo.kept), "at\n{board}");
            assert_eq!(Some(Heuristic::<u64>::bound(&bound, &memo)), solver.h(&board), "at\n{board}");
            // What was kept gives the memo that the tables give.
            let (again, fresh) = (bound.again(&grid, Heuristic::<u64>::kept(&bound, &memo)), bound.start(&grid));
            let told = |memo: Memo<8>| (memo.kept, memo.placements, memo.sums, memo.tiles);
            assert_eq!((told(memo), told(again)), (told(fresh), told(fresh)), "at\n{board}");
        }
    }
}
