//! Either family by one call: a puzzle in, what is known of it out.
//!
//! [`solve`](fn@solve) and [`count`](fn@count) take a text; an [`Attempt`] also takes limits, options and a control. Both families answer with a [`Solved`] or a [`Counted`].

use std::fmt;
use std::sync::OnceLock;

use crate::any::{AnyPuzzle, SolveError};
use crate::pack::packings::Packings;
use crate::pack::{self, Equality, PackOutcome, PackPlan, Reason, SolutionCount};
use crate::run::{Control, Limits, Run, Stats, Stop};
use crate::slide::solve::{Options, Status};
use crate::slide::{self, Dir, TableStore, letters};

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
    Attempt::new(text.parse::<AnyPuzzle>()?).solve()
}

/// Counts the solutions of a puzzle of either family: all packings, or the shortest ways to order a sliding board.
///
/// ```
/// assert_eq!(ubin::count("pentominoes 3x20")?.solutions, 8);
/// assert_eq!(ubin::count("1 2 3/4 - 5/7 8 6")?.solutions, 1);
/// # Ok::<(), ubin::SolveError>(())
/// ```
///
/// # Errors
/// When the text is no puzzle; the message says where it goes wrong.
pub fn count(text: &str) -> Result<Counted, SolveError> {
    Attempt::new(text.parse::<AnyPuzzle>()?).count()
}

/// One attempt at a puzzle: how to go about it, and what it may use.
///
/// ```
/// use ubin::slide::solve::{Method, Options};
/// use ubin::{AnyPuzzle, Attempt, Limits, Status, Stop};
///
/// let puzzle: AnyPuzzle = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1".parse()?;
/// let solved = Attempt::new(puzzle)
///     .options(Options { method: Method::Astar, ..Options::default() })
///     .limits(Limits { nodes: Some(1000), ..Limits::default() })
///     .solve()?;
/// assert_eq!(solved.status, Status::Stopped(Stop::Nodes));
/// # Ok::<(), ubin::SolveError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "an attempt is made by solve, count or solutions"]
pub struct Attempt<'a> {
    puzzle: AnyPuzzle,
    options: Options,
    plan: PackPlan,
    equality: Equality,
    limits: Limits,
    control: Option<&'a Control>,
}

