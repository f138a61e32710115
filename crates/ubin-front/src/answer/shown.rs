//! Every answer is checked as it is shown, by a crate that reads puzzle and answer by itself.
//!
//! The library checks what its engines found. Here the rows and letters that leave the program are checked once more, against the text as the caller gave it: a mistake in reading or in writing is caught, too.

use serde::Serialize;
use ubin::run::Stop;
use ubin_verify::pack::{Checker, Packing};
use ubin_verify::{Wrong, verify};

use super::verify::terms;
use crate::question::{CheckQuestion, CountQuestion, PuzzleFields, Question, WordingFields};
use crate::read::text_of;
use crate::refusal::{AskError, Refusal};
use crate::report::{Ending, Report};

/// The report, if what it shows is right.
pub(crate) fn checked(question: &Question, report: Report) -> Result<Report, Refusal> {
    // What the library's own check refused is no answer that a limit has cut short.
    if let Ending::Stopped(stop @ Stop::Refused) = report.ending() {
        return Err(stop.into());
    }
    let right = match (question, &report) {
        (Question::Solve(asked), Report::SlideSolve { .. } | Report::PackSolve { .. }) => {
            whole(&asked.puzzle, &asked.wording, &report)
        }
        (Question::Hint(asked), Report::SlideHint { .. } | Report::PackHint { .. }) => {
            whole(&asked.puzzle, &WordingFields { notation: asked.notation, metric: None }, &report)
        }
        (Question::Check(CheckQuestion { puzzle, .. }) | Question::Count(CountQuestion { puzzle, .. }), _) => {
            whole(puzzle, &WordingFields::default(), &report)
        }
        (Question::Generate(asked), Report::PackGenerate { report, .. }) => {
            let no_flip = asked.challenges.no_flip;
            report.challenges.iter().try_for_each(|one| solution(&mut checker(&one.text, no_flip)?, one))
        }
        (Question::Solutions(asked), Report::Solutions(report)) => {
            checker(&text_of(&asked.puzzle.puzzle), asked.puzzle.no_flip)
                .and_then(|mut checker| report.sample().iter().try_for_each(|one| solution(&mut checker, one)))
        }
        _ => Ok(()),
    };
    right.map(|()| report).map_err(|wrong| AskError::WrongAnswer { wrong }.into())
}

/// Checks the JSON of a report.
fn whole(puzzle: &PuzzleFields, wording: &WordingFields, report: &Report) -> Result<(), Wrong> {
    verify(&text_of(&puzzle.puzzle), &report.json(), &terms(puzzle, wording)).map(drop)
}

/// A checker of the boards of a packing puzzle.
pub(super) fn checker(text: &str, no_flip: bool) -> Result<Checker, Wrong> {
    let packing = Packing::read(text)?;
    Checker::new(if no_flip { packing.one_sided() } else { packing })
}

/// Checks the solution of a report as its rows, or layers, and its placements show it.
fn solution(checker: &mut Checker, report: &impl Serialize) -> Result<(), Wrong> {
    checker.shown(&serde_json::to_value(report).expect("a report is JSON"))
}
