//! How many shortest solutions a board has.

use super::answer::{SlideAnswer, Status};
use super::board::Dir;
use super::dispatch::{GridWork, bounds, dispatch};
use super::domain::SlideDomain;
use super::engine::strongest;
use super::goal::Puzzle;
use super::grid::Grid;
use super::heuristic::{Heuristic, HeuristicName};
use super::method::Method;
use super::options::{OptionError, Options};
use super::parity::Parity;
use super::proof::{self, Proven};
use super::store::{LargeTables, TableStore};
use crate::run::{Run, Stop};
use crate::search::{Answer, Outcome, ida};

/// How many shortest solutions there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortestCount {
    /// A shortest solution; when the counting was stopped its status says so, and its moves are shortest all the same.
    pub solution: SlideAnswer,
    /// Shortest solutions found.
    pub count: u64,
    /// Whether these are all.
    pub complete: bool,
}

/// Counts the shortest solutions, up to `most` of them.
///
/// # Errors
/// Never for boards of up to 64 cells; for larger ones as [`solve`](super::solve::solve).
pub fn count(puzzle: &Puzzle, most: u64, store: &TableStore, run: &mut Run<'_>) -> Result<ShortestCount, OptionError> {
    if !Parity::is_solvable(puzzle) {
        return Ok(ShortestCount { solution: SlideAnswer::unsolvable(&Options::default()), count: 0, complete: true });
    }
    let name = Some(strongest(puzzle.size()));
    // One more than asked for tells whether these are all.
    let enough = most.saturating_add(1);
    let (answer, counted) = match count_by(puzzle, name, enough, store, run)? {
        Ok(counted) => counted,
        Err(stop) => {
            let solution = SlideAnswer::stopped(puzzle, stop, Method::Ida, name);
            return Ok(ShortestCount { solution, count: 0, complete: false });
        }
    };
    let solution = SlideAnswer { stats: run.stats(), ..SlideAnswer::of(answer, Method::Ida, name) };
    Ok(match counted {
        Ok(count) => {
            let complete = solution.status == Status::Optimal && count <= most;
            ShortestCount { solution, count: count.min(most), complete }
        }
        Err((stop, count)) => {
            let solution = SlideAnswer { status: Status::Stopped(stop), ..solution };
            ShortestCount { solution, count: count.min(most), complete: false }
        }
    })
}

/// A shortest solution, and how many there are or why they were not all counted.
type PathCount = (Answer<Dir>, Result<u64, (Stop, u64)>);

/// Counts with a heuristic. The length first: it stays known when the counting is stopped.
fn count_by(
    puzzle: &Puzzle,
    name: Option<HeuristicName>,
    enough: u64,
    store: &TableStore,
    run: &mut Run<'_>,
) -> Result<Result<PathCount, Stop>, OptionError> {
    if name != Some(HeuristicName::Pattern) {
        let bounds = bounds(puzzle, name, store, run)?;
        return Ok(bounds.map(|bounds| dispatch(puzzle, bounds, CountPaths { most: enough, run })));
    }
    let Proven { answer: first, solver, .. } = match proof::search(puzzle, store, LargeTables::Build, run) {
        Ok(found) => found.ok_or(OptionError::PatternSize { size: puzzle.size() })?,
        Err(stop) => return Ok(Err(stop)),
    };
    let Outcome::Solved(_) = &first.outcome else { return Ok(Ok((first, Ok(0)))) };
    // Goes on with the tables of the search: which others are ready depends on what other threads have done.
    let counted = match solver.count(puzzle.board(), enough, store.threads(), run) {
        (Answer { outcome: Outcome::Stopped(stop), .. }, count) => Err((stop, count.max(1))),
        (_, count) => Ok(count),
    };
    Ok(Ok((first, counted)))
}

/// Counts the shortest paths by plain deepening.
struct CountPaths<'r, 'c> {
    most: u64,
    run: &'r mut Run<'c>,
}

impl GridWork for CountPaths<'_, '_> {
    type Output = PathCount;

    fn run<G: Grid, H: Heuristic<G>>(self, puzzle: &Puzzle, heuristic: H) -> Self::Output {
        let domain = SlideDomain::<G, H>::new(puzzle, heuristic);
        let answer = ida::search(&domain, self.run);
        let Outcome::Solved(path) = &answer.outcome else { return (answer, Ok(0)) };
        let counted = ida::count(&domain, path.len() as u32, self.most, self.run);
        (answer, counted)
    }
}
