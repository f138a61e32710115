//! `ubin check`: whether a puzzle can be solved, and why.

use ubin::render::text::verdict;
use ubin::report::slide::Check;

use crate::args::{Common, PuzzleArgs};
use crate::exit::{Exit, Fault};
use crate::input;
use crate::output::{self, Answer};

pub(crate) fn run(common: &Common, args: &PuzzleArgs) -> Result<Exit, Fault> {
    output::check_extension(common, &["txt", "json"])?;
    let puzzle = input::puzzle(args)?;
    let report = Check::of(&puzzle);
    let text = format!("{}\n\n{}", puzzle.board(), verdict(&puzzle));
    output::show(common, &Answer::new(text, &report))?;
    Ok(if report.solvable { Exit::Answered } else { Exit::Impossible })
}
