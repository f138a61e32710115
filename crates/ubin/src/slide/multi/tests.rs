//! Lines that slide as one move: tables, bound and solver against breadth-first search, and known 15-puzzles.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, LazyLock};

use crate::run::{Control, Limits, Run, Stop};
use crate::search::Outcome;
use crate::slide::multi::{self, Grade, LineSolver, LineTables};
use crate::slide::pattern::ImageError;
use crate::slide::solve::{Metric, OptionError, Options, SlideAnswer, Status, solve};
use crate::slide::{Board, Dir, Puzzle, Size, TableStore};

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

/// All boards of up to `most` moves from the goal, with their distances.
fn distances(goal: &Board, most: u32) -> HashMap<Board, u32> {
    let mut found = HashMap::from([(goal.clone(), 0)]);
    let mut queue = VecDeque::from([goal.clone()]);
    while let Some(board) = queue.pop_front() {
        let g = found[&board];
        for next in moves(&board).into_iter().filter(|_| g < most) {
            found.entry(next).or_insert_with_key(|next| {
                queue.push_back(next.clone());
                g + 1
            });
        }
    }
    found
}

/// Tiles in order, the blank in this cell.
fn goal(rows: usize, cols: usize, blank: usize) -> Board {
    let size = Size::new(rows, cols).unwrap();
    let mut tiles: Vec<u16> = (1..size.cells() as u16).collect();
    tiles.insert(blank, 0);
    Board::new(size, tiles).unwrap()
}

/// Tables for a goal: two sets when its frames differ; `None` beyond 16 cells.
pub(super) fn build(
    goal: &Board,
    grade: Grade,
    threads: usize,
    run: &mut Run<'_>,
) -> Result<Option<Vec<LineTables>>, Stop> {
    let Some(partitions) = multi::partitions(goal, grade) else { return Ok(None) };
    partitions.iter().map(|partition| LineTables::build(partition, threads, run)).collect::<Result<_, _>>().map(Some)
}

fn tables(goal: &Board, grade: Grade, threads: usize) -> Vec<LineTables> {
    build(goal, grade, threads, &mut Run::new(Limits::default(), &Control::new())).unwrap().unwrap()
}

fn solver(goal: &Board) -> LineSolver {
    LineSolver::new(goal, &tables(goal, Grade::Small, 2)).unwrap()
}

fn check(solver: &LineSolver, goal: &Board, board: &Board, length: u32) {
    let answer = solver.solve(board, &mut Run::new(Limits::default(), &Control::new()));
    let Outcome::Solved(steps) = &answer.outcome else { panic!("{:?} for\n{board}", answer.outcome) };
    assert_eq!(board.after(steps).as_ref(), Some(goal));
    assert_eq!(Metric::Multi.length(steps), length as usize, "for\n{board}");
    assert_eq!(answer.lower_bound, length);
}

/// On nine cells or fewer a table has all tiles, so the bound is the distance itself.
#[test]
fn the_bound_of_every_board_of_up_to_nine_cells_is_its_distance() {
    let all = u32::MAX;
    let goals = [
        (3, 3, 8, all),
        (2, 4, 7, all),
        (2, 3, 2, all),
        (3, 2, 1, all),
        (2, 2, 3, all),
        (3, 3, 4, 9),
        (3, 3, 1, 9),
        (4, 2, 2, 12),
    ];
    for (rows, cols, blank, most) in goals {
        let goal = goal(rows, cols, blank);
        let solver = solver(&goal);
        for (i, (board, &distance)) in distances(&goal, most).iter().enumerate() {
            assert_eq!(solver.h(board), Some(distance), "for\n{board}");
            if i % 10 == 0 {
                check(&solver, &goal, board, distance);
            }
        }
    }
}

#[test]
fn the_3x3_boards_that_need_most_are_solved_in_as_few_moves_as_breadth_first_search_finds() {
    let goal = goal(3, 3, 8);
    let solver = solver(&goal);
    let distances = distances(&goal, u32::MAX);
    assert_eq!(distances.len(), 181_440);
    assert_eq!(distances.values().max(), Some(&24));
    for (board, &distance) in distances.iter().filter(|(_, distance)| **distance > 21) {
        check(&solver, &goal, board, distance);
    }
}

