//! How fast the pattern databases are built and searched: counts, CPU time (best of some), nanoseconds a node beside the
//! latency of a random read.
//!
//! `cargo bench --bench pattern -- [--keep DIR] [--threads N] [--times N] SUITE...`, where a suite is `build`, `korf100`,
//! `antipodes`, `korf50=ID,ID,...` or `latency`, and the tables are those of `--tables NAME`, which
//! may be given several times (6-6-3 unless told).
//! `--keep` keeps tables in a directory between runs; `--huge` puts them into memory of 2 MiB pages, if the system gives any.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use memmap2::{Advice, MmapMut};
use ubin::run::{Control, Limits, Run, Stats};
use ubin::search::Outcome;
use ubin::slide::pattern::{CATALOGUE, Partition, Solver, Tables};
use ubin::slide::{Board, Size};

struct Options {
    tables: Vec<String>,
    threads: usize,
    times: usize,
    keep: Option<PathBuf>,
    huge: bool,
}

fn main() {
    let mut options = Options { tables: Vec::new(), threads: 1, times: 3, keep: None, huge: false };
    let mut suites = Vec::new();
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().expect("an option has a value");
        match argument.as_str() {
            "--tables" => options.tables.push(value()),
            "--threads" => options.threads = value().parse().expect("a number of threads"),
            "--times" => options.times = value().parse().expect("a number of times"),
            "--huge" => options.huge = true,
            "--keep" => options.keep = Some(value().into()),
            _ => suites.push(argument),
        }
    }
    if suites.is_empty() {
        suites = ["latency", "build", "korf100"].map(String::from).to_vec();
    }
    for suite in suites {
        match suite.split_once('=').unwrap_or((&suite, "")) {
            ("latency", _) => latency(),
            ("build", _) => options.build(),
            ("korf100", _) => options.boards("korf100.csv", (4, 4), 0, |_| true),
            ("antipodes", _) => options.boards("antipodes80.csv", (4, 4), 15, |_| true),
            ("korf50", ids) => {
                let ids: Vec<&str> = ids.split(',').collect();
                options.boards("korf50-24puzzle.csv", (5, 5), 0, |id| ids.contains(&id));
            }
            (other, _) => panic!("no suite is called {other}"),
        }
    }
}

/// Seconds of CPU that this process has used on all its threads, the finished ones too.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    stat.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

/// Wall and main-thread CPU seconds of the run of least wall time.
fn best_of<T>(times: usize, mut work: impl FnMut() -> T) -> (f64, f64, T) {
    let mut best: Option<(f64, f64, T)> = None;
    for _ in 0..times.max(1) {
        let (wall, busy) = (Instant::now(), cpu());
        let result = work();
        let (wall, busy) = (wall.elapsed().as_secs_f64(), cpu() - busy);
        if best.as_ref().is_none_or(|best| wall < best.0) {
            best = Some((wall, busy, result));
        }
    }
    best.expect("at least one run")
}

/// The time of a read that depends on the read before it, in 256 MiB.
fn latency() {
    let mut next: Vec<u32> = (0..64 << 20).collect();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    for i in (1..next.len()).rev() {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        next.swap(i, (random >> 33) as usize % i);
    }
    let reads = 4_000_000;
    let (_, busy, _) = best_of(3, || (0..reads).fold(0, |at: u32, _| next[at as usize]));
    println!("latency: {:.0} ns a dependent random read of 256 MiB", busy * 1e9 / f64::from(reads));
}

impl Options {
    fn partitions(&self, size: Size, blank: usize) -> Vec<(String, Partition)> {
        let named = |name: &String| Some((name.clone(), Partition::named(name, size, blank)?));
        let found: Vec<_> = self.tables.iter().filter_map(named).collect();
        if !found.is_empty() {
            return found;
        }
        let first = CATALOGUE.iter().find_map(|entry| Some((entry.name, entry.partition().laid_on(size, blank)?)));
        first.map(|(name, partition)| (name.to_string(), partition)).into_iter().collect()
    }

    /// The tables, in the memory asked for.
    fn tables(&self, name: &str, partition: &Partition) -> Tables {
        let tables = self.kept_tables(name, partition);
        if !self.huge {
            return tables;
        }
        let mut memory = MmapMut::map_anon(tables.image().len()).expect("enough memory");
        memory.advise(Advice::HugePage).expect("huge pages are known here");
        memory.copy_from_slice(tables.image());
        Tables::open(Arc::new(memory)).expect("a copy of tables")
    }

