//! Answers to packing puzzles: right ones pass, and each corruption is refused for what it is.

use serde_json::{Value, json};
use ubin_verify::pack::{Checker, Packing};
use ubin_verify::{PieceFault, Proof, Terms, Wrong, verify};

const COURSE: &str = "5 5 7\nDEFAULT\nA\nAA\nB\nBB\nC\nCC\nD\nDD\nEE\nEE\nE\nFF\nFF\nF\nGGG\n";
const ROWS: [&str; 5] = ["AGGGD", "AABDD", "CCBBF", "CEEFF", "EEEFF"];

fn solved() -> Value {
    json!({
        "puzzle": "pack", "kind": "default", "rows": 5, "cols": 5, "pieces": 7, "cells": 25, "piece_cells": 25,
        "status": "solved", "solution": ROWS, "method": "cover", "nodes": 41, "cases": 120, "time_ms": 0.05, "reason": null,
    })
}

fn asked(answer: &Value) -> Result<Proof, Wrong> {
    verify(COURSE, &answer.to_string(), &Terms::default())
}

fn rows(puzzle: &str, rows: &str) -> Result<Proof, Wrong> {
    verify(puzzle, rows, &Terms::default())
}

fn fault(piece: &str, fault: PieceFault) -> Result<Proof, Wrong> {
    Err(Wrong::Piece { piece: piece.into(), fault })
}

#[track_caller]
fn fills(puzzle: &str, shown: &str, pieces: &str) {
    let proof = rows(puzzle, shown).unwrap_or_else(|wrong| panic!("{wrong}"));
    let proof = proof.to_string();
    // Between them stands how many cells are empty, if any are.
    assert!(proof.starts_with("Proven: it fills the board") && proof.ends_with(&format!(" with {pieces}.")), "{proof}");
}

/// The course's solution with these rows instead.
fn with_rows(change: impl FnOnce(&mut Vec<String>)) -> Result<Proof, Wrong> {
    let mut shown: Vec<String> = ROWS.map(String::from).into();
    change(&mut shown);
    let mut answer = solved();
    answer["solution"] = json!(shown);
    let wrong = asked(&answer);
    if !shown.iter().any(|row| row.contains(':')) {
        assert_eq!(rows(COURSE, &shown.join("\n")).is_ok(), wrong.is_ok(), "as text it is judged as in JSON");
    }
    wrong
}

/// Whether an answer is refused for what it says in a field.
fn is_claim(judged: &Result<Proof, Wrong>, name: &str) -> bool {
    matches!(judged, Err(Wrong::Claim { field, .. }) if field == name)
}

#[test]
fn a_right_answer_fills_the_board() {
    assert_eq!(asked(&solved()).unwrap().to_string(), "Proven: it fills the board with all 7 pieces, each once.");
    fills(COURSE, &ROWS.join("\n"), "all 7 pieces, each once");
    fills(COURSE, &(ROWS.join("\n") + "\n\nBy cover: 41 nodes, 120 cases, 0.05 ms\n"), "all 7 pieces, each once");
    let lines = "{\"puzzle\":\"pack\",\"number\":1,\"solution\":[\"AA\",\"BB\"]}\n{\"puzzle\":\"pack\",\"number\":2,\"solution\":[\"AB\",\"AB\"]}\n\
        {\"puzzle\":\"pack\",\"status\":\"solved\",\"solutions\":2,\"complete\":false}";
    let proof = verify("2 2 2\nDEFAULT\nAA\nBB", lines, &Terms::default()).unwrap();
    assert_eq!(
        proof.to_string(),
        "Proven: it fills the board with all 2 pieces, each once. Not proven: the number of solutions."
    );
}

#[test]
fn a_piece_moved() {
    assert_eq!(with_rows(|rows| rows[0] = "GGGAD".into()), fault("A", PieceFault::Shape));
}

#[test]
fn a_piece_of_another_shape() {
    assert_eq!(with_rows(|rows| rows[2] = "CCBFF".into()), fault("B", PieceFault::Shape));
    // As many cells, in another order.
    assert_eq!(rows("2 4 2\nDEFAULT\nAAAA\nBBBB", "AABB\nAABB"), fault("A", PieceFault::Shape));
    assert_eq!(
        rows("2 4 2\nDEFAULT\nAAA\nA\nBBB\nB", "AAAB\nABBB"),
        rows("2 4 2\nDEFAULT\nAAA\nA\nBBB\nB", "BAAA\nBBBA")
    );
    assert_eq!(rows("2 4 2\nDEFAULT\nAAA\n A\nBBB\nB", "AAAB\nABBB"), fault("A", PieceFault::Shape));
}

#[test]
fn a_piece_twice_and_one_missing() {
    let dominoes = "2 3 3\nDEFAULT\nAA\nBB\nCC";
    fills(dominoes, "AAB\nCCB", "all 3 pieces, each once");
    assert_eq!(rows(dominoes, "AAB\nAAB"), fault("A", PieceFault::TooOften));
    assert_eq!(rows(dominoes, "BBC\nBBC"), fault("A", PieceFault::Absent));
    assert_eq!(rows("1 4 2\nDEFAULT\nAA\nBBBB", "BBBB"), fault("A", PieceFault::Absent));
    assert_eq!(rows("1 3 1\nDEFAULT\nAA", "AAZ"), Err(Wrong::NoPiece { layer: 1, row: 1, col: 3 }));
    assert_eq!(rows("1 3 1\nDEFAULT\nAA\nGAPS 1", "AAé"), Err(Wrong::Outside { layer: 1, row: 1, col: 4 }));
}

