//! Watching a search grow.
//!
//! An engine tells an **observer** what it does to the nodes of its tree: one was **made**, **expanded**, **pruned**, or is the **goal**. The unit `()` observes nothing, and an engine that is compiled
//! for it is the engine without observers. A `Recorder` keeps the first nodes and counts all of them level by level, in bounded memory.
//!
//! Words: a **name** is a number by which the engine knows a node; it may be used again, and then means the newest node of that name. A search that begins anew, with a larger bound or another order, begins
//! a new **round**, with a root of its own.

use std::fmt;

use rustc_hash::FxHashMap;
use serde::Serialize;

/// An engine's number for a node.
pub(crate) type Name = u64;

/// A node that an engine has made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MadeNode {
    /// Its name.
    pub name: Name,
    /// The node it was made from; `None` for a root.
    pub parent: Option<Name>,
    /// Moves made, or pieces placed.
    pub g: u32,
    /// A lower bound of the moves to come; 0 where the engine asks for none.
    pub h: u32,
}

/// Why a node has no children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = tree::Why))]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// The same state was reached before, no more expensively.
    Seen,
    /// The same state was reached more cheaply since.
    Cheaper,
    /// It lies beyond the bound of this round.
    Bound,
    /// It costs more than the best solution so far.
    Costly,
    /// Others of its layer were more promising.
    Beam,
    /// It was expanded, and nothing fits.
    Dead,
    /// It need not be expanded: a cell or a piece is left without a way.
    Hopeless,
    /// All pieces are placed, and cells are left.
    Left,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::Seen => "seen before",
            Why::Cheaper => "reached more cheaply",
            Why::Bound => "over the bound",
            Why::Costly => "costs too much",
            Why::Beam => "not in the beam",
            Why::Dead => "dead end",
            Why::Hopeless => "no way to fill the rest",
            Why::Left => "cells are left",
        })
    }
}

/// Sees what an engine does.
pub(crate) trait Observer<M> {
    /// Whether it sees anything. Engines do no work that only observers need when it does not.
    const SEES: bool = true;

    /// A new round begins, with this bound if it has one.
    fn round(&mut self, bound: Option<u32>);
    /// A node was made, by this move.
    fn made(&mut self, node: MadeNode, by: impl FnOnce() -> Option<M>);
    /// The children of a node are about to be made.
    fn expanded(&mut self, name: Name, g: u32);
    /// A node is given up.
    fn pruned(&mut self, name: Name, g: u32, why: Why);
    /// A node is a goal.
    fn goal(&mut self, name: Name, g: u32);
}

/// Sees nothing and costs nothing.
impl<M> Observer<M> for () {
    const SEES: bool = false;

    #[inline(always)]
    fn round(&mut self, _: Option<u32>) {}
    #[inline(always)]
    fn made(&mut self, _: MadeNode, _: impl FnOnce() -> Option<M>) {}
    #[inline(always)]
    fn expanded(&mut self, _: Name, _: u32) {}
    #[inline(always)]
    fn pruned(&mut self, _: Name, _: u32, _: Why) {}
    #[inline(always)]
    fn goal(&mut self, _: Name, _: u32) {}
}

/// What has become of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = tree::State))]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It waits for its turn.
    Live,
    /// Its children were made.
    Expanded,
    /// It was given up.
    Pruned,
    /// It is the goal.
    Goal,
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            State::Live => "live",
            State::Expanded => "expanded",
            State::Pruned => "pruned",
            State::Goal => "goal",
        })
    }
}

/// A node of a recorded tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node<M> {
    /// The node it was made from.
    pub parent: Option<usize>,
    /// The move that made it.
    pub by: Option<M>,
    /// Moves made, or pieces placed.
    pub g: u32,
    /// A lower bound of the moves to come.
    pub h: u32,
    /// What has become of it.
    pub state: State,
    /// Why it was given up; an expanded node may be a dead end.
    pub why: Option<Why>,
    /// As which node it was expanded, from 1.
    pub order: Option<u64>,
    /// How many nodes were expanded when it was given up, or found to be the goal.
    pub ended: Option<u64>,
    /// The round it belongs to.
    pub round: usize,
    /// Children that were made, but not recorded.
    pub more: u64,
}

/// What happened at one distance from the root, in all rounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = tree::Level))]
pub struct TreeLevel {
    /// Nodes made.
    pub made: u64,
    /// Nodes expanded.
    pub expanded: u64,
    /// Nodes given up before they were expanded.
    pub pruned: u64,
    /// Goals.
    pub goals: u64,
}

/// A search as it grew: its first nodes, and what happened level by level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree<M> {
    /// The nodes in the order in which they were made; parents come first.
    pub nodes: Vec<Node<M>>,
    /// All nodes, recorded or not, by g.
    pub levels: Vec<TreeLevel>,
    /// The bound of each round.
    pub rounds: Vec<Option<u32>>,
}

impl<M> Tree<M> {
    /// Nodes made, recorded or not.
    #[must_use]
    pub fn made(&self) -> u64 {
        self.levels.iter().map(|level| level.made).sum()
    }

