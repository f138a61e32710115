//! `ubin check`: whether a board can be solved, and why.

use ubin::report::slide::Check;
use ubin::slide::Puzzle;
use ubin_front::render::text::verdict;

use crate::args::{Common, PuzzleArgs};
use crate::batch;
use crate::exit::{Exit, Fault};
use crate::output::{self, Answer};

pub(crate) fn run(common: &Common, puzzle: &Puzzle) -> Result<Exit, Fault> {
    output::check_extension(common, &["txt", "json"])?;
    let report = Check::of(puzzle);
    let text = format!("{}\n\n{}", puzzle.board(), verdict(puzzle));
    output::show(common, &Answer::new(text, &report))?;
    Ok(if report.solvable { Exit::Answered } else { Exit::Impossible })
}

/// Answers every line of the input.
pub(crate) fn batch(common: &Common, args: &PuzzleArgs) -> Result<Exit, Fault> {
    batch::run(common, args, None, |_, puzzle, _| {
        let report = Check::of(puzzle);
        Ok((output::json(&report), if report.solvable { Exit::Answered } else { Exit::Impossible }))
    })
}
