//! Partitions: which tiles share a pattern.
//!
//! Words: a tile's **home** is its cell on the goal board. A **pattern** is a set of homes, that is, of tiles; a
//! **partition** puts every tile into exactly one pattern, so that the bounds of its patterns may be added. A
//! partition is drawn as a **picture**: the letter of its pattern in every home, a dot where the goal has the blank.
//!
//! Invariant: every home but the blank's is in exactly one pattern, and a pattern has 1 to [`Partition::MOST_TILES`]
//! homes, in ascending order. [`Partition::new`] is the only door.

use std::fmt;

use super::symmetry::symmetries;
use crate::slide::Size;

/// Why a partition is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PartitionError {
    /// More cells than a set of cells can hold.
    #[error("pattern databases are for boards of up to {most} cells, not {0}", most = Partition::MOST_CELLS)]
    Board(Size),
    /// A cell that the board does not have.
    #[error("there is no cell {0} on the board")]
    Cell(usize),
    /// A home in two patterns, or the blank's in one.
    #[error("cell {0} stands in two patterns, or is the blank's")]
    Twice(usize),
    /// A home in no pattern.
    #[error("cell {0} is in no pattern")]
    Missing(usize),
    /// A pattern with no tile or too many.
    #[error("a pattern has 1 to {most} tiles, not {0}", most = Partition::MOST_TILES)]
    Tiles(usize),
    /// A picture that does not have one field a cell and one dot.
    #[error("a picture has a letter for every cell and one dot for the blank")]
    Picture,
}

/// Every tile in one pattern.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Partition {
    size: Size,
    blank: usize,
    patterns: Vec<Vec<usize>>,
}

impl Partition {
    /// The most tiles in a pattern. The orders of nine tiles no longer fit 16 bits.
    pub(crate) const MOST_TILES: usize = 8;
    /// The most cells of a board: a set of cells is one word.
    pub(crate) const MOST_CELLS: usize = 64;

    /// The partition with these patterns, for goals with the blank in this cell.
    ///
    /// # Errors
    /// When a home is missing, stands twice or is not on the board, or a pattern is too small or too large.
    pub(crate) fn new(size: Size, blank: usize, mut patterns: Vec<Vec<usize>>) -> Result<Partition, PartitionError> {
        let cells = size.cells();
        if cells > Partition::MOST_CELLS {
            return Err(PartitionError::Board(size));
        }
        let mut seen = vec![false; cells];
        *seen.get_mut(blank).ok_or(PartitionError::Cell(blank))? = true;
        for pattern in &mut patterns {
            if !(1..=Partition::MOST_TILES).contains(&pattern.len()) {
                return Err(PartitionError::Tiles(pattern.len()));
            }
            pattern.sort_unstable();
            for &home in &*pattern {
                let seen = seen.get_mut(home).ok_or(PartitionError::Cell(home))?;
                if std::mem::replace(seen, true) {
                    return Err(PartitionError::Twice(home));
                }
            }
        }
        match seen.iter().position(|&seen| !seen) {
            Some(home) => Err(PartitionError::Missing(home)),
            None => Ok(Partition { size, blank, patterns }),
        }
    }

    /// The partition of a picture: fields apart by blanks or line ends, a letter a pattern, a dot for the blank.
    ///
    /// # Errors
    /// When the picture is not of this size or its partition is refused.
    pub(crate) fn draw(size: Size, picture: &str) -> Result<Partition, PartitionError> {
        let fields: Vec<&str> = picture.split_whitespace().collect();
        let blank = fields.iter().position(|&field| field == ".").ok_or(PartitionError::Picture)?;
        if fields.len() != size.cells() || fields.iter().filter(|&&field| field == ".").count() != 1 {
            return Err(PartitionError::Picture);
        }
        let mut letters: Vec<&str> = Vec::new();
        let mut patterns: Vec<Vec<usize>> = Vec::new();
        for (cell, &field) in fields.iter().enumerate().filter(|&(cell, _)| cell != blank) {
            let pattern = letters.iter().position(|&letter| letter == field).unwrap_or_else(|| {
                letters.push(field);
                patterns.push(Vec::new());
                patterns.len() - 1
            });
            patterns[pattern].push(cell);
        }
        Partition::new(size, blank, patterns)
    }

    /// These patterns for the board as another symmetry shows it, so that the blank's home is `blank`.
    ///
    /// `None` when no symmetry of the board takes the blank there.
    #[must_use]
    pub(crate) fn laid_on(&self, size: Size, blank: usize) -> Option<Partition> {
        let symmetry = symmetries(self.size, size).into_iter().find(|symmetry| symmetry[self.blank] == blank)?;
        let lay = |pattern: &Vec<usize>| pattern.iter().map(|&home| symmetry[home]).collect();
        let patterns = self.patterns.iter().map(lay).collect();
        Some(Partition::new(size, blank, patterns).expect("a symmetry keeps a partition whole"))
    }

