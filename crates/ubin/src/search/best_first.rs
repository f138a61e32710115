//! Best-first search: A*, branch and bound, weighted A*, greedy.
//!
//! They differ only in the **rank** of a live node: g + h for A* and for the branch and bound of the text-books
//! (Hart, Nilsson, Raphael 1968), g + w h for weighted A* (Pohl 1970), h alone for greedy. Of equal ranks the
//! deeper node comes first, of equal depths the newer one.
//!
//! A board reached more cheaply is opened again, and the goal counts when it is taken, not when it is made: so A*
//! is right for every admissible heuristic, consistent or not.
//!
//! Live nodes lie in stacks by (rank, depth), four bytes a node and what the domain keeps of it. A node whose depth was lowered leaves its old
//! entry behind; it is known by its depth and passed over.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::store::{Id, Offer, Sought, Store};
use super::{Answer, Domain, Outcome};
use crate::observe::{MadeNode, Name, Observer, Why};
use crate::run::{Run, Stop};

/// Which live node comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// The least g + h: the first goal taken is a shortest one.
    Astar,
    /// The least g + w h, with w in thousandths, at least 1000: no more than w times the shortest.
    Weighted(u32),
    /// The least h: any goal.
    Greedy,
}

impl Order {
    fn rank(self, g: u32, h: u32) -> u64 {
        match self {
            Order::Astar => (g + h).into(),
            Order::Weighted(w) => 1000 * u64::from(g) + u64::from(w) * u64::from(h),
            Order::Greedy => h.into(),
        }
    }

    /// What a least live rank proves: on every shortest path some node is live at its least depth, so its
    /// g + h is at most the shortest length, and g + w h is at most w (g + h).
    fn proves(self, rank: u64) -> u32 {
        let bound = match self {
            Order::Astar => rank,
            Order::Weighted(w) => rank.div_ceil(w.into()),
            Order::Greedy => 0,
        };
        bound.try_into().unwrap_or(u32::MAX)
    }
}

/// Searches from the domain's root.
pub(crate) fn search<D: Domain>(domain: &D, order: Order, run: &mut Run<'_>) -> Answer<D::Move> {
    observed(domain, order, run, &mut ())
}

/// Searches as [`search`] does, and shows an observer every node.
pub(crate) fn observed<D: Domain, O: Observer<D::Move>>(
    domain: &D,
    order: Order,
    run: &mut Run<'_>,
    observer: &mut O,
) -> Answer<D::Move> {
    let root = domain.root();
    let held = run.held();
    let (store, live, lower_bound) = (Store::new(), OpenNodes::default(), domain.h(&root));
    let mut search = Search { domain, order, store, live, nexts: Vec::new(), lower_bound, observer };
    let outcome = match search.run(root, run) {
        Ok(Some(path)) => Outcome::Solved(path),
        Ok(None) => Outcome::Impossible,
        Err(stop) => Outcome::Stopped(stop),
    };
    run.release_to(held);
    if let (Order::Astar, Outcome::Solved(path)) = (order, &outcome) {
        search.lower_bound = path.len() as u32;
    }
    Answer { outcome, lower_bound: search.lower_bound }
}

struct Search<'d, D: Domain, O> {
    domain: &'d D,
    order: Order,
    store: Store<D::Key, D::Move>,
    live: OpenNodes<D::Kept>,
    /// The children of the node being expanded.
    nexts: Vec<Next<D>>,
    lower_bound: u32,
    observer: &'d mut O,
}

/// A child of the node being expanded: the move, its key, what the store has of it, and its weight, where this is known to be needed.
type Next<D> = (<D as Domain>::Move, <D as Domain>::Key, Sought, Option<(u32, <D as Domain>::Kept)>);

/// A state that was reached and looked for.
struct Child<D: Domain> {
    key: D::Key,
    sought: Sought,
    g: u32,
    /// The move that led to it, and the name of the node it led from.
    by: Option<(D::Move, Name)>,
}

/// A state may be live at several depths, but at each only once.
fn name(id: Id, g: u32) -> Name {
    Name::from(g) << 32 | Name::from(id)
}

