//! Boards too large to prove at once: a solution immediately, shorter ones as they are found, and a bound that rises.
//!
//! Row by row gives the first solution. Then come **stages**, each with twice the nodes of the one before: a
//! [`Spread`] beam as wide as the stage allows (where it stalls, the [`knots`] that it leaves are untied), and a [`Mend`] of the best
//! solution. On boards that have pattern tables, rounds of iterative deepening raise the lower bound between the stages,
//! and go on after the last. Every shorter solution replaces the best at once, so a stop at any time reports the best
//! so far.
//!
//! Where a learned score is kept, a beam that it ranks takes the place of the spread one: it finds shorter ways with fewer
//! nodes.
//!
//! The schedule counts nodes, not seconds: same board, same limits, same answer, for any number of threads.

use std::sync::Arc;

use super::board::Dir;
use super::goal::Puzzle;
use super::knots;
use super::learned::{LaidScore, LayeredBeam};
use super::mend::Mend;
use super::method::{Method, Metric};
use super::pattern::Solver;
use super::proof;
use super::quick;
use super::spread::{BeamRoom, Ended, Spread};
use super::store::{LargeTables, TableStore};
use crate::run::{Run, Stop};
use crate::search::Outcome;

/// Nodes of the first stage's beam; a tenth of a second.
const FIRST: u64 = 1 << 18;
/// Stages; the last one's beam takes 67 million nodes.
const STAGES: u32 = 9;
/// Stages with a learned score, which gains from a wider beam for longer.
const RANKED_STAGES: u32 = 11;
/// The widest beam by a learned score: a layer takes half a second.
const WIDEST_RANKED: usize = 1 << 20;
/// Fewer layers than this bring no beam to its end.
const LEAST_LAYERS: usize = 32;
/// A beam stalled near enough to the goal when untying what it leaves takes less than this part of its moves.
const LATE: usize = 4;
/// Moves of a stretch when a solution is mended, the narrowest beam that mends anything, and the widest worth its time.
const STRETCH: usize = 48;
const NARROWEST_MEND: usize = 24;
const WIDEST_MEND: usize = 4096;
/// Nodes of a deepening round for each of the round before, at most, as far as a plan needs to know.
const GROWTH: u64 = 10;

/// A solution that gets better.
pub(crate) struct Anytime<'p> {
    puzzle: &'p Puzzle,
    /// The best solution so far.
    pub(crate) moves: Vec<Dir>,
    /// Of all solutions met on the way, the one with the fewest lines slid.
    pub(crate) fewest_lines: Vec<Dir>,
    /// The method that found the best one.
    pub(crate) method: Method,
    /// No solution is shorter.
    pub(crate) lower_bound: u32,
    rounds: Option<Rounds>,
    learned: Option<Ranking>,
}

/// What ranks a beam, and the threads that share it.
struct Ranking {
    score: LaidScore,
    threads: usize,
}

/// Iterative deepening that can be left and taken up again between rounds.
struct Rounds {
    solver: Arc<Solver>,
    threads: usize,
    /// Nodes of the round before.
    before: u64,
}

impl Rounds {
    /// Goes on with larger tables, if the next round is better left to them; they may know a larger bound.
    fn climb(
        &mut self,
        puzzle: &Puzzle,
        (store, large): (&TableStore, LargeTables),
        bound: &mut u32,
        run: &mut Run<'_>,
    ) -> Result<(), Stop> {
        if let Some(solver) = proof::larger(store, puzzle.goal(), &self.solver, large, self.before, run)? {
            run.note_bytes(solver.bytes());
            let h = solver.h(puzzle.board()).expect("parity says that the goal can be reached");
            *bound = (*bound).max(h);
            self.solver = solver;
        }
        Ok(())
    }
}

