//! Reading and writing packing puzzles.
//!
//! The format is the course's: a header `N M P`, the kind of the board, a mask for `CUSTOM`, then the pieces' shapes one after the other. We add `BOX L`, pieces
//! in space (layers from the top, separated by a line with a single `/`), and `PLACED` with the board as it stands. Leading and inner spaces of a shape matter,
//! trailing ones do not. `PIECE`, `COPIES`, `SPARE` and `GAPS` say what a piece is called and how many there are (`terms`). A blank line between two lines of one piece is an empty row of it; elsewhere blank lines mean nothing, with one exception: the top layer of a piece in space may
//! begin with an empty row, and then a line of spaces, not an empty one, directly before its first letter is that row. Without it a solid cross, six cubes around one, could not be written.
//!
//! Invariant: `read(&puzzle.to_string())` is the same puzzle, but for turning pieces over, which is not part of the text.

mod error;
mod shapes;
mod terms;

use std::fmt::{self, Write};

pub(super) use error::counted;
pub use error::{PackTextError, Warning};

use super::board::{BoardKind, LONGEST, PackBoard, PackBoardError};
use super::lattice::Spot;
use super::piece::Piece;
use super::puzzle::{Amount, MOST_PIECES, Puzzle, PuzzleError};
use crate::text::{Place, fields, in_lines};

/// A puzzle and what is odd about its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Things that are accepted but may be slips.
    pub warnings: Vec<Warning>,
}

/// Reads a puzzle.
///
/// ```
/// let reading = ubin::pack::text::read("2 2 2\nDEFAULT\nAA\nBB\n")?;
/// assert_eq!(reading.puzzle.board().size(), 4);
/// let mistake = ubin::pack::text::read("2 2 2\nDEFAULT\nAA\nB1\n").unwrap_err();
/// assert_eq!(mistake.to_string(), "'1' cannot stand in a shape: only one letter and spaces");
/// # Ok::<(), ubin::pack::text::PackTextError>(())
/// ```
///
/// # Errors
/// The first mistake, with its place.
pub fn read(text: &str) -> Result<Reading, PackTextError> {
    let mut lines = Lines::new(text);
    let header = read_header(&mut lines)?;
    let board = read_board(&mut lines, &header)?;
    let (drafts, terms) = shapes::read_shapes(&mut lines, &board)?;
    if drafts.len() != header.pieces {
        return Err(PackTextError::PieceCount { said: header.pieces, found: drafts.len(), place: header.pieces_place });
    }
    let mut warnings = Vec::new();
    let mut pieces = Vec::with_capacity(drafts.len());
    // So many empty lines are this text's way to separate pieces.
    let usual = drafts.iter().skip(1).map(|draft| draft.blank_before).min().unwrap_or(0);
    for draft in drafts {
        let (place, letter) = (draft.place, draft.name.clone());
        if terms.mistakes_for_copies(&letter) {
            warnings.push(Warning::NameLikeCopies { letter: letter.clone(), place });
        }
        if draft.is_in_layers() && draft.blank_before > usual {
            warnings.push(Warning::BlankBefore { letter: letter.clone(), place });
        }
        let piece = draft.finish();
        // A piece larger than the board needs no further warning, and may have ten million cells.
        let parts = if piece.size() <= board.size() { piece.parts(board.lattice()) } else { 1 };
        if parts > 1 {
            warnings.push(Warning::Parts { letter, parts, place });
        }
        pieces.push(piece);
    }
    let mut puzzle = Puzzle::new(board, pieces).expect("the reader has refused repeated names, and checked P");
    terms.apply(&mut puzzle)?;
    let puzzle = if lines.placed { read_placed(&mut lines, puzzle)? } else { puzzle };
    Ok(Reading { puzzle, warnings })
}

/// The lines of a text without trailing blanks, numbered from 1.
struct Lines<'t> {
    lines: std::iter::Enumerate<std::str::Lines<'t>>,
    /// The number of the last line given.
    last: usize,
    /// Whether the last line given was made of spaces, at least one.
    is_spaces: bool,
    /// Whether the line `PLACED` has been met.
    placed: bool,
}

impl<'t> Lines<'t> {
    fn new(text: &'t str) -> Lines<'t> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Lines { lines: text.lines().enumerate(), last: 0, is_spaces: false, placed: false }
    }

    fn next(&mut self) -> Option<(usize, &'t str)> {
        let (index, line) = self.lines.next()?;
        self.last = index + 1;
        self.is_spaces = !line.is_empty() && line.bytes().all(|byte| byte == b' ');
        Some((self.last, line.trim_end()))
    }

