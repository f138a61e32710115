//! One round of iterative deepening: every path up to a bound, cut into units for lanes and threads.
//!
//! Words: a **unit** is a subtree that one lane searches. The tree above the units is expanded first, level by level; its
//! inner nodes and the units stand in a list in the order in which a depth-first search meets them. The **winner** is
//! the first unit that holds the goal. Units and nodes after the winner do not count.
//!
//! Invariant: the path found and the nodes counted are those of one depth-first search, however many lanes and threads
//! there are. The cut depends on the board, the bound and the nodes of the round before, never on the machine.
//!
//! Lanes work ahead of that one search, in units that may turn out not to count. A limit on nodes is on the work done, so a
//! round that it may end is not cut: one lane searches it in order, and the last node allowed is the last node expanded.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::lane::{Lane, Next};
use super::node::{DeepNode, Ground, Pending, Seeds, Undo};
use super::part::{Subtree, in_order};
use crate::run::{Run, Stats, Stop};
use crate::slide::Dir;

/// Subtrees that a thread searches in turn. With 7-8 tables, which no cache holds, one lane takes a fifth more time on Korf's hundred
/// at least, because it waits for every entry it has asked for; two to five lanes differ by less than can be measured.
const LANES: usize = 3;

/// A round of fewer nodes than this many times those of the round before may be cut although there is a limit on nodes. Eight times is usual.
/// Should a round grow more and the limit end it, the threads' pool of nodes keeps the work to the limit all the same.
const MOST_GROWTH: u64 = 64;

/// A round with fewer nodes than this stays on one thread: starting another takes as long.
const NODES_FOR_THREADS: u64 = 20_000;

/// What a round looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RoundAim {
    /// The first path.
    First,
    /// The number of paths, counted up to this many.
    Count(u64),
}

/// One round, ready to be searched.
#[derive(Debug)]
pub(crate) struct Round<'g, const V: usize> {
    ground: &'g Ground<'g, V>,
    root: &'g DeepNode<V>,
    bound: usize,
    aim: RoundAim,
    entries: Vec<Entry>,
    /// The roots of the units.
    seeds: Seeds<V>,
    /// The moves above the units, each with the number of the one before it.
    trail: Vec<(usize, Dir)>,
}

/// A node above the units, or a unit.
#[derive(Clone, Copy, Debug)]
enum Entry {
    Inner {
        generated: u64,
    },
    Unit {
        seed: usize,
        /// The moves that lead to it.
        depth: usize,
        /// The last of them on the trail; meaningless for the root.
        last: usize,
    },
}

/// What became of a round.
#[derive(Debug, Default)]
pub(crate) struct RoundFound {
    /// The nodes of the round.
    pub(crate) stats: Stats,
    /// The first path to the goal.
    pub(crate) path: Option<Vec<Dir>>,
    /// How many paths were counted.
    pub(crate) count: u64,
    /// Why the round is not finished.
    pub(crate) stop: Option<Stop>,
}

/// What became of a unit.
#[derive(Debug, Default)]
struct UnitReport {
    stats: Stats,
    path: Option<Vec<Dir>>,
    count: u64,
}

/// What one thread has done.
#[derive(Debug, Default)]
struct Driven {
    /// Its units that are done, by number.
    reports: Vec<(usize, UnitReport)>,
    /// All its work, that of units which are not done included.
    work: Stats,
    stop: Option<Stop>,
}

/// What the threads share.
struct Shared {
    /// The next entry to look at.
    next: AtomicUsize,
    /// The first unit known to hold the goal.
    winner: AtomicUsize,
    /// The nodes that the threads may expand together.
    pool: AtomicU64,
}

