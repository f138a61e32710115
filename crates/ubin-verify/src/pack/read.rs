//! Reading packing puzzles. A mistake is a sentence; its line is the last one read.

use std::ops::RangeInclusive;

use super::{Packing, Space, Supply};
use crate::Wrong;

type Parsed<T> = Result<T, String>;

/// Reads a puzzle.
pub(super) fn packing(text: &str) -> Result<Packing, Wrong> {
    let mut line = 0;
    let mut lines = text.trim_start_matches('\u{feff}').lines().inspect(|_| line += 1);
    puzzle(&mut lines).map_err(|why| Wrong::Unreadable { what: "puzzle", line: Some(line), why })
}

/// The next line that is not blank, in words.
fn words<'t>(lines: &mut impl Iterator<Item = &'t str>) -> Parsed<Vec<&'t str>> {
    let line = lines.find(|line| !line.trim().is_empty()).ok_or("the text ends too early")?;
    Ok(line.split_whitespace().collect())
}

/// A whole number from 1 to a most.
fn number(field: &str, most: usize) -> Parsed<usize> {
    let number = field.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or(format!("expected a number from 1 to {most}"))
}

fn puzzle<'t>(lines: &mut impl Iterator<Item = &'t str>) -> Parsed<Packing> {
    let [rows, cols, pieces] = words(lines)?[..] else { return Err("expected three numbers N M P".into()) };
    let (rows, cols, pieces) = (number(rows, 128)?, number(cols, 128)?, number(pieces, 10_000)?);
    let mut packing = board(lines, rows, cols)?;
    let mut pen = Pen::default();
    while let Some(line) = lines.next() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match (words.first().map(|word| word.to_ascii_uppercase()).as_deref(), words.get(1..).unwrap_or(&[])) {
            (Some("PIECE"), [name, copies @ ..]) if copies.len() < 2 && !pen.is_open => {
                let times = copies.first().map_or("1", |times| times.trim_start_matches(['x', 'X']));
                packing.begin(name, number(times, usize::MAX)?)?;
                pen = Pen { is_open: true, ..Pen::default() };
            }
            (Some("COPIES"), [name, many]) => packing.supply(name)?.copies = number(many, usize::MAX)?,
            (Some("SPARE"), ["*"]) => packing.supplies.iter_mut().for_each(|supply| supply.is_spare = true),
            (Some("SPARE"), names) => {
                names.iter().try_for_each(|name| packing.supply(name).map(|supply| supply.is_spare = true))?;
            }
            (Some("GAPS"), [many]) => packing.gaps = gaps(many, packing.cells().count())?,
            (Some("PLACED"), []) => packing.placed = placed(&packing, &lines.collect::<Vec<_>>())?,
            _ => pen.draw(line, &mut packing)?,
        }
    }
    match packing.supplies.len() {
        _ if pen.is_open => Err("the last piece ends too early".into()),
        found if found != pieces => Err(format!("the header says {pieces} pieces, but {found} are drawn")),
        _ => Ok(packing),
    }
}

/// An empty board of the kind that the next line names.
fn board<'t>(lines: &mut impl Iterator<Item = &'t str>, rows: usize, cols: usize) -> Parsed<Packing> {
    let kind = words(lines)?;
    let full = |rows: usize, cols: usize| vec![vec![true; cols]; rows];
    let (kind, space, board) = match (kind[0].to_ascii_uppercase().as_str(), &kind[1..]) {
        ("DEFAULT", []) => ("default", Space::Squares, vec![full(rows, cols)]),
        ("BOX", [height]) => ("box", Space::Cubes, vec![full(rows, cols); number(height, 128)?]),
        ("PYRAMID", []) if rows == cols => ("pyramid", Space::Balls, (1..=rows).map(|n| full(n, n)).collect()),
        ("CUSTOM", []) => {
            let mut row = |_| match words(lines)?[..] {
                [row] if row.len() == cols && row.bytes().all(|byte| b"Xx.".contains(&byte)) => {
                    Ok(row.bytes().map(|byte| byte != b'.').collect())
                }
                _ => Err(format!("expected a row of {cols} characters, X or .")),
            };
            ("custom", Space::Squares, vec![(0..rows).map(&mut row).collect::<Parsed<_>>()?])
        }
        _ => return Err("expected DEFAULT, CUSTOM, PYRAMID (of equal sides) or BOX L".into()),
    };
    Ok(Packing { kind, space, board, supplies: Vec::new(), gaps: 0..=0, placed: Vec::new() })
}

