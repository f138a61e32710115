//! All solutions of a packing puzzle, one after the other, searched on a thread of their own.
//!
//! The thread is never more than [`AHEAD`] solutions ahead: Python takes them when it wants them. A stream that is closed or forgotten ends its search.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use ubin::pack::sets::MonthDay;
use ubin::run::Control;
use ubin::slide::TableStore;
use ubin::text::Family;
use ubin_front::clock::Moment;
use ubin_front::question::Question;
use ubin_front::{Allowance, AskError, Desk, Refusal, Report, Waits};

use crate::caller::{Caller, PythonDesk, TICK};
use crate::input;
use crate::report::{PythonReport, raised};

/// Solutions that wait for Python.
const AHEAD: usize = 64;

/// The desk of the searching thread: what is found goes to the stream.
struct StreamDesk<'c> {
    desk: PythonDesk<'c>,
    found: SyncSender<Report>,
}

impl Desk for StreamDesk<'_> {
    fn allowance(&self) -> Allowance {
        self.desk.allowance()
    }

    fn asked(&self) -> Moment {
        self.desk.asked()
    }

    fn waits(&self) -> Waits {
        self.desk.waits()
    }

    fn tables(&self) -> &TableStore {
        self.desk.tables()
    }

    fn begins(&self, control: &Arc<Control>) {
        self.desk.begins(control);
    }

    fn part(&self, part: &Report) -> ControlFlow<()> {
        // Nobody listens to a stream that was closed.
        self.found.send(part.clone()).map_or(ControlFlow::Break(()), ControlFlow::Continue)
    }

    fn today(&self) -> Option<MonthDay> {
        self.desk.today()
    }

    fn note(&self, remark: &str) {
        self.desk.note(remark);
    }

    fn wants_parts(&self) -> bool {
        true
    }
}

/// A search under way.
struct StreamSearch {
    found: Receiver<Report>,
    thread: JoinHandle<Result<Report, Refusal>>,
}

/// Solutions as they are found.
#[pyclass(frozen, name = "PackingStream", module = "pyubin._native")]
pub(crate) struct PackingStream {
    caller: Arc<Caller>,
    search: Mutex<Option<StreamSearch>>,
    summary: Mutex<Option<Report>>,
}

/// Begins to search for all solutions of a packing puzzle.
#[pyfunction]
pub(crate) fn solutions(py: Python<'_>, fields: &Bound<'_, PyDict>) -> PyResult<PackingStream> {
    let mut fields = input::fields(fields)?;
    fields.insert("all".into(), true.into());
    let refused = |refusal: Refusal| raised(py, &refusal, None);
    let question = Question::of_fields("solve", fields).map_err(refused)?;
    // What cannot be read is told now, not with the first solution.
    let caller = Caller::new(None);
    let desk = PythonDesk::of(&question, &caller);
    let puzzle = question.puzzle().expect("solve is about a puzzle");
    puzzle.read(|remark| desk.note(&remark.to_string())).map_err(refused)?;
    if puzzle.family() == Family::Slide {
        return Err(refused(AskError::OtherFamily { family: Family::Pack }.at("puzzle")));
    }
    desk.give_remarks(py)?;
    let (give, found) = sync_channel(AHEAD);
    let of_thread = caller.clone();
    let thread = thread::spawn(move || {
        let desk = StreamDesk { desk: PythonDesk::of(&question, &of_thread), found: give };
        ubin_front::answer(&question, &desk)
    });
    let search = Mutex::new(Some(StreamSearch { found, thread }));
    Ok(PackingStream { caller, search, summary: Mutex::default() })
}

#[pymethods]
impl PackingStream {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PythonReport>> {
        loop {
            match py.detach(|| self.wait()) {
                Ok(report) => return Ok(Some(PythonReport::new(report))),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => return self.finish(py).map(|()| None),
            }
        }
    }

    /// The summary, when all was searched or a limit came first; None before.
    fn summary(&self) -> Option<PythonReport> {
        self.summary.lock().unwrap_or_else(PoisonError::into_inner).clone().map(PythonReport::new)
    }

    /// Ends the search.
    fn close(&self, py: Python<'_>) {
        py.detach(|| self.end());
    }
}

impl PackingStream {
    /// The next solution, if it comes within a tick.
    fn wait(&self) -> Result<Report, RecvTimeoutError> {
        let search = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(StreamSearch { found, .. }) = &*search else { return Err(RecvTimeoutError::Disconnected) };
        match found.try_recv() {
            Ok(report) => Ok(report),
            Err(TryRecvError::Empty) => found.recv_timeout(TICK),
            Err(TryRecvError::Disconnected) => Err(RecvTimeoutError::Disconnected),
        }
    }

    /// Takes what the thread has to say at its end.
    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        let search = self.search.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(StreamSearch { thread, .. }) = search else { return Ok(()) };
        match py.detach(|| thread.join()).expect("a search does not panic") {
            Ok(report) => {
                *self.summary.lock().unwrap_or_else(PoisonError::into_inner) = Some(report);
                Ok(())
            }
            Err(refusal) => Err(raised(py, &refusal, None)),
        }
    }

    fn end(&self) {
        self.caller.leave();
        let search = self.search.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(StreamSearch { found, thread }) = search {
            drop(found);
            drop(thread.join());
        }
    }
}

impl Drop for PackingStream {
    fn drop(&mut self) {
        // The thread may be waiting for the interpreter's lock, which is held here: it ends by itself.
        self.caller.leave();
    }
}
