//! Solves tile puzzles: sliding boards (the 8-, 15-, 24-puzzle and their kin) and packing boards (IQ Puzzler Pro, Kanoodle, pentominoes, ball pyramids, cubes).
//!
//! ```
//! let solved = ubin::solve("1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12")?;
//! println!("{solved}"); // DRD: down, right, down, where the blank goes
//! assert!(solved.is_optimal(), "no solution is shorter, and that is proven");
//!
//! let packed = ubin::solve("iq")?; // IQ Puzzler Pro; or a text in the course's format
//! println!("{packed}");
//! # Ok::<(), ubin::SolveError>(())
//! ```
//!
//! An [`Attempt`] takes limits and methods, counts, and gives solutions one after the other:
//!
//! ```
//! use std::time::{Duration, Instant};
//! use ubin::{AnyPuzzle, Attempt, Control, Limits, Stop};
//!
//! let puzzle: AnyPuzzle = "pentominoes 3x20".parse()?;
//! // The library has no clock: a control looks at yours, every millisecond or so. Another thread may also call `control.stop`, and read `control.progress`.
//! let until = Instant::now() + Duration::from_secs(600);
//! let control = Control::watching(move || (Instant::now() > until).then_some(Stop::Time));
//! let limits = Limits { memory: Some(1 << 30), ..Limits::default() };
//! let attempt = Attempt::new(puzzle).limits(limits).control(&control);
//! assert_eq!(attempt.clone().count()?.solutions, 8);
//! for solution in attempt.solutions()? {
//!     let pieces = solution?; // an error is the stop that ended the search early
//!     assert_eq!(pieces.owners().len(), 60, "the piece of every cell");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Boards and puzzles are read with `"...".parse()`: [`slide::Board`], [`pack::Puzzle`], or either as [`AnyPuzzle`]. The folder `examples` has a search that is watched and cancelled, a puzzle of your own, and a sudoku. The crate
//! `ubin-front` has what front ends need: time limits (`clock::deadline` makes a control that stops by itself), pictures, questions and answers as JSON, tables kept on disk.
//!
//! The library does no I/O, prints nothing and owns no clock. Every answer passes [`ubin_verify`], which shares no code with it. Its parts:
//!
//! - [`solve`], [`count`] and [`Attempt`]: either family by one call.
//! - [`slide`]: the sliding family; [`slide::solve::solve`] is its front door.
//! - [`pack`]: the packing family; [`pack::solve`] is its front door.
//! - [`cover`]: exact cover for any problem, by dancing links.
//! - [`observe`]: watching a search grow.
//! - [`run`]: limits, counters, and the handle by which another thread stops a search.
//! - [`report`]: answers as JSON.
//! - [`dice`]: random numbers that are the same for ever.
//! - [`text`]: places in a text, families of puzzles.
//! - [`mod@unit`]: long searches cut into units of work that add up.
//! - [`mod@words`]: closed sets of words, such as the names of methods.

mod any;
mod attempt;
pub mod cover;
pub mod dice;
mod locked;
pub mod observe;
pub mod pack;
pub mod report;
pub mod run;
mod search;
pub mod slide;
pub mod text;
pub mod unit;
pub mod words;

pub use self::{
    any::{AnyPuzzle, SolveError, text_of},
    attempt::{Attempt, Counted, Solved, count, solve},
    run::{Control, Limits, Stop},
    slide::solve::Status,
};

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
