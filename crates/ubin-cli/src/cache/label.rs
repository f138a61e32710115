//! What a table file is called: its board, its picture, and whether lines slide.

use ubin::slide::pattern::{ImageError, Partition, Tables};
use ubin::slide::{Size, multi};

/// The ending of a table's file.
const ENDING: &str = ".pdb";
/// What the names of tables for lines that slide end with, before that.
const MULTI: &str = "-multi";

/// What counts as one move of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A tile goes one cell.
    Single,
    /// A line slides.
    Multi,
}

/// What tables are in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Label {
    pub(crate) partition: Partition,
    pub(crate) kind: Kind,
}

impl Label {
    pub(crate) fn single(partition: &Partition) -> Label {
        Label { partition: partition.clone(), kind: Kind::Single }
    }

    pub(crate) fn multi(partition: &Partition) -> Label {
        Label { partition: partition.clone(), kind: Kind::Multi }
    }

    /// The file's name without its ending: `3x3-.AAAAAAAA`.
    pub(crate) fn name(&self) -> String {
        let picture: String = self.partition.to_string().split_whitespace().collect();
        let end = match self.kind {
            Kind::Single => "",
            Kind::Multi => MULTI,
        };
        format!("{}-{picture}{end}", self.partition.size())
    }

    pub(crate) fn file_name(&self) -> String {
        self.name() + ENDING
    }

    /// The label of such a name; `None` for a name that no tables of ours have.
    pub(crate) fn named(name: &str) -> Option<Label> {
        let (name, kind) = match name.strip_suffix(MULTI) {
            Some(name) => (name, Kind::Multi),
            None => (name, Kind::Single),
        };
        let (size, picture) = name.split_once('-')?;
        let partition = partition(size.parse().ok()?, picture)?;
        let size = partition.size();
        let fits = match kind {
            // Tables of single moves stand upright.
            Kind::Single => size.cols() <= size.rows(),
            Kind::Multi => size.cells() <= multi::MOST_CELLS,
        };
        let label = Label { partition, kind };
        (fits && label.name().strip_suffix(MULTI).unwrap_or(&label.name()) == name).then_some(label)
    }

    /// The label of a file's name.
    pub(crate) fn of_file(file_name: &str) -> Option<Label> {
        Label::named(file_name.strip_suffix(ENDING)?)
    }

    /// How many bytes the file has; `None` when such tables cannot be built.
    pub(crate) fn bytes(&self) -> Option<u64> {
        match self.kind {
            Kind::Single => Tables::bytes(&self.partition),
            Kind::Multi => multi::Tables::bytes(&self.partition),
        }
    }

    /// What the first bytes of a file say that it has.
    pub(crate) fn read(kind: Kind, bytes: &[u8]) -> Result<Partition, ImageError> {
        match kind {
            Kind::Single => Tables::partition_of(bytes),
            Kind::Multi => multi::Tables::partition_of(bytes),
        }
    }
}

/// Whether bytes begin as a table file of any kind does.
pub(crate) fn is_table(bytes: &[u8]) -> bool {
    bytes.starts_with(&Tables::MAGIC) || bytes.starts_with(&multi::Tables::MAGIC)
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
                    let label = Label::single(&partition);
                    assert_eq!(Label::of_file(&label.file_name()), Some(label.clone()), "{}", label.name());
                    let label = Label::multi(&partition);
                    let known = (size.cells() <= multi::MOST_CELLS).then_some(label.clone());
                    assert_eq!(Label::of_file(&label.file_name()), known);
                }
            }
        }
        for name in ["1abc.pdb", "dir.pdb", "4x4.pdb", "3x3-AAAAAAAAA.pdb", "3x3-.AAAAAAA.pdb", "3x3-.AAAAAAAA.txt"] {
            assert_eq!(Label::of_file(name), None, "{name}");
        }
        assert_eq!(Label::of_file("03x3-.AAAAAAAA.pdb"), None, "another spelling is another's");
        assert_eq!(Label::of_file("2x3-.AAAAA.pdb"), None, "tables of single moves stand upright");
    }
}
