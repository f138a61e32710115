//! How large a search is, before it is done.
//!
//! Knuth, "Estimating the efficiency of backtrack programs" (1975): walk down the tree at random; a node met with one choice in w stands for w nodes. Parts of one node each show the children, so any search that has units of subtrees can
//! be estimated, and the mean over all walks is right on average.

use ubin::dice::Dice;
use ubin::unit::{Part, Prefix, Unit, Work};
use ubin_front::{Desk, Refusal, Workload};

/// Nodes in all, from so many random walks; `None` when the units are no subtrees. The walks are the same every time.
///
/// # Errors
/// When the desk stops it.
pub fn estimated_nodes(work: &Workload, walks: u32, desk: &impl Desk) -> Result<Option<f64>, Refusal> {
    let mut roots = Vec::new();
    for unit in work.first_units() {
        let Work::Subtrees(prefixes) = unit.work else { return Ok(None) };
        roots.extend(prefixes);
    }
    let mut dice = Dice::new(1);
    let mut nodes = 0.0;
    for _ in 0..walks {
        nodes += walked(work, &roots, &mut dice, desk)?;
    }
    Ok(Some(nodes / f64::from(walks.max(1))))
}

/// What one walk says.
fn walked(work: &Workload, roots: &[Prefix], dice: &mut Dice, desk: &impl Desk) -> Result<f64, Refusal> {
    let (mut choices, mut weight, mut nodes) = (roots.to_vec(), 1.0, 0.0);
    while !choices.is_empty() {
        weight *= choices.len() as f64;
        let chosen = choices.swap_remove(dice.up_to(choices.len() - 1));
        let Part { nodes: one, left, .. } = work.part(&Unit::whole(chosen), 1, desk)?;
        nodes += weight * one as f64;
        choices = match left {
            Some(Work::Subtrees(children)) => children,
            _ => Vec::new(),
        };
    }
    Ok(nodes)
}
