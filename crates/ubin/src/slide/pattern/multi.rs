//! Shortest solutions when sliding a whole line counts as one move.
//!
//! Words: a **move** takes the blank to any other cell of its row or column; its **axis** is up-and-down or
//! left-and-right. In a shortest solution the axes take turns, for two moves along one axis in a row are one or none. So if
//! `n` moves are left, the next axis has half of them, rounded up, and the other axis half, rounded down; each must be
//! enough for what that axis needs (see `axis`). This is far more than the sum of the two needs.
//!
//! Iterative deepening by one, on one thread. Boards of up to 4x4.

use std::sync::Arc;

use super::axis::Axis;
use super::typed::{Kinds, Typed};
use super::views::homes;
use crate::run::{Run, Stop};
use crate::search::{Answer, Outcome};
use crate::slide::{Board, Dir, Size};

/// Solves boards of up to four rows and columns to one goal, counting lines that slide.
#[derive(Debug)]
pub struct MultiSolver {
    goal: Board,
    /// Up-and-down, left-and-right. On a square board with the blank's home on the diagonal they are the same.
    needs: [Arc<Needs>; 2],
}

/// What is known of the moves that one axis needs.
#[derive(Debug)]
struct Needs {
    axis: Axis,
    typed: [Typed; TYPED],
}

impl Needs {
    fn new(rows: usize, cols: usize, blank: usize) -> Needs {
        // Four rows are seen as three kinds in three ways; fewer rows are seen as they are.
        let kinds: [&[usize]; TYPED] = match rows {
            4 => [&[0, 1, 2, 2], &[0, 2, 2, 1], &[2, 2, 0, 1]],
            3 => [&[0, 1, 2]; TYPED],
            _ => [&[0, 1]; TYPED],
        };
        let typed = kinds.map(|kinds| Typed::new(rows, cols, blank, kinds));
        Needs { axis: Axis::new(rows, cols, blank), typed }
    }
}

/// A board in the middle of a search.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// By cell: the home of its tile.
    tiles: [u8; 16],
    blank: u8,
    /// By axis: the state.
    states: [u16; 2],
    /// By axis and typed table: the board as it sees it, columns as rows for the second axis.
    kinds: [[Kinds; TYPED]; 2],
}

/// Typed boards that an axis is seen as.
const TYPED: usize = 3;

/// One round of iterative deepening.
struct Round<'a, 'c> {
    solver: &'a MultiSolver,
    run: &'a mut Run<'c>,
    /// The moves made, one entry a line: the direction and how far the blank goes.
    path: Vec<(Dir, usize)>,
}

impl MultiSolver {
    /// The most rows and columns.
    pub const MOST_SIDE: usize = 4;

    /// A solver for a goal, or `None` when it has more than four rows or columns.
    #[must_use]
    pub fn new(goal: &Board) -> Option<MultiSolver> {
        let size = goal.size();
        if size.rows().max(size.cols()) > MultiSolver::MOST_SIDE {
            return None;
        }
        let blank = goal.blank();
        let upright = Arc::new(Needs::new(size.rows(), size.cols(), size.row(blank)));
        let turned = if (size.rows(), size.row(blank)) == (size.cols(), size.col(blank)) {
            Arc::clone(&upright)
        } else {
            Arc::new(Needs::new(size.cols(), size.rows(), size.col(blank)))
        };
        Some(MultiSolver { goal: goal.clone(), needs: [upright, turned] })
    }

    /// A lower bound of the moves of a board; `None` when no moves lead to the goal.
    #[must_use]
    pub fn h(&self, board: &Board) -> Option<u32> {
        let root = self.root(board)?;
        Some([0, 1].map(|first| self.need(&root, first)).into_iter().min().expect("two axes"))
    }

    /// A solution with as few moves as can be, as the blank's single steps, and how many moves it takes.
    #[must_use]
    pub fn solve(&self, board: &Board, run: &mut Run) -> Answer<Dir> {
        let Some(root) = self.root(board) else { return Answer { outcome: Outcome::Impossible, lower_bound: 0 } };
        let least = self.need(&root, 0).min(self.need(&root, 1));
        for bound in least.. {
            run.prove(bound.into());
            let mut round = Round { solver: self, run, path: Vec::new() };
            let found =
                [0, 1].into_iter().try_fold(false, |found, first| Ok(found || round.search(&root, first, bound)?));
            match found {
                Err(stop) => return Answer { outcome: Outcome::Stopped(stop), lower_bound: bound },
                Ok(true) => {
                    let steps = round.path.iter().flat_map(|&(dir, far)| std::iter::repeat_n(dir, far)).collect();
                    run.improve(bound.into());
                    return Answer { outcome: Outcome::Solved(steps), lower_bound: bound };
                }
                Ok(false) => {}
            }
        }
        unreachable!("a board that parity allows has a solution")
    }

