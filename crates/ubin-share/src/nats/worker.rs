//! A worker: takes units, does them, and tells what came of them.
//!
//! Short units are taken several at a time and searched one after the other on a thread of their own, while the records of those before go to the broker, several at a time, too: a unit of two milliseconds would wait longer for answers than it is searched.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use async_nats::jetstream::consumer::{PullConsumer, pull};
use async_nats::jetstream::{AckKind, Context, Message};
use futures_util::StreamExt as _;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use ubin::run::Stop;
use ubin::unit::{Part, Unit};
use ubin_front::clock::Moment;
use ubin_front::question::LimitFields;
use ubin_front::{Refusal, Workload};

use super::{BrokerAddress, Job, MOST_DELIVERIES, PAUSE, PublishFault, block_on, jobs, place_of, queues, record_tail};
use crate::error::{Mismatch, ShareError};
use crate::manifest::{Manifest, Record};
use crate::worker::WorkerDesk;

/// How long a request for a unit waits at the broker.
const PULL: Duration = Duration::from_secs(1);
/// Signs of life while a unit is done: several within the time that the broker waits.
const HEARTBEAT: Duration = Duration::from_millis(500);

/// Units are taken together when they are done in this time, as the last ones were. It is short beside the time that the broker waits for a sign of life, and no unit waits long for a worker that has others.
const TOGETHER: Duration = Duration::from_millis(50);
/// The most units taken together. Where one was delivered before, the next is taken alone: it may have ended its worker, and those beside it would be delivered as often.
const MOST_TOGETHER: u32 = 64;
/// Parts of short units go to the broker together, those of so long a time: a thread that is woken for each of them costs the search its caches, and the broker its own.
const TOLD: Duration = Duration::from_millis(20);
/// How long the queues must be empty before a worker that ends takes their jobs for done. A collector that is there has ended them by then, or has offered again what was lost, for which it waits up to three seconds for a server that has died, twice.
const EMPTY: Duration = Duration::from_secs(10);

/// A worker.
pub struct WorkerRun {
    /// The broker.
    pub address: BrokerAddress,
    /// The only job to work for; otherwise all, one after the other, and those that come later.
    pub job: Option<String>,
    /// Whether to end when no job has a unit left, in place of waiting for more.
    pub ends: bool,
    /// How many units at once.
    pub threads: usize,
    /// Where they are done.
    pub desk: Arc<WorkerDesk>,
}

/// What a worker has done.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct WorkerSum {
    /// Units done.
    pub units: u64,
    /// Nodes.
    pub nodes: u64,
    /// Jobs that have no unit left at the broker and that no collector has ended.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub uncollected: Vec<String>,
}

/// What a worker knows while it goes from job to job.
#[derive(Default)]
struct WorkerRound {
    done: Arc<DoneSum>,
    /// Jobs of another search.
    refused: Vec<(String, ShareError)>,
    /// Jobs that were made ready: their tables are there.
    ready: BTreeMap<String, ReadyJob>,
    /// Since when a job's queue is empty.
    empty: BTreeMap<String, Moment>,
    /// When there was an open job last.
    worked: Option<Moment>,
    /// Whether the last one was a round, which another may follow.
    is_round: bool,
}

/// A job whose units can be done here.
#[derive(Clone)]
struct ReadyJob {
    manifest: Arc<Manifest>,
    work: Arc<Workload>,
}

impl WorkerRun {
    /// Works until it is not wanted any more, or all jobs are done.
    ///
    /// # Errors
    /// When the broker cannot be reached at first, a job is another search's, or records contradict each other.
    pub fn run(&self) -> Result<WorkerSum, ShareError> {
        block_on(&self.address, async {
            let context = self.address.connect().await?;
            let mut round = WorkerRound::default();
            let mut uncollected = Vec::new();
            while self.desk.is_wanted() {
                let mut open = self.open_jobs(&context).await;
                open.retain(|job| !round.refused.iter().any(|(refused, _)| *refused == job.name));
                round.ready.retain(|name, _| open.iter().any(|job| job.name == *name));
                for job in &open {
                    self.visit(job, &mut round).await?;
                    round.worked = Some(Moment::now());
                }
                if open.is_empty() && self.is_over(&context, &round).await? {
                    break;
                }
                if self.ends && !open.is_empty() && self.desk.is_wanted() && round.are_left(&open).await {
                    uncollected = open.into_iter().map(|job| job.name).collect();
                    break;
                }
                tokio::time::sleep(PAUSE).await;
            }
            let sum = round.done.sum();
            match round.refused.pop() {
                Some((_, error)) if self.job.is_some() || sum == WorkerSum::default() => Err(error),
                _ => Ok(WorkerSum { uncollected, ..sum }),
            }
        })
    }