    /// These patterns with the board stood upright, with no more columns than rows.
    #[must_use]
    pub(crate) fn upright(&self) -> Partition {
        let (rows, cols) = (self.size.rows(), self.size.cols());
        if cols <= rows {
            return self.clone();
        }
        let tall = Size::new(cols, rows).expect("sides of a size");
        self.laid_on(tall, tall.cell(self.size.col(self.blank), self.size.row(self.blank)))
            .expect("a board can be turned")
    }

    /// The board's size.
    #[must_use]
    pub(crate) fn size(&self) -> Size {
        self.size
    }

    /// The blank's home.
    #[must_use]
    pub(crate) fn blank(&self) -> usize {
        self.blank
    }

    /// The patterns, each as its homes in ascending order.
    #[must_use]
    pub(crate) fn patterns(&self) -> &[Vec<usize>] {
        &self.patterns
    }

    /// The number of the pattern of every home; `None` for the blank's.
    #[must_use]
    pub(crate) fn owners(&self) -> Vec<Option<usize>> {
        let mut owners = vec![None; self.size.cells()];
        for (number, pattern) in self.patterns.iter().enumerate() {
            for &home in pattern {
                owners[home] = Some(number);
            }
        }
        owners
    }

    /// The sizes of the patterns, largest first: `7-8` is `8-7` here.
    #[must_use]
    pub(crate) fn shape(&self) -> String {
        let mut sizes: Vec<usize> = self.patterns.iter().map(Vec::len).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes.iter().map(usize::to_string).collect::<Vec<_>>().join("-")
    }
}

impl fmt::Display for Partition {
    /// The picture; [`Partition::draw`] takes it back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (cell, owner) in self.owners().into_iter().enumerate() {
            let before = match (cell, self.size.col(cell)) {
                (0, _) => "",
                (_, 0) => "\n",
                _ => " ",
            };
            // A board of 64 cells may have more patterns than the alphabet has letters: then small letters follow.
            let letter = owner.map_or('.', |owner| (b'A' + (owner + owner / 26 * 6) as u8) as char);
            write!(f, "{before}{letter}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(picture: &str, expected: Result<&str, PartitionError>) {
        let drawn = Partition::draw(Size::new(2, 3).unwrap(), picture);
        assert_eq!(drawn.map(|partition| partition.shape()), expected.map(str::to_string));
    }

    #[test]
    fn only_whole_partitions_are_built() {
        check(". A A B B B", Ok("3-2"));
        check("A A A B B .", Ok("3-2"));
        check("A A A B B B", Err(PartitionError::Picture));
        check(". A A B B", Err(PartitionError::Picture));
        check(". A . B B B", Err(PartitionError::Picture));
        let size = Size::new(2, 2).unwrap();
        assert_eq!(Partition::new(size, 0, vec![vec![1, 2]]), Err(PartitionError::Missing(3)));
        assert_eq!(Partition::new(size, 0, vec![vec![1, 2], vec![2, 3]]), Err(PartitionError::Twice(2)));
        assert_eq!(Partition::new(size, 0, vec![vec![0, 1, 2, 3]]), Err(PartitionError::Twice(0)));
        assert_eq!(Partition::new(size, 0, vec![vec![1, 2, 4]]), Err(PartitionError::Cell(4)));
        assert_eq!(Partition::new(size, 0, vec![vec![], vec![1, 2, 3]]), Err(PartitionError::Tiles(0)));
        let large = Size::new(8, 9).unwrap();
        assert_eq!(Partition::new(large, 0, vec![]), Err(PartitionError::Board(large)));
    }

    #[test]
    fn a_picture_reads_back() {
        let size = Size::new(6, 8).unwrap();
        let patterns = (1..48).map(|home| vec![home]).collect();
        let partition = Partition::new(size, 0, patterns).unwrap();
        assert_eq!(Partition::draw(size, &partition.to_string()), Ok(partition));
    }

    #[test]
    fn a_symmetry_moves_the_blank() {
        let partition = Partition::draw(Size::new(2, 3).unwrap(), ". A A B B B").unwrap();
        let tall = partition.laid_on(Size::new(3, 2).unwrap(), 5).unwrap();
        assert_eq!(tall.to_string(), "B A\nB A\nB .");
        assert_eq!(partition.laid_on(partition.size(), 1), None);
    }

    #[test]
    fn a_picture_is_drawn_and_printed() {
        let partition = Partition::draw(Size::new(3, 3).unwrap(), ". A A  B A A  B B B").unwrap();
        assert_eq!(partition.patterns(), [vec![1, 2, 4, 5], vec![3, 6, 7, 8]]);
        assert_eq!(partition.to_string(), ". A A\nB A A\nB B B");
    }
}
