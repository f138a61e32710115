//! Random packing puzzles: a board of any kind, cut into pieces.

use proptest::prelude::*;
use ubin::pack::{Flips, PackBoard, Piece, Puzzle, Spot};

/// A board with a partition of its cells into pieces, so that it has a solution, unless pieces are bent; or, rarely, a random mask.
#[derive(Clone, Debug)]
pub(crate) struct Recipe {
    pub(crate) board: PackBoard,
    /// Which piece each cell goes to, as random numbers.
    pub(crate) seeds: Vec<u8>,
    pub(crate) pieces: usize,
    pub(crate) flips: Flips,
    /// Pieces that change shape after they were cut out of the board, so that often nothing fits.
    pub(crate) bent: bool,
}

fn a_board() -> impl Strategy<Value = PackBoard> {
    prop_oneof![
        4 => (1u32..4, 1u32..6).prop_map(|(rows, cols)| PackBoard::rectangle(rows, cols).unwrap()),
        3 => prop::collection::vec(prop::collection::vec(prop::bool::weighted(0.8), 4), 3)
            .prop_filter("no cells", |mask| mask.iter().flatten().any(|cell| *cell))
            .prop_map(|mask| PackBoard::custom(&mask).unwrap()),
        2 => (1u32..4).prop_map(|n| PackBoard::pyramid(n).unwrap()),
        3 => (1u32..3, 1u32..4, 1u32..4).prop_map(|(rows, cols, layers)| PackBoard::cuboid(rows, cols, layers).unwrap()),
    ]
}

/// A recipe of which this part is bent.
pub(crate) fn a_recipe(bent: f64) -> impl Strategy<Value = Recipe> {
    let flips = prop_oneof![Just(Flips::Allowed), Just(Flips::Forbidden)];
    (a_board(), prop::collection::vec(any::<u8>(), 16), 1usize..6, flips, prop::bool::weighted(bent))
        .prop_map(|(board, seeds, pieces, flips, bent)| Recipe { board, seeds, pieces, flips, bent })
}

impl Recipe {
    /// Grows pieces from random cells: mostly connected ones, sometimes in parts.
    pub(crate) fn puzzle(&self) -> Puzzle {
        let spots = self.board.spots();
        let mut owner: Vec<usize> =
            (0..spots.len()).map(|cell| usize::from(self.seeds[cell % 16]) % self.pieces).collect();
        for cell in 1..spots.len() {
            // Two of three cells join the cell before them.
            if !self.seeds[(cell * 7) % 16].is_multiple_of(3) {
                owner[cell] = owner[cell - 1];
            }
        }
        let pieces = (0..self.pieces).filter_map(|piece| {
            let own = spots.iter().zip(&owner).filter(|(_, owner)| **owner == piece).map(|(spot, _)| *spot);
            let mut own: Vec<Spot> = own.collect();
            if self.bent && own.len() == 3 {
                own = (0..3).map(|col| Spot::flat(0, col)).collect();
            }
            (!own.is_empty()).then(|| Piece::new(char::from(b'A' + piece as u8), own).unwrap())
        });
        Puzzle::new(self.board.clone(), pieces.collect()).unwrap().with_flips(self.flips).unwrap()
    }
}
