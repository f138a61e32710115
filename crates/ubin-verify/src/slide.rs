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
        let goal = |name| read::goal(name, board.len() / cols, cols).map_err(bad("goal"));
        let (blank_last, goal) = (goal("blank-last")?, goal(terms.goal.unwrap_or("blank-last"))?);
        Ok(Sliding { cols, board, is_blank_last: goal == blank_last, goal })
    }

    /// For each cell of the goal, how many tiles that belong before its tile come after it; with the goal `1 2 3 ... -` that is KURANG.
    fn inversions(&self) -> Vec<usize> {
        let home =
            |tile: &u16| self.goal.iter().position(|found| found == tile).expect("goal and board have all tiles");
        let homes: Vec<usize> = self.board.iter().map(home).collect();
        let mut table = vec![0; homes.len()];
        for (at, &home) in homes.iter().enumerate() {
            table[home] = homes[at..].iter().filter(|later| **later < home).count();
        }
        table
    }

    /// Rows plus columns between a tile and its goal cell.
    fn distance(&self, tile: u16) -> usize {
        let cell = |tiles: &[u16]| tiles.iter().position(|found| *found == tile).unwrap_or(0);
        let (from, to) = (cell(&self.board), cell(&self.goal));
        (from / self.cols).abs_diff(to / self.cols) + (from % self.cols).abs_diff(to % self.cols)
    }
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
    let why = "the board has no blank, or another size than the goal".into();
    let mut blank = blank.ok_or(Wrong::Unreadable { what: "puzzle", line: None, why })?;
    for (number, letter) in (1..).zip(letters.chars()) {
        let next = neighbour(cols, now.len(), blank, letter).ok_or(Wrong::Edge { number, letter })?;
        now.swap(blank, next);
        blank = next;
    }
    match (0..now.len()).find(|&cell| now[cell] != goal[cell]) {
        None => Ok(()),
        Some(at) => Err(Wrong::NotGoal { row: at / cols + 1, col: at % cols + 1, tile: now[at], expected: goal[at] }),
    }
}

/// Where the blank goes from a cell; none when the letter leads off the board, or is none.
fn neighbour(cols: usize, cells: usize, blank: usize, letter: char) -> Option<usize> {
    match letter {
        'U' => blank.checked_sub(cols),
        'D' => Some(blank + cols),
        'L' if !blank.is_multiple_of(cols) => Some(blank - 1),
        'R' if blank % cols + 1 < cols => Some(blank + 1),
        _ => None,
    }
    .filter(|&next| next < cells)
}
