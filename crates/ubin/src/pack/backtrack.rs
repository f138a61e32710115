//! The fast engine: placements as bit masks.
//!
//! [`scan`] always fills the first empty cell of a flat board: all solutions where they are few. [`constrain`] branches where the fewest options are left: first solutions, boards with pieces on them, bodies in space, proofs. Boards of more than [`MOST_CELLS`] cells are left to dancing links.

pub(crate) mod constrain;
mod lists;
pub(crate) mod region;
pub(crate) mod scan;
mod simd;
pub(crate) mod units;

use std::ops::ControlFlow;

use super::bits::Mask;
use super::model::Model;
use super::puzzle::Puzzle;
use crate::run::{Run, Stop};
use constrain::Constrain;
use units::{Engine, OptionSink, Wanted};

/// The largest number of free cells that the masks hold.
pub const MOST_CELLS: usize = 1024;

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

/// How a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// The caller had enough.
    Enough,
    /// The run stopped it.
    Stopped(Stop),
}

/// How many units the top of a tree is split into, at least. They are the same for any number of threads.
pub(crate) const UNITS: usize = 128;

/// Gives the options of solutions, the most constrained cell or piece first, until the sink has enough. Not split: the way to the first solution should be short.
pub(crate) fn first(puzzle: &Puzzle, model: &Model, run: &mut Run<'_>, sink: &mut OptionSink<'_>) -> ControlFlow<Cut> {
    by_words!(model.free.len(), first_with(puzzle, model, run, sink))
}

fn first_with<const W: usize>(
    puzzle: &Puzzle,
    model: &Model,
    run: &mut Run<'_>,
    sink: &mut OptionSink<'_>,
) -> ControlFlow<Cut> {
    let bytes = Constrain::<W>::bytes(model);
    if let Err(stop) = run.hold(bytes) {
        return ControlFlow::Break(Cut::Stopped(stop));
    }
    let engine = Constrain::<W>::new(puzzle, model);
    let end = engine.search(&mut engine.walk(), &engine.whole(), run, &mut |options, _| sink(options));
    run.release(bytes);
    end
}

/// The piece that leaves the others the least room, when piece `n` may only have the options `starts[n]`.
pub(crate) fn most_binding(puzzle: &Puzzle, model: &Model, starts: &[Vec<u32>]) -> Option<usize> {
    by_words!(model.free.len(), most_binding_with(puzzle, model, starts))
}

fn most_binding_with<const W: usize>(puzzle: &Puzzle, model: &Model, starts: &[Vec<u32>]) -> Option<usize> {
    let engine = Constrain::<W>::new(puzzle, model);
    let room = |piece: usize| {
        let options = starts[piece].iter().map(|&option| Mask::of(model.cells(option as usize)));
        engine.room_after(piece as u32, options)
    };
    let rooms = (0..starts.len()).map(|piece| (piece, room(piece)));
    rooms.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(piece, _)| piece)
}

/// Gives what is wanted of every solution, the most constrained cell or piece first.
pub(crate) fn every(
    puzzle: &Puzzle,
    model: &Model,
    threads: usize,
    run: &mut Run<'_>,
    wanted: Wanted<'_, '_>,
) -> ControlFlow<Cut> {
    by_words!(model.free.len(), every_with(puzzle, model, threads, run, wanted))
}

fn every_with<const W: usize>(
    puzzle: &Puzzle,
    model: &Model,
    threads: usize,
    run: &mut Run<'_>,
    wanted: Wanted<'_, '_>,
) -> ControlFlow<Cut> {
    let bytes = Constrain::<W>::bytes(model).saturating_mul(threads.max(1) as u64);
    if let Err(stop) = run.hold(bytes) {
        return ControlFlow::Break(Cut::Stopped(stop));
    }
    let engine = Constrain::<W>::new(puzzle, model);
    let end = match engine.split(UNITS, run) {
        Ok(units) => units::search(&engine, &units, threads, run, wanted),
        Err(stop) => ControlFlow::Break(Cut::Stopped(stop)),
    };
    run.release(bytes);
    end
}

/// Finds an option by its mask.
#[derive(Clone, Debug)]
pub(crate) struct Names<const W: usize> {
    pieces: Vec<Vec<(Mask<W>, u32)>>,
}

impl<const W: usize> Names<W> {
    pub(crate) fn of(model: &Model) -> Names<W> {
        let sorted = |piece| {
            let mut names: Vec<(Mask<W>, u32)> =
                model.of_piece(piece).map(|option| (Mask::of(model.cells(option)), option as u32)).collect();
            names.sort_unstable();
            names
        };
        Names { pieces: (0..model.loose.len()).map(sorted).collect() }
    }

    pub(crate) fn option(&self, piece: usize, mask: Mask<W>) -> u32 {
        let names = &self.pieces[piece];
        let at = names.binary_search_by(|name| name.0.cmp(&mask)).expect("an engine places only options");
        names[at].1
    }
}
