//! Sets of tables, of single moves and of lines that slide: which there are, their names, their bytes.

use std::fmt;

use crate::run::Run;
use crate::slide::learned::LearnedTable;
use crate::slide::pattern::{self, BuildError, Bytes, ImageError, Partition};
use crate::slide::{Metric, Size, multi};

/// What the names of tables for lines that slide end with.
const MULTI: &str = "-multi";
/// What the name of a learned score has in place of a picture.
const LEARNED: &str = "learned";
/// The boards whose learned scores are listed whether they are there or not.
const LEARNED_BOARDS: [(&str, usize); 5] =
    [("learned 4x4", 4), ("learned 5x5", 5), ("learned 6x6", 6), ("learned 7x7", 7), ("learned 8x8", 8)];

/// What a set has entries for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Content {
    /// Distances of patterns.
    Patterns,
    /// A learned score, which has no patterns: every tile is one of its own.
    Learned,
}

/// Which tables: what counts as one move, and the patterns that they are of.
///
/// Its text is its name, for files and lists: `3x3-.AAAAAAAA` has a letter for the pattern of every cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TableSet {
    /// What counts as one move.
    pub metric: Metric,
    pub(crate) partition: Partition,
    content: Content,
}

impl TableSet {
    /// As many first bytes of an image as [`TableSet::begins`] needs.
    pub const HEADER: usize = pattern::Tables::HEADER;

    pub(crate) fn single(partition: Partition) -> TableSet {
        TableSet { metric: Metric::Single, partition, content: Content::Patterns }
    }

    pub(crate) fn multi(partition: Partition) -> TableSet {
        TableSet { metric: Metric::Multi, partition, content: Content::Patterns }
    }

    /// The learned score of boards of this size, with the goal's blank in the last cell; `None` where there is none.
    pub(crate) fn learned(size: Size) -> Option<TableSet> {
        let homes = (0..size.cells() - 1).map(|home| vec![home]).collect();
        let partition = LearnedTable::exists(size).then(|| Partition::new(size, size.cells() - 1, homes).ok())??;
        Some(TableSet { metric: Metric::Single, partition, content: Content::Learned })
    }

    /// Whether it is a learned score, which ranks boards and bounds nothing.
    fn is_learned(&self) -> bool {
        self.content == Content::Learned
    }

    /// The sets that proved good, with the names that people give them, such as `7-8`; those of single moves first.
    pub fn catalogued() -> impl Iterator<Item = (&'static str, TableSet)> {
        let single = pattern::CATALOGUE.iter().map(|named| (named.name, TableSet::single(named.partition())));
        let learned = LEARNED_BOARDS
            .into_iter()
            .filter_map(|(name, side)| Some((name, TableSet::learned(Size::new(side, side)?)?)));
        single
            .chain(multi::CATALOGUE.iter().map(|named| (named.name, TableSet::multi(named.partition()))))
            .chain(learned)
    }

    /// The set whose text is this name; `None` for a name that no tables of ours have.
    ///
    /// ```
    /// use ubin::slide::store::TableSet;
    ///
    /// let set = TableSet::named("3x3-.AAAAAAAA").expect("one pattern of all tiles");
    /// assert_eq!((set.size().cells(), set.blank(), set.shape()), (9, 0, "8".to_string()));
    /// assert_eq!(set.to_string(), "3x3-.AAAAAAAA");
    /// assert_eq!(TableSet::named("6x6-learned").expect("a learned score").shape(), "learned");
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<TableSet> {
        let (picture, metric) = match name.strip_suffix(MULTI) {
            Some(picture) => (picture, Metric::Multi),
            None => (name, Metric::Single),
        };
        let (size, picture) = picture.split_once('-')?;
        let size: Size = size.parse().ok()?;
        if (picture, metric) == (LEARNED, Metric::Single) {
            return TableSet::learned(size).filter(|set| set.to_string() == name);
        }
        let set = TableSet { metric, partition: partition(size, picture)?, content: Content::Patterns };
        let fits = match metric {
            // Tables of single moves stand upright.
            Metric::Single => size.cols() <= size.rows(),
            Metric::Multi => size.cells() <= multi::MOST_CELLS,
        };
        // Another spelling of the same patterns is no name of ours.
        (fits && set.to_string() == name).then_some(set)
    }

