//! Where a state of a pattern stands in its table.
//!
//! Words: a **placement** is the set of cells that the pattern's tiles occupy, whichever is where. What it leaves free
//! falls into **regions**, in which the blank can wander without moving a tile of the pattern. The **order** says
//! which tile is in which cell of the placement. A state is a placement, the blank's region and an order; all k! orders
//! of one placement and region are a **block**, `k!` bits in a row.
//!
//! A placement's number is its place among all sets of k cells, counted as binary numbers. It is the sum of two lookups,
//! by the lower and the upper half of the cells: how many of the k the lower half has is known from the upper. Boards
//! too large for that are summed up byte by byte.
//!
//! An order's number is `sum of d(t) * t!`, where d(t) counts the tiles before tile t (in order of cells) that have a
//! smaller number. So when a tile passes over another, one term changes by one step, the larger tile's: ranks are kept
//! up to date with a sum of as many terms as tiles were passed, and a move along a row passes over none.
//!
//! The parity of a placement is the number of its tiles on black squares. A move changes it, so the even placements
//! are stored before the odd ones: a thread that fills one half reads only the other.

use crate::slide::{Dir, Size};

/// A table of no more placements than this can be ranked: 24 bits, beside 8 for a count of cells.
pub(crate) const MOST_PLACEMENTS: u64 = 1 << 24;

/// The most cells of a half: its lookups stay within 32 KB.
const HALF: usize = 13;

/// Nibbles of a record before the first cell's.
const NIBBLE: usize = 7;

/// A table of no more blocks than this can be numbered.
const MOST_BLOCKS: u32 = (1 << (4 * NIBBLE)) - 1;

/// The number of sets of `k` cells out of `n`.
pub(crate) fn binomial(n: usize, k: usize) -> u64 {
    (0..k).fold(1, |product, i| if k > n { 0 } else { product * (n - i) as u64 / (i as u64 + 1) })
}

/// Where every state of any pattern of `tiles` tiles stands. It depends on nothing else.
#[derive(Debug)]
pub(crate) struct PatternLayout {
    size: Size,
    tiles: usize,
    ranks: Ranks,
    /// By placement: its first block in 28 bits, then the region of every cell in four bits each, for eight tiles
    /// leave at most nine regions.
    records: Vec<u32>,
    /// Words a record.
    words: usize,
    even_blocks: usize,
    blocks: usize,
}

/// Lookups that sum up to a placement's record.
#[derive(Debug)]
enum Ranks {
    /// By the cells of the lower half and by those of the upper: words from the first record to the placement's.
    Halves { low: Box<HalfRanks>, high: Box<HalfRanks> },
    /// For each byte of a set, each number of cells in the bytes before it, and each value of the byte: what it adds to
    /// the placement's number (24 bits), and the number of cells so far (8 bits).
    Bytes(Vec<[u32; 256]>),
}

/// What the cells of one half add.
type HalfRanks = [u32; 1 << HALF];

/// A layout in the middle of a search: what a lookup needs, no pointer behind another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lookup<'l> {
    halves: Option<(&'l HalfRanks, &'l HalfRanks)>,
    records: &'l [u32],
    layout: &'l PatternLayout,
}

/// Where a record keeps the region of a cell.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Nibble {
    word: u8,
    shift: u8,
}

impl Nibble {
    /// That of a cell.
    pub(crate) fn of(cell: usize) -> Nibble {
        let nibble = cell + NIBBLE;
        Nibble { word: (nibble / 8) as u8, shift: (nibble % 8 * 4) as u8 }
    }
}

impl Lookup<'_> {
    /// Where the record of a placement begins, given as [`PatternLayout::spread`] does.
    #[inline(always)]
    pub(crate) fn record(&self, spread: u64) -> usize {
        const LAST: usize = (1 << HALF) - 1;
        match self.halves {
            Some((low, high)) => (low[spread as usize & LAST] + high[(spread >> 32) as usize & LAST]) as usize,
            None => self.layout.number(spread) * self.layout.words,
        }
    }

    /// The block of a record and the blank's cell, which must be free.
    #[inline(always)]
    pub(crate) fn block(&self, record: usize, blank: Nibble) -> usize {
        let start = self.records[record] & MOST_BLOCKS;
        (start + (self.records[record + usize::from(blank.word)] >> blank.shift & 15)) as usize
    }
}

