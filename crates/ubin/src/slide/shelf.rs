//! The shelf: pattern tables that were built once and serve every puzzle with their goal.
//!
//! A search begins with the tables **at hand**: those that a [`Keeper`] has, else a small set within a budget of bytes,
//! built in a fraction of a second. When a round of the search shows that the next one would take longer than making
//! ready a set within a larger budget, it goes on with that, the **large** one: built, or brought from its file into
//! memory that long searches read faster. So the first solution on a fresh machine does not wait for large tables, and
//! a hard board is not searched with small ones for minutes. When to change depends on counts of nodes alone.
//!
//! Tables are built with the blank's home in the first cell wherever the goal's blank is in a corner: a symmetry of the
//! board takes one to the other, so one set serves all of them.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard};

use super::board::{Board, Size};
use super::multi;
use super::pattern::{BuildError, CATALOGUE, Named, Partition, Solver, Tables, Unfinished};
use super::{Dir, Puzzle};
use crate::run::{Limits, Run, Stop};
use crate::search::{Answer, Outcome};

/// Where tables are kept between runs. The library opens no file; a front end does.
pub trait Keeper: Send + Sync {
    /// Whether there are tables of a partition, whole or not.
    fn has(&self, partition: &Partition) -> bool;
    /// The tables of a partition, if they are there and whole.
    fn load(&self, partition: &Partition) -> Option<Tables>;
    /// Keeps tables that were just built. Failing to is no reason not to use them.
    fn keep(&self, tables: &Tables);
    /// A copy of the tables in memory that is worth its price for a long search, such as huge pages; `None` when there is
    /// none better than what they are in.
    fn warm(&self, _tables: &Tables) -> Option<Tables> {
        None
    }
    /// The tables of a partition for lines that slide, if they are there and whole.
    fn load_multi(&self, _partition: &Partition) -> Option<multi::Tables> {
        None
    }
    /// Keeps tables for lines that slide.
    fn keep_multi(&self, _tables: &multi::Tables) {}
}

/// Solvers by goal. A clone shares its tables.
#[derive(Clone)]
pub struct Shelf {
    budget: u64,
    large_budget: u64,
    threads: usize,
    builders: usize,
    eager: bool,
    keeper: Option<Arc<dyn Keeper>>,
    stock: Arc<Stock>,
}

/// What a shelf has by now.
#[derive(Default)]
struct Stock {
    at_hand: Mutex<Vec<(Board, Arc<Solver>)>>,
    large: Mutex<Vec<Ready>>,
    /// By goal: what its large tables are, if there are any. Counting their states takes longer than an easy search.
    plans: Mutex<Vec<(Board, Option<Plan>)>>,
    /// Tables that are there, each once, whatever the goals they serve.
    tables: Mutex<Vec<Shelved>>,
    /// Tables that so much memory was too little for.
    refused: Mutex<Vec<(Partition, u64)>>,
    lines: multi::Stock,
}

/// What a search found, and the solver that it used last.
type Searched = (Answer<Dir>, Arc<Solver>);

/// The solver with the large tables of a goal.
struct Ready {
    goal: Board,
    solver: Arc<Solver>,
    warm: bool,
}

/// The large tables of a goal.
#[derive(Clone)]
struct Plan {
    partition: Partition,
    states: u64,
}

#[derive(Clone)]
struct Shelved {
    tables: Tables,
    /// Whether there is no better memory for them.
    warm: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no thread panicked while it built tables")
}

/// Whether large tables may be built for a search, or only used if they are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Large {
    /// Build them when they pay.
    Build,
    /// Use them when they are kept: the search has too little time to build them.
    Kept,
}

/// Bytes of the large tables: 7-8 for 4x4 takes 196 MB, 6-6-6-6 for 5x5 91 MB.
const LARGE_BUDGET: u64 = 256 << 20;

/// How often nodes are looked up while as many states of a table are built: 7-8 has 1.6 billion states, built in the
/// time of 130 million nodes.
const STATES_A_NODE: u64 = 12;