    /// The size of the boards.
    #[must_use]
    pub fn size(&self) -> Size {
        self.partition.size()
    }

    /// The cell of the goal's blank.
    #[must_use]
    pub fn blank(&self) -> usize {
        self.partition.blank()
    }

    /// How many tiles the patterns have, the largest first: `8-7`; or `learned`.
    #[must_use]
    pub fn shape(&self) -> String {
        if self.is_learned() { LEARNED.into() } else { self.partition.shape() }
    }

    /// How many bytes their image has; `None` when they are too large to build.
    #[must_use]
    pub fn bytes(&self) -> Option<u64> {
        match self.metric {
            _ if self.is_learned() => LearnedTable::bytes(self.size()),
            Metric::Single => pattern::Tables::bytes(&self.partition),
            Metric::Multi => multi::LineTables::bytes(&self.partition),
        }
    }

    /// The steps of a run that building them takes; `None` when they are too large to build.
    #[must_use]
    pub fn steps(&self) -> Option<u64> {
        match self.metric {
            _ if self.is_learned() => LearnedTable::steps(self.size()),
            Metric::Single => {
                pattern::Tables::states(&self.partition).map(|states| states / pattern::Tables::STATES_A_STEP)
            }
            Metric::Multi => multi::LineTables::steps(&self.partition),
        }
    }

    /// Whether bytes begin as an image of any tables does.
    #[must_use]
    pub fn is_image(bytes: &[u8]) -> bool {
        let magics = [pattern::Tables::MAGIC, multi::LineTables::MAGIC, LearnedTable::MAGIC];
        magics.iter().any(|magic| bytes.starts_with(magic))
    }

    /// Whether an image of these tables begins with these bytes.
    ///
    /// # Errors
    /// When no image of this metric begins so.
    pub fn begins(&self, bytes: &[u8]) -> Result<bool, ImageError> {
        if self.is_learned() {
            return Ok(LearnedTable::size_of(bytes)? == self.size());
        }
        let found = match self.metric {
            Metric::Single => pattern::Tables::partition_of(bytes),
            Metric::Multi => multi::LineTables::partition_of(bytes),
        };
        Ok(found? == self.partition)
    }

    /// Builds the tables on this many threads; the bytes do not depend on their number.
    ///
    /// # Errors
    /// When a pattern is too large, or the run stops.
    pub fn build(&self, threads: usize, run: &mut Run<'_>) -> Result<FilledTables, BuildError> {
        Ok(FilledTables(match self.metric {
            _ if self.is_learned() => Filling::Learned(LearnedTable::build(self.size(), threads, run)?),
            Metric::Single => Filling::Single(pattern::Tables::build(&self.partition, threads, run)?),
            Metric::Multi => Filling::Multi(multi::LineTables::build(&self.partition, threads, run)?),
        }))
    }

    /// Builds the tables as [`TableSet::build`] does, where other sets are in memory that may have some of them.
    ///
    /// # Errors
    /// As [`TableSet::build`].
    pub(crate) fn build_beside(
        &self,
        others: &[FilledTables],
        threads: usize,
        run: &mut Run<'_>,
    ) -> Result<FilledTables, BuildError> {
        if self.metric == Metric::Multi || self.is_learned() {
            return self.build(threads, run);
        }
        let single = |tables: &FilledTables| match &tables.0 {
            Filling::Single(tables) => Some(tables.clone()),
            Filling::Multi(_) | Filling::Learned(_) => None,
        };
        let others: Vec<pattern::Tables> = others.iter().filter_map(single).collect();
        let built = pattern::Tables::build_beside(&self.partition, &others, threads, run)?;
        Ok(FilledTables(Filling::Single(built)))
    }

