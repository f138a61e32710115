//! Whole spaces of small boards: the published numbers, the same on any number of threads, within their limits.

use ubin::run::{Control, Limits, Run, Stop};
use ubin::slide::distances::{Distances, distances};
use ubin::slide::solve::{Options, solve};
use ubin::slide::{Board, Goal, Metric, Puzzle, Size, TableStore};

fn goal(rows: usize, cols: usize) -> Board {
    Goal::BlankLast.board(Size::new(rows, cols).unwrap())
}

fn check(goal: &Board, metric: Metric, threads: usize, limits: Limits) -> (Distances, u64) {
    let control = Control::new();
    let mut run = Run::new(limits, &control);
    let space = distances(goal, metric, threads, &mut run).expect("the board is small");
    (space, run.stats().expanded)
}

/// Number of 3x3 boards by distance: every text-book's table.
const EIGHT: [u64; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110,
    23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

#[test]
fn the_eight_puzzle_has_its_published_numbers() {
    let (space, expanded) = check(&goal(3, 3), Metric::Single, 1, Limits::default());
    assert_eq!(space.histogram, EIGHT);
    assert_eq!(expanded, 181_440);
}

/// Radii with the blank's home in a corner. Sources: OEIS A151944 for single moves; the multi-tile ones are widely published for 3x3.
#[test]
fn radii_are_the_published_ones() {
    let single = [(2, 2, 6), (2, 3, 21), (3, 2, 21), (3, 3, 31), (2, 4, 36), (2, 5, 55), (5, 2, 55)];
    for (rows, cols, radius) in single {
        let (space, _) = check(&goal(rows, cols), Metric::Single, 2, Limits::default());
        assert_eq!(space.radius(), Some(radius), "{rows}x{cols}");
    }
    for (rows, cols, radius) in [(3, 3, 24), (2, 4, 25), (2, 5, 36)] {
        let (space, _) = check(&goal(rows, cols), Metric::Multi, 2, Limits::default());
        assert_eq!(space.radius(), Some(radius), "{rows}x{cols} multi");
    }
}

#[test]
fn spaces_do_not_depend_on_the_threads() {
    for metric in [Metric::Single, Metric::Multi] {
        let one = check(&goal(2, 4), metric, 1, Limits::default());
        assert_eq!(check(&goal(2, 4), metric, 4, Limits::default()), one);
    }
}

#[test]
fn the_farthest_boards_are_as_far_as_the_search_says() {
    // The goal has odd names and its blank inside.
    let size = Size::new(3, 3).unwrap();
    let goal = Board::new(size, vec![4, 1, 7, 2, 0, 8, 3, 6, 5]).unwrap();
    let (space, _) = check(&goal, Metric::Single, 1, Limits::default());
    let radius = space.radius().unwrap();
    assert_eq!(*space.histogram.last().unwrap(), space.farthest.len() as u64);
    let (control, tables) = (Control::new(), TableStore::default());
    for board in &space.farthest {
        let puzzle = Puzzle::new(board.clone(), goal.clone()).unwrap();
        let mut run = Run::new(Limits::default(), &control);
        let answer = solve(&puzzle, &Options::default(), &tables, &mut run).unwrap();
        assert_eq!(answer.moves.map(|moves| moves.len()), Some(radius), "{board}");
    }
}

#[test]
fn limits_hold_and_only_whole_levels_are_told() {
    let nodes = |limit| Limits { nodes: Some(limit), ..Limits::default() };
    for threads in [1, 3] {
        let (space, expanded) = check(&goal(3, 3), Metric::Single, threads, nodes(100));
        assert_eq!((space.stop, expanded), (Some(Stop::Nodes), 100));
        // The first seven levels have 90 boards.
        assert_eq!((space.histogram.as_slice(), space.radius()), (&EIGHT[..7], None));
        assert!(space.farthest.is_empty());
    }
    let memory = Limits { memory: Some(1000), ..Limits::default() };
    let (space, _) = check(&goal(3, 3), Metric::Single, 1, memory);
    assert_eq!((space.stop, space.histogram.len()), (Some(Stop::Memory), 0));
}

#[test]
fn larger_boards_have_no_space_here() {
    let control = Control::new();
    assert!(distances(&goal(4, 4), Metric::Single, 1, &mut Run::new(Limits::default(), &control)).is_none());
}
