//! The front door: solve, enumerate, count.
//!
//! Every way in does the same: the rules of `check` first, then an engine, then the verifier. A stop is an answer of its own and never "impossible".

use std::ops::ControlFlow;

use super::alike::{Alike, Merging};
use super::backtrack::{self, Cut, MOST_CELLS};
use super::brute;
use super::check::{self, Findings, Reason};
use super::every::{AllSolutions, WantedFamilies};
use super::model::PackModel;
use super::puzzle::{Puzzle, Solution};
use super::restarts::{self, FirstEngine};
pub(crate) use super::stream::SolutionSink;
use super::stream::{Images, SolutionStream};
use super::symmetry::Group;
use crate::run::{Run, Stop};
use crate::words::words;

words! {
    /// Which engine answers.
    #[derive(Default)]
    pub enum Method as "method" {
        /// The fastest for the question.
        #[default]
        Auto = "auto",
        /// The course's plain search; it uses no rules.
        BruteForce = "brute-force",
        /// Bit masks, the most constrained cell or piece first.
        Backtrack = "backtrack",
        /// Dancing links.
        Cover = "cover",
    }
}

/// How to go about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackPlan {
    /// The engine.
    pub method: Method,
    /// Threads for searches that are worth it; answers and node counts do not depend on it.
    pub threads: usize,
    /// Whether names tell pieces of one shape apart, where several solutions are asked for.
    pub labels: Labels,
}

/// Whether names tell pieces of one shape apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Labels {
    /// They do: two pieces of one shape that change places make another solution. Copies of one piece do not.
    #[default]
    Told,
    /// Pieces of one shape are equal, whatever their names.
    Ignored,
}

impl Default for PackPlan {
    fn default() -> PackPlan {
        PackPlan { method: Method::Auto, threads: 1, labels: Labels::Told }
    }
}

/// What a question about a packing puzzle can get for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PackOutcome<T> {
    /// Here it is.
    Solved(T),
    /// There is no solution, and why.
    Impossible(Reason),
    /// The search ended first.
    Stopped(Stop),
}

impl<T> PackOutcome<T> {
    /// This outcome with another answer.
    #[must_use]
    pub(crate) fn map<U>(self, change: impl FnOnce(T) -> U) -> PackOutcome<U> {
        match self {
            PackOutcome::Solved(answer) => PackOutcome::Solved(change(answer)),
            PackOutcome::Impossible(reason) => PackOutcome::Impossible(reason),
            PackOutcome::Stopped(stop) => PackOutcome::Stopped(stop),
        }
    }
}

/// An answer and what it took. Nodes and memory are in the run's [`Stats`](crate::run::Stats).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackAnswer<T> {
    /// The answer.
    pub outcome: PackOutcome<T>,
    /// The engine that gave it.
    pub method: Method,
    /// Placements tried; for the plain search, positions. `u64::MAX` stands for all numbers from there on.
    pub cases: u64,
    /// Solutions known when the search ended, however it did.
    pub found: u128,
}

impl<T> PackAnswer<T> {
    /// This answer with another value in its outcome.
    #[must_use]
    pub(crate) fn map<U>(self, change: impl FnOnce(T) -> U) -> PackAnswer<U> {
        PackAnswer { outcome: self.outcome.map(change), method: self.method, cases: self.cases, found: self.found }
    }
}

/// How many solutions there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolutionCount {
    /// All of them: sets of placements. Copies of one piece are not told apart; pieces of one shape with different names are, unless the plan says otherwise.
    pub solutions: u128,
    /// Those that no symmetry of the puzzle turns into one another; when it was asked for.
    pub distinct: Option<u128>,
    /// The number of symmetries of the puzzle, the identity included; a mirror image may exchange pieces with their mirror twins. Those that move a piece already placed are none.
    pub symmetries: u64,
}

/// Which solutions count as different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equality {
    /// Boards that differ in any cell.
    Boards,
    /// Boards that no symmetry of the puzzle turns into one another.
    Symmetry,
}

