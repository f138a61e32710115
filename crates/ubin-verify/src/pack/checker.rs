//! The checker of full boards.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use super::shape::are_copies;
use super::{Mark, Packing, Space, Supply, Triple, at, size};
use crate::wrong::ensure;
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
    /// The number of the piece that each mark shows; empty cells have the number after the last, and marks that show nothing the next.
    marks: Vec<usize>,
    /// The cells of each piece, and then the empty ones, on the board that is being checked: numbers in ascending order.
    sets: Vec<Vec<usize>>,
    /// The cells that each piece has by `PLACED`.
    placed: Vec<Vec<usize>>,
    /// The last set of each piece that has passed.
    last: Vec<Vec<usize>>,
    /// Sets of each piece that have passed.
    known: Vec<CellSets>,
    /// Sets of one copy of each piece that have passed.
    alone: Vec<CellSets>,
}

/// Sets of cells.
type CellSets = HashSet<Vec<usize>, QuickHashes>;

pub(super) type QuickHashes = BuildHasherDefault<QuickHash>;

/// The number of a piece, and where one of its copies lies.
pub(super) type Laid = (usize, Vec<Triple>);

/// The most sets of a piece that are remembered: more than its placements on every board that is enumerated in a lifetime.
pub(super) const MOST_KNOWN: usize = 20_000;

impl Checker {
    /// A checker of a puzzle's boards.
    ///
    /// # Errors
    /// When what is placed does not have its shape.
    pub fn new(packing: Packing) -> Result<Checker, Wrong> {
        let pieces = packing.supplies.len();
        let mut marks = vec![pieces + 1; 1 << 16];
        let of_pieces = packing.marks_of_pieces().into_iter().enumerate();
        for (piece, mark) in of_pieces.chain([(pieces, *b".."), (pieces, *b"  ")]) {
            marks[usize::from(u16::from_be_bytes(mark))] = piece;
        }
        let (sets, placed) = (vec![Vec::new(); pieces + 1], Vec::new());
        let (last, known) = (vec![vec![usize::MAX]; pieces], vec![CellSets::default(); pieces]);
        let alone = known.clone();
        let mut checker = Checker { packing, marks, sets, placed, last, known, alone };
        checker.sort(&checker.packing.placed.clone())?;
        checker.placed = checker.sets.clone();
        for piece in 0..pieces {
            let Supply { name, cells, copies, .. } = &checker.packing.supplies[piece];
            let most = copies.saturating_mul(cells.len());
            // What is too much to find out here is found out board by board.
            let undecided = PieceFault::Undecided.of(name);
            checker.is_shaped(piece, &checker.placed[piece]).or_else(|wrong| ensure(wrong == undecided, || wrong))?;
            ensure(checker.placed[piece].len() <= most, || PieceFault::TooOften.of(name))?;
        }
        Ok(checker)
    }

