//! The patterns of a goal's tables for lines that slide.

use super::catalogue::{Grade, choose};
use super::frame::LineFrame;
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
