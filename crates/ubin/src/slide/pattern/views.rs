//! The tables as a search on one goal sees them.
//!
//! Words: a **view** is a set of tables laid on the goal by one symmetry that keeps the blank's home in place. A square
//! goal with the blank in a corner has two views of the same tables, the second the board reflected about the diagonal.
//! The bound is the largest over all views of the sum over the view's patterns. A **slot** is one pattern in one
//! view, with its placement, order and distance kept up to date from move to move.
//!
//! Tiles are called by their homes on the goal, whatever is written on them; the blank, too, has a home.

use super::build::PatternState;
use super::layout::{Lookup, Nibble, PatternLayout};
use super::partition::Partition;
use super::symmetry::symmetries;
use super::tables::Tables;
use crate::slide::{Board, Dir, Size};

/// Where one pattern of one view stands.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PatternSlot {
    /// The cells taken, as the tables number cells, [spread](Layout::spread).
    pub(crate) placement: u64,
    /// The order of the tiles in them.
    pub(crate) order: u16,
    /// The distance to the pattern's goal.
    pub(crate) h: u16,
}

/// What a view does with a move of the blank from one cell in one direction.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BlankStep {
    /// How the moving tile's placement changes.
    pub(crate) flip: u64,
    /// Cells of the tiles that the moving tile passes over in the order of cells; the blank's, where it passes none.
    between: [u8; MOST_BETWEEN],
    /// Whether it goes to their front (1) or behind them (-1).
    sign: i8,
    /// Where the blank comes to stand, as records know it.
    pub(crate) blank: Nibble,
}

impl BlankStep {
    /// The order after the move, where `passes` is the row of the moving tile in [`TableView::passes`].
    #[inline(always)]
    pub(crate) fn order(&self, order: u16, passes: &[i16; 64], tiles: &[u8; 64], more: usize) -> u16 {
        let pass = |&cell: &u8| passes[usize::from(tiles[usize::from(cell & 63)] & 63)];
        // Without a loop for boards of four columns: a cell that is not between gains nothing.
        let [first, second, third, rest @ ..] = &self.between;
        let mut gain = pass(first) + pass(second) + pass(third);
        for cell in &rest[..more] {
            gain += pass(cell);
        }
        order.wrapping_add_signed(gain * i16::from(self.sign))
    }
}

/// What is needed of a pattern to find an entry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PatternLookup<'v> {
    pub(crate) lookup: Lookup<'v>,
    /// Bits from one block to the next.
    stride: usize,
    /// The table's first bit in the image.
    start: usize,
}

impl PatternLookup<'_> {
    /// Which bit of the image is the entry of a record, the blank's cell and an order.
    #[inline(always)]
    pub(crate) fn bit(&self, record: usize, blank: Nibble, order: u16) -> usize {
        self.start + self.lookup.block(record, blank) * self.stride + usize::from(order)
    }
}

/// Tables stand upright, so a row has no more than eight cells.
const MOST_BETWEEN: usize = 7;

/// One set of tables laid on the goal.
///
/// Its arrays have places for 64 cells, whatever the board: an index of six bits needs no check.
#[derive(Clone, Debug)]
pub(crate) struct TableView {
    tables: Tables,
    /// By cell: the cell in the tables.
    laid: Vec<usize>,
    /// By cell: what a tile in it adds to the placement of its pattern, [spread](PatternLayout::spread).
    taken: [u64; 64],
    /// By home: the pattern of its tile; the first one for the blank.
    owners: [u8; 64],
    /// By two homes: what the order gains when the first tile goes to the front of the second; 0 for different patterns.
    passes: [[i16; 64]; 64],
    /// By blank's cell and direction.
    steps: [[BlankStep; 4]; 64],
    /// Cells between a cell and the one below, after the third.
    pub(crate) more: usize,
}

impl TableView {
    /// All different views of these tables on a goal; none when the tables are for other goals.
    pub(crate) fn all(tables: &Tables, size: Size, blank: usize) -> Vec<TableView> {
        let partition = tables.partition();
        let mut seen: Vec<Vec<Vec<usize>>> = Vec::new();
        let mut views = Vec::new();
        for laid in symmetries(size, partition.size()).into_iter().filter(|laid| laid[blank] == partition.blank()) {
            // Two symmetries that cut the goal into the same patterns always agree.
            let homes = |pattern: &Vec<usize>| (0..laid.len()).filter(|&cell| pattern.contains(&laid[cell])).collect();
            let mut cut: Vec<Vec<usize>> = partition.patterns().iter().map(homes).collect();
            cut.sort_unstable();
            if !seen.contains(&cut) {
                seen.push(cut);
                views.push(TableView::new(tables, size, laid));
            }
        }
        views
    }

