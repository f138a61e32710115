//! Laws of the tables: the bound against the distance of every board, and images against damage.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use crate::run::{Control, Limits, Run, Stop};
use crate::slide::pattern::solve::SolverError;
use crate::slide::pattern::{BuildError, ImageError, Partition, Solver, Tables};
use crate::slide::{Board, Dir, Size};

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).unwrap()
}

fn build(partition: &Partition, threads: usize) -> Tables {
    Tables::build(partition, threads, &mut Run::new(Limits::default(), &Control::new())).unwrap()
}

/// A goal with its tiles out of order, so that homes and numbers differ.
fn goal(size: Size, blank: usize) -> Board {
    let mut tiles: Vec<u16> = (1..size.cells() as u16).rev().collect();
    tiles.insert(blank, 0);
    Board::new(size, tiles).unwrap()
}

/// The distance of every board that reaches the goal.
fn distances(goal: &Board) -> HashMap<Board, u32> {
    let mut found = HashMap::from([(goal.clone(), 0)]);
    let mut queue = VecDeque::from([goal.clone()]);
    while let Some(board) = queue.pop_front() {
        let g = found[&board];
        for next in Dir::ALL.into_iter().filter_map(|dir| board.after(&[dir])) {
            found.entry(next).or_insert_with_key(|next| {
                queue.push_back(next.clone());
                g + 1
            });
        }
    }
    found
}

/// Every board of the size: the bound is at most the distance, 0 at the goal only, and one more or less after a move.
fn check_bound(size: Size, blank: usize, pictures: &[&str], exact: bool) {
    let goal = goal(size, blank);
    let tables: Vec<Tables> =
        pictures.iter().map(|picture| build(&Partition::draw(size, picture).unwrap(), 1)).collect();
    let solver = Solver::new(&goal, &tables).unwrap();
    let distances = distances(&goal);
    let mut bounds = HashMap::new();
    for (board, &distance) in &distances {
        let h = solver.h(board).expect("the board reaches the goal");
        assert!(h <= distance && h % 2 == distance % 2, "h {h} > {distance} at\n{board}");
        assert_eq!(h == 0, distance == 0, "at\n{board}");
        assert!(!exact || h == distance, "h {h}, not {distance} at\n{board}");
        bounds.insert(board, h);
    }
    for (board, h) in &bounds {
        for next in Dir::ALL.into_iter().filter_map(|dir| board.after(&[dir])) {
            assert_eq!(h.abs_diff(bounds[&next]), 1, "after a move from\n{board}");
        }
    }
    let mut odd = goal.clone();
    let (a, b) = if blank < 2 { (2, 3) } else { (0, 1) };
    odd.swap(a, b);
    assert_eq!(solver.h(&odd), None, "half of the boards do not reach the goal");
}

#[test]
fn the_bound_of_every_3x3_board_is_admissible_and_consistent() {
    check_bound(size(3, 3), 0, &[". A A  A B B  C C B"], false);
    check_bound(size(3, 3), 4, &["A A A  B . C  B B C"], false);
    check_bound(size(3, 3), 5, &["A A A  A B .  B B B", "A B C  D E .  F G H"], false);
}

#[test]
fn one_pattern_of_all_tiles_knows_the_distance() {
    check_bound(size(3, 3), 8, &["A A A  A A A  A A ."], true);
    check_bound(size(2, 3), 1, &["A . A  A A A"], true);
    check_bound(size(4, 2), 7, &["A A  A A  A A  A ."], true);
}

#[test]
fn the_bound_of_every_narrow_board_is_admissible_and_consistent() {
    check_bound(size(2, 2), 3, &["A B  B ."], false);
    check_bound(size(2, 3), 0, &[". A A  B A B"], false);
    check_bound(size(3, 2), 5, &["A A  B A  B ."], false);
    check_bound(size(2, 4), 7, &["A A B B  A A B ."], false);
    check_bound(size(4, 2), 2, &["A A  . B  B A  B C"], false);
}

#[test]
fn threads_do_not_change_a_byte() {
    let partition = Partition::draw(size(3, 4), ". A A A  A A B B  C B B B").unwrap();
    let one = build(&partition, 1);
    for threads in [2, 3, 7] {
        assert!(one.image() == build(&partition, threads).image());
    }
}

