//! `ubin hint` on a packing puzzle: the next piece, or why there is none.

use ubin::pack::hint::Hint;
use ubin::pack::{Answer, Outcome, Puzzle, hint};
use ubin::report::pack::Hinted;
use ubin::run::Run;

use super::solve::exit;
use super::view;
use crate::args::Common;
use crate::exit::{Exit, Fault};
use crate::output;
use crate::watch::Watch;

pub(crate) fn run(common: &Common, puzzle: &Puzzle) -> Result<Exit, Fault> {
    output::check_extension(common, &["txt", "json"])?;
    let watch = Watch::start(common, common.time_limit);
    let mut run = Run::new(common.limits(), watch.control());
    let answer = hint::hint(puzzle, &mut run);
    let report = Hinted::of(puzzle, &answer, &run, watch.milliseconds());
    drop(watch);
    let people = |colored| people(puzzle, &answer, colored);
    output::show_colored(common, &output::json(&report), &people(false), &people(view::colored(common)))?;
    Ok(exit(&answer.outcome))
}

fn people(puzzle: &Puzzle, answer: &Answer<Option<Hint>>, colored: bool) -> String {
    match &answer.outcome {
        Outcome::Solved(None) => "Every piece is placed: it is solved.".into(),
        Outcome::Solved(Some(hint)) => {
            let mut next = puzzle.clone();
            next.place(hint.placement.clone()).expect("a hint fits the position");
            format!("{}\nPlace {}: {hint}.", view::position(&next, colored), hint.letter)
        }
        Outcome::Impossible(reason) => format!("{}\nThe position is dead: {reason}.", view::position(puzzle, colored)),
        Outcome::Stopped(stop) => format!("Stopped: {stop}."),
    }
}
