//! The solution graph: all solutions of a puzzle at once, however many.
//!
//! Two partial packings that fill the same cells with the same pieces left have the same completions. If the first empty cell is always filled next, the search tree folds into a graph whose paths from the root to
//! the one full board are the solutions (compare Nishino, Yasuda, Minato and Nagata, "Dancing with decision diagrams", AAAI 2017). The 4,331,140 solutions of IQ Puzzler Pro on 5 x 11 are a graph of
//! 257,406 nodes. Counting it, sampling it and asking it how often a placement occurs are sums over its edges.
//!
//! Words: a **state** is the filled cells and the pieces left; a **node** is a state with a completion; an **edge** is an option that leads from one to the next. Nodes are numbered level by level, a level having one more
//! piece placed. States are compared whole, never by a hash alone. The order in which cells are filled decides the size (`order`).

pub(super) mod build;
mod forecast;
pub(super) mod levels;
mod mirror;
pub(crate) mod order;
mod table;
mod together;
pub(super) mod ways;

use std::cell::Cell;
use std::ops::ControlFlow;

use ubin_verify::pack::Checker;

use super::backtrack::Cut;
use super::check;
use super::model::PackModel;
use super::puzzle::{Placement, Puzzle, Solution};
use super::stream::SolutionStream;
use crate::dice::Dice;
use crate::run::{Run, Stop};

/// An option and where it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct GraphEdge {
    option: u32,
    to: u32,
}

/// All solutions of a puzzle, folded.
#[derive(Debug)]
pub struct SolutionGraph {
    puzzle: Puzzle,
    model: PackModel,
    /// Where each node's edges begin; one more entry than nodes. Node 0 is the root, the last one the full board.
    starts: Vec<u32>,
    edges: Vec<GraphEdge>,
    /// The number of ways from each node to the full board.
    below: Vec<u128>,
}

/// About how many nodes a walk of the tree would have.
pub(crate) struct WalkNodes<'w> {
    /// By a small sample.
    pub(crate) rough: f64,
    /// By a larger one; asked at most once, because it takes some time.
    pub(crate) better: &'w mut dyn FnMut(&mut Run<'_>) -> Result<f64, Stop>,
}

/// What a count may use beside the model.
#[derive(Default)]
pub(crate) struct FoldAids<'a> {
    /// Where a walk is an alternative, its nodes: a fold that would cost more is refused as too large.
    pub(crate) walk: Option<WalkNodes<'a>>,
    /// Symmetries of the board, as maps of the free cells: where one is a symmetry of the model, too, and keeps the lines of the sweep, states that are images of one another are merged.
    pub(crate) maps: &'a [Vec<u32>],
    /// Threads that may count.
    pub(crate) threads: usize,
}

/// The number of solutions of a model.
pub(crate) fn count_paths(
    puzzle: &Puzzle,
    model: &PackModel,
    aids: FoldAids<'_>,
    run: &mut Run<'_>,
) -> Result<u128, NoGraph> {
    match ways::count(puzzle, model, aids, run) {
        // It may be dead ends that have so many ways; the graph has none. Where it does not fit, nobody knows.
        Err(NoGraph::Overflow) => {}
        counted => return counted,
    }
    let held = run.held();
    let counted = build::fold(puzzle, model, None, run).and_then(|build::BuiltGraph { starts, edges }| {
        build::hold(16 * starts.len() as u64, run)?;
        let below = count_below(&starts, &edges).ok_or(NoGraph::Overflow)?;
        Ok(below.first().copied().unwrap_or(0))
    });
    run.release_to(held);
    counted.map_err(|refusal| if refusal == NoGraph::TooLarge { NoGraph::Overflow } else { refusal })
}

/// The number of ways from each node to the last; `None` when one does not fit.
fn count_below(starts: &[u32], edges: &[GraphEdge]) -> Option<Vec<u128>> {
    let mut below = vec![0u128; starts.len().saturating_sub(1)];
    let Some((last, inner)) = below.len().checked_sub(1).map(|last| (last, 0..last)) else { return Some(below) };
    below[last] = 1;
    for node in inner.rev() {
        let own = &edges[starts[node] as usize..starts[node + 1] as usize];
        let mut ways = own.iter().map(|edge| below[edge.to as usize]);
        below[node] = ways.try_fold(0u128, u128::checked_add).filter(|&ways| ways >> 127 == 0)?;
    }
    Some(below)
}

/// Why there is no graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoGraph {
    /// The run stopped it.
    #[error(transparent)]
    Stopped(Stop),
    /// It would not fit: the memory limit, more than 2^32 edges, more than 1,024 free cells, or too many kinds of pieces for the states.
    #[error("the graph of all solutions does not fit")]
    TooLarge,
    /// The puzzle has more than 2^127 solutions.
    #[error("there are more than 2^127 solutions")]
    Overflow,
}