impl PatternLayout {
    /// The layout of patterns of `tiles` tiles, or `None` when there are too many placements to rank.
    pub(crate) fn new(size: Size, tiles: usize) -> Option<PatternLayout> {
        let cells = size.cells();
        if binomial(cells, tiles) > MOST_PLACEMENTS {
            return None;
        }
        let words = (NIBBLE + cells).div_ceil(8);
        let ranks = half(cells).map_or_else(|| bytes(cells, tiles), |bits| halves(bits, tiles, words));
        let mut layout = PatternLayout { size, tiles, ranks, records: Vec::new(), words, even_blocks: 0, blocks: 0 };
        let neighbours = neighbour_sets(size);
        let counts: Vec<u32> =
            placements(cells, tiles).map(|placement| layout.number_regions(&neighbours, placement)).collect();
        for parity in [0, 1] {
            for (number, placement) in placements(cells, tiles).enumerate() {
                if layout.parity(placement) == parity {
                    layout.records[number * words] |= layout.blocks as u32;
                    layout.blocks += counts[number] as usize;
                }
            }
            if parity == 0 {
                layout.even_blocks = layout.blocks;
            }
        }
        Some(layout)
    }

    /// Numbers the regions that a placement leaves, by their first cells, and says how many they are.
    fn number_regions(&mut self, neighbours: &[u64], placement: u64) -> u32 {
        let first = self.records.len();
        self.records.resize(first + self.words, 0);
        let mut free = !placement & (u64::MAX >> (64 - neighbours.len()));
        let mut count = 0;
        while free != 0 {
            let region = flood(neighbours, free, 1 << free.trailing_zeros());
            free &= !region;
            for cell in bits(region) {
                let nibble = Nibble::of(cell);
                self.records[first + usize::from(nibble.word)] |= count << nibble.shift;
            }
            count += 1;
        }
        count
    }

    pub(crate) fn size(&self) -> Size {
        self.size
    }

    pub(crate) fn tiles(&self) -> usize {
        self.tiles
    }

    /// How many orders a block has.
    pub(crate) fn orders(&self) -> usize {
        (1..=self.tiles).product()
    }

    /// Bytes of a block. Blocks begin at whole bytes; from four tiles on no bit is lost by that.
    pub(crate) fn block_bytes(&self) -> usize {
        self.orders().div_ceil(8)
    }

    /// Bits from one block to the next.
    pub(crate) fn stride(&self) -> usize {
        self.block_bytes() * 8
    }

    /// How many blocks there are.
    pub(crate) fn blocks(&self) -> usize {
        self.blocks
    }

    /// How many of them, the first ones, belong to even placements.
    pub(crate) fn even_blocks(&self) -> usize {
        self.even_blocks
    }

    /// Bytes of a table.
    pub(crate) fn bytes(&self) -> usize {
        self.blocks * self.block_bytes()
    }

    /// Bytes of the layout itself, its tables of ranks aside.
    pub(crate) fn own_bytes(&self) -> usize {
        self.records.len() * 4
    }

    /// 0 for even placements, 1 for odd ones.
    pub(crate) fn parity(&self, placement: u64) -> usize {
        bits(placement).map(|cell| self.size.row(cell) + self.size.col(cell)).sum::<usize>() % 2
    }

    /// All placements in the order of their numbers.
    pub(crate) fn placements(&self) -> impl Iterator<Item = u64> {
        placements(self.size.cells(), self.tiles)
    }

