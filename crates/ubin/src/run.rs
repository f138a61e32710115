//! A run: what one search has used, and when it must stop.
//!
//! Words: a **run** belongs to one search on one thread. It counts **nodes** (expanded, generated) and
//! **bytes** (held now, held at most), and it knows the **limits**. A **control** is the search's outside
//! handle: another thread may read the progress from it and may ask for a **stop**. The library has no
//! clock of its own: a front end gives the control a look **outside**, at its clock and at whether an answer is
//! still wanted, and the search takes that look every millisecond or so.
//!
//! Invariant: a stop is sticky. Once `Run::step` has said stop, it says stop for ever, so an engine cannot
//! turn an unfinished search into a proof by asking again.
//!
//! ```
//! use ubin::run::{Control, Limits, Run, Stop};
//!
//! let control = Control::new();
//! let mut run = Run::new(Limits { memory: Some(1000), ..Limits::default() }, &control);
//! assert_eq!(run.hold(600), Ok(()));
//! assert_eq!(run.hold(600), Err(Stop::Memory));
//! assert_eq!(run.check(), Err(Stop::Memory));
//! assert_eq!(run.stats().peak_bytes, 600);
//! ```

use std::ops::AddAssign;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use serde::Serialize;

/// How many nodes pass between two looks at the control.
///
/// At a million nodes a second this is a millisecond; slower engines expand at least a thousand a second.
const POLL: u64 = 1024;

/// How much work within nodes passes between two looks at the control: some milliseconds.
const WORK: u64 = 1 << 22;

/// What a run may use. `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Nodes that may be expanded.
    pub nodes: Option<u64>,
    /// Bytes that the engine's tables and queues may hold at once.
    pub memory: Option<u64>,
}

/// Why a search ended before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// The time was up.
    Time,
    /// The node limit was reached.
    Nodes,
    /// The next allocation would have passed the memory limit.
    Memory,
    /// The caller asked for it: Ctrl-C, or a client that went away.
    Interrupted,
    /// What an engine found did not pass the check: a mistake of this library, and no answer is better than a wrong one.
    Refused,
    /// There are more solutions, or ways to begin one, than a count holds: 2^127.
    TooMany,
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Stop::Time => "the time limit was reached",
            Stop::Nodes => "the node limit was reached",
            Stop::Memory => "the memory limit was reached",
            Stop::Interrupted => "interrupted",
            Stop::Refused => "what was found did not pass the check, which is a mistake of ours",
            Stop::TooMany => "there are more than 2^127 ways, too many to count",
        })
    }
}

impl std::error::Error for Stop {}

/// What a search can say. "Impossible" and "stopped" are answers, not errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<T> {
    /// Here it is.
    Solved(T),
    /// The whole space was searched: there is none.
    Impossible,
    /// The search ended first.
    Stopped(Stop),
}

/// What a search has used so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nodes whose children were made.
    pub expanded: u64,
    /// Children made.
    pub generated: u64,
    /// The most bytes held at once.
    pub peak_bytes: u64,
}

impl AddAssign for Stats {
    /// Adds the work; the peak is the larger of the two, as for runs one after the other.
    fn add_assign(&mut self, other: Stats) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.peak_bytes = self.peak_bytes.max(other.peak_bytes);
    }
}

/// A look outside the search: why it must stop, if it must. A front end looks at its clock and at whether an answer is still wanted.
pub(crate) type Outside = Box<dyn Fn() -> Option<Stop> + Send + Sync>;

/// The outside handle of a search: read its progress, ask it to stop.
///
/// It can be shared between threads; several runs may report to one control.
pub struct Control {
    outside: Option<Outside>,
    stop: AtomicU8,
    nodes: AtomicU64,
    bytes: AtomicU64,
    lower: AtomicU64,
    upper: AtomicU64,
}

/// What a control knows of its search, for a progress line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Progress {
    /// Nodes expanded.
    pub nodes: u64,
    /// Bytes held now.
    pub bytes: u64,
    /// The cost proven necessary so far; 0 when the engine proves none.
    pub lower: u64,
    /// The cost of the best solution so far.
    pub upper: Option<u64>,
}

impl Default for Control {
    fn default() -> Control {
        Control::new()
    }
}

