//! The table store: pattern tables that are built once and serve every search of a program.
//!
//! Words: a **set** of tables has a name ([`TableSet`]); **files** keep sets between runs ([`TableFiles`]). The store
//! has the sets that searches asked for, and the solvers made of them. Many threads share it: a set is built by the first
//! that asks for it, the others wait, and only for that set (see `cells`). It takes a bounded number of bytes; what was
//! used least recently leaves first. Which set a search gets is the policy's decision, not the store's.
//!
//! Invariant: what a search finds and how many nodes it counts does not depend on other searches in the same store. What
//! the files have is looked up once for every set, before the store writes that set itself; and a search whose memory is
//! too small to build a set does not get the one that another search has built.
//!
//! ```
//! use ubin::run::{Control, Limits, Run};
//! use ubin::slide::store::LargeTables;
//! use ubin::slide::{Goal, Size, TableStore};
//!
//! let store = TableStore::default();
//! let control = Control::new();
//! let mut run = Run::new(Limits::default(), &control);
//! let goal = Goal::BlankLast.board(Size::new(3, 3).unwrap());
//! store.prepare(&goal, LargeTables::Build, &mut run).unwrap();
//! assert!(store.is_prepared(&goal), "searches for this goal find their tables built");
//! ```

use std::fmt;
use std::sync::{Arc, Mutex};

use rustc_hash::{FxHashMap, FxHashSet};

use super::board::{Board, Size};
use super::multi::{self, Grade};
use super::pattern::Solver;
use super::policy::{self, LARGE_BUDGET, LargeSet, SMALL_BUDGET};
use super::solve::PROVEN_CELLS;
pub use super::{
    pattern::tables::{BuildError, ImageError},
    policy::LargeTables,
    store::set::{FilledTables, TableSet},
};
use crate::locked::{Locked, locked};
use crate::run::{Limits, Run, Stop};
use cells::{CellValue, TableCells};
use set::Filling;

mod cells;
mod learned;
mod set;
#[cfg(test)]
mod tests;

/// Where tables are kept between runs. The library opens no file; a front end does.
pub trait TableFiles: Send + Sync {
    /// Whether there is a file of this set, whole or not.
    fn has(&self, set: &TableSet) -> bool;
    /// The tables of a set, if they are there and whole.
    fn load(&self, set: &TableSet) -> Option<FilledTables>;
    /// Keeps tables that were just built. Failing to is no reason not to use them.
    fn keep(&self, tables: &FilledTables);
    /// A copy of the tables in memory that is worth its price for a long search, such as huge pages; `None` when there is
    /// none better than what they are in.
    fn warm(&self, _tables: &FilledTables) -> Option<FilledTables> {
        None
    }
}

/// Learns when a search begins and ends to wait for tables: for their building, their loading, or another thread that
/// does either. A front end, which has a clock, adds up the time between the two.
pub trait TableWatch: Send + Sync {
    /// A search begins to wait for tables.
    fn began(&self);
    /// The tables are there, or the search was stopped.
    fn ended(&self);
}

/// The one handle to pattern tables. A clone shares them, and may have threads, builders or a watch of its own.
#[derive(Clone)]
pub struct TableStore {
    shared: Arc<SharedTables>,
    threads: usize,
    builders: usize,
    eager: bool,
    watch: Option<Arc<dyn TableWatch>>,
}

/// What all clones of a store share.
struct SharedTables {
    settings: StoreSettings,
    cells: TableCells<StoreKey, StoreValue>,
    known: Mutex<KnownSets>,
}

#[derive(Clone)]
struct StoreSettings {
    /// Bytes of a set that is built at once.
    budget: u64,
    /// Bytes of a large set.
    large_budget: u64,
    /// Bytes of all sets together.
    cap: u64,
    files: Option<Arc<dyn TableFiles>>,
}

/// What is learnt once, so that every search after it is told the same.
#[derive(Default)]
struct KnownSets {
    /// Whether files had a whole set before the store could have written it.
    kept: FxHashMap<Arc<TableSet>, bool>,
    /// By the goal's size and blank: what its searches begin with; `None` for boards without tables.
    at_hand: FxHashMap<(Size, usize), Option<Arc<TableSet>>>,
    /// By the goal's size and blank: its large set.
    large: FxHashMap<(Size, usize), Option<LargeSet>>,
    /// Bytes that building a set took.
    needed: FxHashMap<Arc<TableSet>, u64>,
    /// Bytes that were too little to build a set.
    too_little: FxHashMap<Arc<TableSet>, u64>,
    /// Large sets that searches of an eager store begin with.
    prepared: FxHashSet<Arc<TableSet>>,
}