#[test]
fn a_bare_cell() {
    assert_eq!(rows("1 3 1\nDEFAULT\nAA", "AA."), Err(Wrong::Bare { layer: 1, row: 1, col: 3 }));
    assert_eq!(rows("2 2 1\nDEFAULT\nAA", "AA\n. "), Err(Wrong::Size { what: "columns", found: 1, expected: 2 }));
    let answer = json!({"solution": ["AA", "  "]}).to_string();
    assert_eq!(rows("2 2 1\nDEFAULT\nAA", &answer), Err(Wrong::Bare { layer: 1, row: 2, col: 1 }));
    assert_eq!(with_rows(|rows| rows[4] = "EEEF.".into()), fault("F", PieceFault::Shape));
}

#[test]
fn rows_too_short_too_long_too_few_too_many() {
    let size = |what, found| Err(Wrong::Size { what, found, expected: 5 });
    assert_eq!(with_rows(|rows| rows[1] = "AABD".into()), size("columns", 4));
    for long in ["AABDDD", "AABDD."] {
        assert_eq!(with_rows(|rows| rows[1] = long.into()), Err(Wrong::Outside { layer: 1, row: 2, col: 6 }));
    }
    assert!(with_rows(|rows| rows[1] = "AABDD ".into()).is_ok());
    assert_eq!(with_rows(|rows| drop(rows.pop())), size("rows", 4));
    assert_eq!(with_rows(|rows| rows.push("EEEFF".into())), size("rows", 6));
    let layers = json!({"layers": [ROWS, ROWS]});
    assert_eq!(asked(&layers), Err(Wrong::Size { what: "layers", found: 2, expected: 1 }));
    let mut checker = Checker::new(Packing::read(COURSE).unwrap()).unwrap();
    assert_eq!(checker.pieces(&[0u8; 24]), Err(Wrong::Size { what: "cells", found: 24, expected: 25 }));
}

#[test]
fn a_mirrored_piece_where_that_is_forbidden() {
    let puzzle = "2 4 2\nDEFAULT\nAAA\nA\nBBB\nB";
    let one_sided = Terms { no_flip: true, ..Terms::default() };
    assert!(verify(puzzle, "AAAB\nABBB", &one_sided).is_ok());
    assert!(verify(puzzle, "ABBB\nAAAB", &Terms::default()).is_ok());
    assert_eq!(verify(puzzle, "ABBB\nAAAB", &one_sided), fault("A", PieceFault::Mirrored));
    assert_eq!(verify(puzzle, "AABB\nAABB", &one_sided), fault("A", PieceFault::Shape));
    // Turned by a quarter, a half, three quarters.
    let turned = "3 4 3\nDEFAULT\nAAA\nA\nBBB\nB\nCCCC";
    assert!(verify(turned, "CCCC\nBAAA\nBBBA", &Terms::default()).is_ok());
    assert_eq!(verify(turned, "CCCC\nBAAA\nBBBA", &one_sided), fault("A", PieceFault::Mirrored));
    for (shown, is_right) in [("AAAB\nABBB", true), ("BBBA\nBAAA", true), ("BAAA\nBBBA", false)] {
        assert_eq!(verify(puzzle, shown, &one_sided).is_ok(), is_right, "{shown}");
    }
    let upright = "4 2 2\nDEFAULT\nAAA\nA\nBBB\nB";
    assert!(verify(upright, "AA\nBA\nBA\nBB", &one_sided).is_ok());
    assert!(verify(upright, "AA\nAB\nAB\nBB", &one_sided).is_err());
}

#[test]
fn a_placed_piece_moved() {
    let puzzle = "2 3 3\nDEFAULT\nAA\nBB\nCC\nPLACED\n.AA\n...";
    fills(puzzle, "BAA\nBCC", "all 3 pieces, each once");
    assert_eq!(rows(puzzle, "AAB\nCCB"), fault("A", PieceFault::Moved));
    let placed = |rows_: &str| rows(&format!("2 3 3\nDEFAULT\nAA\nBB\nCC\nPLACED\n{rows_}"), "AAB\nCCB");
    assert_eq!(placed("AAA\n..."), fault("A", PieceFault::Shape));
    assert_eq!(placed("A.A\n..."), fault("A", PieceFault::Shape));
    for odd in ["AZ.\n...", "AA.", "AA..\n..."] {
        assert!(matches!(placed(odd), Err(Wrong::Unreadable { what: "puzzle", .. })), "{odd}");
    }
}

#[test]
fn wrong_facts_of_the_puzzle() {
    for field in ["puzzle", "kind", "rows", "cols", "pieces", "cells", "piece_cells"] {
        for value in [json!(3), json!("box"), Value::Null] {
            let mut answer = solved();
            answer[field] = value;
            assert!(is_claim(&asked(&answer), field), "{field}");
        }
    }
    let height = json!({"height": 2, "layers": [["AB"], ["AB"]]}).to_string();
    assert!(rows("1 2 2\nBOX 2\nA\n/\nA\nB\n/\nB", &height).is_ok());
    assert!(is_claim(&rows("1 2 2\nBOX 2\nA\n/\nA\nB\n/\nB", &height.replace("t\":2", "t\":3")), "height"));
}

#[test]
fn the_answer_to_another_puzzle() {
    let other = COURSE.replace("GGG", "GG\nG");
    assert_eq!(verify(&other, &solved().to_string(), &Terms::default()), fault("G", PieceFault::Shape));
    assert!(is_claim(&rows("1 2 3/4 5 6/7 8 -", &solved().to_string()), "puzzle"));
}

#[test]
fn a_status_without_its_solution() {
    let mut answer = solved();
    answer["solution"] = Value::Null;
    assert_eq!(asked(&answer), Err(Wrong::Missing { field: "solution", status: "solved".into() }));
    answer["status"] = json!("limit");
    assert!(asked(&answer).is_ok());
    answer["status"] = json!("fine");
    assert!(matches!(asked(&answer), Err(Wrong::Unreadable { .. })));
    for solution in [json!("AGGGD"), json!([1, 2]), json!({"A": 1})] {
        answer["solution"] = solution;
        assert!(matches!(asked(&answer), Err(Wrong::Unreadable { .. })));
    }
}

