//! Every refusal, reason and mistake that the server can say has a sentence in every language of the page, with parts that its values fill.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Serialize;
use serde_json::{Map, Value, json};
use ubin::pack::challenge::NoChallenge;
use ubin::pack::check::Colouring;
use ubin::pack::hint::HintReason;
use ubin::pack::{CellName, PuzzleError, Reason, text as pack_text};
use ubin::report::Explanation;
use ubin::run::Stop;
use ubin::slide::solve::{Method, OptionError};
use ubin::slide::tree::TreeError;
use ubin::slide::{Dir, HeuristicName, Size, Variant, text as slide_text};
use ubin::text::{Family, Place};
use ubin::unit::UnitError;
use ubin_front::AskError;
use ubin_verify::Wrong;

const PLACE: Place = Place { line: 3, column: 4, width: 1 };

/// One of each variant. A variant that is not listed is an error of the compiler.
macro_rules! one_of_each {
    ($Enum:ty { $($pattern:pat => $sample:expr,)+ }) => {{
        fn _is_complete(value: &$Enum) {
            match value { $($pattern => {})+ }
        }
        vec![$(values(&$sample)),+]
    }};
}

/// A code and its values.
fn values(sample: &impl Serialize) -> (String, Map<String, Value>) {
    let Value::Object(mut values) = serde_json::to_value(sample).unwrap() else {
        panic!("a code has its values beside it")
    };
    let code = values.remove("code").and_then(|code| code.as_str().map(String::from));
    (code.unwrap(), values)
}

fn size() -> Size {
    Size::new(3, 4).unwrap()
}

fn cell() -> CellName {
    CellName::of(pack_text::read("2 3 1\nDEFAULT\nAA\n").unwrap().puzzle.board(), 5)
}

/// Reasons, hints, stops, and why there is no challenge.
fn reasons() -> Vec<(String, Map<String, Value>)> {
    let (piece, ways, size, cell) = ('A', 2, 3, cell());
    let mut all = one_of_each!(Reason {
        Reason::Cells { .. } => Reason::Cells { pieces: 13, board: 25 },
        Reason::NoFit { .. } => Reason::NoFit { piece },
        Reason::OddColours { .. } => Reason::OddColours { piece },
        Reason::Unreached { .. } => Reason::Unreached { cell },
        Reason::Region { .. } => Reason::Region { size, first: cell },
        Reason::DeadRegion { .. } => Reason::DeadRegion { size, first: cell },
        Reason::Colouring { .. } => Reason::Colouring { colouring: Colouring::Rows, black: 1, white: 3 },
        Reason::Searched { .. } => Reason::Searched { nodes: 7 },
        Reason::Tried { .. } => Reason::Tried { cases: 7 },
    });
    all.extend(one_of_each!(HintReason {
        HintReason::OnlyFits { .. } => HintReason::OnlyFits { piece, cell },
        HintReason::OnlyPlace { .. } => HintReason::OnlyPlace { piece },
        HintReason::OnlyLeads { .. } => HintReason::OnlyLeads { piece, cell, ways },
        HintReason::Fewest { .. } => HintReason::Fewest { piece, cell, ways },
        HintReason::FewestPlaces { .. } => HintReason::FewestPlaces { piece, ways },
    }));
    all.extend(one_of_each!(Stop {
        Stop::Time => Explanation::from(Stop::Time),
        Stop::Nodes => Explanation::from(Stop::Nodes),
        Stop::Memory => Explanation::from(Stop::Memory),
        Stop::Interrupted => Explanation::from(Stop::Interrupted),
    }));
    all.extend(one_of_each!(NoChallenge {
        NoChallenge::Unsolvable => NoChallenge::Unsolvable,
        NoChallenge::Several => NoChallenge::Several,
        NoChallenge::AllPlaced { .. } => NoChallenge::AllPlaced { placed: 12, pieces: 12 },
        NoChallenge::NotFound { .. } => NoChallenge::NotFound { seed: 1 },
        NoChallenge::Stopped { .. } => NoChallenge::Stopped { stop: Stop::Time },
    }));
    // Those of the front ends' own.
    all.push(values(&json!({"code": "parity"})));
    all.push(values(&json!({"code": "no-such-length", "rows": 3, "cols": 3, "length": 40})));
    all
}

