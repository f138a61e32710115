//! Whole streams of packings, boards drawn with lines between pieces, and what an answer says beside its solution.

use serde_json::{Value, json};
use ubin_verify::pack::{Checker, LineChecker, Packing};
use ubin_verify::{PieceFault, Proof, Terms, Wrong, verify};

fn rows(puzzle: &str, rows: &str) -> Result<Proof, Wrong> {
    verify(puzzle, rows, &Terms::default())
}

fn fault(piece: &str, fault: PieceFault) -> Result<Proof, Wrong> {
    Err(Wrong::Piece { piece: piece.into(), fault })
}

#[track_caller]
fn fills(puzzle: &str, shown: &str, pieces: &str) {
    let proof = rows(puzzle, shown).unwrap_or_else(|wrong| panic!("{wrong}")).to_string();
    assert!(proof.starts_with("Proven: it fills the board") && proof.ends_with(&format!(" with {pieces}.")), "{proof}");
}

/// Whether an answer is refused for what it says in a field.
fn is_claim(judged: &Result<Proof, Wrong>, name: &str) -> bool {
    matches!(judged, Err(Wrong::Claim { field, .. }) if field == name)
}

/// What `ubin solve` prints where a piece is there several times.
#[test]
fn lines_between_pieces_tell_copies_apart() {
    let puzzle = "2 3 1\nDEFAULT\nAA\nCOPIES A 3\n";
    let shown = "\
┌───────┬───┐
│ A   A │ A │
├───────┤   │
│ A   A │ A │
└───────┴───┘

By cover: 3 nodes
";
    fills(puzzle, shown, "3 pieces, as asked");
    // A line more, and there are halves of dominoes; a line less, and two are one.
    assert_eq!(rows(puzzle, &shown.replacen("A   A", "A │ A", 1)), fault("A", PieceFault::Shape));
    assert_eq!(rows(puzzle, &shown.replacen("├───────┤", "│       │", 1)), fault("A", PieceFault::Shape));
    for unreadable in [
        shown.replace('│', "│ "),
        shown.replacen(" A ", " B ", 1),
        shown.replacen("A   A", "A   .", 1),
        shown.lines().skip(2).collect::<Vec<_>>().join("\n"),
        "│".into(),
    ] {
        assert!(rows(puzzle, &unreadable).is_err(), "{unreadable}");
    }
    let gaps = "3 3 2\nCUSTOM\n...\nXX.\nXXX\nAA\nB B\nCOPIES A 1\nGAPS 1\n";
    let shown = "┌───────┐\n│ A   A │\n├───┬───┴───┐\n│ B │ . │ B │\n└───┴───┴───┘\n".replace("┴───┐", "┼───┐");
    fills(gaps, &shown, "all 2 pieces, each once");
}

/// In space a copy goes on in the next layer: its number says so.
#[test]
fn numbers_tell_copies_apart_in_space() {
    let puzzle = "1 2 1\nBOX 2\nA\n/\nA\nCOPIES A 2\n";
    let layer = "┌────┬────┐\n│ A1 │ A2 │\n└────┴────┘\n";
    fills(puzzle, &format!("{layer}\n{layer}"), "2 pieces, as asked");
    let turned = layer.replace("A1 │ A2", "A2 │ A1");
    assert_eq!(rows(puzzle, &format!("{layer}\n{turned}")), fault("A", PieceFault::Shape));
    assert!(rows(puzzle, layer).is_err());
    let pyramid = "2 2 2\nPYRAMID\nAA\nB\nCOPIES A 2\n";
    let shown = "┌────┐\n│ A1 │\n└────┘\n\n┌────┬────┐\n│ A1 │ A2 │\n├────┤    │\n│ B  │ A2 │\n└────┴────┘\n";
    fills(pyramid, shown, "3 pieces, as asked");
}

#[test]
fn a_stream_that_contradicts_itself() {
    let puzzle = "2 2 2\nDEFAULT\nAA\nBB";
    let one = json!({"puzzle": "pack", "number": 1, "solution": ["AA", "BB"]});
    let other = json!({"puzzle": "pack", "number": 2, "solution": ["BB", "AA"]});
    let end = |solutions: u64| json!({"puzzle": "pack", "status": "solved", "solutions": solutions, "complete": true});
    let judge = |lines: &[&Value]| {
        let stream: String = lines.iter().map(|line| format!("{line}\n")).collect();
        verify(puzzle, &stream, &Terms::default())
    };
    assert!(judge(&[&one, &other, &end(2)]).is_ok());
    assert_eq!(judge(&[&one, &one]), Err(Wrong::Twice));
    assert!(is_claim(&judge(&[&one, &other, &end(3)]), "solutions"));
    // A number without a list is no stream.
    assert!(judge(&[&end(4)]).is_ok());
}

