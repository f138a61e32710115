//! `ubin count`: how many shortest solutions there are.

use ubin::render::text::{counted, milliseconds};
use ubin::report::slide::{self, Check, Cost, Count};
use ubin::run::Run;
use ubin::slide::Puzzle;
use ubin::slide::solve::{Status, count};

use crate::args::{Common, CountArgs};
use crate::exit::{Exit, Fault};
use crate::output::{self, Answer};
use crate::watch::Watch;

pub(crate) fn run(common: &Common, args: &CountArgs, puzzle: &Puzzle) -> Result<Exit, Fault> {
    output::check_extension(common, &["txt", "json"])?;
    args.only_for_slide()?;
    let (report, exit) = counting(common, puzzle, args.limit.unwrap_or(u64::MAX))?;
    output::show(common, &Answer::new(sentence(&report), &report))?;
    Ok(exit)
}

/// Finds the shortest length, then every solution of it.
fn counting(common: &Common, puzzle: &Puzzle, most: u64) -> Result<(Count, Exit), Fault> {
    let watch = Watch::start(common, common.time_limit);
    let mut run = Run::new(common.limits(), watch.control());
    let shelf = common.shelf(common.threads());
    let (solution, solutions) =
        count(puzzle, most, &shelf, &mut run).map_err(|error| Fault::Plain(error.to_string()))?;
    let status = match solution.status {
        Status::Optimal if solutions >= most => Status::Solved,
        status => status,
    };
    let report = Count {
        check: Check::of(puzzle),
        status: slide::status(status),
        length: solution.moves.as_ref().map(Vec::len),
        solutions,
        complete: matches!(status, Status::Optimal | Status::Unsolvable),
        cost: Cost::new(run.stats(), watch.milliseconds()),
    };
    Ok((report, status.into()))
}

fn sentence(report: &Count) -> String {
    let Some(length) = report.length else {
        return match report.check.solvable {
            true => "Stopped before the shortest length was proven.".into(),
            false => "The puzzle cannot be solved: 0 solutions.".into(),
        };
    };
    let least = if report.complete { "" } else { "at least " };
    format!(
        "{least}{} of {}, the shortest length\n{} expanded, {}",
        counted(report.solutions, "solution"),
        counted(length as u64, "move"),
        counted(report.cost.expanded, "node"),
        milliseconds(report.cost.time_ms)
    )
}