/// A round has about as many times the nodes of the round before.
const GROWTH: u64 = 8;

/// Tables that are built are kept and serve other boards, too: they pay when a round would take this part of the building.
const SHARE: u64 = 4;

/// The nodes in which a file of 200 MB is read and copied.
const NODES_TO_WARM: u64 = 3_000_000;

impl fmt::Debug for Shelf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shelf").field("budget", &self.budget).field("threads", &self.threads).finish_non_exhaustive()
    }
}

impl Default for Shelf {
    /// Tables of up to 8 MiB, one thread: 6-6-3 for 4x4, built in a quarter of a second.
    fn default() -> Shelf {
        Shelf::new(8 << 20, 1)
    }
}

impl Shelf {
    /// A shelf that builds tables of up to `budget` bytes at once, and searches on this many threads.
    #[must_use]
    pub fn new(budget: u64, threads: usize) -> Shelf {
        Shelf {
            budget,
            large_budget: LARGE_BUDGET,
            threads,
            builders: threads,
            eager: false,
            keeper: None,
            stock: Arc::default(),
        }
    }

    /// The same shelf, empty, with a keeper. Tables that it has are used whatever their size, the largest catalogued ones
    /// first.
    #[must_use]
    pub fn with_keeper(self, keeper: Box<dyn Keeper>) -> Shelf {
        Shelf { keeper: Some(keeper.into()), stock: Arc::default(), ..self }
    }

    /// The same shelf, empty, with large tables of up to this many bytes, in place of 256 MiB.
    #[must_use]
    pub fn with_large_budget(self, large_budget: u64) -> Shelf {
        Shelf { large_budget, stock: Arc::default(), ..self }
    }

    /// The same shelf, building on this many threads.
    #[must_use]
    pub fn with_builders(self, builders: usize) -> Shelf {
        Shelf { builders, ..self }
    }

    /// The same shelf for many boards of which most are easy: searches begin with the large tables, once
    /// [`Shelf::prepare`] has made them ready.
    #[must_use]
    pub fn eager(self) -> Shelf {
        Shelf { eager: true, ..self }
    }

    /// Makes the large tables ready: kept ones, or built ones where that is allowed.
    ///
    /// Where there are none, or the run has too little memory, all stays as it is.
    ///
    /// # Errors
    /// When the run was stopped before they were built.
    ///
    /// # Panics
    /// As [`Shelf::solver`].
    pub fn prepare(&self, goal: &Board, large: Large, run: &mut Run<'_>) -> Result<(), Stop> {
        match self.plan(goal) {
            Some(plan) => self.large(goal, &plan.partition, large, run).map(drop),
            None => Ok(()),
        }
    }

    /// The threads that searches with these tables use.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The solver at hand for a goal; `None` when the board is too large for any tables.
    ///
    /// # Errors
    /// When the run was stopped before the tables were built.
    ///
    /// # Panics
    /// When another thread panicked while it built tables.
    pub fn solver(&self, goal: &Board, run: &mut Run<'_>) -> Result<Option<Arc<Solver>>, Stop> {
        if self.eager
            && let Some(large) = self.ready(goal)
        {
            run.note_bytes(large.bytes());
            return Ok(Some(large));
        }
        // Held while building: whoever asks for the same goal meanwhile waits for it instead of building it too.
        let mut solvers = lock(&self.stock.at_hand);
        let known = solvers.iter().find(|(known, _)| known == goal).map(|(_, solver)| solver.clone());
        let solver = match known {
            Some(solver) => solver,
            None => {
                let Some(tables) = self.tables(goal, run)? else { return Ok(None) };
                let solver = solver(goal, tables);
                solvers.push((goal.clone(), solver.clone()));
                solver
            }
        };
        run.note_bytes(solver.bytes());
        Ok(Some(solver))
    }

    /// Whether the large tables of this goal are ready.
    #[must_use]
    pub fn is_prepared(&self, goal: &Board) -> bool {
        self.ready(goal).is_some()
    }

