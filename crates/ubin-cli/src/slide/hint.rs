//! `ubin hint`: the next good move only.

use ubin::report::slide::Hint;
use ubin::run::Run;
use ubin::slide::Puzzle;
use ubin::slide::solve::{Method, Options, PROVEN_CELLS, Status, solve};

use std::time::Duration;

use crate::args::{Common, HintArgs};
use crate::exit::{Exit, Fault};
use crate::output::{self, Answer};
use crate::watch::Watch;

/// A player does not wait longer than this for a hint on a large board.
const PATIENCE: Duration = Duration::from_secs(2);

pub(crate) fn run(common: &Common, args: &HintArgs, puzzle: &Puzzle) -> Result<Exit, Fault> {
    output::check_extension(common, &["txt", "json"])?;
    let large = puzzle.size().cells() > PROVEN_CELLS;
    let watch = Watch::start(common, common.time_limit.or(large.then_some(PATIENCE)));
    let mut run = Run::new(common.limits(), watch.control());
    let options = Options { method: Method::Auto, ..Options::default() };
    let solution = solve(puzzle, &options, &common.shelf(common.threads()), &mut run)
        .map_err(|error| Fault::Plain(error.to_string()))?;
    let report = Hint::new(puzzle, &solution, args.notation(), watch.milliseconds());
    let text = sentence(&report, solution.status, solution.moves.as_ref().and_then(|moves| moves.first()).copied());
    output::show(common, &Answer::new(text, &report))?;
    Ok(solution.status.into())
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