/// What the cells of a store hold. Sets are shared, for a key is made for every search.
#[derive(Clone, PartialEq, Eq, Hash)]
enum StoreKey {
    Tables(Arc<TableSet>),
    /// That a set is in the best memory there is.
    Warmed(Arc<TableSet>),
    Solver(Board, Arc<TableSet>),
    LineSolver(Board, Grade),
}

#[derive(Clone)]
enum StoreValue {
    Tables(FilledTables),
    Warmed,
    Solver(Arc<Solver>),
    LineSolver(Arc<multi::LineSolver>),
}

/// Bytes of all sets together, unless the front end says otherwise: two large sets and many small ones.
const CAP: u64 = 512 << 20;

/// About what a solver takes beside its tables.
const SOLVER_BYTES: u64 = 32 << 10;

impl fmt::Debug for TableStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StoreSettings { budget, cap, .. } = &self.shared.settings;
        f.debug_struct("TableStore")
            .field("budget", budget)
            .field("cap", cap)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

impl Default for TableStore {
    /// Tables of up to 8 MiB at once, one thread, no files.
    fn default() -> TableStore {
        TableStore::new(1)
    }
}

impl TableStore {
    /// An empty store whose searches, and the building of tables, use this many threads.
    #[must_use]
    pub fn new(threads: usize) -> TableStore {
        let settings = StoreSettings { budget: SMALL_BUDGET, large_budget: LARGE_BUDGET, cap: CAP, files: None };
        let shared = Arc::new(SharedTables::new(settings));
        TableStore { shared, threads, builders: threads, eager: false, watch: None }
    }

    /// An empty store like this one, with files. Tables that they have are used whatever their size, the largest
    /// catalogued ones first.
    #[must_use]
    pub fn with_files(self, files: Arc<dyn TableFiles>) -> TableStore {
        self.with_settings(|settings| settings.files = Some(files))
    }

    /// An empty store like this one, which builds tables of up to so many bytes at once, in place of 8 MiB, and large
    /// ones of up to so many, in place of 256 MiB.
    #[must_use]
    pub fn with_budgets(self, at_hand: u64, large: u64) -> TableStore {
        self.with_settings(|settings| (settings.budget, settings.large_budget) = (at_hand, large))
    }

    /// An empty store like this one, whose sets take up to so many bytes together, in place of 512 MiB. One set is
    /// allowed whatever its size.
    #[must_use]
    pub fn with_cap(self, cap: u64) -> TableStore {
        self.with_settings(|settings| settings.cap = cap)
    }

    fn with_settings(self, change: impl FnOnce(&mut StoreSettings)) -> TableStore {
        let mut settings = self.shared.settings.clone();
        change(&mut settings);
        TableStore { shared: Arc::new(SharedTables::new(settings)), ..self }
    }

