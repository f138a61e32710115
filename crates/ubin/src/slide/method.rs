//! The methods by name, and what counts as one move.

use super::board::Dir;
use super::heuristic::HeuristicName;
use crate::words::words;

words! {
    /// How to search for a path.
    #[derive(Default)]
    pub enum Method as "method" {
        /// The best there is for this board.
        #[default]
        Auto = "auto",
        /// The least-cost search of the text-books.
        BranchAndBound = "branch-and-bound",
        /// A*: the least g + h first.
        Astar = "astar",
        /// Iterative deepening A*.
        Ida = "ida",
        /// Breadth-first search.
        Bfs = "bfs",
        /// A* with the heuristic multiplied by a weight.
        WeightedAstar = "weighted-astar",
        /// Best-first by the heuristic alone.
        Greedy = "greedy",
        /// Beam search: spread over the board by a score of its own, or by a heuristic that is asked for.
        Beam = "beam",
        /// Row by row, column by column.
        Quick = "quick",
    }
}

impl Method {
    /// Whether its first solution is a shortest one.
    #[must_use]
    pub(crate) fn is_exact(self) -> bool {
        matches!(self, Method::BranchAndBound | Method::Astar | Method::Ida | Method::Bfs)
    }

    /// The heuristic it uses when none is asked for; `None` for the methods that use none. Beam search without one ranks
    /// by a score of its own.
    #[must_use]
    pub fn default_heuristic(self) -> Option<HeuristicName> {
        match self {
            Method::Bfs | Method::Quick => None,
            Method::BranchAndBound => Some(HeuristicName::Hamming),
            Method::Auto | Method::Ida => Some(HeuristicName::Pattern),
            Method::Beam => Some(HeuristicName::LinearConflict),
            Method::Astar | Method::WeightedAstar | Method::Greedy => Some(HeuristicName::Manhattan),
        }
    }
}

words! {
    /// What counts as one move.
    #[derive(Default)]
    pub enum Metric as "metric" {
        /// One tile one cell.
        #[default]
        Single = "single",
        /// A whole line that slides: steps of the blank in one direction count once.
        Multi = "multi",
    }
}

impl Metric {
    /// How many moves these steps of the blank are.
    ///
    /// ```
    /// use ubin::slide::{Dir, Metric};
    /// let steps = [Dir::Up, Dir::Up, Dir::Left];
    /// assert_eq!((Metric::Single.length(&steps), Metric::Multi.length(&steps)), (3, 2));
    /// ```
    #[must_use]
    pub fn length(self, steps: &[Dir]) -> usize {
        match self {
            Metric::Single => steps.len(),
            Metric::Multi => steps.chunk_by(|a, b| a == b).count(),
        }
    }
}