impl<'a> Attempt<'a> {
    /// An attempt without limits, by the fastest method. All attempts of a program share their pattern tables; [`slide::solve::solve`] takes tables of the caller's own.
    pub fn new(puzzle: impl Into<AnyPuzzle>) -> Attempt<'a> {
        Attempt {
            puzzle: puzzle.into(),
            options: Options::default(),
            plan: PackPlan::default(),
            equality: Equality::Boards,
            limits: Limits::default(),
            control: None,
        }
    }

    /// How to solve a sliding board: its method, heuristic, metric, ...
    pub fn options(self, options: Options) -> Attempt<'a> {
        Attempt { options, ..self }
    }

    /// How to solve a packing puzzle: its method, threads, whether names tell pieces of one shape apart.
    pub fn plan(self, plan: PackPlan) -> Attempt<'a> {
        Attempt { plan, ..self }
    }

    /// What it may use.
    pub fn limits(self, limits: Limits) -> Attempt<'a> {
        Attempt { limits, ..self }
    }

    /// The handle by which another thread, or a clock, watches and stops it.
    pub fn control(self, control: &'a Control) -> Attempt<'a> {
        Attempt { control: Some(control), ..self }
    }

    /// Counts packings up to the symmetries of the puzzle, too.
    ///
    /// ```
    /// use ubin::{AnyPuzzle, Attempt};
    ///
    /// let counted = Attempt::new("pentominoes 3x20".parse::<AnyPuzzle>()?).distinct().count()?;
    /// assert_eq!((counted.solutions, counted.distinct), (8, Some(2)));
    /// # Ok::<(), ubin::SolveError>(())
    /// ```
    pub fn distinct(self) -> Attempt<'a> {
        Attempt { equality: Equality::Symmetry, ..self }
    }

    /// Tries to solve the puzzle. That there is no solution, and a stop, are answers.
    ///
    /// # Errors
    /// When the options contradict each other or the board.
    pub fn solve(self) -> Result<Solved, SolveError> {
        let own = Control::new();
        let mut run = Run::new(self.limits, self.control.unwrap_or(&own));
        let (status, moves, packing, lower_bound, reason) = match &self.puzzle {
            AnyPuzzle::Slide(puzzle) => {
                let answer = slide::solve::solve(puzzle, &self.options, tables(), &mut run)?;
                let lower_bound = (answer.status != Status::Unsolvable).then_some(answer.lower_bound);
                (answer.status, answer.moves, None, lower_bound, None)
            }
            AnyPuzzle::Pack(puzzle) => match pack::solve::solve(puzzle, self.plan, &mut run).outcome {
                PackOutcome::Solved(solution) => (Status::Solved, None, Some(solution), None, None),
                PackOutcome::Impossible(reason) => (Status::Unsolvable, None, None, None, Some(reason)),
                PackOutcome::Stopped(stop) => (Status::Stopped(stop), None, None, None, None),
            },
        };
        if status == Status::Stopped(Stop::Refused) {
            return Err(SolveError::Refused);
        }
        Ok(Solved { puzzle: self.puzzle, status, moves, packing, lower_bound, reason, stats: run.stats() })
    }

    /// Counts the solutions: all packings, or the shortest ways to order a sliding board. That there is none, and a stop, are answers.
    ///
    /// # Errors
    /// When a sliding board is too large for its tables.
    pub fn count(self) -> Result<Counted, SolveError> {
        let own = Control::new();
        let mut run = Run::new(self.limits, self.control.unwrap_or(&own));
        let counted = match &self.puzzle {
            AnyPuzzle::Slide(puzzle) => {
                let counted = slide::solve::count(puzzle, u64::MAX, tables(), &mut run)?;
                let stopped = match counted.solution.status {
                    Status::Stopped(stop) => Some(stop),
                    _ => None,
                };
                let length = counted.solution.length();
                Counted { solutions: counted.count.into(), stopped, length, ..Counted::default() }
            }
            AnyPuzzle::Pack(puzzle) => {
                let answer = pack::count::count(puzzle, self.equality, self.plan, &mut run);
                let solutions = answer.found;
                match answer.outcome {
                    PackOutcome::Solved(SolutionCount { solutions, distinct, symmetries }) => {
                        Counted { solutions, distinct, symmetries: Some(symmetries), ..Counted::default() }
                    }
                    PackOutcome::Impossible(reason) => Counted { reason: Some(reason), ..Counted::default() },
                    PackOutcome::Stopped(stop) => Counted { solutions, stopped: Some(stop), ..Counted::default() },
                }
            }
        };
        match counted.stopped {
            Some(Stop::Refused) => Err(SolveError::Refused),
            _ => Ok(Counted { stats: run.stats(), ..counted }),
        }
    }

    /// All packings, one after the other, searched for as they are taken. An error is the stop that ended the search early; without one these are all.
    ///
    /// Where there are millions of them and all are wanted, a [`SolutionGraph`](pack::graph::SolutionGraph) is faster.
    ///
    /// ```
    /// use ubin::{Attempt, pack};
    ///
    /// let puzzle: pack::Puzzle = "2 2 2/DEFAULT/AA/BB".parse()?;
    /// for solution in Attempt::new(puzzle.clone()).solutions()? {
    ///     println!("{:?}", solution?.layers(&puzzle));
    /// }
    /// assert_eq!(Attempt::new(puzzle).solutions()?.count(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the puzzle is a sliding board.
    pub fn solutions(self) -> Result<impl Iterator<Item = Result<pack::Solution, Stop>> + 'a, SolveError> {
        match self.puzzle {
            AnyPuzzle::Pack(puzzle) => Ok(Packings::new(*puzzle, self.plan, self.limits, self.control)),
            AnyPuzzle::Slide(_) => Err(SolveError::NotAPacking),
        }
    }
}

/// The tables of all attempts.
fn tables() -> &'static TableStore {
    static TABLES: OnceLock<TableStore> = OnceLock::new();
    TABLES.get_or_init(TableStore::default)
}

