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
//! [`Attempt`] takes limits, methods, tables, and a [`Control`](run::Control) by which another thread stops the search; `ubin_front::clock::deadline` makes one that stops by itself. Boards and puzzles are read with
//! `"...".parse()`. The folder `examples` has a search that is watched, a puzzle of your own that is counted, and a sudoku.
//!
//! The library does no I/O, prints nothing and owns no clock. Every answer passes [`ubin_verify`], which shares no code with it. Its parts:
//!
//! - [`solve`] and [`Attempt`]: either family by one call.
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
pub mod cover;
pub mod dice;
pub mod observe;
pub mod pack;
pub mod report;
pub mod run;
mod search;
pub mod slide;
pub mod text;
pub mod unit;
pub mod words;

pub use any::{AnyPuzzle, AnySolution, Attempt, SolveError, Solved, in_lines, solve, text_of};

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
