//! Challenges: some pieces are placed, and exactly one solution remains.
//!
//! A random solution is drawn (uniformly from the solution graph where the board is flat and the graph fits; else by a search in random order), its pieces are put down in random order until the rest is forced, and those that are
//! not needed are taken up again. The grade is measured, not guessed: the nodes that dancing links, a fixed reference, needs to find the solution and prove it the only one, and how many of its choices were forced.
//!
//! A seed gives the same challenge for ever: see [`Dice`]. The reference search and the draw are part of that promise.

use std::ops::ControlFlow;

use super::backtrack::{self, Cut};
use super::graph::{NoGraph, SolutionGraph};
use super::model::PackModel;
use super::puzzle::{Placement, Puzzle, Solution};
use super::solve::{PackOutcome, prefers_links, prepare};
use crate::cover::CoverEnd;
use crate::dice::Dice;
use crate::run::{Run, Stop};
use crate::text::counted;
use crate::words::words;

/// What to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChallengeWish {
    /// How many pieces are placed; `None` for as few as the draw allows.
    pub placed: Option<usize>,
    /// How hard it should be; `None` for any.
    pub grade: Option<ChallengeGrade>,
    /// Where the dice begin.
    pub seed: u64,
}

words! {
    /// How hard a challenge is, the easiest first.
    pub enum ChallengeGrade as "difficulty" {
        /// The reference search needs at most 30 nodes.
        Easy = "easy",
        /// At most 300.
        Medium = "medium",
        /// At most 3,000.
        Hard = "hard",
        /// More.
        Wizard = "wizard",
    }
}

impl ChallengeGrade {
    /// The grade of a number of nodes.
    #[must_use]
    pub(crate) fn of(nodes: u64) -> ChallengeGrade {
        match nodes {
            0..=30 => ChallengeGrade::Easy,
            31..=300 => ChallengeGrade::Medium,
            301..=3000 => ChallengeGrade::Hard,
            _ => ChallengeGrade::Wizard,
        }
    }
}

/// A puzzle with exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The puzzle, some pieces placed.
    pub puzzle: Puzzle,
    /// Its only solution.
    pub solution: Solution,
    /// How hard it is.
    pub difficulty: Difficulty,
}

/// What the reference search took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// Nodes until the solution was proven the only one.
    pub nodes: u64,
    /// Nodes that left one option only.
    pub forced: u64,
}

impl Difficulty {
    /// The grade.
    #[must_use]
    pub fn grade(self) -> ChallengeGrade {
        ChallengeGrade::of(self.nodes)
    }
}

/// Why there is no challenge. As data it has a code and the values that the sentence speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum NoChallenge {
    /// The set has no solution at all.
    #[error("the set has no solution, so there is no challenge")]
    Unsolvable,
    /// No piece should be placed, but the set has several solutions.
    #[error("the set has several solutions, so no challenge without a placed piece has one only")]
    Several,
    /// Every piece should be placed, which leaves nothing to do, or more than there are.
    #[error("the set has {}, and one must be left to place: {placed} is too many", counted(*pieces as u64, "piece"))]
    AllPlaced {
        /// The number that should be placed.
        placed: usize,
        /// The number there are.
        pieces: usize,
    },
    /// No draw of many met the wish.
    #[error("seed {seed}: no draw met the wish; try another seed, grade or number")]
    NotFound {
        /// Where the dice began.
        seed: u64,
    },
    /// The run ended first.
    #[error("{stop}")]
    Stopped {
        /// Why.
        stop: Stop,
    },
}

impl From<Stop> for NoChallenge {
    fn from(stop: Stop) -> NoChallenge {
        NoChallenge::Stopped { stop }
    }
}

/// Draws before a wish is given up.
const DRAWS: u32 = 300;

/// Makes a challenge from a set; what lies on its board already is ignored.
///
/// ```
/// use ubin::pack::challenge::{ChallengeWish, make};
/// use ubin::pack::sets;
/// use ubin::run::{Control, Limits, Run};
///
/// let set = sets::named("soma").unwrap().puzzle();
/// let control = Control::new();
/// let wish = ChallengeWish { placed: None, grade: None, seed: 1 };
/// let challenge = make(&set, wish, &mut Run::new(Limits::default(), &control)).unwrap();
/// assert_eq!(challenge.solution.owners().len(), 27);
/// ```
///
/// # Errors
/// When the set cannot be solved, the wish is hopeless, no draw met it, or the run ended.
pub fn make(set: &Puzzle, wish: ChallengeWish, run: &mut Run<'_>) -> Result<Challenge, NoChallenge> {
    let set = set.cleared();
    let pieces = (0..set.pieces().len()).map(|piece| set.amount(piece).most as usize).sum();
    if let Some(placed) = wish.placed.filter(|&placed| placed >= pieces) {
        return Err(NoChallenge::AllPlaced { placed, pieces });
    }
    let model = prepare(&set, run).map_err(|outcome| match outcome {
        PackOutcome::Stopped(stop) => stop.into(),
        _ => NoChallenge::Unsolvable,
    })?;
    if wish.placed == Some(0) && !is_unique(&set, run)? {
        return Err(NoChallenge::Several);
    }
    let urn = Urn::of(&set, run)?;
    let mut dice = Dice::new(wish.seed);
    for _ in 0..DRAWS {
        let solution = urn.draw(&set, &model, &mut dice, run)?;
        let Some(puzzle) = reduce(&set, &solution, wish.placed, &mut dice, run)? else { continue };
        let difficulty = difficulty(&puzzle, run)?;
        if wish.grade.is_none_or(|grade| grade == difficulty.grade()) {
            return Ok(Challenge { puzzle, solution, difficulty });
        }
    }
    Err(NoChallenge::NotFound { seed: wish.seed })
}

