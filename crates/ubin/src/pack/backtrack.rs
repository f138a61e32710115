//! The fast engine: placements as bit masks.
//!
//! [`scan`] always fills the first empty cell of a flat board: all solutions where they are few. [`constrain`] branches where the fewest options are left: first solutions, boards with pieces on them, bodies in space, proofs. Boards of more than [`MOST_CELLS`] cells are left to dancing links.

pub(crate) mod constrain;
mod lists;
pub(crate) mod region;
mod room;
pub(crate) mod scan;
mod simd;
pub(crate) mod units;

use std::ops::ControlFlow;

use super::bits::Mask;
use super::model::PackModel;
use super::puzzle::Puzzle;
use crate::run::{Run, Stop};
use constrain::Constrain;
use room::TreeRoom;
use units::{OptionSink, TreeEngine as _, WantedSolutions};

/// The largest number of free cells that the masks hold.
pub(crate) const MOST_CELLS: usize = 1024;

/// Calls a function with the number of words that its masks need.
macro_rules! by_words {
    ($cells:expr, $function:ident($($argument:expr),*)) => {
        match $cells {
            0..=64 => $function::<1>($($argument),*),
            65..=128 => $function::<2>($($argument),*),
            129..=256 => $function::<4>($($argument),*),
            _ => $function::<16>($($argument),*),
        }
    };
}
pub(crate) use by_words;

/// Calls a function with the number of words that masks of a model need, and that its stock needs. Only for models that can be swept.
macro_rules! by_sizes {
    ($model:expr, $function:ident($($argument:expr),*)) => {
        match ($model.free.len(), $crate::pack::stock::words($model)) {
            (0..=64, 1) => $function::<1, 1>($($argument),*),
            (65..=128, 1) => $function::<2, 1>($($argument),*),
            (129..=256, 1) => $function::<4, 1>($($argument),*),
            (_, 1) => $function::<16, 1>($($argument),*),
            (0..=256, _) => $function::<4, 2>($($argument),*),
            _ => $function::<16, 2>($($argument),*),
        }
    };
}
pub(crate) use by_sizes;

/// Whether a model's cells and kinds fit the masks and stocks of a sweep.
pub(crate) fn can_sweep(model: &PackModel) -> bool {
    model.free.len() <= MOST_CELLS && super::stock::words(model) <= 2
}

/// The bytes that a search for the most constrained cell may need: a list of masks for each option on the way. Most levels need less, for the lists get shorter.
pub(crate) fn bytes(model: &PackModel) -> u64 {
    fn mask<const W: usize>() -> usize {
        size_of::<Mask<W>>()
    }
    let mask = by_words!(model.free.len(), mask());
    (model.most_placed() as u64).saturating_mul((model.options.len() * mask) as u64)
}

/// How a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// The caller had enough.
    Enough,
    /// The run stopped it.
    Stopped(Stop),
    /// A budget of its own is used up; the search goes on another way.
    Budget,
}

/// How many units the top of a tree is split into, at least. They are the same for any number of threads.
pub(crate) const UNITS: usize = 128;

/// Gives the options of solutions, the most constrained cell or piece first, until the sink has enough. Not split: the way to the first solution should be short.
pub(crate) fn first(
    puzzle: &Puzzle,
    model: &PackModel,
    run: &mut Run<'_>,
    sink: &mut OptionSink<'_>,
) -> ControlFlow<Cut> {
    by_words!(model.free.len(), first_with(puzzle, model, run, sink))
}

fn first_with<const W: usize>(
    puzzle: &Puzzle,
    model: &PackModel,
    run: &mut Run<'_>,
    sink: &mut OptionSink<'_>,
) -> ControlFlow<Cut> {
    let held = run.held();
    let end = match Constrain::<W>::new(puzzle, model, run) {
        Ok(engine) => engine.search(&mut engine.walk(), &[], run, &mut |options, _| sink(options)),
        Err(stop) => ControlFlow::Break(Cut::Stopped(stop)),
    };
    run.release_to(held);
    end
}

/// The kind that leaves the others the least room, when kind `n` may only have the options `starts[n]`; kinds without are left out. `None` when there is none, or it would take too long to find.
pub(crate) fn most_binding(
    puzzle: &Puzzle,
    model: &PackModel,
    starts: &[Vec<u32>],
    run: &mut Run<'_>,
) -> Result<Option<usize>, Stop> {
    by_words!(model.free.len(), most_binding_with(puzzle, model, starts, run))
}

fn most_binding_with<const W: usize>(
    puzzle: &Puzzle,
    model: &PackModel,
    starts: &[Vec<u32>],
    run: &mut Run<'_>,
) -> Result<Option<usize>, Stop> {
    /// Words to look at; the pyramid of IQ Puzzler Pro and the Bedlam cube take a few million.
    const MOST: usize = 1 << 28;
    if starts.iter().map(Vec::len).sum::<usize>().saturating_mul(model.options.len() * W) > MOST {
        return Ok(None);
    }
    let held = run.held();
    let engine = Constrain::<W>::new(puzzle, model, run)?;
    let mut best: Option<(TreeRoom, usize)> = None;
    for (kind, starts) in starts.iter().enumerate().filter(|(_, starts)| !starts.is_empty()) {
        let options = starts.iter().map(|&option| Mask::of(model.cells(option as usize)));
        let room = engine.room_after(kind as u32, options, run)?;
        if best.is_none_or(|(least, _)| room < least) {
            best = Some((room, kind));
        }
    }
    run.release_to(held);
    Ok(best.map(|(_, kind)| kind))
}

/// Gives what is wanted of every solution, the most constrained cell or piece first.
pub(crate) fn every(
    puzzle: &Puzzle,
    model: &PackModel,
    threads: usize,
    run: &mut Run<'_>,
    wanted: WantedSolutions<'_, '_>,
) -> ControlFlow<Cut> {
    by_words!(model.free.len(), every_with(puzzle, model, threads, run, wanted))
}

fn every_with<const W: usize>(
    puzzle: &Puzzle,
    model: &PackModel,
    threads: usize,
    run: &mut Run<'_>,
    wanted: WantedSolutions<'_, '_>,
) -> ControlFlow<Cut> {
    let held = run.held();
    let engine = Constrain::<W>::new(puzzle, model, run);
    let end = match engine.and_then(|engine| engine.split(UNITS, run).map(|units| (engine, units))) {
        Ok((engine, units)) => units::search(&engine, &units, threads, run, wanted),
        Err(stop) => ControlFlow::Break(Cut::Stopped(stop)),
    };
    run.release_to(held);
    end
}
