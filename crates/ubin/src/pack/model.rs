//! A puzzle as the engines see it: free cells, kinds of pieces with how many are left of each, and every placement of each kind.
//!
//! Words: a **kind** is a piece of which copies are loose, or the **gap**, which covers one cell and is the last kind; an **option** is a placement of a kind on free cells. A solution is a set of options that covers every free
//! cell once and has of each kind a number that its [`Amount`] allows. Free cells are numbered in reading order, kinds as they come in the puzzle, options kind by kind. The **grid** is the box of spots
//! around the board, each with the number of its free cell; an orientation as steps in the grid is a **stamp**, which is tried with its first cell on every free cell.
//!
//! Invariant: no two options of a kind cover the same cells. A kind with a most of 1 is used at most once, so where every piece is there once and there are no gaps, kinds are loose pieces.

use std::cmp::Ordering;

use super::lattice::{Cell, Lattice, Spot};
use super::puzzle::{Amount, EMPTY, Placement, Puzzle, Solution};
use super::restarts::OptionOrder;
use crate::cover::{DancingLinks, ExactCover};
use crate::run::{Run, Stop};

/// Bytes that may be listed between two looks at the account.
const UNTOLD: u64 = 1 << 20;

/// One placement of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ListedOption {
    /// The number of the kind.
    pub(crate) kind: u32,
    start: u32,
    end: u32,
}

/// What options are placements of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kind {
    /// The puzzle's number of the piece; `None` for the gap.
    pub(crate) piece: Option<usize>,
    /// How often it is still to be placed.
    pub(crate) amount: Amount,
    /// The cells of one.
    pub(crate) size: usize,
    /// The number of the first copy that is loose; that of an empty cell for the gap.
    pub(crate) first_copy: u32,
}

impl Kind {
    /// Whether every solution has exactly one.
    pub(crate) fn is_single(&self) -> bool {
        self.amount == Amount::exactly(1)
    }
}

/// What is left to do in a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct PackModel {
    /// The board's number of each free cell.
    pub(crate) free: Vec<u32>,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) options: Vec<ListedOption>,
    cells: Vec<u32>,
    /// Where options are not of one kind: what an option uses, kinds and how many of each, by the number that it has for a kind.
    pub(crate) compounds: Vec<Vec<(u32, u32)>>,
}

/// Options sorted by kind and cells.
#[derive(Clone, Debug)]
pub(crate) struct ByCells {
    sorted: Vec<u32>,
    /// Where each kind's begin, and the end.
    starts: Vec<u32>,
}

