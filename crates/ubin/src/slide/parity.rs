//! Can it be solved? KURANG(i), X and the parity rule.
//!
//! KURANG(i) is the number of tiles smaller than i that stand after tile i, row by row, the blank counted as
//! tile R*C. X is the parity of the blank's distance to its goal cell. For the goal blank-last the board can be
//! solved exactly when the sum of KURANG plus X is even. For any goal the same rule reads: the parity of the
//! permutation that takes the board to the goal equals the parity of the blank's taxicab distance, because every
//! move is one transposition and moves the blank one cell. That holds for every board with both sides at least 2
//! (Johnson, Story, "Notes on the 15 puzzle", 1879); `tests/parity.rs` proves it by searching all small boards.

use super::board::Board;
use super::goal::{Goal, Puzzle};

/// The verdict on a puzzle, with the figures that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parity {
    /// KURANG, X and their sum; only for the goal blank-last, for which the rule is stated.
    pub kurang: Option<Kurang>,
    /// Tiles, without the blank, that are not in their goal cell.
    pub misplaced: u32,
    /// Whether any sequence of moves leads to the goal.
    pub solvable: bool,
}

/// The table of the course: KURANG(i), X, the sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kurang {
    /// `table[i - 1]` is KURANG(i); the blank is tile R*C, last.
    pub table: Vec<u32>,
    /// The parity of the blank's distance to the last cell.
    pub x: u32,
    /// The sum of the table plus x.
    pub sum: u32,
}

impl Kurang {
    /// The table of a board.
    ///
    /// ```
    /// use ubin::slide::{parity::Kurang, text};
    /// let board = text::read("1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12", None).unwrap();
    /// let kurang = Kurang::of(&board);
    /// assert_eq!((kurang.x, kurang.sum), (1, 16));
    /// ```
    #[must_use]
    pub fn of(board: &Board) -> Kurang {
        let cells = board.size().cells();
        let number = |tile: u16| if tile == 0 { cells } else { usize::from(tile) };
        let mut table = vec![0; cells];
        // Walking backwards, `smaller` of a tile are those already met.
        let mut met = vec![false; cells + 1];
        for &tile in board.tiles().iter().rev() {
            let i = number(tile);
            table[i - 1] = met[..i].iter().filter(|&&met| met).count() as u32;
            met[i] = true;
        }
        let x = (board.size().taxicab(board.blank(), cells - 1) % 2) as u32;
        let sum = table.iter().sum::<u32>() + x;
        Kurang { table, x, sum }
    }
}

impl Parity {
    /// Judges a puzzle without searching.
    #[must_use]
    pub fn of(puzzle: &Puzzle) -> Parity {
        let (board, goal) = (puzzle.board(), puzzle.goal());
        let blank_last = *goal == Goal::BlankLast.board(puzzle.size());
        Parity {
            kurang: blank_last.then(|| Kurang::of(board)),
            misplaced: misplaced(board, goal),
            solvable: Parity::is_solvable(puzzle),
        }
    }

    /// The verdict alone.
    #[must_use]
    pub fn is_solvable(puzzle: &Puzzle) -> bool {
        is_even(puzzle.board(), puzzle.goal())
    }
}

/// Tiles, without the blank, that are not in their goal cell.
fn misplaced(board: &Board, goal: &Board) -> u32 {
    board.tiles().iter().zip(goal.tiles()).filter(|(tile, home)| **tile != 0 && tile != home).count() as u32
}

/// Whether the permutation from `board` to `goal` has the parity of the blank's distance.
fn is_even(board: &Board, goal: &Board) -> bool {
    let home = goal.cells();
    let target: Vec<usize> = board.tiles().iter().map(|&tile| home[usize::from(tile)]).collect();
    let mut seen = vec![false; target.len()];
    let mut transpositions = 0;
    for start in 0..target.len() {
        let mut cell = start;
        while !std::mem::replace(&mut seen[cell], true) {
            cell = target[cell];
            transpositions += usize::from(cell != start);
        }
    }
    let distance = board.size().taxicab(board.blank(), goal.blank());
    transpositions % 2 == distance % 2
}
