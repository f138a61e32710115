//! Which pattern tables the boards of a batch are searched with.
//!
//! A batch with many boards of one goal is worth the largest tables. Which board gets which depends on its **place** among those of its goal alone, so a batch may come through a pipe, and node counts do not depend on threads.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ubin::run::{Limits, Run};
use ubin::slide::Parity;
use ubin::slide::solve::{Options, PROVEN_CELLS};
use ubin::slide::store::LargeTables;
use ubin::slide::{Board, Puzzle, TableStore};

use crate::clock::{Clock, Moment};
use crate::desk::Desk;
use crate::question::LimitFields;

/// A batch with more boards of one goal than this is worth the largest tables: building 7-8 takes as long as the search of
/// so many 4x4 boards with the small ones.
const LONG: u64 = 1000;

/// As [`LONG`], for boards that are not proven by themselves: each is worked on for ten seconds, and their learned score takes
/// some minutes to learn.
const LONG_OF_LARGE: u64 = 60;

/// The tables that a batch is searched with.
pub struct BatchTables {
    first: TableStore,
    /// The tables of `first`; searches begin with the largest.
    rest: TableStore,
    /// The goals whose largest tables were asked for, with success or not: once is enough.
    asked: Mutex<Vec<(Board, Arc<OnceLock<()>>)>>,
}

impl BatchTables {
    /// The tables of this store.
    #[must_use]
    pub fn new(first: TableStore) -> BatchTables {
        BatchTables { rest: first.clone().eager(), first, asked: Mutex::default() }
    }

    /// The tables for the first boards of every goal.
    #[must_use]
    pub fn first(&self) -> &TableStore {
        &self.first
    }

    /// The tables for a board with this place among those of its goal, as [`BatchPlaces`] tells it. The first board that is worth the largest tables waits for them, within what the limits and the desk allow.
    pub fn for_board(&self, puzzle: &Puzzle, place: u64, asked: &LimitFields, desk: &impl Desk) -> &TableStore {
        let large = puzzle.size().cells() > PROVEN_CELLS;
        if place < if large { LONG_OF_LARGE } else { LONG } {
            return &self.first;
        }
        self.once(puzzle.goal()).get_or_init(|| self.prepare(puzzle.goal(), asked, desk));
        &self.rest
    }

    fn once(&self, goal: &Board) -> Arc<OnceLock<()>> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, once)) = asked.iter().find(|(known, _)| known == goal) {
            return once.clone();
        }
        asked.push((goal.clone(), Arc::default()));
        asked[asked.len() - 1].1.clone()
    }

    fn prepare(&self, goal: &Board, asked: &LimitFields, desk: &impl Desk) {
        // A time limit is a board's. Large tables take longer to build than most boards to solve, so that with a limit
        // only kept ones are used: what a board gets does not depend on the clock.
        let large = if asked.time_limit_ms.is_some() { LargeTables::Kept } else { LargeTables::Build };
        let watch = Clock::new(Moment::now(), None).watch(desk, None);
        let allowed = desk.allowance().lowered(asked);
        let mut run = Run::new(Limits { nodes: allowed.nodes, memory: allowed.memory }, watch.control());
        // Stopped, because the whole was interrupted: the board's own search stops for the same reason.
        let _ = self.rest.prepare(goal, large, &mut run);
    }
}

/// Counts the boards of every goal that are searched with tables.
#[derive(Debug)]
pub struct BatchPlaces {
    options: Option<Options>,
    by_goal: HashMap<Board, u64>,
}

impl BatchPlaces {
    /// Counts boards whose search has these options; `None` when nothing is searched.
    #[must_use]
    pub fn new(options: Option<Options>) -> BatchPlaces {
        BatchPlaces { options, by_goal: HashMap::new() }
    }

    /// The place of the next board: how many with its goal came before.
    pub fn next(&mut self, puzzle: &Puzzle) -> u64 {
        let serves = |options: &Options| options.uses_tables(puzzle.size()) && Parity::is_solvable(puzzle);
        if !self.options.as_ref().is_some_and(serves) {
            return 0;
        }
        let place = self.by_goal.entry(puzzle.goal().clone()).or_default();
        *place += 1;
        *place - 1
    }
}
