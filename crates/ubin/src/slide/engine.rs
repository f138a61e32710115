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
use super::proof;
use super::store::{LargeTables, TableStore};
use crate::run::Run;
use crate::search::{Answer, beam, best_first, bfs, ida};

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
    let heuristic = options.heuristic.or(method.default_heuristic());
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
    engine(puzzle, method, heuristic, kind, store, run)
}

/// Runs one engine.
pub(super) fn engine(
    puzzle: &Puzzle,
    method: Method,
    heuristic: Option<HeuristicName>,
    engine: GenericEngine,
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
        engine => {
            bounds(puzzle, heuristic, store, run)?.map(|bounds| dispatch(puzzle, bounds, EngineRun { engine, run }))
        }
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
struct EngineRun<'r, 'c> {
    engine: GenericEngine,
    run: &'r mut Run<'c>,
}

impl GridWork for EngineRun<'_, '_> {
    type Output = Answer<Dir>;

    fn run<G: Grid, H: Heuristic<G>>(self, puzzle: &Puzzle, heuristic: H) -> Answer<Dir> {
        let domain = SlideDomain::<G, H>::new(puzzle, heuristic);
        match self.engine {
            GenericEngine::BestFirst(order) => best_first::search(&domain, order, self.run),
            GenericEngine::Ida(_) => ida::search(&domain, self.run),
            GenericEngine::Bfs => bfs::search(&domain, self.run),
            GenericEngine::Beam(width) => beam::search(&domain, width, self.run),
        }
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
