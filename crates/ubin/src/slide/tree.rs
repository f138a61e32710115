//! The tree of a search for the shortest moves, as it grew.
//!
//! The engines are those of [`solve`](super::solve), watched. Only `ida` with pattern databases runs as the plain engine here: the tuned one keeps no nodes to look at.

use super::answer::{SlideAnswer, Status};
use serde::Serialize;

use super::board::Dir;
use super::course;
use super::dispatch::{GridWork, bounds, on_grid};
use super::domain::SlideDomain;
use super::engine::one_by_one;
use super::goal::Puzzle;
use super::grid::{ByteBoard, Grid, WideBoard};
use super::heuristic::{Heuristic, HeuristicName};
use super::method::{Method, Metric};
use super::options::{OptionError, Options};
use super::parity::Parity;
use super::store::TableStore;
use super::trace::trace;
use crate::observe::{MadeNode, Node, Observer as _, Recorder, Tree};
use crate::run::{Run, Stats};
use crate::search::{Answer, beam, best_first, bfs, ida};

/// A search and its tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grown {
    /// The first nodes, and what happened level by level.
    pub tree: Tree<Dir>,
    /// How the search ended.
    pub status: Status,
    /// The moves it found.
    pub moves: Option<Vec<Dir>>,
    /// The method.
    pub method: Method,
    /// Its heuristic.
    pub heuristic: Option<HeuristicName>,
    /// What the method counts, as `solve` does.
    pub stats: Stats,
    /// The tiles of each pattern, where the heuristic is of pattern tables.
    pub(crate) patterns: Option<Vec<Vec<u16>>>,
}

/// Why there is no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum TreeError {
    /// A method without a tree.
    #[error("{method} does not search a tree; branch-and-bound, astar, ida, bfs, weighted-astar, greedy and beam do")]
    NoTree {
        /// The method asked for.
        method: Method,
    },
    /// Lines that slide as one move, whose search keeps no tree.
    #[error("the search for lines that slide keeps no tree; metric single does")]
    NoTreeOfLines,
    /// Options that contradict each other or the board.
    #[error(transparent)]
    #[serde(untagged)]
    Options(#[from] OptionError),
}

/// Searches, and keeps the first `most` nodes.
///
/// `auto` is branch and bound here, the search of the text-books.
///
/// ```
/// use ubin::run::{Control, Limits, Run};
/// use ubin::slide::solve::{Method, Options};
/// use ubin::slide::{Goal, Puzzle, TableStore, text, tree};
///
/// let board = text::read("1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12", None)?;
/// let puzzle = Puzzle::with_goal(board, Goal::BlankLast);
/// let control = Control::new();
/// let options = Options { method: Method::BranchAndBound, ..Options::default() };
/// let grown = tree::grow(&puzzle, &options, &TableStore::default(), 100, &mut Run::new(Limits::default(), &control))?;
/// assert_eq!((grown.stats.expanded, grown.tree.levels.len()), (3, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the method has no tree, or the options contradict each other or the board.
pub fn grow(
    puzzle: &Puzzle,
    options: &Options,
    store: &TableStore,
    most: usize,
    run: &mut Run<'_>,
) -> Result<Grown, TreeError> {
    let method = if options.method == Method::Auto { Method::BranchAndBound } else { options.method };
    // Iterative deepening with a bound that a person can follow.
    let own = if method == Method::Ida { Some(HeuristicName::Manhattan) } else { method.default_heuristic() };
    let heuristic = options.heuristic.or(own);
    let options = Options { method, ..*options };
    Options { order: None, ..options }.check()?;
    if method == Method::Quick {
        return Err(TreeError::NoTree { method });
    }
    if options.metric == Metric::Multi {
        return Err(TreeError::NoTreeOfLines);
    }
    // With the heuristic that it is searched by: every engine of a tree is a plain one.
    Options { heuristic, ..options }.check()?;
    let mut recorder = Recorder::new(most);
    let grown = |recorder: Recorder<Dir>, status, moves, stats| Grown {
        tree: recorder.tree(),
        status,
        moves,
        method,
        heuristic,
        stats,
        patterns: None,
    };
    if !Parity::is_solvable(puzzle) {
        // No search would end with the goal: the board is all there is. Pattern tables know nothing of it.
        let name = heuristic.filter(|&name| name != HeuristicName::Pattern);
        let h = match trace(puzzle, &[], name, store, run)? {
            Ok(bounds) => bounds[0],
            Err(stop) => return Ok(grown(recorder, Status::Stopped(stop), None, run.stats())),
        };
        recorder.round(None);
        recorder.made(MadeNode { name: 0, parent: None, g: 0, h }, || None);
        return Ok(grown(recorder, Status::Unsolvable, None, run.stats()));
    }
    let room = (most * (size_of::<Node<Dir>>() + 2 * size_of::<u64>())) as u64;
    let prepared = run.hold(room).and_then(|()| run.check());
    let bounds = match (prepared, bounds(puzzle, heuristic, store, run)?) {
        (Err(stop), _) | (_, Err(stop)) => return Ok(grown(recorder, Status::Stopped(stop), None, run.stats())),
        (Ok(()), Ok(bounds)) => bounds,
    };
    let patterns = bounds.patterns();
    let job = Watched { options, run, recorder: &mut recorder };
    // A watched search is short: two forms of the board are enough, and half the code of four.
    let answer = match puzzle.size().cells() <= ByteBoard::CELLS {
        true => on_grid::<ByteBoard, _>(puzzle, bounds, job),
        false => on_grid::<WideBoard, _>(puzzle, bounds, job),
    };
    let SlideAnswer { status, moves, .. } = SlideAnswer::of(answer, method, heuristic).passed(puzzle);
    Ok(Grown { patterns, ..grown(recorder, status, moves, run.stats()) })
}

struct Watched<'r, 'c> {
    options: Options,
    run: &'r mut Run<'c>,
    recorder: &'r mut Recorder<Dir>,
}

impl GridWork for Watched<'_, '_> {
    type Output = Answer<Dir>;

    fn run<G: Grid, H: Heuristic<G>>(self, puzzle: &Puzzle, heuristic: H) -> Answer<Dir> {
        let Watched { options, run, recorder } = self;
        if let Some(program) = options.program() {
            let (answer, counts) = course::observed::<G, H, _>(puzzle, &heuristic, program, run, recorder);
            run.recount(counts.expanded, counts.generated);
            return answer;
        }
        let domain = SlideDomain::<G, H>::in_order(puzzle, heuristic, options.order.unwrap_or_default());
        match options.method {
            Method::Bfs => bfs::observed(&domain, run, recorder),
            Method::Ida => {
                let answer = ida::observed(&domain, run, recorder);
                if options.order.is_some() {
                    one_by_one(&domain, &answer, run);
                }
                answer
            }
            Method::Beam => beam::observed(&domain, options.width, run, recorder),
            method => {
                let order = match method {
                    Method::WeightedAstar => best_first::Order::Weighted(options.weight),
                    Method::Greedy => best_first::Order::Greedy,
                    _ => best_first::Order::Astar,
                };
                best_first::observed(&domain, order, run, recorder)
            }
        }
    }
}
