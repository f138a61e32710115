//! The next piece: the one with the least choice, and why.
//!
//! A hint is always part of some full solution. Among those it takes the cell or the piece with the fewest placements left, so that the reason is short enough to be seen on the board. A position that has no
//! solution is **dead**, and the hint says what shows it: a rule, a region that the pieces left cannot fill, or that everything was searched.

use std::fmt;
use std::ops::ControlFlow;

use serde::Serialize;

use super::check::{self, CellName, Reason};
use super::model::PackModel;
use super::puzzle::{EMPTY, Placement, Puzzle, Solution};
use super::solve::{PackAnswer, PackOutcome, PackPlan, solve};
use crate::cover::{CoverEnd, DancingLinks, ExactCover};
use crate::run::{Run, Stop};

/// A placement worth making next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackHint {
    /// The piece and its cells.
    pub placement: Placement,
    /// Its name.
    pub name: String,
    /// Why this one.
    pub why: HintReason,
}

/// HintReason a placement is the next. As data it has a code and the values that the sentence speaks of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the piece to place, the cell it fills, and how many ways there are to fill it")]
pub enum HintReason {
    /// Nothing else fits the cell.
    OnlyFits { piece: String, cell: CellName },
    /// The piece fits nowhere else.
    OnlyPlace { piece: String },
    /// Every other way to fill the cell leads nowhere.
    OnlyLeads { piece: String, cell: CellName, ways: usize },
    /// No cell and no piece has less choice, and a full solution has it.
    Fewest { piece: String, cell: CellName, ways: usize },
    /// No cell has less choice than the piece, and a full solution has it there.
    FewestPlaces { piece: String, ways: usize },
}

impl fmt::Display for HintReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HintReason::OnlyFits { piece, cell } => write!(f, "only {piece} fits {cell}"),
            HintReason::OnlyPlace { piece } => write!(f, "{piece} fits in one place only"),
            HintReason::OnlyLeads { piece, cell, ways } => {
                write!(f, "of the {ways} ways to fill {cell}, only {piece} here leads to a solution")
            }
            HintReason::Fewest { piece, cell, ways } => {
                write!(f, "{cell} can be filled in {ways} ways, and a solution has {piece} here")
            }
            HintReason::FewestPlaces { piece, ways } => {
                write!(f, "{piece} fits in {ways} places, and a solution has it here")
            }
        }
    }
}

impl fmt::Display for PackHint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.why.fmt(f)
    }
}

/// The next placement; `None` when nothing has to be placed any more. A dead position is [`PackOutcome::Impossible`].
///
/// ```
/// use ubin::pack::{PackOutcome, hint, text};
/// use ubin::run::{Control, Limits, Run};
///
/// let puzzle = text::read("2 3 2\nDEFAULT\nAAA\nA\nBB\nPLACED\nAAA\nA..\n")?.puzzle;
/// let control = Control::new();
/// let answer = hint::hint(&puzzle, &mut Run::new(Limits::default(), &control));
/// let PackOutcome::Solved(Some(hint)) = answer.outcome else { panic!("there is a next piece") };
/// assert_eq!(hint.to_string(), "only B fits row 2 column 2");
/// # Ok::<(), ubin::pack::text::PackTextError>(())
/// ```
pub fn hint(puzzle: &Puzzle, run: &mut Run<'_>) -> PackAnswer<Option<PackHint>> {
    let PackAnswer { outcome, method, cases, found } = solve(puzzle, PackPlan::default(), run);
    let outcome = match outcome {
        PackOutcome::Stopped(stop) => PackOutcome::Stopped(stop),
        PackOutcome::Impossible(reason) => PackOutcome::Impossible(narrower(puzzle, reason, run)),
        PackOutcome::Solved(solution) if solution.owners() == puzzle.owners() => PackOutcome::Solved(None),
        PackOutcome::Solved(solution) => match most_forced(puzzle, &solution, run) {
            Err(stop) => PackOutcome::Stopped(stop),
            Ok(hint) => PackOutcome::Solved(Some(hint)),
        },
    };
    PackAnswer { outcome, method, cases, found }
}

