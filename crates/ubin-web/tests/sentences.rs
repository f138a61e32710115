//! Every refusal, reason and mistake that the server can say has a sentence in every language of the page, with parts that its values fill.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Serialize;
use serde_json::{Map, Value, json};
use ubin::pack::Colouring;
use ubin::pack::challenge::NoChallenge;
use ubin::pack::hint::HintReason;
use ubin::pack::sets::SETS;
use ubin::pack::{CellName, Certificate, PuzzleError, Reason, text as pack_text};
use ubin::report::Explanation;
use ubin::run::Stop;
use ubin::slide::solve::{Method, OptionError};
use ubin::slide::tree::TreeError;
use ubin::slide::{Dir, HeuristicName, Size, Variant, text as slide_text};
use ubin::text::{Family, Place};
use ubin::unit::UnitError;
use ubin_front::{AskError, Language, Remark};
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
    let (ways, size, cell) = (2, 3, cell());
    let piece = || String::from("A");
    let mut all = one_of_each!(Reason {
        Reason::Cells { .. } => Reason::Cells { pieces: 13, board: 25 },
        Reason::Amounts { .. } => Reason::Amounts { least: 3, most: 5, empty_least: 0, empty_most: 1, board: 9 },
        Reason::NoFit { .. } => Reason::NoFit { piece: piece() },
        Reason::OddColours { .. } => Reason::OddColours { piece: piece() },
        Reason::Unreached { .. } => Reason::Unreached { cell },
        Reason::Region { .. } => Reason::Region { size, first: cell },
        Reason::DeadRegion { .. } => Reason::DeadRegion { size, first: cell },
        Reason::Colouring { .. } => Reason::Colouring { colouring: Colouring::Rows, black: 1, white: 3, certificate: None },
        Reason::Weights { .. } => Reason::from(Certificate { modulus: 4, weights: vec![], sums: vec![("A".into(), 1)], pieces: 1, board: 2 }),
        Reason::Searched { .. } => Reason::Searched { nodes: 7 },
        Reason::Tried { .. } => Reason::Tried { cases: 7 },
    });
    all.extend(one_of_each!(HintReason {
        HintReason::OnlyFits { .. } => HintReason::OnlyFits { piece: piece(), cell },
        HintReason::OnlyPlace { .. } => HintReason::OnlyPlace { piece: piece() },
        HintReason::OnlyLeads { .. } => HintReason::OnlyLeads { piece: piece(), cell, ways },
        HintReason::Fewest { .. } => HintReason::Fewest { piece: piece(), cell, ways },
        HintReason::FewestPlaces { .. } => HintReason::FewestPlaces { piece: piece(), ways },
    }));
    all.extend(one_of_each!(Stop {
        Stop::Time => Explanation::from(Stop::Time),
        Stop::Nodes => Explanation::from(Stop::Nodes),
        Stop::Memory => Explanation::from(Stop::Memory),
        Stop::Interrupted => Explanation::from(Stop::Interrupted),
        Stop::Refused => Explanation::from(Stop::Refused),
        Stop::TooMany => Explanation::from(Stop::TooMany),
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
    let (place, found) = (PLACE, 3);
    let (word, letter) = (|| String::from("word"), || String::from("A"));
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
        ReadError::UnknownLine { .. } => ReadError::UnknownLine { word: word(), place },
        ReadError::TwoLetters { .. } => ReadError::TwoLetters { first: 'A', second: 'B', place },
        ReadError::NameAgain { .. } => ReadError::NameAgain { name: letter(), ended: 3, place },
        ReadError::PieceLine { .. } => ReadError::PieceLine { place },
        ReadError::PieceName { .. } => ReadError::PieceName { name: word(), most: 24, place },
        ReadError::NoShape { .. } => ReadError::NoShape { name: word(), place },
        ReadError::CopiesLine { .. } => ReadError::CopiesLine { place },
        ReadError::CopiesAgain { .. } => ReadError::CopiesAgain { name: word(), place },
        ReadError::TooManyCopies { .. } => ReadError::TooManyCopies { name: word(), place },
        ReadError::SpareLine { .. } => ReadError::SpareLine { place },
        ReadError::NoSuchPiece { .. } => ReadError::NoSuchPiece { name: word(), place },
        ReadError::GapsLine { .. } => ReadError::GapsLine { place },
        ReadError::GapsOrder { .. } => ReadError::GapsOrder { least: 2, most: 1, place },
        ReadError::GapsAgain { .. } => ReadError::GapsAgain { place },
        ReadError::PlacedCopies { .. } => ReadError::PlacedCopies { letter: letter(), name: word(), copies: 2, place },
        ReadError::Slash { .. } => ReadError::Slash { place },
        ReadError::FlatSlash { .. } => ReadError::FlatSlash { place },
        ReadError::PieceCount { .. } => ReadError::PieceCount { said: 2, found, place },
        ReadError::PlacedRows { .. } => ReadError::PlacedRows { place },
        ReadError::PlacedWidth { .. } => ReadError::PlacedWidth { expected: 2, found, place },
        ReadError::PlacedSpace { .. } => ReadError::PlacedSpace { place },
        ReadError::PlacedUnknown { .. } => ReadError::PlacedUnknown { letter: letter(), place },
        ReadError::PlacedOffBoard { .. } => ReadError::PlacedOffBoard { letter: letter(), place },
        ReadError::PlacedShape { .. } => ReadError::PlacedShape { letter: letter(), place },
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
        OptionError::OwnOrder { .. } => OptionError::OwnOrder { method },
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
    let (size, family, verb) = (size(), Family::Slide, "solve");
    let word = || String::from("word");
    let wrong = || Wrong::Missing { field: "moves", status: word() };
    let why = json!({"code": "parity"});
    one_of_each!(AskError {
        AskError::UnknownWord { .. } => AskError::UnknownWord { found: word(), expected: vec![word()] },
        AskError::OtherMethod { .. } => AskError::OtherMethod { found: word(), family, expected: vec![word()] },
        AskError::BadValue { .. } => AskError::BadValue { found: word(), expected: word() },
        AskError::OutOfRange { .. } => AskError::OutOfRange { least: 1.0, most: 2.0 },
        AskError::TooSmall { .. } => AskError::TooSmall { least: 1 },
        AskError::UnknownField { .. } => AskError::UnknownField { verb },
        AskError::Missing => AskError::Missing,
        AskError::OtherVersion { .. } => AskError::OtherVersion { found: word() },
        AskError::NotText => AskError::NotText,
        AskError::NotAnObject => AskError::NotAnObject,
        AskError::BadJson { .. } => AskError::BadJson { error: word() },
        AskError::OtherFamily { .. } => AskError::OtherFamily { family },
        AskError::GoalSize { .. } => AskError::GoalSize { goal: size, board: size },
        AskError::HeuristicSize { .. } => AskError::HeuristicSize { heuristic: HeuristicName::Pattern, size },
        AskError::SpaceSize { .. } => AskError::SpaceSize { size, most: 12 },
        AskError::DistinctWithLimit => AskError::DistinctWithLimit,
        AskError::LimitWithoutAll => AskError::LimitWithoutAll,
        AskError::NoSet { .. } => AskError::NoSet { name: word() },
        AskError::NotAMove { .. } => AskError::NotAMove { at: 1, found: 'X' },
        AskError::OffBoard { .. } => AskError::OffBoard { at: 1, way: Dir::Up },
        AskError::TurnedOver { .. } => AskError::TurnedOver { piece: word() },
        AskError::AllPlaced { .. } => AskError::AllPlaced { placed: 12, pieces: 12 },
        AskError::SeveralSolutions => AskError::SeveralSolutions,
        AskError::SolvedAlready => AskError::SolvedAlready,
        AskError::NotASolution => AskError::NotASolution,
        AskError::WrongSolution { .. } => AskError::WrongSolution { error: PuzzleError::NoPieces },
        AskError::NoPiece { .. } => AskError::NoPiece { piece: word() },
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

/// What the page says: its own strings, and those that the document brings from the terminal's table.
fn said(language: &str) -> BTreeMap<String, String> {
    let shared = if language == "id" { Language::Id } else { Language::En };
    let mut said: BTreeMap<String, String> =
        shared.names().filter_map(|name| Some((name.into(), shared.entry(name)?.into()))).collect();
    said.extend(strings(language));
    said
}

#[test]
fn the_page_repeats_no_sentence_of_the_terminal() {
    let page = strings("id");
    let twice: Vec<&str> = ["reason.", "mistake.", "refusal.", "at.", "lacking.", "colouring.", "header.", "family."]
        .iter()
        .flat_map(|kind| Language::Id.names().filter(move |name| name.starts_with(kind)))
        .filter(|name| page.get(*name).map(String::as_str) == Language::Id.entry(name))
        .collect();
    assert!(twice.is_empty(), "take these out of page/text/id.js: {twice:?}");
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
        let strings = said(language);
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

/// The codes have sentences in the tables of the terminal's languages, too, with parts that its values fill; English is `Display`.
#[track_caller]
fn check_terminal(table: &str, known: &[(String, Map<String, Value>)]) {
    for (code, values) in known {
        let words = Language::Id.entry(&format!("{table}.{code}")).unwrap_or_else(|| panic!("id: {table}.{code}"));
        for part in parts(words) {
            assert!(values.contains_key(part), "id {table}.{code}: {{{part}}} in {values:?}");
        }
    }
}

/// What a checked answer proves, or leaves open.
const FACTS: [&str; 10] =
    ["goal", "shortest", "solvable", "unsolvable", "fills", "cells", "no-solution", "count", "weights", "bound"];

#[test]
fn the_terminal_says_every_code_in_every_language() {
    for (kind, codes) in terminal_codes() {
        check_terminal(kind, &codes);
    }
}

/// A code and the values of its sentence.
type Coded = (String, Map<String, Value>);

/// The kinds of sentences that have codes, with all codes of each.
fn terminal_codes() -> Vec<(&'static str, Vec<Coded>)> {
    vec![
        ("reason", reasons()),
        ("mistake", [mistakes_in_boards(), mistakes_in_packings()].concat()),
        ("refusal", [fields(), options()].concat()),
        ("remark", remarks()),
        ("wrong", wrongs()),
        ("fact", FACTS.map(|fact| (fact.into(), Map::new())).to_vec()),
    ]
}

/// The text of all sources of the crates that speak, but for the tables themselves.
fn sources() -> String {
    fn collect(folder: &Path, text: &mut String) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, text);
            } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("language/indonesian.rs")
            {
                *text += &std::fs::read_to_string(path).unwrap();
            }
        }
    }
    let mut text = String::new();
    for name in ["ubin", "ubin-verify", "ubin-front", "ubin-share", "ubin-cli"] {
        collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src"), &mut text);
    }
    text
}

/// Whether the sources can ask for the word `word` of `set`: by its whole name, or as a word of a set that is said, or that is a part of a sentence. Words are literals, or names of variants.
fn is_said(set: &str, word: &str, sources: &str) -> bool {
    let whole = format!("\"{set}.{word}\"");
    let asks = [format!("word(\"{set}\""), format!("(\"{set}\", ")];
    let is_part =
        || Language::Id.names().filter_map(|name| Language::Id.entry(name)).any(|words| parts(words).contains(&set));
    let variant: String = word.split('-').map(|part| part[..1].to_uppercase() + &part[1..]).collect();
    let is_word = || {
        let is_flag = word == "true" || word == "false";
        is_flag || sources.contains(&format!("\"{word}\"")) || sources.contains(&format!("    {variant}"))
    };
    // Sentences of trees and pictures are asked for by the second part of their names.
    let is_asked = || {
        let literal = format!("\"{word}\"");
        sources.match_indices(&literal).any(|(at, _)| sources[..at].trim_end().ends_with('('))
    };
    let is_sentence = || matches!(set, "tree" | "picture") && is_asked();
    sources.contains(&whole)
        || is_sentence()
        || (asks.iter().any(|ask| sources.contains(ask)) || is_part()) && is_word()
}

/// What nothing can say is not translated: every entry of a table is reached by a code or a word.
#[test]
fn no_entry_of_a_language_is_unused() {
    let sources = sources();
    let coded = terminal_codes();
    let sets = ubin_front::words::sets();
    let unused: Vec<&str> = Language::Id
        .names()
        .filter(|name| {
            let (set, word) = name.split_once('.').expect("a name has a set");
            match coded.iter().find(|(kind, _)| *kind == set) {
                Some((_, codes)) => codes.iter().all(|(code, _)| code != word),
                None if set == "about" => {
                    let is_word = |set: &str, name: &str| format!("{set}.{name}") == word;
                    let mut famous = SETS.iter();
                    !famous.any(|one| is_word("set", one.name))
                        && sets.iter().all(|set| set.words.iter().all(|one| !is_word(set.set, one.name)))
                }
                None => !is_said(set, word, &sources),
            }
        })
        .collect();
    assert!(unused.is_empty(), "{unused:?}");
    // The check itself can fail.
    assert!(!is_said("column", "colour of the moon", &sources) && !is_said("tree", "leaves of gold", &sources));
}

/// Every word of an option is explained in every language.
#[test]
fn the_terminal_explains_every_word_in_every_language() {
    for set in ubin_front::words::sets() {
        for word in set.words {
            let name = format!("about.{}.{}", set.set, word.name);
            assert!(Language::Id.entry(&name).is_some(), "{name}");
        }
    }
    for famous in &SETS {
        assert!(Language::Id.entry(&format!("about.set.{}", famous.name)).is_some(), "{}", famous.name);
    }
}

/// What is told beside an answer.
fn remarks() -> Vec<(String, Map<String, Value>)> {
    let (letter, place, size) = ('A', PLACE, size());
    let mut all = one_of_each!(pack_text::Warning {
        pack_text::Warning::Parts { .. } => pack_text::Warning::Parts { letter: letter.to_string(), parts: 2, place },
        pack_text::Warning::NameLikeCopies { .. } => pack_text::Warning::NameLikeCopies { letter: letter.to_string(), place },
        pack_text::Warning::BlankBefore { .. } => pack_text::Warning::BlankBefore { letter: letter.to_string(), place },
    });
    all.extend(one_of_each!(Remark {
        Remark::PlacedIgnored => Remark::PlacedIgnored,
        Remark::NoSuchLength { .. } => Remark::NoSuchLength { size, length: 40 },
        Remark::BoardsStopped { .. } => Remark::BoardsStopped { stop: Stop::Time, made: 1, count: 2 },
        Remark::LongFilm { .. } => Remark::LongFilm { stride: 2 },
        Remark::Text(_) => Remark::Text(pack_text::Warning::Parts { letter: letter.to_string(), parts: 2, place }),
    }));
    all
}

/// Why an answer is wrong.
fn wrongs() -> Vec<(String, Map<String, Value>)> {
    let (layer, row, col, what, field) = (1, 1, 1, "answer", "moves");
    let word = || String::from("word");
    one_of_each!(Wrong {
        Wrong::Unreadable { .. } => Wrong::Unreadable { what, line: None, why: word() },
        Wrong::Claim { .. } => Wrong::Claim { field: field.into(), said: Box::new(json!(1)), found: Box::new(json!(2)) },
        Wrong::Missing { .. } => Wrong::Missing { field, status: word() },
        Wrong::Bound { .. } => Wrong::Bound { lower_bound: 1, length: 2, status: word() },
        Wrong::NoMove { .. } => Wrong::NoMove { sign: 'X' },
        Wrong::Edge { .. } => Wrong::Edge { number: 1, letter: 'U' },
        Wrong::NotGoal { .. } => Wrong::NotGoal { row, col, tile: 1, expected: 2 },
        Wrong::Size { .. } => Wrong::Size { what: "rows", found: 1, expected: 2 },
        Wrong::Outside { .. } => Wrong::Outside { layer, row, col },
        Wrong::NoPiece { .. } => Wrong::NoPiece { layer, row, col },
        Wrong::Bare { .. } => Wrong::Bare { layer, row, col },
        Wrong::Gaps { .. } => Wrong::Gaps { found: 1, least: 2, most: 3 },
        Wrong::Twice => Wrong::Twice,
        Wrong::Differ => Wrong::Differ,
        Wrong::Sum { .. } => Wrong::Sum { of: word(), said: None, found: 1, modulus: 4 },
        Wrong::NoProof { .. } => Wrong::NoProof { modulus: 4, board: 2 },
        Wrong::Piece { .. } => Wrong::Piece { piece: word(), fault: ubin_verify::PieceFault::Shape },
    })
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
