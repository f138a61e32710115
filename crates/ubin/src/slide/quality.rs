//! How good the heuristics are: their bounds beside the distances themselves, and the nodes that A* takes with them.
//!
//! Words: the **error** of a bound is how far it stays below the distance. Up to 12 cells all boards are compared, as the
//! levels of the whole space are searched; beyond that a **sample**, each board with the same chance, that is solved to
//! proof. Looking up pattern tables for a board alone takes microseconds, so of the 239,500,800 boards of 12 cells they
//! see the sample only.
//!
//! The **branching factor** is that of a full tree with as many nodes as A* generates, as deep as the solution is long: the
//! mean over the sample. A heuristic that needs more than a million nodes for one of these boards has none here.

use super::board::Board;
use super::compare::{branching, fitting};
use super::dispatch::{Bounds, bounds, dispatch};
use super::distances;
use super::engine::{EngineRun, GenericEngine};
use super::generate;
use super::goal::Puzzle;
use super::grid::Grid;
use super::heuristic::{Heuristic, HeuristicName, Pattern};
use super::solve::{Options, PROVEN_CELLS, Status, solve};
use super::store::TableStore;
use crate::dice::Dice;
use crate::run::{Run, Stop};
use crate::search::{Outcome, best_first};

/// Bounds and distances are below this: no board of up to 16 cells is 128 moves away, a bound never above.
const LONGEST: usize = 160;
/// The most cells of a board all of whose boards are looked up in pattern tables.
const MOST_LOOKED_UP: usize = 10;
/// The most nodes of one A* search.
const MOST_NODES: u64 = 1_000_000;

/// How good a heuristic is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundQuality {
    /// The heuristic.
    pub name: HeuristicName,
    /// Boards whose bound was compared with their distance.
    pub boards: u64,
    /// The mean distance of these boards.
    pub distance: f64,
    /// Their mean bound.
    pub bound: f64,
    /// The mean error.
    pub error: f64,
    /// The largest error.
    pub worst: u32,
    /// The mean of bound / distance, the goal left out.
    pub ratio: f64,
    /// The part of the boards whose bound is their distance.
    pub exact: f64,
    /// The effective branching factor of A*; `None` when a search took too many nodes.
    pub branching: Option<f64>,
}

/// How good every heuristic is that boards of this size can have, weakest first, and why it ended early, if it did; then only
/// those that were measured to their end are told. `None` for boards of more than 16 cells, whose distances take too long.
///
/// ```
/// use ubin::run::{Control, Limits, Run};
/// use ubin::slide::{Goal, Size, TableStore, quality};
///
/// let goal = Goal::BlankLast.board(Size::new(2, 3).unwrap());
/// let control = Control::new();
/// let mut run = Run::new(Limits::default(), &control);
/// let (told, stop) = quality(&goal, (10, 1), &TableStore::default(), &mut run).unwrap();
/// assert_eq!((told[0].name.name(), told[0].boards, stop), ("hamming", 360, None));
/// ```
#[must_use]
pub fn quality(
    goal: &Board,
    (sample, seed): (u64, u64),
    store: &TableStore,
    run: &mut Run<'_>,
) -> Option<(Vec<BoundQuality>, Option<Stop>)> {
    if goal.size().cells() > PROVEN_CELLS {
        return None;
    }
    let mut told = Vec::new();
    let stop = Measuring { goal, sample, seed, store }.measure(run, &mut told).err();
    Some((told, stop))
}

/// What is measured.
struct Measuring<'m> {
    goal: &'m Board,
    sample: u64,
    seed: u64,
    store: &'m TableStore,
}

/// A board of the sample, and how far it is.
struct ProvenBoard {
    puzzle: Puzzle,
    distance: usize,
}

/// How many boards have each bound, by distance.
type Compared = Vec<[u64; LONGEST]>;

/// A bound of a packed board, from nothing.
type BoundOf = Box<dyn Fn(u64) -> u32 + Sync>;