    /// The solver with the large tables, if they are ready.
    fn ready(&self, goal: &Board) -> Option<Arc<Solver>> {
        lock(&self.stock.large).iter().find(|ready| ready.goal == *goal).map(|ready| ready.solver.clone())
    }

    /// A shortest path, found with the tables at hand, or with the large ones where that is sooner.
    ///
    /// `None` when the board is too large for any tables.
    ///
    /// # Errors
    /// When the run was stopped before there were any tables.
    pub fn solve(&self, puzzle: &Puzzle, large: Large, run: &mut Run<'_>) -> Result<Option<Answer<Dir>>, Stop> {
        Ok(self.search(puzzle, large, run)?.map(|(answer, _)| answer))
    }

    /// The same, and the solver that was used last.
    pub(crate) fn search(&self, puzzle: &Puzzle, large: Large, run: &mut Run<'_>) -> Result<Option<Searched>, Stop> {
        let goal = puzzle.goal();
        let Some(mut solver) = self.solver(goal, run)? else { return Ok(None) };
        let (board, threads) = (puzzle.board(), self.threads);
        // Most boards are done before it is worth knowing what large tables there are.
        let mut so_far = match solver.solve_until(board, Unfinished::default(), NODES_TO_WARM / GROWTH, threads, run) {
            Ok(answer) => return Ok(Some((answer, solver))),
            Err(so_far) => so_far,
        };
        if let Some((_, patience)) = self.next(goal, &solver, large) {
            so_far = match solver.solve_until(board, so_far, patience, threads, run) {
                Ok(answer) => return Ok(Some((answer, solver))),
                Err(so_far) => so_far,
            };
            solver = match self.larger(goal, &solver, large, so_far.nodes, run) {
                Ok(larger) => larger.unwrap_or(solver),
                Err(stop) => {
                    let answer = Answer { outcome: Outcome::Stopped(stop), lower_bound: so_far.bound };
                    return Ok(Some((answer, solver)));
                }
            };
        }
        run.note_bytes(solver.bytes());
        Ok(Some((solver.solve_from(board, so_far, threads, run), solver)))
    }

    /// The solver to go on with after a round of so many nodes, made ready now; `None` when the one at hand is as good.
    ///
    /// # Errors
    /// When the run was stopped before its tables were built.
    ///
    /// # Panics
    /// As [`Shelf::solver`].
    pub fn larger(
        &self,
        goal: &Board,
        at_hand: &Solver,
        large: Large,
        nodes: u64,
        run: &mut Run<'_>,
    ) -> Result<Option<Arc<Solver>>, Stop> {
        if nodes <= NODES_TO_WARM / GROWTH {
            return Ok(None);
        }
        match self.next(goal, at_hand, large) {
            Some((partition, patience)) if nodes > patience => self.large(goal, &partition, large, run),
            _ => Ok(None),
        }
    }

    /// The tables to go on with, and the nodes of a round after which the next is better left to them.
    fn next(&self, goal: &Board, at_hand: &Solver, large: Large) -> Option<(Partition, u64)> {
        let Plan { partition, states } = self.plan(goal)?;
        let patience = match (*at_hand.partition() == partition, large) {
            // They are only to be warmed, unless they are.
            (true, _) if self.eager || self.keeper.is_none() => return None,
            (true, _) => 0,
            (false, Large::Build) => states / STATES_A_NODE / SHARE / GROWTH,
            (false, Large::Kept) => return None,
        };
        Some((partition, patience))
    }

    /// What the large tables of a goal are, found out once.
    fn plan(&self, goal: &Board) -> Option<Plan> {
        let mut plans = lock(&self.stock.plans);
        if let Some((_, plan)) = plans.iter().find(|(known, _)| known == goal) {
            return plan.clone();
        }
        let plan = self.large_partition(goal).and_then(|partition| {
            let states = Tables::states(&partition)?;
            Some(Plan { partition, states })
        });
        plans.push((goal.clone(), plan.clone()));
        plan
    }

