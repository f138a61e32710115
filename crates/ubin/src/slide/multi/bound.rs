//! A bound on the lines to be slid that needs no tables: for answers that are asked for before there are any.
//!
//! A line along a row moves at most one tile fewer than the board has columns, each by one cell, so the steps that tiles
//! are away from home along rows, divided by that, are a bound of those lines; the same goes for columns. In a shortest
//! solution the axes take turns, so there is at most one line more of one kind than of the other.

use crate::slide::Board;

/// The fewest lines that lead from a board to the goal; the board has the goal's tiles.
pub(crate) fn bound(goal: &Board, board: &Board) -> u32 {
    let size = goal.size();
    let homes = goal.cells();
    let (mut along_row, mut along_col) = (0, 0);
    for (cell, &tile) in board.tiles().iter().enumerate().filter(|&(_, &tile)| tile != 0) {
        let home = homes[usize::from(tile)];
        along_row += size.col(cell).abs_diff(size.col(home));
        along_col += size.row(cell).abs_diff(size.row(home));
    }
    let (a, b) = (along_row.div_ceil(size.cols() - 1), along_col.div_ceil(size.rows() - 1));
    (a + b).max((2 * a.max(b)).saturating_sub(1)) as u32
}

#[cfg(test)]
mod tests {
    use super::super::tests::build;
    use super::super::{Grade, LineSolver};
    use super::*;
    use crate::run::{Control, Limits, Run};
    use crate::slide::{Dir, Size};

    /// Every board near the goal, and every board that these lead to: the tables of all tiles know the distance.
    fn check(rows: usize, cols: usize, blank: usize, boards: usize) {
        let size = Size::new(rows, cols).unwrap();
        let mut tiles: Vec<u16> = (1..size.cells() as u16).rev().collect();
        tiles.insert(blank, 0);
        let goal = Board::new(size, tiles).unwrap();
        let control = Control::new();
        let tables = build(&goal, Grade::Small, 1, &mut Run::new(Limits::default(), &control)).unwrap().unwrap();
        let solver = LineSolver::new(&goal, &tables).unwrap();
        let mut seen = vec![goal.clone()];
        for i in 0.. {
            let Some(board) = seen.get(i).cloned() else { break };
            let (low, distance) = (bound(&goal, &board), solver.h(&board).unwrap());
            assert!(low <= distance && (low == 0) == (distance == 0), "{low}, not {distance} at\n{board}");
            for next in Dir::ALL.into_iter().filter_map(|dir| board.after(&[dir])) {
                if seen.len() < boards && !seen.contains(&next) {
                    seen.push(next);
                }
            }
        }
    }

    #[test]
    fn the_bound_is_never_more_than_the_distance() {
        check(2, 2, 3, 12);
        check(2, 3, 1, 360);
        check(3, 3, 4, 3000);
        check(4, 2, 0, 3000);
    }
}
