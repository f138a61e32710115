//! Times of the packing family, as CPU time of the thread, the best of several.
//!
//! `cargo bench --bench pack` runs our tasks; `cargo bench --bench pack -- peers` adds exact-covers and dlx-rs on the same problems (minutes), with ratios.

use std::hint::black_box;
use std::ops::ControlFlow;

use exact_covers::{DlSolver, Solver};
use ubin::dice::Dice;
use ubin::pack::graph::SolutionGraph;
use ubin::pack::solve::{self, Equality, solve_all};
use ubin::pack::{Method, PackOutcome, PackPlan, Puzzle, Solution, all_placements, count, sets, text};
use ubin::run::{Control, Limits, Run};

const REPORT_CASE_2: &str = include_str!("../../../testdata/pack/reports/R4_case2_padded.txt");
const REPORT_CASE_7: &str = include_str!("../../../testdata/pack/reports/R4_case7_padded.txt");

/// Milliseconds of CPU time that this thread has used; wall time where the system does not tell.
fn cpu_ms() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let used = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    used.map_or_else(|| START.get_or_init(std::time::Instant::now).elapsed().as_secs_f64() * 1e3, |ns| ns / 1e6)
}

/// The least time a task takes.
fn best(times: u32, mut task: impl FnMut()) -> f64 {
    let time = |_| {
        let start = cpu_ms();
        // Short tasks are repeated within one measurement, because the clock ticks in milliseconds.
        let mut rounds = 0;
        while rounds == 0 || cpu_ms() - start < 60.0 {
            task();
            rounds += 1;
        }
        (cpu_ms() - start) / f64::from(rounds)
    };
    (0..times).map(time).fold(f64::MAX, f64::min)
}

fn row(task: &str, ms: f64) -> f64 {
    println!("{task:<58} {ms:>10.3} ms");
    ms
}

