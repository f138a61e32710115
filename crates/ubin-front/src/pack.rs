//! The verbs on packing puzzles.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::render::chart::{self, Bar};
use crate::render::svg::Picture;
use crate::render::text::counted;
use crate::render::tree::Drawing;
use ubin::pack::challenge::{self, NoChallenge};
use ubin::pack::hint::Hint;
use ubin::pack::{
    Answer, Count, Equality, Findings, Method, Outcome, Plan, Puzzle, Reason, Solution, count, hint, solve, tree,
};
use ubin::report::pack::{
    All, Challenges, Checked, Compare, Compared, Cost, CountAsked, Counted, Generated, Hinted, OneOfAll, Solved,
};
use ubin::report::tree::PackTree;
use ubin::run::{Run, Stop};

use crate::desk::{Desk, Watched as _};
use crate::fault::Fault;
use crate::names::pack_method;

/// What every method of a comparison gets, and how long a tree may grow.
const TURN: Duration = Duration::from_secs(10);

/// The plan of a method's name.
///
/// # Errors
/// When there is no such method.
pub fn plan(desk: &impl Desk, method: Option<&str>) -> Result<Plan, Fault> {
    Ok(Plan { method: pack_method(method.unwrap_or("auto"))?, threads: desk.threads() })
}

/// Finds a solution.
pub fn solve(desk: &impl Desk, puzzle: &Puzzle, plan: Plan) -> (Answer<Solution>, Solved) {
    let watch = desk.watch(desk.time_limit());
    let mut run = Run::new(desk.limits(), watch.control());
    let answer = solve::solve(puzzle, plan, &mut run);
    let report = Solved::of(puzzle, &answer, &run, watch.milliseconds());
    (answer, report)
}

/// Finds every solution, up to `most`, and gives each to `take`, which may end it.
pub fn all(
    desk: &impl Desk,
    puzzle: &Puzzle,
    plan: Plan,
    most: u64,
    mut take: impl FnMut(&OneOfAll, &Solution) -> ControlFlow<()>,
) -> (Answer<()>, All) {
    let watch = desk.watch(desk.time_limit());
    let mut run = Run::new(desk.limits(), watch.control());
    let mut number = 0;
    let mut sink = |solution: &Solution| {
        number += 1;
        take(&OneOfAll::of(puzzle, number, solution), solution)
    };
    let answer = solve::solve_up_to(puzzle, plan, most, &mut run, &mut sink);
    let report = All::of(puzzle, &answer, number >= most, &run, watch.milliseconds());
    (answer, report)
}

/// Says whether it can be filled, and why.
pub fn check(desk: &impl Desk, puzzle: &Puzzle) -> (Option<Findings>, Answer<Solution>, Checked) {
    let watch = desk.watch(desk.time_limit());
    let mut run = Run::new(desk.limits(), watch.control());
    let (findings, answer) = solve::check(puzzle, &mut run);
    let report = Checked::of(puzzle, findings.as_ref(), &answer, &run, watch.milliseconds());
    (findings, answer, report)
}

/// Counts the solutions.
///
/// # Errors
/// When both a limit and symmetries are asked for.
pub fn count(
    desk: &impl Desk,
    puzzle: &Puzzle,
    plan: Plan,
    equality: Equality,
    limit: Option<u64>,
) -> Result<(Answer<Count>, Counted), Fault> {
    if equality == Equality::Symmetry && limit.is_some() {
        return Err(Fault::Plain("--distinct needs all solutions; it does not go with --limit".into()));
    }
    let watch = desk.watch(desk.time_limit());
    let mut run = Run::new(desk.limits(), watch.control());
    let answer = match limit {
        None => count::count(puzzle, equality, plan, &mut run),
        Some(most) => count::up_to(puzzle, plan, most, &mut run),
    };
    let symmetries = match &answer.outcome {
        // Nothing was placed for this verdict, and on a large board that would take longer than all the rest.
        Outcome::Impossible(Reason::Cells { .. }) => None,
        Outcome::Solved(count) => Some(count.symmetries),
        _ => count::symmetries(puzzle, &mut run).ok(),
    };
    let asked = CountAsked { equality, limit };
    let report = Counted::of(puzzle, &answer, asked, symmetries, &run, watch.milliseconds());
    Ok((answer, report))
}

/// Tells the next piece.
pub fn hint(desk: &impl Desk, puzzle: &Puzzle) -> (Answer<Option<Hint>>, Hinted) {
    let watch = desk.watch(desk.time_limit());
    let mut run = Run::new(desk.limits(), watch.control());
    let answer = hint::hint(puzzle, &mut run);
    let report = Hinted::of(puzzle, &answer, &run, watch.milliseconds());
    (answer, report)
}

/// The methods of these names; all but `auto` by default.
///
/// # Errors
/// When there is no such method.
pub fn methods(names: &[String]) -> Result<Vec<Method>, Fault> {
    if names.is_empty() {
        return Ok(Method::ALL.into_iter().filter(|&method| method != Method::Auto).collect());
    }
    names.iter().map(|name| pack_method(name)).collect()
}

/// Runs methods side by side, to the first solution or to a proof of none.
pub fn compare(desk: &impl Desk, puzzle: &Puzzle, methods: &[Method]) -> Compare {
    let mut rows = Vec::new();
    for &method in methods {
        let watch = desk.watch(Some(desk.time_limit().unwrap_or(TURN)));
        let mut run = Run::new(desk.limits(), watch.control());
        let answer = solve::solve(puzzle, Plan { method, threads: desk.threads() }, &mut run);
        rows.push((method, Solved::of(puzzle, &answer, &run, watch.milliseconds())));
        if desk.is_interrupted() {
            break;
        }
    }
    Compare::new(puzzle, rows)
}