impl SolutionGraph {
    /// Builds the graph of a puzzle.
    ///
    /// # Errors
    /// When the run stops it or it would not fit. What was held is released, so that the caller may go on another way.
    pub fn build(puzzle: &Puzzle, run: &mut Run<'_>) -> Result<SolutionGraph, NoGraph> {
        SolutionGraph::build_where(puzzle, &[], run)
    }

    /// Builds the graph of those solutions that have these pieces on these cells: pairs of a piece and a cell, as the puzzle numbers them.
    ///
    /// ```
    /// use ubin::pack::{graph::SolutionGraph, text};
    /// use ubin::run::{Control, Limits, Run};
    ///
    /// let puzzle = text::read("2 2 2\nDEFAULT\nAA\nBB\n")?.puzzle;
    /// let control = Control::new();
    /// let mut run = Run::new(Limits::default(), &control);
    /// assert_eq!(SolutionGraph::build_where(&puzzle, &[(0, 0), (1, 2)], &mut run).unwrap().count(), 1);
    /// # Ok::<(), ubin::pack::text::PackTextError>(())
    /// ```
    ///
    /// # Errors
    /// As [`SolutionGraph::build`].
    pub fn build_where(puzzle: &Puzzle, wanted: &[(usize, u32)], run: &mut Run<'_>) -> Result<SolutionGraph, NoGraph> {
        let held = run.held();
        let model =
            PackModel::new(puzzle, run).and_then(|model| model.only_where(wanted, run)).map_err(NoGraph::Stopped);
        let built = model.and_then(|model| {
            if check::cells(puzzle).is_some() {
                // Nothing adds up to the board.
                return Ok(SolutionGraph::folded(puzzle, model, build::BuiltGraph::default(), Vec::new()));
            }
            let built = build::fold(puzzle, &model, None, run)?;
            // The ways below each node, and those above it while placements are counted.
            build::hold(32 * built.starts.len() as u64, run)?;
            let below = count_below(&built.starts, &built.edges).ok_or(NoGraph::Overflow)?;
            Ok(SolutionGraph::folded(puzzle, model, built, below))
        });
        if built.is_err() {
            run.release_to(held);
        }
        built
    }

    fn folded(puzzle: &Puzzle, model: PackModel, built: build::BuiltGraph, below: Vec<u128>) -> SolutionGraph {
        let build::BuiltGraph { starts, edges } = built;
        SolutionGraph { puzzle: puzzle.clone(), model, starts, edges, below }
    }

    /// The number of solutions.
    #[must_use]
    pub fn count(&self) -> u128 {
        self.below.first().copied().unwrap_or(0)
    }

