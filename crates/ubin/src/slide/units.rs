//! Rounds of iterative deepening as units of work: a shortest solution, proven part by part.
//!
//! Words: a **round** is the search of all paths up to a **bound**; its tree depends on the puzzle, the heuristic and the
//! tables alone. A **unit** of it is a list of prefixes, the moves of the blank from the board: `DRU`. In rounds of lines that
//! slide the axes of moves take turns, so a prefix says by its letters where one move ends; and there are two roots, `H` when
//! the first move is along a row and `V` when it is along a column.
//!
//! Invariant: the sums over all parts of a round are those of the whole round, whatever the budgets: nodes, paths, hashes.
//!
//! ```
//! use ubin::run::{Control, Limits, Run};
//! use ubin::slide::units::RoundWork;
//! use ubin::slide::{Goal, Metric, Puzzle, TableStore, text};
//! use ubin::unit::{Prefix, Work, cut};
//!
//! let board = text::read("1 2 3/4 5 6/- 7 8", None)?;
//! let puzzle = Puzzle::with_goal(board, Goal::BlankLast);
//! let control = Control::new();
//! let mut run = Run::new(Limits::default(), &control);
//!
//! // One node of the first round; the rest is a unit that can be written down and searched elsewhere.
//! let round = RoundWork::new(&puzzle, Metric::Single, None, &TableStore::default(), &mut run)?;
//! let part = round.part(&round.first_unit(), 1, &mut run)?;
//! assert_eq!((round.bound(), part.nodes, part.path), (2, 1, None));
//! let Some(Work::Subtrees(left)) = part.left else { panic!("something is left") };
//! let rest = round.part(&cut(&round.first_unit(), &left)[0], u64::MAX, &mut run)?;
//! assert_eq!(rest.path, Some(Prefix::Moves("RR".into())));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::ops::ControlFlow;
use std::sync::Arc;

use super::board::{Dir, letters};
use super::dispatch::{Bounds, GridWork, bounds, dispatch};
use super::domain::SlideDomain;
use super::goal::Puzzle;
use super::grid::Grid;
use super::heuristic::{Heuristic, HeuristicName};
use super::multi::{self, HalfPrefix};
use super::parity::Parity;
use super::pattern::{self, OneRound, RoundAim};
use super::solve::{Method, Metric, OptionError};
use super::store::TableStore;
use crate::run::{Run, Stop};
use crate::search::{OnGoal, ida};
use crate::unit::{Part, PartError, Prefix, Unit, UnitError, Work, search_name, solution_hash};

/// Why there is no round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RoundError {
    /// Parity says that no moves lead to the goal.
    #[error("no moves lead to the goal")]
    Unsolvable,
    /// The run stopped before the tables were ready.
    #[error("{0}")]
    Stopped(Stop),
    /// Options that contradict each other or the board.
    #[error(transparent)]
    Options(#[from] OptionError),
}

/// One round of iterative deepening, to be searched in parts.
#[derive(Clone)]
pub struct RoundWork {
    puzzle: Puzzle,
    engine: DeepEngine,
    /// The bound of the board.
    least: u32,
    bound: u32,
    /// The nodes of the largest round before this one.
    before: u64,
    counts: bool,
}

/// What searches a round.
#[derive(Clone)]
enum DeepEngine {
    /// The search tuned to pattern tables.
    Pattern(Arc<pattern::Solver>),
    /// The search with any other heuristic.
    Plain(Arc<Bounds>),
    /// The search of lines that slide.
    Lines(Arc<multi::LineSolver>),
}

/// The most moves of a path that pattern tables are searched for: longer than any shortest solution of 64 cells.
const MOST_MOVES: u32 = 4096;
/// The most lines of a path: longer than any shortest solution of 16 cells.
const MOST_LINES: u32 = 250;