    fn size(&self) -> Size {
        self.goal.size()
    }

    fn root(&self, board: &Board) -> Option<Node> {
        let (homes, blank) = homes(&self.goal, board)?;
        let size = self.size();
        let cells = || (0..homes.len()).filter(|&cell| cell != blank).map(|cell| (cell, usize::from(homes[cell])));
        let rows =
            self.needs[0].axis.state(cells().map(|(cell, home)| (size.row(cell), size.row(home))), size.row(blank));
        let cols =
            self.needs[1].axis.state(cells().map(|(cell, home)| (size.col(cell), size.col(home))), size.col(blank));
        let mut tiles = [0; 16];
        tiles[..homes.len()].copy_from_slice(&homes);
        let across = |cell: usize| size.col(cell) * size.rows() + size.row(cell);
        let kinds = [
            std::array::from_fn(|i| self.needs[0].typed[i].see(homes.iter().map(|&home| size.row(home.into())), blank)),
            std::array::from_fn(|i| {
                let cells = (0..homes.len()).map(|i| i % size.rows() * size.cols() + i / size.rows());
                self.needs[1].typed[i].see(cells.map(|cell| size.col(homes[cell].into())), across(blank))
            }),
        ];
        Some(Node { tiles, blank: blank as u8, states: [rows, cols], kinds })
    }

    /// The moves that are needed when the next one is along this axis.
    #[inline]
    fn need(&self, node: &Node, next: usize) -> u32 {
        let [own, other] = [next, 1 - next].map(|axis| {
            let typed = self.needs[axis].typed.iter().zip(&node.kinds[axis]).map(|(typed, kinds)| typed.cost(kinds));
            typed.fold(self.needs[axis].axis.moves(node.states[axis]), u32::max)
        });
        (2 * own).saturating_sub(1).max(2 * other)
    }

    /// Whether more moves are needed than are left, as [`MultiSolver::need`] says, but the cheapest looks first.
    #[inline]
    fn needs_more(&self, node: &Node, next: usize, left: u32) -> bool {
        let share = |axis: usize| if axis == next { left.div_ceil(2) } else { left / 2 };
        let walks = |axis: usize| self.needs[axis].axis.moves(node.states[axis]) > share(axis);
        let types = |axis: usize| {
            let mut looks = self.needs[axis].typed.iter().zip(&node.kinds[axis]);
            looks.any(|(typed, kinds)| typed.cost(kinds) > share(axis))
        };
        walks(0) || walks(1) || types(1 - next) || types(next)
    }

    /// Takes the blank one cell further; `None` at the edge.
    #[inline]
    fn slide(&self, node: &mut Node, dir: Dir) -> Option<()> {
        let size = self.size();
        let to = size.neighbour(node.blank.into(), dir)?;
        let home = usize::from(node.tiles[to]);
        let across = size.col(to) * size.rows() + size.row(to);
        for i in 0..TYPED {
            node.kinds[0][i] = self.needs[0].typed[i].moved(node.kinds[0][i], to, size.row(home));
            node.kinds[1][i] = self.needs[1].typed[i].moved(node.kinds[1][i], across, size.col(home));
        }
        let (axis, way) = match dir {
            Dir::Up => (0, 0),
            Dir::Down => (0, 1),
            Dir::Left => (1, 0),
            Dir::Right => (1, 1),
        };
        let home = if axis == 0 { size.row(home) } else { size.col(home) };
        node.states[axis] = self.needs[axis].axis.step(node.states[axis], way, home);
        node.tiles.swap(to, node.blank.into());
        node.blank = to as u8;
        Some(())
    }
}

impl Round<'_, '_> {
    /// Looks for a solution of up to `left` moves, the first along the axis `next`.
    fn search(&mut self, node: &Node, next: usize, left: u32) -> Result<bool, Stop> {
        if self.solver.needs_more(node, next, left) {
            return Ok(false);
        }
        if node.states == [0, 0]
            && node.tiles[..self.solver.size().cells()].iter().zip(0..).all(|(&home, cell)| home == cell)
        {
            return Ok(true);
        }
        if left == 0 {
            return Ok(false);
        }
        self.run.step()?;
        let ways = if next == 0 { [Dir::Up, Dir::Down] } else { [Dir::Left, Dir::Right] };
        for dir in ways {
            let mut child = *node;
            let mut far = 0;
            while self.solver.slide(&mut child, dir).is_some() {
                far += 1;
                self.run.generated(1);
                self.path.push((dir, far));
                if self.search(&child, 1 - next, left - 1)? {
                    return Ok(true);
                }
                self.path.pop();
            }
        }
        Ok(false)
    }
}
