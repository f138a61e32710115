//! `ubin hint`: the next good move only.

use ubin::report::slide::Hint;
use ubin::slide::Puzzle;
use ubin::slide::solve::{Options, Status};
use ubin_front::slide;

use crate::args::{Common, HintArgs};
use crate::batch;
use crate::desk::Terminal;
use crate::exit::{Exit, Fault};
use crate::output::{self, Answer};

pub(crate) fn run(common: &Common, args: &HintArgs, puzzle: &Puzzle) -> Result<Exit, Fault> {
    output::check_extension(common, &["txt", "json"])?;
    let (solution, report) = slide::hint(&Terminal::new(common), puzzle, args.notation())?;
    let text = sentence(&report, solution.status, solution.moves.as_ref().and_then(|moves| moves.first()).copied());
    output::show(common, &Answer::new(text, &report))?;
    Ok(solution.status.into())
}

/// Answers every line of the input.
pub(crate) fn batch(common: &Common, args: &HintArgs) -> Result<Exit, Fault> {
    let tables = batch::BatchTables::new(common);
    batch::run(common, &args.puzzle, Some(&Options::default()), |common, puzzle, before| {
        let desk = Terminal::with_tables(common, tables.for_board(common, puzzle, before));
        let (solution, report) = slide::hint(&desk, puzzle, args.notation()).map_err(|fault| fault.to_string())?;
        Ok((output::json(&report), solution.status.into()))
    })
}

fn sentence(report: &Hint, status: Status, next: Option<ubin::slide::Dir>) -> String {
    let (Some(dir), Some(tile), Some(length)) = (next, report.tile, report.length) else {
        return match status {
            Status::Unsolvable => "The puzzle cannot be solved; ubin check says why.".into(),
            _ => "The board is solved.".into(),
        };
    };
    let (blank, tile_goes) = (dir.to_string().to_lowercase(), dir.opposite().to_string().to_lowercase());
    let proven = match status {
        Status::Optimal => "the shortest".to_string(),
        _ => format!("at least {} are needed", report.lower_bound.unwrap_or(0)),
    };
    format!("Move tile {tile} {tile_goes} (the blank goes {blank}): {length} to go with it, {proven}.")
}
