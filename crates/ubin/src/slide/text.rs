//! Reading boards.
//!
//! Rows are lines, or are separated by `/` within a line, or stand in brackets of their own, as lists, tuples and arrays are printed; fields are separated by blanks, commas or semicolons, and `7.` is 7. The blank tile is `0`, the
//! number R*C, or one of `- _ . x #`; in a row that lacks one field, nothing between two tabs. Lines that begin with `//`, or with `#` and a word, are comments. A single number
//! N above N rows of N is a size header, and so is R C above R rows of C. All fields on one line, or one on every line, are a square board unless a size is given.
//!
//! Every mistake is told with its place, the first one in reading order within the first rule that is broken:
//! shape, then fields, then the set of tiles.

use super::board::{Board, Size};
use crate::text::{Mistake, Place};

/// What is wrong with a board's text. As data it has its code and the values that the sentence speaks of, without the place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, serde::Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum ReadError {
    #[error("there is no board here: expected rows of numbers")]
    Empty,
    #[error("'{field}' is not a tile: expected a number, or one of 0 - _ . x # for the blank")]
    #[serde(rename = "not-a-tile")]
    Word {
        field: String,
        #[serde(skip)]
        at: Place,
    },
    #[error("this row has {}: expected {expected}, as {}", crate::text::counted(*found as u64, "field"), if *header { "the header says" } else { "in the first row" })]
    #[serde(rename = "ragged-row")]
    Ragged {
        found: usize,
        expected: usize,
        header: bool,
        #[serde(skip)]
        at: Place,
    },
    #[error(
        "{} {} not a square board: expected 4, 9, 16, ... fields, rows separated by '/' or lines, or a size",
        crate::text::counted(*found as u64, "field"),
        if *found == 1 { "is" } else { "are" }
    )]
    NotSquare {
        found: usize,
        #[serde(skip)]
        at: Place,
    },
    #[error("expected {expected} rows: the board has {found}")]
    #[serde(rename = "row-count")]
    Rows {
        found: usize,
        expected: usize,
        #[serde(skip)]
        at: Place,
    },
    #[error("expected {size}, {} fields on a line: found {found}", size.cells())]
    #[serde(rename = "field-count")]
    Fields {
        size: Size,
        found: usize,
        #[serde(skip)]
        at: Place,
    },
    #[error("this board is {found}: expected {size}, the size asked for")]
    OtherSize {
        size: Size,
        found: Size,
        #[serde(skip)]
        at: Place,
    },
    #[error("a board of {rows} rows and {cols} columns is not supported: expected 2 to 32 of each")]
    #[serde(rename = "side-range")]
    Side {
        rows: usize,
        cols: usize,
        #[serde(skip)]
        at: Place,
    },
    #[error("too many fields: a board has at most 32 x 32")]
    #[serde(rename = "too-many-fields")]
    TooMany {
        #[serde(skip)]
        at: Place,
    },
    #[error("there is no tile {field} on a {size} board: expected 1 to {}, or 0, {}, - _ . x # for the blank", size.cells() - 1, size.cells())]
    #[serde(rename = "tile-range")]
    Range {
        field: String,
        size: Size,
        #[serde(skip)]
        at: Place,
    },
    #[error("tile {tile} stands twice, first in line {}, column {}{}", first.line, first.column, missing(*lacking))]
    #[serde(rename = "tile-twice")]
    Twice {
        tile: u16,
        first: Place,
        lacking: Option<u16>,
        #[serde(skip)]
        at: Place,
    },
    #[error("two blanks: '{first_field}' in line {}, column {}, and '{field}' here", first.line, first.column)]
    TwoBlanks {
        first_field: String,
        first: Place,
        field: String,
        #[serde(skip)]
        at: Place,
    },
}

fn missing(tile: Option<u16>) -> String {
    match tile {
        None => String::new(),
        Some(0) => "; there is no blank".into(),
        Some(tile) => format!("; tile {tile} is missing"),
    }
}

