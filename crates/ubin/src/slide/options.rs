//! How to solve: the options, and which of them go together.

use serde::Serialize;

use super::board::Size;
use super::course::{Program, Variant};
use super::heuristic::{HeuristicName, WalkingError};
use super::method::{Method, Metric};
use super::order::MoveOrder;
use super::pattern::Partition;

/// How to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The method.
    pub method: Method,
    /// The heuristic; the method's own when `None`.
    pub heuristic: Option<HeuristicName>,
    /// A course program instead of the exact search.
    pub variant: Variant,
    /// The weight of weighted A*, in thousandths, at least 1000.
    pub weight: u32,
    /// Nodes that beam search keeps in a layer.
    pub width: usize,
    /// `auto` accepts only a proven shortest solution, on boards of any size.
    pub prove: bool,
    /// What counts as one move.
    pub metric: Metric,
    /// The order in which moves are tried; the method's own when `None`. With one, `ida` counts a child as generated when its turn comes, as papers do.
    pub order: Option<MoveOrder>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            method: Method::Auto,
            heuristic: None,
            variant: Variant::Exact,
            weight: 1500,
            width: 1000,
            prove: false,
            metric: Metric::Single,
            order: None,
        }
    }
}

impl Options {
    /// Whether a search by these options looks at the pattern tables of single moves.
    ///
    /// ```
    /// use ubin::slide::solve::{Method, Metric, Options};
    /// use ubin::slide::Size;
    ///
    /// let size = Size::new(4, 4).unwrap();
    /// assert!(Options::default().uses_tables(size));
    /// assert!(!Options { method: Method::Quick, ..Options::default() }.uses_tables(size));
    /// assert!(!Options { metric: Metric::Multi, ..Options::default() }.uses_tables(size));
    /// assert!(!Options::default().uses_tables(Size::new(8, 9).unwrap()));
    /// ```
    #[must_use]
    pub fn uses_tables(&self, size: Size) -> bool {
        let heuristic = self.heuristic.or(self.method.default_heuristic());
        self.metric == Metric::Single
            && heuristic == Some(HeuristicName::Pattern)
            && size.cells() <= Partition::MOST_CELLS
    }

    /// The heuristic that is asked for, or else the method's own; on boards too large for tables that is linear conflict in place of `pattern`.
    pub(super) fn heuristic_on(&self, size: Size) -> Option<HeuristicName> {
        self.heuristic.or_else(|| match self.method.default_heuristic() {
            Some(HeuristicName::Pattern) if size.cells() > Partition::MOST_CELLS => Some(HeuristicName::LinearConflict),
            own => own,
        })
    }

    /// Whether these options go together, whatever the board.
    ///
    /// # Errors
    /// The first two that do not.
    pub fn check(&self) -> Result<(), OptionError> {
        let Options { method, heuristic, variant, weight, .. } = *self;
        if weight < LEAST_WEIGHT {
            return Err(OptionError::Weight { weight });
        }
        if let Some(heuristic) = heuristic
            && method.default_heuristic().is_none()
        {
            return Err(OptionError::NoHeuristic { method, heuristic });
        }
        let program = self.program();
        if variant != Variant::Exact && program.is_none() {
            return Err(OptionError::NoVariant { method, variant });
        }
        let plain = heuristic.is_none() && matches!(method, Method::Auto | Method::Ida);
        if self.metric == Metric::Multi && !plain {
            return Err(OptionError::MultiMethod { method, heuristic });
        }
        let proves = program.map_or(method == Method::Auto || method.is_exact(), |program| program.proves);
        if self.prove && !proves {
            return Err(OptionError::NoProof { method, variant });
        }
        if self.order.is_some() && !self.takes_order() {
            return Err(OptionError::OwnOrder { method });
        }
        Ok(())
    }

