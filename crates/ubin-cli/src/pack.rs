//! The verbs on packing puzzles.

pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod count;
pub(crate) mod generate;
pub(crate) mod hint;
pub(crate) mod solve;
pub(crate) mod view;
