//! From the fields of a question to a puzzle of one of the families.

use ubin::pack;
use ubin::pack::sets::{MonthDay, NoSuchDay};
use ubin::pack::text::Warning;
use ubin::pack::{Flips, PuzzleError};
use ubin::slide::{Board, Goal, Puzzle, Size, text};
use ubin::text::Family;
pub use ubin::{AnyPuzzle, text_of};

use crate::question::PuzzleFields;
use crate::refusal::{AskError, Refusal};

/// The name of a calendar with its day, where a field means the set `calendar`: the day that is asked for, else the one that the name has, else today. `None` when nothing is to be changed.
///
/// # Errors
/// When the date is none, is asked for another puzzle, or nobody knows which day it is.
pub fn dated(
    field: &str,
    date: Option<&str>,
    today: impl FnOnce() -> Option<MonthDay>,
) -> Result<Option<String>, Refusal> {
    let word = field.trim().split([' ', '-', '_']).next().unwrap_or("");
    let is_calendar = word.eq_ignore_ascii_case("calendar") && pack::sets::text_named(field).is_some();
    let expected = |expected: &str| {
        let found = date.unwrap_or_default().into();
        AskError::BadValue { found, expected: expected.into() }.at("date")
    };
    let day: MonthDay = match date {
        Some(_) if !is_calendar => return Err(expected("no date, which only the set calendar has")),
        Some(date) => date.parse().map_err(|error: NoSuchDay| expected(&error.to_string()))?,
        None if is_calendar && field.trim().len() == word.len() => {
            today().ok_or_else(|| AskError::Missing.at("date"))?
        }
        None => return Ok(None),
    };
    Ok(Some(format!("calendar {day}")))
}

impl PuzzleFields {
    /// The family that the puzzle belongs to.
    #[must_use]
    pub fn family(&self) -> Family {
        Family::of(&text_of(&self.puzzle))
    }

    /// Reads the puzzle; what is odd about its text is given to `note`.
    ///
    /// # Errors
    /// When text, goal and size are no puzzle, or a field belongs to the other family.
    pub fn read(&self, note: impl FnMut(Warning)) -> Result<AnyPuzzle, Refusal> {
        let text = text_of(&self.puzzle);
        match Family::of(&text) {
            Family::Slide => self.sliding(&text).map(Box::new).map(AnyPuzzle::Slide),
            Family::Pack => self.packing(&text, note).map(Box::new).map(AnyPuzzle::Pack),
        }
    }

    fn sliding(&self, text: &str) -> Result<Puzzle, Refusal> {
        refuse(&[("no_flip", self.no_flip)], Family::Pack)?;
        let board = text::read(text, self.size).map_err(|mistake| Refusal::of_board(mistake, text, "puzzle"))?;
        let goal = goal(self.goal.as_deref(), board.size())?;
        Ok(Puzzle::new(board, goal).expect("the goal was read for the board's size"))
    }

    fn packing(&self, text: &str, note: impl FnMut(Warning)) -> Result<pack::Puzzle, Refusal> {
        refuse(&[("goal", self.goal.is_some()), ("size", self.size.is_some())], Family::Slide)?;
        let puzzle = packing(text, note)?;
        flipped(puzzle, self.no_flip)
    }
}

/// A packing puzzle whose pieces must not be turned over, if that is asked for.
pub(crate) fn flipped(puzzle: pack::Puzzle, no_flip: bool) -> Result<pack::Puzzle, Refusal> {
    if !no_flip {
        return Ok(puzzle);
    }
    puzzle.with_flips(Flips::Forbidden).map_err(|error| match error {
        PuzzleError::Shape(piece) => AskError::TurnedOver { piece }.at("no_flip"),
        error => AskError::WrongSolution { error }.at("puzzle"),
    })
}

/// Reads a packing puzzle, and notes what is odd about it.
///
/// # Errors
/// The first mistake.
pub fn packing(text: &str, note: impl FnMut(Warning)) -> Result<pack::Puzzle, Refusal> {
    let reading = pack::text::read(text).map_err(|mistake| Refusal::of_packing(mistake, text))?;
    reading.warnings.into_iter().for_each(note);
    Ok(reading.puzzle)
}

/// The goal for boards of a size: by its name or its text; blank-last when `None`.
///
/// # Errors
/// When its text is no board of this size.
pub fn goal(field: Option<&str>, size: Size) -> Result<Board, Refusal> {
    let field = field.unwrap_or(Goal::BlankLast.name());
    if let Some(goal) = Goal::named(field) {
        return Ok(goal.board(size));
    }
    let board = |size| text::read(field, size).map_err(|mistake| Refusal::of_board(mistake, field, "goal"));
    // A goal on one line is cut as the board is; a goal in rows has its own size.
    let goal = board(Some(size)).or_else(|refusal| board(None).map_err(|_| refusal))?;
    if goal.size() != size {
        return Err(AskError::GoalSize { goal: goal.size(), board: size }.at("goal"));
    }
    Ok(goal)
}

/// Refuses fields that only the other family has, so that none is silently ignored.
///
/// # Errors
/// When one of them was given.
pub(crate) fn refuse(given: &[(&str, bool)], family: Family) -> Result<(), Refusal> {
    match given.iter().find(|(_, given)| *given) {
        Some((field, _)) => Err(AskError::OtherFamily { family }.at(*field)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_calendar_has_the_day_that_is_asked_for_or_its_own_or_today() {
        let today = || MonthDay::new(11, 18).ok();
        let name = |field: &str, date| dated(field, date, today).unwrap();
        assert_eq!(name("Calendar", None).as_deref(), Some("calendar 11-18"));
        assert_eq!(name("calendar", Some("2-29")).as_deref(), Some("calendar 02-29"));
        assert_eq!(name("calendar 11-16", Some("1-5")).as_deref(), Some("calendar 01-05"));
        assert_eq!((name("calendar 11-16", None), name("iq", None), name("1 2/3 -", None)), (None, None, None));
        for (field, date) in [("calendar", "02-30"), ("calendar", "x"), ("iq", "11-16"), ("calendar 13-01", "11-16")] {
            assert_eq!(dated(field, Some(date), today).unwrap_err().field(), Some("date"), "{field} {date}");
        }
        assert_eq!(dated("calendar", None, || None).unwrap_err().mistake(), "missing");
    }

    #[test]
    fn a_field_of_the_other_family_is_refused_by_its_name() {
        let fields =
            PuzzleFields { puzzle: "2 2 2/DEFAULT/AA/BB".into(), goal: Some("spiral".into()), ..Default::default() };
        let refusal = fields.read(|_| ()).unwrap_err();
        assert_eq!((refusal.mistake().as_str(), refusal.field()), ("other-family", Some("goal")));
        let fields = PuzzleFields { puzzle: "1 2/3 -".into(), no_flip: true, ..Default::default() };
        assert_eq!(fields.read(|_| ()).unwrap_err().field(), Some("no_flip"));
    }
}
