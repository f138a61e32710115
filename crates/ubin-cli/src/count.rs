//! `ubin count`: how many solutions there are: the shortest ones of a sliding board, all of a packing board.

use ubin::pack::{PackAnswer, SolutionCount};
use ubin::report::pack::PackCountReport;
use ubin::report::slide::SlideCountReport;
use ubin::slide::solve::Options;
use ubin_front::Report;
use ubin_front::question::{CountQuestion, Question};

use crate::args::{Common, CountArgs};
use crate::batch;
use crate::checkpoint;
use crate::complaint::Complaint;
use crate::exit::Exit;
use crate::input;
use crate::output::{self, Printout};
use crate::packing;
use crate::phrases;
use crate::several;

pub(crate) fn run(common: &Common, args: &CountArgs) -> Result<Exit, Complaint> {
    if args.source.batch {
        let of_packing = [
            ("distinct", args.question.distinct),
            ("unlabelled", args.question.unlabelled),
            ("method", args.question.method.is_some()),
        ];
        return batch::run(common, &args.question.puzzle, Some(&Options::default()), &of_packing, |puzzle| {
            Question::Count(CountQuestion { puzzle, ..args.question.clone() })
        });
    }
    output::check_extension(common, &output::TEXTS)?;
    several::each(common, &args.question.puzzle, &args.source.more, |common, puzzle, board| {
        one(common, CountQuestion { puzzle, ..args.question.clone() }, board)
    })
}

fn one(common: &Common, mut question: CountQuestion, board: Option<&str>) -> Result<Exit, Complaint> {
    let names = input::resolve(&mut question.puzzle, board)?;
    let report = checkpoint::ask(common, Question::Count(question), names)?;
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
        return match &report.why {
            Some(why) if report.check.solvable => {
                let stopped = phrases::stopped_without(phrases::reason(why), report.lower_bound.unwrap_or(0));
                format!("{stopped}\n{}", cost(report))
            }
            _ => phrases::no_shortest(),
        };
    };
    let least = if report.complete { String::new() } else { phrases::at_least() };
    let (solutions, moves) = (phrases::solutions(report.solutions.into()), phrases::moves(length as u64));
    format!("{}\n{}", phrases::shortest_count(least, solutions, moves), cost(report))
}

/// What the count took.
fn cost(report: &SlideCountReport) -> String {
    phrases::expanded_in(phrases::nodes(report.cost.expanded), phrases::milliseconds(report.cost.time_ms))
}

/// How many solutions differ up to so many symmetries.
pub(crate) fn distinct_line(distinct: u128, symmetries: u64, of: String) -> String {
    let count = if symmetries == 1 { phrases::one_symmetry() } else { phrases::symmetries(symmetries) };
    phrases::up_to_symmetries(phrases::grouped_wide(distinct), count, of) + "\n"
}

/// The number of packings, and of those that differ, for people.
fn packing_text(answer: &PackAnswer<SolutionCount>, report: &PackCountReport, has_placed: bool) -> String {
    let mut text = packing::verdict(&answer.outcome).unwrap_or_default();
    let least = if report.complete { String::new() } else { phrases::at_least() };
    // Rounded down: what is not known to be done is not claimed.
    let done = report.done.map_or_else(String::new, |done| phrases::work_done((done * 100.0) as u32));
    // Equal positions are folded together, and a fold that is not done has counted nothing yet.
    text += &match (report.complete, report.solutions) {
        (false, 0) => phrases::none_counted(done) + "\n",
        (_, solutions) => format!("{least}{}{done}\n", phrases::solutions(solutions)),
    };
    if let Some(estimate) = report.estimate {
        text += &(phrases::estimated(phrases::solutions(estimate)) + "\n");
    }
    if let (Some(distinct), Some(symmetries)) = (report.distinct, report.symmetries) {
        let of = if has_placed { phrases::of_the_position() } else { phrases::of_the_puzzle() };
        text += &distinct_line(distinct, symmetries, of);
    }
    text += &packing::cost(report.method, &report.cost);
    text
}
