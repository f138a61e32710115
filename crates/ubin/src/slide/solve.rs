//! The front door: a puzzle and options in, a verified solution out.

use super::board::{Dir, letters};
use super::course::{self, Counts, Program, Variant};
use super::domain::Slide;
use super::goal::Puzzle;
use super::grid::{Bytes, Grid, Words};
use super::heuristic::{
    Blind, Hamming, Heuristic, HeuristicName, LinearConflict, Manhattan, WalkingDistance, WalkingError,
};
use super::parity::Parity;
use super::quick;
use crate::run::{Run, Stats, Stop};
use crate::search::{Answer, Outcome, beam, best_first, bfs, ida};
use crate::verify;

/// The most cells of a board that `auto` proves without being asked to.
pub const PROVEN_CELLS: usize = 16;

/// The methods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// The best there is for this board.
    #[default]
    Auto,
    /// The least-cost search of the text-books.
    BranchAndBound,
    /// A*.
    Astar,
    /// Iterative deepening A*.
    Ida,
    /// Breadth-first search.
    Bfs,
    /// A* with the heuristic multiplied by a weight.
    WeightedAstar,
    /// Best-first by the heuristic alone.
    Greedy,
    /// Beam search.
    Beam,
    /// Row by row, column by column.
    Quick,
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 9] = [
        Method::Auto,
        Method::BranchAndBound,
        Method::Astar,
        Method::Ida,
        Method::Bfs,
        Method::WeightedAstar,
        Method::Greedy,
        Method::Beam,
        Method::Quick,
    ];

    /// As the command line spells it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::BranchAndBound => "branch-and-bound",
            Method::Astar => "astar",
            Method::Ida => "ida",
            Method::Bfs => "bfs",
            Method::WeightedAstar => "weighted-astar",
            Method::Greedy => "greedy",
            Method::Beam => "beam",
            Method::Quick => "quick",
        }
    }

    /// The method of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Method> {
        Method::ALL.into_iter().find(|method| method.name() == name)
    }

    /// Whether its first solution is a shortest one.
    #[must_use]
    pub fn is_exact(self) -> bool {
        matches!(self, Method::BranchAndBound | Method::Astar | Method::Ida | Method::Bfs)
    }

    /// The heuristic it uses when none is asked for; `None` for the methods that use none.
    #[must_use]
    pub fn default_heuristic(self) -> Option<HeuristicName> {
        match self {
            Method::Bfs | Method::Quick => None,
            Method::BranchAndBound => Some(HeuristicName::Hamming),
            Method::Auto | Method::Ida | Method::Beam => Some(HeuristicName::LinearConflict),
            Method::Astar | Method::WeightedAstar | Method::Greedy => Some(HeuristicName::Manhattan),
        }
    }
}

/// How to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The method.
    pub method: Method,
    /// The heuristic; the method's own when `None`.
    pub heuristic: Option<HeuristicName>,
    /// A course program instead of the exact search.
    pub variant: Variant,
    /// The weight of weighted A*, in thousandths, at least 1000.
    pub weight: u32,
    /// Nodes that beam search keeps in a layer.
    pub width: usize,
    /// `auto` accepts only a proven shortest solution, on boards of any size.
    pub prove: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            method: Method::Auto,
            heuristic: None,
            variant: Variant::Exact,
            weight: 1500,
            width: 1000,
            prove: false,
        }
    }
}

/// Options that contradict each other or the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// A course variant that the method does not have.
    #[error(
        "there is no such variant of this method: branch-and-bound has drop-seen, tree and best-cost, astar has drop-seen"
    )]
    Variant,
    /// A weight below 1.
    #[error("the weight must be at least 1")]
    Weight,
    /// A heuristic for a method that uses none.
    #[error("{0} uses no heuristic")]
    NoHeuristic(&'static str),
    /// A board too large for the heuristic.
    #[error(transparent)]
    Walking(#[from] WalkingError),
}

/// What is known at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The moves are proven shortest.
    Optimal,
    /// The moves lead to the goal; a shorter way may exist.
    Solved,
    /// Parity says that no moves lead to the goal.
    Unsolvable,
    /// Stopped first; the moves, if any, are the best so far.
    Stopped(Stop),
}

