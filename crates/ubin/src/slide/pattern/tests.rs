//! The tables and the search on them, from outside of both.

mod solve;
mod tables;
