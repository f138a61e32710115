//! The front door: a puzzle and options in, a verified solution out.

pub use super::{
    answer::{SlideAnswer, Status},
    count::{ShortestCount, count},
    method::{Method, Metric},
    options::{OptionError, Options},
};

use super::answer::bound;
use super::anytime::Anytime;
use super::board::Dir;
use super::engine::{by_method, deepen, strongest};
use super::goal::Puzzle;
use super::grid::{ByteBoard, Grid as _};
use super::heuristic::{HeuristicName, LinearConflict};
use super::learned::LayeredBeam;
use super::multi::bound as multi_bound;
use super::parity::Parity;
use super::proof;
use super::quick;
use super::spread::Spread;
use super::store::{LargeTables, TableStore};
use crate::run::{Run, Stats, Stop};
use crate::search::{Answer, Outcome};

/// The most cells of a board that `auto` proves without being asked to.
pub const PROVEN_CELLS: usize = 16;

/// Solves a puzzle.
///
/// ```
/// use ubin::run::{Control, Limits, Run};
/// use ubin::slide::solve::{Options, Status, solve};
/// use ubin::slide::{Goal, Puzzle, TableStore, letters, text};
///
/// let board = text::read("1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12", None).unwrap();
/// let puzzle = Puzzle::with_goal(board, Goal::BlankLast);
/// let control = Control::new();
/// let mut run = Run::new(Limits::default(), &control);
/// let solution = solve(&puzzle, &Options::default(), &TableStore::default(), &mut run).unwrap();
/// assert_eq!(solution.status, Status::Optimal);
/// assert_eq!(letters(&solution.moves.unwrap()), "DRD");
/// ```
///
/// # Errors
/// When the options contradict each other or the board.
pub fn solve(
    puzzle: &Puzzle,
    options: &Options,
    store: &TableStore,
    run: &mut Run<'_>,
) -> Result<SlideAnswer, OptionError> {
    options.check()?;
    let solution = if Parity::is_solvable(puzzle) {
        match options.method {
            _ if options.metric == Metric::Multi => multi(puzzle, options, store, run)?,
            Method::Auto => auto(puzzle, options, store, run)?,
            Method::Quick => SlideAnswer::quick(puzzle),
            Method::Beam if options.heuristic.is_none() => {
                let outcome = widening(puzzle, options.width, store, run).unwrap_or_else(Outcome::Stopped);
                let lower_bound = bound(puzzle, &LinearConflict::new(puzzle.goal()));
                SlideAnswer::of(Answer { outcome, lower_bound }, Method::Beam, None)
            }
            _ => by_method(puzzle, options, store, run)?,
        }
    } else {
        SlideAnswer::unsolvable(options)
    };
    let solution = solution.passed(puzzle);
    if let Some(length) = solution.length() {
        run.improve(length as u64);
    }
    Ok(SlideAnswer { stats: run.stats(), ..solution.rounded(puzzle) })
}

/// A beam of this width by the learned score, where there is one, else by the spread beam's own; one twice as wide as often
/// as it finds nothing.
fn widening(puzzle: &Puzzle, width: usize, store: &TableStore, run: &mut Run<'_>) -> Result<Outcome<Vec<Dir>>, Stop> {
    let Some(score) = store.learned(puzzle.goal(), run)? else {
        return Ok(Spread::new(puzzle).widening(width, run));
    };
    let by_rows = quick::solve(puzzle).expect("parity says that the goal can be reached").len();
    let mut beam = LayeredBeam { width: width.max(1), moves: by_rows, threads: store.threads() };
    loop {
        if let Some(moves) = score.search(puzzle.board(), beam, run)? {
            return Ok(Outcome::Solved(moves));
        }
        beam.width *= 2;
    }
}

/// Shortest in lines that slide.
fn multi(
    puzzle: &Puzzle,
    options: &Options,
    store: &TableStore,
    run: &mut Run<'_>,
) -> Result<SlideAnswer, OptionError> {
    let Some(answer) = proof::fewest_lines(puzzle, store, run) else {
        // Nothing proves large boards, and nothing less was asked for.
        let proven = options.prove || options.method.is_exact();
        let size = puzzle.size();
        return if proven { Err(OptionError::MultiSize { size }) } else { Ok(many_lines(puzzle, store, run)) };
    };
    let lower_bound = answer.lower_bound;
    let (status, moves, method) = match answer.outcome {
        Outcome::Solved(moves) => (Status::Optimal, Some(moves), Method::Ida),
        Outcome::Stopped(stop) => (Status::Stopped(stop), quick::solve(puzzle), Method::Quick),
        Outcome::Impossible => unreachable!("parity says that the goal can be reached"),
    };
    let (metric, stats) = (Metric::Multi, Stats::default());
    let (heuristic, tables, by_beam) = (None, None, false);
    let solution = SlideAnswer { status, moves, lower_bound, metric, method, heuristic, stats, tables, by_beam };
    let proven = solution.length() == Some(lower_bound as usize);
    Ok(SlideAnswer { status: if proven { Status::Optimal } else { status }, ..solution })
}