impl Mistake for ReadError {
    fn code(&self) -> &'static str {
        match self {
            ReadError::Empty => "empty",
            ReadError::Word { .. } => "not-a-tile",
            ReadError::Ragged { .. } => "ragged-row",
            ReadError::NotSquare { .. } => "not-square",
            ReadError::Rows { .. } => "row-count",
            ReadError::Fields { .. } => "field-count",
            ReadError::OtherSize { .. } => "other-size",
            ReadError::Side { .. } => "side-range",
            ReadError::TooMany { .. } => "too-many-fields",
            ReadError::Range { .. } => "tile-range",
            ReadError::Twice { .. } => "tile-twice",
            ReadError::TwoBlanks { .. } => "two-blanks",
        }
    }

    fn place(&self) -> Option<Place> {
        match self {
            ReadError::Empty => Some(Place { line: 1, column: 1, width: 1 }),
            ReadError::Word { at, .. }
            | ReadError::Ragged { at, .. }
            | ReadError::NotSquare { at, .. }
            | ReadError::Rows { at, .. }
            | ReadError::Fields { at, .. }
            | ReadError::OtherSize { at, .. }
            | ReadError::Side { at, .. }
            | ReadError::TooMany { at }
            | ReadError::Range { at, .. }
            | ReadError::Twice { at, .. }
            | ReadError::TwoBlanks { at, .. } => Some(*at),
        }
    }
}

type Field<'t> = (Place, &'t str);

/// The fields of a row, and where nothing stands between two tabs: before which field, and the place.
#[derive(Clone, Debug)]
struct Row<'t> {
    fields: Vec<Field<'t>>,
    gaps: Vec<(usize, Place)>,
}

/// Reads one board. `size` says how a single line of fields is cut; other texts must agree with it.
///
/// ```
/// use ubin::slide::text::read;
/// let board = read("1 2 3/4 5 6/7 8 -", None).unwrap();
/// assert_eq!(board.to_string(), "1 2 3\n4 5 6\n7 8 -");
/// assert_eq!(read("1 2 3/4 5 5/7 8 -", None).unwrap_err().to_string(),
///     "tile 5 stands twice, first in line 1, column 9; tile 6 is missing");
/// ```
///
/// # Errors
/// The first mistake.
pub fn read(text: &str, size: Option<Size>) -> Result<Board, ReadError> {
    read_from(text, 1, size)
}

/// Reads one board whose text begins on this line of a longer one: mistakes are told with its line numbers.
///
/// # Errors
/// The first mistake.
pub fn read_from(text: &str, line: usize, size: Option<Size>) -> Result<Board, ReadError> {
    let rows = filled(rows(text, line)?);
    let (size, fields) = shape(rows, size)?;
    tiles(size, &fields)
}

impl std::str::FromStr for Board {
    type Err = ReadError;

    /// The board of a text; one on one line is square.
    fn from_str(text: &str) -> Result<Board, ReadError> {
        read(text, None)
    }
}

/// Whether a line holds no board: it is blank or a comment.
#[must_use]
pub fn is_empty(line: &str) -> bool {
    line.trim().is_empty() || is_comment(line)
}

/// Rows of fields, without comments and empty rows.
fn rows(text: &str, first: usize) -> Result<Vec<Row<'_>>, ReadError> {
    let most = Size::MOST * Size::MOST + 2;
    let mut rows = Vec::new();
    let mut count = 0;
    for (number, line) in text.strip_prefix('\u{feff}').unwrap_or(text).lines().enumerate() {
        if is_comment(line) {
            continue;
        }
        let mut start = 0;
        // A closing bracket ends a row, as a stroke does.
        for part in line.split(ROW_ENDS) {
            let row = row(part, Place { line: number + first, column: start + 1, width: 1 }, most + 1);
            start += part.chars().count() + 1;
            count += row.fields.len();
            // Two more than the largest board, for a size header.
            if count > most {
                let excess = row.fields.len() - (count - most);
                return Err(ReadError::TooMany { at: row.fields[excess].0 });
            }
            if !row.fields.is_empty() {
                rows.push(row);
            }
        }
    }
    Ok(rows)
}

/// What ends a row within a line.
const ROW_ENDS: [char; 3] = ['/', ']', ')'];

/// What stands between fields.
fn is_between(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '[' | '(')
}

/// Words around the numbers where a notebook shows an array: `array([[7, 2, 4], ...], dtype=int8)`.
fn is_of_array(field: &str) -> bool {
    field == "array" || field.starts_with("dtype=")
}

