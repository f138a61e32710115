//! The table store: when a search changes to larger tables and that it changes no answer, who waits for whom, and that
//! searches do not depend on each other.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use crate::run::{Control, Limits, Run, Stats, Stop};
use crate::search::{Answer, Outcome};
use crate::slide::proof;
use crate::slide::store::{FilledTables, LargeTables, TableFiles, TableSet, TableWatch};
use crate::slide::{Board, Dir, Goal, Puzzle, Size, TableStore, text};

/// Korf's instance 3.
const BOARD: &str = "14 7 8 2/13 11 10 4/9 12 5 0/3 6 1 15";
const LENGTH: usize = 59;

/// Tables of four or five tiles at once, and 6-6-3 as the large ones.
fn store(threads: usize) -> TableStore {
    TableStore::new(threads).with_budgets(200 << 10, 8 << 20)
}

fn puzzle() -> Puzzle {
    Puzzle::with_goal(text::read(BOARD, None).unwrap(), Goal::BlankFirst)
}

/// Keeps tables in memory and writes down what it was asked.
#[derive(Clone, Default)]
struct Memory {
    kept: Arc<Mutex<Vec<FilledTables>>>,
    loaded: Arc<Mutex<Vec<String>>>,
    warmed: Arc<Mutex<Vec<String>>>,
}

impl Memory {
    fn shapes(&self) -> Vec<String> {
        self.kept.lock().unwrap().iter().map(|tables| tables.set().partition.shape()).collect()
    }

    fn files(&self) -> Arc<dyn TableFiles> {
        Arc::new(self.clone())
    }

    /// Files of their own with the same tables.
    fn copy(&self) -> Memory {
        Memory { kept: Arc::new(Mutex::new(self.kept.lock().unwrap().clone())), ..Memory::default() }
    }
}

impl TableFiles for Memory {
    fn has(&self, set: &TableSet) -> bool {
        self.kept.lock().unwrap().iter().any(|tables| tables.set() == *set)
    }

    fn load(&self, set: &TableSet) -> Option<FilledTables> {
        let found = self.kept.lock().unwrap().iter().find(|tables| tables.set() == *set).cloned()?;
        self.loaded.lock().unwrap().push(set.partition.shape());
        Some(found)
    }

    fn keep(&self, tables: &FilledTables) {
        self.kept.lock().unwrap().push(tables.clone());
    }

    fn warm(&self, tables: &FilledTables) -> Option<FilledTables> {
        let set = tables.set();
        self.warmed.lock().unwrap().push(set.partition.shape());
        set.open(Arc::new(tables.image().to_vec())).ok().flatten()
    }
}

fn solve(store: &TableStore, may: LargeTables, limits: Limits) -> (Answer<Dir>, Stats) {
    let control = Control::new();
    let mut run = Run::new(limits, &control);
    let answer = proof::search(&puzzle(), store, may, &mut run).unwrap().unwrap().answer;
    let Outcome::Solved(path) = &answer.outcome else { panic!("{:?}", answer.outcome) };
    assert_eq!((path.len(), answer.lower_bound as usize), (LENGTH, LENGTH));
    (answer, run.stats())
}

#[test]
fn a_hard_board_goes_on_with_large_tables_and_finds_the_same_path() {
    let memory = Memory::default();
    let (small, slow) = solve(&store(1), LargeTables::Kept, Limits::default());
    let (large, fast) = solve(&store(1).with_files(memory.files()), LargeTables::Build, Limits::default());
    assert_eq!(small, large);
    assert!(fast.expanded < slow.expanded / 2, "{fast:?} {slow:?}");
    assert_eq!(memory.shapes().last().unwrap(), "6-6-3");
    assert_eq!(*memory.warmed.lock().unwrap(), ["6-6-3"]);
    for threads in [2, 3] {
        let again = solve(&store(threads).with_files(Memory::default().files()), LargeTables::Build, Limits::default());
        assert_eq!(again, (large.clone(), fast));
    }
}

#[test]
fn too_little_memory_means_small_tables() {
    let memory = Memory::default();
    let limits = Limits { memory: Some(2 << 20), ..Limits::default() };
    let store = store(1).with_files(memory.files());
    solve(&store, LargeTables::Build, limits);
    assert_eq!(memory.shapes().len(), 1);
    assert!(!memory.shapes().contains(&"6-6-3".to_string()));
}

