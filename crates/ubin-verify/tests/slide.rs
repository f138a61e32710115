//! Answers to sliding puzzles: right ones pass, and each corruption is refused for what it is.

use serde_json::{Value, json};
use ubin_verify::slide::replay;
use ubin_verify::{Proof, Terms, Wrong, verify};

const BOARD: &str = "1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12";

/// The answer of `ubin solve --json` to it.
fn solved() -> Value {
    json!({
        "puzzle": "slide", "rows": 4, "cols": 4,
        "board": [1, 2, 3, 4, 5, 6, 0, 8, 9, 10, 7, 11, 13, 14, 15, 12],
        "goal": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0],
        "solvable": true, "kurang": [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1, 9], "x": 1, "sum": 16, "misplaced": 3,
        "status": "optimal", "metric": "single", "length": 3, "lower_bound": 3, "moves": "DRD",
        "method": "ida", "heuristic": "pattern", "expanded": 3, "generated": 9, "time_ms": 0.42, "peak_bytes": 123456,
    })
}

fn asked(answer: &Value) -> Result<Proof, Wrong> {
    verify(BOARD, &answer.to_string(), &Terms::default())
}

fn moves(puzzle: &str, moves: &str) -> Result<Proof, Wrong> {
    verify(puzzle, moves, &Terms::default())
}

fn proven(proof: Result<Proof, Wrong>) -> Vec<&'static str> {
    proof.expect("it is right").proves.iter().map(|fact| fact.code).collect()
}

/// The good answer with one field changed must be refused with this code.
#[track_caller]
fn refused(field: &str, value: Value, code: &str) -> Wrong {
    let mut answer = solved();
    answer[field] = value;
    let wrong = asked(&answer).expect_err("it is wrong");
    assert_eq!(serde_json::to_value(&wrong).unwrap()["code"], code, "{wrong}");
    wrong
}

/// Whether an answer is refused for what it says in a field.
fn is_claim(judged: &Result<Proof, Wrong>, name: &str) -> bool {
    matches!(judged, Err(Wrong::Claim { field, .. }) if field == name)
}

#[test]
fn a_right_answer_proves_its_moves_and_leaves_the_rest_open() {
    assert_eq!(proven(asked(&solved())), ["solvable", "goal", "shortest"]);
    let detour = moves(BOARD, "UDDRD").unwrap();
    assert_eq!(detour.to_string(), "Proven: it leads to the goal in 5 moves. Not proven: that no solution is shorter.");
    assert_eq!(proven(moves(BOARD, " d r, D\n")), ["goal", "shortest"]);
    assert_eq!(moves("1 2/3 -", "").unwrap().proves[0].text, "it leads to the goal in 0 moves");
}

#[test]
fn a_changed_move() {
    refused("moves", json!("DRU"), "not-goal");
    assert_eq!(moves(BOARD, "DRR"), Err(Wrong::Edge { number: 3, letter: 'R' }));
    for (board, letter) in [("- 1/3 2", 'U'), ("- 1/3 2", 'L'), ("1 2/3 -", 'D'), ("1 2/- 3", 'D'), ("1 2/3 -", 'R')] {
        assert_eq!(moves(board, &letter.to_string()), Err(Wrong::Edge { number: 1, letter }), "{board}");
    }
    // At the end of a row the next cell is not a neighbour.
    assert_eq!(moves("1 -/3 2", "R"), Err(Wrong::Edge { number: 1, letter: 'R' }));
    assert_eq!(moves("1 2/- 3", "L"), Err(Wrong::Edge { number: 1, letter: 'L' }));
}

#[test]
fn a_move_cut_off() {
    let wrong = refused("moves", json!("DR"), "not-goal");
    assert_eq!(wrong, Wrong::NotGoal { row: 3, col: 4, tile: 0, expected: 12 });
    refused("moves", Value::Null, "missing");
    let mut answer = solved();
    answer.as_object_mut().unwrap().remove("moves");
    assert_eq!(asked(&answer), Err(Wrong::Missing { field: "solution", status: "optimal".into() }));
}

