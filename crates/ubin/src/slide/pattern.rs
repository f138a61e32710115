//! Pattern databases, and the fastest shortest-path search on them.
//!
//! Words: a **pattern** is a set of tiles, a **partition** puts every tile into one ([`Partition`]). The **tables** of a
//! partition hold, for every way its patterns can lie, one bit from which the moves of the pattern's own tiles to
//! its goal are known ([`Tables`]). Every move moves one tile, so these numbers may be added: the sum is the **bound**.
//! A [`Solver`] searches for one goal with the bounds of some tables; it looks at them in every way that a symmetry of
//! the board allows and takes the largest.
//!
//! ```
//! use ubin::run::{Control, Limits, Run};
//! use ubin::search::Outcome;
//! use ubin::slide::pattern::{Partition, Solver, Tables};
//! use ubin::slide::{Board, Size, letters};
//!
//! let size = Size::new(3, 3).unwrap();
//! let goal = Board::new(size, vec![1, 2, 3, 4, 5, 6, 7, 8, 0]).unwrap();
//! let control = Control::new();
//! let mut run = Run::new(Limits::default(), &control);
//!
//! // What to build: the best partition whose tables fit into a megabyte. A front end may keep `tables.image()` in
//! // a file and give it back to `Tables::open`.
//! let partition = Partition::choose(size, goal.blank(), 1 << 20).unwrap();
//! let tables = Tables::build(&partition, 2, &mut run).unwrap();
//! let solver = Solver::new(&goal, &[tables]).unwrap();
//!
//! let board = Board::new(size, vec![1, 2, 3, 4, 0, 6, 7, 5, 8]).unwrap();
//! assert_eq!(solver.h(&board), Some(2));
//! let mut run = Run::new(Limits::default(), &control);
//! let answer = solver.solve(&board, 2, &mut run);
//! assert_eq!(answer.outcome, Outcome::Solved(vec![ubin::slide::Dir::Down, ubin::slide::Dir::Right]));
//! let (_, count) = solver.count(&board, u64::MAX, 2, &mut run);
//! assert_eq!(count, 1);
//! ```
//!
//! What a front end calls, in short:
//!
//! - [`Partition::choose`], [`Partition::named`], [`CATALOGUE`]: what to build; [`Tables::bytes`]: how much it takes.
//! - [`Tables::build`], [`Tables::image`], [`Tables::open`]: tables in memory, to a file and back, checked. Give
//!   `open` (or [`Tables::build_in`]) memory in huge pages where there are any: 7-8 tables are searched twice as fast.
//! - [`Solver::new`]: tables laid on a goal; any goal whose blank a symmetry takes to the tables' blank.
//! - [`Solver::solve`], [`Solver::count`], [`Solver::h`]: the shortest path, how many there are, the bound alone.
//! - [`RoundWork`](crate::slide::units::RoundWork): a round in parts of so many nodes.
//! - `PatternBound`: the bound as a heuristic of the generic engines.

mod automaton;
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
mod tables;
mod views;
mod words;

pub(crate) use bound::PatternBound;
pub use catalogue::{CATALOGUE, Named};
pub use partition::{Partition, PartitionError};
pub use solve::{Solver, SolverError};

pub(crate) use round::RoundAim;
pub(crate) use solve::{OneRound, Unfinished};
pub use tables::{BuildError, Bytes, ImageError, Tables};
