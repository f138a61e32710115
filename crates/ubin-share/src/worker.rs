//! Where units are done: a thread of some process, which may be stopped.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use ubin::run::Control;
use ubin::slide::TableStore;
use ubin_front::clock::Moment;
use ubin_front::{Allowance, Desk, Waits};

use crate::error::ShareError;

/// Whether units are still wanted.
pub(crate) type Wanted = Arc<dyn Fn() -> bool + Send + Sync>;

/// What happens on the way.
#[derive(Debug)]
pub enum RunEvent<'a> {
    /// Something went wrong and is tried again.
    TriesAgain(&'a ShareError),
    /// The count is folded, and goes into the ledger whenever so many more states are done.
    Folded {
        /// How many.
        states: u64,
    },
    /// A round has no path of up to so many moves; the next one is being cut.
    RoundDone {
        /// The bound of the round that is complete.
        bound: u32,
    },
    /// The next round was given to the broker.
    RoundBegun {
        /// Its bound.
        bound: u32,
        /// Its job.
        job: &'a str,
    },
}

/// Hears of what happens on the way.
pub type RunListener = Box<dyn Fn(&RunEvent<'_>) + Send + Sync>;

/// The desk of workers in one process: all share its tables, its start and its stop.
pub struct WorkerDesk {
    asked: Moment,
    wanted: Wanted,
    tables: TableStore,
    /// Bytes that one unit may hold.
    memory: Option<u64>,
    /// The searches under way, for their progress.
    under_way: Mutex<Vec<Weak<Control>>>,
    listener: Option<RunListener>,
    /// What is being tried again, as it was said.
    #[cfg(feature = "nats")]
    fault: Mutex<Option<String>>,
}

impl WorkerDesk {
    /// A desk for units that one process does from `asked` on, as long as they are wanted.
    #[must_use]
    pub fn new(asked: Moment, tables: TableStore, memory: Option<u64>, wanted: Wanted) -> WorkerDesk {
        WorkerDesk {
            asked,
            wanted,
            tables,
            memory,
            under_way: Mutex::default(),
            listener: None,
            #[cfg(feature = "nats")]
            fault: Mutex::default(),
        }
    }

    /// This desk with a listener for what happens on the way.
    #[must_use]
    pub fn heard_by(self, listener: RunListener) -> WorkerDesk {
        WorkerDesk { listener: Some(listener), ..self }
    }

    /// Says once why something is tried again, however often that is.
    #[cfg(feature = "nats")]
    pub(crate) fn tries_again(&self, fault: &ShareError) {
        let mut said = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        let text = fault.to_string();
        if said.as_ref() == Some(&text) {
            return;
        }
        self.tell(&RunEvent::TriesAgain(fault));
        *said = Some(text);
    }

    /// Tells the listener, if there is one.
    pub(crate) fn tell(&self, event: &RunEvent<'_>) {
        if let Some(listener) = &self.listener {
            listener(event);
        }
    }

    /// What was tried again went well: the same fault would be a new one.
    #[cfg(feature = "nats")]
    pub(crate) fn goes_well(&self) {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// Whether units are still wanted.
    #[must_use]
    pub fn is_wanted(&self) -> bool {
        (self.wanted)()
    }

    /// The nodes of the units under way.
    #[must_use]
    pub fn nodes_under_way(&self) -> u64 {
        let mut under_way = self.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        under_way.retain(|control| control.strong_count() > 0);
        under_way.iter().filter_map(Weak::upgrade).map(|control| control.progress().nodes).sum()
    }
}

impl Desk for WorkerDesk {
    fn allowance(&self) -> Allowance {
        Allowance { memory: self.memory, threads: 1, ..Allowance::default() }
    }

    fn asked(&self) -> Moment {
        self.asked
    }

    fn waits(&self) -> Waits {
        let wanted = Arc::clone(&self.wanted);
        Box::new(move || wanted())
    }

    fn tables(&self) -> &TableStore {
        &self.tables
    }

    fn begins(&self, control: &Arc<Control>) {
        let mut under_way = self.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        under_way.retain(|control| control.strong_count() > 0);
        under_way.push(Arc::downgrade(control));
    }

    /// The submitter has heard of what is odd about the question.
    fn note(&self, _remark: &str) {}
}
