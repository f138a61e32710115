//! Reading the shapes of pieces.

use super::terms::{self, Terms};
use super::{Lines, PackTextError};
use crate::pack::board::PackBoard;
use crate::pack::lattice::Spot;
use crate::pack::piece::Piece;
use crate::text::{Place, fields};

/// A piece while its lines are read. Layers count from the top until it is finished.
pub(super) struct Draft {
    pub(super) name: String,
    /// What its rows are drawn with; `None` before the first row of a piece that was named before.
    drawn: Option<char>,
    /// Where its first letter stands, or its name.
    pub(super) place: Place,
    spots: Vec<Spot>,
    layer: u32,
    row: u32,
    last_line: usize,
    /// How many empty lines stand directly before it.
    pub(super) blank_before: u32,
    /// The last `/`, until a line of the piece follows it.
    open_slash: Option<Place>,
}

impl Draft {
    fn new(name: String, place: Place, before: Before) -> Draft {
        let blank_before = before.blank;
        let (spots, last_line) = (Vec::new(), place.line);
        Draft { name, drawn: None, place, spots, layer: 0, row: 0, last_line, blank_before, open_slash: None }
    }

    /// The first row, after lines without letters.
    fn begin(&mut self, drawn: char, before: Before) {
        (self.drawn, self.row) = (Some(drawn), before.rows);
    }

    fn add_row(&mut self, number: usize, line: &str) {
        let cols = (0u32..).zip(line.chars()).filter(|&(_, drawn)| drawn != ' ').map(|(col, _)| col);
        self.spots.extend(cols.map(|col| Spot { layer: self.layer, row: self.row, col }));
        self.row += 1;
        self.last_line = number;
        self.open_slash = None;
    }

    fn add_layer(&mut self, place: Place) {
        self.layer += 1;
        self.row = 0;
        self.open_slash = Some(place);
    }

    /// Whether it has more than one layer.
    pub(super) fn is_in_layers(&self) -> bool {
        self.layer > 0
    }

    /// The piece, its layers counted upwards.
    pub(super) fn finish(self) -> Piece {
        // The layers in turn, the lowest first: then the spots are in order, and need not be sorted.
        let mut spots = Vec::with_capacity(self.spots.len());
        for layer in self.spots.chunk_by(|a, b| a.layer == b.layer).rev() {
            spots.extend(layer.iter().map(|&spot| Spot { layer: self.layer - spot.layer, ..spot }));
        }
        Piece::new(&self.name, spots).expect("a draft has a name and a row, and never repeats a spot")
    }
}

/// The lines without letters directly before a piece.
#[derive(Clone, Copy, Default)]
struct Before {
    /// Lines of spaces: empty rows of its top layer. A flat piece does not change by them.
    rows: u32,
    /// Empty lines, which mean nothing.
    blank: u32,
}

impl Before {
    fn add(&mut self, is_spaces: bool) {
        *self = match is_spaces {
            true => Before { rows: self.rows + 1, blank: 0 },
            false => Before { rows: 0, blank: self.blank + 1 },
        };
    }
}

