//! What an answer says of a packing puzzle.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

use serde_json::{Value, json};

use super::checker::Laid;
use super::{Checker, Packing, Triple};
use crate::claim::{claims, field, has_any, status};
use crate::wrong::{ensure, unreadable};
use crate::{PieceFault, Proof, Wrong};

/// The solutions that a stream has listed so far, by hashes of 128 bits.
#[derive(Debug, Default)]
pub(crate) struct Listed {
    hashers: [RandomState; 2],
    solutions: HashSet<[u64; 2]>,
}

impl Listed {
    /// Takes a solution: its placements, or the pieces on its cells. None is listed twice.
    fn take(&mut self, placements: Option<Vec<Laid>>, owners: &[usize]) -> Result<(), Wrong> {
        let mut laid = placements.unwrap_or_default();
        laid.iter_mut().for_each(|(_, cells)| cells.sort_unstable());
        laid.sort_unstable();
        let hash = self.hashers.each_ref().map(|hasher| hasher.hash_one((&laid, owners)));
        ensure(self.solutions.insert(hash), || Wrong::Twice)
    }

    /// Checks the number of solutions that the end of a stream tells. An answer that lists none is no stream.
    fn sum(&self, answer: &Value) -> Result<(), Wrong> {
        let listed = self.solutions.len();
        if listed == 0 { Ok(()) } else { claims(answer, &json!({ "solutions": listed })) }
    }
}

impl Checker {
    /// Checks rows of text, or a board with lines between its pieces. Lines with a colon are remarks.
    pub(crate) fn rows(&mut self, text: &str, proof: &mut Proof) -> Result<(), Wrong> {
        let owners = if text.contains('│') {
            self.placements(&self.packing.outlined(text)?)?
        } else {
            let marks = self.packing.marks_of_text(text.lines().filter(|line| !line.contains(':')))?;
            let owners = self.owners(&marks)?;
            self.pieces(&owners).map(|()| owners)?
        };
        self.filled(&owners, proof);
        Ok(())
    }

    /// What a board that has passed proves.
    fn filled(&self, owners: &[usize], proof: &mut Proof) {
        let supplies = &self.packing.supplies;
        let mut cells = vec![0; supplies.len() + 1];
        owners.iter().for_each(|&owner| cells[owner] += 1);
        let used: usize = cells.iter().zip(supplies).map(|(cells, supply)| cells / supply.cells.len()).sum();
        let is_plain = supplies.iter().all(|supply| supply.copies == 1) && used == supplies.len();
        let (all, how) = if is_plain { ("all ", "each once") } else { ("", "as asked") };
        let counted = |number, noun| format!("{number} {noun}{}", if number == 1 { "" } else { "s" });
        let (pieces, empty) = (counted(used, "piece"), cells[supplies.len()]);
        let but = if empty == 0 { String::new() } else { format!(" but {}", counted(empty, "cell")) };
        proof.prove("fills", format!("it fills the board{but} with {all}{pieces}, {how}"));
    }

    /// Checks one of our JSON objects: `solve`, a line of `--all`, `hint`, `check` or `count`.
    pub(crate) fn object(&mut self, answer: &Value, listed: &mut Listed, proof: &mut Proof) -> Result<(), Wrong> {
        self.packing.about(answer)?;
        self.hint(answer)?;
        let owners = self.solution(answer)?;
        if let Some(owners) = &owners {
            self.filled(owners, proof);
            listed.take(self.packing.placements(answer)?, owners)?;
        }
        if has_any(answer, &["solutions"]) {
            listed.sum(answer)?;
            proof.leave("count", "the number of solutions");
        }
        let is_whole = owners.is_some() || has_any(answer, &["solutions", "piece", "solvable"]);
        let is_proved = self.packing.certificate(answer)?;
        let has_none = self.packing.is_unbalanced() || is_proved;
        let has_solution = owners.map(|_| true).or(has_none.then_some(false));
        let is_by_cells = answer.pointer("/why/code").is_some_and(|code| code == "cells");
        if is_by_cells {
            self.packing.balance(&answer["why"])?;
        }
        match (status(answer, has_solution, is_whole)?, has_solution) {
            ("unsolvable", None) if is_by_cells => return claims(answer, &json!({ "why": "not in the cells" })),
            ("unsolvable", _) if is_proved => {
                proof.prove("weights", "there is no solution: by the weights the pieces do not add up to the board");
            }
            ("unsolvable", None) => proof.leave("no-solution", "that there is no solution (it needs a search)"),
            ("unsolvable", _) => proof.prove("cells", "there is no solution, for the cells do not add up"),
            _ => {}
        }
        Ok(())
    }