fn mistakes_in_boards() -> Vec<(String, Map<String, Value>)> {
    use slide_text::ReadError;
    let (at, first, size, found) = (PLACE, PLACE, size(), 2);
    let field = || String::from("17");
    one_of_each!(ReadError {
        ReadError::Empty => ReadError::Empty,
        ReadError::Word { .. } => ReadError::Word { field: field(), at },
        ReadError::Ragged { .. } => ReadError::Ragged { found, expected: 3, header: false, at },
        ReadError::NotSquare { .. } => ReadError::NotSquare { found, at },
        ReadError::Rows { .. } => ReadError::Rows { found, expected: 3, at },
        ReadError::Fields { .. } => ReadError::Fields { size, found, at },
        ReadError::OtherSize { .. } => ReadError::OtherSize { size, found: size, at },
        ReadError::Side { .. } => ReadError::Side { rows: 1, cols: 4, at },
        ReadError::TooMany { .. } => ReadError::TooMany { at },
        ReadError::Range { .. } => ReadError::Range { field: field(), size, at },
        ReadError::Twice { .. } => ReadError::Twice { tile: 5, first, lacking: Some(6), at },
        ReadError::TwoBlanks { .. } => ReadError::TwoBlanks { first_field: field(), first, field: field(), at },
    })
}

fn mistakes_in_packings() -> Vec<(String, Map<String, Value>)> {
    use pack_text::PackTextError as ReadError;
    let (place, letter, found) = (PLACE, 'A', 3);
    let word = || String::from("word");
    one_of_each!(ReadError {
        ReadError::Empty => ReadError::Empty,
        ReadError::Header { .. } => ReadError::Header { place },
        ReadError::NotANumber { .. } => ReadError::NotANumber { field: word(), place },
        ReadError::OutOfRange { .. } => ReadError::OutOfRange { field: word(), most: 128, place },
        ReadError::NoKind { .. } => ReadError::NoKind { place },
        ReadError::UnknownKind { .. } => ReadError::UnknownKind { word: word(), place },
        ReadError::NoHeight { .. } => ReadError::NoHeight { place },
        ReadError::AfterKind { .. } => ReadError::AfterKind { place },
        ReadError::PyramidNotSquare { .. } => ReadError::PyramidNotSquare { place },
        ReadError::MaskRows { .. } => ReadError::MaskRows { expected: 2, found: 1, place },
        ReadError::MaskWidth { .. } => ReadError::MaskWidth { expected: 2, found, place },
        ReadError::MaskCharacter { .. } => ReadError::MaskCharacter { found: '?', place },
        ReadError::ShapeCharacter { .. } => ReadError::ShapeCharacter { found: '?', place },
        ReadError::Tab { .. } => ReadError::Tab { place },
        ReadError::TwoLetters { .. } => ReadError::TwoLetters { first: 'A', second: 'B', place },
        ReadError::LetterAgain { .. } => ReadError::LetterAgain { letter, ended: 3, place },
        ReadError::Slash { .. } => ReadError::Slash { place },
        ReadError::FlatSlash { .. } => ReadError::FlatSlash { place },
        ReadError::PieceCount { .. } => ReadError::PieceCount { said: 2, found, place },
        ReadError::PlacedRows { .. } => ReadError::PlacedRows { place },
        ReadError::PlacedWidth { .. } => ReadError::PlacedWidth { expected: 2, found, place },
        ReadError::PlacedSpace { .. } => ReadError::PlacedSpace { place },
        ReadError::PlacedUnknown { .. } => ReadError::PlacedUnknown { letter, place },
        ReadError::PlacedOffBoard { .. } => ReadError::PlacedOffBoard { letter, place },
        ReadError::PlacedShape { .. } => ReadError::PlacedShape { letter, place },
        ReadError::AfterPlaced { .. } => ReadError::AfterPlaced { place },
    })
}

