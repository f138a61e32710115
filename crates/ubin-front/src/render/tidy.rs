//! Tidy trees: where the nodes of a tree are drawn.
//!
//! Walker's layout in the linear time of Buchheim, Juenger and Leipert, "Improving Walker's Algorithm to Run in Linear Time" (Graph Drawing 2002): nodes of a level never overlap, a parent stands in the middle
//! above its children, equal subtrees look equal, and the tree is as narrow as that allows. Subtrees are put beside each other by walking along the **contours** that face each other; a **thread** leads from where a contour
//! ends in one subtree to where it goes on in another, so no node is passed twice. It differs from the paper in that it does not recurse: a chain of a thousand nodes is a tree, too.

/// Where the nodes are, in units of the least distance of two neighbours.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The middle of each node; the leftmost is at 0.
    pub x: Vec<f64>,
    /// The level of each node; the root is at 0.
    pub level: Vec<usize>,
    /// Steps along contours, which the paper proves to be fewer than the nodes.
    pub steps: usize,
}

/// Lays out a forest as if it hung from one root. `parents[n]` is the parent of node n and comes before it; children stand in the order of their numbers.
///
/// ```
/// use ubin_front::render::tidy::layout;
/// let tree = layout(&[None, Some(0), Some(0), Some(2)]);
/// assert_eq!(tree.x, [0.5, 0.0, 1.0, 1.0]);
/// assert_eq!(tree.level, [0, 1, 1, 2]);
/// ```
///
/// # Panics
/// When a parent comes after its child.
#[must_use]
pub fn layout(parents: &[Option<usize>]) -> Layout {
    let count = parents.len();
    // The root of the forest is the node after the last.
    let mut tree = Walk::new(count + 1);
    for (node, parent) in parents.iter().enumerate() {
        assert!(parent.is_none_or(|parent| parent < node), "parents come before their children");
        let parent = parent.unwrap_or(count);
        tree.number[node] = tree.children[parent].len();
        tree.parent[node] = parent;
        tree.children[parent].push(node);
    }
    // Children have greater numbers than their parents: backwards, every node comes after its children.
    for node in (0..count).rev() {
        // Siblings must be placed from left to right, so the parent places them.
        tree.place_children(node);
    }
    tree.place_children(count);
    tree.finish(count)
}

struct Walk {
    children: Vec<Vec<usize>>,
    parent: Vec<usize>,
    /// Which of its siblings a node is.
    number: Vec<usize>,
    /// Where a node stands among its siblings, before its ancestors are moved.
    prelim: Vec<f64>,
    /// How far the subtree below a node is moved.
    modifier: Vec<f64>,
    thread: Vec<Option<usize>>,
    /// A node of the left contour knows the subtree it belongs to.
    ancestor: Vec<usize>,
    shift: Vec<f64>,
    change: Vec<f64>,
    steps: usize,
}

impl Walk {
    fn new(count: usize) -> Walk {
        Walk {
            children: vec![Vec::new(); count],
            parent: vec![count - 1; count],
            number: vec![0; count],
            prelim: vec![0.0; count],
            modifier: vec![0.0; count],
            thread: vec![None; count],
            ancestor: (0..count).collect(),
            shift: vec![0.0; count],
            change: vec![0.0; count],
            steps: 0,
        }
    }

    /// Places the children of a node beside each other; their own children are placed.
    fn place_children(&mut self, node: usize) {
        let children = std::mem::take(&mut self.children[node]);
        let mut default = children.first().copied();
        for (at, &child) in children.iter().enumerate() {
            let middle = self.middle(child);
            match at.checked_sub(1).map(|before| children[before]) {
                Some(before) => {
                    self.prelim[child] = self.prelim[before] + 1.0;
                    self.modifier[child] = middle.map_or(0.0, |middle| self.prelim[child] - middle);
                }
                None => self.prelim[child] = middle.unwrap_or(0.0),
            }
            default = Some(self.apportion(&children, at, default.unwrap_or(child)));
        }
        self.children[node] = children;
        self.execute_shifts(node);
    }

