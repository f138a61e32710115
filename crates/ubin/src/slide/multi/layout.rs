//! Where a class of boards stands in a table.
//!
//! Words: all boards that moves along one row lead to each other are a **row class**; with the blank's cell left out, its
//! cells in reading order hold the same tiles in the same order, so a class is the blank's row, the **set** of the
//! remaining cells that a pattern's tiles take, and the **order** of the tiles in them. **Column classes** are the row
//! classes of the board reflected about its diagonal: columns are read one after the other. A **block** is all
//! orders of a line of the blank and a set.
//!
//! The number of an order is a sum over pairs of tiles: `(k - 1 - i)!` where tile `j > i` is read before tile `i`. So a
//! tile that passes others changes it by constants. A **chunk** is 24 orders that differ in the last four
//! tiles only, three bytes of one bit each. When tiles are read another way, the places of the first tiles say
//! to which chunk a chunk goes, and the last four are permuted alike in all of it: so a whole chunk is carried
//! over by three lookups ([`Carry`]).

use std::sync::Arc;

use crate::slide::Size;

/// The most cells of a board.
pub(crate) const MOST_CELLS: usize = 16;
/// The most tiles of a pattern.
pub(crate) const MOST_TILES: usize = 8;
/// Tiles whose orders make a chunk.
const TAIL: usize = 4;
/// Bytes of a chunk.
pub(crate) const CHUNK: usize = 3;

/// The axis of a move, and of the classes it stays in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axis {
    /// Left and right.
    Row = 0,
    /// Up and down.
    Col = 1,
}

impl Axis {
    pub(crate) fn other(self) -> Axis {
        match self {
            Axis::Row => Axis::Col,
            Axis::Col => Axis::Row,
        }
    }
}

/// The numbers of the classes of a pattern of some number of tiles.
#[derive(Debug)]
pub(crate) struct ClassLayout {
    size: Size,
    tiles: usize,
    /// By set of all cells but one: its place among the sets of as many cells.
    ranks: Arc<[u16]>,
    /// How many sets there are.
    sets: usize,
}

pub(crate) fn factorial(n: usize) -> usize {
    (1..=n).product()
}

/// A set of cells without a cell that is not in it, the cells behind it one down.
#[inline]
pub(crate) fn without(set: usize, cell: usize) -> usize {
    let below = (1 << cell) - 1;
    set & below | set >> 1 & !below
}

/// The set that [`without`] leads to this one.
pub(crate) fn with(set: usize, cell: usize) -> usize {
    let below = (1 << cell) - 1;
    set & below | (set & !below) << 1
}

impl ClassLayout {
    pub(crate) fn new(size: Size, tiles: usize) -> ClassLayout {
        assert!(size.cells() <= MOST_CELLS && (1..=MOST_TILES).contains(&tiles) && tiles < size.cells());
        let mut counts = [0_u16; MOST_CELLS + 1];
        let rank = |set: usize| {
            let count = &mut counts[set.count_ones() as usize];
            *count += 1;
            *count - 1
        };
        let ranks = (0..1_usize << (size.cells() - 1)).map(rank).collect();
        ClassLayout { size, tiles, ranks, sets: counts[tiles].into() }
    }

    pub(crate) fn size(&self) -> Size {
        self.size
    }

    pub(crate) fn tiles(&self) -> usize {
        self.tiles
    }

    pub(crate) fn sets(&self) -> usize {
        self.sets
    }

    /// The sets, by rank.
    pub(crate) fn all_sets(&self) -> impl Iterator<Item = usize> {
        (0..self.ranks.len()).filter(|set| set.count_ones() as usize == self.tiles)
    }

    #[inline]
    pub(crate) fn rank(&self, set: usize) -> usize {
        self.ranks[set].into()
    }

    /// Blocks on one side: of the row classes or of the column classes.
    pub(crate) fn blocks(&self, axis: Axis) -> usize {
        let lines = match axis {
            Axis::Row => self.size.rows(),
            Axis::Col => self.size.cols(),
        };
        lines * self.sets
    }

    /// Chunks of a block.
    pub(crate) fn chunks(&self) -> usize {
        factorial(self.tiles) / factorial(self.tail())
    }

    /// Bytes of a table: first the row classes, then the column classes.
    pub(crate) fn bytes(&self) -> usize {
        (self.blocks(Axis::Row) + self.blocks(Axis::Col)) * self.chunks() * CHUNK
    }

    /// Classes of both sides.
    pub(crate) fn classes(&self) -> usize {
        (self.blocks(Axis::Row) + self.blocks(Axis::Col)) * factorial(self.tiles)
    }

    fn tail(&self) -> usize {
        self.tiles.min(TAIL)
    }

    /// The number of the order of tiles that stand in these places.
    pub(crate) fn order(places: &[usize]) -> usize {
        let later = |i: usize| places[i + 1..].iter().filter(|&&place| place < places[i]).count();
        (0..places.len()).map(|i| later(i) * factorial(places.len() - 1 - i)).sum()
    }

    /// The places of the tiles in an order.
    fn places(tiles: usize, order: usize) -> Vec<usize> {
        let mut free: Vec<usize> = (0..tiles).collect();
        (0..tiles).map(|i| free.remove(order / factorial(tiles - 1 - i) % (tiles - i))).collect()
    }

