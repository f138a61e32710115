//! A sweep whose front fits one machine word, whatever the board: for counts.
//!
//! Words: a **near** state names its first empty cell, and has one word for the front after it, so a board of 156 cells is as cheap as one of 64. Cells that lie alike on the board have the same steps relative to themselves: they share one table, which stays
//! in the caches. A near step has no option, only what it fills and uses, so solutions can be counted, not listed.
//!
//! Invariant: near states are those of [`CellSweep`](super::CellSweep), with the same children and the same dead ends. 52 L-trominoes on 12 x 13, which took four words a mask, are counted in half the time.

use super::{LOOK, Pockets, SweepStep, TABLE};
use crate::pack::bits::Mask;
use crate::pack::model::PackModel;
use crate::pack::puzzle::Puzzle;
use crate::pack::stock::{Stock, StockRules};
use crate::run::{Run, Stop};

/// How far after its first cell a step may reach: the front after it and the cell itself are one word.
const REACH: u32 = 62;

/// What is filled, seen from the first empty cell, and what is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NearFilling<const L: usize> {
    /// Bit n: the cell n + 1 after the first empty one is filled.
    pub(crate) front: u64,
    pub(crate) left: Stock<L>,
    /// The first empty cell; the number of cells when the board is full.
    pub(crate) first: u32,
}

/// A step, seen from its first cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NearStep {
    front: u64,
    kind: u32,
}

impl NearStep {
    /// A place for a step.
    pub(crate) const NONE: NearStep = NearStep { front: 0, kind: 0 };
}

/// What a count along a sweep looks up.
pub(crate) struct NearSweep<const L: usize> {
    cells: u32,
    stock: StockRules<L>,
    /// The table of each cell.
    tables: Vec<u32>,
    /// Where the steps of a table and an occupancy begin: `table << LOOK | occupancy`, one more at the end.
    starts: Vec<u32>,
    steps: Vec<NearStep>,
    pockets: Option<NearPockets>,
}

impl<const L: usize> NearSweep<L> {
    /// Its tables are in held memory. `None` when a step reaches too far, some part of the board is cut off by the cells before it, or the tables would be large.
    pub(crate) fn of<const W: usize>(
        puzzle: &Puzzle,
        model: &PackModel,
        order: &[u32],
        run: &mut Run<'_>,
    ) -> Result<Option<NearSweep<L>>, Stop> {
        let mut rank = vec![0; order.len()];
        for (at, &cell) in order.iter().enumerate() {
            rank[cell as usize] = at as u32;
        }
        let passing = (model.options.len() * size_of::<SweepStep<W>>()) as u64;
        run.hold(passing)?;
        let (filed, firsts) = SweepStep::<W>::filed(model, &rank, run)?;
        let reaches_far = |step: &SweepStep<W>| (step.mask.highest() as u32) - step.mask.lowest() > REACH;
        run.work((order.len() * order.len() * W) as u64)?;
        let pockets = Pockets::<W>::of(puzzle, model, order, &rank);
        let near = pockets.as_ref().map(|pockets| NearPockets::of(pockets, order.len()));
        if filed.iter().any(reaches_far) || matches!(near, Some(None)) {
            run.release(passing);
            return Ok(None);
        }
        let (lists, tables) = lists_of(&filed, &firsts, run)?;
        let all: usize = lists.iter().map(Vec::len).sum();
        let bytes = ((all * size_of::<NearStep>() + lists.len() * 4) << LOOK) as u64;
        let room = run.remaining().memory.map_or(TABLE as u64, |left| (left / 2).min(TABLE as u64));
        if bytes > room {
            run.release(passing);
            return Ok(None);
        }
        run.hold(bytes)?;
        let mut starts = Vec::with_capacity((lists.len() << LOOK) + 1);
        let mut steps = Vec::new();
        for own in &lists {
            run.work((own.len() << LOOK) as u64)?;
            for occupancy in 0..1u64 << LOOK {
                starts.push(steps.len() as u32);
                steps.extend(own.iter().filter(|step| step.front & occupancy == 0));
            }
        }
        starts.push(steps.len() as u32);
        run.release(passing);
        let (cells, stock) = (order.len() as u32, StockRules::new(model));
        Ok(Some(NearSweep { cells, stock, tables, starts, steps, pockets: near.flatten() }))
    }

    /// The empty board.
    pub(crate) fn root(&self) -> NearFilling<L> {
        NearFilling { front: 0, left: self.stock.root, first: 0 }
    }

    /// Whether the board is full.
    #[inline]
    pub(crate) fn is_full(&self, at: NearFilling<L>) -> bool {
        at.first == self.cells
    }

    /// Whether a full board has as much of every kind as it must.
    #[inline]
    pub(crate) fn is_solved(&self, at: NearFilling<L>) -> bool {
        self.stock.is_enough(at.left)
    }

