//! The plainest desk: a program that asks and waits.

use std::sync::Mutex;

use ubin::slide::TableStore;

use crate::clock::Moment;
use crate::desk::{Allowance, Desk, Waits};

/// A desk for a program in the same process: one thread, tables in memory, no limits but those of the question.
#[derive(Debug)]
pub struct PlainDesk {
    asked: Moment,
    tables: TableStore,
    remarks: Mutex<Vec<String>>,
}

impl Default for PlainDesk {
    fn default() -> PlainDesk {
        PlainDesk { asked: Moment::now(), tables: TableStore::default(), remarks: Mutex::default() }
    }
}

impl PlainDesk {
    /// What was said beside the answer.
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        self.remarks.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }
}

impl Desk for PlainDesk {
    fn allowance(&self) -> Allowance {
        Allowance { threads: 1, ..Allowance::default() }
    }

    fn asked(&self) -> Moment {
        self.asked
    }

    fn waits(&self) -> Waits {
        Box::new(|| true)
    }

    fn tables(&self) -> &TableStore {
        &self.tables
    }

    fn note(&self, remark: &str) {
        self.remarks.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(remark.into());
    }
}
