//! A solution becomes a file: its name is asked for, then it is drawn and written behind the screen.
//!
//! A film of a large board takes seconds. The screen does not wait for it: it is a thread that looks at the clock and at the player as searches do, so Esc and the limits stop it, and the file is whole or not there.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ubin::run::{Limits, Run};
use ubin_front::picture::Undrawn;

use super::keys::GameKey;
use super::prompt::Prompt;
use super::save::{self, SolvedGame};
use super::worker::GameDesk;
use crate::args::Common;
use crate::complaint::Complaint;
use crate::input::TextNames;
use crate::output;
use crate::phrases;
use crate::phrases::game as say;

/// The name of a file, being typed.
pub(super) struct Naming {
    pub(super) prompt: Prompt,
    /// The file that is there already, and that one more Enter replaces.
    replaces: Option<PathBuf>,
}

impl Naming {
    pub(super) fn with(text: &str) -> Naming {
        Naming { prompt: Prompt::offering(text), replaces: None }
    }

    /// A key was pressed; Enter and Esc are for the caller.
    pub(super) fn key(&mut self, key: GameKey) {
        self.replaces = None;
        self.prompt.key(key);
    }

    pub(super) fn paste(&mut self, text: &str) {
        self.replaces = None;
        self.prompt.paste(text);
    }

    /// The path that was typed, if it may be written to; otherwise what a person should know.
    pub(super) fn path(&mut self, endings: &[&'static str]) -> Result<PathBuf, String> {
        let path = PathBuf::from(self.prompt.text().trim());
        save::check(&path, endings).map_err(|complaint| complaint.said())?;
        if path.exists() && self.replaces.as_deref() != Some(&path) {
            let question = say::there_already(path.display());
            self.replaces = Some(path);
            return Err(question);
        }
        Ok(path)
    }
}

/// A file being written.
pub(super) struct Writing {
    path: PathBuf,
    desk: GameDesk,
    ended: Receiver<Result<(), String>>,
    thread: Option<JoinHandle<()>>,
}

impl Writing {
    pub(super) fn begin(solved: SolvedGame, path: PathBuf, desk: GameDesk, common: &Common) -> Writing {
        let (sender, ended) = mpsc::channel();
        let (asked_from, place, common) = (desk.clone(), path.clone(), common.clone());
        let thread = thread::spawn(move || {
            let watch = asked_from.watch();
            let limits = Limits { nodes: None, ..common.run_limits() };
            // The screen does not listen any more when the game has ended.
            let _ = sender.send(write(&solved, &place, &mut Run::new(limits, watch.control()), &common));
        });
        Writing { path, desk, ended, thread: Some(thread) }
    }

    /// What is to be said at the end, once it is reached.
    pub(super) fn poll(&mut self) -> Option<String> {
        match self.ended.try_recv() {
            Ok(Ok(())) => Some(say::wrote_file(self.path.display())),
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
        self.desk.stop();
    }

    /// What it does, and since when.
    pub(super) fn progress(&self) -> (String, Duration) {
        let elapsed = self.desk.elapsed();
        (say::writing_file(self.path.display(), phrases::seconds(elapsed)), elapsed)
    }
}

impl Drop for Writing {
    /// Waits for the end, a band or a frame away, so that no half file stays behind.
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            // The message of a panic is out already.
            let _ = thread.join();
        }
    }
}

fn write(solved: &SolvedGame, path: &Path, run: &mut Run<'_>, common: &Common) -> Result<(), String> {
    let unwritten = |why: String| say::did_not_write_file(path.display(), why);
    let bytes = solved.bytes(path, run).map_err(|undrawn| match undrawn {
        Undrawn::Stopped(stop) => unwritten(phrases::stop(stop)),
        Undrawn::Refused(refusal) if refusal.stop().is_some() => unwritten(refusal.said(phrases::language())),
        Undrawn::Refused(refusal) => Complaint::of(refusal, &TextNames::default()).said(),
    })?;
    output::save_bytes(common, path, &bytes).map_err(|complaint| complaint.said())
}
