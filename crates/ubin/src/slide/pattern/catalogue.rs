//! Partitions that proved good, as pictures, and a rule for all other boards.
//!
//! The pictures have the blank's home in the first cell; [`Partition::laid_on`] turns them for other corners. On a
//! square board with the blank in a corner the search also asks for the board reflected about the main diagonal,
//! so a picture need not be symmetric: better if it is not.

use super::partition::Partition;
use super::tables::Tables;
use crate::slide::Size;

/// A partition with a name, for a list to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// What it is called: the sizes of its patterns, and a letter where other patterns have these sizes, too.
    pub name: &'static str,
    /// Rows and columns.
    pub size: (usize, usize),
    /// Its picture.
    pub picture: &'static str,
}

/// The catalogue. Where a board has several, the smaller ones come first; of those as large, a search begins with the
/// last, and a probe says which one it goes on with.
///
/// A second set for the 5x5 board, cut another way and looked at beside the first, was tried: of 26 cuts none repays its
/// lookups.
pub(crate) const CATALOGUE: [Named; 10] = [
    // 207,967 nodes generated for a board of Korf's hundred.
    Named {
        name: "6-6-3",
        size: (4, 4),
        picture: "
            . A A A
            A A A C
            B B B C
            B B B C",
    },
    // 43,789 nodes generated for a board of Korf's hundred.
    Named {
        name: "7-7-1",
        size: (4, 4),
        picture: "
            . A A A
            A A A A
            B B B B
            C B B B",
    },
    // 16,187 nodes generated for a board of Korf's hundred.
    Named {
        name: "7-8",
        size: (4, 4),
        picture: "
            . A A A
            A A A A
            B B B B
            B B B B",
    },
    // The rivals of the last one, for the boards on which they bound better: see `proof/closing.rs`.
    Named {
        name: "6-6-6-6b",
        size: (5, 5),
        picture: "
            . A B B B
            A A B B B
            A A A C C
            D D D C C
            D D D C C",
    },
    Named {
        name: "6-6-6-6c",
        size: (5, 5),
        picture: "
            . A B B B
            A A B B B
            A C C D D
            A C C D D
            A C C D D",
    },
    Named {
        name: "6-6-6-6d",
        size: (5, 5),
        picture: "
            . A A B B
            A A C C B
            A A C C B
            D D D C B
            D D D C B",
    },
    Named {
        name: "6-6-6-6e",
        size: (5, 5),
        picture: "
            . A B B B
            A A B B B
            A A A C C
            C C C C D
            D D D D D",
    },
    Named {
        name: "6-6-6-6f",
        size: (5, 5),
        picture: "
            . A A B B
            A A B B B
            A A B C C
            C C C C D
            D D D D D",
    },
    Named {
        name: "6-6-6-6g",
        size: (5, 5),
        picture: "
            . A B B B
            A A B B B
            A C C C D
            A C C C D
            A D D D D",
    },
    // 156,966,393 nodes generated for the 38th of Korf's 24-puzzles, 9,614,590 for the 40th.
    Named {
        name: "6-6-6-6",
        size: (5, 5),
        picture: "
            . A A B B
            A A A B B
            A C C B B
            C C D D D
            C C D D D",
    },
];

impl Named {
    /// What a partition is called; `None` when it is not in the catalogue.
    #[must_use]
    pub(crate) fn of(partition: &Partition) -> Option<&'static str> {
        let is_it = |named: &&Named| named.partition() == *partition;
        CATALOGUE.iter().find(is_it).map(|named| named.name)
    }

    /// The partition itself.
    #[must_use]
    pub(crate) fn partition(&self) -> Partition {
        let size = Size::new(self.size.0, self.size.1).expect("catalogued sizes are sizes");
        Partition::draw(size, self.picture).expect("catalogued pictures are partitions")
    }
}

impl Partition {
    /// The catalogued partition of this name for a board of this size with the blank's home in this cell.
    ///
    /// `None` when there is none, or no symmetry takes its blank there.
    #[must_use]
    #[cfg(test)]
    pub(crate) fn named(name: &str, size: Size, blank: usize) -> Option<Partition> {
        CATALOGUE.iter().filter(|named| named.name == name).find_map(|named| named.partition().laid_on(size, blank))
    }

