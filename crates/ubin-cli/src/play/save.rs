//! A game's solution as the bytes of a file: text or a picture, as its ending says.

use std::path::Path;

use ubin::pack::{self, Outcome, Plan};
use ubin::run::{Control, Limits, Run};
use ubin::slide::{Dir, Puzzle, letters};
use ubin_front::draw::{Scene, check_cells};
use ubin_front::picture::{Look, Undrawn};
use ubin_front::render::text::{counted, verdict};

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

/// What is written.
#[derive(Clone, Debug)]
pub(super) enum Solved {
    /// The way of a sliding board, and whether it is proven shortest.
    Way(Puzzle, Vec<Dir>, bool),
    /// A full board.
    Packing(pack::Puzzle, pack::Solution),
}

impl Solved {
    /// The bytes of a file whose ending was checked.
    pub(super) fn bytes(&self, path: &Path, run: &mut Run<'_>) -> Result<Vec<u8>, Undrawn> {
        let (look, format) = (Look::default(), picture::format(path));
        match (self, output::extension(path).as_str()) {
            (Solved::Way(puzzle, moves, is_proven), "txt") => {
                let proven = if *is_proven { ", proven shortest" } else { "" };
                let count = counted(moves.len() as u64, "move");
                let (board, verdict) = (puzzle.board(), verdict(puzzle));
                Ok(format!("{board}\n\n{verdict}\n{count}{proven}:\n{}\n", letters(moves)).into_bytes())
            }
            (Solved::Way(puzzle, moves, _), _) => Scene::Moves(puzzle, moves).draw_within(&look, format, run),
            (Solved::Packing(puzzle, solution), "txt") => {
                Ok(crate::pack::view::solution(puzzle, solution, false).into_bytes())
            }
            (Solved::Packing(puzzle, solution), _) => {
                check_cells(puzzle)?;
                Scene::Packing(puzzle, solution).draw_within(&look, format, run)
            }
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
