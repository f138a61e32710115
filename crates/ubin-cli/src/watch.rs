//! Ctrl-C, and the progress line.
//!
//! Nothing here stops a search: a search looks at Ctrl-C and at the clock itself. The thread of a progress line only draws.

use std::io::{self, IsTerminal as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use ubin::run::Control;
use ubin_front::clock::Moment;
use ubin_front::render::text::{bytes, grouped};

use crate::args::Common;

/// How often the line is drawn.
const TICK: Duration = Duration::from_millis(50);
/// A search that is done before this shows no progress line.
const PATIENCE: Duration = Duration::from_millis(400);

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// Searches that look at Ctrl-C.
static ATTENDED: AtomicUsize = AtomicUsize::new(0);

/// Turns Ctrl-C (and a request to terminate) into a flag while a search runs; a second one ends the program at once, and
/// so does the first one when nothing runs that could report.
pub(crate) fn catch_interrupts() {
    let caught = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Relaxed) || ATTENDED.load(Relaxed) == 0 {
            crate::play::terminal::restore();
            std::process::exit(130);
        }
    });
    // Without a handler Ctrl-C ends the program as it always does.
    drop(caught);
}

/// As long as it lives, its owner looks at [`interrupted`] and ends in order.
#[derive(Debug)]
pub(crate) struct Attended;

/// Promises to look at [`interrupted`].
pub(crate) fn attend() -> Attended {
    ATTENDED.fetch_add(1, Relaxed);
    Attended
}

impl Drop for Attended {
    fn drop(&mut self) {
        ATTENDED.fetch_sub(1, Relaxed);
    }
}

/// Whether Ctrl-C was pressed.
pub(crate) fn interrupted() -> bool {
    INTERRUPTED.load(Relaxed)
}

/// What a progress line says.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ProgressKind {
    /// Nodes and bounds.
    Search,
    /// How much is done of so many steps.
    Bar(u64),
    /// That something is being drawn.
    Drawing,
}

/// A search that runs, and its progress line on a terminal; when it is dropped, the line goes.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    done: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    _attended: Attended,
}

impl ProgressLine {
    /// The line of a search that begins now and reports to this control.
    pub(crate) fn begin(common: &Common, control: &Arc<Control>, kind: ProgressKind) -> ProgressLine {
        let done = Arc::new(AtomicBool::new(false));
        let is_shown = !common.quiet && !common.no_progress && io::stderr().is_terminal();
        let thread = is_shown.then(|| {
            let drawer = ProgressDrawer { control: control.clone(), done: done.clone(), started: Moment::now(), kind };
            thread::spawn(move || drawer.run())
        });
        ProgressLine { done, thread, _attended: attend() }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.done.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            thread.join().expect("the drawing thread does not panic");
        }
    }
}

struct ProgressDrawer {
    control: Arc<Control>,
    done: Arc<AtomicBool>,
    started: Moment,
    kind: ProgressKind,
}

impl ProgressDrawer {
    fn run(&self) {
        let mut bar: Option<ProgressBar> = None;
        while !self.done.load(Relaxed) {
            let elapsed = self.started.elapsed();
            if elapsed >= PATIENCE {
                let bar = bar.get_or_insert_with(|| self.bar());
                match self.kind {
                    ProgressKind::Bar(_) => bar.set_position(self.control.progress().nodes),
                    ProgressKind::Search => bar.set_message(self.message(elapsed)),
                    ProgressKind::Drawing => bar.set_message(format!("{:.1} s, drawing", elapsed.as_secs_f64())),
                }
                bar.tick();
            }
            thread::park_timeout(TICK);
        }
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
    }

    fn bar(&self) -> ProgressBar {
        let style = |template| ProgressStyle::with_template(template).expect("the template is right");
        match self.kind {
            ProgressKind::Bar(total) => {
                ProgressBar::new(total).with_style(style("{bar:40} {percent} %, {elapsed}, {eta} to go"))
            }
            ProgressKind::Search | ProgressKind::Drawing => {
                ProgressBar::new_spinner().with_style(style("{spinner} {msg}"))
            }
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
