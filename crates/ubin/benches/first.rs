//! Packings that are hard for most programs. CPU time of the thread, and nodes, which are the same on every machine.
//!
//! `cargo bench --bench first -- table` prints a table: one solution, all solutions, or a proof that there is none, each beside the best other program known. Without a name the same packings follow in twenty other orders, then two
//! hundred random ones; with names (`cargo bench --bench first -- hexominoes 12x12`) only those.

mod common;

use common::{cpu_ms, lettered, random, read, turned};
use ubin::dice::Dice;
use ubin::pack::solve::Equality;
use ubin::pack::{Amount, PackBoard, PackOutcome, PackPlan, Piece, Puzzle, Spot, count, solve};
use ubin::run::{Control, Limits, Run};

/// Where a search gives up.
const MOST_NODES: u64 = 5_000_000;

/// What one question took.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Took {
    ms: f64,
    nodes: u64,
    is_solved: bool,
}

fn first(puzzle: &Puzzle) -> Took {
    let control = Control::new();
    let mut run = Run::new(Limits { nodes: Some(MOST_NODES), ..Limits::default() }, &control);
    let start = cpu_ms();
    let answer = solve::solve(puzzle, PackPlan::default(), &mut run);
    let is_solved = matches!(answer.outcome, PackOutcome::Solved(_));
    Took { ms: cpu_ms() - start, nodes: run.stats().expanded, is_solved }
}

/// What is asked in a row of the table.
#[derive(Clone, Copy)]
enum Asked {
    /// One solution, or that there is none.
    First,
    /// How many there are, and where that is said also how many different ones.
    Count(u128, Option<u128>),
    /// That there is none.
    None,
}

/// A row of the table.
struct Row {
    name: &'static str,
    asked: Asked,
    puzzle: Puzzle,
    /// Milliseconds of the best other program.
    other: f64,
}

impl Row {
    /// Asks once, and compares what is known.
    fn ask(&self) -> Took {
        let Asked::Count(solutions, distinct) = self.asked else {
            let took = first(&self.puzzle);
            assert_eq!(took.is_solved, matches!(self.asked, Asked::First), "{}", self.name);
            return took;
        };
        let control = Control::new();
        let mut run = Run::new(Limits::default(), &control);
        let start = cpu_ms();
        let equality = distinct.map_or(Equality::Boards, |_| Equality::Symmetry);
        let answer = count::count(&self.puzzle, equality, PackPlan::default(), &mut run);
        let ms = cpu_ms() - start;
        let PackOutcome::Solved(counted) = answer.outcome else { panic!("{} was not counted", self.name) };
        assert_eq!((counted.solutions, counted.distinct), (solutions, distinct), "{}", self.name);
        Took { ms, nodes: run.stats().expanded, is_solved: true }
    }

    /// The mean of several times, because the system counts CPU time in steps of milliseconds; and the best of three means.
    fn best(&self) -> Took {
        let nodes = self.ask().nodes;
        let mean = || {
            let (start, mut times) = (cpu_ms(), 0.0);
            while times == 0.0 || cpu_ms() - start < 200.0 {
                self.ask();
                times += 1.0;
            }
            (cpu_ms() - start) / times
        };
        Took { ms: mean().min(mean()).min(mean()), nodes, is_solved: true }
    }
}

fn table() {
    println!("{:<44} {:>9} {:>9} {:>9} {:>6}", "", "ms of CPU", "nodes", "other, ms", "ratio");
    for row in rows() {
        let Took { ms, nodes, .. } = row.best();
        println!("{:<44} {ms:>9.2} {nodes:>9} {:>9.2} {:>6.2}", row.name, row.other, ms / row.other);
    }
}

