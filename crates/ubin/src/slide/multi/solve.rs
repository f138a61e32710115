//! Iterative deepening over moves that slide a whole line.
//!
//! A round looks for solutions of one length. It has two [halves](Half): solutions whose last move is along a row of the first frame,
//! then those of the second; the length says which axis comes first in a half, and the first move's axis which half it is.
//!
//! One thread; the same boards in the same order everywhere.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::frame::LineFrame;
use super::half::{Half, Unwound};
use super::layout::Axis;
use super::tables::LineTables;
use super::view::{LineNode, LineView};
use crate::run::{Run, Stop};
use crate::search::{Answer, OnGoal, Outcome};
use crate::slide::parity::Parity;
use crate::slide::pattern::checksum::TableDigest;
use crate::slide::{Board, Dir, Puzzle};
use crate::unit::UnitError;

/// Solves boards to one goal, counting lines that slide.
#[derive(Debug)]
pub(crate) struct LineSolver {
    goal: Board,
    /// The last move is along a row, or along a column.
    frames: [(LineFrame, Arc<LineView>); 2],
}

/// A search that gave up: the nodes that the caller allowed are used up. No solution is shorter than `bound`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tired {
    pub(crate) bound: u32,
}

/// A subtree of a round: the half that it is in, by the axis of the first move, and the blank's steps that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HalfPrefix {
    pub(crate) along_row: bool,
    pub(crate) steps: Vec<Dir>,
}

/// A board in the frames: by frame and axis of the first move.
type Roots = [[LineNode; 2]; 2];

impl LineSolver {
    /// A solver for a goal; `None` when there are no tables for one of its frames.
    #[must_use]
    pub(crate) fn new(goal: &Board, tables: &[LineTables]) -> Option<LineSolver> {
        let mut views: Vec<Arc<LineView>> = Vec::new();
        let mut frames = Vec::new();
        for frame in LineFrame::both(goal.size(), goal.blank()) {
            let fits = |tables: &&LineTables| {
                (tables.partition().size(), tables.partition().blank()) == (frame.size, frame.blank)
            };
            // Frames of a symmetric goal share a view.
            let view = match (frames.first(), views.first()) {
                (Some((first, _)), Some(view)) if same(first, &frame) => Arc::clone(view),
                _ => Arc::new(LineView::new(tables.iter().find(fits)?.clone())),
            };
            views.push(Arc::clone(&view));
            frames.push((frame, view));
        }
        Some(LineSolver { goal: goal.clone(), frames: frames.try_into().expect("there are two frames") })
    }

    /// The bytes of its tables.
    #[must_use]
    pub(crate) fn bytes(&self) -> u64 {
        let [(_, one), (_, other)] = &self.frames;
        let views = if Arc::ptr_eq(one, other) { &[one][..] } else { &[one, other] };
        views.iter().map(|view| view.image().len() as u64).sum()
    }

    /// What names the tables: the checksum of each frame's.
    pub(crate) fn digests(&self) -> [TableDigest; 2] {
        self.frames.each_ref().map(|(_, view)| view.digest())
    }

    /// A lower bound of the moves of a board; `None` when no moves lead to the goal.
    #[must_use]
    pub(crate) fn h(&self, board: &Board) -> Option<u32> {
        if !reaches(board, &self.goal) {
            return None;
        }
        if board == &self.goal {
            return Some(0);
        }
        let roots = self.roots(board);
        [1, 2].into_iter().flat_map(|length| self.halves(&roots, length)).map(|half| half.least()).min()
    }

    /// A solution with as few moves as can be, as the blank's single steps; the bound is in moves.
    #[must_use]
    #[cfg(test)]
    pub(crate) fn solve(&self, board: &Board, run: &mut Run<'_>) -> Answer<Dir> {
        match self.solve_from(board, 0, u64::MAX, run) {
            Ok(answer) => answer,
            Err(Tired { .. }) => unreachable!("patience has no end"),
        }
    }

