//! `ubin solve` on a packing puzzle: the first solution, or all of them.

use std::ops::ControlFlow;

use ubin::pack::{Answer, Outcome, Plan, Puzzle, Solution, solve};
use ubin::report::pack::{All, OneOfAll, Solved};
use ubin::run::Run;

use super::view;
use crate::args::{Common, SolveArgs, pack_method};
use crate::exit::{Exit, Fault};
use crate::output::{self, Stream};
use crate::picture::ENDINGS;
use crate::render;
use crate::watch::Watch;

pub(crate) fn run(common: &Common, args: &SolveArgs, puzzle: &Puzzle) -> Result<Exit, Fault> {
    args.only_for_pack()?;
    let plan = Plan { method: pack_method(&args.method.method)?, threads: common.threads() };
    if args.all {
        return all(common, puzzle, plan, args.limit.unwrap_or(u64::MAX));
    }
    output::check_extension(common, &output::SOLUTIONS)?;
    if common.output.as_deref().is_some_and(|path| ENDINGS.contains(&output::extension(path))) {
        render::check_cells(puzzle)?;
    }
    let watch = Watch::start(common, common.time_limit);
    let mut run = Run::new(common.limits(), watch.control());
    let answer = solve::solve(puzzle, plan, &mut run);
    let report = Solved::of(puzzle, &answer, &run, watch.milliseconds());
    drop(watch);
    let people = |colored| people(puzzle, &answer, &report, colored);
    let texts = (people(false), people(view::colored(common)));
    output::show_solution(common, (&texts.0, &texts.1), &output::json(&report), |path| {
        let Outcome::Solved(solution) = &answer.outcome else {
            return Ok(Err(report.reason.clone().unwrap_or_default()));
        };
        let picture = &args.picture;
        match output::extension(path) {
            "gif" => picture.gif(&render::pack_film(picture, puzzle, solution)).map(Ok),
            _ => picture.still(path, &ubin::render::pack::solution(puzzle, solution, picture.view)).map(Ok),
        }
    })?;
    Ok(exit(&answer.outcome))
}

/// The exit code of an outcome.
pub(crate) fn exit<T>(outcome: &Outcome<T>) -> Exit {
    match outcome {
        Outcome::Solved(_) => Exit::Answered,
        Outcome::Impossible(_) => Exit::Impossible,
        Outcome::Stopped(stop) => (*stop).into(),
    }
}

/// What an outcome without a solution says.
pub(super) fn refusal<T>(outcome: &Outcome<T>) -> Option<String> {
    match outcome {
        Outcome::Solved(_) => None,
        Outcome::Impossible(reason) => Some(format!("There is no solution: {reason}.\n")),
        Outcome::Stopped(stop) => Some(format!("Stopped: {stop}.\n")),
    }
}

fn people(puzzle: &Puzzle, answer: &Answer<Solution>, report: &Solved, colored: bool) -> String {
    let mut text = match &answer.outcome {
        Outcome::Solved(solution) => view::solution(puzzle, solution, colored) + "\n",
        outcome => refusal(outcome).unwrap_or_default(),
    };
    text += &view::cost(report.method, &report.cost);
    text
}

/// Writes every solution as it is found, in constant memory: to standard output, or to the file of `-o`, and then only the summary to standard output.
fn all(common: &Common, puzzle: &Puzzle, plan: Plan, most: u64) -> Result<Exit, Fault> {
    output::check_extension(common, &["txt", "json"])?;
    let is_json = common.output.as_ref().map_or(common.json, |path| output::extension(path) == "json");
    let colored = common.output.is_none() && view::colored(common);
    let mut out = Stream::open(common)?;
    let mut written = Ok(());
    let mut number = 0;
    let watch = Watch::start(common, common.time_limit);
    let mut run = Run::new(common.limits(), watch.control());
    let mut sink = |solution: &Solution| {
        number += 1;
        let shown = match is_json {
            true => output::json(&OneOfAll::of(puzzle, number, solution)) + "\n",
            false => format!("Solution {number}\n{}\n", view::solution(puzzle, solution, colored)),
        };
        written = out.write(&shown);
        if written.is_ok() && number < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let answer = if most == 0 { nothing(plan) } else { solve::solve_all(puzzle, plan, &mut run, &mut sink) };
    output::written(written)?;
    let report = All::of(puzzle, &answer, number >= most, &run, watch.milliseconds());
    drop(watch);
    let shown = |is_json| if is_json { output::json(&report) + "\n" } else { summary(&answer, &report) };
    output::written(out.write(&shown(is_json)))?;
    out.finish(common)?;
    if common.output.is_some() {
        output::print(&shown(common.json))?;
    }
    Ok(exit(&answer.outcome))
}

/// No solution was asked for, so none is looked for.
fn nothing(plan: Plan) -> Answer<()> {
    Answer { outcome: Outcome::Solved(()), method: plan.method, cases: 0, found: 0 }
}

fn summary(answer: &Answer<()>, report: &All) -> String {
    let mut text = refusal(&answer.outcome).unwrap_or_default();
    let all = if report.complete { "all" } else { "not all" };
    text += &format!("{}, {all}\n", view::solutions(report.solutions));
    text += &view::cost(report.method, &report.cost);
    text
}
