//! Filling a board from one end: always the first empty cell next.
//!
//! Words: cells are numbered in the order of the **sweep**; a **step** is an option together with its mask in that numbering, filed under its first cell; the cells up to the last filled one are the **front**, those after
//! it the **rest**; a **pocket** is a region of free cells that does not reach the rest.
//!
//! Steps are looked up by the occupancy of the next few cells, which rules most of them out at once. Pockets are found by growing the rest into the front: usually it swallows every free cell, in about 20 ns. On IQ Puzzler
//! Pro 5 x 11 pockets of a size that no pieces left add up to are 61 % of all states.

pub(crate) mod near;

use super::backtrack::region::neighbours;
use super::bits::Mask;
use super::model::PackModel;
use super::puzzle::Puzzle;
use super::stock::{Stock, StockRules};
use crate::run::{Run, Stop};

/// How many cells after the first empty one the steps are looked up by, at most.
const LOOK: u32 = 7;

/// The bytes that the table of steps may take: large boards look at fewer cells.
const TABLE: usize = 32 << 20;

/// An option in the sweep's numbering.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweepStep<const W: usize> {
    pub(crate) mask: Mask<W>,
    pub(crate) kind: u32,
    pub(crate) option: u32,
}

impl<const W: usize> SweepStep<W> {
    /// A place for a step.
    pub(crate) const NONE: SweepStep<W> = SweepStep { mask: Mask::EMPTY, kind: 0, option: 0 };

    /// All options in the order of their first cells, and where each cell's begin. The caller holds the steps.
    fn filed(model: &PackModel, rank: &[u32], run: &mut Run<'_>) -> Result<(Vec<SweepStep<W>>, Vec<u32>), Stop> {
        let ranks = |option: usize| model.cells(option).iter().map(|&cell| rank[cell as usize]);
        let first = |option: usize| ranks(option).min().expect("an option has a cell") as usize;
        let mut firsts = vec![0; rank.len() + 1];
        for option in 0..model.options.len() {
            run.work(2 * model.cells(option).len() as u64)?;
            firsts[first(option) + 1] += 1;
        }
        for cell in 0..rank.len() {
            firsts[cell + 1] += firsts[cell];
        }
        let mut filed = vec![SweepStep::NONE; model.options.len()];
        let mut next = firsts.clone();
        for option in 0..model.options.len() {
            run.work((16 * W + model.cells(option).len()) as u64)?;
            let mask = Mask::<W>::of_cells(ranks(option));
            let at = &mut next[mask.lowest() as usize];
            filed[*at as usize] = SweepStep { mask, kind: model.options[option].kind, option: option as u32 };
            *at += 1;
        }
        Ok((filed, firsts))
    }
}

/// What is filled, and what is left. Cells are numbered in the order of the sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Filling<const W: usize, const L: usize> {
    pub(crate) filled: Mask<W>,
    pub(crate) left: Stock<L>,
}

/// Everything that a search along a sweep looks up.
#[derive(Clone, Debug)]
pub(crate) struct CellSweep<const W: usize, const L: usize> {
    /// All cells.
    pub(crate) full: Mask<W>,
    pub(crate) stock: StockRules<L>,
    steps: Vec<SweepStep<W>>,
    /// Where the steps of a cell and an occupancy begin: `cell << look | occupancy`, one more at the end.
    starts: Vec<u32>,
    look: u32,
    pockets: Option<Pockets<W>>,
}

/// Which cells touch which: cell `c` in the mask of a distance touches `c` plus that distance. A rectangle has two distances, a mask with a slanting sweep a dozen.
#[derive(Clone, Debug)]
struct Touching<const W: usize> {
    distances: Vec<(u32, Mask<W>)>,
}