    /// What the large tables of a goal are of: the largest catalogued ones that are kept, or what the budget allows.
    fn large_partition(&self, goal: &Board) -> Option<Partition> {
        let (size, blank) = (goal.size(), goal.blank());
        let allowed = Partition::choose(size, home(size, blank), self.large_budget)?.upright();
        let larger = |partition: &Partition| Tables::bytes(partition) > Tables::bytes(&allowed);
        Some(catalogued(size, blank).find(|partition| larger(partition) && self.has(partition)).unwrap_or(allowed))
    }

    /// The solver with the large tables, made ready now if it was not yet.
    ///
    /// `None` when they may not be built, or the run's memory is too small for them.
    fn large(
        &self,
        goal: &Board,
        partition: &Partition,
        large: Large,
        run: &mut Run<'_>,
    ) -> Result<Option<Arc<Solver>>, Stop> {
        let mut all = lock(&self.stock.large);
        let known = all.iter().position(|ready| ready.goal == *goal);
        if let Some(ready) = known.map(|at| &all[at])
            && (ready.warm || !has_room(ready.solver.bytes(), run))
        {
            return Ok(Some(ready.solver.clone()));
        }
        let shelved = match self.load(partition) {
            Some(shelved) => Some(shelved),
            None if large == Large::Build => self.build(partition, run.remaining().memory, run)?,
            None => None,
        };
        let Some(shelved) = shelved else { return Ok(None) };
        let Shelved { tables, warm } = self.warmed(shelved, run);
        let solver = solver(goal, tables);
        let ready = Ready { goal: goal.clone(), solver: solver.clone(), warm };
        match known {
            Some(at) => all[at] = ready,
            None => all.push(ready),
        }
        Ok(Some(solver))
    }

    /// The tables in better memory, if there is any, and the run's memory has room for a second copy of them. From then on
    /// they serve all who had the first.
    fn warmed(&self, shelved: Shelved, run: &mut Run<'_>) -> Shelved {
        let bytes = shelved.tables.image().len() as u64;
        run.note_bytes(bytes);
        if shelved.warm || !has_room(bytes, run) {
            return shelved;
        }
        let copy = self.keeper.as_ref().and_then(|keeper| keeper.warm(&shelved.tables));
        let shelved = match copy {
            Some(tables) => {
                run.note_passing(bytes);
                for (goal, old) in lock(&self.stock.at_hand).iter_mut() {
                    if old.partition() == tables.partition() {
                        *old = solver(goal, tables.clone());
                    }
                }
                Shelved { tables, warm: true }
            }
            None => Shelved { warm: true, ..shelved },
        };
        self.put(shelved.clone());
        shelved
    }

    /// A solution with as few lines slid as can be; `None` when the board has more than [`multi::MOST_CELLS`] cells.
    pub(crate) fn solve_multi(&self, goal: &Board, board: &Board, run: &mut Run<'_>) -> Option<Answer<Dir>> {
        let source =
            multi::Source { keeper: self.keeper.as_deref(), threads: self.builders, patience: multi::PATIENCE };
        self.stock.lines.solve(goal, board, source, run)
    }

    /// The solver that counts lines, with the tables that searches begin with; `None` when the board has too many cells.
    pub(crate) fn lines(&self, goal: &Board, run: &mut Run<'_>) -> Result<Option<Arc<multi::Solver>>, Stop> {
        let source =
            multi::Source { keeper: self.keeper.as_deref(), threads: self.builders, patience: multi::PATIENCE };
        self.stock.lines.first(goal, source, run)
    }