    /// The middle of a node's children.
    fn middle(&self, node: usize) -> Option<f64> {
        let (first, last) = (self.children[node].first()?, self.children[node].last()?);
        Some((self.prelim[*first] + self.prelim[*last]) / 2.0)
    }

    /// Moves a subtree away from those to its left; gives the ancestor for contours that know no better.
    fn apportion(&mut self, siblings: &[usize], at: usize, default: usize) -> usize {
        let node = siblings[at];
        let Some(before) = at.checked_sub(1) else { return default };
        // Right and left contours, inside (facing each other) and outside.
        let (mut inner_right, mut outer_right) = (node, node);
        let (mut inner_left, mut outer_left) = (siblings[before], siblings[0]);
        let sum = |walk: &Walk, node: usize| walk.modifier[node];
        let (mut sir, mut sor) = (sum(self, inner_right), sum(self, outer_right));
        let (mut sil, mut sol) = (sum(self, inner_left), sum(self, outer_left));
        let mut default = default;
        while let (Some(left), Some(right)) = (self.next_right(inner_left), self.next_left(inner_right)) {
            self.steps += 1;
            (inner_left, inner_right) = (left, right);
            outer_left = self.next_left(outer_left).expect("the outer contour is as deep as the inner one");
            outer_right = self.next_right(outer_right).expect("the outer contour is as deep as the inner one");
            self.ancestor[outer_right] = node;
            let shift = (self.prelim[inner_left] + sil) - (self.prelim[inner_right] + sir) + 1.0;
            if shift > 0.0 {
                let from = self.ancestor_of(inner_left, node, default);
                self.move_subtree(from, node, shift);
                sir += shift;
                sor += shift;
            }
            sil += self.modifier[inner_left];
            sir += self.modifier[inner_right];
            sol += self.modifier[outer_left];
            sor += self.modifier[outer_right];
        }
        if let (Some(next), None) = (self.next_right(inner_left), self.next_right(outer_right)) {
            self.thread[outer_right] = Some(next);
            self.modifier[outer_right] += sil - sor;
        }
        if let (Some(next), None) = (self.next_left(inner_right), self.next_left(outer_left)) {
            self.thread[outer_left] = Some(next);
            self.modifier[outer_left] += sir - sol;
            default = node;
        }
        default
    }

    fn next_left(&self, node: usize) -> Option<usize> {
        self.children[node].first().copied().or(self.thread[node])
    }

    fn next_right(&self, node: usize) -> Option<usize> {
        self.children[node].last().copied().or(self.thread[node])
    }

    /// The sibling of `node` whose subtree a node of the contour belongs to.
    fn ancestor_of(&self, contour: usize, node: usize, default: usize) -> usize {
        let ancestor = self.ancestor[contour];
        if self.parent[ancestor] == self.parent[node] && ancestor != node { ancestor } else { default }
    }

    /// Moves a subtree to the right, and those between it and `from` in proportion, later.
    fn move_subtree(&mut self, from: usize, node: usize, shift: f64) {
        let between = (self.number[node] - self.number[from]).max(1) as f64;
        self.change[node] -= shift / between;
        self.shift[node] += shift;
        self.change[from] += shift / between;
        self.prelim[node] += shift;
        self.modifier[node] += shift;
    }

    /// Moves the children of a node by what was put off.
    fn execute_shifts(&mut self, node: usize) {
        let (mut shift, mut change) = (0.0, 0.0);
        for at in (0..self.children[node].len()).rev() {
            let child = self.children[node][at];
            self.prelim[child] += shift;
            self.modifier[child] += shift;
            change += self.change[child];
            shift += self.shift[child] + change;
        }
    }

