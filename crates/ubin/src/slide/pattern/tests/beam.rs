//! The beam: its paths lead to the goal, a wide one finds the shortest, and neither threads nor limits change what it says.

use super::{blank_first, blank_last, known, solver};
use crate::run::{Control, Limits, Run, Stats, Stop};
use crate::search::Outcome;
use crate::slide::pattern::{Partition, Solver};
use crate::slide::{Board, Dir, Size};

type Beamed = (Result<Option<Vec<Dir>>, Stop>, Stats);

/// More moves than any path of these beams has.
const MOVES: u32 = 200;

fn beam(solver: &Solver, board: &Board, width: usize, threads: usize, limits: Limits) -> Beamed {
    let control = Control::new();
    let mut run = Run::new(limits, &control);
    let found = solver.beam(board, width, MOVES, threads, &mut run);
    assert_eq!(run.held(), 0);
    (found, run.stats())
}

#[test]
fn a_beam_that_keeps_every_board_finds_a_shortest_path() {
    for (rows, cols, picture) in [(3, 3, ". A A  A B B  B B B"), (2, 4, ". A A A  B B B B")] {
        let size = Size::new(rows, cols).unwrap();
        let goal = blank_first(size);
        let solver = solver(&goal, &Partition::draw(size, picture).unwrap());
        let mut board = goal.clone();
        for dir in "DRULDRDLURULDDRRULDLURRDLURDDLUURRDLLDRRULLURDDL".chars().filter_map(Dir::of_letter) {
            if let Some(next) = board.after(&[dir]) {
                board = next;
            }
            let control = Control::new();
            let answer = solver.solve(&board, 1, &mut Run::new(Limits::default(), &control));
            let Outcome::Solved(shortest) = answer.outcome else { panic!("{board}") };
            let mut run = Run::new(Limits::default(), &control);
            let path = solver.beam(&board, 100_000, shortest.len() as u32, 1, &mut run).unwrap().unwrap();
            assert_eq!((path.len(), board.after(&path).as_ref()), (shortest.len(), Some(&goal)), "{board}");
            let narrow = beam(&solver, &board, 500, 1, Limits::default()).0.unwrap().unwrap();
            assert!(narrow.len() >= shortest.len() && board.after(&narrow).as_ref() == Some(&goal), "{board}");
        }
    }
}

#[test]
fn threads_change_neither_a_beams_path_nor_its_counts() {
    let size = Size::new(4, 4).unwrap();
    let goal = blank_last(size);
    let solver = solver(&goal, &Partition::named("6-6-3", size, 15).unwrap());
    let (_, board) = known("antipodes80", size).next().unwrap();
    let one = beam(&solver, &board, 6000, 1, Limits::default());
    let path = one.0.clone().unwrap().unwrap();
    assert!(path.len() >= 80 && board.after(&path) == Some(goal));
    for threads in [2, 3] {
        assert_eq!(beam(&solver, &board, 6000, threads, Limits::default()), one);
    }
}

#[test]
fn limits_hold_in_a_beam() {
    let size = Size::new(4, 4).unwrap();
    let solver = solver(&blank_last(size), &Partition::named("6-6-3", size, 15).unwrap());
    let (_, board) = known("antipodes80", size).next().unwrap();
    for nodes in [0, 1, 10_000, 123_456] {
        for threads in [1, 2] {
            let (found, stats) = beam(&solver, &board, 6000, threads, Limits { nodes: Some(nodes), memory: None });
            assert_eq!((found, stats.expanded), (Err(Stop::Nodes), nodes));
        }
    }
    let (found, stats) = beam(&solver, &board, 1 << 20, 2, Limits { nodes: None, memory: Some(1 << 20) });
    assert!(stats.peak_bytes <= 1 << 20 && stats.expanded < 200_000, "{stats:?}");
    assert!(found.is_ok(), "a narrower beam is no reason to stop");
    let control = Control::new();
    control.stop(Stop::Interrupted);
    let stopped = solver.beam(&board, 1000, MOVES, 1, &mut Run::new(Limits::default(), &control));
    assert_eq!(stopped, Err(Stop::Interrupted));
}

#[test]
fn a_beam_gives_up_where_no_path_is_short_enough() {
    let size = Size::new(3, 3).unwrap();
    let goal = blank_last(size);
    let solver = solver(&goal, &Partition::choose(size, 8, 1 << 20).unwrap());
    let board = Board::new(size, vec![8, 6, 7, 2, 5, 4, 3, 0, 1]).unwrap();
    let control = Control::new();
    let within = |moves| solver.beam(&board, 100_000, moves, 1, &mut Run::new(Limits::default(), &control));
    assert_eq!(within(31).unwrap().map(|path| path.len()), Some(31));
    assert_eq!(within(29), Ok(None));
}
