//! A long question in one process that goes on where it was ended.
//!
//! All its units are done by threads of this process, and every record goes into a ledger before its children are begun. Killed at any moment, the same command reads the ledger and goes on with what is open. What comes of it does not depend on
//! how often that happened, nor on the number of threads.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{ControlFlow, RangeInclusive};
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use ubin::run::Stop;
use ubin::unit::{Unit, Work};
use ubin_front::question::Question;
use ubin_front::{Refusal, Stage, WorkTotal, Workload};

use crate::error::{Mismatch, ShareError};
use crate::estimate::estimated_nodes;
use crate::ledger::{Ledger, LedgerHead};
use crate::manifest::{Manifest, Record, without_limits};
use crate::tally::{Added, Tally, UnitPlace, place};
use crate::worker::{RunEvent, WorkerDesk};

/// Units that a search is cut into, about; the estimate of its nodes decides how large they are. It is the same on every machine.
const UNITS: f64 = 200.0;
/// The nodes of the smallest units and of the largest. Killed, a run loses so many a thread: a few seconds.
const TREE_BUDGETS: (u64, u64) = (100_000, 20_000_000);
/// States of a unit of a folded count: what it leaves is written down whole, which is much.
const FOLD_BUDGET: u64 = 20_000_000;
/// Nodes of a unit whose solutions are listed: they are in its record, which is held in memory whole.
const LISTED_BUDGET: u64 = 20_000;
/// Random walks of an estimate, at least and at most: 400 are within a few percent on the puzzles tried, 16 within a factor of three, which will do for the size of units.
const WALKS: RangeInclusive<u32> = 16..=400;

/// A search that has so many nodes is estimated a second time, and again whenever it has four times as many: each time the walks may cost a hundredth of it.
const FIRST_ESTIMATE: u64 = 2_000_000;

/// What a ledger of units has behind its head.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LedgerEntry {
    /// A search begins; the one before is complete.
    Manifest(Box<Manifest>),
    /// A unit is done.
    Record(Box<Record>),
    /// A unit that no worker survives.
    GivenUp(String),
}

/// Entries as they are written: what they say is borrowed, for a part of a folded count may leave a gigabyte.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum NewEntry<'a> {
    /// A search begins.
    Manifest(&'a Manifest),
    /// A unit is done.
    Record(&'a Record),
    /// A unit that no worker survives.
    #[cfg(feature = "nats")]
    GivenUp(&'a str),
}

/// How far a run is, for a progress line on another thread.
#[derive(Debug, Default)]
pub struct CheckpointProgress {
    nodes: AtomicU64,
    units: AtomicUsize,
    open: AtomicUsize,
    /// Units that workers elsewhere have.
    running: AtomicUsize,
    /// Nodes of the stage in all, estimated; 0 when that is not known.
    estimate: AtomicU64,
    /// Nodes that were in the ledger when this process began.
    found_done: AtomicU64,
    /// Nodes after which the estimate is made again; 0 when it was never made.
    next_estimate: AtomicU64,
}

/// A look at the progress.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ProgressLook {
    /// Nodes of all records, those of earlier runs included.
    pub nodes: u64,
    /// Nodes that earlier runs have done.
    pub earlier: u64,
    /// Units done.
    pub units: usize,
    /// Units known to be open.
    pub open: usize,
    /// Those of them that workers elsewhere have, as far as that is known.
    pub running: usize,
    /// Nodes in all, estimated.
    pub estimate: Option<u64>,
}

impl CheckpointProgress {
    /// How far the run is now.
    #[must_use]
    pub fn look(&self) -> ProgressLook {
        let estimate = self.estimate.load(Relaxed);
        ProgressLook {
            nodes: self.nodes.load(Relaxed),
            earlier: self.found_done.load(Relaxed),
            units: self.units.load(Relaxed),
            open: self.open.load(Relaxed),
            running: self.running.load(Relaxed),
            estimate: (estimate > 0).then_some(estimate),
        }
    }

    /// A search begins, of which so much is done already.
    pub(crate) fn begin(&self, tally: &Tally) {
        self.found_done.store(tally.nodes(), Relaxed);
        self.note(tally);
    }

    /// Estimates the nodes of a search that has at least `known`; `None` for states of a folded count.
    pub(crate) fn estimate(&self, work: &Workload, known: u64, desk: &WorkerDesk) -> Result<Option<f64>, Refusal> {
        self.next_estimate.store(known.saturating_mul(4).max(FIRST_ESTIMATE), Relaxed);
        let estimate = estimated_nodes(work, WALKS, known, desk)?;
        self.estimate.store(estimate.map_or(0, |nodes| nodes as u64), Relaxed);
        Ok(estimate)
    }

    /// Whether a search that has so many nodes by now is to be estimated again: told to one thread only.
    pub(crate) fn is_estimate_due(&self, nodes: u64) -> bool {
        let next = self.next_estimate.load(Relaxed);
        let is_due = next > 0 && nodes >= next && self.estimate.load(Relaxed) > 0;
        is_due && self.next_estimate.compare_exchange(next, u64::MAX, Relaxed, Relaxed).is_ok()
    }

    /// What was estimated is of another search.
    pub(crate) fn forget_estimate(&self) {
        self.estimate.store(0, Relaxed);
        self.next_estimate.store(0, Relaxed);
    }

    #[cfg(feature = "nats")]
    pub(crate) fn note_running(&self, units: usize) {
        self.running.store(units, Relaxed);
    }

    pub(crate) fn note(&self, tally: &Tally) {
        self.nodes.store(tally.nodes(), Relaxed);
        self.units.store(tally.units_done(), Relaxed);
        self.open.store(tally.open_count(), Relaxed);
    }
}

/// Takes an answer of a part, and says whether more are wanted.
pub type AnswerTaker<'a> = &'a (dyn Fn(&str) -> ControlFlow<()> + Sync);

/// What is done with a question and its ledger.
pub struct CheckpointRun<'a> {
    /// The question, with its limits.
    pub question: &'a Question,
    /// How many threads do units.
    pub threads: usize,
    /// No unit is begun that might take the whole beyond so many nodes.
    pub node_limit: Option<u64>,
    /// Where they are done.
    pub desk: &'a WorkerDesk,
    /// Who wants to know how far it is.
    pub progress: &'a CheckpointProgress,
    /// Gets the answers of all parts in search order, those of earlier runs included, each as soon as no unit before it is open.
    pub answers: Option<AnswerTaker<'a>>,
}

