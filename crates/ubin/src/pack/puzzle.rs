//! A packing puzzle: a board, pieces, how many there are of each, and the pieces that already lie on the board.
//!
//! Words: a **placement** is a piece on certain cells; the **copies** of a piece are not told apart, and are numbered one piece after the other; a **gap** is a cell that stays empty; a **solution** gives
//! every cell a copy of a piece or leaves it empty; a **mark** is what a board shows for a piece.
//!
//! Invariant: names differ; placed pieces lie on the board in an orientation they may have, do not overlap, and are not more than there are. Whether the cells add up is not checked: that is a proof of no
//! solution, not a mistake.

use thiserror::Error;

use super::board::{BoardKind, PackBoard};
use super::copies;
use super::lattice::{Cell, Flips, Spot};
use super::piece::{Piece, at_origin};

/// How many there may be of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Amount {
    /// So many there must be.
    pub least: u32,
    /// So many there may be.
    pub most: u32,
}

impl Amount {
    /// Exactly so many.
    #[must_use]
    pub(crate) const fn exactly(number: u32) -> Amount {
        Amount { least: number, most: number }
    }

    /// So many or fewer.
    #[must_use]
    pub(crate) const fn up_to(most: u32) -> Amount {
        Amount { least: 0, most }
    }

    /// What is left of it when so many are there.
    pub(crate) fn without(self, number: u32) -> Amount {
        Amount { least: self.least.saturating_sub(number), most: self.most.saturating_sub(number) }
    }

    pub(crate) fn plus(self, other: Amount) -> Amount {
        Amount { least: self.least.saturating_add(other.least), most: self.most.saturating_add(other.most) }
    }

    pub(crate) fn is_fixed(self) -> bool {
        self.least == self.most
    }
}

/// A packing puzzle, valid by construction.
///
/// ```
/// use ubin::pack::{Amount, PackBoard, Piece, Puzzle, Spot};
/// let domino = |letter| Piece::new(letter, vec![Spot::flat(0, 0), Spot::flat(0, 1)]);
/// let mut puzzle = Puzzle::new(PackBoard::rectangle(2, 3)?, vec![domino('A')?, domino('B')?])?;
/// assert_eq!(puzzle.piece_cells(), 4);
/// puzzle.set_amount(1, Amount { least: 2, most: 2 })?;
/// assert_eq!(puzzle.piece_cells(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    board: PackBoard,
    pieces: Vec<Piece>,
    amounts: Vec<Amount>,
    gaps: Amount,
    flips: Flips,
    placed: Vec<Placement>,
    marks: Vec<Box<str>>,
    /// The number of the first copy of each piece, and the number of all copies.
    first_copies: Vec<u32>,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// The number of the piece.
    pub piece: usize,
    /// The numbers of its cells, ascending.
    pub cells: Vec<u32>,
}

/// Why pieces and board are no puzzle.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PuzzleError {
    /// There are no pieces.
    #[error("a puzzle needs at least one piece")]
    NoPieces,
    /// There are more pieces than marks.
    #[error("a puzzle has at most {MOST_PIECES} different pieces")]
    TooManyPieces,
    /// A name stands for two pieces.
    #[error("there are two pieces called {0}")]
    NameTwice(String),
    /// No piece has this number.
    #[error("there is no piece number {0}")]
    NoSuchPiece(usize),
    /// An amount of which the least is more than the most, or the most is nothing, or which is out of all bounds together with the others.
    #[error("piece {0} cannot be there so often")]
    Amount(String),
    /// All copies of a piece lie on the board already.
    #[error("piece {0} lies on the board already")]
    PlacedTwice(String),
    /// A cell is off the board or taken.
    #[error("piece {0} does not lie on free cells of the board")]
    Overlap(String),
    /// The cells do not have the piece's shape.
    #[error("the cells marked {0} do not have the shape of piece {0}")]
    Shape(String),
}

/// Two letters mark so many pieces.
pub(crate) const MOST_PIECES: usize = LETTERS.len() * LETTERS.len();

