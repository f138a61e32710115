//! A puzzle as plain data, for the verifier.

use ubin_verify::pack::{Checker, Packing, Space, Supply};

use super::board::BoardKind;
use super::lattice::{Flips, Spot};
use super::puzzle::Puzzle;

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
        let layer = |layer: u32| {
            let (rows, cols) = board.layer_size(layer);
            let row = |row| (0..cols).map(|col| board.number(Spot { layer, row, col }).is_some()).collect();
            (0..rows).map(row).collect()
        };
        // The verifier counts layers from the top, a spot from the bottom.
        let cell = |spot: &Spot| [-(spot.layer as i32), spot.row as i32, spot.col as i32];
        let supplies = self.pieces().iter().map(|piece| Supply {
            name: piece.letter().to_string(),
            cells: piece.spots().iter().map(cell).collect(),
            copies: 1,
            is_spare: false,
        });
        let placed = self.placed().iter().flat_map(|on| on.cells.iter().map(|&cell| (on.piece, cell as usize)));
        let packing = Packing {
            kind: board.kind().name(),
            space,
            board: (0..board.layers()).rev().map(layer).collect(),
            supplies: supplies.collect(),
            gaps: 0..=0,
            placed: placed.collect(),
        };
        Checker::new(packing).expect("pieces are placed with their shapes")
    }
}
