//! From the fields of a question to a puzzle of one of the families.

use ubin::pack;
use ubin::pack::{Flips, PuzzleError};
use ubin::slide::{Board, Goal, Puzzle, Size, text};
use ubin::text::Family;

use crate::question::PuzzleFields;
use crate::refusal::{AskError, Refusal};

/// A puzzle of one of the families.
#[derive(Clone, Debug)]
pub enum AnyPuzzle {
    /// Sliding tiles.
    Slide(Box<Puzzle>),
    /// Packing pieces.
    Pack(Box<pack::Puzzle>),
}

/// The text that a field means: that of the built-in set of this name, or the field itself, its rows as lines.
#[must_use]
pub fn text_of(field: &str) -> String {
    pack::sets::named(field).map_or_else(|| in_lines(field), pack::sets::FamousSet::text)
}

/// A packing puzzle on one line has its rows separated by `/`, and the layers of a piece in space by `///`, which is the line with a single `/`; the reader of sliding boards knows `/` itself. In a text of several lines `/` is
/// what the format says.
#[must_use]
pub fn in_lines(argument: &str) -> String {
    if argument.trim_end().contains('\n') {
        return argument.into();
    }
    let lines = argument.replace('/', "\n");
    match Family::of(&lines) {
        Family::Slide => argument.into(),
        Family::Pack if is_in_space(&lines) => {
            let layers: Vec<String> = argument.split("///").map(|layer| layer.replace('/', "\n")).collect();
            layers.join("\n/\n")
        }
        Family::Pack => lines,
    }
}

/// Whether the kind of a packing puzzle's board, its second line, is one whose pieces may have layers.
fn is_in_space(lines: &str) -> bool {
    let kind =
        lines.lines().filter(|line| !line.trim().is_empty()).nth(1).and_then(|line| line.split_whitespace().next());
    kind.is_some_and(|kind| ["BOX", "PYRAMID"].iter().any(|known| kind.eq_ignore_ascii_case(known)))
}

impl PuzzleFields {
    /// The family that the puzzle belongs to.
    #[must_use]
    pub fn family(&self) -> Family {
        Family::of(&text_of(&self.puzzle))
    }

    /// Reads the puzzle; remarks on its text are given to `note`.
    ///
    /// # Errors
    /// When text, goal and size are no puzzle, or a field belongs to the other family.
    pub fn read(&self, note: impl FnMut(&str)) -> Result<AnyPuzzle, Refusal> {
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

    fn packing(&self, text: &str, note: impl FnMut(&str)) -> Result<pack::Puzzle, Refusal> {
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
pub fn packing(text: &str, mut note: impl FnMut(&str)) -> Result<pack::Puzzle, Refusal> {
    let reading = pack::text::read(text).map_err(|mistake| Refusal::of_packing(mistake, text))?;
    for warning in &reading.warnings {
        note(&warning.to_string());
    }
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
    fn a_stroke_separates_rows_on_one_line_only() {
        assert_eq!(in_lines("2 2 2/DEFAULT/AA/BB"), "2 2 2\nDEFAULT\nAA\nBB");
        assert_eq!(in_lines("1 2/3 -"), "1 2/3 -");
        let cross = "1 1 2\nBOX 2\nA\n/\nA\nB\n";
        assert_eq!(in_lines(cross), cross);
    }

    #[test]
    fn three_strokes_separate_layers_of_a_piece_in_space() {
        assert_eq!(in_lines("1 1 1/BOX 2/A///A"), "1 1 1\nBOX 2\nA\n/\nA");
        assert_eq!(in_lines("2 2 1/pyramid/ A/AA///AA"), "2 2 1\npyramid\n A\nAA\n/\nAA");
        // Two empty rows on a flat board; rows of a box may be empty too.
        assert_eq!(in_lines("1 1 1/DEFAULT/A///A"), "1 1 1\nDEFAULT\nA\n\n\nA");
        assert_eq!(in_lines("3 1 1/BOX 2/A//A///A"), "3 1 1\nBOX 2\nA\n\nA\n/\nA");
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
