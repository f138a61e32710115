//! Ctrl-C, and the progress line.
//!
//! Nothing here stops a search: a search looks at Ctrl-C and at the clock itself. The thread of a progress line only draws.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};
use ratatui::crossterm::terminal;
use ubin::run::Control;
use ubin_front::clock::Moment;

use crate::args::Common;
use crate::phrases;

/// How often the line is drawn.
const TICK: Duration = Duration::from_millis(50);
/// A search that is done before this shows no progress line.
const PATIENCE: Duration = Duration::from_millis(400);

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// Whether a progress line stands on the terminal.
static SHOWN: AtomicBool = AtomicBool::new(false);
/// Searches that look at Ctrl-C.
static ATTENDED: AtomicUsize = AtomicUsize::new(0);

/// Turns Ctrl-C (and a request to terminate) into a flag while a search runs; a second one ends the program at once, and
/// so does the first one when nothing runs that could report.
pub(crate) fn catch_interrupts() {
    let caught = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Relaxed) || ATTENDED.load(Relaxed) == 0 {
            crate::play::terminal::restore();
            if SHOWN.load(Relaxed) {
                // The line that is being drawn would stay.
                eprint!("\r\x1b[K");
            }
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

/// Says something on a line of its own while a progress line may stand on the terminal.
pub(crate) fn say(text: &str) {
    let clear = if SHOWN.load(Relaxed) { "\r\x1b[K" } else { "" };
    let _ = writeln!(io::stderr(), "{clear}{text}");
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
    pub(crate) fn begin(
        common: &Common,
        control: &Arc<Control>,
        kind: ProgressKind,
        label: Option<String>,
    ) -> ProgressLine {
        let done = Arc::new(AtomicBool::new(false));
        let is_shown = is_shown(common);
        let thread = is_shown.then(|| {
            let (control, done) = (control.clone(), done.clone());
            let drawer = ProgressDrawer { control, done, started: Moment::now(), kind, label };
            thread::spawn(move || drawer.run())
        });
        ProgressLine { done, thread, _attended: attend() }
    }
}

/// What a progress line says after so long, made anew every time it is drawn.
pub(crate) type ProgressTeller = Box<dyn Fn(Duration) -> String + Send>;

impl ProgressLine {
    /// The line of work that is told about by its owner.
    pub(crate) fn told(common: &Common, tell: ProgressTeller) -> ProgressLine {
        let done = Arc::new(AtomicBool::new(false));
        let is_shown = is_shown(common);
        let thread = is_shown.then(|| {
            let (done, started) = (done.clone(), Moment::now());
            thread::spawn(move || {
                let mut bar: Option<ProgressBar> = None;
                draw_until(&done, started, |elapsed| {
                    let bar = bar.get_or_insert_with(spinner);
                    SHOWN.store(true, Relaxed);
                    bar.set_message(cut(&tell(elapsed)));
                    bar.tick();
                });
                if let Some(bar) = bar {
                    bar.finish_and_clear();
                    SHOWN.store(false, Relaxed);
                }
            })
        });
        ProgressLine { done, thread, _attended: attend() }
    }
}

/// Whether a progress line is wanted, and standard error can take one away again.
fn is_shown(common: &Common) -> bool {
    !common.quiet && !common.no_progress && io::stderr().is_terminal() && !crate::color::is_dumb()
}

/// Draws now and then until it is done; nothing in the first moments.
fn draw_until(done: &AtomicBool, started: Moment, mut draw: impl FnMut(Duration)) {
    while !done.load(Relaxed) {
        let elapsed = started.elapsed();
        if elapsed >= PATIENCE {
            draw(elapsed);
        }
        thread::park_timeout(TICK);
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is right")
}

fn target() -> ProgressDrawTarget {
    ProgressDrawTarget::term_like(Box::new(ErrorLine::default()))
}

fn spinner() -> ProgressBar {
    ProgressBar::with_draw_target(None, target()).with_style(style("{spinner} {msg}"))
}

impl ProgressLine {
    /// Takes the line away; Ctrl-C is looked at as before.
    pub(crate) fn hide(&mut self) {
        self.done.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            thread.join().expect("the drawing thread does not panic");
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.hide();
    }
}

struct ProgressDrawer {
    control: Arc<Control>,
    done: Arc<AtomicBool>,
    started: Moment,
    kind: ProgressKind,
    label: Option<String>,
}

impl ProgressDrawer {
    fn run(&self) {
        let mut bar: Option<ProgressBar> = None;
        draw_until(&self.done, self.started, |elapsed| {
            let bar = bar.get_or_insert_with(|| self.bar());
            SHOWN.store(true, Relaxed);
            match self.kind {
                ProgressKind::Bar(_) => bar.set_position(self.control.progress().nodes),
                ProgressKind::Search => bar.set_message(cut(&self.labelled(elapsed))),
                ProgressKind::Drawing => bar.set_message(cut(&phrases::drawing(phrases::seconds(elapsed)))),
            }
            bar.tick();
        });
        if let Some(bar) = bar {
            bar.finish_and_clear();
            SHOWN.store(false, Relaxed);
        }
    }

    fn bar(&self) -> ProgressBar {
        match self.kind {
            ProgressKind::Bar(total) => {
                ProgressBar::with_draw_target(Some(total), target()).with_style(style(&phrases::bar_of_work()))
            }
            ProgressKind::Search | ProgressKind::Drawing => spinner(),
        }
    }

    /// What the search does, after its name where it has one.
    fn labelled(&self, elapsed: Duration) -> String {
        let message = self.message(elapsed);
        self.label.as_ref().map_or_else(|| message.clone(), |label| format!("{label}: {message}"))
    }

    fn message(&self, elapsed: Duration) -> String {
        let progress = self.control.progress();
        let rate = progress.nodes as f64 / elapsed.as_secs_f64();
        let (nodes, rate) = (phrases::grouped(progress.nodes), phrases::grouped(rate as u64));
        let mut message = phrases::progress(phrases::seconds(elapsed), nodes, rate);
        if let Some(upper) = progress.upper {
            message += &phrases::progress_most(upper);
        }
        if progress.lower > 0 {
            message += &phrases::progress_least(progress.lower);
        }
        if progress.bytes > 1 << 20 {
            message += &format!(", {}", phrases::bytes(progress.bytes));
        }
        message
    }
}

/// Columns at the right edge that a progress line leaves free: a terminal writes `^C` there. On the next line it would keep the line from being found again.
const ECHO: u16 = 3;

/// The columns of the terminal.
pub(crate) fn window() -> u16 {
    terminal::size().map_or(80, |(columns, _)| columns)
}

/// The columns of a progress line.
fn columns() -> u16 {
    window().saturating_sub(ECHO).max(1)
}

/// A message as far as it fits beside the spinner.
fn cut(message: &str) -> String {
    message.chars().take(usize::from(columns()).saturating_sub(2)).collect()
}

/// The line of standard error that the cursor is in; what is written appears at once, when it is flushed.
#[derive(Debug, Default)]
struct ErrorLine(Mutex<String>);

impl ErrorLine {
    fn add(&self, text: &str) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push_str(text);
        Ok(())
    }

    fn go(&self, cells: usize, way: char) -> io::Result<()> {
        if cells > 0 { self.add(&format!("\x1b[{cells}{way}")) } else { Ok(()) }
    }
}

impl TermLike for ErrorLine {
    fn width(&self) -> u16 {
        columns()
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.go(n, 'A')
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.go(n, 'B')
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.go(n, 'C')
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.go(n, 'D')
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.add(text)?;
        self.add("\n")
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.add(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.add("\r\x1b[2K")
    }

    fn flush(&self) -> io::Result<()> {
        let text = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        let mut errors = io::stderr().lock();
        errors.write_all(text.as_bytes())?;
        errors.flush()
    }
}
