//! Does a solution fill the board with the pieces, each once?
//!
//! It knows only spots: which ones the board has, which ones a piece has, which ones a solution gives to it. How a piece may lie is worked out here from two quarter turns, not taken from the lattice
//! that the engines use. A stream of solutions is checked in two steps, so that a million of them cost little: every placement is checked once and then known by a [`Ticket`]; a solution is a list of tickets
//! that must name every piece once and every cell once.

use std::collections::HashSet;

use thiserror::Error;

use crate::pack::{Flips, Kind, Placement, Puzzle, Solution, Spot};

/// Why a solution is none.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Flaw {
    /// The number of cells or of pieces is wrong.
    #[error("the solution does not have the puzzle's cells and pieces")]
    Size,
    /// A piece that lay on the board was moved.
    #[error("piece {0} was moved")]
    Moved(char),
    /// The cells do not have the piece's shape.
    #[error("piece {0} does not have its shape")]
    Shape(char),
    /// Two pieces share a cell, or a cell is empty.
    #[error("two pieces overlap, or a cell stays empty")]
    Cover,
}

/// A placement that has passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket(u32);

/// A shape by its steps from its first spot in reading order.
type Shape = Vec<[i32; 3]>;

/// A turn of a vector.
type Quarter = fn([i32; 3]) -> [i32; 3];

/// The checker of one puzzle.
#[derive(Debug)]
pub struct Verifier<'p> {
    puzzle: &'p Puzzle,
    shapes: Vec<HashSet<Shape>>,
    words: usize,
    pieces: Vec<u8>,
    masks: Vec<u64>,
    covered: Vec<u64>,
}

/// Checks one solution.
///
/// # Errors
/// The first flaw.
pub fn check(puzzle: &Puzzle, solution: &Solution) -> Result<(), Flaw> {
    if solution.owners().len() != puzzle.board().size() {
        return Err(Flaw::Size);
    }
    let mut verifier = Verifier::new(puzzle);
    let tickets: Result<Vec<Ticket>, Flaw> =
        (0..puzzle.pieces().len()).map(|piece| verifier.admit(&solution.placement(piece))).collect();
    verifier.check(&tickets?)
}

impl<'p> Verifier<'p> {
    /// A checker that knows how the puzzle's pieces may lie.
    #[must_use]
    pub fn new(puzzle: &'p Puzzle) -> Verifier<'p> {
        let words = puzzle.board().size().div_ceil(64);
        let shapes = puzzle.pieces().iter().map(|piece| shapes(puzzle, piece.spots())).collect();
        Verifier { puzzle, shapes, words, pieces: Vec::new(), masks: Vec::new(), covered: vec![0; words] }
    }

    /// Checks one placement.
    ///
    /// # Errors
    /// When it is not where the piece already lies, or does not have its shape.
    pub fn admit(&mut self, placement: &Placement) -> Result<Ticket, Flaw> {
        let piece = self.puzzle.pieces().get(placement.piece).ok_or(Flaw::Size)?;
        let fixed = self.puzzle.placed().iter().find(|placed| placed.piece == placement.piece);
        if fixed.is_some_and(|placed| placed.cells != placement.cells) {
            return Err(Flaw::Moved(piece.letter()));
        }
        let spots: Option<Vec<Spot>> =
            placement.cells.iter().map(|&cell| self.puzzle.board().spots().get(cell as usize).copied()).collect();
        let shape = steps(spots.ok_or(Flaw::Size)?.into_iter().map(vector).collect());
        if !self.shapes[placement.piece].contains(&shape) {
            return Err(Flaw::Shape(piece.letter()));
        }
        let start = self.masks.len();
        self.masks.resize(start + self.words, 0);
        for &cell in &placement.cells {
            self.masks[start + cell as usize / 64] |= 1 << (cell % 64);
        }
        self.pieces.push(placement.piece as u8);
        Ok(Ticket(self.pieces.len() as u32 - 1))
    }

    /// Checks that the placements name every piece once and cover every cell once.
    ///
    /// # Errors
    /// When they do not.
    pub fn check(&mut self, tickets: &[Ticket]) -> Result<(), Flaw> {
        let mut seen = 0u64;
        self.covered.fill(0);
        for &Ticket(ticket) in tickets {
            let piece = 1u64 << *self.pieces.get(ticket as usize).ok_or(Flaw::Size)?;
            let mask = &self.masks[ticket as usize * self.words..][..self.words];
            if seen & piece != 0 || mask.iter().zip(&self.covered).any(|(mask, covered)| mask & covered != 0) {
                return Err(Flaw::Cover);
            }
            seen |= piece;
            self.covered.iter_mut().zip(mask).for_each(|(covered, mask)| *covered |= mask);
        }
        let cells: u32 = self.covered.iter().map(|word| word.count_ones()).sum();
        let is_complete = tickets.len() == self.puzzle.pieces().len() && cells as usize == self.puzzle.board().size();
        if is_complete { Ok(()) } else { Err(Flaw::Cover) }
    }
}

/// A spot as a vector whose order is the reading order: down from the top, then rows, then columns.
fn vector(spot: Spot) -> [i32; 3] {
    [-i64::from(spot.layer), i64::from(spot.row), i64::from(spot.col)].map(|n| n as i32)
}

fn steps(mut spots: Vec<[i32; 3]>) -> Shape {
    spots.sort_unstable();
    let first = spots.first().copied().unwrap_or_default();
    spots.into_iter().map(|spot| [0, 1, 2].map(|axis| spot[axis] - first[axis])).collect()
}

/// All shapes that a piece may have, found by turning it until nothing new comes.
fn shapes(puzzle: &Puzzle, spots: &[Spot]) -> HashSet<Shape> {
    let turns: &[Quarter] = match (puzzle.board().kind(), puzzle.flips()) {
        (Kind::Rectangle | Kind::Custom, Flips::Forbidden) => &[around],
        (Kind::Rectangle | Kind::Custom, Flips::Allowed) => &[around, over],
        (Kind::Cuboid, _) => &[around, tip_cube],
        (Kind::Pyramid, _) => &[around_balls, tip_balls],
    };
    let start = steps(spots.iter().copied().map(vector).collect());
    let mut found = HashSet::from([start.clone()]);
    let mut fresh = vec![start];
    while let Some(shape) = fresh.pop() {
        for turn in turns {
            let turned = steps(shape.iter().copied().map(turn).collect());
            if found.insert(turned.clone()) {
                fresh.push(turned);
            }
        }
    }
    found
}

/// A quarter turn in the plane of a layer.
fn around([down, row, col]: [i32; 3]) -> [i32; 3] {
    [down, col, -row]
}

/// The same for balls, where a spot at height h stands at (row + h / 2, col + h / 2).
fn around_balls([down, row, col]: [i32; 3]) -> [i32; 3] {
    [down, col, down - row]
}

/// A flat piece turned over.
fn over([down, row, col]: [i32; 3]) -> [i32; 3] {
    [down, row, -col]
}

/// Cubes tipped from the layer into the vertical.
fn tip_cube([down, row, col]: [i32; 3]) -> [i32; 3] {
    [row, -down, col]
}

/// Balls tipped by a quarter turn about a diagonal of the layer: the other diagonal becomes the vertical.
fn tip_balls([down, row, col]: [i32; 3]) -> [i32; 3] {
    let (height, along, across) = (-down, row + col - down, row - col);
    let (new_height, new_across) = (across, -height);
    let twice_row = along - new_height + new_across;
    [-new_height, twice_row / 2, twice_row / 2 - new_across]
}