#[test]
fn no_solution_is_proven_by_cells_or_left_open() {
    let claim =
        |why: Value| json!({"puzzle": "pack", "status": "unsolvable", "solution": null, "why": why}).to_string();
    let short = "5 5 1\nDEFAULT\nAA";
    let proof = rows(short, &claim(json!({"code": "cells", "pieces": 2, "board": 25}))).unwrap();
    assert_eq!(proof.to_string(), "Proven: there is no solution, for the cells do not add up.");
    assert!(rows("1 1 1\nDEFAULT\nAA", &claim(Value::Null)).unwrap().open.is_empty());
    let open = rows(COURSE, &claim(json!({"code": "searched"}))).unwrap();
    assert_eq!(open.to_string(), "Not proven: that there is no solution (it needs a search).");
    assert!(is_claim(&rows(COURSE, &claim(json!({"code": "cells"}))), "why"));
    let mut answer = solved();
    answer["status"] = json!("unsolvable");
    assert!(is_claim(&asked(&answer), "status"));
    // With gaps and spare pieces there is room.
    for (lines, is_open) in
        [("GAPS 23", true), ("GAPS 22", false), ("GAPS 24", false), ("SPARE A\nGAPS 25", true), ("COPIES A 13", false)]
    {
        let proof = rows(&format!("{short}\n{lines}"), &claim(Value::Null)).unwrap();
        assert_eq!(!proof.open.is_empty(), is_open, "{lines}");
    }
}

/// They passed beside their status: a puzzle that is solved and cannot be, and solutions of one that has none.
#[test]
fn what_goes_with_another_status_is_refused() {
    let (dominoes, too_large) = ("2 3 3\nDEFAULT\nAA\nBB\nCC", "1 1 1\nDEFAULT\nAA");
    for (puzzle, status, field, right, wrong) in [
        (dominoes, "solved", "solvable", json!(true), json!(false)),
        (dominoes, "unsolvable", "solvable", json!(false), json!(true)),
        (dominoes, "unsolvable", "solutions", json!(0), json!(3)),
        (too_large, "limit", "solutions", json!(0), json!(1)),
    ] {
        let judge = |value: Value| {
            let mut answer = json!({"puzzle": "pack", "status": status, "solutions": 0});
            if field == "solvable" {
                answer.as_object_mut().unwrap().remove("solutions");
            }
            answer[field] = value;
            rows(puzzle, &answer.to_string())
        };
        assert!(judge(right).is_ok(), "{status} {field}");
        assert!(is_claim(&judge(wrong), field), "{status} {field}");
    }
}

#[test]
fn placements_are_checked_one_by_one_and_against_the_rows() {
    let puzzle = "2 2 2\nDEFAULT\nAA\nBB";
    let answer =
        |placements: Value| json!({"status": "solved", "solution": ["AB", "AB"], "placements": placements}).to_string();
    let at = |piece: &str, cells: Value| json!({"piece": piece, "cells": cells});
    let (a, b) = (at("A", json!([[0, 0], [1, 0]])), at("B", json!([[0, 1], [1, 1]])));
    let asked = |placements: Value| rows(puzzle, &answer(placements));
    assert!(asked(json!([a, b])).is_ok());
    assert_eq!(asked(json!([a])), Err(Wrong::Piece { piece: "B".into(), fault: PieceFault::Absent }));
    assert_eq!(asked(json!([a, b, b])), fault("B", PieceFault::Overlap));
    assert_eq!(asked(json!([at("B", json!([[0, 1], [1, 0]]))])), fault("B", PieceFault::Shape));
    assert_eq!(asked(json!([a, at("B", json!([[0, 1]]))])), fault("B", PieceFault::Shape));
    assert_eq!(asked(json!([a, at("B", json!([[0, 2], [1, 2]]))])), fault("B", PieceFault::OffBoard));
    assert_eq!(asked(json!([a, at("C", json!([[0, 1], [1, 1]]))])), fault("C", PieceFault::Unknown));
    let lying = json!([at("A", json!([[0, 0], [0, 1]])), at("B", json!([[1, 0], [1, 1]]))]);
    assert_eq!(asked(lying), Err(Wrong::Differ));
    for odd in [
        json!(3),
        json!([3]),
        json!([{"piece": "A"}]),
        json!([at("A", json!([[0]]))]),
        json!([at("A", json!([["0", 1]]))]),
    ] {
        assert!(matches!(asked(odd), Err(Wrong::Unreadable { .. })));
    }
    // Two copies are two placements, not one.
    let copies = "1 4 1\nDEFAULT\nAA\nCOPIES A 2";
    let one = json!({"placements": [at("A", json!([[0, 0], [0, 1], [0, 2], [0, 3]]))]}).to_string();
    assert_eq!(rows(copies, &one), fault("A", PieceFault::Shape));
    let two = json!({"placements": [at("A", json!([[0, 0], [0, 1]])), at("A", json!([[0, 2], [0, 3]]))]}).to_string();
    assert!(rows(copies, &two).is_ok());
    // `check` counts placements under this name.
    let check = json!({"status": "solved", "solvable": true, "placements": [["A", 4], ["B", 4]]}).to_string();
    assert!(rows(puzzle, &check).is_ok());
}

