//! Solvers for lines that slide, by goal and grade; and a solve that takes larger tables when small ones take long.
//!
//! What a search counts depends on the tables that were kept when its goal was first asked for, never on what other
//! searches did meanwhile: each begins with the same grade and turns to the larger one after the same number of nodes.

use std::sync::{Arc, Mutex};

use super::bound::bound;
use super::catalogue::{Grade, choose};
use super::frame::Frame;
use super::solve::{Solver, Tired};
use super::tables::Tables;
use crate::run::{Limits, Run, Stop};
use crate::search::{Answer, Outcome};
use crate::slide::pattern::Partition;
use crate::slide::shelf::Keeper;
use crate::slide::{Board, Dir};

/// The patience of a front end: about 1.5 s of CPU on 4x4, where building the large tables takes 3.3 s on one thread.
pub(crate) const PATIENCE: u64 = 10_000_000;

/// Solvers that are there.
#[derive(Debug, Default)]
pub(crate) struct Stock {
    shelves: Mutex<Vec<Goal>>,
}

/// The solvers of one goal.
#[derive(Debug)]
struct Goal {
    board: Board,
    /// What searches begin with.
    first: Grade,
    solvers: Vec<(Grade, Arc<Solver>)>,
}

/// Where tables come from.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    pub(crate) keeper: Option<&'a dyn Keeper>,
    pub(crate) threads: usize,
    /// Nodes that a search expands with small tables before it asks for large ones.
    pub(crate) patience: u64,
}

impl Stock {
    /// A shortest solution; `None` when the board is too large.
    pub(crate) fn solve(
        &self,
        goal: &Board,
        board: &Board,
        source: Source<'_>,
        run: &mut Run<'_>,
    ) -> Option<Answer<Dir>> {
        choose(goal.size(), 0, Grade::Small)?;
        // Rounds begin at length 1, however far the goal is.
        let least = bound(goal, board);
        let stopped =
            |stop, lower: u32| Some(Answer { outcome: Outcome::Stopped(stop), lower_bound: lower.max(least) });
        let (first, solver) = match self.solver(goal, None, source, run) {
            Ok(found) => found,
            Err(stop) => return stopped(stop, 0),
        };
        run.note_bytes(solver.bytes());
        let larger = first == Grade::Small && has_larger(goal);
        let patience = if larger { source.patience } else { u64::MAX };
        let bound = match solver.solve_from(board, least, patience, run) {
            Ok(answer) => return Some(answer),
            Err(Tired { bound }) => bound,
        };
        let solver = match self.solver(goal, Some(Grade::Large), source, run) {
            Ok((_, larger)) => larger,
            // No room to build them: the small ones go on.
            Err(Stop::Memory) => solver,
            Err(stop) => return stopped(stop, bound),
        };
        run.note_bytes(solver.bytes());
        match solver.solve_from(board, bound, u64::MAX, run) {
            Ok(answer) => Some(answer),
            Err(Tired { .. }) => unreachable!("patience has no end"),
        }
    }

    /// The solver that searches begin with; `None` when the board is too large.
    pub(crate) fn first(
        &self,
        goal: &Board,
        source: Source<'_>,
        run: &mut Run<'_>,
    ) -> Result<Option<Arc<Solver>>, Stop> {
        if choose(goal.size(), 0, Grade::Small).is_none() {
            return Ok(None);
        }
        let (_, solver) = self.solver(goal, None, source, run)?;
        run.note_bytes(solver.bytes());
        Ok(Some(solver))
    }

    /// The solver of a grade, or the one that searches begin with.
    fn solver(
        &self,
        goal: &Board,
        grade: Option<Grade>,
        source: Source<'_>,
        run: &mut Run<'_>,
    ) -> Result<(Grade, Arc<Solver>), Stop> {
        // Held while building: whoever asks for the same tables meanwhile waits for them instead of building them too.
        let mut goals = self.shelves.lock().expect("no thread panicked while it built tables");
        if let Some(known) = goals.iter_mut().find(|known| known.board == *goal) {
            let grade = grade.unwrap_or(known.first);
            if let Some((_, solver)) = known.solvers.iter().find(|(other, _)| *other == grade) {
                return Ok((grade, Arc::clone(solver)));
            }
            let solver = Arc::new(make(goal, &source.all(goal, grade, run)?));
            known.solvers.push((grade, Arc::clone(&solver)));
            return Ok((grade, solver));
        }
        let kept: Option<Vec<Tables>> = partitions(goal, Grade::Large).iter().map(|p| source.load(p)).collect();
        let (first, tables) = match kept {
            Some(tables) => (Grade::Large, tables),
            None => (Grade::Small, source.all(goal, Grade::Small, run)?),
        };
        let solver = Arc::new(make(goal, &tables));
        goals.push(Goal { board: goal.clone(), first, solvers: vec![(first, Arc::clone(&solver))] });
        Ok((first, solver))
    }
}

fn make(goal: &Board, tables: &[Tables]) -> Solver {
    Solver::new(goal, tables).expect("the tables were chosen for this goal")
}

