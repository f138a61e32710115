//! When a search changes to larger tables, and that it changes no answer.

use std::sync::{Arc, Mutex};

use ubin::run::{Control, Limits, Run, Stats};
use ubin::search::{Answer, Outcome};
use ubin::slide::pattern::{Partition, Tables};
use ubin::slide::shelf::{Keeper, Large};
use ubin::slide::{Dir, Goal, Puzzle, Shelf, text};

/// Korf's instance 3.
const BOARD: &str = "14 7 8 2/13 11 10 4/9 12 5 0/3 6 1 15";
const LENGTH: usize = 59;

/// Tables of four or five tiles at once, and 6-6-3 as the large ones.
fn shelf(threads: usize) -> Shelf {
    Shelf::new(200 << 10, threads).with_large_budget(8 << 20)
}

fn puzzle() -> Puzzle {
    Puzzle::with_goal(text::read(BOARD, None).unwrap(), Goal::BlankFirst)
}

/// Keeps tables in memory and writes down what it was asked.
#[derive(Clone, Default)]
struct Memory {
    kept: Arc<Mutex<Vec<Tables>>>,
    loaded: Arc<Mutex<Vec<String>>>,
    warmed: Arc<Mutex<Vec<String>>>,
}

impl Memory {
    fn shapes(&self) -> Vec<String> {
        self.kept.lock().unwrap().iter().map(|tables| tables.partition().shape()).collect()
    }
}

impl Keeper for Memory {
    fn has(&self, partition: &Partition) -> bool {
        self.kept.lock().unwrap().iter().any(|tables| tables.partition() == partition)
    }

    fn load(&self, partition: &Partition) -> Option<Tables> {
        let found = self.kept.lock().unwrap().iter().find(|tables| tables.partition() == partition).cloned()?;
        self.loaded.lock().unwrap().push(partition.shape());
        Some(found)
    }

    fn keep(&self, tables: &Tables) {
        self.kept.lock().unwrap().push(tables.clone());
    }

    fn warm(&self, tables: &Tables) -> Option<Tables> {
        self.warmed.lock().unwrap().push(tables.partition().shape());
        Tables::open(Arc::new(tables.image().to_vec())).ok()
    }
}

fn solve(shelf: &Shelf, large: Large, limits: Limits) -> (Answer<Dir>, Stats) {
    let control = Control::new();
    let mut run = Run::new(limits, &control);
    let answer = shelf.solve(&puzzle(), large, &mut run).unwrap().unwrap();
    let Outcome::Solved(path) = &answer.outcome else { panic!("{:?}", answer.outcome) };
    assert_eq!((path.len(), answer.lower_bound as usize), (LENGTH, LENGTH));
    (answer, run.stats())
}

#[test]
fn a_hard_board_goes_on_with_large_tables_and_finds_the_same_path() {
    let memory = Memory::default();
    let (small, slow) = solve(&shelf(1), Large::Kept, Limits::default());
    let (large, fast) = solve(&shelf(1).with_keeper(Box::new(memory.clone())), Large::Build, Limits::default());
    assert_eq!(small, large);
    assert!(fast.expanded < slow.expanded / 2, "{fast:?} {slow:?}");
    assert_eq!(memory.shapes().last().unwrap(), "6-6-3");
    assert_eq!(*memory.warmed.lock().unwrap(), ["6-6-3"]);
    for threads in [2, 3] {
        let keeper = Box::new(Memory::default());
        let again = solve(&shelf(threads).with_keeper(keeper), Large::Build, Limits::default());
        assert_eq!(again, (large.clone(), fast));
    }
}

#[test]
fn too_little_memory_means_small_tables() {
    let memory = Memory::default();
    let limits = Limits { memory: Some(2 << 20), ..Limits::default() };
    let shelf = shelf(1).with_keeper(Box::new(memory.clone()));
    solve(&shelf, Large::Build, limits);
    assert_eq!(memory.shapes().len(), 1);
    assert!(!memory.shapes().contains(&"6-6-3".to_string()));
}