#[test]
fn copies_spare_pieces_and_gaps() {
    let copies = "2 3 1\nDEFAULT\nAA\nCOPIES A 3\n";
    fills(copies, "AAA\nAAA", "3 pieces, as asked");
    assert_eq!(rows(&copies.replace('3', "4").replacen("2 4", "2 3", 1), "AAA\nAAA"), fault("A", PieceFault::Absent));
    assert_eq!(rows(&copies.replace("A 3", "A 2"), "AAA\nAAA"), fault("A", PieceFault::TooOften));
    assert!(rows(&copies.replace("A 3", "A 4\nSPARE A"), "AAA\nAAA").is_ok());
    assert!(rows(&copies.replace("A 3", "A 4\nSPARE *"), "AAA\nAAA").is_ok());
    // A piece more than there are, because one is left out: not each once.
    let half = "1 4 2\nDEFAULT\nAA\nBB\nSPARE *\nGAPS ANY";
    fills(half, "AA..", "1 piece, as asked");
    assert!(rows(half, "AA..").unwrap().to_string().contains("the board but 2 cells with"));
    fills("1 4 2\nDEFAULT\nAA\nBB\nCOPIES A 2\nSPARE B", "AAAA", "2 pieces, as asked");
    // Two rows of three do not fall into straight threes and a bent one.
    assert_eq!(rows("3 3 1\nDEFAULT\nAA\nA\nCOPIES A 3", "AAA\nAAA\nAAA"), fault("A", PieceFault::Shape));
    fills("2 3 1\nDEFAULT\nAA\nA\nCOPIES A 2", "AAA\nAAA", "2 pieces, as asked");
    fills("1 4 2\nDEFAULT\nAA\nB\nCOPIES B 2\nSPARE B\nGAPS ANY", "AAB.", "2 pieces, as asked");
    assert_eq!(rows("2 2 1\nDEFAULT\nAA\nGAPS 1", "AA\n.."), Err(Wrong::Gaps { found: 2, least: 1, most: 1 }));
    for (gaps, is_right) in
        [("2", true), ("0..1", false), ("1..4", true), ("ANY", true), ("any", true), ("3..4", false)]
    {
        assert_eq!(rows(&format!("2 2 1\nDEFAULT\nAA\nGAPS {gaps}"), "AA\n..").is_ok(), is_right, "{gaps}");
    }
    // A placed copy stays one copy: what is left must be copies by itself.
    let placed = "1 6 1\nDEFAULT\nAA\nCOPIES A 3\nPLACED\n.AA...";
    assert_eq!(rows(placed, "AAAAAA"), fault("A", PieceFault::Shape));
    assert!(rows(&placed.replace(".AA...", "..AA.."), "AAAAAA").is_ok());
}

#[test]
fn a_hint_is_a_piece_beside_those_on_the_board() {
    let puzzle = "2 3 2\nDEFAULT\nAAA\nA\nBB\nPLACED\nAAA\nA..\n";
    let asked = |puzzle: &str, piece: Value, cells: Value| {
        rows(puzzle, &json!({"status": "solved", "piece": piece, "placement": cells}).to_string())
    };
    assert!(asked(puzzle, json!("B"), json!([[1, 2, 2], [1, 2, 3]])).is_ok());
    assert!(asked(puzzle, Value::Null, json!([])).is_ok(), "every piece is placed");
    assert_eq!(asked(puzzle, json!("B"), json!([[1, 2, 1], [1, 2, 2]])), fault("B", PieceFault::Overlap));
    assert_eq!(asked(puzzle, json!("B"), json!([[1, 2, 3], [1, 2, 4]])), fault("B", PieceFault::OffBoard));
    assert_eq!(asked(puzzle, json!("B"), json!([[1, 2, 3]])), fault("B", PieceFault::Shape));
    assert_eq!(asked(puzzle, json!("B"), json!([])), fault("B", PieceFault::Shape));
    assert_eq!(asked(puzzle, json!("C"), json!([[1, 2, 2], [1, 2, 3]])), fault("C", PieceFault::Unknown));
    let twice = "2 3 2\nDEFAULT\nAAA\nA\nBB\nPLACED\n...\n.BB\n";
    assert_eq!(asked(twice, json!("B"), json!([[1, 1, 1], [1, 1, 2]])), fault("B", PieceFault::TooOften));
    assert!(matches!(asked(puzzle, json!(3), json!([])), Err(Wrong::Unreadable { .. })));
    assert!(matches!(asked(puzzle, json!("B"), json!("row 2")), Err(Wrong::Unreadable { .. })));
    for far in [i32::MIN, i32::MAX] {
        assert_eq!(asked(puzzle, json!("B"), json!([[far, 1, 1], [1, far, far]])), fault("B", PieceFault::OffBoard));
    }
    // Layers count from below.
    let upright = "1 2 2\nBOX 2\nA\n/\nA\nBB\nPLACED\n..\n\nBB";
    assert_eq!(asked(upright, json!("A"), json!([[2, 1, 1], [1, 1, 1]])), fault("A", PieceFault::Overlap));
    assert!(asked(&upright.replace("..\n\nBB", "BB\n\n.."), json!("A"), json!([[1, 1, 1], [1, 1, 2]])).is_ok());
}

/// Dominoes on a square of 7x7 and a board of 6x8 with a link between them: that the link takes the corner of the square is seen only after every way to fill the rest.
#[test]
fn copies_that_are_too_many_to_find_are_taken_from_placements() {
    let puzzle = "15 8 1\nDEFAULT\nAA\nCOPIES A 50\nGAPS 20";
    let square = [".AAAAAAA"; 6].into_iter().chain(["AAAAAAAA"]);
    let shown: Vec<&str> = square.chain(["A.......", "A......."]).chain(["AAAAAAAA"; 6]).collect();
    assert_eq!(rows(puzzle, &shown.join("\n")), fault("A", PieceFault::Undecided));
    let domino = |cells: [[usize; 2]; 2]| json!({"piece": "A", "cells": cells});
    let across = (0..4).map(|pair| domino([[6, 2 * pair], [6, 2 * pair + 1]]));
    let upright = (0..50).map(|at| (at / 8 * 2, at % 8)).filter(|(row, col)| *row < 6 && *col > 0);
    let below = (0..25).map(|at| if at == 24 { (7, 0) } else { (9 + at / 8 * 2, at % 8) });
    let upright = upright.chain(below).map(|(row, col)| domino([[row, col], [row + 1, col]]));
    let placements: Vec<Value> = across.chain(upright).collect();
    let answer = |count: usize| json!({"solution": shown, "placements": placements[..count]}).to_string();
    assert_eq!(
        rows(puzzle, &answer(50)).unwrap().proves[0].text,
        "it fills the board but 20 cells with 50 pieces, as asked"
    );
    assert_eq!(rows(puzzle, &answer(49)), fault("A", PieceFault::Absent));
}

