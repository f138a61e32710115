//! Units and records as files.

use std::path::Path;

use serde::Serialize;
use ubin_share::folder::JobFolder;
use ubin_share::{Manifest, Mismatch, NoRound, Record, ShareError};

use super::{CutArgs, DoArgs, UnitsArgs, manifest, workload};
use crate::args::Common;
use crate::checkpoint;
use crate::complaint::Complaint;
use crate::exit::Exit;
use crate::output::{self, Printout};
use crate::phrases::{self, share};
use crate::watch;

/// What was written.
#[derive(Serialize)]
struct UnitsReport {
    job: String,
    folder: String,
    units: usize,
    budget: u64,
}

/// Writes the units of a question, or of the round that follows another.
pub(super) fn units(common: &Common, args: UnitsArgs) -> Result<Exit, Complaint> {
    let _attended = watch::attend();
    let (manifest, records) = match &args.after {
        Some(after) => next_round(common, after, &args.cut)?,
        None => manifest(common, args.cut)?,
    };
    let folder = JobFolder::begin(&args.folder, manifest, &records)?;
    let report = UnitsReport {
        job: folder.manifest().job(),
        folder: args.folder.display().to_string(),
        units: folder.index()?.len(),
        budget: folder.manifest().budget,
    };
    let text = share::folder_job(&report.folder, share::units(report.units as u64), &report.job);
    output::show(common, &Printout::new(text, &report))?;
    Ok(Exit::Answered)
}

fn next_round(common: &Common, after: &Path, cut: &CutArgs) -> Result<(Manifest, Vec<Record>), Complaint> {
    let folder = JobFolder::open(after)?;
    let (tally, _) = folder.audit(None::<(_, _, &ubin_share::WorkerDesk)>)?;
    let none = |why| Complaint::from(ShareError::from(Mismatch::NoNextRound { why }));
    if !tally.is_complete() {
        return Err(none(NoRound::Incomplete));
    }
    let desk = checkpoint::desk(common, 1);
    let manifest = folder.manifest();
    let work = workload(common, manifest, &after.display().to_string(), &desk)?;
    let next = work.next_stage(&tally.sum()).ok_or_else(|| none(NoRound::Last))?;
    let work = work.at(next).map_err(ShareError::from)?;
    let question = manifest.question().map_err(ShareError::from)?;
    Ok(Manifest::new(&question, &work, manifest.budget).split(&work, cut.least, &desk).map_err(ShareError::from)?)
}

/// What was done.
#[derive(Serialize)]
struct DoReport {
    job: String,
    /// `done`, `limit` or `interrupted`.
    status: &'static str,
    records: u64,
}

/// Does units, and everything below them.
pub(super) fn work_off(common: &Common, args: &DoArgs) -> Result<Exit, Complaint> {
    let _attended = watch::attend();
    let folder = JobFolder::open(&args.folder)?;
    let is_whole = args.index.is_none() && args.units.is_empty();
    let units = match args.index {
        Some(index) => {
            let none = || ShareError::from(Mismatch::NoUnit { unit: index.to_string() });
            vec![folder.unit(folder.index()?.get(index).ok_or_else(none)?)?]
        }
        // From the root: so a record of the first units that is damaged is done again, too.
        None if is_whole => folder.manifest().units.clone(),
        None => args.units.iter().map(|name| folder.unit(name)).collect::<Result<_, _>>()?,
    };
    let desk = checkpoint::desk(common, 1);
    let work = workload(common, folder.manifest(), &args.folder.display().to_string(), &desk)?;
    let (mut records, mut stop) = (0, None);
    for unit in units {
        let done = folder.work_off(unit, &work, &desk)?;
        records += done.records;
        stop = done.stop;
        if stop.is_some() || is_whole && done.has_path {
            break;
        }
    }
    let exit = stop.map_or(Exit::Answered, Exit::from);
    let status = match exit {
        Exit::Interrupted => "interrupted",
        Exit::Limit => "limit",
        _ => "done",
    };
    let text = match stop {
        None => share::written(share::records(records)),
        Some(stop) => share::written_until(share::records(records), phrases::stop(stop)),
    };
    let report = DoReport { job: folder.manifest().job(), status, records };
    output::show(common, &Printout::new(text, &report))?;
    Ok(exit)
}
