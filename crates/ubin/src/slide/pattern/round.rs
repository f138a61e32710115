//! One round of iterative deepening: every path up to a bound, cut into units for lanes and threads.
//!
//! Words: a **unit** is a subtree that one lane searches. The tree above the units is expanded first, level by level; its
//! inner nodes and the units stand in a list in the order in which a depth-first search meets them. The **winner** is
//! the first unit that holds the goal. Units and nodes after the winner do not count.
//!
//! Invariant: the path found and the nodes counted are those of one depth-first search, however many lanes and threads
//! there are. The cut depends on the board, the bound and the nodes of the round before, never on the machine.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::lane::{Lane, Step};
use super::node::{Ground, Node, Pending, Seeds, Undo};
use crate::run::{Limits, Run, Stats, Stop};
use crate::slide::Dir;

/// Subtrees that a thread searches in turn.
const LANES: usize = 3;

/// A round with fewer nodes than this stays on one thread: starting another takes as long.
const NODES_FOR_THREADS: u64 = 20_000;

/// What a round looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// The first path.
    First,
    /// The number of paths, counted up to this many.
    Count(u64),
}

/// One round, ready to be searched.
#[derive(Debug)]
pub(crate) struct Round<'g, const V: usize> {
    ground: &'g Ground<'g, V>,
    root: &'g Node<V>,
    bound: usize,
    aim: Aim,
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
pub(crate) struct Found {
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
struct Report {
    stats: Stats,
    path: Option<Vec<Dir>>,
    count: u64,
}

/// What the threads share.
struct Shared {
    /// The next entry to look at.
    next: AtomicUsize,
    /// The first unit known to hold the goal.
    winner: AtomicUsize,
    /// The nodes that a unit may expand.
    budget: u64,
}

impl<'g, const V: usize> Round<'g, V> {
    /// Cuts the tree up to a bound into units, about one for 24 nodes of the round before.
    pub(crate) fn new(
        ground: &'g Ground<'g, V>,
        root: &'g Node<V>,
        bound: usize,
        aim: Aim,
        before: u64,
    ) -> Round<'g, V> {
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
    fn open(&mut self, node: &mut Node<V>) -> bool {
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
    pub(crate) fn search(&self, threads: usize, before: u64, run: &mut Run) -> Found {
        let budget = run.remaining().nodes.unwrap_or(u64::MAX);
        let shared = Shared { next: AtomicUsize::new(0), winner: AtomicUsize::new(usize::MAX), budget };
        let threads = if before < NODES_FOR_THREADS { 1 } else { threads.max(1) };
        let control = run.control();
        let mut reports: Vec<Option<Report>> = Vec::new();
        reports.resize_with(self.entries.len(), || None);
        let mut stop = None;
        std::thread::scope(|scope| {
            let work = || self.drive(&shared, &mut Run::new(Limits::default(), control));
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let own = work();
            for result in others.into_iter().map(|other| other.join().expect("a lane does not panic")).chain([own]) {
                stop = stop.or(result.1);
                for (number, report) in result.0 {
                    reports[number] = Some(report);
                }
            }
        });
        self.sum(reports, stop, budget)
    }

    /// Adds the reports up, in order, as one search would have met them.
    fn sum(&self, reports: Vec<Option<Report>>, stop: Option<Stop>, budget: u64) -> Found {
        let mut found = Found { stop, ..Found::default() };
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
            if found.stats.expanded > budget {
                found.stats.expanded = budget;
                return Found { path: None, stop: Some(Stop::Nodes), ..found };
            }
            if self.is_enough(&found) {
                return Found { stop: None, ..found };
            }
        }
        found
    }

    fn is_enough(&self, found: &Found) -> bool {
        match self.aim {
            Aim::First => found.path.is_some(),
            Aim::Count(limit) => found.count >= limit,
        }
    }

    /// Drives lanes in turn until no unit is left that could count.
    fn drive(&self, shared: &Shared, run: &mut Run) -> (Vec<(usize, Report)>, Option<Stop>) {
        let mut reports = Vec::new();
        let mut lanes: Vec<(usize, Lane<V>, Report)> = Vec::new();
        while lanes.len() < LANES
            && let Some((number, seed, moves)) = self.next_unit(shared)
        {
            let mut lane = Lane::new(self.ground, self.root.clone(), moves);
            lane.turn_to(&self.seeds, seed, moves);
            lanes.push((number, lane, Report::default()));
        }
        while !lanes.is_empty() {
            let mut i = 0;
            while i < lanes.len() {
                let (number, lane, report) = &mut lanes[i];
                let over = match lane.step() {
                    Step::Expanded => {
                        if let Err(stop) = run.step() {
                            return (reports, Some(stop));
                        }
                        lane.expanded > shared.budget || *number > shared.winner.load(Relaxed)
                    }
                    Step::Goal => self.goal(*number, lane, report, shared),
                    Step::Done => true,
                };
                if !over {
                    i += 1;
                    continue;
                }
                report.stats = Stats { expanded: lane.expanded, generated: lane.generated, peak_bytes: 0 };
                reports.push((*number, std::mem::take(report)));
                match self.next_unit(shared) {
                    Some((next, seed, moves)) => {
                        *number = next;
                        lane.turn_to(&self.seeds, seed, moves);
                    }
                    None => drop(lanes.swap_remove(i)),
                }
            }
        }
        (reports, None)
    }

    /// Notes a goal; says whether the unit has found enough.
    fn goal(&self, number: usize, lane: &Lane<V>, report: &mut Report, shared: &Shared) -> bool {
        report.count += 1;
        if report.path.is_none() {
            let Entry::Unit { depth, last, .. } = self.entries[number] else { unreachable!("only units have lanes") };
            let above = self.path(depth, last);
            report.path = Some(above.into_iter().chain(lane.path()).collect());
        }
        match self.aim {
            Aim::First => {
                shared.winner.fetch_min(number, Relaxed);
                true
            }
            Aim::Count(limit) => report.count >= limit,
        }
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
