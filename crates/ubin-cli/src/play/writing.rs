//! A solution becomes a file: its name is asked for, then it is drawn and written behind the screen.
//!
//! A film of a large board takes seconds. Nobody waits for it: it is a thread that reports to a control as searches do, so Esc and the limits stop it, and the file is whole or not there.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ubin::run::{Control, Run, Stop};
use ubin_front::picture::Undrawn;

use super::keys::Key;
use super::prompt::Prompt;
use super::save::{self, Solved};
use super::worker::Means;
use crate::args::Common;
use crate::exit::Fault;
use crate::output;

/// The name of a file, being typed.
pub(super) struct Naming {
    pub(super) prompt: Prompt,
    /// The file that is there already, and that one more Enter replaces.
    replaces: Option<PathBuf>,
}

impl Naming {
    pub(super) fn with(text: &str) -> Naming {
        Naming { prompt: Prompt::with(text), replaces: None }
    }

    /// A key was pressed; Enter and Esc are for whoever asked.
    pub(super) fn key(&mut self, key: Key) {
        self.replaces = None;
        self.prompt.key(key);
    }

    pub(super) fn paste(&mut self, text: &str) {
        self.replaces = None;
        self.prompt.paste(text);
    }

    /// The path that was typed, if it may be written to; otherwise what a person should know.
    pub(super) fn path(&mut self) -> Result<PathBuf, String> {
        let path = PathBuf::from(self.prompt.text().trim());
        save::check(&path).map_err(|fault| fault.to_string())?;
        if path.exists() && self.replaces.as_deref() != Some(&path) {
            let question = format!("{} is there already: Enter again replaces it.", path.display());
            self.replaces = Some(path);
            return Err(question);
        }
        Ok(path)
    }
}

/// A file being written.
pub(super) struct Writing {
    path: PathBuf,
    control: Arc<Control>,
    ended: Receiver<Result<(), String>>,
    thread: Option<JoinHandle<()>>,
    started: Instant,
    time_limit: Option<Duration>,
}

impl Writing {
    pub(super) fn begin(solved: Solved, path: PathBuf, means: &Means, common: &Common) -> Writing {
        let (sender, ended) = mpsc::channel();
        let control = Arc::new(Control::new());
        let (handle, place, limits, common) = (control.clone(), path.clone(), means.limits, common.clone());
        let thread = thread::spawn(move || {
            let limits = ubin::run::Limits { nodes: None, ..limits };
            // Nobody listens any more when the game has ended.
            let _ = sender.send(write(&solved, &place, &mut Run::new(limits, &handle), &common));
        });
        let time_limit = means.time_limit;
        Writing { path, control, ended, thread: Some(thread), started: Instant::now(), time_limit }
    }

    /// What is to be said at the end, once it is reached.
    pub(super) fn poll(&mut self) -> Option<String> {
        if self.time_limit.is_some_and(|limit| self.started.elapsed() >= limit) {
            self.control.stop(Stop::Time);
        }
        match self.ended.try_recv() {
            Ok(Ok(())) => Some(format!("Wrote {}.", self.path.display())),
            Ok(Err(why)) => Some(why),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                // The thread panicked: so do we, after its message.
                if let Some(Err(panic)) = self.thread.take().map(JoinHandle::join) {
                    std::panic::resume_unwind(panic);
                }
                None
            }
        }
    }

    /// Asks it to end without a file.
    pub(super) fn stop(&self) {
        self.control.stop(Stop::Interrupted);
    }

    /// What it does, and since when.
    pub(super) fn progress(&self) -> (String, Duration) {
        let elapsed = self.started.elapsed();
        (format!("Writing {}: {:.1} s. Esc stops.", self.path.display(), elapsed.as_secs_f64()), elapsed)
    }
}

impl Drop for Writing {
    /// Waits for the end, a band or a frame away, so that no half file stays behind.
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            // A panic has been told already.
            let _ = thread.join();
        }
    }
}

fn write(solved: &Solved, path: &Path, run: &mut Run<'_>, common: &Common) -> Result<(), String> {
    let bytes = solved.bytes(path, run).map_err(|undrawn| match undrawn {
        Undrawn::Fault(fault) => fault.to_string(),
        Undrawn::Stopped { why, .. } => format!("Did not write {}: {why}.", path.display()),
    })?;
    output::save_bytes(common, path, &bytes).map_err(|fault: Fault| fault.to_string())
}
