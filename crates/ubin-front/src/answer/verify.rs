//! Whether an answer is right, without the solver.

use serde::Serialize;
use serde_json::Value;
use ubin::slide::Notation;
use ubin::text::Family;
use ubin_verify::{Fact, PieceFault, Proof, Terms, Wrong, verify};

use crate::question::{PuzzleFields, VerifyQuestion, WordingFields};
use crate::read::{refuse, text_of};
use crate::refusal::{AskError, Refusal};
use crate::report::Report;

/// What the check of an answer says.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct VerifyReport {
    /// Whether the answer is right.
    pub valid: bool,
    /// What it proves, as codes.
    pub proves: Vec<&'static str>,
    /// What it says and no check can prove, as codes.
    pub not_proven: Vec<&'static str>,
    /// What it proves, in a sentence; `null` for a wrong answer.
    pub verdict: Option<String>,
    /// What is wrong, in a sentence.
    pub reason: Option<String>,
    /// What is wrong: a code and its values.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub why: Option<Wrong>,
}

impl VerifyReport {
    fn right(proof: &Proof) -> VerifyReport {
        let codes = |facts: &[Fact]| facts.iter().map(|fact| fact.code).collect();
        VerifyReport {
            valid: true,
            proves: codes(&proof.proves),
            not_proven: codes(&proof.open),
            verdict: Some(proof.to_string()),
            reason: None,
            why: None,
        }
    }

    fn wrong(wrong: Wrong) -> VerifyReport {
        let reason = Some(wrong.to_string());
        VerifyReport { valid: false, proves: vec![], not_proven: vec![], verdict: None, reason, why: Some(wrong) }
    }
}

/// Checks an answer: our JSON, moves, or a packing as rows.
pub(super) fn verified(asked: &VerifyQuestion) -> Result<Report, Refusal> {
    match asked.puzzle.family() {
        Family::Slide => refuse(&[("no_flip", asked.puzzle.no_flip)], Family::Pack)?,
        Family::Pack => {
            refuse(&[("goal", asked.puzzle.goal.is_some()), ("size", asked.puzzle.size.is_some())], Family::Slide)?;
            refuse(&asked.wording.given(), Family::Slide)?;
        }
    }
    let answer = match &asked.answer {
        Value::String(text) if text.trim_start().starts_with('{') || text.trim_end().contains('\n') => text.clone(),
        // On one line a stroke separates rows, as in a puzzle.
        Value::String(text) => text.replace('/', "\n"),
        json => json.to_string(),
    };
    match verify(&text_of(&asked.puzzle.puzzle), &answer, &terms(&asked.puzzle, &asked.wording)) {
        Ok(proof) => Ok(Report::Verify(VerifyReport::right(&proof))),
        Err(wrong @ Wrong::Unreadable { what: "puzzle", .. }) => Err(AskError::Unreadable { wrong }.at("puzzle")),
        Err(wrong @ (Wrong::Unreadable { .. } | Wrong::NoMove { .. })) => {
            Err(AskError::Unreadable { wrong }.at("answer"))
        }
        // What rows leave open is no mistake of the answer's: it is not said to be wrong.
        Err(wrong @ Wrong::Piece { fault: PieceFault::Undecided, .. }) => {
            Err(AskError::Unreadable { wrong }.at("answer"))
        }
        Err(wrong) => Ok(Report::Verify(VerifyReport::wrong(wrong))),
    }
}

/// What was asked beside the puzzle, as the verifier takes it. It reads goals by itself.
pub(super) fn terms<'a>(puzzle: &'a PuzzleFields, wording: &WordingFields) -> Terms<'a> {
    Terms {
        goal: puzzle.goal.as_deref(),
        size: puzzle.size.map(|size| (size.rows(), size.cols())),
        tile_notation: wording.notation == Some(Notation::Tile),
        metric: wording.metric.map(ubin::slide::Metric::name),
        no_flip: puzzle.no_flip,
    }
}
