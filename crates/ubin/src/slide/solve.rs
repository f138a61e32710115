//! The front door: a puzzle and options in, a verified solution out.

use std::sync::Arc;

use super::anytime::Anytime;
use super::board::{Dir, Size, letters};
use super::course::{self, Counts, Program, Variant};
use super::domain::Slide;
use super::goal::Puzzle;
use super::grid::{Bytes, Grid, Words};
use super::heuristic::{
    Blind, Hamming, Heuristic, HeuristicName, LinearConflict, Manhattan, Pattern, WalkingDistance, WalkingError,
};
pub use super::method::{Method, Metric};
use super::parity::Parity;
use super::pattern::{PatternBound, Solver};
use super::quick;
use super::shelf::{Large, Shelf};
use super::spread::Spread;
use crate::run::{Run, Stats, Stop};
use crate::search::{Answer, Outcome, beam, best_first, bfs, ida};

/// The most cells of a board that `auto` proves without being asked to.
pub const PROVEN_CELLS: usize = 16;

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
    /// What counts as one move.
    pub metric: Metric,
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
            metric: Metric::Single,
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
    /// A proof from a method that gives none.
    #[error("{0} proves nothing: --prove goes with auto, branch-and-bound, astar, ida and bfs in their exact variant")]
    NoProof(&'static str),
    /// A heuristic for a method that uses none.
    #[error("{0} uses no heuristic")]
    NoHeuristic(&'static str),
    /// A method or heuristic that counts single tiles.
    #[error("only auto and ida count lines that slide as one move, by a heuristic of their own")]
    Multi,
    /// A board too large for that.
    #[error("lines that slide are counted on boards of up to 16 cells, not on {0}")]
    MultiSize(Size),
    /// A board too large for walking distance.
    #[error(transparent)]
    Walking(#[from] WalkingError),
    /// A board too large for pattern databases.
    #[error("there are pattern databases for boards of up to 64 cells, not for {0}; use linear-conflict or manhattan")]
    Pattern(Size),
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
    /// No solution is shorter, in the metric that was asked for.
    pub lower_bound: u32,
    /// What counts as one move.
    pub metric: Metric,
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
/// use ubin::slide::{Goal, Puzzle, Shelf, letters, text};
///
/// let board = text::read("1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12", None).unwrap();
/// let puzzle = Puzzle::with_goal(board, Goal::BlankLast);
/// let control = Control::new();
/// let mut run = Run::new(Limits::default(), &control);
/// let solution = solve(&puzzle, &Options::default(), &Shelf::default(), &mut run).unwrap();
/// assert_eq!(solution.status, Status::Optimal);
/// assert_eq!(letters(&solution.moves.unwrap()), "DRD");
/// ```
///
/// # Errors
/// When the options contradict each other or the board.
pub fn solve(puzzle: &Puzzle, options: &Options, shelf: &Shelf, run: &mut Run<'_>) -> Result<Solution, OptionError> {
    check(options)?;
    let solution = if Parity::is_solvable(puzzle) {
        match options.method {
            _ if options.metric == Metric::Multi => multi(puzzle, shelf, run)?,
            Method::Auto => auto(puzzle, options, shelf, run)?,
            Method::Quick => Solution::quick(puzzle),
            Method::Beam if options.heuristic.is_none() => {
                let outcome = Spread::new(puzzle).widening(options.width, run);
                let lower_bound = bound(puzzle, &LinearConflict::new(puzzle.goal()));
                Solution::of(Answer { outcome, lower_bound }, Method::Beam, None)
            }
            _ => by_method(puzzle, options, shelf, run)?,
        }
    } else {
        Solution::unsolvable(options)
    };
    if let Some(moves) = &solution.moves {
        let (board, goal) = (puzzle.board(), puzzle.goal());
        let replayed = ubin_verify::slide::replay(board.size().cols(), board.tiles(), goal.tiles(), &letters(moves));
        replayed.expect("every engine's path leads to the goal");
        run.improve(solution.metric.length(moves) as u64);
    }
    Ok(Solution { stats: run.stats(), ..solution.rounded(puzzle) })
}

impl Solution {
    /// Raises the bound to the parity that every solution has: each step moves the blank one cell.
    fn rounded(self, puzzle: &Puzzle) -> Solution {
        let blanks = puzzle.size().taxicab(puzzle.board().blank(), puzzle.goal().blank()) as u32;
        if self.status == Status::Unsolvable || self.metric == Metric::Multi || self.lower_bound % 2 == blanks % 2 {
            return self;
        }
        let lower_bound = self.lower_bound + 1;
        let proven = self.status == Status::Solved && self.length() == Some(lower_bound as usize);
        Solution { lower_bound, status: if proven { Status::Optimal } else { self.status }, ..self }
    }

    /// The length of the best solution found, in the metric that was asked for.
    #[must_use]
    pub fn length(&self) -> Option<usize> {
        self.moves.as_ref().map(|moves| self.metric.length(moves))
    }
}

/// Shortest in lines that slide.
fn multi(puzzle: &Puzzle, shelf: &Shelf, run: &mut Run<'_>) -> Result<Solution, OptionError> {
    let answer = shelf.solve_multi(puzzle.goal(), puzzle.board(), run).ok_or(OptionError::MultiSize(puzzle.size()))?;
    let lower_bound = answer.lower_bound;
    let (status, moves, method) = match answer.outcome {
        Outcome::Solved(moves) => (Status::Optimal, Some(moves), Method::Ida),
        Outcome::Stopped(stop) => (Status::Stopped(stop), quick::solve(puzzle), Method::Quick),
        Outcome::Impossible => unreachable!("parity says that the goal can be reached"),
    };
    let (metric, stats) = (Metric::Multi, Stats::default());
    let solution = Solution { status, moves, lower_bound, metric, method, heuristic: None, stats };
    let proven = solution.length() == Some(lower_bound as usize);
    Ok(Solution { status: if proven { Status::Optimal } else { status }, ..solution })
}

pub(super) fn check(options: &Options) -> Result<(), OptionError> {
    let Options { method, heuristic, variant, weight, .. } = *options;
    if weight < 1000 {
        return Err(OptionError::Weight);
    }
    if heuristic.is_some() && method.default_heuristic().is_none() {
        return Err(OptionError::NoHeuristic(method.name()));
    }
    let program = program(options);
    if variant != Variant::Exact && program.is_none() {
        return Err(OptionError::Variant);
    }
    let plain = heuristic.is_none() && matches!(method, Method::Auto | Method::Ida);
    if options.metric == Metric::Multi && !plain {
        return Err(OptionError::Multi);
    }
    let proves = program.map_or(method == Method::Auto || method.is_exact(), |program| program.proves);
    if options.prove && !proves {
        return Err(OptionError::NoProof(method.name()));
    }
    Ok(())
}

pub(super) fn program(options: &Options) -> Option<Program> {
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
            metric: options.metric,
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
            metric: Metric::Single,
            method: Method::Quick,
            heuristic: None,
            stats: Stats::default(),
        }
    }

    /// Stopped before the search began.
    fn stopped(puzzle: &Puzzle, stop: Stop, method: Method, heuristic: Option<HeuristicName>) -> Solution {
        let lower_bound = bound(puzzle, &Manhattan::new(puzzle.goal()));
        let answer = Answer { outcome: Outcome::Stopped(stop), lower_bound };
        Solution::of(answer, method, heuristic)
    }

    fn of(answer: Answer<Dir>, method: Method, heuristic: Option<HeuristicName>) -> Solution {
        let lower_bound = answer.lower_bound;
        let (status, moves) = match answer.outcome {
            Outcome::Solved(moves) if moves.len() as u32 == lower_bound => (Status::Optimal, Some(moves)),
            Outcome::Solved(moves) => (Status::Solved, Some(moves)),
            Outcome::Stopped(stop) => (Status::Stopped(stop), None),
            Outcome::Impossible => unreachable!("parity says that the goal can be reached"),
        };
        let (metric, stats) = (Metric::Single, Stats::default());
        Solution { status, moves, lower_bound, metric, method, heuristic, stats }
    }
}

/// A lower bound of the whole puzzle.
fn bound(puzzle: &Puzzle, heuristic: &impl Heuristic<Words>) -> u32 {
    heuristic.bound(&heuristic.start(&Words::pack(puzzle.board().tiles())))
}

/// The strongest heuristic for a board of this size.
fn strongest(size: Size) -> HeuristicName {
    if size.cells() <= Bytes::CELLS { HeuristicName::Pattern } else { HeuristicName::LinearConflict }
}

/// Small boards: a proof. Larger ones: a solution at once, shorter ones as they are found, and as much proof as the run
/// allows.
fn auto(puzzle: &Puzzle, options: &Options, shelf: &Shelf, run: &mut Run<'_>) -> Result<Solution, OptionError> {
    let heuristic = options.heuristic.unwrap_or_else(|| strongest(puzzle.size()));
    if puzzle.size().cells() > PROVEN_CELLS {
        return large(puzzle, options, heuristic, shelf, run);
    }
    let exact = engine(puzzle, Method::Ida, Some(heuristic), Engine::Ida(Large::Build), shelf, run)?;
    let Status::Stopped(_) = exact.status else { return Ok(exact) };
    let quick = Solution::quick(puzzle);
    let lower_bound = exact.lower_bound.max(quick.lower_bound);
    let proven = quick.length() == Some(lower_bound as usize);
    Ok(Solution { status: if proven { Status::Optimal } else { exact.status }, lower_bound, ..quick })
}

/// A board beyond [`PROVEN_CELLS`].
fn large(
    puzzle: &Puzzle,
    options: &Options,
    heuristic: HeuristicName,
    shelf: &Shelf,
    run: &mut Run<'_>,
) -> Result<Solution, OptionError> {
    if heuristic == HeuristicName::Pattern && puzzle.size().cells() > Bytes::CELLS {
        return Err(OptionError::Pattern(puzzle.size()));
    }
    let mut anytime = Anytime::new(puzzle, bound(puzzle, &LinearConflict::new(puzzle.goal())), run);
    let large = if options.prove { Large::Build } else { Large::Kept };
    let tables = (heuristic == HeuristicName::Pattern).then_some((shelf, large));
    let improved = anytime.improve(tables, run);
    // Without tables there is nothing to wait for but a proof that was asked for.
    let deepens = tables.is_none() && (options.prove || options.heuristic.is_some());
    let mut stop = improved.err();
    if stop.is_none() && deepens && !anytime.is_proven() {
        let exact = engine(puzzle, Method::Ida, Some(heuristic), Engine::Ida(Large::Build), shelf, run)?;
        let Status::Stopped(why) = exact.status else { return Ok(exact) };
        anytime.lower_bound = anytime.lower_bound.max(exact.lower_bound);
        stop = Some(why);
    }
    let status = match stop {
        _ if anytime.is_proven() => Status::Optimal,
        Some(stop @ Stop::Interrupted) => Status::Stopped(stop),
        Some(stop) if options.prove => Status::Stopped(stop),
        _ => Status::Solved,
    };
    let Anytime { moves, method, lower_bound, .. } = anytime;
    let heuristic = (method == Method::Ida).then_some(heuristic);
    let answer = Answer { outcome: Outcome::Solved(moves), lower_bound };
    Ok(Solution { status, ..Solution::of(answer, method, heuristic) })
}

fn by_method(puzzle: &Puzzle, options: &Options, shelf: &Shelf, run: &mut Run<'_>) -> Result<Solution, OptionError> {
    let method = options.method;
    let heuristic = options.heuristic.or(method.default_heuristic());
    if let Some(program) = program(options) {
        let (answer, counts) = match bounds(puzzle, heuristic, shelf, run)? {
            Ok(bounds) => dispatch(puzzle, bounds, Course { program, run }),
            Err(stop) => return Ok(Solution::stopped(puzzle, stop, method, heuristic)),
        };
        run.recount(counts.expanded, counts.generated);
        return Ok(Solution::of(answer, method, heuristic));
    }
    let kind = match method {
        Method::BranchAndBound | Method::Astar => Engine::BestFirst(best_first::Order::Astar),
        Method::WeightedAstar => Engine::BestFirst(best_first::Order::Weighted(options.weight)),
        Method::Greedy => Engine::BestFirst(best_first::Order::Greedy),
        Method::Ida => Engine::Ida(Large::Build),
        Method::Bfs => Engine::Bfs,
        Method::Beam => Engine::Beam(options.width),
        Method::Auto | Method::Quick => unreachable!("these do not search by one engine"),
    };
    engine(puzzle, method, heuristic, kind, shelf, run)
}

/// Runs one engine.
fn engine(
    puzzle: &Puzzle,
    method: Method,
    heuristic: Option<HeuristicName>,
    engine: Engine,
    shelf: &Shelf,
    run: &mut Run<'_>,
) -> Result<Solution, OptionError> {
    let answer = match engine {
        // The tuned search proves what the generic one does, some thirty times sooner.
        Engine::Ida(large) if heuristic == Some(HeuristicName::Pattern) => match shelf.solve(puzzle, large, run) {
            Ok(answer) => Ok(answer.ok_or(OptionError::Pattern(puzzle.size()))?),
            Err(stop) => Err(stop),
        },
        engine => bounds(puzzle, heuristic, shelf, run)?.map(|bounds| dispatch(puzzle, bounds, Search { engine, run })),
    };
    Ok(match answer {
        Ok(answer) => Solution::of(answer, method, heuristic),
        Err(stop) => Solution::stopped(puzzle, stop, method, heuristic),
    })
}

/// How many shortest solutions there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// A shortest solution; when the counting was stopped its status says so, and its moves are shortest all the same.
    pub solution: Solution,
    /// Shortest solutions found.
    pub count: u64,
    /// Whether these are all.
    pub complete: bool,
}

