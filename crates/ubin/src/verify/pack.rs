//! Does a solution fill the board with the pieces, each once?
//!
//! It knows only spots: which ones the board has, which ones a piece has, which ones a solution gives to it. How a piece may lie is worked out here from two quarter turns, not taken from the lattice
//! that the engines use: a placement is right if one of the turns takes the piece's spots, moved so that their boxes agree, onto the placement's. A stream of solutions is checked in two steps, so that a million of them cost little: every placement is checked once and then known by a [`Ticket`]; a solution is a list of tickets
//! that must name every piece once and every cell once.

use thiserror::Error;

use crate::pack::{BoardKind, Flips, Placement, Puzzle, Solution, Spot};

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

/// A placement that has passed; the default stands for none, and no solution with it passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket(u32);

impl Default for Ticket {
    fn default() -> Ticket {
        Ticket(u32::MAX)
    }
}

/// Down from the top, rows, columns: its order is the reading order.
type Vector = [i32; 3];

/// A turn of a vector.
type Quarter = fn(Vector) -> Vector;

/// A turn by what it does to the three unit vectors.
type Turn = [Vector; 3];

/// The checker of one puzzle.
#[derive(Debug)]
pub struct Verifier<'p> {
    puzzle: &'p Puzzle,
    turns: Vec<Turn>,
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
        let turns = turns(puzzle);
        Verifier { puzzle, turns, words, pieces: Vec::new(), masks: Vec::new(), covered: vec![0; words] }
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
        let target = Target::new(spots.ok_or(Flaw::Size)?.into_iter().map(vector).collect());
        let shape: Vec<Vector> = piece.spots().iter().copied().map(vector).collect();
        if shape.len() != target.spots.len() || !self.turns.iter().any(|turn| target.is_met(turn, &shape)) {
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
        if self.words == 1 {
            return self.check_small(tickets);
        }
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

impl Verifier<'_> {
    /// The same on a board of up to 64 cells, without lists of words: 4 million solutions of IQ Puzzler Pro go through here.
    fn check_small(&self, tickets: &[Ticket]) -> Result<(), Flaw> {
        let (mut seen, mut covered, mut is_double) = (0u64, 0u64, false);
        for &Ticket(ticket) in tickets {
            let piece = 1u64 << *self.pieces.get(ticket as usize).ok_or(Flaw::Size)?;
            let mask = self.masks[ticket as usize];
            is_double |= seen & piece != 0 || covered & mask != 0;
            seen |= piece;
            covered |= mask;
        }
        let cells = covered.count_ones() as usize;
        let is_complete = tickets.len() == self.puzzle.pieces().len() && cells == self.puzzle.board().size();
        if is_complete && !is_double { Ok(()) } else { Err(Flaw::Cover) }
    }
}

fn vector(spot: Spot) -> Vector {
    [-i64::from(spot.layer), i64::from(spot.row), i64::from(spot.col)].map(|n| n as i32)
}

/// The least of each coordinate.
fn corner(spots: impl Iterator<Item = Vector>) -> Vector {
    spots.fold([i32::MAX; 3], |least, spot| [0, 1, 2].map(|axis| least[axis].min(spot[axis])))
}

fn turned(turn: &Turn, [down, row, col]: Vector) -> Vector {
    [0, 1, 2].map(|axis| down * turn[0][axis] + row * turn[1][axis] + col * turn[2][axis])
}

/// The spots that a piece should lie on.
struct Target {
    /// Ascending, from the corner of their box.
    spots: Vec<Vector>,
    /// For many spots, which ones of the box they are: a search in the list would be slow.
    marked: Vec<bool>,
    sizes: [usize; 3],
}

impl Target {
    fn new(mut spots: Vec<Vector>) -> Target {
        const MANY: usize = 200;
        let least = corner(spots.iter().copied());
        spots.iter_mut().for_each(|spot| *spot = [0, 1, 2].map(|axis| spot[axis] - least[axis]));
        spots.sort_unstable();
        let sizes = [0, 1, 2].map(|axis| spots.iter().map(|spot| spot[axis] as usize + 1).max().unwrap_or(0));
        let mut target = Target { spots, marked: Vec::new(), sizes };
        if target.spots.len() > MANY {
            target.marked = vec![false; sizes.iter().product()];
            for at in 0..target.spots.len() {
                let number = target.number(target.spots[at]);
                target.marked[number] = true;
            }
        }
        target
    }

    fn number(&self, spot: Vector) -> usize {
        (spot[0] as usize * self.sizes[1] + spot[1] as usize) * self.sizes[2] + spot[2] as usize
    }

    fn has(&self, spot: Vector) -> bool {
        if self.marked.is_empty() {
            return self.spots.binary_search(&spot).is_ok();
        }
        (0..3).all(|axis| (spot[axis] as usize) < self.sizes[axis]) && self.marked[self.number(spot)]
    }

    /// Whether a turn takes a shape of as many spots onto these.
    fn is_met(&self, turn: &Turn, shape: &[Vector]) -> bool {
        let spots = || shape.iter().map(|&spot| turned(turn, spot));
        let least = corner(spots());
        spots().all(|spot| self.has([0, 1, 2].map(|axis| spot[axis] - least[axis])))
    }
}

/// All turns that a piece may make, found by turning until nothing new comes.
fn turns(puzzle: &Puzzle) -> Vec<Turn> {
    let quarters: &[Quarter] = match (puzzle.board().kind(), puzzle.flips()) {
        (BoardKind::Rectangle | BoardKind::Custom, Flips::Forbidden) => &[around],
        (BoardKind::Rectangle | BoardKind::Custom, Flips::Allowed) => &[around, over],
        (BoardKind::Cuboid, _) => &[around, tip_cube],
        (BoardKind::Pyramid, _) => &[around_balls, tip_balls],
    };
    let mut found: Vec<Turn> = vec![[[1, 0, 0], [0, 1, 0], [0, 0, 1]]];
    let mut at = 0;
    while at < found.len() {
        for quarter in quarters {
            let next = found[at].map(quarter);
            if !found.contains(&next) {
                found.push(next);
            }
        }
        at += 1;
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