/// Up to so many pieces are marked by one letter.
const LETTERS: &[u8; 52] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

impl Puzzle {
    /// A puzzle with an empty board, every piece once, that may be turned over, and no gaps.
    ///
    /// # Errors
    /// When there are no pieces or too many, or two have one name.
    pub fn new(board: PackBoard, pieces: Vec<Piece>) -> Result<Puzzle, PuzzleError> {
        if pieces.is_empty() {
            return Err(PuzzleError::NoPieces);
        }
        if pieces.len() > MOST_PIECES {
            return Err(PuzzleError::TooManyPieces);
        }
        let mut names: Vec<&str> = pieces.iter().map(Piece::name).collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(PuzzleError::NameTwice(pair[0].into()));
        }
        let (marks, amounts) = (marks(&pieces), vec![Amount::exactly(1); pieces.len()]);
        let first_copies = (0..=pieces.len() as u32).collect();
        let (gaps, placed) = (Amount::exactly(0), Vec::new());
        Ok(Puzzle { board, pieces, amounts, gaps, flips: Flips::Allowed, placed, marks, first_copies })
    }

    /// Says how often a piece is used.
    ///
    /// # Errors
    /// When there is no such amount, or more copies lie on the board already.
    pub fn set_amount(&mut self, piece: usize, amount: Amount) -> Result<(), PuzzleError> {
        let name = self.pieces.get(piece).ok_or(PuzzleError::NoSuchPiece(piece))?.name();
        let refusal = || PuzzleError::Amount(name.into());
        if amount.least > amount.most || amount.most < self.placed_of(piece).max(1) {
            return Err(refusal());
        }
        let mut amounts = self.amounts.clone();
        amounts[piece] = amount;
        let mut first_copies = vec![0u32];
        for amount in &amounts {
            let last = first_copies[first_copies.len() - 1];
            // The highest number is that of an empty cell.
            first_copies.push(last.checked_add(amount.most).filter(|&end| end < EMPTY).ok_or_else(refusal)?);
        }
        (self.amounts, self.first_copies) = (amounts, first_copies);
        Ok(())
    }

    /// Says how many cells stay empty.
    pub(crate) fn set_gaps(&mut self, gaps: Amount) {
        self.gaps = gaps;
    }

    /// This puzzle with or without turning pieces over.
    ///
    /// # Errors
    /// When a piece that lies on the board would have been turned over.
    pub fn with_flips(self, flips: Flips) -> Result<Puzzle, PuzzleError> {
        let mut puzzle = Puzzle { flips, placed: Vec::new(), ..self };
        for of_one in self.placed.chunk_by(|a, b| a.piece == b.piece) {
            let cells = of_one.iter().flat_map(|placement| placement.cells.iter().copied());
            puzzle.place_copies(of_one[0].piece, cells.collect())?;
        }
        Ok(puzzle)
    }

    /// Puts copies of a piece on the board that together cover these cells. Where they can in several ways, they lie in the first: what is left to do is the same.
    ///
    /// # Errors
    /// As [`Puzzle::place`].
    pub fn place_copies(&mut self, piece: usize, cells: Vec<u32>) -> Result<(), PuzzleError> {
        let shape = self.pieces.get(piece).ok_or(PuzzleError::NoSuchPiece(piece))?;
        if cells.len() == shape.size() {
            return self.place(Placement { piece, cells });
        }
        let (board, name) = (&self.board, shape.name());
        let spot = |&cell: &u32| Some(board.lattice().cell(*board.spots().get(cell as usize)?));
        let cells: Option<Vec<Cell>> = cells.iter().map(spot).collect();
        let cells = cells.ok_or_else(|| PuzzleError::Overlap(name.into()))?;
        let copies = copies::split(shape, board.lattice(), self.flips, &cells);
        let number = |cell: Cell| board.number_of(cell).map(|number| number as u32);
        let placement =
            |copy: Vec<Cell>| Some(Placement { piece, cells: copy.into_iter().map(number).collect::<Option<_>>()? });
        let placements: Option<Vec<Placement>> = copies.and_then(|copies| copies.into_iter().map(placement).collect());
        placements
            .ok_or_else(|| PuzzleError::Shape(name.into()))?
            .into_iter()
            .try_for_each(|placement| self.place(placement))
    }

    /// Puts a copy of a piece on the board; solutions have it there.
    ///
    /// # Errors
    /// When all copies are there already, the cells are not free, or they do not have the piece's shape.
    pub fn place(&mut self, mut placement: Placement) -> Result<(), PuzzleError> {
        let piece = self.pieces.get(placement.piece).ok_or(PuzzleError::NoSuchPiece(placement.piece))?;
        let name = piece.name().to_owned();
        placement.cells.sort_unstable();
        if self.left(placement.piece).most == 0 {
            return Err(PuzzleError::PlacedTwice(name));
        }
        let position = self.position();
        let is_twice = placement.cells.windows(2).any(|pair| pair[0] == pair[1]);
        if is_twice || placement.cells.iter().any(|&cell| position.get(cell as usize) != Some(&None)) {
            return Err(PuzzleError::Overlap(name));
        }
        let cell = |&n: &u32| self.board.lattice().cell(self.board.spots()[n as usize]);
        let shape: Vec<Cell> = at_origin(placement.cells.iter().map(cell).collect());
        let lattice = self.board.lattice();
        let is_turned = |turn| piece.turned(lattice, turn) == shape;
        if shape.len() != piece.size() || !lattice.turns(self.flips).any(is_turned) {
            return Err(PuzzleError::Shape(name));
        }
        self.placed.push(placement);
        self.placed.sort_unstable();
        Ok(())
    }

    /// This puzzle with nothing on the board.
    #[must_use]
    pub fn cleared(&self) -> Puzzle {
        Puzzle { placed: Vec::new(), ..self.clone() }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &PackBoard {
        &self.board
    }

    /// The different pieces, in the order they were given.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// How often a piece is used.
    #[must_use]
    pub fn amount(&self, piece: usize) -> Amount {
        self.amounts[piece]
    }

    /// How often a piece is still to be placed.
    #[must_use]
    pub fn left(&self, piece: usize) -> Amount {
        self.amounts[piece].without(self.placed_of(piece))
    }

    fn placed_of(&self, piece: usize) -> u32 {
        self.placed.iter().filter(|placed| placed.piece == piece).count() as u32
    }

    /// How many cells stay empty.
    #[must_use]
    pub fn gaps(&self) -> Amount {
        self.gaps
    }

    /// Whether every piece is used once and every cell is filled.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.gaps.most == 0 && self.amounts.iter().all(|&amount| amount == Amount::exactly(1))
    }

    /// What a board shows for a piece: a letter, or two where there are more than 52 pieces.
    #[must_use]
    pub fn mark(&self, piece: usize) -> &str {
        &self.marks[piece]
    }

    /// What a board shows for a cell that has this piece, or none.
    #[must_use]
    pub fn mark_of(&self, owner: Option<usize>) -> &str {
        owner.map_or(&".."[..self.mark_width()], |piece| self.mark(piece))
    }

    /// The characters of a mark: 1 or 2.
    #[must_use]
    pub fn mark_width(&self) -> usize {
        self.marks[0].len()
    }

    /// The number of the piece with this mark.
    #[must_use]
    pub fn marked(&self, mark: &str) -> Option<usize> {
        self.marks.iter().position(|own| **own == *mark)
    }

    /// The piece that a copy is one of; `None` for [`EMPTY`].
    #[must_use]
    pub fn piece_of(&self, copy: u32) -> Option<usize> {
        let at = self.first_copies.partition_point(|&first| first <= copy);
        (at < self.first_copies.len()).then(|| at - 1)
    }

    /// The numbers of a piece's copies.
    #[must_use]
    pub fn copies(&self, piece: usize) -> std::ops::Range<u32> {
        self.first_copies[piece]..self.first_copies[piece + 1]
    }

    /// The number of the first copy of a piece.
    pub(crate) fn first_copy(&self, piece: usize) -> u32 {
        self.first_copies[piece]
    }

    /// Whether pieces may be turned over.
    #[must_use]
    pub fn flips(&self) -> Flips {
        self.flips
    }

    /// The pieces that lie on the board, by number.
    #[must_use]
    pub fn placed(&self) -> &[Placement] {
        &self.placed
    }

    /// The bytes that it takes, roughly. Only huge boards make a difference: a box of 128 x 128 x 128 has 50 MB of cells and pieces.
    pub(crate) fn bytes(&self) -> u64 {
        let cells = self.board.size() + self.pieces.iter().map(Piece::size).sum::<usize>();
        (cells * size_of::<Spot>() + self.board.size() * 2 * size_of::<u32>()) as u64
    }

    /// How many cells all pieces cover together, spare ones included.
    #[must_use]
    pub fn piece_cells(&self) -> usize {
        self.cells_of(|amount| amount.most)
    }

    /// How many cells the pieces cover together that must be used.
    #[must_use]
    pub(crate) fn needed_cells(&self) -> usize {
        self.cells_of(|amount| amount.least)
    }

    fn cells_of(&self, number: impl Fn(Amount) -> u32) -> usize {
        let cells = self
            .pieces
            .iter()
            .zip(&self.amounts)
            .map(|(piece, &amount)| piece.size().saturating_mul(number(amount) as usize));
        cells.fold(0, usize::saturating_add)
    }

    /// The numbers of the pieces of which a copy may still be placed.
    #[must_use]
    pub fn loose(&self) -> Vec<usize> {
        (0..self.pieces.len()).filter(|&piece| self.left(piece).most > 0).collect()
    }

    /// Whether what lies on the board is a solution.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        let covered: usize = self.placed.iter().map(|placed| placed.cells.len()).sum();
        let empty = (self.board.size() - covered) as u32;
        (self.gaps.least..=self.gaps.most).contains(&empty)
            && (0..self.pieces.len()).all(|piece| self.left(piece).least == 0)
    }

    /// Which piece each cell has so far.
    #[must_use]
    pub fn position(&self) -> Vec<Option<usize>> {
        let mut owner = vec![None; self.board.size()];
        for placed in &self.placed {
            for &cell in &placed.cells {
                owner[cell as usize] = Some(placed.piece);
            }
        }
        owner
    }

    /// Which copy each cell has so far; [`EMPTY`] where there is none.
    #[must_use]
    pub fn owners(&self) -> Vec<u32> {
        let mut owner = vec![EMPTY; self.board.size()];
        for of_one in self.placed.chunk_by(|a, b| a.piece == b.piece) {
            for (copy, placed) in (self.first_copies[of_one[0].piece]..).zip(of_one) {
                placed.cells.iter().for_each(|&cell| owner[cell as usize] = copy);
            }
        }
        owner
    }
}

