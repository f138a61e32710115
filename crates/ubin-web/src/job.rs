//! Jobs: questions that take a search.
//!
//! Words: a job **waits** for a **place** in its **lane** and then **runs**; each lane has as many places as cores, and there is room for so many to wait. Short jobs, hints and verdicts of a few seconds, have a lane of their own,
//! so that they never wait for a long one. A job's time begins when its request arrives, so waiting counts. A job is stopped when its time is up,
//! when a request asks for it, and when its client has gone: the search sees that at its next look outside, some milliseconds later. Its place is free again when its thread has ended, not before.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use ubin::pack::sets::MonthDay;
use ubin::run::{Control, Stop};
use ubin::slide::TableStore;
use ubin_front::clock::{self, Moment};
use ubin_front::question::LimitFields;
use ubin_front::{Allowance, Desk, JobProgress, ProgressMeter, Report, StopSwitch, Waits};
use utoipa::ToSchema;

use crate::feed::{Sender, Unsent};
use crate::refusal::HttpRefusal;

/// Jobs that may wait for a place.
pub const ROOM: usize = 64;
/// A job that may take no longer than this is a short one.
const SHORT: Duration = Duration::from_secs(5);
/// The most puzzles that one request makes.
const MOST_MADE: u64 = 1000;
/// How long a part waits for a slow reader before it is tried again.
const SLOW: Duration = Duration::from_millis(5);

/// What a job may use; a client can ask for less.
#[derive(Clone, Copy, Debug)]
pub struct Caps {
    /// How long it may take, waiting included.
    pub time: Duration,
    /// Nodes that it may expand.
    pub nodes: Option<u64>,
    /// Bytes that its search may hold.
    pub memory: u64,
    /// Threads of one search, and searches at once.
    pub threads: usize,
}

impl Caps {
    fn allowance(&self) -> Allowance {
        Allowance {
            time: Some(self.time),
            nodes: self.nodes,
            memory: Some(self.memory),
            threads: self.threads,
            puzzles: Some(MOST_MADE),
        }
    }
}

/// How many jobs there are.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct JobCounts {
    /// Jobs that search.
    pub(crate) running: usize,
    /// Jobs that wait for a place.
    pub(crate) waiting: usize,
}

/// All jobs.
pub(crate) struct Jobs {
    caps: Caps,
    tables: TableStore,
    /// Places for searches.
    places: Arc<Semaphore>,
    /// Places for searches of a few seconds, and for what is none.
    short_places: Arc<Semaphore>,
    /// Places for what takes a moment: reading a large board.
    moments: Arc<Semaphore>,
    running: AtomicUsize,
    waiting: AtomicUsize,
    by_id: Mutex<HashMap<String, Arc<WebJob>>>,
    number: AtomicU64,
    secret: RandomState,
}

impl Jobs {
    pub(crate) fn new(caps: Caps, tables: TableStore) -> Jobs {
        Jobs {
            caps,
            tables,
            places: Arc::new(Semaphore::new(caps.threads)),
            short_places: Arc::new(Semaphore::new(caps.threads)),
            moments: Arc::new(Semaphore::new(caps.threads)),
            running: AtomicUsize::new(0),
            waiting: AtomicUsize::new(0),
            by_id: Mutex::default(),
            number: AtomicU64::new(0),
            secret: RandomState::new(),
        }
    }

    /// What one job may use at most.
    pub(crate) fn allowance(&self) -> Allowance {
        self.caps.allowance()
    }

    pub(crate) fn counts(&self) -> JobCounts {
        JobCounts { running: self.running.load(Relaxed), waiting: self.waiting.load(Relaxed) }
    }

    /// A name that cannot be guessed: a client that knows it may stop the job.
    fn name(&self) -> String {
        format!("{:016x}", self.secret.hash_one(self.number.fetch_add(1, Relaxed)))
    }

    fn table(&self) -> MutexGuard<'_, HashMap<String, Arc<WebJob>>> {
        self.by_id.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A job for what is no search: it has neither place nor room, and cannot be stopped.
    pub(crate) fn aside(&self, asked: Moment) -> WebJob {
        self.job(asked, None)
    }

    fn job(&self, asked: Moment, feed: Option<Sender>) -> WebJob {
        WebJob {
            id: self.name(),
            most: self.caps.allowance(),
            asked,
            tables: self.tables.clone(),
            switch: StopSwitch::default(),
            stopped: Notify::new(),
            now: Mutex::default(),
            feed,
        }
    }

    /// A place for what takes a moment.
    pub(crate) async fn moment(&self) -> Option<OwnedSemaphorePermit> {
        self.moments.clone().acquire_owned().await.ok()
    }