/// The stages of a question that are complete.
#[derive(Default)]
pub(crate) struct EarlierStages {
    nodes: u64,
    generated: u64,
    path: Option<ubin::unit::Prefix>,
}

/// The ledger of a question, read.
pub(crate) struct ReadLedger {
    pub(crate) ledger: Ledger,
    pub(crate) earlier: EarlierStages,
    pub(crate) current: Option<(Manifest, Tally)>,
    /// The records of the current search that have answers, by their units: their places in the ledger.
    answers: BTreeMap<UnitPlace, u64>,
}

impl CheckpointRun<'_> {
    /// Does what is open, and gives the total, or what is known when it is stopped.
    ///
    /// # Errors
    /// When the question does not fit, the ledger is another's, or a file fails.
    pub fn run(&self, path: &Path) -> Result<(Workload, WorkTotal), ShareError> {
        let name = path.display().to_string();
        let head = LedgerHead::new(without_limits(self.question));
        let mut work = Workload::new(self.question, self.desk)?;
        let ReadLedger { mut ledger, mut earlier, mut current, mut answers } = read(path, &head)?;
        loop {
            let (manifest, tally) = match current.take() {
                Some((manifest, tally)) => {
                    let ready = work.at(manifest.stage)?;
                    work = match manifest.check_tables(&name, &ready) {
                        Ok(()) => {
                            manifest.check_units(&name, &ready)?;
                            ready
                        }
                        Err(_) => manifest.workload(&name, self.question.limits(), self.desk)?,
                    };
                    (manifest, tally)
                }
                None => {
                    let manifest = Manifest::new(self.question, &work, self.budget(self.estimate(&work, 0)?));
                    ledger.append_entry(&NewEntry::Manifest(&manifest))?;
                    let tally = Tally::new(&manifest);
                    (manifest, tally)
                }
            };
            self.begin(&work, &manifest, &tally)?;
            let limit = self.node_limit.map(|limit| limit.saturating_sub(earlier.nodes));
            let state = StageState {
                tally,
                ledger: &mut ledger,
                running: BTreeSet::new(),
                ended: None,
                answers: std::mem::take(&mut answers),
                given: 0,
            };
            let StageDone { tally, stop, given } = self.stage(&work, &manifest, limit, state)?;
            if let Some(stop) = stop {
                ledger.sync()?;
                let mut total = earlier.total(&tally, manifest.stage, Some((stop, self.done(&tally))));
                if self.answers.is_some() {
                    total.sum.found = given.into();
                }
                return Ok((work, total));
            }
            match work.next_stage(&tally.sum()) {
                None => {
                    ledger.sync()?;
                    return Ok((work, earlier.total(&tally, manifest.stage, None)));
                }
                Some(next) => {
                    self.progress.forget_estimate();
                    earlier.add(&tally);
                    work = work.at(next)?;
                }
            }
        }
    }

    /// Tells how a stage begins, and estimates it where that was not done.
    fn begin(&self, work: &Workload, manifest: &Manifest, tally: &Tally) -> Result<(), ShareError> {
        self.progress.begin(tally);
        if tally.open().any(|unit| matches!(unit.work, Work::States(_))) {
            self.desk.tell(&RunEvent::Folded { states: manifest.budget });
        }
        if self.progress.look().estimate.is_none() {
            self.estimate(work, tally.nodes())?;
        }
        Ok(())
    }

    /// Which part of the work is done, as far as it was estimated.
    fn done(&self, tally: &Tally) -> Option<f64> {
        let estimate = self.progress.look().estimate?;
        Some((tally.nodes() as f64 / estimate as f64).min(0.999))
    }

    /// Estimates the nodes of a stage, and tells who wants to know; `None` for states of a folded count.
    fn estimate(&self, work: &Workload, known: u64) -> Result<Option<f64>, ShareError> {
        match self.progress.estimate(work, known, self.desk) {
            // The stop will be met again where it is reported.
            Err(refusal) if refusal.stop().is_some() => Ok(Some(0.0)),
            estimate => Ok(estimate?),
        }
    }

    /// Nodes of a unit of a search that is estimated so large.
    fn budget(&self, estimate: Option<f64>) -> u64 {
        let (least, most) = TREE_BUDGETS;
        match estimate {
            _ if self.answers.is_some() => LISTED_BUDGET,
            Some(nodes) => ((nodes / UNITS) as u64).clamp(least, most),
            None => FOLD_BUDGET,
        }
    }

    /// Does the open units of one stage, in so many nodes at most.
    fn stage(
        &self,
        work: &Workload,
        manifest: &Manifest,
        limit: Option<u64>,
        mut state: StageState<'_>,
    ) -> Result<StageDone, ShareError> {
        // What earlier runs have listed is handed out again: this run's output is whole.
        if let Err(end) = state.give(self.answers) {
            state.ended = Some(end);
        }
        let hall = StageHall { work, manifest, limit, state: Mutex::new(state), changed: Condvar::new(), run: self };
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| hall.work());
            }
        });
        let state = hall.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let stop = match state.ended {
            None => None,
            Some(StageEnd::Stopped(stop)) => Some(stop),
            Some(StageEnd::Failed(error)) => return Err(error),
        };
        Ok(StageDone { tally: state.tally, stop, given: state.given })
    }
}

