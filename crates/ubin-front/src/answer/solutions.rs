//! All solutions of a packing puzzle at once: how many, some of them, and which piece is how often where.
//!
//! They come from the solution graph, which knows the number of solutions below each of its nodes. Where it does not fit, the first solutions that a search finds are
//! given, and their number is not told.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::time::Duration;

use serde::Serialize;
use ubin::dice::Dice;
use ubin::pack::graph::{NoGraph, SolutionGraph};
use ubin::pack::{self, Method, PackPlan, Puzzle, Solution, Spot};
use ubin::report::pack::{LaidPiece, PackPicture};
use ubin::run::Stop;

use super::Session;
use crate::desk::Desk;
use crate::question::{PieceHere, SolutionsQuestion};
use crate::refusal::{AskError, Refusal};
use crate::report::Report;

/// The most solutions that are given.
const MOST_SAMPLE: u64 = 1000;
/// How long the graph may take when no time is asked for.
const GRAPH_TIME: Duration = Duration::from_secs(20);

/// All solutions of a puzzle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SolutionsReport {
    /// How many there are; `null` when their graph does not fit.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    solutions: Option<u128>,
    /// Whether the sample has all of them.
    complete: bool,
    /// Some of them.
    sample: Vec<NumberedSolution>,
    /// For each piece, how many solutions have it on each cell; `null` when their graph does not fit.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<BTreeMap<String, Vec<u64>>>))]
    heat: Option<BTreeMap<String, Vec<u128>>>,
    /// Milliseconds that it took.
    time_ms: f64,
}

impl SolutionsReport {
    /// The solutions that are given.
    pub(super) fn sample(&self) -> &[NumberedSolution] {
        &self.sample
    }
}

/// One solution.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NumberedSolution {
    /// Its number among all, from 0; `null` when that is not known.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    index: Option<u128>,
    /// Its rows as `solution`, or its layers from the top as `layers`.
    #[serde(flatten)]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    picture: PackPicture,
    /// Every piece with its name and its cells.
    placements: Vec<LaidPiece>,
}

impl<D: Desk> Session<'_, D> {
    pub(super) fn some_solutions(&self, puzzle: &Puzzle, asked: &SolutionsQuestion) -> Result<Report, Refusal> {
        let many = asked.sample.unwrap_or(u64::from(asked.index.is_none()));
        if many > MOST_SAMPLE {
            return Err(AskError::OutOfRange { least: 0.0, most: MOST_SAMPLE as f64 }.at("sample"));
        }
        let sample = Sample { puzzle, many, seed: asked.seed, index: asked.index };
        let Some(wanted) = pairs(puzzle, &asked.wanted)? else { return Ok(Report::Solutions(sample.none())) };
        // Half of the time is for the graph, so that a search has some if it does not fit.
        let watch = self.watch_turn(self.time_limit.map_or(GRAPH_TIME, |limit| limit / 2));
        Ok(Report::Solutions(match SolutionGraph::build_where(puzzle, &wanted, &mut self.run(&watch)) {
            Ok(graph) => sample.by_graph(&graph, watch.milliseconds())?,
            Err(NoGraph::Stopped(stop @ Stop::Interrupted)) => return Err(stop.into()),
            Err(_) => sample.by_search(self, &wanted),
        }))
    }
}

/// The pieces and cells of a filter, as the puzzle numbers them; `None` when a piece that lies on the board contradicts it.
fn pairs(puzzle: &Puzzle, wanted: &[PieceHere]) -> Result<Option<Vec<(usize, u32)>>, Refusal> {
    let position = puzzle.position();
    let mut pairs = Vec::new();
    for PieceHere { letter, cell } in wanted {
        let piece = puzzle.pieces().iter().position(|piece| piece.name() == letter);
        let piece = piece.ok_or_else(|| AskError::NoPiece { piece: letter.clone() }.at("where"))?;
        let spot = match cell[..] {
            [row, col] => Some(Spot::flat(row, col)),
            [row, col, layer] => Some(Spot { layer, row, col }),
            _ => None,
        };
        let number = spot.and_then(|spot| puzzle.board().number(spot));
        let number = number.ok_or_else(|| AskError::NoCell { cell: cell.clone() }.at("where"))?;
        match position[number] {
            Some(owner) if owner == piece => {}
            Some(_) => return Ok(None),
            None => pairs.push((piece, number as u32)),
        }
    }
    Ok(Some(pairs))
}

