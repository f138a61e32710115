//! Dancing links: Knuth's Algorithm X with the smallest item first.
//!
//! An item that can be covered in the fewest ways is branched on; ties go to the lowest number, so node counts do not depend on the machine. It differs from the book's program
//! in four ways: the search can be stopped and then lists what it left (see [`CoverEnd::Stopped`]); it can begin below a prefix; an item that nobody can cover ends the
//! choice at once; and an item may be counted: it is covered when as many options have it as may, and a choice ends when too few are left that have it. Unlike in the book's Algorithm M such items are not branched on.
//!
//! Invariant: between two calls of [`DancingLinks::run`] all links are as they were after [`DancingLinks::new`].

use std::ops::ControlFlow;

use super::{CoverEnd, ExactCover};
use crate::observe::{MadeNode, Name, Observer, Why};
use crate::run::{Run, Stop};

/// A node of the linked matrix. Nodes 0 to `items` are headers (0 is the root of the list of items); then options follow, each after a spacer.
#[derive(Clone, Copy, Debug, Default)]
struct Link {
    up: u32,
    down: u32,
    /// The header above; for a spacer, 0.
    top: u32,
    /// The option it belongs to; for a header, how many options it has.
    info: u32,
}

/// Called with the options of each solution; breaks to end the search.
pub(crate) type CoverSink<'s> = dyn FnMut(&[u32]) -> ControlFlow<()> + 's;

/// The links of a problem, ready to dance.
#[derive(Clone, Debug)]
pub struct DancingLinks {
    nodes: Vec<Link>,
    /// Left and right neighbours in the list of primary items that are still to be covered.
    left: Vec<u32>,
    right: Vec<u32>,
    /// What is left of the counted items, which have the highest numbers.
    quotas: Vec<Quota>,
    /// The header of the first of them.
    first_counted: u32,
    /// The first node of each option.
    starts: Vec<u32>,
    /// The nodes chosen, one a level.
    chosen: Vec<u32>,
    options: Vec<u32>,
    forced: u64,
    /// The length of the longest option.
    longest: u64,
    /// Nodes touched since the run was told, at most.
    touched: u64,
}

/// How often a counted item may still be covered.
#[derive(Clone, Copy, Debug)]
struct Quota {
    left: u32,
    /// So much of it may stay.
    slack: u32,
}

impl Quota {
    /// How often it must still be covered.
    fn owed(self) -> u32 {
        self.left.saturating_sub(self.slack)
    }
}

impl DancingLinks {
    /// The bytes that the links of a problem take.
    #[must_use]
    pub(crate) fn bytes(problem: &ExactCover) -> u64 {
        let items = problem.all_items() + 1;
        let nodes = items + problem.items.len() + problem.ends.len() + 1;
        (nodes * size_of::<Link>() + items * 8 + problem.ends.len() * 4) as u64
    }

    /// Links a problem.
    #[must_use]
    pub fn new(problem: &ExactCover) -> DancingLinks {
        let linked: Result<DancingLinks, std::convert::Infallible> = DancingLinks::link(problem, |_| Ok(()));
        linked.unwrap_or_else(|never| match never {})
    }

    /// Links a problem in memory that is held from then on.
    ///
    /// # Errors
    /// When it does not fit, or the run was told to stop.
    pub(crate) fn within(problem: &ExactCover, run: &mut Run<'_>) -> Result<DancingLinks, Stop> {
        run.hold(DancingLinks::bytes(problem))?;
        DancingLinks::link(problem, |nodes| run.work(8 * nodes))
    }

