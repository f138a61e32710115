//! Packings on a terminal: every piece in its own colour.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};

use ubin::pack::{PackOutcome, Puzzle, Solution, text};
use ubin::report::pack::PackCost;
use ubin_front::render::palette;

use crate::args::Common;
use crate::color::ColorDepth;
use crate::phrases;

/// The colours that standard output shows.
pub(crate) fn colors(common: &Common) -> ColorDepth {
    ColorDepth::of(common.color, io::stdout().is_terminal())
}

/// The layers of a solution from the top, separated by blank lines; in the colours of the terminal.
pub(crate) fn solution(puzzle: &Puzzle, solution: &Solution, colors: ColorDepth) -> String {
    layers(puzzle, &solution.layers(puzzle), colors)
}

/// The pieces placed so far, `.` where the board is free.
pub(crate) fn position(puzzle: &Puzzle, colors: ColorDepth) -> String {
    let owners = puzzle.position();
    let outside = &"  "[..puzzle.mark_width()];
    layers(puzzle, &text::picture(puzzle.board(), |cell| puzzle.mark_of(owners[cell]), outside), colors)
}

fn layers(puzzle: &Puzzle, layers: &[Vec<String>], colors: ColorDepth) -> String {
    let mut shown = String::new();
    for (number, layer) in layers.iter().enumerate() {
        if number > 0 {
            shown.push('\n');
        }
        for row in layer {
            if colors != ColorDepth::None {
                // Marks are letters, so they can be cut by bytes.
                for mark in row.as_bytes().chunks(puzzle.mark_width()).filter_map(|mark| std::str::from_utf8(mark).ok())
                {
                    match puzzle.marked(mark) {
                        Some(piece) => shown += &painted(mark, piece, colors),
                        None => shown += mark,
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

/// A mark on its piece's colour, as pictures have it.
fn painted(mark: &str, piece: usize, colors: ColorDepth) -> String {
    format!("\x1b[{}m{mark}\x1b[0m", colors.codes(palette::piece(piece)))
}

/// What an outcome without a solution says.
pub(crate) fn verdict<T>(outcome: &PackOutcome<T>) -> Option<String> {
    match outcome {
        PackOutcome::Solved(_) => None,
        PackOutcome::Impossible(reason) => Some(phrases::no_solution(phrases::reason(reason)) + "\n"),
        PackOutcome::Stopped(stop) => Some(phrases::stopped(phrases::stop(*stop)) + "\n"),
    }
}

/// The last line of every answer: method, nodes, cases, time.
pub(crate) fn cost(method: &str, cost: &PackCost) -> String {
    // Where a rule decided, no engine was chosen.
    let method = if method == "auto" { phrases::rules() } else { method.into() };
    let (nodes, cases) = (phrases::nodes(cost.nodes), phrases::cases(cost.cases));
    let mut text = phrases::pack_cost(method, nodes, cases, phrases::milliseconds(cost.time_ms));
    if cost.peak_bytes > 0 {
        let _ = write!(text, ", {}", phrases::bytes(cost.peak_bytes));
    }
    text.push('\n');
    text
}