impl<const W: usize> Touching<W> {
    fn of(lists: &[Vec<u32>], order: &[u32], rank: &[u32]) -> Option<Touching<W>> {
        let mut distances: Vec<(u32, Mask<W>)> = Vec::new();
        for (from, &cell) in (0u32..).zip(order) {
            let later = lists[cell as usize].iter().map(|&next| rank[next as usize]).filter(|&to| to > from);
            for distance in later.map(|to| to - from) {
                let own = Mask::of(&[from]);
                match distances.iter_mut().find(|known| known.0 == distance) {
                    Some(known) => known.1 = known.1.or(own),
                    None => distances.push((distance, own)),
                }
            }
        }
        distances.iter().all(|&(distance, _)| distance < 64).then_some(Touching { distances })
    }

    /// The cells that touch a later one in `cells`.
    fn before(&self, cells: Mask<W>) -> Mask<W> {
        let touching = self.distances.iter().map(|&(distance, from)| cells.down(distance).and(from));
        touching.fold(Mask::EMPTY, Mask::or)
    }

    /// [`Touching::grow`] in the 64 cells from `first` on.
    #[inline]
    fn grow_near(&self, seed: u64, within: u64, first: u32) -> u64 {
        let mut region = seed;
        loop {
            let mut next = region;
            for &(distance, from) in &self.distances {
                let from = from.window(first);
                next |= (region & from) << distance | (region >> distance) & from;
            }
            next &= within;
            if next == region {
                return region;
            }
            region = next;
        }
    }

    /// The cells of `within` that `seed`, a part of it, is connected to.
    #[inline]
    fn grow(&self, seed: Mask<W>, within: Mask<W>) -> Mask<W> {
        let mut region = seed;
        loop {
            let mut next = region;
            for &(distance, from) in &self.distances {
                next = next.or(region.and(from).up(distance)).or(region.down(distance).and(from));
            }
            next = next.and(within);
            if next == region {
                return region;
            }
            region = next;
        }
    }
}

#[derive(Clone, Debug)]
struct Pockets<const W: usize> {
    touching: Touching<W>,
    /// For each cell, the cells before it that touch it or a later one, if it and the later ones are one region.
    before_rest: Vec<Option<Mask<W>>>,
    /// What divides the size of every kind, and the smallest size: these decide most pockets.
    divisor: u32,
    smallest: u32,
    /// Whether the sums of what is left say more than the divisor.
    need_sums: bool,
}

impl<const W: usize, const L: usize> CellSweep<W, L> {
    /// Its tables are in held memory.
    pub(crate) fn new(
        puzzle: &Puzzle,
        model: &PackModel,
        order: &[u32],
        run: &mut Run<'_>,
    ) -> Result<CellSweep<W, L>, Stop> {
        let mut rank = vec![0; order.len()];
        for (at, &cell) in order.iter().enumerate() {
            rank[cell as usize] = at as u32;
        }
        // Every option as a step, filed under its first cell; they go when the table is there.
        let passing = (model.options.len() * size_of::<SweepStep<W>>()) as u64;
        run.hold(passing)?;
        let (filed, firsts) = SweepStep::filed(model, &rank, run)?;
        let bytes = |look: u32| (model.options.len() << look) * size_of::<SweepStep<W>>() + (order.len() << look) * 4;
        let room = run.remaining().memory.map_or(TABLE, |left| TABLE.min((left / 2) as usize));
        let look = (0..=LOOK).rev().find(|&look| bytes(look) <= room).unwrap_or(0);
        run.hold(bytes(look) as u64)?;
        let mut steps = Vec::with_capacity(model.options.len() << look);
        let mut starts = Vec::with_capacity((order.len() << look) + 1);
        for (cell, ends) in (0u32..).zip(firsts.windows(2)) {
            let own = &filed[ends[0] as usize..ends[1] as usize];
            run.work(((own.len() * W) << look) as u64)?;
            for occupancy in 0..1u64 << look {
                starts.push(steps.len() as u32);
                steps.extend(own.iter().filter(|step| step.mask.window(cell + 1) & occupancy == 0));
            }
        }
        starts.push(steps.len() as u32);
        // Most were ruled out.
        steps.shrink_to_fit();
        drop(filed);
        run.release(passing);
        run.work((order.len() * order.len() * W) as u64)?;
        let pockets = Pockets::of(puzzle, model, order, &rank);
        let stock = StockRules::new(model);
        Ok(CellSweep { full: Mask::first_cells(order.len()), stock, steps, starts, look, pockets })
    }

