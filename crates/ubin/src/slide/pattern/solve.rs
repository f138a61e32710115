//! Iterative deepening on pattern databases.
//!
//! R. Korf, Depth-first iterative-deepening, 1985, with bounds from [`Tables`]. A round searches every path up to a
//! bound; a round without a goal proves that the bound is not enough, and parity raises the next by two.

use std::sync::OnceLock;

use super::automaton::Automaton;
use super::beam::{BEAM_WIDEST, PatternBeam};
use super::checksum::TableDigest;
use super::node::Ground;
use super::part::below;
use super::partition::Partition;
use super::round::{RoundAim, RoundFound, search_round};
use super::tables::Tables;
use super::views::{TableView, homes};
use crate::run::{Run, Stop};
use crate::search::{Answer, OnGoal, Outcome, Unvisited};
use crate::slide::{Board, Dir};
use crate::unit::UnitError;

/// A round after one of fewer nodes than this refuses words of up to 10 moves, a larger one of up to 12. They are found
/// in 5 and 40 ms and save 21 % and 23 % of the nodes of Korf's hundred.
const NODES_FOR_LONG_WORDS: u64 = 1_000_000;

/// A round after one of more nodes than this refuses words of up to 16 moves. Their automaton has 55,313 states in half a
/// megabyte; what they save by themselves was not measured here (10 to 15 % of the nodes in a prototype).
const NODES_FOR_LONGEST_WORDS: u64 = 20_000_000;

/// Why a solver cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SolverError {
    /// No symmetry lays these tables on the goal.
    #[error("the tables are for other boards or another home of the blank")]
    OtherGoal,
    /// No tables, or so many that they have more than eight views together.
    #[error("a search looks at 1 to 8 views of its tables, not {0}")]
    Views(usize),
}

/// Where a search gave up; by default, where none has begun.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unfinished {
    /// No path has fewer moves.
    pub bound: u32,
    /// The nodes of the last round, from which the next one is cut into units.
    pub nodes: u64,
}

/// What to look for, and how.
#[derive(Clone, Copy)]
struct DeepPlan {
    aim: RoundAim,
    so_far: Unfinished,
    /// The nodes of a round after which no other is begun.
    patience: u64,
    threads: usize,
}

/// One round of a search, which may be searched in parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OneRound {
    pub(crate) aim: RoundAim,
    /// The most moves of a path.
    pub(crate) bound: u32,
    /// The nodes of the largest round before: they decide which words are refused.
    pub(crate) before: u64,
}

/// Solves boards to one goal, with the largest bound of several sets of tables.
#[derive(Debug)]
pub(crate) struct Solver {
    goal: Board,
    views: Vec<TableView>,
    bytes: u64,
    /// The checksum of each set of tables.
    digests: Vec<TableDigest>,
}

/// Runs `$body` with `$ground` for as many views as the solver has.
macro_rules! with_ground {
    ($solver:expr, $automaton:expr, |$ground:ident| $body:expr, [$($views:literal)*]) => {
        match $solver.views.len() {
            $($views => {
                let $ground = Ground::<$views>::new($solver.goal.size(), &$solver.views, $automaton);
                $body
            })*
            _ => unreachable!("a solver has 1, 2, 4 or 8 views"),
        }
    };
    ($solver:expr, $automaton:expr, |$ground:ident| $body:expr) => {
        with_ground!($solver, $automaton, |$ground| $body, [1 2 4 8])
    };
}

impl Solver {
    /// A solver for a goal.
    ///
    /// # Errors
    /// When some of the tables do not serve this goal, or their views are too many.
    pub(crate) fn new(goal: &Board, tables: &[Tables]) -> Result<Solver, SolverError> {
        let mut views = Vec::new();
        for tables in tables {
            let own = TableView::all(tables, goal.size(), goal.blank());
            if own.is_empty() {
                return Err(SolverError::OtherGoal);
            }
            views.extend(own);
        }
        let count = views.len();
        if !(1..=8).contains(&count) {
            return Err(SolverError::Views(count));
        }
        // The search is compiled for 1, 2, 4 and 8 views; a view seen twice changes no bound.
        views.resize(count.next_power_of_two(), views[0].clone());
        let bytes = tables.iter().map(|tables| tables.image().len() as u64).sum();
        let digests = tables.iter().map(Tables::digest).collect();
        Ok(Solver { goal: goal.clone(), views, bytes, digests })
    }

    /// What names the tables: the checksum of each set.
    pub(crate) fn digests(&self) -> &[TableDigest] {
        &self.digests
    }