    /// These tables from their image, checked byte by byte; `None` when it has others.
    ///
    /// # Errors
    /// When the image is damaged, cut or of another version.
    pub fn open(&self, image: Bytes) -> Result<Option<FilledTables>, ImageError> {
        // Other tables are refused before anything is made of them.
        if !self.begins((*image).as_ref())? {
            return Ok(None);
        }
        Ok(Some(FilledTables(match self.metric {
            _ if self.is_learned() => Filling::Learned(LearnedTable::open(image)?),
            Metric::Single => Filling::Single(pattern::Tables::open(image)?),
            Metric::Multi => Filling::Multi(multi::LineTables::open(image)?),
        })))
    }
}

/// The partition of a picture without blanks, in which letters number the patterns.
fn partition(size: Size, picture: &str) -> Option<Partition> {
    let fields: Vec<char> = picture.chars().collect();
    let blank = fields.iter().position(|&field| field == '.')?;
    // Capitals, then small letters, as a picture numbers them.
    let number = |letter: char| (letter as usize).checked_sub('A' as usize).map(|n| n - n / 32 * 6);
    let mut patterns: Vec<Vec<usize>> = Vec::new();
    for (cell, &field) in fields.iter().enumerate().filter(|&(cell, _)| cell != blank) {
        let number = number(field).filter(|&number| number < Partition::MOST_CELLS)?;
        if patterns.len() <= number {
            patterns.resize(number + 1, Vec::new());
        }
        patterns[number].push(cell);
    }
    (fields.len() == size.cells()).then(|| Partition::new(size, blank, patterns).ok()).flatten()
}

impl fmt::Display for TableSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_learned() {
            return write!(f, "{}-{LEARNED}", self.size());
        }
        let picture: String = self.partition.to_string().split_whitespace().collect();
        let end = match self.metric {
            Metric::Single => "",
            Metric::Multi => MULTI,
        };
        write!(f, "{}-{picture}{end}", self.size())
    }
}

/// A set of tables in memory. Cloning shares it.
#[derive(Clone, Debug)]
pub struct FilledTables(pub(crate) Filling);

#[derive(Clone, Debug)]
pub(crate) enum Filling {
    /// Of single moves.
    Single(pattern::Tables),
    /// Of lines that slide.
    Multi(multi::LineTables),
    /// A score.
    Learned(LearnedTable),
}

impl FilledTables {
    /// Which tables they are.
    #[must_use]
    pub fn set(&self) -> TableSet {
        match &self.0 {
            Filling::Single(tables) => TableSet::single(tables.partition().clone()),
            Filling::Multi(tables) => TableSet::multi(tables.partition().clone()),
            Filling::Learned(table) => TableSet::learned(table.size()).expect("the table is one of this size"),
        }
    }

    /// The bytes to write to a file.
    #[must_use]
    pub fn image(&self) -> &[u8] {
        match &self.0 {
            Filling::Single(tables) => tables.image(),
            Filling::Multi(tables) => tables.image(),
            Filling::Learned(table) => table.image(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_what_the_tables_are_of() {
        for (rows, cols) in [(2, 2), (3, 3), (5, 3), (4, 4), (6, 6), (8, 8)] {
            let size = Size::new(rows, cols).unwrap();
            for tiles in 1..=8 {
                for blank in [0, size.cells() / 2, size.cells() - 1] {
                    let partition = Partition::cut(size, blank, tiles).unwrap();
                    if partition.patterns().len() > 52 {
                        // No tables that are ever chosen have more patterns than there are letters.
                        continue;
                    }
                    let single = TableSet::single(partition.clone());
                    assert_eq!(TableSet::named(&single.to_string()), Some(single.clone()), "{single}");
                    let multi = TableSet::multi(partition);
                    let known = (size.cells() <= multi::MOST_CELLS).then_some(multi.clone());
                    assert_eq!(TableSet::named(&multi.to_string()), known);
                }
            }
        }
        for name in
            ["1abc", "dir", "4x4", "3x3-AAAAAAAAA", "3x3-.AAAAAAA", "3x3-.AAAAAAA ", "3x3-.BBBBBBBB", "3x3-.1AAAAAAA"]
        {
            assert_eq!(TableSet::named(name), None, "{name}");
        }
        assert_eq!(TableSet::named("03x3-.AAAAAAAA"), None, "another spelling is another's");
        assert_eq!(TableSet::named("2x3-.AAAAA"), None, "tables of single moves stand upright");
    }
}