/// How a stage ended.
struct StageDone {
    tally: Tally,
    stop: Option<Stop>,
    /// Answers handed out.
    given: u64,
}

/// Reads what the ledger has, or begins one.
pub(crate) fn read(path: &Path, head: &LedgerHead) -> Result<ReadLedger, ShareError> {
    let name = path.display().to_string();
    let mut earlier = EarlierStages::default();
    let mut current: Option<(Manifest, Tally)> = None;
    let mut answers = BTreeMap::new();
    let mut line = 1;
    let ledger = Ledger::open(path, head, |at, text| {
        line += 1;
        let damaged = || ShareError::from(Mismatch::Damaged { file: name.clone(), line });
        match serde_json::from_str(text).map_err(|_| damaged())? {
            LedgerEntry::Manifest(manifest) => {
                manifest.check_search(&name)?;
                if manifest.question != head.asked {
                    return Err(damaged());
                }
                if let Some((before, tally)) = &current {
                    tally.check_complete(before)?;
                    earlier.add(tally);
                }
                current = Some((*manifest.clone(), Tally::new(&manifest)));
                answers.clear();
            }
            LedgerEntry::Record(record) => {
                let (manifest, tally) = current.as_mut().ok_or_else(damaged)?;
                record.check_search(manifest, || name.clone())?;
                note_answers(&record, at, &mut answers);
                if tally.take(*record)? == Added::Unknown {
                    return Err(damaged());
                }
            }
            // In one process nobody else survives it either: it is done again.
            LedgerEntry::GivenUp(_) => {}
        }
        Ok(())
    })?;
    Ok(ReadLedger { ledger, earlier, current, answers })
}

/// Remembers where a record stands, if it has answers.
fn note_answers(record: &Record, at: u64, answers: &mut BTreeMap<UnitPlace, u64>) {
    if let Some(place) = place(&record.unit).filter(|_| !record.part.answers.is_empty()) {
        answers.insert(place, at);
    }
}

impl EarlierStages {
    fn add(&mut self, tally: &Tally) {
        let sum = tally.sum();
        self.nodes = self.nodes.saturating_add(sum.nodes);
        self.generated = self.generated.saturating_add(sum.generated);
        self.path = sum.path;
    }

    /// What is known with the stage that came last.
    fn total(self, tally: &Tally, stage: Stage, stopped: Option<(Stop, Option<f64>)>) -> WorkTotal {
        let mut sum = tally.sum();
        sum.nodes = sum.nodes.saturating_add(self.nodes);
        sum.generated = sum.generated.saturating_add(self.generated);
        sum.path = sum.path.or(self.path);
        let lower_bound = bound_of(stage);
        let (stop, done) = stopped.map_or((None, None), |(stop, done)| (Some(stop), done));
        WorkTotal { sum, lower_bound, stop, done, time_ms: 0.0 }
    }
}

