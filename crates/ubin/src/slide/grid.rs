//! Packed boards: what the engines copy, compare and hash.
//!
//! A node is copied for every child, so it should be a machine word: Korf's first instance with Manhattan takes
//! a third of the time when the node is one `u64` instead of sixteen bytes. A board of up to 16 cells is a `u64`
//! of nibbles, up to 25 cells a `u128` of five bits a cell, up to 64 an array of bytes, else of `u16`.
//!
//! Invariant: the blank is 0, so moving a tile is two exclusive-ors.

use std::hash::Hash;

/// A board that is cheap to copy, compare and hash.
pub(crate) trait Grid: Copy + Eq + Hash {
    /// The most cells it holds.
    const CELLS: usize;

    /// Packs tiles given row by row.
    fn pack(tiles: &[u16]) -> Self;
    /// The tile in a cell.
    fn tile(&self, cell: usize) -> u16;
    /// The grid after `tile` went from its cell to the blank's.
    #[must_use]
    fn moved(self, tile: u16, from: usize, to: usize) -> Self;

    /// The cell of the blank, on a board of so many cells.
    #[inline]
    fn blank(&self, cells: usize) -> usize {
        (0..cells).position(|cell| self.tile(cell) == 0).expect("every board has a blank")
    }
}

impl Grid for u64 {
    const CELLS: usize = 16;

    fn pack(tiles: &[u16]) -> u64 {
        tiles.iter().rev().fold(0, |grid, &tile| grid << 4 | u64::from(tile))
    }

    #[inline]
    fn tile(&self, cell: usize) -> u16 {
        (self >> (4 * cell)) as u16 & 15
    }

    #[inline]
    fn moved(self, tile: u16, from: usize, to: usize) -> u64 {
        let tile = u64::from(tile);
        self ^ tile << (4 * from) ^ tile << (4 * to)
    }

    /// The lowest nibble that is 0: where one is taken from every nibble, it is the first to borrow. Those behind the board come later.
    #[inline]
    fn blank(&self, _cells: usize) -> usize {
        const ONES: u64 = u64::MAX / 15;
        let borrows = self.wrapping_sub(ONES) & !self & ONES << 3;
        borrows.trailing_zeros() as usize / 4
    }
}

impl Grid for u128 {
    const CELLS: usize = 25;

    fn pack(tiles: &[u16]) -> u128 {
        tiles.iter().rev().fold(0, |grid, &tile| grid << 5 | u128::from(tile))
    }

    #[inline]
    fn tile(&self, cell: usize) -> u16 {
        (self >> (5 * cell)) as u16 & 31
    }

    #[inline]
    fn moved(self, tile: u16, from: usize, to: usize) -> u128 {
        let tile = u128::from(tile);
        self ^ tile << (5 * from) ^ tile << (5 * to)
    }
}

/// Up to 64 cells, a byte each.
pub(crate) type ByteBoard = [u8; 64];

impl Grid for ByteBoard {
    const CELLS: usize = 64;

    fn pack(tiles: &[u16]) -> ByteBoard {
        let mut grid = [0; 64];
        for (cell, &tile) in grid.iter_mut().zip(tiles) {
            *cell = tile as u8;
        }
        grid
    }

    #[inline]
    fn tile(&self, cell: usize) -> u16 {
        self[cell].into()
    }

    #[inline]
    fn moved(mut self, tile: u16, from: usize, to: usize) -> ByteBoard {
        self[from] = 0;
        self[to] = tile as u8;
        self
    }
}

/// Up to 1024 cells, two bytes each.
pub(crate) type WideBoard = [u16; 1024];

impl Grid for WideBoard {
    const CELLS: usize = 1024;

    fn pack(tiles: &[u16]) -> WideBoard {
        let mut grid = [0; 1024];
        grid[..tiles.len()].copy_from_slice(tiles);
        grid
    }

    #[inline]
    fn tile(&self, cell: usize) -> u16 {
        self[cell]
    }

    #[inline]
    fn moved(mut self, tile: u16, from: usize, to: usize) -> WideBoard {
        self[from] = 0;
        self[to] = tile;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<G: Grid + std::fmt::Debug>() {
        let tiles: Vec<u16> = (0..G::CELLS as u16).rev().collect();
        let blank = tiles.len() - 1;
        let grid = G::pack(&tiles);
        assert!((0..tiles.len()).all(|cell| grid.tile(cell) == tiles[cell]));
        let mut expected = tiles.clone();
        expected.swap(3, blank);
        assert_eq!(grid.moved(tiles[3], 3, blank), G::pack(&expected));
        for cells in [4, 9, G::CELLS] {
            for blank in 0..cells {
                let mut tiles: Vec<u16> = (1..=cells as u16).rev().map(|tile| tile % cells as u16).collect();
                tiles.swap(0, blank);
                assert_eq!(G::pack(&tiles).blank(cells), blank, "of {cells} cells");
            }
        }
    }

    #[test]
    fn every_form_holds_a_full_board() {
        check::<u64>();
        check::<u128>();
        check::<ByteBoard>();
        check::<WideBoard>();
    }
}