/// Options that do not go together, and trees that there are none of.
fn options() -> Vec<(String, Map<String, Value>)> {
    let (method, variant, heuristic, size) = (Method::Quick, Variant::Tree, HeuristicName::Pattern, size());
    let mut all = one_of_each!(OptionError {
        OptionError::NoVariant { .. } => OptionError::NoVariant { method, variant },
        OptionError::Weight { .. } => OptionError::Weight { weight: 1 },
        OptionError::NoProof { .. } => OptionError::NoProof { method, variant },
        OptionError::NoHeuristic { .. } => OptionError::NoHeuristic { method, heuristic },
        OptionError::MultiMethod { .. } => OptionError::MultiMethod { method, heuristic: None },
        OptionError::MultiSize { .. } => OptionError::MultiSize { size },
        OptionError::WalkingSize { .. } => OptionError::WalkingSize { size },
        OptionError::PatternSize { .. } => OptionError::PatternSize { size },
        OptionError::PatternUnsolvable => OptionError::PatternUnsolvable,
    });
    all.extend(one_of_each!(TreeError {
        TreeError::NoTree { .. } => TreeError::NoTree { method },
        TreeError::NoTreeOfLines => TreeError::NoTreeOfLines,
        TreeError::Options(_) => TreeError::Options(OptionError::PatternUnsolvable),
    }));
    all
}

/// Fields that do not fit.
fn fields() -> Vec<(String, Map<String, Value>)> {
    let (size, family, piece, verb) = (size(), Family::Slide, 'A', "solve");
    let word = || String::from("word");
    let wrong = || Wrong::Missing { field: "moves", status: word() };
    let why = json!({"code": "parity"});
    one_of_each!(AskError {
        AskError::UnknownWord { .. } => AskError::UnknownWord { found: word(), expected: vec![word()] },
        AskError::OtherMethod { .. } => AskError::OtherMethod { found: word(), family, expected: vec![word()] },
        AskError::BadValue { .. } => AskError::BadValue { found: word(), expected: word() },
        AskError::OutOfRange { .. } => AskError::OutOfRange { least: 1.0, most: 2.0 },
        AskError::UnknownField { .. } => AskError::UnknownField { verb },
        AskError::Missing => AskError::Missing,
        AskError::OtherVersion { .. } => AskError::OtherVersion { found: word() },
        AskError::NotText => AskError::NotText,
        AskError::NotAnObject => AskError::NotAnObject,
        AskError::BadJson { .. } => AskError::BadJson { error: word() },
        AskError::OtherFamily { .. } => AskError::OtherFamily { family },
        AskError::GoalSize { .. } => AskError::GoalSize { goal: size, board: size },
        AskError::HeuristicSize { .. } => AskError::HeuristicSize { heuristic: HeuristicName::Pattern, size },
        AskError::DistinctWithLimit => AskError::DistinctWithLimit,
        AskError::LimitWithoutAll => AskError::LimitWithoutAll,
        AskError::NoSet { .. } => AskError::NoSet { name: word() },
        AskError::NotAMove { .. } => AskError::NotAMove { at: 1, found: 'X' },
        AskError::OffBoard { .. } => AskError::OffBoard { at: 1, way: Dir::Up },
        AskError::TurnedOver { .. } => AskError::TurnedOver { piece },
        AskError::AllPlaced { .. } => AskError::AllPlaced { placed: 12, pieces: 12 },
        AskError::SeveralSolutions => AskError::SeveralSolutions,
        AskError::SolvedAlready => AskError::SolvedAlready,
        AskError::NotASolution => AskError::NotASolution,
        AskError::WrongSolution { .. } => AskError::WrongSolution { error: PuzzleError::NoPieces },
        AskError::NoPiece { .. } => AskError::NoPiece { piece },
        AskError::NoCell { .. } => AskError::NoCell { cell: vec![1, 2] },
        AskError::NothingToDraw { .. } => AskError::NothingToDraw { reason: word(), why: why.clone() },
        AskError::StillGif => AskError::StillGif,
        AskError::PictureAsEvents => AskError::PictureAsEvents,
        AskError::TooManyCells { .. } => AskError::TooManyCells { cells: 3, most: 2 },
        AskError::TooManyPixels { .. } => AskError::TooManyPixels { wide: 2.0, high: 2.0, most: 1.0 },
        AskError::TooLongGif { .. } => AskError::TooLongGif { most: 1 },
        AskError::TooLittleMemory { .. } => AskError::TooLittleMemory { size: word(), limit: 1 },
        AskError::NotInParts { .. } => AskError::NotInParts { verb },
        AskError::NoSolution { .. } => AskError::NoSolution { reason: word(), why: why.clone() },
        AskError::NotAUnit { .. } => AskError::NotAUnit { error: UnitError::NotInTree { step: 1 } },
        AskError::TooManySolutions => AskError::TooManySolutions,
        AskError::Unreadable { .. } => AskError::Unreadable { wrong: wrong() },
        AskError::Stopped { .. } => AskError::Stopped { stop: Stop::Time },
        AskError::WrongAnswer { .. } => AskError::WrongAnswer { wrong: wrong() },
    })
}

