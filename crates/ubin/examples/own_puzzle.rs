//! A packing puzzle of your own, and how many solutions it has.
//!
//! `cargo run --release --example own_puzzle`

use ubin::pack::{Equality, PackOutcome, PackPlan, Puzzle, count};
use ubin::run::{Control, Limits, Run};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Rows, columns, pieces; the kind of the board; the pieces. CUSTOM draws a board of any shape with X and dots.
    let puzzle: Puzzle = "
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
         DD"
    .lines()
    .map(|line| line.strip_prefix("        ").unwrap_or(line))
    .collect::<Vec<_>>()
    .join("\n")
    .parse()?;
    let control = Control::new();
    let mut run = Run::new(Limits::default(), &control);
    let answer = count::count(&puzzle, Equality::Symmetry, PackPlan::default(), &mut run);
    match answer.outcome {
        PackOutcome::Solved(count) => {
            assert_eq!((count.solutions, count.distinct), (16, Some(4)));
            println!("{} solutions, {} up to symmetry", count.solutions, count.distinct.unwrap_or_default());
        }
        PackOutcome::Impossible(reason) => println!("no solution: {reason}"),
        PackOutcome::Stopped(stop) => println!("stopped: {stop}"),
    }
    println!("{}", ubin::Attempt::new(puzzle).solve()?);
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
