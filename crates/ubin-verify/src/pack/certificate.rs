//! Proofs that there is no solution: weights on the cells under which the pieces do not add up to the board.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{Packing, Triple};
use crate::Wrong;
use crate::claim::field;
use crate::wrong::{ensure, unreadable};

/// What pieces together can cover: how many cells, and what these weigh modulo a number. Cells and weights go together, for what must stay unused to leave the right number of cells cannot add its weight.
type Covered = BTreeSet<(usize, u64)>;

/// The most steps that a check may take.
const EFFORT: usize = 1 << 26;

impl Packing {
    /// Checks the certificate of an answer: every placement of a piece has its sum, and no choice of pieces and empty cells that the puzzle allows has the board's. Whether there is a certificate.
    pub(super) fn certificate(&self, answer: &Value) -> Result<bool, Wrong> {
        let Some(given) = answer.get("certificate").filter(|given| !given.is_null()) else { return Ok(false) };
        let modulus = field(given, "modulus", Value::as_u64)?.filter(|modulus| (2..=1024).contains(modulus));
        let modulus = modulus.ok_or_else(|| unreadable("a certificate has a modulus from 2 to 1024"))?;
        let weights = self.weights(given.get("weights").unwrap_or(&Value::Null), modulus)?;
        let said = |of: &str, said: Option<&Value>, found: u64| {
            let said = said.and_then(Value::as_u64);
            let wrong = || Wrong::Sum { of: of.into(), said, found, modulus };
            ensure(said.is_some_and(|said| said % modulus == found % modulus), wrong)
        };
        let too_large = || unreadable("the certificate is too large to be checked");
        let board: u64 = weights.iter().sum();
        said("board", given.get("board"), board % modulus)?;
        let is_free = |cell: &usize| self.placed[*cell] >= self.supplies.len();
        let free: Vec<usize> = (0..weights.len()).filter(is_free).collect();
        let taken = (0..weights.len()).filter(|cell| !is_free(cell)).map(|cell| weights[cell]).sum::<u64>();
        let mut covered = Covered::from([(0, taken % modulus)]);
        for (piece, supply) in self.supplies.iter().enumerate() {
            let on_board = self.placed.iter().filter(|owner| **owner == piece).count() / supply.cells.len();
            let left = supply.copies.saturating_sub(on_board);
            let own = given.get("pieces").and_then(|pieces| pieces.get(&supply.name));
            if left == 0 {
                continue;
            }
            let sum = |cells: &[usize]| cells.iter().map(|&cell| weights[cell]).sum::<u64>() % modulus;
            self.placements_on(&free, &supply.cells)
                .iter()
                .try_for_each(|cells| said(&supply.name, own, sum(cells)))?;
            let own = own.and_then(Value::as_u64).unwrap_or(0) % modulus;
            let (size, most) = (supply.cells.len(), left.min(free.len() / supply.cells.len()));
            ensure(covered.len().saturating_mul(most) <= EFFORT, too_large)?;
            let with = |copies: usize| {
                let room = free.len().checked_sub(copies.saturating_mul(size));
                let sum = copies as u64 % modulus * own;
                let fits = covered.iter().filter(move |before| room.is_some_and(|room| before.0 <= room));
                fits.map(move |(cells, before)| (cells + copies * size, (before + sum) % modulus))
            };
            covered = if supply.is_spare { (0..=most).flat_map(with).collect() } else { with(left).collect() };
        }
        // No more cells stay empty than the fewest that can be covered leave.
        let most = covered.first().map_or(0, |(cells, _)| free.len() - cells).min(*self.gaps.end());
        let effort = most.saturating_mul(free.len()).saturating_mul(modulus as usize);
        ensure(effort <= EFFORT, too_large)?;
        let mut gaps = Covered::from([(0, 0)]);
        for &cell in &free {
            let before = gaps.iter().filter(|gaps| gaps.0 < most);
            let with: Vec<_> = before.map(|(number, sum)| (number + 1, (sum + weights[cell]) % modulus)).collect();
            gaps.extend(with);
        }
        let fills = |&(number, sum): &(usize, u64)| {
            let rest = (free.len() - number, (board + modulus - sum) % modulus);
            self.gaps.contains(&number) && covered.contains(&rest)
        };
        ensure(!gaps.iter().any(fills), || Wrong::NoProof { modulus, board: board % modulus })?;
        Ok(true)
    }

    /// The weight of every cell, from rows or layers of rows; null where there is no cell.
    fn weights(&self, given: &Value, modulus: u64) -> Result<Vec<u64>, Wrong> {
        let is_flat = self.size[0] == 1 && given.pointer("/0/0/0").is_none();
        let at = |&[layer, row, col]: &Triple| {
            let rows = if is_flat { given } else { given.get(layer as usize)? };
            Some(rows.get(row as usize)?.get(col as usize)?.as_u64()? % modulus)
        };
        fn numbers(value: &Value) -> usize {
            value.as_array().map_or(usize::from(!value.is_null()), |list| list.iter().map(numbers).sum())
        }
        let weights: Option<Vec<u64>> = self.cells.iter().map(at).collect();
        let weights = weights.filter(|weights| numbers(given) == weights.len());
        weights.ok_or_else(|| unreadable("a certificate has a weight for every cell, and null elsewhere"))
    }

    /// The cells of every placement of a shape on free cells.
    fn placements_on(&self, free: &[usize], shape: &[Triple]) -> Vec<Vec<usize>> {
        let point = |cell: &usize| (self.space.point(self.cells[*cell]), *cell);
        let points: BTreeMap<Triple, usize> = free.iter().map(point).collect();
        let shape: Vec<Triple> = shape.iter().map(|&cell| self.space.point(cell)).collect();
        let turned = self.space.turned(&shape);
        let moved = |at: Triple, to: &Triple| points.get(&[0, 1, 2].map(|axis| at[axis] + to[axis])).copied();
        let all = points.keys().flat_map(|&at| turned.iter().map(move |turn| (at, turn)));
        all.filter_map(|(at, turn)| turn.iter().map(|to| moved(at, to)).collect()).collect()
    }
}