    /// The empty board.
    pub(crate) fn root(&self) -> Filling<W, L> {
        Filling { filled: Mask::EMPTY, left: self.stock.root }
    }

    /// One step more.
    #[inline]
    pub(crate) fn with(&self, at: Filling<W, L>, step: &SweepStep<W>) -> Filling<W, L> {
        Filling { filled: at.filled.or(step.mask), left: self.stock.without(at.left, step.kind) }
    }

    /// Whether the board is full.
    #[inline]
    pub(crate) fn is_full(&self, at: Filling<W, L>) -> bool {
        at.filled == self.full
    }

    /// Whether a full board has as much of every kind as it must.
    #[inline]
    pub(crate) fn is_solved(&self, at: Filling<W, L>) -> bool {
        self.stock.is_enough(at.left)
    }

    /// The steps that fill the first empty cell and leave the next few filled ones alone. The board must not be full.
    #[inline]
    pub(crate) fn steps(&self, filled: Mask<W>) -> &[SweepStep<W>] {
        let first = self.full.without(filled).lowest();
        let occupancy = filled.window(first + 1) & ((1 << self.look) - 1);
        let at = (first as usize) << self.look | occupancy as usize;
        &self.steps[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// How many steps a cell has at most.
    pub(crate) fn most_steps(&self) -> usize {
        self.starts.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0) as usize
    }

    /// Writes the steps that fit a state to the start of `out`, which has room for [`CellSweep::most_steps`], and gives how many they are. Without branches: which ones fit is as good as random.
    #[inline]
    pub(crate) fn fitting(&self, Filling { filled, left }: Filling<W, L>, out: &mut [SweepStep<W>]) -> usize {
        let mut kept = 0;
        for step in self.steps(filled) {
            out[kept] = *step;
            let clash = step.mask.and(filled).any_bits() | self.stock.lack(left, step.kind);
            kept += usize::from(clash == 0);
        }
        kept
    }

    /// Whether a pocket has a size that nothing of what is left adds up to.
    #[inline]
    pub(crate) fn is_dead(&self, at: Filling<W, L>) -> bool {
        self.pockets.as_ref().is_some_and(|pockets| pockets.is_dead(&self.stock, self.full.without(at.filled), at))
    }
}

impl<const W: usize> Pockets<W> {
    /// `None` when some piece is in parts, because it may lie in several pockets, or when the board is too wide.
    fn of(puzzle: &Puzzle, model: &PackModel, order: &[u32], rank: &[u32]) -> Option<Pockets<W>> {
        let mut pieces = model.loose().map(|(_, piece)| &puzzle.pieces()[piece]);
        if !model.compounds.is_empty() || pieces.any(|piece| piece.parts(puzzle.board().lattice()) > 1) {
            return None;
        }
        let touching = Touching::of(&neighbours(puzzle, model), order, rank)?;
        let sizes = || model.kinds.iter().map(|kind| kind.size as u32);
        let divisor = sizes().fold(0, gcd);
        let smallest = sizes().min().unwrap_or(0);
        // Where all pieces are alike, multiples do; but gaps are few, and with them every size is a multiple.
        let need_sums = divisor < smallest || model.kinds.iter().any(|kind| kind.piece.is_none());
        let mut pockets = Pockets { touching, before_rest: Vec::new(), divisor, smallest, need_sums };
        let full = Mask::<W>::first_cells(order.len());
        for cell in 0..order.len() {
            let rest = full.without(Mask::first_cells(cell));
            let is_one = pockets.touching.grow(Mask::of(&[cell as u32]), rest) == rest;
            let touched = pockets.touching.before(rest).without(rest);
            pockets.before_rest.push(is_one.then_some(touched));
        }
        Some(pockets)
    }

