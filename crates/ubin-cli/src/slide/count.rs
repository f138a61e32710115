//! `ubin count`: how many shortest solutions there are.

use ubin::report::slide::Count;
use ubin::slide::solve::Options;
use ubin::slide::{Puzzle, Shelf};
use ubin_front::render::text::{counted, milliseconds};
use ubin_front::slide;

use crate::args::{Common, CountArgs};
use crate::batch;
use crate::desk::Terminal;
use crate::exit::{Exit, Fault};
use crate::output::{self, Answer};

pub(crate) fn run(common: &Common, args: &CountArgs, puzzle: &Puzzle) -> Result<Exit, Fault> {
    output::check_extension(common, &["txt", "json"])?;
    args.only_for_slide()?;
    let shelf = common.shelf(common.threads());
    let (report, exit) = counting(common, puzzle, args.limit, &shelf)?;
    output::show(common, &Answer::new(sentence(&report), &report))?;
    Ok(exit)
}

/// Answers every line of the input.
pub(crate) fn batch(common: &Common, args: &CountArgs) -> Result<Exit, Fault> {
    args.only_for_slide()?;
    let shelves = batch::Shelves::new(common);
    batch::run(common, &args.puzzle, Some(&Options::default()), |common, puzzle, before| {
        let counted = counting(common, puzzle, args.limit, shelves.for_board(common, puzzle, before));
        counted.map(|(report, exit)| (output::json(&report), exit)).map_err(|fault| fault.to_string())
    })
}

fn counting(common: &Common, puzzle: &Puzzle, most: Option<u64>, shelf: &Shelf) -> Result<(Count, Exit), Fault> {
    let (counted, report) = slide::count(&Terminal { common, shelf }, puzzle, most)?;
    Ok((report, Count::status(&counted).into()))
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