    fn new(tables: &Tables, size: Size, laid: Vec<usize>) -> TableView {
        let partition = tables.partition();
        let cells = laid.len();
        let owners = partition.owners();
        let owner = |home: usize| owners[laid[home]];
        let number = |home: usize| {
            let pattern = &partition.patterns()[owner(home)?];
            pattern.iter().position(|&other| other == laid[home])
        };
        let pass = |x: usize, y: usize| match (number(x), number(y)) {
            (Some(a), Some(b)) if x != y && owner(x) == owner(y) => PatternLayout::pass(a, b) as i16,
            _ => 0,
        };
        let upto = |i: usize| Some(i).filter(|&i| i < cells);
        TableView {
            owners: std::array::from_fn(|home| upto(home).and_then(owner).unwrap_or(0) as u8),
            passes: std::array::from_fn(|x| std::array::from_fn(|y| upto(x.max(y)).map_or(0, |_| pass(x, y)))),
            steps: std::array::from_fn(|cell| {
                Dir::ALL.map(|dir| upto(cell).and_then(|cell| step(size, &laid, cell, dir)).unwrap_or_default())
            }),
            more: (partition.size().cols() - 1).saturating_sub(3),
            tables: tables.clone(),
            taken: std::array::from_fn(|cell| {
                upto(cell).map_or(0, |cell| PatternLayout::spread(size, 1 << laid[cell]))
            }),
            laid,
        }
    }

    /// What the tables are of.
    pub(crate) fn partition(&self) -> &Partition {
        self.tables.partition()
    }

    /// The bytes that hold the entries.
    pub(crate) fn image(&self) -> &[u8] {
        self.tables.image()
    }

    /// How many patterns the view has.
    pub(crate) fn patterns(&self) -> usize {
        self.partition().patterns().len()
    }

    /// One of them.
    pub(crate) fn pattern(&self, pattern: usize) -> PatternLookup<'_> {
        let layout = self.tables.layout(pattern);
        PatternLookup { lookup: layout.lookup(), stride: layout.stride(), start: 8 * self.tables.start(pattern) }
    }

    /// What a move of the blank does.
    pub(crate) fn step(&self, blank: u8, dir: Dir) -> &BlankStep {
        &self.steps[usize::from(blank & 63)][dir as usize]
    }

    /// What the order of its pattern gains when a tile goes to the front of others, by their homes.
    #[inline(always)]
    pub(crate) fn passes(&self, tile: u8) -> &[i16; 64] {
        &self.passes[usize::from(tile & 63)]
    }

    /// The slots of a board whose tiles are given by their homes; `None` when a pattern cannot reach its goal.
    pub(crate) fn slots(&self, tiles: &[u8], blank: usize) -> Option<Vec<PatternSlot>> {
        let partition = self.tables.partition();
        let slot = |pattern: usize| {
            let cell_of = |&home: &usize| {
                let cell = tiles.iter().position(|&tile| self.laid[usize::from(tile)] == home);
                self.laid[cell.expect("every tile is on the board")]
            };
            let cells: Vec<usize> = partition.patterns()[pattern].iter().map(cell_of).collect();
            let state = PatternState { cells, blank: self.laid[blank] };
            let placement = PatternLayout::spread(partition.size(), state.placement());
            let order = PatternLayout::order(&state.cells) as u16;
            Some(PatternSlot { placement, order, h: self.tables.distance(pattern, state)? as u16 })
        };
        (0..partition.patterns().len()).map(slot).collect()
    }

    /// What a tile in this cell adds to the placement of its pattern.
    #[inline(always)]
    pub(crate) fn taken(&self, cell: usize) -> u64 {
        self.taken[cell & 63]
    }

    /// The pattern of a tile.
    #[inline(always)]
    pub(crate) fn owner(&self, tile: u8) -> usize {
        self.owners[usize::from(tile & 63)].into()
    }
}

fn step(size: Size, laid: &[usize], blank: usize, dir: Dir) -> Option<BlankStep> {
    let from = size.neighbour(blank, dir)?;
    let (start, end) = (laid[from], laid[blank]);
    let passed = start.min(end) + 1..start.max(end);
    let mut between = [blank as u8; MOST_BETWEEN];
    for (i, cell) in (0..laid.len()).filter(|&cell| passed.contains(&laid[cell])).enumerate() {
        between[i] = cell as u8;
    }
    let sign = if end < start { 1 } else { -1 };
    let flip = PatternLayout::spread(size, 1 << start | 1 << end);
    Some(BlankStep { flip, between, sign, blank: Nibble::of(start) })
}

/// The tiles of a board called by their homes, and where the blank is; `None` when no moves lead to the goal.
pub(crate) fn homes(goal: &Board, board: &Board) -> Option<(Vec<u8>, usize)> {
    let home = goal.cells();
    let tiles: Vec<u8> = board.tiles().iter().map(|&tile| home[usize::from(tile)] as u8).collect();
    let mut seen = vec![false; tiles.len()];
    let mut cycles = 0;
    for start in 0..tiles.len() {
        cycles += usize::from(!seen[start]);
        let mut cell = start;
        while !std::mem::replace(&mut seen[cell], true) {
            cell = tiles[cell].into();
        }
    }
    // A move swaps the blank with a tile and changes the colour of the blank's cell.
    let swaps = tiles.len() - cycles;
    let walk = goal.size().taxicab(board.blank(), goal.blank());
    (swaps % 2 == walk % 2).then(|| (tiles, board.blank()))
}