    pub(crate) fn goal(&self) -> &Board {
        &self.goal
    }

    pub(crate) fn views(&self) -> &[TableView] {
        &self.views
    }

    /// What its first tables are of.
    #[must_use]
    pub(crate) fn partition(&self) -> &Partition {
        self.views[0].partition()
    }

    /// The tiles of each pattern, as the first view cuts the goal.
    #[must_use]
    pub(crate) fn groups(&self) -> Vec<Vec<u16>> {
        let mut groups = vec![Vec::new(); self.views[0].patterns()];
        for (home, &tile) in self.goal.tiles().iter().enumerate().filter(|&(_, &tile)| tile != 0) {
            groups[self.views[0].owner(home as u8)].push(tile);
        }
        groups
    }

    /// The bytes of its tables.
    #[must_use]
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The bound of a board: never more than its distance, 0 at the goal only, and one more or less after a
    /// move. `None` when no moves lead to the goal.
    ///
    /// It walks down every table, which takes some microseconds; the search itself does so only at its start.
    #[must_use]
    pub(crate) fn h(&self, board: &Board) -> Option<u32> {
        let (tiles, blank) = homes(&self.goal, board)?;
        let sum = |view: &TableView| Some(view.slots(&tiles, blank)?.iter().map(|slot| u32::from(slot.h)).sum());
        self.views.iter().map(sum).try_fold(0, |most, sum: Option<u32>| Some(most.max(sum?)))
    }

    /// A shortest path: of all shortest paths the first in search order.
    ///
    /// The answer and the nodes counted are the same for any number of threads.
    #[must_use]
    #[cfg(test)]
    pub(crate) fn solve(&self, board: &Board, threads: usize, run: &mut Run) -> Answer<Dir> {
        self.solve_from(board, Unfinished::default(), threads, run)
    }

    /// As [`Solver::solve`], going on where another search gave up.
    #[must_use]
    pub(crate) fn solve_from(&self, board: &Board, so_far: Unfinished, threads: usize, run: &mut Run) -> Answer<Dir> {
        match self.solve_until(board, so_far, u64::MAX, threads, run) {
            Ok(answer) => answer,
            Err(Unfinished { .. }) => unreachable!("this search has all patience"),
        }
    }

    /// As [`Solver::solve_from`], but gives up before a round that follows one of more than `patience` nodes.
    ///
    /// # Errors
    /// When it gave up.
    pub(crate) fn solve_until(
        &self,
        board: &Board,
        so_far: Unfinished,
        patience: u64,
        threads: usize,
        run: &mut Run,
    ) -> Result<Answer<Dir>, Unfinished> {
        let plan = DeepPlan { aim: RoundAim::First, so_far, patience, threads };
        with_ground!(self, short_words(), |ground| self.deepen(ground, board, plan, run)).map(|(answer, _)| answer)
    }

    /// One round: the first path of up to `bound` moves, and the nodes it took, after a round of `before` nodes.
    pub(crate) fn round(
        &self,
        board: &Board,
        bound: u32,
        before: u64,
        threads: usize,
        run: &mut Run,
    ) -> (Outcome<Vec<Dir>>, u64) {
        with_ground!(self, words_after(before), |ground| {
            let root = homes(&self.goal, board).and_then(|(tiles, blank)| ground.root(&tiles, blank));
            let Some(root) = root else { return (Outcome::Impossible, 0) };
            let found = search_round((&ground, &root), bound as usize, RoundAim::First, (before, threads), run);
            let outcome = match (found.stop, found.path) {
                (Some(stop), _) => Outcome::Stopped(stop),
                (None, Some(path)) => Outcome::Solved(path),
                (None, None) => Outcome::Impossible,
            };
            (outcome, found.stats.expanded)
        })
    }

    /// A path of up to `moves` moves that a beam of up to this width meets, if it does; narrower where the run's memory asks for it.
    ///
    /// # Errors
    /// When the run was stopped.
    pub(crate) fn beam(
        &self,
        board: &Board,
        width: usize,
        moves: u32,
        threads: usize,
        run: &mut Run,
    ) -> Result<Option<Vec<Dir>>, Stop> {
        // Boards reached in two ways are kept once, by whichever way came first: no word is refused for the other's sake.
        with_ground!(self, undo_only(), |ground| {
            let root = homes(&self.goal, board).and_then(|(tiles, blank)| ground.root(&tiles, blank));
            let Some(root) = root else { return Ok(None) };
            let moves = moves as usize;
            let room = run.remaining().memory.unwrap_or(u64::MAX) / PatternBeam::bytes_a_board(&root, moves);
            let width = width.min(BEAM_WIDEST).min(usize::try_from(room).unwrap_or(usize::MAX));
            PatternBeam { ground: &ground, width, moves, threads }.search(&root, run)
        })
    }

