//! `ubin hint`: the next good move, or the next piece, only.

use ubin::pack::hint::PackHint;
use ubin::pack::{PackAnswer, PackOutcome, Puzzle};
use ubin::report::slide::SlideHintReport;
use ubin::slide::Dir;
use ubin::slide::solve::{Options, SlideAnswer, Status};
use ubin_front::Report;
use ubin_front::question::{HintQuestion, Question};

use crate::args::{Common, HintArgs};
use crate::batch;
use crate::complaint::Complaint;
use crate::desk::Terminal;
use crate::exit::Exit;
use crate::input;
use crate::output;
use crate::packing;

pub(crate) fn run(common: &Common, mut args: HintArgs) -> Result<Exit, Complaint> {
    if args.source.batch {
        return batch::run(common, &args.question.puzzle, Some(&Options::default()), |puzzle| {
            Question::Hint(HintQuestion { puzzle, ..args.question.clone() })
        });
    }
    output::check_extension(common, &output::TEXTS)?;
    let names = input::resolve(&mut args.question.puzzle, args.source.board.as_deref())?;
    let report = Terminal::new(common, names).ask(Question::Hint(args.question))?;
    let text = |is_colored| match &report {
        Report::SlideHint { solution, report, .. } => move_text(report, solution),
        Report::PackHint { puzzle, answer, .. } => piece_text(puzzle, answer, is_colored),
        _ => unreachable!("hint reports a step"),
    };
    output::show_colored(common, &report.json(), &text(false), &text(packing::colored(common)))?;
    Ok(report.ending().into())
}

/// The next move, for people.
fn move_text(report: &SlideHintReport, solution: &SlideAnswer) -> String {
    let next: Option<Dir> = solution.moves.as_ref().and_then(|moves| moves.first()).copied();
    let (Some(dir), Some(tile), Some(length)) = (next, report.tile, report.length) else {
        return match solution.status {
            Status::Unsolvable => "The puzzle cannot be solved; ubin check says why.".into(),
            _ => "The board is solved.".into(),
        };
    };
    let (blank, tile_goes) = (dir.to_string().to_lowercase(), dir.opposite().to_string().to_lowercase());
    let proven = match solution.status {
        Status::Optimal => "the shortest".to_string(),
        _ => format!("at least {} are needed", report.lower_bound.unwrap_or(0)),
    };
    format!("Move tile {tile} {tile_goes} (the blank goes {blank}): {length} to go with it, {proven}.")
}

/// The next piece, or why there is none, for people.
fn piece_text(puzzle: &Puzzle, answer: &PackAnswer<Option<PackHint>>, is_colored: bool) -> String {
    match &answer.outcome {
        PackOutcome::Solved(None) => "Every piece is placed: it is solved.".into(),
        PackOutcome::Solved(Some(hint)) => {
            let mut next = puzzle.clone();
            next.place(hint.placement.clone()).expect("a hint fits the position");
            format!("{}\nPlace {}: {hint}.", packing::position(&next, is_colored), hint.letter)
        }
        PackOutcome::Impossible(reason) => {
            format!("{}\nThe position is dead: {reason}.", packing::position(puzzle, is_colored))
        }
        PackOutcome::Stopped(stop) => format!("Stopped: {stop}."),
    }
}
