//! Long searches as data: units of work, the parts that come of them, and how what is left becomes new units.
//!
//! Words: a **prefix** is a list of moves, or of placements, that are taken as made: it names a subtree of a search. A **unit** is work that can be written down and sent: an ordered list of prefixes,
//! or a chunk of states with their weights, or a range of lines. A **budget** is a number of nodes. A **part** is what the search of a unit gives within a budget: what was found, the nodes, and what is
//! **left**, as prefixes that were never expanded. To **cut** is to make child units of what is left.
//!
//! The name of its **search** is in every unit: of the puzzle, the way it is searched, the bytes of the tables and the sources of this library. A search refuses units of another, for they would be read in another tree: what is
//! left there would be taken for searched, and a proof would be none.
//!
//! Invariant: a part depends on its unit, its budget and the question, on nothing else. Found, hash and nodes of a unit are those of its part and of its children together, wherever they were searched and in
//! whatever order; paths are merged in the order of the units, so the first path is that of one machine.
//!
//! ```
//! use ubin::unit::{Part, Prefix, Unit, cut};
//!
//! let left = ["RDD", "RL", "D"].map(|moves| Prefix::Moves(moves.into()));
//! let children = cut(&Unit::whole(Prefix::Moves(String::new())), &left);
//! let ids: Vec<&str> = children.iter().map(|unit| unit.id.as_str()).collect();
//! assert_eq!(ids, ["0-0", "0-1"]);
//! let mut whole = Part { found: 2, nodes: 10, ..Part::default() };
//! whole += Part { found: 1, nodes: 5, ..Part::default() };
//! assert_eq!((whole.found, whole.nodes), (3, 15));
//! ```

use std::fmt;
use std::ops::AddAssign;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::run::Stop;

/// The name of the sources of this library, in 16 hexadecimal digits: programs that have the same search the same trees.
pub const SOURCES: &str = env!("UBIN_SOURCES");

/// The most groups that [`cut`] makes of the shallowest prefixes.
const GROUPS: usize = 8;

/// A piece on its cells, as a prefix and the verifier name it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PlacedPiece {
    /// The piece's letter or name.
    pub piece: String,
    /// The cells it covers, as the board numbers them, in ascending order.
    pub cells: Vec<u32>,
}

/// Moves or placements that are taken as made: the name of a subtree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(untagged)]
pub enum Prefix {
    /// The moves of a sliding search, each where the blank goes: `DRU`.
    Moves(String),
    /// The placements of a packing search, in the order in which they were chosen.
    Placements(Vec<PlacedPiece>),
    /// Placements in the tree of a packing search that tries one piece only once among its mirror images: every solution below stands for so many.
    Weighted {
        /// How many solutions one that is found stands for, itself included. It names the tree: in another tree the piece has other places.
        weight: u64,
        /// The placements, in the order in which they were chosen.
        placements: Vec<PlacedPiece>,
    },
}

/// Reads a prefix by the character it begins with. To try one form after the other, as `untagged` does, takes a copy of it first, and a unit is hardly anything but prefixes.
struct PrefixVisitor;

#[derive(Deserialize)]
struct WeightedPlacements {
    weight: u64,
    placements: Vec<PlacedPiece>,
}

impl<'de> Visitor<'de> for PrefixVisitor {
    type Value = Prefix;

    fn expecting(&self, form: &mut fmt::Formatter<'_>) -> fmt::Result {
        form.write_str("moves or placements")
    }

    fn visit_str<E>(self, moves: &str) -> Result<Prefix, E> {
        Ok(Prefix::moves(moves))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, placements: A) -> Result<Prefix, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(placements)).map(Prefix::Placements)
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Prefix, A::Error> {
        let WeightedPlacements { weight, placements } = Deserialize::deserialize(MapAccessDeserializer::new(fields))?;
        Ok(Prefix::Weighted { weight, placements })
    }
}

impl<'de> Deserialize<'de> for Prefix {
    fn deserialize<D: Deserializer<'de>>(text: D) -> Result<Prefix, D::Error> {
        text.deserialize_any(PrefixVisitor)
    }
}