/// Reads all pieces of a board and what is said about them, up to the line `PLACED` or the end.
pub(super) fn read_shapes(lines: &mut Lines<'_>, board: &PackBoard) -> Result<(Vec<Draft>, Terms), PackTextError> {
    let (mut drafts, mut said): (Vec<Draft>, Terms) = (Vec::new(), Terms::default());
    let mut before = Before::default();
    while let Some((number, line)) = lines.next() {
        let last = drafts.last_mut();
        match (line.trim_start(), terms::keyword(line)) {
            // An empty row, should the piece go on; nothing otherwise.
            ("", _) => {
                before.add(lines.is_spaces);
                last.into_iter().for_each(|draft| draft.row += 1);
                continue;
            }
            ("/", _) => {
                let place = Place { line: number, column: line.chars().count(), width: 1 };
                if board.is_flat() {
                    return Err(PackTextError::FlatSlash { place });
                }
                last.filter(|draft| draft.drawn.is_some()).ok_or(PackTextError::Slash { place })?.add_layer(place);
            }
            (_, Some("PLACED")) => {
                if let Some((place, _)) = fields(number, line).nth(1) {
                    return Err(PackTextError::AfterKind { place });
                }
                lines.placed = true;
                break;
            }
            (_, Some("PIECE")) => {
                let (name, place) = said.add_piece(number, line)?;
                begin(&mut drafts, name, place, before)?;
            }
            (_, Some(word)) => {
                all_drawn(&drafts)?;
                said.add(word, number, line, board)?;
            }
            _ => {
                terms::refuse_unknown(number, line)?;
                add_row(&mut drafts, (number, line), before)?;
            }
        }
        before = Before::default();
    }
    all_drawn(&drafts)?;
    Ok((drafts, said))
}

/// A row of the last piece, or the first row of one that its letter names.
fn add_row(drafts: &mut Vec<Draft>, (number, line): (usize, &str), before: Before) -> Result<(), PackTextError> {
    let last = drafts.last();
    // After PIECE any character will do; without it, a piece begins with a letter, and goes on with what it began with.
    let expected = last.map_or(Drawn::Letter, |draft| draft.drawn.map_or(Drawn::Any, Drawn::With));
    let (drawn, place) = drawn_with(number, line, expected)?;
    if last.is_none_or(|draft| draft.drawn.is_some_and(|own| own != drawn)) {
        begin(drafts, drawn.into(), place, before)?;
    }
    let draft = drafts.last_mut().expect("a piece has just begun");
    if draft.drawn.is_none() {
        draft.begin(drawn, before);
    }
    draft.add_row(number, line);
    Ok(())
}

fn begin(drafts: &mut Vec<Draft>, name: String, place: Place, before: Before) -> Result<(), PackTextError> {
    all_drawn(drafts)?;
    if let Some(earlier) = drafts.iter().find(|draft| draft.name == name) {
        return Err(PackTextError::NameAgain { name, ended: earlier.last_line, place });
    }
    drafts.push(Draft::new(name, place, before));
    Ok(())
}

/// A `/` must be followed by a layer of the same piece, and a name by a shape.
fn all_drawn(drafts: &[Draft]) -> Result<(), PackTextError> {
    let Some(last) = drafts.last() else { return Ok(()) };
    match last.open_slash {
        Some(place) => Err(PackTextError::Slash { place }),
        None if last.drawn.is_none() => Err(PackTextError::NoShape { name: last.name.clone(), place: last.place }),
        None => Ok(()),
    }
}

/// What a row may be drawn with.
#[derive(Clone, Copy)]
enum Drawn {
    /// A letter.
    Letter,
    /// This character, or a letter.
    With(char),
    /// Any character.
    Any,
}

/// The one character of a row that is not blank.
fn drawn_with(number: usize, line: &str, expected: Drawn) -> Result<(char, Place), PackTextError> {
    let may_stand = |found: char| match expected {
        Drawn::Letter => found.is_ascii_alphabetic(),
        Drawn::With(own) => found == own || found.is_ascii_alphabetic(),
        Drawn::Any => !found.is_control() && !found.is_whitespace(),
    };
    let mut first: Option<(char, Place)> = None;
    for (at, found) in line.chars().enumerate().filter(|&(_, c)| c != ' ') {
        let place = Place { line: number, column: at + 1, width: 1 };
        match (found, first) {
            ('\t', _) => return Err(PackTextError::Tab { place }),
            (found, _) if !may_stand(found) => return Err(PackTextError::ShapeCharacter { found, place }),
            (second, Some((first, _))) if second != first => {
                return Err(PackTextError::TwoLetters { first, second, place });
            }
            (_, Some(_)) => {}
            (found, None) => first = Some((found, place)),
        }
    }
    Ok(first.expect("the row is not blank"))
}
