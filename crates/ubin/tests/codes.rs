//! Every refusal and reason of the library as data: its code is its own, its JSON has the values, its sentence speaks of no flag.

use std::collections::HashSet;
use std::fmt::Display;

use serde::Serialize;
use serde_json::Value;
use ubin::pack::Colouring;
use ubin::pack::challenge::NoChallenge;
use ubin::pack::hint::HintReason;
use ubin::pack::text::{self as pack_text, Warning};
use ubin::pack::{CellName, Certificate, Reason};
use ubin::report::Explanation;
use ubin::run::Stop;
use ubin::slide::Variant;
use ubin::slide::solve::{Method, OptionError};
use ubin::slide::text as slide_text;
use ubin::slide::tree::TreeError;
use ubin::slide::{HeuristicName, Size};
use ubin::text::{Mistake, Place};

const PLACE: Place = Place { line: 3, column: 4, width: 1 };

/// The codes of an enum's values: one of each variant is given.
fn codes<T: Serialize + Display>(all: &[T]) -> Vec<String> {
    let code = |value: &T| {
        let sentence = value.to_string();
        assert!(!sentence.is_empty() && !sentence.contains("--"), "{sentence}");
        match serde_json::to_value(value).unwrap() {
            Value::Object(mut values) => match values.remove("code") {
                Some(Value::String(code)) => code,
                other => panic!("{sentence}: the code is {other:?}"),
            },
            other => panic!("{sentence}: {other}"),
        }
    };
    let codes: Vec<String> = all.iter().map(code).collect();
    assert_eq!(codes.iter().collect::<HashSet<_>>().len(), codes.len(), "{codes:?}");
    codes
}

fn cell() -> CellName {
    CellName::of(pack_text::read("2 3 1\nDEFAULT\nAA\n").unwrap().puzzle.board(), 5)
}

#[test]
fn reasons_hints_stops_and_challenges() {
    let reasons = codes(&[
        Reason::Cells { pieces: 13, board: 25 },
        Reason::Amounts { least: 3, most: 5, empty_least: 0, empty_most: 1, board: 9 },
        Reason::NoFit { piece: "A".into() },
        Reason::Unreached { cell: cell() },
        Reason::Region { size: 3, first: cell() },
        Reason::DeadRegion { size: 3, first: cell() },
        Reason::Colouring { colouring: Colouring::Rows, black: 1, white: 3, certificate: None },
        Certificate { modulus: 4, weights: vec![], sums: vec![("A".into(), 1)], pieces: 1, board: 2 }.into(),
        Reason::OddColours { piece: "A".into() },
        Reason::Searched { nodes: 7 },
        Reason::Tried { cases: 7 },
    ]);
    assert_eq!(
        reasons,
        [
            "cells",
            "amounts",
            "no-fit",
            "unreached",
            "region",
            "dead-region",
            "colouring",
            "weights",
            "odd-colours",
            "searched",
            "tried"
        ]
    );
    let (piece, ways, cell) = (|| String::from("A"), 2, cell());
    let hints = codes(&[
        HintReason::OnlyFits { piece: piece(), cell },
        HintReason::OnlyPlace { piece: piece() },
        HintReason::OnlyLeads { piece: piece(), cell, ways },
        HintReason::Fewest { piece: piece(), cell, ways },
        HintReason::FewestPlaces { piece: piece(), ways },
    ]);
    assert_eq!(hints, ["only-fits", "only-place", "only-leads", "fewest", "fewest-places"]);
    let stops =
        [Stop::Time, Stop::Nodes, Stop::Memory, Stop::Interrupted, Stop::Refused, Stop::TooMany].map(Explanation::from);
    assert_eq!(codes(&stops), ["time", "nodes", "memory", "interrupted", "refused", "too-many"]);
    let challenges = codes(&[
        NoChallenge::Unsolvable,
        NoChallenge::Several,
        NoChallenge::AllPlaced { placed: 12, pieces: 12 },
        NoChallenge::NotFound { seed: 1 },
        NoChallenge::Stopped { stop: Stop::Time },
    ]);
    assert_eq!(challenges, ["unsolvable", "several", "all-placed", "not-found", "stopped"]);
}

