//! `ubin count`: how many solutions there are: the shortest ones of a sliding board, all of a packing board.

use ubin::pack::{PackAnswer, SolutionCount};
use ubin::report::pack::PackCountReport;
use ubin::report::slide::SlideCountReport;
use ubin::slide::solve::Options;
use ubin_front::Report;
use ubin_front::question::{CountQuestion, Question};
use ubin_front::render::text::{counted, milliseconds};

use crate::args::{Common, CountArgs};
use crate::batch;
use crate::complaint::Complaint;
use crate::desk::Terminal;
use crate::exit::Exit;
use crate::input;
use crate::output::{self, Printout};
use crate::packing;

pub(crate) fn run(common: &Common, mut args: CountArgs) -> Result<Exit, Complaint> {
    if args.source.batch {
        batch::refuse(&[("distinct", args.question.distinct), ("method", args.question.method.is_some())])?;
        return batch::run(common, &args.question.puzzle, Some(&Options::default()), |puzzle| {
            Question::Count(CountQuestion { puzzle, ..args.question.clone() })
        });
    }
    output::check_extension(common, &output::TEXTS)?;
    let names = input::resolve(&mut args.question.puzzle, args.source.board.as_deref())?;
    let report = Terminal::new(common, names).ask(Question::Count(args.question))?;
    let text = match &report {
        Report::SlideCount { report, .. } => moves_text(report),
        Report::PackCount { puzzle, answer, report } => packing_text(answer, report, !puzzle.placed().is_empty()),
        _ => unreachable!("count reports a number"),
    };
    output::show(common, &Printout::new(text, &report))?;
    Ok(report.ending().into())
}

/// The number of shortest solutions, for people.
fn moves_text(report: &SlideCountReport) -> String {
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

/// The number of packings, and of those that differ, for people.
fn packing_text(answer: &PackAnswer<SolutionCount>, report: &PackCountReport, has_placed: bool) -> String {
    let mut text = packing::verdict(&answer.outcome).unwrap_or_default();
    let least = if report.complete { "" } else { "at least " };
    // Rounded down: what is not known to be done is not claimed.
    let done =
        report.done.map_or_else(String::new, |done| format!(" (about {} % of the work done)", (done * 100.0) as u32));
    text += &format!("{least}{}{done}\n", packing::solutions(report.solutions));
    if let (Some(distinct), Some(symmetries)) = (report.distinct, report.symmetries) {
        let of = if has_placed { "position: those that keep every placed piece" } else { "puzzle" };
        let count = if symmetries == 1 { "1 symmetry".into() } else { format!("{symmetries} symmetries") };
        text += &format!("{} up to the {count} of the {of}\n", packing::number(distinct));
    }
    text += &packing::cost(report.method, &report.cost);
    text
}