/// The moves of the paths that a round looks for; 0 of other searches.
pub(crate) fn bound_of(stage: Stage) -> u32 {
    match stage {
        Stage::Round { bound, .. } | Stage::Paths { bound, .. } => bound,
        Stage::Packings | Stage::Lines => 0,
    }
}

/// Where the threads of a stage meet.
struct StageHall<'a, 'r> {
    work: &'a Workload,
    manifest: &'a Manifest,
    limit: Option<u64>,
    state: Mutex<StageState<'a>>,
    changed: Condvar,
    run: &'a CheckpointRun<'r>,
}

struct StageState<'a> {
    tally: Tally,
    ledger: &'a mut Ledger,
    /// Units that a thread is doing.
    running: BTreeSet<String>,
    ended: Option<StageEnd>,
    /// Records whose answers were not handed out yet, by their units: their places in the ledger.
    answers: BTreeMap<UnitPlace, u64>,
    given: u64,
}

enum StageEnd {
    Stopped(Stop),
    Failed(ShareError),
}

impl<'a> StageHall<'a, '_> {
    fn lock(&self) -> MutexGuard<'_, StageState<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does units until none is open, or the run is ended.
    fn work(&self) {
        while let Some(unit) = self.take() {
            let done = self.work.part(&unit, self.manifest.budget_of(&unit.id), self.run.desk);
            let mut state = self.lock();
            state.running.remove(&unit.id);
            let added = match done {
                Ok(part) => state.add(Record::new(&unit, part)).and_then(|()| state.give(self.run.answers)),
                Err(refusal) => Err(ended_by(refusal)),
            };
            if let Err(end) = added {
                state.ended.get_or_insert(end);
            }
            self.run.progress.note(&state.tally);
            let nodes = state.tally.nodes();
            drop(state);
            self.changed.notify_all();
            if self.run.progress.is_estimate_due(nodes) {
                // Stopped, it says what it said before; the stop is met again where it is reported.
                let _ = self.run.progress.estimate(self.work, nodes, self.run.desk);
            }
        }
    }

    /// The next open unit in search order that no thread is doing; `None` when there is nothing more to do.
    fn take(&self) -> Option<Arc<Unit>> {
        let mut state = self.lock();
        loop {
            if state.ended.is_none() && !self.run.desk.is_wanted() {
                state.ended = Some(StageEnd::Stopped(Stop::Interrupted));
            }
            if state.ended.is_some() {
                self.changed.notify_all();
                return None;
            }
            let next = state.tally.open_shared().find(|unit| !state.running.contains(&unit.id)).cloned();
            let is_idle = state.running.is_empty();
            let Some(unit) = next else {
                if is_idle {
                    return None;
                }
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let running = (state.running.len() as u64 + 1).saturating_mul(self.manifest.budget);
            let most = state.tally.nodes().saturating_add(running);
            if self.limit.is_none_or(|limit| most <= limit) {
                state.running.insert(unit.id.clone());
                return Some(unit);
            }
            if is_idle {
                state.ended = Some(StageEnd::Stopped(Stop::Nodes));
                continue;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl StageState<'_> {
    /// The record goes into the ledger first: what is added is never lost.
    fn add(&mut self, record: Record) -> Result<(), StageEnd> {
        let at = self.ledger.append_entry(&NewEntry::Record(&record)).map_err(StageEnd::Failed)?;
        note_answers(&record, at, &mut self.answers);
        self.tally.take(record).map(drop).map_err(|mismatch| StageEnd::Failed(mismatch.into()))
    }

    /// Hands out the answers that no open unit comes before.
    fn give(&mut self, take: Option<AnswerTaker<'_>>) -> Result<(), StageEnd> {
        let Some(take) = take else { return Ok(()) };
        while let Some((place, at)) = self.answers.first_key_value()
            && self.tally.first_open().is_none_or(|open| place < open)
        {
            let text = self.ledger.entry(*at).map_err(StageEnd::Failed)?;
            self.answers.pop_first();
            let Ok(LedgerEntry::Record(record)) = serde_json::from_str(&text) else { continue };
            for answer in &record.part.answers {
                if take(answer).is_break() {
                    return Err(StageEnd::Stopped(Stop::Interrupted));
                }
                self.given += 1;
            }
        }
        Ok(())
    }
}

fn ended_by(refusal: Refusal) -> StageEnd {
    match refusal.stop() {
        Some(stop) => StageEnd::Stopped(stop),
        None => StageEnd::Failed(refusal.into()),
    }
}