    /// Searches the subtrees of a round that begin with these prefixes, in order and on one thread, and says what it was stopped before.
    ///
    /// # Errors
    /// When the round has no such prefix.
    pub(crate) fn part(
        &self,
        board: &Board,
        round: OneRound,
        prefixes: &[Vec<Dir>],
        run: &mut Run,
        on_goal: &mut OnGoal<'_, Dir>,
    ) -> Result<Option<Unvisited<Dir>>, UnitError> {
        let words = if round.aim == RoundAim::First { words_after(round.before) } else { undo_only() };
        with_ground!(self, words, |ground| {
            let root = homes(&self.goal, board).and_then(|(tiles, blank)| ground.root(&tiles, blank));
            let Some(root) = root else { return Ok(None) };
            below((&ground, &root), round.bound as usize, prefixes, run, on_goal)
        })
    }

    /// How many shortest paths there are, counted up to `limit`; with their length.
    #[must_use]
    pub(crate) fn count(&self, board: &Board, limit: u64, threads: usize, run: &mut Run) -> (Answer<Dir>, u64) {
        let so_far = Unfinished::default();
        let plan = DeepPlan { aim: RoundAim::Count(limit), so_far, patience: u64::MAX, threads };
        match with_ground!(self, undo_only(), |ground| self.deepen(ground, board, plan, run)) {
            Ok(counted) => counted,
            Err(Unfinished { .. }) => unreachable!("this search has all patience"),
        }
    }

    fn deepen<const V: usize>(
        &self,
        mut ground: Ground<'_, V>,
        board: &Board,
        plan: DeepPlan,
        run: &mut Run,
    ) -> Result<(Answer<Dir>, u64), Unfinished> {
        let DeepPlan { aim, so_far, patience, threads } = plan;
        let root = homes(&self.goal, board).and_then(|(tiles, blank)| ground.root(&tiles, blank));
        let Some(root) = root else { return Ok((Answer { outcome: Outcome::Impossible, lower_bound: 0 }, 0)) };
        let mut before = so_far.nodes;
        let least = u32::from(root.h());
        for bound in (least..).step_by(2).filter(|&bound| bound >= so_far.bound) {
            run.prove(bound.into());
            if before > patience {
                return Err(Unfinished { bound, nodes: before });
            }
            if aim == RoundAim::First && before >= NODES_FOR_LONG_WORDS {
                ground.refuse_by(words_after(before));
            }
            let found = search_round((&ground, &root), bound as usize, aim, (before, threads), run);
            let RoundFound { stats, path, count, stop } = found;
            before = stats.expanded;
            if let Some(stop) = stop {
                return Ok((Answer { outcome: Outcome::Stopped(stop), lower_bound: bound }, count));
            }
            if let Some(path) = path {
                run.improve(path.len() as u64);
                return Ok((Answer { outcome: Outcome::Solved(path), lower_bound: bound }, count));
            }
        }
        unreachable!("a board that parity allows has a path")
    }
}

impl Solver {
    /// Makes what all solvers share and the first search would wait for.
    pub(crate) fn make_ready() {
        short_words();
    }
}

/// The words refused in a round after one of so many nodes.
fn words_after(before: u64) -> &'static Automaton {
    match before {
        NODES_FOR_LONGEST_WORDS.. => longest_words(),
        NODES_FOR_LONG_WORDS.. => long_words(),
        _ => short_words(),
    }
}

fn short_words() -> &'static Automaton {
    static SHORT: OnceLock<Automaton> = OnceLock::new();
    SHORT.get_or_init(|| Automaton::refusing(10, 7))
}

fn long_words() -> &'static Automaton {
    static LONG: OnceLock<Automaton> = OnceLock::new();
    LONG.get_or_init(|| Automaton::refusing(12, 7))
}

fn longest_words() -> &'static Automaton {
    static LONGEST: OnceLock<Automaton> = OnceLock::new();
    LONGEST.get_or_init(|| Automaton::refusing(16, 7))
}

fn undo_only() -> &'static Automaton {
    static UNDO_ONLY: OnceLock<Automaton> = OnceLock::new();
    UNDO_ONLY.get_or_init(Automaton::undo_only)
}