#[test]
fn a_wrong_length() {
    for length in [json!(1), json!(4), json!(-3), json!("3"), Value::Null] {
        refused("length", length, "claim");
    }
    let mut answer = solved();
    (answer["status"], answer["length"], answer["lower_bound"]) = (json!("solved"), json!(5), json!(5));
    assert!(is_claim(&asked(&answer), "length"));
}

#[test]
fn moves_counted_in_the_other_metric() {
    let board = "1 2 3/4 5 6/- 7 8";
    let answer = |metric: &str, length: usize| json!({"puzzle": "slide", "status": "optimal", "metric": metric, "length": length, "lower_bound": length, "moves": "RR"});
    let asked = |answer: Value, metric| verify(board, &answer.to_string(), &Terms { metric, ..Terms::default() });
    assert!(asked(answer("single", 2), None).is_ok());
    assert_eq!(
        proven(asked(answer("multi", 1), Some("multi"))),
        ["solvable", "goal"],
        "Manhattan counts tiles, not lines"
    );
    assert!(is_claim(&asked(answer("single", 1), None), "length"));
    assert!(is_claim(&asked(answer("multi", 2), None), "length"));
    assert!(is_claim(&asked(answer("single", 2), Some("multi")), "metric"));
    assert!(matches!(asked(answer("lines", 2), None), Err(Wrong::Unreadable { .. })));
    let multi = verify(board, "RR", &Terms { metric: Some("multi"), ..Terms::default() });
    assert_eq!(multi.unwrap().proves[0].text, "it leads to the goal in 1 move");
    // The tiles' distances say nothing about lines, even where the numbers agree.
    assert_eq!(
        proven(verify("1 2 3/4 5 6/7 - 8", "R", &Terms { metric: Some("multi"), ..Terms::default() })),
        ["goal"]
    );
}

#[test]
fn letters_that_name_tiles() {
    let terms = Terms { tile_notation: true, ..Terms::default() };
    assert_eq!(proven(verify(BOARD, "ULU", &terms)), ["goal", "shortest"]);
    assert_eq!(proven(verify("1 2 3/4 5 -/7 8 6", "U", &terms)), ["goal", "shortest"]);
    assert_eq!(proven(verify("1 2 3/4 - 6/7 5 8", "UL", &terms)), ["goal", "shortest"]);
    assert_eq!(proven(verify("1 2 3/4 5 6/7 8 -", "DRLU", &terms)), ["goal"]);
    assert!(verify(BOARD, "DRD", &terms).is_err());
    assert!(moves(BOARD, "ULU").is_err());
    assert_eq!(moves(BOARD, "DXD"), Err(Wrong::NoMove { sign: 'X' }));
}

#[test]
fn a_hint_is_a_move_and_its_tile() {
    let board = "1 2 3/4 5 -/7 8 6";
    let hint = |next: Value, tile: u16| {
        json!({"status": "optimal", "length": 1, "lower_bound": 1, "move": next, "tile": tile}).to_string()
    };
    assert!(moves(board, &hint(json!("D"), 6)).is_ok());
    assert!(is_claim(&moves(board, &hint(json!("D"), 3)), "tile"));
    assert_eq!(moves(board, &hint(json!("R"), 6)), Err(Wrong::Edge { number: 1, letter: 'R' }));
    for odd in [json!("DD"), json!(""), json!(6)] {
        assert!(matches!(moves(board, &hint(odd, 6)), Err(Wrong::Unreadable { .. })));
    }
    assert_eq!(moves(board, &hint(json!("X"), 6)), Err(Wrong::NoMove { sign: 'X' }));
    let by_tile = Terms { tile_notation: true, ..Terms::default() };
    assert!(verify(board, &hint(json!("U"), 6), &by_tile).is_ok());
    assert!(is_claim(&verify(board, &hint(json!("D"), 6), &by_tile), "tile"));
}

