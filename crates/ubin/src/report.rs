//! What every verb answers, ready to be serialised: the JSON that all front ends speak.
//!
//! Where an answer has a **reason**, an English sentence, it stands beside **why**: a code and the values of the sentence, so that a front end can say it in another language without reading the sentence.

mod certificate;
pub mod distances;
pub mod pack;
pub mod slide;
pub mod tree;

use serde::Serialize;

use crate::pack::challenge::NoChallenge;
use crate::pack::hint::HintReason;
use crate::pack::{PackOutcome, Reason};
use crate::run::Stop;
use crate::slide::solve::Status;

/// Why an answer is what it is: as JSON a code and the values that a sentence in any language needs, as text the English sentence.
///
/// ```
/// use ubin::report::Explanation;
/// use ubin::run::Stop;
///
/// let why = Explanation::from(Stop::Time);
/// assert_eq!(serde_json::to_string(&why).unwrap(), r#"{"code":"time"}"#);
/// assert_eq!(why.to_string(), "the time limit was reached");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Explanation {
    /// Why there is no solution.
    Reason(Reason),
    /// Why the search ended before it had an answer.
    Stop {
        /// The stop: its word is its code.
        code: Stop,
    },
    /// Why this piece is the next.
    Hint(HintReason),
    /// Why there is no challenge.
    Challenge(NoChallenge),
}

impl Explanation {
    /// Why a packing has no solution, or is not known to have one.
    pub(crate) fn of_outcome<T>(outcome: &PackOutcome<T>) -> Option<Explanation> {
        match outcome {
            PackOutcome::Solved(_) => None,
            PackOutcome::Impossible(reason) => Some(Explanation::Reason(reason.clone())),
            PackOutcome::Stopped(stop) => Some((*stop).into()),
        }
    }

    /// Why a sliding board's search ended before it had an answer.
    pub(crate) fn of_status(status: Status) -> Option<Explanation> {
        if let Status::Stopped(stop) = status { Some(stop.into()) } else { None }
    }
}

impl From<Stop> for Explanation {
    fn from(code: Stop) -> Explanation {
        Explanation::Stop { code }
    }
}

impl From<NoChallenge> for Explanation {
    fn from(why: NoChallenge) -> Explanation {
        match why {
            NoChallenge::Stopped { stop } => stop.into(),
            why => Explanation::Challenge(why),
        }
    }
}

impl std::fmt::Display for Explanation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Explanation::Reason(reason) => reason.fmt(f),
            Explanation::Stop { code } => code.fmt(f),
            Explanation::Hint(why) => why.fmt(f),
            Explanation::Challenge(why) => why.fmt(f),
        }
    }
}