    fn next_filled(&mut self) -> Option<(usize, &'t str)> {
        std::iter::from_fn(|| self.next()).find(|(_, line)| !line.is_empty())
    }

    /// The place just after the last line, for what is missing there.
    fn end(&self) -> Place {
        Place { line: self.last + 1, column: 1, width: 1 }
    }
}

struct Header {
    rows: u32,
    cols: u32,
    sides: Place,
    pieces: usize,
    pieces_place: Place,
}

fn read_header(lines: &mut Lines<'_>) -> Result<Header, PackTextError> {
    let (number, line) = lines.next_filled().ok_or(PackTextError::Empty)?;
    let found: Vec<(Place, &str)> = fields(number, line).take(4).collect();
    let [rows, cols, pieces] = found[..] else {
        let place = found.get(3).map_or(Place { line: number, column: 1, width: line.chars().count().max(1) }, |f| f.0);
        return Err(PackTextError::Header { place });
    };
    Ok(Header {
        rows: number_in(rows, LONGEST)?,
        cols: number_in(cols, LONGEST)?,
        sides: Place { width: cols.0.column + cols.0.width - rows.0.column, ..rows.0 },
        pieces: number_in(pieces, MOST_PIECES as u32)? as usize,
        pieces_place: pieces.0,
    })
}

/// A whole number from 1 to `most`.
fn number_in((place, field): (Place, &str), most: u32) -> Result<u32, PackTextError> {
    if field.is_empty() || !field.trim_start_matches(['-', '+']).bytes().all(|b| b.is_ascii_digit()) {
        return Err(PackTextError::NotANumber { field: error::shortened(field), place });
    }
    match field.parse::<u32>() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(PackTextError::OutOfRange { field: error::shortened(field), most, place }),
    }
}

fn read_board(lines: &mut Lines<'_>, header: &Header) -> Result<PackBoard, PackTextError> {
    let Some((number, line)) = lines.next_filled() else { return Err(PackTextError::NoKind { place: lines.end() }) };
    let mut words = fields(number, line);
    let (place, word) = words.next().expect("a line that is not blank has a field");
    let board = match word.to_ascii_uppercase().as_str() {
        "DEFAULT" => PackBoard::rectangle(header.rows, header.cols),
        "CUSTOM" => PackBoard::custom(&read_mask(lines, header)?),
        "PYRAMID" if header.rows != header.cols => return Err(PackTextError::PyramidNotSquare { place: header.sides }),
        "PYRAMID" => PackBoard::pyramid(header.rows),
        "BOX" => {
            let height = words.next().ok_or(PackTextError::NoHeight { place })?;
            PackBoard::cuboid(header.rows, header.cols, number_in(height, LONGEST)?)
        }
        _ => return Err(PackTextError::UnknownKind { word: error::shortened(word), place }),
    };
    if let Some((place, _)) = words.next() {
        return Err(PackTextError::AfterKind { place });
    }
    board.map_err(|e: PackBoardError| unreachable!("sides and mask were checked: {e}"))
}

fn read_mask(lines: &mut Lines<'_>, header: &Header) -> Result<Vec<Vec<bool>>, PackTextError> {
    let mut mask = Vec::with_capacity(header.rows as usize);
    for row in 0..header.rows {
        let Some((number, line)) = lines.next_filled() else {
            return Err(PackTextError::MaskRows { expected: header.rows, found: row, place: lines.end() });
        };
        let width = line.chars().count();
        if let Some((at, found)) = line.chars().enumerate().find(|(_, c)| !matches!(c, 'X' | 'x' | '.')) {
            let place = Place { line: number, column: at + 1, width: 1 };
            return Err(PackTextError::MaskCharacter { found, place });
        }
        if width != header.cols as usize {
            let place = Place { line: number, column: 1, width };
            return Err(PackTextError::MaskWidth { expected: header.cols, found: width, place });
        }
        mask.push(line.chars().map(|c| c != '.').collect());
    }
    Ok(mask)
}

