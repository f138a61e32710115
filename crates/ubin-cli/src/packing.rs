//! Packings on a terminal: every piece in its own colour.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};

use ubin::pack::{PackOutcome, Puzzle, Solution, text};
use ubin::report::pack::PackCost;
use ubin_front::render::palette::{self, Rgb};
use ubin_front::render::text::{bytes, counted, milliseconds};

use crate::args::Common;
use crate::output;

/// Whether standard output shows colours.
pub(crate) fn colored(common: &Common) -> bool {
    output::colored(common.color, io::stdout().is_terminal())
}

/// The layers of a solution from the top, separated by blank lines; coloured if asked for.
pub(crate) fn solution(puzzle: &Puzzle, solution: &Solution, colored: bool) -> String {
    layers(puzzle, &solution.layers(puzzle), colored)
}

/// The pieces placed so far, `.` where the board is free.
pub(crate) fn position(puzzle: &Puzzle, colored: bool) -> String {
    let letter = |owner: Option<usize>| Some(owner.map_or('.', |piece| puzzle.pieces()[piece].letter()));
    let letters: Vec<Option<char>> = puzzle.position().into_iter().map(letter).collect();
    layers(puzzle, &text::picture(puzzle.board(), &letters, ' '), colored)
}

fn layers(puzzle: &Puzzle, layers: &[Vec<String>], colored: bool) -> String {
    let mut shown = String::new();
    for (number, layer) in layers.iter().enumerate() {
        if number > 0 {
            shown.push('\n');
        }
        for row in layer {
            if colored {
                for letter in row.chars() {
                    match puzzle.pieces().iter().position(|piece| piece.letter() == letter) {
                        Some(piece) => shown += &painted(letter, piece),
                        None => shown.push(letter),
                    }
                }
            } else {
                shown += row;
            }
            shown.truncate(shown.trim_end_matches(' ').len());
            shown.push('\n');
        }
    }
    shown
}

/// A letter on its piece's colour, as pictures have it.
fn painted(letter: char, piece: usize) -> String {
    let color = palette::piece(piece);
    let ink = if color.ink() == Rgb::WHITE { "97" } else { "30" };
    let Rgb(red, green, blue) = color;
    format!("\x1b[48;2;{red};{green};{blue};{ink}m{letter}\x1b[0m")
}

/// What an outcome without a solution says.
pub(crate) fn verdict<T>(outcome: &PackOutcome<T>) -> Option<String> {
    match outcome {
        PackOutcome::Solved(_) => None,
        PackOutcome::Impossible(reason) => Some(format!("There is no solution: {reason}.\n")),
        PackOutcome::Stopped(stop) => Some(format!("Stopped: {stop}.\n")),
    }
}

/// The last line of every answer: method, nodes, cases, time.
pub(crate) fn cost(method: &str, cost: &PackCost) -> String {
    // Where a rule decided, no engine was chosen.
    let method = if method == "auto" { "rules" } else { method };
    let mut text = format!(
        "By {method}: {}, {}, {}",
        counted(cost.nodes, "node"),
        counted(cost.cases, "case"),
        milliseconds(cost.time_ms)
    );
    if cost.peak_bytes > 0 {
        let _ = write!(text, ", {}", bytes(cost.peak_bytes));
    }
    text.push('\n');
    text
}

/// `1 solution`, `9,356 solutions`.
pub(crate) fn solutions(count: u128) -> String {
    format!("{} solution{}", number(count), if count == 1 { "" } else { "s" })
}

/// A number of any size with commas.
pub(crate) fn number(number: u128) -> String {
    let digits = number.to_string();
    let mut shown = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn large_numbers_have_commas_too() {
        assert_eq!(number(0), "0");
        assert_eq!(number(4_331_140), "4,331,140");
        assert_eq!(number((1..=21).product()), "51,090,942,171,709,440,000");
    }
}
