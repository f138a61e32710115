//! A ledger read again from its first line: the total, or what is open.

use std::path::Path;

use ubin_front::{Desk, Workload};

use crate::checkpoint::LedgerEntry;
use crate::error::{Mismatch, ShareError};
use crate::ledger::Ledger;
use crate::manifest::{Manifest, Record};
use crate::recheck::{Recheck, Rechecked};
use crate::tally::{Added, Tally};

/// What a ledger says about its last search.
pub struct AuditedLedger {
    /// What is shared.
    pub manifest: Manifest,
    /// Its records, added up.
    pub tally: Tally,
    /// What was checked.
    pub rechecked: Rechecked,
    /// Units that no worker survives.
    pub given_up: Vec<String>,
}

impl AuditedLedger {
    /// The manifest of a ledger's last search.
    ///
    /// # Errors
    /// When it is no ledger of a job.
    pub fn manifest(path: &Path) -> Result<Manifest, ShareError> {
        let last = AuditedLedger::manifests(path)?.pop();
        last.ok_or_else(|| Mismatch::NoJob { place: path.display().to_string() }.into())
    }

    /// The manifests of all searches of a ledger, one after the other.
    pub(crate) fn manifests(path: &Path) -> Result<Vec<Manifest>, ShareError> {
        let mut all = Vec::new();
        each(path, |entry| {
            if let LedgerEntry::Manifest(manifest) = entry {
                all.push(*manifest);
            }
            Ok(())
        })?;
        Ok(all)
    }

    /// Adds up a ledger, and checks records as far as it is wanted. Searches that came before the last are complete, and are checked to be.
    ///
    /// # Errors
    /// When it is no ledger of a job, or a record is false.
    pub fn read(path: &Path, checks: Option<(&Workload, Recheck, &impl Desk)>) -> Result<AuditedLedger, ShareError> {
        let job = AuditedLedger::manifest(path)?.job();
        let mut current: Option<AuditedLedger> = None;
        each(path, |entry| {
            match (entry, &mut current) {
                (LedgerEntry::Manifest(manifest), before) => {
                    manifest.check_form(&path.display().to_string())?;
                    if let Some(AuditedLedger { manifest, tally, .. }) = before {
                        tally.check_complete(manifest)?;
                    }
                    let tally = Tally::new(&manifest);
                    let (rechecked, given_up) = (Rechecked::default(), Vec::new());
                    current = Some(AuditedLedger { manifest: *manifest, tally, rechecked, given_up });
                }
                (LedgerEntry::GivenUp(unit), Some(audited)) => audited.given_up.push(unit),
                (LedgerEntry::Record(record), Some(audited)) => {
                    let checks = checks.as_ref().filter(|_| audited.manifest.job() == job);
                    audited.add(&record, checks.map(|(work, recheck, desk)| (*work, *recheck, *desk)))?;
                }
                _ => return Err(Mismatch::NoJob { place: path.display().to_string() }.into()),
            }
            Ok(())
        })?;
        let mut audited = current.ok_or_else(|| Mismatch::NoJob { place: path.display().to_string() })?;
        let AuditedLedger { tally, given_up, .. } = &mut audited;
        given_up.retain(|unit| !tally.is_done(unit));
        Ok(audited)
    }

    fn add(&mut self, record: &Record, checks: Option<(&Workload, Recheck, &impl Desk)>) -> Result<(), ShareError> {
        record.check_search(&self.manifest, || self.manifest.job())?;
        if let (Some((work, recheck, desk)), Some(unit)) = (checks, self.tally.open_unit(&record.unit).cloned()) {
            recheck.check((&self.manifest, work), (&unit, record), &mut self.rechecked, desk)?;
        }
        match self.tally.add(record)? {
            Added::First(_) | Added::Again => Ok(()),
            Added::Unknown => Err(Mismatch::NoUnit { unit: record.unit.clone() }.into()),
        }
    }
}

/// Hands out what a ledger has behind its head.
fn each(path: &Path, mut take: impl FnMut(LedgerEntry) -> Result<(), ShareError>) -> Result<(), ShareError> {
    Ledger::look(path, |text| {
        let no_job = |_| Mismatch::NoJob { place: path.display().to_string() };
        take(serde_json::from_str(text).map_err(no_job)?)
    })
    .map(drop)
}