    /// Works for one job as long as it has units.
    async fn visit(&self, job: &Job, round: &mut WorkerRound) -> Result<(), ShareError> {
        match self.work_for(job, round).await {
            Err(ShareError::Refused(refusal)) if refusal.stop() == Some(Stop::Interrupted) => Ok(()),
            // Another version of the search takes nothing; other jobs may suit it.
            Err(error @ ShareError::Mismatch(Mismatch::OtherSearch { .. })) => {
                round.refused.push((job.name.clone(), error));
                Ok(())
            }
            done => done,
        }
    }

    /// Whether a worker without an open job goes; refuses a job that was asked for by name and that the broker does not have. One that the broker had and has lost is waited for: its collector brings it back.
    async fn is_over(&self, context: &Context, round: &WorkerRound) -> Result<bool, ShareError> {
        let Some(name) = &self.job else { return Ok(self.ends && !round.may_be_followed()) };
        if !round.refused.is_empty() {
            return Ok(true);
        }
        let job = Job { context: context.clone(), name: name.clone(), ack_wait: Duration::ZERO };
        match jobs(context).await {
            Ok(names) if names.contains(name) => Ok(self.ends || matches!(job.end().await, Ok(Some(_)))),
            Ok(_) if round.worked.is_none() => Err(Mismatch::NoJob { place: place_of(name) }.into()),
            _ => Ok(self.ends),
        }
    }

