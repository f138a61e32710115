//! All solutions of a packing puzzle, one after the other, as they are shown.

use ubin::pack::{Puzzle, Solution, SolutionReader};
use ubin::report::pack::PackSolutionLine;
use ubin_verify::pack::Checker;

use super::shown;
use crate::question::PuzzleFields;
use crate::read::text_of;
use crate::refusal::{AskError, Refusal};
use crate::report::Report;

/// Numbers solutions, and checks each as it is shown.
pub struct SolutionLines<'p> {
    puzzle: &'p Puzzle,
    checker: Checker,
    /// Made for the first solution that is read.
    reader: Option<SolutionReader>,
    given: u64,
}

impl<'p> SolutionLines<'p> {
    /// Lines of a puzzle's solutions, checked against the text that it was asked with.
    ///
    /// # Errors
    /// When the check reads that text otherwise.
    pub fn new(puzzle: &'p Puzzle, fields: &PuzzleFields) -> Result<SolutionLines<'p>, Refusal> {
        let checker = shown::checker(&text_of(&fields.puzzle), fields.no_flip);
        let checker = checker.map_err(|wrong| AskError::WrongAnswer { wrong })?;
        Ok(SolutionLines { puzzle, checker, reader: None, given: 0 })
    }

    /// How many lines there were.
    #[must_use]
    pub fn given(&self) -> u64 {
        self.given
    }

    /// The next line.
    ///
    /// # Errors
    /// When it does not pass the check.
    pub fn line(&mut self, solution: &Solution) -> Result<Report, Refusal> {
        let report = PackSolutionLine::of(self.puzzle, self.given + 1, solution);
        let right = match self.puzzle.is_plain() {
            true => shown::board(&mut self.checker, &report.picture),
            false => shown::solution(&mut self.checker, &report),
        };
        right.map_err(|wrong| AskError::WrongAnswer { wrong })?;
        self.given += 1;
        Ok(Report::PackSolution { solution: solution.clone(), report })
    }

    /// The next line, of a solution among the answers of a part.
    ///
    /// # Errors
    /// When it is no solution.
    pub fn answer(&mut self, answer: &str) -> Result<Report, Refusal> {
        // What is no list has no cell, which is not right on any board.
        let owners = serde_json::from_str(answer).unwrap_or_default();
        let reader = self.reader.get_or_insert_with(|| SolutionReader::new(self.puzzle));
        let solution = reader.read(owners).map_err(|wrong| AskError::WrongAnswer { wrong })?;
        self.line(&solution)
    }
}

/// A solution as the answers of a part have it.
pub(crate) fn answer_of(solution: &Solution) -> String {
    crate::json(&solution.owners())
}
