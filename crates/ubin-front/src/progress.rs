//! How far a search is, as an asker far away is told: ten times a second.

use serde::Serialize;
use ubin::run::Control;

use crate::clock::Moment;

/// How far a job is, ten times a second.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct JobProgress {
    /// Nodes expanded by the search under way.
    expanded: u64,
    /// Nodes generated; not known while it runs.
    generated: Option<u64>,
    /// Nodes, as `expanded`.
    nodes: u64,
    /// Nodes a second since the last event.
    nodes_per_second: f64,
    /// No solution is shorter.
    bound: Option<u64>,
    /// The length of the best solution so far.
    best: Option<u64>,
    /// Live nodes; not known while it runs.
    open: Option<u64>,
    /// Finished nodes; not known while it runs.
    closed: Option<u64>,
    /// The most bytes seen held at once.
    peak_bytes: u64,
    /// Milliseconds since the job has its place.
    elapsed_ms: f64,
    /// `waiting` for a place, or `searching`.
    phase: &'static str,
}

/// Remembers what was told of a job: the most bytes, and the nodes at the last event, for the rate.
#[derive(Debug, Default)]
pub struct ProgressMeter {
    last: Option<(Moment, u64)>,
    most_bytes: u64,
}

impl ProgressMeter {
    /// How far the job is that began then, if it has; its search under way may be the second one, which begins to count anew.
    pub fn read(&mut self, search: Option<&Control>, began: Option<Moment>) -> JobProgress {
        let known = search.map(Control::progress).unwrap_or_default();
        self.most_bytes = self.most_bytes.max(known.bytes);
        JobProgress {
            expanded: known.nodes,
            generated: None,
            nodes: known.nodes,
            nodes_per_second: self.rate(known.nodes),
            bound: (known.lower > 0).then_some(known.lower),
            best: known.upper,
            open: None,
            closed: None,
            peak_bytes: self.most_bytes,
            elapsed_ms: began.map_or(0.0, Moment::elapsed_ms),
            phase: if began.is_some() { "searching" } else { "waiting" },
        }
    }

    /// Nodes a second since the last event.
    fn rate(&mut self, nodes: u64) -> f64 {
        let now = Moment::now();
        let (then, before) = self.last.replace((now, nodes)).unwrap_or((now, nodes));
        let seconds = then.elapsed().as_secs_f64();
        let rate = if seconds > 0.0 { nodes.saturating_sub(before) as f64 / seconds } else { 0.0 };
        rate.round()
    }
}
