//! Shortest solutions when sliding a whole line counts as one move.
//!
//! Words: a **move** takes the blank to any other cell of its row or column; its **axis** is that line. In a shortest
//! solution the axes take turns, for two moves along one axis in a row are one or none. All boards that moves along
//! a row lead to each other are a **row class**, so are **column classes**: a solution is a walk from class to class,
//! a row class and a column class in turn, and every board is the edge between its two classes.
//!
//! A **pattern** is a set of tiles. When the other tiles are taken for one another, the same holds of what remains; its
//! table has the distance of every class to the goal's row class. Rows and columns take turns, so the
//! distance is even for row classes and odd for column classes, and one step changes it by one: one bit a class
//! is enough, as in the tables for single steps. And there are four times fewer classes than boards on 4x4.
//! The bound is the largest distance over all patterns; it holds for solutions that end along a row, and the board
//! reflected about its diagonal has the others.

mod bound;
mod build;
mod catalogue;
mod frame;
mod half;
mod layout;
mod sets;
mod solve;
mod tables;
#[cfg(test)]
mod tests;
mod view;

pub(crate) use catalogue::{CATALOGUE, Grade};
pub(crate) use solve::LineSolver;
pub(crate) use tables::LineTables;

pub(crate) use bound::bound;
pub(crate) use sets::partitions;
pub(crate) use solve::{HalfPrefix, Tired};

/// The most cells of a board whose lines can be counted.
pub(crate) const MOST_CELLS: usize = layout::MOST_CELLS;