/// A number without the point that a whole number of a floating type is printed with.
fn whole(field: &str) -> &str {
    let number = field.strip_suffix(".0").or_else(|| field.strip_suffix('.')).unwrap_or(field);
    if !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()) { number } else { field }
}

/// At most so many fields of a row that begins at a place.
fn row(part: &str, at: Place, most: usize) -> Row<'_> {
    let mut row = Row { fields: Vec::new(), gaps: Vec::new() };
    let mut column = at.column;
    for (number, cell) in part.split('\t').enumerate() {
        if number > 0 {
            column += 1;
        }
        let before = row.fields.len();
        for field in cell.split(is_between) {
            let width = field.chars().count();
            if width > 0 && row.fields.len() < most && !is_of_array(field) {
                row.fields.push((Place { column, width, ..at }, whole(field)));
            }
            column += width + 1;
        }
        // One character too many was counted behind the last field.
        column -= 1;
        if row.fields.len() == before && part.contains('\t') {
            row.gaps.push((before, Place { column, ..at }));
        }
    }
    row
}

/// Rows of fields. Where one row lacks a single field, and nothing stands between two of its tabs, that is the blank, if there is no other.
fn filled(mut rows: Vec<Row<'_>>) -> Vec<Vec<Field<'_>>> {
    let cols = rows.iter().map(|row| row.fields.len()).max().unwrap_or(0);
    // A header is shorter than the rows below it, too.
    let has_header = cols > 2 && rows.first().is_some_and(|row| row.fields.len() <= 2 && row.gaps.is_empty());
    let rows_below = &mut rows[usize::from(has_header)..];
    let cells = (rows_below.len() * cols).to_string();
    let is_one = |(_, field): &Field<'_>| is_blank(field) || *field == "0" || *field == cells;
    let has_blank = rows_below.iter().flat_map(|row| &row.fields).any(is_one);
    let mut short = rows_below.iter_mut().filter(|row| row.fields.len() != cols);
    if let (Some(row), None, false) = (short.next(), short.next(), has_blank)
        && let (Some(&(before, at)), true) = (row.gaps.first(), row.fields.len() + 1 == cols)
    {
        row.fields.insert(before, (at, "-"));
    }
    rows.into_iter().map(|row| row.fields).collect()
}

/// `// ...`, or `#` and a word. A `#` before numbers is the blank at the start of a row.
fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    let Some(rest) = line.strip_prefix('#') else { return line.starts_with("//") };
    let first = rest.split(|c: char| is_between(c) || ROW_ENDS.contains(&c)).map(whole).find(|field| !field.is_empty());
    first.is_some_and(|field| !field.chars().all(|c| c.is_ascii_digit()) && !is_blank(field))
}

fn is_blank(field: &str) -> bool {
    matches!(field, "-" | "_" | "." | "x" | "X" | "#")
}

/// The board's size, and its fields row by row.
fn shape<'t>(mut rows: Vec<Vec<Field<'t>>>, size: Option<Size>) -> Result<(Size, Vec<Field<'t>>), ReadError> {
    let header = header(&rows);
    if header.is_some() {
        rows.remove(0);
    }
    if rows.is_empty() {
        return Err(ReadError::Empty);
    }
    let is_list = rows.len() == 1 || (rows.len() >= 4 && rows.iter().all(|row| row.len() == 1));
    match is_list {
        true => list(rows.concat(), header, size),
        false => block(&rows, header, size),
    }
}

/// Fields on one line, or one on every line: a size cuts them into rows.
fn list(
    fields: Vec<Field<'_>>,
    header: Option<(usize, usize)>,
    size: Option<Size>,
) -> Result<(Size, Vec<Field<'_>>), ReadError> {
    let found = fields.len();
    let side = found.isqrt();
    let square = (side * side == found && side >= Size::LEAST).then_some((side, side));
    let asked = size.map(|size| (size.rows(), size.cols()));
    let (rows, cols) = asked
        .or(header)
        .or(square)
        .ok_or_else(|| word_first(&fields).unwrap_or(ReadError::NotSquare { found, at: span(&fields) }))?;
    let size = Size::new(rows, cols).ok_or(ReadError::Side { rows, cols, at: span(&fields) })?;
    if size.cells() != found {
        return Err(ReadError::Fields { size, found, at: span(&fields) });
    }
    Ok((size, fields))
}