#[test]
fn a_placed_copy_may_not_be_left_out() {
    let puzzle = "1 4 2\nDEFAULT\nAA\nBB\nSPARE A\nGAPS ANY\nPLACED\nAA..";
    fills(puzzle, "AABB", "all 2 pieces, each once");
    assert_eq!(rows(puzzle, "..BB"), fault("A", PieceFault::Moved));
    // Placements across one that was placed.
    let across = "1 6 1\nDEFAULT\nAA\nCOPIES A 3\nGAPS ANY\nSPARE A\nPLACED\n.AA...";
    let laid = |first: u32| {
        let at = |col: u32| json!({"piece": "A", "cells": [[0, col], [0, col + 1]]});
        json!({"status": "solved", "placements": [at(first), at(first + 2)]}).to_string()
    };
    assert!(rows(across, &laid(1)).is_ok());
    assert_eq!(rows(across, &laid(0)), fault("A", PieceFault::Shape));
    assert_eq!(rows(across, &laid(2)), fault("A", PieceFault::Moved));
}

#[test]
fn named_pieces_have_marks_in_rows() {
    let puzzle = "1 4 2\nDEFAULT\nPIECE long-bar x1\n##\nPIECE B x2\n*\n";
    let placements = |first: [u32; 2]| {
        json!({"status": "solved", "placements": [
            {"piece": "long-bar", "cells": [[0, first[0]], [0, first[1]]]},
            {"piece": "B", "cells": [[0, 2]]}, {"piece": "B", "cells": [[0, 3]]},
        ]})
        .to_string()
    };
    assert!(rows(puzzle, &placements([0, 1])).is_ok());
    assert_eq!(rows(puzzle, &placements([0, 2])), fault("long-bar", PieceFault::Shape));
    assert!(rows(puzzle, "##BB").is_err());
    assert!(rows(puzzle, &json!({"solution": ["##BB"]}).to_string()).is_err());
    // Rows show the first letter of the name that is free.
    let mut shown: Value = serde_json::from_str(&placements([0, 1])).unwrap();
    shown["solution"] = json!(["llBB"]);
    assert!(rows(puzzle, &shown.to_string()).is_ok());
    shown["solution"] = json!(["BllB"]);
    assert_eq!(rows(puzzle, &shown.to_string()), Err(Wrong::Differ));
    assert!(rows(puzzle, "llBB").is_ok());
    assert_eq!(Packing::read(puzzle).unwrap().supplies[1].copies, 2);
}

#[test]
fn many_copies_are_given_up_not_searched_for_ever() {
    let singles = "100 100 1\nDEFAULT\nA\nCOPIES A 10000";
    fills(singles, &vec!["A".repeat(100); 100].join("\n"), "10000 pieces, as asked");
}

#[test]
fn balls_in_a_pyramid() {
    // A bent piece lies in the layer, or stands over a diagonal of it with its corner on top; three balls that all touch are none.
    let lying = "2 2 2\nPYRAMID\nAA\nA\nBB";
    fills(lying, "B\n\nAA\nAB", "all 2 pieces, each once");
    fills("2 2 2\nPYRAMID\nAA\nA\nB\n B", "A\n\nAB\nBA", "all 2 pieces, each once");
    assert_eq!(rows(lying, "A\n\nAA\nBB"), fault("A", PieceFault::Shape));
    // An edge of the pyramid is a straight line, in either family of diagonal planes.
    let edge = "3 3 1\nPYRAMID\nAAA\nGAPS ANY";
    fills(edge, "A\n\nA.\n..\n\nA..\n...\n...", "all 1 piece, each once");
    fills(edge, "A\n\n.A\n..\n\n..A\n...\n...", "all 1 piece, each once");
    assert_eq!(rows(edge, "A\n\nA.\n..\n\n...\n.A.\n..."), fault("A", PieceFault::Shape));
    // A piece with layers of its own: a ball on four.
    fills("2 2 1\nPYRAMID\nA\n/\nAA\nAA", "A\n\nAA\nAA", "all 1 piece, each once");
}

#[test]
fn cubes_are_turned_but_never_mirrored() {
    // The screws of the Soma cube are mirror images of each other.
    let screw = "2 2 1\nBOX 2\nA\nAA\n/\n\n A\nGAPS ANY";
    for shown in ["A.\nAA\n\n..\n.A", "AA\n.A\n\nA.\n.."] {
        fills(screw, shown, "all 1 piece, each once");
    }
    for shown in [".A\nAA\n\n..\nA.", "..\n.A\n\nA.\nAA"] {
        assert_eq!(rows(screw, shown), fault("A", PieceFault::Shape), "{shown}");
    }
    fills("1 2 2\nBOX 2\nA\n/\nA\nB\n/\nB", "AB\n\nAB", "all 2 pieces, each once");
    fills("1 2 2\nBOX 2\nA\n/\nA\nB\n/\nB", "AA\n\nBB", "all 2 pieces, each once");
}

