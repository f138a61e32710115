//! Fills the table of a pattern: breadth first from the goal, a block at a time.
//!
//! Words: a **level** is the set of states at one distance, counted in moves of the pattern's own tiles; the
//! **frontier** is the last level. The table keeps one bit a state, the second lowest of its distance; the lowest is the
//! parity of its placement (relative to the goal's), and so the distance is known modulo 4.
//!
//! Moving the tile of one cell to another takes a block to a block: an order becomes another by a **turn**, the same
//! for all placements in which the tile passes over as many tiles. Most moves pass over none, and then 64 orders are
//! done by one `or`; the others read the turn from a list. Every block of the next level is gathered
//! from its neighbours, so threads share nothing they write, and the result does not depend on their number.

use std::sync::Mutex;

use super::layout::{PatternLayout, bits, flood, neighbour_sets};
use crate::locked::locked;
use crate::run::{Run, Stop};

/// States reached for one step of the run.
pub(crate) const STATES_A_STEP: u64 = 1024;

/// What the moves of a placement take in units of work, and those of an order in a turn: about a nanosecond each.
const PLACEMENT_WORK: u64 = 500;
const ORDER_WORK: u64 = 100;

/// A neighbour of a block.
#[derive(Clone, Copy, Debug)]
struct Edge {
    /// The neighbour, counted within its half.
    block: u32,
    /// How its orders become this block's.
    turn: u32,
}

/// The moves between the blocks of a layout; the same for all patterns of as many tiles.
#[derive(Debug)]
pub(crate) struct Moves<'l> {
    layout: &'l PatternLayout,
    /// By block: where its edges begin.
    starts: Vec<u32>,
    edges: Vec<Edge>,
    /// By turn: what every order becomes. The first is the identity and empty.
    turns: Vec<Vec<u16>>,
}

impl<'l> Moves<'l> {
    /// # Errors
    /// When the run stops.
    pub(crate) fn new(layout: &'l PatternLayout, run: &mut Run) -> Result<Moves<'l>, Stop> {
        let starts = vec![0; layout.blocks() + 1];
        let mut moves = Moves { layout, starts, edges: Vec::new(), turns: vec![Vec::new()] };
        let mut numbers = vec![0; layout.tiles() * layout.tiles()];
        let mut by_block: Vec<(u32, Edge)> = Vec::new();
        let neighbours = neighbour_sets(layout.size());
        for placement in layout.placements() {
            run.work(PLACEMENT_WORK)?;
            for to in bits(placement) {
                for from in bits(neighbours[to] & !placement) {
                    let before = placement & !(1 << to) | 1 << from;
                    let place = |set: u64, cell: usize| (set & ((1 << cell) - 1)).count_ones() as usize;
                    let (old, new) = (place(before, from), place(placement, to));
                    let number = &mut numbers[old * layout.tiles() + new];
                    if old != new && *number == 0 {
                        *number = moves.turns.len() as u32;
                        run.work(ORDER_WORK * layout.orders() as u64)?;
                        moves.turns.push(turn(layout, old, new));
                    }
                    let half = layout.even_blocks() as u32 * (layout.parity(before) as u32);
                    let edge = Edge { block: layout.block(before, to) as u32 - half, turn: *number };
                    by_block.push((layout.block(placement, from) as u32, edge));
                }
            }
        }
        by_block.sort_by_key(|&(block, _)| block);
        for &(block, _) in &by_block {
            moves.starts[block as usize + 1] += 1;
        }
        for block in 0..layout.blocks() {
            moves.starts[block + 1] += moves.starts[block];
        }
        moves.edges = by_block.into_iter().map(|(_, edge)| edge).collect();
        Ok(moves)
    }

    fn of(&self, block: usize) -> &[Edge] {
        &self.edges[self.starts[block] as usize..self.starts[block + 1] as usize]
    }
}

/// What every order becomes when the tile in the `old`-th cell of the placement goes to be the `new`-th.
fn turn(layout: &PatternLayout, old: usize, new: usize) -> Vec<u16> {
    let tiles = layout.tiles();
    let mut turn = vec![0; layout.orders()];
    let mut sequence: Vec<usize> = (0..tiles).collect();
    visit_orders(&mut sequence, tiles, &mut |sequence| {
        let mut turned = sequence.to_vec();
        let tile = turned.remove(old);
        turned.insert(new, tile);
        turn[order_of(sequence)] = order_of(&turned) as u16;
    });
    turn
}

/// The order in which the cells of the placement hold this sequence of tiles.
fn order_of(sequence: &[usize]) -> usize {
    let mut cells = vec![0; sequence.len()];
    for (cell, &tile) in sequence.iter().enumerate() {
        cells[tile] = cell;
    }
    PatternLayout::order(&cells)
}

/// Shows all arrangements of the first `n` entries.
fn visit_orders(sequence: &mut [usize], n: usize, show: &mut impl FnMut(&[usize])) {
    if n < 2 {
        return show(sequence);
    }
    for i in 0..n {
        sequence.swap(i, n - 1);
        visit_orders(sequence, n - 1, show);
        sequence.swap(i, n - 1);
    }
}

/// One half of the search: the even placements or the odd ones.
struct TableHalf<'a> {
    first_block: usize,
    bits: &'a mut [u8],
    reached: Vec<u8>,
    frontier: Vec<u8>,
    /// By block: how many orders the frontier has there.
    active: Vec<u32>,
    /// By block: how many orders are not reached yet.
    left: Vec<u32>,
}

