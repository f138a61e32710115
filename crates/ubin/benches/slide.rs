//! The text-book methods on the boards of the course reports, on Korf's first instance, and beside a crate for path
//! finding.
//!
//! `cargo bench -p ubin --bench slide` prints ratios and counts; a time is the best of several runs.

use std::time::{Duration, Instant};

use ubin::run::{Control, Limits, Run};
use ubin::slide::HeuristicName;
use ubin::slide::Variant;
use ubin::slide::solve::{Method, Options, SlideAnswer, solve};
use ubin::slide::{Goal, Puzzle, TableStore, text, tree};

/// Board, program, and the milliseconds that its report printed.
const REPORTS: [(&str, &str, Variant, f64); 9] = [
    ("R0 solveable-1", "1 2 4 7/5 6 - 3/9 11 12 8/13 10 14 15", Variant::DropSeen, 1.0),
    ("R0 solveable-2", "1 2 5 4/3 6 - 7/9 10 8 11/13 14 15 12", Variant::DropSeen, 5638.0),
    ("R0 solveable-3", "1 2 3 4/5 7 10 8/11 9 6 -/13 14 15 12", Variant::DropSeen, 419.0),
    ("R1 test2", "1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12", Variant::Tree, 10.0),
    ("R1 test4", "1 2 3 4/5 6 7 8/- 10 11 12/9 13 14 15", Variant::Tree, 11.0),
    ("R1 test5", "1 - 2 4/5 6 3 7/9 10 11 8/13 14 15 12", Variant::Tree, 17.0),
    ("R2 solveable1", "- 1 3 4/9 2 6 7/10 5 11 8/13 14 15 12", Variant::BestCost, 5.0),
    ("R2 solveable2", "1 2 4 7/5 6 - 3/9 11 12 8/13 10 14 15", Variant::BestCost, 3.0),
    ("R2 solveable3", "9 1 7 4/6 3 2 8/13 15 5 11/14 - 10 12", Variant::BestCost, 33.0),
];

const KORF_1: &str = "14 13 15 7/11 12 9 5/6 - 2 1/4 8 10 3";

fn main() {
    reports();
    rates();
    bytes_a_node();
    peer();
}

/// The best time of `runs`, and the solution.
fn best(puzzle: &Puzzle, options: &Options, runs: u32) -> (Duration, SlideAnswer) {
    let tables = TableStore::default();
    let once = || {
        let control = Control::new();
        let mut run = Run::new(Limits::default(), &control);
        let started = Instant::now();
        let solution = solve(puzzle, options, &tables, &mut run).expect("the options fit the board");
        (started.elapsed(), solution)
    };
    (0..runs).map(|_| once()).min_by_key(|(time, _)| *time).expect("there is a run")
}

fn puzzle(board: &str, goal: Goal) -> Puzzle {
    Puzzle::with_goal(text::read(board, None).expect("the board is right"), goal)
}

/// The course programs' search and the exact one against the times that the reports printed.
fn reports() {
    println!("branch-and-bound with hamming\n");
    println!("| board | report ms | same nodes, ms | ratio | exact, ms | ratio |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    for (name, board, variant, printed) in REPORTS {
        let puzzle = puzzle(board, Goal::BlankLast);
        let options = Options { method: Method::BranchAndBound, ..Options::default() };
        let (same, _) = best(&puzzle, &Options { variant, ..options }, 5);
        let (exact, _) = best(&puzzle, &options, 5);
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        let (same, exact) = (ms(same), ms(exact));
        println!("| {name} | {printed} | {same:.3} | {:.0} | {exact:.3} | {:.0} |", printed / same, printed / exact);
    }
}

