//! How the program ends: exit codes.

use std::process::ExitCode;

use ubin::pack::PackOutcome;
use ubin::run::Stop;
use ubin::slide::solve::Status;
pub(crate) use ubin_front::Fault;

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

impl<T> From<&PackOutcome<T>> for Exit {
    fn from(outcome: &PackOutcome<T>) -> Exit {
        match outcome {
            PackOutcome::Solved(_) => Exit::Answered,
            PackOutcome::Impossible(_) => Exit::Impossible,
            PackOutcome::Stopped(stop) => (*stop).into(),
        }
    }
}

impl From<&Fault> for Exit {
    fn from(fault: &Fault) -> Exit {
        match fault {
            Fault::Closed => Exit::Answered,
            Fault::Text { .. } | Fault::Plain(_) => Exit::Fault,
        }
    }
}
