//! How fast the pattern databases are built and searched: counts, CPU time (best of some), nanoseconds a node beside the
//! latency of a random read.
//!
//! `cargo bench --bench pattern -- [--keep DIR] [--threads N] [--times N] SUITE...`, where a suite is `build`, `korf100`,
//! `antipodes`, `korf50=ID,ID,...` or `latency`, and the tables are those of `--tables NAME,NAME...` (the smallest catalogued
//! ones unless told; `build` takes all). Where several sets of one size are named, a hard board chooses among them.
//! `--keep` keeps tables in a directory between runs; `--huge` puts them into memory of 2 MiB pages, if the system gives any.

mod common;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use common::{SomeSets, known_boards, main_thread};
use memmap2::{Advice, MmapMut};
use ubin::run::{Control, Limits, Run, Stats};
use ubin::slide::solve::{Method, Options, SlideAnswer, Status, solve};
use ubin::slide::store::{FilledTables, TableSet};
use ubin::slide::{Board, HeuristicName, Metric, Puzzle, Size, TableStore};

struct Asked {
    tables: Option<String>,
    threads: usize,
    times: usize,
    keep: Option<PathBuf>,
    huge: bool,
}

fn main() {
    let mut asked = Asked { tables: None, threads: 1, times: 3, keep: None, huge: false };
    let mut suites = Vec::new();
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().expect("an option has a value");
        match argument.as_str() {
            "--tables" => asked.tables = Some(value()),
            "--threads" => asked.threads = value().parse().expect("a number of threads"),
            "--times" => asked.times = value().parse().expect("a number of times"),
            "--huge" => asked.huge = true,
            "--keep" => asked.keep = Some(value().into()),
            _ => suites.push(argument),
        }
    }
    if suites.is_empty() {
        suites = ["latency", "build", "korf100"].map(String::from).to_vec();
    }
    for suite in suites {
        match suite.split_once('=').unwrap_or((&suite, "")) {
            ("latency", _) => latency(),
            ("build", _) => asked.build(),
            ("korf100", _) => asked.boards("korf100.csv", (4, 4), 0, |_| true),
            ("antipodes", _) => asked.boards("antipodes80.csv", (4, 4), 15, |_| true),
            ("korf50", ids) => {
                let ids: Vec<&str> = ids.split(',').collect();
                asked.boards("korf50-24puzzle.csv", (5, 5), 0, |id| ids.contains(&id));
            }
            (other, _) => panic!("no suite is called {other}"),
        }
    }
}

/// Wall and main-thread CPU seconds of the run of least wall time.
fn best_of<T>(times: usize, mut work: impl FnMut() -> T) -> (f64, f64, T) {
    let mut best: Option<(f64, f64, T)> = None;
    for _ in 0..times.max(1) {
        let (wall, busy) = (Instant::now(), main_thread());
        let result = work();
        let (wall, busy) = (wall.elapsed().as_secs_f64(), main_thread() - busy);
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

/// The catalogued sets of single moves, and learned scores.
fn catalogue() -> impl Iterator<Item = (&'static str, TableSet)> {
    TableSet::catalogued().filter(|(_, set)| set.metric == Metric::Single)
}

impl Asked {
    fn wants(&self, name: &str) -> bool {
        let asked = |wanted: &String| wanted.split(',').any(|wanted| wanted == name);
        // Scores are learned, and rank beams, only where they are named.
        self.tables.as_ref().map_or(!name.starts_with("learned"), asked)
    }

    /// The tables, in the memory asked for.
    fn filled(&self, set: &TableSet) -> FilledTables {
        let tables = self.kept_tables(set);
        if !self.huge {
            return tables;
        }
        let mut memory = MmapMut::map_anon(tables.image().len()).expect("enough memory");
        memory.advise(Advice::HugePage).expect("huge pages are known here");
        memory.copy_from_slice(tables.image());
        set.open(Arc::new(memory)).expect("a copy of tables").expect("of this set")
    }

    /// The tables, kept or built.
    fn kept_tables(&self, set: &TableSet) -> FilledTables {
        let path = self.keep.as_ref().map(|keep| keep.join(format!("{set}.pdb")));
        let kept = path.as_ref().and_then(|path| std::fs::read(path).ok());
        if let Some(tables) = kept.and_then(|image| set.open(Arc::new(image)).ok().flatten()) {
            return tables;
        }
        let tables = build(set, self.threads);
        if let Some(path) = path {
            std::fs::write(path, tables.image()).expect("the directory of --keep can be written");
        }
        tables
    }

    fn build(&self) {
        for (name, set) in catalogue().filter(|(name, _)| self.wants(name)) {
            let (wall, busy, tables) = best_of(self.times, || build(&set, self.threads));
            let megabytes = tables.image().len() as f64 / 1e6;
            println!("build {} {name}: {megabytes:.1} MB, {wall:.3} s, main thread busy {busy:.3} s", set.size());
        }
    }

    fn boards(&self, file: &str, size: (usize, usize), blank: usize, wanted: impl Fn(&str) -> bool) {
        let size = Size::new(size.0, size.1).expect("a size");
        let tiles = (1..size.cells() as u16).collect::<Vec<_>>();
        let goal = [&tiles[..blank], &[0], &tiles[blank..]].concat();
        let goal = Board::new(size, goal).expect("a goal");
        let named = catalogue().filter(|(name, set)| set.size() == size && self.wants(name));
        let most = if self.tables.is_some() { usize::MAX } else { 1 };
        let sets: Vec<(&str, TableSet)> = named.take(most).collect();
        let name = sets.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(",");
        let files = SomeSets(sets.iter().map(|(_, set)| self.filled(set)).collect());
        // No larger tables than these: none are built.
        let largest = sets.iter().filter_map(|(_, set)| set.bytes()).max().expect("a set for these boards");
        let tables = TableStore::new(self.threads).with_budgets(0, largest).with_files(Arc::new(files));
        let text = known_boards(file);
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
        let few = boards.len() < 60;
        let (wall, busy, rows) = best_of(self.times, || {
            let timed = |(id, length, board): &(&str, usize, Board)| {
                let start = Instant::now();
                let SlideAnswer { stats, tables, by_beam, .. } = solved(&tables, board, &goal, *length);
                let wall = start.elapsed().as_secs_f64();
                if few {
                    let (generated, tables) = (stats.generated, tables.unwrap_or_default());
                    let closed = if by_beam { "beam" } else { "rounds" };
                    println!("  {id}: {length} moves, {generated} generated, {wall:.3} s, {tables}, {closed}");
                }
                (wall, stats)
            };
            boards.iter().map(timed).collect::<Vec<_>>()
        });
        let mut total = Total { wall, busy, ..Total::default() };
        rows.iter().for_each(|(wall, stats)| total.add(*wall, *stats));
        total.print(file, &name, boards.len());
    }
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

fn build(set: &TableSet, threads: usize) -> FilledTables {
    set.build(threads, &mut Run::new(Limits::default(), &Control::new())).expect("nobody stops the run")
}

fn solved(tables: &TableStore, board: &Board, goal: &Board, length: usize) -> SlideAnswer {
    let options = Options { method: Method::Ida, heuristic: Some(HeuristicName::Pattern), ..Options::default() };
    let puzzle = Puzzle::new(board.clone(), goal.clone()).expect("a puzzle");
    let control = Control::new();
    let answer = solve(&puzzle, &options, tables, &mut Run::new(Limits::default(), &control)).expect("it has tables");
    assert_eq!((answer.status, answer.length()), (Status::Optimal, Some(length)));
    answer
}
