//! Stops, limits, threads, hints and challenges.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use ubin::pack::challenge::{self, ChallengeGrade, ChallengeWish};
use ubin::pack::graph::{NoGraph, SolutionGraph};
use ubin::pack::solve::{Equality, solve_all, solve_up_to};
use ubin::pack::{CellName, Method, PackOutcome, PackPlan, Puzzle, SolutionCount, count, hint, sets, solve, text};
use ubin::report::pack::{CountAsked, PackCountReport};
use ubin::run::{Control, Limits, Run, Stop};

fn set(name: &str) -> Puzzle {
    sets::named(name).expect("a set").puzzle()
}

#[test]
fn a_node_limit_is_met_exactly_and_is_no_proof() {
    let puzzle = set("pentominoes 6x10");
    for method in [Method::Auto, Method::Backtrack, Method::Cover, Method::BruteForce] {
        for nodes in [0, 1, 10] {
            let control = Control::new();
            let mut run = Run::new(Limits { nodes: Some(nodes), ..Limits::default() }, &control);
            let answer = solve::solve(&puzzle, PackPlan { method, threads: 2, ..PackPlan::default() }, &mut run);
            assert_eq!(answer.outcome, PackOutcome::Stopped(Stop::Nodes), "{method} {nodes}");
            assert_eq!(run.stats().expanded, nodes, "{method}");
        }
    }
}

#[test]
fn a_stop_from_outside_ends_every_question() {
    let puzzle = set("bedlam");
    let control = Control::new();
    control.stop(Stop::Interrupted);
    let plan = PackPlan { method: Method::Auto, threads: 2, ..PackPlan::default() };
    let mut run = Run::new(Limits::default(), &control);
    assert_eq!(solve::solve(&puzzle, plan, &mut run).outcome, PackOutcome::Stopped(Stop::Interrupted));
    let mut run = Run::new(Limits::default(), &control);
    assert_eq!(
        count::count(&puzzle, Equality::Boards, plan, &mut run).outcome,
        PackOutcome::Stopped(Stop::Interrupted)
    );
    let mut run = Run::new(Limits::default(), &control);
    assert_eq!(hint::hint(&puzzle, &mut run).outcome, PackOutcome::Stopped(Stop::Interrupted));
}

/// What a count says that was stopped: found, and the part of the work done.
fn stopped_count(puzzle: &Puzzle, threads: usize, limits: Limits, control: &Control) -> (Stop, PackCountReport) {
    let mut run = Run::new(limits, control);
    let plan = PackPlan { method: Method::Auto, threads, ..PackPlan::default() };
    let answer = count::count(puzzle, Equality::Boards, plan, &mut run);
    let PackOutcome::Stopped(stop) = answer.outcome else { panic!("it should be stopped: {:?}", answer.outcome) };
    let asked = CountAsked { equality: Equality::Boards, limit: None };
    (stop, PackCountReport::of(puzzle, &answer, asked, None, &run, 0.0))
}

/// Only the units before the first that was stopped were counted, and nothing was said of how far it was.
#[test]
fn a_count_that_is_interrupted_says_what_all_threads_have_found() {
    let puzzle = set("pentominoes 6x10");
    for threads in [1, 2] {
        let looks = AtomicU64::new(0);
        let control = Control::watching(move || (looks.fetch_add(1, Relaxed) > 200).then_some(Stop::Interrupted));
        let (stop, report) = stopped_count(&puzzle, threads, Limits::default(), &control);
        assert_eq!((stop, report.status, report.complete), (Stop::Interrupted, "interrupted", false));
        assert!((1..9356).contains(&report.solutions), "{}", report.solutions);
        assert!(report.done.is_some_and(|done| done > 0.0 && done < 1.0), "{:?}", report.done);
        assert_eq!(report.why, Some(Stop::Interrupted.into()));
    }
}

