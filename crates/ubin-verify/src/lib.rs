//! Checks answers to tile puzzles without a solver.
//!
//! It reads puzzles and answers by itself and knows nothing of the crate `ubin`, so that a mistake must be made twice to pass. Small and plain; slow where it may be.
//!
//! Words: the **puzzle** is a text; an **answer** is our JSON, a string of moves, or a packing as rows; the **terms** are what was asked beside the puzzle; a [`Proof`] says what a right answer proves, and [`Wrong`] why another is refused.
//!
//! ```
//! use ubin_verify::{Terms, verify};
//! let proof = verify("1 2 3/4 5 6/- 7 8", "RR", &Terms::default())?;
//! assert_eq!(proof.to_string(), "Proven: it leads to the goal in 2 moves; no solution is shorter.");
//! let wrong = verify("2 2 2\nDEFAULT\nAA\nBB", "AA\nAB", &Terms::default()).unwrap_err();
//! assert_eq!(wrong.to_string(), "piece A does not have its shape");
//! # Ok::<(), ubin_verify::Wrong>(())
//! ```

mod claim;
pub mod pack;
mod proof;
pub mod slide;
mod wrong;

use serde_json::{Deserializer, Value};

pub use proof::{Fact, Proof};
pub use wrong::{PieceFault, Wrong};
use wrong::{ensure, unreadable};

/// What was asked beside the puzzle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terms<'a> {
    /// The goal of a sliding board: `blank-last` (when none is given), `blank-first`, `spiral` or a board's text.
    pub goal: Option<&'a str>,
    /// Rows and columns of a sliding board on one line.
    pub size: Option<(usize, usize)>,
    /// Letters say where the tile goes, not the blank.
    pub tile_notation: bool,
    /// How moves are counted, `single` or `multi`; when none is given, as the answer says, or else single.
    pub metric: Option<&'a str>,
    /// Pieces on a flat board may not be turned over.
    pub no_flip: bool,
}

/// Checks an answer to a puzzle.
///
/// # Errors
/// Why the answer is refused, or which text cannot be read.
pub fn verify(puzzle: &str, answer: &str, terms: &Terms<'_>) -> Result<Proof, Wrong> {
    let answer = answer.trim_start_matches('\u{feff}');
    let is_json = answer.trim_start().starts_with('{');
    let mut proof = Proof::default();
    if is_packing(puzzle) {
        let packing = pack::Packing::read(puzzle)?;
        let mut checker = pack::Checker::new(if terms.no_flip { packing.one_sided() } else { packing })?;
        match is_json {
            true => {
                let mut listed = pack::Listed::default();
                each(answer, |object| checker.object(object, &mut listed, &mut proof))?;
            }
            false => checker.rows(answer, &mut proof)?,
        }
    } else {
        let sliding = slide::Sliding::read(puzzle, terms)?;
        match is_json {
            true => each(answer, |object| sliding.object(object, terms, &mut proof))?,
            false => sliding.text(answer, terms, &mut proof)?,
        }
    }
    proof.proves.dedup();
    Ok(proof)
}

/// Checks one JSON object after the other, as `solve --all` writes them.
fn each(answer: &str, mut check: impl FnMut(&Value) -> Result<(), Wrong>) -> Result<(), Wrong> {
    for object in Deserializer::from_str(answer).into_iter::<Value>() {
        let object = object.map_err(|error| unreadable(error.to_string()))?;
        ensure(object.is_object(), || unreadable("expected a JSON object"))?;
        check(&object)?;
    }
    Ok(())
}

/// Whether the second line of a text names a kind of board: else it is a sliding puzzle, if anything.
fn is_packing(text: &str) -> bool {
    let second = text.lines().filter(|line| !line.trim().is_empty()).nth(1);
    let kind = second.and_then(|line| line.split_whitespace().next()).map(str::to_ascii_uppercase);
    matches!(kind.as_deref(), Some("DEFAULT" | "CUSTOM" | "PYRAMID" | "BOX"))
}

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
