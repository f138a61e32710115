//! What an answer says of a packing puzzle.

use serde_json::{Value, json};

use super::checker::Laid;
use super::{Checker, Packing, Supply, Triple};
use crate::claim::{bad, claims, field};
use crate::{PieceFault, Proof, Wrong};

impl Checker {
    /// Checks rows of text. Lines with a colon are remarks.
    pub(crate) fn rows(&mut self, text: &str, proof: &mut Proof) -> Result<(), Wrong> {
        let lines: Vec<&str> = text.lines().filter(|line| !line.contains(':')).collect();
        let layers = self.packing.in_layers(&lines)?;
        self.board(&layers)?;
        self.filled(proof);
        Ok(())
    }

    /// What the board that has just passed proves.
    fn filled(&self, proof: &mut Proof) {
        let supplies = &self.packing.supplies;
        let sizes =
            self.sets.chunks(self.words.max(1)).map(|set| set.iter().map(|word| word.count_ones() as usize).sum());
        let used: usize = sizes.zip(supplies).map(|(cells, supply): (usize, _)| cells / supply.cells.len()).sum();
        let is_plain = supplies.iter().all(|supply| supply.copies == 1) && used == supplies.len();
        let (all, how) = if is_plain { ("all ", "each once") } else { ("", "as asked") };
        let noun = if used == 1 { "piece" } else { "pieces" };
        proof.prove("fills", format!("it fills the board with {all}{used} {noun}, {how}"));
    }

    /// Checks one of our JSON objects: `solve`, a line of `--all`, `hint`, `check` or `count`.
    pub(crate) fn object(&mut self, answer: &Value, proof: &mut Proof) -> Result<(), Wrong> {
        self.packing.about(answer)?;
        let (layers, placements) = (layers(answer)?, self.packing.placements(answer)?);
        if let Some(placements) = &placements {
            self.placements(placements)?;
        }
        if let Some(layers) = &layers {
            self.agrees(layers, placements.is_some())?;
        }
        let is_solved = layers.is_some() || placements.is_some();
        if is_solved {
            self.filled(proof);
        }
        if answer.get("solutions").is_some() {
            proof.leave("count", "the number of solutions");
        }
        let is_other = ["solutions", "piece", "solvable"].iter().any(|field| answer.get(*field).is_some());
        let why = answer.get("why").and_then(|why| why.get("code")).and_then(Value::as_str);
        match (field(answer, "status", Value::as_str)?.unwrap_or(""), self.packing.is_unbalanced()) {
            ("solved", _) if !is_solved && !is_other => {
                return Err(Wrong::Missing { field: "solution", status: "solved".into() });
            }
            ("unsolvable", _) if is_solved => claims(answer, [("status", json!("solved"))])?,
            ("unsolvable", false) if why == Some("cells") => claims(answer, [("why", json!("not in the cells"))])?,
            ("unsolvable", false) => proof.leave("no-solution", "that there is no solution (it needs a search)"),
            ("unsolvable", true) => proof.prove("cells", "there is no solution, for the cells do not add up"),
            ("solved" | "limit" | "interrupted" | "", _) => {}
            _ => return Err(bad("the status is unknown")),
        }
        Ok(())
    }

    /// Checks the rows that are shown: by themselves, or against placements that have passed. Names of several letters need placements, and rows with them are not read.
    fn agrees(&mut self, layers: &[Vec<String>], is_placed: bool) -> Result<(), Wrong> {
        if !is_placed {
            return self.board(layers);
        }
        let (placed, is_named) = (self.sets.clone(), |supply: &Supply| supply.name.len() > 1);
        if self.packing.supplies.iter().any(is_named) {
            return Ok(());
        }
        self.read(layers)?;
        match self.sets == placed {
            true => Ok(()),
            false => Err(Wrong::Differ),
        }
    }
}

impl Packing {
    /// The facts of the puzzle.
    fn about(&self, answer: &Value) -> Result<(), Wrong> {
        let lowest = self.board.last().map_or(&[][..], |layer| layer);
        claims(
            answer,
            [
                ("puzzle", json!("pack")),
                ("kind", json!(self.kind)),
                ("rows", json!(lowest.len())),
                ("cols", json!(lowest.first().map_or(0, Vec::len))),
                ("height", json!(self.board.len())),
                ("pieces", json!(self.supplies.len())),
                ("cells", json!(self.cells().count())),
                ("piece_cells", json!(self.piece_cells(|_| true))),
            ],
        )
    }

    /// The placements of a solution. In the answer of `check` the field has another meaning.
    fn placements(&self, answer: &Value) -> Result<Option<Vec<Laid>>, Wrong> {
        if answer.get("solvable").is_some() {
            return Ok(None);
        }
        let placement = |one: &Value| {
            let name = one.get("piece").and_then(Value::as_str).ok_or_else(|| bad("a placement has no piece"))?;
            let piece = self.supplies.iter().position(|supply| supply.name == name);
            let cells = one.get("cells").and_then(Value::as_array).and_then(|cells| cells.iter().map(place).collect());
            let piece = piece.ok_or_else(|| PieceFault::Unknown.of(name))?;
            Ok((piece, cells.ok_or_else(|| bad("a placement has no list of cells"))?))
        };
        let list = field(answer, "placements", Value::as_array)?;
        list.map(|list| list.iter().map(placement).collect()).transpose()
    }
}

/// The board that is shown, if one is.
fn layers(answer: &Value) -> Result<Option<Vec<Vec<String>>>, Wrong> {
    let row = |row: &Value| row.as_str().map(Into::into);
    let rows = |rows: &Value| -> Option<Vec<String>> { rows.as_array()?.iter().map(row).collect() };
    let flat = field(answer, "solution", |solution| rows(solution).map(|rows| vec![rows]))?;
    Ok(flat.or(field(answer, "layers", |layers| layers.as_array()?.iter().map(rows).collect())?))
}

/// `[row, column]`, or `[layer, row, column]` with the top layer 0.
fn place(cell: &Value) -> Option<Triple> {
    let number = |number: &Value| i32::try_from(number.as_i64()?).ok();
    match cell.as_array()?.iter().map(number).collect::<Option<Vec<i32>>>()?[..] {
        [row, col] => Some([0, row, col]),
        [layer, row, col] => Some([layer, row, col]),
        _ => None,
    }
}
