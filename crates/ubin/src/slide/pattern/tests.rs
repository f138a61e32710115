//! The tables and the search on them, from outside of both.

mod beam;
mod solve;
mod tables;

use solve::{blank_first, blank_last, known, solver};
