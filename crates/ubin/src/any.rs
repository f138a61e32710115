//! Either family by one call: a puzzle in, what is known of it out.
//!
//! [`solve`](fn@solve) takes a text; an [`Attempt`] also takes limits, options, tables and a control. Both families answer with a [`Solved`].

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use crate::pack::{self, PackOutcome, PackPlan, Reason};
use crate::run::{Control, Limits, Run, Stats};
use crate::slide::solve::{OptionError, Options, Status};
use crate::slide::{self, Board, Dir, Goal, TableStore, letters};
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

/// Why a puzzle cannot be tried.
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
}

/// Solves a puzzle of either family, given as text or by the name of a famous set.
///
/// ```
/// let solved = ubin::solve("1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12")?;
/// assert_eq!(solved.to_string(), "DRD");
/// assert!(solved.is_optimal());
///
/// let packed = ubin::solve("2 3 2/DEFAULT/AAA/A/BB")?;
/// assert_eq!(packed.to_string(), "AAA\nABB");
/// # Ok::<(), ubin::SolveError>(())
/// ```
///
/// # Errors
/// When the text is no puzzle; the message says where it goes wrong.
pub fn solve(text: &str) -> Result<Solved, SolveError> {
    Attempt::new(text.parse::<AnyPuzzle>()?).solve().map_err(SolveError::from)
}

/// One attempt at a puzzle: how to go about it, and what it may use.
///
/// ```
/// use ubin::run::{Limits, Stop};
/// use ubin::slide::solve::{Method, Options, Status};
/// use ubin::{AnyPuzzle, Attempt};
///
/// let puzzle: AnyPuzzle = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1".parse()?;
/// let options = Options { method: Method::Astar, ..Options::default() };
/// let limits = Limits { nodes: Some(1000), ..Limits::default() };
/// let solved = Attempt { options, limits, ..Attempt::new(puzzle) }.solve()?;
/// assert_eq!(solved.status, Status::Stopped(Stop::Nodes));
/// # Ok::<(), ubin::SolveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Attempt<'a> {
    /// The puzzle.
    pub puzzle: AnyPuzzle,
    /// How to solve a sliding board.
    pub options: Options,
    /// How to solve a packing puzzle.
    pub plan: PackPlan,
    /// What it may use.
    pub limits: Limits,
    /// The handle by which another thread, or a clock, stops it.
    pub control: Option<&'a Control>,
    /// Pattern tables: the caller's own may be in a cache on disk, say, or be built by several threads.
    pub tables: &'a TableStore,
}

impl<'a> Attempt<'a> {
    /// An attempt without limits, by the fastest method, with tables that all attempts of the program share.
    #[must_use]
    pub fn new(puzzle: impl Into<AnyPuzzle>) -> Attempt<'a> {
        static TABLES: OnceLock<TableStore> = OnceLock::new();
        Attempt {
            puzzle: puzzle.into(),
            options: Options::default(),
            plan: PackPlan::default(),
            limits: Limits::default(),
            control: None,
            tables: TABLES.get_or_init(TableStore::default),
        }
    }

    /// Tries to solve the puzzle. That there is no solution, and a stop, are answers.
    ///
    /// # Errors
    /// When the options contradict each other or the board.
    pub fn solve(self) -> Result<Solved, OptionError> {
        let own = Control::new();
        let mut run = Run::new(self.limits, self.control.unwrap_or(&own));
        match &self.puzzle {
            AnyPuzzle::Slide(puzzle) => {
                let answer = slide::solve::solve(puzzle, &self.options, self.tables, &mut run)?;
                let lower_bound = (answer.status != Status::Unsolvable).then_some(answer.lower_bound);
                let solution = answer.moves.map(AnySolution::Moves);
                Ok(Solved { status: answer.status, solution, lower_bound, reason: None, ..self.unsolved(run.stats()) })
            }
            AnyPuzzle::Pack(puzzle) => {
                let answer = pack::solve::solve(puzzle, self.plan, &mut run);
                let unsolved = self.unsolved(run.stats());
                Ok(match answer.outcome {
                    PackOutcome::Solved(solution) => {
                        let solution = Some(AnySolution::Packing(solution));
                        Solved { status: Status::Solved, solution, ..unsolved }
                    }
                    PackOutcome::Impossible(reason) => Solved { reason: Some(reason), ..unsolved },
                    PackOutcome::Stopped(stop) => Solved { status: Status::Stopped(stop), ..unsolved },
                })
            }
        }
    }

    fn unsolved(&self, stats: Stats) -> Solved {
        let puzzle = self.puzzle.clone();
        Solved { puzzle, status: Status::Unsolvable, solution: None, lower_bound: None, reason: None, stats }
    }
}

/// A solution of either family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnySolution {
    /// Where the blank goes.
    Moves(Vec<Dir>),
    /// The piece of every cell.
    Packing(pack::Solution),
}

/// What is known at the end of an [`Attempt`]. `Display` writes the moves, or the rows of the packing.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Solved {
    /// The puzzle.
    pub puzzle: AnyPuzzle,
    /// What is known. A packing is never `Optimal`: all are equally good.
    pub status: Status,
    /// The best solution found, if there is one.
    pub solution: Option<AnySolution>,
    /// No solution of a sliding board is shorter.
    pub lower_bound: Option<u32>,
    /// Why a packing puzzle has no solution.
    pub reason: Option<Reason>,
    /// What it took.
    pub stats: Stats,
}

impl Solved {
    /// Whether the moves are proven shortest.
    #[must_use]
    pub fn is_optimal(&self) -> bool {
        self.status == Status::Optimal
    }
}

impl fmt::Display for Solved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.solution, &self.puzzle, &self.status) {
            (Some(AnySolution::Moves(moves)), ..) => f.write_str(&letters(moves)),
            (Some(AnySolution::Packing(solution)), AnyPuzzle::Pack(puzzle), _) => {
                let layers = solution.layers(puzzle).into_iter().map(|rows| rows.join("\n"));
                f.write_str(&layers.collect::<Vec<_>>().join("\n\n"))
            }
            (_, _, Status::Stopped(stop)) => write!(f, "stopped: {stop}"),
            _ => match &self.reason {
                Some(reason) => write!(f, "there is no solution: {reason}"),
                None => f.write_str("there is no solution"),
            },
        }
    }
}

/// The text that a field means: that of the built-in set of this name, or the field itself, its rows as lines.
#[must_use]
pub fn text_of(field: &str) -> String {
    pack::sets::text_named(field).unwrap_or_else(|| in_lines(field))
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