impl ByCells {
    /// The option of a kind whose cells compare as equal; `order` says how an option's cells compare to those wanted.
    pub(crate) fn find(&self, model: &PackModel, kind: u32, order: impl Fn(&[u32]) -> Ordering) -> Option<u32> {
        let own = &self.sorted[self.starts[kind as usize] as usize..self.starts[kind as usize + 1] as usize];
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
    /// Finds every placement of every kind.
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
        let kinds = kinds_of(puzzle, free.len());
        let mut model = PackModel { free, kinds, options: Vec::new(), cells: Vec::new(), compounds: Vec::new() };
        let mut told = 0;
        for kind in 0..model.kinds.len() {
            let Some(piece) = model.kinds[kind].piece else {
                model.add_gaps(kind as u32, run)?;
                model.account(&mut told, run)?;
                continue;
            };
            let shape = &puzzle.pieces()[piece];
            if shape.size() > model.free.len() {
                continue;
            }
            let orientations = shape.orientations_in(board.lattice(), puzzle.flips(), run)?;
            for orientation in &orientations {
                let Some(stamp) = Stamp::new(orientation, board.lattice(), &grid) else { continue };
                for at in 0..model.free.len() {
                    let spot = board.spots()[model.free[at] as usize];
                    let Some(point) = stamp.at(spot, &grid) else { continue };
                    run.work(model.add(kind as u32, point, &stamp, &grid))?;
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

    /// Every free cell may be a gap.
    fn add_gaps(&mut self, kind: u32, run: &mut Run<'_>) -> Result<(), Stop> {
        run.work(4 * self.free.len() as u64)?;
        for cell in 0..self.free.len() as u32 {
            let start = self.cells.len() as u32;
            self.cells.push(cell);
            self.options.push(ListedOption { kind, start, end: start + 1 });
        }
        Ok(())
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
    fn add(&mut self, kind: u32, point: i32, stamp: &Stamp, grid: &SpotGrid) -> u64 {
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
        self.options.push(ListedOption { kind, start: start as u32, end: self.cells.len() as u32 });
        stamp.steps.len() as u64
    }

    /// Adds an option that uses several kinds, or several of one.
    pub(crate) fn add_compound(&mut self, cells: &[u32], used: Vec<(u32, u32)>) {
        let known = self.compounds.iter().position(|known| *known == used);
        let kind = known.unwrap_or_else(|| {
            self.compounds.push(used);
            self.compounds.len() - 1
        });
        let start = self.cells.len() as u32;
        self.cells.extend_from_slice(cells);
        self.options.push(ListedOption { kind: kind as u32, start, end: self.cells.len() as u32 });
    }

    /// The cells of an option, ascending.
    pub(crate) fn cells(&self, option: usize) -> &[u32] {
        let ListedOption { start, end, .. } = self.options[option];
        &self.cells[start as usize..end as usize]
    }

    /// The options of one kind.
    pub(crate) fn of_kind(&self, kind: usize) -> std::ops::Range<usize> {
        let from = self.options.partition_point(|option| (option.kind as usize) < kind);
        let to = self.options.partition_point(|option| (option.kind as usize) <= kind);
        from..to
    }

    /// The kinds that are pieces, each with its number and the puzzle's number of the piece.
    pub(crate) fn loose(&self) -> impl Iterator<Item = (usize, usize)> {
        self.kinds.iter().enumerate().filter_map(|(kind, own)| own.piece.map(|piece| (kind, piece)))
    }

    /// The most options that a solution has.
    pub(crate) fn most_placed(&self) -> usize {
        let most = self.kinds.iter().fold(0usize, |sum, kind| sum.saturating_add(kind.amount.most as usize));
        most.min(self.free.len())
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

    /// This model without options.
    pub(crate) fn without_options(&self) -> PackModel {
        let (free, kinds, compounds) = (self.free.clone(), self.kinds.clone(), self.compounds.clone());
        PackModel { free, kinds, options: Vec::new(), cells: Vec::new(), compounds }
    }

    /// This model with some of the options, in held memory; the second list gives the old number of each.
    pub(crate) fn restrict(
        &self,
        run: &mut Run<'_>,
        keep: impl Fn(usize) -> bool,
    ) -> Result<(PackModel, Vec<u32>), Stop> {
        let mut model = self.without_options();
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
            model.options.push(ListedOption { kind: self.options[option].kind, start, end });
            kept.push(option as u32);
            if model.bytes() > told + UNTOLD {
                model.account(&mut told, run)?;
            }
        }
        model.account(&mut told, run)?;
        Ok((model, kept))
    }

    /// This model with kinds and options in these orders, in held memory. The options are listed kind by kind.
    pub(crate) fn rearranged(&self, order: &OptionOrder, run: &mut Run<'_>) -> Result<PackModel, Stop> {
        let OptionOrder { kinds, options } = order;
        run.hold(self.bytes())?;
        run.work(4 * self.cells.len() as u64)?;
        let mut numbers = vec![0; kinds.len()];
        (0..).zip(kinds).for_each(|(number, &kind)| numbers[kind as usize] = number);
        let mut model = self.without_options();
        model.kinds = kinds.iter().map(|&kind| self.kinds[kind as usize].clone()).collect();
        for &option in options {
            let start = model.cells.len() as u32;
            model.cells.extend_from_slice(self.cells(option as usize));
            let end = model.cells.len() as u32;
            let kind = numbers[self.options[option as usize].kind as usize];
            model.options.push(ListedOption { kind, start, end });
        }
        Ok(model)
    }

    /// This model with only those options that leave these pieces to these cells of the board.
    pub(crate) fn only_where(self, wanted: &[(usize, u32)], run: &mut Run<'_>) -> Result<PackModel, Stop> {
        if wanted.is_empty() {
            return Ok(self);
        }
        // A cell that a placed piece has is nobody else's: then there is no such solution.
        let number = |cell: u32| self.free.binary_search(&cell).ok().map(|at| at as u32);
        let kept: Vec<(usize, Option<u32>)> = wanted.iter().map(|&(piece, cell)| (piece, number(cell))).collect();
        let keep = |option: usize| {
            let own = self.kinds[self.options[option].kind as usize].piece;
            kept.iter().all(|&(piece, cell)| {
                cell.is_some_and(|cell| own == Some(piece) || !self.cells(option).contains(&cell))
            })
        };
        Ok(self.restrict(run, keep)?.0)
    }

    /// As an exact cover problem: the cells are items, then the kinds.
    ///
    /// # Errors
    /// As [`PackModel::new`].
    pub(crate) fn problem(&self, run: &mut Run<'_>) -> Result<ExactCover, Stop> {
        self.problem_of(self.in_order(), run)
    }

    fn problem_of(&self, order: impl Iterator<Item = u32>, run: &mut Run<'_>) -> Result<ExactCover, Stop> {
        run.hold(self.bytes())?;
        // Kinds of which every solution has one are primary items like the cells, those of which it may have one are secondary; of the others uses are counted.
        let (one, more): (Vec<usize>, Vec<usize>) =
            (0..self.kinds.len()).partition(|&kind| self.kinds[kind].amount.most == 1);
        let (single, spare): (Vec<usize>, Vec<usize>) = one.into_iter().partition(|&kind| self.kinds[kind].is_single());
        let mut items = vec![0; self.kinds.len()];
        for (item, &kind) in (self.free.len() as u32..).zip(single.iter().chain(&spare).chain(&more)) {
            items[kind] = item;
        }
        let amounts = more.iter().map(|&kind| (self.kinds[kind].amount.least, self.kinds[kind].amount.most)).collect();
        let mut problem = ExactCover::counted(self.free.len() + single.len(), spare.len(), amounts);
        for option in order {
            let cells = self.cells(option as usize);
            run.work(2 * cells.len() as u64)?;
            let kind = items[self.options[option as usize].kind as usize];
            if problem.push_option(cells.iter().copied().chain([kind])).is_err() {
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

    /// The options of each kind by their cells. The caller holds four bytes an option.
    pub(crate) fn by_cells(&self, run: &mut Run<'_>) -> Result<ByCells, Stop> {
        let mut sorted: Vec<u32> = self.in_order().collect();
        let mut starts = Vec::with_capacity(self.kinds.len() + 1);
        for kind in 0..self.kinds.len() {
            let options = self.of_kind(kind);
            run.work(64 * options.len() as u64)?;
            starts.push(options.start as u32);
            sorted[options].sort_unstable_by(|&a, &b| self.cells(a as usize).cmp(self.cells(b as usize)));
        }
        starts.push(sorted.len() as u32);
        Ok(ByCells { sorted, starts })
    }

    /// An option as a placement on the board; `None` for a gap.
    pub(crate) fn placement(&self, option: usize) -> Option<Placement> {
        let piece = self.kinds[self.options[option].kind as usize].piece?;
        let cells = self.cells(option).iter().map(|&cell| self.free[cell as usize]).collect();
        Some(Placement { piece, cells })
    }

    /// The board with the pieces that were placed before and nothing else, to be written over by [`PackModel::fill`].
    pub(crate) fn blank(&self, puzzle: &Puzzle) -> Solution {
        Solution { owner: puzzle.owners() }
    }

    /// Whether every solution has one option of each kind.
    pub(crate) fn is_plain(&self) -> bool {
        self.kinds.iter().all(Kind::is_single)
    }

    /// Writes the options of a solution onto a board, copies of one piece in the order of their first cells.
    pub(crate) fn fill(&self, options: &[u32], solution: &mut Solution) {
        let mut several = Vec::new();
        for &option in options {
            let (number, cells) = (self.options[option as usize].kind, self.cells(option as usize));
            let kind = &self.kinds[number as usize];
            if kind.amount.most == 1 || kind.piece.is_none() {
                self.write(cells, kind.first_copy, solution);
            } else {
                several.push((number, cells[0], option));
            }
        }
        several.sort_unstable();
        for of_kind in several.chunk_by(|a, b| a.0 == b.0) {
            for (copy, &(kind, _, option)) in (0..).zip(of_kind) {
                self.write(self.cells(option as usize), self.kinds[kind as usize].first_copy + copy, solution);
            }
        }
    }

    fn write(&self, cells: &[u32], copy: u32, solution: &mut Solution) {
        cells.iter().for_each(|&cell| solution.owner[self.free[cell as usize] as usize] = copy);
    }
}

/// The kinds of a puzzle with so many free cells. What the cells leave no choice about is said here once: a spare piece that is needed to fill the board is none.
fn kinds_of(puzzle: &Puzzle, free: usize) -> Vec<Kind> {
    let placed = |piece: usize| puzzle.amount(piece).most - puzzle.left(piece).most;
    let kind = |piece: usize| Kind {
        piece: Some(piece),
        amount: puzzle.left(piece),
        size: puzzle.pieces()[piece].size(),
        first_copy: puzzle.first_copy(piece) + placed(piece),
    };
    let mut kinds: Vec<Kind> = puzzle.loose().into_iter().map(kind).collect();
    kinds.push(Kind { piece: None, amount: puzzle.gaps(), size: 1, first_copy: EMPTY });
    let cells = |number: u32, kind: &Kind| u64::from(number) * kind.size as u64;
    let least: u64 = kinds.iter().map(|kind| cells(kind.amount.least, kind)).sum();
    let most: u64 = kinds.iter().map(|kind| cells(kind.amount.most, kind)).sum();
    for kind in &mut kinds {
        let (others_least, others_most) =
            (least - cells(kind.amount.least, kind), most - cells(kind.amount.most, kind));
        let room = (free as u64).saturating_sub(others_least) / kind.size as u64;
        let need = (free as u64).saturating_sub(others_most).div_ceil(kind.size as u64);
        let Amount { least, most } = kind.amount;
        let most = u64::from(most).min(room).max(least.into());
        kind.amount = Amount { least: u64::from(least).max(need.min(most)) as u32, most: most as u32 };
    }
    kinds.retain(|kind| kind.amount.most > 0);
    kinds
}