impl<D: Domain, O: Observer<D::Move>> Search<'_, D, O> {
    fn run(&mut self, root: D::Node, run: &mut Run<'_>) -> Result<Option<Vec<D::Move>>, Stop> {
        self.observer.round(None);
        let sought = self.store.find(self.domain.key(&root));
        let weight = (self.domain.h(&root), self.domain.kept(&root));
        self.open(&Child { key: self.domain.key(&root), sought, g: 0, by: None }, || weight, run)?;
        while let Some((rank, g, (id, kept))) = self.live.pop() {
            let (key, depth, arrived) = self.store.get(id);
            if depth != g {
                self.observer.pruned(name(id, g), g, Why::Cheaper);
                continue;
            }
            self.lower_bound = self.lower_bound.max(self.order.proves(rank));
            let node = self.domain.node_again(key, arrived, kept);
            if self.domain.is_goal(&node) {
                self.observer.goal(name(id, g), g);
                return Ok(Some(self.store.path(id, |key, made| self.domain.before(key, made))));
            }
            run.step()?;
            run.prove(self.lower_bound.into());
            self.observer.expanded(name(id, g), g);
            self.expand(&node, (name(id, g), g), run)?;
        }
        Ok(None)
    }

    /// Makes the children of a node live. All are looked for, and the new ones weighed, before the first is stored, so that their lookups wait for memory side by side.
    fn expand(&mut self, node: &D::Node, (parent, g): (Name, u32), run: &mut Run<'_>) -> Result<(), Stop> {
        let (mut nexts, domain) = (std::mem::take(&mut self.nexts), self.domain);
        nexts.extend(domain.next_keys(node).map(|(made, key)| (made, key, self.store.glance(key), None)));
        run.generated(nexts.len() as u64);
        for (_, key, sought, _) in &mut nexts {
            self.store.look(*key, sought);
        }
        for (place, (_, key, sought, weight)) in nexts.iter_mut().enumerate() {
            if sought.is_new() {
                *weight = Some(domain.weigh(node, place, key));
            }
        }
        for (place, (made, key, sought, weight)) in nexts.drain(..).enumerate() {
            let child = Child { key, sought, g: g + 1, by: Some((made, parent)) };
            self.open(&child, || weight.unwrap_or_else(|| domain.weigh(node, place, &key)), run)?;
        }
        self.nexts = nexts;
        Ok(())
    }

    /// Makes a state live, unless it was reached as cheaply before: then it is not even weighed.
    fn open(
        &mut self,
        child: &Child<D>,
        weigh: impl FnOnce() -> (u32, D::Kept),
        run: &mut Run<'_>,
    ) -> Result<(), Stop> {
        let &Child { key, sought, g, by } = child;
        let made = by.map(|(made, _)| made);
        let node = |name, h| MadeNode { name, parent: by.map(|(_, parent)| parent), g, h };
        let id = match (self.store.offer_sought((key, sought), g, made, run)?, made) {
            (Offer::New(id), _) => id,
            (Offer::Known(id, depth), Some(made)) if g < depth => {
                self.store.reopen(id, g, made);
                id
            }
            (Offer::Known(..), _) => {
                if O::SEES {
                    self.observer.made(node(Name::MAX, weigh().0), || made);
                    self.observer.pruned(Name::MAX, g, Why::Seen);
                }
                return Ok(());
            }
        };
        let (h, kept) = weigh();
        self.observer.made(node(name(id, g), h), || made);
        self.live.push(self.order.rank(g, h), g, (id, kept), run)
    }
}

/// Live nodes in stacks by rank and depth, least rank and greatest depth first.
struct OpenNodes<K> {
    stacks: Stacks<K>,
    /// Empty blocks, kept for the next stack that needs one.
    spare: Vec<Block<K>>,
}

/// Where a stack stands: the rank of its nodes, and their depth.
type Place = (u64, Reverse<u32>);
/// A list of blocks, all full but the last: it grows without copying, so the account is exact.
type Stack<K> = Vec<Block<K>>;
/// Live nodes, each with what the domain keeps of it.
type Block<K> = Vec<(Id, K)>;

impl<K> Default for OpenNodes<K> {
    fn default() -> OpenNodes<K> {
        let stacks = Stacks { front: Vec::new(), others: BTreeMap::new(), empty: Vec::new() };
        OpenNodes { stacks, spare: Vec::new() }
    }
}

