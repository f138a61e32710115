//! Reading and writing: bad and odd files, places of mistakes, and that what is printed is read back.

use proptest::prelude::*;
use ubin::pack::text::{self, PackTextError};
use ubin::pack::{PackBoard, PackOutcome, PackPlan, Piece, Puzzle, Spot, sets, solve};
use ubin::run::{Control, Limits, Run};
use ubin::text::Mistake;

const EXPECTED: &str = include_str!("../../../testdata/invalid/EXPECTED.csv");

/// The exit code that a front end gives for `solve`.
fn exit_code(text: &str) -> u8 {
    let Ok(reading) = text::read(text) else { return 2 };
    let control = Control::new();
    match solve::solve(&reading.puzzle, PackPlan::default(), &mut Run::new(Limits::default(), &control)).outcome {
        PackOutcome::Solved(_) => 0,
        PackOutcome::Impossible(_) => 1,
        PackOutcome::Stopped(_) => 3,
    }
}

#[test]
fn bad_and_odd_files_get_their_exit_codes() {
    // The sliding boards among them are read by the other family.
    for line in EXPECTED.lines().skip(1).filter(|line| !line.starts_with("sl_")) {
        let fields: Vec<&str> = line.splitn(3, ';').collect();
        let path = format!("{}/../../testdata/invalid/{}", env!("CARGO_MANIFEST_DIR"), fields[0]);
        let text = std::fs::read_to_string(path).expect("the file is there");
        assert_eq!(exit_code(&text).to_string(), fields[1], "{}: {}", fields[0], fields[2]);
    }
}

fn check(text: &str, code: &str, line: usize, column: usize) {
    let mistake: PackTextError = text::read(text).expect_err(text);
    let place = mistake.place().map(|place| (place.line, place.column));
    assert_eq!((mistake.code(), place), (code, Some((line, column))), "{text:?}: {mistake}");
}

#[test]
fn every_mistake_has_its_place() {
    check("2 2", "header", 1, 1);
    check("2 2 1 1\nDEFAULT\nA", "header", 1, 7);
    check("2 two 1\nDEFAULT\nA", "not-a-number", 1, 3);
    check("2 129 1\nDEFAULT\nA", "out-of-range", 1, 3);
    check("2 -2 1\nDEFAULT\nA", "out-of-range", 1, 3);
    check("2 2 99999999999999999999\nDEFAULT\nA", "out-of-range", 1, 5);
    check("2 2 1\n", "no-kind", 2, 1);
    check("2 2 1\nROUND\nA", "unknown-kind", 2, 1);
    check("2 2 1\nBOX\nA", "no-height", 2, 1);
    check("2 2 1\nBOX 2 2\nA", "after-kind", 2, 7);
    check("2 3 1\nPYRAMID\nA", "pyramid-not-square", 1, 1);
    check("2 2 1\nCUSTOM\nXX\n", "mask-rows", 4, 1);
    check("2 2 1\nCUSTOM\nXXX\nXX\nA", "mask-width", 3, 1);
    check("2 2 1\nCUSTOM\nX?\nXX\nA", "mask-character", 3, 2);
    check("2 2 1\nDEFAULT\nA*\n", "shape-character", 3, 2);
    check("2 2 1\nDEFAULT\nA\tA\n", "tab", 3, 2);
    check("2 2 1\nDEFAULT\nA\n AB\n", "two-letters", 4, 3);
    check("2 2 1\nDEFAULT\nAA\nCOPY A 2\n", "unknown-line", 4, 1);
    check("2 2 1\nDEFAULT\nAA\nAB A\n", "two-letters", 4, 2);
    check("2 2 3\nDEFAULT\nA\nB\n A\n", "letter-again", 5, 2);
    check("2 2 1\nBOX 2\n/\nA\n", "slash", 3, 1);
    check("2 2 1\nDEFAULT\n/\nA\n", "flat-slash", 3, 1);
    check("2 2 1\nCUSTOM\nXX\nXX\nA\n  /\nA\n", "flat-slash", 6, 3);
    check("1 2 1\nDEFAULT\nAA\nPLACED too\nAA\n", "after-kind", 4, 8);
    check("1 2 1\nDEFAULT\nAA\nPLACED\n A\n", "placed-space", 5, 1);
    check("1 4 1\nCUSTOM\n.X.X\nA A\nPLACED\n  .\n", "placed-width", 6, 1);
    check("2 2 2\nBOX 2\nA\n/\nB\n", "slash", 4, 1);
    check("2 2 2\nDEFAULT\nA\n", "piece-count", 1, 5);
    check("1 2 1\nDEFAULT\nAA\nPLACED\n", "placed-rows", 5, 1);
    check("1 2 1\nDEFAULT\nAA\nPLACED\nA\n", "placed-width", 5, 1);
    check("1 2 1\nDEFAULT\nAA\nPLACED\n.B\n", "placed-unknown", 5, 2);
    check("1 2 1\nCUSTOM\nX.\nA\nPLACED\n.A\n", "placed-off-board", 6, 2);
    check("1 2 1\nDEFAULT\nAA\nPLACED\n.A\n", "placed-shape", 5, 2);
    check("1 2 1\nDEFAULT\nAA\nPLACED\nAA\nAA\n", "after-placed", 6, 1);
    assert_eq!(text::read("").unwrap_err().place(), None);
}