    /// A job that waits for its place; refused when there is no room.
    pub(crate) fn enter(
        self: &Arc<Self>,
        asked: Moment,
        limits: &LimitFields,
        feed: Option<Sender>,
    ) -> Result<QueueTicket, HttpRefusal> {
        // A job counts as waiting until it has a place, also when one is free: so the room is that of both.
        let taken = self.waiting.fetch_add(1, Relaxed) + self.running.load(Relaxed);
        if taken >= self.caps.threads + ROOM {
            self.waiting.fetch_sub(1, Relaxed);
            return Err(HttpRefusal::busy());
        }
        let job = Arc::new(self.job(asked, feed));
        self.table().insert(job.id.clone(), job.clone());
        let time = job.most.lowered(limits).time;
        Ok(QueueTicket { jobs: self.clone(), job, time, is_waiting: true })
    }

    /// The places of the lane for jobs that may take so long.
    fn lane(&self, time: Option<Duration>) -> Arc<Semaphore> {
        if time.is_some_and(|time| time <= SHORT) { self.short_places.clone() } else { self.places.clone() }
    }

    /// Asks a job to end with what it has; whether there is such a job.
    pub(crate) fn stop(&self, id: &str) -> bool {
        let job = self.table().get(id).cloned();
        job.inspect(|job| job.stop()).is_some()
    }

    /// Asks all jobs to end with what they have.
    pub(crate) fn stop_all(&self) {
        let jobs: Vec<Arc<WebJob>> = self.table().values().cloned().collect();
        jobs.iter().for_each(|job| job.stop());
    }
}

/// A job's right to a place. When it is dropped, the job is stopped and forgotten.
pub(crate) struct QueueTicket {
    jobs: Arc<Jobs>,
    pub(crate) job: Arc<WebJob>,
    /// The time that the job may take, from the moment it was asked for.
    time: Option<Duration>,
    is_waiting: bool,
}

impl QueueTicket {
    /// Waits for a place; the stop when the job was stopped or its time was up before.
    pub(crate) async fn place(&mut self) -> Result<RunPlace, Stop> {
        let permit = tokio::select! {
            biased;
            () = self.job.stopped.notified() => return Err(Stop::Interrupted),
            permit = self.jobs.lane(self.time).acquire_owned() => permit.map_err(|_| Stop::Interrupted)?,
            () = self.time_up() => return Err(Stop::Time),
        };
        self.leave_room();
        self.jobs.running.fetch_add(1, Relaxed);
        Ok(RunPlace { jobs: self.jobs.clone(), _permit: permit })
    }

    /// Ends when the job's time is up.
    async fn time_up(&self) {
        match self.time {
            Some(time) => tokio::time::sleep(time.saturating_sub(self.job.asked.elapsed())).await,
            None => std::future::pending().await,
        }
    }

    fn leave_room(&mut self) {
        if std::mem::take(&mut self.is_waiting) {
            self.jobs.waiting.fetch_sub(1, Relaxed);
        }
    }
}

impl Drop for QueueTicket {
    fn drop(&mut self) {
        self.leave_room();
        self.job.stop();
        self.jobs.table().remove(&self.job.id);
    }
}

/// A place that a job runs in. Its thread has it, so that it is free when the thread has ended.
pub(crate) struct RunPlace {
    jobs: Arc<Jobs>,
    _permit: OwnedSemaphorePermit,
}

impl Drop for RunPlace {
    fn drop(&mut self) {
        self.jobs.running.fetch_sub(1, Relaxed);
    }
}

/// A job: the desk of a question that was asked over HTTP.
pub(crate) struct WebJob {
    pub(crate) id: String,
    most: Allowance,
    asked: Moment,
    tables: TableStore,
    /// Ends its searches.
    switch: StopSwitch,
    /// Wakes a job that waits when it is stopped.
    stopped: Notify,
    now: Mutex<Now>,
    feed: Option<Sender>,
}

/// What a job is doing.
#[derive(Default)]
struct Now {
    /// When it got its place.
    began: Option<Moment>,
    /// The search under way. A job may search several times, as `compare` does.
    search: Option<Arc<Control>>,
    meter: ProgressMeter,
}

impl WebJob {
    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The job has its place.
    pub(crate) fn begin(&self) {
        self.now().began = Some(Moment::now());
    }

    /// Asks the job to end with what it has.
    pub(crate) fn stop(&self) {
        self.switch.stop();
        self.stopped.notify_one();
    }

    /// How far the job is.
    pub(crate) fn progress(&self) -> JobProgress {
        let now = &mut *self.now();
        now.meter.read(now.search.as_deref(), now.began)
    }

    /// Whether the search under way has been stopped.
    fn is_stopped(&self) -> bool {
        let search = self.now().search.clone();
        search.is_some_and(|control| control.stopped().is_some())
    }
}

impl Desk for WebJob {
    fn allowance(&self) -> Allowance {
        self.most
    }

    fn asked(&self) -> Moment {
        self.asked
    }

