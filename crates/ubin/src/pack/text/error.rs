//! What can be wrong, or odd, with a packing puzzle's text.

use thiserror::Error;

use crate::pack::board::LONGEST;
use crate::text::{Mistake, Place};

/// A mistake in a packing puzzle's text. Every variant but [`PackTextError::Empty`] knows its place. As data it has its code and the values that the sentence speaks of, without the place.
#[derive(Clone, Debug, Error, PartialEq, Eq, serde::Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the messages are the documentation")]
pub enum PackTextError {
    #[error("there is nothing to read: expected a header \"N M P\"")]
    Empty,
    #[error("expected three numbers: rows, columns, pieces")]
    Header {
        #[serde(skip)]
        place: Place,
    },
    #[error("expected a number, found {field:?}")]
    NotANumber {
        field: String,
        #[serde(skip)]
        place: Place,
    },
    #[error("{field} is out of range: expected 1 to {most}")]
    OutOfRange {
        field: String,
        most: u32,
        #[serde(skip)]
        place: Place,
    },
    #[error("expected DEFAULT, CUSTOM, PYRAMID or BOX after the header")]
    NoKind {
        #[serde(skip)]
        place: Place,
    },
    #[error("unknown kind of board {word:?}: expected DEFAULT, CUSTOM, PYRAMID or BOX")]
    UnknownKind {
        word: String,
        #[serde(skip)]
        place: Place,
    },
    #[error("BOX needs its number of layers, 1 to {LONGEST}")]
    NoHeight {
        #[serde(skip)]
        place: Place,
    },
    #[error("nothing more is expected on this line")]
    AfterKind {
        #[serde(skip)]
        place: Place,
    },
    #[error("a pyramid needs as many rows as columns")]
    PyramidNotSquare {
        #[serde(skip)]
        place: Place,
    },
    #[error("the mask has {}: expected {expected}", counted(*found as usize, "row"))]
    MaskRows {
        expected: u32,
        found: u32,
        #[serde(skip)]
        place: Place,
    },
    #[error("this row of the mask has {}: expected {expected}", counted(*found, "character"))]
    MaskWidth {
        expected: u32,
        found: usize,
        #[serde(skip)]
        place: Place,
    },
    #[error("{found:?} cannot stand in a mask: only X for a cell and . for none")]
    MaskCharacter {
        found: char,
        #[serde(skip)]
        place: Place,
    },
    #[error("{found:?} cannot stand in a shape: only one letter and spaces")]
    ShapeCharacter {
        found: char,
        #[serde(skip)]
        place: Place,
    },
    #[error("a tab cannot stand in a shape, because its width is unknown: use spaces")]
    Tab {
        #[serde(skip)]
        place: Place,
    },
    #[error(
        "unknown line {word:?}: expected COPIES, SPARE, GAPS, PIECE or PLACED, or a row of a shape, which has one letter"
    )]
    UnknownLine {
        word: String,
        #[serde(skip)]
        place: Place,
    },
    #[error("a row of a shape has one letter: found {second} after {first}")]
    TwoLetters {
        first: char,
        second: char,
        #[serde(skip)]
        place: Place,
    },
    #[error("piece {name} begins again: it ended before, on line {ended}")]
    #[serde(rename = "letter-again")]
    NameAgain {
        #[serde(rename = "letter")]
        name: String,
        ended: usize,
        #[serde(skip)]
        place: Place,
    },
    #[error("PIECE needs a name, and how often the piece is there if it is more than once: PIECE tee x3")]
    PieceLine {
        #[serde(skip)]
        place: Place,
    },
    #[error("{name:?} cannot name a piece: only letters, digits and hyphens, {most} at most")]
    PieceName {
        name: String,
        most: usize,
        #[serde(skip)]
        place: Place,
    },
    #[error("piece {name} has no shape: expected its rows after its name")]
    NoShape {
        name: String,
        #[serde(skip)]
        place: Place,
    },
    #[error("COPIES needs a piece and how often it is there: COPIES A 3")]
    CopiesLine {
        #[serde(skip)]
        place: Place,
    },
    #[error("how often piece {name} is there has been said before")]
    CopiesAgain {
        name: String,
        #[serde(skip)]
        place: Place,
    },
    #[error("with so many copies of piece {name} there are more pieces than can be numbered")]
    TooManyCopies {
        name: String,
        #[serde(skip)]
        place: Place,
    },
    #[error("SPARE needs the names of pieces, or * for all: SPARE A B")]
    SpareLine {
        #[serde(skip)]
        place: Place,
    },
    #[error("there is no piece called {name}")]
    NoSuchPiece {
        name: String,
        #[serde(skip)]
        place: Place,
    },
    #[error("GAPS needs how many cells stay empty: GAPS 4, GAPS 0..4 or GAPS ANY")]
    GapsLine {
        #[serde(skip)]
        place: Place,
    },
    #[error("at least {least} and at most {most} gaps: expected the smaller number first")]
    GapsOrder {
        least: u32,
        most: u32,
        #[serde(skip)]
        place: Place,
    },
    #[error("how many cells stay empty has been said before")]
    GapsAgain {
        #[serde(skip)]
        place: Place,
    },
    #[error("\"/\" stands between two layers of one piece")]
    Slash {
        #[serde(skip)]
        place: Place,
    },
    #[error("\"/\" separates the layers of a piece in space, and this board is flat: expected BOX or PYRAMID for it")]
    FlatSlash {
        #[serde(skip)]
        place: Place,
    },
    #[error("the header says {}, but there {} {found}", counted(*said, "piece"), if *found == 1 { "is" } else { "are" })]
    PieceCount {
        said: usize,
        found: usize,
        #[serde(skip)]
        place: Place,
    },
    #[error("the board after PLACED has too few rows")]
    PlacedRows {
        #[serde(skip)]
        place: Place,
    },
    #[error("this row after PLACED has {}: expected {expected}", counted(*found, "character"))]
    PlacedWidth {
        expected: u32,
        found: usize,
        #[serde(skip)]
        place: Place,
    },
    #[error(
        "there is a cell here: expected the letter of a piece, or . for a free cell; spaces stand outside the board"
    )]
    PlacedSpace {
        #[serde(skip)]
        place: Place,
    },
    #[error("'{letter}' is no piece: expected the letter of a piece, or . for a free cell")]
    PlacedUnknown {
        letter: String,
        #[serde(skip)]
        place: Place,
    },
    #[error("piece {letter} overlaps the outside: the board has no cell here")]
    PlacedOffBoard {
        letter: String,
        #[serde(skip)]
        place: Place,
    },
    #[error("the cells marked {letter} do not have the shape of piece {letter}")]
    PlacedShape {
        letter: String,
        #[serde(skip)]
        place: Place,
    },
    #[error("the cells marked {letter} are not copies of piece {name}, of which there {} {copies}", if *copies == 1 { "is" } else { "are" })]
    PlacedCopies {
        letter: String,
        name: String,
        copies: u32,
        #[serde(skip)]
        place: Place,
    },
    #[error("nothing more is expected after the board")]
    AfterPlaced {
        #[serde(skip)]
        place: Place,
    },
}

