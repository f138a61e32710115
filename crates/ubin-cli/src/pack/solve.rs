//! `ubin solve` on a packing puzzle: the first solution, or all of them.

use std::io;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use ubin::pack::{PackAnswer, PackOutcome, PackPlan, Puzzle, Solution};
use ubin::report::pack::{All, Solved};
use ubin_front::draw::{self, Scene};
use ubin_front::pack;

use super::view;
use crate::args::{Common, SolveArgs};
use crate::desk::Terminal;
use crate::exit::{Exit, Fault};
use crate::output::{self, Stream};
use crate::picture::{Drawn, ENDINGS};

pub(crate) fn run(common: &Common, args: &SolveArgs, puzzle: &Puzzle) -> Result<Exit, Fault> {
    args.only_for_pack()?;
    let desk = Terminal::new(common);
    let plan = pack::plan(&desk, Some(&args.method.method))?;
    if args.all {
        return all(&desk, puzzle, plan, args.limit.unwrap_or(u64::MAX));
    }
    output::check_extension(common, &output::SOLUTIONS)?;
    if common.output.as_deref().is_some_and(|path| ENDINGS.contains(&output::extension(path).as_str())) {
        draw::check_cells(puzzle)?;
    }
    let (answer, report) = pack::solve(&desk, puzzle, plan);
    let people = |colored| people(puzzle, &answer, &report, colored);
    let texts = (people(false), people(view::colored(common)));
    let stopped = output::show_solution(common, (&texts.0, &texts.1), &output::json(&report), |path| {
        let PackOutcome::Solved(solution) = &answer.outcome else {
            return Ok(Drawn::Nothing(report.reason.clone().unwrap_or_default()));
        };
        args.picture.draw(common, Scene::Packing(puzzle, solution), path, report.cost.time_ms)
    })?;
    Ok(stopped.map_or_else(|| Exit::from(&answer.outcome), Exit::from))
}

/// What an outcome without a solution says.
pub(super) fn refusal<T>(outcome: &PackOutcome<T>) -> Option<String> {
    match outcome {
        PackOutcome::Solved(_) => None,
        PackOutcome::Impossible(reason) => Some(format!("There is no solution: {reason}.\n")),
        PackOutcome::Stopped(stop) => Some(format!("Stopped: {stop}.\n")),
    }
}

fn people(puzzle: &Puzzle, answer: &PackAnswer<Solution>, report: &Solved, colored: bool) -> String {
    let mut text = match &answer.outcome {
        PackOutcome::Solved(solution) => view::solution(puzzle, solution, colored) + "\n",
        outcome => refusal(outcome).unwrap_or_default(),
    };
    text += &view::cost(report.method, &report.cost);
    text
}

/// The longest that a solution waits while others come after it.
const PATIENCE: Duration = Duration::from_millis(5);

/// Where solutions go. A reader sees the first one at once; of very many, several at a time.
struct Outlet {
    stream: Stream,
    flushed: Option<Instant>,
}

impl Outlet {
    fn write(&mut self, text: &str) -> io::Result<()> {
        self.stream.write(text)?;
        if self.flushed.is_none_or(|last| last.elapsed() > PATIENCE) {
            self.stream.flush()?;
            self.flushed = Some(Instant::now());
        }
        Ok(())
    }
}

/// Writes every solution as it is found, in memory that does not grow with their number: to standard output, or to the file of `-o`, and then only the summary to standard output.
fn all(desk: &Terminal<'_>, puzzle: &Puzzle, plan: PackPlan, most: u64) -> Result<Exit, Fault> {
    let common = desk.common;
    output::check_extension(common, &["txt", "json"])?;
    let is_json = common.output.as_ref().map_or(common.json, |path| output::extension(path) == "json");
    let colored = common.output.is_none() && view::colored(common);
    let mut out = Outlet { stream: Stream::open(common)?, flushed: None };
    let mut written = Ok(());
    let (answer, report) = pack::all(desk, puzzle, plan, most, |one, solution| {
        let shown = match is_json {
            true => output::json(one) + "\n",
            false => format!("Solution {}\n{}\n", one.number, view::solution(puzzle, solution, colored)),
        };
        written = out.write(&shown);
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    output::written(written)?;
    let shown = |is_json| if is_json { output::json(&report) + "\n" } else { summary(&answer, &report) };
    output::written(out.write(&shown(is_json)))?;
    out.stream.finish(common)?;
    if common.output.is_some() {
        output::print(&shown(common.json))?;
    }
    Ok(Exit::from(&answer.outcome))
}

fn summary(answer: &PackAnswer<()>, report: &All) -> String {
    let mut text = refusal(&answer.outcome).unwrap_or_default();
    let all = if report.complete { "all" } else { "not all" };
    text += &format!("{}, {all}\n", view::solutions(report.solutions));
    text += &view::cost(report.method, &report.cost);
    text
}
