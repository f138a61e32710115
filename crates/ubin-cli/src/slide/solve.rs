//! `ubin solve`: finds a solution.

use std::fmt::Write as _;

use ubin::report::slide::{Notation, Solve};
use ubin::slide::Puzzle;
use ubin::slide::solve::{Solution, Status};
use ubin_front::draw::Scene;
use ubin_front::render::text::{bytes, counted, grouped, milliseconds, verdict};
use ubin_front::slide;

use crate::args::{Common, SolveArgs};
use crate::batch;
use crate::desk::Terminal;
use crate::exit::{Exit, Fault};
use crate::output;
use crate::picture::Drawn;

pub(crate) fn run(common: &Common, args: &SolveArgs, puzzle: &Puzzle) -> Result<Exit, Fault> {
    output::check_extension(common, &output::SOLUTIONS)?;
    args.only_for_slide()?;
    let shelf = common.shelf(common.threads());
    let desk = Terminal { common, shelf: &shelf };
    let (solution, report) = slide::solve(&desk, puzzle, &args.options()?, args.notation())?;
    let text = people(args, puzzle, &solution, &report);
    let stopped = output::show_solution(common, (&text, &text), &output::json(&report), |path| {
        let moves = match slide::moves(&solution) {
            Ok(moves) => moves,
            Err(why) => return Ok(Drawn::Nothing(why)),
        };
        args.picture.draw(common, Scene::Told(puzzle, moves, args.wording.asked()), path, report.cost.time_ms)
    })?;
    Ok(stopped.map_or_else(|| solution.status.into(), Exit::from))
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

fn steps(puzzle: &Puzzle, moves: &[ubin::slide::Dir], notation: Notation) -> String {
    let mut board = puzzle.board().clone();
    let mut text = String::new();
    for (number, &dir) in moves.iter().enumerate() {
        board.slide(dir);
        let _ = writeln!(text, "Step {}: {}\n{board}\n", number + 1, notation.dir(dir));
    }
    text
}

/// Answers every line of the input.
pub(crate) fn batch(common: &Common, args: &SolveArgs) -> Result<Exit, Fault> {
    args.only_for_slide()?;
    if args.steps {
        return Err(Fault::Plain("--steps does not go with --batch, which writes JSON".into()));
    }
    let options = args.options()?;
    let shelves = batch::Shelves::new(common);
    batch::run(common, &args.puzzle, Some(&options), |common, puzzle, before| {
        let desk = Terminal { common, shelf: shelves.for_board(common, puzzle, before) };
        let (solution, report) =
            slide::solve(&desk, puzzle, &options, args.notation()).map_err(|fault| fault.to_string())?;
        Ok((output::json(&report), solution.status.into()))
    })
}