/// Finds a solution.
///
/// ```
/// use ubin::pack::{PackOutcome, PackPlan, solve, text};
/// use ubin::run::{Control, Limits, Run};
///
/// let puzzle = text::read("2 3 2\nDEFAULT\nAAA\nA\nBB\n")?.puzzle;
/// let control = Control::new();
/// let answer = solve::solve(&puzzle, PackPlan::default(), &mut Run::new(Limits::default(), &control));
/// let PackOutcome::Solved(solution) = answer.outcome else { panic!("it has a solution") };
/// assert_eq!(solution.layers(&puzzle), [["AAA", "ABB"]]);
/// # Ok::<(), ubin::pack::text::PackTextError>(())
/// ```
pub fn solve(puzzle: &Puzzle, plan: PackPlan, run: &mut Run<'_>) -> PackAnswer<Solution> {
    if plan.method == Method::BruteForce {
        return plain(puzzle, run);
    }
    // Which of several pieces of one shape is which makes no difference to whether there is a solution.
    let alike = match Alike::of(puzzle, Merging::All, run) {
        Ok(alike) => alike,
        Err(stop) => {
            return PackAnswer { outcome: PackOutcome::Stopped(stop), method: plan.method, cases: 0, found: 0 };
        }
    };
    let mut first = None;
    let mut keep = |solution: &Solution| {
        first = Some(solution.clone());
        ControlFlow::Break(())
    };
    let merged = alike.as_ref().map_or(puzzle, |alike| &alike.puzzle);
    let answer = enumerate(merged, plan, Purpose::First, run, &mut keep);
    let answer = if let Some(alike) = &alike { alike.told(puzzle, answer) } else { answer };
    let PackAnswer { outcome, method, cases, found } = answer;
    let outcome = match outcome {
        PackOutcome::Solved(()) => {
            let solution = first.expect("a search that found nothing has a reason");
            match alike {
                None => PackOutcome::Solved(solution),
                // Its names are new, so it is checked once more.
                Some(alike) => passed(puzzle, alike.named(puzzle, &solution)),
            }
        }
        PackOutcome::Impossible(reason) => PackOutcome::Impossible(reason),
        PackOutcome::Stopped(stop) => PackOutcome::Stopped(stop),
    };
    PackAnswer { outcome, method, cases, found }
}

/// A solution, if it passes the check.
fn passed(puzzle: &Puzzle, solution: Solution) -> PackOutcome<Solution> {
    match puzzle.checker().copies(solution.owners()) {
        Ok(_) => PackOutcome::Solved(solution),
        Err(_) => PackOutcome::Stopped(Stop::Refused),
    }
}

/// Gives every solution to `sink`, in an order that depends on nothing but the puzzle and the method; the first ones come at once. The memory does not grow with their number: where a tree is large, its graph may take up to
/// 128 MiB, within the run's limit. [`PackAnswer::found`] says how many.
pub fn solve_all(puzzle: &Puzzle, plan: PackPlan, run: &mut Run<'_>, sink: &mut SolutionSink<'_>) -> PackAnswer<()> {
    solve_up_to(puzzle, plan, u64::MAX, run, sink)
}

