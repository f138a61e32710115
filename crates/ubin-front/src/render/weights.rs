//! A proof that a packing has no solution, drawn: the weight of every cell, and the sums.

use ubin::pack::{Certificate, Puzzle, Reason};

use super::pack::{Field, Plan, Shown};
use super::palette::Role;
use super::svg::{Anchor, Picture, Words};
use super::words::PictureWords;
use crate::language::{Language, Sentences};

const MARGIN: f64 = 20.0;
const CAPTION: f64 = 22.0;
/// The height of letters, and how wide one is beside it, at most.
const LETTERS: (f64, f64) = (13.0, 0.62);
/// The narrowest sheet: a sentence needs some room.
const NARROWEST: f64 = 360.0;
const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

/// The board with its weights, layer by layer from the top, and below it what they add up to. A weight of 0 is an empty cell.
///
/// ```
/// use ubin::pack::{Certificate, text};
/// use ubin_front::{Language, render::{svg::Style, weights::weights}};
/// let puzzle = text::read("2 2 1\nDEFAULT\nAA\n A\nA\n")?.puzzle;
/// let certificate = Certificate { modulus: 3, weights: vec![0, 1, 2, 0], sums: vec![("A".into(), 1)], pieces: 1, board: 0 };
/// assert!(weights(&puzzle, &certificate, Language::En).svg(Style::default()).contains(">2</text>"));
/// # Ok::<(), ubin::pack::text::PackTextError>(())
/// ```
#[must_use]
pub fn weights(puzzle: &Puzzle, certificate: &Certificate, language: Language) -> Picture {
    let boards = boards(puzzle, certificate, PictureWords(language));
    let width = boards.width().max(NARROWEST);
    let lines = wrapped(&said(certificate, language), (width / (LETTERS.0 * LETTERS.1)) as usize);
    let high = lines.len() as f64 * 1.5 * LETTERS.0;
    let (wide, tall) = ((width + 2.0 * MARGIN).ceil(), (boards.height() + high + 3.0 * MARGIN).ceil());
    let mut picture = Picture::new(wide, tall, PictureWords(language).weights());
    picture.ground();
    picture.paste(&boards, (MARGIN + (width - boards.width()) / 2.0, MARGIN));
    for (at, line) in lines.into_iter().enumerate() {
        let y = boards.height() + 2.0 * MARGIN + (at as f64 + 0.5) * 1.5 * LETTERS.0;
        picture.text((MARGIN, y), Words::new(line, LETTERS.0).anchored(Anchor::Start));
    }
    picture
}

/// What the weights prove, in a sentence.
fn said(certificate: &Certificate, language: Language) -> String {
    match language {
        Language::En => certificate.to_string(),
        language => language.say(Sentences::Reason, &Reason::from(certificate.clone())),
    }
}

/// The layers side by side, in rows that are not too long.
fn boards(puzzle: &Puzzle, certificate: &Certificate, said: PictureWords) -> Picture {
    let board = puzzle.board();
    let side = f64::from(board.rows().max(board.cols()));
    let (most, across) = if board.is_flat() { (720.0, 1) } else { (200.0, 4) };
    let cell = (most / side).clamp(18.0, 40.0).floor();
    let caption = if board.is_flat() { 0.0 } else { CAPTION };
    let room = (f64::from(board.cols()) * cell, f64::from(board.rows()) * cell + caption);
    let (columns, rows) = (board.layers().min(across), board.layers().div_ceil(across));
    let step = (room.0.max(60.0) + 24.0, room.1 + 14.0);
    let size = (f64::from(columns) * step.0 - 24.0, f64::from(rows) * step.1 - 14.0);
    let mut picture = Picture::new(size.0, size.1, "");
    for (at, layer) in (0u32..).zip((0..board.layers()).rev()) {
        let (x, y) = (f64::from(at % across) * step.0, f64::from(at / across) * step.1);
        let plan = Plan::of_layer(board, layer, |cell| match certificate.weights[cell] {
            0 => Field::Empty,
            weight => {
                Field::Piece(Shown::marked(weight as usize - 1, DIGITS.get(weight as usize).copied().unwrap_or("+")))
            }
        });
        if !board.is_flat() {
            let name = Words::new(said.layer(layer), 12.0).anchored(Anchor::Start);
            picture.text((x, y + 8.0), name.in_paint(Role::Muted));
        }
        plan.draw(&mut picture, (x, y + caption), cell);
    }
    picture
}

/// A sentence in lines of at most so many letters.
fn wrapped(sentence: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in sentence.split(' ') {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= most => *line = format!("{line} {word}"),
            _ => lines.push(word.into()),
        }
    }
    lines
}
