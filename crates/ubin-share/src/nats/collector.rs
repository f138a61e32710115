//! The collector: writes the ledger, and offers again what the broker has lost.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::Context;
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, pull};
use futures_util::StreamExt as _;
use ubin::run::Stop;
use ubin::unit::Unit;
use ubin_front::clock::Moment;
use ubin_front::question::LimitFields;

use super::{BrokerAddress, Job, JobEnd, PAUSE, block_on, broker, place_of, submit_job};
use crate::audit::AuditedLedger;
use crate::checkpoint::{NewEntry, ReadLedger, bound_of, read};
use crate::error::{Falsehood, Mismatch, ShareError};
use crate::ledger::{Ledger, LedgerHead};
use crate::manifest::{Manifest, Record};
use crate::tally::{Added, Tally};
use crate::worker::{RunEvent, WorkerDesk};

/// How long no record comes before the collector asks whether the queue is empty.
const QUIET: Duration = Duration::from_millis(1000);
/// How long records that were asked for may take to come.
const ANSWER: Duration = Duration::from_secs(3);
/// Records that are read at once.
const BATCH: usize = 500;

/// A collector of one job, and of the rounds that follow it.
pub struct CollectorRun {
    /// The broker.
    pub address: BrokerAddress,
    /// The job; `None` goes on with that of the ledger.
    pub job: Option<String>,
    /// The ledger.
    pub ledger: PathBuf,
    /// How long the broker waits for a worker's sign of life, where streams are made anew.
    pub ack_wait: Duration,
    /// Units of the next round, at least.
    pub least: usize,
    /// Where the next round is cut, and whether the collector is still wanted.
    pub desk: Arc<WorkerDesk>,
    /// Who wants to know how far it is.
    pub progress: Arc<crate::checkpoint::CheckpointProgress>,
}

/// What was collected.
pub struct Collected {
    /// The last search.
    pub manifest: Manifest,
    /// Its records.
    pub tally: Tally,
    /// Units given up.
    pub given_up: Vec<String>,
    /// How it ended; `None` when the collector was stopped.
    pub end: Option<JobEnd>,
}

impl CollectorRun {
    /// Collects until the job and its rounds are done, or it is stopped.
    ///
    /// # Errors
    /// When the ledger is another's or cannot be written, or records contradict each other.
    pub fn run(&self) -> Result<Collected, ShareError> {
        block_on(&self.address, async {
            let context = self.address.connect().await?;
            let job = |name: String| Job { context: context.clone(), name, ack_wait: self.ack_wait };
            let (mut ledger, mut manifest, mut tally) = self.begin(&context).await?;
            loop {
                let job = job(manifest.job());
                self.progress.begin(&tally);
                self.progress.forget_estimate();
                self.estimate(&manifest, tally.nodes());
                let mut collection = JobCollection::new(self, &job, &manifest, tally, &mut ledger);
                let end = collection.collect().await?;
                let (given_up, done) = (collection.given_up.iter().cloned().collect(), collection.tally);
                ledger.sync()?;
                let mut collected = Collected { manifest, tally: done, given_up, end };
                match self.next_round(&collected).await {
                    Ok(None) => return Ok(collected),
                    // Stopped between two rounds: the one before is in the ledger, and the same command cuts the next.
                    Err(ShareError::Refused(refusal)) if refusal.stop() == Some(Stop::Interrupted) => {
                        collected.end = None;
                        return Ok(collected);
                    }
                    Err(error) => return Err(error),
                    Ok(Some((next, records))) => {
                        ledger.append_entry(&NewEntry::Manifest(&next))?;
                        self.submit(&Job { name: next.job(), ..job }, &next, &records).await?;
                        tally = Tally::new(&next);
                        manifest = next;
                    }
                }
            }
        })
    }

