//! From the name of a heuristic and the size of a board to code that is compiled for both.

use std::sync::Arc;

use super::goal::Puzzle;
use super::grid::{ByteBoard, Grid, WideBoard};
use super::heuristic::{
    Blind, Gaschnig, Hamming, Heuristic, HeuristicName, LinearConflict, Manhattan, Pattern, WalkingDistance,
};
use super::options::OptionError;
use super::pattern::{PatternBound, Solver};
use super::store::TableStore;
use crate::run::{Run, Stop};

/// A heuristic that is ready for use.
#[derive(Clone)]
pub(super) enum Bounds {
    Blind,
    Hamming(Hamming),
    Gaschnig(Gaschnig),
    Manhattan(Manhattan),
    LinearConflict(LinearConflict),
    WalkingDistance(WalkingDistance),
    Pattern(Arc<Solver>),
}

impl Bounds {
    /// What decides the bounds: the name of the heuristic.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Bounds::Blind => "blind",
            Bounds::Hamming(_) => HeuristicName::Hamming.name(),
            Bounds::Gaschnig(_) => HeuristicName::Gaschnig.name(),
            Bounds::Manhattan(_) => HeuristicName::Manhattan.name(),
            Bounds::LinearConflict(_) => HeuristicName::LinearConflict.name(),
            Bounds::WalkingDistance(_) => HeuristicName::WalkingDistance.name(),
            Bounds::Pattern(_) => HeuristicName::Pattern.name(),
        }
    }
}

impl Bounds {
    /// The tiles of each pattern, where the heuristic is of pattern tables.
    pub(super) fn patterns(&self) -> Option<Vec<Vec<u16>>> {
        match self {
            Bounds::Pattern(solver) => Some(solver.groups()),
            _ => None,
        }
    }
}

/// Builds the heuristic of a name for this goal. Pattern tables may take a while, so the run can stop them.
pub(super) fn bounds(
    puzzle: &Puzzle,
    name: Option<HeuristicName>,
    store: &TableStore,
    run: &mut Run<'_>,
) -> Result<Result<Bounds, Stop>, OptionError> {
    let goal = puzzle.goal();
    Ok(Ok(match name {
        None => Bounds::Blind,
        Some(HeuristicName::Hamming) => Bounds::Hamming(Hamming::new(goal)),
        Some(HeuristicName::Gaschnig) => Bounds::Gaschnig(Gaschnig::new(goal)),
        Some(HeuristicName::Manhattan) => Bounds::Manhattan(Manhattan::new(goal)),
        Some(HeuristicName::LinearConflict) => Bounds::LinearConflict(LinearConflict::new(goal)),
        Some(HeuristicName::WalkingDistance) => {
            // Its tables are made anew for every search, and that is none of the search's time.
            let _wait = store.wait();
            Bounds::WalkingDistance(WalkingDistance::new(goal)?)
        }
        Some(HeuristicName::Pattern) => match store.solver(goal, run) {
            Ok(solver) => Bounds::Pattern(solver.ok_or(OptionError::PatternSize { size: puzzle.size() })?),
            Err(stop) => return Ok(Err(stop)),
        },
    }))
}

/// A search that does not know yet on which grid and by which heuristic it runs.
pub(super) trait GridWork {
    type Output;
    fn run<G: Grid, H: Heuristic<G>>(self, puzzle: &Puzzle, heuristic: H) -> Self::Output;
}

/// Does the work on the grid that the board's size asks for.
pub(super) fn dispatch<J: GridWork>(puzzle: &Puzzle, bounds: Bounds, work: J) -> J::Output {
    match puzzle.size().cells() {
        0..=16 => on_grid::<u64, J>(puzzle, bounds, work),
        17..=25 => on_grid::<u128, J>(puzzle, bounds, work),
        26..=64 => on_grid::<ByteBoard, J>(puzzle, bounds, work),
        _ => on_grid::<WideBoard, J>(puzzle, bounds, work),
    }
}

pub(super) fn on_grid<G: Grid, J: GridWork>(puzzle: &Puzzle, bounds: Bounds, work: J) -> J::Output {
    match bounds {
        Bounds::Blind => work.run::<G, _>(puzzle, Blind),
        Bounds::Hamming(hamming) => work.run::<G, _>(puzzle, hamming),
        Bounds::Gaschnig(gaschnig) => work.run::<G, _>(puzzle, gaschnig),
        Bounds::Manhattan(manhattan) => work.run::<G, _>(puzzle, manhattan),
        Bounds::LinearConflict(conflict) => work.run::<G, _>(puzzle, conflict),
        Bounds::WalkingDistance(walking) => work.run::<G, _>(puzzle, walking),
        Bounds::Pattern(solver) => by_patterns::<G, J>(puzzle, &solver, work),
    }
}

/// Does the work with the smallest nodes that have a slot for every pattern: eight are enough up to 5x5, two views of eight up to 7x7.
fn by_patterns<G: Grid, J: GridWork>(puzzle: &Puzzle, solver: &Arc<Solver>, work: J) -> J::Output {
    match (PatternBound::<8>::new(solver), PatternBound::<16>::new(solver)) {
        (Some(bound), _) => work.run::<G, _>(puzzle, bound),
        (None, Some(bound)) => work.run::<G, _>(puzzle, bound),
        (None, None) => work.run::<G, _>(puzzle, Pattern::new(puzzle.size(), solver.clone())),
    }
}
