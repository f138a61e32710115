//! Comparing methods: which pairs make sense, and what a node count says about a search.

use super::board::Size;
use super::heuristic::{HeuristicName, WalkingDistance};
use super::pattern::Partition;
use super::solve::Method;

/// Whether a board of this size can have this heuristic.
///
/// ```
/// use ubin::slide::{HeuristicName, Size, fits};
/// assert!(fits(HeuristicName::Pattern, Size::new(8, 8).unwrap()));
/// assert!(!fits(HeuristicName::Pattern, Size::new(9, 9).unwrap()));
/// ```
#[must_use]
pub fn fits(name: HeuristicName, size: Size) -> bool {
    match name {
        HeuristicName::WalkingDistance => WalkingDistance::fits(size),
        HeuristicName::Pattern => size.cells() <= Partition::MOST_CELLS,
        _ => true,
    }
}

/// All heuristics that boards of each of these sizes can have.
#[must_use]
pub fn fitting(sizes: &[Size]) -> Vec<HeuristicName> {
    HeuristicName::ALL.into_iter().filter(|&name| sizes.iter().all(|&size| fits(name, size))).collect()
}

/// Every method with every heuristic; methods that use none stand alone.
#[must_use]
pub fn contenders(methods: &[Method], heuristics: &[HeuristicName]) -> Vec<(Method, Option<HeuristicName>)> {
    methods
        .iter()
        .flat_map(|&method| -> Vec<_> {
            match method.default_heuristic() {
                None => vec![(method, None)],
                Some(_) => heuristics.iter().map(|&heuristic| (method, Some(heuristic))).collect(),
            }
        })
        .collect()
}

/// The effective branching factor: the b for which a full tree of this depth has this many nodes,
/// n = b + b^2 + ... + b^depth (Nilsson). `None` for a tree without depth or nodes.
#[must_use]
pub(crate) fn branching(nodes: u64, depth: usize) -> Option<f64> {
    if nodes == 0 || depth == 0 {
        return None;
    }
    let nodes = nodes as f64;
    let tree = |b: f64| (0..depth).fold(0.0, |sum, _| (sum + 1.0) * b);
    let (mut low, mut high) = (0.0, nodes);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if tree(middle) < nodes { low = middle } else { high = middle }
    }
    Some((low + high) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_tree_of_two_children_each_has_that_factor() {
        assert!((branching(14, 3).unwrap() - 2.0).abs() < 1e-9);
        assert_eq!((branching(0, 3), branching(3, 0)), (None, None));
    }
}
