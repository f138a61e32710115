//! One engine, run by its name on a board.

use super::answer::SlideAnswer;
use super::board::{Dir, Size};
use super::course::{self, Counts, Program};
use super::dispatch::{GridWork, bounds, dispatch};
use super::domain::SlideDomain;
use super::goal::Puzzle;
use super::grid::{ByteBoard, Grid};
use super::heuristic::{Heuristic, HeuristicName};
use super::method::Method;
use super::options::{OptionError, Options};
use super::order::MoveOrder;
use super::proof;
use super::store::{LargeTables, TableStore};
use crate::run::Run;
use crate::search::{Answer, Outcome, beam, best_first, bfs, ida};

/// The strongest heuristic for a board of this size.
pub(super) fn strongest(size: Size) -> HeuristicName {
    if size.cells() <= ByteBoard::CELLS { HeuristicName::Pattern } else { HeuristicName::LinearConflict }
}

/// Runs the method that was asked for, or its course program.
pub(super) fn by_method(
    puzzle: &Puzzle,
    options: &Options,
    store: &TableStore,
    run: &mut Run<'_>,
) -> Result<SlideAnswer, OptionError> {
    let method = options.method;
    let heuristic = options.heuristic_on(puzzle.size());
    if let Some(program) = options.program() {
        let (answer, counts) = match bounds(puzzle, heuristic, store, run)? {
            Ok(bounds) => dispatch(puzzle, bounds, CourseRun { program, run }),
            Err(stop) => return Ok(SlideAnswer::stopped(puzzle, stop, method, heuristic)),
        };
        run.recount(counts.expanded, counts.generated);
        return Ok(SlideAnswer::of(answer, method, heuristic));
    }
    let kind = match method {
        Method::BranchAndBound | Method::Astar => GenericEngine::BestFirst(best_first::Order::Astar),
        Method::WeightedAstar => GenericEngine::BestFirst(best_first::Order::Weighted(options.weight)),
        Method::Greedy => GenericEngine::BestFirst(best_first::Order::Greedy),
        Method::Ida => GenericEngine::Ida(LargeTables::Build),
        Method::Bfs => GenericEngine::Bfs,
        Method::Beam => GenericEngine::Beam(options.width),
        Method::Auto | Method::Quick => unreachable!("these do not search by one engine"),
    };
    engine(puzzle, method, heuristic, (kind, options.order), store, run)
}

/// Searches for a shortest path by iterative deepening.
pub(super) fn deepen(
    puzzle: &Puzzle,
    heuristic: HeuristicName,
    store: &TableStore,
    run: &mut Run<'_>,
) -> Result<SlideAnswer, OptionError> {
    let kind = GenericEngine::Ida(LargeTables::Build);
    engine(puzzle, Method::Ida, Some(heuristic), (kind, None), store, run)
}

/// Runs one engine, whose moves are tried in this order or the usual one.
fn engine(
    puzzle: &Puzzle,
    method: Method,
    heuristic: Option<HeuristicName>,
    (engine, order): (GenericEngine, Option<MoveOrder>),
    store: &TableStore,
    run: &mut Run<'_>,
) -> Result<SlideAnswer, OptionError> {
    let answer = match engine {
        // The tuned search proves what the generic one does, some thirty times sooner.
        GenericEngine::Ida(large) if heuristic == Some(HeuristicName::Pattern) => {
            return Ok(match proof::search(puzzle, store, large, run) {
                Ok(proven) => {
                    let proven = proven.ok_or(OptionError::PatternSize { size: puzzle.size() })?;
                    SlideAnswer::proven(proven, method, heuristic)
                }
                Err(stop) => SlideAnswer::stopped(puzzle, stop, method, heuristic),
            });
        }
        engine => bounds(puzzle, heuristic, store, run)?
            .map(|bounds| dispatch(puzzle, bounds, EngineRun { engine, order, run })),
    };
    Ok(match answer {
        Ok(answer) => SlideAnswer::of(answer, method, heuristic),
        Err(stop) => SlideAnswer::stopped(puzzle, stop, method, heuristic),
    })
}

/// An engine, and what it has to know.
#[derive(Clone, Copy)]
pub(super) enum GenericEngine {
    BestFirst(best_first::Order),
    Ida(LargeTables),
    Bfs,
    Beam(usize),
}

/// One generic engine on a run.
pub(super) struct EngineRun<'r, 'c> {
    pub(super) engine: GenericEngine,
    pub(super) order: Option<MoveOrder>,
    pub(super) run: &'r mut Run<'c>,
}

impl GridWork for EngineRun<'_, '_> {
    type Output = Answer<Dir>;

    fn run<G: Grid, H: Heuristic<G>>(self, puzzle: &Puzzle, heuristic: H) -> Answer<Dir> {
        let domain = SlideDomain::<G, H>::in_order(puzzle, heuristic, self.order.unwrap_or_default());
        match self.engine {
            GenericEngine::BestFirst(order) => best_first::search(&domain, order, self.run),
            GenericEngine::Ida(_) => {
                let answer = ida::search(&domain, self.run);
                if self.order.is_some() {
                    one_by_one(&domain, &answer, self.run);
                }
                answer
            }
            GenericEngine::Bfs => bfs::search(&domain, self.run),
            GenericEngine::Beam(width) => beam::search(&domain, width, self.run),
        }
    }
}

/// Counts a search in an order that was asked for as papers count iterative deepening: it makes children one by one, and those that come after
/// the goal are not made.
pub(super) fn one_by_one<G: Grid, H: Heuristic<G>>(
    domain: &SlideDomain<G, H>,
    answer: &Answer<Dir>,
    run: &mut Run<'_>,
) {
    if let Outcome::Solved(path) = &answer.outcome {
        let stats = run.stats();
        run.recount(stats.expanded, stats.generated - domain.unmade(path));
    }
}

/// One course program on a run.
struct CourseRun<'r, 'c> {
    program: Program,
    run: &'r mut Run<'c>,
}

impl GridWork for CourseRun<'_, '_> {
    type Output = (Answer<Dir>, Counts);

    fn run<G: Grid, H: Heuristic<G>>(self, puzzle: &Puzzle, heuristic: H) -> (Answer<Dir>, Counts) {
        course::search::<G, H>(puzzle, &heuristic, self.program, self.run)
    }
}
