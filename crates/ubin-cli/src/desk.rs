//! The terminal as a place to ask from.

use std::cell::OnceCell;
use std::time::Duration;

use ubin::run::{Control, Limits};
use ubin::slide::TableStore;
use ubin_front::{Desk, Watched};

use crate::args::Common;
use crate::output;
use crate::watch::{self, Watch};

/// The common options, and the pattern tables.
pub(crate) struct Terminal<'a> {
    pub(crate) common: &'a Common,
    /// Made when they are first asked for: packing puzzles need none.
    tables: OnceCell<TableStore>,
}

impl<'a> Terminal<'a> {
    /// A terminal with a table store of its own.
    pub(crate) fn new(common: &'a Common) -> Terminal<'a> {
        Terminal { common, tables: OnceCell::new() }
    }

    /// A terminal with tables that it shares with others.
    pub(crate) fn with_tables(common: &'a Common, tables: &TableStore) -> Terminal<'a> {
        Terminal { common, tables: OnceCell::from(tables.clone()) }
    }
}

impl Desk for Terminal<'_> {
    type Watch = Watch;

    fn watch(&self, time_limit: Option<Duration>) -> Watch {
        Watch::start(self.common, time_limit)
    }

    fn time_limit(&self) -> Option<Duration> {
        self.common.time_limit
    }

    fn limits(&self) -> Limits {
        self.common.limits()
    }

    fn threads(&self) -> usize {
        self.common.threads()
    }

    fn tables(&self) -> &TableStore {
        self.tables.get_or_init(|| self.common.tables(self.common.threads()))
    }

    fn is_interrupted(&self) -> bool {
        watch::interrupted()
    }

    fn note(&self, remark: &str) {
        output::note(self.common, remark);
    }
}

impl Watched for Watch {
    fn control(&self) -> &Control {
        Watch::control(self)
    }

    fn milliseconds(&self) -> f64 {
        Watch::milliseconds(self)
    }
}
