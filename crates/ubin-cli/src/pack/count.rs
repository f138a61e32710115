//! `ubin count` on a packing puzzle: all solutions, and those that differ.

use ubin::pack::{Equality, PackAnswer, Puzzle, SolutionCount};
use ubin::report::pack::Counted;
use ubin_front::pack;

use super::solve::refusal;
use super::view;
use crate::args::{Common, CountArgs};
use crate::desk::Terminal;
use crate::exit::{Exit, Fault};
use crate::output::{self, Answer as Shown};

pub(crate) fn run(common: &Common, args: &CountArgs, puzzle: &Puzzle) -> Result<Exit, Fault> {
    output::check_extension(common, &["txt", "json"])?;
    let desk = Terminal::new(common);
    let plan = pack::plan(&desk, args.method.as_deref())?;
    let equality = if args.distinct { Equality::Symmetry } else { Equality::Boards };
    let (answer, report) = pack::count(&desk, puzzle, plan, equality, args.limit)?;
    output::show(common, &Shown::new(people(&answer, &report, !puzzle.placed().is_empty()), &report))?;
    Ok(Exit::from(&answer.outcome))
}

fn people(answer: &PackAnswer<SolutionCount>, report: &Counted, has_placed: bool) -> String {
    let mut text = refusal(&answer.outcome).unwrap_or_default();
    let least = if report.complete { "" } else { "at least " };
    text += &format!("{least}{}\n", view::solutions(report.solutions));
    if let (Some(distinct), Some(symmetries)) = (report.distinct, report.symmetries) {
        let of = if has_placed { "position: those that keep every placed piece" } else { "puzzle" };
        let count = if symmetries == 1 { "1 symmetry".into() } else { format!("{symmetries} symmetries") };
        text += &format!("{} up to the {count} of the {of}\n", view::number(distinct));
    }
    text += &view::cost(report.method, &report.cost);
    text
}