#[test]
fn a_lower_bound_that_cannot_be() {
    let wrong = refused("lower_bound", json!(5), "bound");
    assert_eq!(wrong, Wrong::Bound { lower_bound: 5, length: 3, status: "optimal".into() });
    // Optimal needs the bound to be met; solved does not.
    refused("lower_bound", json!(1), "bound");
    refused("lower_bound", Value::Null, "missing");
    refused("lower_bound", json!("3"), "unreadable");
    let count = json!({"status": "optimal", "length": null, "lower_bound": 3, "solutions": 1});
    assert_eq!(asked(&count), Err(Wrong::Missing { field: "length", status: "optimal".into() }));
    let mut answer = solved();
    (answer["status"], answer["lower_bound"]) = (json!("solved"), json!(1));
    assert!(asked(&answer).is_ok());
    answer["lower_bound"] = json!(4);
    assert!(matches!(asked(&answer), Err(Wrong::Bound { .. })));
}

#[test]
fn wrong_facts_of_the_board() {
    for field in ["puzzle", "rows", "cols", "misplaced", "x", "sum", "solvable", "goal", "board", "kurang"] {
        for value in [json!(7), json!("pack"), Value::Null, json!([0])] {
            refused(field, value, "claim");
        }
    }
    refused("kurang", json!([0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 1, 2, 8]), "claim");
    refused("solvable", json!(false), "claim");
    refused("status", json!("finished"), "unreadable");
    refused("moves", json!(3), "unreadable");
}

/// A board that parity says cannot be solved had an answer with one solution, or a length, and passed.
#[test]
fn what_has_no_solution_has_no_number_and_no_length() {
    let judge = |answer: Value| verify("1 2 3/4 5 6/8 7 -", &answer.to_string(), &Terms::default());
    for status in ["unsolvable", "limit", ""] {
        assert!(judge(json!({ "status": status, "solutions": 0, "length": null })).is_ok(), "{status}");
        assert!(is_claim(&judge(json!({ "status": status, "solutions": 1 })), "solutions"), "{status}");
        assert!(is_claim(&judge(json!({ "status": status, "length": 4 })), "length"), "{status}");
    }
}

#[test]
fn the_answer_to_another_puzzle() {
    let other = "1 2 3 4/5 6 7 8/9 10 - 11/13 14 15 12";
    assert!(is_claim(&verify(other, &solved().to_string(), &Terms::default()), "board"));
    let spiral = Terms { goal: Some("spiral"), ..Terms::default() };
    assert!(is_claim(&verify(BOARD, &solved().to_string(), &spiral), "goal"));
    assert!(matches!(
        verify("2 2 2\nDEFAULT\nAA\nBB", "{\"puzzle\":\"slide\"}", &Terms::default()),
        Err(Wrong::Claim { .. })
    ));
}

#[test]
fn solvable_or_not_is_decided_by_parity() {
    let unsolvable = |status: &str| json!({"puzzle": "slide", "solvable": false, "status": status, "length": null, "lower_bound": null, "moves": null});
    let odd = "1 3 2/4 5 6/7 8 -";
    let asked = |board: &str, answer: Value| verify(board, &answer.to_string(), &Terms::default());
    assert_eq!(proven(asked(odd, unsolvable("unsolvable"))), ["unsolvable"]);
    assert!(is_claim(&asked("1 2 3/4 5 6/7 8 -", unsolvable("unsolvable")), "solvable"));
    assert!(is_claim(&asked(odd, unsolvable("solved")), "status"));
    let status = json!({"status": "unsolvable"});
    assert!(is_claim(&asked("1 2 3/4 5 6/7 8 -", status.clone()), "status"));
    assert!(asked(odd, status).is_ok());
    assert!(asked("1 2 3/4 5 6/7 8 -", json!({"status": "limit", "moves": null})).is_ok());
}