    fn waits(&self) -> Waits {
        self.switch.waits()
    }

    fn tables(&self) -> &TableStore {
        &self.tables
    }

    fn begins(&self, control: &Arc<Control>) {
        self.now().search = Some(control.clone());
    }

    /// Sends one of many solutions. Waits for a slow reader, but not beyond the job's time.
    fn part(&self, part: &Report) -> ControlFlow<()> {
        let Some(feed) = &self.feed else { return ControlFlow::Break(()) };
        let mut waiting = feed.event("solution", &part.json());
        loop {
            match feed.try_send(waiting) {
                Ok(()) => return ControlFlow::Continue(()),
                Err(Unsent::Closed) => return ControlFlow::Break(()),
                Err(Unsent::Full(back)) => waiting = back,
            }
            if self.is_stopped() {
                return ControlFlow::Break(());
            }
            std::thread::sleep(SLOW);
        }
    }

    /// Warnings and reasons are in the reports; a client of the server has no other place to read them.
    fn note(&self, _remark: &str) {}

    fn today(&self) -> Option<MonthDay> {
        Some(clock::today())
    }
}

#[cfg(test)]
mod tests {
    use ubin_front::clock::Clock;

    use super::*;

    fn jobs() -> Arc<Jobs> {
        let caps = Caps { time: Duration::from_secs(60), nodes: None, memory: 1000, threads: 2 };
        Arc::new(Jobs::new(caps, TableStore::default()))
    }

    fn enter(jobs: &Arc<Jobs>, limits: &LimitFields) -> Result<QueueTicket, HttpRefusal> {
        jobs.enter(Moment::now(), limits, None)
    }

    #[test]
    fn a_client_lowers_caps_and_cannot_raise_them() {
        let most = Caps { time: Duration::from_secs(60), nodes: Some(100), memory: 1000, threads: 4 }.allowance();
        let asked = |time_limit_ms, node_limit, memory_limit_bytes, threads| {
            most.lowered(&LimitFields { time_limit_ms, node_limit, memory_limit_bytes, threads })
        };
        let low = asked(Some(1000), Some(10), Some(500), Some(1));
        assert_eq!((low.time, low.threads), (Some(Duration::from_secs(1)), 1));
        assert_eq!((low.nodes, low.memory), (Some(10), Some(500)));
        let high = asked(Some(u64::MAX), Some(u64::MAX), Some(u64::MAX), Some(99));
        assert_eq!(high, most);
        assert_eq!(asked(None, None, None, None), most);
    }

    #[test]
    fn room_is_given_back() {
        let jobs = jobs();
        let none = LimitFields::default();
        let tickets: Vec<QueueTicket> = (0..2 + ROOM).map(|_| enter(&jobs, &none).unwrap()).collect();
        assert!(enter(&jobs, &none).is_err());
        assert_eq!(jobs.counts().waiting, 2 + ROOM);
        drop(tickets);
        assert_eq!((jobs.counts().waiting, jobs.table().len()), (0, 0));
        assert!(enter(&jobs, &none).is_ok());
    }

    #[test]
    fn a_stop_reaches_the_search_under_way_and_every_later_one() {
        let jobs = jobs();
        let ticket = enter(&jobs, &LimitFields::default()).unwrap();
        let clock = Clock::new(Moment::now(), None);
        let first = clock.watch(&*ticket.job, None);
        assert!(first.control().stopped().is_none());
        assert!(jobs.stop(&ticket.job.id));
        assert_eq!(first.control().stopped(), Some(Stop::Interrupted));
        assert_eq!(clock.watch(&*ticket.job, None).control().stopped(), Some(Stop::Interrupted));
        assert!(!jobs.stop("nobody"));
    }

    #[tokio::test]
    async fn the_time_of_a_job_that_waits_runs_out() {
        let jobs = jobs();
        let none = LimitFields::default();
        let short = LimitFields { time_limit_ms: Some(1), ..none };
        let (mut one, mut two) = (enter(&jobs, &short).unwrap(), enter(&jobs, &short).unwrap());
        let places = (one.place().await.ok(), two.place().await.ok());
        let mut third = enter(&jobs, &short).unwrap();
        assert_eq!(third.place().await.err(), Some(Stop::Time));
        drop(places);
        assert!(third.place().await.is_ok());
    }

    #[tokio::test]
    async fn a_short_job_does_not_wait_for_long_ones() {
        let jobs = jobs();
        let none = LimitFields::default();
        let (mut one, mut two) = (enter(&jobs, &none).unwrap(), enter(&jobs, &none).unwrap());
        let _places = (one.place().await.ok(), two.place().await.ok());
        let mut short = enter(&jobs, &LimitFields { time_limit_ms: Some(5000), ..none }).unwrap();
        assert!(short.place().await.is_ok());
        assert_eq!(jobs.counts().running, 2);
    }
}