impl Measuring<'_> {
    fn measure(&self, run: &mut Run<'_>, told: &mut Vec<BoundQuality>) -> Result<(), Stop> {
        let size = self.goal.size();
        let puzzle = Puzzle::new(self.goal.clone(), self.goal.clone()).expect("the sizes are equal");
        let mut heuristics = Vec::new();
        for name in fitting(&[size]) {
            let bounds =
                bounds(&puzzle, Some(name), self.store, run).expect("only heuristics that fit are asked for")?;
            heuristics.push((name, bounds));
        }
        let looked_at = |name| match size.cells() {
            ..=MOST_LOOKED_UP => true,
            cells => cells <= distances::MOST_CELLS && name != HeuristicName::Pattern,
        };
        let of_all: Vec<&Bounds> =
            heuristics.iter().filter(|(name, _)| looked_at(*name)).map(|(_, bounds)| bounds).collect();
        let mut of_all = run.stage(0.0, 0.8, |run| self.all_boards(&of_all, run))?.into_iter();
        let sample = run.stage(0.8, 0.9, |run| self.solved(run))?;
        for (name, bounds) in &heuristics {
            let compared = match looked_at(*name) {
                true => of_all.next().expect("every heuristic that looks at all boards has compared them"),
                false => self.sampled(bounds, &sample),
            };
            told.push(BoundQuality { branching: self.branching(bounds, &sample, run)?, ..described(*name, &compared) });
        }
        Ok(())
    }

    /// Compares bounds with the distances of all boards.
    fn all_boards(&self, heuristics: &[&Bounds], run: &mut Run<'_>) -> Result<Vec<Compared>, Stop> {
        if heuristics.is_empty() {
            return Ok(Vec::new());
        }
        let bounds: Vec<BoundOf> = heuristics.iter().map(|bounds| self.bound_of(bounds)).collect();
        let look = |board: u64, counts: &mut Vec<u64>| {
            counts.resize(bounds.len() * LONGEST, 0);
            for (bound, counts) in bounds.iter().zip(counts.chunks_exact_mut(LONGEST)) {
                counts[bound(board) as usize] += 1;
            }
        };
        let levels = distances::looked_at(self.goal, &look, self.store.threads(), run)?;
        let compared = |number: usize| {
            let of_level =
                |level: &Vec<u64>| *level[number * LONGEST..].first_chunk().expect("a count for every bound");
            levels.iter().map(of_level).collect()
        };
        Ok((0..bounds.len()).map(compared).collect())
    }

    /// The boards of the sample, solved to proof.
    fn solved(&self, run: &mut Run<'_>) -> Result<Vec<ProvenBoard>, Stop> {
        let mut dice = Dice::new(self.seed);
        let mut sample = Vec::new();
        for number in 0..self.sample {
            run.note_done(number as f64 / self.sample as f64);
            let puzzle = Puzzle::new(generate::draw(self.goal, &mut dice), self.goal.clone()).expect("one size");
            let answer = solve(&puzzle, &Options::default(), self.store, run).expect("the options go together");
            match (answer.status, answer.length()) {
                (Status::Optimal, Some(distance)) => sample.push(ProvenBoard { puzzle, distance }),
                (Status::Stopped(stop), _) => return Err(stop),
                _ => unreachable!("a drawn board of up to 16 cells is solved to proof"),
            }
        }
        Ok(sample)
    }

    /// Compares bounds with the distances of the sample.
    fn sampled(&self, bounds: &Bounds, sample: &[ProvenBoard]) -> Compared {
        let bound = self.bound_of(bounds);
        let mut compared = vec![[0; LONGEST]; LONGEST];
        for ProvenBoard { puzzle, distance } in sample {
            compared[*distance][bound(u64::pack(puzzle.board().tiles())) as usize] += 1;
        }
        compared
    }

    fn bound_of(&self, bounds: &Bounds) -> BoundOf {
        fn boxed<H: Heuristic<u64> + Sync + 'static>(heuristic: H) -> BoundOf {
            Box::new(move |board| heuristic.bound(&heuristic.start(&board)))
        }
        match bounds.clone() {
            Bounds::Blind => boxed(super::heuristic::Blind),
            Bounds::Hamming(hamming) => boxed(hamming),
            Bounds::Gaschnig(gaschnig) => boxed(gaschnig),
            Bounds::Manhattan(manhattan) => boxed(manhattan),
            Bounds::LinearConflict(conflict) => boxed(conflict),
            Bounds::WalkingDistance(walking) => boxed(walking),
            Bounds::Pattern(solver) => boxed(Pattern::new(self.goal.size(), solver)),
        }
    }

    /// The mean branching factor of A* on the sample.
    fn branching(&self, bounds: &Bounds, sample: &[ProvenBoard], run: &mut Run<'_>) -> Result<Option<f64>, Stop> {
        let (mut sum, mut searches) = (0.0, 0u32);
        for ProvenBoard { puzzle, distance } in sample {
            let mut part = run.portion(MOST_NODES);
            let search =
                EngineRun { engine: GenericEngine::BestFirst(best_first::Order::Astar), order: None, run: &mut part };
            let answer = dispatch(puzzle, bounds.clone(), search);
            let generated = part.stats().generated;
            run.join(&part);
            match answer.outcome {
                Outcome::Stopped(Stop::Nodes) if run.remaining().nodes != Some(0) => return Ok(None),
                Outcome::Stopped(stop) => return Err(stop),
                Outcome::Solved(_) | Outcome::Impossible => {}
            }
            if let Some(factor) = branching(generated, *distance) {
                sum += factor;
                searches += 1;
            }
        }
        Ok((searches > 0).then(|| sum / f64::from(searches)))
    }
}

/// The figures of a comparison, without the branching factor.
fn described(name: HeuristicName, compared: &Compared) -> BoundQuality {
    let (mut boards, mut moves, mut bounds, mut exact, mut worst, mut ratios) = (0u64, 0u64, 0u64, 0u64, 0, 0.0);
    for (distance, counts) in compared.iter().enumerate() {
        for (bound, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            assert!(bound <= distance, "{name} says {bound} of a board that is {distance} moves away");
            boards += count;
            moves += count * distance as u64;
            bounds += count * bound as u64;
            worst = worst.max(distance - bound);
            if bound == distance {
                exact += count;
            }
            if distance > 0 {
                ratios += count as f64 * bound as f64 / distance as f64;
            }
        }
    }
    let goals: u64 = compared.first().map_or(0, |counts| counts.iter().sum());
    let part = |sum: f64, of: u64| sum / of.max(1) as f64;
    BoundQuality {
        name,
        boards,
        distance: part(moves as f64, boards),
        bound: part(bounds as f64, boards),
        error: part((moves - bounds) as f64, boards),
        worst: worst as u32,
        ratio: part(ratios, boards - goals),
        exact: part(exact as f64, boards),
        branching: None,
    }
}
