//! The front door: solve, enumerate, count.
//!
//! Every way in does the same: the rules of [`check`](mod@super::check) first, then an engine, then the verifier. A stop is an answer of its own and never "impossible".

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use super::backtrack::{self, Cut, MOST_CELLS};
use super::brute;
use super::check::{self, Findings, Reason};
use super::every::{All, Wanted};
use super::graph::{self, Refusal};
use super::model::Model;
use super::puzzle::{Puzzle, Solution};
pub use super::stream::Sink;
use super::stream::{Images, Stream};
use super::symmetry::Group;
use crate::cover::{End, Problem, Search};
use crate::run::{Run, Stop};
use crate::verify;

/// Which engine answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// The fastest for the question.
    #[default]
    Auto,
    /// The course's plain search; it uses no rules.
    BruteForce,
    /// Bit masks, the most constrained cell or piece first.
    Backtrack,
    /// Dancing links.
    Cover,
}

impl Method {
    /// All methods, in the order of the documentation.
    pub const ALL: [Method; 4] = [Method::Auto, Method::BruteForce, Method::Backtrack, Method::Cover];

    /// Its name on the command line and in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::BruteForce => "brute-force",
            Method::Backtrack => "backtrack",
            Method::Cover => "cover",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Method {
    type Err = String;

    fn from_str(name: &str) -> Result<Method, String> {
        let known = Method::ALL.into_iter().find(|method| method.name() == name);
        known.ok_or_else(|| format!("unknown method {name:?}: expected auto, brute-force, backtrack or cover"))
    }
}

/// How to go about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The engine.
    pub method: Method,
    /// Threads for searches that are worth it; answers and node counts do not depend on it.
    pub threads: usize,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { method: Method::Auto, threads: 1 }
    }
}

/// What a question about a packing puzzle can get for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<T> {
    /// Here it is.
    Solved(T),
    /// There is no solution, and why.
    Impossible(Reason),
    /// The search ended first.
    Stopped(Stop),
}

/// An answer and what it took. Nodes and memory are in the run's [`Stats`](crate::run::Stats).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<T> {
    /// The answer.
    pub outcome: Outcome<T>,
    /// The engine that gave it.
    pub method: Method,
    /// Placements tried; for the plain search, positions. `u64::MAX` stands for all numbers from there on.
    pub cases: u64,
    /// Solutions known when the search ended, however it did.
    pub found: u128,
}

/// How many solutions there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// All of them; pieces are labelled, so two equal pieces that change places make another solution.
    pub solutions: u128,
    /// Those that no symmetry of the puzzle turns into one another; when it was asked for.
    pub distinct: Option<u128>,
    /// The number of symmetries.
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
/// use ubin::pack::{Outcome, Plan, solve, text};
/// use ubin::run::{Control, Limits, Run};
///
/// let puzzle = text::read("2 3 2\nDEFAULT\nAAA\nA\nBB\n")?.puzzle;
/// let control = Control::new();
/// let answer = solve::solve(&puzzle, Plan::default(), &mut Run::new(Limits::default(), &control));
/// let Outcome::Solved(solution) = answer.outcome else { panic!("it has a solution") };
/// assert_eq!(solution.layers(&puzzle), [["AAA", "ABB"]]);
/// # Ok::<(), ubin::pack::text::ReadError>(())
/// ```
pub fn solve(puzzle: &Puzzle, plan: Plan, run: &mut Run<'_>) -> Answer<Solution> {
    if plan.method == Method::BruteForce {
        return plain(puzzle, run);
    }
    let mut first = None;
    let mut keep = |solution: &Solution| {
        first = Some(solution.clone());
        ControlFlow::Break(())
    };
    let answer = enumerate(puzzle, plan, Purpose::First, run, &mut keep);
    let outcome = match (first, answer.outcome) {
        (Some(solution), _) => Outcome::Solved(solution),
        (None, Outcome::Stopped(stop)) => Outcome::Stopped(stop),
        (None, Outcome::Impossible(reason)) => Outcome::Impossible(reason),
        (None, Outcome::Solved(())) => unreachable!("a search that found nothing has a reason"),
    };
    Answer { outcome, method: answer.method, cases: answer.cases, found: answer.found }
}

/// Gives every solution to `sink`, in an order that depends on nothing but the puzzle and the method, and in constant memory. [`Answer::found`] says how many.
pub fn solve_all(puzzle: &Puzzle, plan: Plan, run: &mut Run<'_>, sink: &mut Sink<'_>) -> Answer<()> {
    if plan.method == Method::BruteForce {
        return plain_all(puzzle, run, sink);
    }
    enumerate(puzzle, plan, Purpose::All, run, sink)
}

/// What the rules say, and a search where they are silent.
pub fn check(puzzle: &Puzzle, run: &mut Run<'_>) -> (Option<Findings>, Answer<Solution>) {
    // Where the cells decide, the placements need not be listed.
    let listed = check::cells(puzzle).is_none().then(|| Model::new(puzzle, run).ok()).flatten();
    let findings = listed.map(|model| Findings::of(puzzle, &model));
    (findings, solve(puzzle, Plan::default(), run))
}