/// The codes that the server gives by itself, as its source has them.
fn own_codes() -> Vec<(String, Map<String, Value>)> {
    let calls = ["HttpRefusal::new(", "HttpRefusal::input("];
    let mut codes = BTreeSet::new();
    for file in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for rest in calls.iter().flat_map(|call| text.split(call).skip(1)) {
            let arguments = rest.split([';', ')']).next().unwrap_or_default();
            codes.extend(arguments.split('"').nth(1).filter(|code| !code.contains(' ')).map(String::from));
        }
    }
    assert!(codes.contains("busy") && codes.contains("no-cache") && codes.len() > 10, "{codes:?}");
    codes.into_iter().map(|code| (code, Map::new())).collect()
}

/// The strings of a language by their names.
fn strings(language: &str) -> BTreeMap<String, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/text").join(language).with_extension("js");
    let text = std::fs::read_to_string(path).unwrap();
    let mut found = BTreeMap::new();
    for (at, _) in text.match_indices("\n  '") {
        let entry = &text[at + 4..];
        let (name, rest) = entry.split_once("':").unwrap();
        let rest = rest.trim_start();
        let (mark, words) = rest.split_at(1);
        found.insert(name.to_string(), words.split(mark).next().unwrap_or_default().to_string());
    }
    found
}

/// The parts that a string wants filled: `{n}`, `{n cell|cells}`.
fn parts(words: &str) -> Vec<&str> {
    words.split('{').skip(1).filter_map(|part| part.split(['}', ' ']).next()).collect()
}

/// The codes have sentences in a table of every language, and the table has no other.
#[track_caller]
fn check(table: &str, known: &[(String, Map<String, Value>)]) {
    let prefix = format!("{table}.");
    for language in ["en", "id"] {
        let strings = strings(language);
        for (code, values) in known {
            let words = strings.get(&format!("{prefix}{code}")).unwrap_or_else(|| panic!("{language}: {prefix}{code}"));
            for part in parts(words) {
                assert!(part == "field" || values.contains_key(part), "{language} {code}: {{{part}}} in {values:?}");
            }
        }
        // A sentence about one thing may have a string of its own, which ends with 1.
        let codes: BTreeSet<&str> = known.iter().map(|(code, _)| code.as_str()).collect();
        let said = strings.keys().filter_map(|name| name.strip_prefix(&prefix));
        let unknown: Vec<&str> = said.filter(|code| !codes.contains(code.trim_end_matches('1'))).collect();
        assert!(unknown.is_empty(), "{language} {table}: {unknown:?}");
    }
}

#[test]
fn every_reason_has_its_sentence() {
    check("reason", &reasons());
}

#[test]
fn every_mistake_in_a_text_has_its_sentence() {
    check("mistake", &[mistakes_in_boards(), mistakes_in_packings()].concat());
}

#[test]
fn every_refusal_has_its_sentence() {
    // What a generator did not make is said by its reason.
    let own = own_codes().into_iter().filter(|(code, _)| code != "impossible" && code != "none-found");
    check("refusal", &[fields(), options(), own.collect()].concat());
}
