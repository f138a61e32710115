//! Beam search: breadth-first, but only the most promising nodes of a layer are kept.
//!
//! It gives short solutions of large puzzles quickly and proves nothing. A beam that dies out is started again
//! twice as wide; a beam that never had to drop a node has searched everything.

use super::store::{Id, Offer, Store};
use super::{Answer, Domain, Outcome};
use crate::observe::{MadeNode, Name, Observer, Why};
use crate::run::{Run, Stop};

/// How a beam of one width ended.
enum Sweep<M> {
    Found(Vec<M>),
    /// It died out after nodes had been dropped: a wider one may find the goal.
    DiedOut,
    /// It died out and no node was ever dropped: there is no goal.
    Complete,
}

/// Searches from the domain's root, keeping the `width` nodes of least h in every layer.
pub(crate) fn search<D: Domain>(domain: &D, width: usize, run: &mut Run<'_>) -> Answer<D::Move> {
    observed(domain, width, run, &mut ())
}

/// Searches as [`search`] does, and shows an observer every node.
pub(crate) fn observed<D: Domain, O: Observer<D::Move>>(
    domain: &D,
    width: usize,
    run: &mut Run<'_>,
    observer: &mut O,
) -> Answer<D::Move> {
    let lower_bound = domain.h(&domain.root());
    let mut width = width.max(1);
    let held = run.held();
    let outcome = loop {
        let swept = sweep(domain, width, run, observer);
        run.release_to(held);
        match swept {
            Ok(Sweep::Found(path)) => break Outcome::Solved(path),
            Ok(Sweep::DiedOut) => width *= 2,
            Ok(Sweep::Complete) => break Outcome::Impossible,
            Err(stop) => break Outcome::Stopped(stop),
        }
    };
    Answer { outcome, lower_bound }
}

/// The nodes of a layer: h, the state, and what the domain keeps of it.
type Layer<D> = Vec<(u32, Id, <D as Domain>::Kept)>;

fn sweep<D: Domain, O: Observer<D::Move>>(
    domain: &D,
    width: usize,
    run: &mut Run<'_>,
    observer: &mut O,
) -> Result<Sweep<D::Move>, Stop> {
    let root = domain.root();
    observer.round(None);
    observer.made(MadeNode { name: 0, parent: None, g: 0, h: domain.h(&root) }, || None);
    if domain.is_goal(&root) {
        observer.goal(0, 0);
        return Ok(Sweep::Found(Vec::new()));
    }
    let mut store = Store::new();
    store.offer(domain.key(&root), 0, None, run)?;
    let mut layer: Layer<D> = vec![(domain.h(&root), 0, domain.kept(&root))];
    let mut complete = true;
    while !layer.is_empty() {
        let room = layer.len() * 3 * size_of::<(u32, Id, D::Kept)>();
        run.hold(room as u64)?;
        let mut below: Layer<D> = Vec::with_capacity(layer.len() * 3);
        for (_, id, kept) in layer {
            run.step()?;
            let depth = store.depth(id) + 1;
            observer.expanded(id.into(), depth - 1);
            let parent = Some(Name::from(id));
            let children = domain.children(domain.node_again(store.key(id), store.arrived(id), kept));
            run.generated(children.len() as u64);
            for (made, child) in children {
                let offer = store.offer(domain.key(&child), depth, Some(made), run)?;
                let Offer::New(id) = offer else {
                    if O::SEES {
                        let node = MadeNode { name: Name::MAX, parent, g: depth, h: domain.h(&child) };
                        observer.made(node, || Some(made));
                        observer.pruned(Name::MAX, depth, Why::Seen);
                    }
                    continue;
                };
                let h = domain.h(&child);
                observer.made(MadeNode { name: id.into(), parent, g: depth, h }, || Some(made));
                if domain.is_goal(&child) {
                    observer.goal(id.into(), depth);
                    return Ok(Sweep::Found(store.path(id, |key, made| domain.before(key, made))));
                }
                below.push((h, id, domain.kept(&child)));
            }
        }
        // Least h first; of equal h the older one, so that the beam does not depend on the sort.
        below.sort_unstable_by_key(|&(h, id, _)| (h, id));
        complete &= below.len() <= width;
        below
            .drain(width.min(below.len())..)
            .for_each(|(_, id, _)| observer.pruned(id.into(), store.depth(id), Why::Beam));
        run.release(room as u64);
        layer = below;
    }
    Ok(if complete { Sweep::Complete } else { Sweep::DiedOut })
}
