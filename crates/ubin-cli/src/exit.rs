//! How the program ends: exit codes, and faults that a person can mend.

use std::process::ExitCode;

use ubin::run::Stop;
use ubin::slide::solve::Status;
use ubin::text::{Mistake, Place};

/// The exit codes of the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Exit {
    /// Solved, or answered.
    Answered = 0,
    /// Proven: there is no solution.
    Impossible = 1,
    /// Bad usage or bad input.
    Fault = 2,
    /// A limit came first.
    Limit = 3,
    /// Interrupted.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

impl From<Stop> for Exit {
    fn from(stop: Stop) -> Exit {
        match stop {
            Stop::Interrupted => Exit::Interrupted,
            Stop::Time | Stop::Nodes | Stop::Memory => Exit::Limit,
        }
    }
}

impl From<Status> for Exit {
    fn from(status: Status) -> Exit {
        match status {
            Status::Optimal | Status::Solved => Exit::Answered,
            Status::Unsolvable => Exit::Impossible,
            Status::Stopped(stop) => stop.into(),
        }
    }
}

/// Something the user can mend.
#[derive(Debug)]
pub(crate) enum Fault {
    /// A mistake in a puzzle's text.
    Text { name: String, line: String, place: Option<Place>, message: String },
    /// Options that do not fit, or a file that cannot be read or written.
    Plain(String),
    /// Whoever read our output has gone. Nobody is left to tell.
    Closed,
}

impl Fault {
    /// A mistake in the text that was read under a name.
    pub(crate) fn text(name: &str, text: &str, mistake: &dyn Mistake) -> Fault {
        let place = mistake.place();
        let line = place.and_then(|at| text.lines().nth(at.line - 1)).unwrap_or_default();
        Fault::Text {
            name: name.into(),
            line: line.trim_start_matches('\u{feff}').into(),
            place,
            message: mistake.to_string(),
        }
    }

    pub(crate) fn exit(&self) -> Exit {
        match self {
            Fault::Closed => Exit::Answered,
            Fault::Text { .. } | Fault::Plain(_) => Exit::Fault,
        }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Text { name, place: Some(at), message, .. } => {
                write!(f, "{name}:{}:{}: {message}", at.line, at.column)
            }
            Fault::Text { name, place: None, message, .. } => write!(f, "{name}: {message}"),
            Fault::Plain(message) => f.write_str(message),
            Fault::Closed => f.write_str("the output was closed"),
        }
    }
}
