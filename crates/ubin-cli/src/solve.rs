//! `ubin solve`: a solution, or all of a packing puzzle.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::io;
use std::ops::ControlFlow;
use std::time::Duration;

use ubin::pack::{self, PackAnswer, PackOutcome};
use ubin::report::pack::{PackAllReport, PackSolveReport};
use ubin::report::slide::SlideSolveReport;
use ubin::slide::solve::{Options, SlideAnswer, Status};
use ubin::slide::{Dir, Notation, Puzzle};
use ubin::text::Family;
use ubin_front::clock::Moment;
use ubin_front::draw::Scene;
use ubin_front::picture::Look;
use ubin_front::question::{Question, SolveQuestion};
use ubin_front::read::AnyPuzzle;
use ubin_front::render::text::{bytes, counted, grouped, milliseconds, verdict};
use ubin_front::{AskError, Refusal, Report};

use crate::args::{Common, SolveArgs};
use crate::batch;
use crate::complaint::{Complaint, UsageError};
use crate::desk::Terminal;
use crate::exit::Exit;
use crate::input::{self, TextNames};
use crate::output::{self, ResultStream};
use crate::packing;
use crate::picture::{self, Drawn};

pub(crate) fn run(common: &Common, mut args: SolveArgs) -> Result<Exit, Complaint> {
    if args.source.batch {
        return batch(common, args);
    }
    let names = input::resolve(&mut args.question.puzzle, args.source.board.as_deref())?;
    let family = args.question.puzzle.family();
    if family == Family::Pack && args.steps {
        return Err(Complaint::option(AskError::OtherFamily { family: Family::Slide }, "steps"));
    }
    if family == Family::Pack && args.question.all {
        return all(common, args.question, names);
    }
    output::check_extension(common, &output::SOLUTIONS)?;
    if picture::is_wanted(common) {
        picture::check_size(&args.question.puzzle, &names)?;
    }
    let look = args.look.look().map_err(|refusal| Complaint::of(refusal, &names))?;
    let terminal = Terminal::new(common, names);
    let report = terminal.ask(Question::Solve(args.question.clone()))?;
    let stopped = show(common, &args, &look, &report)?;
    Ok(stopped.unwrap_or_else(|| report.ending().into()))
}

/// Shows a solution; the exit code of a stop that came before its picture was drawn, if one did.
fn show(common: &Common, args: &SolveArgs, look: &Look, report: &Report) -> Result<Option<Exit>, Complaint> {
    let json = report.json();
    let stopped = match report {
        Report::SlideSolve { puzzle, solution, report } => {
            let text = moves_text(args, puzzle, solution, report);
            output::show_solution(common, (&text, &text), &json, |path| match moves_of(solution) {
                Ok(moves) => {
                    let scene = Scene::Told(puzzle, moves, args.question.wording.wording());
                    picture::draw(common, look, scene, path)
                }
                Err(why) => Ok(Drawn::Nothing(why)),
            })?
        }
        Report::PackSolve { puzzle, answer, report } => {
            let text = |is_colored| packing_text(puzzle, answer, report, is_colored);
            let texts = (text(false), text(packing::colored(common)));
            output::show_solution(common, (&texts.0, &texts.1), &json, |path| match &answer.outcome {
                PackOutcome::Solved(solution) => picture::draw(common, look, Scene::Packing(puzzle, solution), path),
                _ => Ok(Drawn::Nothing(report.reason.clone().unwrap_or_default())),
            })?
        }
        _ => unreachable!("solve reports a solution"),
    };
    Ok(stopped.map(Exit::from))
}

/// The moves of a solution, or why there are none.
pub(crate) fn moves_of(solution: &SlideAnswer) -> Result<&[Dir], String> {
    solution.moves.as_deref().ok_or_else(|| match solution.status {
        Status::Stopped(stop) => stop.to_string(),
        Status::Unsolvable | Status::Optimal | Status::Solved => "the puzzle cannot be solved".into(),
    })
}

/// The solution of a sliding board, for people.
fn moves_text(args: &SolveArgs, puzzle: &Puzzle, solution: &SlideAnswer, report: &SlideSolveReport) -> String {
    let mut text = format!("{}\n\n{}\n", puzzle.board(), verdict(puzzle));
    if solution.status == Status::Unsolvable {
        return text;
    }
    if let (Some(moves), true) = (&solution.moves, args.steps) {
        text += &steps(puzzle, moves, args.question.wording.wording().notation);
    }
    text += &headline(solution);
    text.push('\n');
    if let Some(letters) = report.moves.as_ref().filter(|letters| !letters.is_empty()) {
        text += letters;
        text.push('\n');
    }
    let heuristic = report.heuristic.map_or(String::new(), |heuristic| format!(" with {heuristic}"));
    let cost = &report.cost;
    let _ = writeln!(
        text,
        "\nBy {}{heuristic}: {} expanded, {} generated, {}, {}",
        report.method,
        counted(cost.expanded, "node"),
        grouped(cost.generated),
        milliseconds(cost.time_ms),
        bytes(cost.peak_bytes)
    );
    text
}

