//! Packing puzzles on plain data: a board and pieces, as they are read or as a program gives them.

mod answer;
mod checker;
mod read;
mod shape;

use std::ops::RangeInclusive;

pub use checker::Checker;
pub use shape::{Space, Triple};

use crate::Wrong;

/// A piece, and how many there are of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Supply {
    /// Its name; rows show it when it is one character.
    pub name: String,
    /// Its cells in any order: layer from the top, row, column.
    pub cells: Vec<Triple>,
    /// How often it is there.
    pub copies: usize,
    /// Whether copies may stay unused.
    pub is_spare: bool,
}

/// A packing puzzle as plain data. Cells are numbered in reading order, the top layer first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packing {
    /// What the text calls the board: `default`, `custom`, `pyramid` or `box`.
    pub kind: &'static str,
    /// What the board is made of.
    pub space: Space,
    /// Its layers from the top, each a list of rows that say for every column whether there is a cell.
    pub board: Vec<Vec<Vec<bool>>>,
    /// The pieces.
    pub supplies: Vec<Supply>,
    /// How many cells stay empty.
    pub gaps: RangeInclusive<usize>,
    /// What lies on the board already: the number of a piece, and the number of a cell.
    pub placed: Vec<(usize, usize)>,
}

impl Packing {
    /// Reads a puzzle's text.
    ///
    /// # Errors
    /// What cannot be read, and where.
    pub fn read(text: &str) -> Result<Packing, Wrong> {
        read::packing(text)
    }

    /// The puzzle with pieces that may not be turned over; in space they never are.
    #[must_use]
    pub fn one_sided(mut self) -> Packing {
        if self.space == Space::Squares {
            self.space = Space::OneSided;
        }
        self
    }

    /// The cells in reading order.
    fn cells(&self) -> impl Iterator<Item = Triple> {
        let rows =
            (0..).zip(&self.board).flat_map(|(layer, rows)| (0..).zip(rows).map(move |(row, cols)| (layer, row, cols)));
        rows.flat_map(|(layer, row, cols)| {
            (0..).zip(cols).filter(|(_, is)| **is).map(move |(col, _)| [layer, row, col])
        })
    }

    /// The cells of the pieces together, of all or of those that must be used.
    fn piece_cells(&self, is_counted: impl Fn(&&Supply) -> bool) -> usize {
        let sizes =
            self.supplies.iter().filter(is_counted).map(|supply| supply.cells.len().saturating_mul(supply.copies));
        sizes.fold(0, usize::saturating_add)
    }

    /// Whether the pieces cover too many cells or too few, however they lie.
    fn is_unbalanced(&self) -> bool {
        let (cells, least, most) = (self.cells().count(), self.gaps.start(), self.gaps.end());
        let used = self.piece_cells(|supply| !supply.is_spare);
        used.saturating_add(*least) > cells || self.piece_cells(|_| true).saturating_add(*most) < cells
    }

    /// Lines as layers of rows. Blank lines stand between layers, and for rows without a cell.
    fn in_layers<'t>(&self, lines: &[&'t str]) -> Result<Vec<Vec<&'t str>>, Wrong> {
        let filled: Vec<&str> = lines.iter().map(|line| line.trim_end()).filter(|line| !line.is_empty()).collect();
        let all = self.board.iter().flatten().count();
        let is_shown = |row: &&Vec<bool>| filled.len() >= all || row.contains(&true);
        let expected = self.board.iter().flatten().filter(is_shown).count();
        if filled.len() != expected {
            return Err(Wrong::Size { what: "rows", found: filled.len(), expected });
        }
        let mut rest = filled.iter().copied();
        let mut line = |row| if is_shown(&row) { rest.next().unwrap_or("") } else { "" };
        Ok(self.board.iter().map(|layer| layer.iter().map(&mut line).collect()).collect())
    }

    /// Gives the number of every cell and the byte that rows show there to `take`. Where there is no cell, rows have a space or a point, or end.
    fn each_mark<R: AsRef<str>>(&self, layers: &[Vec<R>], mut take: impl FnMut(usize, u8)) -> Result<(), Wrong> {
        let size = |what, found, expected| Err(Wrong::Size { what, found, expected });
        if layers.len() != self.board.len() {
            return size("layers", layers.len(), self.board.len());
        }
        let mut cell = 0;
        for (layer, (rows, board)) in (1..).zip(layers.iter().zip(&self.board)) {
            if rows.len() != board.len() {
                return size("rows", rows.len(), board.len());
            }
            for (row, (text, cols)) in (1..).zip(rows.iter().zip(board)) {
                let (text, wide) = (text.as_ref(), cols.len());
                if text.len() != wide && (text.trim_end().len() > wide || cols.iter().skip(text.len()).any(|is| *is)) {
                    return size("columns", text.len(), wide);
                }
                for (col, (byte, is_cell)) in (1..).zip(text.bytes().zip(cols)) {
                    if *is_cell {
                        take(cell, byte);
                        cell += 1;
                    } else if byte != b' ' && byte != b'.' {
                        return Err(Wrong::Outside { layer, row, col });
                    }
                }
            }
        }
        Ok(())
    }
}
