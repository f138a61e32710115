//! A board as the tables see it, kept up to date from step to step of the blank.
//!
//! Words: a **slot** is one pattern of the board: the cells it takes and the order of its tiles, read by rows and read by
//! columns. Tiles are called by their homes. The **need** of a board and an axis is the moves after the next
//! one, if the next is along this axis and the last along a row: the distance of its class to the goal's row class.

use std::sync::Arc;

use super::layout::{Axis, ClassLayout, MOST_CELLS, without};
use super::tables::LineTables;
use crate::slide::Size;
use crate::slide::pattern::checksum::TableDigest;
use crate::slide::pattern::prefetch::prefetch;

/// The most patterns with a table.
pub(crate) const MOST_PATTERNS: usize = 3;
/// The most cells that a tile passes in the reading across its move.
const MOST_BETWEEN: usize = 7;

/// One pattern of a board in one word, 16 bits each: its cells read by rows and by columns, its order read by rows and by
/// columns. A step of the blank adds the same number to it wherever the other tiles are, and something to one order.
type LineSlot = u64;

/// Where the orders begin in a slot, in bits.
const ORDERS: u32 = 32;

/// A board in the middle of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineNode {
    /// By cell, four bits each: the home of what stands there.
    board: u64,
    slots: [LineSlot; MOST_PATTERNS],
    blank: u32,
    /// By pattern: the need of the class that the board is in.
    pub(crate) needs: Needs,
}

/// By pattern: a need.
pub(crate) type Needs = [u8; MOST_PATTERNS];

/// A step of the blank from one cell.
#[derive(Clone, Copy, Debug)]
struct LineStep {
    /// Where it goes; the same cell at the edge.
    to: u8,
    /// What the cells of the moving tile's slot gain.
    gain: LineSlot,
    /// Where on the board the tiles stand that are passed, in bits.
    between: [u8; MOST_BETWEEN],
}

/// What is needed of a pattern to find an entry.
#[derive(Clone, Debug)]
struct LinePattern {
    homes: Vec<usize>,
    layout: Arc<ClassLayout>,
    /// By axis and cell of the blank: where the first block of its line stands in the image.
    starts: [[usize; MOST_CELLS]; 2],
    /// Bytes from block to block.
    stride: usize,
}

/// Tables with all that a search asks of them.
#[derive(Debug)]
pub(crate) struct LineView {
    tables: LineTables,
    size: Size,
    /// The goal's blank.
    blank: usize,
    /// The goal as [`LineNode::board`] has it.
    goal: u64,
    patterns: Vec<LinePattern>,
    /// By home: the number of the pattern; [`MOST_PATTERNS`] when there is none.
    owners: [u8; MOST_CELLS],
    /// By two homes: what the order gains when the first tile goes to the front of the second.
    passes: [[i16; MOST_CELLS]; MOST_CELLS],
    /// By axis, way (back, forth) and cell.
    steps: [[[LineStep; MOST_CELLS]; 2]; 2],
    /// By axis of the move: how many tiles are passed.
    passed: [usize; 2],
    /// By axis and cell: the number of the cell in the reading of this axis.
    numbers: [[u8; MOST_CELLS]; 2],
}

impl LineView {
    pub(crate) fn new(tables: LineTables) -> LineView {
        let (size, blank) = (tables.partition().size(), tables.partition().blank());
        let mut owners = [MOST_PATTERNS as u8; MOST_CELLS];
        let mut passes = [[0; MOST_CELLS]; MOST_CELLS];
        let mut patterns = Vec::new();
        for (number, table) in tables.all().enumerate() {
            let tiles = table.homes.len();
            for (i, &home) in table.homes.iter().enumerate() {
                owners[home] = number as u8;
                for (j, &other) in table.homes.iter().enumerate().filter(|&(j, _)| j != i) {
                    // 7! and more, of the first tile of eight, fits.
                    passes[home][other] = ClassLayout::pass(tiles, i, j) as i16;
                }
            }
            let stride = table.layout.chunks() * super::layout::CHUNK;
            let second = table.start + table.layout.blocks(Axis::Row) * stride;
            let line = |start: usize, line: usize| start + line * table.layout.sets() * stride;
            let starts = [
                by_cell(size, |cell| line(table.start, size.row(cell))),
                by_cell(size, |cell| line(second, size.col(cell))),
            ];
            patterns.push(LinePattern {
                homes: table.homes.to_vec(),
                layout: Arc::clone(table.layout),
                starts,
                stride,
            });
        }
        let goal = (0..size.cells()).fold(0, |goal, cell| goal | (cell as u64) << (4 * cell));
        LineView {
            size,
            blank,
            goal,
            patterns,
            owners,
            passes,
            steps: [Axis::Row, Axis::Col]
                .map(|axis| [0, 1].map(|way| std::array::from_fn(|cell| LineStep::new(size, axis, way, cell)))),
            passed: [size.rows() - 1, size.cols() - 1],
            numbers: [by_cell(size, |cell| cell as u8), by_cell(size, |cell| across(size, cell) as u8)],
            tables,
        }
    }