impl Mistake for PackTextError {
    fn code(&self) -> &'static str {
        match self {
            PackTextError::Empty => "empty",
            PackTextError::Header { .. } => "header",
            PackTextError::NotANumber { .. } => "not-a-number",
            PackTextError::OutOfRange { .. } => "out-of-range",
            PackTextError::NoKind { .. } => "no-kind",
            PackTextError::UnknownKind { .. } => "unknown-kind",
            PackTextError::NoHeight { .. } => "no-height",
            PackTextError::AfterKind { .. } => "after-kind",
            PackTextError::PyramidNotSquare { .. } => "pyramid-not-square",
            PackTextError::MaskRows { .. } => "mask-rows",
            PackTextError::MaskWidth { .. } => "mask-width",
            PackTextError::MaskCharacter { .. } => "mask-character",
            PackTextError::ShapeCharacter { .. } => "shape-character",
            PackTextError::Tab { .. } => "tab",
            PackTextError::UnknownLine { .. } => "unknown-line",
            PackTextError::TwoLetters { .. } => "two-letters",
            PackTextError::NameAgain { .. } => "letter-again",
            PackTextError::PieceLine { .. } => "piece-line",
            PackTextError::PieceName { .. } => "piece-name",
            PackTextError::NoShape { .. } => "no-shape",
            PackTextError::CopiesLine { .. } => "copies-line",
            PackTextError::CopiesAgain { .. } => "copies-again",
            PackTextError::TooManyCopies { .. } => "too-many-copies",
            PackTextError::SpareLine { .. } => "spare-line",
            PackTextError::NoSuchPiece { .. } => "no-such-piece",
            PackTextError::GapsLine { .. } => "gaps-line",
            PackTextError::GapsOrder { .. } => "gaps-order",
            PackTextError::GapsAgain { .. } => "gaps-again",
            PackTextError::Slash { .. } => "slash",
            PackTextError::FlatSlash { .. } => "flat-slash",
            PackTextError::PieceCount { .. } => "piece-count",
            PackTextError::PlacedRows { .. } => "placed-rows",
            PackTextError::PlacedWidth { .. } => "placed-width",
            PackTextError::PlacedSpace { .. } => "placed-space",
            PackTextError::PlacedUnknown { .. } => "placed-unknown",
            PackTextError::PlacedOffBoard { .. } => "placed-off-board",
            PackTextError::PlacedShape { .. } => "placed-shape",
            PackTextError::PlacedCopies { .. } => "placed-copies",
            PackTextError::AfterPlaced { .. } => "after-placed",
        }
    }

    fn place(&self) -> Option<Place> {
        match *self {
            PackTextError::Empty => None,
            PackTextError::Header { place }
            | PackTextError::NotANumber { place, .. }
            | PackTextError::OutOfRange { place, .. }
            | PackTextError::NoKind { place }
            | PackTextError::UnknownKind { place, .. }
            | PackTextError::NoHeight { place }
            | PackTextError::AfterKind { place }
            | PackTextError::PyramidNotSquare { place }
            | PackTextError::MaskRows { place, .. }
            | PackTextError::MaskWidth { place, .. }
            | PackTextError::MaskCharacter { place, .. }
            | PackTextError::ShapeCharacter { place, .. }
            | PackTextError::Tab { place }
            | PackTextError::UnknownLine { place, .. }
            | PackTextError::TwoLetters { place, .. }
            | PackTextError::NameAgain { place, .. }
            | PackTextError::PieceLine { place }
            | PackTextError::PieceName { place, .. }
            | PackTextError::NoShape { place, .. }
            | PackTextError::CopiesLine { place }
            | PackTextError::CopiesAgain { place, .. }
            | PackTextError::TooManyCopies { place, .. }
            | PackTextError::SpareLine { place }
            | PackTextError::NoSuchPiece { place, .. }
            | PackTextError::GapsLine { place }
            | PackTextError::GapsOrder { place, .. }
            | PackTextError::GapsAgain { place }
            | PackTextError::PlacedCopies { place, .. }
            | PackTextError::Slash { place }
            | PackTextError::FlatSlash { place }
            | PackTextError::PlacedSpace { place }
            | PackTextError::PieceCount { place, .. }
            | PackTextError::PlacedRows { place }
            | PackTextError::PlacedWidth { place, .. }
            | PackTextError::PlacedUnknown { place, .. }
            | PackTextError::PlacedOffBoard { place, .. }
            | PackTextError::PlacedShape { place, .. }
            | PackTextError::AfterPlaced { place } => Some(place),
        }
    }
}