/// A folded count finds nothing before its last level, but knows how many levels are done; in space the classes of the breaker tell.
#[test]
fn counts_that_reach_a_limit_say_how_far_they_are() {
    for (name, nodes, solutions) in [("iq", 50_000, 0..1), ("iq-pyramid", 900_000, 1..26_720)] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (stop, report) = stopped_count(&set(name), 1, limits, &Control::new());
        assert_eq!((stop, report.complete), (Stop::Nodes, false));
        assert!(solutions.contains(&report.solutions), "{name}: {}", report.solutions);
        assert!(report.done.is_some_and(|done| done > 0.0 && done < 1.0), "{name}: {:?}", report.done);
        let json = serde_json::to_value(&report).unwrap();
        assert_eq!(json["why"], serde_json::json!({"code": "nodes"}));
        assert_eq!(json["reason"], "the node limit was reached");
    }
}

/// A count that went over was walked one by one, for ever; the estimate of one that was stopped before ended the program.
#[test]
fn more_solutions_than_a_count_holds_are_a_stop() {
    // Any of 200 cells may be empty.
    let subsets = "2 100 1\nDEFAULT\nA\nCOPIES A 200\nSPARE A\nGAPS ANY\n".to_owned();
    // 12,988,816 ways, times those to name 32 dominoes; and 36 of them, whose names alone are too many.
    let named = |rows: u32, cols: u32| {
        let letters = ('A'..='Z').chain('a'..='z').take((rows * cols / 2) as usize);
        let shapes: String = letters.map(|letter| format!("{letter}{letter}\n")).collect();
        format!("{rows} {cols} {}\nDEFAULT\n{shapes}", rows * cols / 2)
    };
    for (text, least) in [(subsets, 0), (named(8, 8), u128::MAX >> 1), (named(6, 12), u128::MAX >> 1)] {
        let puzzle = text::read(&text).unwrap().puzzle;
        let (stop, report) = stopped_count(&puzzle, 1, Limits::default(), &Control::new());
        assert_eq!((stop, report.status, report.complete), (Stop::TooMany, "limit", false));
        assert_eq!(report.solutions, least);
        let json = serde_json::to_string(&report).unwrap();
        assert!(
            json.contains(&format!(r#""solutions":{least},"#)) && json.contains(r#""why":{"code":"too-many"}"#),
            "{json}"
        );
    }
}

#[test]
fn a_stop_in_the_middle_keeps_what_is_known() {
    let puzzle = set("iq");
    let control = Control::new();
    let mut run = Run::new(Limits::default(), &control);
    let mut seen = 0u128;
    let answer = solve_all(
        &puzzle,
        PackPlan { method: Method::Cover, threads: 1, ..PackPlan::default() },
        &mut run,
        &mut |_| {
            seen += 1;
            if seen == 5 {
                control.stop(Stop::Time);
            }
            ControlFlow::Continue(())
        },
    );
    assert_eq!(answer.outcome, PackOutcome::Stopped(Stop::Time));
    assert!(answer.found == seen && seen >= 5);
}

#[test]
fn a_graph_that_does_not_fit_is_refused_and_counting_goes_on() {
    let puzzle = set("kanoodle");
    let control = Control::new();
    let limits = Limits { memory: Some(8 << 20), ..Limits::default() };
    let mut run = Run::new(limits, &control);
    assert_eq!(SolutionGraph::build(&puzzle, &mut run).err(), Some(NoGraph::TooLarge));
    let mut run = Run::new(limits, &control);
    let answer = count::count(&puzzle, Equality::Boards, PackPlan::default(), &mut run);
    assert!(matches!(answer.outcome, PackOutcome::Solved(count) if count.solutions == 371_020), "{:?}", answer.outcome);
    assert!(run.stats().peak_bytes <= 8 << 20);
}

#[test]
fn threads_change_neither_order_nor_nodes() {
    let cases = [
        ("pentominoes 8x8", vec![1, 7, 300, usize::MAX]),
        ("soma", vec![1, 100, usize::MAX]),
        ("pentominoes 3x4x5", vec![1, 7, 700]),
        ("iq-pyramid", vec![7]),
    ];
    for (name, limits) in cases {
        let puzzle = set(name);
        for limit in limits {
            let all = |threads| {
                let control = Control::new();
                let mut run = Run::new(Limits::default(), &control);
                let mut boards = Vec::new();
                solve_all(
                    &puzzle,
                    PackPlan { method: Method::Auto, threads, ..PackPlan::default() },
                    &mut run,
                    &mut |solution| {
                        boards.push(solution.owners().to_vec());
                        if boards.len() == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                    },
                );
                (boards, run.stats().expanded, run.stats().generated)
            };
            let alone = all(1);
            assert!(limit == usize::MAX || alone.0.len() == limit, "{name}: the limit {limit} should bite");
            for threads in [2, 4] {
                assert!(alone == all(threads), "{name}, the first {limit}, {threads} threads");
            }
        }
    }
}

/// 32 dominoes: more solutions than anybody can hold, in each unit of the search.
fn dominoes(board: &str) -> Puzzle {
    let pieces: Vec<String> = ('A'..='Z').chain('a'..='f').map(|name| format!("{name}{name}")).collect();
    text::read(&format!("{board}\n{}\n", pieces.join("\n"))).expect("a right text").puzzle
}

#[test]
fn the_first_of_very_many_solutions_come_at_once_on_two_threads() {
    for board in ["8 8 32\nDEFAULT", "4 4 32\nBOX 4"] {
        let control = Control::new();
        let memory = 100 << 20;
        let mut run = Run::new(Limits { memory: Some(memory), ..Limits::default() }, &control);
        let mut seen = 0;
        let plan = PackPlan { method: Method::Auto, threads: 2, ..PackPlan::default() };
        let answer = solve_all(&dominoes(board), plan, &mut run, &mut |_| {
            seen += 1;
            if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((answer.outcome, answer.found), (PackOutcome::Solved(()), 3), "{board}");
        assert!(run.stats().peak_bytes <= memory, "{board}");
    }
}

#[test]
fn the_box_of_pentominoes_has_its_published_count() {
    let control = Control::new();
    let mut run = Run::new(Limits::default(), &control);
    let plan = PackPlan { method: Method::Auto, threads: 2, ..PackPlan::default() };
    let answer = count::count(&set("pentominoes 3x4x5"), Equality::Symmetry, plan, &mut run);
    assert!(
        matches!(answer.outcome, PackOutcome::Solved(count) if count.distinct == Some(3940)),
        "{:?}",
        answer.outcome
    );
}

fn reason(text: &str) -> String {
    let puzzle = text::read(text).expect("a right text").puzzle;
    let control = Control::new();
    match hint::hint(&puzzle, &mut Run::new(Limits::default(), &control)).outcome {
        PackOutcome::Impossible(reason) => reason.to_string(),
        other => panic!("{text} should be impossible, not {other:?}"),
    }
}

#[test]
fn impossible_puzzles_have_reasons() {
    assert_eq!(reason("5 5 1\nDEFAULT\nAA"), "the pieces cover 2 cells, the board has 25");
    assert_eq!(reason("2 3 2\nDEFAULT\nAAAA\nBB"), "piece A fits nowhere");
}

#[test]
fn rules_decide_before_a_search() {
    let control = Control::new();
    let cases = [
        // Two dominoes cannot reach a cell that stands alone.
        ("2 4 2\nCUSTOM\nX.XX\n...X\nAA\nBB", "no piece reaches row 1 column 1"),
        ("1 9 3\nCUSTOM\nXXX.XXXXX\nAA\nBB\nCCCC", "no pieces add up to the 3 cells of the region at row 1 column 1"),
        // Two T tetrominoes and squares: a checkerboard.
        (
            "2 4 2\nDEFAULT\nAAA\n A\nBB\nBB",
            "coloured like a checkerboard, the free cells are 4 black and 4 white, which the pieces cannot cover",
        ),
    ];
    for (text, expected) in cases {
        let puzzle = text::read(text).expect(text).puzzle;
        let mut run = Run::new(Limits::default(), &control);
        let PackOutcome::Impossible(reason) = solve::solve(&puzzle, PackPlan::default(), &mut run).outcome else {
            panic!("{text}")
        };
        assert_eq!(reason.to_string(), expected, "{text}");
        assert_eq!(run.stats().expanded, 0, "{text}");
    }
}

#[test]
fn cells_in_space_have_their_layer_the_lowest_too() {
    let names = |text: &str| {
        let board = text::read(text).expect("a right text").puzzle.board().clone();
        (0..2).map(|cell| CellName::of(&board, cell).to_string()).collect::<Vec<_>>()
    };
    assert_eq!(names("1 2 1\nDEFAULT\nAA"), ["row 1 column 1", "row 1 column 2"]);
    let mut of_box = names("1 1 1\nBOX 2\nA\n/\nA");
    of_box.sort_unstable();
    assert_eq!(of_box, ["row 1 column 1 of layer 1 from below", "row 1 column 1 of layer 2 from below"]);
    // The lower cell of the two is covered; the hint is about the other one or its piece.
    let text = "1 1 2\nBOX 2\nA\nB\nPLACED\nA\n\n.\n";
    let puzzle = text::read(text).expect("a right text").puzzle;
    let control = Control::new();
    let answer = hint::hint(&puzzle, &mut Run::new(Limits::default(), &control));
    let PackOutcome::Solved(Some(hint)) = answer.outcome else { panic!("there is a next piece") };
    assert_eq!(hint.to_string(), "only B fits row 1 column 1 of layer 1 from below");
}

#[test]
fn hints_lead_to_a_solution() {
    for name in ["iq", "iq-diamond", "iq-pyramid", "soma"] {
        let mut puzzle = set(name);
        let control = Control::new();
        loop {
            match hint::hint(&puzzle, &mut Run::new(Limits::default(), &control)).outcome {
                PackOutcome::Solved(Some(hint)) => puzzle.place(hint.placement).expect("a hint fits"),
                PackOutcome::Solved(None) => break,
                other => panic!("{name}: {other:?}"),
            }
        }
        assert!(puzzle.loose().is_empty());
    }
}

#[test]
fn a_dead_region_is_named() {
    // Every piece fits, every cell is reached, sizes and colours add up; but an S leaves two corners of the 2 x 3.
    let text = "2 10 3\nCUSTOM\nXXX.XXXXXX\nXXX.......\nAA\n AA\nBB\nCCCCCC\n";
    assert_eq!(reason(text), "no choice of the pieces left fills the 6 cells of the region at row 1 column 1");
}

#[test]
fn challenges_have_one_solution_and_stay_the_same() {
    for (name, placed) in [("iq", Some(4)), ("soma", None), ("iq-pyramid", Some(3)), ("iq-diamond", Some(5))] {
        let puzzle = set(name);
        let make = |seed| {
            let control = Control::new();
            let wish = ChallengeWish { placed, grade: None, seed };
            challenge::make(&puzzle, wish, &mut Run::new(Limits::default(), &control)).expect(name)
        };
        let first = make(1);
        assert_eq!(first, make(1), "{name}");
        assert_ne!(first.puzzle, make(2).puzzle, "{name}");
        let control = Control::new();
        let plan = PackPlan { method: Method::Cover, threads: 1, ..PackPlan::default() };
        let answer = count::count(&first.puzzle, Equality::Boards, plan, &mut Run::new(Limits::default(), &control));
        assert!(matches!(answer.outcome, PackOutcome::Solved(count) if count.solutions == 1), "{name}");
        assert!(placed.is_none_or(|placed| first.puzzle.placed().len() == placed));
        assert!(first.difficulty.forced <= first.difficulty.nodes);
    }
}

#[test]
fn a_wished_grade_is_met() {
    let puzzle = set("iq");
    for grade in [ChallengeGrade::Easy, ChallengeGrade::Medium] {
        let control = Control::new();
        let wish = ChallengeWish { placed: Some(7), grade: Some(grade), seed: 3 };
        let challenge = challenge::make(&puzzle, wish, &mut Run::new(Limits::default(), &control)).expect("many draws");
        assert_eq!(challenge.difficulty.grade(), grade);
    }
}

#[test]
fn the_first_solutions_do_not_wait_for_the_graph_and_none_comes_twice() {
    let puzzle = set("kanoodle");
    let boards = |memory| {
        let control = Control::new();
        let mut run = Run::new(Limits { memory, ..Limits::default() }, &control);
        let mut boards = Vec::new();
        let mut first_after = 0;
        let answer = solve_all(&puzzle, PackPlan::default(), &mut run, &mut |solution| {
            boards.push(solution.owners().to_vec());
            ControlFlow::Continue(())
        });
        assert_eq!(answer.found, 371_020);
        let mut run = Run::new(Limits { memory, ..Limits::default() }, &control);
        solve_all(&puzzle, PackPlan::default(), &mut run, &mut |solution| {
            assert_eq!(solution.owners(), boards[first_after], "a limit gives the beginning of the whole");
            first_after += 1;
            if first_after == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(run.stats().expanded < 100_000, "{}", run.stats().expanded);
        boards.sort_unstable();
        boards.dedup();
        assert_eq!(boards.len(), 371_020);
        boards
    };
    // With little memory the graph is refused after the first solutions were given, and the rest is found another way.
    assert!(boards(None) == boards(Some(8 << 20)));
}

/// A square board cut into 32 equal rectangles, or one piece that is the whole board.
fn large(side: usize, pieces: usize) -> Puzzle {
    let (rows, cols) = if pieces == 1 { (side, side) } else { (side / 8, side / 4) };
    let names = ('A'..='Z').chain('a'..='z').take(pieces);
    let shapes: String = names.map(|name| format!("{}\n", name.to_string().repeat(cols)).repeat(rows)).collect();
    text::read(&format!("{side} {side} {pieces}\nDEFAULT\n{shapes}")).expect("a right text").puzzle
}

#[test]
fn huge_boards_keep_to_the_memory_limit_and_stop() {
    for (side, pieces) in [(40, 32), (64, 32), (128, 32), (128, 1)] {
        let puzzle = large(side, pieces);
        assert_eq!(puzzle.piece_cells(), side * side);
        for memory in [1 << 16, 1 << 20, 16 << 20] {
            let control = Control::new();
            let limits = Limits { memory: Some(memory), nodes: Some(20) };
            for threads in [1, 2] {
                let mut run = Run::new(limits, &control);
                let plan = PackPlan { method: Method::Auto, threads, ..PackPlan::default() };
                let _ = count::count(&puzzle, Equality::Symmetry, plan, &mut run);
                assert!(run.stats().peak_bytes <= memory && run.held() == 0, "count {side} {pieces} {memory}");
                let mut run = Run::new(limits, &control);
                let _ = solve_all(&puzzle, plan, &mut run, &mut |_| ControlFlow::Continue(()));
                assert!(run.stats().peak_bytes <= memory && run.held() == 0, "solve {side} {pieces} {memory}");
            }
            let mut run = Run::new(limits, &control);
            let _ = hint::hint(&puzzle, &mut run);
            assert!(run.stats().peak_bytes <= memory && run.held() == 0, "hint {side} {pieces} {memory}");
            let mut run = Run::new(limits, &control);
            let _ = challenge::make(&puzzle, ChallengeWish { placed: None, grade: None, seed: 1 }, &mut run);
            assert!(run.stats().peak_bytes <= memory, "generate {side} {pieces} {memory}");
        }
    }
    let control = Control::new();
    let refused = SolutionGraph::build(&large(64, 32), &mut Run::new(Limits::default(), &control)).err();
    assert_eq!(refused, Some(NoGraph::TooLarge), "masks hold 1,024 cells");
}

#[test]
fn hopeless_wishes_are_refused() {
    let make = |name: &str, placed| {
        let control = Control::new();
        let wish = ChallengeWish { placed: Some(placed), grade: None, seed: 1 };
        challenge::make(&set(name), wish, &mut Run::new(Limits::default(), &control)).err()
    };
    assert_eq!(make("iq", 0), Some(challenge::NoChallenge::Several));
    assert_eq!(make("soma", 0), Some(challenge::NoChallenge::Several));
    assert_eq!(make("iq", 12), Some(challenge::NoChallenge::AllPlaced { placed: 12, pieces: 12 }));
    assert_eq!(make("iq", 13), Some(challenge::NoChallenge::AllPlaced { placed: 13, pieces: 12 }));
}

/// So many equal pieces of one shape.
fn equal(head: &str, cells: usize, pieces: usize) -> Puzzle {
    let names = ('A'..='Z').chain('a'..='z').take(pieces);
    let shapes: String = names.map(|name| format!("{}\n", name.to_string().repeat(cells))).collect();
    text::read(&format!("{head}\n{shapes}")).expect("a right text").puzzle
}

#[test]
fn different_solutions_are_counted_without_looking_at_each() {
    let puzzle = equal("2 10 10\nDEFAULT", 2, 10);
    let control = Control::new();
    let mut run = Run::new(Limits { nodes: Some(1_000_000), ..Limits::default() }, &control);
    let answer = count::count(&puzzle, Equality::Symmetry, PackPlan::default(), &mut run);
    // 89 ways to lay dominoes, 10! ways to name them; the half turn and one mirror keep none, the other the 10! upright ones.
    let ten: u128 = (1..=10).product();
    let expected = SolutionCount { solutions: 89 * ten, distinct: Some(90 * ten / 4), symmetries: 4 };
    assert_eq!(answer.outcome, PackOutcome::Solved(expected));
}

#[test]
fn counting_keeps_two_levels_of_states_and_no_graph() {
    let puzzle = equal("3 7 21\nDEFAULT", 1, 21);
    let control = Control::new();
    let memory = 64 << 20;
    let mut run = Run::new(Limits { memory: Some(memory), ..Limits::default() }, &control);
    let answer = count::count(&puzzle, Equality::Boards, PackPlan::default(), &mut run);
    assert!(
        matches!(answer.outcome, PackOutcome::Solved(count) if count.solutions == (1..=21).product()),
        "{:?}",
        answer.outcome
    );
    assert_eq!((run.stats().peak_bytes <= memory, run.held()), (true, 0));
}

#[test]
fn a_limit_on_solutions_is_a_limit_on_effort() {
    let puzzle = equal("2 26 26\nDEFAULT", 2, 26);
    let first = |most, told| {
        let control = Control::new();
        let mut run = Run::new(Limits { memory: Some(64 << 20), ..Limits::default() }, &control);
        let mut boards = Vec::new();
        let answer = solve_up_to(&puzzle, PackPlan::default(), told, &mut run, &mut |solution| {
            boards.push(solution.owners().to_vec());
            if boards.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((answer.outcome, boards.len()), (PackOutcome::Solved(()), most));
        (boards, run.stats().expanded)
    };
    let (told, nodes) = first(5000, 5000);
    assert!(nodes < 50_000, "{nodes} nodes");
    // Nobody says that it will be enough: the tree is folded, which does not fit, and the walk goes on in the same order.
    let (untold, _) = first(5000, u64::MAX);
    assert!(told == untold);
}

#[test]
fn one_solution_of_a_large_board_comes_from_dancing_links() {
    let answer = |puzzle: &Puzzle, method, memory| {
        let control = Control::new();
        let mut run = Run::new(Limits { memory: Some(memory), nodes: Some(1000) }, &control);
        let answer = solve::solve(puzzle, PackPlan { method, threads: 1, ..PackPlan::default() }, &mut run);
        (answer.method, matches!(answer.outcome, PackOutcome::Solved(_)))
    };
    // 260 cells, one more than four words of a mask have.
    let bars = equal("13 20 52\nDEFAULT", 5, 52);
    assert_eq!(answer(&bars, Method::Auto, 64 << 20), (Method::Cover, true));
    assert_eq!(answer(&bars, Method::Backtrack, 1 << 30), (Method::Backtrack, true));
    // Small, but with more placements than the masks have memory for: equal pieces are one kind and need little.
    let bars = equal("10 20 40\nDEFAULT", 5, 40);
    assert_eq!(answer(&bars, Method::Auto, 256 << 10), (Method::Cover, true));
    assert_eq!(answer(&bars, Method::Auto, 1 << 30), (Method::Backtrack, true));
}