    /// A board by cell and home, without its needs.
    pub(crate) fn node(&self, homes: &[usize]) -> LineNode {
        let blank = homes.iter().position(|&home| home == self.blank).expect("a board has a blank");
        let board = homes.iter().enumerate().fold(0, |board, (cell, &home)| board | (home as u64) << (4 * cell));
        let mut node = LineNode { board, blank: blank as u32, needs: [0; MOST_PATTERNS], slots: [0; MOST_PATTERNS] };
        for (slot, pattern) in node.slots.iter_mut().zip(&self.patterns) {
            let stands =
                |home: &usize| homes.iter().position(|other| other == home).expect("every tile stands somewhere");
            let cells: Vec<usize> = pattern.homes.iter().map(stands).collect();
            let turned: Vec<usize> = cells.iter().map(|&cell| across(self.size, cell)).collect();
            let set = |cells: &[usize]| cells.iter().fold(0, |set, cell| set | 1 << cell);
            let words =
                [set(&cells), set(&turned), ClassLayout::order(&cells) as u64, ClassLayout::order(&turned) as u64];
            *slot = words.into_iter().rev().fold(0, |slot, word| slot << 16 | word);
        }
        node
    }

    /// The board with its needs when the next move is along this axis, walked down to the goal.
    pub(crate) fn with_needs(&self, node: LineNode, axis: Axis) -> LineNode {
        let need = |i: usize| if i < self.patterns.len() { self.walk(&node, axis, i) } else { 0 };
        LineNode { needs: std::array::from_fn(need), ..node }
    }

    fn walk(&self, node: &LineNode, axis: Axis, pattern: usize) -> u8 {
        let goal = self.node(&(0..self.size.cells()).collect::<Vec<_>>());
        let goal = self.entry(&goal, pattern, Axis::Row);
        let (mut node, mut axis) = (*node, axis);
        // The need is odd on the side of the columns; the second bit comes from the table.
        let need_mod_4 = |node: &LineNode, axis: Axis| 2 * self.bit(node, pattern, axis) + axis as u8;
        for need in 0.. {
            if axis == Axis::Row && self.entry(&node, pattern, axis) == goal {
                return need;
            }
            let below = (need_mod_4(&node, axis) + 3) % 4;
            let line = self.line(&node, axis);
            node = line
                .into_iter()
                .find(|next| need_mod_4(next, axis.other()) == below)
                .expect("a board that parity allows can come nearer");
            axis = axis.other();
        }
        unreachable!("every walk comes to its end")
    }

    /// All boards that moves along the axis lead to, this one included.
    fn line(&self, node: &LineNode, axis: Axis) -> Vec<LineNode> {
        let mut line = vec![*node];
        for way in [0, 1] {
            let mut next = *node;
            while self.step(&mut next, axis, way) {
                line.push(next);
            }
        }
        line
    }

    /// Whether the board is the goal.
    #[inline]
    pub(crate) fn is_goal(&self, node: &LineNode) -> bool {
        node.board == self.goal
    }

    /// Takes the blank one cell back (0) or forth (1); says whether there is one. Needs are not looked up.
    #[inline]
    pub(crate) fn step(&self, node: &mut LineNode, axis: Axis, way: usize) -> bool {
        let step = &self.steps[axis as usize][way][(node.blank & 15) as usize];
        if u32::from(step.to) == node.blank {
            return false;
        }
        let home = (node.board >> (4 * step.to) & 15) as usize;
        if let Some(slot) = node.slots.get_mut(usize::from(self.owners[home])) {
            let passes = &self.passes[home];
            let between = &step.between[..self.passed[axis as usize]];
            let gain: i16 = between.iter().map(|at| passes[(node.board >> at & 15) as usize]).sum();
            // Forth, the blank's tile comes back before those between; back, it goes behind them.
            let gain = i64::from(if way == 1 { gain } else { -gain }) << (ORDERS + 16 * axis.other() as u32);
            *slot = slot.wrapping_add(step.gain).wrapping_add_signed(gain);
        }
        let swap = home as u64 ^ self.blank as u64;
        node.board ^= swap << (4 * step.to) | swap << (4 * node.blank);
        node.blank = step.to.into();
        true
    }