    /// Adds up the modifiers from the root down.
    fn finish(self, count: usize) -> Layout {
        let mut x = vec![0.0; count];
        let mut level = vec![0; count];
        let mut sum = vec![0.0; count + 1];
        for node in 0..count {
            let parent = self.parent[node];
            x[node] = self.prelim[node] + sum[parent];
            sum[node] = sum[parent] + self.modifier[node];
            level[node] = if parent == count { 0 } else { level[parent] + 1 };
        }
        let left = x.iter().copied().fold(f64::MAX, f64::min);
        x.iter_mut().for_each(|x| *x -= left);
        Layout { x, level, steps: self.steps }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Random trees: each node hangs from an earlier one.
    fn trees() -> impl Strategy<Value = Vec<Option<usize>>> {
        proptest::collection::vec(any::<(u16, bool)>(), 1..400).prop_map(|draws| {
            let parent = |(node, (draw, near)): (usize, (u16, bool))| {
                // Half of them from one of the last few, so that trees become deep as well as wide.
                let span = if near { node.min(3) } else { node };
                (node > 0).then(|| node - 1 - usize::from(draw) % span.max(1))
            };
            draws.into_iter().enumerate().map(parent).collect()
        })
    }

    fn check(parents: &[Option<usize>]) {
        let Layout { x, level, steps } = layout(parents);
        assert!(steps < parents.len(), "{steps} steps for {} nodes", parents.len());
        let mut levels: Vec<Vec<usize>> = vec![Vec::new(); parents.len()];
        (0..parents.len()).for_each(|node| levels[level[node]].push(node));
        for nodes in &levels {
            let mut places: Vec<f64> = nodes.iter().map(|&node| x[node]).collect();
            places.sort_by(f64::total_cmp);
            assert!(places.windows(2).all(|pair| pair[1] - pair[0] > 1.0 - 1e-6), "overlap: {parents:?}");
        }
        for node in 0..parents.len() {
            let children: Vec<usize> = (0..parents.len()).filter(|&child| parents[child] == Some(node)).collect();
            let (Some(&first), Some(&last)) = (children.first(), children.last()) else { continue };
            assert!((x[node] - (x[first] + x[last]) / 2.0).abs() < 1e-6, "not in the middle: {parents:?}");
            assert!(children.windows(2).all(|pair| x[pair[0]] < x[pair[1]]), "out of order: {parents:?}");
        }
    }

    proptest! {
        #[test]
        fn nodes_do_not_overlap_and_parents_are_centred(parents in trees()) {
            check(&parents);
        }
    }

    #[test]
    fn a_mirrored_tree_is_the_mirror_image() {
        // Two deep outer branches with short ones between: where Walker's own program was wrong.
        let parents = [None, Some(0), Some(0), Some(0), Some(0), Some(1), Some(5), Some(6), Some(4), Some(8), Some(9)];
        let forward = layout(&parents);
        let mirrored = [None, Some(0), Some(0), Some(0), Some(0), Some(4), Some(5), Some(6), Some(1), Some(8), Some(9)];
        let back = layout(&mirrored);
        let widest = forward.x.iter().copied().fold(0.0, f64::max);
        for (node, twin) in [(1, 4), (2, 3), (5, 5), (7, 7), (10, 10)] {
            assert!((forward.x[node] - (widest - back.x[twin])).abs() < 1e-9);
        }
    }

    #[test]
    fn long_chains_and_wide_fans() {
        let chain: Vec<Option<usize>> = (0..100_000usize).map(|node| node.checked_sub(1)).collect();
        assert!(layout(&chain).x.iter().all(|&x| x == 0.0));
        let fan: Vec<Option<usize>> = (0..1000).map(|node| (node > 0).then_some(0)).collect();
        assert!((layout(&fan).x[0] - 499.0).abs() < 1e-9);
        check(&[None, None, Some(0), Some(0), Some(1)]);
        assert!(layout(&[]).x.is_empty());
    }
}
