//! Records that are not taken on trust.
//!
//! What a record has left can be checked without searching: along its first prefix every later sibling must be left, too, and nothing else. So every node of the unit is either in the part or below something that is left. Whether the
//! part has counted right is seen by doing some units again elsewhere.

use ubin::unit::{Part, Prefix, Unit, Work};
use ubin_front::{Desk, Workload};

use crate::digest::digest;
use crate::error::{Falsehood, Mismatch, ShareError};
use crate::manifest::{Manifest, Record};

/// How far records are checked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Recheck {
    /// Whether what is left is compared with the siblings in the tree.
    pub siblings: bool,
    /// The share of units that are done again, from 0 to 1.
    pub again: f64,
}

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Rechecked {
    /// Records whose siblings were compared.
    pub siblings: u64,
    /// Units that were done again.
    pub again: u64,
}

impl Recheck {
    /// Checks the record of a unit.
    ///
    /// # Errors
    /// When it is false, or the check is stopped.
    pub fn check(
        &self,
        (manifest, work): (&Manifest, &Workload),
        (unit, record): (&Unit, &Record),
        done: &mut Rechecked,
        desk: &impl Desk,
    ) -> Result<(), ShareError> {
        let wrong = |why| Mismatch::FalseRecord { unit: record.unit.clone(), why };
        if self.siblings
            && let (Work::Subtrees(own), Some(Work::Subtrees(left))) = (&unit.work, &record.part.left)
        {
            if record.part.nodes != manifest.budget_of(&unit.id) {
                return Err(wrong(Falsehood::LeftTooEarly { nodes: record.part.nodes }).into());
            }
            let expected = expected_left(work, own, left, desk)?;
            if expected.as_ref() != Some(left) {
                return Err(wrong(Falsehood::Left).into());
            }
            done.siblings += 1;
        }
        if self.is_drawn(&record.unit) {
            let again = work.part(unit, manifest.budget_of(&unit.id), desk)?;
            if again != record.part {
                return Err(wrong(Falsehood::Again { part: ubin_front::json(&without_left(again)) }).into());
            }
            done.again += 1;
        }
        Ok(())
    }

    /// Whether a unit is one of those done again: its name decides, not chance.
    fn is_drawn(&self, unit: &str) -> bool {
        let drawn = u32::from_str_radix(&digest(unit.as_bytes())[..8], 16).unwrap_or(0);
        f64::from(drawn) < self.again * (f64::from(u32::MAX) + 1.0)
    }
}

fn without_left(part: Part) -> Part {
    Part { left: None, ..part }
}

/// What must be left of a unit when its first prefix left is this one; `None` when that prefix is none of the unit's.
fn expected_left(
    work: &Workload,
    own: &[Prefix],
    left: &[Prefix],
    desk: &impl Desk,
) -> Result<Option<Vec<Prefix>>, ShareError> {
    let Some(first) = left.first() else { return Ok(None) };
    let Some(at) = own.iter().position(|root| is_below(root, first)) else { return Ok(None) };
    let mut expected = vec![first.clone()];
    let mut here = first.clone();
    for depth in (own[at].depth()..first.depth()).rev() {
        let parent = if depth == own[at].depth() { own[at].clone() } else { cut_to(first, depth) };
        let Some(children) = children_of(work, &parent, desk)? else { continue };
        // In rounds of lines a step has several letters: no node is named by some of them.
        let Some(place) = children.iter().position(|child| is_below(child, &here)) else { continue };
        expected.extend_from_slice(&children[place + 1..]);
        here = parent;
    }
    if here != own[at] {
        return Ok(None);
    }
    expected.extend_from_slice(&own[at + 1..]);
    Ok(Some(expected))
}

/// The children of a node, in search order; `None` when it is no node.
fn children_of(work: &Workload, node: &Prefix, desk: &impl Desk) -> Result<Option<Vec<Prefix>>, ShareError> {
    match work.part(&Unit::whole(node.clone()), 1, desk) {
        Ok(Part { left: Some(Work::Subtrees(children)), .. }) => Ok(Some(children)),
        Ok(_) => Ok(Some(Vec::new())),
        Err(refusal) if refusal.stop().is_some() => Err(refusal.into()),
        Err(_) => Ok(None),
    }
}

/// The first steps of a prefix.
fn cut_to(prefix: &Prefix, depth: usize) -> Prefix {
    match prefix {
        Prefix::Moves(moves) => Prefix::Moves(moves.chars().take(depth).collect()),
        Prefix::Placements(placements) => Prefix::Placements(placements[..depth].to_vec()),
        Prefix::Weighted { weight, placements } => {
            Prefix::Weighted { weight: *weight, placements: placements[..depth].to_vec() }
        }
    }
}

/// Whether a prefix names a node at or below another.
fn is_below(root: &Prefix, prefix: &Prefix) -> bool {
    match (root, prefix) {
        // The two roots of a round of lines are named by the axis of the first move.
        (Prefix::Moves(root), Prefix::Moves(moves)) => match root.as_str() {
            "H" => moves == "H" || moves.starts_with(['L', 'R']),
            "V" => moves == "V" || moves.starts_with(['U', 'D']),
            root => moves.starts_with(root),
        },
        (Prefix::Placements(root), Prefix::Placements(placements)) => placements.starts_with(root),
        (Prefix::Weighted { weight: root_weight, placements: root }, Prefix::Weighted { weight, placements }) => {
            root_weight == weight && placements.starts_with(root)
        }
        _ => false,
    }
}
