//! Pictures of puzzles, solutions and searches: plain text, and SVG.
//!
//! Everything here turns values into strings: [`svg`] has the shapes, [`palette`] the colours, [`font`] the letters of pictures that become pixels; [`slide`], [`pack`] and [`space`] draw puzzles, [`copies`] and [`outline`] tell copies of a piece apart, [`calendar`] names the days of its board, [`weights`] proofs,
//! [`tree`] searches, [`chart`] comparisons; `words` has what they say in every language. Front ends write the strings to files, or rasterise them.

pub mod calendar;
pub mod chart;
pub mod copies;
pub mod font;
pub mod histogram;
mod legend;
pub mod outline;
pub mod pack;
pub mod palette;
pub mod slide;
pub mod space;
pub mod svg;
pub mod text;
pub mod tidy;
pub mod tree;
pub mod weights;
pub(crate) mod words;
