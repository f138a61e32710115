//! One solution, without heavy tails: hard packings as they are given, in twenty other orders, and two hundred random ones. CPU time of the thread, and nodes, which are the same on every machine.
//!
//! `cargo bench --bench first`; with names (`cargo bench --bench first -- hexominoes conway`) only those.

use ubin::dice::Dice;
use ubin::pack::{PackBoard, PackOutcome, PackPlan, Piece, Puzzle, Spot, solve, text};
use ubin::run::{Control, Limits, Run};

/// Where a search gives up.
const MOST_NODES: u64 = 5_000_000;

/// Milliseconds of CPU time that this thread has used; wall time where the system does not tell.
fn cpu_ms() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let used = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    used.map_or_else(|| START.get_or_init(std::time::Instant::now).elapsed().as_secs_f64() * 1e3, |ns| ns / 1e6)
}

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
    let mut shapes: Vec<Vec<Spot>> = puzzle.pieces().iter().map(|piece| turned(piece.spots(), is_flat, dice)).collect();
    dice.shuffle(&mut shapes);
    Puzzle::new(puzzle.board().clone(), lettered(shapes)).expect("the same pieces")
}

fn lettered(shapes: Vec<Vec<Spot>>) -> Vec<Piece> {
    let letters = ('A'..='Z').chain('a'..='z');
    letters.zip(shapes).map(|(letter, spots)| Piece::new(letter, spots).expect("a shape")).collect()
}

fn turned(spots: &[Spot], is_flat: bool, dice: &mut Dice) -> Vec<Spot> {
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

/// A board cut into so many connected pieces at random: each grows from a cell of its own.
fn random(board: PackBoard, pieces: usize, dice: &mut Dice) -> Puzzle {
    let spots = board.spots().to_vec();
    let touch = |a: &Spot, b: &Spot| a.layer.abs_diff(b.layer) + a.row.abs_diff(b.row) + a.col.abs_diff(b.col) == 1;
    let mut owner: Vec<Option<usize>> = vec![None; spots.len()];
    for piece in 0..pieces {
        let free: Vec<usize> = (0..spots.len()).filter(|&cell| owner[cell].is_none()).collect();
        owner[*dice.pick(&free).expect("fewer pieces than cells")] = Some(piece);
    }
    while owner.contains(&None) {
        // The smallest piece that can grow does, so that sizes stay alike.
        let size = |piece: usize| owner.iter().filter(|own| **own == Some(piece)).count();
        let edge = |piece: usize| -> Vec<usize> {
            let own = |cell: &usize| owner[*cell] == Some(piece);
            let touches = |cell: &usize| (0..spots.len()).filter(own).any(|own| touch(&spots[*cell], &spots[own]));
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
    Puzzle::new(board, lettered(shapes)).expect("pieces with letters")
}

fn read(text: &str) -> Puzzle {
    text::read(text).expect("a right text").puzzle
}

fn hexominoes() -> Puzzle {
    let row = |row: usize| if (6..9).contains(&row) { "XXXXX.....XXXXX\n" } else { "XXXXXXXXXXXXXXX\n" };
    let mask: String = (0..15).map(row).collect();
    read(&format!("15 15 35\nCUSTOM\n{mask}{}", include_str!("../src/pack/sets/hexominoes.txt")))
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|name| !name.starts_with("--")).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| name.contains(wanted.as_str()));
    let puzzles = [
        ("35 hexominoes on 15x15 without 3x5", hexominoes()),
        ("20 random pieces on 12x12", random(PackBoard::rectangle(12, 12).unwrap(), 20, &mut Dice::new(1))),
    ];
    for (name, puzzle) in puzzles.iter().filter(|(name, _)| is_wanted(name)) {
        report(name, vec![first(puzzle)]);
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
