//! Regions: the free cells fall into parts, and connected pieces must fill each part exactly.
//!
//! Invariant: only used when every piece is connected, because a piece in two parts may lie in two regions.

use crate::pack::bits::Mask;
use crate::pack::board::PackBoard;
use crate::pack::lattice::Lattice;
use crate::pack::model::PackModel;
use crate::pack::puzzle::Puzzle;
use crate::pack::stock::with_copies;

/// Which cells touch which, and how large the pieces are.
#[derive(Clone, Debug)]
pub(crate) struct Regions<const W: usize> {
    neighbours: Vec<Mask<W>>,
    sizes: Vec<u32>,
}

impl<const W: usize> Regions<W> {
    /// `None` when some loose piece is in parts.
    pub(crate) fn of(puzzle: &Puzzle, model: &PackModel) -> Option<Regions<W>> {
        let lattice: Lattice = puzzle.board().lattice();
        if model.loose().any(|(_, piece)| puzzle.pieces()[piece].parts(lattice) > 1) {
            return None;
        }
        let sizes: Vec<u32> = model.kinds.iter().map(|kind| kind.size as u32).collect();
        Some(Regions { neighbours: neighbours(puzzle, model).iter().map(|n| Mask::of(n)).collect(), sizes })
    }

    /// Whether some region has a size that nothing of what is left adds up to: kinds, and how many there may be of each.
    pub(crate) fn are_odd(&self, free: Mask<W>, left: impl Iterator<Item = (u32, u32)>) -> bool {
        let mut rest = free;
        let mut region = self.region_of_lowest(rest);
        if region == rest {
            return false;
        }
        // Bit n: some of what is left has n cells together. Sums of 64 W or more are the whole board, and not asked for.
        let sums =
            left.fold(Mask::<W>::of(&[0]), |sums, (kind, most)| with_copies(sums, self.sizes[kind as usize], most));
        while !rest.is_empty() {
            if !sums.has(region.count()) {
                return true;
            }
            rest = rest.without(region);
            region = self.region_of_lowest(rest);
        }
        false
    }

    /// The region that the lowest cell lies in.
    pub(crate) fn region_of_lowest(&self, free: Mask<W>) -> Mask<W> {
        if free.is_empty() {
            return free;
        }
        let mut region = Mask::of(&[free.lowest()]);
        let mut fresh = region;
        while !fresh.is_empty() {
            let reached = fresh.cells().fold(Mask::EMPTY, |reached, cell| reached.or(self.neighbours[cell as usize]));
            fresh = reached.and(free).without(region);
            region = region.or(fresh);
        }
        region
    }
}

/// The free cells that touch each free cell.
pub(crate) fn neighbours(puzzle: &Puzzle, model: &PackModel) -> Vec<Vec<u32>> {
    let around = Around::new(puzzle, model);
    (0..model.free.len() as u32).map(|cell| around.of(cell).collect()).collect()
}

/// Finds the free cells around a cell.
pub(crate) struct Around<'m> {
    board: &'m PackBoard,
    free: &'m [u32],
    /// The number of each free cell of the board.
    numbers: Vec<u32>,
}

impl<'m> Around<'m> {
    pub(crate) fn new(puzzle: &'m Puzzle, model: &'m PackModel) -> Around<'m> {
        let mut numbers = vec![u32::MAX; puzzle.board().size()];
        for (at, &cell) in model.free.iter().enumerate() {
            numbers[cell as usize] = at as u32;
        }
        Around { board: puzzle.board(), free: &model.free, numbers }
    }

    /// The free cells that touch a free cell.
    pub(crate) fn of(&self, cell: u32) -> impl Iterator<Item = u32> {
        let at = self.board.lattice().cell(self.board.spots()[self.free[cell as usize] as usize]);
        let steps = self.board.lattice().neighbours().iter();
        let numbers = steps.filter_map(move |&step| Some(self.numbers[self.board.number_of(at.plus(step))?]));
        numbers.filter(|&number| number != u32::MAX)
    }
}
