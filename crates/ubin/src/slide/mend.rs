//! Mending a solution: stretches of it are solved again, and shorter ones put in their place.
//!
//! A stretch of a solution is a puzzle of its own, from one board on the way to a later one, with few tiles out of place.
//! A narrow [`Spread`] beam that could never find the whole way finds most of these, often by a shorter way than the
//! solution's. Stretches overlap by half, so that no place is only ever an end.

use super::board::{Board, Dir};
use super::goal::Puzzle;
use super::spread::{BeamRoom, Ended, Spread};
use crate::run::{Run, Stop};

/// How to mend.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mend {
    /// Moves of a stretch.
    pub(crate) stretch: usize,
    /// The width of its beam.
    pub(crate) width: usize,
}

impl Mend {
    /// Goes over the solution once. What is shortened before a stop stays shortened: `moves` is a solution at any time.
    pub(crate) fn pass(self, puzzle: &Puzzle, moves: &mut Vec<Dir>, run: &mut Run<'_>) -> Result<(), Stop> {
        let mut board = puzzle.board().clone();
        let mut at = 0;
        while at + 2 < moves.len() {
            let end = (at + self.stretch).min(moves.len());
            let after = board.after(&moves[at..end]).expect("a solution stays on the board");
            if let Some(shorter) = self.shorter(&board, &after, end - at, run)? {
                moves.splice(at..end, shorter);
            }
            let next = (at + self.stretch / 2).min(moves.len());
            board = board.after(&moves[at..next]).expect("a solution stays on the board");
            at = next;
        }
        Ok(())
    }

    /// A way of fewer than `length` moves. Every way has the same parity, so two fewer at least.
    fn shorter(self, from: &Board, to: &Board, length: usize, run: &mut Run<'_>) -> Result<Option<Vec<Dir>>, Stop> {
        let Some(moves) = length.checked_sub(2) else { return Ok(None) };
        let ended = Spread::between(from, to).search(BeamRoom { width: self.width, moves }, run)?;
        Ok(match ended {
            Ended::Solved(shorter) if shorter.len() < length => Some(shorter),
            _ => None,
        })
    }
}