    /// What an order gains when tile `x` of a pattern of `tiles` goes to the front of tile `y`.
    pub(crate) fn pass(tiles: usize, x: usize, y: usize) -> i32 {
        let weight = |i: usize| factorial(tiles - 1 - i) as i32;
        if x < y { -weight(x) } else { weight(y) }
    }
}

/// Where the orders of a block go when the tiles in its places are read another way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Carry {
    /// By chunk: the chunk it goes to, and how its last tiles are permuted.
    chunks: Vec<(u16, u16)>,
}

impl Carry {
    /// The carry when the tile in every place goes to another place.
    pub(crate) fn new(layout: &ClassLayout, to: &[usize]) -> Carry {
        let (tiles, tail) = (layout.tiles, layout.tail());
        let head = tiles - tail;
        let chunk = |chunk: usize| {
            // The first order of a chunk has its last tiles in ascending places.
            let places = ClassLayout::places(tiles, chunk * factorial(tail));
            let places: Vec<usize> = places.into_iter().map(|place| to[place]).collect();
            let number = ClassLayout::order(&places);
            debug_assert!(head == 0 || number < factorial(tiles));
            ((number / factorial(tail)) as u16, (number % factorial(tail)) as u16)
        };
        Carry { chunks: (0..layout.chunks()).map(chunk).collect() }
    }

    pub(crate) fn is_identity(&self) -> bool {
        self.chunks.iter().enumerate().all(|(i, &(chunk, turn))| usize::from(chunk) == i && turn == 0)
    }

    /// Adds what a block carries to another block.
    #[inline]
    pub(crate) fn add(&self, turns: &Turns, from: &[u32], to: &mut [u32]) {
        for (&bits, &(chunk, turn)) in from.iter().zip(&self.chunks) {
            if bits != 0 {
                to[usize::from(chunk)] |= turns.turn(turn.into(), bits);
            }
        }
    }
}

/// Permutations of the last tiles, as they act on the bits of a chunk.
#[derive(Debug)]
pub(crate) struct Turns {
    /// By permutation, byte of the chunk and its value.
    bytes: Vec<[[u32; 256]; CHUNK]>,
}

impl Turns {
    pub(crate) fn new(layout: &ClassLayout) -> Turns {
        let tail = layout.tail();
        let orders = factorial(tail);
        let turn = |turn: usize| {
            let to = ClassLayout::places(tail, turn);
            let image = |order: usize| {
                let places: Vec<usize> = ClassLayout::places(tail, order).into_iter().map(|place| to[place]).collect();
                ClassLayout::order(&places)
            };
            let images: Vec<usize> = (0..orders).map(image).collect();
            let bits = |byte: usize, value: usize| {
                let set = (0..8).filter(|bit| value >> bit & 1 == 1).filter_map(|bit| images.get(8 * byte + bit));
                set.fold(0_u32, |bits, &image| bits | 1 << image)
            };
            std::array::from_fn(|byte| std::array::from_fn(|value| bits(byte, value)))
        };
        Turns { bytes: (0..orders).map(turn).collect() }
    }

    #[inline]
    fn turn(&self, turn: usize, bits: u32) -> u32 {
        if turn == 0 {
            return bits;
        }
        let [first, second, third] = &self.bytes[turn];
        first[(bits & 255) as usize] | second[(bits >> 8 & 255) as usize] | third[(bits >> 16 & 255) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_and_places_are_each_others_inverse() {
        for tiles in 1..=6 {
            for order in 0..factorial(tiles) {
                assert_eq!(ClassLayout::order(&ClassLayout::places(tiles, order)), order);
            }
        }
    }

    #[test]
    fn a_carry_takes_every_order_where_its_tiles_go() {
        for (tiles, to) in
            [(2, vec![1, 0]), (4, vec![2, 0, 3, 1]), (6, vec![0, 3, 1, 2, 5, 4]), (5, vec![4, 3, 2, 1, 0])]
        {
            let layout = ClassLayout::new(Size::new(3, 3).unwrap(), tiles);
            let (carry, turns) = (Carry::new(&layout, &to), Turns::new(&layout));
            let orders = factorial(tiles);
            let width = orders / layout.chunks();
            for order in 0..orders {
                let mut from = vec![0; layout.chunks()];
                from[order / width] = 1 << (order % width);
                let mut found = vec![0; layout.chunks()];
                carry.add(&turns, &from, &mut found);
                let places: Vec<usize> = ClassLayout::places(tiles, order).into_iter().map(|place| to[place]).collect();
                let expected = ClassLayout::order(&places);
                assert_eq!(found[expected / width], 1 << (expected % width), "order {order} of {tiles}");
                assert_eq!(found.iter().map(|bits| bits.count_ones()).sum::<u32>(), 1);
            }
        }
    }

    #[test]
    fn a_tile_that_passes_another_changes_the_order_by_a_constant() {
        // Tile 2 stands right behind tile 0, then goes to its front.
        let (before, after) = (ClassLayout::order(&[1, 0, 2, 3]), ClassLayout::order(&[2, 0, 1, 3]));
        assert_eq!(before as i32 + ClassLayout::pass(4, 2, 0), after as i32);
        assert_eq!(after as i32 + ClassLayout::pass(4, 0, 2), before as i32);
    }

    #[test]
    fn a_cell_is_left_out_and_put_back() {
        assert_eq!(without(0b1_0110, 3), 0b1110);
        assert_eq!(with(0b1110, 3), 0b1_0110);
    }
}