#[test]
fn options_and_trees() {
    let (method, variant, heuristic) = (Method::Quick, Variant::Tree, HeuristicName::Pattern);
    let size = Size::new(9, 9).unwrap();
    let options = [
        OptionError::NoVariant { method, variant },
        OptionError::Weight { weight: 1 },
        OptionError::NoProof { method, variant },
        OptionError::OwnOrder { method },
        OptionError::NoHeuristic { method, heuristic },
        OptionError::MultiMethod { method, heuristic: None },
        OptionError::MultiSize { size },
        OptionError::WalkingSize { size },
        OptionError::PatternSize { size },
        OptionError::PatternUnsolvable,
    ];
    let trees = [TreeError::NoTree { method }, TreeError::NoTreeOfLines];
    let all: Vec<TreeError> = trees.into_iter().chain(options.map(TreeError::Options)).collect();
    assert_eq!(codes(&all)[..2], ["no-tree", "no-tree-of-lines"]);
}

/// The code that a mistake gives by itself is the one of its JSON, and its place is not among the values.
fn check_mistakes<T: Mistake + Serialize>(all: &[T]) {
    let own: Vec<&str> = all.iter().map(Mistake::code).collect();
    assert_eq!(codes(all), own);
    for mistake in all {
        let values = serde_json::to_value(mistake).unwrap();
        assert!(values.get("place").is_none() && values.get("at").is_none(), "{values}");
    }
}

#[test]
fn mistakes_in_boards() {
    use slide_text::ReadError;
    let (at, first, size) = (PLACE, PLACE, Size::new(3, 4).unwrap());
    let field = || String::from("17");
    check_mistakes(&[
        ReadError::Empty,
        ReadError::Word { field: field(), at },
        ReadError::Ragged { found: 2, expected: 3, header: false, at },
        ReadError::NotSquare { found: 6, at },
        ReadError::Rows { found: 2, expected: 3, at },
        ReadError::Fields { size, found: 9, at },
        ReadError::OtherSize { size, found: size, at },
        ReadError::Side { rows: 1, cols: 4, at },
        ReadError::TooMany { at },
        ReadError::Range { field: field(), size, at },
        ReadError::Twice { tile: 5, first, lacking: Some(6), at },
        ReadError::TwoBlanks { first_field: field(), first, field: field(), at },
    ]);
    let twice = ReadError::Twice { tile: 5, first, lacking: Some(6), at };
    assert_eq!(
        serde_json::to_string(&twice).unwrap(),
        r#"{"code":"tile-twice","tile":5,"first":{"line":3,"column":4,"width":1},"lacking":6}"#
    );
}

#[test]
fn mistakes_in_packings() {
    use pack_text::PackTextError as ReadError;
    let (place, found) = (PLACE, 3);
    let (word, letter) = (|| String::from("word"), || String::from("A"));
    check_mistakes(&[
        ReadError::Empty,
        ReadError::Header { place },
        ReadError::NotANumber { field: word(), place },
        ReadError::OutOfRange { field: word(), most: 128, place },
        ReadError::NoKind { place },
        ReadError::UnknownKind { word: word(), place },
        ReadError::NoHeight { place },
        ReadError::AfterKind { place },
        ReadError::PyramidNotSquare { place },
        ReadError::MaskRows { expected: 2, found: 1, place },
        ReadError::MaskWidth { expected: 2, found, place },
        ReadError::MaskCharacter { found: '?', place },
        ReadError::ShapeCharacter { found: '?', place },
        ReadError::Tab { place },
        ReadError::TwoLetters { first: 'A', second: 'B', place },
        ReadError::NameAgain { name: letter(), ended: 3, place },
        ReadError::PieceLine { place },
        ReadError::PieceName { name: word(), most: 24, place },
        ReadError::NoShape { name: word(), place },
        ReadError::CopiesLine { place },
        ReadError::CopiesAgain { name: letter(), place },
        ReadError::TooManyCopies { name: letter(), place },
        ReadError::SpareLine { place },
        ReadError::NoSuchPiece { name: letter(), place },
        ReadError::GapsLine { place },
        ReadError::GapsOrder { least: 2, most: 1, place },
        ReadError::GapsAgain { place },
        ReadError::Slash { place },
        ReadError::FlatSlash { place },
        ReadError::PieceCount { said: 2, found, place },
        ReadError::PlacedRows { place },
        ReadError::PlacedWidth { expected: 2, found, place },
        ReadError::PlacedSpace { place },
        ReadError::PlacedUnknown { letter: letter(), place },
        ReadError::PlacedOffBoard { letter: letter(), place },
        ReadError::PlacedShape { letter: letter(), place },
        ReadError::PlacedCopies { letter: letter(), name: word(), copies: 2, place },
        ReadError::AfterPlaced { place },
    ]);
    let warnings = codes(&[
        Warning::Parts { letter: letter(), parts: 2, place },
        Warning::NameLikeCopies { letter: letter(), place },
        Warning::BlankBefore { letter: letter(), place },
    ]);
    assert_eq!(warnings, ["parts", "name-like-copies", "blank-before"]);
}