fn with_run<T>(ask: impl FnOnce(&mut Run<'_>) -> T) -> T {
    let control = Control::new();
    ask(&mut Run::new(Limits::default(), &control))
}

fn set(name: &str) -> Puzzle {
    sets::named(name).expect("a built-in set").puzzle()
}

fn count_of(puzzle: &Puzzle, expected: u128) {
    let answer = with_run(|run| count::count(puzzle, Equality::Symmetry, PackPlan::default(), run));
    assert!(matches!(answer.outcome, PackOutcome::Solved(count) if count.distinct == Some(expected)));
}

fn deliver(puzzle: &Puzzle, expected: u128) {
    let answer = with_run(|run| {
        solve_all(puzzle, PackPlan::default(), run, &mut |solution| {
            black_box(solution);
            ControlFlow::Continue(())
        })
    });
    assert_eq!(answer.found, expected);
}

fn main() {
    let peers = std::env::args().any(|argument| argument == "peers");
    for name in ["iq", "iq-diamond", "iq-pyramid", "bedlam"] {
        let puzzle = set(name);
        row(
            &format!("{name}: first solution"),
            best(5, || drop(with_run(|run| solve::solve(&puzzle, PackPlan::default(), run)))),
        );
    }
    for (name, distinct) in [
        ("pentominoes 6x10", 2339),
        ("pentominoes 8x8", 65),
        ("soma", 240),
        ("iq", 1_082_785),
        ("iq-diamond", 344_100),
        ("kanoodle", 92_755),
        ("iq-pyramid", 3340),
    ] {
        let puzzle = set(name);
        row(&format!("{name}: count all, {distinct} up to symmetry"), best(3, || count_of(&puzzle, distinct)));
    }
    row("bedlam: count all, 19186 up to symmetry", best(1, || count_of(&set("bedlam"), 19_186)));
    row("iq: every one of 4331140 delivered and checked", best(2, || deliver(&set("iq"), 4_331_140)));
    graph();
    positions();
    for (name, text, cases) in [("2", REPORT_CASE_2, 5_776_706_048), ("7", REPORT_CASE_7, 4_484_976_360)] {
        let puzzle = text::read(text).expect("a right text").puzzle;
        let brute = PackPlan { method: Method::BruteForce, ..PackPlan::default() };
        let plain = || assert_eq!(with_run(|run| solve::solve(&puzzle, brute, run)).cases, cases);
        row(&format!("report case {name} by brute force, {cases} cases"), best(2, plain));
        row(
            &format!("report case {name}"),
            best(3, || drop(with_run(|run| solve::solve(&puzzle, PackPlan::default(), run)))),
        );
    }
    for (name, solutions) in [("pentominoes 6x10", 9356), ("iq-pyramid", 26_720)] {
        let puzzle = set(name);
        let own =
            row(&format!("{name}: all {solutions} delivered and checked"), best(3, || deliver(&puzzle, solutions)));
        let dlx = PackPlan { method: Method::Cover, threads: 1, ..PackPlan::default() };
        let links = row(
            &format!("{name}: the same by our dancing links"),
            best(1, || assert_eq!(with_run(|run| count::count(&puzzle, Equality::Boards, dlx, run)).found, solutions)),
        );
        println!("{:<58} {:>10.1} x", "", links / own);
        if peers {
            compare(name, &puzzle, solutions, own);
        }
    }
}

fn graph() {
    let puzzle = set("iq");
    row("iq: solution graph", best(3, || drop(with_run(|run| SolutionGraph::build(&puzzle, run)))));
    let graph = with_run(|run| SolutionGraph::build(&puzzle, run)).expect("it fits");
    row("iq: how often each placement is used", best(3, || drop(black_box(graph.uses()))));
    row(
        "iq: 100000 uniform samples",
        best(2, || graph.samples(&mut Dice::new(1)).take(100_000).for_each(|solution| drop(black_box(solution)))),
    );
}

/// Positions with some pieces of a random solution placed: is there a second solution?
fn positions() {
    for name in ["iq", "iq-diamond", "iq-pyramid"] {
        let puzzle = set(name);
        let mut dice = Dice::new(5);
        let mut solutions = Vec::new();
        let mut keep = |solution: &Solution| {
            solutions.push(solution.clone());
            if solutions.len() == 40 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        if puzzle.board().is_flat() {
            let graph = with_run(|run| SolutionGraph::build(&puzzle, run)).expect("it fits");
            let _ = graph.samples(&mut dice).flatten().try_for_each(|solution| keep(&solution));
        } else {
            with_run(|run| solve_all(&puzzle, PackPlan::default(), run, &mut keep));
        }
        let (mut total, mut worst) = (0.0, 0.0f64);
        for solution in &solutions {
            let mut position = puzzle.clone();
            let mut placements = solution.placements(&puzzle);
            dice.shuffle(&mut placements);
            for placement in placements.into_iter().take(2 + dice.up_to(4)) {
                position.place(placement).expect("it fits");
            }
            let start = std::time::Instant::now();
            black_box(with_run(|run| count::up_to(&position, PackPlan::default(), 2, run)));
            let ms = start.elapsed().as_secs_f64() * 1e3;
            total += ms;
            worst = worst.max(ms);
        }
        println!(
            "{:<58} {:>10.3} ms, worst {worst:.3} ms (wall)",
            format!("{name}: 2 to 6 pieces placed, unique? mean"),
            total / 40.0
        );
    }
}

fn compare(name: &str, puzzle: &Puzzle, solutions: u128, own: f64) {
    // The cells are items, then the pieces; every placement is an option.
    let cells = puzzle.board().size();
    let of_each = with_run(|run| all_placements(puzzle, usize::MAX, run)).expect("it fits").expect("no limit");
    let option =
        |piece: usize, covered: &[u32]| covered.iter().map(|&cell| cell as usize).chain([cells + piece]).collect();
    let options: Vec<Vec<usize>> = (0..)
        .zip(&of_each)
        .flat_map(|(piece, placements)| placements.iter().map(move |covered| option(piece, covered)))
        .collect();
    let items: Vec<usize> = (0..cells + of_each.len()).collect();
    let mut found = 0u128;
    let start = cpu_ms();
    let mut peer: DlSolver<_, ()> = DlSolver::new(&items, &[]);
    options.iter().for_each(|option| peer.add_option(option.clone(), []));
    peer.solve(|_| {
        found += 1;
        ControlFlow::Continue(())
    });
    let ms = row(&format!("{name}: exact-covers 0.3"), cpu_ms() - start);
    assert_eq!(found, solutions);
    println!("{:<58} {:>10.1} x", "", ms / own);
    let start = cpu_ms();
    let mut peer = dlx_rs::Solver::new(items.len());
    for (number, option) in options.iter().enumerate() {
        let items: Vec<usize> = option.iter().map(|item| item + 1).collect();
        peer.add_option(number, &items);
    }
    let found = peer.count();
    let ms = row(&format!("{name}: dlx-rs 1.3"), cpu_ms() - start);
    assert_eq!(found as u128, solutions);
    println!("{:<58} {:>10.1} x", "", ms / own);
}
