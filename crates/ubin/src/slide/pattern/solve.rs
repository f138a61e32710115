//! Iterative deepening on pattern databases.
//!
//! R. Korf, Depth-first iterative-deepening, 1985, with bounds from [`Tables`]. A round searches every path up to a
//! bound; a round without a goal proves that the bound is not enough, and parity raises the next by two.

use std::sync::OnceLock;

use super::automaton::Automaton;
use super::node::Ground;
use super::round::{Aim, Found, Round};
use super::tables::Tables;
use super::views::{View, homes};
use crate::run::Run;
use crate::search::{Answer, Outcome};
use crate::slide::{Board, Dir};

/// Words up to this length are refused: PLACEHOLDER.
const LONGEST_WORD: usize = 8;

/// Why a solver cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolverError {
    /// No symmetry lays these tables on the goal.
    #[error("the tables are for other boards or another home of the blank")]
    OtherGoal,
    /// No tables, or so many that they have more than eight views together.
    #[error("a search looks at 1 to 8 views of its tables, not {0}")]
    Views(usize),
}

/// Solves boards to one goal, with the largest bound of several sets of tables.
#[derive(Debug)]
pub struct Solver {
    goal: Board,
    views: Vec<View>,
}

/// Runs `$body` with `$ground` for as many views as the solver has.
macro_rules! with_ground {
    ($solver:expr, $automaton:expr, |$ground:ident| $body:expr) => {{
        let solver = $solver;
        let size = solver.goal.size();
        match solver.views.len() {
            1 => {
                let $ground = &Ground::<1>::new(size, &solver.views, $automaton);
                $body
            }
            2 => {
                let $ground = &Ground::<2>::new(size, &solver.views, $automaton);
                $body
            }
            3 => {
                let $ground = &Ground::<3>::new(size, &solver.views, $automaton);
                $body
            }
            4 => {
                let $ground = &Ground::<4>::new(size, &solver.views, $automaton);
                $body
            }
            5 => {
                let $ground = &Ground::<5>::new(size, &solver.views, $automaton);
                $body
            }
            6 => {
                let $ground = &Ground::<6>::new(size, &solver.views, $automaton);
                $body
            }
            7 => {
                let $ground = &Ground::<7>::new(size, &solver.views, $automaton);
                $body
            }
            _ => {
                let $ground = &Ground::<8>::new(size, &solver.views, $automaton);
                $body
            }
        }
    }};
}

impl Solver {
    /// A solver for a goal.
    ///
    /// # Errors
    /// When some of the tables do not serve this goal, or their views are too many.
    pub fn new(goal: &Board, tables: &[Tables]) -> Result<Solver, SolverError> {
        let mut views = Vec::new();
        for tables in tables {
            let own = View::all(tables, goal.size(), goal.blank());
            if own.is_empty() {
                return Err(SolverError::OtherGoal);
            }
            views.extend(own);
        }
        match views.len() {
            1..=8 => Ok(Solver { goal: goal.clone(), views }),
            count => Err(SolverError::Views(count)),
        }
    }

    /// The bound of a board: never more than its distance, 0 at the goal only, and one more or less after a
    /// move. `None` when no moves lead to the goal.
    ///
    /// It walks down every table, which takes some microseconds; the search itself does so only at its start.
    #[must_use]
    pub fn h(&self, board: &Board) -> Option<u32> {
        let (tiles, blank) = homes(&self.goal, board)?;
        let sum = |view: &View| Some(view.slots(&tiles, blank)?.iter().map(|slot| slot.h).sum());
        self.views.iter().map(sum).try_fold(0, |most, sum: Option<u32>| Some(most.max(sum?)))
    }

    /// A shortest path: of all shortest paths the first in search order.
    ///
    /// The answer and the nodes counted are the same for any number of threads.
    #[must_use]
    pub fn solve(&self, board: &Board, threads: usize, run: &mut Run) -> Answer<Dir> {
        with_ground!(self, refusing(), |ground| self.deepen(ground, board, Aim::First, threads, run)).0
    }

    /// How many shortest paths there are, counted up to `limit`; with their length.
    #[must_use]
    pub fn count(&self, board: &Board, limit: u64, threads: usize, run: &mut Run) -> (Answer<Dir>, u64) {
        with_ground!(self, undo_only(), |ground| self.deepen(ground, board, Aim::Count(limit), threads, run))
    }

    fn deepen<const V: usize>(
        &self,
        ground: &Ground<'_, V>,
        board: &Board,
        aim: Aim,
        threads: usize,
        run: &mut Run,
    ) -> (Answer<Dir>, u64) {
        let root = homes(&self.goal, board).and_then(|(tiles, blank)| ground.root(&tiles, blank));
        let Some(root) = root else { return (Answer { outcome: Outcome::Impossible, lower_bound: 0 }, 0) };
        let mut before = 0;
        for bound in (root.h()..).step_by(2) {
            run.prove(bound.into());
            let round = Round::new(ground, &root, bound, aim, before);
            let Found { stats, path, count, stop } = round.search(threads, before, run);
            before = stats.expanded;
            run.absorb(stats);
            if let Some(stop) = stop {
                return (Answer { outcome: Outcome::Stopped(stop), lower_bound: bound }, 0);
            }
            if let Some(path) = path {
                run.improve(path.len() as u64);
                return (Answer { outcome: Outcome::Solved(path), lower_bound: bound }, count);
            }
        }
        unreachable!("a board that parity allows has a path")
    }
}

fn refusing() -> &'static Automaton {
    static REFUSING: OnceLock<Automaton> = OnceLock::new();
    REFUSING.get_or_init(|| Automaton::refusing(LONGEST_WORD))
}

fn undo_only() -> &'static Automaton {
    static UNDO_ONLY: OnceLock<Automaton> = OnceLock::new();
    UNDO_ONLY.get_or_init(Automaton::undo_only)
}