fn read_placed(lines: &mut Lines<'_>, mut puzzle: Puzzle) -> Result<Puzzle, PackTextError> {
    let mut filled: Vec<(usize, &str)> = std::iter::from_fn(|| lines.next_filled()).collect();
    let rows = placed_rows(puzzle.board(), filled.len());
    let after = if filled.len() > rows.len() { filled.drain(rows.len()..).next() } else { None };
    // In the order of their first marks, each with the place of that mark.
    let mut marked: Vec<(usize, Vec<u32>, Place)> = Vec::new();
    for (at, &(layer, row)) in rows.iter().enumerate() {
        let Some(&(number, line)) = filled.get(at) else {
            return Err(PackTextError::PlacedRows { place: lines.end() });
        };
        let width = puzzle.mark_width();
        placed_width(&puzzle, (layer, row), (number, line))?;
        let signs: Vec<char> = line.chars().collect();
        for (col, mark) in (0u32..).zip(signs.chunks(width)) {
            let place = Place { line: number, column: col as usize * width + 1, width };
            let (mark, spot): (String, _) = (mark.iter().collect(), Spot { layer, row, col });
            match (mark.trim_end(), puzzle.board().number(spot)) {
                ("." | "..", _) | ("", None) => continue,
                ("", Some(_)) => return Err(PackTextError::PlacedSpace { place }),
                _ => {}
            }
            let (piece, cell) = placed_mark(&puzzle, mark, spot, place)?;
            match marked.iter_mut().find(|marked| marked.0 == piece) {
                Some((_, cells, _)) => cells.push(cell),
                None => marked.push((piece, vec![cell], place)),
            }
        }
    }
    if let Some((line, _)) = after {
        return Err(PackTextError::AfterPlaced { place: Place { line, column: 1, width: 1 } });
    }
    for (piece, cells, place) in marked {
        let letter = puzzle.mark(piece).to_owned();
        let refusal = match puzzle.amount(piece).most {
            1 => PackTextError::PlacedShape { letter, place },
            copies => {
                let name = puzzle.pieces()[piece].name().to_owned();
                PackTextError::PlacedCopies { letter, name, copies, place }
            }
        };
        puzzle.place_copies(piece, cells).map_err(|_: PuzzleError| refusal)?;
    }
    Ok(puzzle)
}

/// The layers and rows that so many lines show, from the top. Boards are printed with spaces outside, so a row without a cell may be a blank line, which is passed over like any other.
fn placed_rows(board: &PackBoard, lines: usize) -> Vec<(u32, u32)> {
    let layers = (0..board.layers()).rev();
    let mut rows: Vec<(u32, u32)> =
        layers.flat_map(|layer| (0..board.layer_size(layer).0).map(move |row| (layer, row))).collect();
    let has_cell = |&(layer, row): &(u32, u32)| {
        (0..board.layer_size(layer).1).any(|col| board.number(Spot { layer, row, col }).is_some())
    };
    if lines < rows.len() && lines == rows.iter().filter(|row| has_cell(row)).count() {
        rows.retain(has_cell);
    }
    rows
}

/// A row has a mark for each column; those after the last cell may be missing.
fn placed_width(puzzle: &Puzzle, (layer, row): (u32, u32), (number, line): (usize, &str)) -> Result<(), PackTextError> {
    let (board, width) = (puzzle.board(), puzzle.mark_width());
    let (found, cols) = (line.chars().count(), board.layer_size(layer).1);
    let is_cell = |col: u32| board.number(Spot { layer, row, col }).is_some();
    let expected = cols * width as u32;
    if found > expected as usize || (found.div_ceil(width) as u32..cols).any(is_cell) {
        let place = Place { line: number, column: 1, width: found };
        return Err(PackTextError::PlacedWidth { expected, found, place });
    }
    Ok(())
}

/// The piece and the cell that a mark after `PLACED` names.
fn placed_mark(puzzle: &Puzzle, mark: String, spot: Spot, place: Place) -> Result<(usize, u32), PackTextError> {
    let Some(cell) = puzzle.board().number(spot) else {
        return Err(PackTextError::PlacedOffBoard { letter: mark, place });
    };
    match puzzle.marked(&mark) {
        Some(piece) => Ok((piece, cell as u32)),
        None => Err(PackTextError::PlacedUnknown { letter: mark, place }),
    }
}

impl std::str::FromStr for Puzzle {
    type Err = PackTextError;

    /// The puzzle of a text in lines, or on one line with `/` between its rows. [`read`] also tells what is odd about it.
    ///
    /// ```
    /// use ubin::pack::Puzzle;
    /// assert_eq!("2 2 2/DEFAULT/AA/BB".parse::<Puzzle>()?, "2 2 2\nDEFAULT\nAA\nBB".parse()?);
    /// # Ok::<(), ubin::pack::text::PackTextError>(())
    /// ```
    fn from_str(text: &str) -> Result<Puzzle, PackTextError> {
        read(&in_lines(text)).map(|reading| reading.puzzle)
    }
}