fn most_forced(puzzle: &Puzzle, solution: &Solution, run: &mut Run<'_>) -> Result<PackHint, Stop> {
    let held = run.held();
    let model = &PackModel::new(puzzle, run)?;
    let reach = model.reach(run)?;
    // A cell that the solution leaves empty has no piece to be shown.
    let is_filled = |&(_, cell): &(u32, u32)| solution.owners()[model.free[cell as usize] as usize] != EMPTY;
    let filled = reach.iter().copied().zip(0u32..).filter(is_filled);
    let (ways, cell) = filled.min().expect("the solution places something");
    let places = |kind: usize| model.of_kind(kind).count();
    let single = model.loose().filter(|&(kind, _)| model.kinds[kind].is_single());
    let scarcest = single.min_by_key(|&(kind, _)| places(kind)).map(|(kind, piece)| (places(kind), piece));
    let name = |piece: usize| puzzle.pieces()[piece].name().to_owned();
    if let Some((ways, piece)) = scarcest.filter(|&(places, _)| places < ways as usize) {
        run.release_to(held);
        let mut placements = solution.placements(puzzle).into_iter();
        let placement = placements.find(|placement| placement.piece == piece).expect("every solution has it");
        let (name, piece) = (name(piece), name(piece));
        let why = if ways == 1 { HintReason::OnlyPlace { piece } } else { HintReason::FewestPlaces { piece, ways } };
        return Ok(PackHint { placement, name, why });
    }
    let board_cell = model.free[cell as usize];
    let placement = solution.placement_at(puzzle, board_cell).expect("the cell is filled");
    let (piece, ways, cell_name) = (name(placement.piece), ways as usize, CellName::of(puzzle.board(), board_cell));
    let why = match ways {
        1 => HintReason::OnlyFits { piece, cell: cell_name },
        ways if others_fail(puzzle, model, cell, &placement, run) => {
            HintReason::OnlyLeads { piece, cell: cell_name, ways }
        }
        ways => HintReason::Fewest { piece, cell: cell_name, ways },
    };
    run.release_to(held);
    Ok(PackHint { name: name(placement.piece), placement, why })
}

/// Whether every other way to fill a cell has been shown to lead nowhere, with a little searching.
fn others_fail(puzzle: &Puzzle, model: &PackModel, cell: u32, kept: &Placement, run: &mut Run<'_>) -> bool {
    /// More ways are no longer a reason that a person would follow.
    const MOST_WAYS: usize = 12;
    let fills = |option: &usize| model.cells(*option).contains(&cell);
    let ways = || (0..model.options.len()).filter(fills).map(|option| model.placement(option));
    // That the cell may stay empty is not followed up.
    let Some(placements) = ways().take(MOST_WAYS + 1).collect::<Option<Vec<Placement>>>() else { return false };
    placements.len() <= MOST_WAYS
        && placements.into_iter().filter(|way| way != kept).all(|way| {
            let mut tried = puzzle.clone();
            tried.place(way).is_ok()
                && matches!(solve(&tried, PackPlan::default(), run).outcome, PackOutcome::Impossible(_))
        })
}

/// A reason that a person can see, where only a search has found none: a region that no pieces fill.
fn narrower(puzzle: &Puzzle, reason: Reason, run: &mut Run<'_>) -> Reason {
    if !matches!(reason, Reason::Searched { .. }) {
        return reason;
    }
    let held = run.held();
    // That the position is dead is proven; a stop only means that nothing better is said of it.
    let found = dead_region(puzzle, run).ok().flatten();
    run.release_to(held);
    found.unwrap_or(reason)
}

/// A region that no choice of the pieces fills.
fn dead_region(puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Option<Reason>, Stop> {
    let model = PackModel::new(puzzle, run)?;
    let regions = check::region_list(puzzle, &model, run)?;
    let lattice = puzzle.board().lattice();
    if regions.len() < 2 || model.loose().any(|(_, piece)| puzzle.pieces()[piece].parts(lattice) > 1) {
        return Ok(None);
    }
    for region in regions {
        if is_unfillable(&model, &region, run)? {
            let first = CellName::of(puzzle.board(), model.free[region[0] as usize]);
            return Ok(Some(Reason::DeadRegion { size: region.len(), first }));
        }
    }
    Ok(None)
}

/// Whether no choice of what is left fills a region: its cells are primary items, the kinds are counted.
fn is_unfillable(model: &PackModel, region: &[u32], run: &mut Run<'_>) -> Result<bool, Stop> {
    let held = run.held();
    run.hold(model.bytes())?;
    let mut sorted = region.to_vec();
    sorted.sort_unstable();
    let amounts = model.kinds.iter().map(|kind| (0, kind.amount.most)).collect();
    let mut problem = ExactCover::counted(sorted.len(), 0, amounts);
    for option in 0..model.options.len() {
        run.work(16 * model.cells(option).len() as u64)?;
        let inside: Option<Vec<u32>> =
            model.cells(option).iter().map(|cell| sorted.binary_search(cell).ok().map(|at| at as u32)).collect();
        if let Some(items) = inside {
            let kind = sorted.len() as u32 + model.options[option].kind;
            problem.push_option(items.into_iter().chain([kind])).map_err(|_| run.out_of_memory())?;
        }
    }
    let mut found = false;
    let end = DancingLinks::within(&problem, run)?.run(&[], run, &mut |_| {
        found = true;
        ControlFlow::Break(())
    });
    run.release_to(held);
    Ok(end == CoverEnd::Done && !found)
}