/// Counts the shortest solutions, up to `most` of them.
///
/// # Errors
/// Never for boards of up to 64 cells; for larger ones as [`solve`].
pub fn count(puzzle: &Puzzle, most: u64, shelf: &Shelf, run: &mut Run<'_>) -> Result<Counted, OptionError> {
    if !Parity::is_solvable(puzzle) {
        return Ok(Counted { solution: Solution::unsolvable(&Options::default()), count: 0, complete: true });
    }
    let name = Some(strongest(puzzle.size()));
    // One more than asked for tells whether these are all.
    let enough = most.saturating_add(1);
    let (answer, counted) = match count_by(puzzle, name, enough, shelf, run)? {
        Ok(counted) => counted,
        Err(stop) => {
            let solution = Solution::stopped(puzzle, stop, Method::Ida, name);
            return Ok(Counted { solution, count: 0, complete: false });
        }
    };
    let solution = Solution { stats: run.stats(), ..Solution::of(answer, Method::Ida, name) };
    Ok(match counted {
        Ok(count) => {
            let complete = solution.status == Status::Optimal && count <= most;
            Counted { solution, count: count.min(most), complete }
        }
        Err((stop, count)) => {
            let solution = Solution { status: Status::Stopped(stop), ..solution };
            Counted { solution, count: count.min(most), complete: false }
        }
    })
}

