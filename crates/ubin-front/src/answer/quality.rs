//! How good the heuristics are on boards of a size.

use ubin::slide::quality;
use ubin::slide::solve::PROVEN_CELLS;

use super::Session;
use crate::desk::Desk;
use crate::question::HeuristicsQuestion;
use crate::read::goal;
use crate::refusal::{AskError, Refusal};
use crate::report::{HeuristicsReport, Report};

/// Boards of a sample unless another number is asked for, and the most.
const USUAL_SAMPLE: u64 = 100;
const MOST_SAMPLED: u64 = 1_000_000;

impl<D: Desk> Session<'_, D> {
    /// Measures every heuristic that boards of this size can have.
    pub(super) fn measure_heuristics(&self, asked: &HeuristicsQuestion) -> Result<Report, Refusal> {
        let (size, seed) = (asked.size, asked.seed.unwrap_or(1));
        let sample @ 1..=MOST_SAMPLED = asked.sample.unwrap_or(USUAL_SAMPLE) else {
            return Err(AskError::OutOfRange { least: 1.0, most: MOST_SAMPLED as f64 }.at("sample"));
        };
        let goal = goal(asked.goal.as_deref(), size)?;
        let watch = self.watch(None);
        let mut run = self.run(&watch);
        let tables = self.tables();
        let too_large = || AskError::SpaceSize { size, most: PROVEN_CELLS }.at("size");
        let (told, stop) = quality(&goal, (sample, seed), &tables.store, &mut run).ok_or_else(too_large)?;
        let mut report = HeuristicsReport::new(&goal, (sample, seed), (&told, stop), run.stats(), watch.milliseconds());
        tables.told_apart(&mut report.cost);
        Ok(Report::Heuristics { stop, report })
    }
}
