//! What a game writes: a solution, a tree or a table as the bytes of a file, as its ending says.

use std::path::Path;

use ubin::pack::{self, PackOutcome, PackPlan};
use ubin::run::{Control, Limits, Run};
use ubin::slide::{Dir, Puzzle, letters};
use ubin_front::Report;
use ubin_front::chart;
use ubin_front::draw::{Scene, check_cells};
use ubin_front::picture::{Look, Undrawn};
use ubin_front::render::svg::Picture;
use ubin_front::render::text::verdict;

use crate::args::TableStyle;
use crate::color::ColorDepth;
use crate::compare;
use crate::complaint::{Complaint, UsageError};
use crate::output;
use crate::phrases;
use crate::picture;

/// The endings of a solution's file, and of a tree's or a table's.
const ENDINGS: [&str; 4] = ["txt", "svg", "png", "gif"];
const STILL_ENDINGS: [&str; 3] = ["txt", "svg", "png"];

/// Refuses an ending that there is no format for.
pub(super) fn check(path: &Path, endings: &[&'static str]) -> Result<(), Complaint> {
    let found = output::extension(path);
    if endings.contains(&found.as_str()) {
        return Ok(());
    }
    Err(UsageError::GameEnding { found, expected: endings.to_vec() }.into())
}

/// What is written.
#[derive(Clone, Debug)]
pub(super) enum SolvedGame {
    /// The way of a sliding board, whether it is proven shortest, and the text that a search told, if one did.
    Way { puzzle: Puzzle, moves: Vec<Dir>, is_proven: bool, text: Option<String> },
    /// A full board, and the text that a search told, if one did.
    Packing { puzzle: pack::Puzzle, solution: pack::Solution, text: Option<String> },
    /// A tree, or a table of methods.
    Drawn(Box<Report>),
}

impl SolvedGame {
    /// The endings that it can be written with.
    pub(super) fn endings(&self) -> &'static [&'static str] {
        if matches!(self, SolvedGame::Drawn(_)) { &STILL_ENDINGS } else { &ENDINGS }
    }

    /// The name that is offered for its file.
    pub(super) fn name(&self) -> &'static str {
        match self {
            SolvedGame::Way { text: Some(_), .. } | SolvedGame::Packing { text: Some(_), .. } => "solution.txt",
            SolvedGame::Way { .. } | SolvedGame::Packing { .. } => "solution.svg",
            SolvedGame::Drawn(report) if matches!(**report, Report::SlideTree { .. } | Report::PackTree { .. }) => {
                "tree.svg"
            }
            SolvedGame::Drawn(_) => "compare.svg",
        }
    }

    /// The bytes of a file whose ending was checked.
    pub(super) fn bytes(&self, path: &Path, run: &mut Run<'_>) -> Result<Vec<u8>, Undrawn> {
        let (look, form) = (Look { language: phrases::language(), ..Look::default() }, picture::form(path));
        if output::extension(path) == "txt" {
            return Ok(self.text().into_bytes());
        }
        match self {
            SolvedGame::Way { puzzle, moves, .. } => Scene::Moves(puzzle, moves).draw_within(&look, form, run),
            SolvedGame::Packing { puzzle, solution, .. } => {
                check_cells(puzzle)?;
                Scene::Packing(puzzle, solution).draw_within(&look, form, run)
            }
            SolvedGame::Drawn(report) => look.still_within(&drawing(report), form, run),
        }
    }

    /// The text of a file.
    fn text(&self) -> String {
        match self {
            SolvedGame::Way { text: Some(text), .. } | SolvedGame::Packing { text: Some(text), .. } => text.clone(),
            SolvedGame::Way { puzzle, moves, is_proven, .. } => {
                let count = phrases::moves(moves.len() as u64);
                let head = if *is_proven { phrases::proven_shortest(count) } else { format!("{count}:") };
                let (board, verdict) = (puzzle.board(), verdict(puzzle, phrases::language()));
                format!("{board}\n\n{verdict}\n{head}\n{}\n", letters(moves))
            }
            SolvedGame::Packing { puzzle, solution, .. } => {
                crate::packing::solution(puzzle, solution, ColorDepth::None)
            }
            SolvedGame::Drawn(report) => match &**report {
                Report::SlideTree { drawing, .. } | Report::PackTree { drawing, .. } => drawing.text(),
                report => compare::table_of(report, TableStyle::Table),
            },
        }
    }
}

fn drawing(report: &Report) -> Picture {
    match report {
        Report::SlideTree { drawing, .. } | Report::PackTree { drawing, .. } => drawing.picture(),
        Report::SlideCompare { report } => chart::of_boards(report, phrases::language()),
        Report::PackCompare { report } => chart::of_packing(report, phrases::language()),
        _ => unreachable!("views show trees and tables"),
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
