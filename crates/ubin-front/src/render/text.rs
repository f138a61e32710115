//! Boards and tables as plain text.

use std::fmt::Write as _;

use ubin::slide::parity::{Kurang, Parity};
use ubin::slide::{Board, Puzzle};
pub use ubin::text::{counted, grouped};

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
#[must_use]
pub fn verdict(puzzle: &Puzzle) -> String {
    let parity = Parity::of(puzzle);
    let mut text = String::new();
    match &parity.kurang {
        Some(kurang) => text += &table(kurang),
        None => {
            text += "Goal\n";
            text += &puzzle.goal().to_string();
            text += "\n\nKURANG is stated for the goal blank-last; this verdict is by the parity of the permutation.\n";
        }
    }
    let _ = writeln!(text, "Misplaced tiles: {}", parity.misplaced);
    text += if parity.solvable { "The puzzle can be solved.\n" } else { "The puzzle cannot be solved.\n" };
    text
}

fn table(kurang: &Kurang) -> String {
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
    let parity = if kurang.sum.is_multiple_of(2) { "even" } else { "odd" };
    let total = kurang.sum - kurang.x;
    let _ = writeln!(text, "Sum of KURANG(i) = {total}, X = {}: {} is {parity}.", kurang.x, kurang.sum);
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