/// Larger boards have patterns of some tiles: the bound may be too low, never too high.
#[test]
fn the_bound_of_larger_boards_is_admissible_near_the_goal() {
    for (rows, cols, blank, most) in [
        (3, 4, 11, 9),
        (3, 4, 5, 8),
        (4, 3, 0, 8),
        (2, 6, 2, 8),
        (2, 8, 15, 6),
        (5, 3, 7, 6),
        (4, 4, 15, 7),
        (4, 4, 6, 6),
        (4, 4, 1, 6),
    ] {
        let goal = goal(rows, cols, blank);
        let solver = solver(&goal);
        let mut exact = 0;
        let distances = distances(&goal, most);
        for (i, (board, &distance)) in distances.iter().enumerate() {
            let h = solver.h(board).unwrap();
            assert!(h <= distance, "{h} > {distance} for\n{board}");
            exact += usize::from(h == distance);
            if i % 97 == 0 {
                check(&solver, &goal, board, distance);
            }
        }
        assert!(
            2 * exact > distances.len(),
            "{rows}x{cols}: the bound is exact for {exact} of {} boards only",
            distances.len()
        );
    }
}

/// A move changes the bound by one at most.
#[test]
fn the_bound_is_consistent() {
    let goal = goal(4, 4, 0);
    let solver = &*KORF;
    let mut board = known("79").1;
    for turn in 0..300_usize {
        let next = moves(&board);
        let h = solver.h(&board).unwrap();
        for next in &next {
            assert!(solver.h(next).unwrap().abs_diff(h) <= 1, "from\n{board}\nto\n{next}");
        }
        board = next[turn * turn % next.len()].clone();
    }
    assert_eq!(solver.h(&goal), Some(0));
}

static KORF: LazyLock<LineSolver> = LazyLock::new(|| solver(&goal(4, 4, 0)));

/// An instance of Korf's hundred, with its moves.
fn known(id: &str) -> (u32, Board) {
    let text = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/slide/korf100.csv");
    let text = std::fs::read_to_string(text).unwrap();
    let row = text.lines().map(|line| line.split(';').collect::<Vec<_>>()).find(|row| row[0] == id).unwrap();
    let tiles = row[3].split_whitespace().map(|tile| tile.parse().unwrap()).collect();
    (row[2].parse().unwrap(), Board::new(Size::new(4, 4).unwrap(), tiles).unwrap())
}

const SOME: [&str; 4] = ["79", "1", "7", "4"];

/// Those that the small tables solve with the fewest nodes; `cargo bench --bench multi` has all hundred.
#[test]
fn some_of_korfs_hundred() {
    for id in SOME {
        let (length, board) = known(id);
        check(&KORF, &goal(4, 4, 0), &board, length);
    }
}

/// A solution turned over or reflected is a solution, so all goals with the blank in a corner agree.
#[test]
fn a_reflected_board_needs_as_many_moves() {
    let (length, board) = known(SOME[0]);
    let (old, size) = (board.tiles(), board.size());
    let turned = |cell: usize| size.cell(size.col(cell), size.row(cell));
    let tile = |tile: u16| turned(tile.into()) as u16;
    let reflected = Board::new(size, (0..16).map(|cell| tile(old[turned(cell)])).collect()).unwrap();
    check(&KORF, &goal(4, 4, 0), &reflected, length);
    let over = |tile: u16| if tile == 0 { 0 } else { 16 - tile };
    let last = Board::new(size, old.iter().rev().map(|&tile| over(tile)).collect()).unwrap();
    check(&solver(&goal(4, 4, 15)), &goal(4, 4, 15), &last, length);
}

fn front(board: &Board, goal: &Board, limits: Limits) -> Result<SlideAnswer, OptionError> {
    static STORE: LazyLock<TableStore> = LazyLock::new(TableStore::default);
    let options = Options { metric: Metric::Multi, ..Options::default() };
    let puzzle = Puzzle::new(board.clone(), goal.clone()).unwrap();
    solve(&puzzle, &options, &STORE, &mut Run::new(limits, &Control::new()))
}

#[test]
fn the_front_door_counts_lines_and_proves() {
    let (length, board) = known(SOME[0]);
    let solution = front(&board, &goal(4, 4, 0), Limits::default()).unwrap();
    assert_eq!((solution.status, solution.lower_bound), (Status::Optimal, length));
    assert_eq!(solution.length(), Some(length as usize));
    let again = front(&board, &goal(4, 4, 0), Limits::default()).unwrap();
    assert_eq!(again.stats.expanded, solution.stats.expanded, "a second search counts as the first");
    let solved = front(&goal(4, 4, 0), &goal(4, 4, 0), Limits::default()).unwrap();
    assert_eq!((solved.status, solved.length()), (Status::Optimal, Some(0)));
}