/// Rows of as many fields each.
fn block<'t>(
    rows: &[Vec<Field<'t>>],
    header: Option<(usize, usize)>,
    size: Option<Size>,
) -> Result<(Size, Vec<Field<'t>>), ReadError> {
    if let Some((expected, _)) = header.filter(|(high, _)| *high != rows.len()) {
        return Err(ReadError::Rows { found: rows.len(), expected, at: end(rows) });
    }
    let (found_rows, cols) = (rows.len(), header.map_or(rows[0].len(), |(_, cols)| cols));
    if let Some(row) = rows.iter().find(|row| row.len() != cols) {
        let at = span(if row.len() > cols { &row[cols..] } else { row });
        let ragged = ReadError::Ragged { found: row.len(), expected: cols, header: header.is_some(), at };
        return Err(word_first(row).unwrap_or(ragged));
    }
    let at = span(&rows[0]);
    let found = Size::new(found_rows, cols);
    let fields = rows.concat();
    let found = found.ok_or_else(|| word_first(&fields).unwrap_or(ReadError::Side { rows: found_rows, cols, at }))?;
    match size {
        Some(size) if size != found => Err(ReadError::OtherSize { size, found, at }),
        _ => Ok((found, fields)),
    }
}

/// The rows and columns that a size header names: a number alone above rows of several fields or above a list of its square, or two numbers above rows of as many fields as the second says.
fn header(rows: &[Vec<Field<'_>>]) -> Option<(usize, usize)> {
    let [first, second, ..] = rows else { return None };
    let side = |(_, field): &Field<'_>| field.parse().ok().filter(|side| (Size::LEAST..=Size::MOST).contains(side));
    match first.as_slice() {
        [number] => {
            let side = side(number)?;
            let is_above_list = rows.len() == side * side + 1 && rows.iter().all(|row| row.len() == 1);
            (second.len() > 1 || is_above_list).then_some((side, side))
        }
        [high, wide] => {
            let said = (side(high)?, side(wide)?);
            let cells = said.0 * said.1;
            let is_above_list = rows.len() == cells + 1 && rows[1..].iter().all(|row| row.len() == 1);
            let is_above = second.len() == said.1 || second.len() == cells && rows.len() == 2 || is_above_list;
            // On a board of two columns it may be the first row: then its tiles come once only.
            let again = rows[1..].iter().flatten().any(|(_, field)| *field == high.1);
            (is_above && (said.1 != 2 || again)).then_some(said)
        }
        _ => None,
    }
}

/// A word in a row explains a wrong number of fields better than the number does.
fn word_first(row: &[Field<'_>]) -> Option<ReadError> {
    let is_tile = |field: &str| is_blank(field) || field.chars().all(|c| c.is_ascii_digit());
    let &(at, field) = row.iter().find(|(_, field)| !is_tile(field))?;
    Some(ReadError::Word { field: shown(field), at })
}

/// From the first field of a row to its last; of a list, its first field.
fn span(row: &[Field<'_>]) -> Place {
    let (first, last) = (row[0].0, row[row.len() - 1].0);
    let is_line = first.line == last.line;
    Place { width: if is_line { last.column + last.width - first.column } else { first.width }, ..first }
}

/// The last row, or the start of the text.
fn end(rows: &[Vec<Field<'_>>]) -> Place {
    rows.last().map_or(Place { line: 1, column: 1, width: 1 }, |row| span(row))
}

/// A field as a message shows it: not a megabyte of it.
fn shown(field: &str) -> String {
    const MOST: usize = 24;
    match field.char_indices().nth(MOST) {
        None => field.to_string(),
        Some((cut, _)) => format!("{}...", &field[..cut]),
    }
}

/// Every tile once.
fn tiles(size: Size, fields: &[Field<'_>]) -> Result<Board, ReadError> {
    let cells = size.cells();
    let mut seen: Vec<Option<Field<'_>>> = vec![None; cells];
    let mut repeated = None;
    let mut tiles = Vec::with_capacity(cells);
    for &(at, field) in fields {
        let tile = tile(size, field, at)?;
        match seen[usize::from(tile)] {
            Some(first) => repeated = repeated.or(Some((tile, first, (at, field)))),
            None => seen[usize::from(tile)] = Some((at, field)),
        }
        tiles.push(tile);
    }
    match repeated {
        None => Ok(Board::new(size, tiles).expect("every field was checked")),
        Some((0, (first, first_field), (at, field))) => {
            Err(ReadError::TwoBlanks { first_field: first_field.into(), first, field: field.into(), at })
        }
        Some((tile, (first, _), (at, _))) => {
            let lacking = seen.iter().position(Option::is_none).map(|tile| tile as u16);
            Err(ReadError::Twice { tile, first, lacking, at })
        }
    }
}

fn tile(size: Size, field: &str, at: Place) -> Result<u16, ReadError> {
    if is_blank(field) {
        return Ok(0);
    }
    if !field.chars().all(|c| c.is_ascii_digit()) {
        return Err(ReadError::Word { field: shown(field), at });
    }
    let cells = size.cells();
    match field.parse::<usize>() {
        Ok(number) if number == cells => Ok(0),
        Ok(number) if number < cells => Ok(number as u16),
        _ => Err(ReadError::Range { field: shown(field), size, at }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOLVED: &str = "1 2 3\n4 5 6\n7 8 -";

    #[track_caller]
    fn check(text: &str, expected: &str) {
        match read(text, None) {
            Ok(board) => assert_eq!(board.to_string(), expected),
            Err(error) => {
                let place = error.place().map_or(String::new(), |at| format!("{}:{}: ", at.line, at.column));
                assert_eq!(format!("{place}{error}"), expected);
            }
        }
    }

    #[test]
    fn every_form_of_a_board() {
        for blank in ["0", "9", "-", "_", ".", "x", "#"] {
            check(&format!("1 2 3\n4 5 6\n7 8 {blank}"), SOLVED);
        }
        check("1\t2\t3\r\n4 5 6\r\n\r\n7 8 0\r\n", SOLVED);
        check("\u{feff}1 2 3\n4 5 6\n7 8 0", SOLVED);
        check("1 2 3 4 5 6 7 8 0", SOLVED);
        check("1 2 3 / 4 5 6 / 7 8 -", SOLVED);
        check("// a comment\n# and another\n#another\n3\n1 2 3\n4 5 6\n7 8 0", SOLVED);
        check("# 1 2\n3 4 5\n6 7 8", "- 1 2\n3 4 5\n6 7 8");
        check("[[# 1 2]\n# [3 4 5]\n[6 7 8]]", "2:8: this row has 4 fields: expected 3, as in the first row");
        for text in [
            "array([[1, 2, 3],\n       [4, 5, 6],\n       [7, 8, 0]])",
            "array([[1, 2, 3], [4, 5, 6], [7, 8, 0]], dtype=int8)",
            "[[1. 2. 3.]\n [4. 5. 6.]\n [7. 8. 0.]]",
            "((1, 2, 3), (4, 5, 6), (7, 8, 0))",
            "1;2;3\n4;5;6\n7;8;0",
            "3 3\n1\n2\n3\n4\n5\n6\n7\n8\n0",
            "3 3\n1\t2\t3\n4\t5\t6\n7\t8\t",
            "1\t2\t3/4\t5\t6/7\t8\t",
        ] {
            check(text, SOLVED);
        }
        check("2 3\n1\n2\n3\n4\n5\n0", "1 2 3\n4 5 -");
        check("# [a note]\n[[# 1 2]\n[3 4 5]\n[6 7 8]]", "- 1 2\n3 4 5\n6 7 8");
        check("1 2 3 4 5\n6 7 8 9 10", "1 2 3 4 5\n6 7 8 9 -");
    }

    #[test]
    fn forms_that_other_programs_print() {
        check("1\n2\n3\n4\n5\n6\n7\n8\n0\n", SOLVED);
        check("3\n1\n2\n3\n4\n5\n6\n7\n8\n0\n", SOLVED);
        check("1,2,3\n4, 5, 6\n7,8,0", SOLVED);
        check("1,2,3,4,5,6,7,8,0", SOLVED);
        check("[1 2 3 4 5 6 7 8 0]", SOLVED);
        check("[1, 2, 3, 4, 5, 6, 7, 8, 0]", SOLVED);
        check("[[1 2 3]\n [4 5 6]\n [7 8 0]]", SOLVED);
        check("[[1, 2, 3], [4, 5, 6], [7, 8, 0]]", SOLVED);
        check("3 3\n1 2 3\n4 5 6\n7 8 0", SOLVED);
        check("3 3\n1 2 3 4 5 6 7 8 0", SOLVED);
        check("2 3\n1 2 3\n4 5 0", "1 2 3\n4 5 -");
        check("3 2\n1 2\n3 4\n5 0", "1 2\n3 4\n5 -");
        check("3 2\n1 4\n5 6\n7 0", "3 2\n1 4\n5 6\n7 -");
        check("1\t2\t3\n4\t5\t6\n7\t8\t", SOLVED);
        check("1\t2\t3\n4\t\t6\n7\t8\t5", "1 2 3\n4 - 6\n7 8 5");
        check("\t1\t2\n3\t4\t5\n6\t7\t8", "- 1 2\n3 4 5\n6 7 8");
        let size = Size::new(2, 3);
        assert_eq!(read("1\n2\n3\n4\n5\n0", size).unwrap().to_string(), "1 2 3\n4 5 -");
    }

    #[test]
    fn a_tab_too_many_is_no_blank() {
        check("1\t2\t3\n4\t5\t\n7\t8\t0", "2:1: this row has 2 fields: expected 3, as in the first row");
        check("1\t\t2\t\t3\n4\t\t5\t\t6\n7\t\t8\t\t0", SOLVED);
        check("[[1, 2, 3], [4, 5], [7, 8, 0]]", "1:14: this row has 2 fields: expected 3, as in the first row");
        check("3 3\n1 2 3\n4 5 6", "3:1: expected 3 rows: the board has 2");
    }

    #[test]
    fn a_size_cuts_a_line() {
        let size = Size::new(2, 3);
        assert_eq!(read("1 2 3 4 5 0", size).unwrap().to_string(), "1 2 3\n4 5 -");
        assert_eq!(read("1 2 3/4 5 0", size).unwrap().to_string(), "1 2 3\n4 5 -");
        assert!(matches!(read("1 2/3 4/5 0", size), Err(ReadError::OtherSize { .. })));
        assert!(matches!(read("1 2 3 0", size), Err(ReadError::Fields { .. })));
    }

    #[test]
    fn every_mistake_has_a_place() {
        check("", "1:1: there is no board here: expected rows of numbers");
        check("1 2 3\n4 5 5\n7 8 0", "2:5: tile 5 stands twice, first in line 2, column 3; tile 6 is missing");
        check("1 2 3\n4 5 6\n7 8 8", "3:5: tile 8 stands twice, first in line 3, column 3; there is no blank");
        check("1 2\n3 four", "2:3: 'four' is not a tile: expected a number, or one of 0 - _ . x # for the blank");
        check("1 2 3\n4 5\n7 8 0", "2:1: this row has 2 fields: expected 3, as in the first row");
        check("0 1 2/3 4 5/6 7 9", "1:17: two blanks: '0' in line 1, column 1, and '9' here");
        check(
            "1 2 3\n4 5 6\n7 8 17",
            "3:5: there is no tile 17 on a 3x3 board: expected 1 to 8, or 0, 9, - _ . x # for the blank",
        );
        check(
            "1 2 3\n4 5 6\n7 -8 0",
            "3:3: '-8' is not a tile: expected a number, or one of 0 - _ . x # for the blank",
        );
        check("3\n1 2\n3 4 5\n6 7 0", "2:1: this row has 2 fields: expected 3, as the header says");
        check("4\n1 2 3 4\n5 6 7 8\n9 10 11 0", "4:1: expected 4 rows: the board has 3");
        check(
            "1 2 3 4 5 0",
            "1:1: 6 fields are not a square board: expected 4, 9, 16, ... fields, rows separated by '/' or lines, or a size",
        );
        check("1\n2\n0", "1:1: a board of 3 rows and 1 columns is not supported: expected 2 to 32 of each");
        check(&"1 ".repeat(5000), "1:2053: too many fields: a board has at most 32 x 32");
    }

    #[test]
    fn a_board_reads_back_what_it_prints() {
        let size = Size::new(3, 4).unwrap();
        let board = Board::new(size, vec![11, 3, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10]).unwrap();
        assert_eq!(read(&board.to_string(), None), Ok(board));
    }
}
