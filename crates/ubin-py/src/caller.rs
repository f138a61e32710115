//! Where Python asks from: the thread that called, which waits without the interpreter's lock.
//!
//! A search looks outside every millisecond or so. On the calling thread, and at most every [`TICK`], that look takes the lock for a moment: signals are handled there (Ctrl-C raises), and the caller's progress function is called.
//! Python allows signals on its main thread only, and a progress function may belong to a thread, so the other threads of a search only see what came of it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::thread::{self, ThreadId};
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBoolMethods};
use ubin::pack::sets::MonthDay;
use ubin::run::Control;
use ubin::slide::TableStore;
use ubin_front::cache::{CacheFiles, CacheRemark, TableCache};
use ubin_front::clock::{self, Moment};
use ubin_front::question::Question;
use ubin_front::{Allowance, Desk, Waits};

/// The time between two looks at Python.
pub(crate) const TICK: Duration = Duration::from_millis(20);
/// What a search may hold when no limit is given, as on the command line.
const MEMORY: u64 = 2 << 30;
/// The bytes of tables that the process keeps at once.
const TABLES: u64 = 2 << 30;

/// The threads of this machine.
pub(crate) fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| thread::available_parallelism().map_or(1, usize::from))
}

/// The pattern tables of the process, in the same folder as those of the command.
pub(crate) fn tables() -> TableStore {
    static STORE: OnceLock<TableStore> = OnceLock::new();
    let store = STORE.get_or_init(|| {
        let store = TableStore::new(cores()).with_cap(TABLES);
        let warn = |remark: &CacheRemark| Python::attach(|py| drop(warn(py, &remark.to_string())));
        match TableCache::find(None) {
            Some(cache) => store.with_files(Arc::new(CacheFiles::new(cache, warn))),
            None => store,
        }
    });
    store.clone()
}

fn warn(py: Python<'_>, text: &str) -> PyResult<()> {
    // Above the functions of the package, which are two calls deep.
    py.import("warnings")?.call_method1("warn", (text, py.None(), 3)).map(drop)
}

/// What a search has done so far.
#[pyclass(frozen, get_all, name = "Progress", module = "pyubin")]
pub(crate) struct SearchProgress {
    nodes: u64,
    bytes: u64,
    lower: u64,
    upper: Option<u64>,
    puzzles: usize,
    seconds: f64,
}

#[pymethods]
impl SearchProgress {
    fn __repr__(&self) -> String {
        format!("Progress(nodes={}, puzzles={}, seconds={:.1})", self.nodes, self.puzzles, self.seconds)
    }
}

/// The thread that called.
pub(crate) struct Caller {
    thread: ThreadId,
    started: Moment,
    progress: Option<Py<PyAny>>,
    looked: Mutex<Moment>,
    /// The search under way. It holds the wait of [`PythonDesk`], which holds this: were it held here as well, neither would ever be freed.
    control: Mutex<Weak<Control>>,
    /// Puzzles of a batch that are answered.
    pub(crate) answered: AtomicUsize,
    gone: AtomicBool,
    raised: Mutex<Option<PyErr>>,
}

impl Caller {
    /// This thread, with the function that is told the progress.
    pub(crate) fn new(progress: Option<Py<PyAny>>) -> Arc<Caller> {
        let started = Moment::now();
        Arc::new(Caller {
            thread: thread::current().id(),
            started,
            progress,
            looked: Mutex::new(started),
            control: Mutex::default(),
            answered: AtomicUsize::new(0),
            gone: AtomicBool::new(false),
            raised: Mutex::default(),
        })
    }

    /// Wants no answer any more.
    pub(crate) fn leave(&self) {
        self.gone.store(true, Relaxed);
    }

    /// Whether no answer is wanted any more.
    pub(crate) fn has_left(&self) -> bool {
        self.gone.load(Relaxed)
    }

    /// Whether an answer is still wanted; looks at Python where it is time.
    pub(crate) fn waits(&self) -> bool {
        if self.has_left() {
            return false;
        }
        if thread::current().id() == self.thread && self.is_time() {
            match Python::attach(|py| self.tick(py)) {
                Ok(true) => {}
                Ok(false) => self.leave(),
                Err(error) => {
                    self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    self.leave();
                }
            }
        }
        !self.has_left()
    }

