//! Boards: which spots are to be filled.
//!
//! Words: the **kind** is what the text calls the board; cells are numbered in **reading order**, the top layer first, then row by row, left to right.

use thiserror::Error;

use super::lattice::{Cell, Flips, Lattice, LatticeTurn, Spot};
use crate::words::words;

/// The longest side of a board.
pub(crate) const LONGEST: u32 = 128;

const NO_CELL: u32 = u32::MAX;

words! {
    /// The kinds of boards, by their names in reports; a text calls a rectangle `DEFAULT`.
    pub enum BoardKind as "kind" {
        /// `DEFAULT`: a full rectangle.
        Rectangle = "default",
        /// `CUSTOM`: a mask.
        Custom = "custom",
        /// `PYRAMID`: layers of balls, n x n at the bottom, one ball at the top.
        Pyramid = "pyramid",
        /// `BOX`: unit cubes.
        Cuboid = "box",
    }
}

/// A board: its kind, its size, and its cells in reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackBoard {
    kind: BoardKind,
    rows: u32,
    cols: u32,
    layers: u32,
    spots: Vec<Spot>,
    /// For a mask, the number of the cell at each row and column.
    mask: Vec<u32>,
}

/// Why there is no such board.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum PackBoardError {
    /// A side is 0 or too long.
    #[error("a side of the board is {0}; it must be 1 to {LONGEST}")]
    Side(u32),
    /// The mask's rows are not equally long, or there are too few or too many.
    #[error("the mask must be a rectangle")]
    Ragged,
}

impl PackBoard {
    /// A full rectangle.
    ///
    /// # Errors
    /// When a side is not 1 to 128.
    pub fn rectangle(rows: u32, cols: u32) -> Result<PackBoard, PackBoardError> {
        PackBoard::cuboid(rows, cols, 1).map(|board| PackBoard { kind: BoardKind::Rectangle, ..board })
    }

    /// A mask: rows of `true` for a cell to fill.
    ///
    /// # Errors
    /// When a side is not 1 to 128, or the rows differ in length.
    pub fn custom(mask: &[Vec<bool>]) -> Result<PackBoard, PackBoardError> {
        let rows = side(mask.len())?;
        let cols = side(mask[0].len())?;
        if mask.iter().any(|row| row.len() != cols as usize) {
            return Err(PackBoardError::Ragged);
        }
        let mut numbers = vec![NO_CELL; mask.len() * cols as usize];
        let mut spots = Vec::new();
        for (at, number) in numbers.iter_mut().enumerate() {
            let (row, col) = (at / cols as usize, at % cols as usize);
            if mask[row][col] {
                *number = spots.len() as u32;
                spots.push(Spot::flat(row as u32, col as u32));
            }
        }
        Ok(PackBoard { kind: BoardKind::Custom, rows, cols, layers: 1, spots, mask: numbers })
    }

    /// Balls in layers n x n, (n - 1) x (n - 1), ..., 1.
    ///
    /// # Errors
    /// When `n` is not 1 to 128.
    pub fn pyramid(n: u32) -> Result<PackBoard, PackBoardError> {
        let n = side(n as usize)?;
        let layer = |layer: u32| {
            let width = n - layer;
            (0..width * width).map(move |at| Spot { layer, row: at / width, col: at % width })
        };
        let spots = (0..n).rev().flat_map(layer).collect();
        Ok(PackBoard { kind: BoardKind::Pyramid, rows: n, cols: n, layers: n, spots, mask: Vec::new() })
    }

    /// A box of unit cubes.
    ///
    /// # Errors
    /// When a side is not 1 to 128.
    pub fn cuboid(rows: u32, cols: u32, layers: u32) -> Result<PackBoard, PackBoardError> {
        let [rows, cols, layers] = [side(rows as usize)?, side(cols as usize)?, side(layers as usize)?];
        let spot = |layer| (0..rows * cols).map(move |at| Spot { layer, row: at / cols, col: at % cols });
        let spots = (0..layers).rev().flat_map(spot).collect();
        Ok(PackBoard { kind: BoardKind::Cuboid, rows, cols, layers, spots, mask: Vec::new() })
    }

    /// What the text calls it.
    #[must_use]
    pub fn kind(&self) -> BoardKind {
        self.kind
    }

    /// Rows of its largest layer.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Columns of its largest layer.
    #[must_use]
    pub fn cols(&self) -> u32 {
        self.cols
    }

    /// Layers; 1 for a flat board.
    #[must_use]
    pub fn layers(&self) -> u32 {
        self.layers
    }

    /// How many cells it has.
    #[must_use]
    pub fn size(&self) -> usize {
        self.spots.len()
    }

    /// Whether it is flat: a rectangle or a mask.
    #[must_use]
    pub fn is_flat(&self) -> bool {
        self.lattice() == Lattice::Square
    }

    /// The lattice it lies in.
    #[must_use]
    pub fn lattice(&self) -> Lattice {
        match self.kind {
            BoardKind::Rectangle | BoardKind::Custom => Lattice::Square,
            BoardKind::Pyramid => Lattice::Balls,
            BoardKind::Cuboid => Lattice::Cubic,
        }
    }

    /// The spots of its cells, in reading order.
    #[must_use]
    pub fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// Rows and columns of one layer.
    #[must_use]
    pub fn layer_size(&self, layer: u32) -> (u32, u32) {
        match self.kind {
            BoardKind::Pyramid => (self.rows - layer, self.cols - layer),
            _ => (self.rows, self.cols),
        }
    }

