//! A search in units, on one thread or several.
//!
//! The top of the tree is split into **units**, the paths of some of its nodes, that depend on nothing but the puzzle. Threads take them in turn; their solutions are handed out in the order of the units, and only the work up to what is handed out is counted.
//! So solutions, their order and the node count do not depend on the number of threads. A limit on nodes must be met exactly, so it keeps the search on one thread.
//!
//! Memory: the solutions of a unit pass through a channel in **batches**. A thread that is ahead waits when its unit's channel is full, and no thread starts a unit far ahead of the one that is handed out.
//! The lowest unit that is not handed out always has a thread, for units are taken in order: nobody waits for ever. Where the limit leaves no room for the batches, one thread searches. Who only wants the
//! number of solutions gets one sum a unit, and no options are kept.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use super::Cut;
use crate::locked::locked;
use crate::pack::paths::TreePath;
use crate::run::{Limits, Run, Stats, Stop};

/// Called with the options of each solution; breaks to end the search.
pub(crate) type OptionSink<'s> = dyn FnMut(&[u32]) -> ControlFlow<()> + 's;

/// Called by an engine with the options of each solution and what the unit's run has used until then; breaks to end the search.
pub(crate) type UnitSink<'s> = dyn FnMut(&[u32], Stats) -> ControlFlow<()> + 's;

/// What is wanted of the solutions.
pub(crate) enum WantedSolutions<'w, 's> {
    /// Each one.
    Options(&'w mut OptionSink<'s>),
    /// How many there are, told in parts.
    Number(&'w mut (dyn FnMut(u64) + 's)),
}

/// An engine that can search the tree below any of its paths.
pub(crate) trait TreeEngine: Sync {
    /// The room that a search needs; it can be used for one path after the other.
    type Walk<'e>
    where
        Self: 'e;

    /// Room for a search.
    fn walk(&self) -> Self::Walk<'_>;

    /// Gives the options of every solution below a path.
    fn search<'e>(
        &'e self,
        walk: &mut Self::Walk<'e>,
        path: &[u32],
        run: &mut Run<'_>,
        sink: &mut UnitSink<'_>,
    ) -> ControlFlow<Cut>;
}

/// How many units each thread may be ahead.
const AHEAD: usize = 8;

/// How many batches of a unit may wait.
const WAITING: usize = 16;

/// The bytes of a full batch. Handing one over costs some microseconds when a thread must be woken, so solutions do not go one by one.
const BATCH: usize = 8 << 10;

/// How long the calling thread waits for the others before it looks outside.
const NAP: Duration = Duration::from_millis(20);

/// Searches units one after the other, as far as anybody can see.
pub(crate) fn search<E: TreeEngine>(
    engine: &E,
    units: &[TreePath],
    threads: usize,
    run: &mut Run<'_>,
    mut wanted: WantedSolutions<'_, '_>,
) -> ControlFlow<Cut> {
    let threads = threads.min(units.len());
    let bytes = if matches!(wanted, WantedSolutions::Options(_)) { bytes_waiting(threads) } else { 0 };
    let limits = run.remaining();
    if threads < 2 || limits.nodes.is_some() || limits.memory.is_some_and(|left| left < bytes) {
        return alone(engine, units, run, &mut wanted);
    }
    if let Err(stop) = run.hold(bytes) {
        return ControlFlow::Break(Cut::Stopped(stop));
    }
    let end = together(engine, units, threads, run, &mut wanted);
    run.release(bytes);
    end
}

/// The most bytes of batches at once: of units whose turn will come, units that are searched, and the one that is handed out. A vector has up to twice the room that it uses.
fn bytes_waiting(threads: usize) -> u64 {
    let units = AHEAD * threads + threads + 1;
    (2 * units * (WAITING + 2) * BATCH) as u64
}

fn alone<E: TreeEngine>(
    engine: &E,
    units: &[TreePath],
    run: &mut Run<'_>,
    wanted: &mut WantedSolutions<'_, '_>,
) -> ControlFlow<Cut> {
    let mut walk = engine.walk();
    let mut sink = |options: &[u32], _| match wanted {
        WantedSolutions::Options(sink) => sink(options),
        WantedSolutions::Number(tell) => {
            tell(1);
            ControlFlow::Continue(())
        }
    };
    units.iter().enumerate().try_for_each(|(at, unit)| {
        run.note_done(at as f64 / units.len() as f64);
        engine.search(&mut walk, unit, run, &mut sink)
    })
}

fn together<E: TreeEngine>(
    engine: &E,
    units: &[TreePath],
    threads: usize,
    run: &mut Run<'_>,
    wanted: &mut WantedSolutions<'_, '_>,
) -> ControlFlow<Cut> {
    let (queue, turns) = sync_channel(AHEAD * threads);
    let pool = Pool { left: Mutex::new((units.iter(), queue)), enough: AtomicBool::new(false) };
    let (limits, control) = (run.remaining(), run.control());
    // What a thread holds for itself must fit beside the others.
    let limits = Limits { memory: limits.memory.map(|left| left / threads as u64), ..limits };
    let wants_options = matches!(wanted, WantedSolutions::Options(_));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut walk = engine.walk();
                while let Some((unit, way)) = pool.take() {
                    let mut own = Run::new(limits, control).unless(&pool.enough);
                    let mut post = Post { batch: Batch::default(), room: 0, way, enough: &pool.enough };
                    let mut number = 0;
                    let end = engine.search(&mut walk, unit, &mut own, &mut |options, stats| {
                        if wants_options {
                            return post.add(options, stats);
                        }
                        number += 1;
                        ControlFlow::Continue(())
                    });
                    post.close(UnitEnd { end, number, stats: own.stats() });
                }
            });
        }
        // Takes the turns with it: when it returns, a thread that still sends learns that nothing is taken any more.
        let end = hand_out(turns, units.len(), run, wanted);
        pool.enough.store(true, Relaxed);
        end
    })
}

