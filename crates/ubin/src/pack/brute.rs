//! The plain search of the course (its report's program): every piece in every orientation at every position, no pruning.
//!
//! Pieces in order of name; for each the eight orientations in turn, repeats included; every position of its bounding box, row by row. It does not look at the cell count: only
//! a full board ends it. When all fails, the first piece goes to the end of the order and the search begins again, as many times as there are pieces. `cases` counts every position
//! tried. In space the orientations are the 24 rotations and the positions run layer by layer from the top, which the course left open.
//!
//! The course has every piece once. Copies are pieces of their own here, one after the other; a spare one is left out after it has been tried everywhere; and a board is full when as many cells are empty as may be.
//!
//! [`first`] counts a subtree of failures without walking through it twice (in `fast`); the plain walk stays here as its test. Counts that pass `u64::MAX` stay there.
//!
//! A position is not stored: the board lies in a **grid**, the box of lattice points around it, where a piece's **shape** is a list of steps from the least corner of its own
//! box, so a position is one number to add. A list of the cells at each position took 5.7 GB for 32 pieces of 16 x 32 on 128 x 128.

mod fast;

use std::ops::ControlFlow;

use super::lattice::{Cell, Flips, Lattice, LatticeTurn};
use super::piece::Piece;
use super::puzzle::{EMPTY, Puzzle, Solution};
use crate::observe::{MadeNode, Name, Observer, Why};
use crate::run::{Run, Stop};

/// What the plain search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tried {
    /// The first solution; `None` when there is none.
    pub solution: Option<Solution>,
    /// Positions tried; `u64::MAX` stands for all numbers from there on.
    pub cases: u64,
}