    /// The layout as a search reads it.
    pub(crate) fn lookup(&self) -> Lookup<'_> {
        let halves = match &self.ranks {
            Ranks::Halves { low, high } => Some((&**low, &**high)),
            Ranks::Bytes(_) => None,
        };
        Lookup { halves, records: &self.records, layout: self }
    }

    /// A placement as lookups read it: where its halves are looked up, they stand 32 bits apart.
    pub(crate) fn spread(size: Size, placement: u64) -> u64 {
        match half(size.cells()) {
            Some(bits) => placement & !(u64::MAX << bits) | placement >> bits << 32,
            None => placement,
        }
    }

    /// The number of a placement, byte by byte. Boards large enough for this are not those that time is spent on, and
    /// written into the search it would take the registers of the others.
    #[cold]
    #[inline(never)]
    fn number(&self, placement: u64) -> usize {
        let Ranks::Bytes(ranks) = &self.ranks else { unreachable!("halves are looked up") };
        let mut entry = 0;
        let mut number = 0;
        for byte in 0..self.size.cells().div_ceil(8) {
            let value = (placement >> (8 * byte)) as usize & 0xff;
            entry = ranks[byte * (self.tiles + 1) + (entry >> 24) as usize][value];
            number += entry & 0xff_ffff;
        }
        number as usize
    }

    /// The block of a placement and the blank's cell, which must be free.
    pub(crate) fn block(&self, placement: u64, blank: usize) -> usize {
        let lookup = self.lookup();
        lookup.block(lookup.record(PatternLayout::spread(self.size, placement)), Nibble::of(blank))
    }

    /// The order of the tiles in these cells, tile by tile.
    pub(crate) fn order(cells: &[usize]) -> usize {
        let smaller_before = |tile: usize| cells[..tile].iter().filter(|&&cell| cell < cells[tile]).count();
        let mut factorial = 1;
        let mut order = 0;
        for tile in 1..cells.len() {
            factorial *= tile;
            order += smaller_before(tile) * factorial;
        }
        order
    }

    /// What an order gains when tile `x` goes to the front of tile `y`, both numbered within the pattern; it loses as
    /// much when `x` goes behind `y`.
    pub(crate) fn pass(x: usize, y: usize) -> i32 {
        let factorial = |n: usize| (1..=n).product::<usize>() as i32;
        if y < x { -factorial(x) } else { factorial(y) }
    }
}

/// The cells of a set, ascending.
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (cell < 64).then_some(cell)
    })
}

/// For every cell the set of its neighbours.
pub(crate) fn neighbour_sets(size: Size) -> Vec<u64> {
    let neighbours = |cell| Dir::ALL.into_iter().filter_map(move |dir| size.neighbour(cell, dir));
    (0..size.cells()).map(|cell| neighbours(cell).fold(0, |set, near| set | 1 << near)).collect()
}

/// The cells of `free` that can be reached from `from`.
pub(crate) fn flood(neighbours: &[u64], free: u64, from: u64) -> u64 {
    let mut region = from;
    let mut edge = from;
    while edge != 0 {
        let reached = bits(edge).fold(0, |set, cell| set | neighbours[cell]);
        edge = reached & free & !region;
        region |= edge;
    }
    region
}

/// All sets of `tiles` cells, as ascending numbers.
fn placements(cells: usize, tiles: usize) -> impl Iterator<Item = u64> {
    let first = u64::MAX >> (64 - tiles);
    let last = first << (cells - tiles);
    std::iter::successors(Some(first), move |&set| {
        // The next number with as many ones: the lowest run of ones gives its top one to the next place.
        let carried = set.wrapping_add(set & set.wrapping_neg());
        (set != last).then(|| carried | ((set ^ carried) >> (set.trailing_zeros() + 2)))
    })
}

/// What some cells add to the number of a placement that has `before` cells in front of them: a set is numbered by the
/// sum of binomial(cell, i) over its i-th cells.
fn share(cells: u64, before: usize) -> u32 {
    bits(cells).enumerate().map(|(i, cell)| binomial(cell, before + i + 1)).sum::<u64>() as u32
}

/// The cells of the lower half, of boards that are looked up by halves.
fn half(cells: usize) -> Option<usize> {
    (cells <= 2 * HALF).then_some(cells.div_ceil(2))
}