impl Prefix {
    /// A prefix of moves.
    #[must_use]
    pub(crate) fn moves(letters: &str) -> Prefix {
        Prefix::Moves(letters.into())
    }

    /// How many moves or placements it has.
    #[must_use]
    pub fn depth(&self) -> usize {
        match self {
            Prefix::Moves(moves) => moves.len(),
            Prefix::Placements(placements) | Prefix::Weighted { placements, .. } => placements.len(),
        }
    }
}

/// A chunk of the states of a folded count: ways to fill the first cells that leave the same cells and pieces are one state, whose weight is their number.
///
/// A state is written as two numbers, one after the other, each with as many hexadecimal digits as its largest value has: bit n of the first says that cell n of the board is filled, bit n of the second that copy n of the puzzle's pieces is
/// still to be placed, of several copies those with the lowest numbers; gaps come after all copies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chunk {
    /// How many levels lie before these states.
    pub level: u32,
    /// Each state in hexadecimal digits, and its weight.
    pub states: Vec<(String, u128)>,
}

/// The work of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// Subtrees, in search order.
    Subtrees(Vec<Prefix>),
    /// States of a folded count, level by level.
    States(Vec<Chunk>),
    /// The lines of a batch: the first, and the one after the last, from 0.
    Lines(u64, u64),
}

/// A piece of work that can be written down, sent and done anywhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// Its name: that of its parent and its number among the parent's children.
    pub id: String,
    /// The name of the search that it is a unit of; without one, the caller answers for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// What is to be done.
    pub work: Work,
}

impl Unit {
    /// The whole of a tree.
    #[must_use]
    pub fn whole(root: Prefix) -> Unit {
        Unit { id: "0".into(), search: None, work: Work::Subtrees(vec![root]) }
    }

    /// Whether a search of this name may take it.
    pub(crate) fn belongs_to(&self, search: &str) -> Result<(), UnitError> {
        match &self.search {
            Some(found) if found != search => {
                Err(UnitError::OtherSearch { found: found.clone(), expected: search.into() })
            }
            _ => Ok(()),
        }
    }
}

/// What the search of a unit gave within its budget.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Solutions found.
    pub found: u128,
    /// The sum of the solutions' hashes, so the order in which they were found does not matter.
    pub hash: u64,
    /// Nodes expanded.
    pub nodes: u64,
    /// Nodes generated, or placements tried.
    pub generated: u64,
    /// The first solution in search order, where one is looked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<Prefix>,
    /// The least bound that was refused: the next round's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_bound: Option<u32>,
    /// The answers to the lines of a batch, or the solutions of a packing puzzle where they are listed, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<String>,
    /// What was never expanded, in search order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Work>,
}

impl Part {
    /// Whether nothing is left.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.left.is_none()
    }
}

impl AddAssign for Part {
    /// Adds the part that comes next in search order. What is left is no sum: the caller has cut it into the units whose parts are added here.
    fn add_assign(&mut self, next: Part) {
        self.found += next.found;
        self.hash = self.hash.wrapping_add(next.hash);
        self.nodes += next.nodes;
        self.generated += next.generated;
        self.path = self.path.take().or(next.path);
        self.next_bound = self.next_bound.into_iter().chain(next.next_bound).min();
        self.answers.extend(next.answers);
        self.left = next.left;
    }
}

/// A unit that does not belong to its question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum UnitError {
    /// A prefix that the search never makes: a move off the board, a move that the search refuses, a placement that is none.
    #[error("step {step} of the prefix is not in the search tree")]
    NotInTree {
        /// Which step, from 1.
        step: usize,
    },
    /// A unit of another kind than the question's.
    #[error("the unit is of another kind than the question")]
    OtherKind,
    /// A unit of another puzzle, another way to search, other tables, or another version of the library.
    #[error("the unit belongs to the search {found}, and this is {expected}")]
    OtherSearch {
        /// The search that the unit names.
        found: String,
        /// The search that was to take it.
        expected: String,
    },
    /// A state that is none of this puzzle's.
    #[error("{state:?} is not a state of this puzzle")]
    NotAState {
        /// The state.
        state: String,
    },
}