/// Where solutions are drawn from.
enum Urn {
    /// All of them, each equally likely.
    SolutionGraph(Box<SolutionGraph>),
    /// A search whose order is shuffled; some are likelier than others.
    Search,
}

impl Urn {
    fn of(set: &Puzzle, run: &mut Run<'_>) -> Result<Urn, NoChallenge> {
        if !set.board().is_flat() {
            return Ok(Urn::Search);
        }
        match SolutionGraph::build(set, run) {
            Ok(graph) if graph.count() == 0 => Err(NoChallenge::Unsolvable),
            Ok(graph) => Ok(Urn::SolutionGraph(Box::new(graph))),
            Err(NoGraph::Stopped(stop)) => Err(stop.into()),
            Err(NoGraph::TooLarge | NoGraph::Overflow) => Ok(Urn::Search),
        }
    }

    fn draw(
        &self,
        set: &Puzzle,
        model: &PackModel,
        dice: &mut Dice,
        run: &mut Run<'_>,
    ) -> Result<Solution, NoChallenge> {
        let mut drawn = None;
        match self {
            Urn::SolutionGraph(graph) => drawn = graph.samples(dice).next().transpose()?,
            Urn::Search => {
                let mut order: Vec<u32> = model.in_order().collect();
                dice.shuffle(&mut order);
                let held = run.held();
                let mut links = model.links(order.iter().copied(), run)?;
                let mut is_refused = false;
                let end = links.run(&[], run, &mut |options| {
                    let options: Vec<u32> = options.iter().map(|&at| order[at as usize]).collect();
                    let mut board = model.blank(set);
                    model.fill(&options, &mut board);
                    is_refused = set.checker().copies(board.owners()).is_err();
                    drawn = Some(board);
                    ControlFlow::Break(())
                });
                run.release_to(held);
                if is_refused {
                    return Err(Stop::Refused.into());
                }
                if let CoverEnd::Stopped(stop, _) = end {
                    return Err(stop.into());
                }
            }
        }
        drawn.ok_or(NoChallenge::Unsolvable)
    }
}

/// Places pieces of a solution until it is the only one left: the fewest that this order of pieces allows, or exactly `wanted`. `None` when `wanted` are too few.
fn reduce(
    set: &Puzzle,
    solution: &Solution,
    wanted: Option<usize>,
    dice: &mut Dice,
    run: &mut Run<'_>,
) -> Result<Option<Puzzle>, NoChallenge> {
    let placements = solution.placements(set);
    let mut order: Vec<usize> = (0..placements.len()).collect();
    dice.shuffle(&mut order);
    let mut kept: Vec<usize> = order.clone();
    for piece in order.iter().rev() {
        let without: Vec<usize> = kept.iter().copied().filter(|kept| kept != piece).collect();
        if wanted.is_some_and(|wanted| without.len() < wanted) {
            break;
        }
        if is_unique(&with(set, &placements, &without), run)? {
            kept = without;
        }
    }
    let is_met = wanted.is_none_or(|wanted| wanted == kept.len());
    Ok(is_met.then(|| with(set, &placements, &kept)))
}

fn with(set: &Puzzle, placements: &[Placement], kept: &[usize]) -> Puzzle {
    let mut puzzle = set.clone();
    for &placement in kept {
        puzzle.place(placements[placement].clone()).expect("a solution's pieces have their shapes and do not overlap");
    }
    puzzle
}

/// Whether a puzzle that has a solution has only one.
///
/// # Errors
/// The stop.
pub(crate) fn is_unique(puzzle: &Puzzle, run: &mut Run<'_>) -> Result<bool, Stop> {
    let held = run.held();
    let unique = match prepare(puzzle, run) {
        Ok(model) => has_one(puzzle, &model, run),
        Err(PackOutcome::Stopped(stop)) => Err(stop),
        Err(_) => Ok(false),
    };
    run.release_to(held);
    unique
}

fn has_one(puzzle: &Puzzle, model: &PackModel, run: &mut Run<'_>) -> Result<bool, Stop> {
    let mut found = 0;
    let mut look = |_: &[u32]| {
        found += 1;
        if found > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let stop = if prefers_links(model, run) {
        let mut links = model.links(model.in_order(), run)?;
        if let CoverEnd::Stopped(stop, _) = links.run(&[], run, &mut look) { Some(stop) } else { None }
    } else {
        let end = backtrack::first(puzzle, model, run, &mut look);
        if let ControlFlow::Break(Cut::Stopped(stop)) = end { Some(stop) } else { None }
    };
    stop.map_or(Ok(found == 1), Err)
}

/// Measures a puzzle by the reference search.
///
/// # Errors
/// The stop.
pub(crate) fn difficulty(puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Difficulty, Stop> {
    let held = run.held();
    let model = PackModel::new(puzzle, run)?;
    let mut search = model.links(model.in_order(), run)?;
    let before = run.stats().expanded;
    let end = search.run(&[], run, &mut |_| ControlFlow::Continue(()));
    run.release_to(held);
    match end {
        CoverEnd::Stopped(stop, _) => Err(stop),
        _ => Ok(Difficulty { nodes: run.stats().expanded - before, forced: search.forced() }),
    }
}
