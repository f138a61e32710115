//! A beam on pattern databases: a short path soon, which need not be shortest.
//!
//! Words: a **layer** has boards that are as many moves from the start; its **width** is the most it keeps. All boards of a
//! layer are expanded, the children that the bound allows are ranked, and the best of them, each once, are the next layer.
//! The first layer with the goal ends the search.
//!
//! Children are ranked by the sum of all views, not by the largest: a board that is near by every view is nearer than one that
//! is near by one. Of equals the earlier one stays. Two boards are taken for one when their hashes of 64 bits are equal:
//! that loses a board in ages, and never makes a path wrong.
//!
//! Invariant: the path and the counts do not depend on the number of threads. Threads expand shares of a layer, and their
//! children stand in the order of the layer.

use std::ops::Range;
use std::sync::atomic::AtomicU64;

use super::node::{DeepNode, Ground, Open, Pending, Seeds, Undo};
use crate::run::{Run, Stats, Stop};
use crate::slide::Dir;

/// Boards whose entries are asked for together, so that the waiting of one is the work of the others.
const GROUP: usize = 8;

/// A layer of fewer boards is expanded on one thread.
const BOARDS_FOR_THREADS: usize = 4096;

/// About how many children a board has, and the slack of vectors that grow.
const CHILDREN: u64 = 3;

/// The widest beam that pays: it takes gigabytes, and links have 30 bits for a parent.
pub(crate) const BEAM_WIDEST: usize = 4 << 20;

/// A beam, ready to be searched.
#[derive(Debug)]
pub(crate) struct PatternBeam<'g, const V: usize> {
    pub(crate) ground: &'g Ground<'g, V>,
    pub(crate) width: usize,
    /// The most moves of a path.
    pub(crate) moves: usize,
    pub(crate) threads: usize,
}

/// Boards as many moves from the start.
struct BeamLayer<const V: usize> {
    nodes: Seeds<V>,
    hashes: Vec<u64>,
}

/// A board of the next layer, if it is good enough.
#[derive(Clone, Copy)]
struct BeamChild<const V: usize> {
    open: Open<V>,
    parent: u32,
    hash: u64,
}

/// What one thread has made of its share of a layer.
struct Expanded<const V: usize> {
    children: Vec<BeamChild<V>>,
    stats: Stats,
    stop: Option<Stop>,
}

impl<const V: usize> BeamLayer<V> {
    /// Forgets its boards and keeps their memory.
    fn clear(&mut self) {
        self.nodes.clear();
        self.hashes.clear();
    }
}

impl<const V: usize> BeamChild<V> {
    /// What children are ranked by, the smallest first. All of one layer are as many moves from the start.
    fn rank(&self) -> usize {
        self.open.sum().into()
    }

    /// Where it comes from: its parent's place in the layer before, and the move.
    fn link(&self) -> u32 {
        self.parent << 2 | self.open.dir() as u32
    }
}