/// Why the search of a unit gave no part. A stop is no part: what was done before it is done again when the unit is searched again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PartError {
    /// The unit does not belong to the question.
    #[error(transparent)]
    Unit(#[from] UnitError),
    /// The run stopped before the budget was used up.
    #[error("{0}")]
    Stopped(Stop),
    /// There are more than 2^127 ways to some state, or solutions.
    #[error("there are more than 2^127 solutions")]
    TooMany,
    /// The caller had enough solutions.
    #[error("the caller had enough solutions")]
    Enough,
}

impl From<Stop> for PartError {
    fn from(stop: Stop) -> PartError {
        PartError::Stopped(stop)
    }
}

/// Child units of what is left, named after their parent: the deeper prefixes are the first, the shallowest are at most eight groups of neighbours. The prefixes stay in search order, and every one is in one child.
#[must_use]
pub fn cut(parent: &Unit, left: &[Prefix]) -> Vec<Unit> {
    let Some(least) = left.iter().map(Prefix::depth).min() else { return Vec::new() };
    // What is left of a depth-first search comes from the deepest to the shallowest.
    let deeper = left.iter().take_while(|prefix| prefix.depth() > least).count();
    let (deep, shallow) = left.split_at(deeper);
    let mut groups: Vec<&[Prefix]> = Vec::new();
    if !deep.is_empty() {
        groups.push(deep);
    }
    groups.extend(shallow.chunks(shallow.len().div_ceil(GROUPS)));
    let unit = |(number, group): (usize, &[Prefix])| Unit {
        id: format!("{}-{number}", parent.id),
        search: parent.search.clone(),
        work: Work::Subtrees(group.to_vec()),
    };
    groups.into_iter().enumerate().map(unit).collect()
}

/// The name of a search: of what decides its tree, in words, and of the sources of this library.
pub(crate) fn search_name(decides: &str) -> String {
    let name = |seed: u32| solution_hash([seed].into_iter().chain(decides.bytes().map(u32::from)));
    format!("{SOURCES}-{:016x}{:016x}", name(0), name(1))
}

/// The hash of one solution: sums of it name a set of solutions. `tokens` say the solution in one fixed way.
///
/// FNV-1a over the tokens' bytes, then the finalizer of SplitMix64, so that sums of hashes of similar solutions spread over all bits.
#[must_use]
pub fn solution_hash(tokens: impl IntoIterator<Item = u32>) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for token in tokens {
        for byte in token.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_prefix_left_is_in_one_child_and_the_order_stays() {
        let letters = ["RRRR", "RRD", "RD", "D", "L", "U", "RU", "DU"];
        let left: Vec<Prefix> = letters.iter().map(|moves| Prefix::moves(moves)).collect();
        let parent = Unit { id: "0-3".into(), search: Some("s".into()), ..Unit::whole(Prefix::moves("")) };
        let children = cut(&parent, &left);
        assert!(children.iter().all(|unit| unit.id.starts_with("0-3-") && unit.search == parent.search));
        let again: Vec<Prefix> = children
            .iter()
            .flat_map(|unit| match &unit.work {
                Work::Subtrees(prefixes) => prefixes.clone(),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(again, left);
        assert!(children.len() <= GROUPS + 1);
        assert_eq!(cut(&parent, &[]), []);
    }

    #[test]
    fn a_part_is_the_same_after_it_was_written_down() {
        let placed = PlacedPiece { piece: "A".into(), cells: vec![0, 1] };
        let weighted = Prefix::Weighted { weight: 24, placements: vec![placed.clone()] };
        let left = Work::Subtrees(vec![Prefix::Placements(vec![placed]), Prefix::moves("DR"), weighted]);
        let part = Part { found: u128::MAX, hash: 7, left: Some(left), ..Part::default() };
        let json = serde_json::to_string(&part).unwrap();
        assert_eq!(serde_json::from_str::<Part>(&json).unwrap(), part);
    }

    #[test]
    fn the_sum_of_hashes_does_not_depend_on_the_order() {
        let (a, b) = (solution_hash([1, 2, 3]), solution_hash([3, 2, 1]));
        assert_ne!(a, b);
        assert_eq!(a.wrapping_add(b), b.wrapping_add(a));
    }
}
