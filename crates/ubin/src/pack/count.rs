//! How many solutions a puzzle has, and how many of them are different.

use std::ops::ControlFlow;

use super::backtrack::{self, Cut};
use super::check::Reason;
use super::every::{AllSolutions, WantedFamilies};
use super::model::PackModel;
use super::puzzle::{Puzzle, Solution};
use super::solve::{
    Equality, Method, PackAnswer, PackOutcome, PackPlan, SolutionCount, prepare, solve_all, solve_up_to,
};
use super::symmetry::Group;
use crate::run::{Run, Stop};

/// Counts the solutions; with [`Equality::Symmetry`] also those that no symmetry of the puzzle turns into one another.
///
/// ```
/// use ubin::pack::{PackOutcome, PackPlan, count, solve::Equality, text};
/// use ubin::run::{Control, Limits, Run};
///
/// let puzzle = text::read("2 2 2\nDEFAULT\nAA\nBB\n")?.puzzle;
/// let control = Control::new();
/// let mut run = Run::new(Limits::default(), &control);
/// let answer = count::count(&puzzle, Equality::Symmetry, PackPlan::default(), &mut run);
/// let PackOutcome::Solved(count) = answer.outcome else { panic!("it can be counted") };
/// assert_eq!((count.solutions, count.distinct, count.symmetries), (4, Some(1), 8));
/// # Ok::<(), ubin::pack::text::PackTextError>(())
/// ```
pub fn count(puzzle: &Puzzle, equality: Equality, plan: PackPlan, run: &mut Run<'_>) -> PackAnswer<SolutionCount> {
    if matches!(plan.method, Method::BruteForce | Method::Cover) {
        return one_by_one(puzzle, equality, plan, run);
    }
    let held = run.held();
    let model = match prepare(puzzle, run) {
        Ok(model) if model.free.len() <= backtrack::MOST_CELLS => model,
        Ok(_) => {
            run.release_to(held);
            return one_by_one(puzzle, equality, PackPlan { method: Method::Cover, ..plan }, run);
        }
        Err(outcome) => {
            run.release_to(held);
            return nothing(outcome, plan.method);
        }
    };
    let before = run.stats();
    let counted = Group::of(puzzle, &model, run).map_err(|stop| (stop, 0)).and_then(|group| {
        let all = AllSolutions::new(puzzle, &model, &group, plan.threads, run).map_err(|stop| (stop, 0))?;
        tally(all, equality, run)
    });
    run.release_to(held);
    let (outcome, found) = match counted {
        Err((stop, found)) => (PackOutcome::Stopped(stop), found),
        Ok(SolutionCount { solutions: 0, .. }) => {
            (PackOutcome::Impossible(Reason::Searched { nodes: run.stats().expanded - before.expanded }), 0)
        }
        Ok(count) => (PackOutcome::Solved(count), count.solutions),
    };
    PackAnswer { outcome, method: Method::Backtrack, cases: run.stats().generated - before.generated, found }
}

/// Counts one by one, and stops at `most`.
pub fn up_to(puzzle: &Puzzle, plan: PackPlan, most: u64, run: &mut Run<'_>) -> PackAnswer<SolutionCount> {
    let answer = solve_up_to(puzzle, plan, most, run, &mut |_| ControlFlow::Continue(()));
    let solutions = answer.found;
    if answer.outcome != PackOutcome::Solved(()) {
        return answer.map(|()| unreachable!("it is not solved"));
    }
    match symmetries(puzzle, run) {
        Ok(symmetries) => answer.map(|()| SolutionCount { solutions, distinct: None, symmetries }),
        Err(stop) => PackAnswer {
            outcome: PackOutcome::Stopped(stop),
            method: answer.method,
            cases: answer.cases,
            found: answer.found,
        },
    }
}

/// The number of symmetries of a puzzle, the identity included.
///
/// # Errors
/// The stop: the placements must be listed for it.
pub fn symmetries(puzzle: &Puzzle, run: &mut Run<'_>) -> Result<u64, Stop> {
    let held = run.held();
    let group = PackModel::new(puzzle, run).and_then(|model| Group::of(puzzle, &model, run));
    run.release_to(held);
    group.map(|group| group.order())
}