/// A shortest solution, and how many there are or why they were not all counted.
type CountedPaths = (Answer<Dir>, Result<u64, (Stop, u64)>);

/// Counts with a heuristic. The length first: it stays known when the counting is stopped.
fn count_by(
    puzzle: &Puzzle,
    name: Option<HeuristicName>,
    enough: u64,
    shelf: &Shelf,
    run: &mut Run<'_>,
) -> Result<Result<CountedPaths, Stop>, OptionError> {
    if name != Some(HeuristicName::Pattern) {
        let bounds = bounds(puzzle, name, shelf, run)?;
        return Ok(bounds.map(|bounds| dispatch(puzzle, bounds, Count { most: enough, run })));
    }
    let (first, solver) = match shelf.search(puzzle, Large::Build, run) {
        Ok(found) => found.ok_or(OptionError::Pattern(puzzle.size()))?,
        Err(stop) => return Ok(Err(stop)),
    };
    let Outcome::Solved(_) = &first.outcome else { return Ok(Ok((first, Ok(0)))) };
    // Goes on with the tables of the search: which others are ready depends on what other threads have done.
    let counted = match solver.count(puzzle.board(), enough, shelf.threads(), run) {
        (Answer { outcome: Outcome::Stopped(stop), .. }, count) => Err((stop, count.max(1))),
        (_, count) => Ok(count),
    };
    Ok(Ok((first, counted)))
}