impl<'p> Anytime<'p> {
    /// Begins with the solution row by row.
    pub(crate) fn new(puzzle: &'p Puzzle, lower_bound: u32, run: &Run<'_>) -> Anytime<'p> {
        let moves = quick::solve(puzzle).expect("the puzzle can be solved");
        run.improve(moves.len() as u64);
        run.prove(lower_bound.into());
        let fewest_lines = moves.clone();
        Anytime { puzzle, moves, fewest_lines, method: Method::Quick, lower_bound, rounds: None, learned: None }
    }

    /// Ranks its beams by a learned score, where the store has one.
    pub(crate) fn rank(&mut self, store: &TableStore, run: &mut Run<'_>) -> Result<(), Stop> {
        let threads = store.threads();
        self.learned = store.learned(self.puzzle.goal(), run)?.map(|score| Ranking { score, threads });
        Ok(())
    }

    /// Whether the solution is proven shortest.
    pub(crate) fn is_proven(&self) -> bool {
        self.moves.len() as u64 <= u64::from(self.lower_bound)
    }

    /// Shortens the solution stage by stage; with a table store, raises the bound between the stages and after them, until the
    /// two meet.
    pub(crate) fn improve(&mut self, store: Option<(&TableStore, LargeTables)>, run: &mut Run<'_>) -> Result<(), Stop> {
        let spread = Spread::new(self.puzzle);
        let mut width = 0;
        let stages = if self.learned.is_some() { RANKED_STAGES } else { STAGES };
        for stage in 0..stages {
            let effort = FIRST << stage;
            let wider = self.width(&spread, effort, run);
            if wider > width {
                width = wider;
                match &self.learned {
                    Some(_) => self.ranked_beam(width, run)?,
                    None => self.beam(&spread, width, run)?,
                }
                self.mend(&spread, effort / 2, run)?;
            }
            if self.is_proven() {
                return Ok(());
            }
            // The first stages answer sooner than tables are built.
            if let Some(store) = store.filter(|_| stage >= 2) {
                self.deepen(store, effort * 2, run)?;
            }
        }
        store.map_or(Ok(()), |store| self.deepen(store, u64::MAX, run))
    }

    /// The width of a beam of so many nodes, as far as the memory allows; 0 for none.
    fn width(&self, spread: &Spread, effort: u64, run: &Run<'_>) -> usize {
        if let Some(Ranking { score, .. }) = &self.learned {
            let layers = score.estimate(self.puzzle.board()).max(LEAST_LAYERS as u64) as usize;
            let width = (effort as usize / layers).min(WIDEST_RANKED);
            return run.remaining().memory.map_or(width, |left| width.min(score.widest(self.moves.len(), left)));
        }
        let size = self.puzzle.size();
        // Solutions have some 1.2 n^3 moves.
        let layers = size.cells() * (size.rows() + size.cols()) * 3 / 5;
        // Below this a layer is a crowd around one place.
        let least = size.cells() / 18 + 64;
        let width = (effort as usize / layers).max(least);
        Anytime::fitting(spread, width, run)
    }

    /// A width, or what the memory allows of it.
    fn fitting(spread: &Spread, width: usize, run: &Run<'_>) -> usize {
        run.remaining().memory.map_or(width, |left| width.min(spread.widest(left)))
    }

    /// One beam. Where it stalls, the knots that it leaves are untied, by beams that take no more nodes than it did. Where that takes
    /// many moves, it stalled too soon: a wider beam goes on, as often as that costs no more than the first one.
    fn beam(&mut self, spread: &Spread, width: usize, run: &mut Run<'_>) -> Result<(), Stop> {
        let before = run.stats().expanded;
        let mut room = BeamRoom { width, moves: self.moves.len() };
        let mut ended = spread.search(room, run)?;
        let effort = run.stats().expanded - before;
        let mut moves = Vec::new();
        while let Ended::Stalled(way) = ended {
            moves.extend(way);
            let board = self.puzzle.board().after(&moves).expect("a beam stays on the board");
            let rest = Puzzle::new(board, self.puzzle.goal().clone()).expect("the size stays");
            let (untied, stop) = knots::untie(&rest, effort, run);
            self.take([&moves[..], &untied].concat(), run);
            stop.map_or(Ok(()), Err)?;
            let wider = Anytime::fitting(spread, room.width * 2, run);
            let layers = (before + 2 * effort).saturating_sub(run.stats().expanded) as usize / wider.max(1);
            let moves_left = layers.min(self.moves.len().saturating_sub(moves.len()));
            // A beam as wide as the one that stalled would stall again, and one of few layers gets nowhere.
            if untied.len() * LATE < moves.len() || wider <= room.width || moves_left < LEAST_LAYERS {
                return Ok(());
            }
            room = BeamRoom { width: wider, moves: moves_left };
            ended = Spread::new(&rest).search(room, run)?;
        }
        if let Ended::Solved(way) = ended {
            moves.extend(way);
            self.take(moves, run);
        }
        Ok(())
    }

    /// One beam by the learned score. Where it finds nothing, a wider one follows in the next stage.
    fn ranked_beam(&mut self, width: usize, run: &mut Run<'_>) -> Result<(), Stop> {
        let Some(Ranking { score, threads }) = &self.learned else { return Ok(()) };
        // Every way has the same parity, so two moves fewer at least.
        let beam = LayeredBeam { width, moves: self.moves.len().saturating_sub(2), threads: *threads };
        if let Some(moves) = score.search(self.puzzle.board(), beam, run)? {
            self.take(moves, run);
        }
        Ok(())
    }

    /// Mends the best solution again and again while that helps and the effort lasts.
    fn mend(&mut self, spread: &Spread, effort: u64, run: &mut Run<'_>) -> Result<(), Stop> {
        let until = run.stats().expanded.saturating_add(effort);
        loop {
            let before = self.moves.len();
            // Stretches overlap, so that a pass takes two layers for every move; half of the effort stays for another pass.
            let left = until.saturating_sub(run.stats().expanded) as usize;
            let width = Anytime::fitting(spread, (left / (4 * before.max(1))).min(WIDEST_MEND), run);
            if width < NARROWEST_MEND {
                return Ok(());
            }
            let mut moves = self.moves.clone();
            let mended = Mend { stretch: STRETCH, width }.pass(self.puzzle, &mut moves, run);
            self.take(moves, run);
            mended?;
            if self.moves.len() == before {
                return Ok(());
            }
        }
    }

    /// The first stage alone: a fair solution in a fraction of a second, before a proof that has beams of its own.
    pub(crate) fn begin(&mut self, run: &mut Run<'_>) -> Result<(), Stop> {
        let spread = Spread::new(self.puzzle);
        let width = self.width(&spread, FIRST, run);
        self.beam(&spread, width, run)?;
        self.mend(&spread, FIRST / 2, run)
    }

    /// Keeps a solution that is shorter than the best.
    pub(crate) fn take(&mut self, moves: Vec<Dir>, run: &Run<'_>) {
        if Metric::Multi.length(&moves) < Metric::Multi.length(&self.fewest_lines) {
            self.fewest_lines.clone_from(&moves);
        }
        if moves.len() < self.moves.len() {
            run.improve(moves.len() as u64);
            (self.moves, self.method) = (moves, Method::Beam);
        }
    }

    /// Rounds of deepening, as many as an effort may allow.
    fn deepen(
        &mut self,
        (store, large): (&TableStore, LargeTables),
        effort: u64,
        run: &mut Run<'_>,
    ) -> Result<(), Stop> {
        let board = self.puzzle.board();
        if self.rounds.is_none() {
            let Some(solver) = store.solver(self.puzzle.goal(), run)? else { return Ok(()) };
            let bound = solver.h(board).expect("parity says that the goal can be reached");
            self.lower_bound = self.lower_bound.max(bound);
            self.rounds = Some(Rounds { solver, threads: store.threads(), before: 0 });
        }
        let rounds = self.rounds.as_mut().expect("they were just made");
        while (self.moves.len() as u64) > self.lower_bound.into() && rounds.before.saturating_mul(GROWTH) <= effort {
            run.prove(self.lower_bound.into());
            let (outcome, nodes) = rounds.solver.round(board, self.lower_bound, rounds.before, rounds.threads, run);
            rounds.before = nodes;
            match outcome {
                Outcome::Solved(moves) => {
                    run.improve(moves.len() as u64);
                    (self.moves, self.method) = (moves, Method::Ida);
                }
                // Every solution has the parity of the first.
                Outcome::Impossible => {
                    self.lower_bound += 2;
                    rounds.climb(self.puzzle, (store, large), &mut self.lower_bound, run)?;
                }
                Outcome::Stopped(stop) => return Err(stop),
            }
        }
        Ok(())
    }
}
