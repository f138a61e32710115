//! Large boards: how short the solutions of `auto` are after so many nodes, beside row by row.
//!
//! `cargo bench -p ubin --bench large -- [--nodes N] [--seeds N] [SIZE...]` prints a line a size: means over random
//! boards, seeds 1 to N. No tables are used on boards of more than 64 cells; on the others they are built once, and the
//! time is that of the searches alone.

use std::time::{Duration, Instant};

use ubin::run::{Control, Limits, Run};
use ubin::slide::solve::{Method, Options, SlideAnswer, solve};
use ubin::slide::{Goal, Puzzle, Size, TableStore, generate};

const SIZES: [&str; 14] =
    ["4x5", "5x5", "5x6", "6x6", "7x7", "8x8", "10x10", "12x12", "16x16", "20x20", "24x24", "32x32", "2x32", "3x32"];

fn main() {
    let (mut nodes, mut seeds, mut sizes) = (4_000_000, 10, Vec::new());
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|number| number.parse().ok()).expect("a number follows");
        match argument.as_str() {
            "--nodes" => nodes = number(),
            "--seeds" => seeds = number(),
            size => sizes.push(size.to_owned()),
        }
    }
    if sizes.is_empty() {
        sizes = SIZES.map(str::to_owned).to_vec();
    }
    println!("auto stopped after {nodes} nodes, means of {seeds} boards, one thread\n");
    println!(
        "| board | row by row | auto | of row by row | moves / n^3 | lower bound | moves / bound | nodes | CPU s | MB |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for size in sizes {
        row(size.parse().expect("a size such as 8x8"), nodes, seeds);
    }
}

fn row(size: Size, nodes: u64, seeds: u64) {
    let tables = TableStore::default();
    let mut sums = [0u64; 5];
    let mut time = Duration::ZERO;
    for seed in 1..=seeds {
        let puzzle = Puzzle::with_goal(generate::random(size, seed), Goal::BlankLast);
        let (_, quick) = timed(&puzzle, Method::Quick, &tables, None);
        if seed == 1 && size.cells() <= 64 {
            // Builds the tables.
            timed(&puzzle, Method::Ida, &tables, Some(1));
        }
        let (took, auto) = timed(&puzzle, Method::Auto, &tables, Some(nodes));
        time += took;
        let length = |solution: &SlideAnswer| solution.length().expect("there is a solution") as u64;
        let found =
            [length(&quick), length(&auto), auto.lower_bound.into(), auto.stats.expanded, auto.stats.peak_bytes];
        sums.iter_mut().zip(found).for_each(|(sum, found)| *sum += found);
    }
    let mean = |number: usize| sums[number] as f64 / seeds as f64;
    // n^3 of a board that is not square: its cells times half of its sides.
    let cube = size.cells() as f64 * (size.rows() + size.cols()) as f64 / 2.0;
    println!(
        "| {size} | {:.1} | {:.1} | {:.2} | {:.2} | {:.1} | {:.2} | {:.0} | {:.2} | {:.0} |",
        mean(0),
        mean(1),
        mean(1) / mean(0),
        mean(1) / cube,
        mean(2),
        mean(1) / mean(2),
        mean(3),
        time.as_secs_f64() / seeds as f64,
        mean(4) / 1e6
    );
}

fn timed(puzzle: &Puzzle, method: Method, tables: &TableStore, nodes: Option<u64>) -> (Duration, SlideAnswer) {
    let control = Control::new();
    let mut run = Run::new(Limits { nodes, memory: Some(2 << 30) }, &control);
    let started = cpu();
    let solution = solve(puzzle, &Options { method, ..Options::default() }, tables, &mut run).expect("the options fit");
    (cpu().saturating_sub(started), solution)
}

/// The CPU time of this thread where the system tells it, else the time of the clock.
fn cpu() -> Duration {
    static STARTED: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let started = STARTED.get_or_init(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| started.elapsed(), Duration::from_nanos)
}
