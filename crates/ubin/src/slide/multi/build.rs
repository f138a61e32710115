//! Filling a table: breadth-first from the goal's row class, a block of orders at a time.
//!
//! Every board lies in one row class and one column class, so boards are the edges of a graph with classes on two sides,
//! and a solution whose axes take turns is a walk in it. Distances to the goal's row class are even on
//! the side of the row classes and odd on the other; a level is gathered into one side from the other, each block by
//! one thread, so the bytes do not depend on the number of threads.
//!
//! While it is filled, the table reads column classes row by row, with the blank in the first row: then an edge permutes the
//! tiles in one of a few dozen ways. In the end they are put in the order of columns, which the search asks in.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::layout::{Axis, CHUNK, Carry, ClassLayout, Turns, with, without};
use crate::run::{Run, Stop};

/// Classes that a step of the building run stands for.
pub(crate) const CLASSES_A_STEP: u64 = 1024;

/// A board between two classes: the block on the other side, and how the tiles are read there.
#[derive(Clone, Copy, Debug)]
struct ClassEdge {
    block: u32,
    /// Carries from the other side's block into this one.
    carry: u32,
}

/// The graph of the classes of patterns of as many tiles.
pub(crate) struct Graph<'a> {
    layout: &'a ClassLayout,
    /// By axis of the block: its edges, as many as its line has cells.
    edges: [Vec<ClassEdge>; 2],
    carries: Vec<Carry>,
    /// By carry: whether it changes nothing.
    plain: Vec<bool>,
    turns: Turns,
}

/// The classes at one distance.
struct ClassLevel<'a> {
    bits: &'a [u32],
    /// By block: how many.
    counts: &'a [u32],
}

/// Keeps what was not seen before, and how much it is.
fn keep_new(next: &mut [u32], seen: &mut [u32]) -> u32 {
    let mut found = 0;
    for (next, seen) in next.iter_mut().zip(seen) {
        *next &= !*seen;
        *seen |= *next;
        found += next.count_ones();
    }
    found
}

/// The carries that there are, each once.
struct Carries<'a> {
    layout: &'a ClassLayout,
    numbers: FxHashMap<Vec<usize>, u32>,
    carries: Vec<Carry>,
}

impl Carries<'_> {
    fn number(&mut self, to: Vec<usize>) -> u32 {
        match self.numbers.entry(to) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.carries.push(Carry::new(self.layout, new.key()));
                *new.insert(self.carries.len() as u32 - 1)
            }
        }
    }
}

/// Where the tile in every place of a set goes, when the cells are read by these numbers.
fn reading(set: usize, number: impl Fn(usize) -> usize) -> Vec<usize> {
    let cells: Vec<usize> = (0..usize::BITS as usize).filter(|cell| set >> cell & 1 == 1).collect();
    let before = |cell: usize| cells.iter().filter(|&&other| number(other) < number(cell)).count();
    cells.iter().map(|&cell| before(cell)).collect()
}

