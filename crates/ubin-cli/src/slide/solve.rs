//! `ubin solve`: finds a solution.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use serde::Serialize;
use ubin::render::text::{bytes, counted, grouped, milliseconds, verdict};
use ubin::report::slide::{Notation, Solve};
use ubin::run::{Run, Stop};
use ubin::slide::solve::{Solution, Status, solve};
use ubin::slide::{Puzzle, Shelf, text};
use ubin::text::Mistake as _;

use crate::args::{Common, MethodArgs, SolveArgs};
use crate::exit::{Exit, Fault};
use crate::input;
use crate::output::{self, Answer};
use crate::watch::{self, Watch};

pub(crate) fn run(common: &Common, args: &SolveArgs, puzzle: &Puzzle) -> Result<Exit, Fault> {
    output::check_extension(common, &["txt", "json"])?;
    args.only_for_slide()?;
    let shelf = common.shelf(common.threads());
    let (solution, time_ms) = solved(common, &args.method, &shelf, puzzle)?;
    let report = Solve::new(puzzle, &solution, args.notation(), time_ms);
    let text = people(args, puzzle, &solution, &report);
    output::show(common, &Answer::new(text, &report))?;
    Ok(solution.status.into())
}

/// Solves under the limits of the command line; the time in milliseconds.
pub(crate) fn solved(
    common: &Common,
    method: &MethodArgs,
    shelf: &Shelf,
    puzzle: &Puzzle,
) -> Result<(Solution, f64), Fault> {
    let watch = Watch::start(common, method.time_limit(common, puzzle.size())?);
    let mut run = Run::new(common.limits(), watch.control());
    let solution =
        solve(puzzle, &method.options()?, shelf, &mut run).map_err(|error| Fault::Plain(error.to_string()))?;
    Ok((solution, watch.milliseconds()))
}

/// The answer for people.
fn people(args: &SolveArgs, puzzle: &Puzzle, solution: &Solution, report: &Solve) -> String {
    let mut text = format!("{}\n\n{}\n", puzzle.board(), verdict(puzzle));
    if solution.status == Status::Unsolvable {
        return text;
    }
    if let (Some(moves), true) = (&solution.moves, args.steps) {
        text += &steps(puzzle, moves, args.notation());
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
pub(crate) fn headline(solution: &Solution) -> String {
    let least = solution.lower_bound;
    let moves = solution.moves.as_ref().map(|moves| moves.len() as u64);
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

fn steps(puzzle: &Puzzle, moves: &[ubin::slide::Dir], notation: Notation) -> String {
    let mut board = puzzle.board().clone();
    let mut text = String::new();
    for (number, &dir) in moves.iter().enumerate() {
        board.slide(dir);
        let _ = writeln!(text, "Step {}: {}\n{board}\n", number + 1, notation.dir(dir));
    }
    text
}

/// One line of a batch's answer.
#[derive(Serialize)]
struct Line<T> {
    line: u64,
    #[serde(flatten)]
    answer: T,
}

/// A line that could not be answered.
#[derive(Serialize)]
struct Bad {
    error: Error,
}

#[derive(Serialize)]
struct Error {
    code: &'static str,
    message: String,
    line: u64,
    column: Option<usize>,
}

/// How many lines every thread takes before the answers are printed in order.
const LINES_A_THREAD: usize = 16;

/// Answers every line of the input, in order, a chunk of lines at a time over all threads.
pub(crate) fn batch(common: &Common, args: &SolveArgs) -> Result<Exit, Fault> {
    if common.output.is_some() {
        return Err(Fault::Plain("--batch writes to standard output; use > FILE in place of -o".into()));
    }
    args.only_for_slide()?;
    let mut lines = input::batch(&args.puzzle.puzzle)?;
    let threads = common.threads();
    let faulty = AtomicBool::new(false);
    // The batch is spread over the threads: every board is searched on one.
    let shelf = common.shelf(1);
    let mut worst = Exit::Answered;
    loop {
        let chunk: Vec<_> = lines.by_ref().take(threads * LINES_A_THREAD).collect();
        if chunk.is_empty() || watch::interrupted() {
            break;
        }
        for (line, exit) in answers(common, args, &shelf, &chunk, &faulty)? {
            output::print(&line)?;
            worst = worst.max(exit);
        }
    }
    Ok(match worst {
        _ if watch::interrupted() => Exit::Interrupted,
        _ if faulty.load(Relaxed) => Exit::Fault,
        // A board without a solution is an answer; only a limit makes the whole run incomplete.
        Exit::Limit => Exit::Limit,
        _ => Exit::Answered,
    })
}

/// The answers of a chunk, in the order of its lines.
fn answers(
    common: &Common,
    args: &SolveArgs,
    shelf: &Shelf,
    chunk: &[input::BatchLine],
    faulty: &AtomicBool,
) -> Result<Vec<(String, Exit)>, Fault> {
    let each = |(number, line): &input::BatchLine| -> Result<(String, Exit), Fault> {
        match answer(common, args, shelf, line) {
            Ok((report, exit)) => Ok((output::json(&Line { line: *number, answer: report }), exit)),
            Err(Refused::Options(fault)) => Err(fault),
            Err(Refused::Line { code, message, column }) => {
                faulty.store(true, Relaxed);
                let error = Error { code, message, line: *number, column };
                Ok((output::json(&Line { line: *number, answer: Bad { error } }), Exit::Answered))
            }
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = chunk
            .chunks(chunk.len().div_ceil(common.threads()))
            .map(|part| scope.spawn(move || part.iter().map(each).collect::<Result<Vec<_>, Fault>>()))
            .collect();
        let mut all = Vec::with_capacity(chunk.len());
        for worker in workers {
            all.extend(worker.join().expect("a worker does not panic")?);
        }
        Ok(all)
    })
}

/// Why a line has no answer.
enum Refused {
    /// The line is at fault; the others are answered.
    Line { code: &'static str, message: String, column: Option<usize> },
    /// The options are at fault; there is no use in going on.
    Options(Fault),
}

fn answer(
    common: &Common,
    args: &SolveArgs,
    shelf: &Shelf,
    line: &Result<String, String>,
) -> Result<(Solve, Exit), Refused> {
    let bad = |code, message: String, column| Refused::Line { code, message, column };
    let line = line.as_ref().map_err(|why| bad("not-text", why.clone(), None))?;
    let board = text::read(line, args.puzzle.size)
        .map_err(|mistake| bad(mistake.code(), mistake.to_string(), mistake.place().map(|at| at.column)))?;
    let goal = input::goal(args.puzzle.goal(), board.size()).map_err(Refused::Options)?;
    let puzzle = Puzzle::new(board, goal).expect("the goal was read for the board's size");
    let (solution, time_ms) = solved(common, &args.method, shelf, &puzzle).map_err(Refused::Options)?;
    let interrupted = solution.status == Status::Stopped(Stop::Interrupted);
    let exit = if interrupted { Exit::Interrupted } else { solution.status.into() };
    Ok((Solve::new(&puzzle, &solution, args.notation(), time_ms), exit))
}
