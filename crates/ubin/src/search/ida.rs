//! Iterative deepening A*: depth-first rounds with a growing bound on f.
//!
//! Korf, "Depth-first iterative-deepening" (AI 27, 1985). No state is remembered, so memory is the depth of the
//! search, and a **round** with bound b that finds nothing proves that no path is shorter than the least f it
//! refused.
//!
//! A round can be cut into parts: it can start below any **prefix** of moves, and when it is stopped it says at
//! which path; a round resumed there does the rest, and the parts' node counts add up to the whole's.

use std::ops::ControlFlow;

use super::blocks::reserve;
use super::{Answer, Domain, Outcome};
use crate::observe::{Made, Name, Observer, Why};
use crate::run::{Run, Stop};

/// How a round ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Round<M> {
    /// A goal within the bound: the first in the order of the domain's moves.
    Found(Vec<M>),
    /// No goal within the bound. The next bound that can find one; `None` if nothing was refused.
    Exhausted(Option<u32>),
    /// Stopped before the node at the end of this path was expanded.
    Stopped {
        /// Why.
        stop: Stop,
        /// What remains: this path and all that comes after it in the domain's order.
        at: Vec<M>,
        /// The least f refused in the part that was searched.
        next: Option<u32>,
    },
}

/// One depth-first round: the whole tree within a bound, or a part of it.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a, M> {
    /// Paths with f up to this are followed.
    pub bound: u32,
    /// Only paths that begin with these moves.
    pub prefix: &'a [M],
    /// Begin at this path (which begins with the prefix), where an earlier round stopped.
    pub resume: &'a [M],
}

impl<M> Task<'_, M> {
    /// The whole tree within a bound.
    #[must_use]
    pub fn whole(bound: u32) -> Self {
        Task { bound, prefix: &[], resume: &[] }
    }
}

/// Searches for a shortest path.
///
/// A domain whose goal cannot be reached keeps it going until the run stops it.
pub fn search<D: Domain>(domain: &D, run: &mut Run<'_>) -> Answer<D::Move> {
    observed(domain, run, &mut ())
}

/// The same, watched.
pub fn observed<D: Domain, O: Observer<D::Move>>(domain: &D, run: &mut Run<'_>, observer: &mut O) -> Answer<D::Move> {
    let mut bound = domain.h(&domain.root());
    loop {
        run.prove(bound.into());
        let outcome = match first(domain, Task::whole(bound), run, observer) {
            Round::Found(path) => Outcome::Solved(path),
            Round::Exhausted(Some(next)) => {
                bound = next;
                continue;
            }
            Round::Exhausted(None) => Outcome::Impossible,
            Round::Stopped { stop, .. } => Outcome::Stopped(stop),
        };
        return Answer { outcome, lower_bound: bound };
    }
}

/// Searches one round, or a part of it, for the first goal.
pub fn round<D: Domain>(domain: &D, task: Task<'_, D::Move>, run: &mut Run<'_>) -> Round<D::Move> {
    first(domain, task, run, &mut ())
}

fn first<D: Domain, O: Observer<D::Move>>(
    domain: &D,
    task: Task<'_, D::Move>,
    run: &mut Run<'_>,
    observer: &mut O,
) -> Round<D::Move> {
    let mut found = None;
    let on_goal = |path: &[D::Move]| {
        found = Some(path.to_vec());
        ControlFlow::Break(())
    };
    let ended = visit(domain, task, run, on_goal, observer);
    found.map_or(ended, Round::Found)
}

/// Counts the paths to the goal of exactly `length` moves, up to `most` of them.
///
/// # Errors
/// Why it was stopped, with the number found so far.
pub fn count<D: Domain>(domain: &D, length: u32, most: u64, run: &mut Run<'_>) -> Result<u64, (Stop, u64)> {
    let mut found = 0;
    let on_goal = |path: &[D::Move]| {
        found += u64::from(path.len() as u32 == length);
        if found < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let ended = visit(domain, Task::whole(length), run, on_goal, &mut ());
    match ended {
        Round::Stopped { stop, .. } => Err((stop, found)),
        _ => Ok(found),
    }
}

/// Walks the tree within the bound and shows every path to a goal, until it is told to break off.
fn visit<D: Domain, O: Observer<D::Move>>(
    domain: &D,
    task: Task<'_, D::Move>,
    run: &mut Run<'_>,
    mut on_goal: impl FnMut(&[D::Move]) -> ControlFlow<()>,
    observer: &mut O,
) -> Round<D::Move> {
    let mut node = domain.root();
    for &made in task.prefix {
        let Some((_, child)) = domain.children(node).find(|(dir, _)| *dir == made) else {
            return Round::Exhausted(None);
        };
        node = child;
    }
    let mut path = task.prefix.to_vec();
    let f = path.len() as u32 + domain.h(&node);
    observer.round(Some(task.bound));
    observer.made(Made { name: 0, parent: None, g: path.len() as u32, h: domain.h(&node) }, || None);
    if f > task.bound {
        return Round::Exhausted(Some(f));
    }
    if domain.is_goal(&node) && on_goal(&path).is_break() {
        observer.goal(0, path.len() as u32);
        return Round::Exhausted(None);
    }

    // Walks down to where an earlier part stopped. Those nodes were counted there.
    let mut stack = Vec::new();
    for &made in task.resume.get(path.len()..).unwrap_or(&[]) {
        let mut children = domain.children(node);
        let Some((_, child)) = children.find(|(dir, _)| *dir == made) else { return Round::Exhausted(None) };
        stack.push(children);
        path.push(made);
        node = child;
    }

    let held = run.held();
    let mut next = None;
    let mut expand = Some((node, 0));
    let ended = loop {
        if let Some((node, at)) = expand.take() {
            let children = domain.children(node);
            // Frames of a large board are kilobytes each: they are accounted for.
            let room = reserve(&mut stack, run).and_then(|()| run.step());
            if let Err(stop) = room {
                break Round::Stopped { stop, at: path, next };
            }
            run.generated(children.len() as u64);
            if O::SEES {
                list(domain, node, at, path.len() as u32, observer);
            }
            stack.push(children);
        }
        let Some(children) = stack.last_mut() else { break Round::Exhausted(next) };
        let Some((made, child)) = children.next() else {
            stack.pop();
            path.pop();
            continue;
        };
        let h = domain.h(&child);
        let f = path.len() as u32 + 1 + h;
        let at = name(path.len() as u32 + 1, children.len());
        if f > task.bound {
            observer.pruned(at, path.len() as u32 + 1, Why::Bound);
            next = Some(next.map_or(f, |next| f.min(next)));
            continue;
        }
        path.push(made);
        if h == 0 && domain.is_goal(&child) {
            observer.goal(at, path.len() as u32);
            if on_goal(&path).is_break() {
                break Round::Exhausted(None);
            }
            path.pop();
        } else {
            expand = Some((child, at));
        }
    };
    run.release_to(held);
    ended
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
        observer.made(Made { name, parent: Some(at), g: g + 1, h: domain.h(&child) }, || Some(made));
    }
}