/// A heuristic that is ready for use.
pub(super) enum Bounds {
    Blind,
    Hamming(Hamming),
    Manhattan(Manhattan),
    LinearConflict(LinearConflict),
    WalkingDistance(WalkingDistance),
    Pattern(Arc<Solver>),
}

/// Builds the heuristic of a name for this goal. Pattern tables may take a while, so the run can stop them.
pub(super) fn bounds(
    puzzle: &Puzzle,
    name: Option<HeuristicName>,
    shelf: &Shelf,
    run: &mut Run<'_>,
) -> Result<Result<Bounds, Stop>, OptionError> {
    let goal = puzzle.goal();
    Ok(Ok(match name {
        None => Bounds::Blind,
        Some(HeuristicName::Hamming) => Bounds::Hamming(Hamming::new(goal)),
        Some(HeuristicName::Manhattan) => Bounds::Manhattan(Manhattan::new(goal)),
        Some(HeuristicName::LinearConflict) => Bounds::LinearConflict(LinearConflict::new(goal)),
        Some(HeuristicName::WalkingDistance) => Bounds::WalkingDistance(WalkingDistance::new(goal)?),
        Some(HeuristicName::Pattern) => match shelf.solver(goal, run) {
            Ok(solver) => Bounds::Pattern(solver.ok_or(OptionError::Pattern(puzzle.size()))?),
            Err(stop) => return Ok(Err(stop)),
        },
    }))
}

