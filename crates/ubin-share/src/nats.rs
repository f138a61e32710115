//! Units and records as messages of NATS JetStream.
//!
//! A job has two streams. The stream of **records** keeps the manifest, the records, the units given up and the word that the job has ended; every message there carries the condition that its subject is empty, so the first writer wins. The stream
//! of **units** is a work queue: a unit goes to one worker at a time, and comes back when that worker has not acknowledged it in time.
//!
//! ```text
//! ubin.r.JOB.m       the manifest          ubin.r.JOB.d.ID   the record of a unit
//! ubin.r.JOB.x.ID    a unit given up       ubin.r.JOB.end    how the job ended
//! ubin.u.JOB         units
//! ```
//!
//! Invariants: a worker publishes a record, then the children, then acknowledges. The broker may lose anything, what it has acknowledged included: that costs time, never truth. Only the collector's ledger says what is done; what is open
//! there and nowhere in the queue is offered again.

mod collector;
mod connection;
mod worker;

use std::future::Future;
use std::time::Duration;

use async_nats::jetstream::Context;
use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::context::{PublishAckFuture, PublishError, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::publish::PublishAck;
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, Stream};
use serde::{Deserialize, Serialize};
use ubin::unit::Unit;
use ubin_front::Stage;

pub use collector::{Collected, CollectorRun};
pub use connection::{BrokerAddress, BrokerWord};
pub use worker::{WorkerRun, WorkerSum};

use crate::error::{Mismatch, ShareError};
use crate::manifest::{Manifest, Record};
use crate::tally::Tally;

/// Deliveries of a unit before it is given up: a unit that ends every process that does it would go round for ever.
const MOST_DELIVERIES: i64 = 5;
/// Time between two tries of what the broker refuses.
const PAUSE: Duration = Duration::from_millis(200);

/// How a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JobEnd {
    /// Every unit has its record.
    Complete,
    /// Some units were given up.
    Incomplete,
    /// A unit has two records that differ.
    Conflict,
}

/// A job at the broker.
#[derive(Clone)]
struct Job {
    context: Context,
    name: String,
    ack_wait: Duration,
}

impl Job {
    fn subject(&self, tail: &str) -> String {
        format!("ubin.r.{}.{tail}", self.name)
    }

    fn units_subject(&self) -> String {
        format!("ubin.u.{}", self.name)
    }

    fn records_stream(&self) -> String {
        format!("ubin-r-{}", self.name)
    }

    fn units_stream(&self) -> String {
        format!("ubin-u-{}", self.name)
    }

