//! A game's solution as the bytes of a file: text or a picture, as its ending says.

use std::path::Path;

use ubin::pack::{self, PackOutcome, PackPlan};
use ubin::run::{Control, Limits, Run};
use ubin::slide::{Dir, Puzzle, letters};
use ubin_front::draw::{Scene, check_cells};
use ubin_front::picture::{Look, Undrawn};
use ubin_front::render::text::{counted, verdict};

use crate::complaint::{Complaint, UsageError};
use crate::output;
use crate::picture;

/// The endings of a solution's file.
pub(super) const ENDINGS: [&str; 4] = ["txt", "svg", "png", "gif"];

/// Refuses an ending that there is no format for.
pub(super) fn check(path: &Path) -> Result<(), Complaint> {
    let found = output::extension(path);
    if ENDINGS.contains(&found.as_str()) {
        return Ok(());
    }
    Err(UsageError::GameEnding { found }.into())
}

/// What is written.
#[derive(Clone, Debug)]
pub(super) enum SolvedGame {
    /// The way of a sliding board, and whether it is proven shortest.
    Way(Puzzle, Vec<Dir>, bool),
    /// A full board.
    Packing(pack::Puzzle, pack::Solution),
}

impl SolvedGame {
    /// The bytes of a file whose ending was checked.
    pub(super) fn bytes(&self, path: &Path, run: &mut Run<'_>) -> Result<Vec<u8>, Undrawn> {
        let (look, form) = (Look::default(), picture::form(path));
        match (self, output::extension(path).as_str()) {
            (SolvedGame::Way(puzzle, moves, is_proven), "txt") => {
                let proven = if *is_proven { ", proven shortest" } else { "" };
                let count = counted(moves.len() as u64, "move");
                let (board, verdict) = (puzzle.board(), verdict(puzzle));
                Ok(format!("{board}\n\n{verdict}\n{count}{proven}:\n{}\n", letters(moves)).into_bytes())
            }
            (SolvedGame::Way(puzzle, moves, _), _) => Scene::Moves(puzzle, moves).draw_within(&look, form, run),
            (SolvedGame::Packing(puzzle, solution), "txt") => {
                Ok(crate::packing::solution(puzzle, solution, false).into_bytes())
            }
            (SolvedGame::Packing(puzzle, solution), _) => {
                check_cells(puzzle)?;
                Scene::Packing(puzzle, solution).draw_within(&look, form, run)
            }
        }
    }
}

/// The solution that a board with every piece on it is.
pub(super) fn filled(puzzle: &pack::Puzzle) -> Option<pack::Solution> {
    let control = Control::new();
    match pack::solve::solve(puzzle, PackPlan::default(), &mut Run::new(Limits::default(), &control)).outcome {
        PackOutcome::Solved(solution) => Some(solution),
        PackOutcome::Impossible(_) | PackOutcome::Stopped(_) => None,
    }
}
