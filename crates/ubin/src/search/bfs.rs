//! Breadth-first search: every state at distance 1, then 2, and so on.

use super::store::{Id, Offer, Store};
use super::{Answer, Domain, Outcome};
use crate::observe::{MadeNode, Name, Observer, Why};
use crate::run::{Run, Stop};

/// Searches from the domain's root. The queue is the order in which states were stored.
pub(crate) fn search<D: Domain>(domain: &D, run: &mut Run<'_>) -> Answer<D::Move> {
    observed(domain, run, &mut ())
}

/// Searches as [`search`] does, and shows an observer every node.
pub(crate) fn observed<D: Domain, O: Observer<D::Move>>(
    domain: &D,
    run: &mut Run<'_>,
    observer: &mut O,
) -> Answer<D::Move> {
    let held = run.held();
    let mut store = Store::new();
    let mut depth = 0;
    let outcome = match flood(domain, (&mut store, &mut depth), |node| domain.is_goal(node), run, observer) {
        Ok(Some(id)) => Outcome::Solved(store.path(id, |key, made| domain.before(key, made))),
        Ok(None) => Outcome::Impossible,
        Err(stop) => Outcome::Stopped(stop),
    };
    run.release_to(held);
    // Every state at the depth that was being expanded was tested when it was made.
    let lower_bound = match &outcome {
        Outcome::Solved(path) => path.len() as u32,
        Outcome::Impossible => 0,
        Outcome::Stopped(_) => depth + 1,
    };
    Answer { outcome, lower_bound }
}

/// The states at every distance from the root.
///
/// # Errors
/// When the run stops first.
pub(crate) fn layers<D: Domain>(domain: &D, run: &mut Run<'_>) -> Result<Vec<Vec<D::Key>>, Stop> {
    let held = run.held();
    let mut store = Store::new();
    flood(domain, (&mut store, &mut 0), |_| false, run, &mut ())?;
    let mut layers: Vec<Vec<D::Key>> = Vec::new();
    for id in 0..store.len() as Id {
        let depth = store.depth(id) as usize;
        layers.resize_with(layers.len().max(depth + 1), Vec::new);
        layers[depth].push(store.key(id));
    }
    run.release_to(held);
    Ok(layers)
}

/// Expands states in order until a goal is made; its number, or `None` when there are no more states.
fn flood<D: Domain, O: Observer<D::Move>>(
    domain: &D,
    (store, depth): (&mut Store<D::Key, D::Move>, &mut u32),
    is_goal: impl Fn(&D::Node) -> bool,
    run: &mut Run<'_>,
    observer: &mut O,
) -> Result<Option<Id>, Stop> {
    let root = domain.root();
    observer.round(None);
    observer.made(MadeNode { name: 0, parent: None, g: 0, h: 0 }, || None);
    store.offer(domain.key(&root), 0, None, run)?;
    if is_goal(&root) {
        observer.goal(0, 0);
        return Ok(Some(0));
    }
    let mut next = 0;
    while (next as usize) < store.len() {
        *depth = store.depth(next);
        let node = domain.node(store.key(next), store.arrived(next));
        run.step()?;
        run.prove(u64::from(*depth) + 1);
        observer.expanded(next.into(), *depth);
        let children = domain.children(node);
        run.generated(children.len() as u64);
        for (made, child) in children {
            let offer = store.offer(domain.key(&child), *depth + 1, Some(made), run)?;
            let g = *depth + 1;
            let made_as = |name| MadeNode { name, parent: Some(next.into()), g, h: 0 };
            let Offer::New(id) = offer else {
                observer.made(made_as(Name::MAX), || Some(made));
                observer.pruned(Name::MAX, g, Why::Seen);
                continue;
            };
            observer.made(made_as(id.into()), || Some(made));
            if is_goal(&child) {
                observer.goal(id.into(), g);
                return Ok(Some(id));
            }
        }
        next += 1;
    }
    Ok(None)
}
