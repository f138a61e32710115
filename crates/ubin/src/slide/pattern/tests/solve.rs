//! The tuned search against known results, against its slow twin, and against itself on other threads.

use crate::run::{Control, Limits, Run, Stats, Stop};
use crate::search::Outcome;
use crate::slide::pattern::{Partition, Solver, Tables};
use crate::slide::{Board, Dir, Size, TableStore, letters};

pub(super) fn solver(goal: &Board, partition: &Partition) -> Solver {
    let tables = Tables::build(partition, 2, &mut Run::new(Limits::default(), &Control::new())).unwrap();
    Solver::new(goal, &[tables]).unwrap()
}

/// The rows of a table of known results, and the board that the last column describes.
pub(super) fn known(name: &str, size: Size) -> impl Iterator<Item = (Vec<String>, Board)> {
    let path = format!("{}/../../testdata/slide/{name}.csv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let lines: Vec<String> = text.lines().skip(1).map(String::from).collect();
    lines.into_iter().map(move |line| {
        let fields: Vec<String> = line.split(';').map(String::from).collect();
        let tiles = fields.last().unwrap().split_whitespace().map(|tile| tile.parse().unwrap()).collect();
        (fields, Board::new(size, tiles).unwrap())
    })
}

pub(super) fn blank_first(size: Size) -> Board {
    Board::new(size, (0..size.cells() as u16).collect()).unwrap()
}

pub(super) fn blank_last(size: Size) -> Board {
    Board::new(size, (1..size.cells() as u16).chain([0]).collect()).unwrap()
}

fn check(solver: &Solver, goal: &Board, board: &Board, threads: usize, length: usize) -> Stats {
    let control = Control::new();
    let mut run = Run::new(Limits::default(), &control);
    let answer = solver.solve(board, threads, &mut run);
    let Outcome::Solved(path) = answer.outcome else { panic!("{:?} for\n{board}", answer.outcome) };
    assert_eq!(path.len(), length, "{} for\n{board}", letters(&path));
    assert_eq!(board.after(&path).as_ref(), Some(goal), "{} from\n{board}", letters(&path));
    assert_eq!(answer.lower_bound as usize, length);
    assert_eq!(control.progress().lower as usize, length);
    run.stats()
}

#[test]
fn korfs_hundred() {
    let size = Size::new(4, 4).unwrap();
    let goal = blank_first(size);
    let solver = solver(&goal, &Partition::named("6-6-3", size, 0).unwrap());
    let mut generated = 0;
    for (fields, board) in known("korf100", size) {
        generated += check(&solver, &goal, &board, 2, fields[1].parse().unwrap()).generated;
    }
    // The signature of the search: it changes only on purpose.
    assert_eq!(generated, GENERATED_KORF_100);
}

const GENERATED_KORF_100: u64 = 20_796_784;

/// The same search, written plainly: the bound anew for every board, recursion, no automaton, one thread.
fn twin(solver: &Solver, board: &Board, g: u32, bound: u32, path: &mut Vec<Dir>, stats: &mut Stats) -> u64 {
    let h = solver.h(board).unwrap();
    if g + h > bound {
        return 0;
    }
    if h == 0 {
        return 1;
    }
    stats.expanded += 1;
    let undo = path.last().map(|dir| dir.opposite());
    let moves = || Dir::ALL.into_iter().filter(|&dir| Some(dir) != undo);
    let children: Vec<(Dir, Board)> = moves().filter_map(|dir| Some((dir, board.after(&[dir])?))).collect();
    stats.generated += children.len() as u64;
    let mut count = 0;
    for (dir, child) in children {
        path.push(dir);
        count += twin(solver, &child, g + 1, bound, path, stats);
        path.pop();
    }
    count
}

#[test]
fn counting_agrees_with_its_slow_twin_on_every_number() {
    for (rows, cols, picture, word) in [
        (3, 3, ". A A  A B B  C C B", "DRULDRDLURULDDRRULDLURRDLU"),
        (3, 4, "A A A B  A C B B  C C D .", "ULDLURULDRDLURRDLULDRRURDL"),
        (2, 5, "A A B B B  A . C C B", "LDRRULLLDRRRULDRULLDLURRRD"),
    ] {
        let size = Size::new(rows, cols).unwrap();
        let partition = Partition::draw(size, picture).unwrap();
        let mut tiles: Vec<u16> = (1..size.cells() as u16).collect();
        tiles.insert(partition.blank(), 0);
        let goal = Board::new(size, tiles).unwrap();
        let solver = solver(&goal, &partition);
        let mut board = goal.clone();
        for dir in word.chars().filter_map(Dir::of_letter) {
            board.slide(dir);
            let control = Control::new();
            let mut run = Run::new(Limits::default(), &control);
            let (answer, count) = solver.count(&board, u64::MAX, 2, &mut run);
            let mut stats = Stats::default();
            let mut expected = 0;
            for bound in (solver.h(&board).unwrap()..=answer.lower_bound).step_by(2) {
                expected = twin(&solver, &board, 0, bound, &mut Vec::new(), &mut stats);
            }
            assert_eq!((count, run.stats()), (expected, stats), "{word} at\n{board}");
            check(&solver, &goal, &board, 1, answer.lower_bound as usize);
            // The count refuses no move but the undoing one: the automaton must keep the first path.
            assert_eq!(solver.solve(&board, 1, &mut Run::new(Limits::default(), &control)), answer);
        }
    }
}

#[test]
fn threads_change_neither_the_path_nor_the_counts() {
    let size = Size::new(4, 4).unwrap();
    let goal = blank_first(size);
    let solver = solver(&goal, &Partition::named("6-6-3", size, 0).unwrap());
    for (_, board) in known("korf100", size).take(12) {
        let solve = |threads| {
            let control = Control::new();
            let mut run = Run::new(Limits::default(), &control);
            (solver.solve(&board, threads, &mut run), run.stats())
        };
        let one = solve(1);
        for threads in [2, 3] {
            assert_eq!(solve(threads), one);
        }
    }
}

#[test]
fn a_node_limit_stops_at_the_same_node_on_any_thread_count() {
    let size = Size::new(4, 4).unwrap();
    let goal = blank_last(size);
    let solver = solver(&goal, &Partition::named("6-6-3", size, 15).unwrap());
    let (_, board) = known("antipodes80", size).next().unwrap();
    for nodes in [0, 1, 1000, 100_000] {
        let solve = |threads| {
            let control = Control::new();
            let mut run = Run::new(Limits { nodes: Some(nodes), ..Limits::default() }, &control);
            let answer = solver.solve(&board, threads, &mut run);
            assert_eq!(answer.outcome, Outcome::Stopped(Stop::Nodes));
            assert_eq!(run.stats().expanded, nodes);
            answer
        };
        assert_eq!(solve(1), solve(2));
        assert!(solve(1).lower_bound <= 80);
    }
}

#[test]
fn a_stop_from_outside_is_heard() {
    let size = Size::new(4, 4).unwrap();
    let goal = blank_last(size);
    let solver = solver(&goal, &Partition::named("6-6-3", size, 15).unwrap());
    let (_, board) = known("antipodes80", size).next().unwrap();
    let control = Control::new();
    std::thread::scope(|scope| {
        let search = scope.spawn(|| solver.solve(&board, 2, &mut Run::new(Limits::default(), &control)));
        while control.progress().nodes < 10_000 {
            std::thread::yield_now();
        }
        control.stop(Stop::Time);
        assert_eq!(search.join().unwrap().outcome, Outcome::Stopped(Stop::Time));
    });
}

#[test]
fn half_of_the_boards_are_impossible() {
    let size = Size::new(3, 3).unwrap();
    let goal = blank_last(size);
    let solver = solver(&goal, &Partition::choose(size, 8, 1 << 20).unwrap());
    let board = Board::new(size, vec![2, 1, 3, 4, 5, 6, 7, 8, 0]).unwrap();
    let control = Control::new();
    let answer = solver.solve(&board, 1, &mut Run::new(Limits::default(), &control));
    assert_eq!(answer.outcome, Outcome::Impossible);
}

/// The nodes that the control has seen are those that were really expanded: every lane reports to it.
#[test]
fn a_node_limit_was_passed_five_times_by_lanes_that_worked_ahead() {
    let size = Size::new(4, 4).unwrap();
    let goal = blank_first(size);
    let solver = solver(&goal, &Partition::named("6-6-3", size, 0).unwrap());
    let (_, board) = known("korf100", size).nth(59).unwrap();
    for (nodes, threads) in [(100_000, 1), (100_000, 2), (99_999, 3), (1, 2), (700_000, 2)] {
        let control = Control::new();
        let mut run = Run::new(Limits { nodes: Some(nodes), ..Limits::default() }, &control);
        assert_eq!(solver.solve(&board, threads, &mut run).outcome, Outcome::Stopped(Stop::Nodes));
        assert_eq!(run.stats().expanded, nodes);
        let seen = control.progress().nodes;
        assert!(seen <= nodes && nodes - seen < 50_000, "{seen} of {nodes} on {threads} threads");
    }
}

/// With exactly the nodes that a search needs it ends as without a limit; with one fewer it is stopped.
#[test]
fn the_last_node_allowed_may_be_the_last_one_needed() {
    let size = Size::new(4, 4).unwrap();
    let goal = blank_first(size);
    let solver = solver(&goal, &Partition::named("6-6-3", size, 0).unwrap());
    for (_, board) in known("korf100", size).skip(77).take(3) {
        let solve = |nodes, threads| {
            let control = Control::new();
            let mut run = Run::new(Limits { nodes, ..Limits::default() }, &control);
            (solver.solve(&board, threads, &mut run), run.stats())
        };
        let whole = solve(None, 2);
        let needed = whole.1.expanded;
        for threads in [1, 2] {
            assert_eq!(solve(Some(needed), threads), whole);
            let (answer, stats) = solve(Some(needed - 1), threads);
            assert_eq!((answer.outcome, stats.expanded), (Outcome::Stopped(Stop::Nodes), needed - 1));
        }
    }
}

#[test]
fn building_tables_is_no_progress_of_the_search() {
    let control = Control::new();
    let mut run = Run::new(Limits::default(), &control);
    let goal = blank_first(Size::new(4, 4).unwrap());
    assert!(TableStore::new(2).solver(&goal, &mut run).unwrap().is_some());
    assert_eq!((control.progress().nodes, run.stats().expanded), (0, 0));
}
