//! Search trees that can be entered anywhere.
//!
//! Words: a **path** is the options that were taken on the way from the root of a tree to a node, in that order. A node's **later siblings** are those that the search takes after it.
//!
//! Invariant: a node is expanded once, whether the tree is searched from its root or below several paths that have it all.

use super::backtrack::units::OptionSink;
use crate::cover::{CoverEnd, DancingLinks};
use crate::run::{Run, Stop};

/// The options from the root of a tree to a node.
pub(crate) type TreePath = Vec<u32>;

/// A tree, ready to be searched by several threads.
pub(crate) trait PathTree: Send + Sync {
    /// The room that one search needs; it serves one path after the other.
    fn open(&self) -> Box<dyn PathWalk + '_>;
}

/// A search that can begin below any path of its tree.
pub(crate) trait PathWalk {
    /// The first step of a path that the search never takes, from 1; `None` when the path is in the tree.
    fn stray_step(&mut self, path: &[u32], run: &mut Run<'_>) -> Result<Option<usize>, Stop>;

    /// Gives the options of every solution below a path of the tree. When the run's limit on nodes stops it, the end lists the paths that are still to be searched, in search order.
    fn search_below(&mut self, path: &[u32], run: &mut Run<'_>, sink: &mut OptionSink<'_>) -> CoverEnd;
}

impl PathTree for DancingLinks {
    fn open(&self) -> Box<dyn PathWalk + '_> {
        Box::new(self.clone())
    }
}

impl PathWalk for DancingLinks {
    fn stray_step(&mut self, path: &[u32], run: &mut Run<'_>) -> Result<Option<usize>, Stop> {
        run.check()?;
        Ok(DancingLinks::stray_step(self, path))
    }

    fn search_below(&mut self, path: &[u32], run: &mut Run<'_>, sink: &mut OptionSink<'_>) -> CoverEnd {
        self.run(path, run, sink)
    }
}