/// The rule against the truth: every board of 2x3, by walking from each goal.
#[test]
fn parity_agrees_with_all_boards_of_six_cells() {
    let solved_from = |goal: &str| {
        let mut seen = std::collections::HashSet::from([board(goal)]);
        let mut left: Vec<Vec<u16>> = seen.iter().cloned().collect();
        while let Some(now) = left.pop() {
            let blank = now.iter().position(|&tile| tile == 0).unwrap();
            for next in 0..6 {
                let steps = (blank / 3).abs_diff(next / 3) + (blank % 3).abs_diff(next % 3);
                let mut board = now.clone();
                board.swap(blank, next);
                if steps == 1 && seen.insert(board.clone()) {
                    left.push(board);
                }
            }
        }
        seen
    };
    for goal in ["1 2 3/4 5 -", "- 1 2/3 4 5", "1 2 3/- 5 4", "3 1 -/2 5 4"] {
        let reached = solved_from(goal);
        assert_eq!(reached.len(), 360);
        for board in &reached {
            for (board, solvable) in [(board.clone(), true), (swapped(board), false)] {
                let text = board.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
                let terms = Terms { goal: Some(goal), size: Some((2, 3)), ..Terms::default() };
                let answer = json!({ "solvable": solvable }).to_string();
                assert!(verify(&text, &answer, &terms).is_ok(), "{text} to {goal}");
                let lie = json!({ "solvable": !solvable }).to_string();
                assert!(verify(&text, &lie, &terms).is_err(), "{text} to {goal}");
            }
        }
    }
}

fn board(text: &str) -> Vec<u16> {
    text.split([' ', '/']).map(|field| field.parse().unwrap_or(0)).collect()
}

/// Two tiles exchanged: the other half of the boards.
fn swapped(board: &[u16]) -> Vec<u16> {
    board
        .iter()
        .map(|&tile| {
            if tile == 1 {
                2
            } else if tile == 2 {
                1
            } else {
                tile
            }
        })
        .collect()
}

#[test]
fn every_form_of_a_board_is_read() {
    let forms = [
        "1 2 3\n4 5 6\n7 - 8",
        "1 2 3/4 5 6/7 0 8",
        "1 2 3 4 5 6 7 9 8",
        "1\n2\n3\n4\n5\n6\n7\n_\n8",
        "3\n1 2 3\n4 5 6\n7 x 8",
        "3 3\n1 2 3\n4 5 6\n7 . 8",
        "[[1,2,3],[4,5,6],[7,0,8]]",
        "[1 2 3 4 5 6 7 0 8]",
        "\u{feff}// words\r\n# and words\r\n1\t2\t3\r\n\r\n4 5 6\r\n7 # 8\r\n",
        "1, 2, 3\n4, 5, 6\n7, X, 8",
    ];
    for text in forms {
        assert_eq!(proven(moves(text, "R")), ["goal", "shortest"], "{text}");
    }
    let first = Terms { goal: Some("blank-first"), ..Terms::default() };
    assert!(verify("# 1 2/3 4 5/6 7 8", "", &first).is_ok(), "a # before tiles is the blank");
}

#[test]
fn goals_by_name_and_by_text() {
    let reached = |board: &str, goal| verify(board, "", &Terms { goal: Some(goal), ..Terms::default() });
    for (board, goal) in [
        ("1 2 3 4/5 6 7 -", "blank-last"),
        ("- 1 2 3/4 5 6 7", "blank-first"),
        ("1 2 3 4/- 7 6 5", "spiral"),
        ("1 2 3/8 - 4/7 6 5", "spiral"),
        ("1 2 3/10 11 4/9 - 5/8 7 6", "spiral"),
        ("2 1/3 -", "2 1 3 0"),
        ("2 1/3 -", "2 1\n3 0"),
    ] {
        assert!(reached(board, goal).is_ok(), "{goal}");
    }
    assert!(matches!(reached("1 2 3 4/5 6 7 -", "spiral"), Err(Wrong::NotGoal { .. })));
    assert!(matches!(reached("2 1/3 -", "1 2 3/4 5 -"), Err(Wrong::Unreadable { what: "goal", .. })));
    // KURANG is stated for blank-last only.
    let terms = Terms { goal: Some("spiral"), ..Terms::default() };
    let answer = |kurang: Value| json!({"kurang": kurang, "x": null, "sum": null}).to_string();
    assert!(verify("1 2 3/8 - 4/7 6 5", &answer(Value::Null), &terms).is_ok());
    assert!(verify("1 2 3/8 - 4/7 6 5", &answer(json!([0])), &terms).is_err());
}

