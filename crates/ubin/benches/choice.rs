//! Whether a count chooses the engine that is the fastest: walking the tree, or folding it, for flat boards of which both can be done. CPU time of the thread.
//!
//! `cargo bench --bench choice` counts famous puzzles and a hundred random ones by each engine, and by the one that is chosen; with a name only those whose name has it.

mod common;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use common::{cpu_ms, cut, read};
use ubin::dice::Dice;
use ubin::pack::solve::Equality;
use ubin::pack::units::{CountEngine, CountWork};
use ubin::pack::{PackBoard, PackOutcome, PackPlan, Puzzle, Spot, count, sets};
use ubin::run::{Control, Limits, Run, Stop};
use ubin::unit::PartError;

/// Where an engine gives up.
const MOST_NODES: u64 = 40_000_000;

/// What is shorter says little: reading the puzzle is part of it.
const LEAST: f64 = 2.0;

/// What a count took; nothing when it gave up.
#[derive(Clone, Copy)]
struct Took {
    ms: f64,
    nodes: u64,
}

/// Takes the mean of short counts, of a tenth of a second together: the clock of CPU time has steps of some milliseconds.
fn mean(count: impl Fn() -> Option<(Took, u128)>) -> Option<(Took, u128)> {
    let (mut took, found) = count()?;
    let (mut total, mut times) = (took.ms, 1);
    while total < 100.0 && times < 500 {
        total += count()?.0.ms;
        times += 1;
    }
    took.ms = total / f64::from(times);
    Some((took, found))
}

/// Counts by one engine.
fn by_engine(puzzle: &Puzzle, engine: CountEngine, most: u64) -> Option<(Took, u128)> {
    let control = Control::new();
    let mut run = Run::new(Limits { nodes: Some(most), ..Limits::default() }, &control);
    let start = cpu_ms();
    let work = CountWork::new(puzzle, engine, &mut run).ok()?;
    let mut found = 0;
    for unit in work.first_units() {
        match work.part(&unit, u64::MAX, &mut run) {
            Ok(part) => found += part.found,
            Err(PartError::Stopped(Stop::Nodes)) => return None,
            Err(error) => panic!("{error}"),
        }
    }
    Some((Took { ms: cpu_ms() - start, nodes: run.stats().expanded }, found))
}

/// Counts by the engine that is chosen.
fn chosen(puzzle: &Puzzle) -> (Took, u128) {
    let control = Control::new();
    let mut run = Run::new(Limits::default(), &control);
    let start = cpu_ms();
    let answer = count::count(puzzle, Equality::Boards, PackPlan::default(), &mut run);
    let found = match answer.outcome {
        PackOutcome::Solved(counted) => counted.solutions,
        PackOutcome::Impossible(_) => 0,
        PackOutcome::Stopped(stop) => panic!("{stop}"),
    };
    (Took { ms: cpu_ms() - start, nodes: run.stats().expanded }, found)
}

