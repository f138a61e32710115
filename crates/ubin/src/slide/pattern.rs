//! Pattern databases, and the fastest shortest-path search on them.
//!
//! Words: a **pattern** is a set of tiles, a **partition** puts every tile into one ([`Partition`]). The **tables** of a
//! partition hold, for every way its patterns can lie, one bit from which the moves of the pattern's own tiles to
//! its goal are known ([`Tables`]). Every move moves one tile, so these numbers may be added: the sum is the **bound**.
//! A [`Solver`] searches for one goal with the bounds of some tables; it looks at them in every way that a symmetry of
//! the board allows and takes the largest.
//!
//! In short:
//!
//! - [`Partition::choose`], [`Partition::named`], [`CATALOGUE`]: what to build; [`Tables::bytes`]: how much it takes.
//! - [`Tables::build`], [`Tables::image`], [`Tables::open`]: tables in memory, to a file and back, checked. Give
//!   `open` memory in huge pages where there are any: 7-8 tables are searched twice as fast.
//! - [`Solver::new`]: tables laid on a goal; any goal whose blank a symmetry takes to the tables' blank.
//! - [`Solver::solve`], [`Solver::count`], [`Solver::h`]: the shortest path, how many there are, the bound alone.
//! - [`RoundWork`](crate::slide::units::RoundWork): a round in parts of so many nodes.
//! - [`Solver::beam`]: a short path soon, which need not be shortest.
//! - `PatternBound`: the bound as a heuristic of the generic engines.
//!
//! Outside of the library there are sets of tables ([`TableSet`](crate::slide::store::TableSet)) and the table store.

mod automaton;
mod beam;
mod bound;
mod build;
mod catalogue;
pub(crate) mod checksum;
mod lane;
mod layout;
mod node;
mod part;
mod partition;
pub(crate) mod prefetch;
mod round;
mod solve;
mod symmetry;
pub(super) mod tables;
#[cfg(test)]
mod tests;
mod views;
mod words;

pub(crate) use bound::PatternBound;
pub(crate) use catalogue::{CATALOGUE, Named};
pub(crate) use partition::Partition;
pub(crate) use round::RoundAim;
pub(crate) use solve::Solver;
pub(crate) use solve::{OneRound, Unfinished};
pub(crate) use symmetry::symmetries;
pub(crate) use tables::{BuildError, Bytes, ImageError, Tables};
