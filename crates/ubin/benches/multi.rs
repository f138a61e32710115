//! Lines that slide as one move: tables built, Korf's hundred, the boards that need 43 moves.
//!
//! `cargo bench --bench multi -- [--grade small|large] [--threads N] SUITE...`, where a suite is `build`, `korf100`,
//! `korf100=ID,ID,...`, `antipodes` or `front` (the hundred as the command solves them: small tables first, large ones for
//! boards that take long). Threads build tables; a search has one.

use std::path::PathBuf;
use std::time::Instant;

use ubin::run::{Control, Limits, Run, Stats};
use ubin::search::Outcome;
use ubin::slide::multi::{self, Grade, LineSolver, LineTables};
use ubin::slide::solve::{Metric, Options, Status, solve};
use ubin::slide::{Board, Puzzle, Size, TableStore};

fn main() {
    let mut grade = Grade::Large;
    let mut threads = 1;
    let mut suites = Vec::new();
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--grade" => {
                grade = match arguments.next().expect("a grade").as_str() {
                    "small" => Grade::Small,
                    _ => Grade::Large,
                }
            }
            "--threads" => threads = arguments.next().and_then(|n| n.parse().ok()).expect("a number of threads"),
            _ => suites.push(argument),
        }
    }
    if suites.is_empty() {
        suites = ["build", "korf100"].map(String::from).to_vec();
    }
    for suite in suites {
        match suite.split_once('=').unwrap_or((&suite, "")) {
            ("build", _) => drop(tables(&goal(0), grade, threads)),
            ("korf100", ids) => search("korf100", &korf(ids), 0, grade, threads),
            ("antipodes", _) => search("43 moves", &antipodes(), 15, grade, threads),
            ("front", _) => front(threads),
            (other, _) => panic!("no suite is called {other}"),
        }
    }
}

/// Seconds of CPU that the main thread has used.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    stat.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

/// Wall and CPU seconds.
fn timed<T>(work: impl FnOnce() -> T) -> (f64, f64, T) {
    let (wall, busy) = (Instant::now(), cpu());
    let result = work();
    (wall.elapsed().as_secs_f64(), cpu() - busy, result)
}

fn goal(blank: usize) -> Board {
    let mut tiles: Vec<u16> = (1..16).collect();
    tiles.insert(blank, 0);
    Board::new(Size::new(4, 4).expect("a size"), tiles).expect("a goal")
}

fn known(file: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/slide").join(file);
    std::fs::read_to_string(path).expect("known results are in testdata")
}

/// A name, the moves it needs, the board.
type Known = (String, u32, Board);

fn board(text: &str) -> Board {
    let tiles = text.split_whitespace().map(|tile| tile.parse().expect("a tile")).collect();
    Board::new(Size::new(4, 4).expect("a size"), tiles).expect("a board")
}

fn korf(ids: &str) -> Vec<Known> {
    let wanted = |fields: &Vec<&str>| ids.is_empty() || ids.split(',').any(|id| id == fields[0]);
    let known = known("korf100.csv");
    let rows = known.lines().skip(1).map(|line| line.split(';').collect::<Vec<&str>>()).filter(wanted);
    rows.map(|fields| (fields[0].to_string(), fields[2].parse().expect("a length"), board(fields[3]))).collect()
}

fn antipodes() -> Vec<Known> {
    known("antipodes43-multi.txt").lines().enumerate().map(|(i, line)| ((i + 1).to_string(), 43, board(line))).collect()
}

fn tables(goal: &Board, grade: Grade, threads: usize) -> Vec<LineTables> {
    let control = Control::new();
    let mut run = Run::new(Limits::default(), &control);
    let (wall, busy, tables) = timed(|| multi::build(goal, grade, threads, &mut run));
    let tables = tables.expect("nobody stops the run").expect("16 cells");
    let bytes: usize = tables.iter().map(|tables| tables.image().len()).sum();
    let peak = run.stats().peak_bytes as f64 / 1e6;
    println!(
        "build {grade:?}: {:.1} MB in {wall:.2} s, main thread busy {busy:.2} s, {peak:.0} MB at the peak",
        bytes as f64 / 1e6
    );
    tables
}

fn search(name: &str, boards: &[Known], blank: usize, grade: Grade, threads: usize) {
    let goal = goal(blank);
    let solver = LineSolver::new(&goal, &tables(&goal, grade, threads)).expect("tables for this goal");
    report(name, boards, |board| {
        let control = Control::new();
        let mut run = Run::new(Limits::default(), &control);
        let answer = solver.solve(board, &mut run);
        assert!(matches!(answer.outcome, Outcome::Solved(_)));
        (answer.lower_bound, run.stats())
    });
}

fn front(threads: usize) {
    let tables = TableStore::new(threads);
    let options = Options { metric: Metric::Multi, ..Options::default() };
    report("front", &korf(""), |board| {
        let puzzle = Puzzle::new(board.clone(), goal(0)).expect("a puzzle");
        let control = Control::new();
        let solution = solve(&puzzle, &options, &tables, &mut Run::new(Limits::default(), &control)).expect("4x4");
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