impl Control {
    /// A control that asks for nothing.
    #[must_use]
    pub fn new() -> Control {
        Control {
            outside: None,
            stop: AtomicU8::new(0),
            nodes: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            lower: AtomicU64::new(0),
            upper: AtomicU64::new(u64::MAX),
        }
    }

    /// A control whose search also looks outside, every millisecond or so, on every thread it runs on.
    ///
    /// ```
    /// use ubin::run::{Control, Limits, Run, Stop};
    ///
    /// let control = Control::watching(|| Some(Stop::Time));
    /// assert_eq!(Run::new(Limits::default(), &control).check(), Err(Stop::Time));
    /// ```
    #[must_use]
    pub fn watching(outside: impl Fn() -> Option<Stop> + Send + Sync + 'static) -> Control {
        Control { outside: Some(Box::new(outside)), ..Control::new() }
    }

    /// Asks the search to stop. The first reason given stays.
    pub fn stop(&self, why: Stop) {
        let code = match why {
            Stop::Time => 1,
            Stop::Nodes => 2,
            Stop::Memory => 3,
            Stop::Interrupted => 4,
            Stop::Refused => 5,
            Stop::TooMany => 6,
        };
        // A lost race means that another reason was first: that one stays.
        let _ = self.stop.compare_exchange(0, code, Relaxed, Relaxed);
    }

    /// The stop that was asked for, or that a look outside asks for, if any.
    #[must_use]
    pub fn stopped(&self) -> Option<Stop> {
        match self.stop.load(Relaxed) {
            0 => self.outside.as_ref().and_then(|outside| outside()).inspect(|&stop| self.stop(stop)),
            1 => Some(Stop::Time),
            2 => Some(Stop::Nodes),
            3 => Some(Stop::Memory),
            4 => Some(Stop::Interrupted),
            5 => Some(Stop::Refused),
            _ => Some(Stop::TooMany),
        }
    }

    /// What the search has done so far; up to a few thousand nodes late.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let upper = self.upper.load(Relaxed);
        Progress {
            nodes: self.nodes.load(Relaxed),
            bytes: self.bytes.load(Relaxed),
            lower: self.lower.load(Relaxed),
            upper: (upper != u64::MAX).then_some(upper),
        }
    }
}

impl std::fmt::Debug for Control {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Control").field("progress", &self.progress()).finish_non_exhaustive()
    }
}

/// The account of one search on one thread.
#[derive(Debug)]
pub struct Run<'c> {
    limits: Limits,
    control: &'c Control,
    stats: Stats,
    held: u64,
    /// Bytes in use that are not limited.
    noted: u64,
    /// The node count at which `step` next takes its slow path.
    next_poll: u64,
    reported: u64,
    /// Work since the last look.
    worked: u64,
    stopped: Option<Stop>,
    /// Set when nobody needs this run's part of the work any more.
    needless: Option<&'c AtomicBool>,
    /// Nodes that the runs of several threads may still expand together.
    pool: Option<&'c AtomicU64>,
    /// What this run has taken of the pool so far.
    taken: u64,
    /// Whether what it counts are no nodes of the search that the control shows.
    beside: bool,
    /// The part of the whole that the work under way is: where it begins, and how wide it is.
    stage: (f64, f64),
    /// The part of the whole that is done, where the engine knows it.
    done: Option<f64>,
    /// About how many solutions there are, where a count that was stopped has an estimate.
    estimate: Option<u128>,
}

impl<'c> Run<'c> {
    /// A run that has used nothing yet.
    #[must_use]
    pub fn new(limits: Limits, control: &'c Control) -> Run<'c> {
        Run {
            limits,
            control,
            stats: Stats::default(),
            held: 0,
            noted: 0,
            next_poll: 0,
            reported: 0,
            worked: 0,
            stopped: None,
            needless: None,
            pool: None,
            taken: 0,
            beside: false,
            stage: (0.0, 1.0),
            done: None,
            estimate: None,
        }
    }

    /// A run beside a search, which counts for itself: it stops when the control says so, but its nodes are no progress of the search. Tables are built on such a run.
    #[must_use]
    pub(crate) fn beside(limits: Limits, control: &'c Control) -> Run<'c> {
        Run { beside: true, ..Run::new(limits, control) }
    }

    /// A run without limits of its own for another thread that helps with this run's work.
    pub(crate) fn helper(&self) -> Run<'c> {
        Run { beside: self.beside, ..Run::new(Limits::default(), self.control) }
    }

    /// A run for a part of this run's work, which may expand `nodes` nodes, and no more than this run may.
    pub(crate) fn portion(&self, nodes: u64) -> Run<'c> {
        let left = self.remaining();
        let nodes = left.nodes.map_or(nodes, |left| left.min(nodes));
        let limits = Limits { nodes: Some(nodes), ..left };
        Run { beside: self.beside, needless: self.needless, ..Run::new(limits, self.control) }
    }

