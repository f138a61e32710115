//! `ubin solve`: a solution, or all of a packing puzzle.

use std::cell::Cell;
use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use ubin::pack::{self, PackAnswer, PackOutcome};
use ubin::report::pack::{PackAllReport, PackSolveReport};
use ubin::report::slide::SlideSolveReport;
use ubin::slide::solve::{Options, SlideAnswer, Status};
use ubin::slide::{Dir, Notation, Parity, Puzzle};
use ubin::text::Family;
use ubin_front::clock::Moment;
use ubin_front::draw::Scene;
use ubin_front::picture::Look;
use ubin_front::question::{Question, SolveQuestion};
use ubin_front::read::AnyPuzzle;
use ubin_front::render::text::verdict;
use ubin_front::{AskError, Refusal, Report, SolutionLines};

use crate::args::{Common, SolveArgs};
use crate::batch;
use crate::checkpoint;
use crate::color::ColorDepth;
use crate::complaint::{Complaint, UsageError};
use crate::desk::Terminal;
use crate::exit::Exit;
use crate::input::{self, TextNames};
use crate::output::{self, ResultStream};
use crate::packing;
use crate::phrases;
use crate::picture::{self, Drawn};
use crate::several;

pub(crate) fn run(common: &Common, args: SolveArgs) -> Result<Exit, Complaint> {
    if args.source.batch {
        return batch(common, args);
    }
    several::each(common, &args.question.puzzle, &args.source.more, |common, puzzle, board| {
        let question = SolveQuestion { puzzle, ..args.question.clone() };
        one(common, SolveArgs { question, ..args.clone() }, board)
    })
}

fn one(common: &Common, mut args: SolveArgs, board: Option<&str>) -> Result<Exit, Complaint> {
    let names = input::resolve(&mut args.question.puzzle, board)?;
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
    let look = args.look.look(phrases::language()).map_err(|refusal| Complaint::of(refusal, &names))?;
    let preface = preface(common, &args.question);
    let told = Cell::new(false);
    let tell = |()| {
        if let Some(preface) = preface.as_ref().filter(|_| !told.get()) {
            told.set(true);
            // A reader that has gone is noticed when the answer is printed.
            let _ = output::print(preface);
        }
    };
    checkpoint::check_proof(common, &args.question, &names)?;
    let question = Question::Solve(args.question.clone());
    let report = match common.checkpoint {
        Some(_) => checkpoint::ask(common, question, names)?,
        None => Terminal::new(common, names).announcing(&tell).ask(question)?,
    };
    let stopped = show(common, &args, &look, &report, told.get())?;
    Ok(stopped.unwrap_or_else(|| report.ending().into()))
}

/// The board and its verdict, which stand on the screen before the search begins. What goes into a pipe comes whole.
fn preface(common: &Common, question: &SolveQuestion) -> Option<String> {
    if common.json || !io::stdout().is_terminal() {
        return None;
    }
    let Ok(AnyPuzzle::Slide(puzzle)) = question.puzzle.read(|_| ()) else { return None };
    Some(output::headed(common, &judged(&puzzle)))
}

/// A board and its verdict; behind one that is to be solved, an empty line.
fn judged(puzzle: &Puzzle) -> String {
    let gap = if Parity::is_solvable(puzzle) { "\n" } else { "" };
    format!("{}\n\n{}{gap}", puzzle.board(), verdict(puzzle, phrases::language()))
}

/// Shows a solution, without its board where that was shown already; the exit code of a stop that came before its picture was drawn, if one did.
fn show(
    common: &Common,
    args: &SolveArgs,
    look: &Look,
    report: &Report,
    is_told: bool,
) -> Result<Option<Exit>, Complaint> {
    let json = report.json();
    let stopped = match report {
        Report::SlideSolve { puzzle, solution, report } => {
            let notation = args.question.wording.wording().notation;
            let steps = if args.steps { Steps::Shown(notation) } else { Steps::Hidden };
            let text = moves_text(puzzle, solution, report, steps);
            let shown = if is_told { text[judged(puzzle).len()..].to_string() } else { output::headed(common, &text) };
            output::show_solution(common, (&text, &shown), &json, |path| match moves_of(solution) {
                Ok(moves) => {
                    let scene = Scene::Told(puzzle, moves, args.question.wording.wording());
                    picture::draw(common, look, scene, path)
                }
                Err(why) => Ok(Drawn::Nothing(why)),
            })?
        }
        Report::PackSolve { puzzle, answer, report } => {
            let text = |colors| packing_text(puzzle, answer, report, colors);
            let texts = (text(ColorDepth::None), output::headed(common, &text(packing::colors(common))));
            output::show_solution(common, (&texts.0, &texts.1), &json, |path| {
                match Scene::of_outcome(puzzle, &answer.outcome) {
                    Some(scene) => picture::draw(common, look, scene, path),
                    None => Ok(Drawn::Nothing(report.why.as_ref().map(phrases::reason).unwrap_or_default())),
                }
            })?
        }
        _ => unreachable!("solve reports a solution"),
    };
    Ok(stopped.map(Exit::from))
}

