//! A puzzle of either family, read from a text.

use std::str::FromStr;

use crate::pack;
use crate::slide::solve::OptionError;
use crate::slide::{self, Board, Goal};
use crate::text::Family;

/// A puzzle of one of the families.
#[derive(Clone, Debug)]
pub enum AnyPuzzle {
    /// Sliding tiles.
    Slide(Box<slide::Puzzle>),
    /// Packing pieces.
    Pack(Box<pack::Puzzle>),
}

impl From<slide::Puzzle> for AnyPuzzle {
    fn from(puzzle: slide::Puzzle) -> AnyPuzzle {
        AnyPuzzle::Slide(Box::new(puzzle))
    }
}

impl From<Board> for AnyPuzzle {
    /// With the goal blank-last.
    fn from(board: Board) -> AnyPuzzle {
        slide::Puzzle::with_goal(board, Goal::BlankLast).into()
    }
}

impl From<pack::Puzzle> for AnyPuzzle {
    fn from(puzzle: pack::Puzzle) -> AnyPuzzle {
        AnyPuzzle::Pack(Box::new(puzzle))
    }
}

impl FromStr for AnyPuzzle {
    type Err = SolveError;

    /// The puzzle of a text, or the famous one of this name. A sliding board has the goal blank-last.
    ///
    /// ```
    /// use ubin::AnyPuzzle;
    ///
    /// assert!(matches!("1 2/3 -".parse(), Ok(AnyPuzzle::Slide(_))));
    /// assert!(matches!("pentominoes 6x10".parse(), Ok(AnyPuzzle::Pack(_))));
    /// assert!("1 2/2 -".parse::<AnyPuzzle>().is_err(), "tile 2 stands twice");
    /// ```
    fn from_str(text: &str) -> Result<AnyPuzzle, SolveError> {
        let text = text_of(text);
        match Family::of(&text) {
            Family::Slide => Ok(text.parse::<Board>()?.into()),
            Family::Pack => Ok(text.parse::<pack::Puzzle>()?.into()),
        }
    }
}

/// Why there is no answer. Where a text goes wrong, [`Mistake`](crate::text::Mistake) tells.
///
/// ```
/// use ubin::SolveError;
/// use ubin::text::Mistake;
///
/// let Err(SolveError::Board(mistake)) = ubin::solve("1 2 3/4 5 5/7 8 -") else { panic!("tile 5 stands twice") };
/// let place = mistake.place().unwrap();
/// assert_eq!((mistake.code(), place.line, place.column), ("tile-twice", 1, 11));
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The text is no sliding board.
    #[error(transparent)]
    Board(#[from] slide::text::ReadError),
    /// The text is no packing puzzle.
    #[error(transparent)]
    Packing(#[from] pack::text::PackTextError),
    /// The options contradict each other or the board.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// A packing puzzle is needed, and this is a sliding board.
    #[error("a sliding board has shortest solutions, which are counted, not listed: only packings are")]
    NotAPacking,
    /// What an engine found did not pass the check. This is a mistake of ours: no answer is better than a wrong one.
    #[error("what was found did not pass the check, which is a mistake of ours")]
    Refused,
}

/// The text that a field means: that of the built-in set of this name, or the field itself, its rows as lines.
#[must_use]
pub fn text_of(field: &str) -> String {
    pack::sets::text_named(field).unwrap_or_else(|| in_lines(field))
}

/// A packing puzzle on one line has its rows separated by `/`, and the layers of a piece in space by `///`, which is the line with a single `/`; the reader of sliding boards knows `/` itself. In a text of several lines `/` is
/// what the format says.
fn in_lines(argument: &str) -> String {
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
