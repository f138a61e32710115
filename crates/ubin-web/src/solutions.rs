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
use ubin::report::pack::Picture;
use ubin::run::Run;
use ubin_front::{Desk as _, Watched as _};
use utoipa::ToSchema;

use crate::app::{Reply, Task};
use crate::ask;
use crate::job::Job;
use crate::problem::Problem;
use crate::verbs::{Ask, on_puzzle, packing_only};

/// The most solutions that are given.
const MOST_SAMPLE: u64 = 1000;
/// How long the graph may take when no time is asked for.
const PATIENCE: Duration = Duration::from_secs(20);

/// All solutions of a puzzle.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Known {
    /// How many there are; `null` when their graph does not fit.
    #[schema(value_type = Option<u64>)]
    solutions: Option<u128>,
    /// Whether the sample has all of them.
    complete: bool,
    /// Some of them.
    sample: Vec<One>,
    /// For each letter, how many solutions have it on each cell; `null` when their graph does not fit.
    #[schema(value_type = Option<BTreeMap<char, Vec<u64>>>)]
    heat: Option<BTreeMap<char, Vec<u128>>>,
    time_ms: f64,
}

/// One solution.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct One {
    /// Its number among all, from 0; `null` when that is not known.
    #[schema(value_type = Option<u64>)]
    index: Option<u128>,
    /// Its rows as `solution`, or its layers from the top as `layers`.
    #[serde(flatten)]
    #[schema(value_type = Object)]
    picture: Picture,
}

impl Ask for ask::Solutions {
    fn task(self) -> Result<Task, Problem> {
        let ask::Solutions { puzzle, limits, sample, seed, index, wanted, .. } = self;
        let many = sample.unwrap_or(u64::from(index.is_none()));
        if many > MOST_SAMPLE {
            return Err(Problem::option("sample", format!("at most {MOST_SAMPLE}")));
        }
        on_puzzle(puzzle, limits.asked(), move |job, question| {
            let puzzle = packing_only(question)?;
            let wanted = pairs(&puzzle, &wanted.unwrap_or_default())?;
            Wish { puzzle: &puzzle, many, seed, index, wanted: wanted.as_deref() }.answer(job)
        })
    }
}

/// The pieces and cells of a filter, as the puzzle numbers them; `None` when a piece that lies on the board contradicts it.
fn pairs(puzzle: &Puzzle, wanted: &[ask::Here]) -> Result<Option<Vec<(usize, u32)>>, Problem> {
    let position = puzzle.position();
    let mut pairs = Vec::new();
    for ask::Here { letter, cell } in wanted {
        let piece = puzzle.pieces().iter().position(|piece| piece.letter() == *letter);
        let piece = piece.ok_or_else(|| Problem::option("where", format!("there is no piece {letter}")))?;
        let spot = match cell[..] {
            [row, col] => Some(Spot::flat(row, col)),
            [row, col, layer] => Some(Spot { layer, row, col }),
            _ => None,
        };
        let number = spot.and_then(|spot| puzzle.board().number(spot));
        let number = number.ok_or_else(|| Problem::option("where", format!("the board has no cell {cell:?}")))?;
        match position[number] {
            Some(owner) if owner == piece => {}
            Some(_) => return Ok(None),
            None => pairs.push((piece, number as u32)),
        }
    }
    Ok(Some(pairs))
}

/// What is wanted of the solutions.
struct Wish<'a> {
    puzzle: &'a Puzzle,
    many: u64,
    seed: Option<u64>,
    index: Option<u64>,
    wanted: Option<&'a [(usize, u32)]>,
}

impl Wish<'_> {
    fn answer(&self, job: &Job) -> Result<Reply, Problem> {
        let watch = job.watch(Some(job.time_limit().unwrap_or(PATIENCE)));
        let mut run = Run::new(job.limits(), watch.control());
        let Some(wanted) = self.wanted else {
            let heat = self.by_letter(vec![vec![0; self.puzzle.board().size()]; self.puzzle.pieces().len()]);
            let known =
                Known { solutions: Some(0), complete: true, sample: Vec::new(), heat: Some(heat), time_ms: 0.0 };
            return Ok(Reply::json(&known));
        };
        let known = match SolutionGraph::build_where(self.puzzle, wanted, &mut run) {
            Ok(graph) => self.by_graph(&graph, watch.milliseconds()),
            Err(NoGraph::Stopped(stop)) if stop == ubin::run::Stop::Interrupted => return Err(Problem::stopped(stop)),
            Err(_) => {
                drop(watch);
                self.by_search(job, wanted)
            }
        };
        Ok(Reply::json(&known))
    }

    fn one(&self, index: Option<u128>, solution: &Solution) -> One {
        One { index, picture: Picture::of(self.puzzle, Some(solution)) }
    }

    fn by_letter(&self, counts: Vec<Vec<u128>>) -> BTreeMap<char, Vec<u128>> {
        self.puzzle.pieces().iter().map(pack::Piece::letter).zip(counts).collect()
    }

    fn by_graph(&self, graph: &SolutionGraph<'_>, time_ms: f64) -> Known {
        let count = graph.count();
        let mut sample = Vec::new();
        for index in self.numbers(count) {
            graph.nth(index, &mut |solution| {
                sample.push(self.one(Some(index), solution));
                ControlFlow::Continue(())
            });
        }
        let heat = Some(self.by_letter(graph.heat()));
        Known { solutions: Some(count), complete: sample.len() as u128 == count, sample, heat, time_ms }
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
                    rest.insert(dice.below_u128(count));
                }
            }
            // The product is of a number below 2^127 and one up to 1000: the quotient first, then what remains.
            _ => rest.extend((0..many).map(|at| count / many * at + count % many * at / many)),
        }
        own.into_iter().chain(rest.into_iter().filter(|&index| Some(index) != own)).collect()
    }

    /// The first solutions that a search finds.
    fn by_search(&self, job: &Job, wanted: &[(usize, u32)]) -> Known {
        let watch = job.watch(Some(job.time_limit().unwrap_or(PATIENCE)));
        let mut run = Run::new(job.limits(), watch.control());
        let mut sample = Vec::new();
        let has =
            |solution: &Solution, (piece, cell): (usize, u32)| usize::from(solution.owners()[cell as usize]) == piece;
        let mut sink = |solution: &Solution| {
            if wanted.iter().all(|&pair| has(solution, pair)) {
                sample.push(self.one(None, solution));
            }
            if (sample.len() as u64) < self.many { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let plan = PackPlan { method: Method::Backtrack, threads: job.threads() };
        if self.many > 0 {
            pack::solve::solve_all(self.puzzle, plan, &mut run, &mut sink);
        }
        Known { solutions: None, complete: false, sample, heat: None, time_ms: watch.milliseconds() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_spread_and_different() {
        let puzzle = pack::text::read("1 1 1\nDEFAULT\nA\n").unwrap().puzzle;
        let numbers =
            |many, seed, index, count| Wish { puzzle: &puzzle, many, seed, index, wanted: None }.numbers(count);
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