#[test]
fn a_prepared_shelf_begins_with_large_tables() {
    let control = Control::new();
    let (first, goal) = (shelf(1), puzzle().goal().clone());
    let eager = first.clone().eager();
    let mut run = Run::new(Limits::default(), &control);
    assert!(!eager.is_prepared(&goal));
    eager.prepare(&goal, Large::Kept, &mut run).unwrap();
    assert!(!eager.is_prepared(&goal), "none are kept");
    eager.prepare(&goal, Large::Build, &mut run).unwrap();
    assert!(eager.is_prepared(&goal));
    assert_eq!(eager.solver(&goal, &mut run).unwrap().unwrap().partition().shape(), "6-6-3");
    assert_ne!(first.solver(&goal, &mut run).unwrap().unwrap().partition().shape(), "6-6-3");
    solve(&eager, Large::Kept, Limits::default());
}

/// A keeper that has the large tables already.
fn stocked() -> Memory {
    let memory = Memory::default();
    let control = Control::new();
    let shelf = shelf(1).with_keeper(Box::new(memory.clone()));
    shelf.prepare(puzzle().goal(), Large::Build, &mut Run::new(Limits::default(), &control)).unwrap();
    memory.warmed.lock().unwrap().clear();
    memory
}

/// Begins with the tables at hand, and goes on with the large ones.
fn warm(shelf: &Shelf, memory: Option<u64>) -> Stats {
    let control = Control::new();
    let mut run = Run::new(Limits { memory, ..Limits::default() }, &control);
    let goal = puzzle().goal().clone();
    assert_eq!(shelf.solver(&goal, &mut run).unwrap().unwrap().partition().shape(), "6-6-3");
    shelf.prepare(&goal, Large::Build, &mut run).unwrap();
    assert!(shelf.is_prepared(&goal));
    run.stats()
}

/// Tables that are mapped are copied into better memory only where the memory limit has room for the copy.
#[test]
fn a_copy_of_kept_tables_is_memory_of_the_search() {
    let memory = stocked();
    let bytes = memory.kept.lock().unwrap()[0].image().len() as u64;
    let run = |limit: u64| {
        let shelf = shelf(1).with_keeper(Box::new(memory.clone()));
        memory.loaded.lock().unwrap().clear();
        memory.warmed.lock().unwrap().clear();
        let stats = warm(&shelf, Some(limit));
        assert_eq!(*memory.loaded.lock().unwrap(), ["6-6-3"], "the file is mapped once");
        (memory.warmed.lock().unwrap().len(), stats.peak_bytes)
    };
    assert_eq!(run(1), (0, bytes));
    assert_eq!(run(bytes - 1), (0, bytes));
    assert_eq!(run(bytes), (1, 2 * bytes));
}

#[test]
fn tables_that_little_memory_kept_cold_are_warmed_later() {
    let memory = stocked();
    let shelf = shelf(1).with_keeper(Box::new(memory.clone()));
    warm(&shelf, Some(1));
    assert!(memory.warmed.lock().unwrap().is_empty());
    warm(&shelf, None);
    warm(&shelf, None);
    assert_eq!(*memory.warmed.lock().unwrap(), ["6-6-3"]);
}

/// Tables stand upright: a wide board looks for its own under that name.
#[test]
fn the_tables_of_a_wide_board_are_found_again() {
    let memory = Memory::default();
    let board = text::read("1 2 3 4/5 6 7 8/9 10 - 11", None).unwrap();
    let puzzle = Puzzle::with_goal(board, Goal::BlankLast);
    for times in 1..=2 {
        let control = Control::new();
        let mut run = Run::new(Limits::default(), &control);
        let shelf = shelf(1).with_keeper(Box::new(memory.clone()));
        shelf.solve(&puzzle, Large::Kept, &mut run).unwrap().unwrap();
        assert_eq!((memory.shapes().len(), memory.loaded.lock().unwrap().len()), (1, times - 1));
    }
}

/// Goals that a symmetry takes to each other share one set.
#[test]
fn goals_share_tables() {
    let memory = stocked();
    let shelf = shelf(1).with_keeper(Box::new(memory.clone()));
    memory.loaded.lock().unwrap().clear();
    for goal in [Goal::BlankFirst, Goal::BlankLast] {
        let control = Control::new();
        let goal = Puzzle::with_goal(text::read(BOARD, None).unwrap(), goal).goal().clone();
        shelf.prepare(&goal, Large::Kept, &mut Run::new(Limits::default(), &control)).unwrap();
        assert!(shelf.is_prepared(&goal));
    }
    assert_eq!((memory.loaded.lock().unwrap().len(), memory.warmed.lock().unwrap().len()), (1, 1));
}
