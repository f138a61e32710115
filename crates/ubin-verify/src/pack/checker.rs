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
    /// The cells that each piece has by `PLACED`.
    fixed: Vec<u64>,
    known: Vec<Known>,
}

/// The number of a piece, and the cells of one of its copies.
pub(super) type Laid = (usize, Vec<Triple>);

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
        let (mut marks, owners) = (vec![pieces as u16; 256], vec![pieces as u16; cells.len()]);
        for (piece, supply) in (0..).zip(&packing.supplies).filter(|(_, supply)| supply.name.len() == 1) {
            marks[usize::from(supply.name.as_bytes()[0])] = piece;
        }
        let mut fixed = vec![0; (pieces + 1) * words];
        for (piece, cell) in &packing.placed {
            fixed[piece * words + cell / 64] |= 1 << (cell % 64);
        }
        let mut sets = vec![0; (pieces + 1) * words];
        (0..cells.len()).for_each(|cell| sets[pieces * words + cell / 64] |= 1 << (cell % 64));
        let (is_new, known) = (vec![true; pieces + 1], vec![Known::default(); pieces + 1]);
        let checker = Checker { packing, cells, owners, marks, words, sets, is_new, fixed, known };
        (0..pieces).try_for_each(|piece| checker.is_shaped(piece, &checker.cells_in(checker.fixed_of(piece))))?;
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
        /// Only pieces with copies have more sets.
        const MOST: usize = 1 << 16;
        let set = &self.sets[piece * self.words..][..self.words];
        if !self.known[piece].contains(set) {
            self.judge(piece, set)?;
            if self.known[piece].len() == MOST {
                self.known[piece].clear();
            }
            self.known[piece].insert(set.into());
        }
        Ok(())
    }

    /// Whether a piece may have a set of cells, or a set of cells stay empty.
    fn judge(&self, piece: usize, set: &[u64]) -> Result<(), Wrong> {
        let (cells, gaps) = (self.cells_in(set), &self.packing.gaps);
        let Some(Supply { name, cells: shape, copies, is_spare }) = self.packing.supplies.get(piece) else {
            return match cells.first().map(|first| first.map(|n| n as usize + 1)) {
                _ if gaps.contains(&cells.len()) => Ok(()),
                Some([layer, row, col]) if *gaps.end() == 0 => Err(Wrong::Bare { layer, row, col }),
                _ => Err(Wrong::Gaps { found: cells.len(), least: *gaps.start(), most: *gaps.end() }),
            };
        };
        let (fixed, wanted) = (self.fixed_of(piece), copies.saturating_mul(shape.len()));
        let loose: Vec<u64> = set.iter().zip(fixed).map(|(set, fixed)| set & !fixed).collect();
        let fault = match cells.len() {
            _ if fixed.iter().zip(set).any(|(fixed, set)| fixed & !set != 0) => PieceFault::Moved,
            0 if !is_spare => PieceFault::Absent,
            found if found > wanted && found.is_multiple_of(shape.len()) => PieceFault::TooOften,
            found if found < wanted && found.is_multiple_of(shape.len()) && !is_spare => PieceFault::Absent,
            _ => return self.is_shaped(piece, &self.cells_in(&loose)),
        };
        Err(fault.of(name))
    }

    fn fixed_of(&self, piece: usize) -> &[u64] {
        &self.fixed[piece * self.words..][..self.words]
    }

    fn cells_in(&self, set: &[u64]) -> Vec<Triple> {
        let has = |cell: &usize| set[cell / 64] >> (cell % 64) & 1 == 1;
        (0..self.cells.len()).filter(has).map(|cell| self.cells[cell]).collect()
    }

    /// Whether places are copies of a piece, side by side; none are, too.
    fn is_shaped(&self, piece: usize, places: &[Triple]) -> Result<(), Wrong> {
        let (Supply { name, cells, .. }, space) = (&self.packing.supplies[piece], self.packing.space);
        let fits = |space: Space| {
            let points = |places: &[Triple]| places.iter().map(|&place| space.point(place)).collect::<Vec<_>>();
            are_copies(space, &points(cells), points(places))
        };
        match fits(space) {
            Some(true) => Ok(()),
            None => Err(PieceFault::Undecided.of(name)),
            Some(false) if space == Space::OneSided && fits(Space::Squares) == Some(true) => {
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
            let Supply { name, cells, .. } = &self.packing.supplies[*piece];
            if places.len() != cells.len() {
                return Err(PieceFault::Shape.of(name));
            }
            self.is_shaped(*piece, places)?;
            for place in places {
                let cell = self.cells.binary_search(place).map_err(|_| PieceFault::OffBoard.of(name))?;
                if std::mem::replace(&mut owners[cell], *piece as u16) != empty {
                    return Err(PieceFault::Overlap.of(name));
                }
            }
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