    /// Whether every node that was made is recorded.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.made() == self.nodes.len() as u64
    }

    /// The moves that lead to a node from its root.
    pub fn path(&self, node: usize) -> Vec<&M> {
        let mut path = Vec::new();
        let mut at = Some(node);
        while let Some(here) = at {
            path.extend(&self.nodes[here].by);
            at = self.nodes[here].parent;
        }
        path.reverse();
        path
    }

    /// This tree with its moves replaced.
    pub fn map<N>(self, mut with: impl FnMut(M) -> N) -> Tree<N> {
        let node = |node: Node<M>| {
            let Node { parent, by, g, h, state, why, order, ended, round, more } = node;
            Node { parent, by: by.map(&mut with), g, h, state, why, order, ended, round, more }
        };
        Tree { nodes: self.nodes.into_iter().map(node).collect(), levels: self.levels, rounds: self.rounds }
    }
}

/// Keeps the first nodes of a search, and counts the others.
#[derive(Clone, Debug)]
pub(crate) struct Recorder<M> {
    tree: Tree<M>,
    most: usize,
    expanded: u64,
    /// Where the recorded nodes that an engine may still name are.
    names: FxHashMap<Name, usize>,
}

impl<M> Recorder<M> {
    /// A recorder that keeps this many nodes.
    #[must_use]
    pub(crate) fn new(most: usize) -> Recorder<M> {
        let tree = Tree { nodes: Vec::new(), levels: Vec::new(), rounds: Vec::new() };
        Recorder { tree, most, expanded: 0, names: FxHashMap::default() }
    }

    /// What was recorded.
    #[must_use]
    pub(crate) fn tree(self) -> Tree<M> {
        self.tree
    }

    fn level(&mut self, g: u32) -> &mut TreeLevel {
        let g = g as usize;
        if self.tree.levels.len() <= g {
            self.tree.levels.resize(g + 1, TreeLevel::default());
        }
        &mut self.tree.levels[g]
    }

    fn named(&mut self, name: Name) -> Option<&mut Node<M>> {
        let at = *self.names.get(&name)?;
        Some(&mut self.tree.nodes[at])
    }
}

impl<M> Observer<M> for Recorder<M> {
    fn round(&mut self, bound: Option<u32>) {
        self.names.clear();
        self.tree.rounds.push(bound);
    }

    fn made(&mut self, MadeNode { name, parent, g, h }: MadeNode, by: impl FnOnce() -> Option<M>) {
        self.level(g).made += 1;
        let at = parent.map(|parent| self.names.get(&parent).copied());
        let is_room = self.tree.nodes.len() < self.most;
        // A node whose parent was not recorded has no place in the tree.
        if !is_room || at == Some(None) {
            self.names.remove(&name);
            if let Some(Some(parent)) = at {
                self.tree.nodes[parent].more += 1;
            }
            return;
        }
        self.names.insert(name, self.tree.nodes.len());
        let round = self.tree.rounds.len().saturating_sub(1);
        let (state, why, order, ended, more) = (State::Live, None, None, None, 0);
        self.tree.nodes.push(Node { parent: at.flatten(), by: by(), g, h, state, why, order, ended, round, more });
    }

    fn expanded(&mut self, name: Name, g: u32) {
        self.expanded += 1;
        self.level(g).expanded += 1;
        let order = Some(self.expanded);
        if let Some(node) = self.named(name) {
            (node.state, node.order) = (State::Expanded, order);
        }
    }

    fn pruned(&mut self, name: Name, g: u32, why: Why) {
        // A dead end was expanded before it was given up.
        if why != Why::Dead {
            self.level(g).pruned += 1;
        }
        let ended = Some(self.expanded);
        if let Some(node) = self.named(name) {
            (node.why, node.ended) = (Some(why), ended);
            if node.state == State::Live {
                node.state = State::Pruned;
            }
        }
    }

    fn goal(&mut self, name: Name, g: u32) {
        self.level(g).goals += 1;
        let ended = Some(self.expanded);
        if let Some(node) = self.named(name) {
            (node.state, node.ended) = (State::Goal, ended);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_room_is_counted() {
        let mut recorder = Recorder::new(2);
        recorder.round(None);
        let mut make = |name, parent, g| recorder.made(MadeNode { name, parent, g, h: 0 }, || Some(name));
        make(0, None, 0);
        make(1, Some(0), 1);
        make(2, Some(0), 1);
        make(3, Some(2), 2);
        // The name of a recorded node is given to one that is not.
        make(1, Some(0), 1);
        recorder.expanded(1, 1);
        let tree = recorder.tree();
        let expanded: u64 = tree.levels.iter().map(|level| level.expanded).sum();
        assert_eq!((tree.made(), expanded, tree.nodes.len()), (5, 1, 2));
        assert_eq!(tree.nodes[0].more, 2);
        assert_eq!(tree.nodes[1].state, State::Live);
        assert!(!tree.is_whole());
        assert_eq!(tree.path(1), [&0, &1]);
    }
}
