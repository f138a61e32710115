//! What the benches share.
#![allow(dead_code, reason = "no bench uses all of it")]

use std::path::PathBuf;

use ubin::dice::Dice;
use ubin::pack::{PackBoard, Piece, Puzzle, Spot, text};
use ubin::slide::store::{FilledTables, TableFiles, TableSet};

/// Milliseconds of CPU time that this thread has used; wall time where the system does not tell.
pub(crate) fn cpu_ms() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let used = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    used.map_or_else(|| START.get_or_init(std::time::Instant::now).elapsed().as_secs_f64() * 1e3, |ns| ns / 1e6)
}

/// Seconds of CPU that the main thread has used.
pub(crate) fn main_thread() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    stat.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

/// The text of a file of known results on sliding boards.
pub(crate) fn known_boards(file: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/slide").join(file);
    std::fs::read_to_string(path).expect("known results are in testdata")
}

/// Files that have some sets of tables.
pub(crate) struct SomeSets(pub(crate) Vec<FilledTables>);

impl TableFiles for SomeSets {
    fn has(&self, set: &TableSet) -> bool {
        self.0.iter().any(|tables| tables.set() == *set)
    }

    fn load(&self, set: &TableSet) -> Option<FilledTables> {
        self.0.iter().find(|tables| tables.set() == *set).cloned()
    }

    fn keep(&self, _tables: &FilledTables) {}
}

pub(crate) fn lettered(shapes: Vec<Vec<Spot>>) -> Vec<Piece> {
    let letters = ('A'..='Z').chain('a'..='z');
    letters.zip(shapes).map(|(letter, spots)| Piece::new(letter, spots).expect("a shape")).collect()
}

pub(crate) fn turned(spots: &[Spot], is_flat: bool, dice: &mut Dice) -> Vec<Spot> {
    let mut points: Vec<[i64; 3]> = spots.iter().map(|s| [s.layer, s.row, s.col].map(i64::from)).collect();
    for _ in 0..dice.up_to(3) {
        points.iter_mut().for_each(|[_, row, col]| (*row, *col) = (*col, -*row));
    }
    if is_flat && dice.up_to(1) == 1 {
        points.iter_mut().for_each(|[_, row, _]| *row = -*row);
    }
    if !is_flat {
        for _ in 0..dice.up_to(3) {
            points.iter_mut().for_each(|[layer, row, _]| (*layer, *row) = (*row, -*layer));
        }
    }
    let least: [i64; 3] = std::array::from_fn(|axis| points.iter().map(|point| point[axis]).min().unwrap_or(0));
    let place = |point: &[i64; 3]| {
        let [layer, row, col] = std::array::from_fn(|axis| (point[axis] - least[axis]) as u32);
        Spot { layer, row, col }
    };
    points.iter().map(place).collect()
}

/// A board cut into so many connected pieces at random, lying as they come and in any order.
pub(crate) fn random(board: PackBoard, pieces: usize, dice: &mut Dice) -> Puzzle {
    let shapes = cut(&board, pieces, dice);
    Puzzle::new(board, lettered(shapes)).expect("pieces with letters")
}

/// The shapes of a board that is cut into so many connected pieces: each grows from a cell of its own.
pub(crate) fn cut(board: &PackBoard, pieces: usize, dice: &mut Dice) -> Vec<Vec<Spot>> {
    let spots = board.spots().to_vec();
    let touch = |a: &Spot, b: &Spot| a.layer.abs_diff(b.layer) + a.row.abs_diff(b.row) + a.col.abs_diff(b.col) == 1;
    let beside = |cell: usize| (0..spots.len()).filter(|&other| touch(&spots[cell], &spots[other])).collect();
    let beside: Vec<Vec<usize>> = (0..spots.len()).map(beside).collect();
    let mut owner: Vec<Option<usize>> = vec![None; spots.len()];
    for piece in 0..pieces {
        let free: Vec<usize> = (0..spots.len()).filter(|&cell| owner[cell].is_none()).collect();
        owner[*dice.pick(&free).expect("fewer pieces than cells")] = Some(piece);
    }
    while owner.contains(&None) {
        // The smallest piece that can grow does, so that sizes stay alike.
        let size = |piece: usize| owner.iter().filter(|own| **own == Some(piece)).count();
        let edge = |piece: usize| -> Vec<usize> {
            let touches = |cell: &usize| beside[*cell].iter().any(|&other| owner[other] == Some(piece));
            (0..spots.len()).filter(|&cell| owner[cell].is_none()).filter(touches).collect()
        };
        let growing = (0..pieces).filter(|&piece| !edge(piece).is_empty()).min_by_key(|&piece| size(piece));
        let growing = growing.expect("a board in one part");
        let cell = *dice.pick(&edge(growing)).expect("it can grow");
        owner[cell] = Some(growing);
    }
    let shape = |piece: usize| -> Vec<Spot> {
        let own: Vec<Spot> =
            (0..spots.len()).filter(|&cell| owner[cell] == Some(piece)).map(|cell| spots[cell]).collect();
        own
    };
    let mut shapes: Vec<Vec<Spot>> = (0..pieces).map(|piece| turned(&shape(piece), board.is_flat(), dice)).collect();
    dice.shuffle(&mut shapes);
    shapes
}

pub(crate) fn read(text: &str) -> Puzzle {
    text::read(text).expect("a right text").puzzle
}
