//! Learned scores in the store: used where they are kept, or where a batch has made them ready.

use std::sync::Arc;

use super::set::Filling;
use super::{FilledTables, TableSet, TableStore};
use crate::run::{Run, Stop};
use crate::slide::board::Board;
use crate::slide::learned::LaidScore;
use crate::slide::policy::LargeTables;

impl TableStore {
    /// The learned score for a goal; `None` where none is kept or made ready, or the goal's blank is in no corner.
    ///
    /// # Errors
    /// When the run was stopped before it was there.
    pub(crate) fn learned(&self, goal: &Board, run: &mut Run<'_>) -> Result<Option<LaidScore>, Stop> {
        let Some(set) = learned_set(goal) else { return Ok(None) };
        let is_ready = self.eager && self.shared.known().prepared.contains(&set);
        let tables = if is_ready { self.tables(&set, None, run)? } else { self.kept(&set, run)? };
        let Some(FilledTables(Filling::Learned(table))) = tables else { return Ok(None) };
        let laid = LaidScore::new(table, goal);
        run.note_bytes(laid.as_ref().map_or(0, LaidScore::bytes));
        Ok(laid)
    }

    /// Makes the learned score of a goal ready: a kept one, or one that is learned where that is allowed.
    pub(super) fn prepare_learned(&self, goal: &Board, may: LargeTables, run: &mut Run<'_>) -> Result<(), Stop> {
        let Some(set) = learned_set(goal) else { return Ok(()) };
        let tables = match may {
            LargeTables::Kept => self.kept(&set, run)?,
            LargeTables::Build => self.tables(&set, run.remaining().memory, run)?,
        };
        if tables.is_some() {
            self.shared.known().prepared.insert(set);
        }
        Ok(())
    }
}

/// The score that serves a goal.
fn learned_set(goal: &Board) -> Option<Arc<TableSet>> {
    let set = LaidScore::fits(goal).then(|| TableSet::learned(LaidScore::upright(goal.size())))?;
    set.map(Arc::new)
}
