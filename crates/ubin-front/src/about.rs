//! What an engine far from its asker says of itself: its built-in sets, and what one question may use.

use serde::Serialize;
use ubin::pack::sets::{FamousSet, SETS};

use crate::desk::Allowance;

/// A built-in set.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SetEntry {
    /// Its name, which every question takes for the puzzle.
    name: &'static str,
    /// What it is.
    title: &'static str,
    /// Its text.
    text: String,
}

/// The built-in packing puzzles.
#[must_use]
pub fn sets() -> Vec<SetEntry> {
    let entry = |set: &FamousSet| SetEntry { name: set.name, title: set.about, text: set.text() };
    SETS.iter().map(entry).collect()
}

/// What one request may use at most.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RequestLimits {
    /// How long it may take, waiting included; `null` when there is no limit.
    time_limit_ms: Option<u64>,
    /// `null` when there is none.
    node_limit: Option<u64>,
    /// `null` when there is none.
    memory_limit_bytes: Option<u64>,
    threads: usize,
}

impl RequestLimits {
    /// The limits of an allowance.
    #[must_use]
    pub fn of(most: &Allowance) -> RequestLimits {
        RequestLimits {
            time_limit_ms: most.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            node_limit: most.nodes,
            memory_limit_bytes: most.memory,
            threads: most.threads,
        }
    }
}