/// What is wanted of the solutions.
struct Sample<'a> {
    puzzle: &'a Puzzle,
    many: u64,
    seed: Option<u64>,
    index: Option<u64>,
}

impl Sample<'_> {
    /// The answer when a piece that lies on the board contradicts the filter.
    fn none(&self) -> SolutionsReport {
        let heat = self.by_letter(vec![vec![0; self.puzzle.board().size()]; self.puzzle.pieces().len()]);
        SolutionsReport { solutions: Some(0), complete: true, sample: Vec::new(), heat: Some(heat), time_ms: 0.0 }
    }

    fn one(&self, index: Option<u128>, solution: &Solution) -> NumberedSolution {
        let picture = PackPicture::of(self.puzzle, Some(solution));
        NumberedSolution { index, picture, placements: LaidPiece::all(self.puzzle, solution) }
    }

    fn by_letter(&self, counts: Vec<Vec<u128>>) -> BTreeMap<String, Vec<u128>> {
        self.puzzle.pieces().iter().map(|piece| piece.name().to_owned()).zip(counts).collect()
    }

    fn by_graph(&self, graph: &SolutionGraph, time_ms: f64) -> Result<SolutionsReport, Stop> {
        let count = graph.count();
        let found = self.numbers(count).into_iter().filter_map(|index| Some((index, graph.nth(index)?)));
        let sample: Result<Vec<_>, Stop> =
            found.map(|(index, solution)| Ok(self.one(Some(index), &solution?))).collect();
        let (sample, heat) = (sample?, Some(self.by_letter(graph.heat())));
        Ok(SolutionsReport { solutions: Some(count), complete: sample.len() as u128 == count, sample, heat, time_ms })
    }

    /// Which solutions to give: the one asked for, and so many spread evenly or drawn.
    fn numbers(&self, count: u128) -> Vec<u128> {
        let own = self.index.map(u128::from).filter(|&index| index < count);
        let many = u128::from(self.many).min(count);
        let mut rest: BTreeSet<u128> = BTreeSet::new();
        match self.seed {
            Some(seed) if many < count => {
                let mut dice = Dice::new(seed);
                while (rest.len() as u128) < many {
                    rest.insert(dice.up_to_large(count - 1));
                }
            }
            // The product is of a number below 2^127 and one up to 1000: the quotient first, then what remains.
            _ => rest.extend((0..many).map(|at| count / many * at + count % many * at / many)),
        }
        own.into_iter().chain(rest.into_iter().filter(|&index| Some(index) != own)).collect()
    }

    /// The first solutions that a search finds.
    fn by_search<D: Desk>(&self, session: &Session<'_, D>, wanted: &[(usize, u32)]) -> SolutionsReport {
        let watch = session.watch(Some(GRAPH_TIME));
        let mut run = session.run(&watch);
        let mut sample = Vec::new();
        let has = |solution: &Solution, (piece, cell): (usize, u32)| {
            self.puzzle.piece_of(solution.owners()[cell as usize]) == Some(piece)
        };
        let mut sink = |solution: &Solution| {
            if wanted.iter().all(|&pair| has(solution, pair)) {
                sample.push(self.one(None, solution));
            }
            if (sample.len() as u64) < self.many { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let plan = PackPlan { method: Method::Backtrack, threads: session.threads, ..PackPlan::default() };
        if self.many > 0 {
            pack::solve::solve_all(self.puzzle, plan, &mut run, &mut sink);
        }
        SolutionsReport { solutions: None, complete: false, sample, heat: None, time_ms: watch.milliseconds() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_spread_and_different() {
        let puzzle = pack::text::read("1 1 1\nDEFAULT\nA\n").unwrap().puzzle;
        let numbers = |many, seed, index, count| Sample { puzzle: &puzzle, many, seed, index }.numbers(count);
        assert_eq!(numbers(3, None, None, 10), [0, 3, 6]);
        assert_eq!(numbers(10, None, None, 4), [0, 1, 2, 3]);
        assert_eq!(numbers(2, None, Some(5), 10), [5, 0]);
        assert_eq!(numbers(0, None, Some(99), 10), [0u128; 0]);
        let drawn = numbers(5, Some(1), None, 1 << 100);
        assert_eq!(drawn.len(), 5);
        assert_eq!(drawn, numbers(5, Some(1), None, 1 << 100));
        assert_eq!(numbers(2, None, None, u128::MAX >> 1), [0, (u128::MAX >> 1) / 2]);
    }
}