#[test]
fn odd_but_right_texts_are_read() {
    let plain = text::read("2 2 2\nDEFAULT\nAA\nBB\n").unwrap().puzzle;
    for odd in [
        "\u{feff}2 2 2\r\nDefault\r\nAA\r\nBB\r\n",
        "\n  2   2\t2 \n\ndefault  \n\nAA  \n\n\nBB",
        "2 2 2\nDEFAULT\n AA\n BB\n",
    ] {
        assert_eq!(text::read(odd).unwrap().puzzle, plain, "{odd:?}");
    }
    let two_parts = text::read("1 3 2\nDEFAULT\nA A\nB\n").unwrap();
    assert_eq!(two_parts.warnings[0].to_string(), "piece A is in 2 parts that do not touch");
    // A number without a name is a name; what is said of how many there are tells that it was meant.
    for (said, warnings) in [("PIECE x2", 1), ("PIECE X12", 1), ("PIECE x2 x1", 0), ("PIECE x", 0), ("PIECE x2a", 0)] {
        let reading = text::read(&format!("1 2 1\nDEFAULT\n{said}\nAA\n")).unwrap();
        assert_eq!(reading.warnings.len(), warnings, "{said}");
    }
    let meant = text::read("1 4 1\nDEFAULT\nPIECE x2\nAA\nCOPIES x2 2\n").unwrap();
    assert_eq!((meant.warnings, meant.puzzle.amount(0).most), (vec![], 2));
    let tower = text::read("2 2 3\nBOX 2\nA\n/\nAA\nB\nB\n/\n\nB\nC\n").unwrap().puzzle;
    assert_eq!(tower.pieces().iter().map(|piece| piece.spots().len()).collect::<Vec<_>>(), [3, 3, 1]);
}

/// Six cubes around one: no orientation has a cell in the first row of its top layer.
const CROSS: &str = " A\n/\n A\nAAA\n A\n/\n\n A\n";

#[test]
fn placed_boards_are_read_as_they_are_printed() {
    let head = "4 5 2\nCUSTOM\n..X..\nXXX..\n.....\n...X.\n  A\nAAA\nB\nPLACED\n";
    let full = text::read(&format!("{head}..A..\nAAA..\n.....\n.....\n")).unwrap().puzzle;
    assert_eq!(full.placed().len(), 1);
    // Spaces outside, trailing ones cut off, a row without a cell as a blank line or not at all.
    for printed in ["  A\nAAA\n\n   .\n", "  A  \nAAA  \n     \n   . \n", "  A\nAAA\n   .\n", "  A..\nAAA\n.\n   .\n"] {
        assert_eq!(text::read(&format!("{head}{printed}")).unwrap().puzzle, full, "{printed:?}");
    }
}

#[test]
fn a_top_layer_may_begin_with_an_empty_row() {
    let cross = |before: &str| text::read(&format!("3 3 2\nBOX 3\nB\n{before}{CROSS}")).unwrap();
    for right in [" \n", "   \r\n", "\n\n \n"] {
        let reading = cross(right);
        assert_eq!(reading.warnings, [], "{right:?}");
        reads_back(&reading.puzzle);
        let centre = Spot { layer: 2, row: 1, col: 1 };
        assert!(reading.puzzle.pieces()[1].spots().contains(&centre), "{right:?}");
    }
    // An empty line is no row, which may come as a surprise, so the reader says it; not where all pieces are separated so.
    for (before, between) in [("", ""), ("\n", ""), (" \n\n", ""), ("\n\n", "\n"), ("\n", "\n")] {
        let reading = text::read(&format!("3 3 3\nBOX 3\nB\n{before}{CROSS}{between}C\n")).unwrap();
        let flat_top = Spot { layer: 2, row: 0, col: 1 };
        assert!(reading.puzzle.pieces()[1].spots().contains(&flat_top), "{before:?}");
        let warnings: Vec<String> = reading.warnings.iter().map(ToString::to_string).collect();
        let lost =
            "an empty line before piece A is no row of it: put a space there if its top layer begins with an empty row";
        let is_odd = before.matches('\n').count() > between.len() || before == " \n\n";
        assert_eq!(warnings, if is_odd { vec![lost.to_string()] } else { vec![] }, "{before:?} {between:?}");
    }
}

