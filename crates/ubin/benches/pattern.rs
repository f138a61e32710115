//! x
use std::time::Instant;
use ubin::run::{Control, Limits, Run};
use ubin::search::Outcome;
use ubin::slide::pattern::{Partition, Solver, Tables};
use ubin::slide::{Board, Size};
fn main() {
    let control = Control::new();
    let size = Size::new(4, 4).unwrap();
    let goal = Board::new(size, (0..16).collect()).unwrap();
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/slide/korf100.csv")).unwrap();
    let names: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    for name in &names {
        let path = format!("/tmp/pdb-{name}.bin");
        let tables = match std::fs::read(&path) {
            Ok(bytes) => {
                let t = Instant::now();
                let r = Tables::open(std::sync::Arc::new(bytes)).unwrap();
                println!("open {:?}", t.elapsed());
                r
            }
            Err(_) => {
                let p = Partition::named(name, size, 0).unwrap();
                let t = Instant::now();
                let tables = Tables::build(&p, 2, &mut Run::new(Limits::default(), &control)).unwrap();
                println!("{name} build: {:?} {} bytes", t.elapsed(), tables.image().len());
                std::fs::write(&path, tables.image()).unwrap();
                tables
            }
        };
        let solver = Solver::new(&goal, &[tables]).unwrap();
        for threads in [1, 1, 1, 2] {
            let mut run = Run::new(Limits::default(), &control);
            let t = Instant::now();
            let mut sum = 0;
            for line in text.lines().skip(1) {
                let f: Vec<&str> = line.split(';').collect();
                let board = Board::new(size, f[3].split(' ').map(|x| x.parse().unwrap()).collect()).unwrap();
                let answer = solver.solve(&board, threads, &mut run);
                let Outcome::Solved(path) = answer.outcome else { panic!() };
                assert_eq!(path.len(), f[1].parse::<usize>().unwrap());
                assert_eq!(board.after(&path).unwrap(), goal);
                sum += path.len();
            }
            println!(
                "{name} {threads}: {sum} {:?} expanded {} generated {}",
                t.elapsed(),
                run.stats().expanded,
                run.stats().generated
            );
        }
    }
}
