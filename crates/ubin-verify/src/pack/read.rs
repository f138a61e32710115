//! Reading packing puzzles. A mistake is a sentence; its line is the last one read.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::{Mark, Packing, Space, Supply};
use crate::Wrong;
use crate::wrong::ensure;

type Parsed<T> = Result<T, String>;

/// As many as the largest box has cells.
const MOST_COPIES: usize = 128 * 128 * 128;

/// Reads a puzzle.
pub(super) fn packing(text: &str) -> Result<Packing, Wrong> {
    let mut line = 0;
    let mut lines = text.trim_start_matches('\u{feff}').lines().inspect(|_| line += 1);
    puzzle(&mut lines).map_err(|why| Wrong::Unreadable { what: "puzzle", line: Some(line), why })
}

/// The next line that is not blank.
fn filled<'t>(lines: &mut impl Iterator<Item = &'t str>) -> Parsed<&'t str> {
    Ok(lines.find(|line| !line.trim().is_empty()).ok_or("the text ends too early")?.trim_end())
}

/// The words of the next line that is not blank.
fn words<'t>(lines: &mut impl Iterator<Item = &'t str>) -> Parsed<Vec<&'t str>> {
    Ok(filled(lines)?.split_whitespace().collect())
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
    // What is said of pieces, before them or after: how many there are, and which may stay unused.
    let (mut copies, mut spare, mut are_all_spare) = (BTreeMap::new(), Vec::new(), false);
    let (mut pen, mut empty) = (Pen::default(), None);
    while let Some(line) = lines.next() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let keyword = words.first().filter(|_| !pen.is_open).map(|word| word.to_ascii_uppercase());
        let counted = match (keyword.as_deref(), words.get(1..).unwrap_or(&[])) {
            (Some("PIECE"), [name, times @ ..]) if times.len() < 2 => {
                packing.begin(name)?;
                pen = Pen { is_open: true, ..Pen::default() };
                times.first().map(|times| (*name, times.strip_prefix(['x', 'X']).unwrap_or("")))
            }
            (Some("COPIES"), &[name, many]) => Some((name, many)),
            (Some("SPARE"), names @ [_, ..]) => {
                if *names == ["*"] {
                    are_all_spare = true;
                } else {
                    spare.extend_from_slice(names);
                }
                None
            }
            (Some("GAPS"), [many]) if empty.is_none() => {
                empty = Some(gaps(many, packing.cells.len())?);
                None
            }
            (Some("PLACED"), []) => {
                packing.placed = placed(&packing, lines.by_ref())?;
                None
            }
            _ => pen.draw(line, &mut packing).map(|()| None)?,
        };
        if let Some((name, many)) = counted {
            let again = copies.insert(name, number(many, MOST_COPIES)?);
            ensure(again.is_none(), || format!("the copies of {name:?} are given twice"))?;
        }
    }
    copies.into_iter().try_for_each(|(name, many)| packing.supply(name).map(|supply| supply.copies = many))?;
    packing.supplies.iter_mut().for_each(|supply| supply.is_spare = are_all_spare);
    spare.into_iter().try_for_each(|name| packing.supply(name).map(|supply| supply.is_spare = true))?;
    packing.gaps = empty.unwrap_or(0..=0);
    let found = packing.supplies.len();
    ensure(!pen.is_open, || "the last piece ends too early".to_string())?;
    ensure(found == pieces, || format!("the header says {pieces} pieces, but {found} are drawn"))?;
    Ok(packing)
}

/// An empty board of the kind that the next line names.
fn board<'t>(lines: &mut impl Iterator<Item = &'t str>, rows: usize, cols: usize) -> Parsed<Packing> {
    let line = words(lines)?;
    let (kind, space, height) = match (line[0].to_ascii_uppercase().as_str(), &line[1..]) {
        ("DEFAULT", []) => ("default", Space::Squares, 1),
        ("CUSTOM", []) => ("custom", Space::Squares, 1),
        ("PYRAMID", []) if rows == cols => ("pyramid", Space::Balls, rows),
        ("BOX", [height]) => ("box", Space::Cubes, number(height, 128)?),
        _ => return Err("expected DEFAULT, CUSTOM, PYRAMID (of equal sides) or BOX L".into()),
    };
    let (size, supplies) = ([height, rows, cols], Vec::new());
    let mut packing = Packing { kind, space, size, cells: Vec::new(), supplies, gaps: 0..=0, placed: Vec::new() };
    for layer in 0..height {
        let [tall, wide] = packing.layer_size(layer);
        for row in 0..tall {
            let mask = if kind == "custom" { filled(lines)?.to_string() } else { "X".repeat(wide) };
            let is_mask = mask.len() == wide && mask.bytes().all(|byte| b"Xx.".contains(&byte));
            ensure(is_mask, || format!("expected a row of {wide} characters, X or ."))?;
            let cell = |(col, _)| [layer, row, col].map(|number| number as i32);
            packing.cells.extend(mask.bytes().enumerate().filter(|(_, byte)| *byte != b'.').map(cell));
        }
    }
    packing.placed = vec![usize::MAX; packing.cells.len()];
    Ok(packing)
}

impl Packing {
    fn begin(&mut self, name: &str) -> Parsed<()> {
        let is_name = name.len() <= 24 && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let is_new = self.supply(name).is_err();
        ensure(is_name && is_new, || format!("{name:?} is no name of a piece, or comes again"))?;
        self.supplies.push(Supply { name: name.into(), cells: Vec::new(), copies: 1, is_spare: false });
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
        if line.trim() == "/" {
            ensure(self.mark.is_some() && packing.space != Space::Squares, || "expected a piece in layers before /")?;
            (self.layer, self.row, self.is_open) = (self.layer + 1, 0, true);
            return Ok(());
        }
        let goes_on = if self.mark.is_some() { self.mark == Some(mark) } else { self.is_open };
        let is_row = line.trim_end().chars().all(|sign| sign == mark || sign == ' ');
        ensure(is_row && (goes_on || !self.is_open), || "expected a row of the piece: one character and spaces")?;
        if !goes_on {
            let name = Some(mark).filter(char::is_ascii_alphabetic).ok_or("a piece without a name has a letter")?;
            packing.begin(&name.to_string())?;
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

/// The board after `PLACED`: the number of the piece on each cell.
fn placed<'t>(packing: &Packing, lines: impl Iterator<Item = &'t str>) -> Parsed<Vec<usize>> {
    let marks = packing.marks_of_pieces();
    let piece = |mark: Mark| match marks.iter().position(|own| *own == mark) {
        None if mark != *b".." => Err(format!("{:?} is no piece", String::from_utf8_lossy(&mark))),
        piece => Ok(piece.unwrap_or(usize::MAX)),
    };
    packing.marks_of_text(lines).map_err(|wrong| wrong.to_string())?.into_iter().map(piece).collect()
}
