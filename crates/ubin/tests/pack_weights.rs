//! Proofs of impossibility by weights: every one passes the verifier, famous ones are found, and no puzzle that can be solved has one.

use std::ops::ControlFlow;

use serde_json::Value;
use ubin::cover::{DancingLinks, ExactCover};
use ubin::dice::Dice;
use ubin::pack::solve::solve;
use ubin::pack::{PackPlan, Puzzle, all_placements, text};
use ubin::report::pack::PackSolveReport;
use ubin::run::{Control, Limits, Run};
use ubin_verify::{Terms, verify};

/// The JSON of `solve`.
fn answer(puzzle: &Puzzle) -> Value {
    let control = Control::new();
    let mut run = Run::new(Limits { nodes: Some(100_000), ..Limits::default() }, &control);
    let answer = solve(puzzle, PackPlan::default(), &mut run);
    serde_json::to_value(PackSolveReport::of(puzzle, &answer, &run, 0.0)).unwrap()
}

/// Whether a puzzle has a certificate, which the verifier accepts.
fn is_proved(text: &str) -> bool {
    let answer = answer(&text::read(text).unwrap().puzzle);
    if answer["certificate"].is_null() {
        return false;
    }
    assert_eq!(answer["status"], "unsolvable");
    let proof =
        verify(text, &answer.to_string(), &Terms::default()).unwrap_or_else(|wrong| panic!("{wrong}: {answer}"));
    assert_eq!(proof.proves.iter().map(|fact| fact.code).collect::<Vec<_>>(), ["weights"]);
    true
}

/// The text of a puzzle with so many pieces of one shape.
fn many(board: &str, pieces: usize, shape: &str) -> String {
    let (size, kind) = board.split_once('\n').unwrap();
    let letters = ('A'..='Z').chain('a'..='z').take(pieces);
    let shapes: String = letters.map(|letter| shape.replace('A', &letter.to_string()) + "\n").collect();
    format!("{size} {pieces}\n{kind}\n{shapes}")
}

#[test]
fn famous_proofs_are_found() {
    let chessboard = format!("8 8\nCUSTOM\n.XXXXXXX\n{}XXXXXXX.", "XXXXXXXX\n".repeat(6));
    let proved = [
        ("the mutilated chessboard", many(&chessboard, 31, "AA")),
        ("straight tetrominoes on 10x10", many("10 10\nDEFAULT", 25, "AAAA")),
        ("T-tetrominoes on 10x10", many("10 10\nDEFAULT", 25, "AAA\n A")),
        ("L-tetrominoes on 10x10", many("10 10\nDEFAULT", 25, "AAA\nA")),
        (
            "straight trominoes on 4x4 without a cell beside a corner",
            many("4 4\nCUSTOM\nX.XX\nXXXX\nXXXX\nXXXX", 5, "AAA"),
        ),
        ("bricks 1x2x4 in 6x6x6", many("6 6\nBOX 6", 27, "AAAA\nAAAA")),
        ("the five tetrominoes on 4x5", "4 5 5\nDEFAULT\nAAAA\nBB\nBB\nCCC\nC\nDD\n DD\nEEE\n E\n".into()),
        (
            "the same with a piece placed",
            "4 5 5\nDEFAULT\nAAAA\nBB\nBB\nCCC\nC\nDD\n DD\nEEE\n E\nPLACED\nAAAA.\n.....\n.....\n.....\n".into(),
        ),
    ];
    for (name, text) in proved {
        assert!(is_proved(&text), "{name}");
    }
}

/// Pieces that need not be used and cells that may stay empty, where the number of cells leaves no choice: the solver found the proof, and the verifier called it none.
#[test]
fn a_choice_that_the_cells_take_away_proves_as_none_does() {
    for text in [
        "4 3 1\nDEFAULT\nbbb\n b\nCOPIES b 3\nGAPS ANY\n",
        "4 3 1\nDEFAULT\nbbb\n b\nCOPIES b 3\nGAPS 0..1\n",
        "4 3 1\nDEFAULT\nbbb\n b\nCOPIES b 3\nSPARE b\n",
        "3 3 2\nCUSTOM\nX.X\nXXX\nX..\nD\nD\nZ\nZ\nCOPIES D 2\nGAPS ANY\n",
        "10 10 2\nDEFAULT\nAAAA\nBBBB\nCOPIES A 20\nCOPIES B 5\nSPARE *\n",
    ] {
        assert!(is_proved(text), "{text}");
    }
}