/// The first solution of the plain search, and how many cases it took.
///
/// # Errors
/// The stop, with the cases tried up to then.
pub(crate) fn first(puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Tried, (Stop, u64)> {
    let held = run.held();
    let positions = Positions::of(puzzle, run).map_err(|stop| (stop, 0))?;
    let is_fast = puzzle.board().size() <= 64 && puzzle.is_plain();
    let tried = if is_fast { fast::first(&positions, run) } else { plain(puzzle, &positions, run, &mut ()) };
    run.release_to(held);
    tried
}

/// The first packing by the plain walk; an observer sees pieces and the cells they are put on.
///
/// # Errors
/// The stop, with the cases tried up to then.
pub(crate) fn observed<O: Observer<(usize, Vec<u32>)>>(
    puzzle: &Puzzle,
    run: &mut Run<'_>,
    observer: &mut O,
) -> Result<Tried, (Stop, u64)> {
    let held = run.held();
    let positions = Positions::of(puzzle, run).map_err(|stop| (stop, 0))?;
    let tried = plain(puzzle, &positions, run, observer);
    run.release_to(held);
    tried
}

/// Gives every solution once, in the plain search's order without repeated orientations, and says how many positions were tried.
///
/// # Errors
/// The stop, with the cases tried up to then.
pub(crate) fn every(
    puzzle: &Puzzle,
    run: &mut Run<'_>,
    sink: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
) -> Result<u64, (Stop, u64)> {
    let held = run.held();
    let positions = Positions::of(puzzle, run).map_err(|stop| (stop, 0))?.without_repeats();
    let order: Vec<usize> = (0..positions.pieces.len()).collect();
    let mut walk = PlainWalk::new(puzzle, &positions);
    walk.in_order = true;
    let walked = walk.descend(&order, 0, run, sink, &mut ());
    run.release_to(held);
    walked.map(|_| walk.cases).map_err(|stop| (stop, walk.cases))
}

/// Every position of every loose copy of a piece, in the order of the search.
struct Positions {
    /// In order of name.
    pieces: Vec<PiecePositions>,
    grid: PointGrid,
    /// The grid at the start: the number of the copy on each point, [`FREE`] or [`WALL`].
    start: Vec<u32>,
    /// The point of each cell of the board.
    points: Vec<u32>,
}

#[derive(Clone)]
struct PiecePositions {
    /// The number of the piece, and of the copy.
    piece: usize,
    copy: u32,
    /// Whether it may be left out.
    is_spare: bool,
    /// The different shapes: ascending steps from the least corner to each point.
    shapes: Vec<Vec<u32>>,
    /// The orientations that fit into the grid, in the order of the search.
    orientations: Vec<Orientation>,
}

#[derive(Clone, Copy)]
struct Orientation {
    shape: usize,
    /// The last position in each direction; the first is 0.
    room: Cell,
    /// Which positions there are: all, or those whose coordinates have a sum of this parity.
    parity: Option<i32>,
}

const FREE: u32 = EMPTY;
const WALL: u32 = EMPTY - 1;

impl Positions {
    fn of(puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Positions, Stop> {
        look(run)?;
        let board = puzzle.board();
        let passing = board.size() * (size_of::<Cell>() + size_of::<u32>());
        run.hold(passing as u64)?;
        let cells = board.cells();
        let grid = PointGrid::around(&cells);
        // The grid is there twice: as it is at the start, and as the walk changes it.
        run.hold(((2 * grid.points() + board.size()) * size_of::<u32>()) as u64)?;
        let points: Vec<u32> = cells.iter().map(|&cell| grid.point(cell.minus(grid.low))).collect();
        let mut start = vec![WALL; grid.points()];
        for (&point, copy) in points.iter().zip(puzzle.owners()) {
            start[point as usize] = copy;
        }
        run.release(passing as u64);
        let mut loose = puzzle.loose();
        loose.sort_by_key(|&number| puzzle.pieces()[number].name());
        let mut pieces = Vec::new();
        for piece in loose {
            let (shapes, orientations) = orientations(puzzle, &puzzle.pieces()[piece], grid, run)?;
            let (amount, left) = (puzzle.amount(piece), puzzle.left(piece));
            let copies = puzzle.first_copy(piece) + amount.most - left.most..puzzle.first_copy(piece) + amount.most;
            let bytes = shapes.iter().map(|shape| size_of_val(&shape[..]) as u64).sum::<u64>();
            // More than there are free cells fit nowhere.
            for (at, copy) in (0u32..).zip(copies).take(board.size() + 1) {
                if at > 0 {
                    run.hold(bytes)?;
                }
                let (shapes, orientations, is_spare) = (shapes.clone(), orientations.clone(), at >= left.least);
                pieces.push(PiecePositions { piece, copy, is_spare, shapes, orientations });
            }
        }
        Ok(Positions { pieces, grid, start, points })
    }

    /// The cells of the board that a shape covers, ascending.
    fn cells(&self, shape: &[u32], base: usize) -> Vec<u32> {
        let covers = |point: u32| point.checked_sub(base as u32).is_some_and(|step| shape.binary_search(&step).is_ok());
        (0..self.points.len() as u32).filter(|&cell| covers(self.points[cell as usize])).collect()
    }

    /// Two positions cover the same cells only if their orientations have the same shape.
    fn without_repeats(mut self) -> Positions {
        for piece in &mut self.pieces {
            let mut known = 0;
            piece.orientations.retain(|orientation| {
                let is_new = orientation.shape == known;
                known += usize::from(is_new);
                is_new
            });
        }
        self
    }
}

/// The box of lattice points around a board.
#[derive(Clone, Copy)]
struct PointGrid {
    low: Cell,
    /// Points along each axis; 0 for a board without cells.
    size: Cell,
}

impl PointGrid {
    fn around(cells: &[Cell]) -> PointGrid {
        let none = Cell { x: 0, y: 0, z: 0 };
        let Some((low, high)) = bounds(cells) else { return PointGrid { low: none, size: none } };
        PointGrid { low, size: high.minus(low).plus(Cell { x: 1, y: 1, z: 1 }) }
    }

    fn points(self) -> usize {
        (self.size.x * self.size.y * self.size.z) as usize
    }

    /// The number of the point so far from the least corner.
    fn point(self, from: Cell) -> u32 {
        ((from.z * self.size.y + from.y) * self.size.x + from.x) as u32
    }

    /// The point of the least corner at each position of an orientation, in the order of the search.
    fn bases(self, Orientation { room, parity, .. }: Orientation) -> impl Iterator<Item = usize> {
        (0..=room.z).rev().flat_map(move |z| {
            (0..=room.y).flat_map(move |y| {
                let is_there = move |x: &i32| parity.is_none_or(|parity| (x + y + z) % 2 == parity);
                (0..=room.x).filter(is_there).map(move |x| self.point(Cell { x, y, z }) as usize)
            })
        })
    }
}

/// Stops if the caller asked for it. Unlike [`Run::check`], the last node that the limit allows may still be finished.
fn look(run: &Run<'_>) -> Result<(), Stop> {
    run.control().stopped().map_or(Ok(()), Err)
}

/// Points looked at since the last look at the control.
#[derive(Default)]
struct Pace(usize);

impl Pace {
    /// About a millisecond.
    const WORK: usize = 1 << 20;

    fn spend(&mut self, points: usize, run: &Run<'_>) -> Result<(), Stop> {
        self.0 += points;
        if self.0 < Pace::WORK {
            return Ok(());
        }
        self.0 = 0;
        look(run)
    }

    /// Whether all points of a shape are free.
    fn fits(&mut self, shape: &[u32], base: usize, owner: &[u32], run: &Run<'_>) -> Result<bool, Stop> {
        let taken = shape.iter().position(|&step| owner[base + step as usize] != FREE);
        self.spend(taken.map_or(shape.len(), |at| at + 1), run)?;
        Ok(taken.is_none())
    }
}

/// The turns of the search, repeats included.
fn turns(lattice: Lattice, flips: Flips) -> Vec<LatticeTurn> {
    if lattice != Lattice::Square {
        return lattice.turns(flips).collect();
    }
    let quarters =
        |from: LatticeTurn| std::iter::successors(Some(from), |turn| Some(turn.then(LatticeTurn::QUARTER))).take(4);
    let mut turns: Vec<LatticeTurn> = quarters(LatticeTurn::IDENTITY).collect();
    if flips == Flips::Allowed {
        turns.extend(quarters(turns[3].then(LatticeTurn::MIRROR)));
    }
    turns
}

/// The shapes and orientations of a piece, shapes in the order of the first orientation that has them.
fn orientations(
    puzzle: &Puzzle,
    piece: &Piece,
    grid: PointGrid,
    run: &mut Run<'_>,
) -> Result<(Vec<Vec<u32>>, Vec<Orientation>), Stop> {
    let lattice = puzzle.board().lattice();
    let (mut shapes, mut orientations): (Vec<Vec<u32>>, Vec<Orientation>) = (Vec::new(), Vec::new());
    let (passing, bytes) = (2 * piece.size() * size_of::<Cell>(), (piece.size() * size_of::<u32>()) as u64);
    run.hold(passing as u64)?;
    let cells = piece.cells(lattice);
    for turn in turns(lattice, puzzle.flips()) {
        look(run)?;
        let turned: Vec<Cell> = cells.iter().map(|&cell| turn.apply(cell)).collect();
        let (least, most) = bounds(&turned).expect("a piece has cells");
        let room = grid.size.minus(Cell { x: 1, y: 1, z: 1 }).minus(most.minus(least));
        if room.x.min(room.y).min(room.z) < 0 {
            continue;
        }
        run.hold(bytes)?;
        let mut shape: Vec<u32> = turned.iter().map(|cell| grid.point(cell.minus(least))).collect();
        shape.sort_unstable();
        let known = shapes.iter().position(|known| *known == shape);
        if known.is_some() {
            run.release(bytes);
        } else {
            shapes.push(shape);
        }
        // Balls stand only on points whose coordinates have an even sum.
        let shift = grid.low.minus(least);
        let parity = (lattice == Lattice::Balls).then(|| (shift.x + shift.y + shift.z).rem_euclid(2));
        orientations.push(Orientation { shape: known.unwrap_or(shapes.len() - 1), room, parity });
    }
    run.release(passing as u64);
    Ok((shapes, orientations))
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
fn plain<O: Observer<(usize, Vec<u32>)>>(
    puzzle: &Puzzle,
    positions: &Positions,
    run: &mut Run<'_>,
    observer: &mut O,
) -> Result<Tried, (Stop, u64)> {
    let mut walk = PlainWalk::new(puzzle, positions);
    // The course tells all pieces apart; it has no copies.
    walk.in_order = !puzzle.is_plain();
    for order in orders(positions.pieces.len()) {
        observer.round(None);
        observer.made(MadeNode { name: 0, parent: None, g: 0, h: 0 }, || None);
        let mut solution = None;
        let mut keep = |found: &Solution| {
            solution = Some(found.clone());
            ControlFlow::Break(())
        };
        let walked = walk.descend(&order, 0, run, &mut keep, observer);
        let cases = walk.cases;
        let _ = walked.map_err(|stop| (stop, cases))?;
        if solution.is_some() {
            return Ok(Tried { solution, cases });
        }
    }
    Ok(Tried { solution: None, cases: walk.cases })
}

struct PlainWalk<'p> {
    puzzle: &'p Puzzle,
    positions: &'p Positions,
    /// What is on each point of the grid.
    owner: Vec<u32>,
    /// Free cells.
    left: u32,
    /// Whether copies of one piece take their positions in order, so that each solution comes once.
    in_order: bool,
    cases: u64,
    pace: Pace,
}

impl PlainWalk<'_> {
    fn new<'p>(puzzle: &'p Puzzle, positions: &'p Positions) -> PlainWalk<'p> {
        let owner = positions.start.clone();
        let left = owner.iter().filter(|&&owner| owner == FREE).count() as u32;
        PlainWalk { puzzle, positions, owner, left, in_order: false, cases: 0, pace: Pace::default() }
    }

    /// Tries the pieces of `order`, the first of them from a position on. An observer knows a node by its depth: there is one of each on the way.
    fn descend<O: Observer<(usize, Vec<u32>)>>(
        &mut self,
        order: &[usize],
        from: usize,
        run: &mut Run<'_>,
        sink: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
        observer: &mut O,
    ) -> Result<ControlFlow<()>, Stop> {
        let g = self.positions.pieces.len() - order.len();
        let Some((&piece, rest)) = order.split_first() else { return Ok(self.finish(g, sink, observer)) };
        run.step()?;
        observer.expanded(g as Name, g as u32);
        let Positions { pieces, grid, .. } = self.positions;
        let PiecePositions { piece: number, copy, is_spare, shapes, orientations } = &pieces[piece];
        let mut is_dead = true;
        let bases = orientations.iter().flat_map(|&own| grid.bases(own).map(move |base| (own.shape, base)));
        for (at, (shape, base)) in bases.enumerate().skip(from) {
            let shape = &shapes[shape];
            self.cases += 1;
            if !self.pace.fits(shape, base, &self.owner, run)? {
                continue;
            }
            self.pace.spend(2 * shape.len(), run)?;
            shape.iter().for_each(|&step| self.owner[base + step as usize] = *copy);
            self.left -= shape.len() as u32;
            is_dead = false;
            let node = MadeNode { name: g as Name + 1, parent: Some(g as Name), g: g as u32 + 1, h: 0 };
            observer.made(node, || Some((*number, self.positions.cells(shape, base))));
            let is_copy = rest.first().is_some_and(|&next| pieces[next].piece == *number);
            let flow = self.descend(rest, if self.in_order && is_copy { at + 1 } else { 0 }, run, sink, observer)?;
            shape.iter().for_each(|&step| self.owner[base + step as usize] = FREE);
            self.left += shape.len() as u32;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        if *is_spare {
            // With this copy the later ones are left out, too: they are not told apart.
            let is_later = |&&next: &&usize| self.in_order && pieces[next].piece == *number;
            let later = rest.iter().take_while(is_later).count();
            return self.descend(&rest[later..], 0, run, sink, observer);
        }
        if is_dead {
            observer.pruned(g as Name, g as u32, Why::Dead);
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Everything has been placed or left out.
    fn finish<O: Observer<(usize, Vec<u32>)>>(
        &self,
        g: usize,
        sink: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
        observer: &mut O,
    ) -> ControlFlow<()> {
        let gaps = self.puzzle.gaps();
        if !(gaps.least..=gaps.most).contains(&self.left) {
            observer.pruned(g as Name, g as u32, Why::Left);
            return ControlFlow::Continue(());
        }
        observer.goal(g as Name, g as u32);
        let owner = self.positions.points.iter().map(|&point| self.owner[point as usize]).collect();
        let mut board = Solution { owner };
        board.renumber(self.puzzle);
        sink(&board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Control, Limits};

    fn check(text: &str) {
        let puzzle = super::super::text::read(text).unwrap().puzzle;
        let control = Control::new();
        let positions = Positions::of(&puzzle, &mut Run::new(Limits::default(), &control)).unwrap();
        let plain = plain(&puzzle, &positions, &mut Run::new(Limits::default(), &control), &mut ()).unwrap();
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