/// Gives the first `most` of these solutions, and makes no more effort than so many need.
///
/// ```
/// use std::ops::ControlFlow;
/// use ubin::pack::{PackPlan, solve, text};
/// use ubin::run::{Control, Limits, Run};
///
/// let puzzle = text::read("2 2 2\nDEFAULT\nAA\nBB\n")?.puzzle;
/// let control = Control::new();
/// let mut run = Run::new(Limits::default(), &control);
/// let answer = solve::solve_up_to(&puzzle, PackPlan::default(), 3, &mut run, &mut |_| ControlFlow::Continue(()));
/// assert_eq!(answer.found, 3);
/// # Ok::<(), ubin::pack::text::PackTextError>(())
/// ```
pub fn solve_up_to(
    puzzle: &Puzzle,
    plan: PackPlan,
    most: u64,
    run: &mut Run<'_>,
    sink: &mut SolutionSink<'_>,
) -> PackAnswer<()> {
    if most == 0 {
        return PackAnswer { outcome: PackOutcome::Solved(()), method: plan.method, cases: 0, found: 0 };
    }
    if plan.labels == Labels::Ignored {
        let told = PackPlan { labels: Labels::Told, ..plan };
        return match Alike::of(puzzle, Merging::All, run) {
            Err(stop) => PackAnswer { outcome: PackOutcome::Stopped(stop), method: plan.method, cases: 0, found: 0 },
            Ok(None) => solve_up_to(puzzle, told, most, run, sink),
            Ok(Some(alike)) => {
                let (mut checker, mut is_refused) = (puzzle.checker(), false);
                let mut sink = |merged: &Solution| {
                    let solution = alike.named(puzzle, merged);
                    is_refused = checker.copies(solution.owners()).is_err();
                    if is_refused { ControlFlow::Break(()) } else { sink(&solution) }
                };
                let answer = alike.told(puzzle, solve_up_to(&alike.puzzle, told, most, run, &mut sink));
                if is_refused { PackAnswer { outcome: PackOutcome::Stopped(Stop::Refused), ..answer } } else { answer }
            }
        };
    }
    let mut found = 0;
    let mut sink = |solution: &Solution| {
        found += 1;
        sink(solution)?;
        if found < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    if plan.method == Method::BruteForce {
        return plain_all(puzzle, run, &mut sink);
    }
    enumerate(puzzle, plan, Purpose::Some(most), run, &mut sink)
}

/// What the rules say, and a search where they are silent.
pub fn check(puzzle: &Puzzle, run: &mut Run<'_>) -> (Option<Findings>, PackAnswer<Solution>) {
    // Where the cells decide, the placements need not be listed.
    let held = run.held();
    let mut findings = None;
    if check::cells(puzzle).is_none() {
        findings = PackModel::new(puzzle, run).and_then(|model| Findings::of(puzzle, &model, run)).ok();
        run.release_to(held);
    }
    (findings, solve(puzzle, PackPlan::default(), run))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    First,
    /// So many.
    Some(u64),
}

/// Beyond so many free cells one solution comes faster from dancing links, and in a fraction of the memory: on 260 cells 0.07 s and 15 MiB against 0.7 s and 367 MiB, for the masks have 16 words there.
const SHORT_MASKS: usize = 256;

/// Whether one solution should be looked for by dancing links: masks would be long, or their lists might not fit the memory.
pub(super) fn prefers_links(model: &PackModel, run: &Run<'_>) -> bool {
    let is_tight = || run.remaining().memory.is_some_and(|left| backtrack::bytes(model) > left);
    model.free.len() > SHORT_MASKS || is_tight()
}

/// The engine that a plan means for a model.
fn engine(method: Method, purpose: Purpose, model: &PackModel, run: &Run<'_>) -> Method {
    match method {
        Method::Auto if purpose == Purpose::First && prefers_links(model, run) => Method::Cover,
        Method::Auto | Method::Backtrack if model.free.len() <= MOST_CELLS => Method::Backtrack,
        _ => Method::Cover,
    }
}

/// The placements, unless a rule or a stop makes them needless.
pub(super) fn prepare(puzzle: &Puzzle, run: &mut Run<'_>) -> Result<PackModel, PackOutcome<()>> {
    if let Some(reason) = check::cells(puzzle) {
        return Err(PackOutcome::Impossible(reason));
    }
    let model = PackModel::new(puzzle, run).map_err(PackOutcome::Stopped)?;
    run.check().map_err(PackOutcome::Stopped)?;
    if let Some(reason) = check::rules(puzzle, &model, run).map_err(PackOutcome::Stopped)? {
        return Err(PackOutcome::Impossible(reason));
    }
    let model = check::without_odd_colours(puzzle.board(), model, run).map_err(PackOutcome::Stopped)?;
    match check::odd_colours(puzzle, &model) {
        Some(reason) => Err(PackOutcome::Impossible(reason)),
        None => Ok(model),
    }
}

fn enumerate(
    puzzle: &Puzzle,
    plan: PackPlan,
    purpose: Purpose,
    run: &mut Run<'_>,
    sink: &mut SolutionSink<'_>,
) -> PackAnswer<()> {
    let held = run.held();
    let answer = match prepare(puzzle, run) {
        Ok(model) => search(puzzle, &model, plan, purpose, run, sink),
        Err(outcome) => PackAnswer { outcome, method: plan.method, cases: 0, found: 0 },
    };
    run.release_to(held);
    answer
}

fn search(
    puzzle: &Puzzle,
    model: &PackModel,
    plan: PackPlan,
    purpose: Purpose,
    run: &mut Run<'_>,
    sink: &mut SolutionSink<'_>,
) -> PackAnswer<()> {
    let method = engine(plan.method, purpose, model, run);
    let before = run.stats();
    let mut stream = SolutionStream::new(puzzle, model, sink);
    let end = match (method, purpose) {
        (Method::Cover, Purpose::First) => {
            restarts::first(puzzle, model, FirstEngine::Links, run, &mut |options| stream.give(options))
        }
        (Method::Cover, Purpose::Some(_)) => by_cover(model, run, &mut |options| stream.give(options)),
        (_, Purpose::First) => {
            restarts::first(puzzle, model, FirstEngine::Masks, run, &mut |options| stream.give(options))
        }
        (_, Purpose::Some(most)) => by_engine(puzzle, model, (plan.threads, most), run, &mut stream),
    };
    let stats = run.stats();
    let outcome = match end {
        _ if stream.is_refused => PackOutcome::Stopped(Stop::Refused),
        ControlFlow::Break(Cut::Stopped(stop)) => PackOutcome::Stopped(stop),
        _ if stream.found > 0 => PackOutcome::Solved(()),
        _ => PackOutcome::Impossible(Reason::Searched { nodes: stats.expanded - before.expanded }),
    };
    PackAnswer { outcome, method, cases: stats.generated - before.generated, found: u128::from(stream.found) }
}

fn by_cover(model: &PackModel, run: &mut Run<'_>, sink: &mut dyn FnMut(&[u32]) -> ControlFlow<()>) -> ControlFlow<Cut> {
    let mut links = match model.links(model.in_order(), run) {
        Ok(links) => links,
        Err(stop) => return ControlFlow::Break(Cut::Stopped(stop)),
    };
    match links.whole(run, sink) {
        ControlFlow::Continue(()) => ControlFlow::Continue(()),
        ControlFlow::Break(stop) => ControlFlow::Break(stop.map_or(Cut::Enough, Cut::Stopped)),
    }
}

/// Every solution by the fast engines.
fn by_engine(
    puzzle: &Puzzle,
    model: &PackModel,
    (threads, most): (usize, u64),
    run: &mut Run<'_>,
    stream: &mut SolutionStream<'_, '_>,
) -> ControlFlow<Cut> {
    let unfolded = Group::of(puzzle, model, run).and_then(|group| {
        let all = AllSolutions::new(puzzle, model, &group, threads, run)?;
        every_solution(all, most, run, stream)
    });
    unfolded.unwrap_or_else(|stop| ControlFlow::Break(Cut::Stopped(stop)))
}

/// In the order of the graph when there are very many, else found in one image and given in all.
fn every_solution(
    all: AllSolutions<'_>,
    most: u64,
    run: &mut Run<'_>,
    stream: &mut SolutionStream<'_, '_>,
) -> Result<ControlFlow<Cut>, Stop> {
    if all.is_large(run)? {
        return all.in_order(most, run, stream);
    }
    let Some(breaker) = all.breaker else {
        return Ok(all.walk(run, WantedFamilies::Options(&mut |options, _| stream.give(options))));
    };
    let mut images = Images::new(all.model, all.group, run)?;
    let mut give = |options: &[u32], _| {
        let is_breaker = |&&option: &&u32| all.model.options[option as usize].kind as usize == breaker;
        let base = *options.iter().find(is_breaker).expect("a solution has every piece");
        let orbit = all.group.orbit(all.model.cells(base as usize));
        orbit.into_iter().try_for_each(|symmetry| stream.give(images.of(options, symmetry)))
    };
    Ok(all.walk(run, WantedFamilies::Options(&mut give)))
}

fn plain(puzzle: &Puzzle, run: &mut Run<'_>) -> PackAnswer<Solution> {
    let (outcome, cases) = match brute::first(puzzle, run) {
        Err((stop, cases)) => (PackOutcome::Stopped(stop), cases),
        Ok(brute::Tried { solution: None, cases }) => (PackOutcome::Impossible(Reason::Tried { cases }), cases),
        Ok(brute::Tried { solution: Some(solution), cases }) => (passed(puzzle, solution), cases),
    };
    let found = u128::from(matches!(outcome, PackOutcome::Solved(_)));
    PackAnswer { outcome, method: Method::BruteForce, cases, found }
}

fn plain_all(puzzle: &Puzzle, run: &mut Run<'_>, sink: &mut SolutionSink<'_>) -> PackAnswer<()> {
    let mut found = 0;
    let before = run.stats().expanded;
    let mut checker = puzzle.checker();
    let mut is_refused = false;
    let end = brute::every(puzzle, run, &mut |solution| {
        is_refused = checker.copies(solution.owners()).is_err();
        if is_refused {
            return ControlFlow::Break(());
        }
        found += 1;
        sink(solution)
    });
    let nodes = run.stats().expanded - before;
    let (outcome, cases) = match end {
        Err((stop, cases)) => (PackOutcome::Stopped(stop), cases),
        Ok(cases) if is_refused => (PackOutcome::Stopped(Stop::Refused), cases),
        Ok(cases) if found > 0 => (PackOutcome::Solved(()), cases),
        Ok(cases) => (PackOutcome::Impossible(Reason::Searched { nodes }), cases),
    };
    PackAnswer { outcome, method: Method::BruteForce, cases, found }
}