    /// How many steps a cell has at most.
    pub(crate) fn most_steps(&self) -> usize {
        self.starts.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0) as usize
    }

    /// Writes the steps that fit a state to the start of `out`, which has room for [`NearSweep::most_steps`], and gives how many they are. The board must not be full.
    #[inline]
    pub(crate) fn fitting(&self, at: NearFilling<L>, out: &mut [NearStep]) -> usize {
        let table = self.tables[at.first as usize] as usize;
        let entry = table << LOOK | (at.front & ((1 << LOOK) - 1)) as usize;
        let mut kept = 0;
        for step in &self.steps[self.starts[entry] as usize..self.starts[entry + 1] as usize] {
            out[kept] = *step;
            let clash = step.front & at.front | self.stock.lack(at.left, step.kind);
            kept += usize::from(clash == 0);
        }
        kept
    }

    /// One step more.
    #[inline]
    pub(crate) fn with(&self, at: NearFilling<L>, step: &NearStep) -> NearFilling<L> {
        let front = at.front | step.front;
        // The front has at most 62 cells, so there is an empty one in the word.
        let filled = front.trailing_ones();
        let left = self.stock.without(at.left, step.kind);
        NearFilling { front: front >> filled >> 1, left, first: at.first + filled + 1 }
    }

    /// Whether a pocket has a size that nothing of what is left adds up to.
    #[inline]
    pub(crate) fn is_dead(&self, at: NearFilling<L>) -> bool {
        self.pockets.as_ref().is_some_and(|pockets| pockets.is_dead(&self.stock, at))
    }
}

/// The steps of cells, seen from there, each list once; and which list each cell has.
fn lists_of<const W: usize>(
    filed: &[SweepStep<W>],
    firsts: &[u32],
    run: &mut Run<'_>,
) -> Result<(Vec<Vec<NearStep>>, Vec<u32>), Stop> {
    let seen = |step: &SweepStep<W>| NearStep { front: step.mask.window(step.mask.lowest() + 1), kind: step.kind };
    let (mut lists, mut tables): (Vec<Vec<NearStep>>, Vec<u32>) = (Vec::new(), Vec::new());
    for ends in firsts.windows(2) {
        let own: Vec<NearStep> = filed[ends[0] as usize..ends[1] as usize].iter().map(seen).collect();
        run.work((own.len() * (lists.len() + 1)) as u64)?;
        // Cells that lie alike come soon after one another.
        let known = lists.iter().rposition(|list| *list == own);
        tables.push(known.unwrap_or(lists.len()) as u32);
        if known.is_none() {
            lists.push(own);
        }
    }
    Ok((lists, tables))
}

/// [`Pockets`] in one word.
struct NearPockets {
    /// How far apart cells lie that touch.
    distances: Vec<u32>,
    /// For each cell and distance, bit n: the cell n after it touches the one so far after that.
    touching: Vec<u64>,
    /// For each cell, the cells before it that touch it or a later one; the one just before it is the highest bit.
    before_rest: Vec<u64>,
    divisor: u32,
    smallest: u32,
    need_sums: bool,
}

impl NearPockets {
    /// `None` when the cells from some cell on are not one region.
    fn of<const W: usize>(pockets: &Pockets<W>, cells: usize) -> Option<NearPockets> {
        let distances = &pockets.touching.distances;
        let seen = |cell: u32| distances.iter().map(move |(_, from)| from.window(cell));
        let back = |(cell, touched): (u32, &Option<Mask<W>>)| {
            let touched = (*touched)?;
            Some(if cell >= 64 { touched.window(cell - 64) } else { touched.window(0) << (64 - cell.max(1)) })
        };
        Some(NearPockets {
            distances: distances.iter().map(|&(distance, _)| distance).collect(),
            touching: (0..cells as u32).flat_map(seen).collect(),
            before_rest: (0u32..).zip(&pockets.before_rest).map(back).collect::<Option<_>>()?,
            divisor: pockets.divisor,
            smallest: pockets.smallest,
            need_sums: pockets.need_sums,
        })
    }

    /// The cells of `within` that `seed`, a part of it, is connected to. Bit 0 is the cell whose `touching` is given.
    #[inline]
    fn grow(&self, seed: u64, within: u64, touching: &[u64]) -> u64 {
        let mut region = seed;
        loop {
            let mut next = region;
            for (&distance, &from) in self.distances.iter().zip(touching) {
                next |= (region & from) << distance | (region >> distance) & from;
            }
            next &= within;
            if next == region {
                return region;
            }
            region = next;
        }
    }

    #[inline]
    fn is_dead<const L: usize>(&self, stock: &StockRules<L>, at: NearFilling<L>) -> bool {
        if at.front == 0 {
            return false;
        }
        // The front from the first empty cell on, which is bit 0; the rest begins after its last filled cell.
        let length = u64::BITS - at.front.leading_zeros();
        let free = !(at.front << 1) & (u64::MAX >> (63 - length));
        let rest_start = at.first + 1 + length;
        let here = at.first as usize * self.distances.len();
        let touching = &self.touching[here..here + self.distances.len()];
        let pockets = match self.before_rest.get(rest_start as usize) {
            Some(touched) => {
                let seed = touched >> (63 - length) & free;
                free & !self.grow(seed, free, touching)
            }
            None => free,
        };
        pockets != 0
            && (!pockets.count_ones().is_multiple_of(self.divisor) || self.are_odd(pockets, touching, stock, at))
    }

    /// Whether one of these pockets has a size that is none of the sums.
    fn are_odd<const L: usize>(
        &self,
        pockets: u64,
        touching: &[u64],
        stock: &StockRules<L>,
        at: NearFilling<L>,
    ) -> bool {
        let mut rest = pockets;
        let mut sums = None;
        while rest != 0 {
            let pocket = self.grow(rest & rest.wrapping_neg(), rest, touching);
            let size = pocket.count_ones();
            if !size.is_multiple_of(self.divisor) || size < self.smallest {
                return true;
            }
            if self.need_sums && !sums.get_or_insert_with(|| stock.sums::<1>(at.left)).has(size) {
                return true;
            }
            rest &= !pocket;
        }
        false
    }
}