/// Few lines on a board too large to prove: ways of few single moves are looked for, and their lines counted.
fn many_lines(puzzle: &Puzzle, store: &TableStore, run: &mut Run<'_>) -> SlideAnswer {
    let lower_bound = multi_bound(puzzle.goal(), puzzle.board());
    let mut anytime = Anytime::new(puzzle, 0, run);
    let stop = anytime.rank(store, run).and_then(|()| anytime.improve(None, run)).err();
    let interrupted = stop.filter(|&stop| stop == Stop::Interrupted);
    let Anytime { fewest_lines: moves, method, .. } = anytime;
    let solution = SlideAnswer {
        status: interrupted.map_or(Status::Solved, Status::Stopped),
        moves: Some(moves),
        lower_bound,
        metric: Metric::Multi,
        method,
        heuristic: None,
        stats: Stats::default(),
        tables: None,
        by_beam: false,
    };
    let proven = solution.length() == Some(lower_bound as usize);
    SlideAnswer { status: if proven { Status::Optimal } else { solution.status }, ..solution }
}

/// Small boards: a proof. Larger ones: a solution at once, shorter ones as they are found, and as much proof as the run
/// allows.
fn auto(puzzle: &Puzzle, options: &Options, store: &TableStore, run: &mut Run<'_>) -> Result<SlideAnswer, OptionError> {
    let heuristic = options.heuristic.unwrap_or_else(|| strongest(puzzle.size()));
    if puzzle.size().cells() > PROVEN_CELLS {
        return large(puzzle, options, heuristic, store, run);
    }
    let exact = deepen(puzzle, heuristic, store, run)?;
    let Status::Stopped(_) = exact.status else { return Ok(exact) };
    if exact.moves.is_some() {
        return Ok(exact);
    }
    let quick = SlideAnswer::quick(puzzle);
    let lower_bound = exact.lower_bound.max(quick.lower_bound);
    let proven = quick.length() == Some(lower_bound as usize);
    Ok(SlideAnswer { status: if proven { Status::Optimal } else { exact.status }, lower_bound, ..quick })
}

/// A board beyond [`PROVEN_CELLS`].
fn large(
    puzzle: &Puzzle,
    options: &Options,
    heuristic: HeuristicName,
    store: &TableStore,
    run: &mut Run<'_>,
) -> Result<SlideAnswer, OptionError> {
    if heuristic == HeuristicName::Pattern && puzzle.size().cells() > ByteBoard::CELLS {
        return Err(OptionError::PatternSize { size: puzzle.size() });
    }
    let mut anytime = Anytime::new(puzzle, bound(puzzle, &LinearConflict::new(puzzle.goal())), run);
    let large = if options.prove { LargeTables::Build } else { LargeTables::Kept };
    let tables = (heuristic == HeuristicName::Pattern).then_some((store, large));
    // Where large tables are known to be good, a proof finds shorter solutions than the stages do.
    let closes = options.prove && tables.is_some() && proof::closes(puzzle.goal());
    let ranked = anytime.rank(store, run);
    let improved = ranked.and_then(|()| if closes { anytime.begin(run) } else { anytime.improve(tables, run) });
    // Without tables there is nothing to wait for but a proof that was asked for.
    let deepens = closes || tables.is_none() && (options.prove || options.heuristic.is_some());
    let mut stop = improved.err();
    if stop.is_none() && deepens && !anytime.is_proven() {
        let exact = deepen(puzzle, heuristic, store, run)?;
        let Status::Stopped(why) = exact.status else { return Ok(exact) };
        anytime.lower_bound = anytime.lower_bound.max(exact.lower_bound);
        exact.moves.into_iter().for_each(|moves| anytime.take(moves, run));
        stop = Some(why);
    }
    let status = match stop {
        _ if anytime.is_proven() => Status::Optimal,
        Some(stop @ Stop::Interrupted) => Status::Stopped(stop),
        Some(stop) if options.prove => Status::Stopped(stop),
        _ => Status::Solved,
    };
    let Anytime { moves, method, lower_bound, .. } = anytime;
    let heuristic = (method == Method::Ida).then_some(heuristic);
    let answer = Answer { outcome: Outcome::Solved(moves), lower_bound };
    Ok(SlideAnswer { status, ..SlideAnswer::of(answer, method, heuristic) })
}
