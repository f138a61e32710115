//! The checker of full boards.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use super::shape::are_copies;
use super::{Packing, Space, Supply, Triple};
use crate::{PieceFault, Wrong};

/// Checks full boards of one puzzle, one after the other.
///
/// A board is right when the cells of each piece are its shape, as often as the piece is there, and as many cells are empty as may be. That is a question about the set of cells of each piece. So sets that have passed are
/// remembered, and of a board only those sets are looked up that are not as on the board before.
///
/// ```
/// use ubin_verify::pack::{Checker, Packing};
/// let mut checker = Checker::new(Packing::read("2 2 2\nDEFAULT\nAA\nBB")?)?;
/// assert_eq!(checker.board(&[vec!["AB", "AB"]]), Ok(()));
/// assert!(checker.board(&[vec!["AB", "BA"]]).is_err());
/// # Ok::<(), ubin_verify::Wrong>(())
/// ```
///
/// Invariant: `sets` are the sets of `owners`, and those that are not marked in `is_new` have passed.
#[derive(Debug)]
pub struct Checker {
    pub(super) packing: Packing,
    cells: Vec<Triple>,
    /// The number of the piece on each cell of the last board. Empty cells have the number after the last piece.
    pub(super) owners: Vec<u16>,
    /// The piece that a byte of a row names.
    marks: Vec<u16>,
    /// Words of a set of cells.
    words: usize,
    sets: Vec<u64>,
    is_new: Vec<bool>,
    /// The cells that each piece has by `PLACED`, in ascending order.
    fixed: Vec<Vec<usize>>,
    known: Vec<Known>,
}

/// The number of a piece, and where one of its copies lies.
pub(super) type Laid = (usize, Vec<Triple>);

/// The most words of all sets: 256 MiB.
const MOST_WORDS: usize = 1 << 25;

/// Sets of cells that have passed.
type Known = HashSet<Box<[u64]>, BuildHasherDefault<Mix>>;

impl Checker {
    /// A checker of a puzzle's boards.
    ///
    /// # Errors
    /// When what is placed does not have its shape.
    pub fn new(packing: Packing) -> Result<Checker, Wrong> {
        let cells: Vec<Triple> = packing.cells().collect();
        let (pieces, words) = (packing.supplies.len(), cells.len().div_ceil(64));
        if (pieces + 1) * words > MOST_WORDS {
            return Err(Wrong::Unreadable { what: "puzzle", line: None, why: "it is too large to be checked".into() });
        }
        let (mut marks, owners) = (vec![pieces as u16; 256], vec![pieces as u16; cells.len()]);
        for (piece, supply) in (0..).zip(&packing.supplies).filter(|(_, supply)| supply.name.len() == 1) {
            marks[usize::from(supply.name.as_bytes()[0])] = piece;
        }
        let fixed = |piece| packing.placed.iter().filter(|placed| placed.0 == piece).map(|placed| placed.1).collect();
        let fixed: Vec<Vec<usize>> = (0..pieces).map(fixed).collect();
        let mut sets = vec![0; (pieces + 1) * words];
        (0..cells.len()).for_each(|cell| sets[pieces * words + cell / 64] |= 1 << (cell % 64));
        let (is_new, known) = (vec![true; pieces + 1], vec![Known::default(); pieces + 1]);
        let checker = Checker { packing, cells, owners, marks, words, sets, is_new, fixed, known };
        (0..pieces).try_for_each(|piece| checker.is_shaped(piece, &checker.fixed[piece]))?;
        Ok(checker)
    }

