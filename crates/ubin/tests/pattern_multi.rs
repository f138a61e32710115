//! Lines that slide as one move: the bound and the solver against every 3x3 board, and known 15-puzzles.

use std::collections::{HashMap, VecDeque};

use ubin::run::{Control, Limits, Run};
use ubin::search::Outcome;
use ubin::slide::pattern::MultiSolver;
use ubin::slide::{Board, Dir, Size};

/// The boards that one move leads to.
fn moves(board: &Board) -> Vec<Board> {
    let mut found = Vec::new();
    for dir in Dir::ALL {
        let mut next = board.clone();
        while next.slide(dir) {
            found.push(next.clone());
        }
    }
    found
}

fn distances(goal: &Board) -> HashMap<Board, u32> {
    let mut found = HashMap::from([(goal.clone(), 0)]);
    let mut queue = VecDeque::from([goal.clone()]);
    while let Some(board) = queue.pop_front() {
        let g = found[&board];
        for next in moves(&board) {
            found.entry(next).or_insert_with_key(|next| {
                queue.push_back(next.clone());
                g + 1
            });
        }
    }
    found
}

fn check(solver: &MultiSolver, goal: &Board, board: &Board, length: u32) {
    let answer = solver.solve(board, &mut Run::new(Limits::default(), &Control::new()));
    let Outcome::Solved(steps) = &answer.outcome else { panic!("{:?} for\n{board}", answer.outcome) };
    let lines = 1 + steps.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert_eq!(board.after(steps).as_ref(), Some(goal));
    assert_eq!(if steps.is_empty() { 0 } else { lines as u32 }, length, "for\n{board}");
    assert_eq!(answer.lower_bound, length);
}

#[test]
fn every_small_board_has_an_admissible_bound_and_its_shortest_solution() {
    for (rows, cols, blank) in [(3, 3, 0), (3, 3, 4), (2, 4, 7), (3, 2, 1), (2, 2, 3)] {
        let size = Size::new(rows, cols).unwrap();
        let mut tiles: Vec<u16> = (1..size.cells() as u16).collect();
        tiles.insert(blank, 0);
        let goal = Board::new(size, tiles).unwrap();
        let solver = MultiSolver::new(&goal).unwrap();
        for (i, (board, &distance)) in distances(&goal).iter().enumerate() {
            assert!(solver.h(board).unwrap() <= distance, "{distance} for\n{board}");
            if i % 500 == 0 {
                check(&solver, &goal, board, distance);
            }
        }
    }
}

#[test]
fn the_first_of_korfs_hundred() {
    let size = Size::new(4, 4).unwrap();
    let goal = Board::new(size, (0..16).collect()).unwrap();
    let solver = MultiSolver::new(&goal).unwrap();
    // Instance 79, the one with the fewest moves.
    let line = include_str!("../../../testdata/slide/korf100.csv").lines().nth(79).unwrap();
    let fields: Vec<&str> = line.split(';').collect();
    let tiles = fields[3].split_whitespace().map(|tile| tile.parse().unwrap()).collect();
    check(&solver, &goal, &Board::new(size, tiles).unwrap(), fields[2].parse().unwrap());
}

#[test]
fn larger_boards_are_refused() {
    let size = Size::new(2, 5).unwrap();
    assert!(MultiSolver::new(&Board::new(size, (0..10).collect()).unwrap()).is_none());
}