/// Something that is accepted, but may be a slip. As data it has a code and the values that the sentence speaks of.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Warning {
    /// A piece whose cells do not all touch.
    Parts {
        /// Its name.
        letter: String,
        /// How many parts it falls into.
        parts: usize,
        /// Where it begins.
        #[serde(skip)]
        place: Place,
    },
    /// A name that looks like a number of copies, such as x2, of a piece that is there once.
    NameLikeCopies {
        /// The name.
        letter: String,
        /// Where it stands.
        #[serde(skip)]
        place: Place,
    },
    /// More empty lines before a piece in layers than before others: they may have been meant as rows of its top layer.
    BlankBefore {
        /// Its name.
        letter: String,
        /// Where it begins.
        #[serde(skip)]
        place: Place,
    },
}

impl std::fmt::Display for Warning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Warning::Parts { letter, parts, .. } => write!(f, "piece {letter} is in {parts} parts that do not touch"),
            Warning::NameLikeCopies { letter, .. } => {
                write!(
                    f,
                    "{letter} names a piece that is there once: a number of copies follows a name, as in PIECE tee {letter}"
                )
            }
            Warning::BlankBefore { letter, .. } => {
                write!(
                    f,
                    "an empty line before piece {letter} is no row of it: put a space there if its top layer begins with an empty row"
                )
            }
        }
    }
}

/// `1 piece`, `2 pieces`.
pub(in crate::pack) fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The beginning of a field, for a message: a text may hold fields of any length.
pub(super) fn shortened(field: &str) -> String {
    const MOST: usize = 40;
    match field.char_indices().nth(MOST) {
        None => field.to_owned(),
        Some((end, _)) => format!("{}...", &field[..end]),
    }
}
