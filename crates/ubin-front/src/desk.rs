//! Where a question is asked from: what it may use, and where its parts go.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use ubin::pack::sets::MonthDay;
use ubin::run::Control;
use ubin::slide::TableStore;

use crate::clock::Moment;
use crate::language::Language;
use crate::question::LimitFields;
use crate::remark::Remark;
use crate::report::Report;

/// The most that a question may use, whatever it asks for. `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowance {
    /// How long it may take, waiting included.
    pub time: Option<Duration>,
    /// Nodes that it may expand.
    pub nodes: Option<u64>,
    /// Bytes that its searches may hold.
    pub memory: Option<u64>,
    /// Threads of one search, at least 1.
    pub threads: usize,
    /// Puzzles that one question may make.
    pub puzzles: Option<u64>,
}

impl Allowance {
    /// What is asked for, as far as it is allowed.
    ///
    /// ```
    /// use ubin_front::{Allowance, question::LimitFields};
    ///
    /// let most = Allowance { nodes: Some(100), threads: 4, ..Allowance::default() };
    /// let asked = LimitFields { node_limit: Some(1000), threads: Some(2), ..LimitFields::default() };
    /// let allowed = most.lowered(&asked);
    /// assert_eq!((allowed.nodes, allowed.threads), (Some(100), 2));
    /// ```
    #[must_use]
    pub fn lowered(&self, asked: &LimitFields) -> Allowance {
        let lower = |most: Option<u64>, asked: Option<u64>| most.into_iter().chain(asked).min();
        let (time, threads) = (asked.time_limit_ms.map(Duration::from_millis), self.threads.max(1));
        Allowance {
            time: self.time.into_iter().chain(time).min(),
            nodes: lower(self.nodes, asked.node_limit),
            memory: lower(self.memory, asked.memory_limit_bytes),
            threads: asked.threads.map_or(threads, |asked| usize::from(asked).clamp(1, threads)),
            puzzles: self.puzzles,
        }
    }
}

/// A question that is asked again and again while a search runs: whether an answer is still wanted.
pub type Waits = Box<dyn Fn() -> bool + Send + Sync>;

/// A switch that ends a question's searches with what they have; its clones are one switch.
#[derive(Clone, Debug, Default)]
pub struct StopSwitch(Arc<AtomicBool>);

impl StopSwitch {
    /// No answer is wanted any more.
    pub fn stop(&self) {
        self.0.store(true, Relaxed);
    }

    /// How searches find out whether an answer is still wanted.
    #[must_use]
    pub fn waits(&self) -> Waits {
        let is_stopped = self.0.clone();
        Box::new(move || !is_stopped.load(Relaxed))
    }
}

/// Where a question is asked from: the terminal, the server, the page's worker, Python, the game.
pub trait Desk {
    /// The most that a question may use.
    fn allowance(&self) -> Allowance;

    /// When the question was asked.
    fn asked(&self) -> Moment;

    /// How a search finds out whether an answer is still wanted.
    fn waits(&self) -> Waits;

    /// The pattern tables. Packing questions never ask for them.
    fn tables(&self) -> &TableStore;

    /// A search begins, under this control: the desk may show its progress.
    fn begins(&self, _control: &Arc<Control>) {}

    /// The next search is called so: a question may ask for several.
    fn turns_to(&self, _what: &str) {}

    /// A part of the answer is there: one of many solutions, one of many boards. The desk says whether more are wanted.
    fn part(&self, _part: &Report) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// A sentence beside the answer that the asker should know.
    fn note(&self, remark: &str);

    /// Something beside the answer that the asker should know, as data: a desk with languages says it in its own.
    fn remark(&self, remark: &Remark) {
        self.note(&remark.to_string());
    }

    /// Which day it is, for a calendar that none is asked for; `None` where nobody knows.
    fn today(&self) -> Option<MonthDay> {
        None
    }

    /// The language of what is drawn for the asker.
    fn language(&self) -> Language {
        Language::En
    }

    /// Whether parts are wanted as they come; otherwise they are kept for the report, in memory that is held.
    fn wants_parts(&self) -> bool {
        false
    }
}
