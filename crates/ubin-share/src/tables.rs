//! The tables that a manifest names, on a machine that would use others.
//!
//! A search uses the largest tables in the cache, so two machines may have different ones at hand, and one machine others than yesterday. Tables are deterministic: where those at hand are not the manifest's, the sets that every machine can build are
//! tried, the small one and the large one.

use std::sync::Arc;

use ubin::run::{Control, Stop};
use ubin::slide::TableStore;
use ubin_front::clock::Moment;
use ubin_front::question::Question;
use ubin_front::{Allowance, Desk, Refusal, Waits, Workload};

/// The bytes of the largest set that is built without being asked for: 6-6-6-6 and 7-8 are below.
const LARGE: u64 = 256 << 20;

/// A desk with tables of its own.
struct OtherStore<'d, D> {
    desk: &'d D,
    tables: TableStore,
}

impl<D: Desk> Desk for OtherStore<'_, D> {
    fn allowance(&self) -> Allowance {
        self.desk.allowance()
    }

    fn asked(&self) -> Moment {
        self.desk.asked()
    }

    fn waits(&self) -> Waits {
        self.desk.waits()
    }

    fn tables(&self) -> &TableStore {
        &self.tables
    }

    fn begins(&self, control: &Arc<Control>) {
        self.desk.begins(control);
    }

    fn note(&self, remark: &str) {
        self.desk.note(remark);
    }
}

/// The workload of a question with the tables of this digest; with those at hand where no set that is tried has it.
pub(crate) fn workload_with(
    question: &Question,
    digest: Option<&String>,
    desk: &impl Desk,
) -> Result<Workload, Refusal> {
    let at_hand = Workload::new(question, desk)?;
    if digest.is_none() || at_hand.tables().as_ref() == digest {
        return Ok(at_hand);
    }
    let small = TableStore::new(1);
    let large = desk.tables().clone().with_budgets(LARGE, LARGE);
    for tables in [small, large] {
        match Workload::new(question, &OtherStore { desk, tables }) {
            Ok(work) if work.tables().as_ref() == digest => return Ok(work),
            Err(refusal) if refusal.stop() == Some(Stop::Interrupted) => return Err(refusal),
            // Too large for the memory here, say: then the tables are not the manifest's.
            Ok(_) | Err(_) => {}
        }
    }
    Ok(at_hand)
}