    /// Links a problem; `work` is told of the nodes made, and may end it.
    fn link<E>(problem: &ExactCover, mut work: impl FnMut(u64) -> Result<(), E>) -> Result<DancingLinks, E> {
        let items = problem.all_items() as u32;
        let header = |item| Link { up: item, down: item, top: item, info: 0 };
        let mut nodes: Vec<Link> = (0..=items).map(header).collect();
        let mut starts = Vec::with_capacity(problem.options());
        let mut longest = 0;
        for option in 0..problem.options() {
            let length = problem.option(option).len() as u64;
            work(length)?;
            longest = longest.max(length);
            nodes.push(Link::default());
            starts.push(nodes.len() as u32);
            for &item in problem.option(option) {
                let (at, top) = (nodes.len() as u32, item + 1);
                let up = nodes[top as usize].up;
                nodes.push(Link { up, down: top, top, info: option as u32 });
                nodes[up as usize].down = at;
                nodes[top as usize].up = at;
                nodes[top as usize].info += 1;
            }
        }
        nodes.push(Link::default());
        let primary = problem.primary as u32;
        // Secondary items are linked to themselves: taking them out of the list changes nothing.
        let in_list = |item: u32, neighbour: u32| if item > primary { item } else { neighbour };
        let left = (0..=items).map(|item| in_list(item, item.checked_sub(1).unwrap_or(primary))).collect();
        let right = (0..=items).map(|item| in_list(item, if item == primary { 0 } else { item + 1 })).collect();
        let quota = |&(least, most): &(u32, u32)| Quota { left: most, slack: most.saturating_sub(least) };
        let quotas: Vec<Quota> = problem.counted.iter().map(quota).collect();
        let (chosen, options) = (Vec::new(), Vec::new());
        let first_counted = items + 1 - quotas.len() as u32;
        let (forced, touched) = (0, 0);
        let mut links = DancingLinks {
            nodes,
            left,
            right,
            quotas,
            first_counted,
            starts,
            chosen,
            options,
            forced,
            longest,
            touched,
        };
        let never = (first_counted..=items).filter(|&item| links.quotas[links.quota(item)].left == 0);
        for item in never.collect::<Vec<_>>() {
            links.cover(item);
        }
        Ok(links)
    }

    /// The place of a counted item's quota.
    fn quota(&self, item: u32) -> usize {
        (item - self.first_counted) as usize
    }

    /// Whether some counted item can no longer be covered as often as it must.
    fn falls_short(&self) -> bool {
        let items = (self.first_counted..).zip(&self.quotas);
        items.into_iter().any(|(item, quota)| self.nodes[item as usize].info < quota.owed())
    }

    /// How many nodes had one way only, in all runs so far.
    #[must_use]
    pub(crate) fn forced(&self) -> u64 {
        self.forced
    }

    /// Searches all solutions that have the options of `prefix`, in a fixed order, and gives each to `sink`, the prefix first.
    ///
    /// # Panics
    /// When two options of the prefix cover one item.
    pub fn run(&mut self, prefix: &[u32], run: &mut Run<'_>, sink: &mut CoverSink<'_>) -> CoverEnd {
        self.observed(prefix, run, sink, &mut ())
    }

    /// Searches everything, without a list of what a stop has left: on a board of 16,384 cells that takes thirty times the memory of the links.
    pub(crate) fn whole(&mut self, run: &mut Run<'_>, sink: &mut CoverSink<'_>) -> ControlFlow<Option<Stop>> {
        let end = self.go_on(run, sink);
        self.unwind(&[]);
        end
    }

    /// Searches on from the node that a limit stopped it at, at first from the root. Its choices stay made, so in between nothing but this is asked of it: to begin below a path takes longer than to search a hundred nodes, where the links of its first
    /// items are many.
    pub(crate) fn go_on(&mut self, run: &mut Run<'_>, sink: &mut CoverSink<'_>) -> ControlFlow<Option<Stop>> {
        self.explore(0, run, sink, &mut ())
    }

    /// Searches below a prefix and shows every node to an observer, who sees options.
    ///
    /// # Panics
    /// As [`DancingLinks::run`].
    pub(crate) fn observed<O: Observer<u32>>(
        &mut self,
        prefix: &[u32],
        run: &mut Run<'_>,
        sink: &mut CoverSink<'_>,
        observer: &mut O,
    ) -> CoverEnd {
        observer.round(None);
        observer.made(MadeNode { name: name(0, 0), parent: None, g: 0, h: 0 }, || None);
        for &option in prefix {
            let start = self.starts[option as usize];
            self.take(self.nodes[start as usize].top);
            self.cover_others(start);
            self.options.push(option);
        }
        let end = match self.explore(self.chosen.len(), run, sink, observer) {
            ControlFlow::Continue(()) => CoverEnd::Done,
            ControlFlow::Break(None) => CoverEnd::Enough,
            ControlFlow::Break(Some(stop)) => CoverEnd::Stopped(stop, self.remaining(prefix.len())),
        };
        self.unwind(prefix);
        end
    }

