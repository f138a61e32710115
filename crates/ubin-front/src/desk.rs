//! Where a verb is asked from: limits, tables, the clock.

use std::time::Duration;

use ubin::run::{Control, Limits};
use ubin::slide::TableStore;

/// Where a verb is asked from.
pub trait Desk {
    /// A search that is being watched.
    type Watch: Watched;

    /// Watches a search that begins now and should end after this time.
    fn watch(&self, time_limit: Option<Duration>) -> Self::Watch;
    /// The time that was asked for.
    fn time_limit(&self) -> Option<Duration>;
    /// What a search may use.
    fn limits(&self) -> Limits;
    /// How many threads a search may use.
    fn threads(&self) -> usize;
    /// The pattern tables.
    fn tables(&self) -> &TableStore;
    /// Whether the asker wants no more.
    fn is_interrupted(&self) -> bool;
    /// Says something beside the answer.
    fn note(&self, remark: &str);
}

/// A search that is being watched: somebody stops it when its time is up or its asker has gone.
pub trait Watched {
    /// The handle that the search reports to.
    fn control(&self) -> &Control;
    /// Milliseconds since the start.
    fn milliseconds(&self) -> f64;
}
