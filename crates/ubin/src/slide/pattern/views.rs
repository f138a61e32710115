//! The tables as a search on one goal sees them.
//!
//! Words: a **view** is a set of tables laid on the goal by one symmetry that keeps the blank's home in place. A square
//! goal with the blank in a corner has two views of the same tables, the second the board reflected about the diagonal.
//! The bound is the largest over all views of the sum over the view's patterns. A **slot** is one pattern in one
//! view, with its placement, order and distance kept up to date from move to move.
//!
//! Tiles are called by their homes on the goal, whatever is written on them.

use std::sync::Arc;

use super::build::State;
use super::layout::Layout;
use super::symmetry::symmetries;
use super::tables::Tables;
use crate::slide::{Board, Dir, Size};

/// Where one pattern of one view stands.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Slot {
    /// The cells taken, as the tables number cells.
    pub(crate) placement: u64,
    /// The order of the tiles in them.
    pub(crate) order: u32,
    /// The distance to the pattern's goal.
    pub(crate) h: u32,
}

/// What a view does with a move of the blank from one cell in one direction.
#[derive(Clone, Debug, Default)]
pub(crate) struct Step {
    /// How the moving tile's placement changes.
    flip: u64,
    /// Cells of the tiles that the moving tile passes over in the order of cells.
    between: Vec<u8>,
    /// Whether it goes to their front (1) or behind them (-1).
    sign: i32,
    /// Where the blank comes to stand, as the tables number cells.
    blank: u8,
}

/// One set of tables laid on the goal.
#[derive(Clone, Debug)]
pub(crate) struct View {
    tables: Tables,
    /// By cell: the cell in the tables.
    laid: Vec<usize>,
    /// By home: the pattern of its tile.
    owners: Vec<u8>,
    /// By two homes: what the order gains when the first tile goes to the front of the second; 0 for different patterns.
    passes: Vec<i16>,
    /// By blank's cell and direction.
    steps: Vec<Step>,
    /// By pattern.
    patterns: Vec<Pattern>,
}

/// What is needed of a pattern to find an entry.
#[derive(Clone, Debug)]
struct Pattern {
    layout: Arc<Layout>,
    stride: usize,
    /// The table's first bit in the image.
    start: usize,
}

/// Where a child's entry is, and the order that goes with it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Entry {
    /// The bit in the image.
    pub(crate) bit: usize,
    /// The order after the move.
    pub(crate) order: u32,
}

impl View {
    /// All different views of these tables on a goal; none when the tables are for other goals.
    pub(crate) fn all(tables: &Tables, size: Size, blank: usize) -> Vec<View> {
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
                views.push(View::new(tables, size, laid));
            }
        }
        views
    }

    fn new(tables: &Tables, size: Size, laid: Vec<usize>) -> View {
        let partition = tables.partition();
        let cells = laid.len();
        let owners = partition.owners();
        let owner = |home: usize| owners[laid[home]];
        let number = |home: usize| {
            let pattern = &partition.patterns()[owner(home)?];
            pattern.iter().position(|&other| other == laid[home])
        };
        let pass = |x: usize, y: usize| match (number(x), number(y)) {
            (Some(a), Some(b)) if x != y && owner(x) == owner(y) => Layout::pass(a, b) as i16,
            _ => 0,
        };
        let pattern = |i: usize| {
            let layout = Arc::clone(tables.layout(i));
            Pattern { stride: layout.stride(), layout, start: 8 * tables.start(i) }
        };
        View {
            owners: (0..cells).map(|home| owner(home).unwrap_or(0) as u8).collect(),
            passes: (0..cells * cells).map(|pair| pass(pair / cells, pair % cells)).collect(),
            steps: (0..cells * 4).map(|i| step(size, &laid, i / 4, Dir::ALL[i % 4])).collect(),
            patterns: (0..partition.patterns().len()).map(pattern).collect(),
            tables: tables.clone(),
            laid,
        }
    }

    /// The bytes that hold the entries.
    pub(crate) fn image(&self) -> &[u8] {
        self.tables.image()
    }

    /// How many patterns the view has.
    pub(crate) fn patterns(&self) -> usize {
        self.patterns.len()
    }

    /// The pattern of a tile.
    #[inline]
    pub(crate) fn owner(&self, tile: usize) -> usize {
        self.owners[tile].into()
    }

    /// The slots of a board whose tiles are given by their homes; `None` when a pattern cannot reach its goal.
    pub(crate) fn slots(&self, tiles: &[u8], blank: usize) -> Option<Vec<Slot>> {
        let partition = self.tables.partition();
        let slot = |pattern: usize| {
            let cell_of = |&home: &usize| {
                let cell = tiles.iter().position(|&tile| self.laid[usize::from(tile)] == home);
                self.laid[cell.expect("every tile is on the board")]
            };
            let cells: Vec<usize> = partition.patterns()[pattern].iter().map(cell_of).collect();
            let state = State { cells, blank: self.laid[blank] };
            let (placement, order) = (state.placement(), Layout::order(&state.cells) as u32);
            Some(Slot { placement, order, h: self.tables.distance(pattern, state)? })
        };
        (0..partition.patterns().len()).map(slot).collect()
    }

    /// The entry after `tile` has moved into the blank's cell, the blank going this way.
    #[inline]
    pub(crate) fn entry(&self, tiles: &[u8], slot: &Slot, tile: usize, blank: usize, dir: Dir) -> Entry {
        let step = &self.steps[blank * 4 + dir as usize];
        let passes = &self.passes[tile * self.laid.len()..];
        let mut gain = 0;
        for &cell in &step.between {
            gain += i32::from(passes[usize::from(tiles[usize::from(cell)])]);
        }
        let order = slot.order.wrapping_add_signed(step.sign * gain);
        let pattern = &self.patterns[self.owner(tile)];
        let block = pattern.layout.block(slot.placement ^ step.flip, step.blank.into());
        Entry { bit: pattern.start + block * pattern.stride + order as usize, order }
    }

    /// The slot after the move, whose entry is `bit`.
    #[inline]
    pub(crate) fn moved(&self, slot: &Slot, blank: usize, dir: Dir, order: u32, bit: u8) -> Slot {
        let placement = slot.placement ^ self.steps[blank * 4 + dir as usize].flip;
        Slot { placement, order, h: distance(slot.h, bit) }
    }
}

/// The distance after a move, from the one before and the entry: they differ by one, and the entry is the second lowest
/// bit of the distance.
#[inline]
pub(crate) fn distance(before: u32, bit: u8) -> u32 {
    let more = before + 1;
    if (more >> 1) & 1 == u32::from(bit) { more } else { before.wrapping_sub(1) }
}

fn step(size: Size, laid: &[usize], blank: usize, dir: Dir) -> Step {
    let Some(from) = size.neighbour(blank, dir) else { return Step::default() };
    let (start, end) = (laid[from], laid[blank]);
    let passed = start.min(end) + 1..start.max(end);
    let between = (0..laid.len()).filter(|&cell| passed.contains(&laid[cell])).map(|cell| cell as u8).collect();
    Step { flip: 1 << start | 1 << end, between, sign: if end < start { 1 } else { -1 }, blank: start as u8 }
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
