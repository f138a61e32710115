//! Every way to ask about tiny sliding boards: all methods, heuristics, variants, metrics and goals, on boards that are solved, one move away, far away or unsolvable, with room for no node, for one, for a few and for many. No engine panics, what is said is true, and a stop is no proof.

mod common;

use std::collections::HashMap;
use std::sync::LazyLock;

use common::{layers, size};
use ubin::dice::Dice;
use ubin::run::{Control, Limits, Run};
use ubin::slide::HeuristicName;
use ubin::slide::Parity;
use ubin::slide::Variant;
use ubin::slide::solve::{self, Method, Metric, OptionError, Options, Status};
use ubin::slide::{Board, Dir, Goal, Puzzle, TableStore, generate, trace, tree};

/// Enough for every search that is not exponential on boards of 6 cells.
const MANY: u64 = 3000;

/// One store of tables for all: each set is built once.
static STORE: LazyLock<TableStore> = LazyLock::new(TableStore::default);

/// Every combination of options, most of which contradict themselves.
fn all_options() -> Vec<Options> {
    let heuristics: Vec<_> = [None].into_iter().chain(HeuristicName::ALL.map(Some)).collect();
    let mut all = Vec::new();
    for method in Method::ALL {
        for &heuristic in &heuristics {
            for variant in Variant::ALL {
                for metric in [Metric::Single, Metric::Multi] {
                    for prove in [false, true] {
                        let plain = Options { method, heuristic, variant, metric, prove, ..Options::default() };
                        let narrow = Options { weight: 1000, width: 1, ..plain };
                        all.extend([plain, narrow]);
                    }
                }
            }
        }
    }
    all.retain(|options| matches!(options.method, Method::Beam | Method::WeightedAstar) || options.width > 1);
    all
}

/// The goals with a name, and one that nobody has named.
fn goals(rows: usize, cols: usize) -> Vec<Board> {
    let named = Goal::ALL.map(|goal| goal.board(size(rows, cols)));
    let odd = generate::draw(&named[0], &mut Dice::new(5));
    named.into_iter().chain([odd]).collect()
}

/// Solved, one move away, far away, and with two tiles exchanged.
fn boards(goal: &Board) -> Vec<Board> {
    let near = Dir::ALL.into_iter().find_map(|dir| goal.after(&[dir])).expect("the blank can move");
    let far = generate::draw(goal, &mut Dice::new(9));
    let mut tiles = far.tiles().to_vec();
    let places: Vec<usize> = (0..tiles.len()).filter(|&at| tiles[at] != 0).take(2).collect();
    tiles.swap(places[0], places[1]);
    let odd = Board::new(goal.size(), tiles).unwrap();
    vec![goal.clone(), near, far, odd]
}

fn within<T>(nodes: u64, ask: impl FnOnce(&mut Run<'_>) -> T) -> T {
    let control = Control::new();
    ask(&mut Run::new(Limits { nodes: Some(nodes), memory: None }, &control))
}

/// What is claimed of a board, against its distance from the goal; `None` is no distance.
struct Claim<'c> {
    status: Status,
    moves: Option<&'c [Dir]>,
    lower_bound: Option<u32>,
    metric: Metric,
}

fn check(puzzle: &Puzzle, distance: Option<u32>, claim: &Claim<'_>, asked: &str) {
    let Claim { status, moves, lower_bound, metric } = *claim;
    assert_eq!(status == Status::Unsolvable, distance.is_none(), "{asked}: {status:?}");
    if let Some(moves) = moves {
        assert_eq!(puzzle.board().after(moves).as_ref(), Some(puzzle.goal()), "{asked}");
    }
    assert!(moves.is_some() || !matches!(status, Status::Optimal | Status::Solved), "{asked}");
    let Some(distance) = distance else { return };
    assert!(lower_bound.is_none_or(|bound| bound <= distance), "{asked}: {lower_bound:?} of {distance}");
    if status == Status::Optimal && metric == Metric::Single {
        assert_eq!(moves.map(<[Dir]>::len), Some(distance as usize), "{asked}");
    }
}