impl<const V: usize> PatternBeam<'_, V> {
    /// The bytes that a beam takes for each board of its width.
    pub(crate) fn bytes_a_board(root: &DeepNode<V>, moves: usize) -> u64 {
        let layers = 2 * (Seeds::bytes_a_node(root) + 8);
        let children = CHILDREN * (size_of::<BeamChild<V>>() as u64 + 4) + 32;
        layers + children + 4 * moves as u64
    }

    /// A path of up to so many moves, if the beam meets one.
    ///
    /// # Errors
    /// When the run was stopped.
    pub(crate) fn search(&self, root: &DeepNode<V>, run: &mut Run<'_>) -> Result<Option<Vec<Dir>>, Stop> {
        let held = run.held();
        run.hold(self.width as u64 * Self::bytes_a_board(root, self.moves))?;
        let found = self.deepen(root, run);
        run.release_to(held);
        found
    }

    fn deepen(&self, root: &DeepNode<V>, run: &mut Run<'_>) -> Result<Option<Vec<Dir>>, Stop> {
        if root.h() == 0 {
            return Ok(Some(Vec::new()));
        }
        let mut layer = BeamLayer { nodes: Seeds::default(), hashes: vec![0] };
        let mut next = BeamLayer { nodes: Seeds::default(), hashes: Vec::new() };
        layer.nodes.keep(root);
        let mut seen = Vec::new();
        let mut links: Vec<Vec<u32>> = Vec::new();
        let mut node = root.clone();
        for made in 1..=self.moves {
            let children = self.children(&layer, root, made, run)?;
            if let Some(goal) = children.iter().find(|child| child.open.h() == 0) {
                return Ok(Some(path(&links, goal.link())));
            }
            let kept = self.best(&children, &mut seen, run)?;
            if kept.is_empty() {
                return Ok(None);
            }
            next.clear();
            for child in kept.iter().map(|&place| &children[place as usize]) {
                run.work(64)?;
                self.make(&mut next, &layer, child, &mut node);
            }
            links.push(kept.iter().map(|&place| children[place as usize].link()).collect());
            std::mem::swap(&mut layer, &mut next);
        }
        Ok(None)
    }

    /// The children of a layer that a path of the most moves may go through, in order.
    fn children(
        &self,
        layer: &BeamLayer<V>,
        root: &DeepNode<V>,
        made: usize,
        run: &mut Run<'_>,
    ) -> Result<Vec<BeamChild<V>>, Stop> {
        let boards = layer.nodes.len();
        let nodes = run.remaining().nodes.unwrap_or(u64::MAX);
        // Where the limit on nodes ends this layer, one thread expands its boards in order.
        let threads = if boards < BOARDS_FOR_THREADS || nodes < boards as u64 { 1 } else { self.threads.max(1) };
        let pool = AtomicU64::new(nodes);
        let share = boards.div_ceil(threads);
        let mut all = Vec::new();
        let mut stop = None;
        std::thread::scope(|scope| {
            let (pool, run) = (&pool, &*run);
            let expand = move |number: usize| {
                let range = number * share..boards.min((number + 1) * share);
                self.expand(layer, root, range, made, &mut run.helper().drawing(pool))
            };
            let others: Vec<_> = (1..threads).map(|number| scope.spawn(move || expand(number))).collect();
            let own = expand(0);
            let others = others.into_iter().map(|other| other.join().expect("expanding does not panic"));
            for expanded in std::iter::once(own).chain(others) {
                all.push((expanded.children, expanded.stats));
                stop = stop.or(expanded.stop);
            }
        });
        all.iter().for_each(|&(_, stats)| run.absorb(stats));
        match stop {
            Some(stop) => Err(run.check().err().unwrap_or(stop)),
            None => Ok(all.into_iter().map(|(children, _)| children).reduce(joined).unwrap_or_default()),
        }
    }

    /// Expands some boards of a layer.
    fn expand(
        &self,
        layer: &BeamLayer<V>,
        root: &DeepNode<V>,
        boards: Range<usize>,
        made: usize,
        run: &mut Run<'_>,
    ) -> Expanded<V> {
        let mut group: [DeepNode<V>; GROUP] = std::array::from_fn(|_| root.clone());
        let mut pending = [[Pending::NONE; 4]; GROUP];
        let mut counts = [0; GROUP];
        let mut children = Vec::with_capacity(2 * boards.len());
        let mut stop = None;
        for first in boards.clone().step_by(GROUP) {
            let many = GROUP.min(boards.end - first);
            let mut asked = 0;
            while asked < many && stop.is_none() {
                stop = run.step().err();
                if stop.is_none() {
                    layer.nodes.load(first + asked, &mut group[asked]);
                    counts[asked] = self.ground.ask(&group[asked], &mut pending[asked]);
                    run.generated(counts[asked] as u64);
                    asked += 1;
                }
            }
            for i in 0..asked {
                let (node, parent) = (&group[i], first + i);
                for child in &pending[i][..counts[i]] {
                    let open = self.ground.read(node, child);
                    if usize::from(open.h()) + made <= self.moves {
                        let hash = layer.hashes[parent] ^ slide_hash(self.ground.slid(node, child));
                        children.push(BeamChild { open, parent: parent as u32, hash });
                    }
                }
            }
            if stop.is_some() {
                break;
            }
        }
        run.give_back();
        Expanded { children, stats: run.stats(), stop }
    }

    /// The places of the best children, each board once, as many as the width allows: by rank, then in order.
    fn best(&self, children: &[BeamChild<V>], seen: &mut Vec<u64>, run: &mut Run<'_>) -> Result<Vec<u32>, Stop> {
        let mut ends = Vec::new();
        for child in children {
            let rank = child.rank();
            if ends.len() <= rank {
                ends.resize(rank + 1, 0);
            }
            ends[rank] += 1;
        }
        let mut total = 0;
        for end in &mut ends {
            total += std::mem::replace(end, total);
        }
        let mut order = vec![0; children.len()];
        for (place, child) in children.iter().enumerate() {
            let end = &mut ends[child.rank()];
            order[*end] = place as u32;
            *end += 1;
        }
        let most = self.width.min(children.len());
        seen.clear();
        seen.resize((2 * most).next_power_of_two(), 0);
        let mut kept = Vec::with_capacity(most);
        for place in order {
            if kept.len() == self.width {
                break;
            }
            run.work(64)?;
            if is_new(seen, children[place as usize].hash) {
                kept.push(place);
            }
        }
        Ok(kept)
    }

    /// Adds a child of a layer to the next one.
    fn make(&self, next: &mut BeamLayer<V>, layer: &BeamLayer<V>, child: &BeamChild<V>, node: &mut DeepNode<V>) {
        layer.nodes.load(child.parent as usize, node);
        let mut undo = Undo::NONE;
        self.ground.make(node, &child.open, &mut undo);
        next.nodes.keep(node);
        next.hashes.push(child.hash);
    }
}

