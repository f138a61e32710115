//! Iterative deepening A*: depth-first rounds with a growing bound on f.
//!
//! Korf, "Depth-first iterative-deepening" (AI 27, 1985). No state is remembered, so memory is the depth of the
//! search, and a **round** with bound b that finds nothing proves that no path is shorter than the least f it
//! refused.
//!
//! A round can be searched in parts: [`part`] begins below any **prefixes** of moves, and when it is stopped it says which
//! prefixes it never expanded; the parts' node counts add up to the whole's.

use std::ops::ControlFlow;

use super::blocks::reserve;
use super::{Answer, Domain, OnGoal, Outcome, Unvisited};
use crate::observe::{MadeNode, Name, Observer, Why};
use crate::run::{Run, Stop};
use crate::unit::UnitError;

/// How the search of a part of a round ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Searched<M> {
    /// The least f that was refused.
    pub(crate) next: Option<u32>,
    /// What was never expanded, if the search was stopped.
    pub(crate) left: Option<Unvisited<M>>,
}

/// Searches for a shortest path.
///
/// A domain whose goal cannot be reached keeps it going until the run stops it.
pub(crate) fn search<D: Domain>(domain: &D, run: &mut Run<'_>) -> Answer<D::Move> {
    observed(domain, run, &mut ())
}

/// Searches for a shortest path as [`search`] does, and shows an observer every node.
pub(crate) fn observed<D: Domain, O: Observer<D::Move>>(
    domain: &D,
    run: &mut Run<'_>,
    observer: &mut O,
) -> Answer<D::Move> {
    let mut bound = domain.h(&domain.root());
    loop {
        run.prove(bound.into());
        let mut found = None;
        let on_goal = &mut |path: &[D::Move]| {
            found = Some(path.to_vec());
            ControlFlow::Break(())
        };
        let Searched { next, left } = visit(domain, bound, RoundStart::whole(domain), run, on_goal, observer);
        let outcome = match (found, left, next) {
            (Some(path), ..) => Outcome::Solved(path),
            (None, Some((stop, _)), _) => Outcome::Stopped(stop),
            (None, None, Some(next)) => {
                bound = next;
                continue;
            }
            (None, None, None) => Outcome::Impossible,
        };
        return Answer { outcome, lower_bound: bound };
    }
}