/// The moves of a solution, or why there are none.
pub(crate) fn moves_of(solution: &SlideAnswer) -> Result<&[Dir], String> {
    solution.moves.as_deref().ok_or_else(|| match solution.status {
        Status::Stopped(stop) => phrases::stop(stop),
        Status::Unsolvable | Status::Optimal | Status::Solved => phrases::unsolvable_puzzle(),
    })
}

/// Whether the board after every move is told, and how the moves are named.
#[derive(Clone, Copy)]
pub(crate) enum Steps {
    Hidden,
    Shown(Notation),
}

/// The solution of a sliding board, for people.
pub(crate) fn moves_text(puzzle: &Puzzle, solution: &SlideAnswer, report: &SlideSolveReport, steps: Steps) -> String {
    let mut text = judged(puzzle);
    if solution.status == Status::Unsolvable {
        return text;
    }
    if let (Some(moves), Steps::Shown(notation)) = (&solution.moves, steps) {
        text += &boards(puzzle, moves, notation);
    }
    text += &headline(solution);
    text.push('\n');
    if let Some(letters) = report.moves.as_ref().filter(|letters| !letters.is_empty()) {
        text += letters;
        text.push('\n');
    }
    text += &format!("\n{}\n", search_cost(report));
    text
}

/// The last line of an answer: method, nodes, time, memory, and what the tables took.
pub(crate) fn search_cost(report: &SlideSolveReport) -> String {
    let heuristic = report.heuristic.map_or(String::new(), phrases::with);
    let cost = &report.cost;
    let (nodes, generated) = (phrases::nodes(cost.expanded), phrases::grouped(cost.generated));
    let (time, bytes) = (phrases::milliseconds(cost.time_ms), phrases::bytes(cost.peak_bytes));
    phrases::search_cost(report.method, heuristic, nodes, generated, time, bytes) + &tables_cost(cost.tables_ms)
}

/// What building or loading tables took, where it took something.
fn tables_cost(tables_ms: f64) -> String {
    if tables_ms > 0.0 { phrases::tables_cost(phrases::milliseconds(tables_ms)) } else { String::new() }
}

/// One sentence: what was found, and what is proven.
pub(crate) fn headline(solution: &SlideAnswer) -> String {
    let least = solution.lower_bound;
    let moves = solution.length().map(|length| length as u64);
    match (solution.status, moves) {
        (Status::Optimal, Some(0)) => phrases::board_solved(),
        (Status::Optimal, Some(moves)) => phrases::proven_shortest(phrases::moves(moves)),
        (Status::Solved, Some(moves)) => phrases::not_proven(phrases::moves(moves), least),
        (Status::Stopped(stop), Some(moves)) => phrases::stopped_with(phrases::stop(stop), moves, least),
        (Status::Stopped(stop), None) => phrases::stopped_without(phrases::stop(stop), least),
        (Status::Unsolvable | Status::Optimal | Status::Solved, _) => phrases::cannot_be_solved(),
    }
}

fn boards(puzzle: &Puzzle, moves: &[Dir], notation: Notation) -> String {
    let mut board = puzzle.board().clone();
    let mut text = String::new();
    for (number, &dir) in moves.iter().enumerate() {
        board.slide(dir);
        let step = phrases::step(number + 1, phrases::way(notation.dir(dir)));
        let _ = writeln!(text, "{step}\n{board}\n");
    }
    text
}