/// The certificate gave such a piece the sum 0, whatever its placements have: the check refused the answer.
#[test]
fn a_piece_that_there_is_no_room_for_has_no_sum() {
    for text in [
        "3 3 2\nDEFAULT\nAA\nAA\nAA\nBBB\n  B\nSPARE A\n",
        "3 3 3\nDEFAULT\nAA\nAA\nAA\nBBB\n  B\nCCCC\nCC\nSPARE A C\n",
        "3 1 2\nBOX 1\nAA\nBB\nSPARE A\n",
    ] {
        let answer = answer(&text::read(text).unwrap().puzzle);
        assert_eq!(answer["status"], "unsolvable", "{answer}");
        let verified = verify(text, &answer.to_string(), &Terms::default());
        assert!(verified.is_ok(), "{verified:?}: {answer}");
    }
}

/// Two rooms that dominoes do not fill: one has too many black cells, the other too many white ones, so a checkerboard of the whole does not tell.
#[test]
fn rooms_are_told_apart() {
    assert!(is_proved("2 8 4\nCUSTOM\nXXX..XXX\n.X....X.\nAA\nBB\nCC\nDD\n"));
}

/// Straight and bent trominoes on a board with holes.
fn random_trominoes(dice: &mut Dice) -> String {
    let mut cells = ['X'; 25];
    for _ in 0..7 {
        cells[dice.up_to(24)] = '.';
    }
    while cells.iter().filter(|cell| **cell == 'X').count() % 3 > 0 {
        cells[dice.up_to(24)] = '.';
    }
    let pieces = cells.iter().filter(|cell| **cell == 'X').count() / 3;
    let mask: String = cells.chunks(5).map(|row| row.iter().collect::<String>() + "\n").collect();
    let shapes: String = ('A'..='Z').take(pieces).map(|letter| shape(letter, dice.up_to(3) == 0)).collect();
    format!("5 5 {pieces}\nCUSTOM\n{mask}{shapes}")
}

fn shape(letter: char, is_bent: bool) -> String {
    if is_bent { format!("{letter}{letter}\n{letter}\n") } else { format!("{letter}{letter}{letter}\n") }
}

/// The cells are items, then the pieces; every placement is an option.
fn cover_problem(puzzle: &Puzzle, run: &mut Run<'_>) -> ExactCover {
    let cells = puzzle.board().size();
    let mut problem = ExactCover::new(cells + puzzle.pieces().len(), 0);
    let of_each = all_placements(puzzle, usize::MAX, run).unwrap().unwrap();
    for (piece, placements) in of_each.into_iter().enumerate() {
        for covered in placements {
            let items: Vec<usize> = covered.iter().map(|&cell| cell as usize).chain([cells + piece]).collect();
            problem.add_option(&items).unwrap();
        }
    }
    problem
}

/// Random puzzles against dancing links, which know no rules.
#[test]
fn no_puzzle_that_can_be_solved_has_a_proof() {
    let (mut proved, mut solved) = (0, 0);
    let mut dice = Dice::new(5);
    for _ in 0..400 {
        let text = random_trominoes(&mut dice);
        let puzzle = text::read(&text).unwrap().puzzle;
        let control = Control::new();
        let mut run = Run::new(Limits { nodes: Some(20_000), ..Limits::default() }, &control);
        let mut has_solution = false;
        DancingLinks::new(&cover_problem(&puzzle, &mut run)).run(&[], &mut run, &mut |_| {
            has_solution = true;
            ControlFlow::Break(())
        });
        let is_proved = is_proved(&text);
        assert!(!(is_proved && has_solution), "{text}");
        proved += usize::from(is_proved);
        solved += usize::from(has_solution);
    }
    assert!(proved > 10 && solved > 10, "{proved} proved, {solved} solved");
}
