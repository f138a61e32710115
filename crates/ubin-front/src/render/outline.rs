//! A packing as text with lines between its pieces, so that copies of one piece are told apart without colour.
//!
//! ```text
//! ┌───────┬───┐
//! │ A   A │ A │
//! ├───────┤   │
//! │ A   A │ A │
//! └───────┴───┘
//! ```
//!
//! Every cell has a mark in the middle, and a number where lines alone do not tell what belongs together (`A2`). Layers come from the top, with a blank line between them. `ubin verify` reads this form: cells without a line between them are one copy.

use super::copies::{are_numbered, number};
use ubin::pack::{EMPTY, Puzzle, Spot};

/// A part of a line that belongs to one copy, or to none: then it is lines, spaces and empty cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// What is written.
    pub text: String,
    /// The copy that it lies on.
    pub copy: Option<u32>,
}

/// Signs for the meeting of lines: up 1, right 2, down 4, left 8.
const CROSSINGS: [char; 16] = [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

/// What is at a place of a layer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ground {
    Outside,
    Empty,
    Copy(u32),
}

/// The lines of a board, given by the number of the copy on each cell.
///
/// ```
/// use ubin_front::render::outline;
/// let puzzle = ubin::pack::text::read("2 3 1\nDEFAULT\nAA\nCOPIES A 3\n")?.puzzle;
/// let text: Vec<String> = outline::lines(&puzzle, &[0, 0, 1, 2, 2, 1]).iter().map(|line| outline::plain(line)).collect();
/// assert_eq!(text, ["┌───────┬───┐", "│ A   A │ A │", "├───────┤   │", "│ A   A │ A │", "└───────┴───┘"]);
/// # Ok::<(), ubin::pack::text::PackTextError>(())
/// ```
#[must_use]
pub fn lines(puzzle: &Puzzle, owners: &[u32]) -> Vec<Vec<Stretch>> {
    let board = puzzle.board();
    let label = labels(puzzle);
    let widest = owners.iter().map(|&copy| label(copy).len()).max().unwrap_or(1);
    let width = widest + 2;
    let mut lines = Vec::new();
    for layer in (0..board.layers()).rev() {
        if !lines.is_empty() {
            lines.push(Vec::new());
        }
        let (rows, cols) = board.layer_size(layer);
        let at = |row: i64, col: i64| {
            let spot = u32::try_from(row).ok().zip(u32::try_from(col).ok());
            let cell = spot.and_then(|(row, col)| board.number(Spot { layer, row, col }));
            match cell.map(|cell| owners[cell]) {
                None => Ground::Outside,
                Some(EMPTY) => Ground::Empty,
                Some(copy) => Ground::Copy(copy),
            }
        };
        for row in 0..=i64::from(rows) {
            lines.push(between(&at, (row, cols), width));
            if row < i64::from(rows) {
                let shown = |copy| format!("{:^width$}", label(copy));
                lines.push(through(&at, (row, cols), (&shown, width)));
            }
        }
    }
    lines
}

/// The text of a line, without blanks at its end.
#[must_use]
pub fn plain(line: &[Stretch]) -> String {
    let text: String = line.iter().map(|stretch| stretch.text.as_str()).collect();
    text.trim_end().into()
}

/// What stands on the cells of a copy.
fn labels(puzzle: &Puzzle) -> impl Fn(u32) -> String {
    let is_numbered = are_numbered(puzzle);
    move |copy| {
        let mark = puzzle.mark_of(puzzle.piece_of(copy));
        match number(puzzle, copy).filter(|_| is_numbered) {
            Some(number) => format!("{mark}{number}"),
            None => mark.into(),
        }
    }
}

/// The line above a row: walls where two different things meet.
fn between(at: &impl Fn(i64, i64) -> Ground, (row, cols): (i64, u32), width: usize) -> Vec<Stretch> {
    let mut line = Line::default();
    for col in 0..=i64::from(cols) {
        let [over_left, over, left, here] = [at(row - 1, col - 1), at(row - 1, col), at(row, col - 1), at(row, col)];
        let walls = [over_left != over, over != here, left != here, over_left != left];
        let crossing = walls.iter().rev().fold(0, |sum, &wall| 2 * sum + usize::from(wall));
        line.push(CROSSINGS[crossing].into(), if crossing == 0 { here } else { Ground::Outside });
        if col < i64::from(cols) {
            match over == here {
                true => line.push(" ".repeat(width), here),
                false => line.push("─".repeat(width), Ground::Outside),
            }
        }
    }
    line.stretches
}

/// The line of a row's cells.
fn through(
    at: &impl Fn(i64, i64) -> Ground,
    (row, cols): (i64, u32),
    (shown, width): (&impl Fn(u32) -> String, usize),
) -> Vec<Stretch> {
    let mut line = Line::default();
    for col in 0..=i64::from(cols) {
        let (left, here) = (at(row, col - 1), at(row, col));
        match left == here {
            true => line.push(" ".into(), here),
            false => line.push("│".into(), Ground::Outside),
        }
        if col < i64::from(cols) {
            match here {
                Ground::Outside => line.push(" ".repeat(width), here),
                Ground::Empty => line.push(format!("{:^width$}", "."), here),
                Ground::Copy(copy) => line.push(shown(copy), here),
            }
        }
    }
    line.stretches
}

/// A line while it is written.
#[derive(Default)]
struct Line {
    stretches: Vec<Stretch>,
}

impl Line {
    fn push(&mut self, text: String, ground: Ground) {
        let copy = if let Ground::Copy(copy) = ground { Some(copy) } else { None };
        match self.stretches.last_mut() {
            Some(last) if last.copy == copy => last.text += &text,
            _ => self.stretches.push(Stretch { text, copy }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(puzzle: &str, owners: &[u32], expected: &str) {
        let puzzle = ubin::pack::text::read(puzzle).unwrap().puzzle;
        let text: Vec<String> = lines(&puzzle, owners).iter().map(|line| plain(line)).collect();
        assert_eq!(text.join("\n"), expected.trim_matches('\n'));
    }

    #[test]
    fn outlines_follow_holes_and_gaps() {
        check(
            "2 3 1\nCUSTOM\nXX.\nXXX\nAA\nCOPIES A 2\nGAPS 1\n",
            &[0, 0, EMPTY, 1, 1],
            "
┌───────┐
│ A   A │
├───┬───┴───┐
│ . │ A   A │
└───┴───────┘
",
        );
    }

    #[test]
    fn copies_in_space_have_numbers() {
        check(
            "1 2 1\nBOX 2\nAA\nCOPIES A 2\n",
            &[0, 1, 0, 1],
            "
┌────┬────┐
│ A1 │ A2 │
└────┴────┘

┌────┬────┐
│ A1 │ A2 │
└────┴────┘
",
        );
    }

    #[test]
    fn a_stretch_lies_on_one_copy() {
        let puzzle = ubin::pack::text::read("1 3 1\nDEFAULT\nAA\nCOPIES A 1\nGAPS 1\n").unwrap().puzzle;
        let lines = lines(&puzzle, &[0, 0, EMPTY]);
        let on: Vec<(&str, Option<u32>)> = lines[1].iter().map(|on| (on.text.as_str(), on.copy)).collect();
        assert_eq!(on, [("│", None), (" A   A ", Some(0)), ("│ . │", None)]);
    }
}
