//! A learned score: about how many moves a board is from the goal, for beams on boards too large to prove.
//!
//! Words: a **tuple** is up to three tiles that are neighbours on the goal; its table has an **entry** for every way to place
//! them. The **score** of a board is the sum of the entries of its tuples, and of the tiles around the blank; a move changes
//! some thirty of them. Entries are learned from boards that a narrow beam solved by what was learned before (`training`).
//! That is an n-tuple network: W. Bledsoe, I. Browning, Pattern recognition and reading by machine, 1959.
//!
//! The entries of pairs and of single tiles are learned beside those of three tiles, and added into them at the end: what
//! is common to many placements is learned from all of them, and costs a search nothing.
//!
//! Invariant: whole numbers only, in one order, so the same bytes on every machine and for any number of threads. A score
//! is no bound: nothing is ever proven by it.

mod beam;
mod laid;
mod table;
#[cfg(test)]
mod tests;
mod training;
mod tuples;

pub(crate) use beam::LayeredBeam;
pub(crate) use laid::LaidScore;
pub(crate) use table::LearnedTable;