    /// The number of the cell at a spot; `None` where there is no cell.
    #[must_use]
    pub fn number(&self, spot: Spot) -> Option<usize> {
        if spot.layer >= self.layers {
            return None;
        }
        let (rows, cols) = self.layer_size(spot.layer);
        if spot.row >= rows || spot.col >= cols {
            return None;
        }
        let at = spot.row * cols + spot.col;
        let above = self.layers - 1 - spot.layer;
        match self.kind {
            BoardKind::Rectangle | BoardKind::Cuboid => Some((above * rows * cols + at) as usize),
            // The layers above hold 1 + 4 + 9 + ... balls.
            BoardKind::Pyramid => Some((above * (above + 1) * (2 * above + 1) / 6 + at) as usize),
            BoardKind::Custom => Some(self.mask[at as usize]).filter(|&n| n != NO_CELL).map(|n| n as usize),
        }
    }

    /// The number of a cell of the lattice; `None` off the board.
    #[must_use]
    pub fn number_of(&self, cell: Cell) -> Option<usize> {
        self.lattice().spot(cell).and_then(|spot| self.number(spot))
    }

    /// The cells in reading order.
    #[must_use]
    pub(crate) fn cells(&self) -> Vec<Cell> {
        self.spots.iter().map(|&spot| self.lattice().cell(spot)).collect()
    }

    /// The different ways in which the board comes to lie on itself: `map[cell]` is where each cell goes. The identity is first.
    ///
    /// ```
    /// use ubin::pack::{PackBoard, Flips};
    /// assert_eq!(PackBoard::rectangle(6, 10)?.symmetries(Flips::Allowed).len(), 4);
    /// assert_eq!(PackBoard::rectangle(8, 8)?.symmetries(Flips::Forbidden).len(), 4);
    /// assert_eq!(PackBoard::pyramid(5)?.symmetries(Flips::Allowed).len(), 8);
    /// # Ok::<(), ubin::pack::PackBoardError>(())
    /// ```
    #[must_use]
    pub fn symmetries(&self, flips: Flips) -> Vec<Vec<u32>> {
        let mut found: Vec<Vec<u32>> = Vec::new();
        for map in self.lattice().board_turns(flips).into_iter().filter_map(|turn| self.onto_itself(turn)) {
            if !found.contains(&map) {
                found.push(map);
            }
        }
        found
    }

    /// Where each cell goes in a turn after which the board lies on itself; `None` if it does not.
    pub(crate) fn onto_itself(&self, turn: LatticeTurn) -> Option<Vec<u32>> {
        let lattice = self.lattice();
        let cells = || self.spots.iter().map(|&spot| lattice.cell(spot));
        let Some(lowest) = cells().min() else { return Some(Vec::new()) };
        // Two finite sets are one another moved only if their least cells correspond.
        let shift = lowest.minus(cells().map(|cell| turn.apply(cell)).min()?);
        cells().map(|cell| self.number_of(turn.apply(cell).plus(shift)).map(|number| number as u32)).collect()
    }
}

fn side(length: usize) -> Result<u32, PackBoardError> {
    let length = u32::try_from(length).unwrap_or(u32::MAX);
    if (1..=LONGEST).contains(&length) { Ok(length) } else { Err(PackBoardError::Side(length)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_numbered_in_reading_order() {
        let mask = vec![vec![false, true, true], vec![true, false, true]];
        for board in [
            PackBoard::rectangle(3, 4).unwrap(),
            PackBoard::custom(&mask).unwrap(),
            PackBoard::pyramid(4).unwrap(),
            PackBoard::cuboid(2, 3, 4).unwrap(),
        ] {
            for (number, &spot) in board.spots().iter().enumerate() {
                assert_eq!(board.number(spot), Some(number), "{:?} {spot:?}", board.kind());
            }
        }
        assert_eq!(PackBoard::pyramid(4).unwrap().spots()[0], Spot { layer: 3, row: 0, col: 0 });
    }

    #[test]
    fn symmetries_are_permutations() {
        for (board, count) in [
            (PackBoard::rectangle(4, 4).unwrap(), 8),
            (PackBoard::rectangle(1, 4).unwrap(), 2),
            (PackBoard::cuboid(3, 3, 3).unwrap(), 48),
            (PackBoard::cuboid(3, 4, 5).unwrap(), 8),
            (PackBoard::pyramid(3).unwrap(), 8),
        ] {
            let symmetries = board.symmetries(Flips::Allowed);
            assert_eq!(symmetries.len(), count);
            assert!(symmetries[0].iter().enumerate().all(|(cell, &to)| cell == to as usize));
            for mut map in symmetries {
                map.sort_unstable();
                assert!(map.iter().enumerate().all(|(cell, &to)| cell == to as usize));
            }
        }
    }

    #[test]
    fn sides_are_checked() {
        assert_eq!(PackBoard::rectangle(0, 3), Err(PackBoardError::Side(0)));
        assert_eq!(PackBoard::cuboid(1, 1, 129), Err(PackBoardError::Side(129)));
        assert_eq!(PackBoard::custom(&[]), Err(PackBoardError::Side(0)));
        assert_eq!(PackBoard::custom(&[vec![true], vec![]]), Err(PackBoardError::Ragged));
    }
}
