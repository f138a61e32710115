//! One subtree, searched depth first up to a bound, a node at a time.
//!
//! Words: a **lane** is a search that can be left after every node and taken up again. A thread drives several lanes in
//! turn: each expands a node, asks memory for the entries of its children and leaves; when its turn comes again,
//! the entries have arrived. So the waiting of one lane is the work of the others.

use super::node::{DeepNode, Ground, Open, Pending, Seeds, Undo};
use crate::run::Stats;
use crate::slide::Dir;

/// What comes next in a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// A node, to be expanded by [`Lane::expand`]. Nothing has been done for it yet, so a search may end here.
    Node,
    /// The goal, by [`Lane::path`]. The lane stands behind it.
    Goal,
    /// There is nothing left.
    Done,
}

/// A subtree on the way to be searched.
#[derive(Debug)]
pub(crate) struct Lane<'g, const V: usize> {
    ground: &'g Ground<'g, V>,
    node: DeepNode<V>,
    /// Moves that the bound allows below the subtree's root.
    moves: usize,
    /// Children of the node whose entries have not been read yet.
    pending: [Pending<V>; 4],
    pendings: usize,
    /// Nodes on the path from the root to the node, both included: the levels in use.
    depth: usize,
    /// Whether the root has been looked at.
    begun: bool,
    levels: Vec<PathLevel<V>>,
    /// How many nodes were expanded.
    expanded: u64,
    /// How many children were made.
    generated: u64,
}

/// A node on the path.
#[derive(Clone, Copy, Debug)]
struct PathLevel<const V: usize> {
    /// Its children within the bound.
    open: [Open<V>; 4],
    opens: u8,
    /// How many of them were visited.
    visited: u8,
    /// How to go back to the node above; meaningless for the root.
    undo: Undo<V>,
}

impl<'g, const V: usize> Lane<'g, V> {
    /// The subtree under a node, to be searched for paths of up to `moves` moves.
    pub(crate) fn new(ground: &'g Ground<'g, V>, node: DeepNode<V>, moves: usize) -> Lane<'g, V> {
        let (pending, levels) = ([Pending::NONE; 4], vec![PathLevel::NONE; moves + 1]);
        Lane { ground, node, moves, pending, pendings: 0, depth: 0, begun: false, levels, expanded: 0, generated: 0 }
    }

    /// Turns to another subtree, as [`Lane::new`] does, in the same memory.
    pub(crate) fn turn_to(&mut self, seeds: &Seeds<V>, seed: usize, moves: usize) {
        seeds.load(seed, &mut self.node);
        self.levels.resize(self.levels.len().max(moves + 1), PathLevel::NONE);
        (self.moves, self.pendings, self.depth, self.begun) = (moves, 0, 0, false);
        (self.expanded, self.generated) = (0, 0);
    }

    /// Goes to what comes next in search order, and expands nothing: the caller counts the node first, so that the work done never passes a limit.
    #[inline(always)]
    pub(crate) fn seek(&mut self) -> Next {
        if self.depth == 0 {
            return self.begin();
        }
        self.read_pending();
        loop {
            let level = &mut self.levels[self.depth - 1];
            if level.visited < level.opens {
                // There are four places, so a number of two bits needs no check.
                if level.open[usize::from(level.visited & 3)].h() != 0 {
                    return Next::Node;
                }
                level.visited += 1;
                return Next::Goal;
            }
            self.depth -= 1;
            if self.depth == 0 {
                return Next::Done;
            }
            self.ground.unmake(&mut self.node, &level.undo);
        }
    }

    /// Looks at the root, once.
    #[cold]
    fn begin(&mut self) -> Next {
        if self.begun || usize::from(self.node.h()) > self.moves {
            return Next::Done;
        }
        if self.node.h() == 0 {
            self.begun = true;
            return Next::Goal;
        }
        Next::Node
    }

    /// Expands the node that [`Lane::seek`] has gone to.
    #[inline(always)]
    pub(crate) fn expand(&mut self) {
        if self.depth == 0 {
            self.begun = true;
        } else {
            let level = &mut self.levels[self.depth - 1];
            let child = level.open[usize::from(level.visited & 3)];
            level.visited += 1;
            self.ground.make(&mut self.node, &child, &mut self.levels[self.depth].undo);
        }
        self.ask();
    }

    /// Keeps those children whose entries say that the bound allows them.
    #[inline(always)]
    fn read_pending(&mut self) {
        let level = &mut self.levels[self.depth - 1];
        let allowed = self.moves - self.depth;
        for child in &self.pending[..self.pendings] {
            let open = self.ground.read(&self.node, child);
            // Always written, and kept by the count alone: there is no branch to guess.
            level.open[usize::from(level.opens & 3)] = open;
            level.opens += u8::from(usize::from(open.h()) <= allowed);
        }
        self.pendings = 0;
    }

    /// Asks memory for the entries of the node's children, and leaves: by the time of the next turn they have arrived.
    #[inline(always)]
    fn ask(&mut self) {
        let level = &mut self.levels[self.depth];
        (level.opens, level.visited) = (0, 0);
        self.depth += 1;
        self.pendings = self.ground.ask(&self.node, &mut self.pending);
        self.expanded += 1;
        self.generated += self.pendings as u64;
    }

    /// What was done in the subtree so far.
    pub(crate) fn work(&self) -> Stats {
        Stats { expanded: self.expanded, generated: self.generated, peak_bytes: 0 }
    }

    /// What is left when [`Lane::seek`] has said that a node comes next: the subtrees that were never expanded, in search order, as moves
    /// from the lane's root.
    pub(crate) fn left(&self) -> Vec<Vec<Dir>> {
        if self.depth == 0 {
            return vec![Vec::new()];
        }
        let here: Vec<Dir> = self.levels[..self.depth - 1].iter().map(PathLevel::last).collect();
        let mut left = Vec::new();
        for (above, level) in self.levels[..self.depth].iter().enumerate().rev() {
            let open = &level.open[usize::from(level.visited)..usize::from(level.opens)];
            left.extend(open.iter().map(|child| [&here[..above], &[child.dir()]].concat()));
        }
        left
    }

    /// The moves from the subtree's root to the child visited last: after a goal, the path to it.
    pub(crate) fn path(&self) -> Vec<Dir> {
        self.levels[..self.depth].iter().map(PathLevel::last).collect()
    }
}

impl<const V: usize> PathLevel<V> {
    const NONE: PathLevel<V> = PathLevel { open: [Open::NONE; 4], opens: 0, visited: 0, undo: Undo::NONE };

    /// The move to the child visited last.
    fn last(&self) -> Dir {
        self.open[usize::from(self.visited) - 1].dir()
    }
}
