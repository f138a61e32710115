//! A puzzle as plain data, for the verifier.

use ubin_verify::Wrong;
use ubin_verify::pack::{Checker, Packing, Space, Supply};

use super::board::BoardKind;
use super::lattice::{Flips, Spot};
use super::puzzle::{Amount, Puzzle, Solution};

impl Puzzle {
    /// The verifier of this puzzle's solutions. It works out by itself how pieces may lie.
    pub(crate) fn checker(&self) -> Checker {
        let board = self.board();
        let space = match (board.kind(), self.flips()) {
            (BoardKind::Rectangle | BoardKind::Custom, Flips::Allowed) => Space::Squares,
            (BoardKind::Rectangle | BoardKind::Custom, Flips::Forbidden) => Space::OneSided,
            (BoardKind::Cuboid, _) => Space::Cubes,
            (BoardKind::Pyramid, _) => Space::Balls,
        };
        // The verifier counts layers from the top, a spot from the bottom.
        let cell = |top: u32| move |spot: &Spot| [top as i32 - spot.layer as i32, spot.row as i32, spot.col as i32];
        let supplies = self.pieces().iter().enumerate().map(|(number, piece)| {
            let Amount { least, most } = self.amount(number);
            Supply {
                name: piece.name().to_owned(),
                cells: piece.spots().iter().map(cell(0)).collect(),
                copies: most as usize,
                is_spare: least < most,
            }
        });
        let cells: Vec<_> = board.spots().iter().map(cell(board.layers() - 1)).collect();
        let mut placed = vec![usize::MAX; cells.len()];
        for on in self.placed() {
            on.cells.iter().for_each(|&cell| placed[cell as usize] = on.piece);
        }
        let (rows, cols) = board.layer_size(0);
        let packing = Packing {
            kind: board.kind().name(),
            space,
            size: [board.layers() as usize, rows as usize, cols as usize],
            cells,
            supplies: supplies.collect(),
            gaps: self.gaps().least as usize..=self.gaps().most as usize,
            placed,
        };
        Checker::new(packing).expect("pieces are placed with their shapes")
    }
}

/// Reads solutions of one puzzle that were written down as [`Solution::owners`] tells them. Each passes the verifier.
pub struct SolutionReader(Checker);

impl SolutionReader {
    /// A reader of this puzzle's solutions.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> SolutionReader {
        SolutionReader(puzzle.checker())
    }

    /// The solution with these copies on its cells.
    ///
    /// # Errors
    /// When it is none.
    pub fn read(&mut self, owners: Vec<u32>) -> Result<Solution, Wrong> {
        self.0.copies(&owners)?;
        Ok(Solution { owner: owners })
    }
}