    /// A solution as [`LineSolver::solve`] gives it, when it is known that none is shorter than `bound`, for as many nodes as patience lasts.
    pub(crate) fn solve_from(
        &self,
        board: &Board,
        bound: u32,
        patience: u64,
        run: &mut Run<'_>,
    ) -> Result<Answer<Dir>, Tired> {
        if !reaches(board, &self.goal) {
            return Ok(Answer { outcome: Outcome::Impossible, lower_bound: 0 });
        }
        if board == &self.goal {
            return Ok(Answer { outcome: Outcome::Solved(Vec::new()), lower_bound: 0 });
        }
        let patience = run.stats().expanded.saturating_add(patience);
        let roots = self.roots(board);
        for length in bound.max(1).. {
            run.prove(length.into());
            for half in self.halves(&roots, length) {
                let mut found = None;
                let on_goal = &mut |steps: &[Dir]| {
                    found = Some(steps.to_vec());
                    ControlFlow::Break(())
                };
                let ended = half.search(&half.start(), patience, run, on_goal);
                if let Some(steps) = found {
                    run.improve(length.into());
                    return Ok(Answer { outcome: Outcome::Solved(steps), lower_bound: length });
                }
                match ended.map_err(|(unwound, _)| unwound) {
                    Ok(()) | Err(Unwound::Enough) => {}
                    Err(Unwound::Tired) => return Err(Tired { bound: length }),
                    Err(Unwound::Stop(stop)) => {
                        return Ok(Answer { outcome: Outcome::Stopped(stop), lower_bound: length });
                    }
                }
            }
        }
        unreachable!("a board that parity allows has a solution")
    }

    /// The two roots of a round, in search order.
    pub(crate) fn first_prefixes(&self, board: &Board, length: u32) -> Vec<HalfPrefix> {
        let prefix = |half: Half<'_>| HalfPrefix { along_row: half.is_along_row(), steps: Vec::new() };
        self.halves(&self.roots(board), length).map(prefix).to_vec()
    }

    /// Searches the trees below some prefixes, in the order given, for the solutions of one length; gives what it was stopped before.
    ///
    /// # Errors
    /// When the round never makes one of the prefixes; then nothing was searched.
    pub(crate) fn part(
        &self,
        board: &Board,
        length: u32,
        prefixes: &[HalfPrefix],
        run: &mut Run<'_>,
        on_goal: &mut OnGoal<'_, Dir>,
    ) -> Result<Option<(Stop, Vec<HalfPrefix>)>, UnitError> {
        let roots = self.roots(board);
        let halves = self.halves(&roots, length);
        let half = |prefix: &HalfPrefix| halves[usize::from(halves[0].is_along_row() != prefix.along_row)];
        let start = |prefix: &HalfPrefix| half(prefix).walk(&prefix.steps);
        let starts = prefixes.iter().map(start).collect::<Result<Vec<_>, _>>()?;
        for (number, start) in starts.into_iter().enumerate() {
            match half(&prefixes[number]).search(&start, u64::MAX, run, on_goal) {
                Ok(()) => {}
                Err((Unwound::Stop(stop), left)) => {
                    let along_row = prefixes[number].along_row;
                    let left = left.into_iter().map(|steps| HalfPrefix { along_row, steps });
                    return Ok(Some((stop, left.chain(prefixes[number + 1..].iter().cloned()).collect())));
                }
                Err((Unwound::Enough | Unwound::Tired, _)) => return Ok(None),
            }
        }
        Ok(None)
    }

    /// The halves of a round, in search order.
    fn halves<'a>(&'a self, roots: &'a Roots, length: u32) -> [Half<'a>; 2] {
        // The last move is along a row, and the axes take turns.
        let first = if length % 2 == 1 { Axis::Row } else { Axis::Col };
        [0, 1].map(|i| {
            let (frame, view) = &self.frames[i];
            Half { frame, view, root: &roots[i][first as usize], first, length }
        })
    }

    fn roots(&self, board: &Board) -> Roots {
        [0, 1].map(|i| {
            let (frame, view) = &self.frames[i];
            let node = view.node(&frame.lay(&self.goal, board));
            [Axis::Row, Axis::Col].map(|first| view.with_needs(node, first))
        })
    }
}

/// Whether two frames have the same tables.
fn same(a: &LineFrame, b: &LineFrame) -> bool {
    (a.size, a.blank) == (b.size, b.blank)
}

/// Whether moves lead from a board to the goal.
fn reaches(board: &Board, goal: &Board) -> bool {
    Puzzle::new(board.clone(), goal.clone()).is_some_and(|puzzle| Parity::is_solvable(&puzzle))
}
