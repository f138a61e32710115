//! What a table file is called: its board, its picture, and whether lines slide.

use ubin::slide::multi;
use ubin::slide::pattern::{Partition, Tables};
use ubin::slide::store::TableSet;
use ubin::slide::{Metric, Size};

/// The ending of a table's file.
const ENDING: &str = ".pdb";
/// What the names of tables for lines that slide end with, before that.
const MULTI: &str = "-multi";

/// A set's name for files and lists: `3x3-.AAAAAAAA`.
#[must_use]
pub fn name_of(set: &TableSet) -> String {
    let picture: String = set.partition.to_string().split_whitespace().collect();
    let end = match set.metric {
        Metric::Single => "",
        Metric::Multi => MULTI,
    };
    format!("{}-{picture}{end}", set.partition.size())
}

/// The set of such a name; `None` for a name that no tables of ours have.
pub(super) fn set_named(name: &str) -> Option<TableSet> {
    let (name, metric) = match name.strip_suffix(MULTI) {
        Some(name) => (name, Metric::Multi),
        None => (name, Metric::Single),
    };
    let (size, picture) = name.split_once('-')?;
    let partition = partition(size.parse().ok()?, picture)?;
    let size = partition.size();
    let fits = match metric {
        // Tables of single moves stand upright.
        Metric::Single => size.cols() <= size.rows(),
        Metric::Multi => size.cells() <= multi::MOST_CELLS,
    };
    let set = TableSet { metric, partition };
    (fits && name_of(&set).strip_suffix(MULTI).unwrap_or(&name_of(&set)) == name).then_some(set)
}

pub(super) fn file_name(set: &TableSet) -> String {
    name_of(set) + ENDING
}

/// The set of a file's name.
pub(super) fn set_of_file(file_name: &str) -> Option<TableSet> {
    set_named(file_name.strip_suffix(ENDING)?)
}

/// Whether bytes begin as a table file of any kind does.
pub(super) fn is_table(bytes: &[u8]) -> bool {
    bytes.starts_with(&Tables::MAGIC) || bytes.starts_with(&multi::LineTables::MAGIC)
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
                    assert_eq!(set_of_file(&file_name(&single)), Some(single.clone()), "{}", name_of(&single));
                    let multi = TableSet::multi(partition);
                    let known = (size.cells() <= multi::MOST_CELLS).then_some(multi.clone());
                    assert_eq!(set_of_file(&file_name(&multi)), known);
                }
            }
        }
        for name in ["1abc.pdb", "dir.pdb", "4x4.pdb", "3x3-AAAAAAAAA.pdb", "3x3-.AAAAAAA.pdb", "3x3-.AAAAAAAA.txt"] {
            assert_eq!(set_of_file(name), None, "{name}");
        }
        assert_eq!(set_of_file("03x3-.AAAAAAAA.pdb"), None, "another spelling is another's");
        assert_eq!(set_of_file("2x3-.AAAAA.pdb"), None, "tables of single moves stand upright");
    }
}
