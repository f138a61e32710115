//! The plain search within limits, and what it counts.

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use ubin::pack::solve::Equality;
use ubin::pack::{Labels, Method, PackAnswer, PackOutcome, PackPlan, Puzzle, Reason, count, solve, text};
use ubin::run::{Control, Limits, Run, Stats, Stop};

const PLAIN: PackPlan = PackPlan { method: Method::BruteForce, threads: 1, labels: Labels::Told };

fn read(text: &str) -> Puzzle {
    text::read(text).expect("a right text").puzzle
}

/// A text whose pieces are rectangles of these rows and columns.
fn rectangles(head: &str, pieces: &[(usize, usize)]) -> Puzzle {
    let rows = ('A'..='Z').chain('a'..='z').zip(pieces).flat_map(|(letter, &(rows, cols))| {
        let row = letter.to_string().repeat(cols);
        std::iter::repeat_n(row, rows)
    });
    read(&format!("{head}\n{}\n", rows.collect::<Vec<_>>().join("\n")))
}

/// 128 x 128, and pieces that fit in very many ways but leave a cell.
fn endless() -> Puzzle {
    let mut pieces = [(16, 32); 32];
    pieces[31] = (16, 31);
    rectangles("128 128 32\nDEFAULT", &pieces)
}

fn first_and_all(puzzle: &Puzzle, limits: Limits, control: &Control) -> [(Result<(), Stop>, u64, Stats); 2] {
    fn end<T>(answer: &PackAnswer<T>, run: &Run<'_>) -> (Result<(), Stop>, u64, Stats) {
        let end = if let PackOutcome::Stopped(stop) = answer.outcome { Err(stop) } else { Ok(()) };
        (end, answer.cases, run.stats())
    }
    let mut run = Run::new(limits, control);
    let first = end(&solve::solve(puzzle, PLAIN, &mut run), &run);
    let mut run = Run::new(limits, control);
    let all = end(&solve::solve_all(puzzle, PLAIN, &mut run, &mut |_| ControlFlow::Continue(())), &run);
    [first, all]
}

#[test]
fn a_stop_comes_before_any_position() {
    let boxes = rectangles("128 128 2\nBOX 128", &[(100, 100), (90, 128)]);
    for puzzle in [endless(), boxes, read("2 2 1\nDEFAULT\nAA")] {
        let control = Control::new();
        control.stop(Stop::Time);
        for (end, cases, stats) in first_and_all(&puzzle, Limits::default(), &control) {
            assert_eq!((end, cases, stats.expanded), (Err(Stop::Time), 0, 0));
        }
    }
}

#[test]
fn a_memory_limit_holds_for_boards_and_pieces() {
    let boxes = rectangles("128 128 2\nBOX 128", &[(100, 100), (90, 128)]);
    let cases = [
        (endless(), 50_000, Stop::Memory),
        (endless(), 600_000, Stop::Nodes),
        (boxes.clone(), 1 << 20, Stop::Memory),
        (boxes, 96 << 20, Stop::Nodes),
    ];
    for (puzzle, memory, expected) in cases {
        let control = Control::new();
        for (end, cases, stats) in first_and_all(&puzzle, Limits { memory: Some(memory), nodes: Some(1) }, &control) {
            assert_eq!(end, Err(expected), "{memory}");
            assert!(stats.peak_bytes <= memory && (cases > 0) == (expected == Stop::Nodes));
        }
    }
}

#[test]
fn a_stop_during_the_search_takes_no_time() {
    let boxes = rectangles("128 128 2\nBOX 128", &[(100, 100), (100, 100)]);
    for puzzle in [endless(), boxes] {
        let control = Control::new();
        let answers = thread::scope(|scope| {
            let search = scope.spawn(|| first_and_all(&puzzle, Limits::default(), &control));
            thread::sleep(Duration::from_millis(300));
            control.stop(Stop::Time);
            search.join().expect("a search does not panic")
        });
        assert!(answers.iter().all(|(end, ..)| *end == Err(Stop::Time)));
        assert!(answers[0].2.peak_bytes > 0 && answers[0].2.peak_bytes < 200 << 20);
    }
}

#[test]
fn large_pieces_on_a_large_board_are_placed() {
    let puzzle = rectangles("128 128 32\nDEFAULT", &[(16, 32); 32]);
    let control = Control::new();
    let mut run = Run::new(Limits { memory: Some(2 << 20), ..Limits::default() }, &control);
    let answer = solve::solve(&puzzle, PLAIN, &mut run);
    assert!(matches!(answer.outcome, PackOutcome::Solved(_)), "{:?}", answer.outcome);
    assert_eq!((run.stats().expanded, run.held()), (32, 0));
    assert!(run.stats().peak_bytes > 0);
}

#[test]
fn more_cases_than_a_number_holds_do_not_wrap_around() {
    // Nine single cubes on ten cells: the last alone is tried at 240 positions, 24^8 x 10! / 2 times in each of nine orders.
    let puzzle = rectangles("2 5 9\nBOX 1", &[(1, 1); 9]);
    let control = Control::new();
    let answer = solve::solve(&puzzle, PLAIN, &mut Run::new(Limits::default(), &control));
    assert_eq!(answer.outcome, PackOutcome::Impossible(Reason::Tried { cases: u64::MAX }));
    assert_eq!(answer.cases, u64::MAX);
}

#[test]
fn every_position_of_an_enumeration_is_a_case() {
    // Two dominoes on 2 x 2: four positions of the first, and after each four of the second.
    let puzzle = read("2 2 2\nDEFAULT\nAA\nBB");
    let control = Control::new();
    let mut run = Run::new(Limits::default(), &control);
    let all = solve::solve_all(&puzzle, PLAIN, &mut run, &mut |_| ControlFlow::Continue(()));
    assert_eq!((all.cases, all.found, run.stats().expanded), (20, 4, 5));
    let counted = count::count(&puzzle, Equality::Boards, PLAIN, &mut Run::new(Limits::default(), &control));
    assert_eq!((counted.cases, counted.found), (20, 4));
    // Up to the first solution: A at its first position, then B at the second.
    let mut run = Run::new(Limits::default(), &control);
    let one = solve::solve_all(&puzzle, PLAIN, &mut run, &mut |_| ControlFlow::Break(()));
    assert_eq!((one.cases, one.found), (3, 1));
    // A stop tells the cases up to then.
    let mut run = Run::new(Limits { nodes: Some(2), ..Limits::default() }, &control);
    let cut = solve::solve_all(&puzzle, PLAIN, &mut run, &mut |_| ControlFlow::Continue(()));
    assert_eq!((cut.outcome, cut.cases, cut.found), (PackOutcome::Stopped(Stop::Nodes), 6, 1));
}
