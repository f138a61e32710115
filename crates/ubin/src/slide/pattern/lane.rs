//! One subtree, searched depth first up to a bound, a node at a time.
//!
//! Words: a **lane** is a search that can be left after every node and taken up again. A thread drives several lanes in
//! turn: each expands a node, asks memory for the entries of its children and leaves; when its turn comes again,
//! the entries have arrived. So the waiting of one lane is the work of the others.

use super::node::{Child, Ground, Node, Undo};
use crate::slide::Dir;

/// What happened at the last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A node was expanded.
    Expanded,
    /// The goal was reached, by [`Lane::path`]. The next step goes on behind it.
    Goal,
    /// There is nothing left.
    Done,
}

/// A subtree on the way to be searched.
#[derive(Debug)]
pub(crate) struct Lane<'g, const V: usize> {
    ground: &'g Ground<'g, V>,
    node: Node<V>,
    /// Moves that the bound allows below the subtree's root.
    moves: u32,
    /// Whether the root has been looked at.
    begun: bool,
    /// Children of the node whose entries have not been read yet.
    pending: Few<Child<V>>,
    /// The path from the root to the node, and what is open beside it.
    levels: Vec<Level<V>>,
    /// How many nodes were expanded.
    pub(crate) expanded: u64,
    /// How many children were made.
    pub(crate) generated: u64,
}

/// Up to four of something.
#[derive(Clone, Copy, Debug)]
struct Few<T> {
    items: [T; 4],
    count: u8,
}

/// A node on the path.
#[derive(Debug)]
struct Level<const V: usize> {
    /// Its children within the bound.
    open: Few<Child<V>>,
    /// How many of them were visited.
    visited: u8,
    /// How to go back to the node above; nowhere from the root.
    undo: Option<Undo<V>>,
}

impl<T: Copy + Default> Few<T> {
    fn new() -> Few<T> {
        Few { items: [T::default(); 4], count: 0 }
    }

    #[inline]
    fn push(&mut self, item: T) {
        self.items[usize::from(self.count)] = item;
        self.count += 1;
    }
}

impl<'g, const V: usize> Lane<'g, V> {
    /// The subtree under a node, to be searched for paths of up to `moves` moves.
    pub(crate) fn new(ground: &'g Ground<'g, V>, node: Node<V>, moves: u32) -> Lane<'g, V> {
        let pending = Few::new();
        Lane { ground, node, moves, begun: false, pending, levels: Vec::new(), expanded: 0, generated: 0 }
    }

    /// Expands the next node, or says why not.
    #[inline]
    pub(crate) fn step(&mut self) -> Step {
        if !self.begun {
            return self.begin();
        }
        self.read_pending();
        loop {
            let Some(level) = self.levels.last_mut() else { return Step::Done };
            if level.visited < level.open.count {
                let child = level.open.items[usize::from(level.visited)];
                level.visited += 1;
                if child.h() == 0 {
                    return Step::Goal;
                }
                let undo = self.ground.make(&mut self.node, &child);
                self.expand(Some(undo));
                return Step::Expanded;
            }
            if let Some(undo) = &level.undo {
                self.ground.unmake(&mut self.node, undo);
            }
            self.levels.pop();
        }
    }

    fn begin(&mut self) -> Step {
        self.begun = true;
        if self.node.h() > self.moves {
            return Step::Done;
        }
        if self.node.h() == 0 {
            return Step::Goal;
        }
        self.expand(None);
        Step::Expanded
    }

    /// Keeps those children whose entries say that the bound allows them.
    #[inline]
    fn read_pending(&mut self) {
        let depth = self.levels.len() as u32;
        let Some(level) = self.levels.last_mut() else { return };
        for child in &mut self.pending.items[..usize::from(self.pending.count)] {
            if self.ground.read(&self.node, child) + depth <= self.moves {
                level.open.push(*child);
            }
        }
        self.pending.count = 0;
    }

    /// Asks for the node's children.
    #[inline]
    fn expand(&mut self, undo: Option<Undo<V>>) {
        self.ground.children(&self.node, |child| self.pending.push(child));
        self.levels.push(Level { open: Few::new(), visited: 0, undo });
        self.expanded += 1;
        self.generated += u64::from(self.pending.count);
    }

    /// The moves from the subtree's root to the child visited last: after a goal, the path to it.
    pub(crate) fn path(&self) -> Vec<Dir> {
        let last = |level: &Level<V>| level.open.items[usize::from(level.visited) - 1].dir();
        self.levels.iter().map(last).collect()
    }
}
