//! Tables that the browser keeps, as the table store sees them.

use std::sync::Arc;

use ubin::slide::store::{FilledTables, TableFiles, TableSet};
use ubin_front::tables::{NamedSet, TableRow};

use crate::Host;

/// The tables that a host keeps.
pub(crate) struct KeptTables<H> {
    host: Arc<H>,
}

impl<H: Host> KeptTables<H> {
    pub(crate) fn new(host: Arc<H>) -> KeptTables<H> {
        KeptTables { host }
    }

    /// The sets that have names, and then the others that are kept.
    pub(crate) fn rows(&self) -> Vec<TableRow> {
        let kept: Vec<TableSet> = self.host.kept().iter().filter_map(|name| TableSet::named(name)).collect();
        let mut named: Vec<NamedSet> = NamedSet::catalogued().collect();
        let others: Vec<&TableSet> = kept.iter().filter(|set| named.iter().all(|known| known.set != **set)).collect();
        named.extend(others.into_iter().map(|set| NamedSet { name: set.to_string(), set: set.clone() }));
        let row = |named: &NamedSet| {
            let bytes = named.set.bytes().filter(|_| kept.contains(&named.set));
            TableRow::new(named, bytes)
        };
        named.iter().map(row).collect()
    }
}

/// Tables of an image, if it is whole and of the set that its name says.
fn opened(set: &TableSet, image: Vec<u8>) -> Option<FilledTables> {
    set.open(Arc::new(image)).ok().flatten()
}

impl<H: Host> TableFiles for KeptTables<H> {
    fn has(&self, set: &TableSet) -> bool {
        self.host.kept().contains(&set.to_string())
    }

    fn load(&self, set: &TableSet) -> Option<FilledTables> {
        opened(set, self.host.load(&set.to_string())?)
    }

    fn keep(&self, tables: &FilledTables) {
        self.host.keep(&tables.set().to_string(), tables.image());
    }
}
