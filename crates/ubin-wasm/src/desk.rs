//! The desk of a question that was sent to a worker.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use ubin::run::Control;
use ubin::slide::TableStore;
use ubin_front::clock::Moment;
use ubin_front::{Allowance, Desk, ProgressMeter, Report, Waits};

use crate::Host;

/// Bytes that a search may hold: a page has four times as much at most, and tables want some of it.
pub(crate) const MEMORY: u64 = 1 << 30;
/// How long a question may take.
const TIME: Duration = Duration::from_secs(3600);
/// The most puzzles that one question makes.
const MOST_MADE: u64 = 1000;
/// How often progress is told.
const TICK: Duration = Duration::from_millis(100);

/// The most that a question may use.
pub(crate) fn allowance() -> Allowance {
    Allowance { time: Some(TIME), nodes: None, memory: Some(MEMORY), threads: 1, puzzles: Some(MOST_MADE) }
}

/// The desk of one question.
pub(crate) struct WorkerDesk<H> {
    host: Arc<H>,
    tables: TableStore,
    asked: Moment,
    now: Arc<Mutex<SearchNow>>,
}

/// The search under way, and what was told of it.
struct SearchNow {
    /// It holds [`WorkerDesk::waits`], which holds this: were it held here as well, neither would ever be freed.
    control: Weak<Control>,
    meter: ProgressMeter,
    /// When progress is told next.
    next: Moment,
}

fn locked(now: &Mutex<SearchNow>) -> MutexGuard<'_, SearchNow> {
    now.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<H: Host> WorkerDesk<H> {
    pub(crate) fn new(host: Arc<H>, tables: TableStore) -> WorkerDesk<H> {
        let asked = Moment::now();
        let now = SearchNow { control: Weak::new(), meter: ProgressMeter::default(), next: asked.after(TICK) };
        WorkerDesk { host, tables, asked, now: Arc::new(Mutex::new(now)) }
    }
}

/// Tells how far the search is, when it is time.
fn tell(host: &impl Host, now: &Mutex<SearchNow>, asked: Moment) {
    let moment = Moment::now();
    let mut now = locked(now);
    if moment >= now.next {
        now.next = moment.after(TICK);
        let SearchNow { control, meter, .. } = &mut *now;
        let progress = meter.read(control.upgrade().as_deref(), Some(asked));
        host.event("progress", &ubin_front::json(&progress));
    }
}

impl<H: Host> Desk for WorkerDesk<H> {
    fn allowance(&self) -> Allowance {
        allowance()
    }

    fn asked(&self) -> Moment {
        self.asked
    }

    /// A worker does one thing at a time: who looks whether the answer is wanted also tells how far the search is.
    fn waits(&self) -> Waits {
        let (host, now, asked) = (self.host.clone(), self.now.clone(), self.asked);
        Box::new(move || {
            tell(&*host, &now, asked);
            host.is_wanted()
        })
    }

    fn tables(&self) -> &TableStore {
        &self.tables
    }

    fn begins(&self, control: &Arc<Control>) {
        locked(&self.now).control = Arc::downgrade(control);
    }

    fn part(&self, part: &Report) -> ControlFlow<()> {
        self.host.event("solution", &part.json());
        if self.host.is_wanted() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Warnings and reasons are in the reports.
    fn note(&self, _remark: &str) {}
}
