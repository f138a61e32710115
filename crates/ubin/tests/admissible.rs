//! Every heuristic on every board of whole spaces: never above the distance, never more than 1 apart on a move.

mod common;

use std::collections::HashMap;
use std::sync::LazyLock;

use common::{layers, size};
use ubin::run::{Control, Limits, Run};
use ubin::slide::{Board, Dir, Goal, HeuristicName, Puzzle, TableStore, trace};

static SHELF: LazyLock<TableStore> = LazyLock::new(TableStore::default);

/// What a heuristic says of every board from the first to the one after the last move.
fn bounds(board: &Board, goal: &Board, moves: &[Dir], name: HeuristicName) -> Vec<u32> {
    let puzzle = Puzzle::new(board.clone(), goal.clone()).unwrap();
    let control = Control::new();
    trace(&puzzle, moves, Some(name), &SHELF, &mut Run::new(Limits::default(), &control)).unwrap().unwrap()
}

/// A walk from the goal along every move between two boards, there and back; and the numbers of the boards on it.
struct Tour {
    moves: Vec<Dir>,
    boards: Vec<usize>,
}

impl Tour {
    fn new(goal: &Board, numbers: &HashMap<&Board, usize>) -> Tour {
        let mut tour = Tour { moves: Vec::new(), boards: vec![numbers[goal]] };
        let mut seen = vec![false; numbers.len()];
        seen[numbers[goal]] = true;
        // The board, the move that led to it, and the moves that were not tried yet.
        let mut stack = vec![(goal.clone(), None, Dir::ALL.into_iter())];
        while let Some((board, arrived, dirs)) = stack.last_mut() {
            let Some(dir) = dirs.next() else {
                let (_, arrived, _) = stack.pop().expect("it was there");
                if let (Some(dir), Some((above, ..))) = (arrived, stack.last()) {
                    tour.go(Dir::opposite(dir), numbers[above]);
                }
                continue;
            };
            let Some(next) = board.after(&[dir]).filter(|_| *arrived != Some(dir.opposite())) else { continue };
            let here = numbers[&*board];
            tour.go(dir, numbers[&next]);
            if std::mem::replace(&mut seen[numbers[&next]], true) {
                tour.go(dir.opposite(), here);
            } else {
                stack.push((next, Some(dir), Dir::ALL.into_iter()));
            }
        }
        tour
    }

    fn go(&mut self, dir: Dir, board: usize) {
        self.moves.push(dir);
        self.boards.push(board);
    }
}

/// Every heuristic, on every board that leads to the goal.
fn check_all(goal: &Board) {
    let layers = layers(goal);
    let all: Vec<(usize, &Board)> = layers
        .iter()
        .enumerate()
        .flat_map(|(distance, layer)| layer.iter().map(move |board| (distance, board)))
        .collect();
    let numbers: HashMap<&Board, usize> = all.iter().enumerate().map(|(number, (_, board))| (*board, number)).collect();
    let tour = Tour::new(goal, &numbers);
    for name in HeuristicName::ALL {
        let mut known = vec![None; all.len()];
        let along = bounds(goal, goal, &tour.moves, name);
        assert_eq!(along[0], 0, "{name:?}");
        for (here, &number) in along.iter().zip(&tour.boards) {
            let (distance, board) = all[number];
            assert!(*here as usize <= distance, "{name:?}: {here} of {distance} on\n{board}");
            // What is carried along the moves does not depend on the way.
            assert_eq!(known[number].get_or_insert(*here), here, "{name:?} on\n{board}");
        }
        assert!(along.windows(2).all(|pair| pair[0].abs_diff(pair[1]) <= 1), "{name:?} is consistent");
        let exact = all.iter().zip(&known).filter(|((distance, _), here)| **here == Some(*distance as u32)).count();
        assert!(exact > 1, "{name:?} is a bound worth having");
        for (number, (_, board)) in all.iter().enumerate().step_by(all.len() / 500 + 1) {
            assert_eq!(Some(bounds(board, goal, &[], name)[0]), known[number], "{name:?} from nothing on\n{board}");
        }
    }
}

#[test]
fn on_every_three_by_three_board() {
    for goal in Goal::ALL {
        check_all(&goal.board(size(3, 3)));
    }
}

#[test]
fn on_every_board_of_two_rows_or_columns() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)] {
        for goal in Goal::ALL {
            check_all(&goal.board(size(rows, cols)));
        }
    }
}

/// Rows plus columns between two cells.
fn taxicab(size: ubin::slide::Size, a: usize, b: usize) -> usize {
    size.row(a).abs_diff(size.row(b)) + size.col(a).abs_diff(size.col(b))
}

/// "Two moves for every conflicting pair", which many programs use, is not admissible. The tests above see it.
#[test]
fn pairs_overestimate_on_seven_boards() {
    let goal = Goal::BlankFirst.board(size(3, 3));
    let home = |tile: u16| goal.tiles().iter().position(|&other| other == tile).unwrap();
    let size = goal.size();
    let pairs = |board: &Board| {
        let tiles: Vec<(usize, usize)> =
            board.tiles().iter().enumerate().filter(|(_, tile)| **tile != 0).map(|(c, t)| (c, home(*t))).collect();
        let manhattan: usize = tiles.iter().map(|&(cell, home)| taxicab(size, cell, home)).sum();
        let in_line = |line: fn(ubin::slide::Size, usize) -> usize| {
            let conflict = |a: &(usize, usize), b: &(usize, usize)| {
                a.0 < b.0 && a.1 > b.1 && [a.0, a.1, b.0, b.1].iter().all(|&cell| line(size, cell) == line(size, a.0))
            };
            tiles.iter().flat_map(|a| tiles.iter().map(move |b| (a, b))).filter(|(a, b)| conflict(a, b)).count()
        };
        manhattan + 2 * in_line(ubin::slide::Size::row) + 2 * in_line(ubin::slide::Size::col)
    };
    let layers = layers(&goal);
    let above: HashMap<Board, usize> = layers
        .iter()
        .enumerate()
        .flat_map(|(distance, layer)| {
            layer.iter().filter(move |board| pairs(board) > distance).map(move |b| (b.clone(), distance))
        })
        .collect();
    assert_eq!(above.len(), 7);
}
