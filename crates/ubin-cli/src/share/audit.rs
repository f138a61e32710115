//! `ubin share audit`: the total of a job, from nothing but its manifest and its records.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use ubin::unit::{Part, Prefix};
use ubin_front::question::Question;
use ubin_front::{Report, Stage, WorkTotal};
use ubin_share::folder::JobFolder;
use ubin_share::{AuditedLedger, Manifest, Recheck, Rechecked, ShareError, Tally};

use super::workload;
use crate::args::Common;
use crate::checkpoint;
use crate::complaint::Complaint;
use crate::count;
use crate::exit::Exit;
use crate::output::{self, Printout};
use crate::phrases::{self, share};
use crate::watch;

#[derive(Debug, Args)]
pub(crate) struct AuditArgs {
    /// A folder of units, or a ledger
    #[arg(value_name = "PLACE")]
    place: PathBuf,
    /// Compare what every record has left with the tree
    #[arg(long)]
    siblings: bool,
    /// Do this many percent of the units again
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, value_parser = percent)]
    again: f64,
}

/// From 0 to 100.
fn percent(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|percent| (0.0..=100.0).contains(percent));
    number.ok_or_else(|| "expected a number from 0 to 100".into())
}

/// What the records of a job say.
#[derive(Serialize)]
struct AuditReport {
    job: String,
    /// `complete` or `incomplete`; only what is complete is a total.
    status: &'static str,
    stage: Stage,
    units: usize,
    open: usize,
    given_up: Vec<String>,
    found: u128,
    /// Those that differ up to the symmetries of the puzzle, where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    distinct: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetries: Option<u64>,
    hash: u64,
    nodes: u64,
    generated: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Prefix>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_bound: Option<u32>,
    rechecked: Rechecked,
}

/// Adds up a folder or a ledger.
pub(super) fn run(common: &Common, args: &AuditArgs) -> Result<Exit, Complaint> {
    let _attended = watch::attend();
    let recheck = Recheck { siblings: args.siblings, again: args.again / 100.0 };
    let desk = checkpoint::desk(common, 1);
    let place = args.place.display().to_string();
    let checks = |manifest: &Manifest| -> Result<_, Complaint> {
        (recheck.siblings || recheck.again > 0.0).then(|| workload(common, manifest, &place, &desk)).transpose()
    };
    let (manifest, tally, rechecked, given_up) = if args.place.is_dir() {
        let folder = JobFolder::open(&args.place)?;
        let work = checks(folder.manifest())?;
        let (tally, rechecked) = folder.audit(work.as_ref().map(|work| (work, recheck, &desk)))?;
        (folder.manifest().clone(), tally, rechecked, Vec::new())
    } else {
        let manifest = AuditedLedger::manifest(&args.place)?;
        let work = checks(&manifest)?;
        let audited = AuditedLedger::read(&args.place, work.as_ref().map(|work| (work, recheck, &desk)))?;
        (audited.manifest, audited.tally, audited.rechecked, audited.given_up)
    };
    show(common, &manifest, &tally, rechecked, given_up)
}

/// Shows a total, or what is known.
pub(super) fn show(
    common: &Common,
    manifest: &Manifest,
    tally: &Tally,
    rechecked: Rechecked,
    given_up: Vec<String>,
) -> Result<Exit, Complaint> {
    let is_complete = tally.is_complete();
    let (distinct, symmetries) = if is_complete { distinct(common, manifest, tally)?.unzip() } else { (None, None) };
    let Part { found, hash, nodes, generated, path, next_bound, .. } = tally.sum();
    let report = AuditReport {
        job: manifest.job(),
        status: if is_complete { "complete" } else { "incomplete" },
        stage: manifest.stage,
        units: tally.units_done(),
        open: tally.open_count(),
        given_up,
        found,
        distinct,
        symmetries,
        hash,
        nodes,
        generated,
        path: path.filter(|_| is_complete),
        next_bound: next_bound.filter(|_| is_complete),
        rechecked,
    };
    output::show(common, &Printout::new(report.text(), &report))?;
    Ok(match (is_complete, manifest.stage) {
        (false, _) => Exit::Limit,
        (true, Stage::Packings) if found == 0 => Exit::Impossible,
        (true, _) => Exit::Answered,
    })
}

/// How many solutions differ up to symmetry, and the symmetries, where the question asks for it: that is searched here. `None` when another version of the search has made the records.
fn distinct(common: &Common, manifest: &Manifest, tally: &Tally) -> Result<Option<(u128, u64)>, Complaint> {
    let question = manifest.question().map_err(ShareError::from)?;
    let asks = matches!(&question, Question::Count(asked) if asked.distinct);
    if !asks || manifest.stage != Stage::Packings || manifest.check_search("").is_err() {
        return Ok(None);
    }
    let _attended = watch::attend();
    let desk = checkpoint::desk(common, 1);
    let work = workload(common, manifest, &manifest.job(), &desk)?;
    let total = WorkTotal { sum: tally.sum(), ..WorkTotal::default() };
    let report = work.report(&total, &desk).map_err(ShareError::from)?;
    let Report::PackCount { report, .. } = report else { return Ok(None) };
    Ok(report.distinct.zip(report.symmetries))
}

impl AuditReport {
    fn text(&self) -> String {
        let mut text = share::job_done(&self.job, share::units(self.units as u64));
        let found = self.found_text();
        text += &match self.open {
            0 => format!("\n{found}\n{}", self.distinct_text()),
            open => format!("{}\n{}\n", share::job_open(phrases::grouped(open as u64)), share::so_far(found)),
        };
        text += &(share::expanded(phrases::nodes(self.nodes), format!("{:016x}", self.hash)) + "\n");
        if !self.given_up.is_empty() {
            text += &(share::given_up(self.given_up.join(", ")) + "\n");
        }
        if self.rechecked != Rechecked::default() {
            let Rechecked { siblings, again } = self.rechecked;
            text += &(share::rechecked(share::records(siblings), share::units(again)) + "\n");
        }
        text
    }

    fn distinct_text(&self) -> String {
        let of = phrases::of_the_puzzle();
        let line = |(distinct, symmetries)| count::distinct_line(distinct, symmetries, of);
        self.distinct.zip(self.symmetries).map_or_else(String::new, line)
    }

    fn found_text(&self) -> String {
        match (self.stage, &self.path) {
            (Stage::Round { bound, .. }, Some(Prefix::Moves(path))) => share::path_of(bound, path),
            (Stage::Round { bound, .. }, _) => match self.next_bound {
                Some(next) => share::no_path(bound, next),
                None => share::round_of(bound),
            },
            (Stage::Lines, _) => share::answered(phrases::grouped_wide(self.found)),
            _ => phrases::solutions(self.found),
        }
    }
}
