//! What an engine may ask of a puzzle, and what it answers.
//!
//! Words: a **node** is the working form of a state, with whatever is kept up to date from move to move; a
//! **key** is the stored form, as small as it can be; **g** is the number of moves made, **h** a lower bound of
//! the moves to come, **f** = g + h. The engines are `bfs`, `best_first`, `ida` and `beam`. They know no
//! puzzle; puzzles are `Domain`s.
//!
//! Invariant: every loop that expands nodes calls [`Run::step`](crate::run::Run::step) once a node, and a stop never becomes "impossible".

pub(crate) mod beam;
pub(crate) mod best_first;
pub(crate) mod bfs;
pub(crate) mod blocks;
pub(crate) mod ida;
pub(crate) mod store;

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

pub(crate) use crate::run::Outcome;
use crate::run::Stop;

/// A puzzle as the engines see it: a graph of states with unit-cost moves that can be undone.
pub(crate) trait Domain {
    /// The working form of a state.
    type Node: Copy;
    /// A move from one state to another.
    type Move: Copy + Eq + Debug;
    /// The stored form of a state: two nodes are the same state when their keys are equal.
    type Key: Copy + Eq + Hash;
    /// What an engine keeps of a live node beside its key, so that the node need not be made from nothing; often nothing.
    type Kept: Copy;

    /// Where the search starts.
    fn root(&self) -> Self::Node;
    /// A lower bound of the moves from here to the goal, 0 at the goal.
    fn h(&self, node: &Self::Node) -> u32;
    /// Whether this is the goal.
    fn is_goal(&self, node: &Self::Node) -> bool;
    /// The nodes one move away, in the domain's fixed order, without the one that undoes the last move. They are different states.
    fn children(&self, node: Self::Node) -> impl ExactSizeIterator<Item = (Self::Move, Self::Node)>;
    /// The moves of [`Domain::children`], in its order, with the keys of the nodes they lead to.
    fn next_keys(&self, node: &Self::Node) -> impl ExactSizeIterator<Item = (Self::Move, Self::Key)>;
    /// [`Domain::h`] and [`Domain::kept`] of a child that is not made, by its place in [`Domain::next_keys`] and its key.
    fn weigh(&self, node: &Self::Node, place: usize, key: &Self::Key) -> (u32, Self::Kept);
    /// The stored form of a node.
    fn key(&self, node: &Self::Node) -> Self::Key;
    /// The node of a key that was reached by this move.
    fn node(&self, key: Self::Key, arrived: Option<Self::Move>) -> Self::Node;
    /// What is worth keeping of a node.
    fn kept(&self, node: &Self::Node) -> Self::Kept;
    /// The node of a key of which this was kept; the same as [`Domain::node`] gives.
    fn node_again(&self, key: Self::Key, arrived: Option<Self::Move>, kept: Self::Kept) -> Self::Node;
    /// The key of the state that `made` led from, to walk a path back without pointers to parents.
    fn before(&self, key: Self::Key, made: Self::Move) -> Self::Key;
}

/// What a search for a path found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer<M> {
    /// The path, or why there is none.
    pub outcome: Outcome<Vec<M>>,
    /// No path is shorter than this; it is proven even when the search was stopped. It says nothing when the
    /// outcome is impossible.
    pub lower_bound: u32,
}

/// What a search of all goals calls with every path, in search order. It says whether the search goes on.
pub(crate) type OnGoal<'a, M> = dyn FnMut(&[M]) -> ControlFlow<()> + 'a;

/// Why a depth-first search ended early, and the prefixes that it never expanded, in search order.
pub(crate) type Unvisited<M> = (Stop, Vec<Vec<M>>);
