//! The fast engine: placements as bit masks.
//!
//! [`constrain`] branches where the fewest options are left: first solutions, boards with pieces on them, bodies in space, proofs. Boards of more than [`MOST_CELLS`] cells are left to dancing links.

pub(crate) mod constrain;
pub(crate) mod region;

use std::ops::ControlFlow;

use super::bits::Mask;
use super::model::Model;
use super::puzzle::Puzzle;
use crate::run::{Run, Stop};
use constrain::Constrain;
pub(crate) use constrain::Cut;
use region::Regions;

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

/// Gives the options of every solution, in a fixed order.
pub(crate) fn every(
    puzzle: &Puzzle,
    model: &Model,
    run: &mut Run<'_>,
    sink: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
) -> ControlFlow<Cut> {
    by_words!(model.free.len(), every_with(puzzle, model, run, sink))
}

fn every_with<const W: usize>(
    puzzle: &Puzzle,
    model: &Model,
    run: &mut Run<'_>,
    sink: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
) -> ControlFlow<Cut> {
    let names = Names::<W>::of(model);
    let mut options = Vec::with_capacity(model.loose.len());
    search(puzzle, model, run, &mut |chosen: &[Mask<W>]| {
        options.clear();
        options.extend(chosen.iter().enumerate().map(|(piece, &mask)| names.option(piece, mask)));
        sink(&options)
    })
}

/// Counts the solutions one by one.
///
/// # Errors
/// The stop, with the number found up to then.
pub(crate) fn count(puzzle: &Puzzle, model: &Model, run: &mut Run<'_>) -> Result<u64, (Stop, u64)> {
    by_words!(model.free.len(), count_with(puzzle, model, run))
}

fn count_with<const W: usize>(puzzle: &Puzzle, model: &Model, run: &mut Run<'_>) -> Result<u64, (Stop, u64)> {
    let mut found = 0;
    let end = search::<W, _>(puzzle, model, run, &mut |_| {
        found += 1;
        ControlFlow::Continue(())
    });
    match end {
        ControlFlow::Break(Cut::Stopped(stop)) => Err((stop, found)),
        _ => Ok(found),
    }
}

fn search<const W: usize, S>(puzzle: &Puzzle, model: &Model, run: &mut Run<'_>, sink: &mut S) -> ControlFlow<Cut>
where
    S: FnMut(&[Mask<W>]) -> ControlFlow<()>,
{
    let bytes = Constrain::<W>::bytes(model);
    if let Err(stop) = run.hold(bytes) {
        return ControlFlow::Break(Cut::Stopped(stop));
    }
    let end = Constrain::new(model, Regions::of(puzzle, model)).run(run, sink);
    run.release(bytes);
    end
}

/// Finds an option by its mask.
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
