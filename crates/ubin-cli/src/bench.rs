//! `ubin bench`: a fixed list of boards and methods, and the total of nodes they take.
//!
//! The total is the program's signature: the same on every machine. A change that does not mean to change a search
//! must not change it, and one that does says so with the new figure.

use serde::Serialize;
use ubin::run::{Limits, Run, Stop};
use ubin::slide::HeuristicName;
use ubin::slide::Variant;
use ubin::slide::solve::{Method, Metric, Options, solve};
use ubin::slide::{Goal, Puzzle, TableStore, text};

use crate::args::Common;
use crate::complaint::{Complaint, UsageError};
use crate::desk::WatchedWork;
use crate::exit::Exit;
use crate::output::{self, Printout};
use crate::phrases;
use crate::watch;

/// A name, a board, its goal, and how it is solved.
type BenchJob = (&'static str, &'static str, Goal, Options);

const fn by(method: Method, heuristic: Option<HeuristicName>) -> Options {
    Options {
        method,
        heuristic,
        variant: Variant::Exact,
        weight: 1500,
        width: 1000,
        prove: false,
        metric: Metric::Single,
        order: None,
    }
}

const EIGHT: &str = "7 2 4/5 0 6/8 3 1";
const LECTURE: &str = "1 2 3 4/5 7 10 8/11 9 6 -/13 14 15 12";
/// Korf's instance 79, the easiest of his hundred.
const KORF_79: &str = "0 1 9 7/11 13 5 3/14 12 4 2/8 6 10 15";
/// 44 moves.
const TWENTY_FOUR: &str = "1 2 3 4 5/11 12 6 8 10/16 7 15 20 23/22 21 18 - 24/17 13 14 9 19";

const JOBS: [BenchJob; 13] = [
    ("8-puzzle", EIGHT, Goal::BlankFirst, by(Method::Bfs, None)),
    ("8-puzzle", EIGHT, Goal::BlankFirst, by(Method::Astar, Some(HeuristicName::Manhattan))),
    ("8-puzzle", EIGHT, Goal::BlankFirst, by(Method::Ida, Some(HeuristicName::LinearConflict))),
    ("lecture", LECTURE, Goal::BlankLast, by(Method::BranchAndBound, Some(HeuristicName::Hamming))),
    (
        "lecture, R0",
        LECTURE,
        Goal::BlankLast,
        Options { variant: Variant::DropSeen, ..by(Method::BranchAndBound, Some(HeuristicName::Hamming)) },
    ),
    ("korf 79", KORF_79, Goal::BlankFirst, by(Method::Ida, Some(HeuristicName::Manhattan))),
    ("korf 79", KORF_79, Goal::BlankFirst, by(Method::Ida, Some(HeuristicName::WalkingDistance))),
    ("korf 79", KORF_79, Goal::BlankFirst, by(Method::WeightedAstar, Some(HeuristicName::Manhattan))),
    ("korf 79", KORF_79, Goal::BlankFirst, by(Method::Greedy, Some(HeuristicName::LinearConflict))),
    ("korf 79", KORF_79, Goal::BlankFirst, by(Method::Ida, Some(HeuristicName::Pattern))),
    ("24-puzzle", TWENTY_FOUR, Goal::BlankLast, by(Method::Ida, Some(HeuristicName::Pattern))),
    ("24-puzzle", TWENTY_FOUR, Goal::BlankLast, by(Method::Astar, Some(HeuristicName::LinearConflict))),
    ("24-puzzle", TWENTY_FOUR, Goal::BlankLast, by(Method::Beam, Some(HeuristicName::Manhattan))),
];

#[derive(Serialize)]
struct BenchRow {
    board: &'static str,
    method: &'static str,
    heuristic: Option<&'static str>,
    length: Option<usize>,
    expanded: u64,
    time_ms: f64,
}

#[derive(Serialize)]
struct BenchReport {
    /// None when the list was interrupted.
    signature: Option<u64>,
    rows: Vec<BenchRow>,
}

pub(crate) fn run(common: &Common) -> Result<Exit, Complaint> {
    output::check_extension(common, &["txt", "json"])?;
    let limits = &common.limits;
    if limits.time_limit_ms.is_some() || limits.node_limit.is_some() || limits.memory_limit_bytes.is_some() {
        return Err(UsageError::LimitsOfBench.into());
    }
    // Tables that happen to be kept on this machine must not change the signature.
    let tables = TableStore::default();
    let mut rows = Vec::new();
    for (name, board, goal, options) in JOBS {
        rows.push(row(common, &tables, name, board, goal, &options));
        if watch::interrupted() {
            break;
        }
    }
    let signature = rows.iter().map(|row| row.expanded).sum();
    let mut text = String::new();
    for row in &rows {
        let heuristic = row.heuristic.unwrap_or("-");
        let length = row.length.map_or("-".into(), |length| length.to_string());
        text += &format!(
            "{:<12} {:<17} {heuristic:<17} {} {:>12} {:>10}\n",
            row.board,
            row.method,
            phrases::bench_moves(format!("{length:>3}")),
            phrases::grouped(row.expanded),
            phrases::milliseconds(row.time_ms)
        );
    }
    let whole = rows.len() == JOBS.len() && !watch::interrupted();
    if whole {
        text += &(phrases::signature(phrases::nodes(signature)) + "\n");
    } else {
        text += &(phrases::stopped(phrases::stop(Stop::Interrupted)) + "\n");
    }
    output::show(common, &Printout::new(text, &BenchReport { signature: whole.then_some(signature), rows }))?;
    Ok(if whole { Exit::Answered } else { Exit::Interrupted })
}

fn row(
    common: &Common,
    tables: &TableStore,
    name: &'static str,
    board: &str,
    goal: Goal,
    options: &Options,
) -> BenchRow {
    let board = text::read(board, None).expect("the list's boards are right");
    let puzzle = Puzzle::with_goal(board, goal);
    let work = WatchedWork::start(common, None);
    let mut run = Run::new(Limits::default(), work.control());
    let solution = solve(&puzzle, options, tables, &mut run).expect("the list's options fit its boards");
    BenchRow {
        board: name,
        method: options.method.name(),
        heuristic: options.heuristic.map(HeuristicName::name),
        length: solution.moves.map(|moves| moves.len()),
        expanded: solution.stats.expanded,
        time_ms: work.milliseconds(),
    }
}
