//! The independent check of every answer.
//!
//! Invariant: nothing here uses code of an engine, or of a family's geometry; only what a puzzle says of itself.

pub mod pack;