/// The mark of each piece: its name if that is a letter, else the first letter of the name that is free, else the first of the alphabet that is. With more than 52 pieces `AA`, `AB`, ... in turn.
fn marks(pieces: &[Piece]) -> Vec<Box<str>> {
    let text = |letters: &[u8]| -> Box<str> { letters.iter().map(|&letter| char::from(letter)).collect() };
    if pieces.len() > LETTERS.len() {
        let of = |at: usize| text(&[LETTERS[at / LETTERS.len()], LETTERS[at % LETTERS.len()]]);
        return (0..pieces.len()).map(of).collect();
    }
    let mut taken: Vec<u8> = pieces.iter().filter_map(Piece::letter).map(|letter| letter as u8).collect();
    let mut mark = |piece: &Piece| {
        if piece.letter().is_some() {
            return piece.name().into();
        }
        let own = piece.name().bytes().filter(u8::is_ascii_alphabetic);
        let free = own.chain(LETTERS.iter().copied()).find(|letter| !taken.contains(letter));
        let free = free.expect("there are at least as many letters as pieces");
        taken.push(free);
        text(&[free])
    };
    pieces.iter().map(&mut mark).collect()
}

/// The number that stands for no copy: an empty cell.
pub const EMPTY: u32 = u32::MAX;

/// A board that is solved: the number of the copy on every cell, in reading order, or [`EMPTY`].
///
/// Copies of one piece are numbered from the piece's first number on: those placed before, then the others in the order of their first cells. So equal boards have equal numbers, and where every piece is there once, a copy has the number of its piece.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Solution {
    pub(crate) owner: Vec<u32>,
}

