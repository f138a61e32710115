//! What the test files share.
#![allow(dead_code, reason = "no test file uses all of it")]

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::LazyLock;

use ubin::run::{Control, Limits, Run};
use ubin::slide::solve::{Options, SlideAnswer, solve};
use ubin::slide::{Board, Dir, Goal, Puzzle, Size, TableStore, text};

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
    // One store for all tests of a file: tables are built once.
    static STORE: LazyLock<TableStore> = LazyLock::new(TableStore::default);
    let control = Control::new();
    solve(puzzle, &options, &STORE, &mut Run::new(Limits::default(), &control)).unwrap()
}

/// All boards that can reach `goal`, by distance: breadth first, written plainly.
pub(crate) fn layers(goal: &Board) -> Vec<Vec<Board>> {
    let mut seen = HashSet::from([goal.clone()]);
    let mut layers = vec![vec![goal.clone()]];
    loop {
        let last = layers.last().expect("there is a first layer");
        let next: Vec<Board> = last
            .iter()
            .flat_map(|board| Dir::ALL.into_iter().filter_map(|dir| board.after(&[dir])))
            .filter(|board| seen.insert(board.clone()))
            .collect();
        if next.is_empty() {
            return layers;
        }
        layers.push(next);
    }
}

/// The rows of a `;`-separated table, without its head.
pub(crate) fn table(path: &str) -> Vec<Vec<String>> {
    read(path).lines().skip(1).map(|line| line.split(';').map(str::to_string).collect()).collect()
}
