//! All boards of a size by their distance from the goal.

use ubin::report::distances::DistancesReport;
use ubin::slide::distances::{MOST_CELLS, distances};

use super::Session;
use crate::desk::Desk;
use crate::question::DistancesQuestion;
use crate::read::goal;
use crate::refusal::{AskError, Refusal};
use crate::report::Report;

impl<D: Desk> Session<'_, D> {
    /// Searches the whole space of a goal.
    pub(super) fn whole_space(&self, asked: &DistancesQuestion) -> Result<Report, Refusal> {
        let size = asked.size;
        let too_large = || AskError::SpaceSize { size, most: MOST_CELLS }.at("size");
        if size.cells() > MOST_CELLS {
            return Err(too_large());
        }
        let (goal, metric) = (goal(asked.goal.as_deref(), size)?, asked.metric.unwrap_or_default());
        let watch = self.watch(None);
        let mut run = self.run(&watch);
        let space = distances(&goal, metric, self.threads, &mut run).ok_or_else(too_large)?;
        let report = DistancesReport::new(&goal, metric, &space, run.stats(), watch.milliseconds());
        self.histogram_in_form(Report::Distances { goal, space, report }, asked)
    }
}