/// Searches a round that follows one of `before` nodes, and counts its nodes in the run.
pub(crate) fn search_round<const V: usize>(
    (ground, root): (&Ground<'_, V>, &DeepNode<V>),
    bound: usize,
    aim: RoundAim,
    (before, threads): (u64, usize),
    run: &mut Run,
) -> RoundFound {
    // The first rounds are one unit, searched in order by itself.
    if run.remaining().nodes.is_some_and(|left| left < before.saturating_mul(MOST_GROWTH)) {
        return within_limit(ground, root, bound, aim, run);
    }
    let threads = if before < NODES_FOR_THREADS { 1 } else { threads.max(1) };
    let found = Round::new(ground, root, bound, aim, before).search(threads, run);
    run.absorb(found.stats);
    found
}

/// Searches a round in order, up to the run's last node.
fn within_limit<const V: usize>(
    ground: &Ground<'_, V>,
    root: &DeepNode<V>,
    bound: usize,
    aim: RoundAim,
    run: &mut Run,
) -> RoundFound {
    let before = run.stats();
    let mut found = RoundFound::default();
    let on_goal = &mut |path: &[Dir]| {
        found.count += 1;
        found.path.get_or_insert_with(|| path.to_vec());
        if aim.is_met(found.count) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let whole = Subtree { prefix: &[], node: root.clone() };
    let left = in_order(ground, &[whole], bound, run, on_goal);
    let expanded = run.stats().expanded - before.expanded;
    let generated = run.stats().generated - before.generated;
    let stop = left.map(|(stop, _)| stop);
    RoundFound { stats: Stats { expanded, generated, peak_bytes: 0 }, stop, ..found }
}

impl RoundAim {
    /// Whether so many paths are enough.
    fn is_met(self, count: u64) -> bool {
        match self {
            RoundAim::First => count > 0,
            RoundAim::Count(limit) => count >= limit,
        }
    }
}

impl<'g, const V: usize> Round<'g, V> {
    /// Cuts the tree up to a bound into units, about one for 24 nodes of the round before.
    fn new(ground: &'g Ground<'g, V>, root: &'g DeepNode<V>, bound: usize, aim: RoundAim, before: u64) -> Round<'g, V> {
        let wanted = (before / 24).clamp(1, 4096) as usize;
        let mut seeds = Seeds::default();
        let entries = vec![Entry::Unit { seed: seeds.keep(root), depth: 0, last: 0 }];
        let mut round = Round { ground, root, bound, aim, entries, seeds, trail: Vec::new() };
        let mut node = root.clone();
        while (1..wanted).contains(&round.seeds.len()) && round.open(&mut node) {}
        round
    }

    /// Opens every unit: it becomes an inner node, and its children within the bound are units. A unit whose root is the
    /// goal stays. Says whether there was another.
    fn open(&mut self, node: &mut DeepNode<V>) -> bool {
        let (seeds, entries) = (std::mem::take(&mut self.seeds), std::mem::take(&mut self.entries));
        let (mut pending, mut undo) = ([Pending::NONE; 4], Undo::NONE);
        let mut opened = false;
        for entry in entries {
            let Entry::Unit { seed, depth, last } = entry else {
                self.entries.push(entry);
                continue;
            };
            seeds.load(seed, node);
            if node.h() == 0 {
                self.entries.push(Entry::Unit { seed: self.seeds.keep(node), depth, last });
                continue;
            }
            opened = true;
            let count = self.ground.ask(node, &mut pending);
            self.entries.push(Entry::Inner { generated: count as u64 });
            for child in &pending[..count] {
                let child = self.ground.read(node, child);
                if usize::from(child.h()) + depth < self.bound {
                    self.ground.make(node, &child, &mut undo);
                    let seed = self.seeds.keep(node);
                    self.entries.push(Entry::Unit { seed, depth: depth + 1, last: self.trail.len() });
                    self.trail.push((last, child.dir()));
                    self.ground.unmake(node, &undo);
                }
            }
        }
        opened
    }

    /// The moves that lead to a unit.
    fn path(&self, depth: usize, last: usize) -> Vec<Dir> {
        let mut path = vec![Dir::Up; depth];
        let mut number = last;
        for dir in path.iter_mut().rev() {
            (number, *dir) = self.trail[number];
        }
        path
    }

    /// Searches the round on some threads.
    fn search(&self, threads: usize, run: &Run) -> RoundFound {
        let inner = self.inner();
        let pool = run.remaining().nodes.unwrap_or(u64::MAX).saturating_sub(inner.expanded);
        let shared =
            Shared { next: AtomicUsize::new(0), winner: AtomicUsize::new(usize::MAX), pool: AtomicU64::new(pool) };
        let mut reports: Vec<Option<UnitReport>> = Vec::new();
        reports.resize_with(self.entries.len(), || None);
        let (mut stop, mut work) = (None, inner);
        std::thread::scope(|scope| {
            let drive = || self.drive(&shared, &mut run.helper().drawing(&shared.pool));
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(drive)).collect();
            let own = drive();
            for driven in others.into_iter().map(|other| other.join().expect("a lane does not panic")).chain([own]) {
                stop = stop.or(driven.stop);
                work += driven.work;
                for (number, report) in driven.reports {
                    reports[number] = Some(report);
                }
            }
        });
        let found = self.sum(reports);
        match stop {
            // What was stopped was not needed.
            Some(_) if self.aim.is_met(found.count) => found,
            Some(_) => RoundFound { stats: work, stop, ..found },
            None => found,
        }
    }

    /// The work above the units.
    fn inner(&self) -> Stats {
        let mut work = Stats::default();
        for entry in &self.entries {
            if let Entry::Inner { generated } = entry {
                work += Stats { expanded: 1, generated: *generated, peak_bytes: 0 };
            }
        }
        work
    }

    /// Adds the reports up, in order, as one search would have met them, until they are enough or one is missing.
    fn sum(&self, reports: Vec<Option<UnitReport>>) -> RoundFound {
        let mut found = RoundFound::default();
        for (entry, report) in self.entries.iter().zip(reports) {
            match (entry, report) {
                (Entry::Inner { generated }, _) => {
                    found.stats += Stats { expanded: 1, generated: *generated, peak_bytes: 0 };
                }
                (Entry::Unit { .. }, Some(report)) => {
                    found.stats += report.stats;
                    found.count += report.count;
                    found.path = found.path.or(report.path);
                }
                (Entry::Unit { .. }, None) => break,
            }
            if self.aim.is_met(found.count) {
                break;
            }
        }
        found
    }

    /// Drives lanes in turn until no unit is left that could count.
    fn drive(&self, shared: &Shared, run: &mut Run) -> Driven {
        let mut driven = Driven::default();
        let mut lanes: Vec<(usize, Lane<V>, UnitReport)> = Vec::new();
        while lanes.len() < LANES
            && let Some((number, seed, moves)) = self.next_unit(shared)
        {
            let mut lane = Lane::new(self.ground, self.root.clone(), moves);
            lane.turn_to(&self.seeds, seed, moves);
            lanes.push((number, lane, UnitReport::default()));
        }
        while !lanes.is_empty() {
            let mut i = 0;
            while i < lanes.len() {
                let (number, lane, report) = &mut lanes[i];
                let over = match lane.seek() {
                    Next::Node => {
                        // Counted first and expanded then: the work never passes the limit, and a lane that is stopped here has lost nothing.
                        if let Err(stop) = run.step() {
                            lanes.iter().for_each(|(_, lane, _)| driven.work += lane.work());
                            return Driven { stop: Some(stop), ..driven };
                        }
                        lane.expand();
                        *number > shared.winner.load(Relaxed)
                    }
                    Next::Goal => self.goal(*number, lane, report, shared),
                    Next::Done => true,
                };
                if !over {
                    i += 1;
                    continue;
                }
                report.stats = lane.work();
                driven.work += report.stats;
                driven.reports.push((*number, std::mem::take(report)));
                match self.next_unit(shared) {
                    Some((next, seed, moves)) => {
                        // The lane keeps its memory: a unit has some hundred nodes only, too few to pay for levels of its own.
                        *number = next;
                        lane.turn_to(&self.seeds, seed, moves);
                    }
                    None => drop(lanes.swap_remove(i)),
                }
            }
        }
        run.give_back();
        driven
    }

    /// Notes a goal; says whether the unit has found enough.
    fn goal(&self, number: usize, lane: &Lane<V>, report: &mut UnitReport, shared: &Shared) -> bool {
        report.count += 1;
        if report.path.is_none() {
            let Entry::Unit { depth, last, .. } = self.entries[number] else { unreachable!("only units have lanes") };
            let above = self.path(depth, last);
            report.path = Some(above.into_iter().chain(lane.path()).collect());
        }
        if self.aim == RoundAim::First {
            shared.winner.fetch_min(number, Relaxed);
        }
        self.aim.is_met(report.count)
    }

    /// The next unit that nobody has, unless it comes after the winner: its number, its seed, the moves that are left.
    fn next_unit(&self, shared: &Shared) -> Option<(usize, usize, usize)> {
        loop {
            let number = shared.next.fetch_add(1, Relaxed);
            if number > shared.winner.load(Relaxed) {
                return None;
            }
            if let &Entry::Unit { seed, depth, .. } = self.entries.get(number)? {
                return Some((number, seed, self.bound - depth));
            }
        }
    }
}