#[test]
fn masks_and_their_outside() {
    let puzzle = "3 4 2\nCUSTOM\n.XX.\n....\nXXXX\nAA\nBBBB\n";
    for shown in [" AA\n\nBBBB", ".AA.\n....\nBBBB", " AA \nBBBB"] {
        fills(puzzle, shown, "all 2 pieces, each once");
    }
    assert_eq!(rows(puzzle, "AAA\n\nBBBB"), Err(Wrong::Outside { layer: 1, row: 1, col: 1 }));
    assert_eq!(rows(puzzle, " AAA\n\nBBBB"), Err(Wrong::Outside { layer: 1, row: 1, col: 4 }));
    assert_eq!(rows(puzzle, " AA\n\nBBB"), Err(Wrong::Size { what: "columns", found: 3, expected: 4 }));
    assert_eq!(rows(puzzle, " AA"), Err(Wrong::Size { what: "rows", found: 1, expected: 2 }));
    assert_eq!(rows(puzzle, " AA\nBBBB\nBBBB\nBBBB"), Err(Wrong::Size { what: "rows", found: 4, expected: 3 }));
    let tower = "1 2 1\nBOX 2\nAA\nSPARE A\nGAPS ANY";
    assert_eq!(rows(tower, "AA\n\n..\n\n.."), Err(Wrong::Size { what: "rows", found: 3, expected: 2 }));
}

#[test]
fn shapes_as_the_library_reads_them() {
    let cells = |text: &str| Packing::read(text).unwrap().supplies.remove(0).cells;
    assert_eq!(cells("5 5 1\nDEFAULT\n A\n\nA A\n"), [[0, 0, 1], [0, 2, 0], [0, 2, 2]]);
    // A line of spaces directly before the first letter is an empty row; an empty line is not.
    let cross = "3 3 1\nBOX 3\n \n A\n/\n A\nAAA\n A\n/\n\n A\n";
    assert_eq!(cells(cross)[0], [0, 1, 1]);
    assert_eq!(cells(cross).last(), Some(&[2, 1, 1]));
    assert_eq!(cells(&cross.replace("3\n \n A", "3\n\n A"))[0], [0, 0, 1]);
    assert_eq!(cells("\u{feff}2  2\t1\r\n default\r\n\r\nAA  \r\nAA\r\n").len(), 4);
    // A line with a tab is a blank line, whatever else is in it.
    assert_eq!(cells(&cross.replace("3\n \n A", "3\n \t\n A"))[0], [0, 0, 1]);
    assert_eq!(cells("2 2 1\nDEFAULT\nPIECE abcdefghijklmnopqrstuvwx\n#\n").len(), 1);
    let two = Packing::read("1 2 2\nCUSTOM\nXx\nX\nx\n").unwrap();
    assert_eq!(two.supplies.iter().map(|supply| supply.name.as_str()).collect::<Vec<_>>(), ["X", "x"]);
}

#[test]
fn what_is_no_puzzle_is_refused_with_its_line() {
    for (text, line) in [
        ("5 5\nDEFAULT\nA", 1),
        ("a b c\nDEFAULT\nA", 1),
        ("0 5 1\nDEFAULT\nA", 1),
        ("129 5 1\nDEFAULT\nA", 1),
        ("2 2 1\nDEFAULT 3\nA", 2),
        ("2 3 1\nPYRAMID\nA", 2),
        ("2 2 1\nBOX\nA", 2),
        ("2 2 1\nBOX 999\nA", 2),
        ("2 2 1\nCUSTOM\nXX\nXXX\nA", 4),
        ("2 2 1\nCUSTOM\nXX\nXY\nA", 4),
        ("2 2 1\nCUSTOM\nXX", 3),
        ("2 2 2\nDEFAULT\nA\nB\nA", 5),
        ("2 2 1\nDEFAULT\nAB", 3),
        ("2 2 1\nDEFAULT\nA\tA", 3),
        ("2 2 1\nDEFAULT\n1", 3),
        ("2 2 3\nDEFAULT\nA\nB", 4),
        ("2 2 1\nDEFAULT\nA\n/\nA", 4),
        ("2 2 1\nBOX 2\nA\n/", 4),
        ("2 2 1\nBOX 2\n/\nA", 3),
        ("2 2 2\nBOX 2\nA\n/\nB", 5),
        ("2 2 1\nDEFAULT\nA\nCOPIES B 3", 4),
        ("2 2 1\nDEFAULT\nA\nCOPIES A 0", 4),
        ("2 2 1\nDEFAULT\nA\nGAPS 4..2", 4),
        ("2 2 1\nDEFAULT\nA\nGAPS", 4),
        ("2 2 1\nDEFAULT\nA\nSPARE Z", 4),
        ("2 2 1\nDEFAULT\nPIECE a b\n#", 3),
        ("2 2 1\nDEFAULT\nPIECE a_b\n#", 3),
        ("2 2 1\nDEFAULT\nPIECE a 1 1\n#", 3),
        ("2 2 1\nDEFAULT\nPIECE abcdefghijklmnopqrstuvwxy\n#", 3),
        ("2 2 2\nDEFAULT\nPIECE a\nPIECE b\n#", 4),
        ("2 2 2\nDEFAULT\nPIECE a\n#\n*", 5),
        ("2 2 2\nDEFAULT\nPIECE a\n#\nPIECE a\n*", 5),
        ("2 2 1\nDEFAULT\nPIECE a\n#\nPLACED\na.\n.#", 7),
        ("2 2 1\nDEFAULT\nA\nPLACED\nA.\n..\n..", 7),
        ("2 2 1\nDEFAULT\nA\nPLACED now\nA.", 4),
    ] {
        match rows(text, "AA") {
            Err(Wrong::Unreadable { what: "puzzle", line: Some(found), .. }) => assert_eq!(found, line, "{text:?}"),
            other => panic!("{text:?}: {other:?}"),
        }
    }
}

/// The checker remembers: a wrong board between right ones is refused each time, and the right ones still pass.
#[test]
fn a_wrong_board_is_refused_however_many_came_before() {
    let mut checker = Checker::new(Packing::read("2 2 2\nDEFAULT\nAA\nBB").unwrap()).unwrap();
    for _ in 0..3 {
        assert!(checker.board(&[vec!["AB", "AB"]]).is_ok());
        assert!(checker.board(&[vec!["AB", "BA"]]).is_err());
        assert!(checker.board(&[vec!["AB", "BA"]]).is_err(), "the same once more");
        assert!(checker.board(&[vec!["AA", "BB"]]).is_ok());
        assert!(checker.board(&[vec!["AA", "B"]]).is_err());
        assert!(checker.board(&[vec!["AA", "BB"]]).is_ok());
        assert!(checker.pieces(&[1u8, 0, 1, 0]).is_ok());
        assert!(checker.pieces(&[1u8, 0, 1, 9]).is_err(), "an empty cell");
    }
}

