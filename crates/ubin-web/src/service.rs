//! What all requests share, and how work becomes an answer.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use tokio::task::JoinError;
use tokio::time::{Interval, MissedTickBehavior, interval};
use ubin_front::cache::TableCache;
use ubin_front::clock::Moment;
use ubin_front::question::LimitFields;
use ubin_front::{AskError, Refusal};

use crate::door::Door;
use crate::feed::{Sender, StreamForm, feed};
use crate::job::{Jobs, QueueTicket, WebJob};
use crate::refusal::HttpRefusal;

/// How often progress is sent.
const TICK: Duration = Duration::from_millis(100);

/// What all requests share.
pub(crate) struct Service {
    pub(crate) door: Door,
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) cache: Option<TableCache>,
}

/// An answer.
pub(crate) enum Reply {
    /// The JSON of a report.
    Json(String),
    /// Something else: its type, and the bytes.
    Bytes(&'static str, Vec<u8>),
}

impl Reply {
    pub(crate) fn json(report: &impl serde::Serialize) -> Reply {
        Reply::Json(ubin_front::json(report))
    }

    pub(crate) fn into_response(self) -> Response {
        let (kind, body) = match self {
            Reply::Json(json) => ("application/json", Body::from(json)),
            Reply::Bytes(kind, bytes) => (kind, Body::from(bytes)),
        };
        ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-store")], body).into_response()
    }
}

/// The work of a job, on a thread of its own.
pub(crate) type JobWork = Box<dyn FnOnce(&WebJob) -> Result<Reply, HttpRefusal> + Send>;

/// Work that waits for a place among the jobs.
pub(crate) struct JobOrder {
    /// When the request arrived.
    pub(crate) asked: Moment,
    /// What the request says that it may use.
    pub(crate) limits: LimitFields,
    pub(crate) work: JobWork,
    /// Whether the answer comes in several parts.
    pub(crate) gives_parts: bool,
}

impl Service {
    /// Answers with what needed no place, as events if that is asked for.
    pub(crate) async fn at_once(&self, job: &WebJob, reply: Reply, events: bool) -> Result<Response, HttpRefusal> {
        if !events {
            return Ok(reply.into_response());
        }
        let (sender, feed) = feed(StreamForm::Events);
        sender.send("job", &named(&job.id)).await;
        finish(&sender, Ok(reply)).await;
        drop(sender);
        Ok(streamed(StreamForm::Events, Body::new(feed)))
    }

    /// Answers when the work is done, as events if that is asked for.
    pub(crate) async fn in_turn(&self, order: JobOrder, events: bool) -> Result<Response, HttpRefusal> {
        let JobOrder { asked, limits, work, gives_parts } = order;
        if events || gives_parts {
            let form = if events { StreamForm::Events } else { StreamForm::Lines };
            let (sender, feed) = feed(form);
            let ticket = self.jobs.enter(asked, &limits, Some(sender.clone()))?;
            tokio::spawn(stream(ticket, work, sender));
            return Ok(streamed(form, feed.begun().await?));
        }
        // Dropped together with the request when the client goes: then the ticket stops the job.
        let mut ticket = self.jobs.enter(asked, &limits, None)?;
        conduct(&mut ticket, work, None).await.map(Reply::into_response)
    }
}

fn named(id: &str) -> String {
    format!("{{\"job\":\"{id}\"}}")
}

fn streamed(form: StreamForm, body: Body) -> Response {
    ([(CONTENT_TYPE, form.content_type()), (CACHE_CONTROL, "no-store")], body).into_response()
}

/// Runs a job whose answer comes in parts, until it ends or the client has gone.
async fn stream(mut ticket: QueueTicket, work: JobWork, sender: Sender) {
    sender.offer("job", &named(&ticket.job.id));
    let outcome = tokio::select! {
        outcome = conduct(&mut ticket, work, Some(&sender)) => outcome,
        () = sender.closed() => return,
    };
    finish(&sender, outcome).await;
}

/// The last part.
async fn finish(sender: &Sender, outcome: Result<Reply, HttpRefusal>) {
    match outcome {
        Ok(Reply::Json(json)) => sender.send("result", &json).await,
        Ok(Reply::Bytes(..)) => sender.refuse(Refusal::from(AskError::PictureAsEvents).into()).await,
        Err(refusal) => sender.refuse(refusal).await,
    }
}

/// Gives a job its place and its thread, and sends how far it is.
async fn conduct(ticket: &mut QueueTicket, work: JobWork, sender: Option<&Sender>) -> Result<Reply, HttpRefusal> {
    let job = ticket.job.clone();
    let mut teller = Teller::new(sender, &job);
    let place = teller.during(ticket.place()).await.map_err(HttpRefusal::waited)?;
    job.begin();
    let worker = job.clone();
    let thread = tokio::task::spawn_blocking(move || {
        let _place = place;
        work(&worker)
    });
    teller.during(thread).await.unwrap_or_else(|error| Err(failed(&error)))
}

/// A panic is a mistake of ours; it has been printed where the server runs.
pub(crate) fn failed(error: &JoinError) -> HttpRefusal {
    let message = if error.is_panic() { "the job failed: this is a mistake of ours" } else { "the server is closing" };
    HttpRefusal::failed(message)
}

/// Sends how far a job is while it is waited for.
struct Teller<'a> {
    sender: Option<&'a Sender>,
    job: &'a WebJob,
    ticks: Interval,
}

impl<'a> Teller<'a> {
    fn new(sender: Option<&'a Sender>, job: &'a WebJob) -> Teller<'a> {
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
        ticks.reset();
        Teller { sender, job, ticks }
    }

    /// Waits for the end, and sends progress meanwhile.
    async fn during<T>(&mut self, end: impl Future<Output = T>) -> T {
        let Some(sender) = self.sender else { return end.await };
        let mut end = pin!(end);
        loop {
            tokio::select! {
                done = &mut end => return done,
                _ = self.ticks.tick() => {
                    sender.offer("progress", &ubin_front::json(&self.job.progress()));
                }
            }
        }
    }
}
