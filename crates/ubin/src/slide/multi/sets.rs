//! The patterns of a goal's tables for lines that slide.

use super::catalogue::{Grade, choose};
use super::frame::LineFrame;
use super::tables::LineTables;
use crate::run::{Run, Stop};
use crate::slide::Board;
use crate::slide::pattern::Partition;

/// The patterns that a goal's frames need, one set or two; `None` beyond 16 cells.
pub(crate) fn partitions(goal: &Board, grade: Grade) -> Option<Vec<Partition>> {
    let frames = LineFrame::both(goal.size(), goal.blank());
    let mut found = Vec::new();
    for frame in &frames {
        found.push(choose(frame.size, frame.blank, grade)?);
    }
    found.dedup();
    Some(found)
}

/// Tables for a goal, built here and now: two sets when its frames differ; `None` beyond 16 cells.
///
/// # Errors
/// When the run was stopped.
pub fn build(goal: &Board, grade: Grade, threads: usize, run: &mut Run<'_>) -> Result<Option<Vec<LineTables>>, Stop> {
    let Some(partitions) = partitions(goal, grade) else { return Ok(None) };
    let build = |partition: &Partition| LineTables::build(partition, threads, run);
    partitions.iter().map(build).collect::<Result<_, _>>().map(Some)
}