    /// Whether something was raised, in place of any answer; looks at Python where it is time.
    pub(crate) fn has_raised(&self) -> bool {
        !self.waits() && self.raised.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    fn is_time(&self) -> bool {
        let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        let is_time = looked.elapsed() >= TICK;
        if is_time {
            *looked = Moment::now();
        }
        is_time
    }

    /// Handles signals and tells the progress; says whether to go on.
    fn tick(&self, py: Python<'_>) -> PyResult<bool> {
        py.check_signals()?;
        self.tell(py)
    }

    /// Tells the progress; says whether to go on.
    pub(crate) fn tell(&self, py: Python<'_>) -> PyResult<bool> {
        let Some(progress) = &self.progress else { return Ok(true) };
        let control = self.control.lock().unwrap_or_else(PoisonError::into_inner).upgrade();
        let told = control.map(|control| control.progress()).unwrap_or_default();
        let told = SearchProgress {
            nodes: told.nodes,
            bytes: told.bytes,
            lower: told.lower,
            upper: told.upper,
            puzzles: self.answered.load(Relaxed),
            seconds: self.started.elapsed().as_secs_f64(),
        };
        let wish = progress.call1(py, (told,))?;
        // Only False stops: a function that returns nothing, or whether it drew a bar, goes on.
        Ok(wish.bind(py).cast::<PyBool>().map_or(true, PyBoolMethods::is_true))
    }

    /// Raises what was raised while the search ran.
    pub(crate) fn ended(&self, py: Python<'_>) -> PyResult<()> {
        match self.raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(error) => Err(error),
            // One that came after the last look.
            None => py.check_signals(),
        }
    }
}

/// The desk of a thread that called.
pub(crate) struct PythonDesk<'c> {
    caller: &'c Arc<Caller>,
    asked: Moment,
    memory: u64,
    threads: usize,
    tables: TableStore,
    remarks: Mutex<Vec<String>>,
}

impl<'c> PythonDesk<'c> {
    /// The desk for one question.
    pub(crate) fn of(question: &Question, caller: &'c Arc<Caller>) -> PythonDesk<'c> {
        let threads = question.limits().threads.map_or_else(cores, usize::from);
        let memory = question.limits().memory_limit_bytes.unwrap_or(MEMORY);
        PythonDesk::new(caller, tables().with_threads(threads), threads, memory)
    }

    /// A desk with these tables, threads and bytes.
    pub(crate) fn new(caller: &'c Arc<Caller>, tables: TableStore, threads: usize, memory: u64) -> PythonDesk<'c> {
        PythonDesk { caller, asked: Moment::now(), memory, threads, tables, remarks: Mutex::default() }
    }

    /// What a search may hold in all.
    pub(crate) fn memory(&self) -> u64 {
        self.memory
    }

    /// Warns of what was remarked.
    pub(crate) fn give_remarks(&self, py: Python<'_>) -> PyResult<()> {
        let remarks = std::mem::take(&mut *self.remarks.lock().unwrap_or_else(PoisonError::into_inner));
        remarks.iter().try_for_each(|remark| warn(py, remark))
    }
}

impl Desk for PythonDesk<'_> {
    fn allowance(&self) -> Allowance {
        Allowance { memory: Some(self.memory), threads: self.threads, ..Allowance::default() }
    }

    fn asked(&self) -> Moment {
        self.asked
    }

    fn waits(&self) -> Waits {
        let caller = self.caller.clone();
        Box::new(move || caller.waits())
    }

    fn tables(&self) -> &TableStore {
        &self.tables
    }

    fn begins(&self, control: &Arc<Control>) {
        *self.caller.control.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(control);
    }

    fn today(&self) -> Option<MonthDay> {
        Some(clock::today())
    }

    fn note(&self, remark: &str) {
        self.remarks.lock().unwrap_or_else(PoisonError::into_inner).push(remark.into());
    }
}
