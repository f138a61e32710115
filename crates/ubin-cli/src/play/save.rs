//! A game's solution as the bytes of a file: text or a picture, as its ending says.

use std::path::Path;

use ubin::pack::{self, Outcome, Plan};
use ubin::render::text::{counted, verdict};
use ubin::run::{Control, Limits, Run};
use ubin::slide::{Dir, Puzzle, letters};
use ubin_front::draw::{Scene, check_cells};
use ubin_front::picture::Look;

use crate::exit::Fault;
use crate::output;
use crate::picture;

/// The endings of a solution's file.
pub(super) const ENDINGS: [&str; 4] = ["txt", "svg", "png", "gif"];

/// Refuses an ending that there is no format for.
pub(super) fn check(path: &Path) -> Result<(), Fault> {
    let found = output::extension(path);
    if ENDINGS.contains(&found.as_str()) {
        return Ok(());
    }
    Err(Fault::Plain(format!("a file ends in .txt, .svg, .png or .gif, not in '{found}'")))
}

/// The way of a sliding board.
pub(super) fn slide(path: &Path, puzzle: &Puzzle, moves: &[Dir], is_proven: bool) -> Result<Vec<u8>, Fault> {
    check(path)?;
    match output::extension(path).as_str() {
        "txt" => {
            let proven = if is_proven { ", proven shortest" } else { "" };
            let count = counted(moves.len() as u64, "move");
            let (board, verdict) = (puzzle.board(), verdict(puzzle));
            Ok(format!("{board}\n\n{verdict}\n{count}{proven}:\n{}\n", letters(moves)).into_bytes())
        }
        _ => Scene::Moves(puzzle, moves).draw(&Look::default(), picture::format(path)),
    }
}

/// A full board.
pub(super) fn pack(path: &Path, puzzle: &pack::Puzzle, solution: &pack::Solution) -> Result<Vec<u8>, Fault> {
    check(path)?;
    match output::extension(path).as_str() {
        "txt" => Ok(crate::pack::view::solution(puzzle, solution, false).into_bytes()),
        _ => {
            check_cells(puzzle)?;
            Scene::Packing(puzzle, solution).draw(&Look::default(), picture::format(path))
        }
    }
}

/// The solution that a board with every piece on it is.
pub(super) fn filled(puzzle: &pack::Puzzle) -> Option<pack::Solution> {
    let control = Control::new();
    match pack::solve::solve(puzzle, Plan::default(), &mut Run::new(Limits::default(), &control)).outcome {
        Outcome::Solved(solution) => Some(solution),
        Outcome::Impossible(_) | Outcome::Stopped(_) => None,
    }
}