    /// Checks the solution that an object shows, by `solution` or `layers`, `placements`, or both.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn shown(&mut self, answer: &Value) -> Result<(), Wrong> {
        self.solution(answer).map(drop)
    }

    /// The solution by placements, by the rows that are shown, or by both, which must agree.
    fn solution(&mut self, answer: &Value) -> Result<Option<Vec<usize>>, Wrong> {
        let laid = self.packing.placements(answer)?.map(|laid| self.placements(&laid)).transpose()?;
        let Some(layers) = layers(answer)? else { return Ok(laid) };
        let shown = self.owners(&self.packing.marks(&layers)?)?;
        match laid {
            Some(laid) => ensure(laid == shown, || Wrong::Differ)?,
            None => self.pieces(&shown)?,
        }
        Ok(Some(shown))
    }

    /// Checks the piece of a hint: it lies beside what is placed, with its shape, and no more often than it is there. Layers count from 1 below.
    fn hint(&self, answer: &Value) -> Result<(), Wrong> {
        let Some(name) = field(answer, "piece", Value::as_str)? else { return Ok(()) };
        let (piece, height) = (self.packing.piece(name)?, self.packing.size[0] as i32);
        let seen = |[layer, row, col]: Triple| [height.wrapping_sub(layer), row.wrapping_sub(1), col.wrapping_sub(1)];
        let cells = field(answer, "placement", places)?.unwrap_or_default().into_iter().map(seen).collect();
        let owners = self.lay(&self.packing.placed, &[(piece, cells)])?;
        let (found, supply) = (owners.iter().filter(|owner| **owner == piece).count(), &self.packing.supplies[piece]);
        ensure(found <= supply.cells.len().saturating_mul(supply.copies), || PieceFault::TooOften.of(name))
    }
}

impl Packing {
    /// Checks what the answer says of the puzzle.
    fn about(&self, answer: &Value) -> Result<(), Wrong> {
        let [height, rows, cols] = self.size;
        let facts = json!({
            "puzzle": "pack", "kind": self.kind, "height": height, "rows": rows, "cols": cols, "cells": self.cells.len(),
            "pieces": self.supplies.len(), "piece_cells": self.piece_cells(|_| true),
        });
        claims(answer, &facts)
    }

    /// Checks the cells that a reason counts.
    fn balance(&self, why: &Value) -> Result<(), Wrong> {
        claims(why, &json!({ "pieces": self.piece_cells(|_| true), "board": self.cells.len() }))
    }

    /// The number of a piece.
    fn piece(&self, name: &str) -> Result<usize, Wrong> {
        let piece = self.supplies.iter().position(|supply| supply.name == name);
        piece.ok_or_else(|| PieceFault::Unknown.of(name))
    }

    /// The placements of a solution. In the answer of `check` the field has another meaning.
    fn placements(&self, answer: &Value) -> Result<Option<Vec<Laid>>, Wrong> {
        let list = field(answer, "placements", Value::as_array)?.filter(|_| !has_any(answer, &["solvable"]));
        list.map(|list| list.iter().map(|one| self.placement(one)).collect()).transpose()
    }

    /// One placement.
    pub(super) fn placement(&self, one: &Value) -> Result<Laid, Wrong> {
        match (one.get("piece").and_then(Value::as_str), one.get("cells").and_then(places)) {
            (Some(name), Some(cells)) => Ok((self.piece(name)?, cells)),
            _ => Err(unreadable("a placement has no piece, or no list of cells")),
        }
    }
}

/// The board that is shown, if one is.
fn layers(answer: &Value) -> Result<Option<Vec<Vec<String>>>, Wrong> {
    let flat = field(answer, "solution", rows)?.map(|rows| vec![rows]);
    Ok(flat.or(field(answer, "layers", |layers| layers.as_array()?.iter().map(rows).collect())?))
}

fn rows(rows: &Value) -> Option<Vec<String>> {
    rows.as_array()?.iter().map(|row| row.as_str().map(Into::into)).collect()
}

/// A list of cells: `[row, column]`, or `[layer, row, column]` with the top layer 0.
fn places(list: &Value) -> Option<Vec<Triple>> {
    let number = |number: &Value| i32::try_from(number.as_i64()?).ok();
    let place = |cell: &Value| match cell.as_array()?.iter().map(number).collect::<Option<Vec<i32>>>()?[..] {
        [row, col] => Some([0, row, col]),
        [layer, row, col] => Some([layer, row, col]),
        _ => None,
    };
    list.as_array()?.iter().map(place).collect()
}