    /// Where the entry of a class is: the byte in the image and the bit in it.
    #[inline]
    fn entry(&self, node: &LineNode, pattern: usize, axis: Axis) -> (usize, u32) {
        let (slot, pattern) = (node.slots[pattern], &self.patterns[pattern]);
        let blank = (node.blank & 15) as usize;
        let set = (slot >> (16 * axis as u32)) as u16;
        let order = (slot >> (ORDERS + 16 * axis as u32)) as u16;
        let rank = pattern.layout.rank(without(set.into(), self.numbers[axis as usize][blank].into()));
        let block = pattern.starts[axis as usize][blank] + rank * pattern.stride;
        (block + usize::from(order / 8), u32::from(order % 8))
    }

    fn bit(&self, node: &LineNode, pattern: usize, axis: Axis) -> u8 {
        let (byte, bit) = self.entry(node, pattern, axis);
        self.tables.image()[byte] >> bit & 1
    }

    /// The bytes that [`LineView::look`] asks for.
    pub(crate) fn image(&self) -> &[u8] {
        self.tables.image()
    }

    /// What names the tables.
    pub(crate) fn digest(&self) -> TableDigest {
        self.tables.digest()
    }

    /// Asks for the entry that [`LineView::look`] reads first; the others are read only if it refuses nothing.
    #[inline]
    pub(crate) fn ask(&self, image: &[u8], node: &LineNode, axis: Axis) {
        prefetch(image, self.entry(node, 0, axis).0);
    }

    /// The needs of a board whose next move is along this axis, given those of the board before; `None` when one
    /// is above `left`.
    #[inline]
    pub(crate) fn look(&self, image: &[u8], node: &LineNode, mut needs: Needs, axis: Axis, left: u8) -> Option<Needs> {
        for (pattern, need) in needs.iter_mut().enumerate().take(self.patterns.len()) {
            let (byte, bit) = self.entry(node, pattern, axis);
            // One less or one more: they differ in the second bit.
            let lower = need.wrapping_sub(1);
            *need = if lower >> 1 & 1 == image[byte] >> bit & 1 { lower } else { lower.wrapping_add(2) };
            if *need > left {
                return None;
            }
        }
        Some(needs)
    }
}

/// By cell of a board, the rest of the array the first cell's.
fn by_cell<T>(size: Size, of: impl Fn(usize) -> T) -> [T; MOST_CELLS] {
    std::array::from_fn(|cell| of(if cell < size.cells() { cell } else { 0 }))
}

/// The number of a cell when the board is read column by column.
fn across(size: Size, cell: usize) -> usize {
    size.col(cell) * size.rows() + size.row(cell)
}

impl LineStep {
    fn new(size: Size, axis: Axis, way: usize, cell: usize) -> LineStep {
        let none = LineStep { to: cell as u8, gain: 0, between: [0; MOST_BETWEEN] };
        if cell >= size.cells() {
            return none;
        }
        let (row, col) = (size.row(cell), size.col(cell));
        let (at, side) = if axis == Axis::Row { (col, size.cols()) } else { (row, size.rows()) };
        let Some(at) = (at + 2 * way).checked_sub(1).filter(|&at| at < side) else { return none };
        let to = if axis == Axis::Row { size.cell(row, at) } else { size.cell(at, col) };
        let mut step = LineStep { to: to as u8, ..none };
        let cells = |cell: usize| 1 << cell | 1_u64 << (16 + across(size, cell));
        step.gain = cells(cell).wrapping_sub(cells(to));
        // A tile that moves along a row passes others when columns are read, and the other way round.
        let number = |cell: usize| if axis == Axis::Row { across(size, cell) } else { cell };
        let (low, high) = (number(cell).min(number(to)), number(cell).max(number(to)));
        let between = (0..size.cells()).filter(|&other| (low + 1..high).contains(&number(other)));
        step.between.iter_mut().zip(between).for_each(|(place, other)| *place = 4 * other as u8);
        step
    }
}