#[test]
fn a_prepared_store_begins_with_large_tables() {
    let control = Control::new();
    let (first, goal) = (store(1), puzzle().goal().clone());
    let eager = first.clone().eager();
    let mut run = Run::new(Limits::default(), &control);
    assert!(!eager.is_prepared(&goal));
    eager.prepare(&goal, LargeTables::Kept, &mut run).unwrap();
    assert!(!eager.is_prepared(&goal), "none are kept");
    eager.prepare(&goal, LargeTables::Build, &mut run).unwrap();
    assert!(eager.is_prepared(&goal));
    assert_eq!(eager.solver(&goal, &mut run).unwrap().unwrap().partition().shape(), "6-6-3");
    assert_ne!(first.solver(&goal, &mut run).unwrap().unwrap().partition().shape(), "6-6-3");
    solve(&eager, LargeTables::Kept, Limits::default());
}

/// Files that have the large tables already.
fn with_large() -> Memory {
    let memory = Memory::default();
    let control = Control::new();
    let store = store(1).with_files(memory.files());
    store.prepare(puzzle().goal(), LargeTables::Build, &mut Run::new(Limits::default(), &control)).unwrap();
    memory.warmed.lock().unwrap().clear();
    memory
}

/// Begins with the tables at hand, and goes on with the large ones.
fn warm(store: &TableStore, memory: Option<u64>) -> Stats {
    let control = Control::new();
    let mut run = Run::new(Limits { memory, ..Limits::default() }, &control);
    let goal = puzzle().goal().clone();
    assert_eq!(store.solver(&goal, &mut run).unwrap().unwrap().partition().shape(), "6-6-3");
    store.prepare(&goal, LargeTables::Build, &mut run).unwrap();
    assert!(store.is_prepared(&goal));
    run.stats()
}

/// Tables that are mapped are copied into better memory only where the memory limit has room for the copy.
#[test]
fn a_copy_of_kept_tables_is_memory_of_the_search() {
    let memory = with_large();
    let bytes = memory.kept.lock().unwrap()[0].image().len() as u64;
    let run = |limit: u64| {
        let store = store(1).with_files(memory.files());
        memory.loaded.lock().unwrap().clear();
        memory.warmed.lock().unwrap().clear();
        let stats = warm(&store, Some(limit));
        assert_eq!(*memory.loaded.lock().unwrap(), ["6-6-3"], "the file is mapped once");
        (memory.warmed.lock().unwrap().len(), stats.peak_bytes)
    };
    assert_eq!(run(1), (0, bytes));
    assert_eq!(run(bytes - 1), (0, bytes));
    assert_eq!(run(bytes), (1, 2 * bytes));
}

#[test]
fn tables_that_little_memory_kept_cold_are_warmed_later() {
    let memory = with_large();
    let store = store(1).with_files(memory.files());
    warm(&store, Some(1));
    assert!(memory.warmed.lock().unwrap().is_empty());
    warm(&store, None);
    warm(&store, None);
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
        let store = store(1).with_files(memory.files());
        proof::search(&puzzle, &store, LargeTables::Kept, &mut run).unwrap().unwrap();
        assert_eq!((memory.shapes().len(), memory.loaded.lock().unwrap().len()), (1, times - 1));
    }
}

/// Goals that a symmetry takes to each other share one set.
#[test]
fn goals_share_tables() {
    let memory = with_large();
    let store = store(1).with_files(memory.files());
    memory.loaded.lock().unwrap().clear();
    for goal in [Goal::BlankFirst, Goal::BlankLast] {
        let control = Control::new();
        let goal = Puzzle::with_goal(text::read(BOARD, None).unwrap(), goal).goal().clone();
        store.prepare(&goal, LargeTables::Kept, &mut Run::new(Limits::default(), &control)).unwrap();
        assert!(store.is_prepared(&goal));
    }
    assert_eq!((memory.loaded.lock().unwrap().len(), memory.warmed.lock().unwrap().len()), (1, 1));
}

fn board(text: &str) -> Board {
    text::read(text, None).unwrap()
}