/// The patterns that a goal's frames need, one set or two.
fn partitions(goal: &Board, grade: Grade) -> Vec<Partition> {
    let frames = Frame::both(goal.size(), goal.blank());
    let choose =
        |frame: &Frame| choose(frame.size, frame.blank, grade).expect("boards of up to 16 cells have patterns");
    let mut found: Vec<Partition> = frames.iter().map(choose).collect();
    found.dedup();
    found
}

fn has_larger(goal: &Board) -> bool {
    partitions(goal, Grade::Large) != partitions(goal, Grade::Small)
}

impl Source<'_> {
    fn load(&self, partition: &Partition) -> Option<Tables> {
        self.keeper?.load_multi(partition)
    }

    /// All tables of a grade: kept ones, or new ones.
    fn all(&self, goal: &Board, grade: Grade, run: &mut Run<'_>) -> Result<Vec<Tables>, Stop> {
        let table = |partition: &Partition| match self.load(partition) {
            Some(tables) => Ok(tables),
            None => self.build(partition, grade, run),
        };
        partitions(goal, grade).iter().map(table).collect()
    }

    fn build(&self, partition: &Partition, grade: Grade, run: &mut Run<'_>) -> Result<Tables, Stop> {
        // The classes of a table are no nodes of the search, and a few megabytes are not its memory either; many are.
        let memory = run.remaining().memory.filter(|_| grade == Grade::Large);
        let limits = Limits { nodes: None, memory };
        let mut building = Run::beside(limits, run.control());
        let built = Tables::build(partition, self.threads, &mut building);
        if grade == Grade::Large {
            run.note_passing(building.stats().peak_bytes);
        }
        let tables = built?;
        if let Some(keeper) = self.keeper {
            keeper.keep_multi(&tables);
        }
        Ok(tables)
    }
}

/// Tables for a goal, built here and now: two sets when its frames differ.
///
/// # Errors
/// When the run was stopped.
pub fn build(goal: &Board, grade: Grade, threads: usize, run: &mut Run<'_>) -> Result<Option<Vec<Tables>>, Stop> {
    if choose(goal.size(), 0, grade).is_none() {
        return Ok(None);
    }
    partitions(goal, grade)
        .iter()
        .map(|partition| Tables::build(partition, threads, run))
        .collect::<Result<_, _>>()
        .map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Control;
    use crate::slide::{Size, pattern};

    /// Keeps everything in memory.
    #[derive(Default)]
    struct Memory(Mutex<Vec<Tables>>);

    impl Keeper for Memory {
        fn has(&self, _: &Partition) -> bool {
            false
        }

        fn load(&self, _: &Partition) -> Option<pattern::Tables> {
            None
        }

        fn keep(&self, _: &pattern::Tables) {}

        fn load_multi(&self, partition: &Partition) -> Option<Tables> {
            self.0.lock().unwrap().iter().find(|tables| tables.partition() == partition).cloned()
        }

        fn keep_multi(&self, tables: &Tables) {
            self.0.lock().unwrap().push(tables.clone());
        }
    }

    fn board(tiles: [u16; 12]) -> Board {
        Board::new(Size::new(3, 4).unwrap(), tiles.to_vec()).unwrap()
    }

    /// The answer and the nodes expanded.
    fn check(stock: &Stock, source: Source<'_>, limits: Limits) -> (Answer<Dir>, u64) {
        let goal = board([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0]);
        let hard = board([0, 11, 10, 9, 8, 7, 6, 5, 4, 3, 1, 2]);
        let control = Control::new();
        let mut run = Run::new(limits, &control);
        let answer = stock.solve(&goal, &hard, source, &mut run).unwrap();
        (answer, run.stats().expanded)
    }

    #[test]
    fn patience_changes_the_counts_and_never_the_length() {
        let keeper = Memory::default();
        let source = |patience| Source { keeper: Some(&keeper), threads: 2, patience };
        let (plain, _) = check(&Stock::default(), source(u64::MAX), Limits::default());
        assert!(matches!(plain.outcome, Outcome::Solved(_)));
        assert_eq!(keeper.0.lock().unwrap().len(), 2, "small tables for both frames");
        let stock = Stock::default();
        let first = check(&stock, source(20), Limits::default());
        assert_eq!(first.0.lower_bound, plain.lower_bound);
        assert_eq!(keeper.0.lock().unwrap().len(), 4, "the large ones were asked for, and kept");
        assert_eq!(check(&stock, source(20), Limits::default()), first, "whatever the stock has by now");
        // A new program finds the large tables and begins with them.
        let (kept, expanded) = check(&Stock::default(), source(20), Limits::default());
        assert_eq!(kept.lower_bound, plain.lower_bound);
        assert!(expanded < first.1, "{expanded} and not {}", first.1);
    }

    #[test]
    fn without_memory_for_large_tables_the_small_ones_go_on() {
        let source = |patience| Source { keeper: None, threads: 1, patience };
        let plain = check(&Stock::default(), source(u64::MAX), Limits::default());
        let limits = Limits { nodes: None, memory: Some(1000) };
        let (answer, _) = check(&Stock::default(), source(20), limits);
        assert_eq!(answer, plain.0);
    }
}
