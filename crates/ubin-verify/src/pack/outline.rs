//! A packing as text with lines between its pieces: what `ubin solve` prints where a piece is there several times.
//!
//! ```text
//! ┌───────┬───┐
//! │ A   A │ A │
//! ├───────┤   │
//! │ A   A │ A │
//! └───────┴───┘
//! ```
//!
//! Words: the **pitch** is how many signs a cell is wide, with the line at its left; a **label** is a mark and perhaps the number of a copy, `A2`. Cells with one number are one copy, wherever they lie; without numbers, those are that no line separates.

use std::collections::BTreeMap;

use super::checker::Laid;
use super::{Packing, Triple};
use crate::Wrong;
use crate::wrong::{ensure, unreadable};

impl Packing {
    /// The placements that a board with lines shows.
    pub(super) fn outlined(&self, text: &str) -> Result<Vec<Laid>, Wrong> {
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.trim_end().chars().collect()).collect();
        let lines: Vec<&[char]> = lines.iter().map(Vec::as_slice).filter(|line| !line.contains(&':')).collect();
        let widest = self.cells.iter().map(|cell| cell[2] as usize + 1).max().unwrap_or(1);
        let longest = lines.iter().map(|line| line.len()).max().unwrap_or(0);
        let pitch = longest.saturating_sub(1) / widest;
        ensure(pitch > 1 && pitch * widest + 1 == longest, || unreadable("the lines are not as wide as the board"))?;
        let sign = |line: usize, at: usize| lines.get(line).and_then(|line| line.get(at)).copied().unwrap_or(' ');
        let above = self.lines_above(&lines)?;
        let (mut labels, mut at) = (Vec::new(), Vec::new());
        for &[layer, row, col] in &self.cells {
            let (top, start) = above[layer as usize];
            let (line, left) = (start + 2 * (row as usize - top) + 1, col as usize * pitch);
            let label: String = (left + 1..left + pitch).map(|at| sign(line, at)).collect();
            labels.push(label.trim().to_owned());
            at.push((line, left));
        }
        let mut joined = Vec::new();
        for (cell, &[layer, row, col]) in self.cells.iter().enumerate() {
            let (line, left) = at[cell];
            let beside: [(Triple, char); 2] =
                [([layer, row, col + 1], sign(line, left + pitch)), ([layer, row + 1, col], sign(line + 1, left + 1))];
            for (place, wall) in beside {
                if let (Ok(other), ' ') = (self.cells.binary_search(&place), wall) {
                    ensure(labels[cell] == labels[other], || unreadable("no line stands between two pieces"))?;
                    joined.push((cell, other));
                }
            }
        }
        // The first of the cells that a cell is one with: the lower of two that are joined, until all agree.
        let mut first: Vec<usize> = (0..self.cells.len()).collect();
        while let Some(at) = joined.iter().position(|&(a, b)| first[a] != first[b]) {
            for &(a, b) in &joined[at..] {
                first[a] = first[a].min(first[b]);
                first[b] = first[a];
            }
        }
        self.copies_of(&labels, &first)
    }

    /// The first row of every layer that has a cell, and the line above it. What stands before that is blank.
    fn lines_above(&self, lines: &[&[char]]) -> Result<Vec<(usize, usize)>, Wrong> {
        let (mut above, mut next) = (Vec::new(), 0);
        for of_layer in self.cells.chunk_by(|a, b| a[0] == b[0]) {
            let (top, bottom) = (of_layer[0][1] as usize, of_layer[of_layer.len() - 1][1] as usize);
            let is_line = |line: &&[char]| line.iter().any(|sign| "┌─┐".contains(*sign));
            let start = lines.iter().skip(next).position(is_line).map(|at| at + next);
            let start = start.ok_or_else(|| unreadable("a layer is not there"))?;
            above.push((top, start));
            next = start + 2 * (bottom - top) + 3;
        }
        Ok(above)
    }

    /// The copies that labelled cells are.
    fn copies_of(&self, labels: &[String], first: &[usize]) -> Result<Vec<Laid>, Wrong> {
        let marks = self.marks_of_pieces();
        let mut copies: BTreeMap<(usize, &str, usize), Vec<Triple>> = BTreeMap::new();
        for (cell, label) in labels.iter().enumerate() {
            let mark = label.trim_end_matches(|sign: char| sign.is_ascii_digit());
            if matches!(mark, "." | "..") {
                continue;
            }
            let is_marked =
                |own: &[u8; 2]| mark.as_bytes() == own || (own[0] == own[1] && mark.as_bytes() == &own[..1]);
            let piece = marks.iter().position(is_marked);
            let piece = piece.ok_or_else(|| unreadable(format!("{label:?} is no piece's mark")))?;
            // A piece that is there once is one, in how many parts it may be.
            let is_told = mark.len() < label.len() || self.supplies[piece].copies == 1;
            let start = if is_told { 0 } else { first[cell] };
            copies.entry((piece, label.as_str(), start)).or_default().push(self.cells[cell]);
        }
        Ok(copies.into_iter().map(|((piece, ..), cells)| (piece, cells)).collect())
    }
}