fn goal(rows: usize, cols: usize) -> Board {
    Goal::BlankLast.board(Size::new(rows, cols).unwrap())
}

/// Files that have nothing; looking for a set of 5x5 takes until it is allowed.
struct Blocking {
    begun: Mutex<Sender<()>>,
    allowed: Mutex<Receiver<()>>,
}

impl TableFiles for Blocking {
    fn has(&self, _: &TableSet) -> bool {
        false
    }

    fn load(&self, set: &TableSet) -> Option<FilledTables> {
        if set.partition.size() == Size::new(5, 5).unwrap() {
            self.begun.lock().unwrap().send(()).unwrap();
            self.allowed.lock().unwrap().recv().unwrap();
        }
        None
    }

    fn keep(&self, _: &FilledTables) {}
}

/// The tables at hand of a goal, asked for under a control.
fn ask(store: &TableStore, goal: &Board, control: &Control) -> Result<String, Stop> {
    let solver = store.solver(goal, &mut Run::new(Limits::default(), control))?;
    Ok(solver.expect("the board has tables").partition().shape())
}

/// A 3x3 question stopped after 0.2 s was answered after 2.4 s, because a 5x5 set was under way in the same store.
#[test]
fn a_small_question_does_not_wait_for_the_tables_of_a_large_board() {
    let (begun, has_begun) = channel();
    let (allow, allowed) = channel();
    let files = Blocking { begun: Mutex::new(begun), allowed: Mutex::new(allowed) };
    let store = TableStore::new(1).with_budgets(200 << 10, 8 << 20).with_files(Arc::new(files));
    let control = Control::new();
    std::thread::scope(|scope| {
        let large = scope.spawn(|| ask(&store, &goal(5, 5), &Control::new()));
        has_begun.recv().unwrap();
        // Whatever the 5x5 set takes: the 3x3 board is solved meanwhile.
        let puzzle = Puzzle::with_goal(board("1 2 3/4 5 6/- 7 8"), Goal::BlankLast);
        let small = Control::new();
        let answer = proof::search(&puzzle, &store, LargeTables::Build, &mut Run::new(Limits::default(), &small));
        assert_eq!(answer.unwrap().unwrap().answer.lower_bound, 2);
        // A second 5x5 question waits, but not beyond its own limit.
        let waiting = scope.spawn(|| ask(&store, &goal(5, 5), &control));
        control.stop(Stop::Time);
        assert_eq!(waiting.join().unwrap(), Err(Stop::Time));
        assert!(!large.is_finished());
        allow.send(()).unwrap();
        assert!(large.join().unwrap().is_ok());
        assert!(ask(&store, &goal(5, 5), &Control::new()).is_ok(), "it is there now, and nothing is looked for");
    });
}

/// Files whose first loading panics.
#[derive(Default)]
struct Panicking(AtomicUsize);

impl TableFiles for Panicking {
    fn has(&self, _: &TableSet) -> bool {
        false
    }

    fn load(&self, _: &TableSet) -> Option<FilledTables> {
        assert!(self.0.fetch_add(1, Relaxed) > 0, "the first time");
        None
    }

    fn keep(&self, _: &FilledTables) {}
}

#[test]
fn a_panic_while_tables_are_made_does_not_poison_the_store() {
    let store = TableStore::default().with_files(Arc::new(Panicking::default()));
    let panicked = catch_unwind(AssertUnwindSafe(|| ask(&store, &goal(3, 3), &Control::new())));
    assert!(panicked.is_err());
    assert_eq!(ask(&store, &goal(3, 3), &Control::new()), Ok("8".into()));
    assert_eq!(ask(&store, &goal(3, 2), &Control::new()), Ok("5".into()));
}

