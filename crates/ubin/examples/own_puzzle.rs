//! A packing puzzle of your own: how many solutions it has, and all of them, one after the other.
//!
//! `cargo run --release --example own_puzzle`

use ubin::Attempt;
use ubin::pack::Puzzle;

/// Rows, columns, pieces; the kind of the board; the pieces. CUSTOM draws a board of any shape with X and dots.
const TEXT: &str = "
4 5 4
CUSTOM
.XXX.
XXXXX
XXXXX
.XXX.
AAA
A
BB
B
CCC
CC
DD
 DD
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle: Puzzle = TEXT.parse()?;
    let counted = Attempt::new(puzzle.clone()).distinct().count()?;
    assert_eq!((counted.solutions, counted.distinct), (16, Some(4)));
    println!("{counted} solutions, {} up to symmetry", counted.distinct.unwrap_or_default());

    // They are searched for as they are taken: the first comes at once, however many there are.
    for solution in Attempt::new(puzzle.clone()).solutions()?.take(3) {
        for rows in solution?.layers(&puzzle) {
            println!("\n{}", rows.join("\n"));
        }
    }
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