impl fmt::Display for Puzzle {
    /// The text that [`read`] reads back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print(self))
    }
}

fn print(puzzle: &Puzzle) -> String {
    let board = puzzle.board();
    let mut text = format!("{} {} {}\n", board.rows(), board.cols(), puzzle.pieces().len());
    match board.kind() {
        BoardKind::Rectangle => text.push_str("DEFAULT\n"),
        BoardKind::Pyramid => text.push_str("PYRAMID\n"),
        BoardKind::Cuboid => writeln!(text, "BOX {}", board.layers()).expect("a string takes everything"),
        BoardKind::Custom => {
            text.push_str("CUSTOM\n");
            push_layers(&mut text, &picture(board, |_| "X", "."));
        }
    }
    for piece in puzzle.pieces() {
        print_piece(piece, &mut text);
    }
    print_terms(puzzle, &mut text);
    if !puzzle.placed().is_empty() {
        text.push_str("PLACED\n");
        let position = puzzle.position();
        push_layers(&mut text, &picture(board, |cell| puzzle.mark_of(position[cell]), puzzle.mark_of(None)));
    }
    text
}

/// How many there are, where it is not one of each.
fn print_terms(puzzle: &Puzzle, text: &mut String) {
    let name = |piece: usize| puzzle.pieces()[piece].name();
    let pieces = || 0..puzzle.pieces().len();
    for piece in pieces().filter(|&piece| puzzle.amount(piece).most > 1) {
        writeln!(text, "COPIES {} {}", name(piece), puzzle.amount(piece).most).expect("a string takes everything");
    }
    let spare: Vec<usize> = pieces().filter(|&piece| puzzle.amount(piece).least == 0).collect();
    match spare.len() {
        0 => {}
        all if all == puzzle.pieces().len() => text.push_str("SPARE *\n"),
        _ => {
            text.push_str("SPARE");
            spare.iter().for_each(|&piece| text.extend([" ", name(piece)]));
            text.push('\n');
        }
    }
    let Amount { least, most } = puzzle.gaps();
    let written = match (least, most) {
        (0, 0) => return,
        (0, most) if most as usize == puzzle.board().size() => writeln!(text, "GAPS ANY"),
        (least, most) if least == most => writeln!(text, "GAPS {most}"),
        (least, most) => writeln!(text, "GAPS {least}..{most}"),
    };
    written.expect("a string takes everything");
}

fn print_piece(piece: &Piece, text: &mut String) {
    if piece.letter().is_none() {
        writeln!(text, "PIECE {}", piece.name()).expect("a string takes everything");
    }
    let top = piece.spots().iter().map(|spot| spot.layer).max().unwrap_or(0);
    let first = piece.spots().iter().copied().find(|spot| spot.layer == top).unwrap_or_default();
    for layer in (0..=top).rev() {
        if layer < top {
            text.push_str("/\n");
        }
        let (mut row, mut col) = (0, 0);
        for spot in piece.spots().iter().filter(|spot| spot.layer == layer) {
            while row < spot.row {
                // Before the first letter an empty line would belong to nobody.
                text.push_str(if layer == top && spot == &first { " \n" } else { "\n" });
                (row, col) = (row + 1, 0);
            }
            text.extend(std::iter::repeat_n(' ', (spot.col - col) as usize));
            // No letter: the next piece may have it.
            text.push(piece.letter().unwrap_or('#'));
            col = spot.col + 1;
        }
        text.push('\n');
    }
}

fn push_layers(text: &mut String, layers: &[Vec<String>]) {
    for (at, layer) in layers.iter().enumerate() {
        if at > 0 {
            text.push('\n');
        }
        for row in layer {
            text.push_str(row);
            text.push('\n');
        }
    }
}

/// The layers of a board from the top, each a list of rows, with a mark for each cell and `outside` where there is none.
#[must_use]
pub fn picture<'m>(board: &PackBoard, mark: impl Fn(usize) -> &'m str, outside: &'m str) -> Vec<Vec<String>> {
    let sign = |spot| board.number(spot).map_or(outside, &mark);
    let layer = |layer| {
        let (rows, cols) = board.layer_size(layer);
        let row = |row| (0..cols).map(|col| sign(Spot { layer, row, col })).collect();
        (0..rows).map(row).collect()
    };
    (0..board.layers()).rev().map(layer).collect()
}