fn ask(puzzle: &Puzzle, distance: Option<u32>, options: &Options, nodes: u64) {
    let asked = || format!("{}\nto\n{}\nby {options:?} in {nodes} nodes", puzzle.board(), puzzle.goal());
    match within(nodes, |run| solve::solve(puzzle, options, &STORE, run)) {
        Ok(found) => {
            let (moves, lower_bound) = (found.moves.as_deref(), Some(found.lower_bound));
            let claim = Claim { status: found.status, moves, lower_bound, metric: options.metric };
            check(puzzle, distance, &claim, &asked());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match within(nodes, |run| tree::grow(puzzle, options, &STORE, 10, run)) {
        Ok(grown) => {
            let claim = Claim {
                status: grown.status,
                moves: grown.moves.as_deref(),
                lower_bound: None,
                metric: Metric::Single,
            };
            // A search that is given up before it looks at the board does not know that there is no way.
            if distance.is_some() || grown.status == Status::Unsolvable {
                check(puzzle, distance, &claim, &format!("tree: {}", asked()));
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn count_and_trace(puzzle: &Puzzle, distance: Option<u32>, nodes: u64) {
    let counted = within(nodes, |run| solve::count(puzzle, 5, &STORE, run)).expect("it is small");
    assert_eq!(counted.solution.status == Status::Unsolvable, distance.is_none(), "{}", puzzle.board());
    assert!(!counted.complete || counted.count > 0 || distance.is_none(), "{}", puzzle.board());
    for name in HeuristicName::ALL {
        match within(nodes, |run| trace(puzzle, &[], Some(name), &STORE, run)) {
            Ok(Ok(bounds)) => assert!(distance.is_none_or(|distance| bounds[0] <= distance), "{name:?}"),
            Ok(Err(_)) => {}
            Err(error) => assert_eq!((error, distance), (OptionError::PatternUnsolvable, None)),
        }
    }
}

/// All questions on boards of one size; every `stride`-th combination of options.
fn sweep(rows: usize, cols: usize, limits: &[u64], stride: usize) {
    let options = all_options();
    for goal in goals(rows, cols) {
        let layers = layers(&goal);
        let distances: HashMap<&Board, u32> =
            (0..).zip(&layers).flat_map(|(distance, layer)| layer.iter().map(move |board| (board, distance))).collect();
        for (shift, board) in boards(&goal).into_iter().enumerate() {
            let distance = distances.get(&board).copied();
            let puzzle = Puzzle::new(board, goal.clone()).unwrap();
            assert_eq!(Parity::is_solvable(&puzzle), distance.is_some());
            for &nodes in limits {
                count_and_trace(&puzzle, distance, nodes);
                options.iter().skip(shift % stride).step_by(stride).for_each(|options| {
                    ask(&puzzle, distance, options, nodes);
                });
            }
        }
    }
}

#[test]
fn every_question_on_two_by_two() {
    sweep(2, 2, &[0, 1, 7, MANY], 1);
}

#[test]
fn every_question_on_two_by_three() {
    sweep(2, 3, &[0, 1, 7, MANY], 1);
    sweep(3, 2, &[0, 7, MANY], 3);
}

#[test]
fn many_questions_on_two_by_four_and_three_by_three() {
    sweep(2, 4, &[0, 1, 7, MANY], 7);
    sweep(3, 3, &[0, 1, 7, MANY], 7);
}

/// Boards too long for a list of all states: the limits alone.
#[test]
fn questions_on_long_boards_stop_at_their_limit() {
    for cols in [5, 8, 9, 32] {
        let goal = Goal::BlankLast.board(size(2, cols));
        for board in boards(&goal) {
            let puzzle = Puzzle::new(board, goal.clone()).unwrap();
            // The pattern tables of long boards take seconds; they have tests of their own.
            let is_quick = |options: &&Options| {
                let heuristic = options.heuristic.or(options.method.default_heuristic());
                heuristic != Some(HeuristicName::Pattern)
            };
            for nodes in [0, 1, 7] {
                for options in all_options().iter().filter(is_quick) {
                    let solvable = Parity::is_solvable(&puzzle);
                    if let Ok(found) = within(nodes, |run| solve::solve(&puzzle, options, &STORE, run)) {
                        assert_eq!(found.status == Status::Unsolvable, !solvable, "{options:?} on 2x{cols}");
                        assert!(found.moves.is_none_or(|moves| puzzle.board().after(&moves).as_ref() == Some(&goal)));
                    }
                }
            }
        }
    }
}

/// Its distance is in no table, and the bound was taken for granted.
#[test]
fn the_pattern_bound_of_an_unsolvable_board_is_refused() {
    let puzzle = common::puzzle("1 2 3/4 5 6/8 7 -", Goal::BlankLast);
    let bounds = within(MANY, |run| trace(&puzzle, &[], Some(HeuristicName::Pattern), &STORE, run));
    assert_eq!(bounds, Err(OptionError::PatternUnsolvable));
}
