//! Jobs: searches that a request has asked for.
//!
//! Words: a job **waits** for a **place** and then **runs**; there are as many places as cores, and room for so many to wait. A job is stopped when its time is up, when
//! somebody asks for it, and when its client has gone: the search sees that at its next look at its control, some milliseconds later. Its place is free again when its thread
//! has ended, not before.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use ubin::run::{Control, Limits, Stop};
use ubin::slide::TableStore;
use ubin_front::{Desk, Watched};
use utoipa::ToSchema;

use crate::feed::Sender;
use crate::problem::Problem;

/// Jobs that may wait for a place.
pub const ROOM: usize = 64;

/// What a job may use; a client can ask for less.
#[derive(Clone, Copy, Debug)]
pub struct Caps {
    /// How long it may take.
    pub time: Duration,
    /// Nodes that it may expand.
    pub nodes: Option<u64>,
    /// Bytes that its search may hold.
    pub memory: u64,
    /// Threads of one search, and searches at once.
    pub threads: usize,
}

/// What a client asked for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Asked {
    pub(crate) time: Option<Duration>,
    pub(crate) nodes: Option<u64>,
    pub(crate) memory: Option<u64>,
    pub(crate) threads: Option<usize>,
}

impl Caps {
    /// What is asked for, as far as it may be.
    fn lowered(&self, asked: Asked) -> Allowed {
        let lower = |cap: Option<u64>, asked: Option<u64>| cap.into_iter().chain(asked).min();
        Allowed {
            time: asked.time.map(|time| time.min(self.time)),
            most_time: self.time,
            limits: Limits { nodes: lower(self.nodes, asked.nodes), memory: lower(Some(self.memory), asked.memory) },
            threads: asked.threads.map_or(self.threads, |threads| threads.clamp(1, self.threads)),
        }
    }
}

/// What one job may use.
#[derive(Clone, Copy, Debug)]
struct Allowed {
    /// The time that was asked for.
    time: Option<Duration>,
    most_time: Duration,
    limits: Limits,
    threads: usize,
}

/// How many jobs there are.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct Counts {
    /// Jobs that search.
    pub(crate) running: usize,
    /// Jobs that wait for a place.
    pub(crate) waiting: usize,
}

/// All jobs.
pub(crate) struct Jobs {
    caps: Caps,
    tables: TableStore,
    places: Arc<Semaphore>,
    running: AtomicUsize,
    waiting: AtomicUsize,
    by_id: Mutex<HashMap<String, Arc<Job>>>,
    number: AtomicU64,
    secret: RandomState,
}

impl Jobs {
    pub(crate) fn new(caps: Caps, tables: TableStore) -> Jobs {
        Jobs {
            caps,
            tables,
            places: Arc::new(Semaphore::new(caps.threads)),
            running: AtomicUsize::new(0),
            waiting: AtomicUsize::new(0),
            by_id: Mutex::default(),
            number: AtomicU64::new(0),
            secret: RandomState::new(),
        }
    }

    pub(crate) fn caps(&self) -> &Caps {
        &self.caps
    }

    pub(crate) fn counts(&self) -> Counts {
        Counts { running: self.running.load(Relaxed), waiting: self.waiting.load(Relaxed) }
    }

    /// A name that nobody guesses: who knows it may stop the job.
    pub(crate) fn name(&self) -> String {
        format!("{:016x}", self.secret.hash_one(self.number.fetch_add(1, Relaxed)))
    }

    fn table(&self) -> MutexGuard<'_, HashMap<String, Arc<Job>>> {
        self.by_id.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A job that waits for its place; refused when there is no room.
    pub(crate) fn enter(self: &Arc<Self>, asked: Asked, feed: Option<Sender>) -> Result<Ticket, Problem> {
        // A job counts as waiting until it has a place, also when one is free: so the room is that of both.
        let taken = self.waiting.fetch_add(1, Relaxed) + self.running.load(Relaxed);
        if taken >= self.caps.threads + ROOM {
            self.waiting.fetch_sub(1, Relaxed);
            return Err(Problem::busy());
        }
        let job = Arc::new(Job {
            id: self.name(),
            allowed: self.caps.lowered(asked),
            tables: self.tables.clone(),
            now: Mutex::new(Now::default()),
            is_stopped: Notify::new(),
            notes: Mutex::default(),
            feed,
        });
        self.table().insert(job.id.clone(), job.clone());
        Ok(Ticket { jobs: self.clone(), job, is_waiting: true })
    }

    /// Asks a job to end with what it has; whether there is such a job.
    pub(crate) fn stop(&self, id: &str) -> bool {
        let job = self.table().get(id).cloned();
        job.inspect(|job| job.stop(Stop::Interrupted)).is_some()
    }

