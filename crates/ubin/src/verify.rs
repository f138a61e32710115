//! Independent checks: every answer passes one before it leaves the library.
//!
//! They share no code with the engines: own reading of boards and pieces, own rules. Slow, small, plain.

pub mod pack;
pub mod slide;
