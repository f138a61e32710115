//! Which pattern tables the boards of a batch are searched with.
//!
//! A batch with many boards of one goal is worth the largest tables. Which board gets which depends on its **place** among those of its goal alone, so a batch may come through a pipe, and node counts do not depend on threads.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

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
    asked: Mutex<Vec<Board>>,
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

    /// The tables for a board with this place among those of its goal, as [`BatchPlaces`] tells it. The first board that is worth the largest tables waits for them, within what the limits and the desk allow; boards that are asked about meanwhile wait with it, each as long as its desk waits.
    pub fn for_board(&self, puzzle: &Puzzle, place: u64, asked: &LimitFields, desk: &impl Desk) -> &TableStore {
        let large = puzzle.size().cells() > PROVEN_CELLS;
        if place < if large { LONG_OF_LARGE } else { LONG } {
            return &self.first;
        }
        let goal = puzzle.goal();
        if !self.asked().contains(goal) {
            self.prepare(goal, asked, desk);
            let mut done = self.asked();
            if !done.contains(goal) {
                done.push(goal.clone());
            }
        }
        &self.rest
    }

    fn asked(&self) -> MutexGuard<'_, Vec<Board>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::mpsc::{Receiver, Sender, channel};

    use ubin::slide::store::{FilledTables, TableFiles, TableSet};
    use ubin::slide::{Goal, text};

    use super::*;
    use crate::desk::{Allowance, StopSwitch, Waits};

    /// Files that have nothing; to look for the first set takes until it is allowed.
    struct Blocking {
        begun: Mutex<Sender<()>>,
        allowed: Mutex<Receiver<()>>,
    }

    impl TableFiles for Blocking {
        fn has(&self, _: &TableSet) -> bool {
            false
        }

        fn load(&self, _: &TableSet) -> Option<FilledTables> {
            self.begun.lock().unwrap().send(()).unwrap();
            // Nothing is sent: it is allowed when the sender is gone.
            assert!(self.allowed.lock().unwrap().recv().is_err());
            None
        }

        fn keep(&self, _: &FilledTables) {}
    }

    /// A thread of a batch.
    struct BatchThread<'t>(&'t BatchTables, StopSwitch);

    impl Desk for BatchThread<'_> {
        fn allowance(&self) -> Allowance {
            Allowance { threads: 1, ..Allowance::default() }
        }

        fn asked(&self) -> Moment {
            Moment::now()
        }

        fn waits(&self) -> Waits {
            self.1.waits()
        }

        fn tables(&self) -> &TableStore {
            self.0.first()
        }

        fn note(&self, _: &str) {}
    }

    /// All threads of a batch waited for the one that built the large tables, deaf: Python saw Ctrl-C when they were there, up to some minutes later.
    #[test]
    fn a_thread_that_waits_for_the_tables_of_a_batch_hears_that_no_answer_is_wanted() {
        let (begun, has_begun) = channel();
        let (allow, allowed) = channel();
        let files = Blocking { begun: Mutex::new(begun), allowed: Mutex::new(allowed) };
        let tables = BatchTables::new(TableStore::new(1).with_files(Arc::new(files)));
        let board = text::read("1 2 3 4/5 6 7 8/9 10 11 12/13 - 14 15", None).unwrap();
        let puzzle = Puzzle::with_goal(board, Goal::BlankLast);
        let [builds, waits] = [(); 2].map(|()| BatchThread(&tables, StopSwitch::default()));
        let for_board = |desk| tables.for_board(&puzzle, LONG, &LimitFields::default(), desk);
        std::thread::scope(|scope| {
            let first = scope.spawn(|| for_board(&builds));
            has_begun.recv().unwrap();
            let second = scope.spawn(|| for_board(&waits));
            waits.1.stop();
            second.join().unwrap();
            assert!(!first.is_finished());
            builds.1.stop();
            drop(allow);
        });
    }
}
