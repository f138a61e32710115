//! Reading the shapes of pieces.

use super::{Lines, PackTextError};
use crate::pack::board::PackBoard;
use crate::pack::lattice::Spot;
use crate::pack::piece::Piece;
use crate::text::{Place, fields};

/// A piece while its lines are read. Layers count from the top until it is finished.
pub(super) struct Draft {
    pub(super) letter: char,
    /// Where its first letter stands.
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
    fn new(letter: char, place: Place, before: Before) -> Draft {
        let Before { rows: row, blank: blank_before } = before;
        Draft { letter, place, spots: Vec::new(), layer: 0, row, last_line: place.line, blank_before, open_slash: None }
    }

    fn add_row(&mut self, number: usize, line: &str) {
        // Only ASCII stands in a row: its letter was looked at before.
        let cols = (0u32..).zip(line.bytes()).filter(|&(_, byte)| byte != b' ').map(|(col, _)| col);
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
        Piece::new(self.letter, spots).expect("a draft begins with a letter and never repeats a spot")
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

/// Reads all pieces of a board, up to the line `PLACED` or the end.
pub(super) fn read_shapes(lines: &mut Lines<'_>, board: &PackBoard) -> Result<Vec<Draft>, PackTextError> {
    let mut drafts: Vec<Draft> = Vec::new();
    let mut before = Before::default();
    while let Some((number, line)) = lines.next() {
        let last = drafts.last_mut();
        match line.trim_start() {
            // An empty row, should the piece go on; nothing otherwise.
            "" => {
                before.add(lines.is_spaces);
                last.into_iter().for_each(|draft| draft.row += 1);
                continue;
            }
            "/" => {
                let place = Place { line: number, column: line.chars().count(), width: 1 };
                if board.is_flat() {
                    return Err(PackTextError::FlatSlash { place });
                }
                last.ok_or(PackTextError::Slash { place })?.add_layer(place);
            }
            words if is_placed(words) => {
                if let Some((place, _)) = fields(number, line).nth(1) {
                    return Err(PackTextError::AfterKind { place });
                }
                lines.placed = true;
                break;
            }
            _ => {
                let (letter, place) = letter_of(number, line)?;
                if last.as_ref().is_none_or(|draft| draft.letter != letter) {
                    begin(&mut drafts, letter, place, before)?;
                }
                drafts.last_mut().expect("a piece has just begun").add_row(number, line);
            }
        }
        before = Before::default();
    }
    all_closed(&drafts)?;
    Ok(drafts)
}

/// Whether a line begins with the word `PLACED`, which no row of a shape does.
fn is_placed(line: &str) -> bool {
    line.split_whitespace().next().is_some_and(|word| word.eq_ignore_ascii_case("PLACED"))
}

fn begin(drafts: &mut Vec<Draft>, letter: char, place: Place, before: Before) -> Result<(), PackTextError> {
    all_closed(drafts)?;
    if let Some(earlier) = drafts.iter().find(|draft| draft.letter == letter) {
        return Err(PackTextError::LetterAgain { letter, ended: earlier.last_line, place });
    }
    drafts.push(Draft::new(letter, place, before));
    Ok(())
}

/// A `/` must be followed by a layer of the same piece.
fn all_closed(drafts: &[Draft]) -> Result<(), PackTextError> {
    match drafts.last().and_then(|draft| draft.open_slash) {
        Some(place) => Err(PackTextError::Slash { place }),
        None => Ok(()),
    }
}

/// The one letter of a row that is not blank.
fn letter_of(number: usize, line: &str) -> Result<(char, Place), PackTextError> {
    let mut first: Option<(char, Place)> = None;
    for (at, found) in line.chars().enumerate().filter(|&(_, c)| c != ' ') {
        let place = Place { line: number, column: at + 1, width: 1 };
        match (found, first) {
            ('\t', _) => return Err(PackTextError::Tab { place }),
            (second, Some((letter, _))) if second.is_ascii_alphabetic() && second != letter => {
                return Err(PackTextError::TwoLetters { first: letter, second, place });
            }
            (letter, None) if letter.is_ascii_alphabetic() => first = Some((letter, place)),
            (letter, Some(_)) if letter.is_ascii_alphabetic() => {}
            _ => return Err(PackTextError::ShapeCharacter { found, place }),
        }
    }
    Ok(first.expect("the row is not blank"))
}