fn halves(bits: usize, tiles: usize, words: usize) -> Ranks {
    let [low, high] = [0, bits].map(|first| {
        let mut half: Box<HalfRanks> = vec![0; 1 << HALF].try_into().expect("so many entries");
        for value in 0..1_usize << bits {
            let count = value.count_ones() as usize;
            // Sets of more cells than tiles are part of no placement, and nobody reads their entries.
            let before = if first == 0 { 0 } else { tiles.saturating_sub(count) };
            if count <= tiles {
                half[value] = share((value as u64) << first, before) * words as u32;
            }
        }
        half
    });
    Ranks::Halves { low, high }
}

fn bytes(cells: usize, tiles: usize) -> Ranks {
    let entry = |byte: usize, before: usize, value: usize| {
        let count = before + value.count_ones() as usize;
        // Counts that no placement reaches get an entry that no placement reads.
        if count > tiles { 0 } else { share((value as u64) << (8 * byte), before) | (count as u32) << 24 }
    };
    let bytes = 0..cells.div_ceil(8);
    let pairs = bytes.flat_map(|byte| (0..=tiles).map(move |before| (byte, before)));
    Ranks::Bytes(pairs.map(|(byte, before)| std::array::from_fn(|value| entry(byte, before, value))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placements_are_numbered_in_order() {
        for (rows, cols, tiles) in
            [(2, 2, 3), (3, 3, 8), (4, 4, 6), (3, 5, 4), (5, 5, 3), (8, 8, 2), (2, 9, 1), (3, 9, 3), (2, 13, 4)]
        {
            let layout = PatternLayout::new(Size::new(rows, cols).unwrap(), tiles).unwrap();
            let lookup = layout.lookup();
            let mut count = 0;
            for (number, placement) in layout.placements().enumerate() {
                let spread = PatternLayout::spread(layout.size(), placement);
                assert_eq!(lookup.record(spread), number * layout.words, "{rows}x{cols}, {tiles} tiles");
                assert_eq!(placement.count_ones() as usize, tiles);
                count += 1;
            }
            assert_eq!(count, binomial(rows * cols, tiles));
        }
    }

    #[test]
    fn blocks_fill_the_table_without_gaps_even_ones_first() {
        let layout = PatternLayout::new(Size::new(3, 4).unwrap(), 5).unwrap();
        let mut seen = vec![0; layout.blocks()];
        for placement in layout.placements() {
            let mut blocks: Vec<usize> =
                (0..12).filter(|cell| placement >> cell & 1 == 0).map(|cell| layout.block(placement, cell)).collect();
            blocks.dedup();
            blocks.sort_unstable();
            blocks.dedup();
            for block in blocks {
                seen[block] += 1;
                assert_eq!(block < layout.even_blocks(), layout.parity(placement) == 0);
            }
        }
        assert!(seen.iter().all(|&count| count == 1));
    }

    #[test]
    fn a_wall_makes_two_regions() {
        let layout = PatternLayout::new(Size::new(4, 4).unwrap(), 4).unwrap();
        let wall = 0b0000_1111_0000;
        assert_eq!(layout.block(wall, 0), layout.block(wall, 3));
        assert_eq!(layout.block(wall, 8), layout.block(wall, 15));
        assert_eq!(layout.block(wall, 0) + 1, layout.block(wall, 8));
    }

    #[test]
    fn orders_are_numbered_and_kept_up_to_date() {
        let mut seen = [false; 120];
        for order in 0..120_usize {
            let mut rest = vec![2, 3, 5, 7, 11];
            let cells: Vec<usize> =
                [24, 6, 2, 1, 1].iter().zip((1..=5).rev()).map(|(f, n)| rest.remove(order / f % n)).collect();
            let number = PatternLayout::order(&cells);
            assert!(!std::mem::replace(&mut seen[number], true));
            let (x, from) = (2, cells[2]);
            let gain: i32 = (0..5).filter(|&y| cells[y] < from).map(|y| PatternLayout::pass(x, y)).sum();
            let mut moved = cells.clone();
            moved[x] = 0;
            assert_eq!(PatternLayout::order(&moved) as i32, number as i32 + gain);
        }
    }
}
