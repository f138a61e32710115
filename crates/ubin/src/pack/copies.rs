//! Which copies of a piece cover a set of cells, where only the set is known: a board shows the same letter for all of them.

use std::collections::BTreeSet;

use super::lattice::{Cell, Flips, Lattice};
use super::piece::Piece;

/// Placements that are tried before it is given up.
const EFFORT: usize = 200_000;

/// Splits cells into copies of a piece: the first way in the order of the cells and of the piece's orientations. `None` when there is none, or it takes too long to find.
pub(crate) fn split(piece: &Piece, lattice: Lattice, flips: Flips, cells: &[Cell]) -> Option<Vec<Vec<Cell>>> {
    if !cells.len().is_multiple_of(piece.size()) {
        return None;
    }
    let orientations = piece.orientations(lattice, flips);
    let mut free: BTreeSet<Cell> = cells.iter().copied().collect();
    let at = |first: Cell, orientation: usize| -> Vec<Cell> {
        orientations[orientation].iter().map(|&step| first.plus(step)).collect()
    };
    let mut laid: Vec<(Vec<Cell>, usize)> = Vec::new();
    let mut next = 0;
    for _ in 0..EFFORT {
        let Some(&first) = free.first() else { return Some(laid.into_iter().map(|(copy, _)| copy).collect()) };
        let fits = |&orientation: &usize| at(first, orientation).iter().all(|cell| free.contains(cell));
        let Some(orientation) = (next..orientations.len()).find(fits) else {
            let (copy, orientation) = laid.pop()?;
            free.extend(copy);
            next = orientation + 1;
            continue;
        };
        let copy = at(first, orientation);
        copy.iter().for_each(|cell| {
            free.remove(cell);
        });
        laid.push((copy, orientation));
        next = 0;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::lattice::Spot;

    #[test]
    fn the_first_way_is_found_after_a_wrong_turn() {
        let tromino = Piece::new('A', vec![Spot::flat(0, 0), Spot::flat(1, 0), Spot::flat(1, 1)]).unwrap();
        let cell = |row, col| Lattice::Square.cell(Spot::flat(row, col));
        let cells: Vec<Cell> = (0..2).flat_map(|row| (0..3).map(move |col| cell(row, col))).collect();
        let copies = split(&tromino, Lattice::Square, Flips::Allowed, &cells).unwrap();
        assert_eq!(copies.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3]);
        assert_eq!(split(&tromino, Lattice::Square, Flips::Allowed, &cells[..3]), None);
        assert_eq!(split(&tromino, Lattice::Square, Flips::Allowed, &cells[..4]), None);
    }
}
