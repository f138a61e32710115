//! Shortest solutions with pattern tables: the search begins with the tables at hand and goes on with the large ones.
//!
//! What there is comes from the [store](super::store), when to change is the [policy](super::policy)'s decision, and the
//! search itself is that of a solver, which can be left between two rounds. Hard boards are left to [`closing`].

use std::sync::Arc;

use super::board::{Board, Dir};
use super::goal::Puzzle;
use super::method::Method;
use super::multi::{self, Grade, Tired};
use super::pattern::{Solver, Unfinished};
use super::policy::{self, LINES_PATIENCE, LargeTables, SHORT_ROUND, TableChange};
use super::store::TableStore;
use crate::run::{Run, Stop};
use crate::search::{Answer, Outcome};
use closing::{Closing, GapState};

mod closing;

/// What a proof has found, and how.
pub(crate) struct Proven {
    pub(crate) answer: Answer<Dir>,
    /// The solver that was used last.
    pub(crate) solver: Arc<Solver>,
    /// The best path that is known where the search was stopped.
    pub(crate) best: Option<Vec<Dir>>,
    /// Which search found the path: rounds of deepening, or a beam whose path they proved.
    pub(crate) closed_by: Method,
}

impl Proven {
    /// What rounds alone have found.
    fn by_rounds(answer: Answer<Dir>, solver: Arc<Solver>) -> Proven {
        Proven { answer, solver, best: None, closed_by: Method::Ida }
    }
}

/// Whether a goal has large tables that are known to be good, with which most boards can be proven.
pub(crate) fn closes(goal: &Board) -> bool {
    policy::catalogued(goal.size(), goal.blank()).next().is_some()
}

/// A shortest path in single moves, found with the tables at hand, or with the large ones where that is sooner.
///
/// `None` when the board is too large for any tables.
///
/// # Errors
/// When the run was stopped before there were any tables.
pub(crate) fn search(
    puzzle: &Puzzle,
    store: &TableStore,
    may: LargeTables,
    run: &mut Run<'_>,
) -> Result<Option<Proven>, Stop> {
    let Some(solver) = store.solver(puzzle.goal(), run)? else { return Ok(None) };
    let threads = store.threads();
    let so_far = match solver.solve_until(puzzle.board(), Unfinished::default(), SHORT_ROUND, threads, run) {
        Ok(answer) => return Ok(Some(Proven::by_rounds(answer, solver))),
        Err(so_far) => so_far,
    };
    Ok(Some(go_on(puzzle, (store, may), &solver, so_far, run).unwrap_or_else(|(stop, lower_bound)| {
        Proven::by_rounds(Answer { outcome: Outcome::Stopped(stop), lower_bound }, solver)
    })))
}

/// Goes on after the last short round with the tables at hand.
///
/// # Errors
/// When the run was stopped before the large tables were there; with what is proven.
fn go_on(
    puzzle: &Puzzle,
    (store, may): (&TableStore, LargeTables),
    at_hand: &Arc<Solver>,
    short: Unfinished,
    run: &mut Run<'_>,
) -> Result<Proven, (Stop, u32)> {
    let (board, goal, threads) = (puzzle.board(), puzzle.goal(), store.threads());
    let (mut solver, mut so_far) = (at_hand.clone(), short);
    if let Some(change) = change(store, goal, &solver, may, run).map_err(|stop| (stop, short.bound))? {
        so_far = match solver.solve_until(board, so_far, change.patience(), threads, run) {
            Ok(answer) => return Ok(Proven::by_rounds(answer, solver)),
            Err(so_far) => so_far,
        };
        let larger = larger(store, goal, &solver, may, so_far.nodes, run).map_err(|stop| (stop, so_far.bound))?;
        solver = larger.unwrap_or(solver);
    }
    run.note_bytes(solver.bytes());
    let large = store.large_set(goal, run).map_err(|stop| (stop, so_far.bound))?;
    let Some(large) = large.filter(|large| large.set.partition == *solver.partition()) else {
        let answer = solver.solve_from(board, so_far, threads, run);
        return Ok(Proven::by_rounds(answer, solver));
    };
    // With these tables from the beginning, whatever was at hand: the way from here is the same for all.
    let first = match at_hand.partition() == solver.partition() {
        true => short,
        false => match solver.solve_until(board, Unfinished::default(), SHORT_ROUND, threads, run) {
            Ok(mut answer) => {
                answer.lower_bound = answer.lower_bound.max(so_far.bound);
                return Ok(Proven::by_rounds(answer, solver));
            }
            Err(first) => first,
        },
    };
    let score = store.learned(goal, run).map_err(|stop| (stop, so_far.bound))?;
    let state = GapState { first, so_far, states: large.states };
    Ok(Closing::new(puzzle, (store, may), solver, &state).ranked_by(score).search(run))
}

/// The solver to go on with after a round of so many nodes, made ready now; `None` when the one at hand is as good.
///
/// # Errors
/// When the run was stopped before its tables were there.
pub(crate) fn larger(
    store: &TableStore,
    goal: &Board,
    at_hand: &Solver,
    may: LargeTables,
    nodes: u64,
    run: &mut Run<'_>,
) -> Result<Option<Arc<Solver>>, Stop> {
    if nodes <= SHORT_ROUND || change(store, goal, at_hand, may, run)?.is_none_or(|change| nodes <= change.patience()) {
        return Ok(None);
    }
    let large = store.large_set(goal, run)?.expect("there is a change to make");
    store.large_solver(goal, &large.set, may, run)
}