fn nothing(outcome: PackOutcome<()>, method: Method) -> PackAnswer<SolutionCount> {
    let outcome = outcome.map(|()| unreachable!("a preparation solves nothing"));
    PackAnswer { outcome, method, cases: 0, found: 0 }
}

/// The part of the work that counting all solutions is taken for, where those that a symmetry keeps are counted, too: they are few.
const TOTAL_SHARE: f64 = 0.9;

/// Counts by the fast engines.
fn tally(all: AllSolutions<'_>, equality: Equality, run: &mut Run<'_>) -> Result<SolutionCount, (Stop, u128)> {
    let maps = if equality == Equality::Symmetry { &all.group.maps[1..] } else { &[] };
    let share = if maps.is_empty() { 1.0 } else { TOTAL_SHARE };
    let solutions = run.stage(0.0, share, |run| total(all, run))?;
    let mut fixed = solutions;
    for map in maps {
        let kept = run.stage(share, 1.0, |run| kept(all, map, run));
        fixed += kept.map_err(|stop| (stop, solutions))?;
    }
    let distinct = (equality == Equality::Symmetry).then(|| fixed / u128::from(all.group.order()));
    Ok(SolutionCount { solutions, distinct, symmetries: all.group.order() })
}

fn total(all: AllSolutions<'_>, run: &mut Run<'_>) -> Result<u128, (Stop, u128)> {
    if let Some(count) = all.fold(run).map_err(|stop| (stop, 0))? {
        return Ok(count);
    }
    let mut found = 0;
    let end = all.walk(run, WantedFamilies::Number(&mut found));
    match end {
        ControlFlow::Break(Cut::Stopped(stop)) => Err((stop, found)),
        _ => Ok(found),
    }
}

/// The solutions that a symmetry leaves as they are: those made of placements that it leaves.
fn kept(all: AllSolutions<'_>, map: &[u32], run: &mut Run<'_>) -> Result<u128, Stop> {
    let model = all.model;
    let is_kept = |option: usize| Group::keeps(map, model.cells(option));
    if (0..model.loose.len()).any(|piece| !model.of_piece(piece).any(is_kept)) {
        return Ok(0);
    }
    let held = run.held();
    let (part, _) = model.restrict(run, is_kept)?;
    // The symmetries of the whole have had their say.
    let found = total(AllSolutions { model: &part, breaker: None, ..all }, run).map_err(|(stop, _)| stop);
    run.release_to(held);
    found
}

/// Counts by looking at every solution.
fn one_by_one(puzzle: &Puzzle, equality: Equality, plan: PackPlan, run: &mut Run<'_>) -> PackAnswer<SolutionCount> {
    let held = run.held();
    let symmetries = match maps(puzzle, run) {
        Ok(symmetries) => symmetries,
        Err(stop) => {
            run.release_to(held);
            return nothing(PackOutcome::Stopped(stop), plan.method);
        }
    };
    let mut fixed: u128 = 0;
    let mut look = |solution: &Solution| {
        let owner = solution.owners();
        let is_kept = |map: &&Vec<u32>| owner.iter().zip(map.iter()).all(|(piece, &to)| owner[to as usize] == *piece);
        if equality == Equality::Symmetry {
            fixed += symmetries.iter().filter(is_kept).count() as u128;
        }
        ControlFlow::Continue(())
    };
    let answer = solve_all(puzzle, plan, run, &mut look);
    run.release_to(held);
    let order = symmetries.len() as u64;
    let distinct = (equality == Equality::Symmetry).then(|| fixed / u128::from(order));
    let solutions = answer.found;
    answer.map(|()| SolutionCount { solutions, distinct, symmetries: order })
}

/// The symmetries as maps of the whole board, in held memory.
fn maps(puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Vec<Vec<u32>>, Stop> {
    let held = run.held();
    let model = PackModel::new(puzzle, run)?;
    let group = Group::of(puzzle, &model, run)?;
    run.release_to(held);
    run.hold(group.order() * 4 * puzzle.board().size() as u64)?;
    Ok(group.on_board(puzzle, &model))
}