#[test]
fn an_image_opens_whole_or_not_at_all() {
    let tables = build(&Partition::draw(size(3, 3), ". A A  A B B  C C B").unwrap(), 1);
    let image = tables.image().to_vec();
    let open = |image: Vec<u8>| Tables::open(Arc::new(image)).map(|tables| tables.partition().clone());
    assert_eq!(open(image.clone()), Ok(tables.partition().clone()));
    for byte in 0..image.len() {
        let mut damaged = image.clone();
        damaged[byte] ^= 1 << (byte % 8);
        assert!(open(damaged).is_err(), "byte {byte}");
    }
    for length in 0..image.len() {
        assert!(open(image[..length].to_vec()).is_err(), "cut to {length} bytes");
    }
    let expected = image.len();
    let longer = [&image[..], &[0]].concat();
    assert_eq!(open(longer), Err(ImageError::Length { expected, found: expected + 1 }));
    let mut other = image.clone();
    other[8] = 200;
    assert_eq!(open(other), Err(ImageError::Version(200)));
    assert_eq!(open(b"PNG".to_vec()), Err(ImageError::Magic));
}

/// A damaged header that means large tables is refused by the length of the file, before they are planned.
#[test]
fn a_header_that_means_more_than_there_is_is_refused_at_once() {
    let image = build(&Partition::draw(size(3, 3), ". A A  A B B  C C B").unwrap(), 1).image().to_vec();
    let sides = |rows: u8, cols: u8, patterns: u8, tiles: usize| {
        let mut header = image[..9].to_vec();
        header.extend([rows, cols, 0, patterns, 0]);
        header.extend((1..usize::from(rows) * usize::from(cols)).map(|home| ((home - 1) / tiles) as u8));
        header.resize(header.len().max(1000), 0);
        Tables::open(Arc::new(header)).err()
    };
    for (rows, cols, tiles) in [(4, 4, 8), (6, 5, 8), (8, 7, 5), (8, 8, 4)] {
        let patterns = (usize::from(rows) * usize::from(cols) - 1).div_ceil(tiles);
        let refused = sides(rows, cols, patterns as u8, tiles);
        assert!(matches!(refused, Some(ImageError::Short { found: 1000, .. })), "{rows}x{cols}: {refused:?}");
    }
    assert_eq!(sides(3, 4, 2, 6), Some(ImageError::Header), "tables stand upright");
    let partition = Partition::draw(size(3, 3), ". A A  A B B  C C B").unwrap();
    assert_eq!(Tables::partition_of(&image[..Tables::HEADER.min(image.len())]), Ok(partition));
}

#[test]
fn building_stops_when_asked_and_holds_what_it_says() {
    let partition = Partition::named("6-6-3", size(4, 4), 15).unwrap();
    let control = Control::new();
    let mut run = Run::new(Limits { memory: Some(1 << 20), ..Limits::default() }, &control);
    assert_eq!(Tables::build(&partition, 1, &mut run).err(), Some(BuildError::Stopped(Stop::Memory)));
    control.stop(Stop::Interrupted);
    for threads in [1, 2] {
        let mut run = Run::new(Limits::default(), &control);
        let stopped = Tables::build(&partition, threads, &mut run).err();
        assert_eq!(stopped, Some(BuildError::Stopped(Stop::Interrupted)));
    }
}

#[test]
fn tables_serve_every_goal_that_a_symmetry_lays_on_theirs() {
    let tables = build(&Partition::draw(size(2, 3), ". A A  B B B").unwrap(), 1);
    let served = |goal: &Board| Solver::new(goal, std::slice::from_ref(&tables)).is_ok();
    for blank in [0, 2, 3, 5] {
        assert!(served(&goal(size(2, 3), blank)));
    }
    for blank in [0, 1, 4, 5] {
        assert!(served(&goal(size(3, 2), blank)));
    }
    assert!(!served(&goal(size(2, 3), 1)));
    assert!(!served(&goal(size(3, 3), 0)));
    assert_eq!(Solver::new(&goal(size(2, 3), 0), &[]).err(), Some(SolverError::Views(0)));
}

#[test]
fn a_table_that_another_set_has_is_the_same_bytes_by_copying() {
    let size = Size::new(3, 4).unwrap();
    let draw = |picture: &str| Partition::draw(size, picture).unwrap();
    let control = Control::new();
    let mut run = Run::new(Limits::default(), &control);
    let other = Tables::build(&draw(". A A B  A A B B  C C C C"), 1, &mut run).unwrap();
    let wanted = draw(". A A B  A A B C  B B C C");
    let built = Tables::build(&wanted, 2, &mut run).unwrap();
    let copied = Tables::build_beside(&wanted, std::slice::from_ref(&other), 1, &mut run).unwrap();
    assert_eq!(copied.image(), built.image());
    // A pattern of the same tiles for another home of the blank is another table.
    let elsewhere = draw("A A B .  A A B C  B B C C");
    let apart = Tables::build_beside(&elsewhere, &[other], 1, &mut run).unwrap();
    assert_eq!(apart.image(), Tables::build(&elsewhere, 1, &mut run).unwrap().image());
}
