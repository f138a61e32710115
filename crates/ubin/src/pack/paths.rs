//! Search trees that can be entered anywhere.
//!
//! Words: a **path** is the options that were taken on the way from the root of a tree to a node, in that order. A node's **later siblings** are those that the search takes after it.
//!
//! Invariant: a node is expanded once, whether the tree is searched from its root or below several paths that have it all.

use std::ops::ControlFlow;

use super::backtrack::units::OptionSink;
use crate::cover::{CoverEnd, DancingLinks};
use crate::run::Run;

/// The options from the root of a tree to a node.
pub(crate) type TreePath = Vec<u32>;

/// A tree, ready to be searched by several threads.
pub(crate) trait PathTree: Send + Sync {
    /// The room that one search needs; it serves one path after the other.
    fn open(&self) -> Box<dyn PathWalk + '_>;
}

/// A search that can begin below any path of its tree.
pub(crate) trait PathWalk {
    /// Gives the options of every solution below a path of the tree. When the run's limit on nodes stops it, the end lists the paths that are still to be searched, in search order. The error is the first step that the search
    /// never takes, from 1: then the path is not in the tree.
    fn search_below(&mut self, path: &[u32], run: &mut Run<'_>, sink: &mut OptionSink<'_>) -> Result<CoverEnd, usize>;

    /// Gives the options of solutions from the root on; when the run's limit on nodes stops it, what is left is not listed.
    fn try_whole(&mut self, run: &mut Run<'_>, sink: &mut OptionSink<'_>) -> CoverEnd {
        self.search_below(&[], run, sink).expect("every tree has its root")
    }
}

/// The nodes on the way to the path that a walk has entered last, each with the option that led to it. Prefixes of a unit come in search order, so most of the next path is there already.
pub(crate) struct Trail<N> {
    nodes: Vec<(u32, N)>,
}

impl<N: Copy> Trail<N> {
    pub(crate) fn new() -> Trail<N> {
        Trail { nodes: Vec::new() }
    }

    /// Goes back to the last node that a path shares with the one before: how many of its options lead there, and the node, if that is not the root.
    pub(crate) fn shared(&mut self, path: &[u32]) -> (usize, Option<N>) {
        let shared = self.nodes.iter().zip(path).take_while(|((taken, _), option)| taken == *option).count();
        self.nodes.truncate(shared);
        (shared, self.nodes.last().map(|&(_, node)| node))
    }

    pub(crate) fn push(&mut self, option: u32, node: N) {
        self.nodes.push((option, node));
    }

    /// Forgets the path, because the walk went elsewhere.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
    }
}

impl PathTree for DancingLinks {
    fn open(&self) -> Box<dyn PathWalk + '_> {
        Box::new(self.clone())
    }
}

impl PathWalk for DancingLinks {
    fn search_below(&mut self, path: &[u32], run: &mut Run<'_>, sink: &mut OptionSink<'_>) -> Result<CoverEnd, usize> {
        match self.stray_step(path) {
            Some(step) => Err(step),
            None => Ok(self.run(path, run, sink)),
        }
    }

    fn try_whole(&mut self, run: &mut Run<'_>, sink: &mut OptionSink<'_>) -> CoverEnd {
        match self.whole(run, sink) {
            ControlFlow::Continue(()) => CoverEnd::Done,
            ControlFlow::Break(None) => CoverEnd::Enough,
            ControlFlow::Break(Some(stop)) => CoverEnd::Stopped(stop, Vec::new()),
        }
    }
}
