//! The terminal while a game is on: taken over, and given back whatever happens.
//!
//! Invariant: after [`Guard`] is dropped, after a panic on any thread and after a signal, the first screen is back, the cursor is visible, and keys and mouse do what they did before.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture};
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::crossterm::{cursor, execute};

use crate::exit::Exit;
use crate::watch;

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

/// Ends the program when the terminal has gone, or when an interrupt is not heard for half a second.
///
/// A terminal that was closed sends no keys, and waiting for one there is waiting for ever, at full speed; so another
/// thread looks.
pub(super) fn leave_when_it_goes() {
    std::thread::spawn(|| {
        let mut unheard = 0;
        while TAKEN.load(SeqCst) {
            std::thread::sleep(Duration::from_millis(100));
            unheard = if watch::interrupted() { unheard + 1 } else { 0 };
            if unheard > 5 || !io::stdout().is_terminal() {
                restore();
                std::process::exit(Exit::Interrupted as i32);
            }
        }
    });
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

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use portable_pty::{CommandBuilder, PtySize, native_pty_system};

    use super::*;

    /// Not a test by itself: what the test below runs in a terminal of its own.
    #[test]
    #[ignore = "panics on purpose, for a_panic_gives_the_terminal_back"]
    fn takes_the_terminal_and_panics() {
        let (_guard, _screen) = Guard::take().unwrap();
        std::thread::spawn(|| panic!("a search that fails")).join().unwrap_err();
    }

    #[test]
    fn a_panic_gives_the_terminal_back() {
        let pty = native_pty_system().openpty(PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 }).unwrap();
        let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
        command.args(["--exact", "play::terminal::tests::takes_the_terminal_and_panics", "--ignored", "--nocapture"]);
        let mut child = pty.slave.spawn_command(command).unwrap();
        drop(pty.slave);
        let mut output = Vec::new();
        // A terminal whose other side has gone gives an error at its end.
        let _ = pty.master.try_clone_reader().unwrap().read_to_end(&mut output);
        child.wait().unwrap();
        let output = String::from_utf8_lossy(&output);
        let at = |text: &str| output.find(text).unwrap_or_else(|| panic!("no {text:?} in {output:?}"));
        assert!(at("\u{1b}[?1049h") < at("\u{1b}[?1049l"), "the first screen is back");
        assert!(at("\u{1b}[?1049l") < at("a search that fails"), "before the message");
        assert!(at("\u{1b}[?25l") < at("\u{1b}[?25h"), "and the cursor is shown");
    }
}