    /// The same for all jobs.
    pub(crate) fn stop_all(&self) {
        let jobs: Vec<Arc<Job>> = self.table().values().cloned().collect();
        jobs.iter().for_each(|job| job.stop(Stop::Interrupted));
    }
}

/// A job's right to a place. When it is dropped, the job is stopped and forgotten.
pub(crate) struct Ticket {
    jobs: Arc<Jobs>,
    pub(crate) job: Arc<Job>,
    is_waiting: bool,
}

impl Ticket {
    /// Waits for a place; `None` when the job was stopped before.
    pub(crate) async fn place(&mut self) -> Option<Place> {
        let permit = tokio::select! {
            biased;
            () = self.job.is_stopped.notified() => None,
            permit = self.jobs.places.clone().acquire_owned() => permit.ok(),
        }?;
        self.leave_room();
        self.jobs.running.fetch_add(1, Relaxed);
        Some(Place { jobs: self.jobs.clone(), _permit: permit })
    }

    fn leave_room(&mut self) {
        if std::mem::take(&mut self.is_waiting) {
            self.jobs.waiting.fetch_sub(1, Relaxed);
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.leave_room();
        self.job.stop(Stop::Interrupted);
        self.jobs.table().remove(&self.job.id);
    }
}

/// A place that a job runs in. Its thread has it, so that it is free when the thread has ended.
pub(crate) struct Place {
    jobs: Arc<Jobs>,
    _permit: OwnedSemaphorePermit,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.jobs.running.fetch_sub(1, Relaxed);
    }
}

/// A job.
pub(crate) struct Job {
    pub(crate) id: String,
    allowed: Allowed,
    tables: TableStore,
    now: Mutex<Now>,
    is_stopped: Notify,
    notes: Mutex<Vec<String>>,
    feed: Option<Sender>,
}

/// What a job is doing.
#[derive(Default)]
struct Now {
    /// When it got its place.
    began: Option<Instant>,
    /// The search under way, and until when it runs; `None` is beyond what a clock can tell. A job may search several times, as `compare` does.
    search: Option<(Arc<Control>, Option<Instant>)>,
    stop: Option<Stop>,
    most_bytes: u64,
}

/// How far a job is, ten times a second.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct Progress {
    /// Nodes expanded by the search under way.
    pub(crate) expanded: u64,
    /// Nodes generated; not known while it runs.
    pub(crate) generated: Option<u64>,
    /// Nodes, as `expanded`.
    pub(crate) nodes: u64,
    /// Nodes a second since the last event.
    pub(crate) nodes_per_second: f64,
    /// No solution is shorter.
    pub(crate) bound: Option<u64>,
    /// The length of the best solution so far.
    pub(crate) best: Option<u64>,
    /// Live nodes; not known while it runs.
    pub(crate) open: Option<u64>,
    /// Finished nodes; not known while it runs.
    pub(crate) closed: Option<u64>,
    /// The most bytes seen held at once.
    pub(crate) peak_bytes: u64,
    /// Milliseconds since the job has its place.
    pub(crate) elapsed_ms: f64,
    /// `waiting` for a place, or `searching`.
    pub(crate) phase: &'static str,
}

impl Job {
    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The job has its place: its time begins.
    pub(crate) fn begin(&self) {
        self.now().began = Some(Instant::now());
    }

    /// Asks the job to end with what it has.
    pub(crate) fn stop(&self, stop: Stop) {
        let mut now = self.now();
        now.stop.get_or_insert(stop);
        if let Some((control, _)) = &now.search {
            control.stop(stop);
        }
        drop(now);
        self.is_stopped.notify_one();
    }

    /// Looks at the clock.
    pub(crate) fn tick(&self) {
        if let Some((control, until)) = &self.now().search
            && until.is_some_and(|until| Instant::now() >= until)
        {
            control.stop(Stop::Time);
        }
    }

    /// How far the job is; the rate is left to the caller, who knows the event before.
    pub(crate) fn progress(&self) -> Progress {
        let mut now = self.now();
        let elapsed = now.began.map_or(Duration::ZERO, |began| began.elapsed());
        let known = now.search.as_ref().map(|(control, _)| control.progress()).unwrap_or_default();
        now.most_bytes = now.most_bytes.max(known.bytes);
        Progress {
            expanded: known.nodes,
            generated: None,
            nodes: known.nodes,
            nodes_per_second: 0.0,
            bound: (known.lower > 0).then_some(known.lower),
            best: known.upper,
            open: None,
            closed: None,
            peak_bytes: now.most_bytes,
            elapsed_ms: elapsed.as_micros() as f64 / 1000.0,
            phase: if now.began.is_some() { "searching" } else { "waiting" },
        }
    }

