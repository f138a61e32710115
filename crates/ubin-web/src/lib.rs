//! The server of `ubin serve`: the page, and the verbs of the command line over HTTP.
//!
//! This crate is the only place that knows HTTP. A request is let in by the `door`, its `body` becomes a question in `verbs`, and the `service` gives it a place among the `job`s, each of which is the desk of one question. The
//! answers are the reports of the library: the JSON of the command line. It opens no file; the page is embedded.
//!
//! ```no_run
//! use std::time::Duration;
//! use ubin::slide::TableStore;
//! use ubin_web::{Caps, Means, Server};
//!
//! let caps = Caps { time: Duration::from_secs(60), nodes: None, memory: 1 << 30, threads: 2 };
//! let means = Means { caps, tables: TableStore::default(), cache: None, allow_frames: false };
//! let server = Server::bind("127.0.0.1", [127, 0, 0, 1].into(), 0, means)?;
//! println!("http://{}", server.address());
//! server.run(|| false)?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod assets;
mod body;
mod door;
mod feed;
mod job;
mod openapi;
mod refusal;
mod routes;
mod server;
mod service;
pub mod site;
mod tables;
mod verbs;
mod write_limit;

pub use body::{BODY_TIME, MOST_BODY};
pub use job::{Caps, ROOM};
pub use server::{HEADER_TIME, Means, Server, WRITE_TIME};