fn rows() -> Vec<Row> {
    let row = |name, asked, puzzle, other| Row { name, asked, puzzle, other };
    let squared = format!("8 8 13\nDEFAULT\n{}OO\nOO\n", include_str!("../src/pack/sets/pentominoes.txt"));
    let conway = format!("5 5 4\nBOX 5\n{}", include_str!("../src/pack/sets/conway.txt"));
    let y = |board: &str, copies: u32| read(&format!("{board}AAAA\n A\nCOPIES A {copies}\n"));
    let equal = |board: &str, shape: &str, copies: u32| read(&format!("{board}{shape}COPIES A {copies}\n"));
    vec![
        row("35 hexominoes on 15x15 without 3x5, first", Asked::First, hexominoes(), 80.0),
        row("20 random pieces on 12x12, first", Asked::First, twenty(), 660.0),
        row("45 Y-pentominoes on 15x15, first", Asked::First, y("15 15 1\nDEFAULT\n", 45), 150.0),
        row("25 Y-pentacubes in 5x5x5, first", Asked::First, y("5 5 1\nBOX 5\n", 25), 70.0),
        row("Conway's 5x5x5, first", Asked::First, read(&conway), 70.0),
        row("dominoes on 8x8, count", Asked::Count(12_988_816, None), equal("8 8 1\nDEFAULT\n", "AA\n", 32), 1.0),
        row(
            "L-trominoes on 12x13, count",
            Asked::Count(33_128_240_650_256, None),
            equal("12 13 1\nDEFAULT\n", "AA\nA\n", 52),
            8.0,
        ),
        row("25 straight tetrominoes on 10x10, none", Asked::None, equal("10 10 1\nDEFAULT\n", "AAAA\n", 25), 1.0),
        row("27 bricks 1x2x4 in 6x6x6, none", Asked::None, equal("6 6 1\nBOX 6\n", "AAAA\nAAAA\n", 27), 1.0),
        row("12 pentominoes and a square on 8x8, count", Asked::Count(129_168, Some(16_146)), read(&squared), 1400.0),
    ]
}

fn report(name: &str, mut took: Vec<Took>) {
    took.sort_by(|a, b| a.ms.total_cmp(&b.ms));
    let lost = took.iter().filter(|took| !took.is_solved).count();
    let (median, worst) = (took[took.len() / 2], took[took.len() - 1]);
    println!(
        "{name:<46} {:>4} x  median {:>9.2} ms {:>9} nodes   worst {:>9.2} ms {:>9} nodes   {lost} not solved",
        took.len(),
        median.ms,
        median.nodes,
        worst.ms,
        worst.nodes
    );
}

/// The same puzzle with its pieces in another order and lying another way.
fn reordered(puzzle: &Puzzle, dice: &mut Dice) -> Puzzle {
    let is_flat = puzzle.board().is_flat();
    let turn = |(at, piece): (usize, &Piece)| (turned(piece.spots(), is_flat, dice), puzzle.amount(at));
    let mut shapes: Vec<(Vec<Spot>, Amount)> = puzzle.pieces().iter().enumerate().map(turn).collect();
    dice.shuffle(&mut shapes);
    let (shapes, amounts): (Vec<_>, Vec<_>) = shapes.into_iter().unzip();
    let mut other = Puzzle::new(puzzle.board().clone(), lettered(shapes)).expect("the same pieces");
    for (piece, amount) in amounts.into_iter().enumerate() {
        other.set_amount(piece, amount).expect("as many as before");
    }
    other
}

fn hexominoes() -> Puzzle {
    let row = |row: usize| if (6..9).contains(&row) { "XXXXX.....XXXXX\n" } else { "XXXXXXXXXXXXXXX\n" };
    let mask: String = (0..15).map(row).collect();
    read(&format!("15 15 35\nCUSTOM\n{mask}{}", include_str!("../src/pack/sets/hexominoes.txt")))
}

fn twenty() -> Puzzle {
    random(PackBoard::rectangle(12, 12).unwrap(), 20, &mut Dice::new(1))
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|name| !name.starts_with("--")).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| name.contains(wanted.as_str()));
    if is_wanted("table") {
        table();
    }
    for Row { name, puzzle, .. } in rows().iter().filter(|row| matches!(row.asked, Asked::First) && is_wanted(row.name))
    {
        let mut dice = Dice::new(7);
        report(&format!("{name}, other orders"), (0..20).map(|_| first(&reordered(puzzle, &mut dice))).collect());
    }
    for side in 12..=16 {
        let name = format!("random {side}x{side}");
        if is_wanted(&name) {
            let mut dice = Dice::new(side.into());
            let took = (0..30).map(|_| {
                first(&random(PackBoard::rectangle(side, side).unwrap(), (side * side / 7) as usize, &mut dice))
            });
            report(&name, took.collect());
        }
    }
    for side in [5, 6] {
        let name = format!("random {side}x{side}x{side}");
        if is_wanted(&name) {
            let mut dice = Dice::new(side.into());
            let took = (0..25).map(|_| {
                first(&random(
                    PackBoard::cuboid(side, side, side).unwrap(),
                    (side * side * side / 5) as usize,
                    &mut dice,
                ))
            });
            report(&name, took.collect());
        }
    }
}
