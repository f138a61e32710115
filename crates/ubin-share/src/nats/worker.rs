//! A worker: takes units, does them, and tells what came of them.
//!
//! Short units are taken several at a time and searched one after the other on a thread of their own, while the records of those before go to the broker: a unit of two milliseconds would wait longer for answers than it is searched.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
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

use super::{BrokerAddress, Job, MOST_DELIVERIES, PAUSE, PublishFault, block_on, jobs, place_of};
use crate::error::{Mismatch, ShareError};
use crate::manifest::{Manifest, Record};
use crate::worker::WorkerDesk;

/// How long a request for a unit waits at the broker.
const PULL: Duration = Duration::from_secs(1);
/// Signs of life while a unit is done: several within the time that the broker waits.
const HEARTBEAT: Duration = Duration::from_millis(500);

/// Units are taken together when they are done in this time, as the last ones were. It is short beside the time that the broker waits for a sign of life, and no unit waits long for a worker that has others.
const TOGETHER: Duration = Duration::from_millis(50);
/// The most units taken together.
const MOST_TOGETHER: u32 = 16;

/// A worker.
pub struct WorkerRun {
    /// The broker.
    pub address: BrokerAddress,
    /// The only job to work for; otherwise all, one after the other, and those that come later.
    pub job: Option<String>,
    /// Whether to end when no job is open, in place of waiting for more.
    pub ends: bool,
    /// How many units at once.
    pub threads: usize,
    /// Where they are done.
    pub desk: Arc<WorkerDesk>,
}

/// What a worker has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct WorkerSum {
    /// Units done.
    pub units: u64,
    /// Nodes.
    pub nodes: u64,
}

impl WorkerRun {
    /// Works until it is not wanted any more, or all jobs are done.
    ///
    /// # Errors
    /// When the broker cannot be reached at first, a job is another search's, or records contradict each other.
    pub fn run(&self) -> Result<WorkerSum, ShareError> {
        block_on(async {
            let context = self.address.connect().await?;
            let done = Arc::new(DoneSum::default());
            let mut refused: Vec<(String, ShareError)> = Vec::new();
            while self.desk.is_wanted() {
                let mut is_idle = true;
                for name in self.open_jobs(&context).await {
                    if refused.iter().any(|(job, _)| *job == name) {
                        continue;
                    }
                    is_idle = false;
                    let job = Job { context: context.clone(), name: name.clone(), ack_wait: Duration::ZERO };
                    match self.work_for(job, &done).await {
                        Ok(()) => {}
                        Err(ShareError::Refused(refusal)) if refusal.stop() == Some(Stop::Interrupted) => {}
                        // Another version of the search takes nothing; other jobs may suit it.
                        Err(error @ ShareError::Mismatch(Mismatch::OtherSearch { .. })) => refused.push((name, error)),
                        Err(error) => return Err(error),
                    }
                }
                if is_idle && (self.ends || self.job.is_some()) {
                    break;
                }
                tokio::time::sleep(PAUSE).await;
            }
            self.check_seen(&context).await?;
            match refused.pop() {
                Some((_, error)) if self.job.is_some() || done.sum() == WorkerSum::default() => Err(error),
                _ => Ok(done.sum()),
            }
        })
    }

    /// Refuses a job that was asked for by name and that the broker does not have.
    async fn check_seen(&self, context: &Context) -> Result<(), ShareError> {
        let Some(name) = self.job.as_ref().filter(|_| self.desk.is_wanted()) else { return Ok(()) };
        match jobs(context).await {
            Ok(names) if !names.contains(name) => Err(Mismatch::NoJob { place: place_of(name) }.into()),
            _ => Ok(()),
        }
    }

