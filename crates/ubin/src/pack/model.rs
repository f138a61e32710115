//! A puzzle as the engines see it: free cells, loose pieces, and every placement of each.
//!
//! Words: an **option** is a placement of a loose piece on free cells. Free cells are numbered in reading order, loose pieces as they come in the puzzle, options piece by piece. The **grid** is the box of spots
//! around the board, each with the number of its free cell; an orientation as steps in the grid is a **stamp**, which is tried with its first cell on every free cell.
//!
//! Invariant: no two options of a piece cover the same cells.

use std::cmp::Ordering;

use super::lattice::{Cell, Lattice, Spot};
use super::puzzle::{Placement, Puzzle, Solution};
use crate::cover::{DancingLinks, ExactCover};
use crate::run::{Run, Stop};

/// Bytes that may be listed between two looks at the account.
const UNTOLD: u64 = 1 << 20;

/// One placement of a loose piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ListedOption {
    /// The number of the loose piece.
    pub(crate) piece: u32,
    start: u32,
    end: u32,
}

/// What is left to do in a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct PackModel {
    /// The board's number of each free cell.
    pub(crate) free: Vec<u32>,
    /// The puzzle's number of each loose piece.
    pub(crate) loose: Vec<usize>,
    pub(crate) options: Vec<ListedOption>,
    cells: Vec<u32>,
}

/// Options sorted by piece and cells.
#[derive(Clone, Debug)]
pub(crate) struct ByCells {
    sorted: Vec<u32>,
    /// Where each piece's begin, and the end.
    starts: Vec<u32>,
}

impl ByCells {
    /// The option of a piece whose cells compare as equal; `order` says how an option's cells compare to those wanted.
    pub(crate) fn find(&self, model: &PackModel, piece: u32, order: impl Fn(&[u32]) -> Ordering) -> Option<u32> {
        let own = &self.sorted[self.starts[piece as usize] as usize..self.starts[piece as usize + 1] as usize];
        own.binary_search_by(|&option| order(model.cells(option as usize))).ok().map(|at| own[at])
    }
}

/// The number of the free cell at each spot of the box around the board.
struct SpotGrid {
    layers: i32,
    rows: i32,
    cols: i32,
    numbers: Vec<u32>,
}

const NOT_FREE: u32 = u32::MAX;

impl SpotGrid {
    fn of(puzzle: &Puzzle, free: &[u32], run: &mut Run<'_>) -> Result<SpotGrid, Stop> {
        let board = puzzle.board();
        let [layers, rows, cols] = [board.layers(), board.rows(), board.cols()].map(|side| side as i32);
        let spots = (layers * rows * cols) as usize;
        run.work(2 * spots as u64)?;
        run.hold((spots * size_of::<u32>()) as u64)?;
        let mut grid = SpotGrid { layers, rows, cols, numbers: vec![NOT_FREE; spots] };
        for (at, &cell) in free.iter().enumerate() {
            let point = grid.point(steps_of(board.spots()[cell as usize]));
            grid.numbers[point as usize] = at as u32;
        }
        Ok(grid)
    }

    fn point(&self, [layer, row, col]: [i32; 3]) -> i32 {
        (layer * self.rows + row) * self.cols + col
    }

    fn bytes(&self) -> u64 {
        size_of_val(&self.numbers[..]) as u64
    }
}

fn steps_of(spot: Spot) -> [i32; 3] {
    [spot.layer, spot.row, spot.col].map(|n| n as i32)
}

/// An orientation as steps from its first cell.
struct Stamp {
    /// In reading order, so that the numbers of the cells ascend.
    steps: Vec<i32>,
    /// The spots where its first cell may lie so that the whole lies in the grid.
    low: [i32; 3],
    high: [i32; 3],
}

impl Stamp {
    /// `None` when the grid is too small for it.
    fn new(orientation: &[Cell], lattice: Lattice, grid: &SpotGrid) -> Option<Stamp> {
        let mut steps: Vec<[i32; 3]> = orientation.iter().map(|&cell| lattice.spot_steps(cell)).collect();
        let (mut least, mut most) = ([0; 3], [0; 3]);
        for axis in 0..3 {
            least[axis] = steps.iter().map(|step| step[axis]).min()?;
            most[axis] = steps.iter().map(|step| step[axis]).max()?;
        }
        let sizes = [grid.layers, grid.rows, grid.cols];
        let low = least.map(|least| -least);
        let high: [i32; 3] = std::array::from_fn(|axis| sizes[axis] - 1 - most[axis]);
        if (0..3).any(|axis| low[axis] > high[axis]) {
            return None;
        }
        steps.sort_unstable_by_key(|&[layer, row, col]| (-layer, row, col));
        Some(Stamp { steps: steps.into_iter().map(|step| grid.point(step)).collect(), low, high })
    }

