//! A search in units, on one thread or several.
//!
//! The top of the tree is split into **units** that depend on nothing but the puzzle. Threads take them in turn; their results are handed out in the order of the units, and only what is handed out is counted.
//! So solutions, their order and the node count do not depend on the number of threads. A limit on nodes must be met exactly, so it keeps the search on one thread.
//!
//! Memory: no thread starts a unit far ahead of the one that is handed out.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Condvar, Mutex};

use super::Cut;
use crate::run::{Run, Stats};

/// Called with the options of each solution; breaks to end the search.
pub(crate) type OptionSink<'s> = dyn FnMut(&[u32]) -> ControlFlow<()> + 's;

/// An engine that can search a part of the tree.
pub(crate) trait Engine: Sync {
    /// A part of the tree.
    type Unit: Sync;
    /// The room that a search needs; it can be used for one unit after the other.
    type Walk<'e>
    where
        Self: 'e;

    /// Room for a search.
    fn walk(&self) -> Self::Walk<'_>;

    /// Gives the options of every solution in a unit.
    fn search<'e>(
        &'e self,
        walk: &mut Self::Walk<'e>,
        unit: &Self::Unit,
        run: &mut Run<'_>,
        sink: &mut OptionSink<'_>,
    ) -> ControlFlow<Cut>;
}

/// How many units each thread may be ahead.
const AHEAD: usize = 8;

/// What one unit gave.
struct Result {
    options: Vec<u32>,
    ends: Vec<usize>,
    end: ControlFlow<Cut>,
    stats: Stats,
}

/// Searches units one after the other, as far as anybody can see.
pub(crate) fn search<E: Engine>(
    engine: &E,
    units: &[E::Unit],
    threads: usize,
    run: &mut Run<'_>,
    sink: &mut OptionSink<'_>,
) -> ControlFlow<Cut> {
    if threads < 2 || units.len() < 2 || run.limits().nodes.is_some() {
        let mut walk = engine.walk();
        return units.iter().try_for_each(|unit| engine.search(&mut walk, unit, run, sink));
    }
    let pool = Pool::new(units.len(), AHEAD * threads);
    let (limits, control) = (run.remaining(), run.control());
    std::thread::scope(|scope| {
        for _ in 0..threads.min(units.len()) {
            scope.spawn(|| {
                let mut walk = engine.walk();
                while let Some(number) = pool.take() {
                    let mut own = Run::new(limits, control);
                    pool.put(number, collect(engine, &mut walk, &units[number], &pool.enough, &mut own));
                }
            });
        }
        let end = hand_out(&pool, units.len(), run, sink);
        pool.finish();
        end
    })
}

fn collect<'e, E: Engine>(
    engine: &'e E,
    walk: &mut E::Walk<'e>,
    unit: &E::Unit,
    enough: &AtomicBool,
    run: &mut Run<'_>,
) -> Result {
    let (mut options, mut ends) = (Vec::new(), Vec::new());
    let end = engine.search(walk, unit, run, &mut |solution| {
        options.extend_from_slice(solution);
        ends.push(options.len());
        if enough.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    Result { options, ends, end, stats: run.stats() }
}

fn hand_out(pool: &Pool, units: usize, run: &mut Run<'_>, sink: &mut OptionSink<'_>) -> ControlFlow<Cut> {
    for number in 0..units {
        let result = pool.get(number);
        run.absorb(result.stats);
        let mut start = 0;
        for &end in &result.ends {
            if sink(&result.options[start..end]).is_break() {
                return ControlFlow::Break(Cut::Enough);
            }
            start = end;
        }
        result.end?;
    }
    ControlFlow::Continue(())
}

/// The units that are to be taken, and the results that wait for their turn.
struct Pool {
    state: Mutex<State>,
    changed: Condvar,
    enough: AtomicBool,
    ahead: usize,
}

struct State {
    next: usize,
    handed_out: usize,
    results: Vec<Option<Result>>,
}

impl Pool {
    fn new(units: usize, ahead: usize) -> Pool {
        let results = (0..units).map(|_| None).collect();
        let state = Mutex::new(State { next: 0, handed_out: 0, results });
        Pool { state, changed: Condvar::new(), enough: AtomicBool::new(false), ahead }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().expect("no thread panics while it holds the pool")
    }

    /// The next unit to search; waits while it is too far ahead.
    fn take(&self) -> Option<usize> {
        let mut state = self.lock();
        while state.next < state.results.len() && state.next >= state.handed_out + self.ahead && !self.is_finished() {
            state = self.changed.wait(state).expect("no thread panics while it holds the pool");
        }
        let number = state.next;
        (number < state.results.len() && !self.is_finished()).then(|| {
            state.next += 1;
            number
        })
    }

    fn put(&self, number: usize, result: Result) {
        self.lock().results[number] = Some(result);
        self.changed.notify_all();
    }

    fn get(&self, number: usize) -> Result {
        let mut state = self.lock();
        loop {
            if let Some(result) = state.results[number].take() {
                state.handed_out = number + 1;
                self.changed.notify_all();
                return result;
            }
            state = self.changed.wait(state).expect("no thread panics while it holds the pool");
        }
    }

    fn is_finished(&self) -> bool {
        self.enough.load(Relaxed)
    }

    /// Lets the threads go, whatever is left.
    fn finish(&self) {
        self.enough.store(true, Relaxed);
        let _state = self.lock();
        self.changed.notify_all();
    }
}