    /// The number of nodes.
    #[must_use]
    pub(crate) fn nodes(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    fn edges_of(&self, node: usize) -> &[GraphEdge] {
        &self.edges[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// For each option, how many solutions have it.
    fn uses_of_options(&self) -> Vec<u128> {
        let mut above = vec![0u128; self.nodes()];
        let mut uses = vec![0u128; self.model.options.len()];
        if let Some(root) = above.first_mut() {
            *root = 1;
        }
        for node in 0..self.nodes() {
            for edge in self.edges_of(node) {
                above[edge.to as usize] += above[node];
                uses[edge.option as usize] += above[node] * self.below[edge.to as usize];
            }
        }
        uses
    }

    /// Every placement that some solution has, and how many have it.
    #[must_use]
    pub fn uses(&self) -> Vec<(Placement, u128)> {
        let uses = self.uses_of_options().into_iter().enumerate().filter(|(_, uses)| *uses > 0);
        uses.filter_map(|(option, uses)| Some((self.model.placement(option)?, uses))).collect()
    }

    /// How many solutions have each piece on each cell: `heat[piece][cell]`, pieces and cells as the puzzle numbers them.
    #[must_use]
    pub fn heat(&self) -> Vec<Vec<u128>> {
        let mut heat = vec![vec![0u128; self.puzzle.board().size()]; self.puzzle.pieces().len()];
        for (placement, uses) in self.uses() {
            placement.cells.iter().for_each(|&cell| heat[placement.piece][cell as usize] += uses);
        }
        for placed in self.puzzle.placed() {
            placed.cells.iter().for_each(|&cell| heat[placed.piece][cell as usize] = self.count());
        }
        heat
    }

    /// Solutions drawn at random, each as likely as any other, without end; none when there are none.
    pub fn samples(&self, dice: &mut Dice) -> impl Iterator<Item = Result<Solution, Stop>> {
        let mut checker = self.puzzle.checker();
        std::iter::from_fn(move || {
            let last = self.count().checked_sub(1)?;
            Some(self.solution(dice.up_to_large(last), &mut checker))
        })
    }

    /// The solution with this number, from 0, in the order of the paths. Like every answer it is checked first: the error is [`Stop::Refused`].
    #[must_use]
    pub fn nth(&self, number: u128) -> Option<Result<Solution, Stop>> {
        (number < self.count()).then(|| self.solution(number, &mut self.puzzle.checker()))
    }

    /// All solutions, in the order of the paths, each made and checked when it is asked for.
    ///
    /// ```
    /// use ubin::pack::{Puzzle, graph::SolutionGraph};
    /// use ubin::run::{Control, Limits, Run};
    ///
    /// let puzzle: Puzzle = "2 2 2\nDEFAULT\nAA\nBB\n".parse()?;
    /// let control = Control::new();
    /// let graph = SolutionGraph::build(&puzzle, &mut Run::new(Limits::default(), &control))?;
    /// for solution in graph.iter() {
    ///     println!("{:?}", solution?.layers(&puzzle));
    /// }
    /// assert_eq!(graph.iter().count(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Result<Solution, Stop>> {
        let mut checker = self.puzzle.checker();
        (0..self.count()).map(move |number| self.solution(number, &mut checker))
    }

    /// The solution of a path by its number, if it passes the check.
    fn solution(&self, number: u128, checker: &mut Checker) -> Result<Solution, Stop> {
        let mut board = self.model.blank(&self.puzzle);
        self.model.fill(&self.path(number), &mut board);
        checker.copies(board.owners()).map_or(Err(Stop::Refused), |()| Ok(board))
    }

    /// The options of a path by its number.
    fn path(&self, mut number: u128) -> Vec<u32> {
        let mut options = Vec::with_capacity(self.model.most_placed());
        let mut node = 0;
        while self.starts[node] < self.starts[node + 1] {
            let edge = self.edges_of(node).iter().find(|edge| {
                let ways = self.below[edge.to as usize];
                let is_here = number < ways;
                number = if is_here { number } else { number - ways };
                is_here
            });
            let edge = edge.expect("the ways of the edges add up to those of the node");
            options.push(edge.option);
            node = edge.to as usize;
        }
        options
    }
}

/// The paths of a graph.
struct Folded<'g> {
    starts: &'g [u32],
    edges: &'g [GraphEdge],
    /// Paths at the beginning that are not wanted.
    skip: Cell<u64>,
}

impl Folded<'_> {
    /// Gives the options of every path.
    fn walk(&self, most: usize, run: &mut Run<'_>, stream: &mut SolutionStream<'_, '_>) -> ControlFlow<Cut> {
        if self.starts.is_empty() {
            return ControlFlow::Continue(());
        }
        self.descend(0, &mut Vec::with_capacity(most), run, stream)
    }

    fn descend(
        &self,
        node: usize,
        options: &mut Vec<u32>,
        run: &mut Run<'_>,
        stream: &mut SolutionStream<'_, '_>,
    ) -> ControlFlow<Cut> {
        // The last node is the full board.
        if node + 2 == self.starts.len() {
            if let Some(left) = self.skip.get().checked_sub(1) {
                self.skip.set(left);
                return ControlFlow::Continue(());
            }
            return stream.give(options).map_break(|()| Cut::Enough);
        }
        if let Err(stop) = run.step() {
            return ControlFlow::Break(Cut::Stopped(stop));
        }
        for edge in &self.edges[self.starts[node] as usize..self.starts[node + 1] as usize] {
            options.push(edge.option);
            self.descend(edge.to as usize, options, run, stream)?;
            options.pop();
        }
        ControlFlow::Continue(())
    }
}

/// The bytes of a graph that is built only to give solutions. Who takes them one by one can have them from a walk, so the graph should be there soon and stay modest; that of IQ Puzzler Pro takes a third of this.
const MODEST: u64 = 128 << 20;

/// Folds a model and gives every solution but the first few.
pub(crate) fn unfold(
    puzzle: &Puzzle,
    model: &PackModel,
    skip: u64,
    run: &mut Run<'_>,
    stream: &mut SolutionStream<'_, '_>,
) -> Result<ControlFlow<Cut>, NoGraph> {
    let held = run.held();
    let build::BuiltGraph { starts, edges } = build::fold(puzzle, model, Some(MODEST), run)?;
    let end = Folded { starts: &starts, edges: &edges, skip: Cell::new(skip) }.walk(model.most_placed(), run, stream);
    run.release_to(held);
    Ok(end)
}