impl<'a> TableHalf<'a> {
    fn new(layout: &PatternLayout, first_block: usize, bits: &'a mut [u8]) -> TableHalf<'a> {
        let blocks = bits.len() / layout.block_bytes();
        let (reached, frontier) = (vec![0; bits.len()], vec![0; bits.len()]);
        TableHalf {
            first_block,
            bits,
            reached,
            frontier,
            active: vec![0; blocks],
            left: vec![layout.orders() as u32; blocks],
        }
    }

    /// Makes the goal the only state reached.
    fn begin(&mut self, layout: &PatternLayout, goal: &PatternState) {
        let block = layout.block(goal.placement(), goal.blank) - self.first_block;
        let state = block * layout.stride() + PatternLayout::order(&goal.cells);
        self.reached[state / 8] |= 1 << (state % 8);
        self.frontier[state / 8] |= 1 << (state % 8);
        self.active[block] = 1;
        self.left[block] -= 1;
    }

    fn shares(&mut self, block_bytes: usize, blocks: usize) -> Vec<Share<'_>> {
        let bytes = block_bytes * blocks;
        let parts =
            self.bits.chunks_mut(bytes).zip(self.reached.chunks_mut(bytes)).zip(self.frontier.chunks_mut(bytes));
        let counts = self.active.chunks_mut(blocks).zip(self.left.chunks_mut(blocks));
        let share = |(i, (((bits, reached), frontier), (active, left)))| {
            let first_block = self.first_block + i * blocks;
            Share { first_block, bits, reached, frontier, active, left }
        };
        parts.zip(counts).enumerate().map(share).collect()
    }
}

/// Some blocks of a half, for one thread to fill.
struct Share<'a> {
    first_block: usize,
    bits: &'a mut [u8],
    reached: &'a mut [u8],
    frontier: &'a mut [u8],
    active: &'a mut [u32],
    left: &'a mut [u32],
}

/// The last level, as the next one reads it.
struct Frontier<'a> {
    orders: &'a [u8],
    active: &'a [u32],
    block_bytes: usize,
}

impl Share<'_> {
    /// Finds the states of the level `distance` in these blocks; says how many.
    fn fill(&mut self, moves: &Moves, last: &Frontier, distance: u32, run: &mut Run) -> Result<u64, Stop> {
        let mut gathered = vec![0; last.block_bytes];
        let mut total = 0;
        for i in 0..self.active.len() {
            let edges = moves.of(self.first_block + i);
            let dead = self.left[i] == 0 || edges.iter().all(|edge| last.active[edge.block as usize] == 0);
            if dead && self.active[i] == 0 {
                continue;
            }
            gathered.fill(0);
            if !dead {
                gather(&mut gathered, moves, edges, last);
            }
            let found = self.settle(i, &gathered, distance);
            for _ in total / STATES_A_STEP..(total + found) / STATES_A_STEP {
                run.step()?;
            }
            total += found;
        }
        Ok(total)
    }

    /// Keeps what is new of the orders gathered for a block.
    fn settle(&mut self, i: usize, gathered: &[u8], distance: u32) -> u64 {
        let block = i * gathered.len()..(i + 1) * gathered.len();
        let bit = if distance & 2 == 0 { 0 } else { u8::MAX };
        let mut found = 0;
        let parts = self.reached[block.clone()].iter_mut().zip(&mut self.frontier[block.clone()]);
        for ((reached, frontier), (bits, gathered)) in parts.zip(self.bits[block].iter_mut().zip(gathered)) {
            let new = gathered & !*reached;
            *reached |= new;
            *frontier = new;
            *bits |= new & bit;
            found += new.count_ones();
        }
        self.active[i] = found;
        self.left[i] -= found;
        found.into()
    }
}

