//! Every heuristic on every board of whole spaces: never above the distance, never more than 1 apart on a move.

mod common;

use std::collections::HashMap;

use common::{layers, size};
use ubin::slide::grid::Grid;
use ubin::slide::heuristic::{Hamming, Heuristic, LinearConflict, Manhattan, Step, WalkingDistance};
use ubin::slide::{Board, Dir, Goal};

fn check<H: Heuristic<u64>>(name: &str, heuristic: &H, goal: &Board, layers: &[Vec<Board>]) {
    let bound = |board: &Board| heuristic.bound(&heuristic.start(&u64::pack(board.tiles())));
    assert_eq!(bound(goal), 0, "{name}");
    let mut exact = 0;
    for (distance, layer) in layers.iter().enumerate() {
        for board in layer {
            let here = bound(board);
            assert!(here as usize <= distance, "{name}: {here} of {distance} on\n{board}");
            exact += usize::from(here as usize == distance);
            moves(name, heuristic, board, here);
        }
    }
    assert!(exact > 1, "{name} is a bound worth having");
}

/// The memo carried along a move gives the bound computed from nothing, and the bound is consistent.
fn moves<H: Heuristic<u64>>(name: &str, heuristic: &H, board: &Board, here: u32) {
    let before = u64::pack(board.tiles());
    let memo = heuristic.start(&before);
    for dir in Dir::ALL {
        let Some(from) = board.size().neighbour(board.blank(), dir) else { continue };
        let next = board.after(&[dir]).unwrap();
        let after = u64::pack(next.tiles());
        let step = Step { before: &before, after: &after, tile: board.tiles()[from], from, to: board.blank() };
        let there = heuristic.bound(&heuristic.moved(memo, &step));
        assert_eq!(there, heuristic.bound(&heuristic.start(&after)), "{name}: {dir} on\n{board}");
        assert!(here.abs_diff(there) <= 1, "{name}: {here} to {there} by {dir} on\n{board}");
    }
}

fn check_all(goal: &Board) {
    let layers = layers(goal);
    check("hamming", &Hamming::new(goal), goal, &layers);
    check("manhattan", &Manhattan::new(goal), goal, &layers);
    check("linear conflict", &LinearConflict::new(goal), goal, &layers);
    check("walking distance", &WalkingDistance::new(goal).unwrap(), goal, &layers);
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

/// "Two moves for every conflicting pair", which many programs use, is not admissible. The tests above see it.
#[test]
fn pairs_overestimate_on_seven_boards() {
    let goal = Goal::BlankFirst.board(size(3, 3));
    let home = goal.cells();
    let size = goal.size();
    let pairs = |board: &Board| {
        let tiles: Vec<(usize, usize)> = board
            .tiles()
            .iter()
            .enumerate()
            .filter(|(_, tile)| **tile != 0)
            .map(|(c, t)| (c, home[usize::from(*t)]))
            .collect();
        let manhattan: usize = tiles.iter().map(|&(cell, home)| size.taxicab(cell, home)).sum();
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
