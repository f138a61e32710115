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
    warmed: Arc<Mutex<Vec<String>>>,
}

impl Memory {
    fn shapes(&self) -> Vec<String> {
        self.kept.lock().unwrap().iter().map(|tables| tables.partition().shape()).collect()
    }
}

impl Keeper for Memory {
    fn has(&self, partition: &Partition) -> bool {
        self.load(partition).is_some()
    }

    fn load(&self, partition: &Partition) -> Option<Tables> {
        self.kept.lock().unwrap().iter().find(|tables| tables.partition() == partition).cloned()
    }

    fn keep(&self, tables: &Tables) {
        self.kept.lock().unwrap().push(tables.clone());
    }

    fn warm(&self, tables: Tables) -> Tables {
        self.warmed.lock().unwrap().push(tables.partition().shape());
        tables
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
        assert_eq!(solve(&shelf(threads), Large::Build, Limits::default()), (large.clone(), fast));
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
    let (shelf, goal) = (shelf(1).eager(), puzzle().goal().clone());
    assert!(!shelf.is_prepared(&goal));
    shelf.prepare(&goal, &Run::new(Limits::default(), &control)).unwrap();
    assert!(shelf.is_prepared(&goal));
    let solver = shelf.solver(&goal, &Run::new(Limits::default(), &control)).unwrap().unwrap();
    assert_eq!(solver.partition().shape(), "6-6-3");
    solve(&shelf, Large::Kept, Limits::default());
}
