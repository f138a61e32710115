//! How long a search waited for pattern tables.

use std::sync::{Mutex, PoisonError};

use ubin::slide::store::TableWatch;

use crate::clock::Moment;

/// Adds up the time in which searches wait for tables to be built or loaded, apart from the search itself.
///
/// ```
/// use std::sync::Arc;
/// use ubin::run::{Control, Limits, Run};
/// use ubin::slide::store::LargeTables;
/// use ubin::slide::{Goal, Size, TableStore};
/// use ubin_front::TableClock;
///
/// let clock = Arc::new(TableClock::default());
/// let tables = TableStore::default().watched(clock.clone());
/// let goal = Goal::BlankLast.board(Size::new(3, 3).unwrap());
/// let control = Control::new();
/// tables.prepare(&goal, LargeTables::Build, &mut Run::new(Limits::default(), &control)).unwrap();
/// let tables_ms = clock.milliseconds();
/// tables.prepare(&goal, LargeTables::Build, &mut Run::new(Limits::default(), &control)).unwrap();
/// assert_eq!(clock.milliseconds(), tables_ms, "they are there");
/// ```
#[derive(Debug, Default)]
pub struct TableClock {
    waits: Mutex<TableWaits>,
}

#[derive(Debug, Default)]
struct TableWaits {
    /// Waits under way: time in which several threads wait counts once.
    under_way: usize,
    /// When the first of them began.
    since: Option<Moment>,
    /// Milliseconds of those that ended.
    spent: f64,
}

impl TableClock {
    /// Milliseconds spent waiting so far, with a wait that is under way.
    #[must_use]
    pub fn milliseconds(&self) -> f64 {
        let waits = self.waits.lock().unwrap_or_else(PoisonError::into_inner);
        waits.spent + waits.since.map_or(0.0, Moment::elapsed_ms)
    }
}

impl TableWatch for TableClock {
    fn began(&self) {
        let mut waits = self.waits.lock().unwrap_or_else(PoisonError::into_inner);
        waits.under_way += 1;
        waits.since.get_or_insert_with(Moment::now);
    }

    fn ended(&self) {
        let mut waits = self.waits.lock().unwrap_or_else(PoisonError::into_inner);
        waits.under_way -= 1;
        if waits.under_way == 0
            && let Some(since) = waits.since.take()
        {
            waits.spent += since.elapsed_ms();
        }
    }
}
