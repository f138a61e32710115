//! `ubin share submit | work | status | collect`: units and records by NATS.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use serde::Serialize;
use ubin_share::checkpoint::CheckpointProgress;
use ubin_share::nats::{self, BrokerAddress, BrokerWord, Collected, CollectorRun, JobEnd, JobStatus, WorkerRun};
use ubin_share::{Mismatch, Rechecked, RunEvent, ShareError, WorkerDesk, digest};

use super::{CutArgs, audit, manifest};
use crate::args::Common;
use crate::checkpoint;
use crate::complaint::{self, Complaint};
use crate::exit::Exit;
use crate::output::{self, Printout};
use crate::phrases::{self, share};
use crate::watch::{self, ProgressLine};

/// The password of --user.
const PASSWORD: &str = "UBIN_NATS_PASSWORD";

/// The way to the server.
#[derive(Debug, Args)]
pub(crate) struct ServerArgs {
    /// The NATS server, with JetStream
    #[arg(long, global = true, value_name = "URL", default_value = "nats://127.0.0.1:4222")]
    server: String,
    /// The user; the password is in UBIN_NATS_PASSWORD
    #[arg(long, global = true, value_name = "NAME")]
    user: Option<String>,
    /// A credentials file
    #[arg(long, global = true, value_name = "FILE")]
    credentials: Option<PathBuf>,
    /// The root certificate of the server: with it the connection is encrypted
    #[arg(long, global = true, value_name = "FILE")]
    tls_root: Option<PathBuf>,
}

impl ServerArgs {
    fn address(&self) -> BrokerAddress {
        let password = || std::env::var(PASSWORD).unwrap_or_default();
        BrokerAddress {
            server: self.server.clone(),
            user: self.user.clone().map(|user| (user, password())),
            credentials: self.credentials.clone(),
            root: self.tls_root.clone(),
            refused: BrokerWord::default(),
        }
    }
}

/// How long the server waits for a worker's sign of life.
#[derive(Debug, Args)]
pub(crate) struct WaitArgs {
    /// How long the server waits for a worker's sign of life before it gives the unit to another
    #[arg(long, global = true, value_name = "TIME", default_value = "30s", value_parser = ubin_front::units::milliseconds)]
    ack_wait: u64,
}

impl WaitArgs {
    fn time(&self) -> Duration {
        Duration::from_millis(self.ack_wait)
    }
}

#[derive(Debug, Args)]
pub(crate) struct SubmitArgs {
    #[command(flatten)]
    server: ServerArgs,
    #[command(flatten)]
    wait: WaitArgs,
    #[command(flatten)]
    cut: CutArgs,
}

#[derive(Debug, Args)]
pub(crate) struct WorkArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// Work for this job only, and end with it
    #[arg(long, value_name = "JOB")]
    job: Option<String>,
    /// End when no unit is left, in place of waiting for more
    #[arg(long)]
    ends: bool,
}

#[derive(Debug, Args)]
pub(crate) struct StatusArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// Only this job
    #[arg(value_name = "JOB")]
    job: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct CollectArgs {
    #[command(flatten)]
    server: ServerArgs,
    #[command(flatten)]
    wait: WaitArgs,
    /// The ledger
    #[arg(value_name = "LEDGER")]
    ledger: PathBuf,
    /// The job; without one, the ledger goes on with its own
    #[arg(long, value_name = "JOB")]
    job: Option<String>,
    /// Cut the next round until at least this many units are open
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = super::units)]
    least: usize,
}

#[derive(Serialize)]
struct SubmitReport {
    job: String,
    records: usize,
    budget: u64,
}

/// Gives a question to the server.
pub(super) fn submit(common: &Common, args: SubmitArgs) -> Result<Exit, Complaint> {
    let _attended = watch::attend();
    let (manifest, records) = manifest(common, args.cut)?;
    nats::submit(&args.server.address(), &manifest, &records, args.wait.time())?;
    let report = SubmitReport { job: manifest.job(), records: records.len(), budget: manifest.budget };
    output::show(common, &Printout::new(report.job.clone(), &report))?;
    Ok(Exit::Answered)
}

