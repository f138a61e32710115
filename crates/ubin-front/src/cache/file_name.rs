//! What a table file is called: the name of its set, and an ending.

use ubin::slide::store::TableSet;

/// The ending of a table's file.
const ENDING: &str = ".pdb";

pub(super) fn file_name(set: &TableSet) -> String {
    format!("{set}{ENDING}")
}

/// The set of a file's name.
pub(super) fn set_of_file(file_name: &str) -> Option<TableSet> {
    TableSet::named(file_name.strip_suffix(ENDING)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_says_what_the_tables_are_of() {
        let set = TableSet::named("3x3-.AAAAAAAA").unwrap();
        assert_eq!(set_of_file(&file_name(&set)), Some(set));
        for name in ["3x3-.AAAAAAAA", "3x3-.AAAAAAAA.txt", ".pdb"] {
            assert_eq!(set_of_file(name), None, "{name}");
        }
    }
}