/// Counts the paths to the goal of exactly `length` moves, up to `most` of them.
///
/// # Errors
/// Why it was stopped, with the number found so far.
pub(crate) fn count<D: Domain>(domain: &D, length: u32, most: u64, run: &mut Run<'_>) -> Result<u64, (Stop, u64)> {
    let mut found = 0;
    let on_goal = &mut |path: &[D::Move]| {
        found += u64::from(path.len() as u32 == length);
        if found < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let ended = visit(domain, length, RoundStart::whole(domain), run, on_goal, &mut ());
    match ended.left {
        Some((stop, _)) => Err((stop, found)),
        None => Ok(found),
    }
}

/// Searches the trees below some prefixes, one after the other, for paths with f up to a bound.
///
/// # Errors
/// When the round with this bound never makes one of the prefixes; then nothing was searched.
pub(crate) fn part<D: Domain>(
    domain: &D,
    bound: u32,
    prefixes: &[Vec<D::Move>],
    run: &mut Run<'_>,
    on_goal: &mut OnGoal<'_, D::Move>,
) -> Result<Searched<D::Move>, UnitError> {
    let starts = prefixes.iter().map(|prefix| RoundStart::at(domain, bound, prefix)).collect::<Result<Vec<_>, _>>()?;
    let (mut least, mut enough) = (None, false);
    for (number, start) in starts.into_iter().enumerate() {
        let on_goal = &mut |path: &[D::Move]| {
            let flow = on_goal(path);
            enough = flow.is_break();
            flow
        };
        let Searched { next, left } = visit(domain, bound, start, run, on_goal, &mut ());
        least = least.into_iter().chain(next).min();
        if let Some((stop, mut left)) = left {
            left.extend_from_slice(&prefixes[number + 1..]);
            return Ok(Searched { next: least, left: Some((stop, left)) });
        }
        if enough {
            break;
        }
    }
    Ok(Searched { next: least, left: None })
}

/// Where a depth-first search begins.
struct RoundStart<D: Domain> {
    node: D::Node,
    path: Vec<D::Move>,
}

impl<D: Domain> RoundStart<D> {
    fn whole(domain: &D) -> RoundStart<D> {
        RoundStart { node: domain.root(), path: Vec::new() }
    }

    /// The end of a prefix, if the round with this bound gets there: it expands no goal and no node above the bound.
    fn at(domain: &D, bound: u32, prefix: &[D::Move]) -> Result<RoundStart<D>, UnitError> {
        let mut node = domain.root();
        let within = |node: &D::Node, g: usize| g as u64 + u64::from(domain.h(node)) <= bound.into();
        for (made, &dir) in prefix.iter().enumerate() {
            let is_expanded = within(&node, made) && !domain.is_goal(&node);
            let child = domain.children(node).find(|(other, _)| is_expanded && *other == dir);
            let child = child.map(|(_, child)| child).filter(|child| within(child, made + 1));
            node = child.ok_or(UnitError::NotInTree { step: made + 1 })?;
        }
        Ok(RoundStart { node, path: prefix.to_vec() })
    }
}

/// Walks the tree below a node as far as the bound allows and shows every path to a goal, until `on_goal` breaks off.
fn visit<D: Domain, O: Observer<D::Move>>(
    domain: &D,
    bound: u32,
    RoundStart { node, mut path }: RoundStart<D>,
    run: &mut Run<'_>,
    on_goal: &mut OnGoal<'_, D::Move>,
    observer: &mut O,
) -> Searched<D::Move> {
    let h = domain.h(&node);
    let f = path.len() as u32 + h;
    observer.round(Some(bound));
    observer.made(MadeNode { name: 0, parent: None, g: path.len() as u32, h }, || None);
    if f > bound {
        return Searched { next: Some(f), left: None };
    }
    if domain.is_goal(&node) {
        observer.goal(0, path.len() as u32);
        // A round goes no further than the goal, so it makes no difference whether it is to go on.
        let _ = on_goal(&path);
        return Searched { next: None, left: None };
    }

    let held = run.held();
    let mut stack = Vec::new();
    let mut next = None;
    let mut expand = Some((node, 0));
    let stop = loop {
        if let Some((node, at)) = expand.take() {
            let children = domain.children(node);
            // Frames of a large board are kilobytes each: they are accounted for.
            let room = reserve(&mut stack, run).and_then(|()| run.step());
            if let Err(stop) = room {
                break Some(stop);
            }
            run.generated(children.len() as u64);
            if O::SEES {
                list(domain, node, at, path.len() as u32, observer);
            }
            stack.push(children);
        }
        let Some(children) = stack.last_mut() else { break None };
        let Some((made, child)) = children.next() else {
            stack.pop();
            path.pop();
            continue;
        };
        let h = domain.h(&child);
        let f = path.len() as u32 + 1 + h;
        let at = name(path.len() as u32 + 1, children.len());
        if f > bound {
            observer.pruned(at, path.len() as u32 + 1, Why::Bound);
            next = Some(next.map_or(f, |next| f.min(next)));
            continue;
        }
        path.push(made);
        if h == 0 && domain.is_goal(&child) {
            observer.goal(at, path.len() as u32);
            if on_goal(&path).is_break() {
                next = None;
                break None;
            }
            path.pop();
        } else {
            expand = Some((child, at));
        }
    };
    run.release_to(held);
    match stop {
        None => Searched { next, left: None },
        Some(stop) => {
            let (refused, left) = leave(domain, bound, path, stack);
            Searched { next: next.into_iter().chain(refused).min(), left: Some((stop, left)) }
        }
    }
}

/// What is left when the node at the end of a path was not expanded: that node, its later siblings, and those of the nodes above. Siblings that the bound
/// refuses are done: they only tell the least f refused.
#[cold]
fn leave<D: Domain>(
    domain: &D,
    bound: u32,
    mut path: Vec<D::Move>,
    stack: Vec<impl Iterator<Item = (D::Move, D::Node)>>,
) -> (Option<u32>, Vec<Vec<D::Move>>) {
    let (mut refused, mut left) = (None, vec![path.clone()]);
    for children in stack.into_iter().rev() {
        path.pop();
        for (made, child) in children {
            let f = path.len() as u32 + 1 + domain.h(&child);
            if f <= bound {
                left.push([&path[..], &[made]].concat());
            } else {
                refused = Some(refused.map_or(f, |refused| f.min(refused)));
            }
        }
    }
    (refused, left)
}

/// A node on the way: its depth, and how many of its siblings come after it. Names of one depth are given anew only when all siblings are done.
fn name(depth: u32, after: usize) -> Name {
    Name::from(depth) << 32 | after as Name
}

/// Shows an observer that a node is expanded, and all its children before any of them is looked at.
fn list<D: Domain, O: Observer<D::Move>>(domain: &D, node: D::Node, at: Name, g: u32, observer: &mut O) {
    observer.expanded(at, g);
    let children = domain.children(node);
    let count = children.len();
    for (number, (made, child)) in children.enumerate() {
        let name = name(g + 1, count - 1 - number);
        observer.made(MadeNode { name, parent: Some(at), g: g + 1, h: domain.h(&child) }, || Some(made));
    }
}
