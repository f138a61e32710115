//! Copies of one piece told apart: by shades of its colour, and by numbers where lines around them do not do.
//!
//! Two copies that touch have different shades, as far as there are shades. A copy that goes on in the next layer has a line around its part in every layer, so it also has a number.

use std::collections::{BTreeMap, BTreeSet};

use super::palette::MOST_SHADES;
use ubin::pack::{BoardKind, PackBoard, Puzzle, Spot};

/// Whether some piece is there more than once.
#[must_use]
pub fn has_copies(puzzle: &Puzzle) -> bool {
    (0..puzzle.pieces().len()).any(|piece| puzzle.copies(piece).len() > 1)
}

/// Whether lines around copies do not tell which cells belong together: in space, and where a piece is in parts.
#[must_use]
pub(super) fn are_numbered(puzzle: &Puzzle) -> bool {
    let lattice = puzzle.board().lattice();
    let mut several = (0..puzzle.pieces().len()).filter(|&piece| puzzle.copies(piece).len() > 1);
    match puzzle.board().is_flat() {
        false => several.next().is_some(),
        true => several.any(|piece| puzzle.pieces()[piece].parts(lattice) > 1),
    }
}

/// The number of a copy among those of its piece, from 1; `None` where the piece is there once.
#[must_use]
pub(super) fn number(puzzle: &Puzzle, copy: u32) -> Option<u32> {
    let own = puzzle.copies(puzzle.piece_of(copy)?);
    (own.len() > 1).then(|| copy - own.start + 1)
}

/// The shade of every copy on a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CopyShades(BTreeMap<u32, usize>);

impl CopyShades {
    /// Shades for the copies on a board, given by the number of the copy on each cell: in the order of their first cells, the first that no neighbour of the same piece has.
    #[must_use]
    pub fn of(puzzle: &Puzzle, owners: &[u32]) -> CopyShades {
        let mut shades = BTreeMap::new();
        if !has_copies(puzzle) {
            return CopyShades(shades);
        }
        let board = puzzle.board();
        let mut beside: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        let mut order = Vec::new();
        for (cell, &copy) in owners.iter().enumerate() {
            if number(puzzle, copy).is_none() {
                continue;
            }
            let known = beside.entry(copy).or_insert_with(|| {
                order.push(copy);
                BTreeSet::new()
            });
            let touching = neighbours(board, board.spots()[cell]).map(|beside| owners[beside]);
            let piece = puzzle.piece_of(copy);
            known.extend(touching.filter(|&other| other != copy && puzzle.piece_of(other) == piece));
        }
        for copy in order {
            let taken: Vec<usize> = beside[&copy].iter().filter_map(|other| shades.get(other).copied()).collect();
            let worn = |shade: &usize| taken.iter().filter(|taken| *taken == shade).count();
            let shade = (0..MOST_SHADES).min_by_key(worn).expect("there are shades");
            shades.insert(copy, shade);
        }
        CopyShades(shades)
    }

    /// The shade of a copy; 0 where the piece is there once.
    #[must_use]
    pub fn shade(&self, copy: u32) -> usize {
        self.0.get(&copy).copied().unwrap_or(0)
    }
}

/// The cells that touch a spot.
fn neighbours(board: &PackBoard, spot: Spot) -> impl Iterator<Item = usize> + '_ {
    // Layer, row, column. A ball lies in the hollow of four of the layer below.
    const CUBES: [[i32; 3]; 6] = [[0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1], [1, 0, 0], [-1, 0, 0]];
    const BALLS: [[i32; 3]; 12] = [
        [0, 1, 0],
        [0, -1, 0],
        [0, 0, 1],
        [0, 0, -1],
        [-1, 0, 0],
        [-1, 1, 0],
        [-1, 0, 1],
        [-1, 1, 1],
        [1, 0, 0],
        [1, -1, 0],
        [1, 0, -1],
        [1, -1, -1],
    ];
    let steps: &[[i32; 3]] = if board.kind() == BoardKind::Pyramid { &BALLS } else { &CUBES };
    steps.iter().filter_map(move |&[layer, row, col]| {
        let step = |from: u32, by: i32| from.checked_add_signed(by);
        board.number(Spot { layer: step(spot.layer, layer)?, row: step(spot.row, row)?, col: step(spot.col, col)? })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_that_touch_have_different_shades() {
        // Four rows of dominoes, laid like bricks.
        let puzzle = ubin::pack::text::read("4 4 1\nDEFAULT\nAA\nCOPIES A 8\n").unwrap().puzzle;
        let owners = [0, 0, 1, 1, 2, 3, 3, 4, 2, 5, 5, 4, 6, 6, 7, 7];
        let shades = CopyShades::of(&puzzle, &owners);
        for (cell, &copy) in owners.iter().enumerate() {
            for beside in neighbours(puzzle.board(), puzzle.board().spots()[cell]) {
                let other = owners[beside];
                assert!(copy == other || shades.shade(copy) != shades.shade(other), "{copy} {other}");
            }
        }
    }

    #[test]
    fn numbers_are_for_what_lines_do_not_tell() {
        let numbered = |text: &str| are_numbered(&ubin::pack::text::read(text).unwrap().puzzle);
        assert!(!numbered("2 2 1\nDEFAULT\nAA\nCOPIES A 2\n"));
        assert!(!numbered("2 2 2\nBOX 1\nAA\nBB\n"));
        assert!(numbered("2 2 1\nBOX 2\nAA\nCOPIES A 4\n"));
        assert!(numbered("1 4 1\nDEFAULT\nA A\nCOPIES A 2\n"));
    }
}