    #[inline]
    fn is_dead<const L: usize>(&self, stock: &StockRules<L>, free: Mask<W>, at: Filling<W, L>) -> bool {
        let rest_start = (at.filled.highest() + 1) as usize;
        let are_odd = |pockets| self.are_odd(pockets, || stock.sums(at.left));
        match self.before_rest.get(rest_start) {
            Some(Some(touched)) => {
                let pockets = self.pockets(free, *touched, rest_start as u32);
                // The sum of the pockets decides most of them.
                !pockets.is_empty() && (!pockets.count().is_multiple_of(self.divisor) || are_odd(pockets))
            }
            _ => !free.is_empty() && are_odd(free),
        }
    }

    /// The free cells of the front that do not reach the rest, which touches these cells.
    #[inline]
    fn pockets(&self, free: Mask<W>, touched: Mask<W>, rest_start: u32) -> Mask<W> {
        let first = free.lowest();
        if W == 1 || rest_start > first + 64 {
            let front = free.and(Mask::first_cells(rest_start as usize));
            return front.without(self.touching.grow(touched.and(front), front));
        }
        // Few fronts are longer than a word, whatever the board: 52 L-trominoes on 12 x 13 are counted in a tenth less time.
        let Some(beyond) = (first + 64).checked_sub(rest_start).filter(|&beyond| beyond < 64) else {
            return Mask::EMPTY;
        };
        let front = free.window(first) & (u64::MAX >> beyond);
        let pockets = front & !self.touching.grow_near(touched.window(first) & front, front, first);
        if pockets == 0 { Mask::EMPTY } else { Mask::of_word(pockets, first) }
    }

    /// Whether one of these pockets has a size that is none of the sums, which are asked for at most once.
    fn are_odd(&self, pockets: Mask<W>, all_sums: impl Fn() -> Mask<W>) -> bool {
        let mut rest = pockets;
        let mut sums = None;
        while !rest.is_empty() {
            let pocket = self.touching.grow(Mask::of(&[rest.lowest()]), rest);
            let size = pocket.count();
            if !size.is_multiple_of(self.divisor) || size < self.smallest {
                return true;
            }
            // A pocket as large as the board is the board, whose cells add up.
            if self.need_sums && size < 64 * W as u32 {
                let sums = sums.get_or_insert_with(&all_sums);
                if !sums.has(size) {
                    return true;
                }
            }
            rest = rest.without(pocket);
        }
        false
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::pack::text;
    use crate::run::{Control, Limits};

    /// Random ways down a board of three words: what one word says of the pockets is what all words say.
    #[test]
    fn pockets_of_a_front_that_fits_a_word() {
        let puzzle = text::read("12 13 1\nDEFAULT\nAA\nA\nCOPIES A 52\n").unwrap().puzzle;
        let control = Control::new();
        let mut run = Run::new(Limits::default(), &control);
        let model = PackModel::new(&puzzle, &mut run).unwrap();
        let order = crate::pack::graph::order::best(&puzzle, &model);
        let sweep = CellSweep::<4, 1>::new(&puzzle, &model, &order, &mut run).unwrap();
        let pockets = sweep.pockets.as_ref().unwrap();
        let (mut dice, mut some) = (Dice::new(1), 0);
        let mut steps = vec![SweepStep::NONE; sweep.most_steps()];
        for _ in 0..200 {
            let mut at = sweep.root();
            while let fitting @ 1.. = if sweep.is_full(at) { 0 } else { sweep.fitting(at, &mut steps) } {
                at = sweep.with(at, dice.pick(&steps[..fitting]).unwrap());
                let start = (at.filled.highest() + 1) as u32;
                let Some(Some(touched)) = pockets.before_rest.get(start as usize) else { continue };
                let free = sweep.full.without(at.filled);
                let front = free.and(Mask::first_cells(start as usize));
                let expected = front.without(pockets.touching.grow(touched.and(front), front));
                assert_eq!(pockets.pockets(free, *touched, start), expected);
                some += u32::from(!expected.is_empty());
            }
        }
        assert!(some > 100, "{some}");
    }
}
