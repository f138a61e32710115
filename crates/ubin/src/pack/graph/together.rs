//! A level of a count, made by several threads.
//!
//! Words: a **shard** has the states of a level whose hash has certain bits, behind a lock of its own. Threads take states of the level above in turn and sort their children into **batches**, one for each shard; a full batch goes into its shard. So a lock
//! is taken once for many children, and seldom waited for.
//!
//! Ways add up in any order, so states, ways and solutions are those of one thread. Only the order of the states is chance, and nothing asks for it: the samples of a level go by hashes. What one thread would do otherwise, or in another order (a level that is
//! cut by the memory, a limit on nodes, too many ways), is not done here: the level is given up, and the caller counts alone.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::NoGraph;
use super::build::{Child, LOOK};
use super::levels::LevelTree;
use super::table::TableKey;
use super::ways::GrowingLayer;
use crate::locked::locked;
use crate::run::{Run, Stop};

/// Levels of fewer states are made by one thread: a millisecond or two, where to start a thread takes a tenth of one.
pub(super) const LEAST: usize = if cfg!(test) { 64 } else { 1 << 13 };

/// Many more than threads, so that two seldom want the same. A power of two.
const SHARDS: usize = 64;

/// The children of a full batch: all batches of a thread stay in its caches.
const BATCH: usize = 128;

/// A level that was made, its states in any order.
pub(super) struct MadeLevel<S> {
    pub(super) states: Vec<S>,
    pub(super) ways: Vec<u128>,
    /// The solutions that its parents lead to at once.
    pub(super) found: u128,
    /// The bytes of the shards.
    pub(super) bytes: u64,
}

/// The bytes that so many threads need beside the states.
pub(super) fn bytes_of<S>(threads: usize) -> u64 {
    (threads * SHARDS * BATCH * size_of::<(S, u128)>()) as u64
}

/// The children of all these states, each with the number of ways to it, in `most` bytes. `None` when they have no room, or too many ways.
pub(super) fn children<T: LevelTree>(
    levels: &T,
    above: (&[T::State], &[u128]),
    threads: usize,
    most: u64,
    run: &mut Run<'_>,
) -> Result<Option<MadeLevel<T::State>>, Stop> {
    // In the end the states are there twice for a moment.
    let shards = std::iter::repeat_with(|| Mutex::new(GrowingLayer::new())).take(SHARDS).collect();
    let level = SharedLevel {
        levels,
        above,
        taken: AtomicUsize::new(0),
        shards,
        bytes: AtomicU64::new(0),
        most: most / 2,
        is_given_up: AtomicBool::new(false),
    };
    let mut runs: Vec<Run<'_>> = (0..threads).map(|_| run.helper().unless(&level.is_given_up)).collect();
    let (own, others) = runs.split_first_mut().expect("there are threads");
    let found = std::thread::scope(|scope| {
        let level = &level;
        let helpers: Vec<_> = others.iter_mut().map(|run| scope.spawn(move || level.fill(run))).collect();
        let own = level.fill(own);
        let ended = helpers.into_iter().map(|helper| helper.join().expect("a helper does not panic"));
        std::iter::once(own).chain(ended).try_fold(0u128, |all, found| found.map(|found| all.saturating_add(found)))
    });
    if level.is_given_up.load(Relaxed) {
        return Ok(None);
    }
    runs.iter().for_each(|helper| run.absorb(helper.stats()));
    match found {
        Ok(found) if found >> 127 == 0 => Ok(Some(level.gathered(found))),
        Ok(_) | Err(NoGraph::TooLarge | NoGraph::Overflow) => Ok(None),
        Err(NoGraph::Stopped(stop)) => Err(stop),
    }
}

/// A level that several threads make.
struct SharedLevel<'l, T: LevelTree> {
    levels: &'l T,
    /// The states of the level above, and the ways to each.
    above: (&'l [T::State], &'l [u128]),
    /// How many of them are taken.
    taken: AtomicUsize,
    shards: Vec<Mutex<GrowingLayer<T::State>>>,
    /// What all shards have together, and may have.
    bytes: AtomicU64,
    most: u64,
    is_given_up: AtomicBool,
}

impl<T: LevelTree> SharedLevel<'_, T> {
    /// The part of one thread; gives the solutions that it came upon.
    fn fill(&self, run: &mut Run<'_>) -> Result<u128, NoGraph> {
        let mut steps = self.levels.room();
        let mut batches: Vec<Vec<(T::State, u128)>> = (0..SHARDS).map(|_| Vec::with_capacity(BATCH)).collect();
        let mut found = 0u128;
        let (states, ways) = self.above;
        loop {
            let from = self.taken.fetch_add(LOOK, Relaxed);
            if from >= states.len() {
                break;
            }
            let range = from..states.len().min(from + LOOK);
            let mut children = 0;
            for (&state, &ways) in states[range.clone()].iter().zip(&ways[range]) {
                self.levels.children(state, &mut steps, run, |child| {
                    children += 1;
                    match child {
                        Child::Solved => found = found.saturating_add(ways),
                        Child::State(child) => {
                            let child = self.levels.canonical(child);
                            let shard = shard_of(&child);
                            batches[shard].push((child, ways));
                            if batches[shard].len() == BATCH {
                                self.put(shard, &mut batches[shard]);
                            }
                        }
                    }
                })?;
            }
            run.generated(children);
        }
        batches.iter_mut().enumerate().for_each(|(shard, batch)| self.put(shard, batch));
        Ok(found)
    }

    /// Puts a batch into its shard, unless that has no room for it.
    fn put(&self, shard: usize, batch: &mut Vec<(T::State, u128)>) {
        let mut layer = locked(&self.shards[shard]);
        let more = layer.bytes_with(batch.len()) - layer.bytes_with(0);
        let has_room = self.bytes.fetch_add(more, Relaxed) + more <= self.most;
        if has_room && !self.is_given_up.load(Relaxed) {
            layer.make_room(batch.len());
            let mut are_too_many = false;
            batch.iter().for_each(|&(state, ways)| are_too_many |= layer.add(state, ways));
            if !are_too_many {
                batch.clear();
                return;
            }
        }
        self.is_given_up.store(true, Relaxed);
        batch.clear();
    }

    /// All states in one list.
    fn gathered(self, found: u128) -> MadeLevel<T::State> {
        let bytes = self.bytes.into_inner();
        let shards = self.shards.into_iter().map(|shard| shard.into_inner().expect("no thread panicked").into_states());
        let shards: Vec<(Vec<T::State>, Vec<u128>)> = shards.collect();
        let all = shards.iter().map(|(states, _)| states.len()).sum();
        let mut made = MadeLevel { states: Vec::with_capacity(all), ways: Vec::with_capacity(all), found, bytes };
        for (states, ways) in shards {
            made.states.extend(states);
            made.ways.extend(ways);
        }
        made
    }
}

/// The shard of a state. Tables look at the upper bits of the hash, so these are others.
fn shard_of<S: TableKey>(state: &S) -> usize {
    (state.hash() >> 20) as usize & (SHARDS - 1)
}
