//! A puzzle of either family, read from a text.

use std::str::FromStr;

use crate::pack;
use crate::slide::solve::OptionError;
use crate::slide::{self, Board, Goal};
use crate::text::{Family, in_lines};

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