impl<K: Copy> OpenNodes<K> {
    /// Nodes of a block.
    const BLOCK: usize = 256;

    fn push(&mut self, rank: u64, g: u32, live: (Id, K), run: &mut Run<'_>) -> Result<(), Stop> {
        let stack = self.stacks.at((rank, Reverse(g)));
        if stack.last().is_none_or(|block| block.len() == Self::BLOCK) {
            let block = match self.spare.pop() {
                Some(block) => block,
                None => {
                    run.hold((Self::BLOCK * size_of::<(Id, K)>() + size_of::<Block<K>>()) as u64)?;
                    Vec::with_capacity(Self::BLOCK)
                }
            };
            stack.push(block);
        }
        stack.last_mut().expect("a block with room was just pushed").push(live);
        Ok(())
    }

    fn pop(&mut self) -> Option<(u64, u32, (Id, K))> {
        let ((rank, Reverse(g)), stack) = self.stacks.first()?;
        let (rank, g) = (*rank, *g);
        let block = stack.last_mut().expect("an empty stack is removed");
        let live = block.pop().expect("an empty block is removed");
        if block.is_empty() {
            self.spare.extend(stack.pop());
            if stack.is_empty() {
                self.stacks.remove_first();
            }
        }
        Some((rank, g, live))
    }
}

/// Stacks by their places.
struct Stacks<K> {
    /// The first few, the very first one last: most nodes go there and come from there, and the others are not looked at.
    front: Vec<(Place, Stack<K>)>,
    /// All others; they come after those.
    others: BTreeMap<Place, Stack<K>>,
    /// Stacks without blocks, kept for the next places.
    empty: Vec<Stack<K>>,
}

impl<K> Stacks<K> {
    /// The most stacks in front.
    const MOST: usize = 8;
    /// How many go to the front when none is left there.
    const FEW: usize = 4;

    /// The stack of a place, a new one where there is none.
    fn at(&mut self, place: Place) -> &mut Stack<K> {
        if self.front.first().is_none_or(|(last, _)| place > *last) {
            let new = || self.empty.pop().unwrap_or_default();
            return self.others.entry(place).or_insert_with(new);
        }
        let mut at = self.front.iter().rposition(|(known, _)| *known >= place).expect("that of the last one is");
        if self.front[at].0 != place {
            at += 1;
            self.front.insert(at, (place, self.empty.pop().unwrap_or_default()));
            if self.front.len() > Self::MOST {
                let (last, stack) = self.front.remove(0);
                self.others.insert(last, stack);
                at -= 1;
            }
        }
        &mut self.front[at].1
    }

    /// The first stack.
    fn first(&mut self) -> Option<&mut (Place, Stack<K>)> {
        if self.front.is_empty() {
            self.front.extend((0..Self::FEW).map_while(|_| self.others.pop_first()));
            self.front.reverse();
        }
        self.front.last_mut()
    }

    /// Removes the first stack, which has no blocks left.
    fn remove_first(&mut self) {
        self.empty.extend(self.front.pop().map(|(_, stack)| stack));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::run::{Control, Limits};

    #[test]
    fn live_nodes_come_by_rank_then_depth_then_newest_first() {
        let control = Control::new();
        let mut run = Run::new(Limits::default(), &control);
        let mut live = OpenNodes::<u32>::default();
        let mut plain: Vec<(Place, u32)> = Vec::new();
        let mut dice = Dice::new(7);
        for id in 0..40_000u32 {
            // Now few places, now hundreds.
            let most = if id / 5_000 % 2 == 0 { 2 } else { 40 };
            let (rank, g) = (dice.up_to(most) as u64, dice.up_to(most) as u32);
            live.push(rank, g, (id, id), &mut run).unwrap();
            plain.push(((rank, Reverse(g)), id));
            let taken = match dice.up_to(200) {
                0 => plain.len(),
                1..20 => dice.up_to(8).min(plain.len()),
                _ => 0,
            };
            for _ in 0..taken {
                let best = (0..plain.len()).min_by_key(|&at| (plain[at].0, Reverse(plain[at].1))).unwrap();
                let ((rank, Reverse(g)), id) = plain.remove(best);
                assert_eq!(live.pop(), Some((rank, g, (id, id))));
            }
            assert!(!plain.is_empty() || live.pop().is_none());
        }
    }
}