/// The answer to a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// What is known.
    pub status: Status,
    /// The best moves found; they were replayed.
    pub moves: Option<Vec<Dir>>,
    /// No solution is shorter.
    pub lower_bound: u32,
    /// The method that gave the answer, never `auto`.
    pub method: Method,
    /// The heuristic it used.
    pub heuristic: Option<HeuristicName>,
    /// What it took.
    pub stats: Stats,
}

/// Solves a puzzle.
///
/// ```
/// use ubin::run::{Control, Limits, Run};
/// use ubin::slide::solve::{Options, Status, solve};
/// use ubin::slide::{Goal, Puzzle, letters, text};
///
/// let board = text::read("1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12", None).unwrap();
/// let puzzle = Puzzle::with_goal(board, Goal::BlankLast);
/// let control = Control::new();
/// let mut run = Run::new(Limits::default(), &control);
/// let solution = solve(&puzzle, &Options::default(), &mut run).unwrap();
/// assert_eq!(solution.status, Status::Optimal);
/// assert_eq!(letters(&solution.moves.unwrap()), "DRD");
/// ```
///
/// # Errors
/// When the options contradict each other or the board.
pub fn solve(puzzle: &Puzzle, options: &Options, run: &mut Run<'_>) -> Result<Solution, OptionError> {
    check(options)?;
    let solution = if Parity::of(puzzle).solvable {
        match options.method {
            Method::Auto => auto(puzzle, options, run)?,
            Method::Quick => Solution::quick(puzzle),
            _ => by_method(puzzle, options, run)?,
        }
    } else {
        Solution::unsolvable(options)
    };
    if let Some(moves) = &solution.moves {
        let (board, goal) = (puzzle.board(), puzzle.goal());
        let replayed = verify::slide::replay(board.size().cols(), board.tiles(), goal.tiles(), &letters(moves));
        replayed.expect("every engine's path leads to the goal");
        run.improve(moves.len() as u64);
    }
    Ok(Solution { stats: run.stats(), ..solution })
}

fn check(options: &Options) -> Result<(), OptionError> {
    let Options { method, heuristic, variant, weight, .. } = *options;
    if weight < 1000 {
        return Err(OptionError::Weight);
    }
    if heuristic.is_some() && method.default_heuristic().is_none() {
        return Err(OptionError::NoHeuristic(method.name()));
    }
    if variant != Variant::Exact && program(options).is_none() {
        return Err(OptionError::Variant);
    }
    Ok(())
}

fn program(options: &Options) -> Option<Program> {
    match options.method {
        Method::BranchAndBound => Program::branch_and_bound(options.variant),
        Method::Astar => Program::astar(options.variant, options.heuristic),
        _ => None,
    }
}

impl Solution {
    fn unsolvable(options: &Options) -> Solution {
        Solution {
            status: Status::Unsolvable,
            moves: None,
            lower_bound: 0,
            method: options.method,
            heuristic: None,
            stats: Stats::default(),
        }
    }

    fn quick(puzzle: &Puzzle) -> Solution {
        let moves = quick::solve(puzzle).expect("the puzzle can be solved");
        let conflict = LinearConflict::new(puzzle.goal());
        let lower_bound = bound(puzzle, &conflict);
        let status = if moves.len() as u32 == lower_bound { Status::Optimal } else { Status::Solved };
        Solution {
            status,
            moves: Some(moves),
            lower_bound,
            method: Method::Quick,
            heuristic: None,
            stats: Stats::default(),
        }
    }

    fn of(answer: Answer<Dir>, method: Method, heuristic: Option<HeuristicName>) -> Solution {
        let lower_bound = answer.lower_bound;
        let (status, moves) = match answer.outcome {
            Outcome::Solved(moves) if moves.len() as u32 == lower_bound => (Status::Optimal, Some(moves)),
            Outcome::Solved(moves) => (Status::Solved, Some(moves)),
            Outcome::Stopped(stop) => (Status::Stopped(stop), None),
            Outcome::Impossible => unreachable!("parity says that the goal can be reached"),
        };
        Solution { status, moves, lower_bound, method, heuristic, stats: Stats::default() }
    }
}