/// Collects the orders that the frontier reaches in one move.
fn gather(gathered: &mut [u8], moves: &Moves, edges: &[Edge], last: &Frontier) {
    for edge in edges.iter().filter(|edge| last.active[edge.block as usize] != 0) {
        let from = edge.block as usize * last.block_bytes;
        let orders = &last.orders[from..from + last.block_bytes];
        if edge.turn == 0 {
            for (to, from) in gathered.iter_mut().zip(orders) {
                *to |= from;
            }
        } else {
            push(gathered, orders, &moves.turns[edge.turn as usize]);
        }
    }
}

/// Adds the turned orders to those gathered.
///
/// Pulling orders from the neighbours where few are left was tried: it saved 5 % at most.
fn push(gathered: &mut [u8], orders: &[u8], turn: &[u16]) {
    let (words, rest) = orders.as_chunks::<8>();
    let rest = rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    for (i, mut word) in words.iter().map(|&word| u64::from_le_bytes(word)).chain([rest]).enumerate() {
        while word != 0 {
            let order = turn[64 * i + word.trailing_zeros() as usize];
            gathered[usize::from(order / 8)] |= 1 << (order % 8);
            word &= word - 1;
        }
    }
}

impl Moves<'_> {
    /// Fills `table` with the distances to `goal`; says how many states reach it.
    ///
    /// # Errors
    /// When the run stops; the table is then worth nothing.
    pub(crate) fn fill(
        &self,
        goal: &PatternState,
        table: &mut [u8],
        threads: usize,
        run: &mut Run,
    ) -> Result<u64, Stop> {
        let layout = self.layout;
        let held = 2 * layout.bytes() as u64 + 8 * layout.blocks() as u64;
        run.hold(held)?;
        table.fill(0);
        let (even, odd) = table.split_at_mut(layout.even_blocks() * layout.block_bytes());
        let mut next = TableHalf::new(layout, 0, even);
        let mut last = TableHalf::new(layout, layout.even_blocks(), odd);
        if layout.parity(goal.placement()) == 0 {
            std::mem::swap(&mut next, &mut last);
        }
        last.begin(layout, goal);
        let mut total = 1;
        for distance in 1.. {
            let found = self.level(&mut next, &last, distance, threads, run)?;
            if found == 0 {
                break;
            }
            total += found;
            std::mem::swap(&mut next, &mut last);
        }
        run.release(held);
        Ok(total)
    }

    /// Fills one level, on as many threads as allowed.
    fn level(
        &self,
        next: &mut TableHalf,
        last: &TableHalf,
        distance: u32,
        threads: usize,
        run: &mut Run,
    ) -> Result<u64, Stop> {
        let block_bytes = self.layout.block_bytes();
        let last = Frontier { orders: &last.frontier, active: &last.active, block_bytes };
        // Some shares more than threads, for blocks are not equally dear.
        let blocks = if threads == 1 { next.active.len() } else { next.active.len() / (8 * threads) };
        let shares = Mutex::new(next.shares(block_bytes, blocks.max(1)).into_iter());
        let work = &|run: &mut Run| {
            let mut total = 0;
            loop {
                let Some(mut share) = locked(&shares).next() else { return Ok(total) };
                total += share.fill(self, &last, distance, run)?;
            }
        };
        std::thread::scope(|scope| {
            let help = |_| {
                let mut run = run.helper();
                scope.spawn(move || work(&mut run))
            };
            let helpers: Vec<_> = (1..threads).map(help).collect();
            let mut total = work(run)?;
            for helper in helpers {
                total += helper.join().expect("filling a share does not panic")?;
            }
            Ok(total)
        })
    }
}

/// A state spelled out.
#[derive(Clone, Debug)]
pub(crate) struct PatternState {
    /// The cell of every tile of the pattern.
    pub(crate) cells: Vec<usize>,
    /// Some cell of the blank's region.
    pub(crate) blank: usize,
}

impl PatternState {
    /// The cells taken.
    pub(crate) fn placement(&self) -> u64 {
        self.cells.iter().map(|&cell| 1 << cell).sum()
    }

    /// The states that one move of one tile of the pattern leads to.
    pub(crate) fn neighbours(&self, neighbours: &[u64]) -> impl Iterator<Item = PatternState> {
        let placement = self.placement();
        let region = flood(neighbours, !placement & (u64::MAX >> (64 - neighbours.len())), 1 << self.blank);
        let moves =
            move |(tile, &from): (usize, &usize)| bits(neighbours[from] & region).map(move |to| (tile, from, to));
        self.cells.iter().enumerate().flat_map(moves).map(|(tile, from, to)| {
            let mut cells = self.cells.clone();
            cells[tile] = to;
            PatternState { cells, blank: from }
        })
    }
}
