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
use crate::color::ColorDepth;
use crate::complaint::Complaint;
use crate::desk::Terminal;
use crate::exit::Exit;
use crate::input;
use crate::output;
use crate::packing;
use crate::phrases;
use crate::several;

pub(crate) fn run(common: &Common, args: &HintArgs) -> Result<Exit, Complaint> {
    if args.source.batch {
        return batch::run(common, &args.question.puzzle, Some(&Options::default()), &[], |puzzle| {
            Question::Hint(HintQuestion { puzzle, ..args.question.clone() })
        });
    }
    output::check_extension(common, &output::TEXTS)?;
    several::each(common, &args.question.puzzle, &args.source.more, |common, puzzle, board| {
        one(common, HintQuestion { puzzle, ..args.question.clone() }, board)
    })
}

fn one(common: &Common, mut question: HintQuestion, board: Option<&str>) -> Result<Exit, Complaint> {
    let names = input::resolve(&mut question.puzzle, board)?;
    let report = Terminal::new(common, names).ask(Question::Hint(question))?;
    let text = |colors| match &report {
        Report::SlideHint { solution, report, .. } => move_text(report, solution),
        Report::PackHint { puzzle, answer, .. } => piece_text(puzzle, answer, colors),
        _ => unreachable!("hint reports a step"),
    };
    output::show_colored(common, &report.json(), &text(ColorDepth::None), &text(packing::colors(common)))?;
    Ok(report.ending().into())
}

/// The next move, for people.
fn move_text(report: &SlideHintReport, solution: &SlideAnswer) -> String {
    let next: Option<Dir> = solution.moves.as_ref().and_then(|moves| moves.first()).copied();
    let (Some(dir), Some(tile), Some(length)) = (next, report.tile, report.length) else {
        return match solution.status {
            Status::Unsolvable => phrases::check_says_why(),
            _ => phrases::board_solved(),
        };
    };
    let (blank, tile_goes) = (phrases::towards(dir), phrases::towards(dir.opposite()));
    let proven = match solution.status {
        Status::Optimal => phrases::the_shortest(),
        _ => phrases::are_needed(report.lower_bound.unwrap_or(0)),
    };
    phrases::hint_move(tile, tile_goes, blank, length, proven)
}

/// The next piece, or why there is none, for people.
fn piece_text(puzzle: &Puzzle, answer: &PackAnswer<Option<PackHint>>, colors: ColorDepth) -> String {
    match &answer.outcome {
        PackOutcome::Solved(None) => phrases::every_piece_placed(),
        PackOutcome::Solved(Some(hint)) => {
            let mut next = puzzle.clone();
            next.place(hint.placement.clone()).expect("a hint fits the position");
            let place = phrases::place_piece(&hint.name, phrases::reason(&hint.why));
            format!("{}\n{}{place}", packing::position(&next, colors), packing::remarks(puzzle))
        }
        PackOutcome::Impossible(reason) => {
            let dead = phrases::dead_position(phrases::reason(reason));
            format!("{}\n{dead}", packing::position(puzzle, colors))
        }
        PackOutcome::Stopped(stop) => phrases::stopped(phrases::stop(*stop)),
    }
}