/// The solution of a packing board, for people.
pub(crate) fn packing_text(
    puzzle: &pack::Puzzle,
    answer: &PackAnswer<pack::Solution>,
    report: &PackSolveReport,
    colors: ColorDepth,
) -> String {
    let mut text = match &answer.outcome {
        PackOutcome::Solved(solution) => packing::solution(puzzle, solution, colors) + "\n" + &packing::remarks(puzzle),
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
    /// Writes a text and the end of its last line.
    fn write(&mut self, text: &str) -> io::Result<()> {
        self.stream.write(text)?;
        self.stream.write("\n")?;
        if self.flushed.is_none_or(|last| last.elapsed() > PATIENCE) {
            self.stream.flush()?;
            self.flushed = Some(Moment::now());
        }
        Ok(())
    }
}

/// Writes every solution as it is found, in memory that does not grow with their number: to standard output, or to the file of `-o`, and then only the summary to standard output.
fn all(common: &Common, question: SolveQuestion, names: TextNames) -> Result<Exit, Complaint> {
    output::check_extension(common, &output::LISTS)?;
    // The puzzle is needed to show a part; the question warns of what is odd about it.
    let Ok(AnyPuzzle::Pack(puzzle)) = question.puzzle.read(|_| ()) else {
        return Terminal::new(common, names).ask(Question::Solve(question)).map(|report| report.ending().into());
    };
    let is_json = common.output.as_ref().map_or(common.json, |path| output::is_json(path));
    let colors = if common.output.is_none() { packing::colors(common) } else { ColorDepth::None };
    let mut stream = ResultStream::open(common)?;
    let remarks = if is_json { String::new() } else { packing::remarks(&puzzle) };
    let written = if remarks.is_empty() { Ok(()) } else { stream.write(&(remarks + "\n")) };
    let out = Mutex::new(Outlet { stream, flushed: None, written });
    let take = |part: &Report| {
        let Report::PackSolution(line) = part else { return ControlFlow::Continue(()) };
        let text = (!is_json).then(|| {
            let number = phrases::solution_number(line.number);
            format!("{number}\n{}", packing::solution(&puzzle, &line.solution, colors))
        });
        let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
        out.written = out.write(text.as_ref().unwrap_or(&line.json));
        if out.written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let report = match &common.checkpoint {
        Some(path) => go_on_listing(common, path, &puzzle, question, &names, &take)?,
        None => Terminal::new(common, names).with_taker(&take).ask(Question::Solve(question))?,
    };
    end_stream(common, out.into_inner().unwrap_or_else(PoisonError::into_inner), &report, is_json)?;
    Ok(report.ending().into())
}

/// Lists all solutions unit by unit, those of earlier runs first.
fn go_on_listing(
    common: &Common,
    path: &Path,
    puzzle: &pack::Puzzle,
    question: SolveQuestion,
    names: &TextNames,
    take: &(dyn Fn(&Report) -> ControlFlow<()> + Sync),
) -> Result<Report, Complaint> {
    let lines = SolutionLines::new(puzzle, &question.puzzle).map_err(|refusal| Complaint::of(refusal, names))?;
    let lines = Mutex::new((lines, None));
    let show = |answer: &str| {
        let (lines, refused) = &mut *lines.lock().unwrap_or_else(PoisonError::into_inner);
        match lines.answer(answer) {
            Ok(line) => take(line),
            Err(refusal) => {
                *refused = Some(refusal);
                ControlFlow::Break(())
            }
        }
    };
    let report = checkpoint::go_on(common, path, Question::Solve(question), names.clone(), Some(&show))?;
    match lines.into_inner().unwrap_or_else(PoisonError::into_inner).1 {
        Some(refusal) => Err(Complaint::of(refusal, names)),
        None => Ok(report),
    }
}

/// Writes the summary behind the solutions.
fn end_stream(common: &Common, mut out: Outlet, report: &Report, is_json: bool) -> Result<(), Complaint> {
    let Report::PackAll { answer, report, .. } = report else { unreachable!("all solutions have a summary") };
    output::written(std::mem::replace(&mut out.written, Ok(())))?;
    let shown = |is_json| if is_json { output::json(report) } else { summary(answer, report) };
    output::written(out.write(shown(is_json).trim_end()))?;
    out.stream.finish(common)?;
    if common.output.is_some() {
        output::print(&shown(common.json))?;
    }
    Ok(())
}

fn summary(answer: &PackAnswer<()>, report: &PackAllReport) -> String {
    let mut text = packing::verdict(&answer.outcome).unwrap_or_default();
    let solutions = phrases::solutions(report.solutions);
    text += &if report.complete { phrases::all_of(solutions) } else { phrases::not_all_of(solutions) };
    text.push('\n');
    text += &packing::cost(report.method, &report.cost);
    text
}

/// Answers every line of the input.
fn batch(common: &Common, args: SolveArgs) -> Result<Exit, Complaint> {
    if args.steps {
        return Err(UsageError::StepsOfBatch.into());
    }
    let question = args.question;
    let of_packing = [("all", question.all), ("unlabelled", question.unlabelled), ("limit", question.limit.is_some())];
    batch::refuse(&of_packing, Family::Pack)?;
    // The options of a packing method are refused only when there are sliding boards.
    let options = options(&question).unwrap_or_default();
    batch::run(common, &question.puzzle, Some(&options), &[], |puzzle| {
        Question::Solve(SolveQuestion { puzzle, ..question.clone() })
    })
}

/// The options of a sliding search.
fn options(question: &SolveQuestion) -> Result<Options, Refusal> {
    Ok(Options { metric: question.wording.wording().metric, ..question.search.options()? })
}
