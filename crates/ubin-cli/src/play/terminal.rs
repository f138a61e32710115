//! The terminal while a game is on: taken over, and given back whatever happens.
//!
//! Invariant: after [`Guard`] is dropped, after a panic on any thread and after a signal, the first screen is back, the cursor is visible, and keys and mouse do what they did before.

use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture};
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::crossterm::{cursor, execute};

/// Whether the terminal is ours.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// A terminal that draws.
pub(super) type Screen = Terminal<CrosstermBackend<io::Stdout>>;

/// Gives the terminal back when it goes.
pub(super) struct Guard;

impl Guard {
    /// Takes the terminal over.
    pub(super) fn take() -> io::Result<(Guard, Screen)> {
        enable_raw_mode()?;
        TAKEN.store(true, SeqCst);
        let guard = Guard;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste, cursor::Hide)?;
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            before(panic);
        }));
        let screen = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        Ok((guard, screen))
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back, if it is ours.
pub(crate) fn restore() {
    if !TAKEN.swap(false, SeqCst) {
        return;
    }
    let mut out = io::stdout();
    // There is nothing left to try if the terminal has gone.
    let _ = execute!(out, DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
    let _ = disable_raw_mode();
    let _ = out.flush();
}
