//! Iterative deepening over moves that slide a whole line.
//!
//! A round looks for solutions of one length whose last move is along a row of one of the two frames; the length
//! says which axis comes first. A node is a board and the axis of its next move: its need is the moves after that one.
//! Every child needs one more or one less, so a child is refused as soon as a pattern needs more than is left.
//!
//! One thread; the same boards in the same order everywhere.

use std::sync::Arc;

use super::frame::Frame;
use super::layout::Axis;
use super::tables::Tables;
use super::view::{Node, View};
use crate::run::{Run, Stop};
use crate::search::{Answer, Outcome};
use crate::slide::parity::Parity;
use crate::slide::{Board, Dir, Puzzle};

/// Solves boards to one goal, counting lines that slide.
#[derive(Debug)]
pub struct Solver {
    goal: Board,
    /// The last move is along a row, or along a column.
    frames: [(Frame, Arc<View>); 2],
}

/// How a search ends without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pause {
    /// The run says so.
    Stop(Stop),
    /// The nodes that the caller allowed are used up; no solution is shorter than this.
    Tired { bound: u32 },
}

/// The most boards that one move leads to.
const MOST_CHILDREN: usize = 7;

/// One round of iterative deepening.
struct Round<'a, 'c> {
    view: &'a View,
    image: &'a [u8],
    run: &'a mut Run<'c>,
    /// The nodes expanded after which the search gives up.
    patience: u64,
    /// The moves of the solution, the last first: axis, way, and how many cells the blank goes.
    path: Vec<(Axis, usize, usize)>,
}

/// A root of a round.
struct Root {
    node: Node,
    first: Axis,
}

impl Solver {
    /// A solver for a goal; `None` when there are no tables for one of its frames.
    #[must_use]
    pub fn new(goal: &Board, tables: &[Tables]) -> Option<Solver> {
        let mut views: Vec<Arc<View>> = Vec::new();
        let mut frames = Vec::new();
        for frame in Frame::both(goal.size(), goal.blank()) {
            let fits =
                |tables: &&Tables| (tables.partition().size(), tables.partition().blank()) == (frame.size, frame.blank);
            // Frames of a symmetric goal share a view.
            let view = match (frames.first(), views.first()) {
                (Some((first, _)), Some(view)) if same(first, &frame) => Arc::clone(view),
                _ => Arc::new(View::new(tables.iter().find(fits)?.clone())),
            };
            views.push(Arc::clone(&view));
            frames.push((frame, view));
        }
        Some(Solver { goal: goal.clone(), frames: frames.try_into().expect("there are two frames") })
    }

