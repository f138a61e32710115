//! Filling a board from one end: always the first empty cell next.
//!
//! Words: cells are numbered in the order of the **sweep**; a **step** is an option together with its mask in that numbering, filed under its first cell; the cells up to the last filled one are the **front**, those after
//! it the **rest**; a **pocket** is a region of free cells that does not reach the rest.
//!
//! Steps are looked up by the occupancy of the next few cells, which rules most of them out at once. Pockets are found by growing the rest into the front: usually it swallows every free cell, in about 20 ns. On IQ Puzzler
//! Pro 5 x 11 pockets of a size that no pieces left add up to are 61 % of all states.

use super::backtrack::region::neighbours;
use super::bits::Mask;
use super::model::PackModel;
use super::puzzle::Puzzle;
use crate::run::{Run, Stop};

/// How many cells after the first empty one the steps are looked up by, at most.
const LOOK: u32 = 7;

/// The bytes that the table of steps may take: large boards look at fewer cells.
const TABLE: usize = 32 << 20;

/// An option in the sweep's numbering.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweepStep<const W: usize> {
    pub(crate) mask: Mask<W>,
    pub(crate) piece: u32,
    pub(crate) option: u32,
}

impl<const W: usize> SweepStep<W> {
    /// A place for a step.
    pub(crate) const NONE: SweepStep<W> = SweepStep { mask: Mask::EMPTY, piece: 0, option: 0 };

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
            filed[*at as usize] = SweepStep { mask, piece: model.options[option].piece, option: option as u32 };
            *at += 1;
        }
        Ok((filed, firsts))
    }
}

/// What is filled, and which pieces are left. Cells are numbered in the order of the sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Filling<const W: usize> {
    pub(crate) filled: Mask<W>,
    /// Bit n: loose piece n is not placed yet.
    pub(crate) left: u64,
}

impl<const W: usize> Filling<W> {
    /// The empty board.
    pub(crate) fn root(pieces: usize) -> Filling<W> {
        Filling { filled: Mask::EMPTY, left: ((1u128 << pieces) - 1) as u64 }
    }

    /// One step more.
    #[inline]
    pub(crate) fn with(self, step: &SweepStep<W>) -> Filling<W> {
        Filling { filled: self.filled.or(step.mask), left: self.left & !(1 << step.piece) }
    }
}

/// Everything that a search along a sweep looks up.
#[derive(Clone, Debug)]
pub(crate) struct CellSweep<const W: usize> {
    /// All cells.
    pub(crate) full: Mask<W>,
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
    sizes: Vec<u32>,
    /// What divides the size of every piece, and the smallest size: these decide most pockets.
    divisor: u32,
    smallest: u32,
}

impl<const W: usize> CellSweep<W> {
    /// Its tables are in held memory.
    pub(crate) fn new(
        puzzle: &Puzzle,
        model: &PackModel,
        order: &[u32],
        run: &mut Run<'_>,
    ) -> Result<CellSweep<W>, Stop> {
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
        Ok(CellSweep { full: Mask::first_cells(order.len()), steps, starts, look, pockets })
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
    pub(crate) fn fitting(&self, filled: Mask<W>, left: u64, out: &mut [SweepStep<W>]) -> usize {
        let mut kept = 0;
        for step in self.steps(filled) {
            out[kept] = *step;
            let clash = step.mask.and(filled).any_bits() | (!left >> step.piece & 1);
            kept += usize::from(clash == 0);
        }
        kept
    }

    /// Whether a pocket has a size that no set of the pieces left adds up to.
    #[inline]
    pub(crate) fn is_dead(&self, filled: Mask<W>, left: u64) -> bool {
        self.pockets.as_ref().is_some_and(|pockets| pockets.is_dead(self.full.without(filled), filled, left))
    }
}

impl<const W: usize> Pockets<W> {
    /// `None` when some piece is in parts, because it may lie in several pockets, or when the board is too wide.
    fn of(puzzle: &Puzzle, model: &PackModel, order: &[u32], rank: &[u32]) -> Option<Pockets<W>> {
        let pieces = || model.loose.iter().map(|&piece| &puzzle.pieces()[piece]);
        if pieces().any(|piece| piece.parts(puzzle.board().lattice()) > 1) {
            return None;
        }
        let touching = Touching::of(&neighbours(puzzle, model), order, rank)?;
        let sizes: Vec<u32> = pieces().map(|piece| piece.size() as u32).collect();
        let divisor = sizes.iter().fold(0, |divisor, &size| gcd(divisor, size));
        let smallest = sizes.iter().copied().min().unwrap_or(0);
        let mut pockets = Pockets { touching, before_rest: Vec::new(), sizes, divisor, smallest };
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
    fn is_dead(&self, free: Mask<W>, filled: Mask<W>, left: u64) -> bool {
        let rest_start = (filled.highest() + 1) as usize;
        match self.before_rest.get(rest_start) {
            Some(Some(touched)) => {
                let front = free.and(Mask::first_cells(rest_start));
                let pockets = front.without(self.touching.grow(touched.and(front), front));
                // The sum of the pockets decides most of them.
                !pockets.is_empty() && (!pockets.count().is_multiple_of(self.divisor) || self.are_odd(pockets, left))
            }
            _ => !free.is_empty() && self.are_odd(free, left),
        }
    }

    /// Whether one of these pockets has a size that the pieces left cannot make.
    fn are_odd(&self, pockets: Mask<W>, left: u64) -> bool {
        let mut rest = pockets;
        let mut sums = None;
        while !rest.is_empty() {
            let pocket = self.touching.grow(Mask::of(&[rest.lowest()]), rest);
            let size = pocket.count();
            if !size.is_multiple_of(self.divisor) || size < self.smallest {
                return true;
            }
            // A pocket as large as the board is the board, whose cells add up; where all pieces are alike, multiples do.
            if self.divisor < self.smallest && size < 64 * W as u32 {
                let sums = sums.get_or_insert_with(|| self.sums(left));
                if !sums.has(size) {
                    return true;
                }
            }
            rest = rest.without(pocket);
        }
        false
    }

    /// Bit n: some of the pieces left have n cells together.
    fn sums(&self, left: u64) -> Mask<W> {
        let mut sums = Mask::<W>::of(&[0]);
        let mut pieces = left;
        while pieces != 0 {
            sums = sums.or(sums.shifted(self.sizes[pieces.trailing_zeros() as usize]));
            pieces &= pieces - 1;
        }
        sums
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
