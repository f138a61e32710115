//! ubin solves tile puzzles: sliding boards (the 8-, 15-, 24-puzzle and their kin) and packing boards (IQ Puzzler
//! Pro, Kanoodle, pentominoes, ball pyramids, cubes).
//!
//! The library does no I/O, prints nothing and owns no clock. Every answer passes [`ubin_verify`], which shares no code with it. Its parts:
//!
//! - [`slide`]: the sliding family; [`slide::solve::solve`] is its front door.
//! - [`pack`]: the packing family; [`pack::solve`] is its front door.
//! - [`search`]: engines that look for paths, and the trait that a puzzle gives them.
//! - [`cover`]: exact cover for any problem, by dancing links.
//! - [`observe`]: watching a search grow.
//! - [`run`]: limits, counters, and the handle by which another thread stops a search.
//! - [`report`]: answers as JSON.
//! - [`dice`]: random numbers that are the same for ever.
//! - [`text`]: places in a text, families of puzzles.
//! - [`mod@unit`]: long searches cut into units of work that add up.
//! - [`mod@words`]: closed sets of words, such as the names of methods.

pub mod cover;
pub mod dice;
pub mod observe;
pub mod pack;
pub mod report;
pub mod run;
pub mod search;
pub mod slide;
pub mod text;
pub mod unit;
pub mod words;
