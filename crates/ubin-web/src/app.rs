//! What all requests share, and how a task becomes an answer.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use tokio::task::JoinError;
use tokio::time::{MissedTickBehavior, interval};
use ubin::run::Stop;
use ubin_front::cache::TableCache;

use crate::door::Door;
use crate::feed::{Form, Sender, feed};
use crate::job::{Asked, Job, Jobs, Progress, Ticket};
use crate::problem::Problem;

/// How often the clock of a job is looked at.
const TICK: Duration = Duration::from_millis(20);
/// Progress is told every so many ticks: ten times a second.
const TICKS: u32 = 5;

/// What all requests share.
pub(crate) struct App {
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
pub(crate) type Work = Box<dyn FnOnce(&Job) -> Result<Reply, Problem> + Send>;

/// What a request asks for.
pub(crate) enum Task {
    /// It was no work.
    Done(Reply),
    /// A job; with `parts` its answer comes in several parts.
    Work { asked: Asked, work: Work, parts: bool },
}

impl Task {
    pub(crate) fn work(
        asked: Asked,
        work: impl FnOnce(&Job) -> Result<Reply, Problem> + Send + 'static,
    ) -> Result<Task, Problem> {
        Ok(Task::Work { asked, work: Box::new(work), parts: false })
    }
}

impl App {
    /// Answers a task, as events if that is asked for.
    pub(crate) async fn answer(&self, task: Task, events: bool) -> Result<Response, Problem> {
        match task {
            Task::Done(reply) if !events => Ok(reply.into_response()),
            Task::Done(reply) => {
                let (sender, body) = feed(Form::Events);
                sender.send("job", &named(&self.jobs.name())).await;
                finish(&sender, Ok(reply)).await;
                Ok(streamed(Form::Events, body))
            }
            Task::Work { asked, work, parts } if events || parts => {
                let form = if events { Form::Events } else { Form::Lines };
                let (sender, body) = feed(form);
                let ticket = self.jobs.enter(asked, Some(sender.clone()))?;
                tokio::spawn(stream(ticket, work, sender));
                Ok(streamed(form, body))
            }
            Task::Work { asked, work, .. } => {
                // Dropped together with the request when the client goes: then the ticket stops the job.
                let mut ticket = self.jobs.enter(asked, None)?;
                conduct(&mut ticket, work, None).await.map(Reply::into_response)
            }
        }
    }
}

fn named(id: &str) -> String {
    format!("{{\"job\":\"{id}\"}}")
}

fn streamed(form: Form, body: Body) -> Response {
    ([(CONTENT_TYPE, form.content_type()), (CACHE_CONTROL, "no-store")], body).into_response()
}

/// Runs a job whose answer comes in parts, until it ends or nobody reads any more.
async fn stream(mut ticket: Ticket, work: Work, sender: Sender) {
    sender.offer("job", &named(&ticket.job.id));
    let outcome = tokio::select! {
        outcome = conduct(&mut ticket, work, Some(&sender)) => outcome,
        () = sender.closed() => return,
    };
    finish(&sender, outcome).await;
}

/// The last part.
async fn finish(sender: &Sender, outcome: Result<Reply, Problem>) {
    match outcome {
        Ok(Reply::Json(json)) => sender.send("result", &json).await,
        Ok(Reply::Bytes(..)) => {
            let problem = Problem::input("bad-option", "a picture does not come as events: ask without them");
            sender.send("error", &problem.json()).await;
        }
        Err(problem) => sender.send("error", &problem.json()).await,
    }
}

/// Gives a job its place and its thread, watches the clock, and tells how far it is.
async fn conduct(ticket: &mut Ticket, work: Work, sender: Option<&Sender>) -> Result<Reply, Problem> {
    let mut teller = Teller { sender, job: ticket.job.clone(), ticks: 0, last: None };
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let place = {
        let mut waiting = std::pin::pin!(ticket.place());
        loop {
            tokio::select! {
                place = &mut waiting => break place,
                _ = ticks.tick() => teller.tick(),
            }
        }
    };
    let Some(place) = place else { return Err(Problem::stopped(Stop::Interrupted)) };
    let job = ticket.job.clone();
    job.begin();
    let mut thread = tokio::task::spawn_blocking(move || {
        let _place = place;
        work(&job)
    });
    loop {
        tokio::select! {
            done = &mut thread => return done.unwrap_or_else(|error| Err(failed(&error))),
            _ = ticks.tick() => teller.tick(),
        }
    }
}

/// A panic is a mistake of ours; it has been printed where the server runs.
fn failed(error: &JoinError) -> Problem {
    let message = if error.is_panic() { "the job failed: this is a mistake of ours" } else { "the server is closing" };
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", message)
}

/// Looks at a job's clock, and tells how far it is.
struct Teller<'a> {
    sender: Option<&'a Sender>,
    job: Arc<Job>,
    ticks: u32,
    last: Option<(Instant, u64)>,
}

impl Teller<'_> {
    fn tick(&mut self) {
        self.job.tick();
        self.ticks += 1;
        if let (Some(sender), 0) = (self.sender, self.ticks % TICKS) {
            let progress = self.rated(self.job.progress());
            sender.offer("progress", &ubin_front::json(&progress));
        }
    }

    /// With the rate since the last event. A new search begins to count anew.
    fn rated(&mut self, progress: Progress) -> Progress {
        let now = Instant::now();
        let (then, before) = self.last.replace((now, progress.nodes)).unwrap_or((now, progress.nodes));
        let seconds = (now - then).as_secs_f64();
        let rate = if seconds > 0.0 { progress.nodes.saturating_sub(before) as f64 / seconds } else { 0.0 };
        Progress { nodes_per_second: rate.round(), ..progress }
    }
}
