//! The library's answers as they are shown, judged by `ubin-verify` with its own reading of the puzzle: all pass, and a corrupted one passes only when it is right by chance.

use std::collections::HashSet;
use std::ops::ControlFlow;

use serde_json::Value;
use ubin::dice::Dice;
use ubin::pack::solve::solve_all;
use ubin::pack::{Flips, PackBoard, PackPlan, Piece, Puzzle as PackPuzzle, Spot, sets, solve, text};
use ubin::report::pack::{LaidPiece, PackPicture, PackSolveReport};
use ubin::report::slide::{SlideCheckReport, SlideSolveReport};
use ubin::run::{Control, Limits, Run};
use ubin::slide::solve::{Method, Metric, Options, Status};
use ubin::slide::{Board, Dir, Goal, Notation, Puzzle, generate, letters};
use ubin_verify::pack::{Checker, Packing};
use ubin_verify::{Terms, Wrong, verify};

mod common;

/// The JSON of a sliding answer, and what the verifier says to it.
fn slide_answer(puzzle: &Puzzle, options: Options, notation: Notation) -> (Value, String) {
    let solution = common::solved(puzzle, options);
    let json = serde_json::to_value(SlideSolveReport::new(puzzle, &solution, notation, 0.0)).unwrap();
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
    let (at, letter) = (dice.up_to(moves.len()), ['U', 'D', 'L', 'R'][dice.up_to(3)]);
    match dice.up_to(2) {
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
                let exchanged = |&tile: &u16| if (1..3).contains(&tile) { 3 - tile } else { tile };
                board = Board::new(board.size(), board.tiles().iter().map(exchanged).collect()).unwrap();
            }
            for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Spiral] {
                let puzzle = Puzzle::with_goal(board.clone(), goal);
                let (json, moves) = slide_answer(&puzzle, Options::default(), Notation::Blank);
                slide_answer(&puzzle, Options { metric: Metric::Multi, ..Options::default() }, Notation::Tile);
                if !moves.is_empty() {
                    corrupt_moves(&puzzle, &json, &moves, &mut dice);
                }
                for field in ["solvable", "x", "sum", "misplaced", "length", "lower_bound"] {
                    let mut lie = serde_json::to_value(SlideCheckReport::of(&puzzle)).unwrap();
                    lie[field] = Value::from(1_000);
                    let terms = Terms { goal: Some(goal.name()), ..Terms::default() };
                    let judged = verify(&puzzle.board().to_string(), &lie.to_string(), &terms);
                    // Without a status nothing is known of a length, but that what has no solution has none.
                    let is_unknown = field == "lower_bound" || field == "length" && lie["solvable"] == true;
                    assert_eq!(judged.is_ok(), is_unknown, "{field}: {lie}");
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
        let answer = solve::solve(puzzle, PackPlan::default(), run);
        serde_json::to_string(&PackSolveReport::of(puzzle, &answer, run, 0.0)).unwrap()
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
    let board = match dice.up_to(3) {
        0 => PackBoard::rectangle(1 + dice.up_to(2) as u32, 2 + dice.up_to(3) as u32),
        1 => {
            let mut mask: Vec<Vec<bool>> = (0..3).map(|_| (0..4).map(|_| dice.up_to(4) > 0).collect()).collect();
            mask[1][1] = true;
            PackBoard::custom(&mask)
        }
        2 => PackBoard::pyramid(2 + dice.up_to(1) as u32),
        _ => PackBoard::cuboid(1 + dice.up_to(1) as u32, 2, 1 + dice.up_to(2) as u32),
    };
    let board = board.unwrap();
    let pieces = 1 + dice.up_to(3);
    let mut owners: Vec<usize> = Vec::new();
    for cell in 0..board.size() {
        let new = dice.up_to(pieces - 1);
        owners.push(if cell > 0 && dice.up_to(2) > 0 { owners[cell - 1] } else { new });
    }
    let own = |piece: usize| -> Vec<Spot> {
        board.spots().iter().zip(&owners).filter(|(_, owner)| **owner == piece).map(|(spot, _)| *spot).collect()
    };
    let letters = (b'A'..).map(char::from);
    let pieces = (0..pieces).zip(letters).filter(|(piece, _)| !own(*piece).is_empty());
    let pieces = pieces.map(|(piece, letter)| Piece::new(letter, own(piece)).unwrap()).collect();
    let flips = if dice.up_to(1) == 0 { Flips::Allowed } else { Flips::Forbidden };
    PackPuzzle::new(board, pieces).unwrap().with_flips(flips).unwrap()
}

/// Every solution of small puzzles passes as it is shown; a board with one letter changed or two cells exchanged passes exactly when it is another solution.
#[test]
fn a_corrupted_packing_passes_only_when_it_is_another_solution() {
    let mut dice = Dice::new(3);
    let (mut refused, mut by_chance) = (0, 0);
    for _ in 0..300 {
        let puzzle = random_packing(&mut dice);
        let source = puzzle.to_string();
        let terms = Terms { no_flip: puzzle.flips() == Flips::Forbidden, ..Terms::default() };
        let mut shown: Vec<Vec<Vec<String>>> = Vec::new();
        run(|run| {
            solve_all(&puzzle, PackPlan::default(), run, &mut |solution| {
                let mut line = serde_json::to_value(PackPicture::of(&puzzle, Some(solution))).unwrap();
                line["placements"] = serde_json::to_value(LaidPiece::all(&puzzle, solution)).unwrap();
                let line = line.to_string();
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
            let board = &shown[dice.up_to(shown.len() - 1)];
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
        let spot = dice.pick(puzzle.board().spots()).unwrap();
        ((puzzle.board().layers() - 1 - spot.layer) as usize, spot.row as usize, spot.col as usize)
    };
    let ((a, b, c), (d, e, f)) = (place(dice), place(dice));
    if dice.up_to(1) == 0 {
        letters[a][b][c] = dice.pick(puzzle.pieces()).unwrap().name().chars().next().unwrap();
    } else {
        let letter = letters[a][b][c];
        letters[a][b][c] = std::mem::replace(&mut letters[d][e][f], letter);
    }
    letters.iter().map(|layer| layer.iter().map(|row| row.iter().collect()).collect()).collect()
}

/// The lines of a small puzzle, some of them wrong, in any order after the board.
fn random_lines(dice: &mut Dice) -> String {
    const LINES: [&str; 30] = [
        "AA",
        "AA",
        "AA",
        "A",
        " A",
        "AA\nA",
        "B",
        "BB",
        "B\n\nB",
        "PIECE long\n##",
        "PIECE long x2\n##",
        "PIECE A x2\nAA",
        "PIECE A 2\nAA",
        "PIECE C",
        "COPIES A 2",
        "copies A 2",
        "COPIES B 3",
        "COPIES A 0",
        "COPIES long 2",
        "SPARE A",
        "SPARE *",
        "Spare A B",
        "SPARE",
        "GAPS 1",
        "gaps 0..2",
        "GAPS any",
        "GAPS 2..1",
        "",
        "   ",
        "/",
    ];
    let kind =
        dice.pick(&["DEFAULT", "default", "CUSTOM\nXX\nX.", "CUSTOM\nXx\n\nXX", "CUSTOM\nX X\nXX", "BOX 2", "BOX"]);
    let mut lines = vec![format!("2 2 {}", 1 + dice.up_to(2)), (*kind.unwrap()).to_string()];
    lines.extend((0..1 + dice.up_to(4)).map(|_| (*dice.pick(&LINES).unwrap()).to_string()));
    if dice.up_to(3) == 0 {
        lines.push("PLACED".into());
        lines.push((*dice.pick(&["AA\n..", "..\n.B", "A.\n..", "..\n..\n\n..\n..", "ll\n.."]).unwrap()).to_string());
    }
    let text = lines.join("\n") + "\n";
    if dice.up_to(1) == 0 { text.replace('\n', "\r\n") } else { text }
}

/// `COPIES A 52` before the shapes was read by the library, and refused by the verifier as a mistake of ours.
#[test]
fn both_readers_take_the_same_texts() {
    let mut dice = Dice::new(52);
    let (mut taken, mut refused) = (0, 0);
    for _ in 0..40_000 {
        let source = random_lines(&mut dice);
        let (own, judged) = (text::read(&source), Packing::read(&source).and_then(Checker::new));
        assert_eq!(own.is_ok(), judged.is_ok(), "{source}\n{:?} against {:?}", own.err(), judged.err());
        *if own.is_ok() { &mut taken } else { &mut refused } += 1;
    }
    assert!(taken > 1_500 && refused > 1_500, "{taken} taken, {refused} refused");
}

#[test]
fn the_verifier_reads_what_the_library_reads() {
    for set in sets::SETS {
        assert!(Packing::read(&set.puzzle().to_string()).is_ok(), "{}", set.name);
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
