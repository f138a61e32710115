//! The plain search of the course (its report's program): every piece in every orientation at every position, no pruning.
//!
//! Pieces in order of letter; for each the eight orientations in turn, repeats included; every position of its bounding box, row by row. It does not look at the cell count: only
//! a full board ends it. When all fails, the first piece goes to the end of the order and the search begins again, as many times as there are pieces. `cases` counts every position
//! tried. In space the orientations are the 24 rotations and the positions run layer by layer from the top, which the course left open.
//!
//! [`first`] counts a subtree of failures without walking through it twice (in `fast`); the plain walk stays here as its test.

mod fast;

use std::ops::ControlFlow;

use super::lattice::{Cell, Flips, Lattice, Turn};
use super::piece::Piece;
use super::puzzle::{Puzzle, Solution};
use crate::run::{Run, Stop};

/// What the plain search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The first solution; `None` when there is none.
    pub solution: Option<Solution>,
    /// Positions tried.
    pub cases: u64,
}

/// The first solution of the plain search, and how many cases it took.
///
/// # Errors
/// The stop, with the cases tried up to then.
pub fn first(puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Tried, (Stop, u64)> {
    let positions = Positions::of(puzzle);
    if puzzle.board().size() <= 64 { fast::first(&positions, run) } else { plain(&positions, run) }
}

/// Gives every solution once, in the plain search's order without repeats.
///
/// # Errors
/// The stop.
pub fn every(
    puzzle: &Puzzle,
    run: &mut Run<'_>,
    sink: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, Stop> {
    let positions = Positions::of(puzzle).without_repeats();
    let order: Vec<usize> = (0..positions.pieces.len()).collect();
    let mut walk = Walk { positions: &positions, owner: positions.start.clone(), cases: 0 };
    walk.descend(&order, run, sink)
}

/// Every position of every loose piece, in the order of the search.
struct Positions {
    /// In order of letter.
    pieces: Vec<PiecePositions>,
    /// The board at the start: the number of the piece on each cell, or [`FREE`].
    start: Vec<u8>,
}

struct PiecePositions {
    number: u8,
    /// The cells at each position, ascending; `None` where some cell is off the board or taken from the start.
    tries: Vec<Option<Vec<u32>>>,
}

const FREE: u8 = u8::MAX;

impl Positions {
    fn of(puzzle: &Puzzle) -> Positions {
        let owner = |piece: Option<usize>| piece.map_or(FREE, |number| number as u8);
        let start: Vec<u8> = puzzle.position().into_iter().map(owner).collect();
        let mut loose = puzzle.loose();
        loose.sort_by_key(|&number| puzzle.pieces()[number].letter());
        let pieces = loose.into_iter().map(|number| {
            let tries = tries(puzzle, &puzzle.pieces()[number], &start);
            PiecePositions { number: number as u8, tries }
        });
        Positions { pieces: pieces.collect(), start }
    }

    fn without_repeats(mut self) -> Positions {
        for piece in &mut self.pieces {
            let mut seen = rustc_hash::FxHashSet::default();
            piece.tries.retain(|cells| cells.as_ref().is_some_and(|cells| seen.insert(cells.clone())));
        }
        self
    }
}

/// The turns of the search, repeats included.
fn turns(lattice: Lattice, flips: Flips) -> Vec<Turn> {
    if lattice != Lattice::Square {
        return lattice.turns(flips).collect();
    }
    let quarters = |from: Turn| std::iter::successors(Some(from), |turn| Some(turn.then(Turn::QUARTER))).take(4);
    let mut turns: Vec<Turn> = quarters(Turn::IDENTITY).collect();
    if flips == Flips::Allowed {
        turns.extend(quarters(turns[3].then(Turn::MIRROR)));
    }
    turns
}

fn tries(puzzle: &Puzzle, piece: &Piece, start: &[u8]) -> Vec<Option<Vec<u32>>> {
    let (board, lattice) = (puzzle.board(), puzzle.board().lattice());
    let mut tries = Vec::new();
    let Some((low, high)) = bounds(&board.cells()) else { return tries };
    for turn in turns(lattice, puzzle.flips()) {
        let cells: Vec<Cell> = piece.cells(lattice).into_iter().map(|cell| turn.apply(cell)).collect();
        let (least, most) = bounds(&cells).expect("a piece has cells");
        let room = high.minus(most);
        for z in (low.z - least.z..=room.z).rev() {
            for y in low.y - least.y..=room.y {
                for x in low.x - least.x..=room.x {
                    // Balls stand only on points whose coordinates have an even sum.
                    if lattice == Lattice::Balls && (x + y + z) % 2 != 0 {
                        continue;
                    }
                    let number = |cell: &Cell| {
                        let number = board.number_of(cell.plus(Cell { x, y, z }))?;
                        (start[number] == FREE).then_some(number as u32)
                    };
                    let mut numbers: Option<Vec<u32>> = cells.iter().map(number).collect();
                    numbers.iter_mut().for_each(|numbers| numbers.sort_unstable());
                    tries.push(numbers);
                }
            }
        }
    }
    tries
}

/// The least and the greatest coordinates.
fn bounds(cells: &[Cell]) -> Option<(Cell, Cell)> {
    let first = *cells.first()?;
    Some(cells.iter().fold((first, first), |(low, high), cell| {
        let low = Cell { x: low.x.min(cell.x), y: low.y.min(cell.y), z: low.z.min(cell.z) };
        (low, Cell { x: high.x.max(cell.x), y: high.y.max(cell.y), z: high.z.max(cell.z) })
    }))
}

/// The orders of the pieces: as they are, then the first moved to the end, and so on.
fn orders(pieces: usize) -> impl Iterator<Item = Vec<usize>> {
    let all: Vec<usize> = (0..pieces).collect();
    (0..pieces.max(1)).map(move |first| {
        let mut order = all.clone();
        order.rotate_left(first);
        order
    })
}

/// The search as the course wrote it, on boards of any size.
fn plain(positions: &Positions, run: &mut Run<'_>) -> Result<Tried, (Stop, u64)> {
    let mut walk = Walk { positions, owner: positions.start.clone(), cases: 0 };
    for order in orders(positions.pieces.len()) {
        let mut solution = None;
        let mut keep = |found: &Solution| {
            solution = Some(found.clone());
            ControlFlow::Break(())
        };
        let walked = walk.descend(&order, run, &mut keep);
        let cases = walk.cases;
        let _ = walked.map_err(|stop| (stop, cases))?;
        if solution.is_some() {
            return Ok(Tried { solution, cases });
        }
    }
    Ok(Tried { solution: None, cases: walk.cases })
}

struct Walk<'p> {
    positions: &'p Positions,
    owner: Vec<u8>,
    cases: u64,
}

impl Walk<'_> {
    fn descend(
        &mut self,
        order: &[usize],
        run: &mut Run<'_>,
        sink: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Stop> {
        let Some((&piece, rest)) = order.split_first() else {
            let is_full = !self.owner.contains(&FREE);
            return Ok(if is_full { sink(&Solution { owner: self.owner.clone() }) } else { ControlFlow::Continue(()) });
        };
        run.step()?;
        let PiecePositions { number, tries } = &self.positions.pieces[piece];
        for cells in tries {
            self.cases += 1;
            let Some(cells) = cells else { continue };
            if cells.iter().any(|&cell| self.owner[cell as usize] != FREE) {
                continue;
            }
            cells.iter().for_each(|&cell| self.owner[cell as usize] = *number);
            let flow = self.descend(rest, run, sink)?;
            cells.iter().for_each(|&cell| self.owner[cell as usize] = FREE);
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Control, Limits};

    fn check(text: &str) {
        let puzzle = super::super::text::read(text).unwrap().puzzle;
        let control = Control::new();
        let positions = Positions::of(&puzzle);
        let plain = plain(&positions, &mut Run::new(Limits::default(), &control)).unwrap();
        let fast = fast::first(&positions, &mut Run::new(Limits::default(), &control)).unwrap();
        assert_eq!(fast, plain, "{text}");
    }

    #[test]
    fn the_fast_count_is_the_plain_count() {
        check("2 3 2\nDEFAULT\nAA\nA\nBB\nB");
        check("3 3 2\nDEFAULT\nAA\nA\nBB\nB");
        check("3 3 3\nDEFAULT\nAAA\nA\nBBB\nC\nC");
        check("1 1 1\nDEFAULT\nA");
        check("1 1 2\nDEFAULT\nA\nB");
        check("3 3 4\nCUSTOM\n.X.\nXXX\n.XX\nB\nB\nA\nA\nD\nC");
        check("3 3 6\nPYRAMID\nA\nAA\nBB\nCC\nDDD\nE\nEE\nF");
        check("2 2 3\nBOX 2\nAA\nA\nBB\nB\nCC");
        check("3 4 4\nDEFAULT\nAA\nA\nBB\nB\nCC\nC\nD D\nD\nPLACED\nAA..\nA...\n....");
        check("3 4 4\nDEFAULT\nAA\nA\nBB\nB\nCC\nC\nDDD");
    }
}