/// A board of more than 64 cells has sets of several words.
#[test]
fn boards_of_several_words() {
    let text = format!("2 100 2\nDEFAULT\n{}\n{}", "A".repeat(100), "B".repeat(100));
    let (a, b) = ("A".repeat(100), "B".repeat(100));
    fills(&text, &format!("{a}\n{b}"), "all 2 pieces, each once");
    let crossed = format!("{}B\nA{}", "A".repeat(99), "B".repeat(99));
    assert_eq!(rows(&text, &crossed), fault("A", PieceFault::Shape));
}

/// Sets of several words are remembered under a hash: one with the hash of another is still judged by itself.
#[test]
fn two_sets_with_one_hash_are_told_apart() {
    let mix = |key: u64, word: u64| (key ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let (right, other) = ([0b111, 0], [0b1011, mix(0, 0b111) ^ mix(0, 0b1011)]);
    assert_eq!(mix(mix(0, right[0]), right[1]), mix(mix(0, other[0]), other[1]));
    let row = |word: u64| (0..64).map(|bit| if word >> bit & 1 == 1 { 'A' } else { '.' }).collect::<String>();
    let mut checker = Checker::new(Packing::read("2 64 1\nDEFAULT\nAAA\nGAPS ANY").unwrap()).unwrap();
    assert_eq!(checker.board(&[right.map(row).to_vec()]), Ok(()));
    assert!(checker.board(&[other.map(row).to_vec()]).is_err());
}

const TETROMINOES: &str = "4 5 5\nDEFAULT\nAAAA\nBB\nBB\nCCC\nC\nDD\n DD\nEEE\n E\n";

/// A checkerboard: the tetromino E has an odd number of black cells wherever it lies, the others an even one, and there are ten.
fn proved() -> Value {
    json!({"puzzle": "pack", "status": "unsolvable", "certificate": {
        "modulus": 2, "weights": [[1, 0, 1, 0, 1], [0, 1, 0, 1, 0], [1, 0, 1, 0, 1], [0, 1, 0, 1, 0]],
        "pieces": {"A": 0, "B": 0, "C": 0, "D": 0, "E": 1}, "board": 0,
    }})
}

fn certified(puzzle: &str, answer: &Value) -> Result<Proof, Wrong> {
    verify(puzzle, &answer.to_string(), &Terms::default())
}

#[test]
fn weights_prove_that_there_is_no_solution() {
    let proof = certified(TETROMINOES, &proved()).unwrap();
    assert_eq!(proof.proves[0].code, "weights");
    assert!(proof.open.is_empty());
    // With a piece placed the weights of its cells count as they are.
    let placed = format!("{TETROMINOES}PLACED\nAAAA.\n.....\n.....\n.....\n");
    assert!(certified(&placed, &proved()).is_ok());
    // Where the number of cells leaves no choice, that a piece need not be used or a cell may stay empty changes nothing.
    for line in ["SPARE E", "SPARE *", "GAPS 0..1", "GAPS ANY", "SPARE E\nGAPS 0..3"] {
        assert!(certified(&format!("{TETROMINOES}{line}\n"), &proved()).is_ok(), "{line}");
    }
    // Where there is a choice, the weights prove nothing.
    let spare = certified(&format!("{TETROMINOES}SPARE E\nGAPS 0..4\n"), &proved());
    assert_eq!(spare, Err(Wrong::NoProof { modulus: 2, board: 0 }));
}

#[test]
fn copies_in_space_have_their_sum_each() {
    let tees = "3 2 1\nBOX 2\nAAA\n A\nCOPIES A 3\n";
    let weights = json!([[[1, 0], [0, 1], [1, 0]], [[0, 1], [1, 0], [0, 1]]]);
    let answer = |modulus: u64| {
        json!({"puzzle": "pack", "status": "unsolvable",
            "certificate": {"modulus": modulus, "weights": weights, "pieces": {"A": 1}, "board": 0}})
    };
    assert_eq!(certified(tees, &answer(2)).unwrap().proves[0].code, "weights");
    assert!(matches!(certified(tees, &answer(3)), Err(Wrong::Sum { found: 0 | 2, modulus: 3, .. })));
}

#[test]
fn a_certificate_that_is_wrong_is_refused_for_what_it_is() {
    let sum = |of: &str, said, found| Err(Wrong::Sum { of: of.into(), said, found, modulus: 2 });
    let with = |field: &str, value: Value| {
        let mut answer = proved();
        answer["certificate"][field] = value;
        certified(TETROMINOES, &answer)
    };
    assert_eq!(with("board", json!(1)), sum("board", Some(1), 0));
    assert_eq!(with("board", json!(null)), sum("board", None, 0));
    assert_eq!(with("pieces", json!({"A": 0, "B": 0, "C": 0, "D": 0, "E": 0})), sum("E", Some(0), 1));
    assert_eq!(with("pieces", json!({"A": 0, "B": 0, "C": 0, "D": 0})), sum("E", None, 1));
    let flat = json!([[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]]);
    assert_eq!(with("weights", flat), sum("E", Some(1), 0));
    for (field, value) in [
        ("modulus", json!(1)),
        ("modulus", json!(2000)),
        ("modulus", json!(null)),
        ("weights", json!([[1, 0, 1, 0, 1]])),
        ("weights", json!([[1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1]])),
        ("weights", json!([[1, 0, 1, 0, -1], [0, 1, 0, 1, 0], [1, 0, 1, 0, 1], [0, 1, 0, 1, 0]])),
        ("weights", json!(null)),
    ] {
        assert!(matches!(with(field, value), Err(Wrong::Unreadable { what: "answer", .. })), "{field}");
    }
    let dominoes = json!({"puzzle": "pack", "status": "unsolvable",
        "certificate": {"modulus": 2, "weights": [[1, 0], [0, 1]], "pieces": {"A": 1, "B": 1}, "board": 0}});
    assert_eq!(certified("2 2 2\nDEFAULT\nAA\nBB\n", &dominoes), Err(Wrong::NoProof { modulus: 2, board: 0 }));
    // Where there is no cell, there is no weight.
    let masked = json!({"puzzle": "pack", "status": "unsolvable",
        "certificate": {"modulus": 2, "weights": [[1, 1]], "pieces": {"A": 1}, "board": 0}});
    assert!(matches!(certified("1 2 1\nCUSTOM\nX.\nAA\n", &masked), Err(Wrong::Unreadable { .. })));
}

/// What lies on the board has its weight; of the pieces that are left, only placements on free cells count.
#[test]
fn a_certificate_begins_with_what_is_placed() {
    let puzzle = "1 4 2\nDEFAULT\nA\nBBB\nPLACED\n.A..";
    let answer = |weights: [u64; 4], board: u64| {
        json!({"puzzle": "pack", "status": "unsolvable",
            "certificate": {"modulus": 2, "weights": [weights], "pieces": {"B": 0}, "board": board}})
    };
    assert_eq!(certified(puzzle, &answer([0, 0, 1, 0], 1)).unwrap().proves[0].code, "weights");
    assert_eq!(certified(puzzle, &answer([0, 1, 0, 0], 1)), Err(Wrong::NoProof { modulus: 2, board: 1 }));
}

#[test]
fn a_certificate_counts_every_number_of_gaps_and_spare_copies_that_is_allowed() {
    let answer = |modulus: u64, board: u64| {
        json!({"puzzle": "pack", "status": "unsolvable",
            "certificate": {"modulus": modulus, "weights": [[1, 1, 1, 1]], "pieces": {"A": 2}, "board": board}})
    };
    assert!(certified("1 4 1\nDEFAULT\nAA\nGAPS 3", &answer(5, 4)).is_ok(), "three gaps, not two");
    let two = certified("1 4 1\nDEFAULT\nAA\nCOPIES A 2\nSPARE A", &answer(3, 1));
    assert_eq!(two, Err(Wrong::NoProof { modulus: 3, board: 1 }));
}

#[test]
fn a_certificate_that_takes_too_long_is_refused() {
    let answer = json!({"puzzle": "pack", "status": "unsolvable", "certificate": {
        "modulus": 2, "weights": vec![vec![1; 100]; 100], "pieces": {"A": 1}, "board": 0}});
    let wrong = certified("100 100 1\nDEFAULT\nA\nGAPS ANY", &answer).unwrap_err().to_string();
    assert_eq!(wrong, "the answer: the certificate is too large to be checked");
}

/// Boards by copies, as a program gives them: each copy has its shape, and one that was placed is one by itself.
#[test]
fn copies_are_checked_one_by_one() {
    let puzzle = "2 3 2\nDEFAULT\nAA\nB\nCOPIES A 2\nCOPIES B 2\n";
    let judged = |placed: &str, copies: [u32; 6]| {
        Checker::new(Packing::read(&format!("{puzzle}{placed}")).unwrap()).unwrap().copies(&copies)
    };
    let wrong = |piece: &str, fault: PieceFault| Err(Wrong::Piece { piece: piece.into(), fault });
    assert_eq!(judged("", [0, 0, 2, 1, 1, 3]), Ok(()));
    assert_eq!(judged("", [0, 0, 2, 0, 0, 3]), wrong("A", PieceFault::Shape), "two copies with one number");
    assert_eq!(judged("", [0, 1, 2, 1, 0, 3]), wrong("A", PieceFault::Shape), "copies across each other");
    assert_eq!(judged("", [0, 0, 2, 9, 9, 3]), wrong("A", PieceFault::Absent));
    let placed = "PLACED\nAA.\n...\n";
    assert_eq!(judged(placed, [0, 0, 2, 1, 1, 3]), Ok(()));
    assert_eq!(judged(placed, [0, 1, 2, 0, 1, 3]), wrong("A", PieceFault::Moved), "two copies share what was placed");
    assert_eq!(judged(placed, [2, 3, 0, 1, 1, 0]), wrong("A", PieceFault::Moved));
}

/// The lines that say how many there are may stand before the pieces, as the library reads them.
#[test]
fn copies_before_the_shapes_were_refused() {
    fills("2 2 1\nDEFAULT\ncopies A 2\nAA\n", "AA\nAA", "2 pieces, as asked");
    fills("2 2 1\nDEFAULT\nSPARE *\nGAPS 2\n\nAA\n", "AA\n..", "all 1 piece, each once");
    for twice in
        ["COPIES A 2\nAA\nCOPIES A 2", "COPIES A 2\nPIECE A x2\nAA", "AA\nGAPS 0\nGAPS 0", "AA\nSPARE", "PIECE A 2\nAA"]
    {
        let judged = rows(&format!("2 2 1\nDEFAULT\n{twice}\n"), "AA\nAA");
        assert!(matches!(judged, Err(Wrong::Unreadable { what: "puzzle", .. })), "{twice}: {judged:?}");
    }
}

#[test]
fn more_copies_are_placed_than_there_are() {
    let new = |text: &str| Checker::new(Packing::read(text).unwrap()).map(drop);
    let often = Wrong::Piece { piece: "A".into(), fault: PieceFault::TooOften };
    assert_eq!(new("1 2 1\nDEFAULT\nA\nPLACED\nAA"), Err(often));
    assert_eq!(new("1 2 1\nDEFAULT\nA\nCOPIES A 2\nPLACED\nAA"), Ok(()));
}
