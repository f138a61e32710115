//! The checker of full boards.

use std::collections::HashMap;
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
#[derive(Debug)]
pub struct Checker {
    pub(super) packing: Packing,
    cells: Vec<Triple>,
    /// Words of a set of cells.
    pub(super) words: usize,
    /// The set of each piece, that of the empty cells, and that of cells which show no piece, on the board that is being checked.
    pub(super) sets: Vec<u64>,
    /// Where the set of a byte's piece begins.
    marks: [usize; 256],
    /// The last of each set that has passed, but for the first board.
    passed: Vec<u64>,
    is_first: bool,
    /// All sets that have passed.
    known: HashMap<(u64, u64), Box<[u64]>, BuildHasherDefault<Mixed>>,
    /// The cells that each piece has by `PLACED`, in ascending order.
    fixed: Vec<Vec<usize>>,
}

/// The number of a piece, and where one of its copies lies.
pub(super) type Laid = (usize, Vec<Triple>);

/// The most words of all sets: 256 MiB.
const MOST_WORDS: usize = 1 << 25;

impl Checker {
    /// A checker of a puzzle's boards.
    ///
    /// # Errors
    /// When what is placed does not have its shape.
    pub fn new(packing: Packing) -> Result<Checker, Wrong> {
        let cells: Vec<Triple> = packing.cells().collect();
        let (pieces, words) = (packing.supplies.len(), cells.len().div_ceil(64));
        if (pieces + 2) * words > MOST_WORDS {
            return Err(Wrong::Unreadable { what: "puzzle", line: None, why: "it is too large to be checked".into() });
        }
        let mut marks = [(pieces + 1) * words; 256];
        (marks[usize::from(b'.')], marks[usize::from(b' ')]) = (pieces * words, pieces * words);
        for (piece, supply) in packing.supplies.iter().enumerate().filter(|(_, supply)| supply.name.len() == 1) {
            marks[usize::from(supply.name.as_bytes()[0])] = piece * words;
        }
        let fixed = |piece| packing.placed.iter().filter(|placed| placed.0 == piece).map(|placed| placed.1).collect();
        let fixed: Vec<Vec<usize>> = (0..pieces).map(fixed).collect();
        let (sets, known) = (vec![0; (pieces + 2) * words], HashMap::default());
        let (passed, is_first) = (sets.clone(), true);
        let checker = Checker { packing, cells, words, sets, marks, passed, is_first, known, fixed };
        (0..pieces).try_for_each(|piece| checker.is_shaped(piece, &checker.fixed[piece]))?;
        Ok(checker)
    }

    /// Checks a board as it is shown: its layers from the top, each a list of rows.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn board<R: AsRef<str>>(&mut self, layers: &[Vec<R>]) -> Result<(), Wrong> {
        self.read(layers)?;
        self.check()
    }

    /// Takes the sets from rows.
    pub(super) fn read<R: AsRef<str>>(&mut self, layers: &[Vec<R>]) -> Result<(), Wrong> {
        self.sets.fill(0);
        let Checker { packing, sets, marks, .. } = self;
        packing.each_mark(layers, |cell, byte| sets[marks[usize::from(byte)] + cell / 64] |= 1 << (cell % 64))
    }

    /// Checks a board given as the number of the piece on each cell, in reading order; a number that no piece has is an empty cell.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn pieces(&mut self, owners: &[u8]) -> Result<(), Wrong> {
        if owners.len() != self.cells.len() {
            return Err(Wrong::Size { what: "cells", found: owners.len(), expected: self.cells.len() });
        }
        let (empty, words) = (self.packing.supplies.len(), self.words);
        self.sets.fill(0);
        for (cell, &owner) in owners.iter().enumerate() {
            self.sets[empty.min(owner.into()) * words + cell / 64] |= 1 << (cell % 64);
        }
        self.check()
    }

    /// Checks the sets that were taken from a board.
    fn check(&mut self) -> Result<(), Wrong> {
        let words = self.words;
        for piece in 0..self.packing.supplies.len() + 2 {
            let same = |at: usize| self.sets[at] == self.passed[at];
            if self.is_first || !(piece * words..(piece + 1) * words).all(same) {
                self.look_up(piece)?;
            }
        }
        self.is_first = false;
        Ok(())
    }

    /// Whether a piece's set has passed before, or passes now.
    fn look_up(&mut self, piece: usize) -> Result<(), Wrong> {
        let set = &self.sets[piece * self.words..][..self.words];
        let mix = |key: u64, word: &u64| (key ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        // One word and the piece are a key without a second meaning; of several words the key is a hash, and the set is compared.
        let key = match set {
            &[word] => (piece as u64, word),
            words => (piece as u64, words.iter().fold(0, mix)),
        };
        if !self.known.get(&key).is_some_and(|known| self.words == 1 || known[..] == *set) {
            self.judge(piece, set)?;
            if self.known.len() * self.words > MOST_WORDS {
                self.known.clear();
            }
            self.known.insert(key, if self.words == 1 { Box::default() } else { set.into() });
        }
        self.passed[piece * self.words..][..self.words].copy_from_slice(set);
        Ok(())
    }

    /// Whether a piece may have a set of cells, or a set of cells stay empty.
    fn judge(&self, piece: usize, set: &[u64]) -> Result<(), Wrong> {
        let has = |cell: &usize| set[cell / 64] >> (cell % 64) & 1 == 1;
        let (mut cells, gaps): (Vec<usize>, _) = ((0..self.cells.len()).filter(has).collect(), &self.packing.gaps);
        let Some(Supply { name, cells: shape, copies, is_spare }) = self.packing.supplies.get(piece) else {
            let is_empty = piece == self.packing.supplies.len();
            return match cells.first().map(|first| self.cells[*first].map(|n| n as usize + 1)) {
                Some([layer, row, col]) if !is_empty => Err(Wrong::NoPiece { layer, row, col }),
                _ if !is_empty || gaps.contains(&cells.len()) => Ok(()),
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
        let fits = |space| are_copies(space, shape, cells.iter().map(|&cell| self.cells[cell]));
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
        let mut owners = vec![self.packing.supplies.len(); self.cells.len()];
        for (piece, places) in placements {
            let Supply { name, cells: shape, .. } = &self.packing.supplies[*piece];
            let cells: Result<Vec<usize>, usize> = places.iter().map(|place| self.cells.binary_search(place)).collect();
            let cells = cells.map_err(|_| PieceFault::OffBoard.of(name))?;
            for &cell in &cells {
                if std::mem::replace(&mut owners[cell], *piece) != self.packing.supplies.len() {
                    return Err(PieceFault::Overlap.of(name));
                }
            }
            if cells.len() != shape.len() {
                return Err(PieceFault::Shape.of(name));
            }
            self.is_shaped(*piece, &cells)?;
        }
        self.sets.fill(0);
        owners
            .iter()
            .enumerate()
            .for_each(|(cell, piece)| self.sets[piece * self.words + cell / 64] |= 1 << (cell % 64));
        self.check()
    }
}

/// A quick hash of a few words.
#[derive(Clone, Debug, Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}
