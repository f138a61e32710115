//! The bound of pattern databases as a heuristic, for the engines that know no pattern databases.
//!
//! The memo is every slot of every view, kept up to date like the tuned search does, one lookup a view and move.

use super::solve::Solver;
use super::views::{PatternSlot, homes};
use crate::slide::grid::Grid;
use crate::slide::heuristic::{Heuristic, Step};
use crate::slide::{Board, Dir};

/// The most slots that a memo holds: two views of eight patterns each.
const SLOTS: usize = 16;

/// The bound of a [`Solver`], move by move.
#[derive(Clone, Debug)]
pub(crate) struct PatternBound<'s> {
    solver: &'s Solver,
    /// By tile: its home.
    homes: Vec<u8>,
}

/// What is remembered of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memo {
    slots: [PatternSlot; SLOTS],
    bound: u32,
}

impl<'s> PatternBound<'s> {
    /// The heuristic of a solver, or `None` when its views have more than 16 patterns together.
    #[must_use]
    pub(crate) fn new(solver: &'s Solver) -> Option<PatternBound<'s>> {
        let slots: usize = solver.views().iter().map(super::views::TableView::patterns).sum();
        let homes = solver.goal().cells().iter().map(|&home| home as u8).collect();
        (slots <= SLOTS).then_some(PatternBound { solver, homes })
    }

    fn tiles<G: Grid>(&self, grid: &G) -> [u8; 64] {
        let mut tiles = [0; 64];
        for (cell, tile) in tiles.iter_mut().enumerate().take(self.homes.len()) {
            *tile = self.homes[usize::from(grid.tile(cell))];
        }
        tiles
    }

    /// The memo with these slots and their bound.
    fn memo(&self, slots: [PatternSlot; SLOTS]) -> Memo {
        let mut first = 0;
        let sum = |view: &super::views::TableView| {
            let own = &slots[first..first + view.patterns()];
            first += view.patterns();
            own.iter().map(|slot| u32::from(slot.h)).sum()
        };
        Memo { bound: self.solver.views().iter().map(sum).fold(0, u32::max), slots }
    }
}

impl<G: Grid> Heuristic<G> for PatternBound<'_> {
    type Memo = Memo;

    /// # Panics
    /// When no moves lead from the board to the goal.
    fn start(&self, grid: &G) -> Memo {
        let size = self.solver.goal().size();
        let board =
            Board::new(size, (0..size.cells()).map(|cell| grid.tile(cell)).collect()).expect("grids are boards");
        let (tiles, blank) = homes(self.solver.goal(), &board).expect("the board can be solved");
        let all =
            self.solver.views().iter().flat_map(|view| view.slots(&tiles, blank).expect("the board can be solved"));
        let mut slots = [PatternSlot::default(); SLOTS];
        all.zip(&mut slots).for_each(|(from, to)| *to = from);
        self.memo(slots)
    }

    fn moved(&self, memo: Memo, step: &Step<'_, G>) -> Memo {
        let size = self.solver.goal().size();
        let tiles = self.tiles(step.before);
        let (blank, tile) = (step.to, self.homes[usize::from(step.tile)]);
        let leads = |dir: &Dir| size.neighbour(blank, *dir) == Some(step.from);
        let dir = Dir::ALL.into_iter().find(leads).expect("tiles move to neighbours");
        let mut slots = memo.slots;
        let mut first = 0;
        for view in self.solver.views() {
            let slot = &mut slots[first + view.owner(tile)];
            *slot = view.moved(&tiles, slot, tile, blank as u8, dir);
            first += view.patterns();
        }
        self.memo(slots)
    }

    fn bound(&self, memo: &Memo) -> u32 {
        memo.bound
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
        let bound = PatternBound::new(&solver).unwrap();
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
        }
    }
}