#[test]
fn a_limit_leaves_a_bound_that_is_true() {
    let (length, board) = known("3");
    let limits = Limits { nodes: Some(1000), memory: None };
    let solution = front(&board, &goal(4, 4, 0), limits).unwrap();
    assert_eq!(solution.status, Status::Stopped(Stop::Nodes));
    assert_eq!(solution.stats.expanded, 1000);
    assert!((20..=length).contains(&solution.lower_bound), "{}", solution.lower_bound);
}

#[test]
fn building_stops_at_the_memory_limit_before_it_allocates() {
    let limits = Limits { nodes: None, memory: Some(1 << 20) };
    let control = Control::new();
    let mut run = Run::new(limits, &control);
    assert_eq!(build(&goal(4, 4, 0), Grade::Large, 1, &mut run).unwrap_err(), Stop::Memory);
    assert_eq!(run.stats().peak_bytes, 0);
}

#[test]
fn more_than_16_cells_are_solved_and_not_proven() {
    for (rows, cols) in [(3, 6), (4, 5), (2, 9), (5, 5)] {
        let goal = goal(rows, cols, 0);
        let board = crate::slide::generate::draw(&goal, &mut crate::dice::Dice::new(1));
        let found = front(&board, &goal, Limits { nodes: Some(30_000), memory: None }).unwrap();
        assert_eq!(found.status, Status::Solved);
        let length = found.length().unwrap();
        assert!(length >= found.lower_bound as usize && found.lower_bound > 5, "{length}, {}", found.lower_bound);
        assert!(length < found.moves.unwrap().len(), "lines, not moves");
        let nothing = front(&goal, &goal, Limits::default()).unwrap();
        assert_eq!((nothing.status, nothing.length()), (Status::Optimal, Some(0)));
        let puzzle = Puzzle::new(board, goal.clone()).unwrap();
        let proof = Options { metric: Metric::Multi, prove: true, ..Options::default() };
        let asked = solve(&puzzle, &proof, &TableStore::default(), &mut Run::new(Limits::default(), &Control::new()));
        assert_eq!(asked, Err(OptionError::MultiSize { size: goal.size() }));
        let built = build(&goal, Grade::Small, 1, &mut Run::new(Limits::default(), &Control::new())).unwrap();
        assert!(built.is_none());
    }
}

#[test]
fn a_board_that_parity_forbids_has_no_bound_and_no_solution() {
    let goal = goal(3, 3, 8);
    let mut tiles = goal.tiles().to_vec();
    tiles.swap(0, 1);
    let board = Board::new(goal.size(), tiles).unwrap();
    let solver = solver(&goal);
    assert_eq!(solver.h(&board), None);
    let answer = solver.solve(&board, &mut Run::new(Limits::default(), &Control::new()));
    assert_eq!(answer.outcome, Outcome::Impossible);
}

#[test]
fn tables_are_the_same_for_any_number_of_threads_and_read_back() {
    let goal = goal(3, 4, 0);
    let all = [1, 2, 3].map(|threads| tables(&goal, Grade::Small, threads));
    for other in &all[1..] {
        assert!(all[0].iter().zip(other).all(|(a, b)| a.image() == b.image()));
    }
    let first = &all[0][0];
    assert_eq!(LineTables::bytes(first.partition()), Some(first.image().len() as u64));
    let open = |bytes: Vec<u8>| LineTables::open(Arc::new(bytes)).map(|tables| tables.partition().clone());
    let image = first.image().to_vec();
    assert_eq!(open(image.clone()).as_ref(), Ok(first.partition()));
    for at in (8..image.len()).step_by(9973) {
        let mut damaged = image.clone();
        damaged[at] ^= 4;
        assert!(open(damaged).is_err(), "byte {at}");
    }
    assert_eq!(open(image[1..].to_vec()), Err(ImageError::Magic));
    assert!(matches!(open(image[..image.len() - 1].to_vec()), Err(ImageError::Length { .. })));
    assert_eq!(open(Vec::new()), Err(ImageError::Magic));
}