#[test]
fn copies_laid_otherwise_are_another_solution() {
    let puzzle = "2 2 1\nDEFAULT\nAA\nCOPIES A 2";
    let laid = |cells: [[[u8; 2]; 2]; 2]| {
        let placements: Vec<Value> = cells.iter().map(|cells| json!({"piece": "A", "cells": cells})).collect();
        json!({"puzzle": "pack", "solution": ["AA", "AA"], "placements": placements})
    };
    let (flat, upright) = ([[[0, 0], [0, 1]], [[1, 0], [1, 1]]], [[[0, 0], [1, 0]], [[0, 1], [1, 1]]]);
    let turned = [[[1, 1], [1, 0]], [[0, 0], [0, 1]]];
    let judge = |one, other| verify(puzzle, &format!("{}{}", laid(one), laid(other)), &Terms::default());
    assert!(judge(flat, upright).is_ok());
    assert_eq!(judge(flat, turned), Err(Wrong::Twice));
}

#[test]
fn a_certificate_beside_a_status_that_it_refutes() {
    let puzzle = "2 2 1\nCUSTOM\nX.\n.X\nAA";
    let weights = json!([[1, null], [null, 0]]);
    let certificate = json!({"modulus": 2, "weights": weights, "pieces": {"A": 0}, "board": 1});
    let judge = |fields: Value| {
        let mut answer = json!({"puzzle": "pack", "certificate": certificate});
        answer.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        verify(puzzle, &answer.to_string(), &Terms::default())
    };
    assert!(judge(json!({"status": "unsolvable", "solvable": false})).is_ok());
    assert!(is_claim(&judge(json!({"status": "unsolvable", "solvable": true})), "solvable"));
    assert!(is_claim(&judge(json!({"status": "solved"})), "status"));
}

#[test]
fn a_reason_by_cells_with_other_numbers() {
    let judge = |board: u64| {
        let why = json!({"code": "cells", "pieces": 1, "board": board});
        let answer = json!({"puzzle": "pack", "status": "unsolvable", "solution": null, "why": why});
        verify("2 2 1\nDEFAULT\nA", &answer.to_string(), &Terms::default())
    };
    assert!(judge(4).is_ok());
    assert!(is_claim(&judge(9), "board"));
}

/// Lines of `solve --all`, and what is done to them: each must be refused, and the line after it pass again.
#[test]
fn a_corrupted_line_is_refused() {
    let packing = Packing::read("2 3 2\nDEFAULT\nAA\nBB\nCOPIES A 2").unwrap();
    let mut lines = LineChecker::new(Checker::new(packing).unwrap());
    let good = r#"{"puzzle":"pack","number":1,"solution":["AAB","AAB"],"placements":[{"piece":"A","cells":[[0,0],[0,1]]},{"piece":"A","cells":[[1,0],[1,1]]},{"piece":"B","cells":[[0,2],[1,2]]}]}"#;
    let fault_of = |piece: &str, fault| Wrong::Piece { piece: piece.into(), fault };
    let wrongs = [
        // What the rows show, and what stands there.
        ("AAB\",\"AAB", "ABA\",\"AAB", Some(Wrong::Differ)),
        ("AAB\",\"AAB", "AAB\",\"AA.", Some(Wrong::Differ)),
        ("[\"AAB\",\"AAB\"]", "[\"AABAA\",\"B\"]", Some(Wrong::Differ)),
        ("\"solution\"", "\"solutoin\"", Some(Wrong::Differ)),
        ("\"AAB\"]", "\"AAB\"],\"x\":[]", None),
        // Pieces.
        ("[1,0],[1,1]", "[1,0],[0,2]", Some(fault_of("A", PieceFault::Shape))),
        ("[1,0],[1,1]", "[1,0]", Some(fault_of("A", PieceFault::Shape))),
        ("[1,0],[1,1]", "[1,0],[1,0]", None),
        ("[1,0],[1,1]", "[0,0],[0,1]", Some(fault_of("A", PieceFault::Overlap))),
        ("[1,0],[1,1]", "[1,1],[1,2]", None),
        ("[1,0],[1,1]", "[1,0],[2,0]", None),
        ("\"piece\":\"B\"", "\"piece\":\"C\"", None),
        ("\"piece\":\"B\"", "\"piece\":\"A\"", None),
        (",{\"piece\":\"B\",\"cells\":[[0,2],[1,2]]}", "", None),
        // What is no line.
        ("\"pack\"", "\"slide\"", None),
        ("]]}]}", "]]}]", None),
        ("]]}]}", "]]}]}{}", None),
        ("]]}]}", "]]", None),
        ("]]}]}", "]]},]}", None),
        (",{\"piece\":\"B\"", ",7,{\"piece\":\"B\"", None),
        ("\"number\":1", "\"number\":-1", None),
    ];
    for (from, to, expected) in wrongs {
        let bad = good.replacen(from, to, 1);
        assert_ne!(bad, good);
        let judged = lines.check(&bad);
        assert!(judged.is_err(), "{bad}");
        if let Some(wrong) = expected {
            assert_eq!(judged, Err(wrong), "{bad}");
        }
        assert_eq!(lines.check(good), Ok(()), "after {bad}");
    }
    assert!(lines.check("").is_err());
    let turned = good.replace("\"AAB\",\"AAB\"", "\"BAA\",\"BAA\"").replace(",2]", ",x]");
    let turned = turned.replace(",1]", ",2]").replace(",0]", ",1]").replace(",x]", ",0]");
    assert_eq!(lines.check(&turned), Ok(()));
}