/// The desk of a worker or a collector, which says what it tries again, and how rounds follow each other.
fn desk(common: &Common, threads: usize) -> Arc<WorkerDesk> {
    let is_quiet = common.quiet;
    let listener = Box::new(move |event: &RunEvent<'_>| {
        if is_quiet {
            return;
        }
        watch::say(&match event {
            RunEvent::TriesAgain(fault) => share::tries_again(complaint::said_of(fault)),
            RunEvent::RoundDone { bound } => share::round_done(bound),
            RunEvent::RoundBegun { bound, job } => share::round_begun(bound, job),
            // Only a run in one process folds.
            RunEvent::Folded { .. } => return,
        });
    });
    let (started, limit) = (common.started, common.time_limit());
    let is_wanted = move || !watch::interrupted() && limit.is_none_or(|limit| started.elapsed() < limit);
    Arc::new(checkpoint::desk_while(common, threads, is_wanted).heard_by(listener))
}

/// How a worker or a collector ends that was stopped, if it was.
fn stopped(common: &Common) -> Option<Exit> {
    let is_late = common.time_limit().is_some_and(|limit| common.started.elapsed() >= limit);
    if watch::interrupted() { Some(Exit::Interrupted) } else { is_late.then_some(Exit::Limit) }
}

/// Does units.
pub(super) fn work(common: &Common, args: &WorkArgs) -> Result<Exit, Complaint> {
    let threads = common.threads();
    let desk = desk(common, threads);
    let line = ProgressLine::told(common, {
        let desk = desk.clone();
        Box::new(move |elapsed| {
            share::under_way(format!("{:.0}", elapsed.as_secs_f64()), phrases::nodes(desk.nodes_under_way()))
        })
    });
    let run = WorkerRun { address: args.server.address(), job: args.job.clone(), ends: args.ends, threads, desk };
    let sum = run.run();
    drop(line);
    let sum = sum?;
    let text = share::work_done(share::units(sum.units), phrases::nodes(sum.nodes));
    output::show(common, &Printout::new(text, &sum))?;
    for job in &sum.uncollected {
        output::note(common, &share::uncollected(job));
    }
    Ok(stopped(common).unwrap_or(Exit::Answered))
}

#[derive(Serialize)]
struct StatusReport {
    jobs: Vec<JobStatus>,
}

/// Says how far the jobs are.
pub(super) fn status(common: &Common, args: &StatusArgs) -> Result<Exit, Complaint> {
    let jobs = nats::status(&args.server.address(), args.job.as_deref())?;
    if let (Some(job), true) = (&args.job, jobs.is_empty()) {
        return Err(ShareError::from(Mismatch::NoJob { place: nats::place_of(job) }).into());
    }
    let line = |job: &JobStatus| {
        let end = match job.end {
            None => String::new(),
            Some(JobEnd::Complete) => share::ended_complete(),
            Some(JobEnd::Incomplete) => share::ended_incomplete(),
            Some(JobEnd::Conflict) => share::ended_by_conflict(),
        };
        let JobStatus { job, verb, done, queued, running, waiting, .. } = job;
        let (done, waiting) = (share::units(*done), share::workers(*waiting));
        share::job_status(job, verb, done, queued, running, waiting) + &end + "\n"
    };
    let text: String = jobs.iter().map(line).collect();
    let text = if text.is_empty() { share::no_jobs() } else { text };
    output::show(common, &Printout::new(text, &StatusReport { jobs }))?;
    Ok(Exit::Answered)
}

/// Collects records into a ledger.
pub(super) fn collect(common: &Common, args: &CollectArgs) -> Result<Exit, Complaint> {
    let desk = desk(common, 1);
    let progress = Arc::new(CheckpointProgress::default());
    let line = ProgressLine::told(common, {
        let progress = progress.clone();
        Box::new(move |elapsed| checkpoint::told(progress.look(), 0, elapsed))
    });
    let run = CollectorRun {
        address: args.server.address(),
        job: args.job.clone(),
        ledger: args.ledger.clone(),
        ack_wait: args.wait.time(),
        least: args.least,
        desk,
        progress,
    };
    let collected = run.run();
    drop(line);
    let Collected { manifest, tally, given_up, end } = collected?;
    let exit = audit::show(common, &manifest, &tally, Rechecked::default(), given_up)?;
    if end == Some(JobEnd::Complete)
        && let Ok(bytes) = std::fs::read(&args.ledger)
    {
        output::note(common, &share::digest_of(args.ledger.display(), digest(&bytes)));
    }
    if end.is_none() {
        output::note(common, &share::go_on(checkpoint::this_command()));
        return Ok(stopped(common).unwrap_or(exit));
    }
    Ok(exit)
}
