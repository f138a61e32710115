//! How many solutions a puzzle has, and how many of them are different.

use std::ops::ControlFlow;

use super::alike::{Alike, Merging};
use super::backtrack::{Cut, MOST_CELLS, can_sweep};
use super::check::Reason;
use super::every::{AllSolutions, WantedFamilies};
use super::graph::{self, FoldAids, NoGraph};
use super::model::PackModel;
use super::puzzle::{Puzzle, Solution};
use super::solve::{
    Equality, Labels, Method, PackAnswer, PackOutcome, PackPlan, SolutionCount, prepare, solve_all, solve_up_to,
};
use super::symmetry::{Group, Symmetry};
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
    if plan.labels == Labels::Ignored {
        let told = PackPlan { labels: Labels::Told, ..plan };
        return match Alike::of(puzzle, Merging::All, run) {
            Err(stop) => nothing(PackOutcome::Stopped(stop), plan.method),
            Ok(None) => count(puzzle, equality, told, run),
            Ok(Some(alike)) => alike.told(puzzle, count(&alike.puzzle, equality, told, run)),
        };
    }
    if matches!(plan.method, Method::BruteForce | Method::Cover) {
        return one_by_one(puzzle, equality, plan, run);
    }
    let held = run.held();
    let model = match prepare(puzzle, run) {
        // Symmetries of copies and twins are counted along a sweep.
        Ok(model) if can_sweep(&model) || (equality == Equality::Boards && model.free.len() <= MOST_CELLS) => model,
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
    match symmetries(puzzle, plan.labels, run) {
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
pub fn symmetries(puzzle: &Puzzle, labels: Labels, run: &mut Run<'_>) -> Result<u64, Stop> {
    let alike = if labels == Labels::Ignored { Alike::of(puzzle, Merging::All, run)? } else { None };
    let puzzle = alike.as_ref().map_or(puzzle, |alike| &alike.puzzle);
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

/// The most solutions that are told where there are more.
const MOST_TOLD: u128 = u128::MAX >> 1;

/// Counts by the fast engines.
fn tally(all: AllSolutions<'_>, equality: Equality, run: &mut Run<'_>) -> Result<SolutionCount, (Stop, u128)> {
    let share = if equality == Equality::Symmetry && all.group.order() > 1 { TOTAL_SHARE } else { 1.0 };
    let solutions = run.stage(0.0, share, |run| merged_total(all, run))?;
    run.stage(share, 1.0, |run| told_apart(all, solutions, equality, run)).map_err(|stop| (stop, solutions))
}

/// So many solutions in all, and how many of them no symmetry turns into one another, where that is asked.
pub(super) fn told_apart(
    all: AllSolutions<'_>,
    solutions: u128,
    equality: Equality,
    run: &mut Run<'_>,
) -> Result<SolutionCount, Stop> {
    let symmetries = all.group.order();
    if equality != Equality::Symmetry {
        return Ok(SolutionCount { solutions, distinct: None, symmetries });
    }
    let mut fixed = solutions;
    for symmetry in all.group.all().skip(1) {
        fixed = fixed.checked_add(kept(all, symmetry, run)?).ok_or(Stop::TooMany)?;
    }
    Ok(SolutionCount { solutions, distinct: Some(fixed / u128::from(symmetries)), symmetries })
}

/// The number of solutions, pieces of one shape put together and their names counted.
fn merged_total(all: AllSolutions<'_>, run: &mut Run<'_>) -> Result<u128, (Stop, u128)> {
    let unfounded = |stop| (stop, 0);
    let alike = Alike::of(all.puzzle, Merging::Fixed, run).map_err(unfounded)?;
    let Some(alike) = alike else { return total(all, run) };
    let ways = alike.ways(all.puzzle);
    let held = run.held();
    let model = match prepare(&alike.puzzle, run) {
        Ok(model) => model,
        Err(PackOutcome::Stopped(stop)) => return Err((stop, 0)),
        Err(_) => return Ok(0),
    };
    let group = Group::of(&alike.puzzle, &model, run).map_err(unfounded)?;
    let merged = AllSolutions::new(&alike.puzzle, &model, &group, all.threads, run).map_err(unfounded)?;
    let counted = total(merged, run);
    run.release_to(held);
    let named = |found: u128| match ways {
        _ if found == 0 => Some(0),
        ways => found.checked_mul(ways?).filter(|found| found >> 127 == 0),
    };
    match counted {
        Ok(found) => named(found).ok_or((Stop::TooMany, MOST_TOLD)),
        Err((stop, found)) => {
            run.note_estimate(run.estimate().and_then(named));
            Err((stop, named(found).unwrap_or(MOST_TOLD)))
        }
    }
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

/// The solutions that a symmetry leaves as they are.
fn kept(all: AllSolutions<'_>, symmetry: Symmetry<'_>, run: &mut Run<'_>) -> Result<u128, Stop> {
    let model = all.model;
    if symmetry.is_mirror() || !model.is_plain() {
        return kept_orbits(all, symmetry, run);
    }
    // Every piece is there once, so it stays where it is.
    let is_kept = |option: usize| Group::keeps(symmetry.map, model.cells(option));
    if (0..model.kinds.len()).any(|kind| !model.of_kind(kind).any(is_kept)) {
        return Ok(0);
    }
    let held = run.held();
    let (part, _) = model.restrict(run, is_kept)?;
    // The symmetries of the whole have had their say.
    let found = total(AllSolutions { model: &part, breaker: None, ..all }, run).map_err(|(stop, _)| stop);
    run.release_to(held);
    found
}

/// Counts the solutions that a symmetry keeps where copies may change places, or twins: those made of whole orbits.
fn kept_orbits(all: AllSolutions<'_>, symmetry: Symmetry<'_>, run: &mut Run<'_>) -> Result<u128, Stop> {
    let held = run.held();
    let orbits = all.model.orbits(symmetry, run)?;
    let whole = AllSolutions { model: &orbits, breaker: None, ..all };
    let aids = FoldAids { threads: all.fold_threads(run), ..FoldAids::default() };
    let found = match graph::count_paths(all.puzzle, &orbits, aids, run) {
        Ok(found) => Ok(found),
        Err(NoGraph::Stopped(stop)) => Err(stop),
        Err(NoGraph::Overflow) => Err(Stop::TooMany),
        Err(NoGraph::TooLarge) => {
            let mut found = 0;
            match whole.sweep(run, &mut WantedFamilies::Number(&mut found)) {
                ControlFlow::Break(Cut::Stopped(stop)) => Err(stop),
                _ => Ok(found),
            }
        }
    };
    run.release_to(held);
    found
}

/// Counts by looking at every solution.
fn one_by_one(puzzle: &Puzzle, equality: Equality, plan: PackPlan, run: &mut Run<'_>) -> PackAnswer<SolutionCount> {
    let held = run.held();
    let ready =
        PackModel::new(puzzle, run).and_then(|model| Group::of(puzzle, &model, run).map(|group| (model, group)));
    let (model, group) = match ready {
        Ok(ready) => ready,
        Err(stop) => {
            run.release_to(held);
            return nothing(PackOutcome::Stopped(stop), plan.method);
        }
    };
    let kept = Kept::new(puzzle, &model);
    let mut fixed: u128 = 0;
    let mut look = |solution: &Solution| {
        if equality == Equality::Symmetry {
            fixed += group.all().filter(|&symmetry| kept.is_kept(solution, symmetry)).count() as u128;
        }
        ControlFlow::Continue(())
    };
    let answer = solve_all(puzzle, plan, run, &mut look);
    run.release_to(held);
    let order = group.order();
    let distinct = (equality == Equality::Symmetry).then(|| fixed / u128::from(order));
    let solutions = answer.found;
    answer.map(|()| SolutionCount { solutions, distinct, symmetries: order })
}

/// Says which symmetries leave a solution as it is.
struct Kept<'m> {
    puzzle: &'m Puzzle,
    model: &'m PackModel,
    /// The kind of each piece.
    kinds: Vec<u32>,
}

impl<'m> Kept<'m> {
    fn new(puzzle: &'m Puzzle, model: &'m PackModel) -> Kept<'m> {
        let mut kinds = vec![u32::MAX; puzzle.pieces().len()];
        model.loose().for_each(|(kind, piece)| kinds[piece] = kind as u32);
        Kept { puzzle, model, kinds }
    }

    /// Whether every copy becomes a copy of its kind's image, and what is empty stays so.
    fn is_kept(&self, solution: &Solution, symmetry: Symmetry<'_>) -> bool {
        let free = &self.model.free;
        let owner = |cell: u32| solution.owners()[free[cell as usize] as usize];
        let kind = |copy: u32| self.puzzle.piece_of(copy).map(|piece| self.kinds[piece]);
        // Where each copy goes: the first of its cells decides, the others must follow.
        let mut images: Vec<(u32, u32)> = Vec::new();
        (0..free.len() as u32).all(|cell| {
            let (from, to) = (owner(cell), owner(symmetry.map[cell as usize]));
            match images.iter().find(|image| image.0 == from) {
                Some(image) => image.1 == to,
                None => {
                    images.push((from, to));
                    kind(from).map(|kind| symmetry.kind(kind)) == kind(to)
                }
            }
        })
    }
}
