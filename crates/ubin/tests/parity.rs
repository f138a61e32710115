//! The parity rule against breadth-first search over whole spaces.

mod common;

use std::collections::HashSet;

use common::{layers, size};
use ubin::slide::{Board, Goal, Puzzle};
use ubin::slide::{Kurang, Parity};

/// All orders of the numbers below `n`.
fn permutations(n: u16) -> Vec<Vec<u16>> {
    let mut all = vec![vec![]];
    for next in 0..n {
        all = all
            .into_iter()
            .flat_map(|order| {
                (0..=order.len()).map(move |at| {
                    let mut longer = order.clone();
                    longer.insert(at, next);
                    longer
                })
            })
            .collect();
    }
    all
}

/// The rule says "solvable" of exactly the boards that search reaches, for named goals and scrambled ones.
fn check(rows: usize, cols: usize) {
    let size = size(rows, cols);
    let boards: Vec<Board> =
        permutations(size.cells() as u16).into_iter().map(|tiles| Board::new(size, tiles).unwrap()).collect();
    let scrambled = boards[boards.len() / 3].clone();
    let goals = Goal::ALL.into_iter().map(|goal| goal.board(size)).chain([scrambled]);
    for goal in goals {
        let reached: HashSet<Board> = layers(&goal).into_iter().flatten().collect();
        assert_eq!(reached.len() * 2, boards.len(), "half of all boards, {size}");
        for board in &boards {
            let puzzle = Puzzle::new(board.clone(), goal.clone()).unwrap();
            let parity = Parity::of(&puzzle);
            assert_eq!(parity.solvable, reached.contains(board), "{board}\nto\n{goal}");
            let (_, by_cell) = Kurang::by_goal_cell(&puzzle);
            assert_eq!(by_cell.sum % 2 == 0, parity.solvable, "KURANG rule on\n{board}\nto\n{goal}");
            if let Some(kurang) = parity.kurang {
                assert_eq!(kurang, by_cell, "blank-last numbers tiles as they are\n{board}");
            }
        }
    }
}

#[test]
fn boards_of_two_rows_or_columns() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)] {
        check(rows, cols);
    }
}

#[test]
fn boards_of_three_by_three() {
    check(3, 3);
}

/// On boards with R + C even, X is the course's (row + column) mod 2 of the blank, counted from either corner.
#[test]
fn x_is_the_courses_where_the_course_has_one() {
    let size = size(4, 4);
    for blank in 0..16 {
        let mut tiles: Vec<u16> = (1..16).collect();
        tiles.insert(blank, 0);
        let board = Board::new(size, tiles).unwrap();
        let kurang = ubin::slide::Kurang::of(&board);
        assert_eq!(kurang.x as usize, (size.row(blank) + size.col(blank)) % 2);
    }
}