    /// Makes the streams and the consumer that all workers share, where they are not there.
    async fn create(&self) -> Result<(), ShareError> {
        // No bytes are set aside: a server sets all of them aside at once, and twenty rounds would fill a laptop's disk with nothing. Its own limit is for all jobs together; when it is full, new messages are refused and their writers wait.
        let common = Config { discard: DiscardPolicy::New, ..Config::default() };
        let records = Config {
            name: self.records_stream(),
            subjects: vec![self.subject(">")],
            retention: RetentionPolicy::Limits,
            ..common.clone()
        };
        self.context.get_or_create_stream(records).await.map_err(broker)?;
        let units = Config {
            name: self.units_stream(),
            subjects: vec![self.units_subject()],
            retention: RetentionPolicy::WorkQueue,
            ..common
        };
        let units = self.context.get_or_create_stream(units).await.map_err(broker)?;
        let consumer = pull::Config {
            durable_name: Some(CONSUMER.into()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: self.ack_wait,
            max_ack_pending: -1,
            ..pull::Config::default()
        };
        units.get_or_create_consumer(CONSUMER, consumer).await.map_err(broker)?;
        Ok(())
    }

    async fn records(&self) -> Result<Stream, ShareError> {
        self.context.get_stream(self.records_stream()).await.map_err(broker)
    }

    /// The last message of a subject, if there is one.
    async fn last(&self, tail: &str) -> Result<Option<Vec<u8>>, ShareError> {
        let stream = self.context.get_stream_no_info(self.records_stream()).await.map_err(broker)?;
        match stream.get_last_raw_message_by_subject(&self.subject(tail)).await {
            Ok(message) => Ok(Some(message.payload.to_vec())),
            Err(error) => match error.kind() {
                async_nats::jetstream::stream::LastRawMessageErrorKind::NoMessageFound => Ok(None),
                _ => Err(broker(error)),
            },
        }
    }

    /// The manifest, if the broker has the one that the job is named for.
    async fn manifest(&self) -> Result<Manifest, ShareError> {
        let none = || Mismatch::NoJob { place: place_of(&self.name) };
        let bytes = self.last("m").await?.ok_or_else(none)?;
        let manifest: Manifest = serde_json::from_slice(&bytes).map_err(|_| none())?;
        if manifest.job() != self.name {
            return Err(none().into());
        }
        Ok(manifest)
    }

    /// How the job ended, if it has.
    async fn end(&self) -> Result<Option<JobEnd>, ShareError> {
        Ok(self.last("end").await?.and_then(|bytes| serde_json::from_slice(&bytes).ok()))
    }

    /// Publishes to a subject that must be empty; whether it was.
    async fn publish_first(&self, tail: &str, json: String) -> Result<bool, PublishFault> {
        is_first(self.send_first(tail, json).await?.await)
    }

    /// Publishes several messages as [`Job::publish_first`] does, and waits for all answers together.
    async fn publish_all(&self, told: &[(String, String)]) -> Vec<Result<bool, PublishFault>> {
        let mut sent = Vec::with_capacity(told.len());
        for (tail, json) in told {
            sent.push(self.send_first(tail, json.clone()).await);
        }
        // Together, for each waits as long when the broker has died.
        let answers = sent.into_iter().map(|sent| async move {
            match sent {
                Ok(answer) => is_first(answer.await),
                Err(fault) => Err(fault),
            }
        });
        futures_util::future::join_all(answers).await
    }

    /// Sends a message to a subject that must be empty.
    async fn send_first(&self, tail: &str, json: String) -> Result<PublishAckFuture, PublishFault> {
        let message = PublishMessage::build().payload(json.into()).expected_last_subject_sequence(0);
        self.context.send_publish(self.subject(tail), message).await.map_err(PublishFault)
    }

    /// How many units workers have.
    async fn running(&self) -> Result<usize, ShareError> {
        let consumer = self.context.get_consumer_from_stream::<pull::Config, _, _>(CONSUMER, self.units_stream());
        Ok(consumer.await.map_err(broker)?.cached_info().num_ack_pending)
    }

    /// How many units are at the broker, those that workers have included.
    async fn queued(&self) -> Result<u64, ShareError> {
        let queue = self.context.get_stream(self.units_stream()).await.map_err(broker)?;
        Ok(queue.cached_info().state.messages)
    }

    /// Whether units of the queue will come to workers. Those that a broker has after a crash without its consumer knowing of them never do.
    async fn are_coming(&self) -> Result<bool, ShareError> {
        let consumer = self.context.get_consumer_from_stream::<pull::Config, _, _>(CONSUMER, self.units_stream());
        let consumer = consumer.await.map_err(broker)?;
        let info = consumer.cached_info();
        Ok(self.queued().await? > 0 && (info.num_pending > 0 || info.num_ack_pending > 0))
    }

    /// Offers units. An offer of the same attempt counts once.
    async fn offer(&self, units: &[Unit], attempt: &str) -> Result<(), PublishFault> {
        let mut sent = Vec::new();
        for unit in units {
            let message = PublishMessage::build()
                .payload(ubin_front::json(unit).into())
                .message_id(format!("{}#{attempt}", unit.id));
            sent.push(self.context.send_publish(self.units_subject(), message).await.map_err(PublishFault)?);
        }
        for ack in sent {
            ack.await.map_err(PublishFault)?;
        }
        Ok(())
    }
}

/// What the broker's answer says: whether the subject was empty.
fn is_first(answer: Result<PublishAck, PublishError>) -> Result<bool, PublishFault> {
    match answer {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => Ok(false),
        Err(error) => Err(PublishFault(error)),
    }
}

/// The consumer that all workers of a job share.
const CONSUMER: &str = "work";

/// Why nothing could be published: the broker is away, full, has lost its streams, or takes only shorter messages. It is tried again.
#[derive(Debug)]
struct PublishFault(PublishError);

impl From<PublishFault> for ShareError {
    fn from(PublishFault(error): PublishFault) -> ShareError {
        match error.kind() {
            PublishErrorKind::MaxPayloadExceeded => ShareError::TooLong(error.to_string()),
            _ => ShareError::Broker(error.to_string()),
        }
    }
}

fn broker(error: impl std::fmt::Display) -> ShareError {
    ShareError::Broker(error.to_string())
}

/// Runs what talks to the broker until it ends.
fn block_on<T>(address: &BrokerAddress, work: impl Future<Output = Result<T, ShareError>>) -> Result<T, ShareError> {
    // One thread talks; searches have threads of their own. Two that talk wake each other for every message.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| ShareError::Broker(error.to_string()))?;
    let done = runtime.block_on(work);
    // A unit that is being done looks at Ctrl-C itself; nothing else is worth waiting for.
    runtime.shutdown_timeout(Duration::from_secs(1));
    done.map_err(|fault| address.explained(fault))
}

/// Gives a job to the broker: its manifest, the records of its small units, and the units that are open.
///
/// # Errors
/// When the broker refuses.
pub fn submit(
    address: &BrokerAddress,
    manifest: &Manifest,
    records: &[Record],
    ack_wait: Duration,
) -> Result<(), ShareError> {
    block_on(address, async {
        let job = Job { context: address.connect().await?, name: manifest.job(), ack_wait };
        submit_job(&job, manifest, records).await
    })
}

async fn submit_job(job: &Job, manifest: &Manifest, records: &[Record]) -> Result<(), ShareError> {
    job.create().await?;
    job.publish_first("m", ubin_front::json(manifest)).await?;
    let mut tally = Tally::new(manifest);
    let told: Vec<_> = records.iter().map(|record| (record_tail(&record.unit), ubin_front::json(record))).collect();
    for published in job.publish_all(&told).await {
        published?;
    }
    for record in records {
        tally.add(record)?;
    }
    let open: Vec<Unit> = tally.open().cloned().collect();
    Ok(job.offer(&open, "0").await?)
}

/// How far a job is, as the broker sees it.
#[derive(Clone, Debug, Serialize)]
pub struct JobStatus {
    /// The job.
    pub job: String,
    /// Its verb.
    pub verb: String,
    /// Its stage; `None` when the broker has lost the manifest.
    pub stage: Option<Stage>,
    /// Records.
    pub done: u64,
    /// Units in the queue that no worker has.
    pub queued: u64,
    /// Units that workers have.
    pub running: u64,
    /// Workers that wait for a unit.
    pub waiting: u64,
    /// How often a unit was given to a worker: more often than there are units when workers died.
    pub deliveries: u64,
    /// How it ended, if it has.
    pub end: Option<JobEnd>,
}

/// The jobs of a broker, or one of them.
///
/// # Errors
/// When the broker does not answer.
pub fn status(address: &BrokerAddress, job: Option<&str>) -> Result<Vec<JobStatus>, ShareError> {
    block_on(address, async {
        let context = address.connect().await?;
        let mut all = Vec::new();
        for name in jobs(&context).await? {
            if job.is_none_or(|wanted| wanted == name) {
                all.push(job_status(&context, name).await?);
            }
        }
        Ok(all)
    })
}

/// Where the record of a unit is published.
fn record_tail(unit: &str) -> String {
    format!("d.{unit}")
}

/// How sentences name a job at the broker.
#[must_use]
pub fn place_of(job: &str) -> String {
    format!("job {job}")
}

/// The names of the jobs at the broker, in order.
async fn jobs(context: &Context) -> Result<Vec<String>, ShareError> {
    streams(context, "ubin-r-").await
}

/// The names of the jobs that have a queue, in order: that of a job that has ended is deleted.
async fn queues(context: &Context) -> Result<Vec<String>, ShareError> {
    streams(context, "ubin-u-").await
}

/// What follows the beginning of streams' names, in order.
async fn streams(context: &Context, beginning: &str) -> Result<Vec<String>, ShareError> {
    use futures_util::TryStreamExt as _;
    let names: Vec<String> = context.stream_names().try_collect().await.map_err(broker)?;
    let mut jobs: Vec<String> =
        names.iter().filter_map(|name| name.strip_prefix(beginning)).map(String::from).collect();
    jobs.sort();
    Ok(jobs)
}

async fn job_status(context: &Context, name: String) -> Result<JobStatus, ShareError> {
    let job = Job { context: context.clone(), name: name.clone(), ack_wait: Duration::ZERO };
    let manifest = job.manifest().await.ok();
    let end = job.end().await?;
    let messages = job.records().await?.cached_info().state.messages;
    let mut status = JobStatus {
        job: name,
        verb: String::new(),
        stage: manifest.as_ref().map(|manifest| manifest.stage),
        // The manifest and the end are messages, too.
        done: messages.saturating_sub(1 + u64::from(end.is_some())),
        queued: 0,
        running: 0,
        waiting: 0,
        deliveries: 0,
        end,
    };
    if let Some(manifest) = &manifest {
        status.verb = manifest.question.get("verb").and_then(|verb| verb.as_str()).unwrap_or_default().into();
    }
    if let Ok(units) = context.get_stream(job.units_stream()).await
        && let Ok(consumer) = units.get_consumer::<pull::Config>(CONSUMER).await
    {
        let info = consumer.cached_info();
        (status.queued, status.running) = (info.num_pending, info.num_ack_pending as u64);
        (status.waiting, status.deliveries) = (info.num_waiting as u64, info.delivered.consumer_sequence);
    }
    Ok(status)
}