impl RoundWork {
    /// The first round of a puzzle: its bound is the heuristic's of the board. Without a heuristic it is searched with pattern tables.
    ///
    /// # Errors
    /// When the board cannot be solved, or is too large for the heuristic, or the run was stopped before tables were built.
    pub fn new(
        puzzle: &Puzzle,
        metric: Metric,
        heuristic: Option<HeuristicName>,
        tables: &TableStore,
        run: &mut Run<'_>,
    ) -> Result<RoundWork, RoundError> {
        if !Parity::is_solvable(puzzle) {
            return Err(RoundError::Unsolvable);
        }
        let engine = match metric {
            Metric::Multi if heuristic.is_some() => {
                return Err(OptionError::MultiMethod { method: Method::Ida, heuristic }.into());
            }
            Metric::Multi => {
                let lines = tables.first_line_solver(puzzle.goal(), run).map_err(RoundError::Stopped)?;
                DeepEngine::Lines(lines.ok_or(OptionError::MultiSize { size: puzzle.size() })?)
            }
            Metric::Single => {
                let name = Some(heuristic.unwrap_or(HeuristicName::Pattern));
                match bounds(puzzle, name, tables, run)?.map_err(RoundError::Stopped)? {
                    Bounds::Pattern(solver) => DeepEngine::Pattern(solver),
                    bounds => DeepEngine::Plain(Arc::new(bounds)),
                }
            }
        };
        let least = engine.least(puzzle);
        Ok(RoundWork { puzzle: puzzle.clone(), engine, least, bound: least, before: 0, counts: false })
    }

    /// The most moves of a path, in the metric of the round.
    #[must_use]
    pub fn bound(&self) -> u32 {
        self.bound
    }

    /// The nodes of the largest round before this one.
    #[must_use]
    pub fn before(&self) -> u64 {
        self.before
    }

    /// Whether all paths of as many moves as the bound are looked for.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.counts
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The checksums of the tables it is searched with, if it uses some: with others its units have other parts.
    #[must_use]
    pub fn tables_digest(&self) -> Option<String> {
        let digests = match &self.engine {
            DeepEngine::Pattern(solver) => solver.digests().to_vec(),
            DeepEngine::Lines(solver) => solver.digests().to_vec(),
            DeepEngine::Plain(_) => return None,
        };
        let mut sums: Vec<String> = digests.iter().map(|digest| hex(digest)).collect();
        sums.dedup();
        Some(sums.join("-"))
    }

    /// The round with this bound that follows rounds of up to `before` nodes, the largest of which decides what the tuned search refuses.
    #[must_use]
    pub fn with_bound(self, bound: u32, before: u64) -> RoundWork {
        let most = match self.engine {
            DeepEngine::Pattern(_) => MOST_MOVES,
            DeepEngine::Plain(_) => u32::MAX,
            DeepEngine::Lines(_) => MOST_LINES,
        };
        RoundWork { bound: bound.min(most), before, ..self }
    }

    /// The round that follows this one, of which all parts together are `whole`; `None` when no longer path can lead to the goal.
    #[must_use]
    pub fn next(self, whole: &Part) -> Option<RoundWork> {
        let before = self.before.max(whole.nodes);
        Some(self.with_bound(whole.next_bound?, before))
    }

    /// This round, looking for all paths of exactly as many moves as the bound, not for the first path.
    ///
    /// A path ends where it meets the goal, and makes no move that undoes the one before; a line never follows one along the same axis.
    #[must_use]
    pub fn counting(self) -> RoundWork {
        RoundWork { counts: true, ..self }
    }

    /// This round, looking for the first path.
    #[must_use]
    pub fn to_first(self) -> RoundWork {
        RoundWork { counts: false, ..self }
    }

    /// The whole round.
    #[must_use]
    pub fn first_unit(&self) -> Unit {
        let whole = Unit { search: Some(self.name()), ..Unit::whole(Prefix::moves("")) };
        let DeepEngine::Lines(solver) = &self.engine else { return whole };
        let roots = solver.first_prefixes(self.puzzle.board(), self.bound);
        Unit { work: Work::Subtrees(roots.iter().map(lines_prefix).collect()), ..whole }
    }

    /// The name of the search of this round: of the puzzle, the heuristic and the bytes of its tables, the bound, and what is looked for.
    #[must_use]
    pub(crate) fn name(&self) -> String {
        let RoundWork { puzzle, engine, bound, before, counts, .. } = self;
        let heuristic = match engine {
            DeepEngine::Pattern(solver) => format!("pattern {:x?}", solver.digests()),
            DeepEngine::Lines(solver) => format!("lines {:x?}", solver.digests()),
            DeepEngine::Plain(bounds) => bounds.name().into(),
        };
        let (board, goal) = (puzzle.board(), puzzle.goal());
        search_name(&format!("round {bound} after {before}, counts {counts}, {heuristic}, {board} to {goal}"))
    }