fn hand_out(
    turns: Receiver<Receiver<Letter>>,
    units: usize,
    run: &mut Run<'_>,
    wanted: &mut WantedSolutions<'_, '_>,
) -> ControlFlow<Cut> {
    let (mut done, mut stopped) = (0, None);
    for unit in turns.into_iter().take(units) {
        loop {
            run.note_done(f64::from(done) / units as f64);
            match heard(&unit, run) {
                Letter::Batch(batch) => {
                    let WantedSolutions::Options(sink) = wanted else { unreachable!("sums are told at the end") };
                    if let Some(stats) = batch.give(sink) {
                        run.absorb(stats);
                        return ControlFlow::Break(Cut::Enough);
                    }
                }
                Letter::End(UnitEnd { end, number, stats }) => {
                    run.absorb(stats);
                    let counts = if let WantedSolutions::Number(tell) = wanted {
                        tell(number);
                        true
                    } else {
                        false
                    };
                    done += u32::from(end.is_continue());
                    match end {
                        // Where it ended depends on the clock; what the other threads have counted until then is true, too.
                        ControlFlow::Break(Cut::Stopped(stop @ (Stop::Time | Stop::Interrupted))) if counts => {
                            stopped = Some(stop);
                        }
                        end => end?,
                    }
                    break;
                }
            }
        }
    }
    stopped.map_or(ControlFlow::Continue(()), |stop| ControlFlow::Break(Cut::Stopped(stop)))
}

/// What a unit sends next. Meanwhile the calling thread looks outside, too: some callers, such as Python, can only be interrupted there. The other threads see the stop, and end.
fn heard(unit: &Receiver<Letter>, run: &Run<'_>) -> Letter {
    loop {
        match unit.recv_timeout(NAP) {
            Ok(letter) => return letter,
            Err(RecvTimeoutError::Timeout) => drop(run.control().stopped()),
            Err(RecvTimeoutError::Disconnected) => unreachable!("a thread sends the end of each unit that it takes"),
        }
    }
}

/// The units that are to be taken, each with the way back for what it gives.
struct Pool<'u> {
    left: Mutex<(std::slice::Iter<'u, TreePath>, SyncSender<Receiver<Letter>>)>,
    enough: AtomicBool,
}

impl<'u> Pool<'u> {
    /// The next unit to search; waits while it is too far ahead. The lock is kept meanwhile, so the turns have the order of the units.
    fn take(&self) -> Option<(&'u TreePath, SyncSender<Letter>)> {
        let mut left = locked(&self.left);
        let (units, queue) = &mut *left;
        let unit = units.next()?;
        let (way, turn) = sync_channel(WAITING);
        queue.send(turn).ok().map(|()| (unit, way))
    }
}

/// What a unit sends.
enum Letter {
    Batch(Batch),
    End(UnitEnd),
}

/// How a unit ended.
struct UnitEnd {
    end: ControlFlow<Cut>,
    /// The solutions that were not sent, only counted.
    number: u64,
    stats: Stats,
}

/// Some solutions, one after the other.
#[derive(Default)]
struct Batch {
    options: Vec<u32>,
    /// For each solution where its options end, and what the unit's run had used when it was found.
    found: Vec<(usize, Stats)>,
}

impl Batch {
    fn bytes(&self) -> usize {
        size_of_val(&self.options[..]) + size_of_val(&self.found[..])
    }

    /// Gives the solutions to the sink. If it breaks, what was used up to that solution.
    fn give(&self, sink: &mut OptionSink<'_>) -> Option<Stats> {
        let mut start = 0;
        self.found.iter().find_map(|&(end, stats)| {
            let solution = &self.options[std::mem::replace(&mut start, end)..end];
            sink(solution).is_break().then_some(stats)
        })
    }
}

/// Where a thread leaves the solutions of its unit.
struct Post<'p> {
    batch: Batch,
    /// The bytes at which the batch is sent. The first solution goes at once, later batches grow, so that no solution waits longer than the search took to find those before it.
    room: usize,
    way: SyncSender<Letter>,
    enough: &'p AtomicBool,
}

impl Post<'_> {
    fn add(&mut self, options: &[u32], stats: Stats) -> ControlFlow<()> {
        self.batch.options.extend_from_slice(options);
        self.batch.found.push((self.batch.options.len(), stats));
        let bytes = self.batch.bytes();
        let is_heard = bytes < self.room || {
            self.room = (2 * bytes).min(BATCH);
            self.way.send(Letter::Batch(std::mem::take(&mut self.batch))).is_ok()
        };
        if is_heard && !self.enough.load(Relaxed) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Sends what is left. Whether anybody still listens makes no difference now.
    fn close(self, end: UnitEnd) {
        if !self.batch.found.is_empty() {
            let _ = self.way.send(Letter::Batch(self.batch));
        }
        let _ = self.way.send(Letter::End(end));
    }
}
