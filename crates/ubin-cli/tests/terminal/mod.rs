//! A program in a pseudo-terminal: keys go in, and a terminal emulator reads what comes out.

#![allow(dead_code, reason = "every test file uses a part")]

use std::io::{Read as _, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};

/// How long a test waits for what must come.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// The program in its terminal.
pub(crate) struct Play {
    pub(crate) child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
    raw: Arc<Mutex<Vec<u8>>>,
    reader: Option<thread::JoinHandle<()>>,
}

pub(crate) fn size(cols: u16, rows: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

impl Play {
    pub(crate) fn start(args: &[&str]) -> Play {
        Play::start_in(Path::new("."), args, &[])
    }

    pub(crate) fn start_in(folder: &Path, args: &[&str], environment: &[(&str, &str)]) -> Play {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_ubin"));
        command.args(args);
        Play::spawn(folder, command, environment)
    }

    pub(crate) fn spawn(folder: &Path, mut command: CommandBuilder, environment: &[(&str, &str)]) -> Play {
        let pty = native_pty_system().openpty(size(80, 24)).unwrap();
        command.cwd(folder.canonicalize().unwrap());
        command.env_remove("NO_COLOR");
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C");
        command.env("UBIN_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
        environment.iter().for_each(|(name, value)| command.env(name, value));
        let child = pty.slave.spawn_command(command).unwrap();
        drop(pty.slave);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(24, 80, 0)));
        let raw = Arc::new(Mutex::new(Vec::new()));
        let mut output = pty.master.try_clone_reader().unwrap();
        let (shown, kept) = (screen.clone(), raw.clone());
        let reader = thread::spawn(move || {
            let mut buffer = [0; 4096];
            // A terminal whose other side has gone gives an error at its end.
            while let Ok(count @ 1..) = output.read(&mut buffer) {
                shown.lock().unwrap().process(&buffer[..count]);
                kept.lock().unwrap().extend_from_slice(&buffer[..count]);
            }
        });
        let keys = pty.master.take_writer().unwrap();
        Play { child, master: pty.master, keys, screen, raw, reader: Some(reader) }
    }

    pub(crate) fn keys(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    pub(crate) fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    /// Waits until the screen shows a text.
    #[track_caller]
    pub(crate) fn sees(&self, text: &str) {
        self.until(text, |screen| screen.contains(text));
    }

    #[track_caller]
    pub(crate) fn until(&self, what: &str, holds: impl Fn(&str) -> bool) {
        let begun = Instant::now();
        while !holds(&self.text()) {
            assert!(begun.elapsed() < PATIENCE, "never saw '{what}':\n{}", self.text());
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Where a text is on the screen: column and row from 1, as a mouse reports them.
    pub(crate) fn place(&self, text: &str) -> (usize, usize) {
        let screen = self.text();
        let found = screen
            .lines()
            .enumerate()
            .find_map(|(row, line)| line.find(text).map(|at| (line[..at].chars().count() + 1, row + 1)));
        found.unwrap_or_else(|| panic!("no '{text}' in\n{screen}"))
    }

    /// The colour behind the first cell that shows this letter alone, between spaces.
    pub(crate) fn ground_of(&self, letter: char) -> Option<vt100::Color> {
        let screen = self.screen.lock().unwrap();
        let (rows, cols) = screen.screen().size();
        let text =
            |row, col| screen.screen().cell(row, col).map_or_else(String::new, |cell| cell.contents().to_string());
        let is_space = |row, col| text(row, col).trim().is_empty();
        let mut all = (0..rows).flat_map(|row| (1..cols).map(move |col| (row, col)));
        let is_alone = |&(row, col): &(u16, u16)| {
            text(row, col) == letter.to_string() && is_space(row, col - 1) && is_space(row, col + 1)
        };
        let (row, col) = all.find(is_alone)?;
        screen.screen().cell(row, col).map(vt100::Cell::bgcolor)
    }

    pub(crate) fn click(&mut self, (column, row): (usize, usize)) {
        self.keys(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
    }

    pub(crate) fn resize(&self, cols: u16, rows: u16) {
        self.screen.lock().unwrap().screen_mut().set_size(rows, cols);
        self.master.resize(size(cols, rows)).unwrap();
    }

    /// Waits for the end; all that was written, and how it ended. The terminal must be as it was.
    #[track_caller]
    pub(crate) fn end(self) -> (String, ExitStatus) {
        let (raw, _, status) = self.ended();
        (raw, status)
    }

    /// Waits for the end; all that was written, the last screen, and how it ended. The terminal must be as it was.
    #[track_caller]
    pub(crate) fn ended(mut self) -> (String, String, ExitStatus) {
        let status = self.child.wait().unwrap();
        self.reader.take().unwrap().join().unwrap();
        let screen = self.screen.lock().unwrap();
        assert!(!screen.screen().alternate_screen(), "the first screen is back");
        assert!(!screen.screen().hide_cursor(), "the cursor is shown");
        assert!(!screen.screen().bracketed_paste(), "pasting is as it was");
        assert_eq!(screen.screen().mouse_protocol_mode(), vt100::MouseProtocolMode::None, "the mouse is as it was");
        let raw = String::from_utf8_lossy(&self.raw.lock().unwrap()).into_owned();
        (raw, screen.screen().contents(), status)
    }

    /// Quits with Q.
    #[track_caller]
    pub(crate) fn quit(mut self) -> String {
        self.keys("q");
        let (raw, status) = self.end();
        assert_eq!(status.exit_code(), 0);
        raw
    }
}