impl Packing {
    fn begin(&mut self, name: &str, copies: usize) -> Parsed<()> {
        let is_name = name.len() <= 24 && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if !is_name || self.supply(name).is_ok() {
            return Err(format!("{name:?} is no name of a piece, or comes again"));
        }
        self.supplies.push(Supply { name: name.into(), cells: Vec::new(), copies, is_spare: false });
        Ok(())
    }

    fn supply(&mut self, name: &str) -> Parsed<&mut Supply> {
        self.supplies.iter_mut().find(|supply| supply.name == name).ok_or(format!("there is no piece {name:?}"))
    }
}

/// Where the next row of the last piece goes.
#[derive(Default)]
struct Pen {
    /// What the piece is drawn with, from its first row on.
    mark: Option<char>,
    layer: i32,
    row: i32,
    /// Lines of spaces directly before: empty rows of a piece that begins there.
    spaces: i32,
    /// Whether a row must follow, after `PIECE` or `/`.
    is_open: bool,
}

impl Pen {
    /// A row of a shape, a blank line, or the end of a layer.
    fn draw(&mut self, line: &str, packing: &mut Packing) -> Parsed<()> {
        let Some(mark) = line.trim().chars().next() else {
            let is_spaces = !line.is_empty() && line.bytes().all(|byte| byte == b' ');
            // An empty row, should the piece go on.
            (self.row, self.spaces) = (self.row + 1, if is_spaces { self.spaces + 1 } else { 0 });
            return Ok(());
        };
        if line.trim() == "/" && self.mark.is_some() && packing.space != Space::Squares {
            (self.layer, self.row, self.is_open) = (self.layer + 1, 0, true);
            return Ok(());
        }
        let goes_on = if self.mark.is_some() { self.mark == Some(mark) } else { self.is_open };
        if (self.is_open && !goes_on) || line.trim_end().chars().any(|sign| sign != mark && sign != ' ') {
            return Err("expected a row of the piece: one character and spaces".into());
        }
        if !goes_on {
            let name = Some(mark).filter(char::is_ascii_alphabetic).ok_or("a piece without a name has a letter")?;
            packing.begin(&name.to_string(), 1)?;
        }
        if self.mark != Some(mark) {
            *self = Pen { mark: Some(mark), row: self.spaces, ..Pen::default() };
        }
        let (layer, row) = (self.layer, self.row);
        let marked = (0..).zip(line.chars()).filter(|(_, sign)| *sign == mark).map(|(col, _)| [layer, row, col]);
        packing.supplies.last_mut().ok_or("expected a piece")?.cells.extend(marked);
        (self.row, self.spaces, self.is_open) = (row + 1, 0, false);
        Ok(())
    }
}

/// `4`, `0..4` or `ANY`.
fn gaps(many: &str, cells: usize) -> Parsed<RangeInclusive<usize>> {
    let (least, most) = many.split_once("..").unwrap_or((many, many));
    match (least.parse(), most.parse()) {
        _ if many.eq_ignore_ascii_case("ANY") => Ok(0..=cells),
        (Ok(least), Ok(most)) if least <= most => Ok(least..=most),
        _ => Err("expected GAPS 4, GAPS 0..4 or GAPS ANY".into()),
    }
}

/// The board after `PLACED`: pieces and their cells.
fn placed(packing: &Packing, lines: &[&str]) -> Parsed<Vec<(usize, usize)>> {
    let mut marks = Vec::new();
    let read =
        packing.in_layers(lines).and_then(|layers| packing.each_mark(&layers, |cell, byte| marks.push((cell, byte))));
    read.map_err(|wrong| wrong.to_string())?;
    let piece = |byte: u8| packing.supplies.iter().position(|supply| supply.name.as_bytes() == [byte]);
    let named = |(cell, byte)| match piece(byte) {
        Some(piece) => Ok((piece, cell)),
        None => Err(format!("{:?} is no piece", char::from(byte))),
    };
    marks.into_iter().filter(|(_, byte)| *byte != b'.').map(named).collect()
}
