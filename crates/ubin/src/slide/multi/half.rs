//! One half of a round: the solutions of one length whose last move is along a row of one frame.
//!
//! A node is a board and the axis of its next move: its need is the moves after that one. Every child needs one more or one
//! less, so a child is refused as soon as a pattern needs more than is left. Axes take turns, so the steps of the blank tell
//! where one move ends and the next begins.

use super::frame::LineFrame;
use super::layout::Axis;
use super::view::{LineNode, LineView};
use crate::run::{Run, Stop};
use crate::search::OnGoal;
use crate::slide::Dir;
use crate::unit::UnitError;

/// The most boards that one move leads to.
const MOST_CHILDREN: usize = 7;

/// More moves than a round ever has; a number of a byte needs no check.
const MOST_MOVES: usize = 256;

/// A half of a round.
#[derive(Clone, Copy)]
pub(crate) struct Half<'a> {
    pub(crate) frame: &'a LineFrame,
    pub(crate) view: &'a LineView,
    /// The board, with its needs when the first move is along `first`.
    pub(crate) root: &'a LineNode,
    pub(crate) first: Axis,
    /// The moves of a solution.
    pub(crate) length: u32,
}

/// A node to begin at, and the moves that lead to it.
#[derive(Clone)]
pub(crate) struct HalfStart {
    node: LineNode,
    moves: Vec<Slid>,
}

/// A move: which way along its axis, and how many cells the blank goes.
#[derive(Clone, Copy, Debug)]
struct Slid {
    way: u8,
    far: u8,
}

/// Why a half was not searched to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unwound {
    /// The solutions found are enough.
    Enough,
    /// The run says so.
    Stop(Stop),
    /// The nodes that the caller allowed are used up.
    Tired,
}

impl Half<'_> {
    /// The fewest moves that a solution of this half can have.
    pub(crate) fn least(&self) -> u32 {
        1 + u32::from(self.root.needs.into_iter().max().unwrap_or(0))
    }

    /// Whether the first move is along a row of the board.
    pub(crate) fn is_along_row(&self) -> bool {
        matches!(self.frame.dirs[self.first as usize][0], Dir::Left | Dir::Right)
    }

    /// Where the whole half begins.
    pub(crate) fn start(&self) -> HalfStart {
        HalfStart { node: *self.root, moves: Vec::new() }
    }

    /// The node that some steps of the blank lead to.
    ///
    /// # Errors
    /// When the search never gets there: a step off the board, an axis out of turn, more needs than moves that are left.
    pub(crate) fn walk(&self, steps: &[Dir]) -> Result<HalfStart, UnitError> {
        let (mut start, mut axis, mut step) = (self.start(), self.first, 0);
        for line in steps.chunk_by(|a, b| a == b) {
            let not_in_tree = UnitError::NotInTree { step: step + 1 };
            let way = self.frame.dirs[axis as usize].iter().position(|dir| *dir == line[0]);
            let (Some(way), true) = (way, self.least() <= self.length) else { return Err(not_in_tree) };
            let mut node = start.node;
            for _ in line {
                step += 1;
                if !self.view.step(&mut node, axis, way) {
                    return Err(UnitError::NotInTree { step });
                }
            }
            start.moves.push(Slid { way: way as u8, far: line.len() as u8 });
            axis = axis.other();
            // The last move leads to no node: its end is looked at with the node before.
            let left = (self.length as usize - start.moves.len()).checked_sub(1);
            let needs =
                left.and_then(|left| self.view.look(self.view.image(), &node, start.node.needs, axis, left as u8));
            node.needs = needs.ok_or(UnitError::NotInTree { step })?;
            start.node = node;
        }
        Ok(start)
    }

    /// Searches below a node; gives what was never expanded when it was stopped, as steps of the blank.
    pub(crate) fn search(
        &self,
        start: &HalfStart,
        patience: u64,
        run: &mut Run<'_>,
        on_goal: &mut OnGoal<'_, Dir>,
    ) -> Result<(), (Unwound, Vec<Vec<Dir>>)> {
        if self.least() > self.length {
            return Ok(());
        }
        let made = start.moves.len() as u32;
        let axis = if made.is_multiple_of(2) { self.first } else { self.first.other() };
        let (image, left) = (self.view.image(), Vec::new());
        let mut moves = [Slid { way: 0, far: 0 }; MOST_MOVES];
        for (made, slid) in start.moves.iter().enumerate() {
            moves[self.length as usize - 1 - made] = *slid;
        }
        let mut descent = Descent { half: self, image, run, on_goal, patience, moves, left };
        // No board of up to four rows and columns needs the places for more.
        let unwound = match self.frame.size.rows().max(self.frame.size.cols()) {
            ..=4 => descent.visit::<3>(&start.node, axis, self.length - 1 - made),
            _ => descent.visit::<MOST_CHILDREN>(&start.node, axis, self.length - 1 - made),
        };
        unwound.map_err(|unwound| (unwound, descent.left))
    }

    /// The steps of the blank that some moves are, the last move first.
    fn steps(&self, moves: &[Slid]) -> Vec<Dir> {
        let axes = [self.first, self.first.other()].into_iter().cycle();
        let steps = |(slid, axis): (&Slid, Axis)| {
            std::iter::repeat_n(self.frame.dirs[axis as usize][usize::from(slid.way)], slid.far.into())
        };
        moves.iter().rev().zip(axes).flat_map(steps).collect()
    }
}