/// A lower bound of the whole puzzle.
fn bound(puzzle: &Puzzle, heuristic: &impl Heuristic<Words>) -> u32 {
    heuristic.bound(&heuristic.start(&Words::pack(puzzle.board().tiles())))
}

/// The strongest heuristic that a board of this size can have.
fn strongest(puzzle: &Puzzle) -> HeuristicName {
    match WalkingDistance::new(puzzle.goal()) {
        Ok(_) => HeuristicName::WalkingDistance,
        Err(_) => HeuristicName::LinearConflict,
    }
}

/// Small boards: a proof. Larger ones: a solution at once, a shorter one by beam search, then as much proof as the
/// run allows.
fn auto(puzzle: &Puzzle, options: &Options, run: &mut Run<'_>) -> Result<Solution, OptionError> {
    let heuristic = options.heuristic.unwrap_or_else(|| strongest(puzzle));
    let quick = Solution::quick(puzzle);
    let small = puzzle.size().cells() <= PROVEN_CELLS;
    let mut best = quick;
    if !small {
        let found = search(puzzle, Some(heuristic), Engine::Beam(options.width), run)?;
        let found = Solution::of(found, Method::Beam, Some(heuristic));
        best = better(best, found);
    }
    let exact = Solution::of(search(puzzle, Some(heuristic), Engine::Ida, run)?, Method::Ida, Some(heuristic));
    let Status::Stopped(stop) = exact.status else { return Ok(exact) };
    let lower_bound = exact.lower_bound.max(best.lower_bound);
    let proven = best.moves.as_ref().is_some_and(|moves| moves.len() as u32 == lower_bound);
    let status = match stop {
        _ if proven => Status::Optimal,
        Stop::Interrupted => Status::Stopped(stop),
        _ if small || options.prove => Status::Stopped(stop),
        _ => Status::Solved,
    };
    Ok(Solution { status, lower_bound, ..best })
}

/// The shorter of two solutions; the first if the second has none.
fn better(first: Solution, second: Solution) -> Solution {
    let length = |solution: &Solution| solution.moves.as_ref().map_or(usize::MAX, Vec::len);
    if length(&second) < length(&first) { second } else { first }
}

fn by_method(puzzle: &Puzzle, options: &Options, run: &mut Run<'_>) -> Result<Solution, OptionError> {
    let method = options.method;
    let heuristic = options.heuristic.or(method.default_heuristic());
    if let Some(program) = program(options) {
        let name = heuristic.expect("both programs use a heuristic");
        let (answer, counts) = with_heuristic(puzzle, name, Course { program, run })?;
        run.recount(counts.expanded, counts.generated);
        return Ok(Solution::of(answer, method, heuristic));
    }
    let engine = match method {
        Method::BranchAndBound | Method::Astar => Engine::BestFirst(best_first::Order::Astar),
        Method::WeightedAstar => Engine::BestFirst(best_first::Order::Weighted(options.weight)),
        Method::Greedy => Engine::BestFirst(best_first::Order::Greedy),
        Method::Ida => Engine::Ida,
        Method::Bfs => Engine::Bfs,
        Method::Beam => Engine::Beam(options.width),
        Method::Auto | Method::Quick => unreachable!("these do not search by one engine"),
    };
    Ok(Solution::of(search(puzzle, heuristic, engine, run)?, method, heuristic))
}

/// The number of shortest solutions, given their length, up to `most`.
///
/// # Errors
/// When it was stopped: why, and the number found so far.
pub fn count(puzzle: &Puzzle, length: u32, most: u64, run: &mut Run<'_>) -> Result<u64, (Stop, u64)> {
    let heuristic = strongest(puzzle);
    let counted = with_heuristic(puzzle, heuristic, Count { length, most, run });
    counted.expect("the heuristic was chosen for this size")
}

