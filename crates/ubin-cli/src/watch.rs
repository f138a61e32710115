//! The clock, Ctrl-C and the progress line: one small thread beside every search.

use std::io::{self, IsTerminal as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use ubin::run::{Control, Stop};
use ubin_front::render::text::{bytes, grouped};

use crate::args::Common;

/// How often the thread looks at the clock and at Ctrl-C.
const TICK: Duration = Duration::from_millis(20);
/// A search that is done before this shows no progress line.
const PATIENCE: Duration = Duration::from_millis(400);
/// What a drawing may take when its search has used all of the time, and never more than that time again.
const GRACE: Duration = Duration::from_millis(500);

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// Searches that are being watched.
static WATCHED: AtomicUsize = AtomicUsize::new(0);

/// Turns Ctrl-C (and a request to terminate) into a flag while a search runs; a second one ends the program at once, and
/// so does the first one when nothing runs that could report.
pub(crate) fn catch_interrupts() {
    let caught = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Relaxed) || WATCHED.load(Relaxed) == 0 {
            crate::play::terminal::restore();
            std::process::exit(130);
        }
    });
    // Without a handler Ctrl-C ends the program as it always does.
    drop(caught);
}

/// As long as it lives, somebody looks at [`interrupted`] and ends in order.
pub(crate) struct Attended;

/// Promises to look at [`interrupted`].
pub(crate) fn attend() -> Attended {
    WATCHED.fetch_add(1, Relaxed);
    Attended
}

impl Drop for Attended {
    fn drop(&mut self) {
        WATCHED.fetch_sub(1, Relaxed);
    }
}

/// Whether Ctrl-C was pressed.
pub(crate) fn interrupted() -> bool {
    INTERRUPTED.load(Relaxed)
}

/// What the progress line tells.
#[derive(Clone, Copy)]
enum Line {
    /// Nodes and bounds.
    Search,
    /// How much is done of so many steps.
    Bar(u64),
    /// That something is being drawn.
    Drawing,
}

/// A search being watched; when it is dropped, the thread ends.
pub(crate) struct Watch {
    control: Arc<Control>,
    done: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    started: Instant,
}

impl Watch {
    /// Watches a search that begins now.
    pub(crate) fn start(common: &Common, time_limit: Option<Duration>) -> Watch {
        Watch::begin(common, time_limit, Line::Search)
    }

    /// Watches a drawing that begins now, after a search that took so long. A search that was interrupted is drawn all the same: a second Ctrl-C ends it.
    pub(crate) fn drawing(common: &Common, spent: Duration) -> Watch {
        let left = common.time_limit.map(|limit| limit.saturating_sub(spent).max(GRACE.min(limit)));
        Watch::begin(common, left, Line::Drawing)
    }

    fn begin(common: &Common, time_limit: Option<Duration>, line: Line) -> Watch {
        WATCHED.fetch_add(1, Relaxed);
        let control = Arc::new(Control::new());
        let done = Arc::new(AtomicBool::new(false));
        let started = Instant::now();
        let shows = !common.quiet && !common.no_progress && io::stderr().is_terminal();
        let heard = interrupted();
        let watcher = Watcher { control: control.clone(), done: done.clone(), started, time_limit, shows, line, heard };
        let thread = thread::spawn(move || watcher.run());
        Watch { control, done, thread: Some(thread), started }
    }

    /// Watches work whose end is known: the line is a bar.
    pub(crate) fn start_bar(common: &Common, time_limit: Option<Duration>, total: u64) -> Watch {
        Watch::begin(common, time_limit, Line::Bar(total))
    }

    /// The handle that the search reports to.
    pub(crate) fn control(&self) -> &Control {
        &self.control
    }

    /// Milliseconds since the start.
    pub(crate) fn milliseconds(&self) -> f64 {
        // Microseconds are all that a clock of this kind can tell.
        self.started.elapsed().as_micros() as f64 / 1000.0
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        WATCHED.fetch_sub(1, Relaxed);
        self.done.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            thread.join().expect("the watching thread does not panic");
        }
    }
}

struct Watcher {
    control: Arc<Control>,
    done: Arc<AtomicBool>,
    started: Instant,
    time_limit: Option<Duration>,
    shows: bool,
    line: Line,
    /// Whether Ctrl-C was pressed before.
    heard: bool,
}

impl Watcher {
    fn run(&self) {
        let mut bar: Option<ProgressBar> = None;
        while !self.done.load(Relaxed) {
            let elapsed = self.started.elapsed();
            if interrupted() && !(self.heard && matches!(self.line, Line::Drawing)) {
                self.control.stop(Stop::Interrupted);
            }
            if self.time_limit.is_some_and(|limit| elapsed >= limit) {
                self.control.stop(Stop::Time);
            }
            if self.shows && elapsed >= PATIENCE {
                let bar = bar.get_or_insert_with(|| self.bar());
                match self.line {
                    Line::Bar(_) => bar.set_position(self.control.progress().nodes),
                    Line::Search => bar.set_message(self.message(elapsed)),
                    Line::Drawing => bar.set_message(format!("{:.1} s, drawing", elapsed.as_secs_f64())),
                }
                bar.tick();
            }
            let left = self.time_limit.map_or(TICK, |limit| limit.saturating_sub(elapsed));
            thread::park_timeout(TICK.min(left.max(Duration::from_millis(1))));
        }
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
    }

    fn bar(&self) -> ProgressBar {
        let style = |template| ProgressStyle::with_template(template).expect("the template is right");
        match self.line {
            Line::Bar(total) => {
                ProgressBar::new(total).with_style(style("{bar:40} {percent} %, {elapsed}, {eta} to go"))
            }
            Line::Search | Line::Drawing => ProgressBar::new_spinner().with_style(style("{spinner} {msg}")),
        }
    }

    fn message(&self, elapsed: Duration) -> String {
        let progress = self.control.progress();
        let rate = progress.nodes as f64 / elapsed.as_secs_f64();
        let mut message =
            format!("{:.1} s, {} nodes, {}/s", elapsed.as_secs_f64(), grouped(progress.nodes), grouped(rate as u64));
        if let Some(upper) = progress.upper {
            message += &format!(", at most {upper}");
        }
        if progress.lower > 0 {
            message += &format!(", at least {}", progress.lower);
        }
        if progress.bytes > 1 << 20 {
            message += &format!(", {}", bytes(progress.bytes));
        }
        message
    }
}