/// A half on the way to be searched.
struct Descent<'a, 'c, 'g> {
    half: &'a Half<'a>,
    image: &'a [u8],
    run: &'a mut Run<'c>,
    on_goal: &'a mut OnGoal<'g, Dir>,
    /// The nodes expanded after which the search gives up.
    patience: u64,
    /// By the moves left after it: the move made. One store a node, where a list would grow and shrink.
    moves: [Slid; MOST_MOVES],
    /// What was never expanded.
    left: Vec<Vec<Dir>>,
}

impl Descent<'_, '_, '_> {
    /// Looks for solutions of one move along the axis and `left` more, where a move has up to `N` ends.
    fn visit<const N: usize>(&mut self, node: &LineNode, axis: Axis, left: u32) -> Result<(), Unwound> {
        if let Err(stop) = self.run.step() {
            self.left.push(self.steps(left + 1));
            return Err(Unwound::Stop(stop));
        }
        if self.run.stats().expanded > self.patience {
            return Err(Unwound::Tired);
        }
        let view = self.half.view;
        let mut children = [*node; N];
        let mut ways = [0; 2];
        let mut count = 0;
        for way in [0, 1] {
            let mut child = *node;
            while view.step(&mut child, axis, way) {
                // All children's entries are on their way before the first is read.
                view.ask(self.image, &child, axis.other());
                children[count] = child;
                count += 1;
                ways[way] += 1;
            }
        }
        self.run.generated(count as u64);
        for i in 0..count {
            if left == 0 {
                if view.is_goal(&children[i]) {
                    self.moves[0] = Slid::number(i, ways[0]);
                    let steps = self.steps(0);
                    if (self.on_goal)(&steps).is_break() {
                        return Err(Unwound::Enough);
                    }
                }
            } else if let Some(needs) = view.look(self.image, &children[i], node.needs, axis.other(), left as u8 - 1) {
                children[i].needs = needs;
                self.moves[usize::from(left as u8)] = Slid::number(i, ways[0]);
                if let Err(unwound) = self.visit::<N>(&children[i], axis.other(), left - 1) {
                    self.leave(node, &children[..count], (i, ways[0]), axis, left);
                    return Err(unwound);
                }
            }
        }
        Ok(())
    }

    /// The steps of the moves that were made while at least so many were left.
    fn steps(&self, left: u32) -> Vec<Dir> {
        self.half.steps(&self.moves[left as usize..self.half.length as usize])
    }

    /// Notes the children that come after the one whose search was stopped.
    #[cold]
    fn leave(
        &mut self,
        node: &LineNode,
        children: &[LineNode],
        (stopped, back): (usize, usize),
        axis: Axis,
        left: u32,
    ) {
        for (i, child) in children.iter().enumerate().skip(stopped + 1) {
            if self.half.view.look(self.image, child, node.needs, axis.other(), left as u8 - 1).is_some() {
                self.moves[left as usize] = Slid::number(i, back);
                self.left.push(self.steps(left));
            }
        }
    }
}

impl Slid {
    /// The move to a child, where the first `back` children are those of the way back.
    #[inline(always)]
    fn number(child: usize, back: usize) -> Slid {
        let (way, far) = if child < back { (0, child + 1) } else { (1, child + 1 - back) };
        Slid { way, far: far as u8 }
    }
}
