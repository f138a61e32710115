//! How the program ends: exit codes.

use std::process::ExitCode;

use ubin::run::Stop;
use ubin_front::report::Ending;

use crate::complaint::Complaint;

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

impl Exit {
    /// The graver of two: an interrupt, then a fault, then a limit, then a proof that there is no solution.
    pub(crate) fn graver(self, other: Exit) -> Exit {
        let rank = |exit: Exit| match exit {
            Exit::Answered => 0,
            Exit::Impossible => 1,
            Exit::Limit => 2,
            Exit::Fault => 3,
            Exit::Interrupted => 4,
        };
        if rank(other) > rank(self) { other } else { self }
    }
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
            // What the check refuses never gets so far: `answer` makes a refusal of it.
            Stop::Refused => Exit::Fault,
            Stop::Time | Stop::Nodes | Stop::Memory | Stop::TooMany => Exit::Limit,
        }
    }
}

impl From<Ending> for Exit {
    fn from(ending: Ending) -> Exit {
        match ending {
            Ending::Answered => Exit::Answered,
            Ending::Impossible => Exit::Impossible,
            Ending::Stopped(stop) => stop.into(),
        }
    }
}

impl From<&Complaint> for Exit {
    fn from(complaint: &Complaint) -> Exit {
        match complaint {
            Complaint::Closed => Exit::Answered,
            // A stop that leaves nothing to say.
            Complaint::Refused(refusal, _) => refusal.stop().map_or(Exit::Fault, Exit::from),
            Complaint::Usage(_) | Complaint::File(_) | Complaint::Shared(_) => Exit::Fault,
        }
    }
}
