//! What an answer says of a sliding puzzle.

use serde_json::{Value, json};

use super::{Sliding, replay};
use crate::claim::{bad, claims, field};
use crate::{Proof, Terms, Wrong};

impl Sliding {
    /// Checks moves, and gives their number.
    pub(crate) fn moves(&self, text: &str, terms: &Terms<'_>, proof: &mut Proof) -> Result<usize, Wrong> {
        const TURNED: [(char, char); 4] = [('U', 'D'), ('D', 'U'), ('L', 'R'), ('R', 'L')];
        let letter = |sign: char| {
            let known = TURNED.iter().find(|(letter, _)| sign.eq_ignore_ascii_case(letter));
            let known = known.map(|(blank, tile)| if terms.tile_notation { tile } else { blank });
            known.ok_or_else(|| bad(format!("{sign:?} is no move: expected U, D, L or R")))
        };
        let signs = text.chars().filter(|sign| !sign.is_whitespace() && *sign != ',');
        let letters: String = signs.map(letter).collect::<Result<_, _>>()?;
        replay(self.cols, &self.board, &self.goal, &letters)?;
        let length = match terms.metric {
            None | Some("single") => letters.len(),
            Some("multi") => letters.as_bytes().chunk_by(|a, b| a == b).count(),
            Some(_) => return Err(bad("the metric is neither single nor multi")),
        };
        proof.prove("goal", format!("it leads to the goal in {length} move{}", if length == 1 { "" } else { "s" }));
        let manhattan: usize = (1..self.board.len() as u16).map(|tile| self.distance(tile)).sum();
        match length == manhattan && terms.metric != Some("multi") {
            true => proof.prove("shortest", "no solution is shorter"),
            false => proof.leave("shortest", "that no solution is shorter"),
        }
        Ok(length)
    }

    /// Checks one of our JSON objects: `solve`, `check`, `hint` or `count`.
    pub(crate) fn object(&self, answer: &Value, terms: &Terms<'_>, proof: &mut Proof) -> Result<(), Wrong> {
        let is_solvable = self.is_solvable();
        let misplaced = self.board.iter().zip(&self.goal).filter(|(tile, home)| **tile != 0 && tile != home).count();
        let kurang = self.is_blank_last.then(|| self.kurang());
        let (x, total) =
            (kurang.as_ref().map(|_| self.distance(0) % 2), kurang.as_ref().map(|k| k.iter().sum::<usize>()));
        claims(
            answer,
            [
                ("puzzle", json!("slide")),
                ("rows", json!(self.board.len() / self.cols)),
                ("cols", json!(self.cols)),
                ("board", json!(self.board)),
                ("goal", json!(self.goal)),
                ("solvable", json!(is_solvable)),
                ("kurang", json!(kurang)),
                ("x", json!(x)),
                ("sum", json!(total.zip(x).map(|(total, x)| total + x))),
                ("misplaced", json!(misplaced)),
            ],
        )?;
        match is_solvable {
            true => proof.prove("solvable", "the goal can be reached, by parity"),
            false => proof.prove("unsolvable", "the goal cannot be reached, by parity"),
        }
        let metric = field(answer, "metric", Value::as_str)?.or(terms.metric);
        claims(answer, [("metric", json!(terms.metric.or(metric)))])?;
        let moves = field(answer, "moves", Value::as_str)?;
        if let Some(moves) = moves {
            let length = self.moves(moves, &Terms { metric, ..*terms }, proof)?;
            claims(answer, [("length", json!(length))])?;
        }
        if answer.get("solutions").is_some() {
            proof.leave("count", "the number of solutions");
        }
        let is_whole = moves.is_some() || answer.get("move").is_some() || answer.get("solutions").is_some();
        bounds(answer, is_solvable, is_whole)
    }
}

/// Status, length and lower bound go together. The answer is whole when it has moves, or is none of `solve`.
fn bounds(answer: &Value, is_solvable: bool, is_whole: bool) -> Result<(), Wrong> {
    let status = field(answer, "status", Value::as_str)?.unwrap_or("");
    let numbers = (field(answer, "length", Value::as_u64)?, field(answer, "lower_bound", Value::as_u64)?);
    let missing = |field| Err(Wrong::Missing { field, status: status.into() });
    match (status, numbers) {
        ("optimal" | "solved", _) if !is_solvable => claims(answer, [("status", json!("unsolvable"))]),
        ("unsolvable", _) if is_solvable => claims(answer, [("status", json!("solvable"))]),
        ("optimal" | "solved", _) if !is_whole => missing("moves"),
        ("optimal", (None, _)) => missing("length"),
        ("optimal", (_, None)) => missing("lower bound"),
        (_, (Some(length), Some(lower_bound)))
            if lower_bound > length || (status == "optimal" && lower_bound != length) =>
        {
            Err(Wrong::Bound { lower_bound, length, status: status.into() })
        }
        ("optimal" | "solved" | "unsolvable" | "limit" | "interrupted" | "", _) => Ok(()),
        _ => Err(bad("the status is unknown")),
    }
}