/// Nodes a second of IDA* on Korf's first instance.
fn rates() {
    println!("\nida on Korf's instance 1\n");
    println!("| heuristic | expanded | generated | s | million expanded a second |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    let puzzle = puzzle(KORF_1, Goal::BlankFirst);
    for heuristic in [HeuristicName::Manhattan, HeuristicName::LinearConflict, HeuristicName::WalkingDistance] {
        let options = Options { method: Method::Ida, heuristic: Some(heuristic), ..Options::default() };
        let (time, solution) = best(&puzzle, &options, 3);
        let stats = solution.stats;
        let rate = stats.expanded as f64 / time.as_secs_f64() / 1e6;
        let seconds = time.as_secs_f64();
        println!("| {} | {} | {} | {seconds:.2} | {rate:.1} |", heuristic.name(), stats.expanded, stats.generated);
    }
}

/// The memory that A* holds, by the states it has stored.
fn bytes_a_node() {
    let puzzle = puzzle(KORF_1, Goal::BlankFirst);
    println!("\nastar on Korf's instance 1");
    stored(&puzzle, HeuristicName::LinearConflict, Limits::default());
    // The index doubles, so the figure swings; a memory limit cuts the same search at other sizes.
    for mebibytes in [16, 24, 32, 48, 64, 96, 128] {
        stored(&puzzle, HeuristicName::Manhattan, Limits { memory: Some(mebibytes << 20), nodes: None });
    }
}

/// Searches within limits; a watched search of as many nodes tells the states.
fn stored(puzzle: &Puzzle, heuristic: HeuristicName, limits: Limits) {
    let (control, shelf) = (Control::new(), TableStore::default());
    let options = Options { method: Method::Astar, heuristic: Some(heuristic), ..Options::default() };
    let stats =
        solve(puzzle, &options, &shelf, &mut Run::new(limits, &control)).expect("options that go together").stats;
    let nodes = Limits { nodes: Some(stats.expanded), memory: None };
    let grown = tree::grow(puzzle, &options, &shelf, 0, &mut Run::new(nodes, &control)).expect("A* has a tree");
    // A board met again, or a way that became dearer, is given up: what is left was stored once.
    let states: u64 = grown.tree.levels.iter().map(|level| level.made - level.pruned).sum();
    let bytes = stats.peak_bytes;
    println!(
        "  {}: {bytes} bytes for {states} states, {:.1} bytes a state",
        heuristic.name(),
        bytes as f64 / states as f64
    );
}

/// Korf's easiest instances by Manhattan distance, and his first: number, board and moves.
const PEER: [(u32, &str, usize); 5] = [
    (1, KORF_1, 57),
    (12, "14 1 9 6/4 8 12 5/7 2 3 -/10 11 13 15", 45),
    (42, "4 5 7 2/9 14 12 13/- 3 6 11/8 1 15 10", 42),
    (55, "13 8 14 3/9 1 - 7/15 5 4 10/12 2 6 11", 41),
    (79, "- 1 9 7/11 13 5 3/14 12 4 2/8 6 10 15", 42),
];

/// IDA* of the crate `pathfinding` and ours with the same distance, and ours with tables built first.
fn peer() {
    println!("\nida with manhattan; auto from nothing, tables and all\n");
    println!("| Korf's | moves | pathfinding, s | ida, s | ratio | auto, s | ratio |");
    println!("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (number, board, moves) in PEER {
        let puzzle = puzzle(board, Goal::BlankFirst);
        let tiles = puzzle.board().tiles().iter().map(|&tile| tile as u8).collect::<Vec<_>>();
        let started = Instant::now();
        let (_, cost) = pathfinding::directed::idastar::idastar(
            &<[u8; 16]>::try_from(tiles).expect("four by four"),
            neighbours,
            taxicab,
            |tiles| taxicab(tiles) == 0,
        )
        .expect("Korf's boards can be solved");
        let theirs = started.elapsed().as_secs_f64();
        assert_eq!(cost as usize, moves, "a shortest path");
        let manhattan = Some(HeuristicName::Manhattan);
        let (ida, _) = best(&puzzle, &Options { method: Method::Ida, heuristic: manhattan, ..Options::default() }, 3);
        let (auto, _) = best(&puzzle, &Options::default(), 1);
        let [ida, auto] = [ida, auto].map(|time| time.as_secs_f64());
        println!(
            "| {number} | {moves} | {theirs:.2} | {ida:.4} | {:.0} | {auto:.3} | {:.1} |",
            theirs / ida,
            theirs / auto
        );
    }
}

/// The boards one move away, for boards of four rows that end in order with the blank first.
fn neighbours(tiles: &[u8; 16]) -> Vec<([u8; 16], u32)> {
    let blank = tiles.iter().position(|&tile| tile == 0).expect("a blank");
    let swapped = |other: usize| {
        let mut next = *tiles;
        next.swap(blank, other);
        (next, 1)
    };
    let mut next = Vec::with_capacity(4);
    if blank >= 4 {
        next.push(swapped(blank - 4));
    }
    if blank < 12 {
        next.push(swapped(blank + 4));
    }
    if !blank.is_multiple_of(4) {
        next.push(swapped(blank - 1));
    }
    if blank % 4 < 3 {
        next.push(swapped(blank + 1));
    }
    next
}

/// The Manhattan distance of such a board.
fn taxicab(tiles: &[u8; 16]) -> u32 {
    let distance = |(cell, &tile): (usize, &u8)| {
        let home = usize::from(tile);
        if tile == 0 { 0 } else { (cell / 4).abs_diff(home / 4) + (cell % 4).abs_diff(home % 4) }
    };
    tiles.iter().enumerate().map(distance).sum::<usize>() as u32
}
