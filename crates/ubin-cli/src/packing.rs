//! Packings on a terminal: every piece in its own colour, and lines between pieces where some are there several times.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};

use ubin::pack::{PackOutcome, Puzzle, Solution, text};
use ubin::report::pack::PackCost;
use ubin_front::render::calendar::OpenDay;
use ubin_front::render::copies::{CopyShades, has_copies};
use ubin_front::render::outline;

use crate::args::Common;
use crate::color::ColorDepth;
use crate::phrases;

/// The colours that standard output shows.
pub(crate) fn colors(common: &Common) -> ColorDepth {
    ColorDepth::of(common.color, io::stdout().is_terminal())
}

/// The layers of a solution from the top, separated by blank lines; in the colours of the terminal.
pub(crate) fn solution(puzzle: &Puzzle, solution: &Solution, colors: ColorDepth) -> String {
    match has_copies(puzzle) {
        true => outlined(puzzle, solution.owners(), colors),
        false => layers(puzzle, &solution.layers(puzzle), colors),
    }
}

/// The pieces placed so far, `.` where the board is free.
pub(crate) fn position(puzzle: &Puzzle, colors: ColorDepth) -> String {
    // Nothing is to be told apart before a copy lies on the board.
    if puzzle.placed().iter().any(|placed| puzzle.copies(placed.piece).len() > 1) {
        return outlined(puzzle, &puzzle.owners(), colors);
    }
    let owners = puzzle.position();
    let outside = &"  "[..puzzle.mark_width()];
    layers(puzzle, &text::picture(puzzle.board(), |cell| puzzle.mark_of(owners[cell]), outside), colors)
}

/// A board with lines between its pieces.
fn outlined(puzzle: &Puzzle, owners: &[u32], colors: ColorDepth) -> String {
    let shades = CopyShades::of(puzzle, owners);
    let mut shown = String::new();
    for line in outline::lines(puzzle, owners) {
        match colors {
            ColorDepth::None => shown += &outline::plain(&line),
            colors => {
                for stretch in &line {
                    let piece = stretch.copy.and_then(|copy| Some((puzzle.piece_of(copy)?, shades.shade(copy))));
                    match piece {
                        Some((piece, shade)) => shown += &painted(&stretch.text, (piece, shade), colors),
                        None => shown += &stretch.text,
                    }
                }
                shown.truncate(shown.trim_end_matches(' ').len());
            }
        }
        shown.push('\n');
    }
    shown
}

/// What a reader needs beside the board: the names of pieces whose marks are not their names, and the day that a calendar leaves open. Every line has a colon, by which `ubin verify` knows a remark.
pub(crate) fn remarks(puzzle: &Puzzle) -> String {
    let mut text = String::new();
    let entry = |piece: usize| format!("{}: {}", puzzle.mark(piece), puzzle.pieces()[piece].name());
    let named = (0..puzzle.pieces().len()).filter(|&piece| puzzle.mark(piece) != puzzle.pieces()[piece].name());
    let entries: Vec<String> = named.map(entry).collect();
    let width = entries.iter().map(String::len).max().unwrap_or(0);
    for row in entries.chunks(((WIDEST + 3) / (width + 3)).max(1)) {
        let row: Vec<String> = row.iter().map(|entry| format!("{entry:width$}")).collect();
        text += &(row.join("   ").trim_end().to_owned() + "\n");
    }
    if let Some(day) = OpenDay::of(puzzle.board()) {
        text += &(phrases::open_day(day.open(phrases::language())) + "\n");
    }
    text
}

/// How many letters a line of a legend has at most.
const WIDEST: usize = 80;

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
                        Some(piece) => shown += &painted(mark, (piece, 0), colors),
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
fn painted(mark: &str, (piece, shade): (usize, usize), colors: ColorDepth) -> String {
    format!("\x1b[{}m{mark}\x1b[0m", colors.codes(colors.copy(piece, shade)))
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
