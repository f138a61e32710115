//! Several puzzles in one command: each answer headed by its name, or a line of JSON each.

use serde::Serialize;
use ubin_front::RefusalReport;
use ubin_front::question::PuzzleFields;

use crate::args::Common;
use crate::complaint::{Complaint, UsageError};
use crate::exit::Exit;
use crate::{input, output, watch};

/// Answers every puzzle that the arguments name, in turn. One that cannot be read is complained about, and the others are answered all the same; the exit code is the gravest.
pub(crate) fn each(
    common: &Common,
    fields: &PuzzleFields,
    more: &[String],
    answer: impl Fn(&Common, PuzzleFields, Option<&str>) -> Result<Exit, Complaint>,
) -> Result<Exit, Complaint> {
    let named = |puzzle: &str| PuzzleFields { puzzle: puzzle.into(), ..fields.clone() };
    let puzzles = input::several(&fields.puzzle, more);
    if let [(puzzle, board)] = &puzzles[..] {
        return answer(common, named(puzzle), board.as_deref());
    }
    if common.output.is_some() {
        return Err(UsageError::SeveralPictures.into());
    }
    let mut gravest = Exit::Answered;
    for (number, (puzzle, _)) in puzzles.iter().enumerate() {
        if number > 0 && !common.json {
            output::print("")?;
        }
        let headed = Common { heading: Some(puzzle.clone()), ..common.clone() };
        let exit = match answer(&headed, named(puzzle), None) {
            Ok(exit) => exit,
            Err(Complaint::Closed) => return Err(Complaint::Closed),
            Err(complaint) => complained(&headed, puzzle, &complaint)?,
        };
        gravest = gravest.graver(exit);
        if watch::interrupted() {
            break;
        }
    }
    Ok(gravest)
}

/// What is printed for a puzzle that cannot be answered.
#[derive(Serialize)]
struct BadPuzzle<'a> {
    name: &'a str,
    error: RefusalReport,
}

fn complained(common: &Common, name: &str, complaint: &Complaint) -> Result<Exit, Complaint> {
    if common.json {
        let error = match complaint {
            Complaint::Refused(refusal, _) => refusal.told(),
            complaint => RefusalReport::new("read", complaint.to_string()),
        };
        output::print(&output::json(&BadPuzzle { name, error }))?;
    }
    output::complain(complaint, common.color);
    Ok(Exit::from(complaint))
}