    /// A sensible partition whose tables take up to `budget` bytes.
    ///
    /// The largest catalogued one that fits, else patterns of as many tiles as fit, cut from the board in
    /// bands two rows high. `None` when the board has more than [`Partition::MOST_CELLS`] cells, or the budget is too
    /// small for the smallest patterns.
    #[must_use]
    pub(crate) fn choose(size: Size, blank: usize, budget: u64) -> Option<Partition> {
        let fits = |partition: &Partition| {
            Tables::least_bytes(partition) <= budget && Tables::bytes(partition).is_some_and(|bytes| bytes <= budget)
        };
        let catalogued = CATALOGUE.iter().rev().filter_map(|named| named.partition().laid_on(size, blank));
        let cut = (1..=Partition::MOST_TILES).rev().filter_map(|tiles| Partition::cut(size, blank, tiles));
        catalogued.chain(cut).find(fits)
    }

    /// Patterns of `tiles` tiles each, the last with what is left, cut from the board in bands two rows high.
    ///
    /// `None` when the board has too many cells, or the patterns too many tiles.
    #[must_use]
    pub(crate) fn cut(size: Size, blank: usize, tiles: usize) -> Option<Partition> {
        if size.cells() > Partition::MOST_CELLS || !(1..=Partition::MOST_TILES).contains(&tiles) {
            return None;
        }
        // From the far corner to the blank's, so that the small rest lies by the blank, where tiles move most freely.
        let mut homes: Vec<usize> = bands(size).filter(|&cell| cell != blank).collect();
        if bands(size).position(|cell| cell == blank)? < size.cells() / 2 {
            homes.reverse();
        }
        Partition::new(size, blank, homes.chunks(tiles).map(<[usize]>::to_vec).collect()).ok()
    }
}

/// All cells, band by band, column by column; an odd row too many goes to the last band.
fn bands(size: Size) -> impl Iterator<Item = usize> {
    let count = size.rows() / 2;
    (0..count).flat_map(move |band| {
        let rows = if band + 1 == count { 2 * band..size.rows() } else { 2 * band..2 * band + 2 };
        // Every other band runs backwards: neighbours in the list are neighbours on the board.
        let col = move |i: usize| if band % 2 == 0 { i } else { size.cols() - 1 - i };
        (0..size.cols()).flat_map(move |i| rows.clone().map(move |row| size.cell(row, col(i))))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_catalogue_is_what_it_is_called() {
        for named in CATALOGUE {
            let partition = named.partition();
            let mut sizes: Vec<&str> = named.name.trim_end_matches(char::is_alphabetic).split('-').collect();
            sizes.sort_unstable_by(|a, b| b.cmp(a));
            assert_eq!(partition.shape(), sizes.join("-"));
            assert_eq!(partition.blank(), 0);
        }
    }

    #[test]
    fn every_board_up_to_64_cells_gets_a_partition_within_its_budget() {
        for (rows, cols) in (2..=8).flat_map(|rows| (2..=8).map(move |cols| (rows, cols))) {
            let size = Size::new(rows, cols).unwrap();
            for blank in [0, size.cells() / 2, size.cells() - 1] {
                let chosen = Partition::choose(size, blank, 1 << 20).expect("a megabyte is enough");
                assert!(Tables::bytes(&chosen).unwrap() <= 1 << 20);
                assert_eq!((chosen.size(), chosen.blank()), (size, blank));
            }
        }
        assert_eq!(Partition::choose(Size::new(8, 9).unwrap(), 0, 1 << 30), None);
        assert_eq!(Partition::choose(Size::new(4, 4).unwrap(), 0, 10), None);
    }

    #[test]
    fn the_budget_chooses_the_set() {
        let check = |size: (usize, usize), budget: u64, expected: &str| {
            let size = Size::new(size.0, size.1).unwrap();
            assert_eq!(Partition::choose(size, size.cells() - 1, budget).unwrap().shape(), expected);
        };
        check((3, 3), 1 << 20, "8");
        check((4, 4), 8 << 20, "6-6-3");
        check((4, 4), 64 << 20, "7-7-1");
        check((4, 4), 256 << 20, "8-7");
        check((5, 5), 128 << 20, "6-6-6-6");
    }
}
