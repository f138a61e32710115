//! The library's answers as they are shown, judged by `ubin-verify` with its own reading of the puzzle: all pass, and a corrupted one passes only when it is right by chance.

use std::collections::HashSet;
use std::ops::ControlFlow;

use serde_json::Value;
use ubin::dice::Dice;
use ubin::pack::solve::solve_all;
use ubin::pack::{Board as PackBoard, Flips, Piece, Plan, Puzzle as PackPuzzle, Spot, sets, solve, text};
use ubin::report::pack::{OneOfAll, Solved};
use ubin::report::slide::{Check, Notation, Solve};
use ubin::run::{Control, Limits, Run};
use ubin::slide::solve::{Method, Metric, Options, Status};
use ubin::slide::{Board, Dir, Goal, Puzzle, generate, letters};
use ubin_verify::pack::{Checker, Packing};
use ubin_verify::{Terms, Wrong, verify};

mod common;

/// The JSON of a sliding answer, and what the verifier says to it.
fn slide_answer(puzzle: &Puzzle, options: Options, notation: Notation) -> (Value, String) {
    let solution = common::solved(puzzle, options);
    let json = serde_json::to_value(Solve::new(puzzle, &solution, notation, 0.0)).unwrap();
    let goal = puzzle.goal().to_string();
    let terms =
        Terms { goal: Some(&goal), tile_notation: notation == Notation::Tile, metric: None, ..Terms::default() };
    let proof = verify(&puzzle.board().to_string(), &json.to_string(), &terms);
    let proof = proof.unwrap_or_else(|wrong| panic!("{wrong}: {json}"));
    let codes: Vec<&str> = proof.proves.iter().map(|fact| fact.code).collect();
    let expected = if solution.status == Status::Unsolvable { "unsolvable" } else { "goal" };
    assert!(codes.contains(&expected), "{json}");
    (json, letters(&solution.moves.unwrap_or_default()))
}

/// A string of moves that differs in one place: a move changed, deleted or put in.
fn corrupted(moves: &str, dice: &mut Dice) -> String {
    let mut moves: Vec<char> = moves.chars().collect();
    let (at, letter) = (dice.below(moves.len() + 1), ['U', 'D', 'L', 'R'][dice.below(4)]);
    match dice.below(3) {
        0 if at < moves.len() => moves[at] = letter,
        1 if at < moves.len() => drop(moves.remove(at)),
        _ => moves.insert(at, letter),
    }
    moves.into_iter().collect()
}

/// Corrupts moves and asks the library's own board whether they are right by chance.
fn corrupt_moves(puzzle: &Puzzle, json: &Value, moves: &str, dice: &mut Dice) -> usize {
    let mut refused = 0;
    for _ in 0..20 {
        let other = corrupted(moves, dice);
        let dirs: Vec<Dir> = other.chars().map(|letter| Dir::of_letter(letter).unwrap()).collect();
        let is_right = puzzle.board().after(&dirs).is_some_and(|end| end == *puzzle.goal());
        let goal = puzzle.goal().to_string();
        let terms = Terms { goal: Some(&goal), ..Terms::default() };
        assert_eq!(verify(&puzzle.board().to_string(), &other, &terms).is_ok(), is_right, "{other}");
        let mut answer = json.clone();
        answer["moves"] = other.as_str().into();
        let keeps_length = other.len() == moves.len();
        let passes = verify(&puzzle.board().to_string(), &answer.to_string(), &terms).is_ok();
        assert_eq!(passes, is_right && keeps_length, "{other}");
        refused += usize::from(!passes);
    }
    refused
}

#[test]
fn known_sliding_boards_pass_and_their_corruptions_do_not() {
    let mut dice = Dice::new(1);
    let mut refused = 0;
    let folder = common::testdata("reports/slide");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut boards: Vec<(Board, Goal)> = files
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .filter_map(|path| ubin::slide::text::read(&std::fs::read_to_string(path).unwrap(), None).ok())
        .map(|board| (board, Goal::BlankLast))
        .collect();
    assert!(boards.len() > 10);
    boards.extend(common::table("slide/korf100.csv").iter().map(|row| (common::board(&row[3]), Goal::BlankFirst)));
    for (board, goal) in boards {
        let puzzle = Puzzle::with_goal(board, goal);
        let options = Options { method: Method::Quick, ..Options::default() };
        slide_answer(&puzzle, options, Notation::Tile);
        let (json, moves) = slide_answer(&puzzle, options, Notation::Blank);
        if !moves.is_empty() {
            refused += corrupt_moves(&puzzle, &json, &moves, &mut dice);
        }
    }
    assert!(refused > 1000, "{refused}");
}

