//! Packing puzzles on plain data: a board and pieces, as they are read or as a program gives them.

mod answer;
mod certificate;
mod checker;
mod line;
mod outline;
mod read;
mod shape;

use std::ops::RangeInclusive;

pub(crate) use answer::Listed;
pub use checker::Checker;
pub use line::LineChecker;
pub use shape::{Space, Triple};

use crate::Wrong;
use crate::wrong::ensure;

/// A piece, and how many there are of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Supply {
    /// Its name; rows show it when it is a letter.
    pub name: String,
    /// Its cells in any order: layer from the top, row, column.
    pub cells: Vec<Triple>,
    /// How often it is there.
    pub copies: usize,
    /// Whether copies may stay unused.
    pub is_spare: bool,
}

/// What rows show on a cell: two signs, or one that is written twice here.
type Mark = [u8; 2];

const LETTERS: &[u8; 52] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A packing puzzle as plain data. Cells are numbered in reading order, the top layer first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packing {
    /// What the text calls the board: `default`, `custom`, `pyramid` or `box`.
    pub kind: &'static str,
    /// What the board is made of.
    pub space: Space,
    /// Layers, and the rows and columns of the lowest.
    pub size: [usize; 3],
    /// Where the cells are, in reading order.
    pub cells: Vec<Triple>,
    /// The pieces.
    pub supplies: Vec<Supply>,
    /// How many cells stay empty.
    pub gaps: RangeInclusive<usize>,
    /// What lies on the board already: the number of the piece on each cell; a number that no piece has is none.
    pub placed: Vec<usize>,
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

    /// The cells of the pieces together, of all or of those that must be used.
    fn piece_cells(&self, is_counted: impl Fn(&&Supply) -> bool) -> usize {
        let sizes = self.supplies.iter().filter(is_counted);
        sizes.fold(0, |sum, supply| sum.saturating_add(supply.cells.len().saturating_mul(supply.copies)))
    }

    /// Whether the pieces cover too many cells or too few, however they lie.
    fn is_unbalanced(&self) -> bool {
        let (cells, least, most) = (self.cells.len(), self.gaps.start(), self.gaps.end());
        let used = self.piece_cells(|supply| !supply.is_spare);
        used.saturating_add(*least) > cells || self.piece_cells(|_| true).saturating_add(*most) < cells
    }

    /// What lines of text show on every cell. Blank lines stand between layers, and for rows without a cell.
    fn marks_of_text<'t>(&self, lines: impl Iterator<Item = &'t str>) -> Result<Vec<Mark>, Wrong> {
        let filled: Vec<&str> = lines.map(str::trim_end).filter(|line| !line.is_empty()).collect();
        let shown: Vec<&[Triple]> = self.cells.chunk_by(|a, b| a[..2] == b[..2]).collect();
        if self.size[0] == 1 && filled.len() >= self.size[1] {
            return self.marks(&[filled]);
        }
        size("rows", filled.len(), shown.len())?;
        let mut layers: Vec<_> = (0..self.size[0]).map(|layer| vec![""; self.layer_size(layer)[0]]).collect();
        shown.iter().zip(filled).for_each(|(row, line)| layers[row[0][0] as usize][row[0][1] as usize] = line);
        self.marks(&layers)
    }

    /// How many signs rows show for a cell.
    fn signs(&self) -> usize {
        if self.supplies.len() > LETTERS.len() { 2 } else { 1 }
    }

    /// What rows show on every cell. Where there is no cell, rows have spaces or points, or end.
    fn marks<R: AsRef<str>>(&self, layers: &[Vec<R>]) -> Result<Vec<Mark>, Wrong> {
        let mut marks = Vec::new();
        let signs = self.signs();
        size("layers", layers.len(), self.size[0])?;
        for (layer, rows) in (0..).zip(layers) {
            let [height, width] = self.layer_size(layer as usize);
            size("rows", rows.len(), height)?;
            for (row, text) in (0..).zip(rows.iter().map(AsRef::as_ref)) {
                for (col, shown) in (0..).zip(text.as_bytes().chunks(signs)) {
                    let mark = [shown[0], *shown.last().unwrap_or(&b' ')];
                    match mark {
                        _ if self.cells.get(marks.len()) == Some(&[layer, row, col]) => marks.push(mark),
                        [b' ', b' '] => {}
                        [b'.', b'.'] if (col as usize) < width => {}
                        _ => return Err(at([layer, row, col], |layer, row, col| Wrong::Outside { layer, row, col })),
                    }
                }
                let is_left = self.cells.get(marks.len()).is_some_and(|next| next[..2] == [layer, row]);
                ensure(!is_left, || Wrong::Size { what: "columns", found: text.len(), expected: width })?;
            }
        }
        Ok(marks)
    }

    /// What rows show for each piece: a name that is a letter; for another the first of its letters that is free, else the first of all that is. More than 52 pieces have two letters each, in turn.
    fn marks_of_pieces(&self) -> Vec<Mark> {
        let many = LETTERS.len();
        if self.signs() > 1 {
            return (0..self.supplies.len()).map(|at| [LETTERS[at / many % many], LETTERS[at % many]]).collect();
        }
        let is_letter = |supply: &&Supply| supply.name.len() == 1 && LETTERS.contains(&supply.name.as_bytes()[0]);
        let mut taken: Vec<u8> =
            self.supplies.iter().filter(is_letter).map(|supply| supply.name.as_bytes()[0]).collect();
        let mut mark = |supply: &Supply| {
            let (own, name) = (is_letter(&supply), supply.name.bytes().filter(u8::is_ascii_alphabetic));
            let free =
                name.chain(LETTERS.iter().copied()).find(|letter| own || !taken.contains(letter)).unwrap_or(b'?');
            taken.push(free);
            [free; 2]
        };
        self.supplies.iter().map(&mut mark).collect()
    }

    /// Rows and columns of a layer. One of a pyramid has one more than the layer above.
    fn layer_size(&self, layer: usize) -> [usize; 2] {
        if self.space == Space::Balls { [layer + 1; 2] } else { [self.size[1], self.size[2]] }
    }
}

/// What is wrong at a place.
fn at(place: Triple, wrong: fn(usize, usize, usize) -> Wrong) -> Wrong {
    let [layer, row, col] = place.map(|number| number as usize + 1);
    wrong(layer, row, col)
}

fn size(what: &'static str, found: usize, expected: usize) -> Result<(), Wrong> {
    ensure(found == expected, || Wrong::Size { what, found, expected })
}
