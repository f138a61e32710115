//! Boards beyond sixteen cells: the solution that gets shorter while the bound rises.

mod common;

use common::{quick, size, solved};
use proptest::prelude::*;
use ubin::dice::Dice;
use ubin::run::{Control, Limits, Run, Stop};
use ubin::slide::solve::{Method, Options, SlideAnswer, Status, solve};
use ubin::slide::{Goal, HeuristicName, Puzzle, TableStore, generate};

/// Solves within limits, on a tables that searches on so many threads.
fn limited(puzzle: &Puzzle, options: Options, limits: Limits, threads: usize) -> SlideAnswer {
    let control = Control::new();
    let mut run = Run::new(limits, &control);
    solve(puzzle, &options, &TableStore::new(threads), &mut run).unwrap()
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), memory: None }
}

fn random(rows: usize, cols: usize, goal: usize, seed: u64) -> Puzzle {
    let goal = Goal::ALL[goal].board(size(rows, cols));
    let board = generate::draw(&goal, &mut Dice::new(seed));
    Puzzle::new(board, goal).unwrap()
}

/// What every answer must be: a way to the goal, no longer than row by row, no shorter than the bound.
fn check(puzzle: &Puzzle, solution: &SlideAnswer) {
    let moves = solution.moves.as_ref().expect("there is always a solution");
    assert_eq!(puzzle.board().after(moves).as_ref(), Some(puzzle.goal()));
    assert!(moves.len() <= quick(puzzle).unwrap().len(), "longer than row by row");
    assert!(solution.lower_bound as usize <= moves.len(), "{} moves are too few", moves.len());
    assert_eq!(solution.status == Status::Optimal, solution.lower_bound as usize == moves.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn auto_solves_every_size_and_goal(rows in 2usize..=8, cols in 2usize..=8, goal in 0usize..3, seed: u64, limit in 0u64..60_000) {
        let puzzle = random(rows, cols, goal, seed);
        check(&puzzle, &limited(&puzzle, Options::default(), nodes(limit), 1));
    }

    #[test]
    fn the_beam_solves_every_size_and_goal(rows in 2usize..=8, cols in 2usize..=8, goal in 0usize..3, seed: u64) {
        let puzzle = random(rows, cols, goal, seed);
        let solution = solved(&puzzle, Options { method: Method::Beam, width: 200, ..Options::default() });
        let moves = solution.moves.unwrap();
        prop_assert_eq!(puzzle.board().after(&moves), Some(puzzle.goal().clone()));
        prop_assert!(solution.lower_bound as usize <= moves.len());
    }
}

#[test]
fn a_beam_ranked_by_pattern_tables_solves_boards_beyond_five_by_five() {
    for (rows, cols) in [(6, 6), (2, 9), (4, 7)] {
        let puzzle = random(rows, cols, 0, 3);
        let by_tables =
            Options { method: Method::Beam, heuristic: Some(HeuristicName::Pattern), width: 60, ..Options::default() };
        let solution = solved(&puzzle, by_tables);
        let moves = solution.moves.expect("the beam gets wider until it finds a way");
        assert_eq!(puzzle.board().after(&moves).as_ref(), Some(puzzle.goal()), "{rows}x{cols}");
        assert!(solution.lower_bound as usize <= moves.len());
    }
}

#[test]
fn long_thin_boards_are_solved() {
    for (rows, cols) in [(2, 32), (32, 2), (3, 32), (2, 9)] {
        let puzzle = random(rows, cols, 0, 7);
        check(&puzzle, &limited(&puzzle, Options::default(), nodes(300_000), 1));
    }
}

#[test]
fn the_answer_does_not_depend_on_the_threads() {
    for (rows, cols, limit) in [(5, 5, 3_000_000), (3, 6, 1_500_000), (6, 6, 500_000)] {
        let puzzle = random(rows, cols, 0, 1);
        let one = limited(&puzzle, Options::default(), nodes(limit), 1);
        let two = limited(&puzzle, Options::default(), nodes(limit), 2);
        assert_eq!((&one.moves, one.lower_bound, one.status), (&two.moves, two.lower_bound, two.status));
        assert_eq!(one.stats.expanded, two.stats.expanded);
    }
}

#[test]
fn more_effort_never_gives_a_longer_solution_or_a_lower_bound() {
    let puzzle = random(5, 5, 0, 3);
    let at = |limit| limited(&puzzle, Options::default(), nodes(limit), 1);
    let answers = [at(0), at(300_000), at(2_000_000)];
    for pair in answers.windows(2) {
        assert!(pair[1].length() <= pair[0].length() && pair[1].lower_bound >= pair[0].lower_bound);
    }
    let (first, last) = (answers[0].length().unwrap(), answers[2].length().unwrap());
    assert!(last * 3 < first * 2, "{last} of {first} moves: not much shorter than row by row");
}

#[test]
fn boards_of_17_to_20_cells_can_be_proven() {
    let puzzle = random(3, 6, 0, 5);
    let solution = solved(&puzzle, Options { prove: true, ..Options::default() });
    assert_eq!(solution.status, Status::Optimal);
    check(&puzzle, &solution);
    let exact = solved(&puzzle, Options { method: Method::Ida, ..Options::default() });
    assert_eq!(solution.length(), exact.length(), "two engines agree");
}

#[test]
fn the_largest_board_is_solved_in_far_fewer_moves_than_row_by_row() {
    let puzzle = Puzzle::with_goal(generate::random(size(32, 32), 1), Goal::BlankLast);
    let solution = limited(&puzzle, Options::default(), nodes(6_000_000), 1);
    check(&puzzle, &solution);
    let quick = quick(&puzzle).unwrap().len();
    assert!(solution.length().unwrap() * 10 < quick * 6, "{:?} of {quick}", solution.length());
}

#[test]
fn what_a_beam_leaves_is_not_solved_row_by_row() {
    // With two odd squares left, row by row from there took 1,600 moves.
    let puzzle = Puzzle::with_goal(generate::random(size(16, 16), 1), Goal::BlankLast);
    let solution = limited(&puzzle, Options::default(), nodes(900_000), 1);
    check(&puzzle, &solution);
    assert!(solution.length().unwrap() < 5_500, "{:?}", solution.length());
}

#[test]
fn a_small_memory_makes_the_beam_narrower_not_the_answer_wrong() {
    for memory in [0, 10_000, 1 << 20] {
        let puzzle = random(7, 7, 0, 2);
        let limits = Limits { nodes: Some(400_000), memory: Some(memory) };
        let solution = limited(&puzzle, Options { heuristic: None, ..Options::default() }, limits, 1);
        check(&puzzle, &solution);
        let tables = 9 << 20;
        assert!(solution.stats.peak_bytes <= memory + tables, "{} bytes of {memory}", solution.stats.peak_bytes);
    }
}

#[test]
fn a_beam_as_wide_as_the_memory_allows_is_not_run_for_ever() {
    // It stalled here, and was started again with the same width for a layer at a time.
    let puzzle = random(10, 10, 0, 1);
    let limits = Limits { nodes: Some(2_000_000), memory: Some(4 << 20) };
    let solution = limited(&puzzle, Options::default(), limits, 1);
    check(&puzzle, &solution);
    assert!(solution.stats.peak_bytes <= 4 << 20);
}

#[test]
fn a_stop_keeps_the_best_so_far() {
    let puzzle = random(9, 9, 0, 4);
    for (prove, stop, expected) in [
        (false, Stop::Time, Status::Solved),
        (true, Stop::Time, Status::Stopped(Stop::Time)),
        (false, Stop::Interrupted, Status::Stopped(Stop::Interrupted)),
    ] {
        let control = Control::new();
        control.stop(stop);
        let mut run = Run::new(Limits::default(), &control);
        let options = Options { prove, ..Options::default() };
        let solution = solve(&puzzle, &options, &TableStore::default(), &mut run).unwrap();
        assert_eq!(solution.status, expected);
        check(&puzzle, &solution);
    }
}
