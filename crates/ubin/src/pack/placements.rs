//! Every way to lay every piece on the empty board: what a person may try.

use super::model::PackModel;
use super::puzzle::Puzzle;
use crate::run::{Run, Stop};

/// For each piece, in the order of the puzzle, the cells of each of its placements on the empty board; `None` when there are more than `most` in all.
///
/// ```
/// use ubin::pack::{all_placements, text};
/// use ubin::run::{Control, Limits, Run};
///
/// let puzzle = text::read("2 2 2\nDEFAULT\nAA\nBB\n")?.puzzle;
/// let control = Control::new();
/// let of_each = all_placements(&puzzle, 100, &mut Run::new(Limits::default(), &control)).unwrap().unwrap();
/// assert_eq!(of_each[0].len(), 4);
/// assert_eq!(of_each[0][0], [0, 1]);
/// # Ok::<(), ubin::pack::text::PackTextError>(())
/// ```
///
/// # Errors
/// When the run stops it, or they do not fit its memory.
pub fn all_placements(puzzle: &Puzzle, most: usize, run: &mut Run<'_>) -> Result<Option<Vec<Vec<Vec<u32>>>>, Stop> {
    let empty = puzzle.cleared();
    let held = run.held();
    let model = PackModel::new(&empty, run)?;
    if model.options.len() > most {
        run.release_to(held);
        return Ok(None);
    }
    // A list of its own for each placement.
    run.hold(2 * model.bytes())?;
    let mut of_each = vec![Vec::new(); empty.pieces().len()];
    for option in 0..model.options.len() {
        if let Some(placement) = model.placement(option) {
            of_each[placement.piece].push(placement.cells);
        }
    }
    run.release_to(held);
    Ok(Some(of_each))
}
