//! From a text to a question of one of the families.

use ubin::pack;
use ubin::slide::{Board, Goal, Puzzle, Size, text};
use ubin::text::Family;

use crate::fault::Fault;

/// A text and the name that messages give it.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its name.
    pub name: String,
    /// What it says.
    pub text: String,
}

impl Source {
    /// The text of a built-in set.
    #[must_use]
    pub fn of_set(name: &str) -> Option<Source> {
        pack::sets::named(name).map(|set| Source { name: set.name.into(), text: set.text() })
    }

    /// The family that the text belongs to.
    #[must_use]
    pub fn family(&self) -> Family {
        Family::of(&self.text)
    }
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

/// A puzzle of one of the families.
#[derive(Clone, Debug)]
pub enum Question {
    /// Sliding tiles.
    Slide(Box<Puzzle>),
    /// Packing pieces.
    Pack(Box<pack::Puzzle>),
}

/// What is said beside the text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Said<'a> {
    /// Rows and columns of a board on one line.
    pub size: Option<Size>,
    /// The goal of a sliding board.
    pub goal: Option<Wanted<'a>>,
    /// Pieces may be turned over.
    pub flips: pack::Flips,
}

/// A goal: its name, or its text.
#[derive(Clone, Copy, Debug)]
pub enum Wanted<'a> {
    /// One that every size has.
    Named(Goal),
    /// A board.
    Text(&'a Source),
}

/// Reads a question; remarks on it are given to `note`.
///
/// # Errors
/// When text, goal and size are no puzzle.
///
/// # Panics
/// Never: a goal is read for the board's size.
pub fn question(source: &Source, said: &Said<'_>, note: impl FnMut(&str)) -> Result<Question, Fault> {
    if source.family() == Family::Slide {
        let board = board(source, said.size)?;
        let goal = goal(said.goal.unwrap_or(Wanted::Named(Goal::BlankLast)), board.size())?;
        return Ok(Question::Slide(Box::new(
            Puzzle::new(board, goal).expect("the goal was read for the board's size"),
        )));
    }
    if said.goal.is_some() || said.size.is_some() {
        return Err(Fault::Plain("--goal and --size are for sliding puzzles, and this is not one".into()));
    }
    let puzzle = packing(source, note)?;
    if said.flips == pack::Flips::Allowed {
        return Ok(Question::Pack(Box::new(puzzle)));
    }
    let flat = puzzle.with_flips(said.flips).map_err(|error| {
        Fault::Plain(format!("{}: {error}, unless it is turned over, which --no-flip forbids", source.name))
    })?;
    Ok(Question::Pack(Box::new(flat)))
}

/// Reads a packing puzzle, and warns of what is odd about it.
///
/// # Errors
/// The first mistake.
pub fn packing(source: &Source, mut note: impl FnMut(&str)) -> Result<pack::Puzzle, Fault> {
    let reading =
        pack::text::read(&source.text).map_err(|mistake| Fault::text(&source.name, &source.text, &mistake))?;
    for warning in &reading.warnings {
        note(&format!("warning: {}: {warning}", source.name));
    }
    Ok(reading.puzzle)
}

/// Reads a sliding board.
///
/// # Errors
/// The first mistake.
pub fn board(source: &Source, size: Option<Size>) -> Result<Board, Fault> {
    text::read(&source.text, size).map_err(|mistake| Fault::text(&source.name, &source.text, &mistake))
}

/// The goal for boards of a size.
///
/// # Errors
/// When its text is no board of this size.
pub fn goal(wanted: Wanted<'_>, size: Size) -> Result<Board, Fault> {
    let source = match wanted {
        Wanted::Named(goal) => return Ok(goal.board(size)),
        Wanted::Text(source) => Source { name: format!("--goal {}", source.name), text: source.text.clone() },
    };
    // A goal on one line is cut as the board is; a goal in rows has its own size.
    let goal = board(&source, Some(size)).or_else(|fault| board(&source, None).map_err(|_| fault))?;
    if goal.size() != size {
        return Err(Fault::Plain(format!("the goal is {}, the board is {size}: expected one size", goal.size())));
    }
    Ok(goal)
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
}