    /// The tables, kept or built.
    fn kept_tables(&self, name: &str, partition: &Partition) -> Tables {
        let path = self.keep.as_ref().map(|keep| keep.join(format!("{}-{name}.pdb", partition.size())));
        let kept = path.as_ref().and_then(|path| std::fs::read(path).ok());
        if let Some(tables) = kept.and_then(|image| Tables::open(Arc::new(image)).ok()) {
            return tables;
        }
        let tables = build(partition, self.threads);
        if let Some(path) = path {
            std::fs::write(path, tables.image()).expect("the directory of --keep can be written");
        }
        tables
    }

    fn build(&self) {
        for named in CATALOGUE.iter().filter(|named| self.tables.is_empty() || self.tables.contains(&named.name.into()))
        {
            let partition = named.partition();
            let (wall, busy, tables) = best_of(self.times, || build(&partition, self.threads));
            let megabytes = tables.image().len() as f64 / 1e6;
            println!(
                "build {} {}: {megabytes:.1} MB, {wall:.3} s, main thread busy {busy:.3} s",
                partition.size(),
                named.name
            );
        }
    }

    fn boards(&self, file: &str, size: (usize, usize), blank: usize, wanted: impl Fn(&str) -> bool) {
        let size = Size::new(size.0, size.1).expect("a size");
        let tiles = (1..size.cells() as u16).collect::<Vec<_>>();
        let goal = [&tiles[..blank], &[0], &tiles[blank..]].concat();
        let goal = Board::new(size, goal).expect("a goal");
        let partitions = self.partitions(size, blank);
        let tables: Vec<Tables> = partitions.iter().map(|(name, partition)| self.tables(name, partition)).collect();
        let names = partitions.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(" + ");
        let solver = Solver::new(&goal, &tables).expect("the tables are for this goal");
        let text = known(file);
        let boards: Vec<(&str, usize, Board)> = text
            .lines()
            .skip(1)
            .filter_map(|line| {
                let fields: Vec<&str> = line.split(';').collect();
                let tiles = fields.last()?.split_whitespace().map(|tile| tile.parse().expect("a tile")).collect();
                Some((fields[0], fields[1].parse().ok()?, Board::new(size, tiles).ok()?))
            })
            .filter(|(id, ..)| wanted(id))
            .collect();
        // Whole passes: the system's account of CPU time moves in ticks longer than the search of one easy board.
        let (wall, busy, rows) = best_of(self.times, || {
            let timed = |(_, length, board): &(&str, usize, Board)| {
                let start = Instant::now();
                let stats = solve(&solver, board, *length, self.threads);
                (start.elapsed().as_secs_f64(), stats)
            };
            boards.iter().map(timed).collect::<Vec<_>>()
        });
        if boards.len() < 20 {
            for ((id, length, _), (wall, stats)) in boards.iter().zip(&rows) {
                println!("  {id}: {length} moves, {} generated, {wall:.3} s", stats.generated);
            }
        }
        let mut total = Total { wall, busy, ..Total::default() };
        rows.iter().for_each(|(wall, stats)| total.add(*wall, *stats));
        total.print(file, &names, boards.len());
    }
}

fn known(file: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/slide").join(file);
    std::fs::read_to_string(path).expect("known results are in testdata")
}

#[derive(Default)]
struct Total {
    wall: f64,
    busy: f64,
    slowest: f64,
    stats: Stats,
}

impl Total {
    fn add(&mut self, wall: f64, stats: Stats) {
        self.slowest = self.slowest.max(wall);
        self.stats += stats;
    }

    fn print(&self, file: &str, tables: &str, boards: usize) {
        let Stats { expanded, generated, .. } = self.stats;
        println!(
            "{file}, {tables}: {boards} boards, {expanded} expanded, {generated} generated ({} a board), {:.3} s, main thread busy {:.3} s, slowest {:.3} s, {:.1} ns a node generated",
            generated / boards.max(1) as u64,
            self.wall,
            self.busy,
            self.slowest,
            self.busy * 1e9 / generated.max(1) as f64,
        );
    }
}

fn build(partition: &Partition, threads: usize) -> Tables {
    Tables::build(partition, threads, &mut Run::new(Limits::default(), &Control::new())).expect("nobody stops the run")
}

fn solve(solver: &Solver, board: &Board, length: usize, threads: usize) -> Stats {
    let control = Control::new();
    let mut run = Run::new(Limits::default(), &control);
    let answer = solver.solve(board, threads, &mut run);
    let Outcome::Solved(path) = answer.outcome else { panic!("{:?}", answer.outcome) };
    assert_eq!(path.len(), length);
    run.stats()
}