    /// The bytes of its tables.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let [(_, one), (_, other)] = &self.frames;
        let views = if Arc::ptr_eq(one, other) { &[one][..] } else { &[one, other] };
        views.iter().map(|view| view.image().len() as u64).sum()
    }

    /// A lower bound of the moves of a board; `None` when no moves lead to the goal.
    #[must_use]
    pub fn h(&self, board: &Board) -> Option<u32> {
        if !reaches(board, &self.goal) {
            return None;
        }
        if board == &self.goal {
            return Some(0);
        }
        self.roots(board).iter().flatten().map(Root::length).min()
    }

    /// A solution with as few moves as can be, as the blank's single steps; the bound is in moves.
    #[must_use]
    pub fn solve(&self, board: &Board, run: &mut Run<'_>) -> Answer<Dir> {
        match self.solve_from(board, 0, u64::MAX, run) {
            Ok(answer) => answer,
            Err(Pause::Stop(_) | Pause::Tired { .. }) => unreachable!("a stop is an answer, and patience has no end"),
        }
    }

    /// The same, when it is known that no solution is shorter than `bound`, for as many nodes as patience lasts.
    pub(crate) fn solve_from(
        &self,
        board: &Board,
        bound: u32,
        patience: u64,
        run: &mut Run<'_>,
    ) -> Result<Answer<Dir>, Pause> {
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
            for (frame, roots) in roots.iter().enumerate() {
                // The last move is along a row, and the axes take turns.
                let root = &roots[if length % 2 == 1 { Axis::Row } else { Axis::Col } as usize];
                if root.length() > length {
                    continue;
                }
                match self.round(frame, root, length, patience, run) {
                    Ok(None) => {}
                    Ok(Some(steps)) => {
                        run.improve(length.into());
                        return Ok(Answer { outcome: Outcome::Solved(steps), lower_bound: length });
                    }
                    Err(Pause::Tired { .. }) => return Err(Pause::Tired { bound: length }),
                    Err(Pause::Stop(stop)) => {
                        return Ok(Answer { outcome: Outcome::Stopped(stop), lower_bound: length });
                    }
                }
            }
        }
        unreachable!("a board that parity allows has a solution")
    }

    /// The first solution of this length below a root.
    fn round(
        &self,
        frame: usize,
        root: &Root,
        length: u32,
        patience: u64,
        run: &mut Run<'_>,
    ) -> Result<Option<Vec<Dir>>, Pause> {
        let (frame, view) = &self.frames[frame];
        let mut round = Round { view, image: view.image(), run, patience, path: Vec::new() };
        // No board of up to four rows and columns needs the places for more.
        let found = match frame.size.rows().max(frame.size.cols()) {
            ..=4 => round.search::<3>(&root.node, root.first, length - 1)?,
            _ => round.search::<MOST_CHILDREN>(&root.node, root.first, length - 1)?,
        };
        let steps = |&(axis, way, far): &(Axis, usize, usize)| std::iter::repeat_n(frame.dirs[axis as usize][way], far);
        Ok(found.then(|| round.path.iter().rev().flat_map(steps).collect()))
    }

    /// Where rounds begin, by frame and first axis.
    fn roots(&self, board: &Board) -> [[Root; 2]; 2] {
        [0, 1].map(|i| {
            let (frame, view) = &self.frames[i];
            let node = view.node(&frame.lay(&self.goal, board));
            [Axis::Row, Axis::Col].map(|first| Root { node: view.with_needs(node, first), first })
        })
    }
}

impl Root {
    /// The fewest moves that a solution from here can have.
    fn length(&self) -> u32 {
        1 + u32::from(self.node.needs.into_iter().max().unwrap_or(0))
    }
}

/// Whether two frames have the same tables.
fn same(a: &Frame, b: &Frame) -> bool {
    (a.size, a.blank) == (b.size, b.blank)
}

impl Round<'_, '_> {
    /// Looks for a solution of one move along the axis and `left` more, where a move has up to `N` ends.
    fn search<const N: usize>(&mut self, node: &Node, axis: Axis, left: u32) -> Result<bool, Pause> {
        self.run.step().map_err(Pause::Stop)?;
        if self.run.stats().expanded > self.patience {
            return Err(Pause::Tired { bound: 0 });
        }
        let mut children = [*node; N];
        let mut ways = [0; 2];
        let mut count = 0;
        for way in [0, 1] {
            let mut child = *node;
            while self.view.step(&mut child, axis, way) {
                // All children's entries are on their way before the first is read.
                self.view.ask(self.image, &child, axis.other());
                children[count] = child;
                count += 1;
                ways[way] += 1;
            }
        }
        self.run.generated(count as u64);
        for (i, child) in children[..count].iter_mut().enumerate() {
            let (way, far) = if i < ways[0] { (0, i + 1) } else { (1, i + 1 - ways[0]) };
            let found = if left == 0 {
                self.view.is_goal(child)
            } else if let Some(needs) = self.view.look(self.image, child, node.needs, axis.other(), left as u8 - 1) {
                child.needs = needs;
                self.search::<N>(child, axis.other(), left - 1)?
            } else {
                false
            };
            if found {
                self.path.push((axis, way, far));
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether moves lead from a board to the goal.
fn reaches(board: &Board, goal: &Board) -> bool {
    Puzzle::new(board.clone(), goal.clone()).is_some_and(|puzzle| Parity::is_solvable(&puzzle))
}