    /// This store for searches on so many threads. Tables are built on as many as before.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> TableStore {
        TableStore { threads, ..self }
    }

    /// A handle to the same tables that builds on this many threads.
    #[must_use]
    pub fn with_builders(self, builders: usize) -> TableStore {
        TableStore { builders, ..self }
    }

    /// A handle to the same tables for many boards of which most are easy: searches begin with the large tables, once
    /// [`TableStore::prepare`] has made them ready.
    #[must_use]
    pub fn eager(self) -> TableStore {
        TableStore { eager: true, ..self }
    }

    /// A wait that begins now: for tables that are not kept here.
    pub(super) fn wait(&self) -> TableWait<'_> {
        TableWait::begin(self.watch.as_deref())
    }

    /// A handle to the same tables; the watch learns when a search by this handle waits for tables.
    #[must_use]
    pub fn watched(&self, watch: Arc<dyn TableWatch>) -> TableStore {
        TableStore { watch: Some(watch), ..self.clone() }
    }

    /// The threads that searches with these tables use.
    #[must_use]
    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// The bytes of all tables and solvers that the store holds now.
    #[must_use]
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> u64 {
        self.shared.cells.bytes()
    }

    /// Looks anew at what the files have, from the next question on: for a front end that has written some itself.
    pub fn look_again(&self) {
        let mut known = self.shared.known();
        known.kept.clear();
        known.at_hand.clear();
        known.large.clear();
    }

    /// The solver with the tables at hand for a goal; `None` when the board is too large for any tables.
    ///
    /// # Errors
    /// When the run was stopped before the tables were there.
    pub(crate) fn solver(&self, goal: &Board, run: &mut Run<'_>) -> Result<Option<Arc<Solver>>, Stop> {
        let eager = match self.prepared(goal).filter(|_| self.eager) {
            Some(large) => self.made(goal, &large, run.remaining().memory, run)?,
            None => None,
        };
        let solver = match eager {
            Some(solver) => Some(solver),
            None => match self.at_hand(goal, run)? {
                // The memory limit is the search's: tables at hand have a budget.
                Some(set) => self.made(goal, &set, None, run)?,
                None => None,
            },
        };
        if let Some(solver) = &solver {
            run.note_bytes(solver.bytes());
        }
        Ok(solver)
    }

    /// Makes the large tables of a goal ready: kept ones, or built ones where that is allowed. Boards that are not proven
    /// by themselves get their learned score as well.
    ///
    /// Where there are none, or the run has too little memory, all stays as it is.
    ///
    /// # Errors
    /// When the run was stopped before they were there.
    pub fn prepare(&self, goal: &Board, may: LargeTables, run: &mut Run<'_>) -> Result<(), Stop> {
        if goal.size().cells() > PROVEN_CELLS {
            self.prepare_learned(goal, may, run)?;
        }
        let Some(large) = self.large_set(goal, run)? else { return Ok(()) };
        if self.large_solver(goal, &large.set, may, run)?.is_some() {
            self.shared.known().prepared.insert(large.set);
        }
        Ok(())
    }

    /// Whether [`TableStore::prepare`] has made the large tables of this goal ready.
    #[must_use]
    pub fn is_prepared(&self, goal: &Board) -> bool {
        self.prepared(goal).is_some()
    }

    fn prepared(&self, goal: &Board) -> Option<Arc<TableSet>> {
        let known = self.shared.known();
        let large = known.large.get(&place(goal))?.as_ref()?;
        known.prepared.get(&large.set).cloned()
    }

    /// Whether tables may be brought into better memory than they are in.
    pub(crate) fn warms(&self) -> bool {
        !self.eager && self.shared.settings.files.is_some()
    }

    /// The large set of a goal: the largest catalogued one that is kept, or what the budget allows.
    pub(crate) fn large_set(&self, goal: &Board, run: &mut Run<'_>) -> Result<Option<LargeSet>, Stop> {
        let (size, blank) = place(goal);
        if let Some(large) = self.shared.known().large.get(&(size, blank)) {
            return Ok(large.clone());
        }
        let allowed = policy::within(size, blank, self.shared.settings.large_budget)
            .map(|partition| Arc::new(TableSet::single(partition)));
        let kept = self.largest_kept(size, blank, run)?;
        let larger = kept.filter(|kept| allowed.as_ref().is_some_and(|allowed| kept.bytes() > allowed.bytes()));
        let large = larger.or(allowed).and_then(LargeSet::of);
        Ok(self.shared.known().large.entry((size, blank)).or_insert(large).clone())
    }

    /// The solver with the large tables of a goal, in the best memory that the run has room for.
    ///
    /// `None` when they may not be built, or the run's memory is too small for them.
    pub(crate) fn large_solver(
        &self,
        goal: &Board,
        set: &Arc<TableSet>,
        may: LargeTables,
        run: &mut Run<'_>,
    ) -> Result<Option<Arc<Solver>>, Stop> {
        let at_hand = self.at_hand(goal, run)?.as_ref() == Some(set);
        let tables = match may {
            LargeTables::Kept if !at_hand => self.kept(set, run)?,
            LargeTables::Kept | LargeTables::Build => {
                let memory = run.remaining().memory.filter(|_| !at_hand);
                self.tables(set, memory, run)?
            }
        };
        let Some(tables) = tables else { return Ok(None) };
        self.warm(set, &tables, run)?;
        let solver = self.made(goal, set, None, run)?;
        run.note_bytes(solver.as_ref().map_or(0, |solver| solver.bytes()));
        Ok(solver)
    }

    /// The solver with a rival of a goal's large tables, in the memory that they are in.
    ///
    /// `None` when they may not be built, or the run's memory is too small for them.
    pub(crate) fn rival_solver(
        &self,
        goal: &Board,
        set: &Arc<TableSet>,
        may: LargeTables,
        run: &mut Run<'_>,
    ) -> Result<Option<Arc<Solver>>, Stop> {
        let tables = match may {
            LargeTables::Kept => self.kept(set, run)?,
            LargeTables::Build => self.tables(set, run.remaining().memory, run)?,
        };
        if tables.is_some() { self.made(goal, set, None, run) } else { Ok(None) }
    }

    /// What searches with this goal begin with, decided once.
    fn at_hand(&self, goal: &Board, run: &mut Run<'_>) -> Result<Option<Arc<TableSet>>, Stop> {
        let (size, blank) = place(goal);
        if let Some(set) = self.shared.known().at_hand.get(&(size, blank)) {
            return Ok(set.clone());
        }
        let set = match self.largest_kept(size, blank, run)? {
            Some(kept) => Some(kept),
            None => policy::within(size, blank, self.shared.settings.budget)
                .map(|partition| Arc::new(TableSet::single(partition))),
        };
        Ok(self.shared.known().at_hand.entry((size, blank)).or_insert(set).clone())
    }

    /// The largest catalogued set for a goal that is kept and whole.
    fn largest_kept(&self, size: Size, blank: usize, run: &mut Run<'_>) -> Result<Option<Arc<TableSet>>, Stop> {
        for set in policy::catalogued(size, blank).map(Arc::new) {
            if self.kept(&set, run)?.is_some() {
                return Ok(Some(set));
            }
        }
        Ok(None)
    }

    /// The solver of a goal with a set of tables; `None` when they cannot be built in so much memory.
    fn made(
        &self,
        goal: &Board,
        set: &Arc<TableSet>,
        memory: Option<u64>,
        run: &mut Run<'_>,
    ) -> Result<Option<Arc<Solver>>, Stop> {
        let key = StoreKey::Solver(goal.clone(), set.clone());
        let cells = &self.shared.cells;
        if let Some(StoreValue::Solver(solver)) = cells.get(&key)
            && self.shared.fits(set, memory)
        {
            return Ok(Some(solver));
        }
        let Some(FilledTables(Filling::Single(tables))) = self.tables(set, memory, run)? else { return Ok(None) };
        // To lay tables on a goal takes some milliseconds, which are none of the search's.
        let _wait = TableWait::begin(self.watch.as_deref());
        let solver = Arc::new(Solver::new(goal, &[tables]).expect("the tables were chosen for this goal"));
        Solver::make_ready();
        let needs = vec![StoreKey::Tables(set.clone())];
        cells.put(&key, CellValue::new(StoreValue::Solver(solver.clone()), SOLVER_BYTES, needs));
        Ok(Some(solver))
    }

    /// What searches for lines with this goal begin with; `None` when the board is too large.
    ///
    /// # Errors
    /// When the run was stopped before the tables were there.
    pub(crate) fn first_grade(&self, goal: &Board, run: &mut Run<'_>) -> Result<Option<Grade>, Stop> {
        let Some(sets) = policy::line_sets(goal, Grade::Large) else { return Ok(None) };
        for set in &sets {
            if self.kept(set, run)?.is_none() {
                return Ok(Some(Grade::Small));
            }
        }
        Ok(Some(Grade::Large))
    }

    /// The solver that searches for lines begin with; `None` when the board has too many cells.
    pub(crate) fn first_line_solver(
        &self,
        goal: &Board,
        run: &mut Run<'_>,
    ) -> Result<Option<Arc<multi::LineSolver>>, Stop> {
        let Some(grade) = self.first_grade(goal, run)? else { return Ok(None) };
        let solver = self.line_solver(goal, grade, run)?.ok_or(Stop::Memory)?;
        run.note_bytes(solver.bytes());
        Ok(Some(solver))
    }

    /// The solver for lines with tables of a grade; `None` when the run's memory is too small for them.
    pub(crate) fn line_solver(
        &self,
        goal: &Board,
        grade: Grade,
        run: &mut Run<'_>,
    ) -> Result<Option<Arc<multi::LineSolver>>, Stop> {
        let sets = policy::line_sets(goal, grade).expect("the caller has asked for the first grade");
        // A few megabytes are not the search's memory; many are.
        let memory = run.remaining().memory.filter(|_| grade == Grade::Large);
        let key = StoreKey::LineSolver(goal.clone(), grade);
        if let Some(StoreValue::LineSolver(solver)) = self.shared.cells.get(&key)
            && sets.iter().all(|set| self.shared.fits(set, memory))
        {
            return Ok(Some(solver));
        }
        let mut tables = Vec::new();
        for set in &sets {
            let Some(FilledTables(Filling::Multi(filled))) = self.tables(set, memory, run)? else { return Ok(None) };
            tables.push(filled);
        }
        let solver = Arc::new(multi::LineSolver::new(goal, &tables).expect("the tables were chosen for this goal"));
        let needs = sets.into_iter().map(StoreKey::Tables).collect();
        self.shared.cells.put(&key, CellValue::new(StoreValue::LineSolver(solver.clone()), SOLVER_BYTES, needs));
        Ok(Some(solver))
    }

    /// The tables of a set if files had them before the store could have written them.
    fn kept(&self, set: &Arc<TableSet>, run: &mut Run<'_>) -> Result<Option<FilledTables>, Stop> {
        if !self.shared.was_kept(set) {
            return Ok(None);
        }
        let tables = self.found(set, run, |_| Ok(self.shared.load(set)))?;
        if tables.is_none() {
            self.shared.known().kept.insert(set.clone(), false);
        }
        Ok(tables)
    }

    /// The tables of a set: from memory, from a file, or built within so many bytes. `None` when they take more.
    fn tables(
        &self,
        set: &Arc<TableSet>,
        memory: Option<u64>,
        run: &mut Run<'_>,
    ) -> Result<Option<FilledTables>, Stop> {
        if !self.shared.fits(set, memory) {
            return Ok(None);
        }
        let tables = self.found(set, run, |run| match self.shared.load(set) {
            Some(tables) => Ok(Some(tables)),
            // The run that was waited for has learnt that more memory is needed.
            None if !self.shared.fits(set, memory) => Ok(None),
            None => self.build(set, memory, run),
        })?;
        // While this run waited for another one, that one may have learnt that more memory is needed.
        Ok(tables.filter(|_| self.shared.fits(set, memory)))
    }

    /// The tables of a set: those in memory, or what `make` gives; the watch learns of the wait.
    fn found(
        &self,
        set: &Arc<TableSet>,
        run: &mut Run<'_>,
        make: impl FnOnce(&mut Run<'_>) -> Result<Option<FilledTables>, Stop>,
    ) -> Result<Option<FilledTables>, Stop> {
        let key = StoreKey::Tables(set.clone());
        let cells = &self.shared.cells;
        let found = match cells.get(&key) {
            Some(found) => Some(found),
            None => {
                let _wait = TableWait::begin(self.watch.as_deref());
                cells.get_or_make(&key, run, |run| Ok(make(run)?.map(table_value)))?
            }
        };
        Ok(found.map(|value| match value {
            StoreValue::Tables(tables) => tables,
            _ => unreachable!("a set's cell holds its tables"),
        }))
    }

    /// Builds tables and gives them to the files. `None` when they take more memory than there is.
    fn build(&self, set: &Arc<TableSet>, memory: Option<u64>, run: &mut Run<'_>) -> Result<Option<FilledTables>, Stop> {
        // From now on a file of this set may be the store's own.
        self.shared.known().kept.entry(set.clone()).or_insert(false);
        // The states of a table are no nodes of the search.
        let mut building = Run::beside(Limits { nodes: None, memory }, run.control());
        // To number the states takes a tenth of a second before the first look: a search whose time is up does not begin.
        building.check()?;
        let built = set.build_beside(&self.alike(set), self.builders, &mut building);
        let needed = building.stats().peak_bytes;
        // The small ones are built in next to nothing: what a search reports does not depend on whether they were kept.
        if memory.is_some() {
            run.note_passing(needed);
        }
        match built {
            Ok(tables) => {
                self.shared.known().needed.insert(set.clone(), needed);
                if let Some(files) = &self.shared.settings.files {
                    files.keep(&tables);
                }
                Ok(Some(tables))
            }
            Err(BuildError::Stopped(Stop::Memory) | BuildError::TooLarge { .. }) => {
                let most = memory.unwrap_or(u64::MAX);
                let mut known = self.shared.known();
                let too_little = known.too_little.entry(set.clone()).or_default();
                *too_little = most.max(*too_little);
                Ok(None)
            }
            Err(BuildError::Stopped(stop)) => Err(stop),
        }
    }

    /// The sets with the same sizes of patterns that are in memory or in a file: some of their tables may be the same.
    fn alike(&self, set: &TableSet) -> Vec<FilledTables> {
        let loaded = |other: TableSet| {
            let key = StoreKey::Tables(Arc::new(other.clone()));
            match self.shared.cells.get(&key) {
                Some(StoreValue::Tables(tables)) => Some(tables),
                _ => self.shared.load(&other),
            }
        };
        let alike = |other: &TableSet| other != set && other.shape() == set.shape();
        policy::catalogued(set.size(), set.blank()).filter(alike).filter_map(loaded).collect()
    }

    /// Brings tables into better memory, if there is any, and the run's memory has room for a second copy of them. From
    /// then on the copy serves all goals.
    fn warm(&self, set: &Arc<TableSet>, tables: &FilledTables, run: &mut Run<'_>) -> Result<(), Stop> {
        let bytes = tables.image().len() as u64;
        run.note_bytes(bytes);
        let Some(files) = &self.shared.settings.files else { return Ok(()) };
        let has_room = run.remaining().memory.is_none_or(|left| bytes <= left);
        let key = StoreKey::Warmed(set.clone());
        if !has_room || self.shared.cells.get(&key).is_some() {
            return Ok(());
        }
        let _wait = TableWait::begin(self.watch.as_deref());
        let cells = &self.shared.cells;
        let warmed = cells.get_or_make(&key, run, |run| {
            if let Some(copy) = files.warm(tables) {
                run.note_passing(bytes);
                cells.put(&StoreKey::Tables(set.clone()), table_value(copy));
            }
            Ok(Some(CellValue::new(StoreValue::Warmed, 0, vec![StoreKey::Tables(set.clone())])))
        });
        warmed.map(drop)
    }
}