#[test]
fn random_sliding_boards_pass_in_both_metrics_and_all_goals() {
    let mut dice = Dice::new(2);
    for (rows, cols) in [(2, 2), (2, 4), (3, 2), (3, 3), (3, 4)] {
        for seed in 0..12 {
            let mut board = generate::random(common::size(rows, cols), seed);
            if seed % 4 == 0 {
                // Two tiles exchanged: it cannot be solved any more.
                let cells = board.cells();
                board.swap(cells[1], cells[2]);
            }
            for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Spiral] {
                let puzzle = Puzzle::with_goal(board.clone(), goal);
                let (json, moves) = slide_answer(&puzzle, Options::default(), Notation::Blank);
                slide_answer(&puzzle, Options { metric: Metric::Multi, ..Options::default() }, Notation::Tile);
                if !moves.is_empty() {
                    corrupt_moves(&puzzle, &json, &moves, &mut dice);
                }
                for field in ["solvable", "x", "sum", "misplaced", "length", "lower_bound"] {
                    let mut lie = serde_json::to_value(Check::of(&puzzle)).unwrap();
                    lie[field] = Value::from(1_000);
                    let terms = Terms { goal: Some(goal.name()), ..Terms::default() };
                    let judged = verify(&puzzle.board().to_string(), &lie.to_string(), &terms);
                    assert_eq!(judged.is_ok(), matches!(field, "length" | "lower_bound"), "{field}: {lie}");
                }
            }
        }
    }
}