/// A random puzzle: a board of about 36 to 70 cells, not always whole, cut into pieces of four to six cells, of which equal ones are copies.
fn held(number: u64) -> Puzzle {
    let mut dice = Dice::new(number);
    let (rows, cols) = (4 + dice.up_to(4), 8 + dice.up_to(3));
    let lost = if dice.up_to(2) == 0 { 1 + dice.up_to(4) } else { 0 };
    let mut mask = vec![vec![true; cols]; rows];
    // From a corner on, so that the rest stays in one part.
    mask[0][..lost].fill(false);
    let board = PackBoard::custom(&mask).expect("a board");
    let pieces = board.size() * 2 / (9 + dice.up_to(2));
    let mut kinds: BTreeMap<Vec<(u32, u32)>, u32> = BTreeMap::new();
    for shape in cut(&board, pieces, &mut dice) {
        *kinds.entry(lowest_form(&shape)).or_default() += 1;
    }
    let mut text = format!("{rows} {cols} {}\nCUSTOM\n", kinds.len());
    for row in &mask {
        let marks: String = row.iter().map(|&is_cell| if is_cell { 'X' } else { '.' }).collect();
        let _ = writeln!(text, "{marks}");
    }
    for (number, (shape, copies)) in kinds.iter().enumerate() {
        let _ = writeln!(text, "PIECE p{number} x{copies}");
        let last = shape.iter().map(|cell| cell.0).max().unwrap_or(0);
        for row in 0..=last {
            let mark = |col| if shape.contains(&(row, col)) { 'X' } else { ' ' };
            let line: String = (0..8).map(mark).collect();
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
    read(&text)
}

/// The first of a shape's eight images, at the origin.
fn lowest_form(shape: &[Spot]) -> Vec<(u32, u32)> {
    let images = (0..8).map(|image| {
        let turned = shape.iter().map(|spot| {
            let (row, col) = (spot.row as i32, spot.col as i32);
            let (row, col) = if image & 1 == 0 { (row, col) } else { (col, row) };
            (if image & 2 == 0 { row } else { -row }, if image & 4 == 0 { col } else { -col })
        });
        let turned: Vec<(i32, i32)> = turned.collect();
        let row = turned.iter().map(|cell| cell.0).min().unwrap_or(0);
        let col = turned.iter().map(|cell| cell.1).min().unwrap_or(0);
        let mut cells: Vec<(u32, u32)> =
            turned.iter().map(|cell| ((cell.0 - row) as u32, (cell.1 - col) as u32)).collect();
        cells.sort_unstable();
        cells
    });
    images.min().expect("there are eight")
}

/// Flat puzzles that people know.
fn famous() -> Vec<(String, Puzzle)> {
    let flat = sets::SETS.iter().filter(|set| set.puzzle().board().is_flat() && set.name != "hexominoes");
    let mut puzzles: Vec<(String, Puzzle)> = flat.map(|set| (set.name.to_owned(), set.puzzle())).collect();
    let squared = format!("8 8 13\nDEFAULT\n{}OO\nOO\n", include_str!("../src/pack/sets/pentominoes.txt"));
    puzzles.push(("8x8 with the square".to_owned(), read(&squared)));
    let equal = |rows, cols, shape, copies| read(&format!("{rows} {cols} 1\nDEFAULT\n{shape}COPIES A {copies}\n"));
    puzzles.push(("dominoes 6x7".to_owned(), equal(6, 7, "AA\n", 21)));
    puzzles.push(("L-trominoes 6x9".to_owned(), equal(6, 9, "AA\nA\n", 18)));
    puzzles.push(("Y-pentominoes 10x10".to_owned(), equal(10, 10, "AAAA\n A\n", 20)));
    puzzles
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|name| !name.starts_with("--")).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| name.contains(wanted.as_str()));
    let held = (1..=100).map(|number| (format!("held {number}"), held(number)));
    println!(
        "{:<20} {:>20} {:>20} {:>20} {:>6}",
        "", "walk: nodes, ms", "fold: states, ms", "chosen: nodes, ms", "ratio"
    );
    let mut worst: f64 = 0.0;
    for (name, puzzle) in famous().into_iter().chain(held).filter(|(name, _)| is_wanted(name)) {
        let (walk, fold) = (
            mean(|| by_engine(&puzzle, CountEngine::Masks, MOST_NODES)),
            mean(|| by_engine(&puzzle, CountEngine::Folded, MOST_NODES / 5)),
        );
        if walk.is_none() && fold.is_none() {
            println!("{name:<20} neither engine ended");
            continue;
        }
        let (took, found) = mean(|| Some(chosen(&puzzle))).expect("a count without limits ends");
        for (_, other) in walk.iter().chain(&fold) {
            assert_eq!(found, *other, "{name}");
        }
        let best = walk.iter().chain(&fold).map(|(took, _)| took.ms).fold(f64::INFINITY, f64::min);
        let ratio = took.ms / best;
        let cells = |took: Option<(Took, u128)>| {
            took.map_or("-".to_owned(), |(took, _)| format!("{} {:>9.2}", took.nodes, took.ms))
        };
        println!("{name:<20} {:>20} {:>20} {:>20} {ratio:>6.2}", cells(walk), cells(fold), cells(Some((took, found))));
        if best > LEAST {
            worst = worst.max(ratio);
        }
    }
    println!("the worst ratio, where the best engine takes more than {LEAST} ms: {worst:.2}");
}
