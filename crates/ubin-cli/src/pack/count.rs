//! `ubin count` on a packing puzzle: all solutions, and those that differ.

use std::ops::ControlFlow;

use ubin::pack::{Answer, Count, Equality, Plan, Puzzle, Solution, count, solve};
use ubin::report::pack::Counted;
use ubin::run::Run;

use super::solve::{exit, refusal};
use super::view;
use crate::args::{Common, CountArgs, pack_method};
use crate::exit::{Exit, Fault};
use crate::output::{self, Answer as Shown};
use crate::watch::Watch;

pub(crate) fn run(common: &Common, args: &CountArgs, puzzle: &Puzzle) -> Result<Exit, Fault> {
    output::check_extension(common, &["txt", "json"])?;
    if args.distinct && args.limit.is_some() {
        return Err(Fault::Plain("--distinct needs all solutions; it does not go with --limit".into()));
    }
    let plan = Plan { method: pack_method(args.method.as_deref().unwrap_or("auto"))?, threads: common.threads() };
    let equality = if args.distinct { Equality::Symmetry } else { Equality::Boards };
    let watch = Watch::start(common, common.time_limit);
    let mut run = Run::new(common.limits(), watch.control());
    let answer = match args.limit {
        None => count::count(puzzle, equality, plan, &mut run),
        Some(most) => up_to(puzzle, plan, most, &mut run),
    };
    let report = Counted::of(puzzle, &answer, args.limit, &run, watch.milliseconds());
    drop(watch);
    output::show(common, &Shown::new(people(&answer, &report, !puzzle.placed().is_empty()), &report))?;
    Ok(exit(&answer.outcome))
}

/// Counts one by one, and stops at `most`.
fn up_to(puzzle: &Puzzle, plan: Plan, most: u64, run: &mut Run<'_>) -> Answer<Count> {
    let mut found = 0;
    let mut sink = |_: &Solution| {
        found += 1;
        if found < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let answer = solve::solve_all(puzzle, plan, run, &mut sink);
    let solutions = answer.found;
    answer.map(|()| Count { solutions, distinct: None, symmetries: 1 })
}

fn people(answer: &Answer<Count>, report: &Counted, has_placed: bool) -> String {
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
