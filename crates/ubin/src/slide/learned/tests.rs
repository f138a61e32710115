use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use super::beam::LayeredBeam;
use super::training::Training;
use super::tuples::Tuples;
use super::{LaidScore, LearnedTable};
use crate::dice::Dice;
use crate::run::{Control, Limits, Run, Stop};
use crate::slide::board::{Board, Dir, Size};
use crate::slide::goal::Goal;
use crate::slide::pattern::ImageError;
use crate::slide::{Puzzle, generate, letters};

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).unwrap()
}

fn learned(size: Size, threads: usize) -> LearnedTable {
    let control = Control::new();
    LearnedTable::build(size, threads, &mut Run::new(Limits::default(), &control)).unwrap()
}

/// The score before anything is learned.
fn taxicab(size: Size) -> LearnedTable {
    let control = Control::new();
    let mut run = Run::new(Limits::default(), &control);
    Training::new(Arc::new(Tuples::new(size).unwrap()), &mut run).unwrap().table()
}

/// Every board that can become the goal, and how far it is.
fn distances(goal: &Board) -> HashMap<Board, u64> {
    let mut found = HashMap::from([(goal.clone(), 0)]);
    let mut queue = VecDeque::from([goal.clone()]);
    while let Some(board) = queue.pop_front() {
        for next in Dir::ALL.into_iter().filter_map(|dir| board.after(&[dir])) {
            let distance = found[&board] + 1;
            if !found.contains_key(&next) {
                found.insert(next.clone(), distance);
                queue.push_back(next);
            }
        }
    }
    found
}

#[test]
fn threads_change_no_byte() {
    let one = learned(size(3, 3), 1);
    assert_eq!(one.image(), learned(size(3, 3), 3).image());
    assert_ne!(one.image(), taxicab(size(3, 3)).image(), "something was learned");
}

#[test]
fn what_a_beam_finds_leads_to_the_goal_from_every_corner() {
    let table = learned(size(4, 2), 1);
    let control = Control::new();
    let mut run = Run::new(Limits::default(), &control);
    for (shape, blank) in [((2, 4), 0), ((2, 4), 3), ((4, 2), 1), ((4, 2), 7), ((2, 4), 4)] {
        let from = size(shape.0, shape.1);
        let mut tiles: Vec<u16> = (1..8).collect();
        tiles.insert(blank, 0);
        let goal = Board::new(from, tiles).unwrap();
        let laid = LaidScore::new(table.clone(), &goal).expect("the blank is in a corner");
        let mut solved = 0;
        let mut dice = Dice::new(1);
        for _ in 0..20 {
            let puzzle = Puzzle::new(generate::draw(&goal, &mut dice), goal.clone()).unwrap();
            let beam = LayeredBeam { width: 60, moves: 100, threads: 2 };
            let Some(way) = laid.search(puzzle.board(), beam, &mut run).unwrap() else { continue };
            let replayed =
                ubin_verify::slide::replay(from.cols(), puzzle.board().tiles(), goal.tiles(), &letters(&way));
            replayed.expect("the way leads to the goal");
            solved += 1;
        }
        assert!(solved >= 15, "{solved} of 20");
    }
    let middle = Board::new(size(3, 3), vec![1, 2, 3, 4, 0, 5, 6, 7, 8]).unwrap();
    assert!(!LaidScore::fits(&middle), "no symmetry takes the middle to a corner");
    assert_eq!(run.held(), 0);
}

#[test]
fn a_learned_score_is_nearer_than_taxicab_distances() {
    let (table, plain) = (learned(size(3, 3), 1), taxicab(size(3, 3)));
    let goal = Goal::BlankLast.board(size(3, 3));
    let all = distances(&goal);
    let error = |table: &LearnedTable| {
        let laid = LaidScore::new(table.clone(), &goal).unwrap();
        all.iter().map(|(board, moves)| laid.estimate(board).abs_diff(*moves)).sum::<u64>()
    };
    assert!(error(&table) * 3 < error(&plain), "{} and {}", error(&table), error(&plain));
}

#[test]
fn an_image_is_opened_whole_or_refused() {
    let table = learned(size(3, 3), 1);
    let image = table.image().to_vec();
    let open = |bytes: Vec<u8>| LearnedTable::open(Arc::new(bytes)).map(|table| table.image().to_vec());
    assert_eq!(open(image.clone()), Ok(image.clone()));
    let changed = |at: usize| {
        let mut bytes = image.clone();
        bytes[at] ^= 4;
        open(bytes).unwrap_err()
    };
    assert_eq!(changed(0), ImageError::Magic);
    assert_eq!(changed(7), ImageError::Magic, "another version");
    assert!(matches!(changed(8), ImageError::Length { .. }), "another board");
    for at in [10, 1000, image.len() - 1] {
        assert_eq!(changed(at), ImageError::Checksum);
    }
    assert!(matches!(open(image[..image.len() - 1].to_vec()), Err(ImageError::Length { .. })));
    assert_eq!(open(image[..9].to_vec()), Err(ImageError::Header));
}

#[test]
fn a_training_keeps_to_its_limits() {
    let control = Control::new();
    let mut little = Run::new(Limits { nodes: None, memory: Some(1 << 20) }, &control);
    let stopped = LearnedTable::build(size(5, 5), 1, &mut little);
    assert!(matches!(stopped, Err(crate::slide::pattern::BuildError::Stopped(Stop::Memory))));
    let control = Control::watching(|| Some(Stop::Interrupted));
    let stopped = LearnedTable::build(size(3, 3), 2, &mut Run::new(Limits::default(), &control));
    assert!(matches!(stopped, Err(crate::slide::pattern::BuildError::Stopped(Stop::Interrupted))));
}
