//! Sliding puzzles on plain numbers: tiles row by row, 0 for the blank.

mod answer;
mod read;

use crate::{Terms, Wrong};

/// A board and its goal, both with every tile once.
pub(crate) struct Sliding {
    cols: usize,
    board: Vec<u16>,
    goal: Vec<u16>,
    /// Whether the goal is `1 2 3 ... -`, for which KURANG is stated.
    is_blank_last: bool,
}

impl Sliding {
    /// Reads a board, and the goal of the terms.
    pub(crate) fn read(text: &str, terms: &Terms<'_>) -> Result<Sliding, Wrong> {
        let bad = |what| move |why| Wrong::Unreadable { what, line: None, why };
        let (cols, board) = read::tiles(text, terms.size).map_err(bad("puzzle"))?;
        let rows = board.len() / cols;
        let goal = read::goal(terms.goal.unwrap_or("blank-last"), rows, cols).map_err(bad("goal"))?;
        let is_blank_last = goal.last() == Some(&0) && goal.iter().zip(1..goal.len() as u16).all(|(a, b)| *a == b);
        Ok(Sliding { cols, board, goal, is_blank_last })
    }

    /// Whether moves lead to the goal: each exchanges the blank with a tile, so the parity of the permutation is that of the blank's distance.
    fn is_solvable(&self) -> bool {
        let home = |tile: &u16| self.goal.iter().position(|found| found == tile);
        let homes: Vec<Option<usize>> = self.board.iter().map(home).collect();
        let inversions: usize = (0..homes.len()).map(|at| smaller_after(&homes, at)).sum();
        inversions % 2 == self.distance(0) % 2
    }

    /// Rows plus columns between a tile and its goal cell.
    fn distance(&self, tile: u16) -> usize {
        let cell = |tiles: &[u16]| tiles.iter().position(|found| *found == tile).unwrap_or(0);
        let (from, to) = (cell(&self.board), cell(&self.goal));
        (from / self.cols).abs_diff(to / self.cols) + (from % self.cols).abs_diff(to % self.cols)
    }

    /// KURANG(i) for every tile i, the blank counted as the largest.
    fn kurang(&self) -> Vec<usize> {
        let cells = self.board.len();
        let numbers: Vec<usize> = self.board.iter().map(|&tile| if tile == 0 { cells } else { tile.into() }).collect();
        let mut table = vec![0; cells];
        (0..cells).for_each(|at| table[numbers[at] - 1] = smaller_after(&numbers, at));
        table
    }
}

/// How many of the numbers after one are smaller.
fn smaller_after<T: PartialOrd>(numbers: &[T], at: usize) -> usize {
    numbers[at + 1..].iter().filter(|&later| *later < numbers[at]).count()
}

/// Replays moves on a board, row by row with 0 for the blank; a letter says where the blank goes.
///
/// ```
/// use ubin_verify::slide::replay;
/// assert_eq!(replay(2, &[1, 0, 3, 2], &[1, 2, 3, 0], "D"), Ok(()));
/// assert_eq!(replay(2, &[1, 0, 3, 2], &[1, 2, 3, 0], "U").unwrap_err().to_string(), "move 1, U, leaves the board");
/// ```
///
/// # Errors
/// The first move that leaves the board, or the first cell that is not as in the goal.
pub fn replay(cols: usize, board: &[u16], goal: &[u16], letters: &str) -> Result<(), Wrong> {
    let mut now = board.to_vec();
    let blank = now.iter().position(|&tile| tile == 0).filter(|_| cols > 0 && goal.len() == now.len());
    let unreadable = |why: &str| Wrong::Unreadable { what: "puzzle", line: None, why: why.into() };
    let mut blank = blank.ok_or_else(|| unreadable("the board has no blank, or another size than the goal"))?;
    for (number, letter) in (1..).zip(letters.chars()) {
        let next = match letter {
            'U' if blank >= cols => blank - cols,
            'D' if blank + cols < now.len() => blank + cols,
            'L' if blank % cols > 0 => blank - 1,
            'R' if blank % cols + 1 < cols && blank + 1 < now.len() => blank + 1,
            _ => return Err(Wrong::Edge { number, letter }),
        };
        now.swap(blank, next);
        blank = next;
    }
    match (0..now.len()).find(|&cell| now[cell] != goal[cell]) {
        None => Ok(()),
        Some(at) => Err(Wrong::NotGoal { row: at / cols + 1, col: at % cols + 1, tile: now[at], expected: goal[at] }),
    }
}
