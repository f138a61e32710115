//! Watches a search from another thread, and cancels it.
//!
//! `cargo run --release --example watch_and_cancel`

use std::thread;
use std::time::Duration;

use ubin::slide::HeuristicName;
use ubin::slide::solve::{Method, Options};
use ubin::{AnyPuzzle, Attempt, Control, SolveError, Status, Stop};

/// The nodes after which this example has seen enough.
const ENOUGH: u64 = 500_000;

fn main() -> Result<(), SolveError> {
    // One of the boards that need 80 moves; with so weak a bound it takes hours.
    let puzzle: AnyPuzzle = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1".parse()?;
    let options =
        Options { method: Method::Ida, heuristic: Some(HeuristicName::Manhattan), prove: true, ..Options::default() };
    let control = Control::new();
    let solved = thread::scope(|scope| {
        scope.spawn(|| {
            while control.progress().nodes < ENOUGH {
                thread::sleep(Duration::from_millis(1));
            }
            let progress = control.progress();
            println!("{} nodes, at least {} moves: enough", progress.nodes, progress.lower);
            control.stop(Stop::Interrupted);
        });
        Attempt::new(puzzle).options(options).control(&control).solve()
    })?;
    assert_eq!(solved.status, Status::Stopped(Stop::Interrupted));
    println!("what is proven: at least {} moves", solved.lower_bound.unwrap_or_default());
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