impl Solution {
    /// The number of the copy on each cell.
    #[must_use]
    pub fn owners(&self) -> &[u32] {
        &self.owner
    }

    /// Numbers the loose copies of every piece in the order of their first cells.
    pub(crate) fn renumber(&mut self, puzzle: &Puzzle) {
        for piece in (0..puzzle.pieces.len()).filter(|&piece| puzzle.amounts[piece].most > 1) {
            let first = puzzle.first_copies[piece] + puzzle.placed_of(piece);
            let own = first..puzzle.first_copies[piece + 1];
            let mut seen = Vec::new();
            for owner in self.owner.iter_mut().filter(|owner| own.contains(owner)) {
                let at = seen.iter().position(|copy| copy == owner).unwrap_or_else(|| {
                    seen.push(*owner);
                    seen.len() - 1
                });
                *owner = first + at as u32;
            }
        }
    }

    /// The placements, by piece and first cell.
    #[must_use]
    pub fn placements(&self, puzzle: &Puzzle) -> Vec<Placement> {
        let mut cells: Vec<(u32, u32)> =
            self.owner.iter().copied().zip(0..).filter(|&(copy, _)| copy != EMPTY).collect();
        cells.sort_unstable();
        let placement = |of_one: &[(u32, u32)]| {
            let piece = puzzle.piece_of(of_one[0].0).expect("a solution has copies of the puzzle");
            Placement { piece, cells: of_one.iter().map(|&(_, cell)| cell).collect() }
        };
        cells.chunk_by(|a, b| a.0 == b.0).map(placement).collect()
    }

