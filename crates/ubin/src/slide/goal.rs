//! Goals: the board that a puzzle must become, and the puzzle itself.

use super::board::{Board, Dir, Size};
use crate::words::words;

words! {
    /// A goal that can be named for every size.
    #[derive(Default)]
    pub enum Goal as "goal" {
        /// `1 2 3 ... -`: the blank in the last cell.
        #[default]
        BlankLast = "blank-last",
        /// `- 1 2 3 ...`: the blank in the first cell.
        BlankFirst = "blank-first",
        /// Clockwise from the first cell inwards, the blank where the spiral ends.
        Spiral = "spiral",
    }
}

impl Goal {
    /// The goal as a board.
    ///
    /// ```
    /// use ubin::slide::{Goal, Size};
    /// let size = Size::new(3, 3).unwrap();
    /// assert_eq!(Goal::Spiral.board(size).to_string(), "1 2 3\n8 - 4\n7 6 5");
    /// ```
    #[must_use]
    pub fn board(self, size: Size) -> Board {
        let cells = size.cells();
        let order: Vec<usize> = match self {
            Goal::BlankLast => (0..cells).collect(),
            Goal::BlankFirst => (1..cells).chain([0]).collect(),
            Goal::Spiral => spiral(size),
        };
        let mut tiles = vec![0; cells];
        for (&cell, tile) in order.iter().take(cells - 1).zip(1..) {
            tiles[cell] = tile;
        }
        Board::new(size, tiles).expect("an order of all cells gives a board")
    }
}

/// All cells, clockwise from the first one inwards.
fn spiral(size: Size) -> Vec<usize> {
    let mut seen = vec![false; size.cells()];
    let mut dirs = [Dir::Right, Dir::Down, Dir::Left, Dir::Up].into_iter().cycle();
    let (mut cell, mut dir) = (0, dirs.next().expect("a cycle does not end"));
    let mut order = vec![cell];
    seen[cell] = true;
    while order.len() < size.cells() {
        match size.neighbour(cell, dir).filter(|&next| !seen[next]) {
            Some(next) => {
                cell = next;
                seen[cell] = true;
                order.push(cell);
            }
            None => dir = dirs.next().expect("a cycle does not end"),
        }
    }
    order
}

/// A board and the goal it must become, of one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    board: Board,
    goal: Board,
}

impl Puzzle {
    /// The puzzle, unless the sizes differ.
    #[must_use]
    pub fn new(board: Board, goal: Board) -> Option<Puzzle> {
        (board.size() == goal.size()).then_some(Puzzle { board, goal })
    }

    /// The puzzle with a named goal.
    #[must_use]
    pub fn with_goal(board: Board, goal: Goal) -> Puzzle {
        let goal = goal.board(board.size());
        Puzzle { board, goal }
    }

    /// Where it starts.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What it must become.
    #[must_use]
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// The size of both.
    #[must_use]
    pub fn size(&self) -> Size {
        self.board.size()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_of_a_wide_board() {
        let size = Size::new(2, 4).unwrap();
        let check = |goal: Goal, expected: &str| assert_eq!(goal.board(size).to_string(), expected);
        check(Goal::BlankLast, "1 2 3 4\n5 6 7 -");
        check(Goal::BlankFirst, "- 1 2 3\n4 5 6 7");
        check(Goal::Spiral, "1 2 3 4\n- 7 6 5");
    }
}