    /// The point of its first cell, if with that cell at a spot it lies in the grid.
    #[inline]
    fn at(&self, spot: Spot, grid: &SpotGrid) -> Option<i32> {
        let at = steps_of(spot);
        let is_inside = (0..3).all(|axis| self.low[axis] <= at[axis] && at[axis] <= self.high[axis]);
        is_inside.then(|| grid.point(at))
    }
}

impl PackModel {
    /// Finds every placement of every loose piece.
    ///
    /// # Errors
    /// When they do not fit the run's memory, or the run was told to stop.
    pub(crate) fn new(puzzle: &Puzzle, run: &mut Run<'_>) -> Result<PackModel, Stop> {
        let board = puzzle.board();
        run.hold(puzzle.bytes())?;
        let mut is_taken = vec![false; board.size()];
        puzzle.placed().iter().flat_map(|placed| &placed.cells).for_each(|&cell| is_taken[cell as usize] = true);
        let free: Vec<u32> = (0..board.size() as u32).filter(|&cell| !is_taken[cell as usize]).collect();
        let grid = SpotGrid::of(puzzle, &free, run)?;
        let mut model = PackModel { free, loose: puzzle.loose(), options: Vec::new(), cells: Vec::new() };
        let mut told = 0;
        for piece in 0..model.loose.len() {
            let shape = &puzzle.pieces()[model.loose[piece]];
            if shape.size() > model.free.len() {
                continue;
            }
            let orientations = shape.orientations_in(board.lattice(), puzzle.flips(), run)?;
            for orientation in &orientations {
                let Some(stamp) = Stamp::new(orientation, board.lattice(), &grid) else { continue };
                for at in 0..model.free.len() {
                    let spot = board.spots()[model.free[at] as usize];
                    let Some(point) = stamp.at(spot, &grid) else { continue };
                    run.work(model.add(piece as u32, point, &stamp, &grid))?;
                    if model.bytes() > told + UNTOLD {
                        model.account(&mut told, run)?;
                    }
                }
                run.work(model.free.len() as u64)?;
            }
            model.account(&mut told, run)?;
            run.release((orientations.len() * shape.size() * size_of::<Cell>()) as u64);
        }
        run.release(grid.bytes());
        Ok(model)
    }

    /// Holds what has grown since `told` bytes.
    fn account(&self, told: &mut u64, run: &mut Run<'_>) -> Result<(), Stop> {
        // Options name their cells by 32 bits.
        if self.cells.len() > u32::MAX as usize / 2 {
            return Err(run.out_of_memory());
        }
        let bytes = self.bytes();
        run.hold(bytes - *told)?;
        *told = bytes;
        Ok(())
    }

    /// The bytes of all placements.
    pub(crate) fn bytes(&self) -> u64 {
        (self.options.len() * size_of::<ListedOption>() + self.cells.len() * 4) as u64
    }

    /// Adds an option if all its cells are free, and says how many cells were looked at.
    #[inline]
    fn add(&mut self, piece: u32, point: i32, stamp: &Stamp, grid: &SpotGrid) -> u64 {
        let start = self.cells.len();
        for &step in &stamp.steps {
            let number = grid.numbers[(point + step) as usize];
            if number == NOT_FREE {
                let tried = self.cells.len() - start + 1;
                self.cells.truncate(start);
                return tried as u64;
            }
            self.cells.push(number);
        }
        self.options.push(ListedOption { piece, start: start as u32, end: self.cells.len() as u32 });
        stamp.steps.len() as u64
    }

    /// The cells of an option, ascending.
    pub(crate) fn cells(&self, option: usize) -> &[u32] {
        let ListedOption { start, end, .. } = self.options[option];
        &self.cells[start as usize..end as usize]
    }

    /// The options of one piece.
    pub(crate) fn of_piece(&self, piece: usize) -> std::ops::Range<usize> {
        let from = self.options.partition_point(|option| (option.piece as usize) < piece);
        let to = self.options.partition_point(|option| (option.piece as usize) <= piece);
        from..to
    }

    /// The number of options that cover each cell.
    pub(crate) fn reach(&self, run: &mut Run<'_>) -> Result<Vec<u32>, Stop> {
        let mut reach = vec![0; self.free.len()];
        for option in 0..self.options.len() {
            let cells = self.cells(option);
            run.work(cells.len() as u64)?;
            cells.iter().for_each(|&cell| reach[cell as usize] += 1);
        }
        Ok(reach)
    }

