//! A puzzle as the engines see it: free cells, loose pieces, and every placement of each.
//!
//! Words: an **option** is a placement of a loose piece on free cells. Free cells are numbered in reading order, loose pieces as they come in the puzzle, options piece by piece.
//!
//! Invariant: no two options of a piece cover the same cells.

use super::lattice::Cell;
use super::puzzle::{Placement, Puzzle, Solution};
use crate::cover::Problem;
use crate::run::{Run, Stop};

/// Cells tried between two looks at the account; no piece has more.
const WORK: usize = 1 << 22;

/// One placement of a loose piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The number of the loose piece.
    pub(crate) piece: u32,
    start: u32,
    end: u32,
}

/// What is left to do in a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    /// The board's number of each free cell.
    pub(crate) free: Vec<u32>,
    /// The puzzle's number of each loose piece.
    pub(crate) loose: Vec<usize>,
    pub(crate) options: Vec<Choice>,
    cells: Vec<u32>,
}

impl Model {
    /// Finds every placement of every loose piece.
    ///
    /// # Errors
    /// When they do not fit the run's memory, or the run was told to stop.
    pub(crate) fn new(puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Model, Stop> {
        let position = puzzle.position();
        let free: Vec<u32> = (0..position.len() as u32).filter(|&cell| position[cell as usize].is_none()).collect();
        let mut number = vec![None; position.len()];
        for (at, &cell) in free.iter().enumerate() {
            number[cell as usize] = Some(at as u32);
        }
        let mut model = Model { free, loose: puzzle.loose(), options: Vec::new(), cells: Vec::new() };
        let anchors = puzzle.board().cells();
        let (mut held, mut work) = (0, 0);
        for piece in 0..model.loose.len() {
            let shape = &puzzle.pieces()[model.loose[piece]];
            if shape.size() > model.free.len() {
                continue;
            }
            for orientation in shape.orientations(puzzle.board().lattice(), puzzle.flips()) {
                for at in 0..model.free.len() {
                    let anchor = anchors[model.free[at] as usize];
                    let at = |&offset: &Cell| puzzle.board().number_of(anchor.plus(offset)).and_then(|n| number[n]);
                    model.add(piece as u32, orientation.iter().map(at));
                    // Large pieces on large boards take long: the account is kept a little at a time.
                    work += orientation.len();
                    if work >= WORK {
                        work = 0;
                        held = model.account(held, run)?;
                    }
                }
                held = model.account(held, run)?;
            }
        }
        Ok(model)
    }

    /// Holds what has grown since `held` bytes, and looks whether the run must stop.
    fn account(&self, held: u64, run: &mut Run<'_>) -> Result<u64, Stop> {
        if let Some(stop) = run.control().stopped() {
            return Err(stop);
        }
        // Options name their cells by 32 bits.
        if self.cells.len() > u32::MAX as usize - WORK {
            return Err(run.out_of_memory());
        }
        let bytes = self.bytes();
        run.hold(bytes - held)?;
        Ok(bytes)
    }

    /// The bytes of all placements.
    pub(crate) fn bytes(&self) -> u64 {
        (self.options.len() * size_of::<Choice>() + self.cells.len() * 4) as u64
    }

    /// Adds an option if all its cells are free.
    fn add(&mut self, piece: u32, cells: impl Iterator<Item = Option<u32>>) {
        let start = self.cells.len();
        for cell in cells {
            match cell {
                Some(cell) => self.cells.push(cell),
                None => return self.cells.truncate(start),
            }
        }
        self.cells[start..].sort_unstable();
        self.options.push(Choice { piece, start: start as u32, end: self.cells.len() as u32 });
    }

    /// The cells of an option, ascending.
    pub(crate) fn cells(&self, option: usize) -> &[u32] {
        let Choice { start, end, .. } = self.options[option];
        &self.cells[start as usize..end as usize]
    }

    /// The options of one piece.
    pub(crate) fn of_piece(&self, piece: usize) -> impl Iterator<Item = usize> {
        let from = self.options.partition_point(|option| (option.piece as usize) < piece);
        let to = self.options.partition_point(|option| (option.piece as usize) <= piece);
        from..to
    }

    /// The number of options that cover each cell.
    pub(crate) fn reach(&self) -> Vec<u32> {
        let mut reach = vec![0; self.free.len()];
        for &cell in (0..self.options.len()).flat_map(|option| self.cells(option)) {
            reach[cell as usize] += 1;
        }
        reach
    }

    /// The same cells and pieces with some of the options; the second list gives the old number of each.
    pub(crate) fn restrict(&self, keep: impl Fn(usize) -> bool) -> (Model, Vec<u32>) {
        let mut model = Model { free: self.free.clone(), loose: self.loose.clone(), options: vec![], cells: vec![] };
        let kept: Vec<u32> = (0..self.options.len() as u32).filter(|&option| keep(option as usize)).collect();
        for &option in &kept {
            let cells = self.cells(option as usize);
            let start = model.cells.len() as u32;
            model.cells.extend_from_slice(cells);
            let end = model.cells.len() as u32;
            model.options.push(Choice { piece: self.options[option as usize].piece, start, end });
        }
        (model, kept)
    }

    /// As an exact cover problem: the cells are items, then the pieces.
    pub(crate) fn problem(&self) -> Problem {
        let mut problem = Problem::new(self.free.len() + self.loose.len(), 0);
        let mut items = Vec::new();
        for option in 0..self.options.len() {
            items.clear();
            items.extend(self.cells(option).iter().map(|&cell| cell as usize));
            items.push(self.free.len() + self.options[option].piece as usize);
            problem.add_option(&items).expect("cells and pieces of an option are items, each once");
        }
        problem
    }

    /// An option as a placement on the board.
    pub(crate) fn placement(&self, option: usize) -> Placement {
        let cells = self.cells(option).iter().map(|&cell| self.free[cell as usize]).collect();
        Placement { piece: self.loose[self.options[option].piece as usize], cells }
    }

    /// The board with the pieces that were placed before and nothing else, to be written over by [`Model::fill`].
    pub(crate) fn blank(&self, puzzle: &Puzzle) -> Solution {
        let number = |owner: Option<usize>| owner.map_or(u8::MAX, |piece| piece as u8);
        Solution { owner: puzzle.position().into_iter().map(number).collect() }
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