    /// The placement that covers a cell; `None` where it is empty.
    #[must_use]
    pub(crate) fn placement_at(&self, puzzle: &Puzzle, cell: u32) -> Option<Placement> {
        let copy = self.owner[cell as usize];
        let on = |&(_, &owner): &(usize, &u32)| owner == copy;
        let cells = self.owner.iter().enumerate().filter(on).map(|(cell, _)| cell as u32).collect();
        puzzle.piece_of(copy).map(|piece| Placement { piece, cells })
    }

    /// The layers from the top, each a list of rows of marks; spaces where the board has no cell.
    #[must_use]
    pub fn layers(&self, puzzle: &Puzzle) -> Vec<Vec<String>> {
        let board = puzzle.board();
        if board.kind() == BoardKind::Custom || !puzzle.is_plain() || puzzle.mark_width() > 1 {
            let mark = |cell: usize| puzzle.mark_of(puzzle.piece_of(self.owner[cell]));
            return super::text::picture(board, mark, &"  "[..puzzle.mark_width()]);
        }
        // Every place has a cell, so a row is a run of them. Streams spent a fifth of their time on looking up each place.
        let letters: Vec<u8> = puzzle.marks.iter().map(|mark| mark.as_bytes()[0]).collect();
        let mut rest = &self.owner[..];
        let mut row = |cols: u32| {
            let (row, after) = rest.split_at(cols as usize);
            rest = after;
            let row = row.iter().map(|&owner| letters[owner as usize]).collect();
            String::from_utf8(row).expect("marks are letters")
        };
        let sizes = (0..board.layers()).rev().map(|layer| board.layer_size(layer));
        sizes.map(|(rows, cols)| (0..rows).map(|_| row(cols)).collect()).collect()
    }
}