    /// Opens the ledger, or begins it: what it has of the search that came last.
    async fn begin(&self, context: &Context) -> Result<(Ledger, Manifest, Tally), ShareError> {
        // The broker may have lost the job; the ledger has not.
        let first = match (&self.job, AuditedLedger::manifests(&self.ledger)) {
            (Some(name), Ok(mut rounds)) if !rounds.is_empty() => {
                let is_ours = rounds.iter().any(|round| round.job() == *name);
                let last = rounds.pop().expect("it is not empty");
                if !is_ours {
                    let file = self.ledger.display().to_string();
                    return Err(Mismatch::OtherJob { file, found: last.job(), job: name.clone() }.into());
                }
                last
            }
            (Some(name), _) if !super::jobs(context).await?.contains(name) => {
                return Err(Mismatch::NoJob { place: place_of(name) }.into());
            }
            (Some(name), _) => {
                let job = Job { context: context.clone(), name: name.clone(), ack_wait: self.ack_wait };
                job.manifest().await?
            }
            (None, _) => AuditedLedger::manifest(&self.ledger)?,
        };
        let head = LedgerHead::new(first.question.clone());
        let ReadLedger { mut ledger, current, .. } = read(&self.ledger, &head)?;
        if let Some((manifest, tally)) = current {
            return Ok((ledger, manifest, tally));
        }
        ledger.append_entry(&NewEntry::Manifest(&first))?;
        let tally = Tally::new(&first);
        Ok((ledger, first, tally))
    }

    /// Gives the next round to the broker, as often as it takes; what the collector is stopped in is offered by the next one.
    async fn submit(&self, job: &Job, next: &Manifest, records: &[Record]) -> Result<(), ShareError> {
        while self.desk.is_wanted() {
            match submit_job(job, next, records).await {
                Ok(()) => {
                    self.desk.goes_well();
                    self.desk.tell(&RunEvent::RoundBegun { bound: bound_of(next.stage), job: &job.name });
                    return Ok(());
                }
                Err(ShareError::Broker(fault)) => self.desk.tries_again(&ShareError::NextRound(fault)),
                Err(error) => return Err(error),
            }
            tokio::time::sleep(PAUSE).await;
        }
        Ok(())
    }

    /// Estimates the nodes of a search for the progress, beside everything else: tables may have to be built for it.
    fn estimate(&self, manifest: &Manifest, known: u64) {
        let (manifest, desk, progress) = (manifest.clone(), Arc::clone(&self.desk), Arc::clone(&self.progress));
        tokio::task::spawn_blocking(move || {
            // Without an estimate the progress says less, and nothing else changes.
            if let Ok(work) = manifest.workload("", &LimitFields::default(), &*desk) {
                let _ = progress.estimate(&work, known, &desk);
            }
        });
    }

    /// The round that follows a complete one without a path.
    async fn next_round(&self, done: &Collected) -> Result<Option<(Manifest, Vec<Record>)>, ShareError> {
        if done.end != Some(JobEnd::Complete) || !done.manifest.stage.ends_at_path() {
            return Ok(None);
        }
        if done.tally.sum().path.is_none() {
            self.desk.tell(&RunEvent::RoundDone { bound: bound_of(done.manifest.stage) });
        }
        let (manifest, sum, desk, least) =
            (done.manifest.clone(), done.tally.sum(), Arc::clone(&self.desk), self.least);
        let next = tokio::task::spawn_blocking(move || -> Result<_, ShareError> {
            let work = manifest.workload("the round before", &LimitFields::default(), &*desk)?;
            let Some(stage) = work.next_stage(&sum) else { return Ok(None) };
            let work = work.at(stage)?;
            let next = Manifest::new(&manifest.question()?, &work, manifest.budget);
            Ok(Some(next.split(&work, least, &*desk)?))
        });
        next.await.map_err(|error| ShareError::Broker(error.to_string()))?
    }
}

/// One job being collected.
struct JobCollection<'a> {
    run: &'a CollectorRun,
    job: &'a Job,
    manifest: &'a Manifest,
    tally: Tally,
    ledger: &'a mut Ledger,
    given_up: BTreeSet<String>,
    /// Records of units that are not known yet: the broker has lost a record above them.
    orphans: BTreeMap<String, Record>,
    /// The last message of the stream that was read.
    read: u64,
    /// When a record came last, or units were offered.
    heard: Moment,
    /// When the collector looked last how many units workers have.
    looked: Moment,
    attempts: u64,
}

