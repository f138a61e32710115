//! The trees of searches.

use serde::Serialize;

use crate::observe::{self, State, TreeLevel, Why};
use crate::pack;
use crate::report::{Explanation, pack as packing, slide as sliding};
use crate::slide::{self, Dir};

/// A tree, in both families.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = tree::Tree))]
pub(crate) struct TreeReport<N> {
    /// Nodes made, whether they are listed or not.
    pub made: u64,
    /// Whether all of them are listed.
    pub whole: bool,
    /// The bound of each round; `null` where there is none.
    pub rounds: Vec<Option<u32>>,
    /// All nodes by g.
    pub levels: Vec<TreeLevel>,
    /// The first nodes, in the order in which they were made. Costs have a number of nodes already.
    #[serde(rename = "tree")]
    pub nodes: Vec<TreeNode<N>>,
}

/// A node of a tree.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = tree::Node))]
pub(crate) struct TreeNode<N> {
    /// Its number, from 0.
    pub id: usize,
    /// The node it was made from.
    pub parent: Option<usize>,
    /// The family's own fields.
    #[serde(flatten)]
    pub state_of: N,
    /// Moves made, or pieces placed.
    pub g: u32,
    /// `live`, `expanded`, `pruned` or `goal`.
    pub state: State,
    /// Why it was given up.
    pub why: Option<Why>,
    /// As which node it was expanded, from 1.
    pub expanded: Option<u64>,
    /// How many nodes were expanded when it was given up, or found to be the goal.
    pub ended: Option<u64>,
    /// The round it belongs to, from 0.
    pub round: usize,
    /// Children that are not listed.
    pub more: u64,
}

/// The nodes of a recorded tree, with what the family says of each.
fn tree<M, N>(tree: &observe::Tree<M>, of: impl Fn(usize) -> N) -> TreeReport<N> {
    let node = |(id, node): (usize, &observe::Node<M>)| TreeNode {
        id,
        parent: node.parent,
        state_of: of(id),
        g: node.g,
        state: node.state,
        why: node.why,
        expanded: node.order,
        ended: node.ended,
        round: node.round,
        more: node.more,
    };
    TreeReport {
        made: tree.made(),
        whole: tree.is_whole(),
        rounds: tree.rounds.clone(),
        levels: tree.levels.clone(),
        nodes: tree.nodes.iter().enumerate().map(node).collect(),
    }
}

/// A board on the way.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = tree::BoardNode))]
pub(crate) struct BoardNode {
    /// Where the blank went.
    #[serde(rename = "move")]
    pub by: Option<String>,
    /// The board, 0 for the blank.
    pub board: Vec<u16>,
    /// The lower bound of the moves to come; `null` for a method that asks for none.
    pub h: Option<u32>,
    /// g + h.
    pub f: Option<u32>,
}

/// What `tree` answers about a sliding board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = tree::SlideTree))]
pub struct SlideTree {
    /// Always `slide`.
    pub puzzle: &'static str,
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub cols: usize,
    /// As for `solve`.
    pub status: &'static str,
    /// The moves found.
    pub moves: Option<String>,
    /// The method.
    pub method: &'static str,
    /// Its heuristic.
    pub heuristic: Option<&'static str>,
    /// The tiles of each pattern, for pattern tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) patterns: Option<Vec<Vec<u16>>>,
    /// What it took.
    #[serde(flatten)]
    pub cost: sliding::SlideCost,
    /// Why the search ended before it had an answer, for programs: `time`, `nodes`, `memory` or `interrupted`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub why: Option<Explanation>,
    /// The tree.
    #[serde(flatten)]
    pub(crate) tree: TreeReport<BoardNode>,
}

impl SlideTree {
    /// The report of a search.
    #[must_use]
    pub fn of(puzzle: &slide::Puzzle, grown: &slide::tree::Grown, time_ms: f64) -> SlideTree {
        let node = |number: usize| {
            let node = &grown.tree.nodes[number];
            let mut board = puzzle.board().clone();
            for &&dir in &grown.tree.path(number) {
                board.slide(dir);
            }
            let h = grown.heuristic.map(|_| node.h);
            let by = node.by.map(|dir: Dir| dir.letter().to_string());
            BoardNode { by, board: board.tiles().to_vec(), h, f: h.map(|h| node.g + h) }
        };
        SlideTree {
            puzzle: "slide",
            rows: puzzle.size().rows(),
            cols: puzzle.size().cols(),
            status: sliding::status(grown.status),
            moves: grown.moves.as_deref().map(slide::letters),
            method: grown.method.name(),
            heuristic: grown.heuristic.map(slide::HeuristicName::name),
            patterns: grown.patterns.clone(),
            cost: sliding::SlideCost::new(grown.stats, time_ms),
            why: Explanation::of_status(grown.status),
            tree: tree(&grown.tree, node),
        }
    }
}

/// A piece that was placed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = tree::PieceNode))]
pub(crate) struct PieceNode {
    /// Its letter; `null` at the root.
    pub piece: Option<String>,
    /// Its cells as `[layer from below, row, column]`, all from 1.
    pub placement: Vec<[u32; 3]>,
}

/// What `tree` answers about a packing.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = tree::PackTree))]
pub struct PackTree {
    /// The puzzle.
    #[serde(flatten)]
    pub(crate) about: packing::About,
    /// `solved`, `unsolvable`, `limit` or `interrupted`.
    pub status: &'static str,
    /// The engine.
    pub method: &'static str,
    /// What it took.
    #[serde(flatten)]
    pub cost: packing::PackCost,
    /// Why there is no solution.
    pub reason: Option<String>,
    /// Why, for programs: a code and the values of the sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub why: Option<Explanation>,
    /// The tree.
    #[serde(flatten)]
    pub(crate) tree: TreeReport<PieceNode>,
}

impl PackTree {
    /// The report of a search.
    #[must_use]
    pub fn of(puzzle: &pack::Puzzle, grown: &pack::tree::GrownPack, cost: packing::PackCost) -> PackTree {
        let spot = |&cell: &u32| {
            let spot = puzzle.board().spots()[cell as usize];
            [spot.layer + 1, spot.row + 1, spot.col + 1]
        };
        let node = |number: usize| {
            let by = grown.tree.nodes[number].by.as_ref();
            PieceNode {
                piece: by.map(|step| step.piece.map_or(".", |piece| puzzle.pieces()[piece].name()).to_owned()),
                placement: by.map(|placement| placement.cells.iter().map(spot).collect()).unwrap_or_default(),
            }
        };
        PackTree {
            about: packing::About::of(puzzle),
            status: packing::status(&grown.outcome),
            method: grown.method.name(),
            cost,
            reason: packing::reason(&grown.outcome),
            why: Explanation::of_outcome(&grown.outcome),
            tree: tree(&grown.tree, node),
        }
    }
}