    /// Adds the work of a [portion](Run::portion).
    pub(crate) fn join(&mut self, part: &Run<'_>) {
        self.note_passing(part.stats.peak_bytes);
        self.stats.expanded += part.stats.expanded;
        self.stats.generated += part.stats.generated;
        self.reported += part.reported;
    }

    /// This run, with nodes drawn from a pool that several threads share: together they expand no more than it holds.
    pub(crate) fn drawing(self, pool: &'c AtomicU64) -> Run<'c> {
        Run { pool: Some(pool), ..self }
    }

    /// This run, which also stops when the flag is set: for one thread of several, when another has the answer.
    pub(crate) fn unless(self, needless: &'c AtomicBool) -> Run<'c> {
        Run { needless: Some(needless), ..self }
    }

    /// Counts one expansion, or says that the search must stop before it.
    ///
    /// # Errors
    /// The reason to stop. From then on every call gives the same one.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<(), Stop> {
        if self.stats.expanded >= self.next_poll {
            self.poll()?;
        }
        self.stats.expanded += 1;
        Ok(())
    }

    /// Looks at the limits and the control without counting a node: for work between nodes that takes long.
    ///
    /// # Errors
    /// As a node does: the stop, when the run has ended.
    pub fn check(&mut self) -> Result<(), Stop> {
        self.poll()
    }

    /// Counts work that belongs to no node, or to a node that may take long; a unit is about a nanosecond: a cell, a link or a word that is touched. Looks at the control every few
    /// milliseconds, never at the limit on nodes, so that the last node allowed can be finished.
    ///
    /// # Errors
    /// As [`Run::step`].
    #[inline]
    pub(crate) fn work(&mut self, units: u64) -> Result<(), Stop> {
        self.worked += units;
        if self.worked < WORK {
            return Ok(());
        }
        self.worked = 0;
        self.look()
    }

    /// Looks at the control, reports progress.
    #[cold]
    fn look(&mut self) -> Result<(), Stop> {
        self.report();
        if let Some(stop) = self.stopped.or(self.control.stopped()) {
            return Err(self.halt(stop));
        }
        if self.needless.is_some_and(|needless| needless.load(Relaxed)) {
            return Err(self.halt(Stop::Interrupted));
        }
        Ok(())
    }

    /// The slow path of [`Run::step`]: looks at the control and the limit, reports progress.
    #[cold]
    fn poll(&mut self) -> Result<(), Stop> {
        self.look()?;
        let limit = self.limits.nodes.unwrap_or(u64::MAX);
        if self.stats.expanded >= limit {
            return Err(self.halt(Stop::Nodes));
        }
        self.next_poll = limit.min(self.stats.expanded + POLL);
        match self.pool {
            Some(pool) => self.draw(pool),
            None => Ok(()),
        }
    }

    /// Gives what it has drawn and not used back to the pool, for the threads that go on.
    pub(crate) fn give_back(&mut self) {
        if let Some(pool) = self.pool {
            pool.fetch_add(self.taken - self.stats.expanded, Relaxed);
            (self.taken, self.next_poll) = (self.stats.expanded, 0);
        }
    }

    /// Takes the nodes until the next poll from the pool, where those drawn before are used up.
    fn draw(&mut self, pool: &AtomicU64) -> Result<(), Stop> {
        if self.stats.expanded == self.taken {
            let before = pool.fetch_update(Relaxed, Relaxed, |left| Some(left.saturating_sub(POLL)));
            self.taken += before.unwrap_or_else(|left| left).min(POLL);
        }
        if self.stats.expanded == self.taken {
            return Err(self.halt(Stop::Nodes));
        }
        self.next_poll = self.next_poll.min(self.taken);
        Ok(())
    }

    fn halt(&mut self, stop: Stop) -> Stop {
        self.next_poll = 0;
        *self.stopped.get_or_insert(stop)
    }

    /// Counts children made.
    #[inline]
    pub(crate) fn generated(&mut self, children: u64) {
        self.stats.generated += children;
    }

    /// Replaces the counts by those of a program that counts nodes its own way.
    pub(crate) fn recount(&mut self, expanded: u64, generated: u64) {
        self.stats = Stats { expanded, generated, ..self.stats };
    }

    /// Accounts for `bytes` that are about to be allocated.
    ///
    /// # Errors
    /// [`Stop::Memory`] if they do not fit the limit; then they must not be allocated.
    pub fn hold(&mut self, bytes: u64) -> Result<(), Stop> {
        if let Some(stop) = self.stopped {
            return Err(stop);
        }
        if self.limits.memory.is_some_and(|limit| self.held + bytes > limit) {
            return Err(self.halt(Stop::Memory));
        }
        self.held += bytes;
        self.note_passing(0);
        Ok(())
    }

    /// Notes bytes that are in use from now on, in place of those noted before, but not limited: tables that several
    /// searches share.
    pub(crate) fn note_bytes(&mut self, bytes: u64) {
        self.noted = bytes;
        self.note_passing(0);
    }

    /// Notes bytes that were in use beside all others for a moment, such as those that tables are built in.
    pub(crate) fn note_passing(&mut self, bytes: u64) {
        self.stats.peak_bytes = self.stats.peak_bytes.max(self.held + self.noted + bytes);
    }

    /// Gives back bytes that were held.
    pub(crate) fn release(&mut self, bytes: u64) {
        debug_assert!(bytes <= self.held, "released more than was held");
        self.held -= bytes;
    }

    /// Gives back all that was held beyond a level that [`Run::held`] gave before.
    pub fn release_to(&mut self, level: u64) {
        self.release(self.held - level);
    }

    /// Stops the run as a full memory does: for a table that can take no more, whatever the limit says.
    pub(crate) fn out_of_memory(&mut self) -> Stop {
        self.halt(Stop::Memory)
    }

    /// The bytes held now.
    #[must_use]
    pub fn held(&self) -> u64 {
        self.held
    }

    /// Does work that is the part `from` to `to` of the work under way, both from 0 to 1.
    pub(crate) fn stage<T>(&mut self, from: f64, to: f64, work: impl FnOnce(&mut Run<'c>) -> T) -> T {
        let whole = self.stage;
        self.stage = (whole.0 + whole.1 * from, whole.1 * (to - from));
        let result = work(self);
        self.stage = whole;
        result
    }

    /// Notes which part of the work under way is done, from 0 to 1.
    pub(crate) fn note_done(&mut self, part: f64) {
        self.done = Some(self.stage.0 + self.stage.1 * part);
    }

    /// The part of the work that is done, from 0 to 1, where the engine knows how much there is.
    #[must_use]
    pub(crate) fn done(&self) -> Option<f64> {
        self.done
    }

    /// Notes an estimate of the number of solutions, in place of an earlier one.
    pub(crate) fn note_estimate(&mut self, estimate: Option<u128>) {
        self.estimate = estimate;
    }

    /// About how many solutions there are, where a count was stopped before it had any and random samples found some.
    #[must_use]
    pub fn estimate(&self) -> Option<u128> {
        self.estimate
    }

    /// Tells the control that no solution costs less than `bound`.
    pub(crate) fn prove(&self, bound: u64) {
        self.control.lower.fetch_max(bound, Relaxed);
    }

    /// Tells the control that a solution of this cost was found.
    pub(crate) fn improve(&self, cost: u64) {
        self.control.upper.fetch_min(cost, Relaxed);
    }

    /// Adds the work of other runs that have reported it to the same control.
    pub(crate) fn absorb(&mut self, stats: Stats) {
        self.stats += stats;
        self.reported += stats.expanded;
    }

    /// What was used so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// The control this run reports to.
    #[must_use]
    pub(crate) fn control(&self) -> &'c Control {
        self.control
    }

    /// The limits as they were given.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// What may still be used: the limits for a further run that shares this one's budget.
    #[must_use]
    pub(crate) fn remaining(&self) -> Limits {
        Limits {
            nodes: self.limits.nodes.map(|n| n.saturating_sub(self.stats.expanded)),
            memory: self.limits.memory.map(|m| m.saturating_sub(self.held)),
        }
    }

    fn report(&mut self) {
        if !self.beside {
            self.control.nodes.fetch_add(self.stats.expanded - self.reported, Relaxed);
        }
        self.reported = self.stats.expanded;
        self.control.bytes.store(self.held, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_is_sticky_and_the_first_reason_stays() {
        let control = Control::new();
        let mut run = Run::new(Limits::default(), &control);
        assert_eq!(run.step(), Ok(()));
        control.stop(Stop::Interrupted);
        control.stop(Stop::Time);
        let first = (0..2 * POLL).find_map(|_| run.step().err());
        assert_eq!(first, Some(Stop::Interrupted));
        assert_eq!(run.step(), Err(Stop::Interrupted));
        assert_eq!(run.hold(1), Err(Stop::Interrupted));
    }

    #[test]
    fn memory_is_refused_before_it_is_held() {
        let control = Control::new();
        let mut run = Run::new(Limits { memory: Some(100), ..Limits::default() }, &control);
        assert_eq!(run.hold(60), Ok(()));
        run.release(60);
        assert_eq!(run.hold(100), Ok(()));
        assert_eq!(run.hold(1), Err(Stop::Memory));
        assert_eq!(run.step(), Err(Stop::Memory));
        assert_eq!(run.stats().peak_bytes, 100);
    }

    #[test]
    fn tables_in_use_count_beside_what_is_held() {
        let control = Control::new();
        let mut run = Run::new(Limits { memory: Some(100), ..Limits::default() }, &control);
        run.note_bytes(1000);
        assert_eq!(run.hold(60), Ok(()));
        assert_eq!(run.stats().peak_bytes, 1060);
        run.note_bytes(500);
        run.note_passing(700);
        assert_eq!((run.stats().peak_bytes, run.remaining().memory), (1260, Some(40)));
    }

    #[test]
    fn a_default_control_knows_of_no_solution() {
        let progress = Control::default().progress();
        assert_eq!((progress, progress.upper), (Control::new().progress(), None));
    }

    #[test]
    fn runs_that_share_a_pool_never_expand_more_than_it_holds() {
        let control = Control::new();
        let pool = AtomicU64::new(3 * POLL + 5);
        let mut runs = [0; 3].map(|_| Run::new(Limits::default(), &control).drawing(&pool));
        (0..10).for_each(|_| runs[0].step().unwrap());
        runs[0].give_back();
        let mut stops = 0;
        while stops < 3 {
            stops = runs.iter_mut().filter_map(|run| run.step().err()).filter(|stop| *stop == Stop::Nodes).count();
        }
        assert_eq!(runs.iter().map(|run| run.stats().expanded).sum::<u64>(), 3 * POLL + 5);
    }

    #[test]
    fn small_portions_are_reported_too() {
        let control = Control::new();
        let mut run = Run::new(Limits { nodes: Some(5000), ..Limits::default() }, &control);
        for _ in 0..60 {
            let mut part = run.portion(100);
            while part.step().is_ok() {}
            run.join(&part);
        }
        assert_eq!((run.stats().expanded, run.check()), (5000, Err(Stop::Nodes)));
        assert_eq!(control.progress().nodes, 5000);
    }

    #[test]
    fn node_limit_zero_expands_nothing() {
        let control = Control::new();
        let mut run = Run::new(Limits { nodes: Some(0), ..Limits::default() }, &control);
        assert_eq!(run.step(), Err(Stop::Nodes));
        assert_eq!(run.stats().expanded, 0);
    }

    #[test]
    fn a_run_beside_a_search_is_no_progress_of_it() {
        let control = Control::new();
        let mut building = Run::beside(Limits::default(), &control);
        (0..5000).for_each(|_| building.step().unwrap());
        assert_eq!((building.stats().expanded, control.progress().nodes), (5000, 0));
    }
}