    /// The jobs that have a queue and have not ended. A broker that is away has none that could be told: it is asked again.
    async fn open_jobs(&self, context: &Context) -> Vec<Job> {
        loop {
            match queues(context).await {
                Err(fault) => self.desk.tries_again(&self.address.explained(fault)),
                Ok(names) => {
                    self.desk.goes_well();
                    let mut open = Vec::new();
                    for name in names.into_iter().filter(|name| self.job.as_ref().is_none_or(|wanted| wanted == name)) {
                        let job = Job { context: context.clone(), name, ack_wait: Duration::ZERO };
                        if !matches!(job.end().await, Ok(Some(_))) {
                            open.push(job);
                        }
                    }
                    return open;
                }
            }
            if !self.desk.is_wanted() {
                return Vec::new();
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Works for one job until it has ended, or has no unit for any thread.
    async fn work_for(&self, job: &Job, round: &mut WorkerRound) -> Result<(), ShareError> {
        let ready = match round.ready.get(&job.name) {
            Some(ready) => ready.clone(),
            // Not there yet, or lost: the collector brings it back.
            None => match job.manifest().await {
                Ok(manifest) => self.make_ready(job, manifest).await?,
                Err(_) => return Ok(()),
            },
        };
        round.ready.insert(job.name.clone(), ready.clone());
        round.is_round = ready.manifest.stage.ends_at_path();
        let shift = Arc::new(Shift::default());
        let hands = (0..self.threads.max(1)).map(|_| {
            let hand = Hand {
                job: job.clone(),
                ready: ready.clone(),
                desk: Arc::clone(&self.desk),
                done: Arc::clone(&round.done),
                shift: Arc::clone(&shift),
            };
            tokio::spawn(async move { hand.run().await })
        });
        let hands: Vec<_> = hands.collect();
        for hand in hands {
            hand.await.map_err(|error| ShareError::Broker(error.to_string()))??;
        }
        Ok(())
    }

    /// Makes ready what a manifest asks for: tables may have to be built first.
    async fn make_ready(&self, job: &Job, manifest: Manifest) -> Result<ReadyJob, ShareError> {
        let (desk, place, manifest) = (Arc::clone(&self.desk), place_of(&job.name), Arc::new(manifest));
        let shared = Arc::clone(&manifest);
        let work = tokio::task::spawn_blocking(move || shared.workload(&place, &LimitFields::default(), &*desk));
        let work = Arc::new(work.await.map_err(|error| ShareError::Broker(error.to_string()))??);
        Ok(ReadyJob { manifest, work })
    }
}

impl WorkerRound {
    /// Whether the collector may be cutting the next round.
    fn may_be_followed(&self) -> bool {
        self.is_round && self.worked.is_some_and(|worked| worked.elapsed() < EMPTY)
    }

    /// Whether all these jobs have had empty queues for so long that no collector can be there.
    async fn are_left(&mut self, open: &[Job]) -> bool {
        let mut are_left = true;
        self.empty.retain(|name, _| open.iter().any(|job| job.name == *name));
        for job in open {
            let is_empty = matches!(job.queued().await, Ok(0));
            if !is_empty {
                self.empty.remove(&job.name);
            }
            are_left &= is_empty && self.empty.entry(job.name.clone()).or_insert_with(Moment::now).elapsed() >= EMPTY;
        }
        are_left
    }
}

#[derive(Default)]
struct DoneSum {
    units: AtomicU64,
    nodes: AtomicU64,
}

impl DoneSum {
    fn sum(&self) -> WorkerSum {
        WorkerSum { units: self.units.load(Relaxed), nodes: self.nodes.load(Relaxed), uncollected: Vec::new() }
    }
}

/// The stay of all hands of a worker at one job. They go together: one that stayed alone would do what all could.
#[derive(Default)]
struct Shift {
    /// Hands that have units.
    busy: AtomicUsize,
    is_over: AtomicBool,
}

/// What takes units, for one thread of searching.
struct Hand {
    job: Job,
    ready: ReadyJob,
    desk: Arc<WorkerDesk>,
    done: Arc<DoneSum>,
    shift: Arc<Shift>,
}

/// A unit, and the message that it came with.
type TakenUnit = (Unit, Message);

/// How often a unit was delivered.
fn deliveries(message: &Message) -> i64 {
    message.info().map_or(1, |info| info.delivered)
}

/// What came of the next units of those that were taken together.
struct SearchedUnits {
    parts: Vec<Part>,
    /// Why the unit after them was not searched to its end.
    refusal: Option<Refusal>,
}

impl Hand {
    async fn run(&self) -> Result<(), ShareError> {
        let mut known = None;
        let mut together = 1;
        while self.desk.is_wanted() && !self.shift.is_over.load(Relaxed) {
            if known.is_none() {
                known = self.consumer().await.ok();
            }
            let taken = match &known {
                Some(consumer) => self.pull(consumer, together).await,
                None => Vec::new(),
            };
            if taken.is_empty() {
                // Nothing to do, or a server that was started anew and has another one.
                known = None;
                let is_idle = self.shift.busy.load(Relaxed) == 0;
                if is_idle || matches!(self.job.end().await, Ok(Some(_))) {
                    self.shift.is_over.store(true, Relaxed);
                }
                tokio::time::sleep(PAUSE / 4).await;
                continue;
            }
            let (number, begun) = (taken.len() as u32, Moment::now());
            let is_again = taken.iter().any(|message| deliveries(message) > 1);
            self.shift.busy.fetch_add(1, Relaxed);
            let done = self.units(taken).await;
            self.shift.busy.fetch_sub(1, Relaxed);
            done?;
            let each = begun.elapsed() / number;
            let most = if is_again { 1 } else { MOST_TOGETHER };
            together = (TOGETHER.as_micros() / each.as_micros().max(1)).clamp(1, most.into()) as usize;
        }
        Ok(())
    }

    async fn consumer(&self) -> Result<PullConsumer, ShareError> {
        let (stream, consumer) = (self.job.units_stream(), super::CONSUMER);
        let found = self.job.context.get_consumer_from_stream::<pull::Config, _, _>(consumer, stream).await;
        found.map_err(super::broker)
    }

    /// Units that are there at once, up to so many; or one, if it comes within a second. Ctrl-C is looked at meanwhile.
    async fn pull(&self, consumer: &PullConsumer, together: usize) -> Vec<Message> {
        let mut taken = Vec::new();
        if together > 1
            && let Ok(mut there) = consumer.fetch().max_messages(together).expires(PULL).messages().await
        {
            while let Ok(Some(Ok(message))) = tokio::time::timeout(PULL + PAUSE, there.next()).await {
                taken.push(message);
            }
        }
        if taken.is_empty() {
            taken.extend(self.pull_one(consumer).await);
        }
        taken
    }

    async fn pull_one(&self, consumer: &PullConsumer) -> Option<Message> {
        let mut batch = consumer.batch().max_messages(1).expires(PULL).messages().await.ok()?;
        let mut look = tokio::time::interval(Duration::from_millis(50));
        // A request that the broker has lost is not waited for.
        let late = tokio::time::sleep(PULL + PAUSE);
        tokio::pin!(late);
        loop {
            tokio::select! {
                message = batch.next() => return message?.ok(),
                () = &mut late => return None,
                _ = look.tick() => if !self.desk.is_wanted() { return None },
            }
        }
    }

    /// Does units that were taken together.
    async fn units(&self, taken: Vec<Message>) -> Result<(), ShareError> {
        let mut open = VecDeque::new();
        for message in taken {
            if let Some(unit) = self.accepted(&message).await {
                open.push_back((unit, message));
            }
        }
        let mut parts = self.search(open.iter().map(|(unit, _)| unit.clone()).collect());
        let mut beat = tokio::time::interval(HEARTBEAT);
        beat.tick().await;
        while !open.is_empty() {
            tokio::select! {
                searched = parts.recv() => {
                    let Some(SearchedUnits { parts, refusal }) = searched.filter(|searched| searched.parts.len() <= open.len()) else {
                        return Err(ShareError::Broker("a search has ended without a word".into()));
                    };
                    let units = open.drain(..parts.len()).collect();
                    self.finish(units, parts).await?;
                    if let Some(refusal) = refusal {
                        return self.hand_back(refusal, open.into_iter()).await;
                    }
                },
                _ = beat.tick() => for (_, message) in &open {
                    let _ = message.ack_with(AckKind::Progress).await;
                },
            }
        }
        Ok(())
    }

    /// The unit of a message, if it is to be searched.
    async fn accepted(&self, message: &Message) -> Option<Unit> {
        let Ok(unit) = serde_json::from_slice::<Unit>(&message.payload) else {
            // No unit: nobody can do it.
            let _ = message.ack_with(AckKind::Term).await;
            return None;
        };
        let deliveries = deliveries(message);
        if deliveries <= 1 {
            return Some(unit);
        }
        match self.kept(&unit.id).await {
            Some(record) => {
                self.offer_children(Workload::children(&unit, record.part.left), &[message]).await;
                None
            }
            None if deliveries > MOST_DELIVERIES => {
                let tail = format!("x.{}", unit.id);
                self.insist(&[message], || self.job.publish_first(&tail, "{}".into())).await;
                let _ = message.ack().await;
                None
            }
            None => Some(unit),
        }
    }

    /// Searches units one after the other on a thread of their own, up to the first that is stopped.
    fn search(&self, units: Vec<Unit>) -> UnboundedReceiver<SearchedUnits> {
        let (give, searched) = unbounded_channel();
        let (ready, desk) = (self.ready.clone(), Arc::clone(&self.desk));
        tokio::task::spawn_blocking(move || {
            let (mut parts, mut begun) = (Vec::new(), Moment::now());
            for (at, unit) in units.iter().enumerate() {
                let refusal = match ready.work.part(unit, ready.manifest.budget_of(&unit.id), &*desk) {
                    Ok(part) => {
                        parts.push(part);
                        None
                    }
                    Err(refusal) => Some(refusal),
                };
                let is_last = refusal.is_some() || at + 1 == units.len();
                if is_last || begun.elapsed() >= TOLD {
                    begun = Moment::now();
                    // A hand that has gone wants no more.
                    if give.send(SearchedUnits { parts: std::mem::take(&mut parts), refusal }).is_err() || is_last {
                        return;
                    }
                }
            }
        });
        searched
    }

    /// All records, then all children, then the acknowledgements.
    async fn finish(&self, units: Vec<TakenUnit>, parts: Vec<Part>) -> Result<(), ShareError> {
        let records: Vec<Record> = units.iter().zip(parts).map(|((unit, _), part)| Record::new(unit, part)).collect();
        let told: Vec<_> = records.iter().map(|record| (record_tail(&record.unit), ubin_front::json(record))).collect();
        let published = self.job.publish_all(&told).await;
        let mut children = Vec::new();
        for (((unit, message), record), is_first) in units.iter().zip(records).zip(published) {
            self.done.units.fetch_add(1, Relaxed);
            self.done.nodes.fetch_add(record.part.nodes, Relaxed);
            if !matches!(is_first, Ok(true)) {
                self.publish_again(&record, message).await?;
            }
            children.extend(Workload::children(unit, record.part.left));
        }
        let messages: Vec<&Message> = units.iter().map(|(_, message)| message).collect();
        self.offer_children(children, &messages).await;
        Ok(())
    }

    /// Offers the children of units, and acknowledges the messages that these units came with.
    async fn offer_children(&self, children: Vec<Unit>, messages: &[&Message]) {
        if self.insist(messages, || self.job.offer(&children, "0")).await.is_some() {
            for message in messages {
                let _ = message.ack().await;
            }
        }
    }

    /// Gives units back that were not searched: others may take them at once, and may have more memory.
    async fn hand_back(&self, refusal: Refusal, open: impl Iterator<Item = TakenUnit>) -> Result<(), ShareError> {
        let is_stopped = matches!(refusal.stop(), Some(Stop::Interrupted | Stop::Time));
        let (units, messages): (Vec<Unit>, Vec<Message>) = open.unzip();
        // A worker that is stopped says nothing against its units: as new messages their deliveries are counted anew.
        let first = messages.first().and_then(|message| message.info().ok()).map_or(0, |info| info.stream_sequence);
        let is_offered = is_stopped && self.job.offer(&units, &format!("back-{first}")).await.is_ok();
        for message in messages {
            let _ = message.ack_with(if is_offered { AckKind::Ack } else { AckKind::Nak(None) }).await;
        }
        let _ = self.job.context.client().flush().await;
        if is_stopped { Ok(()) } else { Err(refusal.into()) }
    }

    /// Publishes a record that the broker has not taken at once. When another worker was first, both must say the same.
    async fn publish_again(&self, record: &Record, message: &Message) -> Result<(), ShareError> {
        let (tail, json) = (record_tail(&record.unit), ubin_front::json(record));
        let is_first = self.insist(&[message], || self.job.publish_first(&tail, json.clone())).await;
        if is_first != Some(false) {
            return Ok(());
        }
        let Ok(bytes) = self.job.last(&tail).await else { return Ok(()) };
        let first = bytes.and_then(|bytes| serde_json::from_slice::<Record>(&bytes).ok());
        if first.as_ref().is_some_and(|first| first.part == record.part) {
            return Ok(());
        }
        // The collector compares both; where the first cannot be read, or is lost and its place taken, it takes this one.
        let tail = format!("conflict.{}", record.unit);
        self.insist(&[message], || self.job.publish_first(&tail, json.clone())).await;
        let Some(first) = first else { return Ok(()) };
        let (first, second) = (ubin_front::json(&first.part), ubin_front::json(&record.part));
        Err(Mismatch::Conflict { unit: record.unit.clone(), first, second }.into())
    }

    /// The record of a unit, if the broker has it.
    async fn kept(&self, unit: &str) -> Option<Record> {
        let bytes = self.job.last(&record_tail(unit)).await.ok()??;
        serde_json::from_slice(&bytes).ok()
    }

    /// Tries again until the broker has taken it, and keeps the messages of its units meanwhile; `None` when the worker is stopped first, or the job has ended.
    async fn insist<T, F: Future<Output = Result<T, PublishFault>>>(
        &self,
        messages: &[&Message],
        publish: impl Fn() -> F,
    ) -> Option<T> {
        loop {
            match publish().await {
                Ok(done) => {
                    self.desk.goes_well();
                    return Some(done);
                }
                Err(_) if !self.desk.is_wanted() || matches!(self.job.end().await, Ok(Some(_))) => return None,
                Err(fault) => {
                    self.desk.tries_again(&fault.into());
                    for message in messages {
                        let _ = message.ack_with(AckKind::Progress).await;
                    }
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }
}
