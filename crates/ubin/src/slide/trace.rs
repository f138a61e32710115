//! What a heuristic says of every board along some moves.

use super::board::Dir;
use super::dispatch::{GridWork, bounds, dispatch};
use super::goal::Puzzle;
use super::grid::Grid;
use super::heuristic::{Heuristic, HeuristicName, Step};
use super::options::OptionError;
use super::parity::Parity;
use super::store::TableStore;
use crate::run::{Run, Stop};

/// The bound of every board from the first to the one after the last move, or why it was not computed.
///
/// ```
/// use ubin::run::{Control, Limits, Run};
/// use ubin::slide::{Dir, Goal, HeuristicName, Puzzle, TableStore, text, trace};
///
/// let board = text::read("1 2 3/4 5 6/- 7 8", None).unwrap();
/// let puzzle = Puzzle::with_goal(board, Goal::BlankLast);
/// let control = Control::new();
/// let mut run = Run::new(Limits::default(), &control);
/// let name = Some(HeuristicName::Manhattan);
/// let bounds = trace(&puzzle, &[Dir::Right, Dir::Right], name, &TableStore::default(), &mut run);
/// assert_eq!(bounds, Ok(Ok(vec![2, 1, 0])));
/// ```
///
/// # Errors
/// When the board is too large for the heuristic, or cannot be solved, of which pattern databases know nothing.
///
/// # Panics
/// When a move leads off the board: the caller has replayed them.
pub fn trace(
    puzzle: &Puzzle,
    moves: &[Dir],
    name: Option<HeuristicName>,
    store: &TableStore,
    run: &mut Run<'_>,
) -> Result<Result<Vec<u32>, Stop>, OptionError> {
    if name == Some(HeuristicName::Pattern) && !Parity::is_solvable(puzzle) {
        return Err(OptionError::PatternUnsolvable);
    }
    Ok(match bounds(puzzle, name, store, run)? {
        Ok(bounds) => dispatch(puzzle, bounds, MovesTraced { moves, run }),
        Err(stop) => Err(stop),
    })
}

struct MovesTraced<'m, 'r, 'c> {
    moves: &'m [Dir],
    run: &'r mut Run<'c>,
}

impl GridWork for MovesTraced<'_, '_, '_> {
    type Output = Result<Vec<u32>, Stop>;

    fn run<G: Grid, H: Heuristic<G>>(self, puzzle: &Puzzle, heuristic: H) -> Self::Output {
        let size = puzzle.size();
        let mut grid = G::pack(puzzle.board().tiles());
        let mut memo = heuristic.start(&grid);
        let mut blank = puzzle.board().blank();
        let mut found = vec![heuristic.bound(&memo)];
        for &dir in self.moves {
            self.run.work(size.cells() as u64)?;
            let from = size.neighbour(blank, dir).expect("the moves were replayed");
            let tile = grid.tile(from);
            let after = grid.moved(tile, from, blank);
            memo = heuristic.moved(memo, &Step { before: &grid, after: &after, tile, from, to: blank });
            (grid, blank) = (after, from);
            found.push(heuristic.bound(&memo));
        }
        Ok(found)
    }
}
