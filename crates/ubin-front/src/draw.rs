//! What is drawn: a puzzle, its moves, its solution; still or as a film.

use crate::render;
use crate::render::pack::MOST_CELLS;
use crate::render::slide::Wording;
use crate::render::svg::{Film, Picture};
use ubin::pack;
use ubin::pack::PackOutcome;
use ubin::run::Run;
use ubin::slide::{Dir, Puzzle};

use crate::picture::{Look, Undrawn, unlimited};
use crate::refusal::{AskError, Refusal};
use crate::remark::Remark;
use crate::words::Form;

/// Milliseconds of a move, and of a piece, in a GIF.
const MOVE: u32 = 400;
const PIECE: u32 = 800;

/// What a picture shows.
#[derive(Clone, Copy, Debug)]
pub enum Scene<'a> {
    /// A sliding board.
    Board(&'a Puzzle),
    /// A sliding board and moves: single ones, named by the blank's way.
    Moves(&'a Puzzle, &'a [Dir]),
    /// A sliding board and moves, with other words for them.
    Told(&'a Puzzle, &'a [Dir], Wording),
    /// A packing board and the pieces that lie on it.
    Position(&'a pack::Puzzle),
    /// A packing board that is filled.
    Packing(&'a pack::Puzzle, &'a pack::Solution),
    /// A packing board and the weights that prove that it cannot be filled.
    Weights(&'a pack::Puzzle, &'a pack::Certificate),
}

impl<'a> Scene<'a> {
    /// What an answer of a packing shows: its solution, or the weights that prove that there is none; `None` when it has neither.
    #[must_use]
    pub fn of_outcome(puzzle: &'a pack::Puzzle, outcome: &'a PackOutcome<pack::Solution>) -> Option<Scene<'a>> {
        match outcome {
            PackOutcome::Solved(solution) => Some(Scene::Packing(puzzle, solution)),
            PackOutcome::Impossible(reason) => Some(Scene::Weights(puzzle, reason.certificate()?)),
            PackOutcome::Stopped(_) => None,
        }
    }

    fn still(&self, look: &Look) -> Picture {
        match self {
            Scene::Board(puzzle) => render::slide::board(puzzle.board(), look.language),
            Scene::Moves(puzzle, moves) => render::slide::sheet(puzzle, moves, look.wording(Wording::default())),
            Scene::Told(puzzle, moves, wording) => render::slide::sheet(puzzle, moves, look.wording(*wording)),
            Scene::Position(puzzle) => render::pack::position(puzzle, look.view, look.language),
            Scene::Packing(puzzle, solution) => render::pack::solution(puzzle, solution, look.view, look.language),
            Scene::Weights(puzzle, certificate) => render::weights::weights(puzzle, certificate, look.language),
        }
    }

    fn film(&self, look: &Look) -> Result<Film, Refusal> {
        match self {
            Scene::Moves(puzzle, moves) => Scene::Told(puzzle, moves, Wording::default()).film(look),
            Scene::Told(puzzle, moves, wording) => {
                Ok(render::slide::film(puzzle, moves, look.wording(*wording), look.delay(MOVE)))
            }
            Scene::Packing(puzzle, solution) => {
                Ok(render::pack::film(puzzle, solution, look.delay(PIECE), (look.view, look.language)))
            }
            Scene::Weights(..) => Ok(Film::of_one(self.still(look))),
            Scene::Board(_) | Scene::Position(_) => Err(AskError::StillGif.into()),
        }
    }

    /// How many moves are one step of the film.
    fn stride(&self) -> usize {
        match self {
            Scene::Moves(puzzle, moves) => render::slide::film_stride(puzzle, moves, Wording::default()),
            Scene::Told(puzzle, moves, wording) => render::slide::film_stride(puzzle, moves, *wording),
            Scene::Board(_) | Scene::Position(_) | Scene::Packing(..) | Scene::Weights(..) => 1,
        }
    }

    /// What should be said of the picture: a film that is too long does not show every move.
    #[must_use]
    pub fn remark(&self, form: Form) -> Option<Remark> {
        let stride = self.stride();
        let is_short = form != Form::Gif || stride == 1;
        (!is_short).then_some(Remark::LongFilm { stride })
    }

    /// The bytes of the picture.
    ///
    /// # Errors
    /// When it would be too large, or nothing moves in a GIF.
    pub fn draw(&self, look: &Look, form: Form) -> Result<Vec<u8>, Refusal> {
        unlimited(|run| self.draw_within(look, form, run))
    }

    /// Draws within the limits of a run.
    ///
    /// # Errors
    /// As [`Scene::draw`], and when the run ends first.
    pub fn draw_within(&self, look: &Look, form: Form, run: &mut Run<'_>) -> Result<Vec<u8>, Undrawn> {
        match form {
            Form::Gif => look.gif_within(&self.film(look)?, run),
            still => look.still_within(&self.still(look), still, run),
        }
    }
}

/// Refuses a board that is too large to be looked at, before anything is solved.
///
/// # Errors
/// When it is.
pub fn check_cells(puzzle: &pack::Puzzle) -> Result<(), Refusal> {
    let cells = puzzle.board().size();
    match cells <= MOST_CELLS {
        true => Ok(()),
        false => Err(AskError::TooManyCells { cells, most: MOST_CELLS }.into()),
    }
}
