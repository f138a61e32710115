//! The board laid so that the last move of a solution is along a row, and the blank's home is near the first cell.
//!
//! Tables know distances to the goal's row class only, and one home of the blank. A solution whose last move is along a
//! column is one whose last move is along a row on the board reflected about its diagonal; turning the board over
//! brings the blank's home to the first quarter. So a square goal with the blank in a corner needs one set of tables.

use crate::slide::{Board, Dir, Size};

/// A goal laid on the tables' cells.
#[derive(Clone, Debug)]
pub(crate) struct LineFrame {
    /// By cell of the board: the cell in the frame.
    cells: Vec<usize>,
    pub(crate) size: Size,
    /// The blank's home in the frame.
    pub(crate) blank: usize,
    /// By axis and way (back, forth) in the frame: the direction on the board.
    pub(crate) dirs: [[Dir; 2]; 2],
}

impl LineFrame {
    /// The frames of solutions that end along a row, and along a column.
    pub(crate) fn both(size: Size, blank: usize) -> [LineFrame; 2] {
        let turn = |at: usize, side: usize| 2 * at + 1 > side;
        let turns = [turn(size.row(blank), size.rows()), turn(size.col(blank), size.cols())];
        let fold = |at: usize, side: usize, turn: bool| if turn { side - 1 - at } else { at };
        let place =
            |cell: usize| (fold(size.row(cell), size.rows(), turns[0]), fold(size.col(cell), size.cols(), turns[1]));
        let ways = |dirs: [Dir; 2], turn: bool| if turn { [dirs[1], dirs[0]] } else { dirs };
        let along_col = ways([Dir::Up, Dir::Down], turns[0]);
        let along_row = ways([Dir::Left, Dir::Right], turns[1]);
        let frame = |size: Size, cells: Vec<usize>, dirs| LineFrame { blank: cells[blank], size, cells, dirs };
        let reflected = Size::new(size.cols(), size.rows()).expect("sides of a size");
        let all = || (0..size.cells()).map(place);
        [
            frame(size, all().map(|(row, col)| size.cell(row, col)).collect(), [along_row, along_col]),
            frame(reflected, all().map(|(row, col)| reflected.cell(col, row)).collect(), [along_col, along_row]),
        ]
    }

    /// By cell of the frame: the home, in the frame, of what stands there. The board has the goal's tiles.
    pub(crate) fn lay(&self, goal: &Board, board: &Board) -> Vec<usize> {
        let homes = goal.cells();
        let mut laid = vec![0; self.cells.len()];
        for (cell, tile) in board.tiles().iter().enumerate() {
            laid[self.cells[cell]] = self.cells[homes[usize::from(*tile)]];
        }
        laid
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direction_in_the_frame_is_that_direction_on_the_board() {
        let size = Size::new(3, 4).unwrap();
        for blank in 0..size.cells() {
            for frame in LineFrame::both(size, blank) {
                assert!(2 * frame.size.row(frame.blank) < frame.size.rows());
                assert!(2 * frame.size.col(frame.blank) < frame.size.cols());
                for cell in 0..size.cells() {
                    let at = frame.cells[cell];
                    for (way, dir) in frame.dirs[0].into_iter().enumerate() {
                        let to = size.neighbour(cell, dir).map(|to| frame.cells[to]);
                        let col = (frame.size.col(at) + 2 * way).checked_sub(1).filter(|&col| col < frame.size.cols());
                        assert_eq!(to, col.map(|col| frame.size.cell(frame.size.row(at), col)));
                    }
                    for (way, dir) in frame.dirs[1].into_iter().enumerate() {
                        let to = size.neighbour(cell, dir).map(|to| frame.cells[to]);
                        let row = (frame.size.row(at) + 2 * way).checked_sub(1).filter(|&row| row < frame.size.rows());
                        assert_eq!(to, row.map(|row| frame.size.cell(row, frame.size.col(at))));
                    }
                }
            }
        }
    }
}