/// What is known at the end of [`Attempt::solve`]. `Display` writes the moves, or the rows of the packing.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Solved {
    /// The puzzle.
    pub puzzle: AnyPuzzle,
    /// What is known. A packing is never `Optimal`: all are equally good.
    pub status: Status,
    /// The best way found to order a sliding board: where the blank goes.
    pub moves: Option<Vec<Dir>>,
    /// The packing that was found: the piece of every cell.
    pub packing: Option<pack::Solution>,
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
        if let Some(moves) = &self.moves {
            return f.write_str(&letters(moves));
        }
        match (&self.packing, &self.puzzle, &self.status) {
            (Some(packing), AnyPuzzle::Pack(puzzle), _) => {
                let layers = packing.layers(puzzle).into_iter().map(|rows| rows.join("\n"));
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

/// What is known at the end of [`Attempt::count`]. `Display` writes the number.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Counted {
    /// How many solutions there are; those found so far when the count was stopped.
    pub solutions: u128,
    /// Why these may not be all.
    pub stopped: Option<Stop>,
    /// Packings that no symmetry of the puzzle turns into one another, where [`Attempt::distinct`] asks for them.
    pub distinct: Option<u128>,
    /// The symmetries of a packing puzzle, the identity included, where it has a solution.
    pub symmetries: Option<u64>,
    /// The length of the shortest solutions of a sliding board.
    pub length: Option<usize>,
    /// Why a packing puzzle has no solution.
    pub reason: Option<Reason>,
    /// What it took.
    pub stats: Stats,
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let least = if self.stopped.is_some() { "at least " } else { "" };
        write!(f, "{least}{}", self.solutions)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::pack::Labels;

    fn puzzle(text: &str) -> AnyPuzzle {
        text.parse().unwrap()
    }

    /// The boards that an iterator gives, and the stop that ended it.
    fn boards(attempt: Attempt<'_>) -> (Vec<Vec<u32>>, Option<Stop>) {
        let mut boards = Vec::new();
        for solution in attempt.solutions().unwrap() {
            match solution {
                Ok(solution) => boards.push(solution.owners().to_vec()),
                Err(stop) => return (boards, Some(stop)),
            }
        }
        (boards, None)
    }

    #[test]
    fn all_solutions_come_once_by_masks_and_links_in_plane_and_space() {
        for (text, many) in [("pentominoes 3x20", 8), ("2 4 4/DEFAULT/AA/BB/CC/DD", 120), ("1 1 2/BOX 2/A/B", 2)] {
            for method in [pack::Method::Auto, pack::Method::Cover] {
                let plan = PackPlan { method, ..PackPlan::default() };
                let (boards, stop) = boards(Attempt::new(puzzle(text)).plan(plan));
                assert_eq!((boards.len(), stop), (many, None), "{text} by {method}");
                assert_eq!(boards.into_iter().collect::<HashSet<_>>().len(), many, "{text} by {method}");
            }
        }
    }

    #[test]
    fn a_stop_is_told_after_what_was_found_and_only_once() {
        let attempt = |nodes| {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            Attempt::new(puzzle("pentominoes 6x10")).limits(limits)
        };
        let (some, stop) = boards(attempt(100_000));
        assert_eq!(stop, Some(Stop::Nodes));
        assert!(!some.is_empty() && some.len() < 9356);
        let mut ended = attempt(1).solutions().unwrap().skip_while(Result::is_ok);
        assert!(ended.next().is_some_and(|stop| stop.is_err()) && ended.next().is_none());
        let control = Control::new();
        control.stop(Stop::Interrupted);
        assert_eq!(boards(attempt(1000).control(&control)), (Vec::new(), Some(Stop::Interrupted)));
    }

    #[test]
    fn pieces_of_one_shape_are_equal_where_the_plan_says_so() {
        let plan = PackPlan { labels: Labels::Ignored, ..PackPlan::default() };
        let attempt = Attempt::new(puzzle("2 2 2/DEFAULT/AA/BB"));
        assert_eq!(boards(attempt.clone()).0.len(), 4);
        assert_eq!(boards(attempt.plan(plan)).0.len(), 2);
    }

    #[test]
    fn what_has_no_solution_gives_none_and_a_sliding_board_is_refused() {
        let attempt = Attempt::new(puzzle("2 2 1/DEFAULT/AA"));
        assert_eq!(boards(attempt.clone()), (Vec::new(), None));
        let counted = attempt.count().unwrap();
        assert_eq!((counted.solutions, counted.stopped), (0, None));
        assert!(counted.reason.is_some());
        assert_eq!(Attempt::new(puzzle("1 2/3 -")).solutions().err(), Some(SolveError::NotAPacking));
    }

    #[test]
    fn both_families_are_counted() {
        let counted = count("2 1 3/4 - 5/7 8 6");
        assert_eq!(counted.map(|counted| (counted.solutions, counted.length)), Ok((0, None)));
        let limits = Limits { nodes: Some(50_000), ..Limits::default() };
        let counted = Attempt::new(puzzle("pentominoes 6x10")).limits(limits).count().unwrap();
        assert_eq!(counted.stopped, Some(Stop::Nodes));
        assert!(counted.to_string().starts_with("at least "));
        assert_eq!(count("pentominoes 4x15").unwrap().to_string(), "1472");
    }
}
