//! ubin solves tile puzzles: sliding boards (the 8-, 15-, 24-puzzle and their kin) and packing boards.
//!
//! The library does no I/O, prints nothing and owns no clock. Its parts:
//!
//! - [`cover`]: exact cover problems and the engine that solves them.
//! - [`pack`]: packing puzzles.
//! - [`report`]: what the front ends answer, ready for JSON.
//! - [`run`]: limits, counters, and the handle by which another thread stops a search.
//! - [`search`]: engines that look for paths, and the trait that a puzzle gives them.
//! - [`text`]: places in a text, families of puzzles.
//! - [`verify`]: the independent checker that every answer passes.

pub mod cover;
pub mod pack;
pub mod report;
pub mod run;

pub mod text;

pub mod verify;
