//! How large a search is, before it is done.
//!
//! Knuth, "Estimating the efficiency of backtrack programs" (1975): walk down the tree at random; a node met with one choice in w stands for w nodes. Parts of one node each show the children, so any search that has units of subtrees can
//! be estimated, and the mean over all walks is right on average.
//!
//! A step of a walk costs far more than a node of the search, for it begins at the root. So a small search gets few walks, and a rough estimate: it is soon over. A search that goes on is estimated again, with more walks the more nodes it is known to have.

use std::ops::RangeInclusive;

use ubin::dice::Dice;
use ubin::unit::{Part, Prefix, Unit, Work};
use ubin_front::{Desk, Refusal, Workload};

/// A step of a walk costs about as much as so many nodes of the search, and walks may cost a hundredth of it: one step for each 10,000 nodes estimated.
const NODES_A_STEP: f64 = 10_000.0;

/// Nodes in all, from random walks, as many as pay within the bounds given for a search that has at least `known` nodes; `None` when the units are no subtrees. The walks are the same every time.
///
/// # Errors
/// When the desk stops it.
pub fn estimated_nodes(
    work: &Workload,
    walks: RangeInclusive<u32>,
    known: u64,
    desk: &impl Desk,
) -> Result<Option<f64>, Refusal> {
    let mut roots = Vec::new();
    for unit in work.first_units() {
        let Work::Subtrees(prefixes) = unit.work else { return Ok(None) };
        roots.extend(prefixes);
    }
    let mut dice = Dice::new(1);
    let (mut nodes, mut steps, mut done) = (0.0, 0, 0);
    let pays = |steps: u32, nodes: f64| f64::from(steps) * NODES_A_STEP < nodes.max(known as f64);
    while done < *walks.end() && (done < *walks.start() || pays(steps, nodes / f64::from(done))) {
        let walked = walked(work, &roots, &mut dice, desk)?;
        nodes += walked.nodes;
        steps += walked.steps;
        done += 1;
    }
    Ok(Some(nodes / f64::from(done.max(1))))
}

/// What one walk says.
struct Walked {
    nodes: f64,
    steps: u32,
}

fn walked(work: &Workload, roots: &[Prefix], dice: &mut Dice, desk: &impl Desk) -> Result<Walked, Refusal> {
    let (mut choices, mut weight, mut nodes, mut steps) = (roots.to_vec(), 1.0, 0.0, 0);
    while !choices.is_empty() {
        weight *= choices.len() as f64;
        let chosen = choices.swap_remove(dice.up_to(choices.len() - 1));
        let Part { nodes: one, left, .. } = work.part(&Unit::whole(chosen), 1, desk)?;
        nodes += weight * one as f64;
        steps += 1;
        choices = match left {
            Some(Work::Subtrees(children)) => children,
            _ => Vec::new(),
        };
    }
    Ok(Walked { nodes, steps })
}
