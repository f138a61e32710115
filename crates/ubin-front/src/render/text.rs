//! Boards and tables as plain text.

use std::fmt::Write as _;

use ubin::slide::{Board, Puzzle};
use ubin::slide::{Kurang, Parity};
pub use ubin::text::{counted, grouped};

use crate::language::Language;

/// Entries of the KURANG table in one row of text.
const ENTRIES: usize = 16;

/// Bytes with a binary unit: `1.5 MiB`.
#[must_use]
pub fn bytes(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{:.1} KiB", bytes as f64 / 1024.0),
        1_048_576..1_073_741_824 => format!("{:.1} MiB", bytes as f64 / 1_048_576.0),
        _ => format!("{:.2} GiB", bytes as f64 / 1_073_741_824.0),
    }
}

/// Milliseconds with as many digits as matter.
#[must_use]
pub fn milliseconds(ms: f64) -> String {
    if ms < 10.0 {
        format!("{ms:.2} ms")
    } else if ms < 10_000.0 {
        format!("{ms:.0} ms")
    } else {
        format!("{:.1} s", ms / 1000.0)
    }
}

/// A board on one line, rows separated by `/`: the form that a shell argument takes.
#[must_use]
pub fn one_line(board: &Board) -> String {
    let rows = board.to_string();
    let rows = rows.lines().map(|row| row.split_whitespace().collect::<Vec<_>>().join(" "));
    rows.collect::<Vec<_>>().join("/")
}

/// The verdict as the course writes it: KURANG(i) for every i, X, the sum, solvable or not.
///
/// The course states its rule for the goal blank-last. For another goal every tile is numbered by its goal cell, and the table is that of the numbers.
#[must_use]
pub fn verdict(puzzle: &Puzzle, language: Language) -> String {
    let parity = Parity::of(puzzle);
    let words = Words::of(language);
    let mut text = String::new();
    match &parity.kurang {
        Some(kurang) => text += &table(kurang, &words),
        None => {
            let (numbers, kurang) = Kurang::by_goal_cell(puzzle);
            let (before, after) = words.numbered;
            let blank = puzzle.goal().blank() + 1;
            let _ = writeln!(text, "{}\n{}\n\n{before} {blank}. {after}:", words.goal, puzzle.goal());
            text += &rows(&numbers, puzzle.size().cols());
            text += "\n";
            text += &table(&kurang, &words);
        }
    }
    let _ = writeln!(text, "{}: {}", words.misplaced, parity.misplaced);
    text + if parity.solvable { words.solvable } else { words.unsolvable } + "\n"
}

/// The words of a verdict.
struct Words {
    goal: &'static str,
    /// What stands before and after the number of the blank.
    numbered: (&'static str, &'static str),
    total: &'static str,
    is: &'static str,
    even: &'static str,
    odd: &'static str,
    misplaced: &'static str,
    solvable: &'static str,
    unsolvable: &'static str,
}

impl Words {
    fn of(language: Language) -> Words {
        match language {
            Language::En => Words {
                goal: "Goal",
                numbered: ("Every tile by the number of its goal cell, the blank is", "KURANG of these"),
                total: "Sum of KURANG(i)",
                is: "is",
                even: "even",
                odd: "odd",
                misplaced: "Misplaced tiles",
                solvable: "The puzzle can be solved.",
                unsolvable: "The puzzle cannot be solved.",
            },
            Language::Id => Words {
                goal: "Susunan akhir",
                numbered: ("Ubin menurut nomor petak tujuannya, sel kosong", "KURANG dari nomor ini"),
                total: "Jumlah KURANG(i)",
                is: "adalah bilangan",
                even: "genap",
                odd: "ganjil",
                misplaced: "Jumlah ubin tidak pada tempatnya",
                solvable: "Puzzle dapat diselesaikan.",
                unsolvable: "Puzzle tidak dapat diselesaikan.",
            },
        }
    }
}

/// Numbers in rows of a board.
fn rows(numbers: &[u16], cols: usize) -> String {
    let width = numbers.len().to_string().len();
    let row = |row: &[u16]| row.iter().map(|number| format!("{number:>width$}")).collect::<Vec<_>>().join(" ") + "\n";
    numbers.chunks(cols).map(row).collect()
}

fn table(kurang: &Kurang, words: &Words) -> String {
    let mut text = String::new();
    let width = kurang.table.len().to_string().len().max(2) + 1;
    for (number, row) in kurang.table.chunks(ENTRIES).enumerate() {
        text += "i         ";
        for at in 0..row.len() {
            let _ = write!(text, "{:>width$}", number * ENTRIES + at + 1);
        }
        text += "\nKURANG(i) ";
        for value in row {
            let _ = write!(text, "{value:>width$}");
        }
        text += "\n";
    }
    let parity = if kurang.sum.is_multiple_of(2) { words.even } else { words.odd };
    let (total, Kurang { x, sum, .. }) = (kurang.sum - kurang.x, kurang);
    let _ = writeln!(text, "{} = {total}, X = {x}: {sum} {} {parity}.", words.total, words.is);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_people() {
        assert_eq!(grouped(102_909_856), "102,909,856");
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(1000), "1,000");
        assert_eq!(bytes(1536), "1.5 KiB");
        assert_eq!(counted(1, "move"), "1 move");
    }
}
