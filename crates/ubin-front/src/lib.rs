//! What the front ends share: from a question to its report, whoever asks.
//!
//! Words: a **desk** is where a verb is asked from, the terminal or the server; it says what a search may use, and it has the clock. A **verb** is a function here: it takes
//! a desk and a question, calls the library, and gives the report whose JSON both front ends show. A **fault** is something that the asker can mend.
//!
//! Nothing here opens a file or a socket, or prints.

pub mod desk;
pub mod draw;
pub mod fault;
pub mod names;
pub mod pack;
pub mod picture;
pub mod read;
pub mod render;
pub mod slide;

pub use desk::{Desk, Watched};
pub use fault::Fault;

/// A report as one line of JSON.
///
/// # Panics
/// Never: reports have string keys and finite numbers.
#[must_use]
pub fn json(report: &impl serde::Serialize) -> String {
    serde_json::to_string(report).expect("reports have string keys and finite numbers")
}
