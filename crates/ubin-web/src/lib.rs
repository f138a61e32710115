//! The server of `ubin serve`: the page, and the verbs of the command line over HTTP.
//!
//! This crate is the only place that knows HTTP. A request is let in by the `door`, read by `ask`, becomes a task in `verbs`, and is answered by `app`, which gives searches
//! a place among the `job`s. The answers are the reports of the library: the JSON of the command line. It opens no file; the page is embedded.
//!
//! ```no_run
//! use std::time::Duration;
//! use ubin::slide::TableStore;
//! use ubin_web::{Caps, Means, Server};
//!
//! let caps = Caps { time: Duration::from_secs(60), nodes: None, memory: 1 << 30, threads: 2 };
//! let means = Means { caps, tables: TableStore::default(), cache: None };
//! let server = Server::bind("127.0.0.1", [127, 0, 0, 1].into(), 0, means)?;
//! println!("http://{}", server.address());
//! server.run(|| false)?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod app;
mod ask;
mod assets;
mod door;
mod feed;
mod job;
mod model;
mod openapi;
mod patience;
mod problem;
mod routes;
mod server;
mod solutions;
mod tables;
mod verbs;

pub use job::{Caps, ROOM};
pub use routes::{BODY_TIME, MOST_BODY};
pub use server::{HEADER_TIME, Means, Server, WRITE_TIME};