    /// Whether moves can be tried in any order: not by course programs, which have an order of their own, nor by searches that are more than one engine or
    /// refuse words of moves by their order.
    fn takes_order(&self) -> bool {
        let is_plain = match self.method {
            Method::Auto | Method::Quick => false,
            Method::Ida => !matches!(self.heuristic, None | Some(HeuristicName::Pattern)),
            Method::Beam => self.heuristic.is_some(),
            Method::BranchAndBound | Method::Astar | Method::Bfs | Method::WeightedAstar | Method::Greedy => true,
        };
        is_plain && self.variant == Variant::Exact && self.metric == Metric::Single
    }

    /// The course program that these options ask for.
    pub(super) fn program(&self) -> Option<Program> {
        match self.method {
            Method::BranchAndBound => Program::branch_and_bound(self.variant),
            Method::Astar => Program::astar(self.variant, self.heuristic),
            _ => None,
        }
    }
}

/// A weight of 1, in thousandths.
const LEAST_WEIGHT: u32 = 1000;

/// Options that contradict each other or the board.
///
/// As data it has the code and the values that the sentence speaks of:
///
/// ```
/// use ubin::slide::Size;
/// use ubin::slide::solve::OptionError;
///
/// let error = OptionError::PatternSize { size: Size::new(9, 9).unwrap() };
/// assert_eq!(serde_json::to_string(&error).unwrap(), r#"{"code":"pattern-size","size":"9x9"}"#);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum OptionError {
    /// A course variant that the method does not have.
    #[error(
        "there is no such variant of {method}: branch-and-bound has drop-seen, tree and best-cost, astar has drop-seen"
    )]
    NoVariant {
        /// The method asked for.
        method: Method,
        /// The variant asked for.
        variant: Variant,
    },
    /// A weight below 1.
    #[error("the weight must be at least 1")]
    Weight {
        /// The weight asked for, in thousandths.
        weight: u32,
    },
    /// A proof from a method that gives none.
    #[error(
        "{method} proves nothing: prove goes with auto, branch-and-bound, astar, ida and bfs in their exact variant"
    )]
    NoProof {
        /// The method asked for.
        method: Method,
        /// The variant asked for.
        variant: Variant,
    },
    /// A heuristic for a method that uses none.
    #[error("{method} uses no heuristic")]
    NoHeuristic {
        /// The method asked for.
        method: Method,
        /// The heuristic asked for.
        heuristic: HeuristicName,
    },
    /// A method or heuristic that counts single tiles, where lines that slide are to be counted.
    #[error("only auto and ida count lines that slide as one move, by a heuristic of their own")]
    MultiMethod {
        /// The method asked for.
        method: Method,
        /// The heuristic asked for.
        heuristic: Option<HeuristicName>,
    },
    /// An order of moves for a search that has its own.
    #[error(
        "this search by {method} has an order of its own: an order goes with branch-and-bound, astar, bfs, weighted-astar and greedy, with beam by a heuristic, and with ida by any heuristic but pattern, in the exact variant"
    )]
    OwnOrder {
        /// The method asked for.
        method: Method,
    },
    /// A board too large to prove that lines that slide are the fewest.
    #[error("lines that slide are proven fewest on boards of up to 16 cells, not on {size}")]
    MultiSize {
        /// The board's size.
        size: Size,
    },
    /// A board too large for walking distance.
    #[error("{}", WalkingError(*size))]
    WalkingSize {
        /// The board's size.
        size: Size,
    },
    /// A board too large for pattern databases.
    #[error(
        "there are pattern databases for boards of up to 64 cells, not for {size}; use linear-conflict or manhattan"
    )]
    PatternSize {
        /// The board's size.
        size: Size,
    },
    /// A board that cannot be solved, of which pattern databases know nothing.
    #[error("pattern databases hold only boards that can be solved, and this one cannot")]
    PatternUnsolvable,
}

impl From<WalkingError> for OptionError {
    fn from(WalkingError(size): WalkingError) -> OptionError {
        OptionError::WalkingSize { size }
    }
}