    /// The jobs that have not ended. A broker that is away has none that could be told: it is asked again.
    async fn open_jobs(&self, context: &Context) -> Vec<String> {
        loop {
            let names = jobs(context).await;
            if let Err(fault) = &names {
                self.desk.tries_again(fault);
            }
            if let Ok(names) = names {
                self.desk.goes_well();
                let mut open = Vec::new();
                for name in names.into_iter().filter(|name| self.job.as_ref().is_none_or(|wanted| wanted == name)) {
                    let job = Job { context: context.clone(), name: name.clone(), ack_wait: Duration::ZERO };
                    if !matches!(job.end().await, Ok(Some(_))) {
                        open.push(name);
                    }
                }
                return open;
            }
            if !self.desk.is_wanted() {
                return Vec::new();
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Works for one job until it has ended.
    async fn work_for(&self, job: Job, done: &Arc<DoneSum>) -> Result<(), ShareError> {
        // Not there yet, or lost: the collector brings it back.
        let Ok(manifest) = job.manifest().await else { return Ok(()) };
        let desk = Arc::clone(&self.desk);
        let (shared, place) = (Arc::new(manifest), place_of(&job.name));
        let ready = Arc::clone(&shared);
        // Tables may have to be built first.
        let work = tokio::task::spawn_blocking(move || ready.workload(&place, &LimitFields::default(), &*desk));
        let work = Arc::new(work.await.map_err(|error| ShareError::Broker(error.to_string()))??);
        let hands = (0..self.threads.max(1)).map(|_| {
            let hand = Hand {
                job: job.clone(),
                manifest: Arc::clone(&shared),
                work: Arc::clone(&work),
                desk: Arc::clone(&self.desk),
                done: Arc::clone(done),
            };
            tokio::spawn(async move { hand.run().await })
        });
        let hands: Vec<_> = hands.collect();
        for hand in hands {
            hand.await.map_err(|error| ShareError::Broker(error.to_string()))??;
        }
        Ok(())
    }
}

#[derive(Default)]
struct DoneSum {
    units: AtomicU64,
    nodes: AtomicU64,
}

impl DoneSum {
    fn sum(&self) -> WorkerSum {
        WorkerSum { units: self.units.load(Relaxed), nodes: self.nodes.load(Relaxed) }
    }
}

/// What takes units, for one thread of searching.
struct Hand {
    job: Job,
    manifest: Arc<Manifest>,
    work: Arc<Workload>,
    desk: Arc<WorkerDesk>,
    done: Arc<DoneSum>,
}

/// A unit, and the message that it came with.
type TakenUnit = (Unit, Message);

impl Hand {
    async fn run(&self) -> Result<(), ShareError> {
        let mut known = None;
        let mut together = 1;
        while self.desk.is_wanted() {
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
                if matches!(self.job.end().await, Ok(Some(_))) {
                    return Ok(());
                }
                tokio::time::sleep(PAUSE / 4).await;
                continue;
            }
            let (number, begun) = (taken.len() as u32, Moment::now());
            self.units(taken).await?;
            let each = begun.elapsed() / number;
            together = (TOGETHER.as_micros() / each.as_micros().max(1)).clamp(1, MOST_TOGETHER.into()) as usize;
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
                part = parts.recv() => match (part, open.pop_front()) {
                    (Some(Ok(part)), Some(taken)) => self.finish(&taken, part).await?,
                    (Some(Err(refusal)), first) => return self.hand_back(refusal, first.into_iter().chain(open)).await,
                    (None, _) | (_, None) => return Err(ShareError::Broker("a search has ended without a word".into())),
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
        let deliveries = message.info().map_or(1, |info| info.delivered);
        if deliveries <= 1 {
            return Some(unit);
        }
        match self.kept(&unit).await {
            Some(record) => {
                self.offer_children(&unit, record.part, message).await;
                None
            }
            None if deliveries > MOST_DELIVERIES => {
                let tail = format!("x.{}", unit.id);
                self.insist(message, || self.job.publish_first(&tail, "{}".into())).await;
                let _ = message.ack().await;
                None
            }
            None => Some(unit),
        }
    }

    /// Searches units one after the other on a thread of their own, up to the first that is stopped.
    fn search(&self, units: Vec<Unit>) -> UnboundedReceiver<Result<Part, Refusal>> {
        let (give, parts) = unbounded_channel();
        let (work, desk, manifest) = (Arc::clone(&self.work), Arc::clone(&self.desk), Arc::clone(&self.manifest));
        tokio::task::spawn_blocking(move || {
            for unit in units {
                let part = work.part(&unit, manifest.budget_of(&unit.id), &*desk);
                let is_last = part.is_err();
                // A hand that has gone wants no more.
                if give.send(part).is_err() || is_last {
                    return;
                }
            }
        });
        parts
    }

    /// Record, then children, then the acknowledgement.
    async fn finish(&self, (unit, message): &TakenUnit, part: Part) -> Result<(), ShareError> {
        self.done.units.fetch_add(1, Relaxed);
        self.done.nodes.fetch_add(part.nodes, Relaxed);
        let part = self.publish(unit, part, message).await?;
        self.offer_children(unit, part, message).await;
        Ok(())
    }

    async fn offer_children(&self, unit: &Unit, part: Part, message: &Message) {
        let children = Workload::children(unit, part.left);
        if self.insist(message, || self.job.offer(&children, "0")).await.is_some() {
            let _ = message.ack().await;
        }
    }

    /// Gives units back that were not searched: others may take them at once, and may have more memory.
    async fn hand_back(&self, refusal: Refusal, open: impl Iterator<Item = TakenUnit>) -> Result<(), ShareError> {
        for (_, message) in open {
            let _ = message.ack_with(AckKind::Nak(None)).await;
        }
        let _ = self.job.context.client().flush().await;
        match refusal.stop() {
            Some(Stop::Interrupted | Stop::Time) => Ok(()),
            _ => Err(refusal.into()),
        }
    }

    /// Publishes a record. When another worker was first, both must say the same.
    async fn publish(&self, unit: &Unit, part: Part, message: &Message) -> Result<Part, ShareError> {
        let record = Record::new(unit, part);
        let (tail, json) = (format!("d.{}", unit.id), ubin_front::json(&record));
        let is_first = self.insist(message, || self.job.publish_first(&tail, json.clone())).await;
        if is_first != Some(false) {
            return Ok(record.part);
        }
        match self.kept(unit).await {
            Some(first) if first.part != record.part => {
                let tail = format!("conflict.{}", unit.id);
                self.insist(message, || self.job.publish_first(&tail, json.clone())).await;
                let (first, second) = (ubin_front::json(&first.part), ubin_front::json(&record.part));
                Err(Mismatch::Conflict { unit: unit.id.clone(), first, second }.into())
            }
            _ => Ok(record.part),
        }
    }

    /// The record of a unit, if the broker has it.
    async fn kept(&self, unit: &Unit) -> Option<Record> {
        let bytes = self.job.last(&format!("d.{}", unit.id)).await.ok()??;
        serde_json::from_slice(&bytes).ok()
    }

    /// Tries again until the broker has taken it, and keeps the unit's message meanwhile; `None` when the worker is stopped first, or the job has ended.
    async fn insist<T, F: Future<Output = Result<T, PublishFault>>>(
        &self,
        message: &Message,
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
                    let _ = message.ack_with(AckKind::Progress).await;
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }
}
