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
use crate::slide::solve::{Options, SlideAnswer, Status, solve};
use crate::slide::store::{FilledTables, TableFiles, TableSet};
use crate::slide::{Puzzle, TableStore, generate, letters};

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

/// One file, of the set that it was kept as.
struct OneFile(FilledTables);

impl TableFiles for OneFile {
    fn has(&self, set: &TableSet) -> bool {
        self.0.set() == *set
    }

    fn load(&self, set: &TableSet) -> Option<FilledTables> {
        self.has(set).then(|| self.0.clone())
    }

    fn keep(&self, _: &FilledTables) {}
}

/// What `auto` finds with so many nodes; the verifier has replayed it.
fn by_auto(board: &Board, goal: &Board, store: &TableStore) -> SlideAnswer {
    let control = Control::new();
    let mut run = Run::new(Limits { nodes: Some(300_000), memory: Some(1 << 28) }, &control);
    let puzzle = Puzzle::new(board.clone(), goal.clone()).unwrap();
    let answer = solve(&puzzle, &Options::default(), store, &mut run).unwrap();
    let way = letters(answer.moves.as_ref().expect("auto always has a solution"));
    let cols = goal.size().cols();
    ubin_verify::slide::replay(cols, board.tiles(), goal.tiles(), &way).expect("the way leads to the goal");
    assert!(matches!(answer.status, Status::Solved | Status::Optimal));
    assert!(way.len() >= answer.lower_bound as usize);
    answer
}

#[test]
fn auto_ranks_its_beams_by_a_score_that_is_kept_and_by_its_own_otherwise() {
    let upright = size(5, 4);
    let control = Control::new();
    let mut run = Run::new(Limits::default(), &control);
    let training = Training::new(Arc::new(Tuples::new(upright).unwrap()), &mut run).unwrap();
    // One round, a hundredth of a whole training.
    let table = training.learn(800_000, 2, &mut run).unwrap();
    let set = TableSet::learned(upright).unwrap();
    let kept = set.open(Arc::new(table.image().to_vec())).unwrap().expect("the image is of this set");
    let with_file = || TableStore::default().with_files(Arc::new(OneFile(kept.clone())));
    let mut other_ways = 0;
    for seed in 1..=3 {
        // The table serves boards that lie, too.
        let board = generate::random(size(4, 5), seed);
        let goal = Goal::BlankLast.board(size(4, 5));
        let answer = by_auto(&board, &goal, &with_file());
        assert_eq!(answer.moves, by_auto(&board, &goal, &with_file().with_threads(3)).moves, "threads change nothing");
        other_ways += usize::from(answer.moves != by_auto(&board, &goal, &TableStore::default()).moves);
        // The blank's home is in no corner: the file is of no use, and nothing changes.
        let goal = Board::new(size(4, 5), (1..8).chain([0]).chain(8..20).collect()).unwrap();
        let board = generate::draw(&goal, &mut Dice::new(seed));
        let answer = by_auto(&board, &goal, &with_file());
        let without = by_auto(&board, &goal, &TableStore::default());
        assert_eq!((answer.moves, answer.stats.expanded), (without.moves, without.stats.expanded));
    }
    assert!(other_ways > 0, "the score ranks");
}