    /// Checks a board as it is shown: its layers from the top, each a list of rows.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn board<R: AsRef<str>>(&mut self, layers: &[Vec<R>]) -> Result<(), Wrong> {
        let owners = self.owners(&self.packing.marks(layers)?)?;
        self.pieces(&owners)
    }

    /// The numbers of the pieces that the marks of a board show.
    pub(super) fn owners(&self, marks: &[Mark]) -> Result<Vec<usize>, Wrong> {
        let owners: Vec<usize> = marks.iter().map(|&mark| self.marks[usize::from(u16::from_be_bytes(mark))]).collect();
        let odd = owners.iter().zip(&self.packing.cells).find(|(owner, _)| **owner > self.packing.supplies.len());
        odd.map_or(Ok(()), |(_, place)| Err(at(*place, |layer, row, col| Wrong::NoPiece { layer, row, col })))?;
        Ok(owners)
    }

    /// Checks a board given as the number of the piece on each cell, in reading order; a number that no piece has is an empty cell.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn pieces<N: Copy + TryInto<usize>>(&mut self, owners: &[N]) -> Result<(), Wrong> {
        self.take(owners)?;
        (0..self.known.len()).try_for_each(|piece| self.passes(piece))
    }

    /// Checks the cells of a piece on the board that was taken, unless such have passed before.
    fn passes(&mut self, piece: usize) -> Result<(), Wrong> {
        let set = &self.sets[piece];
        if *set != self.last[piece] {
            if !self.known[piece].contains(set) {
                self.is_laid(piece)?;
                remember(&mut self.known[piece], set.clone());
            }
            self.last[piece].clone_from(set);
        }
        Ok(())
    }

    /// Checks a board given as the number of the copy on each cell, in reading order: the copies of the first piece have the first numbers, and so on; a number that none has is an empty cell. A copy that was placed is one by itself.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn copies(&mut self, copies: &[u32]) -> Result<(), Wrong> {
        if self.packing.supplies.iter().all(|supply| supply.copies == 1) {
            return self.pieces(copies);
        }
        let mut cells: Vec<(u32, usize)> = copies.iter().copied().zip(0..).collect();
        cells.sort_unstable();
        let mut owners = vec![self.known.len(); cells.len()];
        let (mut piece, mut end) = (0, self.packing.supplies.first().map_or(0, |supply| supply.copies));
        for of_one in cells.chunk_by(|a, b| a.0 == b.0) {
            while piece < self.known.len() && of_one[0].0 as usize >= end {
                piece += 1;
                end += self.packing.supplies.get(piece).map_or(0, |supply| supply.copies);
            }
            let Some(supply) = self.packing.supplies.get(piece) else { break };
            let cells: Vec<usize> = of_one.iter().map(|&(_, cell)| cell).collect();
            let placed = cells.iter().filter(|cell| self.placed[piece].binary_search(cell).is_ok()).count();
            ensure(placed == 0 || placed == cells.len(), || PieceFault::Moved.of(&supply.name))?;
            ensure(cells.len() == supply.cells.len(), || PieceFault::Shape.of(&supply.name))?;
            cells.iter().for_each(|&cell| owners[cell] = piece);
            if !self.alone[piece].contains(&cells) {
                self.is_shaped(piece, &cells)?;
                remember(&mut self.alone[piece], cells);
            }
        }
        self.take(&owners)?;
        let moved = (0..self.known.len()).find(|&piece| self.placed[piece].iter().any(|&cell| owners[cell] != piece));
        moved.map_or(Ok(()), |piece| Err(PieceFault::Moved.of(&self.packing.supplies[piece].name)))
    }

    /// Sorts the cells of a board by piece.
    fn sort<N: Copy + TryInto<usize>>(&mut self, owners: &[N]) -> Result<(), Wrong> {
        size("cells", owners.len(), self.packing.cells.len())?;
        self.sets.iter_mut().for_each(Vec::clear);
        for (cell, &owner) in owners.iter().enumerate() {
            self.sets[self.known.len().min(owner.try_into().unwrap_or(usize::MAX))].push(cell);
        }
        Ok(())
    }

    /// Takes a board, and checks how many cells each piece has, and how many are empty.
    fn take<N: Copy + TryInto<usize>>(&mut self, owners: &[N]) -> Result<(), Wrong> {
        self.sort(owners)?;
        for (set, Supply { name, cells, copies, is_spare }) in self.sets.iter().zip(&self.packing.supplies) {
            let (found, wanted) = (set.len(), copies.saturating_mul(cells.len()));
            ensure(found.is_multiple_of(cells.len()), || PieceFault::Shape.of(name))?;
            ensure(found <= wanted, || PieceFault::TooOften.of(name))?;
            ensure(found == wanted || *is_spare, || PieceFault::Absent.of(name))?;
        }
        let (gaps, cells) = (&self.packing.gaps, &self.packing.cells);
        match &self.sets[self.known.len()][..] {
            bare if gaps.contains(&bare.len()) => Ok(()),
            &[cell, ..] if *gaps.end() == 0 => Err(at(cells[cell], |layer, row, col| Wrong::Bare { layer, row, col })),
            bare => Err(Wrong::Gaps { found: bare.len(), least: *gaps.start(), most: *gaps.end() }),
        }
    }

    /// Whether a piece has the cells that it was placed on, and the others are copies of it.
    fn is_laid(&self, piece: usize) -> Result<(), Wrong> {
        let (set, placed) = (&self.sets[piece], &self.placed[piece]);
        let moved = || PieceFault::Moved.of(&self.packing.supplies[piece].name);
        ensure(placed.iter().all(|cell| set.binary_search(cell).is_ok()), moved)?;
        let others: Vec<usize> = set.iter().copied().filter(|cell| placed.binary_search(cell).is_err()).collect();
        self.is_shaped(piece, &others)
    }

    /// Whether cells are copies of a piece, side by side; none are, too.
    fn is_shaped(&self, piece: usize, cells: &[usize]) -> Result<(), Wrong> {
        let (Supply { name, cells: shape, .. }, own) = (&self.packing.supplies[piece], self.packing.space);
        let cells: Vec<Triple> = cells.iter().map(|&cell| self.packing.cells[cell]).collect();
        let fits = are_copies(own, shape, &cells);
        ensure(fits.is_some(), || PieceFault::Undecided.of(name))?;
        let is_mirrored = || own == Space::OneSided && are_copies(Space::Squares, shape, &cells) == Some(true);
        let fault = || if is_mirrored() { PieceFault::Mirrored } else { PieceFault::Shape };
        ensure(fits == Some(true), || fault().of(name))
    }

    /// Lays pieces beside those on the board, each with its shape, and gives the piece on each cell.
    pub(super) fn lay(&self, owners: &[usize], placements: &[Laid]) -> Result<Vec<usize>, Wrong> {
        let mut owners = owners.to_vec();
        for (piece, places) in placements {
            let Supply { name, cells: shape, .. } = &self.packing.supplies[*piece];
            let cells =
                places.iter().map(|place| self.packing.cells.binary_search(place)).collect::<Result<Vec<usize>, _>>();
            let cells = cells.map_err(|_| PieceFault::OffBoard.of(name))?;
            for &cell in &cells {
                let under = std::mem::replace(&mut owners[cell], *piece);
                ensure(under >= self.known.len(), || PieceFault::Overlap.of(name))?;
            }
            ensure(cells.len() == shape.len(), || PieceFault::Shape.of(name))?;
            self.is_shaped(*piece, &cells)?;
        }
        Ok(owners)
    }

    /// Checks a full board of placements. Copies need not be found in it, for they are given; but one that was placed may lie across two of them.
    pub(super) fn placements(&mut self, placements: &[Laid]) -> Result<Vec<usize>, Wrong> {
        let owners = self.lay(&vec![self.known.len(); self.packing.cells.len()], placements)?;
        self.laid(&owners).map(|()| owners)
    }

    /// Checks a board of placements whose shapes are right.
    pub(super) fn laid(&mut self, owners: &[usize]) -> Result<(), Wrong> {
        self.take(owners)?;
        (0..self.known.len())
            .try_for_each(|piece| if self.placed[piece].is_empty() { Ok(()) } else { self.passes(piece) })
    }
}

/// Keeps a set that has passed; when there are too many, the others are forgotten.
fn remember(known: &mut CellSets, set: Vec<usize>) {
    if known.len() == MOST_KNOWN {
        known.clear();
    }
    known.insert(set);
}

/// A quick hash of a few numbers. Sets that share a hash are still compared.
#[derive(Clone, Debug, Default)]
pub(super) struct QuickHash(u64);

impl Hasher for QuickHash {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let word = chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
            self.0 = (self.0.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}
