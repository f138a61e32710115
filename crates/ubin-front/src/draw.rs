//! What is drawn: a puzzle, its moves, its solution; still or as a film.

use crate::render;
use crate::render::pack::MOST_CELLS;
use crate::render::slide::Wording;
use crate::render::svg::{Film, Picture};
use ubin::pack;
use ubin::run::Run;
use ubin::slide::{Dir, Puzzle};

use crate::fault::Fault;
use crate::picture::{Look, Undrawn, unlimited};

/// Milliseconds of a move, and of a piece, in a GIF.
const MOVE: u32 = 400;
const PIECE: u32 = 800;

/// The forms of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Shapes; text as text.
    Svg,
    /// Pixels.
    Png,
    /// Pixels that move.
    Gif,
}

impl Format {
    /// All of them, by the ending of a file.
    pub const ALL: [(&'static str, Format); 3] = [("svg", Format::Svg), ("png", Format::Png), ("gif", Format::Gif)];

    /// The form that an ending names.
    #[must_use]
    pub fn named(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, format)| format)
    }
}

/// What a picture shows.
#[derive(Clone, Copy, Debug)]
pub enum Scene<'a> {
    /// A sliding board.
    Board(&'a Puzzle),
    /// A sliding board and moves: single ones, named by the blank's way.
    Moves(&'a Puzzle, &'a [Dir]),
    /// The same, told another way.
    Told(&'a Puzzle, &'a [Dir], Wording),
    /// A packing board and the pieces that lie on it.
    Position(&'a pack::Puzzle),
    /// A packing board that is filled.
    Packing(&'a pack::Puzzle, &'a pack::Solution),
}

impl Scene<'_> {
    fn still(&self, look: &Look) -> Picture {
        match self {
            Scene::Board(puzzle) => render::slide::board(puzzle.board()),
            Scene::Moves(puzzle, moves) => render::slide::sheet(puzzle, moves, Wording::default()),
            Scene::Told(puzzle, moves, wording) => render::slide::sheet(puzzle, moves, *wording),
            Scene::Position(puzzle) => render::pack::position(puzzle, look.view),
            Scene::Packing(puzzle, solution) => render::pack::solution(puzzle, solution, look.view),
        }
    }

    fn film(&self, look: &Look) -> Result<Film, Fault> {
        match self {
            Scene::Moves(puzzle, moves) => Scene::Told(puzzle, moves, Wording::default()).film(look),
            Scene::Told(puzzle, moves, wording) => Ok(render::slide::film(puzzle, moves, *wording, look.delay(MOVE))),
            Scene::Packing(puzzle, solution) => Ok(render::pack::film(puzzle, solution, look.delay(PIECE), look.view)),
            Scene::Board(_) | Scene::Position(_) => {
                Err(Fault::Plain("a GIF shows moves or pieces one after the other".into()))
            }
        }
    }

    /// How many moves are one step of the film.
    #[must_use]
    pub fn stride(&self) -> usize {
        match self {
            Scene::Moves(puzzle, moves) => render::slide::film_stride(puzzle, moves, Wording::default()),
            Scene::Told(puzzle, moves, wording) => render::slide::film_stride(puzzle, moves, *wording),
            Scene::Board(_) | Scene::Position(_) | Scene::Packing(..) => 1,
        }
    }

    /// The bytes of the picture.
    ///
    /// # Errors
    /// When it would be too large, or nothing moves in a GIF.
    pub fn draw(&self, look: &Look, format: Format) -> Result<Vec<u8>, Fault> {
        unlimited(|run| self.draw_within(look, format, run))
    }

    /// The same within the limits of a run.
    ///
    /// # Errors
    /// As [`Scene::draw`], and when the run ends first.
    pub fn draw_within(&self, look: &Look, format: Format, run: &mut Run<'_>) -> Result<Vec<u8>, Undrawn> {
        match format {
            Format::Gif => look.gif_within(&self.film(look)?, run),
            still => look.still_within(&self.still(look), still, run),
        }
    }
}

/// Refuses a board that is too large to be looked at, before anything is solved.
///
/// # Errors
/// When it is.
pub fn check_cells(puzzle: &pack::Puzzle) -> Result<(), Fault> {
    let cells = puzzle.board().size();
    match cells <= MOST_CELLS {
        true => Ok(()),
        false => Err(Fault::Plain(format!("a board of {cells} cells is too large to draw: at most {MOST_CELLS}"))),
    }
}
