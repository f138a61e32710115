//! `ubin count`: how many shortest solutions there are.

use ubin::render::text::{counted, milliseconds};
use ubin::report::slide::{self, Check, Cost, Count};
use ubin::run::Run;

use ubin::slide::solve::{Counted, Status, count};
use ubin::slide::{Puzzle, Shelf};

use crate::args::{Common, CountArgs};
use crate::batch;
use crate::exit::{Exit, Fault};
use crate::output::{self, Answer};
use crate::watch::Watch;

pub(crate) fn run(common: &Common, args: &CountArgs, puzzle: &Puzzle) -> Result<Exit, Fault> {
    output::check_extension(common, &["txt", "json"])?;
    args.only_for_slide()?;
    let shelf = common.shelf(common.threads());
    let (report, exit) = counting(common, puzzle, args.limit.unwrap_or(u64::MAX), &shelf)?;
    output::show(common, &Answer::new(sentence(&report), &report))?;
    Ok(exit)
}

/// Answers every line of the input.
pub(crate) fn batch(common: &Common, args: &CountArgs) -> Result<Exit, Fault> {
    args.only_for_slide()?;
    let shelves = batch::Shelves::new(common);
    batch::run(common, &args.puzzle, |common, puzzle, line| {
        let counted = counting(common, puzzle, args.limit.unwrap_or(u64::MAX), shelves.for_line(common, puzzle, line));
        counted.map(|(report, exit)| (output::json(&report), exit)).map_err(|fault| fault.to_string())
    })
}

/// Finds the shortest length, then every solution of it.
fn counting(common: &Common, puzzle: &Puzzle, most: u64, shelf: &Shelf) -> Result<(Count, Exit), Fault> {
    let watch = Watch::start(common, common.time_limit);
    let mut run = Run::new(common.limits(), watch.control());
    let Counted { solution, count: solutions, complete } =
        count(puzzle, most, shelf, &mut run).map_err(|error| Fault::Plain(error.to_string()))?;
    let status = match solution.status {
        Status::Optimal if !complete => Status::Solved,
        status => status,
    };
    let report = Count {
        check: Check::of(puzzle),
        status: slide::status(status),
        length: solution.moves.as_ref().map(Vec::len),
        solutions,
        lower_bound: (status != Status::Unsolvable).then_some(solution.lower_bound),
        complete,
        cost: Cost::new(run.stats(), watch.milliseconds()),
    };
    Ok((report, status.into()))
}

fn sentence(report: &Count) -> String {
    let Some(length) = report.length else {
        return match report.check.solvable {
            true => format!(
                "Stopped before the shortest length was proven: every solution has at least {} moves.",
                report.lower_bound.unwrap_or(0)
            ),
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
