//! What the test files share.
#![allow(dead_code, reason = "no test file uses all of it")]

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::LazyLock;

use ubin::pack::units::{CountWork, children};
use ubin::run::{Control, Limits, Run};
use ubin::slide::solve::{Method, Options, SlideAnswer, solve};
use ubin::slide::units::RoundWork;
use ubin::slide::{Board, Dir, Goal, Puzzle, Size, TableStore, text};
use ubin::unit::{Part, Work, cut};

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

/// The moves of the method `quick`, row by row; `None` for a board that cannot be solved.
pub(crate) fn quick(puzzle: &Puzzle) -> Option<Vec<Dir>> {
    solved(puzzle, Options { method: Method::Quick, ..Options::default() }).moves
}

/// All of a round, in parts of so many nodes and in order, as one machine would search it that has forgotten everything but the units.
pub(crate) fn whole_round(
    round: &RoundWork,
    is_enough: impl Fn(&Part) -> bool,
    budget: u64,
    run: &mut Run<'_>,
) -> Part {
    let mut whole = Part::default();
    let mut units = vec![round.first_unit()];
    while let Some(unit) = units.pop() {
        let mut part = round.part(&unit, budget, run).unwrap();
        if let Some(Work::Subtrees(left)) = part.left.take() {
            units.extend(cut(&unit, &left).into_iter().rev());
        }
        whole += part;
        if is_enough(&whole) {
            break;
        }
    }
    whole
}

/// All of a count, in parts of so many nodes and in order.
pub(crate) fn whole_count(work: &CountWork, budget: u64, run: &mut Run<'_>) -> Part {
    let mut open = work.first_units();
    open.reverse();
    let mut whole = Part::default();
    while let Some(unit) = open.pop() {
        let mut part = work.part(&unit, budget, run).unwrap();
        open.extend(children(&unit, part.left.take()).into_iter().rev());
        whole += part;
    }
    whole
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

/// The mirror twin of each piece of a packing puzzle, in their order; itself where it is its own mirror image or has none.
pub(crate) fn twins(puzzle: &ubin::pack::Puzzle) -> Vec<u32> {
    use ubin::pack::{Piece, Spot};
    let (lattice, pieces) = (puzzle.board().lattice(), puzzle.pieces());
    let shape = |piece: &Piece| {
        let mut orientations = piece.orientations(lattice, puzzle.flips());
        orientations.sort();
        orientations
    };
    // To exchange rows and columns is a mirror image on every lattice.
    let mirrored = |piece: &Piece| {
        let spots = piece.spots().iter().map(|&Spot { layer, row, col }| Spot { layer, row: col, col: row });
        shape(&Piece::new(piece.name(), spots.collect()).unwrap())
    };
    let mut twins: Vec<Option<u32>> = vec![None; pieces.len()];
    for (number, piece) in pieces.iter().enumerate() {
        let is_twin = |&other: &usize| twins[other].is_none() && shape(&pieces[other]) == mirrored(piece);
        if twins[number].is_none() {
            let own = Some(number).filter(is_twin);
            let twin = own.or_else(|| (number + 1..pieces.len()).find(is_twin)).unwrap_or(number);
            (twins[number], twins[twin]) = (Some(twin as u32), Some(number as u32));
        }
    }
    twins.into_iter().map(Option::unwrap).collect()
}