    /// The same cells and pieces with some of the options, in held memory; the second list gives the old number of each.
    pub(crate) fn restrict(
        &self,
        run: &mut Run<'_>,
        keep: impl Fn(usize) -> bool,
    ) -> Result<(PackModel, Vec<u32>), Stop> {
        let mut model =
            PackModel { free: self.free.clone(), loose: self.loose.clone(), options: vec![], cells: vec![] };
        let mut kept = Vec::new();
        let mut told = 0;
        for option in 0..self.options.len() {
            let cells = self.cells(option);
            run.work(cells.len() as u64)?;
            if !keep(option) {
                continue;
            }
            let start = model.cells.len() as u32;
            model.cells.extend_from_slice(cells);
            let end = model.cells.len() as u32;
            model.options.push(ListedOption { piece: self.options[option].piece, start, end });
            kept.push(option as u32);
            if model.bytes() > told + UNTOLD {
                model.account(&mut told, run)?;
            }
        }
        model.account(&mut told, run)?;
        Ok((model, kept))
    }

    /// The same with only those options that leave these pieces to these cells of the board.
    pub(crate) fn only_where(self, wanted: &[(usize, u32)], run: &mut Run<'_>) -> Result<PackModel, Stop> {
        if wanted.is_empty() {
            return Ok(self);
        }
        // A cell that a placed piece has is nobody else's: then there is no such solution.
        let number = |cell: u32| self.free.binary_search(&cell).ok().map(|at| at as u32);
        let kept: Vec<(usize, Option<u32>)> = wanted.iter().map(|&(piece, cell)| (piece, number(cell))).collect();
        let keep = |option: usize| {
            let own = self.loose[self.options[option].piece as usize];
            kept.iter()
                .all(|&(piece, cell)| cell.is_some_and(|cell| own == piece || !self.cells(option).contains(&cell)))
        };
        Ok(self.restrict(run, keep)?.0)
    }

    /// As an exact cover problem: the cells are items, then the pieces.
    ///
    /// # Errors
    /// As [`PackModel::new`].
    pub(crate) fn problem(&self, run: &mut Run<'_>) -> Result<ExactCover, Stop> {
        self.problem_of(self.in_order(), run)
    }

    fn problem_of(&self, order: impl Iterator<Item = u32>, run: &mut Run<'_>) -> Result<ExactCover, Stop> {
        run.hold(self.bytes())?;
        let mut problem = ExactCover::new(self.free.len() + self.loose.len(), 0);
        for option in order {
            let cells = self.cells(option as usize);
            run.work(2 * cells.len() as u64)?;
            let piece = self.free.len() as u32 + self.options[option as usize].piece;
            if problem.push_option(cells.iter().copied().chain([piece])).is_err() {
                return Err(run.out_of_memory());
            }
        }
        Ok(problem)
    }

    /// Dancing links of all options, tried in this order. Their memory stays held.
    ///
    /// # Errors
    /// As [`PackModel::new`].
    pub(crate) fn links(&self, order: impl Iterator<Item = u32>, run: &mut Run<'_>) -> Result<DancingLinks, Stop> {
        let problem = self.problem_of(order, run)?;
        let links = DancingLinks::within(&problem, run)?;
        run.release(self.bytes());
        Ok(links)
    }

    /// The numbers of all options.
    pub(crate) fn in_order(&self) -> std::ops::Range<u32> {
        0..self.options.len() as u32
    }

    /// The options of each piece by their cells. The caller holds four bytes an option.
    pub(crate) fn by_cells(&self, run: &mut Run<'_>) -> Result<ByCells, Stop> {
        let mut sorted: Vec<u32> = self.in_order().collect();
        let mut starts = Vec::with_capacity(self.loose.len() + 1);
        for piece in 0..self.loose.len() {
            let options = self.of_piece(piece);
            run.work(64 * options.len() as u64)?;
            starts.push(options.start as u32);
            sorted[options].sort_unstable_by(|&a, &b| self.cells(a as usize).cmp(self.cells(b as usize)));
        }
        starts.push(sorted.len() as u32);
        Ok(ByCells { sorted, starts })
    }

    /// An option as a placement on the board.
    pub(crate) fn placement(&self, option: usize) -> Placement {
        let cells = self.cells(option).iter().map(|&cell| self.free[cell as usize]).collect();
        Placement { piece: self.loose[self.options[option].piece as usize], cells }
    }

    /// The board with the pieces that were placed before and nothing else, to be written over by [`PackModel::fill`].
    pub(crate) fn blank(&self, puzzle: &Puzzle) -> Solution {
        let mut owner = vec![u8::MAX; puzzle.board().size()];
        for placed in puzzle.placed() {
            placed.cells.iter().for_each(|&cell| owner[cell as usize] = placed.piece as u8);
        }
        Solution { owner }
    }

    /// Writes the options of a solution onto a board.
    pub(crate) fn fill(&self, options: &[u32], solution: &mut Solution) {
        for &option in options {
            let piece = self.loose[self.options[option as usize].piece as usize] as u8;
            for &cell in self.cells(option as usize) {
                solution.owner[self.free[cell as usize] as usize] = piece;
            }
        }
    }
}
