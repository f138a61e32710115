//! What the library says about positions, word for word, and the codes and values by which front ends say it in other languages: a new sentence must be listed there first.

use ubin::pack::Colouring;
use ubin::pack::hint::HintReason;
use ubin::pack::{CellName, Certificate, Puzzle, Reason, text};
use ubin::report::Explanation;
use ubin::run::Stop;

const SENTENCES: &str = include_str!("../../../testdata/pack/sentences.txt");
const CODES: &str = include_str!("../../../testdata/pack/codes.txt");

fn puzzle(board: &str) -> Puzzle {
    text::read(&format!("{board}\nAA\n")).unwrap().puzzle
}

/// A flat cell and one in space.
fn cells() -> [CellName; 2] {
    [("2 3 1\nDEFAULT", 5), ("2 2 1\nBOX 2", 1)].map(|(board, cell)| CellName::of(puzzle(board).board(), cell))
}

/// A proof by weights.
fn weights() -> Reason {
    Certificate { modulus: 4, weights: vec![], sums: vec![("A".into(), 1)], pieces: 1, board: 2 }.into()
}

/// Every reason, each of its forms. Whoever adds one is led here by the compiler.
fn reasons() -> Vec<Reason> {
    let colouring = |colouring| Reason::Colouring { colouring, black: 5, white: 3, certificate: None };
    let amounts =
        |(least, most), (empty_least, empty_most)| Reason::Amounts { least, most, empty_least, empty_most, board: 25 };
    let mut list = Vec::new();
    let [flat, solid] = cells();
    let mut next = Some(Reason::Cells { pieces: 16, board: 25 });
    while let Some(reason) = next {
        list.push(reason.clone());
        next = match reason {
            Reason::Cells { pieces: 1, .. } => Some(amounts((16, 16), (1, 3))),
            Reason::Cells { .. } => Some(Reason::Cells { pieces: 1, board: 25 }),
            Reason::Amounts { empty_least: 1, .. } => Some(amounts((16, 16), (4, 4))),
            Reason::Amounts { empty_least: 4, .. } => Some(amounts((1, 16), (0, 0))),
            Reason::Amounts { .. } => Some(Reason::NoFit { piece: "A".into() }),
            Reason::NoFit { .. } => Some(Reason::Unreached { cell: flat }),
            Reason::Unreached { cell } if cell == flat => Some(Reason::Unreached { cell: solid }),
            Reason::Unreached { .. } => Some(Reason::Region { size: 4, first: flat }),
            Reason::Region { size: 4, .. } => Some(Reason::Region { size: 1, first: solid }),
            Reason::Region { .. } => Some(Reason::DeadRegion { size: 4, first: flat }),
            Reason::DeadRegion { size: 4, .. } => Some(Reason::DeadRegion { size: 1, first: solid }),
            Reason::DeadRegion { .. } => Some(colouring(Colouring::Checkerboard)),
            Reason::Colouring { colouring: which, .. } => match which {
                Colouring::Checkerboard => Some(colouring(Colouring::Rows)),
                Colouring::Rows => Some(colouring(Colouring::Columns)),
                Colouring::Columns => Some(colouring(Colouring::Layers)),
                Colouring::Layers => Some(weights()),
            },
            Reason::Weights { .. } => Some(Reason::OddColours { piece: "A".into() }),
            Reason::OddColours { .. } => Some(Reason::Searched { nodes: 1 }),
            Reason::Searched { nodes: 1 } => Some(Reason::Searched { nodes: 12_345 }),
            Reason::Searched { .. } => Some(Reason::Tried { cases: 12_345 }),
            Reason::Tried { .. } => None,
        };
    }
    list
}

/// Every hint, likewise.
fn hints() -> Vec<HintReason> {
    let [flat, solid] = cells();
    let (piece, ways) = (|| String::from("A"), 7);
    let mut list = Vec::new();
    let mut next = Some(HintReason::OnlyFits { piece: piece(), cell: flat });
    while let Some(why) = next {
        list.push(why.clone());
        next = match why {
            HintReason::OnlyFits { cell, .. } if cell == flat => {
                Some(HintReason::OnlyFits { piece: piece(), cell: solid })
            }
            HintReason::OnlyFits { .. } => Some(HintReason::OnlyPlace { piece: piece() }),
            HintReason::OnlyPlace { .. } => Some(HintReason::OnlyLeads { piece: piece(), cell: flat, ways }),
            HintReason::OnlyLeads { cell, .. } if cell == flat => {
                Some(HintReason::OnlyLeads { piece: piece(), cell: solid, ways })
            }
            HintReason::OnlyLeads { .. } => Some(HintReason::Fewest { piece: piece(), cell: flat, ways }),
            HintReason::Fewest { cell, .. } if cell == flat => {
                Some(HintReason::Fewest { piece: piece(), cell: solid, ways })
            }
            HintReason::Fewest { .. } => Some(HintReason::FewestPlaces { piece: piece(), ways }),
            HintReason::FewestPlaces { .. } => None,
        };
    }
    list
}

/// Every stop, likewise.
fn stops() -> Vec<Stop> {
    let mut list = vec![Stop::Time];
    while let Some(next) = match list[list.len() - 1] {
        Stop::Time => Some(Stop::Nodes),
        Stop::Nodes => Some(Stop::Memory),
        Stop::Memory => Some(Stop::Interrupted),
        Stop::Interrupted => Some(Stop::Refused),
        Stop::Refused => Some(Stop::TooMany),
        Stop::TooMany => None,
    } {
        list.push(next);
    }
    list
}

/// What is said of boards after `PLACED` that cannot be.
fn placed() -> impl Iterator<Item = String> {
    let boards = ["A.", "A\n..", "A..\n...\nA", "Z.\n..", " .\n..", "A.\n.A"];
    let flat = boards.map(|board| format!("2 2 1\nDEFAULT\nAA\nPLACED\n{board}\n"));
    let masked = "1 3 1\nCUSTOM\nXX.\nAA\nPLACED\n.AA\n".into();
    let copies = "2 2 1\nDEFAULT\nAA\nCOPIES A 2\nPLACED\nAA\nA.\n".into();
    flat.into_iter().chain([masked, copies]).map(|text| text::read(&text).unwrap_err().to_string())
}

#[test]
fn every_sentence_is_listed() {
    let reasons = reasons().into_iter().map(|reason| reason.to_string());
    let hints = hints().into_iter().map(|hint| hint.to_string());
    let stops = stops().into_iter().map(|stop| stop.to_string());
    let said: Vec<String> = reasons.chain(hints).chain(stops).chain(placed()).collect();
    let listed: Vec<&str> = SENTENCES.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(said, listed);
}

/// The code of each, and that a sentence in another language has all its values.
#[test]
fn codes_and_values_are_all_that_a_sentence_needs() {
    let reasons = reasons().into_iter().map(|reason| serde_json::to_string(&reason).unwrap());
    let hints = hints().into_iter().map(|hint| serde_json::to_string(&hint).unwrap());
    let stops = stops().into_iter().map(|stop| serde_json::to_string(&Explanation::from(stop)).unwrap());
    let said: Vec<String> = reasons.chain(hints).chain(stops).collect();
    let listed: Vec<&str> = CODES.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(said, listed);
}