/// The chart of a comparison: nodes expanded, and how long it took. Cases are not drawn: engines mean different things by them.
#[must_use]
pub fn chart(report: &Compare) -> Picture {
    let bar = |row: &Compared| Bar {
        name: row.method.into(),
        nodes: row.cost.nodes,
        time_ms: row.cost.time_ms,
        // A solution is checked cell by cell, and that there is none was searched for to the end.
        is_proven: matches!(row.status, "solved" | "unsolvable"),
        remark: (row.status != "solved").then(|| row.status.into()),
    };
    chart::chart(
        "Methods compared on a packing puzzle",
        "nodes expanded",
        &report.methods.iter().map(bar).collect::<Vec<_>>(),
    )
}

/// What challenges to make.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// How many.
    pub count: u64,
    /// What each is like; its seed is that of the first.
    pub each: challenge::Wish,
}

/// How the making of challenges ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// All are there.
    All,
    /// The set has no solution, so there is no challenge.
    Impossible,
    /// Too many seeds met the wish in no draw.
    NotFound,
    /// The run ended first.
    Stopped(Stop),
}

impl Wish {
    /// Why there are not more challenges than these; `None` when all are there.
    #[must_use]
    pub fn reason(&self, made: Made, challenges: &[Generated]) -> Option<String> {
        let so_far = format!("{} of {} were made", challenges.len(), self.count);
        match made {
            Made::All => None,
            Made::Impossible => Some("the set has no solution, so there is no challenge".into()),
            Made::NotFound if self.count == 1 => {
                Some(format!("seed {}: no draw met the wish; try another seed, grade or number", self.each.seed))
            }
            Made::NotFound => Some(format!("no draw met the wish with the other seeds tried; {so_far}")),
            Made::Stopped(stop) => Some(format!("{stop}; {so_far}")),
        }
    }

    /// The report of several challenges, or of none.
    #[must_use]
    pub fn report(&self, made: Made, challenges: Vec<Generated>) -> Challenges {
        let status = match made {
            Made::All => "solved",
            Made::Impossible => "unsolvable",
            Made::Stopped(Stop::Interrupted) => "interrupted",
            Made::NotFound | Made::Stopped(_) => "limit",
        };
        let reason = self.reason(made, &challenges);
        Challenges { puzzle: "pack", status, seed: self.each.seed, asked: self.count, challenges, reason }
    }
}

/// Seeds in a row that meet the wish in no draw before it is given up; and never more in all than challenges are asked for.
const PATIENCE: u64 = 10;

/// Makes challenges from a set, each with the next seed that has one.
///
/// # Errors
/// When the wish cannot be met by any draw.
pub fn generate(desk: &impl Desk, set: &Puzzle, wish: Wish) -> Result<(Vec<Generated>, Made), Fault> {
    let watch = desk.watch(desk.time_limit());
    let mut made = Vec::new();
    let (mut seed, mut failed, mut in_a_row) = (wish.each.seed, 0, 0);
    while (made.len() as u64) < wish.count {
        let mut run = Run::new(desk.limits(), watch.control());
        match challenge::make(set, challenge::Wish { seed, ..wish.each }, &mut run) {
            Ok(challenge) => {
                made.push(Generated::of(seed, &challenge));
                in_a_row = 0;
            }
            Err(NoChallenge::NotFound) => (failed, in_a_row) = (failed + 1, in_a_row + 1),
            Err(NoChallenge::Stopped(stop)) => return Ok((made, Made::Stopped(stop))),
            Err(NoChallenge::Unsolvable) => return Ok((Vec::new(), Made::Impossible)),
            Err(NoChallenge::AllPlaced) => {
                let (most, placed) = (counted(set.pieces().len() as u64, "piece"), wish.each.placed.unwrap_or(0));
                let message = format!("--placed {placed}: the set has {most}, and one must be left to place");
                return Err(Fault::Plain(message));
            }
            Err(NoChallenge::Several) => {
                let message =
                    "--placed 0: the set has several solutions, so no challenge without a placed piece has one only";
                return Err(Fault::Plain(message.into()));
            }
        }
        if failed >= wish.count || in_a_row >= PATIENCE {
            return Ok((made, Made::NotFound));
        }
        seed = seed.wrapping_add(1);
    }
    Ok((made, Made::All))
}

/// A search tree.
#[derive(Debug)]
pub struct Grown {
    /// How the search ended.
    pub outcome: Outcome<()>,
    /// The tree, to be drawn.
    pub drawing: Drawing,
    /// The tree, to be told.
    pub report: PackTree,
}

/// Searches, and keeps the first `most` nodes.
pub fn grow(desk: &impl Desk, puzzle: &Puzzle, method: Method, most: usize) -> Grown {
    let watch = desk.watch(Some(desk.time_limit().unwrap_or(TURN)));
    let mut run = Run::new(desk.limits(), watch.control());
    let grown = tree::grow(puzzle, method, most, &mut run);
    let stats = run.stats();
    let time_ms = watch.milliseconds();
    let cost = Cost { nodes: stats.expanded, cases: grown.cases, time_ms, peak_bytes: stats.peak_bytes };
    let report = PackTree::of(puzzle, &grown, cost);
    Grown { drawing: Drawing::of_pack(puzzle, &grown, stats), report, outcome: grown.outcome }
}
