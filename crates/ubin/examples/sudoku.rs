//! A sudoku by exact cover: the engine knows no puzzle, so it solves any problem of that kind.
//!
//! `cargo run --release --example sudoku`

use ubin::cover::{CoverError, ExactCover};

/// A dot is an empty cell.
const GIVEN: &str = "53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79";

/// The option that puts a digit, from 0, into a cell: they are added in this order.
fn option(cell: usize, digit: usize) -> usize {
    cell * 9 + digit
}

fn main() -> Result<(), CoverError> {
    // Every cell has a digit; every row, column and block has every digit: 324 things to cover, each once.
    let mut problem = ExactCover::new(4 * 81, 0);
    for cell in 0..81 {
        let (row, col) = (cell / 9, cell % 9);
        let block = row / 3 * 3 + col / 3;
        for digit in 0..9 {
            let added =
                problem.add_option(&[cell, 81 + row * 9 + digit, 162 + col * 9 + digit, 243 + block * 9 + digit])?;
            assert_eq!(added, option(cell, digit));
        }
    }
    // The digits that are given are options taken as chosen.
    let cells = GIVEN.chars().filter(|c| !c.is_whitespace()).enumerate();
    let digits = cells.filter_map(|(cell, c)| Some((cell, c.to_digit(10)? as usize)));
    let given: Vec<usize> = digits.map(|(cell, digit)| option(cell, digit - 1)).collect();
    let found: Vec<Vec<usize>> = problem.solutions(&given)?.take(2).collect();
    assert_eq!(found.len(), 1, "a sudoku has one solution");
    let mut grid = [0; 81];
    for option in &found[0] {
        grid[option / 9] = option % 9 + 1;
    }
    for row in grid.chunks(9) {
        println!("{}", row.iter().map(usize::to_string).collect::<Vec<_>>().join(" "));
    }
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