fn run<T>(ask: impl FnOnce(&mut Run<'_>) -> T) -> T {
    ask(&mut Run::new(Limits::default(), &Control::new()))
}

fn pack_answer(puzzle: &PackPuzzle) -> String {
    run(|run| {
        let answer = solve::solve(puzzle, Plan::default(), run);
        serde_json::to_string(&Solved::of(puzzle, &answer, run, 0.0)).unwrap()
    })
}

#[test]
fn known_packings_pass_by_their_own_texts() {
    for set in sets::SETS {
        let proof = verify(&set.text(), &pack_answer(&set.puzzle()), &Terms::default());
        let proof = proof.unwrap_or_else(|wrong| panic!("{}: {wrong}", set.name));
        assert_eq!(proof.proves[0].code, "fills", "{}", set.name);
    }
    let mut read = 0;
    for entry in std::fs::read_dir(common::testdata("pack/reports")).unwrap() {
        let path = entry.unwrap().path();
        let source = std::fs::read_to_string(&path).unwrap();
        let puzzle = text::read(&source).unwrap().puzzle;
        let verdict = verify(&source, &pack_answer(&puzzle), &Terms::default());
        assert!(verdict.is_ok(), "{}: {verdict:?}", path.display());
        read += 1;
    }
    assert!(read > 10);
}

/// A board of a random kind, cut at random into pieces, some of them in parts.
fn random_packing(dice: &mut Dice) -> PackPuzzle {
    let board = match dice.below(4) {
        0 => PackBoard::rectangle(1 + dice.below(3) as u32, 2 + dice.below(4) as u32),
        1 => {
            let mut mask: Vec<Vec<bool>> = (0..3).map(|_| (0..4).map(|_| dice.below(5) > 0).collect()).collect();
            mask[1][1] = true;
            PackBoard::custom(&mask)
        }
        2 => PackBoard::pyramid(2 + dice.below(2) as u32),
        _ => PackBoard::cuboid(1 + dice.below(2) as u32, 2, 1 + dice.below(3) as u32),
    };
    let board = board.unwrap();
    let pieces = 1 + dice.below(4);
    let mut owners: Vec<usize> = Vec::new();
    for cell in 0..board.size() {
        let new = dice.below(pieces);
        owners.push(if cell > 0 && dice.below(3) > 0 { owners[cell - 1] } else { new });
    }
    let own = |piece: usize| -> Vec<Spot> {
        board.spots().iter().zip(&owners).filter(|(_, owner)| **owner == piece).map(|(spot, _)| *spot).collect()
    };
    let letters = (b'A'..).map(char::from);
    let pieces = (0..pieces).zip(letters).filter(|(piece, _)| !own(*piece).is_empty());
    let pieces = pieces.map(|(piece, letter)| Piece::new(letter, own(piece)).unwrap()).collect();
    let flips = if dice.below(2) == 0 { Flips::Allowed } else { Flips::Forbidden };
    PackPuzzle::new(board, pieces).unwrap().with_flips(flips).unwrap()
}

/// Every solution of small puzzles passes as it is shown; a board with one letter changed or two cells exchanged passes exactly when it is another solution.
#[test]
fn a_corrupted_packing_passes_only_when_it_is_another_solution() {
    let mut dice = Dice::new(3);
    let (mut refused, mut by_chance) = (0, 0);
    for _ in 0..300 {
        let puzzle = random_packing(&mut dice);
        let source = text::print(&puzzle);
        let terms = Terms { no_flip: puzzle.flips() == Flips::Forbidden, ..Terms::default() };
        let mut shown: Vec<Vec<Vec<String>>> = Vec::new();
        run(|run| {
            solve_all(&puzzle, Plan::default(), run, &mut |solution| {
                let line = serde_json::to_string(&OneOfAll::of(&puzzle, 1, solution)).unwrap();
                assert!(verify(&source, &line, &terms).is_ok(), "{line}\n{source}");
                shown.push(solution.layers(&puzzle));
                if shown.len() < 2_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })
        });
        let all: HashSet<Vec<Vec<String>>> = shown.iter().cloned().collect();
        if shown.len() == 2_000 {
            continue;
        }
        let packing = Packing::read(&source).unwrap();
        let mut checker = Checker::new(if terms.no_flip { packing.one_sided() } else { packing }).unwrap();
        for _ in 0..30 {
            let board = &shown[dice.below(shown.len())];
            let other = corrupted_board(board, &puzzle, &mut dice);
            let judged = checker.board(&other);
            assert_eq!(judged.is_ok(), all.contains(&other), "{judged:?} {other:?}\n{source}");
            refused += usize::from(judged.is_err());
            by_chance += usize::from(judged.is_ok() && other != *board);
        }
    }
    assert!(refused > 1_000 && by_chance > 10, "{refused} refused, {by_chance} right by chance");
}

fn corrupted_board(board: &[Vec<String>], puzzle: &PackPuzzle, dice: &mut Dice) -> Vec<Vec<String>> {
    let mut letters: Vec<Vec<Vec<char>>> =
        board.iter().map(|layer| layer.iter().map(|row| row.chars().collect()).collect()).collect();
    let place = |dice: &mut Dice| {
        let spot = puzzle.board().spots()[dice.below(puzzle.board().size())];
        ((puzzle.board().layers() - 1 - spot.layer) as usize, spot.row as usize, spot.col as usize)
    };
    let ((a, b, c), (d, e, f)) = (place(dice), place(dice));
    if dice.below(2) == 0 {
        letters[a][b][c] = puzzle.pieces()[dice.below(puzzle.pieces().len())].letter();
    } else {
        let letter = letters[a][b][c];
        letters[a][b][c] = std::mem::replace(&mut letters[d][e][f], letter);
    }
    letters.iter().map(|layer| layer.iter().map(|row| row.iter().collect()).collect()).collect()
}

#[test]
fn the_verifier_reads_what_the_library_reads() {
    for set in sets::SETS {
        assert!(Packing::read(&text::print(&set.puzzle())).is_ok(), "{}", set.name);
    }
    // Files that the library refuses are refused, and odd ones that it takes are taken.
    let mut read = 0;
    for entry in std::fs::read_dir(common::testdata("invalid")).unwrap() {
        let path = entry.unwrap().path();
        let Ok(source) = std::fs::read_to_string(&path) else { continue };
        let known = match ubin::text::Family::of(&source) {
            _ if path.extension().is_none_or(|ending| ending != "txt") => continue,
            ubin::text::Family::Slide => ubin::slide::text::read(&source, None).is_ok(),
            ubin::text::Family::Pack => text::read(&source).is_ok(),
        };
        let judged = verify(&source, "{}", &Terms::default());
        assert_eq!(!matches!(judged, Err(Wrong::Unreadable { .. })), known, "{}: {judged:?}", path.display());
        read += 1;
    }
    assert!(read > 20);
}
