//! The door of the page's worker: questions as JSON in, reports as JSON out.
//!
//! Words: the **host** is what a worker offers: whether an answer is still wanted, a place for events, and one for tables ([`Host`]). [`Engine`] answers one question after the other, with the tables of those before.
//! In a browser, `abi` is the host; it is the only place that knows of memory shared with JavaScript.
//!
//! ```
//! use ubin_wasm::{Answer, Engine, Host};
//!
//! struct Waiting;
//! impl Host for Waiting {
//!     fn is_wanted(&self) -> bool { true }
//!     fn event(&self, _name: &str, _json: &str) {}
//!     fn kept(&self) -> Vec<String> { Vec::new() }
//!     fn load(&self, _name: &str) -> Option<Vec<u8>> { None }
//!     fn keep(&self, _name: &str, _image: &[u8]) {}
//! }
//!
//! let engine = Engine::new(Waiting);
//! let Answer::Json(report) = engine.answer(r#"{"verb":"solve","puzzle":"1 2 3/4 5 6/- 7 8"}"#) else { panic!("a report") };
//! assert!(report.contains(r#""moves":"RR""#));
//! ```

mod desk;
mod engine;
mod kept;

#[cfg(target_arch = "wasm32")]
mod abi;

pub use engine::{Answer, Engine};

/// What a worker offers to the questions that it was sent.
pub trait Host: Send + Sync + 'static {
    /// Whether an answer is still wanted. It is asked a thousand times a second.
    fn is_wanted(&self) -> bool;

    /// Something on the way to the answer: `progress` or `solution`.
    fn event(&self, name: &str, json: &str);

    /// The names of the tables that are kept.
    fn kept(&self) -> Vec<String>;

    /// The bytes of tables that are kept, as they were given.
    fn load(&self, name: &str) -> Option<Vec<u8>>;

    /// Keeps tables, as far as there is room.
    fn keep(&self, name: &str, image: &[u8]);
}