/// One sentence: what was found, and what is proven.
fn headline(solution: &SlideAnswer) -> String {
    let least = solution.lower_bound;
    let moves = solution.length().map(|length| length as u64);
    match (solution.status, moves) {
        (Status::Optimal, Some(0)) => "The board is solved.".into(),
        (Status::Optimal, Some(moves)) => format!("{}, proven shortest:", counted(moves, "move")),
        (Status::Solved, Some(moves)) => {
            format!("{}; every solution has at least {least}:", counted(moves, "move"))
        }
        (Status::Stopped(stop), Some(moves)) => {
            format!("Stopped: {stop}. At most {moves} moves, at least {least}; the best so far:")
        }
        (Status::Stopped(stop), None) => format!("Stopped: {stop}. Every solution has at least {least} moves."),
        (Status::Unsolvable | Status::Optimal | Status::Solved, _) => "The puzzle cannot be solved.".into(),
    }
}

fn steps(puzzle: &Puzzle, moves: &[Dir], notation: Notation) -> String {
    let mut board = puzzle.board().clone();
    let mut text = String::new();
    for (number, &dir) in moves.iter().enumerate() {
        board.slide(dir);
        let _ = writeln!(text, "Step {}: {}\n{board}\n", number + 1, notation.dir(dir));
    }
    text
}

/// The solution of a packing board, for people.
fn packing_text(
    puzzle: &pack::Puzzle,
    answer: &PackAnswer<pack::Solution>,
    report: &PackSolveReport,
    is_colored: bool,
) -> String {
    let mut text = match &answer.outcome {
        PackOutcome::Solved(solution) => packing::solution(puzzle, solution, is_colored) + "\n",
        outcome => packing::verdict(outcome).unwrap_or_default(),
    };
    text += &packing::cost(report.method, &report.cost);
    text
}

/// The longest that a solution waits while others come after it.
const PATIENCE: Duration = Duration::from_millis(5);

/// Where solutions go. A reader sees the first one at once; of very many, several at a time.
struct Outlet {
    stream: ResultStream,
    flushed: Option<Moment>,
    /// What became of the last write.
    written: io::Result<()>,
}

impl Outlet {
    fn write(&mut self, text: &str) -> io::Result<()> {
        self.stream.write(text)?;
        if self.flushed.is_none_or(|last| last.elapsed() > PATIENCE) {
            self.stream.flush()?;
            self.flushed = Some(Moment::now());
        }
        Ok(())
    }
}

/// Writes every solution as it is found, in memory that does not grow with their number: to standard output, or to the file of `-o`, and then only the summary to standard output.
fn all(common: &Common, question: SolveQuestion, names: TextNames) -> Result<Exit, Complaint> {
    output::check_extension(common, &output::TEXTS)?;
    // The puzzle is needed to show a part; the question warns of what is odd about it.
    let Ok(AnyPuzzle::Pack(puzzle)) = question.puzzle.read(|_| ()) else {
        return Terminal::new(common, names).ask(Question::Solve(question)).map(|report| report.ending().into());
    };
    let is_json = common.output.as_ref().map_or(common.json, |path| output::extension(path) == "json");
    let is_colored = common.output.is_none() && packing::colored(common);
    let out = RefCell::new(Outlet { stream: ResultStream::open(common)?, flushed: None, written: Ok(()) });
    let take = |part: &Report| {
        let Report::PackSolution { solution, report } = part else { return ControlFlow::Continue(()) };
        let shown = match is_json {
            true => output::json(report) + "\n",
            false => {
                format!("Solution {}\n{}\n", report.number, packing::solution(&puzzle, solution, is_colored))
            }
        };
        let mut out = out.borrow_mut();
        out.written = out.write(&shown);
        if out.written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let report = Terminal::new(common, names).with_taker(&take).ask(Question::Solve(question))?;
    end_stream(common, out.into_inner(), &report, is_json)?;
    Ok(report.ending().into())
}

/// Writes the summary behind the solutions.
fn end_stream(common: &Common, mut out: Outlet, report: &Report, is_json: bool) -> Result<(), Complaint> {
    let Report::PackAll { answer, report, .. } = report else { unreachable!("all solutions have a summary") };
    output::written(std::mem::replace(&mut out.written, Ok(())))?;
    let shown = |is_json| if is_json { output::json(report) + "\n" } else { summary(answer, report) };
    output::written(out.write(&shown(is_json)))?;
    out.stream.finish(common)?;
    if common.output.is_some() {
        output::print(&shown(common.json))?;
    }
    Ok(())
}

fn summary(answer: &PackAnswer<()>, report: &PackAllReport) -> String {
    let mut text = packing::verdict(&answer.outcome).unwrap_or_default();
    let all = if report.complete { "all" } else { "not all" };
    text += &format!("{}, {all}\n", packing::solutions(report.solutions));
    text += &packing::cost(report.method, &report.cost);
    text
}

/// Answers every line of the input.
fn batch(common: &Common, args: SolveArgs) -> Result<Exit, Complaint> {
    if args.steps {
        return Err(UsageError::StepsOfBatch.into());
    }
    let question = args.question;
    batch::refuse(&[("all", question.all), ("limit", question.limit.is_some())])?;
    let options = options(&question).map_err(|refusal| Complaint::of(refusal, &TextNames::default()))?;
    batch::run(common, &question.puzzle, Some(&options), |puzzle| {
        Question::Solve(SolveQuestion { puzzle, ..question.clone() })
    })
}

/// The options of a sliding search.
fn options(question: &SolveQuestion) -> Result<Options, Refusal> {
    Ok(Options { metric: question.wording.wording().metric, ..question.search.options()? })
}