    /// What was said beside the answer.
    pub(crate) fn notes(&self) -> Vec<String> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Sends a part of the answer; whether anybody still wants it. Waits for a slow reader, but not beyond the job's time.
    pub(crate) fn send(&self, event: &str, json: &str) -> bool {
        let Some(feed) = &self.feed else { return false };
        let mut waiting = feed.event(event, json);
        loop {
            match feed.try_send(waiting) {
                Ok(()) => return true,
                Err(None) => return false,
                Err(Some(back)) => waiting = back,
            }
            self.tick();
            if self.now().search.as_ref().is_some_and(|(control, _)| control.stopped().is_some()) {
                return false;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// A search of a job, being watched.
pub(crate) struct JobWatch {
    control: Arc<Control>,
    started: Instant,
}

impl Watched for JobWatch {
    fn control(&self) -> &Control {
        &self.control
    }

    fn milliseconds(&self) -> f64 {
        self.started.elapsed().as_micros() as f64 / 1000.0
    }
}

impl Desk for Job {
    type Watch = JobWatch;

    fn watch(&self, time_limit: Option<Duration>) -> JobWatch {
        let control = Arc::new(Control::new());
        let started = Instant::now();
        let mut now = self.now();
        let last = now.began.unwrap_or(started).checked_add(self.allowed.most_time);
        let own = time_limit.and_then(|limit| started.checked_add(limit));
        let until = last.into_iter().chain(own).min();
        let is_late = until.is_some_and(|until| started >= until);
        if let Some(stop) = now.stop.or(is_late.then_some(Stop::Time)) {
            control.stop(stop);
        }
        now.search = Some((control.clone(), until));
        JobWatch { control, started }
    }

    fn time_limit(&self) -> Option<Duration> {
        self.allowed.time
    }

    fn limits(&self) -> Limits {
        self.allowed.limits
    }

    fn threads(&self) -> usize {
        self.allowed.threads
    }

    fn tables(&self) -> &TableStore {
        &self.tables
    }

    fn is_interrupted(&self) -> bool {
        self.now().stop.is_some()
    }

    fn note(&self, remark: &str) {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).push(remark.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jobs() -> Arc<Jobs> {
        let caps = Caps { time: Duration::from_secs(60), nodes: None, memory: 1000, threads: 2 };
        Arc::new(Jobs::new(caps, TableStore::default()))
    }

    #[test]
    fn a_client_lowers_caps_and_cannot_raise_them() {
        let caps = Caps { time: Duration::from_secs(60), nodes: Some(100), memory: 1000, threads: 4 };
        let asked = |time, nodes, memory, threads| Asked { time, nodes, memory, threads };
        let low = caps.lowered(asked(Some(Duration::from_secs(1)), Some(10), Some(500), Some(1)));
        assert_eq!((low.time, low.threads), (Some(Duration::from_secs(1)), 1));
        assert_eq!(low.limits, Limits { nodes: Some(10), memory: Some(500) });
        let high = caps.lowered(asked(Some(Duration::MAX), Some(u64::MAX), Some(u64::MAX), Some(99)));
        assert_eq!((high.time, high.threads), (Some(Duration::from_secs(60)), 4));
        assert_eq!(high.limits, Limits { nodes: Some(100), memory: Some(1000) });
        let none = caps.lowered(Asked::default());
        assert_eq!((none.time, none.limits.nodes, none.limits.memory), (None, Some(100), Some(1000)));
    }

    #[test]
    fn room_is_given_back() {
        let jobs = jobs();
        let tickets: Vec<Ticket> = (0..2 + ROOM).map(|_| jobs.enter(Asked::default(), None).unwrap()).collect();
        assert!(jobs.enter(Asked::default(), None).is_err());
        assert_eq!(jobs.counts().waiting, 2 + ROOM);
        drop(tickets);
        assert_eq!((jobs.counts().waiting, jobs.table().len()), (0, 0));
        assert!(jobs.enter(Asked::default(), None).is_ok());
    }

    #[test]
    fn a_stop_reaches_the_search_under_way_and_every_later_one() {
        let jobs = jobs();
        let ticket = jobs.enter(Asked::default(), None).unwrap();
        let first = ticket.job.watch(None);
        assert!(first.control().stopped().is_none());
        assert!(jobs.stop(&ticket.job.id));
        assert_eq!(first.control().stopped(), Some(Stop::Interrupted));
        assert_eq!(ticket.job.watch(None).control().stopped(), Some(Stop::Interrupted));
        assert!(!jobs.stop("nobody"));
    }
}
