//! What an answer says of a sliding puzzle.

use serde_json::{Value, json};

use super::{Sliding, neighbour, replay};
use crate::claim::{claims, field, has_any, status};
use crate::wrong::unreadable;
use crate::{Proof, Terms, Wrong};

impl Sliding {
    /// Checks moves alone, or the page of text that `solve` writes around them.
    pub(crate) fn text(&self, text: &str, terms: &Terms<'_>, proof: &mut Proof) -> Result<(), Wrong> {
        let Some((said, moves)) = printed(text) else { return self.moves(text, terms, proof).map(drop) };
        let length = self.moves(&moves, terms, proof)?;
        claims(&json!({ "length": said }), &json!({ "length": length }))
    }

    /// Checks moves, and gives their number.
    pub(crate) fn moves(&self, text: &str, terms: &Terms<'_>, proof: &mut Proof) -> Result<usize, Wrong> {
        let letters = letters(text, terms)?;
        replay(self.cols, &self.board, &self.goal, &letters)?;
        let length = match terms.metric {
            None | Some("single") => letters.len(),
            Some("multi") => letters.as_bytes().chunk_by(|a, b| a == b).count(),
            Some(_) => return Err(unreadable("the metric is neither single nor multi")),
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
        // Each move exchanges the blank with a tile, so the parity of the permutation is that of the blank's distance.
        let (kurang, x) = (self.inversions(), self.distance(0) % 2);
        let sum = kurang.iter().sum::<usize>() + x;
        let is_solvable = sum.is_multiple_of(2);
        let misplaced = self.board.iter().zip(&self.goal).filter(|(tile, home)| **tile != 0 && tile != home).count();
        let facts = json!({
            "puzzle": "slide", "rows": self.board.len() / self.cols, "cols": self.cols, "board": self.board,
            "goal": self.goal, "solvable": is_solvable, "misplaced": misplaced,
            "kurang": self.is_blank_last.then_some(kurang), "x": self.is_blank_last.then_some(x),
            "sum": self.is_blank_last.then_some(sum),
        });
        claims(answer, &facts)?;
        match is_solvable {
            true => proof.prove("solvable", "the goal can be reached, by parity"),
            false => proof.prove("unsolvable", "the goal cannot be reached, by parity"),
        }
        let metric = field(answer, "metric", Value::as_str)?.or(terms.metric);
        claims(answer, &json!({ "metric": terms.metric.or(metric) }))?;
        let moves = field(answer, "moves", Value::as_str)?;
        if let Some(moves) = moves {
            let length = self.moves(moves, &Terms { metric, ..*terms }, proof)?;
            claims(answer, &json!({ "length": length }))?;
        }
        if let Some(next) = field(answer, "move", Value::as_str)? {
            self.next(answer, &letters(next, terms)?)?;
        }
        if has_any(answer, &["solutions"]) {
            proof.leave("count", "the number of solutions");
        }
        if moves.is_none() && field(answer, "lower_bound", Value::as_u64)?.is_some_and(|bound| bound > 0) {
            proof.leave("bound", "the lower bound");
        }
        status(answer, Some(is_solvable), moves.is_some() || has_any(answer, &["move", "solutions"])).map(drop)
    }

    /// Checks the move of a hint, and the tile that it moves.
    fn next(&self, answer: &Value, letter: &str) -> Result<(), Wrong> {
        let [letter] = letter.chars().collect::<Vec<_>>()[..] else { return Err(unreadable("move is not one")) };
        let blank = self.board.iter().position(|&tile| tile == 0).unwrap_or(0);
        let next = neighbour(self.cols, self.board.len(), blank, letter).ok_or(Wrong::Edge { number: 1, letter })?;
        claims(answer, &json!({ "tile": self.board[next] }))
    }
}

/// The number of moves and the moves, as `solve` prints them: a line that begins with the number and ends with a colon, and the lines below it up to an empty one.
fn printed(text: &str) -> Option<(usize, String)> {
    let mut lines = text.lines().skip_while(|line| !line.trim_end().ends_with(':'));
    // A comma or a dot parts the thousands.
    let number = lines.next()?.split(' ').next()?.replace([',', '.'], "").parse().ok()?;
    Some((number, lines.take_while(|line| !line.trim().is_empty()).collect()))
}

/// The letters of moves, each where the blank goes.
fn letters(text: &str, terms: &Terms<'_>) -> Result<String, Wrong> {
    let letters = if terms.tile_notation { "DURL" } else { "UDLR" };
    let signs = text.chars().filter(|sign| !sign.is_whitespace() && *sign != ',');
    let letter =
        |sign: char| "UDLR".find(sign.to_ascii_uppercase()).map(|at| &letters[at..=at]).ok_or(Wrong::NoMove { sign });
    signs.map(letter).collect()
}
