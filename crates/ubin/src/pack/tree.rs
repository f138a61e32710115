//! The tree of a search for a packing, as it grew: each node is a piece that was put somewhere.
//!
//! The engines are those of [`solve`](super::solve), watched. `brute-force` runs as its plain walk, whose cases the fast one counts without walking.

use std::ops::ControlFlow;

use super::alike::{Alike, Merging};
use super::backtrack::constrain::Constrain;
use super::backtrack::{Cut, MOST_CELLS, by_words};
use super::brute;
use super::check::Reason;
use super::model::PackModel;
use super::puzzle::Puzzle;
use super::solve::{Method, PackOutcome, prepare};
use crate::cover::{CoverEnd, DancingLinks};
use crate::observe::{MadeNode, Observer as _, Recorder, Tree};
use crate::run::{Run, Stop};

/// What a node of the tree puts on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackStep {
    /// The number of the piece; `None` for a cell that stays empty.
    pub piece: Option<usize>,
    /// The numbers of its cells, ascending.
    pub cells: Vec<u32>,
}

/// A search and its tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrownPack {
    /// The first nodes, and what happened level by level.
    pub tree: Tree<PackStep>,
    /// How the search ended.
    pub outcome: PackOutcome<()>,
    /// The engine.
    pub method: Method,
    /// Placements tried; for the plain search, positions.
    pub cases: u64,
}

/// Searches up to the first solution, and keeps the first `most` nodes.
///
/// ```
/// use ubin::pack::{Method, text, tree};
/// use ubin::run::{Control, Limits, Run};
///
/// let puzzle = text::read("2 2 2\nDEFAULT\nAA\nBB\n")?.puzzle;
/// let control = Control::new();
/// let grown = tree::grow(&puzzle, Method::Cover, 100, &mut Run::new(Limits::default(), &control));
/// // Two equal pieces are tried as one.
/// assert_eq!((grown.tree.made(), grown.tree.levels.len()), (4, 3));
/// # Ok::<(), ubin::pack::text::PackTextError>(())
/// ```
pub fn grow(puzzle: &Puzzle, method: Method, most: usize, run: &mut Run<'_>) -> GrownPack {
    let room = (most * (256 + puzzle.board().size() / puzzle.pieces().len())) as u64;
    if let Err(stop) = run.hold(room).and_then(|()| run.check()) {
        return GrownPack { tree: root_only(), outcome: PackOutcome::Stopped(stop), method, cases: 0 };
    }
    if method == Method::BruteForce {
        return plain(puzzle, most, run);
    }
    // As the search does: pieces of one shape are not told apart, and all are shown as the first of them.
    let alike = match Alike::of(puzzle, Merging::All, run) {
        Ok(alike) => alike,
        Err(stop) => return GrownPack { tree: root_only(), outcome: PackOutcome::Stopped(stop), method, cases: 0 },
    };
    let merged = alike.as_ref().map_or(puzzle, |alike| &alike.puzzle);
    let model = match prepare(merged, run) {
        Ok(model) => model,
        Err(outcome) => return GrownPack { tree: root_only(), outcome, method, cases: 0 },
    };
    let before = run.stats();
    let by_masks = method != Method::Cover && model.free.len() <= MOST_CELLS;
    let (tree, end, method) = if by_masks {
        let (tree, end) = by_words!(model.free.len(), masks(merged, &model, most, run));
        (tree, end, Method::Backtrack)
    } else {
        let (tree, end) = links(&model, most, run);
        (tree, end, Method::Cover)
    };
    let first = |piece: usize| alike.as_ref().map_or(piece, |alike| alike.first_member(piece));
    let tree = tree.map(|step| PackStep { piece: step.piece.map(first), ..step });
    let stats = run.stats();
    let outcome = match end {
        Ok(true) => PackOutcome::Solved(()),
        Ok(false) => PackOutcome::Impossible(Reason::Searched { nodes: stats.expanded - before.expanded }),
        Err(stop) => PackOutcome::Stopped(stop),
    };
    GrownPack { tree, outcome, method, cases: stats.generated - before.generated }
}

/// The tree of a search that never began.
fn root_only() -> Tree<PackStep> {
    let mut recorder = Recorder::new(1);
    recorder.round(None);
    recorder.made(MadeNode { name: 0, parent: None, g: 0, h: 0 }, || None);
    recorder.tree()
}

fn plain(puzzle: &Puzzle, most: usize, run: &mut Run<'_>) -> GrownPack {
    let mut recorder = Recorder::new(most);
    let tried = brute::observed(puzzle, run, &mut recorder);
    let (outcome, cases) = match tried {
        Ok(tried) if tried.solution.is_some() => (PackOutcome::Solved(()), tried.cases),
        Ok(tried) => (PackOutcome::Impossible(Reason::Tried { cases: tried.cases }), tried.cases),
        Err((stop, cases)) => (PackOutcome::Stopped(stop), cases),
    };
    let tree = recorder.tree().map(|(piece, cells)| PackStep { piece: Some(piece), cells });
    GrownPack { tree, outcome, method: Method::BruteForce, cases }
}

/// Whether there is a solution; the tree beside it.
type WatchedEnd = (Tree<PackStep>, Result<bool, Stop>);

fn masks<const W: usize>(puzzle: &Puzzle, model: &PackModel, most: usize, run: &mut Run<'_>) -> WatchedEnd {
    let mut recorder = Recorder::new(most);
    let held = run.held();
    let end = match Constrain::<W>::new(puzzle, model, run) {
        Err(stop) => ControlFlow::Break(Cut::Stopped(stop)),
        Ok(engine) => engine.observed(run, &mut || ControlFlow::Break(()), &mut recorder),
    };
    run.release_to(held);
    let place = |(kind, cells): (u32, Vec<u32>)| PackStep {
        piece: model.kinds[kind as usize].piece,
        cells: cells.into_iter().map(|cell| model.free[cell as usize]).collect(),
    };
    let found = match end {
        ControlFlow::Continue(()) => Ok(false),
        ControlFlow::Break(Cut::Enough) => Ok(true),
        ControlFlow::Break(Cut::Stopped(stop)) => Err(stop),
        ControlFlow::Break(Cut::Budget) => unreachable!("this search has no budget of its own"),
    };
    (recorder.tree().map(place), found)
}

fn links(model: &PackModel, most: usize, run: &mut Run<'_>) -> WatchedEnd {
    let held = run.held();
    let mut recorder = Recorder::new(most);
    let end = run.check().and_then(|()| model.problem(run)).and_then(|problem| {
        let mut search = DancingLinks::within(&problem, run)?;
        Ok(search.observed(&[], run, &mut |_| ControlFlow::Break(()), &mut recorder))
    });
    run.release_to(held);
    let found = match end {
        Ok(CoverEnd::Done) => Ok(false),
        Ok(CoverEnd::Enough) => Ok(true),
        Ok(CoverEnd::Stopped(stop, _)) | Err(stop) => Err(stop),
    };
    let step = |option: u32| {
        let piece = model.kinds[model.options[option as usize].kind as usize].piece;
        let cells = model.cells(option as usize).iter().map(|&cell| model.free[cell as usize]);
        PackStep { piece, cells: cells.collect() }
    };
    (recorder.tree().map(step), found)
}