fn joined<T>(mut all: Vec<T>, mut more: Vec<T>) -> Vec<T> {
    all.append(&mut more);
    all
}

/// The moves that lead to the child of a link in the layer after the last.
fn path(links: &[Vec<u32>], last: u32) -> Vec<Dir> {
    let mut path = vec![Dir::ALL[(last & 3) as usize]];
    let mut parent = last >> 2;
    for layer in links.iter().rev() {
        let link = layer[parent as usize];
        path.push(Dir::ALL[(link & 3) as usize]);
        parent = link >> 2;
    }
    path.reverse();
    path
}

/// What a tile that goes from one cell to another does to the hash of a board: it depends on where tiles are alone.
fn slide_hash((tile, from, to): (u8, u8, u8)) -> u64 {
    stands(tile, from) ^ stands(tile, to)
}

/// The random number of a tile in a cell.
fn stands(tile: u8, cell: u8) -> u64 {
    let mut mixed = u64::from(tile) << 8 | u64::from(cell) | 1 << 16;
    for (shift, factor) in [(32, 0xd6e8_feb8_6659_fd93), (29, 0x9e37_79b9_7f4a_7c15)] {
        mixed = (mixed ^ mixed >> shift).wrapping_mul(factor);
    }
    mixed ^ mixed >> 32
}

/// Notes a hash in a table that is never more than half full; says whether it was not there. A hash of 0 is an empty place and always new.
fn is_new(seen: &mut [u64], hash: u64) -> bool {
    let mask = seen.len() - 1;
    let mut place = hash as usize & mask;
    while seen[place] != 0 {
        if seen[place] == hash {
            return false;
        }
        place = (place + 1) & mask;
    }
    seen[place] = hash;
    true
}
