//! `ubin hint`: the next good move only.

use ubin::report::slide::Hint;
use ubin::run::Run;
use ubin::slide::solve::{Options, PROVEN_CELLS, Solution, Status, solve};
use ubin::slide::{Puzzle, Shelf};

use std::time::Duration;

use crate::args::{Common, HintArgs};
use crate::batch;
use crate::exit::{Exit, Fault};
use crate::output::{self, Answer};
use crate::watch::Watch;

/// A player does not wait longer than this for a hint on a large board.
const PATIENCE: Duration = Duration::from_secs(2);

pub(crate) fn run(common: &Common, args: &HintArgs, puzzle: &Puzzle) -> Result<Exit, Fault> {
    output::check_extension(common, &["txt", "json"])?;
    let (solution, time_ms) = solved(common, &common.shelf(common.threads()), puzzle)?;
    let report = Hint::new(puzzle, &solution, args.notation(), time_ms);
    let text = sentence(&report, solution.status, solution.moves.as_ref().and_then(|moves| moves.first()).copied());
    output::show(common, &Answer::new(text, &report))?;
    Ok(solution.status.into())
}

/// Answers every line of the input.
pub(crate) fn batch(common: &Common, args: &HintArgs) -> Result<Exit, Fault> {
    let shelves = batch::Shelves::new(common);
    batch::run(common, &args.puzzle, |common, puzzle, line| {
        let (solution, time_ms) =
            solved(common, shelves.for_line(common, puzzle, line), puzzle).map_err(|fault| fault.to_string())?;
        let report = Hint::new(puzzle, &solution, args.notation(), time_ms);
        Ok((output::json(&report), solution.status.into()))
    })
}

fn solved(common: &Common, shelf: &Shelf, puzzle: &Puzzle) -> Result<(Solution, f64), Fault> {
    let large = puzzle.size().cells() > PROVEN_CELLS;
    let watch = Watch::start(common, common.time_limit.or(large.then_some(PATIENCE)));
    let mut run = Run::new(common.limits(), watch.control());
    let solution = solve(puzzle, &Options::default(), shelf, &mut run);
    Ok((solution.map_err(|error| Fault::Plain(error.to_string()))?, watch.milliseconds()))
}

fn sentence(report: &Hint, status: Status, next: Option<ubin::slide::Dir>) -> String {
    let (Some(dir), Some(tile), Some(length)) = (next, report.tile, report.length) else {
        return match status {
            Status::Unsolvable => "The puzzle cannot be solved; ubin check says why.".into(),
            _ => "The board is solved.".into(),
        };
    };
    let (blank, tile_goes) = (dir.to_string().to_lowercase(), dir.opposite().to_string().to_lowercase());
    let proven = match status {
        Status::Optimal => "the shortest".to_string(),
        _ => format!("at least {} are needed", report.lower_bound.unwrap_or(0)),
    };
    format!("Move tile {tile} {tile_goes} (the blank goes {blank}): {length} to go with it, {proven}.")
}