impl SharedTables {
    fn new(settings: StoreSettings) -> SharedTables {
        SharedTables { cells: TableCells::new(settings.cap), settings, known: Mutex::default() }
    }

    /// Held for look-ups only.
    fn known(&self) -> Locked<'_, KnownSets> {
        locked(&self.known)
    }

    fn load(&self, set: &TableSet) -> Option<FilledTables> {
        self.settings.files.as_ref()?.load(set)
    }

    /// Whether files had this set before the store could have written it.
    fn was_kept(&self, set: &Arc<TableSet>) -> bool {
        let Some(files) = &self.settings.files else { return false };
        if let Some(kept) = self.known().kept.get(set) {
            return *kept;
        }
        let has = files.has(set);
        // A thread that has begun to build the set meanwhile has said so here before it wrote the file.
        *self.known().kept.entry(set.clone()).or_insert(has)
    }

    /// Whether so much memory is enough for a set, as far as is known: as if the search had to build it itself.
    fn fits(&self, set: &Arc<TableSet>, memory: Option<u64>) -> bool {
        let known = self.known();
        let Some(memory) = memory else { return known.too_little.get(set) != Some(&u64::MAX) };
        let too_little = known.too_little.get(set).is_some_and(|&most| memory <= most);
        !too_little && known.needed.get(set).is_none_or(|&needed| needed <= memory)
    }
}

/// Tables as a cell holds them.
fn table_value(tables: FilledTables) -> CellValue<StoreKey, StoreValue> {
    let bytes = tables.image().len() as u64;
    CellValue::new(StoreValue::Tables(tables), bytes, Vec::new())
}

/// What the choice of tables depends on of a goal.
fn place(goal: &Board) -> (Size, usize) {
    (goal.size(), goal.blank())
}

/// A search that waits for tables; the watch learns of the end also where the making panics.
pub(super) struct TableWait<'a>(Option<&'a dyn TableWatch>);

impl TableWait<'_> {
    fn begin(watch: Option<&dyn TableWatch>) -> TableWait<'_> {
        if let Some(watch) = watch {
            watch.began();
        }
        TableWait(watch)
    }
}

impl Drop for TableWait<'_> {
    fn drop(&mut self) {
        if let Some(watch) = self.0 {
            watch.ended();
        }
    }
}
