//! The shelf: pattern tables that were built once and serve every puzzle with their goal.
//!
//! Tables are built when a search first asks for them, within a budget of bytes; so the first solution on a fresh
//! machine waits for a small set and not for a large one. A front end that solves many puzzles keeps one shelf, and may
//! give it a [`Keeper`] that remembers tables from one run of the program to the next.
//!
//! Tables are built with the blank's home in the first cell wherever the goal's blank is in a corner: a symmetry of the
//! board takes one to the other, so one set serves all of them.

use std::fmt;
use std::sync::{Arc, Mutex};

use super::board::{Board, Dir, Size};
use super::multi;
use super::pattern::{BuildError, CATALOGUE, Named, Partition, Solver, Tables};
use crate::run::{Limits, Run, Stop};
use crate::search::Answer;

/// Where tables are kept between runs. The library opens no file; a front end does.
pub trait Keeper: Send + Sync {
    /// The tables of a partition, if they are there and whole.
    fn load(&self, partition: &Partition) -> Option<Tables>;
    /// Keeps tables that were just built. Failing to is no reason not to use them.
    fn keep(&self, tables: &Tables);
    /// The tables of a partition for lines that slide, if they are there and whole.
    fn load_multi(&self, _partition: &Partition) -> Option<multi::Tables> {
        None
    }
    /// Keeps tables for lines that slide.
    fn keep_multi(&self, _tables: &multi::Tables) {}
}

/// Solvers by goal.
pub struct Shelf {
    budget: u64,
    threads: usize,
    keeper: Option<Box<dyn Keeper>>,
    solvers: Mutex<Vec<(Board, Arc<Solver>)>>,
    lines: multi::Stock,
}

impl fmt::Debug for Shelf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shelf").field("budget", &self.budget).field("threads", &self.threads).finish_non_exhaustive()
    }
}

impl Default for Shelf {
    /// Tables of up to 8 MiB, one thread: 6-6-3 for 4x4, built in a quarter of a second.
    fn default() -> Shelf {
        Shelf::new(8 << 20, 1)
    }
}

impl Shelf {
    /// A shelf that builds tables of up to `budget` bytes on this many threads.
    #[must_use]
    pub fn new(budget: u64, threads: usize) -> Shelf {
        Shelf { budget, threads, keeper: None, solvers: Mutex::default(), lines: multi::Stock::default() }
    }

    /// The same shelf with a keeper. Tables that it has are used whatever their size, the largest catalogued ones first.
    #[must_use]
    pub fn with_keeper(self, keeper: Box<dyn Keeper>) -> Shelf {
        Shelf { keeper: Some(keeper), ..self }
    }

    /// The threads that searches with these tables use.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The solver for a goal; `None` when the board is too large for any tables.
    ///
    /// # Errors
    /// When the run was stopped before the tables were built.
    ///
    /// # Panics
    /// When another thread panicked while it built tables.
    pub fn solver(&self, goal: &Board, run: &Run<'_>) -> Result<Option<Arc<Solver>>, Stop> {
        // Held while building: whoever asks for the same goal meanwhile waits for it instead of building it too.
        let mut solvers = self.solvers.lock().expect("no thread panicked while it built tables");
        if let Some((_, solver)) = solvers.iter().find(|(known, _)| known == goal) {
            return Ok(Some(solver.clone()));
        }
        let Some(tables) = self.tables(goal.size(), goal.blank(), run)? else { return Ok(None) };
        let solver = Arc::new(Solver::new(goal, &[tables]).expect("the tables were chosen for this goal"));
        solvers.push((goal.clone(), solver.clone()));
        Ok(Some(solver))
    }

    /// A solution with as few lines slid as can be; `None` when the board has more than [`multi::MOST_CELLS`] cells.
    pub(crate) fn solve_multi(&self, goal: &Board, board: &Board, run: &mut Run<'_>) -> Option<Answer<Dir>> {
        let source = multi::Source { keeper: self.keeper.as_deref(), threads: self.threads, patience: multi::PATIENCE };
        self.lines.solve(goal, board, source, run)
    }

    /// Tables for a goal with its blank in this cell: kept ones, or new ones within the budget.
    fn tables(&self, size: Size, blank: usize, run: &Run<'_>) -> Result<Option<Tables>, Stop> {
        let load = |partition: &Partition| self.keeper.as_ref().and_then(|keeper| keeper.load(partition));
        let catalogued = CATALOGUE.iter().rev().map(Named::partition);
        let kept = catalogued.filter(|partition| partition.laid_on(size, blank).is_some()).find_map(|p| load(&p));
        if kept.is_some() {
            return Ok(kept);
        }
        let Some(partition) = Partition::choose(size, home(size, blank), self.budget) else { return Ok(None) };
        if let Some(tables) = load(&partition) {
            return Ok(Some(tables));
        }
        // The states of a table are no nodes of the search, and the memory limit is the search's: tables have a budget.
        let mut building = Run::new(Limits::default(), run.control());
        match Tables::build(&partition, self.threads, &mut building) {
            Ok(tables) => {
                if let Some(keeper) = &self.keeper {
                    keeper.keep(&tables);
                }
                Ok(Some(tables))
            }
            Err(BuildError::Stopped(stop)) => Err(stop),
            Err(BuildError::TooLarge { .. }) => Ok(None),
        }
    }
}

/// The cell that tables have the blank's home in: the first, if a symmetry takes the goal's blank there.
fn home(size: Size, blank: usize) -> usize {
    let corner = [0, size.rows() - 1].contains(&size.row(blank)) && [0, size.cols() - 1].contains(&size.col(blank));
    if corner { 0 } else { blank }
}
