//! `ubin hint` on a packing puzzle: the next piece, or why there is none.

use ubin::pack::hint::PackHint;
use ubin::pack::{PackAnswer, PackOutcome, Puzzle};
use ubin_front::pack;

use super::view;
use crate::args::Common;
use crate::desk::Terminal;
use crate::exit::{Exit, Fault};
use crate::output;

pub(crate) fn run(common: &Common, puzzle: &Puzzle) -> Result<Exit, Fault> {
    output::check_extension(common, &["txt", "json"])?;
    let (answer, report) = pack::hint(&Terminal::new(common), puzzle);
    let people = |colored| people(puzzle, &answer, colored);
    output::show_colored(common, &output::json(&report), &people(false), &people(view::colored(common)))?;
    Ok(Exit::from(&answer.outcome))
}

fn people(puzzle: &Puzzle, answer: &PackAnswer<Option<PackHint>>, colored: bool) -> String {
    match &answer.outcome {
        PackOutcome::Solved(None) => "Every piece is placed: it is solved.".into(),
        PackOutcome::Solved(Some(hint)) => {
            let mut next = puzzle.clone();
            next.place(hint.placement.clone()).expect("a hint fits the position");
            format!("{}\nPlace {}: {hint}.", view::position(&next, colored), hint.letter)
        }
        PackOutcome::Impossible(reason) => {
            format!("{}\nThe position is dead: {reason}.", view::position(puzzle, colored))
        }
        PackOutcome::Stopped(stop) => format!("Stopped: {stop}."),
    }
}
