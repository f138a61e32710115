//! What the test files share.
#![allow(dead_code, reason = "no test file uses all of it")]

use std::path::PathBuf;
use std::sync::LazyLock;

use ubin::run::{Control, Limits, Run};
use ubin::slide::domain::Slide;
use ubin::slide::heuristic::Blind;
use ubin::slide::solve::{Options, SlideAnswer, solve};
use ubin::slide::{Board, Goal, Puzzle, Size, TableStore, text};

/// A file of `testdata/`.
pub(crate) fn testdata(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(path)
}

/// The text of a file of `testdata/`.
pub(crate) fn read(path: &str) -> String {
    std::fs::read_to_string(testdata(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

pub(crate) fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).unwrap()
}

pub(crate) fn board(text: &str) -> Board {
    text::read(text, None).unwrap()
}

pub(crate) fn puzzle(text: &str, goal: Goal) -> Puzzle {
    Puzzle::with_goal(board(text), goal)
}

/// Solves without limits.
pub(crate) fn solved(puzzle: &Puzzle, options: Options) -> SlideAnswer {
    // One tables for all tests of a file: tables are built once.
    static STORE: LazyLock<TableStore> = LazyLock::new(TableStore::default);
    let control = Control::new();
    solve(puzzle, &options, &STORE, &mut Run::new(Limits::default(), &control)).unwrap()
}

/// All boards of at most 16 cells that can reach `goal`, by distance.
pub(crate) fn layers(goal: &Board) -> Vec<Vec<Board>> {
    let puzzle = Puzzle::new(goal.clone(), goal.clone()).unwrap();
    let control = Control::new();
    let mut run = Run::new(Limits::default(), &control);
    let layers = ubin::search::bfs::layers(&Slide::<u64, _>::new(&puzzle, Blind), &mut run).unwrap();
    let unpack = |grid: u64| {
        let tiles = (0..goal.size().cells()).map(|cell| (grid >> (4 * cell)) as u16 & 15).collect();
        Board::new(goal.size(), tiles).unwrap()
    };
    layers.into_iter().map(|layer| layer.into_iter().map(unpack).collect()).collect()
}

/// The rows of a `;`-separated table, without its head.
pub(crate) fn table(path: &str) -> Vec<Vec<String>> {
    read(path).lines().skip(1).map(|line| line.split(';').map(str::to_string).collect()).collect()
}