    /// The first step of a prefix that the search never takes, from 1; `None` when the prefix is in the tree.
    pub(crate) fn stray_step(&mut self, prefix: &[u32]) -> Option<usize> {
        let stray = prefix.iter().position(|&option| !self.follow(option));
        self.unwind(&[]);
        stray.map(|at| at + 1)
    }

    /// Takes an option if it covers the item that the search branches on.
    fn follow(&mut self, option: u32) -> bool {
        if self.falls_short() {
            return false;
        }
        let Some(item) = self.smallest_item() else { return false };
        let mut node = self.nodes[item as usize].down;
        while node != item && self.nodes[node as usize].info != option {
            node = self.nodes[node as usize].down;
        }
        if node != item {
            self.cover(item);
            self.choose(node);
        }
        node != item
    }

    /// The tree below the first `base` choices, from the node that the others lead to; on a break the choices stay made.
    fn explore<O: Observer<u32>>(
        &mut self,
        base: usize,
        run: &mut Run<'_>,
        sink: &mut CoverSink<'_>,
        observer: &mut O,
    ) -> ControlFlow<Option<Stop>> {
        loop {
            // On large boards one choice touches millions of nodes.
            let touched = std::mem::take(&mut self.touched);
            if let Err(stop) = run.work(touched).and_then(|()| run.step()) {
                return ControlFlow::Break(Some(stop));
            }
            let g = (self.chosen.len() - base) as u32;
            let at = name(g, self.chosen[base..].last().copied().unwrap_or(0));
            observer.expanded(at, g);
            let descended = match self.smallest_item() {
                _ if self.falls_short() => {
                    observer.pruned(at, g, Why::Dead);
                    false
                }
                None if self.quotas.iter().any(|quota| quota.owed() > 0) => false,
                None => {
                    observer.goal(at, g);
                    if sink(&self.options).is_break() {
                        return ControlFlow::Break(None);
                    }
                    false
                }
                Some(item) => {
                    let ways = self.nodes[item as usize].info;
                    run.generated(u64::from(ways));
                    self.forced += u64::from(ways == 1);
                    if O::SEES {
                        self.show(item, at, g, observer);
                    }
                    self.nodes[item as usize].info > 0 && {
                        self.cover(item);
                        self.choose(self.nodes[item as usize].down);
                        true
                    }
                }
            };
            if !descended && !self.advance(base) {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Shows the ways to cover an item.
    fn show<O: Observer<u32>>(&self, item: u32, at: Name, g: u32, observer: &mut O) {
        let mut node = self.nodes[item as usize].down;
        if node == item {
            observer.pruned(at, g, Why::Dead);
        }
        while node != item {
            let made = MadeNode { name: name(g + 1, node), parent: Some(at), g: g + 1, h: 0 };
            observer.made(made, || Some(self.nodes[node as usize].info));
            node = self.nodes[node as usize].down;
        }
    }

    /// Goes to the next choice in the order of the search; `false` when there is none left.
    fn advance(&mut self, base: usize) -> bool {
        while self.chosen.len() > base {
            let node = self.unchoose();
            let next = self.nodes[node as usize].down;
            if next != self.nodes[node as usize].top {
                self.choose(next);
                return true;
            }
            self.uncover(next);
        }
        false
    }

    /// The item with the fewest options among those still to be covered.
    fn smallest_item(&mut self) -> Option<u32> {
        let (mut best, mut fewest, mut seen) = (None, u32::MAX, 0);
        let mut item = self.right[0];
        while item != 0 {
            seen += 1;
            let count = self.nodes[item as usize].info;
            if count < fewest {
                (best, fewest) = (Some(item), count);
                if count == 0 {
                    break;
                }
            }
            item = self.right[item as usize];
        }
        self.touched += seen;
        best
    }

    fn choose(&mut self, node: u32) {
        self.cover_others(node);
        self.chosen.push(node);
        self.options.push(self.nodes[node as usize].info);
    }

    fn unchoose(&mut self) -> u32 {
        let node = self.chosen.pop().expect("only a choice that was made is taken back");
        self.options.pop();
        self.uncover_others(node);
        node
    }

    /// The next node of the same option, around its end.
    fn next_in_option(&self, node: u32) -> u32 {
        let next = node + 1;
        if self.nodes[next as usize].top == 0 { self.starts[self.nodes[node as usize].info as usize] } else { next }
    }

    fn cover_others(&mut self, node: u32) {
        let mut other = self.next_in_option(node);
        while other != node {
            self.take(self.nodes[other as usize].top);
            other = self.next_in_option(other);
        }
    }

    /// Covers an item of an option that is chosen; a counted one only with its last.
    fn take(&mut self, item: u32) {
        if item >= self.first_counted {
            let at = self.quota(item);
            let left = self.quotas[at].left.checked_sub(1);
            self.quotas[at].left = left.expect("options are chosen only while some of their items are left");
            if self.quotas[at].left > 0 {
                return;
            }
        }
        self.cover(item);
    }

    fn give_back(&mut self, item: u32) {
        if item >= self.first_counted {
            let at = self.quota(item);
            self.quotas[at].left += 1;
            if self.quotas[at].left > 1 {
                return;
            }
        }
        self.uncover(item);
    }

    /// Uncovers in the opposite order, as the links demand.
    fn uncover_others(&mut self, node: u32) {
        let option = self.nodes[node as usize].info as usize;
        let end = self.starts.get(option + 1).map_or(self.nodes.len() as u32 - 1, |&start| start - 1);
        for other in (self.starts[option]..node).rev().chain((node + 1..end).rev()) {
            self.give_back(self.nodes[other as usize].top);
        }
    }

    fn cover(&mut self, item: u32) {
        self.touched += u64::from(self.nodes[item as usize].info) * self.longest;
        let mut node = self.nodes[item as usize].down;
        while node != item {
            self.hide(node);
            node = self.nodes[node as usize].down;
        }
        let (left, right) = (self.left[item as usize], self.right[item as usize]);
        self.right[left as usize] = right;
        self.left[right as usize] = left;
    }

    fn uncover(&mut self, item: u32) {
        let (left, right) = (self.left[item as usize], self.right[item as usize]);
        self.right[left as usize] = item;
        self.left[right as usize] = item;
        let mut node = self.nodes[item as usize].up;
        while node != item {
            self.unhide(node);
            node = self.nodes[node as usize].up;
        }
    }

    /// Takes the other nodes of an option out of their columns.
    fn hide(&mut self, node: u32) {
        let mut other = self.next_in_option(node);
        while other != node {
            let Link { up, down, top, .. } = self.nodes[other as usize];
            self.nodes[up as usize].down = down;
            self.nodes[down as usize].up = up;
            self.nodes[top as usize].info -= 1;
            other = self.next_in_option(other);
        }
    }

    /// Puts them back. Nodes of one option are in different columns, so their order does not matter.
    fn unhide(&mut self, node: u32) {
        let mut other = self.next_in_option(node);
        while other != node {
            let Link { up, down, top, .. } = self.nodes[other as usize];
            self.nodes[up as usize].down = other;
            self.nodes[down as usize].up = other;
            self.nodes[top as usize].info += 1;
            other = self.next_in_option(other);
        }
    }

    /// The subtrees that a stop has left: the node it stopped at, and the later choices of every level above.
    fn remaining(&self, prefix: usize) -> Vec<Vec<u32>> {
        let mut left = vec![self.options.clone()];
        for level in (0..self.chosen.len()).rev() {
            let chosen = self.chosen[level];
            let mut node = self.nodes[chosen as usize].down;
            while node != self.nodes[chosen as usize].top {
                let mut options = self.options[..prefix + level].to_vec();
                options.push(self.nodes[node as usize].info);
                left.push(options);
                node = self.nodes[node as usize].down;
            }
        }
        left
    }

    /// Takes every choice and the prefix back.
    fn unwind(&mut self, prefix: &[u32]) {
        while !self.chosen.is_empty() {
            let node = self.unchoose();
            self.uncover(self.nodes[node as usize].top);
        }
        for &option in prefix.iter().rev() {
            let start = self.starts[option as usize];
            self.uncover_others(start);
            self.give_back(self.nodes[start as usize].top);
        }
        self.options.clear();
    }
}

/// A choice: its level, and the node of the matrix that was chosen.
fn name(level: u32, node: u32) -> Name {
    Name::from(level) << 32 | Name::from(node)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Control, Limits};

    /// All ways to cover a 2 x n board with dominoes: the Fibonacci numbers.
    fn dominoes(n: usize) -> ExactCover {
        let mut problem = ExactCover::new(2 * n, 0);
        for col in 0..n {
            problem.add_option(&[col, n + col]).unwrap();
            if col + 1 < n {
                problem.add_option(&[col, col + 1]).unwrap();
                problem.add_option(&[n + col, n + col + 1]).unwrap();
            }
        }
        problem
    }

    fn search(search: &mut DancingLinks, prefix: &[u32], nodes: Option<u64>) -> (u64, CoverEnd) {
        let control = Control::new();
        let mut count = 0;
        let end = search.run(prefix, &mut Run::new(Limits { nodes, ..Limits::default() }, &control), &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        (count, end)
    }

    #[test]
    fn a_search_leaves_the_links_as_they_were() {
        let mut links = DancingLinks::new(&dominoes(10));
        for _ in 0..2 {
            assert_eq!(search(&mut links, &[], None), (89, CoverEnd::Done));
            assert_eq!(search(&mut links, &[0], None), (55, CoverEnd::Done));
            assert!(matches!(search(&mut links, &[0], Some(7)), (_, CoverEnd::Stopped(Stop::Nodes, _))));
        }
    }

    #[test]
    fn a_search_goes_on_where_a_limit_has_stopped_it() {
        let (problem, control) = (dominoes(12), Control::new());
        let mut whole = Run::new(Limits::default(), &control);
        assert!(DancingLinks::new(&problem).whole(&mut whole, &mut |_| ControlFlow::Continue(())).is_continue());
        for turn in [1, 2, 7, 100] {
            let (mut links, mut found, mut nodes) = (DancingLinks::new(&problem), 0, 0);
            loop {
                let mut run = Run::new(Limits { nodes: Some(turn), ..Limits::default() }, &control);
                let end = links.go_on(&mut run, &mut |_| {
                    found += 1;
                    ControlFlow::Continue(())
                });
                nodes += run.stats().expanded;
                if end.is_continue() {
                    break;
                }
                assert_eq!((end, run.stats().expanded), (ControlFlow::Break(Some(Stop::Nodes)), turn));
            }
            assert_eq!((found, nodes), (233, whole.stats().expanded));
        }
    }

    /// To find the smallest of many items is work: a box of two million cells looked at the clock after seconds.
    #[test]
    fn a_search_among_many_items_looks_outside() {
        use std::sync::Arc;
        use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
        const ITEMS: usize = 300_000;
        let mut problem = ExactCover::new(ITEMS, 0);
        for item in 0..ITEMS {
            problem.add_option(&[item]).unwrap();
        }
        let looks = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&looks);
        let control = Control::watching(move || {
            counted.fetch_add(1, Relaxed);
            None
        });
        let mut run = Run::new(Limits { nodes: Some(60), ..Limits::default() }, &control);
        let end = DancingLinks::new(&problem).whole(&mut run, &mut |_| ControlFlow::Continue(()));
        assert_eq!(end, ControlFlow::Break(Some(Stop::Nodes)));
        assert!(looks.load(Relaxed) >= 5, "{looks:?} looks at 18 million items");
    }

    #[test]
    fn what_remains_completes_the_count() {
        let mut links = DancingLinks::new(&dominoes(12));
        for budget in 0..300 {
            let (mut count, end) = search(&mut links, &[], Some(budget));
            if let CoverEnd::Stopped(_, remaining) = end {
                count += remaining.iter().map(|prefix| search(&mut links, prefix, None).0).sum::<u64>();
            }
            assert_eq!(count, 233, "stopped after {budget} nodes");
        }
    }

    #[test]
    fn secondary_items_may_stay_uncovered() {
        // Four queens: ranks and files are primary, diagonals secondary.
        let mut problem = ExactCover::new(8, 14);
        for (rank, file) in (0..16).map(|n| (n / 4, n % 4)) {
            problem.add_option(&[rank, 4 + file, 8 + rank + file, 15 + rank + 3 - file]).unwrap();
        }
        assert_eq!(search(&mut DancingLinks::new(&problem), &[], None), (2, CoverEnd::Done));
    }

    #[test]
    fn nothing_to_cover_has_one_solution() {
        assert_eq!(search(&mut DancingLinks::new(&ExactCover::new(0, 2)), &[], None), (1, CoverEnd::Done));
        assert_eq!(search(&mut DancingLinks::new(&ExactCover::new(1, 0)), &[], None), (0, CoverEnd::Done));
    }
}
