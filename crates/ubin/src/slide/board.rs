//! The board: a size, and where every tile is.
//!
//! Words: a **cell** is a place, numbered row by row from 0; a **tile** is a number from 1 to R*C-1; the
//! **blank** is tile 0. A [`Dir`] names where the blank goes.
//!
//! Invariant: a [`Board`] holds every tile of its size exactly once. [`Board::new`] is the only door.

use std::fmt;

use crate::words::words;

/// How many rows and columns a board has: 2 to 32 of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    rows: u8,
    cols: u8,
}

impl Size {
    /// The fewest rows or columns. A board of one row cannot reorder its tiles.
    pub(crate) const LEAST: usize = 2;
    /// The most rows or columns.
    pub(crate) const MOST: usize = 32;

    /// A size, unless a side is not 2 to 32.
    ///
    /// ```
    /// use ubin::slide::Size;
    /// assert_eq!(Size::new(4, 5).unwrap().cells(), 20);
    /// assert_eq!(Size::new(1, 9), None);
    /// ```
    #[must_use]
    pub fn new(rows: usize, cols: usize) -> Option<Size> {
        let fits = |side| (Size::LEAST..=Size::MOST).contains(&side);
        (fits(rows) && fits(cols)).then_some(Size { rows: rows as u8, cols: cols as u8 })
    }

    /// Rows.
    #[must_use]
    pub fn rows(self) -> usize {
        self.rows.into()
    }

    /// Columns.
    #[must_use]
    pub fn cols(self) -> usize {
        self.cols.into()
    }

    /// Cells: rows times columns.
    #[must_use]
    pub fn cells(self) -> usize {
        self.rows() * self.cols()
    }

    /// The row of a cell.
    #[must_use]
    pub fn row(self, cell: usize) -> usize {
        cell / self.cols()
    }

    /// The column of a cell.
    #[must_use]
    pub fn col(self, cell: usize) -> usize {
        cell % self.cols()
    }

    /// The cell in a row and column.
    #[must_use]
    pub fn cell(self, row: usize, col: usize) -> usize {
        row * self.cols() + col
    }

    /// Rows plus columns between two cells.
    #[must_use]
    pub(crate) fn taxicab(self, a: usize, b: usize) -> usize {
        self.row(a).abs_diff(self.row(b)) + self.col(a).abs_diff(self.col(b))
    }

    /// The cell one step away, if the board goes that far.
    #[must_use]
    pub fn neighbour(self, cell: usize, dir: Dir) -> Option<usize> {
        let (row, col) = (self.row(cell), self.col(cell));
        match dir {
            Dir::Up => (row > 0).then(|| cell - self.cols()),
            Dir::Left => (col > 0).then(|| cell - 1),
            Dir::Down => (row + 1 < self.rows()).then(|| cell + self.cols()),
            Dir::Right => (col + 1 < self.cols()).then(|| cell + 1),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

impl std::str::FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let expected = || format!("expected ROWSxCOLUMNS, each 2 to 32, such as 4x4; found '{text}'");
        let (rows, cols) = text.split_once(['x', 'X']).ok_or_else(expected)?;
        let side = |text: &str| text.trim().parse().map_err(|_| expected());
        Size::new(side(rows)?, side(cols)?).ok_or_else(expected)
    }
}

impl serde::Serialize for Size {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Size {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Size, D::Error> {
        let text = <String as serde::Deserialize>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Where the blank goes. The order of the variants is the order in which engines try them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Dir {
    /// The blank goes up; a tile comes down.
    Up,
    /// The blank goes left.
    Left,
    /// The blank goes down.
    Down,
    /// The blank goes right.
    Right,
}

impl Dir {
    /// All four, in the usual search order: up, left, down, right.
    pub const ALL: [Dir; 4] = [Dir::Up, Dir::Left, Dir::Down, Dir::Right];

    /// The way back; also where the tile goes.
    #[must_use]
    pub fn opposite(self) -> Dir {
        match self {
            Dir::Up => Dir::Down,
            Dir::Left => Dir::Right,
            Dir::Down => Dir::Up,
            Dir::Right => Dir::Left,
        }
    }

    /// `U`, `L`, `D` or `R`.
    #[must_use]
    pub(crate) fn letter(self) -> char {
        match self {
            Dir::Up => 'U',
            Dir::Left => 'L',
            Dir::Down => 'D',
            Dir::Right => 'R',
        }
    }

    /// The direction of a letter.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<Dir> {
        Dir::ALL.into_iter().find(|dir| dir.letter() == letter.to_ascii_uppercase())
    }
}

impl fmt::Display for Dir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Dir::Up => "Up",
            Dir::Left => "Left",
            Dir::Down => "Down",
            Dir::Right => "Right",
        })
    }
}

/// Why a list of tiles is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// Not as many tiles as cells.
    #[error("a {size} board has {} cells, not {found}", size.cells())]
    Count {
        /// The board's size.
        size: Size,
        /// Tiles given.
        found: usize,
    },
    /// A number that no tile has.
    #[error("there is no tile {tile} on a board of {cells} cells")]
    Range {
        /// The number.
        tile: u16,
        /// Cells of the board.
        cells: usize,
    },
    /// A tile, or the blank (0), more than once.
    #[error("tile {tile} stands twice")]
    Twice {
        /// The tile.
        tile: u16,
    },
}

