//! Which patterns the tables for lines that slide are of.
//!
//! Pictures are of frames (see `frame`): the blank's home in the first cell, the last move along a row.

use super::layout::MOST_CELLS;
use crate::slide::Size;
use crate::slide::pattern::{Named, Partition};

/// How large a set of tables is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Grade {
    /// About a megabyte, built in a tenth of a second.
    Small,
    /// 65 MB for 4x4, built in three seconds: for boards that take the small ones long.
    Large,
}

/// The catalogue, by grade.
pub(crate) const CATALOGUE: [Named; 2] = [
    // 7,921,250 nodes generated for a board of Korf's hundred.
    Named {
        name: "multi 5-5-5",
        size: (4, 4),
        picture: "
            . A A B
            A A A B
            C C C B
            C C B B",
    },
    // 302,060 nodes generated for a board of Korf's hundred.
    Named {
        name: "multi 7-7-1",
        size: (4, 4),
        picture: "
            . A A B
            A A A B
            A A C B
            B B B B",
    },
];

/// The patterns for a frame of this size, the blank's home in this cell; `None` beyond 16 cells.
///
/// Boards of up to nine cells have one pattern of all tiles: its distances are exact.
pub(crate) fn choose(size: Size, blank: usize, grade: Grade) -> Option<Partition> {
    if size.cells() > MOST_CELLS {
        return None;
    }
    let named = CATALOGUE[grade as usize].partition();
    if (named.size(), named.blank()) == (size, blank) {
        return Some(named);
    }
    let tiles = match (size.cells(), grade) {
        (..=9, _) => size.cells() - 1,
        (..=12, Grade::Small) => 6,
        (_, Grade::Small) => 5,
        (_, Grade::Large) => 7,
    };
    Some(Partition::cut(size, blank, tiles).expect("patterns of up to eight tiles"))
}

#[cfg(test)]
mod tests {
    use super::super::view::MOST_PATTERNS;
    use super::*;

    #[test]
    fn every_board_of_up_to_16_cells_has_tables_of_few_patterns() {
        for (rows, cols) in (2..=8).flat_map(|rows| (2..=8).map(move |cols| (rows, cols))) {
            let size = Size::new(rows, cols).unwrap();
            for blank in 0..size.cells() {
                for grade in [Grade::Small, Grade::Large] {
                    let chosen = choose(size, blank, grade);
                    assert_eq!(chosen.is_some(), size.cells() <= 16, "{size}");
                    let Some(partition) = chosen else { continue };
                    assert!(partition.patterns().len() <= MOST_PATTERNS, "{size}: {partition}");
                }
            }
        }
    }
}
