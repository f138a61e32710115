//! A packing puzzle: a board, pieces, and the pieces that already lie on it.
//!
//! Words: a **placement** is a piece on certain cells; a **solution** gives every cell its piece.
//!
//! Invariant: letters differ; placed pieces lie on the board in an orientation they may have, and do not overlap. Whether the cells add up is not checked: that is
//! a proof of no solution, not a mistake.

use thiserror::Error;

use super::board::{BoardKind, PackBoard};
use super::lattice::{Cell, Flips, Spot};
use super::piece::{Piece, at_origin};

/// A packing puzzle, valid by construction.
///
/// ```
/// use ubin::pack::{PackBoard, Piece, Puzzle, Spot};
/// let domino = |letter| Piece::new(letter, vec![Spot::flat(0, 0), Spot::flat(0, 1)]);
/// let puzzle = Puzzle::new(PackBoard::rectangle(2, 2)?, vec![domino('A')?, domino('B')?])?;
/// assert_eq!(puzzle.piece_cells(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    board: PackBoard,
    pieces: Vec<Piece>,
    flips: Flips,
    placed: Vec<Placement>,
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
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum PuzzleError {
    /// There are no pieces.
    #[error("a puzzle needs at least one piece")]
    NoPieces,
    /// A letter names two pieces.
    #[error("there are two pieces called {0}")]
    LetterTwice(char),
    /// No piece has this letter.
    #[error("there is no piece called {0}")]
    NoSuchPiece(char),
    /// A piece lies on the board already.
    #[error("piece {0} lies on the board already")]
    PlacedTwice(char),
    /// A cell is off the board or taken.
    #[error("piece {0} does not lie on free cells of the board")]
    Overlap(char),
    /// The cells do not have the piece's shape.
    #[error("the cells marked {0} do not have the shape of piece {0}")]
    Shape(char),
}

impl Puzzle {
    /// A puzzle with an empty board whose pieces may be turned over.
    ///
    /// # Errors
    /// When there are no pieces, or two have one letter.
    pub fn new(board: PackBoard, pieces: Vec<Piece>) -> Result<Puzzle, PuzzleError> {
        if pieces.is_empty() {
            return Err(PuzzleError::NoPieces);
        }
        let mut letters: Vec<char> = pieces.iter().map(Piece::letter).collect();
        letters.sort_unstable();
        if let Some(pair) = letters.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(PuzzleError::LetterTwice(pair[0]));
        }
        Ok(Puzzle { board, pieces, flips: Flips::Allowed, placed: Vec::new() })
    }

    /// The same puzzle with or without turning pieces over.
    ///
    /// # Errors
    /// When a piece that lies on the board would have been turned over.
    pub fn with_flips(self, flips: Flips) -> Result<Puzzle, PuzzleError> {
        let mut puzzle = Puzzle { flips, placed: Vec::new(), ..self };
        for placement in self.placed {
            puzzle.place(placement)?;
        }
        Ok(puzzle)
    }

    /// Puts a piece on the board; solutions have it there.
    ///
    /// # Errors
    /// When the piece is there already, the cells are not free, or they do not have its shape.
    pub fn place(&mut self, mut placement: Placement) -> Result<(), PuzzleError> {
        let piece = self.pieces.get(placement.piece).ok_or(PuzzleError::NoSuchPiece('?'))?;
        let letter = piece.letter();
        placement.cells.sort_unstable();
        if self.placed.iter().any(|placed| placed.piece == placement.piece) {
            return Err(PuzzleError::PlacedTwice(letter));
        }
        let position = self.position();
        if placement.cells.iter().any(|&cell| position.get(cell as usize) != Some(&None)) {
            return Err(PuzzleError::Overlap(letter));
        }
        let cell = |&n: &u32| self.board.lattice().cell(self.board.spots()[n as usize]);
        let shape: Vec<Cell> = at_origin(placement.cells.iter().map(cell).collect());
        let lattice = self.board.lattice();
        let is_turned = |turn| piece.turned(lattice, turn) == shape;
        if shape.len() != piece.size() || !lattice.turns(self.flips).any(is_turned) {
            return Err(PuzzleError::Shape(letter));
        }
        self.placed.push(placement);
        self.placed.sort_unstable();
        Ok(())
    }

    /// The same puzzle with nothing on the board.
    #[must_use]
    pub fn cleared(&self) -> Puzzle {
        Puzzle { placed: Vec::new(), ..self.clone() }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &PackBoard {
        &self.board
    }

    /// The pieces, in the order they were given.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
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
        let cells = self.board.size() + self.piece_cells();
        (cells * size_of::<Spot>() + self.board.size() * 2 * size_of::<u32>()) as u64
    }

    /// How many cells the pieces cover together.
    #[must_use]
    pub fn piece_cells(&self) -> usize {
        self.pieces.iter().map(Piece::size).sum()
    }

    /// The numbers of the pieces that are still to be placed.
    #[must_use]
    pub fn loose(&self) -> Vec<usize> {
        (0..self.pieces.len()).filter(|&n| self.placed.iter().all(|placed| placed.piece != n)).collect()
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
}

/// A full board: the number of the piece on every cell, in reading order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Solution {
    pub(crate) owner: Vec<u8>,
}

impl Solution {
    /// The number of the piece on each cell.
    #[must_use]
    pub fn owners(&self) -> &[u8] {
        &self.owner
    }

    /// The placement of one piece.
    #[must_use]
    pub fn placement(&self, piece: usize) -> Placement {
        let on = |&(_, &owner): &(usize, &u8)| usize::from(owner) == piece;
        Placement { piece, cells: self.owner.iter().enumerate().filter(on).map(|(cell, _)| cell as u32).collect() }
    }

    /// The layers from the top, each a list of rows of letters; a space where the board has no cell.
    #[must_use]
    pub fn layers(&self, puzzle: &Puzzle) -> Vec<Vec<String>> {
        let board = puzzle.board();
        if board.kind() == BoardKind::Custom {
            let letter = |&owner: &u8| Some(puzzle.pieces()[usize::from(owner)].letter());
            return super::text::picture(board, &self.owner.iter().map(letter).collect::<Vec<_>>(), ' ');
        }
        // Every place has a cell, so a row is a run of them. Streams spent a fifth of their time on looking up each place.
        let letters: Vec<u8> = puzzle.pieces().iter().map(|piece| piece.letter() as u8).collect();
        let mut rest = &self.owner[..];
        let mut row = |cols: u32| {
            let (row, after) = rest.split_at(cols as usize);
            rest = after;
            let row = row.iter().map(|&owner| letters[usize::from(owner)]).collect();
            String::from_utf8(row).expect("pieces have letters A to Z and a to z")
        };
        let sizes = (0..board.layers()).rev().map(|layer| board.layer_size(layer));
        sizes.map(|(rows, cols)| (0..rows).map(|_| row(cols)).collect()).collect()
    }
}