    /// Searches a unit of this round, in order, until `budget` nodes are expanded: then the part says what is left.
    ///
    /// A part that finds the first path ends there, with nothing left. All nodes are counted in the run, too.
    ///
    /// # Errors
    /// When the unit is none of this round's: one of another search, a prefix with a move off the board, a move that the search refuses, or a node above the bound.
    /// When the run was stopped, or its own limit reached, before the budget was used up.
    pub fn part(&self, unit: &Unit, budget: u64, run: &mut Run<'_>) -> Result<Part, PartError> {
        let Work::Subtrees(prefixes) = &unit.work else { return Err(UnitError::OtherKind.into()) };
        unit.belongs_to(&self.name())?;
        let mut own = run.portion(budget);
        let mut part = Part::default();
        let on_goal = &mut |path: &[Dir]| self.note(&mut part, path);
        let searched = match &self.engine {
            DeepEngine::Pattern(solver) => self.pattern(solver, prefixes, &mut own, on_goal),
            DeepEngine::Plain(bounds) => self.plain(bounds, prefixes, &mut own, on_goal),
            DeepEngine::Lines(solver) => self.lines(solver, prefixes, &mut own, on_goal),
        };
        run.join(&own);
        let SearchedRound { next_bound, left } = searched?;
        let left = match left {
            Some((Stop::Nodes, left)) if own.stats().expanded == budget => Some(Work::Subtrees(left)),
            Some((stop, _)) => return Err(PartError::Stopped(stop)),
            None => None,
        };
        let stats = own.stats();
        Ok(Part { nodes: stats.expanded, generated: stats.generated, next_bound, left, ..part })
    }

    /// Adds a path to a part; says whether the search goes on.
    fn note(&self, part: &mut Part, path: &[Dir]) -> ControlFlow<()> {
        let length = match self.engine {
            DeepEngine::Lines(_) => Metric::Multi.length(path),
            DeepEngine::Pattern(_) | DeepEngine::Plain(_) => path.len(),
        };
        if self.counts && length != self.bound as usize {
            return ControlFlow::Continue(());
        }
        let text = letters(path);
        part.found += 1;
        part.hash = part.hash.wrapping_add(solution_hash(text.chars().map(u32::from)));
        part.path.get_or_insert(Prefix::Moves(text));
        if self.counts { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn pattern(
        &self,
        solver: &pattern::Solver,
        prefixes: &[Prefix],
        run: &mut Run<'_>,
        on_goal: &mut OnGoal<'_, Dir>,
    ) -> Result<SearchedRound, UnitError> {
        let prefixes = prefixes.iter().map(steps).collect::<Result<Vec<_>, _>>()?;
        let aim = if self.counts { RoundAim::Count(u64::MAX) } else { RoundAim::First };
        let round = OneRound { aim, bound: self.bound, before: self.before };
        let left = solver.part(self.puzzle.board(), round, &prefixes, run, on_goal)?;
        // A move changes the heuristic by one, so every path has the parity of the board's.
        let over = self.bound.checked_sub(self.least);
        let next_bound = over.map_or(self.least, |over| self.bound + 2 - over % 2);
        Ok(SearchedRound { next_bound: Some(next_bound), left: left.map(|(stop, left)| (stop, written(&left))) })
    }

    fn plain(
        &self,
        bounds: &Bounds,
        prefixes: &[Prefix],
        run: &mut Run<'_>,
        on_goal: &mut OnGoal<'_, Dir>,
    ) -> Result<SearchedRound, UnitError> {
        let prefixes = prefixes.iter().map(steps).collect::<Result<Vec<_>, _>>()?;
        let job = PlainPart { bound: self.bound, prefixes: &prefixes, run, on_goal };
        let ida::Searched { next, left } = dispatch(&self.puzzle, bounds.clone(), job)?;
        Ok(SearchedRound { next_bound: next, left: left.map(|(stop, left)| (stop, written(&left))) })
    }

    fn lines(
        &self,
        solver: &multi::LineSolver,
        prefixes: &[Prefix],
        run: &mut Run<'_>,
        on_goal: &mut OnGoal<'_, Dir>,
    ) -> Result<SearchedRound, UnitError> {
        let prefixes = prefixes.iter().map(half_prefix).collect::<Result<Vec<_>, _>>()?;
        let left = solver.part(self.puzzle.board(), self.bound, &prefixes, run, on_goal)?;
        // The board that is the goal has a path of no lines, which is in no half: it goes with the first root.
        let roots = solver.first_prefixes(self.puzzle.board(), self.bound);
        if self.bound == 0 && self.least == 0 && prefixes.contains(&roots[0]) {
            let _ = on_goal(&[]);
        }
        let next_bound = Some((self.bound + 1).max(self.least));
        let left = left.map(|(stop, left)| (stop, left.iter().map(lines_prefix).collect()));
        Ok(SearchedRound { next_bound, left })
    }
}

/// What became of the prefixes of a unit.
struct SearchedRound {
    next_bound: Option<u32>,
    left: Option<(Stop, Vec<Prefix>)>,
}

impl DeepEngine {
    /// The bound of the board.
    fn least(&self, puzzle: &Puzzle) -> u32 {
        let h = match self {
            DeepEngine::Pattern(solver) => solver.h(puzzle.board()),
            DeepEngine::Lines(solver) => solver.h(puzzle.board()),
            DeepEngine::Plain(bounds) => Some(dispatch(puzzle, Bounds::clone(bounds), RootBound)),
        };
        h.expect("a round's board can be solved")
    }
}

/// The heuristic's bound of a board.
struct RootBound;

impl GridWork for RootBound {
    type Output = u32;

    fn run<G: Grid, H: Heuristic<G>>(self, puzzle: &Puzzle, heuristic: H) -> u32 {
        heuristic.bound(&heuristic.start(&G::pack(puzzle.board().tiles())))
    }
}

/// The search of some prefixes with a heuristic.
struct PlainPart<'a, 'c, 'g> {
    bound: u32,
    prefixes: &'a [Vec<Dir>],
    run: &'a mut Run<'c>,
    on_goal: &'a mut OnGoal<'g, Dir>,
}

impl GridWork for PlainPart<'_, '_, '_> {
    type Output = Result<ida::Searched<Dir>, UnitError>;