impl<'a> JobCollection<'a> {
    fn new(
        run: &'a CollectorRun,
        job: &'a Job,
        manifest: &'a Manifest,
        tally: Tally,
        ledger: &'a mut Ledger,
    ) -> JobCollection<'a> {
        JobCollection {
            run,
            job,
            manifest,
            tally,
            ledger,
            given_up: BTreeSet::new(),
            orphans: BTreeMap::new(),
            read: 0,
            heard: Moment::now(),
            looked: Moment::now(),
            attempts: 0,
        }
    }

    /// Collects until nothing is open but what was given up; `None` when it is stopped.
    async fn collect(&mut self) -> Result<Option<JobEnd>, ShareError> {
        while self.run.desk.is_wanted() {
            self.run.progress.note(&self.tally);
            self.look().await;
            if self.run.progress.is_estimate_due(self.tally.nodes()) {
                self.run.estimate(self.manifest, self.tally.nodes());
            }
            if let Some(end) = self.ended() {
                self.ledger.sync()?;
                self.announce(end).await;
                return Ok(Some(end));
            }
            match self.turn().await {
                Ok(()) => self.run.desk.goes_well(),
                // A broker that is away is asked again.
                Err(fault @ ShareError::Broker(_)) => {
                    self.run.desk.tries_again(&self.run.address.explained(fault));
                    tokio::time::sleep(PAUSE).await;
                }
                Err(error) => {
                    // A ledger that cannot be written is this machine's matter; false records are the job's end.
                    if matches!(error, ShareError::Mismatch(_)) {
                        self.announce(JobEnd::Conflict).await;
                    }
                    return Err(error);
                }
            }
        }
        Ok(None)
    }

    /// Looks now and then how many units workers have, for the progress.
    async fn look(&mut self) {
        if self.looked.elapsed() >= QUIET {
            self.looked = Moment::now();
            if let Ok(running) = self.job.running().await {
                self.run.progress.note_running(running);
            }
        }
    }

    /// Reads what came, and offers what was lost when nothing comes.
    async fn turn(&mut self) -> Result<(), ShareError> {
        match self.read_records().await {
            Ok(0) => {
                if self.heard.elapsed() >= QUIET {
                    self.ledger.sync()?;
                    self.offer_again().await?;
                }
                tokio::time::sleep(PAUSE / 4).await;
            }
            Ok(_) => self.heard = Moment::now(),
            Err(fault @ ShareError::Broker(_)) => {
                // The streams may be gone. Where they are not, the fault stays, and is told.
                self.offer_again().await?;
                return Err(fault);
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// How the job ended, if nothing is open but what was given up.
    fn ended(&self) -> Option<JobEnd> {
        match (self.tally.is_complete(), self.wanted().next().is_some()) {
            (true, _) => Some(JobEnd::Complete),
            (false, false) => Some(JobEnd::Incomplete),
            (false, true) => None,
        }
    }

    /// Open units that some worker may still do.
    fn wanted(&self) -> impl Iterator<Item = &Unit> {
        self.tally.open().filter(|unit| !self.given_up.contains(&unit.id))
    }

    /// Tells the workers how the job ended; what is queued is not wanted any more.
    async fn announce(&self, end: JobEnd) {
        for _ in 0..25 {
            if self.job.publish_first("end", ubin_front::json(&end)).await.is_ok() {
                let _ = self.job.context.delete_stream(self.job.units_stream()).await;
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Reads the records that came since; how many messages there were.
    async fn read_records(&mut self) -> Result<usize, ShareError> {
        let stream = self.job.records().await?;
        let last = stream.cached_info().state.last_sequence;
        if last < self.read {
            // The broker has lost its store and counts anew.
            self.read = 0;
        }
        if last == self.read {
            return Ok(0);
        }
        let config = pull::Config {
            ack_policy: AckPolicy::None,
            deliver_policy: DeliverPolicy::ByStartSequence { start_sequence: self.read + 1 },
            inactive_threshold: Duration::from_secs(30),
            memory_storage: true,
            ..pull::Config::default()
        };
        let consumer = stream.create_consumer(config).await.map_err(broker)?;
        let mut count = 0;
        while self.read < last && self.run.desk.is_wanted() {
            let batch = consumer.fetch().max_messages(BATCH).messages().await.map_err(broker)?;
            // A server that dies between request and answer never ends the batch.
            let messages: Vec<_> = tokio::time::timeout(ANSWER, batch.collect()).await.map_err(broker)?;
            if messages.is_empty() {
                break;
            }
            for message in messages {
                let message = message.map_err(broker)?;
                let place = message.info().map_err(broker)?.stream_sequence;
                self.take(&message.subject, &message.payload)?;
                self.read = place;
                count += 1;
            }
            self.run.progress.note(&self.tally);
        }
        let name = consumer.cached_info().name.clone();
        let _ = stream.delete_consumer(&name).await;
        Ok(count)
    }

    /// Takes a message of the stream of records.
    fn take(&mut self, subject: &str, payload: &[u8]) -> Result<(), ShareError> {
        let tail = subject.strip_prefix(&self.job.subject("")).unwrap_or_default();
        match tail.split_once('.') {
            Some((kind @ ("d" | "conflict"), id)) => match serde_json::from_slice::<Record>(payload) {
                Ok(record) => self.take_record(id, record),
                // What is no record is as good as lost: its unit is offered again, and what comes of it goes to the other place.
                Err(_) if kind == "d" => Ok(()),
                Err(_) => Err(Mismatch::FalseRecord { unit: id.into(), why: Falsehood::Unreadable }.into()),
            },
            Some(("x", id)) => {
                if !self.tally.is_done(id) && self.given_up.insert(id.into()) {
                    self.ledger.append_entry(&NewEntry::GivenUp(id))?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Takes the record of a unit, if it is one of this search.
    fn take_record(&mut self, unit: &str, record: Record) -> Result<(), ShareError> {
        if record.unit != unit {
            let why = Falsehood::OtherUnit { said: record.unit };
            return Err(Mismatch::FalseRecord { unit: unit.into(), why }.into());
        }
        record.check_search(self.manifest, || place_of(&self.job.name))?;
        self.add(record)
    }

    /// Adds a record, and those that waited for it.
    fn add(&mut self, record: Record) -> Result<(), ShareError> {
        let mut waiting = vec![record];
        while let Some(record) = waiting.pop() {
            match self.tally.add(&record)? {
                Added::Again => {}
                Added::Unknown => drop(self.orphans.insert(record.unit.clone(), record)),
                Added::First(children) => {
                    self.ledger.append_entry(&NewEntry::Record(&record))?;
                    waiting.extend(children.iter().filter_map(|child| self.orphans.remove(child)));
                }
            }
        }
        Ok(())
    }

    /// Offers what is open and nowhere at the broker, which may have lost its streams, too.
    async fn offer_again(&mut self) -> Result<(), ShareError> {
        if self.job.end().await.is_ok_and(|end| end.is_some()) {
            return Ok(());
        }
        self.job.create().await?;
        self.job.publish_first("m", ubin_front::json(self.manifest)).await?;
        if self.job.are_coming().await? {
            return Ok(());
        }
        // A worker publishes before it acknowledges: what has emptied the queue can be read by now. From the first message on, for a broker that has lost the last ones may have others in their places.
        let before = self.tally.units_done();
        self.read = 0;
        self.read_records().await?;
        if self.tally.units_done() > before {
            self.heard = Moment::now();
            return Ok(());
        }
        let open: Vec<Unit> = self.wanted().cloned().collect();
        self.attempts += 1;
        // Another process may have offered it before: the number of this one tells them apart.
        let attempt = format!("{}.{}", std::process::id(), self.attempts);
        self.job.offer(&open, &attempt).await?;
        self.heard = Moment::now();
        Ok(())
    }
}
