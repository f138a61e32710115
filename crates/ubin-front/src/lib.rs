//! What the front ends share: one door, from a question to its report.
//!
//! Words: a **question** is what can be asked, as data ([`question`]); a **desk** is where it is asked from: it says what may be used and where parts of an answer go ([`Desk`]); a **report** is the answer, as data and with the
//! facts it was made from ([`report`]); a **refusal** is something that the asker can mend ([`Refusal`]). [`answer`] is the door. [`clock`] is the only place that reads the time.
//!
//! ```
//! use ubin_front::{PlainDesk, answer, question::Question};
//!
//! let question = Question::read(r#"{"verb":"count","puzzle":"pentominoes 3x20","distinct":true}"#)?;
//! let report = answer(&question, &PlainDesk::default())?;
//! assert!(report.json().contains(r#""solutions":8,"complete":true,"distinct":2"#));
//! # Ok::<(), ubin_front::Refusal>(())
//! ```
//!
//! Nothing here opens a socket or prints; only `cache`, behind its feature, opens files: the folder of pattern tables.

pub mod about;
mod answer;
mod batch_tables;
#[cfg(feature = "cache")]
pub mod cache;
pub mod chart;
pub mod clock;
mod desk;
pub mod draw;
mod language;
pub mod level;
pub mod picture;
mod plain;
mod progress;
pub mod question;
pub mod read;
mod refusal;
mod remark;
pub mod render;
pub mod report;
mod table_clock;
pub mod tables;
pub mod units;
pub mod words;
mod workload;

pub use answer::{
    BoardsMade, ChallengesMade, NumberedSolution, PackModelReport, PackSolutionLine, PieceModel, PieceShape,
    PlacedModel, SlideModelReport, SolutionLine, SolutionLines, SolutionsReport, TraceReport, TraceStep, VerifyReport,
    answer,
};
pub use batch_tables::{BatchPlaces, BatchTables};
pub use desk::{Allowance, Desk, StopSwitch, Waits};
pub use language::{Language, Sentences};
pub use plain::PlainDesk;
pub use progress::{JobProgress, ProgressMeter};
pub use refusal::{AskError, Refusal, RefusalReport, Refused};
pub use remark::Remark;
pub use report::Report;
pub use table_clock::TableClock;
pub use workload::{Stage, WorkTotal, Workload};

/// A report as one line of JSON.
///
/// # Panics
/// Never: reports have string keys and finite numbers.
#[must_use]
pub fn json(report: &impl serde::Serialize) -> String {
    serde_json::to_string(report).expect("reports have string keys and finite numbers")
}

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