    fn run<G: Grid, H: Heuristic<G>>(self, puzzle: &Puzzle, heuristic: H) -> Self::Output {
        let domain = SlideDomain::<G, H>::new(puzzle, heuristic);
        ida::part(&domain, self.bound, self.prefixes, self.run, self.on_goal)
    }
}

/// Bytes in hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The steps that a prefix names.
fn steps(prefix: &Prefix) -> Result<Vec<Dir>, UnitError> {
    let Prefix::Moves(text) = prefix else { return Err(UnitError::OtherKind) };
    let step = |(number, letter)| {
        let dir = Dir::ALL.into_iter().find(|dir| dir.letter() == letter);
        dir.ok_or(UnitError::NotInTree { step: number + 1 })
    };
    text.chars().enumerate().map(step).collect()
}

/// Prefixes as they are written down.
fn written(prefixes: &[Vec<Dir>]) -> Vec<Prefix> {
    prefixes.iter().map(|prefix| Prefix::Moves(letters(prefix))).collect()
}

/// The subtree that a prefix of lines names.
fn half_prefix(prefix: &Prefix) -> Result<HalfPrefix, UnitError> {
    if let Prefix::Moves(text) = prefix
        && let root @ ("H" | "V") = text.as_str()
    {
        return Ok(HalfPrefix { along_row: root == "H", steps: Vec::new() });
    }
    let steps = steps(prefix)?;
    let first = steps.first().ok_or(UnitError::NotInTree { step: 0 })?;
    Ok(HalfPrefix { along_row: matches!(first, Dir::Left | Dir::Right), steps })
}

/// A prefix of lines as it is written down.
fn lines_prefix(HalfPrefix { along_row, steps }: &HalfPrefix) -> Prefix {
    match (steps.is_empty(), along_row) {
        (false, _) => Prefix::Moves(letters(steps)),
        (true, true) => Prefix::moves("H"),
        (true, false) => Prefix::moves("V"),
    }
}
