//! A sudoku by exact cover: the engine knows no puzzle, so it solves any problem of that kind.
//!
//! `cargo run --release --example sudoku`

use std::ops::ControlFlow;

use ubin::cover::{CoverEnd, CoverError, DancingLinks, ExactCover};
use ubin::run::{Control, Limits, Run};

const GIVEN: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Row, column and digit of an option, all from 0.
fn choice(option: usize) -> (usize, usize, usize) {
    (option / 81, option / 9 % 9, option % 9)
}

/// What must be so exactly once: a digit in every cell, and every digit in every row, column and box.
fn items(option: usize) -> [usize; 4] {
    let (row, col, digit) = choice(option);
    let square = row / 3 * 3 + col / 3;
    [row * 9 + col, 81 + row * 9 + digit, 162 + col * 9 + digit, 243 + square * 9 + digit]
}

fn main() -> Result<(), CoverError> {
    let mut problem = ExactCover::new(4 * 81, 0);
    for option in 0..729 {
        problem.add_option(&items(option))?;
    }
    // The digits that are given are options taken as chosen.
    let digits = GIVEN.chars().enumerate().filter_map(|(cell, c)| Some((cell, c.to_digit(10)?)));
    let given: Vec<u32> = digits.map(|(cell, digit)| cell as u32 * 9 + digit - 1).collect();
    let control = Control::new();
    let mut run = Run::new(Limits::default(), &control);
    let mut found = Vec::new();
    let end = DancingLinks::new(&problem).run(&given, &mut run, &mut |options| {
        let mut grid = [[0; 9]; 9];
        for &option in options {
            let (row, col, digit) = choice(option as usize);
            grid[row][col] = digit + 1;
        }
        found.push(grid);
        ControlFlow::Continue(())
    });
    assert_eq!(end, CoverEnd::Done, "all of it was searched");
    assert_eq!(found.len(), 1, "a sudoku has one solution");
    for row in found[0] {
        println!("{}", row.map(|digit: usize| digit.to_string()).join(" "));
    }
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
