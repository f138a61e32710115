//! The symmetries of a rectangle of cells: up to eight ways to lay one board on another.
//!
//! Words: a **symmetry** sends every cell of a board to a cell of another board (or of itself) so that neighbours
//! stay neighbours. A pattern database knows only which cell is whose home, so one database serves every goal that a
//! symmetry lays on its own.

use crate::slide::Size;

/// Every symmetry from one board to another, the identity first: `symmetry[cell]` is where the cell lands.
pub(crate) fn symmetries(from: Size, to: Size) -> Vec<Vec<usize>> {
    let upright = |row, col| (row, col);
    let transposed = |row, col| (col, row);
    let mut found = Vec::new();
    if from == to {
        found.extend(flips(to).map(|flip| lay(from, to, upright, flip)));
    }
    if from.rows() == to.cols() && from.cols() == to.rows() {
        found.extend(flips(to).map(|flip| lay(from, to, transposed, flip)));
    }
    found
}

type Place = (usize, usize);

/// The four ways to turn a board over or not, rows and columns apart.
fn flips(size: Size) -> impl Iterator<Item = impl Fn(Place) -> Place> {
    let (last_row, last_col) = (size.rows() - 1, size.cols() - 1);
    [(0, 0), (last_row, last_col), (last_row, 0), (0, last_col)]
        .into_iter()
        .map(|(rows, cols)| move |(row, col): Place| (row.abs_diff(rows), col.abs_diff(cols)))
}

fn lay(from: Size, to: Size, stand: impl Fn(usize, usize) -> Place, flip: impl Fn(Place) -> Place) -> Vec<usize> {
    let place = |cell| {
        let (row, col) = flip(stand(from.row(cell), from.col(cell)));
        to.cell(row, col)
    };
    (0..from.cells()).map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_stay_neighbours() {
        let (wide, tall, square) = (Size::new(3, 5).unwrap(), Size::new(5, 3).unwrap(), Size::new(4, 4).unwrap());
        for (from, to, count) in [(wide, wide, 4), (wide, tall, 4), (square, square, 8), (wide, square, 0)] {
            let found = symmetries(from, to);
            assert_eq!(found.len(), count);
            for symmetry in &found {
                for (a, b) in (0..from.cells()).flat_map(|a| (0..a).map(move |b| (a, b))) {
                    assert_eq!(from.taxicab(a, b), to.taxicab(symmetry[a], symmetry[b]));
                }
            }
            assert!(found.iter().enumerate().all(|(i, symmetry)| !found[..i].contains(symmetry)));
        }
    }
}