/// Every tile in its cell.
///
/// ```
/// use ubin::slide::{Board, Dir, Size};
///
/// let mut board = Board::new(Size::new(2, 2).unwrap(), vec![1, 0, 3, 2]).unwrap();
/// assert!(board.slide(Dir::Down));
/// assert_eq!(board.tiles(), [1, 2, 3, 0]);
/// assert!(!board.slide(Dir::Down), "the blank is in the last row");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    size: Size,
    tiles: Box<[u16]>,
}

impl Board {
    /// The board with these tiles, row by row, 0 for the blank.
    ///
    /// # Errors
    /// When a tile is missing, stands twice or is out of range.
    pub fn new(size: Size, tiles: Vec<u16>) -> Result<Board, BoardError> {
        let cells = size.cells();
        if tiles.len() != cells {
            return Err(BoardError::Count { size, found: tiles.len() });
        }
        let mut seen = vec![false; cells];
        for &tile in &tiles {
            let seen = seen.get_mut(usize::from(tile)).ok_or(BoardError::Range { tile, cells })?;
            if std::mem::replace(seen, true) {
                return Err(BoardError::Twice { tile });
            }
        }
        Ok(Board { size, tiles: tiles.into() })
    }

    /// Its size.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The tiles row by row, 0 for the blank.
    #[must_use]
    pub fn tiles(&self) -> &[u16] {
        &self.tiles
    }

    /// The cell of the blank.
    #[must_use]
    pub fn blank(&self) -> usize {
        self.tiles.iter().position(|&tile| tile == 0).expect("every board has a blank")
    }

    /// For every tile (and the blank, first) the cell it is in.
    #[must_use]
    pub(crate) fn cells(&self) -> Vec<usize> {
        let mut cells = vec![0; self.tiles.len()];
        for (cell, &tile) in self.tiles.iter().enumerate() {
            cells[usize::from(tile)] = cell;
        }
        cells
    }

    /// Moves the blank, or says that the edge is there.
    pub fn slide(&mut self, dir: Dir) -> bool {
        let blank = self.blank();
        let Some(next) = self.size.neighbour(blank, dir) else { return false };
        self.tiles.swap(blank, next);
        true
    }

    /// The board after these moves, or `None` if one of them leaves the board.
    #[must_use]
    pub fn after(&self, moves: &[Dir]) -> Option<Board> {
        let mut board = self.clone();
        moves.iter().all(|&dir| board.slide(dir)).then_some(board)
    }

    /// Swaps the tiles of two cells; the board stays a board, but its parity changes.
    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        self.tiles.swap(a, b);
    }
}

impl fmt::Display for Board {
    /// Aligned rows, `-` for the blank: the reader takes it back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = (self.tiles.len() - 1).to_string().len();
        for (cell, tile) in self.tiles.iter().enumerate() {
            let last = self.size.col(cell) + 1 == self.size.cols();
            let end = if !last {
                " "
            } else if cell + 1 < self.tiles.len() {
                "\n"
            } else {
                ""
            };
            match tile {
                0 => write!(f, "{:>width$}{end}", "-")?,
                tile => write!(f, "{tile:>width$}{end}")?,
            }
        }
        Ok(())
    }
}

/// Moves as letters: `DRD`.
#[must_use]
pub fn letters(moves: &[Dir]) -> String {
    moves.iter().map(|dir| dir.letter()).collect()
}

words! {
    /// How moves are written: where the blank goes, or where the tile goes.
    #[derive(Default)]
    pub enum Notation as "notation" {
        /// Where the blank goes.
        #[default]
        Blank = "blank",
        /// Where the tile goes.
        Tile = "tile",
    }
}

impl Notation {
    /// A move in this notation.
    #[must_use]
    pub fn dir(self, dir: Dir) -> Dir {
        match self {
            Notation::Blank => dir,
            Notation::Tile => dir.opposite(),
        }
    }

    /// Moves as letters in this notation.
    #[must_use]
    pub fn letters(self, moves: &[Dir]) -> String {
        letters(&moves.iter().map(|&dir| self.dir(dir)).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_boards_are_built() {
        let size = Size::new(2, 2).unwrap();
        let check = |tiles: &[u16]| Board::new(size, tiles.to_vec()).err();
        assert_eq!(check(&[1, 2, 3, 0]), None);
        assert_eq!(check(&[1, 2, 3]), Some(BoardError::Count { size, found: 3 }));
        assert_eq!(check(&[1, 2, 4, 0]), Some(BoardError::Range { tile: 4, cells: 4 }));
        assert_eq!(check(&[1, 2, 2, 0]), Some(BoardError::Twice { tile: 2 }));
    }

    #[test]
    fn sizes_read_back() {
        assert_eq!("4x5".parse(), Ok(Size::new(4, 5).unwrap()));
        assert!("4".parse::<Size>().is_err());
        assert!("1x4".parse::<Size>().is_err());
        assert!("4x33".parse::<Size>().is_err());
    }
}