impl<'a> Graph<'a> {
    pub(crate) fn new(layout: &'a ClassLayout) -> Graph<'a> {
        let (rows, cols) = (layout.size().rows(), layout.size().cols());
        let none = ClassEdge { block: 0, carry: 0 };
        let mut edges = [vec![none; layout.blocks(Axis::Row) * cols], vec![none; layout.blocks(Axis::Col) * rows]];
        let mut carries = Carries { layout, numbers: FxHashMap::default(), carries: Vec::new() };
        for row in 0..rows {
            for (rank, rest) in layout.all_sets().enumerate() {
                let block = row * layout.sets() + rank;
                for col in 0..cols {
                    // The blank goes along its row to this column, then up to the first row.
                    let set = with(rest, row * cols + col);
                    let number = |cell: usize| if cell % cols == col && cell / cols < row { cell + cols } else { cell };
                    let lifted =
                        (0..rows * cols).filter(|cell| set >> cell & 1 == 1).map(|cell| 1 << number(cell)).sum();
                    let other = col * layout.sets() + layout.rank(without(lifted, col));
                    let to = reading(set, number);
                    let mut back = vec![0; to.len()];
                    to.iter().enumerate().for_each(|(place, &new)| back[new] = place);
                    edges[0][block * cols + col] = ClassEdge { block: other as u32, carry: carries.number(back) };
                    edges[1][other * rows + row] = ClassEdge { block: block as u32, carry: carries.number(to) };
                }
            }
        }
        let carries = carries.carries;
        let plain = carries.iter().map(Carry::is_identity).collect();
        Graph { layout, edges, carries, plain, turns: Turns::new(layout) }
    }

    /// Bytes that filling a table holds beside the table itself.
    pub(crate) fn working_bytes(layout: &ClassLayout) -> u64 {
        let chunks = layout.chunks() as u64;
        let [row, col] = [Axis::Row, Axis::Col].map(|axis| layout.blocks(axis) as u64 * chunks * 4);
        let edges = (layout.blocks(Axis::Row) * layout.size().cols() * 2 * size_of::<ClassEdge>()) as u64;
        2 * (row + col) + row + col + edges
    }

    /// Fills the table of a pattern: bit 1 of the distance to the row class of the goal.
    pub(crate) fn fill(
        &self,
        homes: &[usize],
        blank: usize,
        table: &mut [u8],
        threads: usize,
        run: &mut Run,
    ) -> Result<(), Stop> {
        let chunks = self.layout.chunks();
        let blocks = [Axis::Row, Axis::Col].map(|axis| self.layout.blocks(axis));
        let mut seen = blocks.map(|blocks| vec![0_u32; blocks * chunks]);
        let mut bits = blocks.map(|blocks| vec![0_u32; blocks * chunks]);
        let mut level = vec![0; blocks[0] * chunks];
        let set = homes.iter().fold(0, |set, home| set | 1 << home);
        let goal = blank / self.layout.size().cols() * self.layout.sets() + self.layout.rank(without(set, blank));
        // Homes ascend, so the goal's order is the first.
        level[goal * chunks] = 1;
        let mut counts = vec![0; blocks[0]];
        counts[goal] = 1;
        seen[0][goal * chunks] = 1;
        for distance in 1_u32.. {
            let side = (distance % 2) as usize;
            let axis = if side == 0 { Axis::Row } else { Axis::Col };
            let mut next = vec![0; blocks[side] * chunks];
            let found: Vec<u32> =
                self.level(axis, &ClassLevel { bits: &level, counts: &counts }, &mut next, &mut seen[side], threads);
            counts = found;
            let found: u64 = counts.iter().map(|&count| u64::from(count)).sum();
            if found == 0 {
                break;
            }
            if distance & 2 != 0 {
                bits[side].iter_mut().zip(&next).for_each(|(bits, new)| *bits |= new);
            }
            level = next;
            run.check()?;
            for _ in 0..found / CLASSES_A_STEP {
                run.step()?;
            }
        }
        let (rows, cols) = table.split_at_mut(blocks[0] * chunks * CHUNK);
        for (bytes, bits) in rows.chunks_exact_mut(CHUNK).zip(&bits[0]) {
            bytes.copy_from_slice(&bits.to_le_bytes()[..CHUNK]);
        }
        self.put_columns(&bits[1], cols);
        Ok(())
    }

    /// Gathers a level on the side of an axis from the level before; by block, how many classes are new.
    fn level(&self, axis: Axis, last: &ClassLevel<'_>, next: &mut [u32], seen: &mut [u32], threads: usize) -> Vec<u32> {
        let part = next.len().div_ceil(threads.max(1)).next_multiple_of(self.layout.chunks());
        let parts = next.chunks_mut(part).zip(seen.chunks_mut(part)).enumerate();
        let first = |i: usize| i * part / self.layout.chunks();
        if threads <= 1 {
            return parts.flat_map(|(i, (next, seen))| self.gather(axis, first(i), last, next, seen)).collect();
        }
        std::thread::scope(|scope| {
            let gather = |(i, (next, seen))| scope.spawn(move || self.gather(axis, first(i), last, next, seen));
            let workers: Vec<_> = parts.map(gather).collect();
            workers.into_iter().flat_map(|worker| worker.join().expect("gathering does not panic")).collect()
        })
    }

    /// Gathers the blocks from `first` on.
    fn gather(&self, axis: Axis, first: usize, last: &ClassLevel<'_>, next: &mut [u32], seen: &mut [u32]) -> Vec<u32> {
        let chunks = self.layout.chunks();
        let size = self.layout.size();
        let degree = if axis == Axis::Row { size.cols() } else { size.rows() };
        let edges = self.edges[axis as usize][first * degree..].chunks_exact(degree);
        let blocks = next.chunks_exact_mut(chunks).zip(seen.chunks_exact_mut(chunks));
        let gather = |((next, seen), edges): ((&mut [u32], &mut [u32]), &[ClassEdge])| {
            let mut any = false;
            // Skipping empty blocks: 4.3 to 3.5 s of CPU for 7-7-1.
            for edge in edges.iter().filter(|edge| last.counts[edge.block as usize] > 0) {
                any = true;
                let from = &last.bits[edge.block as usize * chunks..][..chunks];
                if self.plain[edge.carry as usize] {
                    next.iter_mut().zip(from).for_each(|(next, from)| *next |= from);
                } else {
                    self.carries[edge.carry as usize].add(&self.turns, from, next);
                }
            }
            if any { keep_new(next, seen) } else { 0 }
        };
        blocks.zip(edges).map(gather).collect()
    }

    /// Writes the column classes, read column by column.
    fn put_columns(&self, bits: &[u32], table: &mut [u8]) {
        let (layout, chunks) = (self.layout, self.layout.chunks());
        let (rows, cols) = (layout.size().rows(), layout.size().cols());
        let across = |cell: usize| cell % cols * rows + cell / cols;
        let sets: Vec<usize> = layout.all_sets().collect();
        let mut block = vec![0; chunks];
        for (i, bits) in bits.chunks_exact(chunks).enumerate() {
            let (col, rest) = (i / layout.sets(), sets[i % layout.sets()]);
            let set = with(rest, col);
            block.fill(0);
            Carry::new(layout, &reading(set, across)).add(&self.turns, bits, &mut block);
            let turned = (0..rows * cols).filter(|cell| set >> cell & 1 == 1).map(|cell| 1 << across(cell)).sum();
            let to = col * layout.sets() + layout.rank(without(turned, col * rows));
            let table = &mut table[to * chunks * CHUNK..][..chunks * CHUNK];
            for (bytes, bits) in table.chunks_exact_mut(CHUNK).zip(&block) {
                bytes.copy_from_slice(&bits.to_le_bytes()[..CHUNK]);
            }
        }
    }
}