#[test]
fn lines_of_spaces_before_a_flat_piece_mean_nothing() {
    let plain = text::read("2 2 2\nDEFAULT\nAA\nBB\n").unwrap();
    assert_eq!(text::read("2 2 2\nDEFAULT\n  \nAA\n \n \nBB\n  ").unwrap(), plain);
    let tall = text::read("1 1 2\nBOX 2\nA\n \nB\n").unwrap().puzzle;
    assert_eq!(tall, text::read("1 1 2\nBOX 2\nA\nB\n").unwrap().puzzle);
}

#[test]
fn ten_megabytes_are_no_trouble() {
    let row = "A".repeat(10_000_000);
    assert_eq!(exit_code(&format!("1 1 1\nDEFAULT\n{row}\n")), 1);
    assert_eq!(exit_code(&format!("{row} 1 1\n")), 2);
    assert_eq!(exit_code(&format!("2 2 1\nDEFAULT\n{}A", "\n".repeat(10_000_000))), 1);
    assert_eq!(exit_code(&format!("2 2 1\nDEFAULT\n{}", "A\n".repeat(5_000_000))), 1);
    assert_eq!(exit_code(&"1 1 1\nDEFAULT\nA\n/\n".repeat(600_000)), 2);
}

fn reads_back(puzzle: &Puzzle) {
    let text = puzzle.to_string();
    assert_eq!(text::read(&text).map(|reading| reading.puzzle).as_ref(), Ok(puzzle), "{text}");
}

#[test]
fn what_is_printed_is_read_back() {
    for set in &sets::SETS {
        let mut puzzle = set.puzzle();
        reads_back(&puzzle);
        let control = Control::new();
        let answer = solve::solve(&puzzle, PackPlan::default(), &mut Run::new(Limits::default(), &control));
        let PackOutcome::Solved(solution) = answer.outcome else { panic!("{} can be solved", set.name) };
        for piece in [1, 4] {
            puzzle.place(solution.placements(&puzzle)[piece].clone()).unwrap();
        }
        reads_back(&puzzle);
    }
}

fn a_piece(letter: char) -> impl Strategy<Value = Piece> {
    let spot = (0u32..4, 0u32..4, 0u32..4).prop_map(|(layer, row, col)| Spot { layer, row, col });
    prop::collection::btree_set(spot, 1..9)
        .prop_map(move |spots| Piece::new(letter, spots.into_iter().collect()).unwrap())
}

proptest! {
    #[test]
    fn pieces_in_space_are_read_back(pieces in (a_piece('A'), a_piece('B'), a_piece('C')), pyramid in any::<bool>()) {
        let board = if pyramid { PackBoard::pyramid(5) } else { PackBoard::cuboid(4, 4, 4) };
        reads_back(&Puzzle::new(board.unwrap(), vec![pieces.0, pieces.1, pieces.2]).unwrap());
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[ 0-9A-Zax./\\t\\r\\n]{0,80}|.{0,40}") {
        let _ = text::read(&text);
    }

    #[test]
    fn no_damage_makes_the_reader_panic(set in 0..sets::SETS.len(), at in 0usize..400, with in "[ 0-9A-Z./\\n]{0,3}") {
        let mut text = sets::SETS[set].text();
        let at = at.min(text.len());
        text.replace_range(at..(at + 1).min(text.len()), &with);
        if let Ok(reading) = text::read(&text) {
            reads_back(&reading.puzzle);
        }
    }
}

/// `SPARE * A` was told that there is no piece called `*`.
#[test]
fn a_star_stands_for_all_pieces_alone() {
    let read = |line: &str| text::read(&format!("2 2 1\nDEFAULT\nAA\n{line}\n")).map(|_| ());
    assert_eq!(read("SPARE *"), Ok(()));
    for line in ["SPARE * A", "SPARE A *", "SPARE"] {
        let error = read(line).unwrap_err();
        assert!(matches!(error, PackTextError::SpareLine { .. }), "{line}: {error}");
    }
}
