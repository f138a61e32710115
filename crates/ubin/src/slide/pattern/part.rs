//! A part of a round: the subtrees below some prefixes, searched in order on one lane, and what a budget leaves of them.
//!
//! The lanes of [`round`](super::round) work ahead of the search order; this one does not, so it can be ended after any node.
//! Both walk one tree: a unit of a round is the subtree below a prefix, with what the automaton remembers of that prefix.

use std::ops::ControlFlow;

use super::lane::{Lane, Next};
use super::node::{DeepNode, Ground};
use crate::run::{Run, Stop};
use crate::search::{OnGoal, Unvisited};
use crate::slide::Dir;
use crate::unit::UnitError;

/// The tree below a prefix.
pub(crate) struct Subtree<'p, const V: usize> {
    pub(crate) prefix: &'p [Dir],
    pub(crate) node: DeepNode<V>,
}

/// Searches the subtrees below some prefixes, in the order given, in the tree of a bound; gives what it was stopped before.
///
/// # Errors
/// When a prefix is not in the tree; then nothing was searched.
pub(crate) fn below<const V: usize>(
    (ground, root): (&Ground<'_, V>, &DeepNode<V>),
    bound: usize,
    prefixes: &[Vec<Dir>],
    run: &mut Run,
    on_goal: &mut OnGoal<'_, Dir>,
) -> Result<Option<Unvisited<Dir>>, UnitError> {
    let subtree = |prefix: &'_ Vec<Dir>| ground.walk(root, prefix, bound);
    let nodes = prefixes.iter().map(subtree).collect::<Result<Vec<_>, _>>()?;
    let subtrees: Vec<_> = prefixes.iter().zip(nodes).map(|(prefix, node)| Subtree { prefix, node }).collect();
    Ok(in_order(ground, &subtrees, bound, run, on_goal))
}

/// Searches subtrees of the tree of a bound one after the other; gives what it was stopped before.
pub(crate) fn in_order<const V: usize>(
    ground: &Ground<'_, V>,
    subtrees: &[Subtree<'_, V>],
    bound: usize,
    run: &mut Run,
    on_goal: &mut OnGoal<'_, Dir>,
) -> Option<Unvisited<Dir>> {
    for (number, Subtree { prefix, node }) in subtrees.iter().enumerate() {
        let below = |moves: Vec<Dir>| [prefix, &moves[..]].concat();
        let mut lane = Lane::new(ground, node.clone(), bound.saturating_sub(prefix.len()));
        let ended = search(&mut lane, run, &mut |moves| on_goal(&below(moves)));
        match ended {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(None) => return None,
            ControlFlow::Break(Some(stop)) => {
                let untouched = subtrees[number + 1..].iter().map(|subtree| subtree.prefix.to_vec());
                return Some((stop, lane.left().into_iter().map(below).chain(untouched).collect()));
            }
        }
    }
    None
}

/// Searches one lane to its end, or until a stop or a goal breaks it off.
fn search<const V: usize>(
    lane: &mut Lane<'_, V>,
    run: &mut Run,
    on_goal: &mut dyn FnMut(Vec<Dir>) -> ControlFlow<()>,
) -> ControlFlow<Option<Stop>> {
    loop {
        match lane.seek() {
            Next::Node => {
                if let Err(stop) = run.step() {
                    return ControlFlow::Break(Some(stop));
                }
                let before = lane.work().generated;
                lane.expand();
                run.generated(lane.work().generated - before);
            }
            Next::Goal => on_goal(lane.path()).map_break(|()| None)?,
            Next::Done => return ControlFlow::Continue(()),
        }
    }
}
