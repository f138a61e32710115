//! What solving a board gives: the moves, and what is proven of them.

use super::board::{Dir, letters};
use super::goal::Puzzle;
use super::grid::{Grid as _, WideBoard};
use super::heuristic::{Heuristic, HeuristicName, LinearConflict, Manhattan};
use super::method::{Method, Metric};
use super::options::Options;
use super::pattern::Named;
use super::proof::Proven;
use super::quick;
use crate::run::{Stats, Stop};
use crate::search::{Answer, Outcome};

/// What is known at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The moves are proven shortest.
    Optimal,
    /// The moves lead to the goal; a shorter way may exist.
    Solved,
    /// Parity says that no moves lead to the goal.
    Unsolvable,
    /// Stopped first; the moves, if any, are the best so far.
    Stopped(Stop),
}

/// The answer to a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlideAnswer {
    /// What is known.
    pub status: Status,
    /// The best moves found; they were replayed.
    pub moves: Option<Vec<Dir>>,
    /// No solution is shorter, in the metric that was asked for.
    pub lower_bound: u32,
    /// What counts as one move.
    pub metric: Metric,
    /// The method that gave the answer, never `auto`.
    pub method: Method,
    /// The heuristic it used.
    pub heuristic: Option<HeuristicName>,
    /// What it took.
    pub stats: Stats,
    /// The pattern tables that its proof ended with, by their name, where there was one.
    pub tables: Option<String>,
    /// Whether the moves are those of a beam, and the rounds of the proof ended below their length.
    pub by_beam: bool,
}

impl SlideAnswer {
    /// Raises the bound to the parity that every solution has: each step moves the blank one cell.
    pub(super) fn rounded(self, puzzle: &Puzzle) -> SlideAnswer {
        let blanks = puzzle.size().taxicab(puzzle.board().blank(), puzzle.goal().blank()) as u32;
        if self.status == Status::Unsolvable || self.metric == Metric::Multi || self.lower_bound % 2 == blanks % 2 {
            return self;
        }
        let lower_bound = self.lower_bound + 1;
        let proven = self.status == Status::Solved && self.length() == Some(lower_bound as usize);
        SlideAnswer { lower_bound, status: if proven { Status::Optimal } else { self.status }, ..self }
    }

    /// The answer, if its moves lead to the goal. Else an engine is wrong: no moves are better than wrong ones, and nothing is proven.
    pub(super) fn passed(self, puzzle: &Puzzle) -> SlideAnswer {
        let Some(moves) = &self.moves else { return self };
        let (board, goal) = (puzzle.board(), puzzle.goal());
        match ubin_verify::slide::replay(board.size().cols(), board.tiles(), goal.tiles(), &letters(moves)) {
            Ok(_) => self,
            Err(_) => SlideAnswer { status: Status::Stopped(Stop::Refused), moves: None, lower_bound: 0, ..self },
        }
    }

    /// The length of the best solution found, in the metric that was asked for.
    #[must_use]
    pub fn length(&self) -> Option<usize> {
        self.moves.as_ref().map(|moves| self.metric.length(moves))
    }

    /// No moves lead to the goal.
    pub(super) fn unsolvable(options: &Options) -> SlideAnswer {
        SlideAnswer {
            status: Status::Unsolvable,
            moves: None,
            lower_bound: 0,
            metric: options.metric,
            method: options.method,
            heuristic: None,
            stats: Stats::default(),
            tables: None,
            by_beam: false,
        }
    }

    /// The solution row by row, and the bound that is known at once.
    pub(super) fn quick(puzzle: &Puzzle) -> SlideAnswer {
        let moves = quick::solve(puzzle).expect("the puzzle can be solved");
        let conflict = LinearConflict::new(puzzle.goal());
        let lower_bound = bound(puzzle, &conflict);
        let status = if moves.len() as u32 == lower_bound { Status::Optimal } else { Status::Solved };
        SlideAnswer {
            status,
            moves: Some(moves),
            lower_bound,
            metric: Metric::Single,
            method: Method::Quick,
            heuristic: None,
            stats: Stats::default(),
            tables: None,
            by_beam: false,
        }
    }

    /// Stopped before the search began.
    pub(super) fn stopped(
        puzzle: &Puzzle,
        stop: Stop,
        method: Method,
        heuristic: Option<HeuristicName>,
    ) -> SlideAnswer {
        let lower_bound = bound(puzzle, &Manhattan::new(puzzle.goal()));
        let answer = Answer { outcome: Outcome::Stopped(stop), lower_bound };
        SlideAnswer::of(answer, method, heuristic)
    }

    /// What an engine that counts single moves has found.
    pub(super) fn of(answer: Answer<Dir>, method: Method, heuristic: Option<HeuristicName>) -> SlideAnswer {
        let lower_bound = answer.lower_bound;
        let (status, moves) = match answer.outcome {
            Outcome::Solved(moves) if moves.len() as u32 == lower_bound => (Status::Optimal, Some(moves)),
            Outcome::Solved(moves) => (Status::Solved, Some(moves)),
            Outcome::Stopped(stop) => (Status::Stopped(stop), None),
            Outcome::Impossible => unreachable!("parity says that the goal can be reached"),
        };
        let (metric, stats) = (Metric::Single, Stats::default());
        SlideAnswer { status, moves, lower_bound, metric, method, heuristic, stats, tables: None, by_beam: false }
    }

    /// What a proof with pattern tables has found; where it was stopped, with the best moves that it knows.
    pub(super) fn proven(proven: Proven, method: Method, heuristic: Option<HeuristicName>) -> SlideAnswer {
        let Proven { answer, solver, best, closed_by } = proven;
        let found = SlideAnswer::of(answer, method, heuristic);
        let tables = Some(Named::of(solver.partition()).map_or_else(|| solver.partition().shape(), String::from));
        SlideAnswer { moves: found.moves.or(best), tables, by_beam: closed_by == Method::Beam, ..found }
    }
}

/// A lower bound of the whole puzzle.
pub(super) fn bound(puzzle: &Puzzle, heuristic: &impl Heuristic<WideBoard>) -> u32 {
    heuristic.bound(&heuristic.start(&WideBoard::pack(puzzle.board().tiles())))
}

#[cfg(test)]
mod tests {
    use super::super::Board;
    use super::super::goal::Goal;
    use super::*;

    #[test]
    fn moves_that_miss_the_goal_are_no_answer() {
        let board: Board = "1 2 3/4 - 5/7 8 6".parse().unwrap();
        let puzzle = Puzzle::with_goal(board, Goal::BlankLast);
        let right = SlideAnswer::quick(&puzzle);
        assert_eq!(right.clone().passed(&puzzle), right);
        for moves in [vec![Dir::Right], vec![Dir::Up, Dir::Up], Vec::new()] {
            let refused = SlideAnswer { moves: Some(moves), ..right.clone() }.passed(&puzzle);
            assert_eq!(refused.status, Status::Stopped(Stop::Refused));
            assert_eq!((refused.moves, refused.lower_bound), (None, 0), "nothing is proven");
        }
    }
}