/// A puzzle as an exact cover problem: the free cells are items, then the loose pieces; every placement is an option.
///
/// # Errors
/// The stop, when the placements do not fit the run's memory.
pub fn cover_problem(puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Problem, Stop> {
    Model::new(puzzle, run).map(|model| model.problem())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    First,
    All,
}

/// The engine that a plan means for a model.
fn engine(method: Method, model: &Model) -> Method {
    match method {
        Method::Auto | Method::Backtrack if model.free.len() <= MOST_CELLS => Method::Backtrack,
        _ => Method::Cover,
    }
}

/// The placements, unless a rule or a stop makes them needless.
pub(super) fn prepare(puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Model, Outcome<()>> {
    if let Some(reason) = check::cells(puzzle) {
        return Err(Outcome::Impossible(reason));
    }
    let model = Model::new(puzzle, run).map_err(Outcome::Stopped)?;
    run.check().map_err(Outcome::Stopped)?;
    match check::rules(puzzle, &model) {
        Some(reason) => Err(Outcome::Impossible(reason)),
        None => Ok(check::without_odd_colours(puzzle.board(), model)),
    }
}

fn enumerate(puzzle: &Puzzle, plan: Plan, purpose: Purpose, run: &mut Run<'_>, sink: &mut Sink<'_>) -> Answer<()> {
    let model = match prepare(puzzle, run) {
        Ok(model) => model,
        Err(outcome) => return Answer { outcome, method: plan.method, cases: 0, found: 0 },
    };
    let method = engine(plan.method, &model);
    let before = run.stats();
    let mut stream = Stream::new(puzzle, &model, sink);
    let end = match (method, purpose) {
        (Method::Cover, _) => by_cover(&model, run, &mut |options| stream.give(options)),
        (_, Purpose::First) => backtrack::first(puzzle, &model, run, &mut |options| stream.give(options)),
        (_, Purpose::All) => {
            let group = Group::of(puzzle, &model);
            by_engine(All::new(puzzle, &model, &group, plan.threads), run, &mut stream)
        }
    };
    let stats = run.stats();
    let outcome = match end {
        ControlFlow::Break(Cut::Stopped(stop)) => Outcome::Stopped(stop),
        _ if stream.found > 0 => Outcome::Solved(()),
        _ => Outcome::Impossible(Reason::Searched { nodes: stats.expanded - before.expanded }),
    };
    Answer { outcome, method, cases: stats.generated - before.generated, found: u128::from(stream.found) }
}

fn by_cover(model: &Model, run: &mut Run<'_>, sink: &mut dyn FnMut(&[u32]) -> ControlFlow<()>) -> ControlFlow<Cut> {
    // The problem lists the placements once more.
    let held = run.held();
    let room = run.check().and_then(|()| run.hold(model.bytes()));
    if let Err(stop) = room {
        return ControlFlow::Break(Cut::Stopped(stop));
    }
    let problem = model.problem();
    let room = run.check().and_then(|()| run.hold(Search::bytes(&problem)));
    if let Err(stop) = room {
        run.release_to(held);
        return ControlFlow::Break(Cut::Stopped(stop));
    }
    let end = Search::new(&problem).run(&[], run, sink);
    run.release_to(held);
    match end {
        End::Done => ControlFlow::Continue(()),
        End::Enough => ControlFlow::Break(Cut::Enough),
        End::Stopped(stop, _) => ControlFlow::Break(Cut::Stopped(stop)),
    }
}

/// Every solution by the fast engines: folded and unfolded when there are very many, else found in one image and given in all.
fn by_engine(all: All<'_>, run: &mut Run<'_>, stream: &mut Stream<'_, '_>) -> ControlFlow<Cut> {
    if all.is_large() {
        match graph::unfold(all.puzzle, all.model, run, stream) {
            Ok(end) => return end,
            Err(Refusal::Stopped(stop)) => return ControlFlow::Break(Cut::Stopped(stop)),
            Err(Refusal::TooLarge | Refusal::Overflow) => {}
        }
    }
    let breaker = all.breaker;
    let mut images = Images::new(all.model, all.group);
    let mut give = |options: &[u32], _| {
        let is_breaker = |&&option: &&u32| Some(all.model.options[option as usize].piece as usize) == breaker;
        let Some(&base) = options.iter().find(is_breaker) else { return stream.give(options) };
        let orbit = all.group.orbit(all.model.cells(base as usize));
        orbit.into_iter().try_for_each(|symmetry| stream.give(images.of(options, symmetry)))
    };
    all.walk(run, Wanted::Options(&mut give))
}

fn plain(puzzle: &Puzzle, run: &mut Run<'_>) -> Answer<Solution> {
    let (outcome, cases) = match brute::first(puzzle, run) {
        Err((stop, cases)) => (Outcome::Stopped(stop), cases),
        Ok(brute::Tried { solution: None, cases }) => (Outcome::Impossible(Reason::Tried { cases }), cases),
        Ok(brute::Tried { solution: Some(solution), cases }) => {
            verify::pack::check(puzzle, &solution).expect("the plain search's solution covers every cell once");
            (Outcome::Solved(solution), cases)
        }
    };
    let found = u128::from(matches!(outcome, Outcome::Solved(_)));
    Answer { outcome, method: Method::BruteForce, cases, found }
}

fn plain_all(puzzle: &Puzzle, run: &mut Run<'_>, sink: &mut Sink<'_>) -> Answer<()> {
    let mut found = 0;
    let before = run.stats().expanded;
    let end = brute::every(puzzle, run, &mut |solution| {
        verify::pack::check(puzzle, solution).expect("the plain search's solution covers every cell once");
        found += 1;
        sink(solution)
    });
    let nodes = run.stats().expanded - before;
    let (outcome, cases) = match end {
        Err((stop, cases)) => (Outcome::Stopped(stop), cases),
        Ok(cases) if found > 0 => (Outcome::Solved(()), cases),
        Ok(cases) => (Outcome::Impossible(Reason::Searched { nodes }), cases),
    };
    Answer { outcome, method: Method::BruteForce, cases, found }
}