/// The change from the tables at hand to the large ones; `None` when there is none to make.
fn change(
    store: &TableStore,
    goal: &Board,
    at_hand: &Solver,
    may: LargeTables,
    run: &mut Run<'_>,
) -> Result<Option<TableChange>, Stop> {
    let Some(large) = store.large_set(goal, run)? else { return Ok(None) };
    let change = TableChange::between(at_hand.partition(), &large, may);
    Ok(change.filter(|change| *change != TableChange::Warm || store.warms()))
}

/// A solution with as few lines slid as can be; `None` when the board has more than [`multi::MOST_CELLS`] cells.
pub(crate) fn fewest_lines(puzzle: &Puzzle, store: &TableStore, run: &mut Run<'_>) -> Option<Answer<Dir>> {
    LineSearch { puzzle, store, patience: LINES_PATIENCE }.search(run)
}

/// A search for the fewest lines that begins with small tables, unless large ones are kept.
struct LineSearch<'a> {
    puzzle: &'a Puzzle,
    store: &'a TableStore,
    /// Nodes that it expands with small tables before it asks for large ones.
    patience: u64,
}

impl LineSearch<'_> {
    fn search(&self, run: &mut Run<'_>) -> Option<Answer<Dir>> {
        let (goal, board) = (self.puzzle.goal(), self.puzzle.board());
        policy::line_sets(goal, Grade::Small)?;
        // Rounds begin at length 1, however far the goal is.
        let least = multi::bound(goal, board);
        Some(
            self.deepen(least, run).unwrap_or_else(|(stop, bound)| Answer {
                outcome: Outcome::Stopped(stop),
                lower_bound: bound.max(least),
            }),
        )
    }

    /// The answer, or why the search was stopped and what was proven by then.
    fn deepen(&self, least: u32, run: &mut Run<'_>) -> Result<Answer<Dir>, (Stop, u32)> {
        let (goal, board) = (self.puzzle.goal(), self.puzzle.board());
        let early = |stop| (stop, 0);
        let first = self.store.first_grade(goal, run).map_err(early)?.expect("boards of up to 16 cells have tables");
        let small = self.store.line_solver(goal, first, run).map_err(early)?;
        let Some(small) = small else { return Err(early(Stop::Memory)) };
        run.note_bytes(small.bytes());
        let patience = policy::lines_patience(goal, first, self.patience);
        let bound = match small.solve_from(board, least, patience, run) {
            Ok(answer) => return Ok(answer),
            Err(Tired { bound }) => bound,
        };
        let late = |stop| (stop, bound);
        // Where there is no room to build the large ones, the small ones go on.
        let solver = self.store.line_solver(goal, Grade::Large, run).map_err(late)?.unwrap_or(small);
        run.note_bytes(solver.bytes());
        match solver.solve_from(board, bound, u64::MAX, run) {
            Ok(answer) => Ok(answer),
            Err(Tired { .. }) => unreachable!("patience has no end"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::super::store::{FilledTables, TableFiles, TableSet};
    use super::*;
    use crate::run::{Control, Limits};
    use crate::slide::Size;

    /// Keeps tables for lines in memory, and no others.
    #[derive(Clone, Default)]
    struct LinesInMemory(Arc<Mutex<Vec<FilledTables>>>);

    impl TableFiles for LinesInMemory {
        fn has(&self, set: &TableSet) -> bool {
            self.load(set).is_some()
        }

        fn load(&self, set: &TableSet) -> Option<FilledTables> {
            self.0.lock().unwrap().iter().find(|tables| tables.set() == *set).cloned()
        }

        fn keep(&self, tables: &FilledTables) {
            self.0.lock().unwrap().push(tables.clone());
        }
    }

    fn board(tiles: [u16; 12]) -> Board {
        Board::new(Size::new(3, 4).unwrap(), tiles.to_vec()).unwrap()
    }

    /// The answer and the nodes expanded.
    fn check(store: &TableStore, patience: u64, limits: Limits) -> (Answer<Dir>, u64) {
        let goal = board([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0]);
        let hard = board([0, 11, 10, 9, 8, 7, 6, 5, 4, 3, 1, 2]);
        let puzzle = Puzzle::new(hard, goal).unwrap();
        let control = Control::new();
        let mut run = Run::new(limits, &control);
        let answer = LineSearch { puzzle: &puzzle, store, patience }.search(&mut run).unwrap();
        (answer, run.stats().expanded)
    }

    #[test]
    fn patience_changes_the_counts_and_never_the_length() {
        let files = LinesInMemory::default();
        let fresh = || TableStore::new(2).with_files(Arc::new(files.clone()));
        let (plain, _) = check(&fresh(), u64::MAX, Limits::default());
        assert!(matches!(plain.outcome, Outcome::Solved(_)));
        assert_eq!(files.0.lock().unwrap().len(), 2, "small tables for both frames");
        let store = fresh();
        let first = check(&store, 20, Limits::default());
        assert_eq!(first.0.lower_bound, plain.lower_bound);
        assert_eq!(files.0.lock().unwrap().len(), 4, "the large ones were asked for, and kept");
        assert_eq!(check(&store, 20, Limits::default()), first, "whatever the store has by now");
        // A new program finds the large tables and begins with them.
        let (kept, expanded) = check(&fresh(), 20, Limits::default());
        assert_eq!(kept.lower_bound, plain.lower_bound);
        assert!(expanded < first.1, "{expanded} and not {}", first.1);
    }

    #[test]
    fn without_memory_for_large_tables_the_small_ones_go_on() {
        let store = TableStore::default();
        let plain = check(&store, u64::MAX, Limits::default());
        let little = Limits { nodes: None, memory: Some(1000) };
        let before = check(&store, 20, little);
        assert_eq!(before.0, plain.0);
        check(&store, 20, Limits::default());
        assert_eq!(check(&store, 20, little), before, "also where another search has built them");
    }
}