/// A search that does not know yet on which grid and by which heuristic it runs.
trait Job {
    type Output;
    fn run<G: Grid, H: Heuristic<G>>(self, puzzle: &Puzzle, heuristic: H) -> Self::Output;
}

/// Chooses the grid by the board's size.
fn with_heuristic<J: Job>(puzzle: &Puzzle, name: HeuristicName, job: J) -> Result<J::Output, WalkingError> {
    match puzzle.size().cells() {
        ..=16 => on_grid::<u64, J>(puzzle, name, job),
        ..=25 => on_grid::<u128, J>(puzzle, name, job),
        ..=64 => on_grid::<Bytes, J>(puzzle, name, job),
        _ => on_grid::<Words, J>(puzzle, name, job),
    }
}

fn on_grid<G: Grid, J: Job>(puzzle: &Puzzle, name: HeuristicName, job: J) -> Result<J::Output, WalkingError> {
    let goal = puzzle.goal();
    Ok(match name {
        HeuristicName::Hamming => job.run::<G, _>(puzzle, Hamming::new(goal)),
        HeuristicName::Manhattan => job.run::<G, _>(puzzle, Manhattan::new(goal)),
        HeuristicName::LinearConflict => job.run::<G, _>(puzzle, LinearConflict::new(goal)),
        HeuristicName::WalkingDistance => job.run::<G, _>(puzzle, WalkingDistance::new(goal)?),
    })
}

#[derive(Clone, Copy)]
enum Engine {
    BestFirst(best_first::Order),
    Ida,
    Bfs,
    Beam(usize),
}

fn search(
    puzzle: &Puzzle,
    heuristic: Option<HeuristicName>,
    engine: Engine,
    run: &mut Run<'_>,
) -> Result<Answer<Dir>, WalkingError> {
    match heuristic {
        Some(name) => with_heuristic(puzzle, name, Search { engine, run }),
        None => Ok(match puzzle.size().cells() {
            ..=16 => Search { engine, run }.run::<u64, _>(puzzle, Blind),
            ..=25 => Search { engine, run }.run::<u128, _>(puzzle, Blind),
            ..=64 => Search { engine, run }.run::<Bytes, _>(puzzle, Blind),
            _ => Search { engine, run }.run::<Words, _>(puzzle, Blind),
        }),
    }
}

struct Search<'r, 'c> {
    engine: Engine,
    run: &'r mut Run<'c>,
}

impl Job for Search<'_, '_> {
    type Output = Answer<Dir>;

    fn run<G: Grid, H: Heuristic<G>>(self, puzzle: &Puzzle, heuristic: H) -> Answer<Dir> {
        let domain = Slide::<G, H>::new(puzzle, heuristic);
        match self.engine {
            Engine::BestFirst(order) => best_first::search(&domain, order, self.run),
            Engine::Ida => ida::search(&domain, self.run),
            Engine::Bfs => bfs::search(&domain, self.run),
            Engine::Beam(width) => beam::search(&domain, width, self.run),
        }
    }
}

struct Course<'r, 'c> {
    program: Program,
    run: &'r mut Run<'c>,
}

impl Job for Course<'_, '_> {
    type Output = (Answer<Dir>, Counts);

    fn run<G: Grid, H: Heuristic<G>>(self, puzzle: &Puzzle, heuristic: H) -> (Answer<Dir>, Counts) {
        course::search::<G, H>(puzzle, &heuristic, self.program, self.run)
    }
}

struct Count<'r, 'c> {
    length: u32,
    most: u64,
    run: &'r mut Run<'c>,
}

impl Job for Count<'_, '_> {
    type Output = Result<u64, (Stop, u64)>;

    fn run<G: Grid, H: Heuristic<G>>(self, puzzle: &Puzzle, heuristic: H) -> Self::Output {
        ida::count(&Slide::<G, H>::new(puzzle, heuristic), self.length, self.most, self.run)
    }
}
