//! The shelf: pattern tables that were built once and serve every puzzle with their goal.
//!
//! Tables are built when a search first asks for them, within a budget of bytes; so the first solution on a fresh
//! machine waits for a small set and not for a large one. A front end that solves many puzzles keeps one shelf.

use std::sync::{Arc, Mutex};

use super::board::Board;
use super::pattern::{BuildError, Partition, Solver, Tables};
use crate::run::{Limits, Run, Stop};

/// Solvers by goal.
#[derive(Debug)]
pub struct Shelf {
    budget: u64,
    threads: usize,
    solvers: Mutex<Vec<(Board, Arc<Solver>)>>,
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
        Shelf { budget, threads, solvers: Mutex::default() }
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
        let Some(partition) = Partition::choose(goal.size(), goal.blank(), self.budget) else { return Ok(None) };
        // The states of a table are no nodes of the search, and the memory limit is the search's: tables have a budget.
        let mut building = Run::new(Limits::default(), run.control());
        let tables = match Tables::build(&partition, self.threads, &mut building) {
            Ok(tables) => tables,
            Err(BuildError::Stopped(stop)) => return Err(stop),
            Err(_) => return Ok(None),
        };
        let solver = Arc::new(Solver::new(goal, &[tables]).expect("the partition was chosen for this goal"));
        solvers.push((goal.clone(), solver.clone()));
        Ok(Some(solver))
    }
}