    /// Tables for a goal: kept ones, or new ones within the budget.
    fn tables(&self, goal: &Board, run: &mut Run<'_>) -> Result<Option<Tables>, Stop> {
        let (size, blank) = (goal.size(), goal.blank());
        // Not those that another goal's hard board had built: what a search begins with does not depend on other searches.
        let mut kept = catalogued(size, blank).filter(|partition| self.has(partition));
        if let Some(kept) = kept.find_map(|partition| self.load(&partition)) {
            return Ok(Some(kept.tables));
        }
        let Some(partition) = Partition::choose(size, home(size, blank), self.budget) else { return Ok(None) };
        // As tables stand: a wide board's are those of the board turned, and are kept as such.
        let partition = partition.upright();
        let shelved = match self.load(&partition) {
            Some(shelved) => Some(shelved),
            // The memory limit is the search's: these tables have a budget.
            None => self.build(&partition, None, run)?,
        };
        Ok(shelved.map(|shelved| shelved.tables))
    }

    /// Whether the keeper has tables, whole or not.
    fn has(&self, partition: &Partition) -> bool {
        self.keeper.as_ref().is_some_and(|keeper| keeper.has(partition))
    }

    /// Tables that are there, or that the keeper has.
    fn load(&self, partition: &Partition) -> Option<Shelved> {
        let shelved = lock(&self.stock.tables).iter().find(|shelved| shelved.tables.partition() == partition).cloned();
        shelved.or_else(|| {
            let shelved = Shelved { tables: self.keeper.as_ref()?.load(partition)?, warm: false };
            self.put(shelved.clone());
            Some(shelved)
        })
    }

    /// Puts tables where every goal finds them, in place of others of their kind.
    fn put(&self, shelved: Shelved) {
        let mut all = lock(&self.stock.tables);
        all.retain(|other| other.tables.partition() != shelved.tables.partition());
        all.push(shelved);
    }

    /// Builds tables and gives them to the keeper. `None` when they need more memory than there is.
    fn build(&self, partition: &Partition, memory: Option<u64>, run: &mut Run<'_>) -> Result<Option<Shelved>, Stop> {
        let too_little =
            |(of, most): &(Partition, u64)| of == partition && memory.is_some_and(|memory| memory <= *most);
        if lock(&self.stock.refused).iter().any(too_little) {
            return Ok(None);
        }
        // The states of a table are no nodes of the search.
        let mut building = Run::beside(Limits { nodes: None, memory }, run.control());
        let built = Tables::build(partition, self.builders, &mut building);
        // The small ones are built in next to nothing: what a search reports does not depend on whether they were kept.
        if memory.is_some() {
            run.note_passing(building.stats().peak_bytes);
        }
        match built {
            Ok(tables) => {
                if let Some(keeper) = &self.keeper {
                    keeper.keep(&tables);
                }
                let shelved = Shelved { tables, warm: false };
                self.put(shelved.clone());
                Ok(Some(shelved))
            }
            Err(BuildError::Stopped(Stop::Memory) | BuildError::TooLarge { .. }) => {
                lock(&self.stock.refused).push((partition.clone(), memory.unwrap_or(u64::MAX)));
                Ok(None)
            }
            Err(BuildError::Stopped(stop)) => Err(stop),
        }
    }
}

fn solver(goal: &Board, tables: Tables) -> Arc<Solver> {
    Arc::new(Solver::new(goal, &[tables]).expect("the tables were chosen for this goal"))
}

/// Whether a run's memory has room for so many bytes more.
fn has_room(bytes: u64, run: &Run<'_>) -> bool {
    run.remaining().memory.is_none_or(|left| bytes <= left)
}

/// The catalogued partitions for a goal with its blank in this cell, the largest first.
fn catalogued(size: Size, blank: usize) -> impl Iterator<Item = Partition> {
    CATALOGUE.iter().rev().map(Named::partition).filter(move |partition| partition.laid_on(size, blank).is_some())
}

/// The cell that tables have the blank's home in: the first, if a symmetry takes the goal's blank there.
fn home(size: Size, blank: usize) -> usize {
    let corner = [0, size.rows() - 1].contains(&size.row(blank)) && [0, size.cols() - 1].contains(&size.col(blank));
    if corner { 0 } else { blank }
}
