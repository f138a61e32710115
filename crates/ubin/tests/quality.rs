//! How good the heuristics are, beside a plain search of all boards that knows nothing of them.

use std::collections::HashMap;

use ubin::run::{Control, Limits, Run, Stop};
use ubin::slide::HeuristicName::{Gaschnig, Hamming, LinearConflict, Manhattan, Pattern, WalkingDistance};
use ubin::slide::{Board, BoundQuality, Dir, Goal, HeuristicName, Size, TableStore, quality};

fn check(goal: &Board, sample: u64, threads: usize, limits: Limits) -> (Vec<BoundQuality>, Option<Stop>) {
    let control = Control::new();
    let store = TableStore::new(threads);
    quality(goal, (sample, 1), &store, &mut Run::new(limits, &control)).expect("the board is small")
}

fn goal(rows: usize, cols: usize) -> Board {
    Goal::BlankLast.board(Size::new(rows, cols).unwrap())
}

/// Every board with its distance.
fn all_boards(goal: &Board) -> HashMap<Board, u64> {
    let (mut found, mut level, mut distance) = (HashMap::from([(goal.clone(), 0)]), vec![goal.clone()], 0);
    while !level.is_empty() {
        distance += 1;
        let mut next = Vec::new();
        for after in level.iter().flat_map(|board| Dir::ALL.into_iter().filter_map(|dir| board.after(&[dir]))) {
            if !found.contains_key(&after) {
                found.insert(after.clone(), distance);
                next.push(after);
            }
        }
        level = next;
    }
    found
}

/// Rows and columns of every tile to its home.
fn taxicab(board: &Board, goal: &Board) -> u64 {
    let cols = board.size().cols();
    let place = |board: &Board, tile: u16| board.tiles().iter().position(|&other| other == tile).unwrap();
    let away = |tile: u16| {
        let (here, home) = (place(board, tile), place(goal, tile));
        (here / cols).abs_diff(home / cols) + (here % cols).abs_diff(home % cols)
    };
    (1..board.size().cells() as u16).map(away).sum::<usize>() as u64
}

fn misplaced(board: &Board, goal: &Board) -> u64 {
    board.tiles().iter().zip(goal.tiles()).filter(|(tile, home)| **tile != 0 && tile != home).count() as u64
}

/// A bound as a text-book defines it.
type PlainBound = fn(&Board, &Board) -> u64;

#[test]
fn figures_are_those_of_a_plain_search_of_all_boards() {
    // A blank inside, and names that are not in order.
    let inside = Board::new(Size::new(3, 2).unwrap(), vec![3, 5, 0, 1, 4, 2]).unwrap();
    for goal in [goal(3, 3), goal(2, 4), inside] {
        let boards = all_boards(&goal);
        let (told, stop) = check(&goal, 3, 2, Limits::default());
        assert_eq!((told.len(), stop), (HeuristicName::ALL.len(), None));
        let count = boards.len() as f64;
        let distance = boards.values().sum::<u64>() as f64 / count;
        for (name, bound) in [(HeuristicName::Hamming, misplaced as PlainBound), (HeuristicName::Manhattan, taxicab)] {
            let row = told.iter().find(|row| row.name == name).unwrap();
            let bounds: Vec<(u64, u64)> = boards.iter().map(|(board, &moves)| (bound(board, &goal), moves)).collect();
            let mean = bounds.iter().map(|(bound, _)| bound).sum::<u64>() as f64 / count;
            let worst = bounds.iter().map(|(bound, moves)| moves - bound).max().unwrap();
            let exact = bounds.iter().filter(|(bound, moves)| bound == moves).count() as f64 / count;
            let away = bounds.iter().filter(|(_, moves)| *moves > 0);
            let ratio = away.map(|&(bound, moves)| bound as f64 / moves as f64).sum::<f64>() / (count - 1.0);
            assert_eq!((row.boards, row.bound, row.distance), (boards.len() as u64, mean, distance), "{name}");
            assert_eq!((u64::from(row.worst), row.exact), (worst, exact), "{name}");
            assert!((row.error - (distance - mean)).abs() < 1e-9 && (row.ratio - ratio).abs() < 1e-9, "{name}");
        }
    }
}

#[test]
fn better_bounds_have_smaller_errors_and_narrower_trees() {
    let (told, _) = check(&goal(3, 3), 20, 1, Limits::default());
    let of = |name| told.iter().find(|row| row.name == name).unwrap();
    for (weaker, stronger) in [
        (Hamming, Gaschnig),
        (Hamming, Manhattan),
        (Manhattan, LinearConflict),
        (Manhattan, WalkingDistance),
        (Manhattan, Pattern),
    ] {
        let (weaker, stronger) = (of(weaker), of(stronger));
        assert!(stronger.bound > weaker.bound && stronger.error < weaker.error, "{weaker:?} {stronger:?}");
        assert!(stronger.branching < weaker.branching, "{weaker:?} {stronger:?}");
        assert!(stronger.branching > Some(1.0));
    }
    // By every text-book's table of distances.
    assert!((of(Manhattan).distance - 21.972_398_589).abs() < 1e-9);
    assert_eq!(told, check(&goal(3, 3), 20, 3, Limits::default()).0, "threads change nothing");
}

#[test]
fn larger_boards_are_sampled_and_the_largest_left() {
    let (told, stop) = check(&goal(2, 7), 3, 1, Limits::default());
    assert_eq!(stop, None);
    assert!(told.iter().all(|row| row.boards == 3 && row.bound <= row.distance));
    let control = Control::new();
    let too_large = goal(3, 6);
    assert!(quality(&too_large, (3, 1), &TableStore::default(), &mut Run::new(Limits::default(), &control)).is_none());
}

#[test]
fn a_limit_leaves_what_was_measured_to_its_end() {
    let limits = Limits { nodes: Some(1000), ..Limits::default() };
    assert_eq!(check(&goal(3, 3), 3, 1, limits), (Vec::new(), Some(Stop::Nodes)));
    // All boards, their solutions, and the first searches.
    let limits = Limits { nodes: Some(240_000), ..Limits::default() };
    let (told, stop) = check(&goal(3, 3), 20, 1, limits);
    assert!(told.len() < HeuristicName::ALL.len() && stop == Some(Stop::Nodes), "{told:?}");
}