/// A server that was asked for many goals grew by 29 KB a goal without end.
#[test]
fn a_store_of_many_goals_stays_within_its_cap() {
    let cap = 4 << 20;
    let store = TableStore::new(1).with_budgets(200 << 10, 8 << 20).with_cap(cap);
    let control = Control::new();
    let mut tiles: Vec<u16> = (1..9).collect();
    for turn in 0..300 {
        tiles.rotate_left(1 + turn % 3);
        tiles.swap(turn % 8, turn * 5 % 8);
        let mut goal = tiles.clone();
        goal.insert(turn % 9, 0);
        let goal = Board::new(Size::new(3, 3).unwrap(), goal).unwrap();
        assert_eq!(ask(&store, &goal, &control), Ok("8".into()));
        assert!(store.bytes() <= cap, "{} bytes", store.bytes());
    }
    assert!(store.bytes() > cap / 2, "what there is room for is kept");
    let tiny = store.with_cap(1);
    assert!(ask(&tiny, &goal(3, 3), &control).is_ok());
    assert!(tiny.bytes() > 1, "one set is allowed whatever its size");
    assert!(ask(&tiny, &goal(3, 2), &control).is_ok());
    assert!(tiny.bytes() < 100 << 10, "the 3x3 set has left");
}

/// Korf's third board and the same board for the other corner, which share their tables, with much memory and with little,
/// whatever the files had at the start.
#[test]
fn what_a_search_counts_does_not_depend_on_the_searches_before_it() {
    let single = |store: &TableStore, puzzle: &Puzzle, memory: Option<u64>| {
        let control = Control::new();
        let mut run = Run::new(Limits { nodes: None, memory }, &control);
        let answer = proof::search(puzzle, store, LargeTables::Build, &mut run).unwrap().unwrap().answer;
        assert_eq!(answer.lower_bound as usize, LENGTH);
        (answer, run.stats().expanded)
    };
    let hard = [puzzle(), Puzzle::with_goal(board("1 15 10 13/- 11 4 7/12 6 5 3/14 8 9 2"), Goal::BlankLast)];
    for start in [Memory::default(), with_large()] {
        // A store with files of its own, which has them change only by its own writing.
        let fresh = || store(1).with_files(start.copy().files());
        let little = Some(1 << 20);
        let alone = hard.each_ref().map(|puzzle| (single(&fresh(), puzzle, None), single(&fresh(), puzzle, little)));
        let shared = fresh();
        for (puzzle, alone) in hard.iter().zip(&alone) {
            assert_eq!(single(&shared, puzzle, None), alone.0);
            assert_eq!(single(&shared, puzzle, little), alone.1, "with little memory");
        }
        let has_large = !start.shapes().is_empty();
        assert_eq!(alone[0].0 == alone[0].1, has_large, "little memory counts where tables are built");
    }
}

/// Adds up who waits.
#[derive(Default)]
struct Waits {
    began: AtomicUsize,
    ended: AtomicUsize,
}

impl TableWatch for Waits {
    fn began(&self) {
        self.began.fetch_add(1, Relaxed);
    }

    fn ended(&self) {
        self.ended.fetch_add(1, Relaxed);
    }
}

#[test]
fn a_watch_learns_of_every_wait_and_of_no_other() {
    let waits = |store: &TableStore| {
        let waits = Arc::new(Waits::default());
        solve(&store.watched(waits.clone()), LargeTables::Build, Limits::default());
        (waits.began.load(Relaxed), waits.ended.load(Relaxed))
    };
    let first = store(1);
    assert_eq!(
        waits(&first),
        (4, 4),
        "the tables at hand and the large ones in the middle, and to lay each on the goal"
    );
    assert_eq!(waits(&first), (0, 0), "all are there");
    let control = Control::new();
    control.stop(Stop::Interrupted);
    let stopped = Arc::new(Waits::default());
    assert_eq!(ask(&store(1).watched(stopped.clone()), &goal(4, 4), &control), Err(Stop::Interrupted));
    assert_eq!((stopped.began.load(Relaxed), stopped.ended.load(Relaxed)), (1, 1));
}

#[test]
fn tables_that_the_front_end_has_written_are_seen_when_it_says_so() {
    let memory = Memory::default();
    let store = store(1).with_files(memory.files());
    assert_ne!(ask(&store, puzzle().goal(), &Control::new()), Ok("6-6-3".into()));
    memory.kept.lock().unwrap().extend(with_large().kept.lock().unwrap().iter().cloned());
    assert_ne!(ask(&store, puzzle().goal(), &Control::new()), Ok("6-6-3".into()), "decided once");
    store.look_again();
    assert_eq!(ask(&store, puzzle().goal(), &Control::new()), Ok("6-6-3".into()));
}
