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
    /// use ubin::slide::{Kurang, text};
    /// let board = text::read("1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12", None).unwrap();
    /// let kurang = Kurang::of(&board);
    /// assert_eq!((kurang.x, kurang.sum), (1, 16));
    /// ```
    #[must_use]
    pub fn of(board: &Board) -> Kurang {
        let cells = board.size().cells();
        let number = |&tile: &u16| if tile == 0 { cells } else { usize::from(tile) };
        let numbers: Vec<usize> = board.tiles().iter().map(number).collect();
        Kurang::of_numbers(&numbers, board.size().taxicab(board.blank(), cells - 1))
    }

    /// The numbers of a puzzle's cells when every tile, and the blank, is called by the number of its goal cell from 1, and their table. For the goal blank-last that is [`Kurang::of`]; the sum is even exactly when any
    /// puzzle can be solved.
    ///
    /// ```
    /// use ubin::slide::{Goal, Kurang, Parity, Puzzle, text};
    /// let board = text::read("7 2 4/5 - 6/8 3 1", None).unwrap();
    /// let goal = Goal::BlankFirst.board(board.size());
    /// let puzzle = Puzzle::new(board, goal).unwrap();
    /// let (numbers, kurang) = Kurang::by_goal_cell(&puzzle);
    /// assert_eq!(numbers, [8, 3, 5, 6, 1, 7, 9, 4, 2]);
    /// assert_eq!(kurang.sum % 2 == 0, Parity::is_solvable(&puzzle));
    /// ```
    #[must_use]
    pub fn by_goal_cell(puzzle: &Puzzle) -> (Vec<u16>, Kurang) {
        let (board, goal) = (puzzle.board(), puzzle.goal());
        let home = goal.cells();
        let numbers: Vec<usize> = board.tiles().iter().map(|&tile| home[usize::from(tile)] + 1).collect();
        let kurang = Kurang::of_numbers(&numbers, board.size().taxicab(board.blank(), goal.blank()));
        (numbers.into_iter().map(|number| number as u16).collect(), kurang)
    }

    /// The table of numbers from 1, each once, when the blank is so far from its goal cell.
    fn of_numbers(numbers: &[usize], distance: usize) -> Kurang {
        let mut table = vec![0; numbers.len()];
        // Walking backwards, `smaller` of a number are those already met.
        let mut met = vec![false; numbers.len() + 1];
        for &i in numbers.iter().rev() {
            table[i - 1] = met[..i].iter().filter(|&&met| met).count() as u32;
            met[i] = true;
        }
        let x = (distance % 2) as u32;
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