    /// Checks a board as it is shown: its layers from the top, each a list of rows.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn board<R: AsRef<str>>(&mut self, layers: &[Vec<R>]) -> Result<(), Wrong> {
        let owners = self.read(layers)?;
        self.pieces(&owners)
    }

    /// The number of the piece that rows show on each cell.
    pub(super) fn read<R: AsRef<str>>(&self, layers: &[Vec<R>]) -> Result<Vec<u16>, Wrong> {
        let mut owners = Vec::with_capacity(self.cells.len());
        self.packing.each_mark(layers, |_, byte| {
            let owner = self.marks[usize::from(byte)];
            owners.push(owner);
            let is_known = usize::from(owner) < self.packing.supplies.len() || byte == b'.' || byte == b' ';
            if is_known { Ok(()) } else { Err(PieceFault::Unknown.of(char::from(byte))) }
        })?;
        Ok(owners)
    }

    /// Checks a board given as the number of the piece on each cell, in reading order; a number that no piece has is an empty cell.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn pieces<N: Copy + Into<u16>>(&mut self, owners: &[N]) -> Result<(), Wrong> {
        if owners.len() != self.cells.len() {
            return Err(Wrong::Size { what: "cells", found: owners.len(), expected: self.cells.len() });
        }
        let empty = self.packing.supplies.len() as u16;
        for (cell, (old, new)) in self.owners.iter_mut().zip(owners).enumerate() {
            let new = empty.min((*new).into());
            if *old != new {
                for piece in [usize::from(*old), usize::from(new)] {
                    self.sets[piece * self.words + cell / 64] ^= 1 << (cell % 64);
                    self.is_new[piece] = true;
                }
                *old = new;
            }
        }
        for piece in 0..self.is_new.len() {
            if self.is_new[piece] {
                self.look_up(piece)?;
                self.is_new[piece] = false;
            }
        }
        Ok(())
    }

    /// Whether a piece's set has passed before, or passes now.
    fn look_up(&mut self, piece: usize) -> Result<(), Wrong> {
        let set = &self.sets[piece * self.words..][..self.words];
        if !self.known[piece].contains(set) {
            self.judge(piece, set)?;
            if self.known[piece].len() * self.words > MOST_WORDS / self.known.len() {
                self.known[piece].clear();
            }
            self.known[piece].insert(set.into());
        }
        Ok(())
    }

    /// Whether a piece may have a set of cells, or a set of cells stay empty.
    fn judge(&self, piece: usize, set: &[u64]) -> Result<(), Wrong> {
        let has = |cell: &usize| set[cell / 64] >> (cell % 64) & 1 == 1;
        let (mut cells, gaps): (Vec<usize>, _) = ((0..self.cells.len()).filter(has).collect(), &self.packing.gaps);
        let Some(Supply { name, cells: shape, copies, is_spare }) = self.packing.supplies.get(piece) else {
            return match cells.first().map(|first| self.cells[*first].map(|n| n as usize + 1)) {
                _ if gaps.contains(&cells.len()) => Ok(()),
                Some([layer, row, col]) if *gaps.end() == 0 => Err(Wrong::Bare { layer, row, col }),
                _ => Err(Wrong::Gaps { found: cells.len(), least: *gaps.start(), most: *gaps.end() }),
            };
        };
        let fault = match (cells.len(), copies.saturating_mul(shape.len())) {
            _ if !self.fixed[piece].iter().all(has) => PieceFault::Moved,
            (found, _) if !found.is_multiple_of(shape.len()) => PieceFault::Shape,
            (found, wanted) if found > wanted => PieceFault::TooOften,
            (found, wanted) if found < wanted && !is_spare => PieceFault::Absent,
            _ => {
                cells.retain(|cell| self.fixed[piece].binary_search(cell).is_err());
                return self.is_shaped(piece, &cells);
            }
        };
        Err(fault.of(name))
    }

    /// Whether cells are copies of a piece, side by side; none are, too.
    fn is_shaped(&self, piece: usize, cells: &[usize]) -> Result<(), Wrong> {
        let (Supply { name, cells: shape, .. }, own) = (&self.packing.supplies[piece], self.packing.space);
        let fits = |space: Space| {
            let points = cells.iter().map(|&cell| space.point(self.cells[cell])).collect();
            are_copies(space, &shape.iter().map(|&cell| space.point(cell)).collect::<Vec<_>>(), points)
        };
        match fits(own) {
            Some(true) => Ok(()),
            None => Err(PieceFault::Undecided.of(name)),
            Some(false) if own == Space::OneSided && fits(Space::Squares) == Some(true) => {
                Err(PieceFault::Mirrored.of(name))
            }
            Some(false) => Err(PieceFault::Shape.of(name)),
        }
    }

    /// Checks a board given as placements.
    pub(super) fn placements(&mut self, placements: &[Laid]) -> Result<(), Wrong> {
        let empty = self.packing.supplies.len() as u16;
        let mut owners = vec![empty; self.cells.len()];
        for (piece, places) in placements {
            let name = &self.packing.supplies[*piece].name;
            let cells: Result<Vec<usize>, usize> = places.iter().map(|place| self.cells.binary_search(place)).collect();
            let cells = cells.map_err(|_| PieceFault::OffBoard.of(name))?;
            for &cell in &cells {
                if std::mem::replace(&mut owners[cell], *piece as u16) != empty {
                    return Err(PieceFault::Overlap.of(name));
                }
            }
            if cells.len() != self.packing.supplies[*piece].cells.len() {
                return Err(PieceFault::Shape.of(name));
            }
            self.is_shaped(*piece, &cells)?;
        }
        self.pieces(&owners)
    }
}

/// A quick hash of words: whole sets are compared afterwards.
#[derive(Debug, Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let word = chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
            self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