fn row(first: u32, last: u32) -> String {
    (first..=last).map(|tile| tile.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_is_no_board_is_refused() {
    for text in [
        "",
        "1",
        "1 2",
        "1 2 3/4 5 5/7 8 -",
        "1 2 3/4 - -/7 8 6",
        "1 2 3/4 5/7 8 -",
        "1 2 3/4 5 17/7 8 -",
        "1 2 3/4 5 15/7 8 -",
        "1 2 3/4 5/6 7 8 -",
        "1 2 3/4 five 6/7 8 -",
        "1 2 3 4 5 -",
        "1 2 -/",
        "4\n1 2 3\n4 5 6\n7 8 -",
        "2 3\n1 2 3\n4 5 6\n7 8 -",
        "99999999999999999999 2 3/4 5 6/7 8 -",
    ] {
        assert!(matches!(moves(text, ""), Err(Wrong::Unreadable { what: "puzzle", .. })), "{text:?}");
    }
    let wide = |cols: u32| format!("{}/{} -", row(1, cols), row(cols + 1, 2 * cols - 1));
    assert!(matches!(moves(&wide(33), ""), Err(Wrong::Unreadable { what: "puzzle", .. })), "too wide");
    assert!(moves(&wide(32), "").is_ok());
    let sized = |text: &str, size| verify(text, "", &Terms { size: Some(size), ..Terms::default() });
    let wrong = sized("1 2 3 -", (2, 3)).unwrap_err().to_string();
    assert_eq!(wrong, "the puzzle: 4 fields in 1 rows are no board of 2x3");
    assert!(sized("1 2 3 4 5 -", (2, 3)).is_ok());
    for (text, size) in [("1 2 3/4 5 -", (3, 2)), ("1 2 3 4 5 -", (1, 6)), ("1 2 3 -", (2, 3)), ("2\n1 2\n3 -", (3, 3))]
    {
        assert!(matches!(sized(text, size), Err(Wrong::Unreadable { .. })), "{text:?}");
    }
}

#[test]
fn what_is_no_answer_is_refused() {
    for answer in ["{", "{\"moves\":", "{} 3", "{} []", "{\"moves\":\"DRD\"} {\"moves\":\"D\"}"] {
        assert!(verify(BOARD, answer, &Terms::default()).is_err(), "{answer}");
    }
}

#[test]
fn a_replay_by_a_program() {
    assert_eq!(replay(2, &[1, 0, 3, 2], &[1, 2, 3, 0], "D"), Ok(()));
    assert!(replay(2, &[1, 0, 3, 2], &[1, 2, 3, 0], "d").is_err());
    for (cols, board, goal) in [(0, &[0][..], &[0][..]), (2, &[1, 2], &[1, 2]), (1, &[0], &[0, 1]), (2, &[], &[])] {
        assert!(matches!(replay(cols, board, goal, "D"), Err(Wrong::Unreadable { .. })));
    }
}

#[test]
fn a_lone_lower_bound_is_left_open() {
    let judged = verify("1 2 3/4 5 6/- 7 8", r#"{"lower_bound":100}"#, &Terms::default()).unwrap();
    assert!(judged.open.iter().any(|fact| fact.code == "bound"));
}

/// What `ubin solve BOARD -o x.txt` writes, with this line above these moves.
fn page(heading: &str, below: &str) -> String {
    format!(
        "1 2 3 4\n5 6 - 8\n9 10 7 11\n13 14 15 12\n\nThe puzzle can be solved.\n\n{heading}\n{below}\n\nBy ida with pattern: 3 nodes\n"
    )
}

#[test]
fn the_page_that_solve_writes_is_read_for_its_moves() {
    for heading in ["3 moves, proven shortest:", "3 langkah, terbukti terpendek:"] {
        assert_eq!(proven(moves(BOARD, &page(heading, "D R\nD"))), ["goal", "shortest"]);
    }
}

#[test]
fn a_page_with_another_number_or_other_moves_is_refused() {
    let wrong = moves(BOARD, &page("5 moves, proven shortest:", "DRD")).expect_err("it has three");
    assert!(matches!(wrong, Wrong::Claim { .. }), "{wrong}");
    assert!(moves(BOARD, &page("3 moves, proven shortest:", "DRU")).is_err());
    assert!(moves(BOARD, &page("3 moves, proven shortest:", "DR!")).is_err());
    assert!(moves(BOARD, &page("No solution.", "DRD")).is_err());
}