/// A search that does not know yet on which grid and by which heuristic it runs.
pub(super) trait Job {
    type Output;
    fn run<G: Grid, H: Heuristic<G>>(self, puzzle: &Puzzle, heuristic: H) -> Self::Output;
}

/// Runs a job on the grid that the board's size asks for.
pub(super) fn dispatch<J: Job>(puzzle: &Puzzle, bounds: Bounds, job: J) -> J::Output {
    match puzzle.size().cells() {
        0..=16 => on_grid::<u64, J>(puzzle, bounds, job),
        17..=25 => on_grid::<u128, J>(puzzle, bounds, job),
        26..=64 => on_grid::<Bytes, J>(puzzle, bounds, job),
        _ => on_grid::<Words, J>(puzzle, bounds, job),
    }
}

pub(super) fn on_grid<G: Grid, J: Job>(puzzle: &Puzzle, bounds: Bounds, job: J) -> J::Output {
    match bounds {
        Bounds::Blind => job.run::<G, _>(puzzle, Blind),
        Bounds::Hamming(hamming) => job.run::<G, _>(puzzle, hamming),
        Bounds::Manhattan(manhattan) => job.run::<G, _>(puzzle, manhattan),
        Bounds::LinearConflict(conflict) => job.run::<G, _>(puzzle, conflict),
        Bounds::WalkingDistance(walking) => job.run::<G, _>(puzzle, walking),
        Bounds::Pattern(solver) => match PatternBound::new(&solver) {
            Some(bound) => job.run::<G, _>(puzzle, bound),
            None => job.run::<G, _>(puzzle, Pattern::new(puzzle.size(), solver.clone())),
        },
    }
}

#[derive(Clone, Copy)]
enum Engine {
    BestFirst(best_first::Order),
    Ida(Large),
    Bfs,
    Beam(usize),
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
            Engine::Ida(_) => ida::search(&domain, self.run),
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
    most: u64,
    run: &'r mut Run<'c>,
}

impl Job for Count<'_, '_> {
    type Output = CountedPaths;

    fn run<G: Grid, H: Heuristic<G>>(self, puzzle: &Puzzle, heuristic: H) -> Self::Output {
        let domain = Slide::<G, H>::new(puzzle, heuristic);
        let answer = ida::search(&domain, self.run);
        let Outcome::Solved(path) = &answer.outcome else { return (answer, Ok(0)) };
        let counted = ida::count(&domain, path.len() as u32, self.most, self.run);
        (answer, counted)
    }
}
