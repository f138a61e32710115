//! Lines that slide as one move: tables built, Korf's hundred, the boards that need 43 moves.
//!
//! `cargo bench --bench multi -- [--threads N] SUITE...`, where a suite is `build`, `korf100`, `korf100=ID,ID,...`,
//! `antipodes` (these with the large tables, built before) or `front` (the hundred as the command solves them: small tables
//! first, large ones for boards that take long). Threads build tables; a search has one.

mod common;

use std::sync::Arc;
use std::time::Instant;

use common::{SomeSets, known_boards, main_thread};
use ubin::run::{Control, Limits, Run, Stats};
use ubin::slide::solve::{Metric, Options, Status, solve};
use ubin::slide::store::{FilledTables, TableSet};
use ubin::slide::{Board, Puzzle, Size, TableStore};

fn main() {
    let mut threads = 1;
    let mut suites = Vec::new();
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--threads" => threads = arguments.next().and_then(|n| n.parse().ok()).expect("a number of threads"),
            _ => suites.push(argument),
        }
    }
    if suites.is_empty() {
        suites = ["build", "korf100"].map(String::from).to_vec();
    }
    for suite in suites {
        match suite.split_once('=').unwrap_or((&suite, "")) {
            ("build", _) => SETS.iter().for_each(|name| drop(build(name, threads))),
            ("korf100", ids) => search("korf100", &korf(ids), 0, &large(threads)),
            ("antipodes", _) => search("43 moves", &antipodes(), 15, &large(threads)),
            ("front", _) => search("front", &korf(""), 0, &TableStore::new(threads)),
            (other, _) => panic!("no suite is called {other}"),
        }
    }
}

/// Wall and CPU seconds.
fn timed<T>(work: impl FnOnce() -> T) -> (f64, f64, T) {
    let (wall, busy) = (Instant::now(), main_thread());
    let result = work();
    (wall.elapsed().as_secs_f64(), main_thread() - busy, result)
}

fn goal(blank: usize) -> Board {
    let mut tiles: Vec<u16> = (1..16).collect();
    tiles.insert(blank, 0);
    Board::new(Size::new(4, 4).expect("a size"), tiles).expect("a goal")
}

/// A name, the moves it needs, the board.
type Known = (String, u32, Board);

fn board(text: &str) -> Board {
    let tiles = text.split_whitespace().map(|tile| tile.parse().expect("a tile")).collect();
    Board::new(Size::new(4, 4).expect("a size"), tiles).expect("a board")
}

fn korf(ids: &str) -> Vec<Known> {
    let wanted = |fields: &Vec<&str>| ids.is_empty() || ids.split(',').any(|id| id == fields[0]);
    let known = known_boards("korf100.csv");
    let rows = known.lines().skip(1).map(|line| line.split(';').collect::<Vec<&str>>()).filter(wanted);
    rows.map(|fields| (fields[0].to_string(), fields[2].parse().expect("a length"), board(fields[3]))).collect()
}

fn antipodes() -> Vec<Known> {
    known_boards("antipodes43-multi.txt")
        .lines()
        .enumerate()
        .map(|(i, line)| ((i + 1).to_string(), 43, board(line)))
        .collect()
}

/// The sets for lines: small ones, and large ones.
const SETS: [&str; 2] = ["multi 5-5-5", "multi 7-7-1"];

fn build(name: &str, threads: usize) -> FilledTables {
    let (_, set) = TableSet::catalogued().find(|(other, _)| *other == name).expect("a set of the catalogue");
    let control = Control::new();
    let mut run = Run::new(Limits::default(), &control);
    let (wall, busy, tables) = timed(|| set.build(threads, &mut run).expect("nobody stops the run"));
    let (bytes, peak) = (tables.image().len() as f64 / 1e6, run.stats().peak_bytes as f64 / 1e6);
    println!("build {name}: {bytes:.1} MB in {wall:.2} s, main thread busy {busy:.2} s, {peak:.0} MB at the peak");
    tables
}

/// A store that begins with the large tables.
fn large(threads: usize) -> TableStore {
    TableStore::new(threads).with_files(Arc::new(SomeSets(vec![build(SETS[1], threads)])))
}

fn search(name: &str, boards: &[Known], blank: usize, tables: &TableStore) {
    let options = Options { metric: Metric::Multi, ..Options::default() };
    report(name, boards, |board| {
        let puzzle = Puzzle::new(board.clone(), goal(blank)).expect("a puzzle");
        let control = Control::new();
        let solution = solve(&puzzle, &options, tables, &mut Run::new(Limits::default(), &control)).expect("4x4");
        assert_eq!(solution.status, Status::Optimal);
        (solution.lower_bound, solution.stats)
    });
}

fn report(name: &str, boards: &[Known], mut solve: impl FnMut(&Board) -> (u32, Stats)) {
    let (mut wall, mut busy, mut slowest, mut stats) = (0.0, 0.0, 0.0_f64, Stats::default());
    for (id, length, board) in boards {
        let (own_wall, own_busy, (found, own)) = timed(|| solve(board));
        assert_eq!(found, *length, "{id}");
        if boards.len() < 20 {
            println!("  {id}: {length} moves, {} generated, busy {own_busy:.3} s", own.generated);
        }
        wall += own_wall;
        busy += own_busy;
        slowest = slowest.max(own_busy);
        stats += own;
    }
    let count = boards.len().max(1) as u64;
    println!(
        "{name}: {count} boards, {} expanded and {} generated a board, {wall:.2} s, busy {busy:.2} s, slowest {slowest:.2} s, {:.1} ns a node generated",
        stats.expanded / count,
        stats.generated / count,
        busy * 1e9 / stats.generated.max(1) as f64,
    );
}
