//! Solves a board, and says what is known of the answer.
//!
//! `cargo run --release --example solve_board -- "8 6 7/2 5 4/3 - 1"`

use ubin::Status;

fn main() -> Result<(), ubin::SolveError> {
    let text = std::env::args().nth(1).filter(|argument| argument.contains('/'));
    let text = text.unwrap_or_else(|| "1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12".into());
    let solved = ubin::solve(&text)?;
    match solved.status {
        Status::Optimal => println!("{solved}, and no solution is shorter"),
        Status::Solved => println!("{solved}"),
        Status::Unsolvable => println!("it cannot be solved"),
        Status::Stopped(why) => println!("stopped: {why}"),
    }
    println!("{} nodes expanded", solved.stats.expanded);
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
