//! Runs that outlast a process and outgrow a machine.
//!
//! Words: a **manifest** says which search of which question is shared, with which budget, tables and sources of the search; its hash is the **job**'s name. A **record** is the part that came of a unit. A **ledger** is a file of
//! records, each with a checksum: the only truth about what is done. A **tally** adds records up: units that are **open** have no record yet, and there is no total while one is open. To **audit** is to make the tally again from
//! nothing but the manifest and the records. A **worker** does units; a **collector** writes the ledger.
//!
//! The units themselves are `ubin_front::Workload`'s, and what comes of one depends on the unit and the manifest alone. So it does not matter who does a unit, how often, or in which order: the first record of a unit counts, and a
//! second one that differs from it stops the job.
//!
//! [`checkpoint`] does all units in one process and goes on after it was killed; [`folder`] shares them as files; `nats`, behind its feature, by messages.

mod audit;
pub mod checkpoint;
mod digest;
mod error;
mod estimate;
pub mod folder;
mod ledger;
mod manifest;
#[cfg(feature = "nats")]
pub mod nats;
mod recheck;
mod tables;
mod tally;
mod worker;

pub use audit::AuditedLedger;
pub use digest::digest;
pub use error::{Falsehood, Mismatch, NoRound, ShareError};
pub use estimate::estimated_nodes;
pub use ledger::{Ledger, LedgerHead};
pub use manifest::{Manifest, Record};
pub use recheck::{Recheck, Rechecked};
pub use tally::{Added, Tally};
pub use worker::{RunEvent, RunListener, WorkerDesk};
