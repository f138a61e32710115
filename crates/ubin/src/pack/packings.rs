//! The solutions of a packing puzzle one after the other, searched for as they are taken.
//!
//! The search is cut into units of a few thousand nodes ([`units`](super::units)): what a unit finds waits in a list, what it leaves becomes the next units. So there is no thread, and an iterator that is dropped leaves nothing behind.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use super::alike::{Alike, Merging};
use super::puzzle::{Puzzle, Solution};
use super::solve::{Labels, Method, PackPlan};
use super::units::{CountEngine, CountWork, NoWork, children};
use crate::run::{Control, Limits, Run, Stop};
use crate::unit::{PartError, Unit};

/// The nodes of the first unit: the first solutions come at once.
const FIRST_NODES: u64 = 256;
/// The nodes of the largest: naming what is left then costs less than the search.
const MOST_NODES: u64 = 1 << 14;

pub(crate) struct Packings<'c> {
    puzzle: Puzzle,
    /// Where names do not tell pieces of one shape apart: the puzzle that is searched.
    alike: Option<Alike>,
    /// What may still be used.
    limits: Limits,
    control: HeldControl<'c>,
    /// The search; `None` when it has ended.
    work: Option<CountWork>,
    /// Units that are still to be searched, the next one last.
    open: Vec<Unit>,
    budget: u64,
    found: VecDeque<Solution>,
    stop: Option<Stop>,
}

/// The caller's control, or one of its own.
enum HeldControl<'c> {
    Callers(&'c Control),
    Own(Box<Control>),
}

impl HeldControl<'_> {
    fn get(&self) -> &Control {
        match self {
            HeldControl::Callers(control) => control,
            HeldControl::Own(control) => control,
        }
    }
}

impl<'c> Packings<'c> {
    /// Nothing is searched before the first solution is taken, but for the rules. Dancing links search where the plan says so, else the masks.
    pub(crate) fn new(puzzle: Puzzle, plan: PackPlan, limits: Limits, control: Option<&'c Control>) -> Packings<'c> {
        let control = control.map_or_else(|| HeldControl::Own(Box::default()), HeldControl::Callers);
        let (alike, work, open) = (None, None, Vec::new());
        let found = VecDeque::new();
        let mut all = Packings { puzzle, alike, limits, control, work, open, budget: FIRST_NODES, found, stop: None };
        if let Err(stop) = all.begin(plan) {
            all.stop = Some(stop);
        }
        all
    }

    fn begin(&mut self, plan: PackPlan) -> Result<(), Stop> {
        let mut run = Run::new(self.limits, self.control.get());
        if plan.labels == Labels::Ignored {
            self.alike = Alike::of(&self.puzzle, Merging::All, &mut run)?;
        }
        let engine = if plan.method == Method::Cover { CountEngine::Links } else { CountEngine::Masks };
        let searched = self.alike.as_ref().map_or(&self.puzzle, |alike| &alike.puzzle);
        match CountWork::new(searched, engine, &mut run) {
            Ok(work) => {
                self.open = work.first_units();
                self.open.reverse();
                self.work = Some(work);
            }
            // There is none, so there is nothing to search.
            Err(NoWork::Impossible(_)) => {}
            Err(NoWork::Stopped(stop)) => return Err(stop),
        }
        // What the engine is made of stays held.
        let held = run.held();
        self.limits.memory = self.limits.memory.map(|memory| memory.saturating_sub(held));
        Ok(())
    }

    /// Searches one unit.
    fn search(&mut self, unit: &Unit) -> Result<(), Stop> {
        let Some(work) = &self.work else { return Ok(()) };
        let mut run = Run::new(self.limits, self.control.get());
        let found = &mut self.found;
        let part = work.solutions(unit, self.budget, &mut run, &mut |solution| {
            found.push_back(solution.clone());
            ControlFlow::Continue(())
        });
        match part {
            Ok(part) => {
                self.limits.nodes = self.limits.nodes.map(|nodes| nodes.saturating_sub(part.nodes));
                self.open.extend(children(unit, part.left).into_iter().rev());
                self.budget = (2 * self.budget).min(MOST_NODES);
                Ok(())
            }
            Err(PartError::Stopped(stop)) => Err(stop),
            Err(error) => unreachable!("a work knows its own units: {error}"),
        }
    }

    /// A solution with the names of the caller's puzzle, checked once more where they are new.
    fn named(&self, solution: Solution) -> Result<Solution, Stop> {
        let Some(alike) = &self.alike else { return Ok(solution) };
        let named = alike.named(&self.puzzle, &solution);
        self.puzzle.checker().copies(named.owners()).map_or(Err(Stop::Refused), |()| Ok(named))
    }
}

impl Iterator for Packings<'_> {
    type Item = Result<Solution, Stop>;

    fn next(&mut self) -> Option<Result<Solution, Stop>> {
        while self.found.is_empty() {
            // It is told once, after all that was found before it.
            if let Some(stop) = self.stop.take() {
                self.work = None;
                return Some(Err(stop));
            }
            let unit = self.open.pop()?;
            if let Err(stop) = self.search(&unit) {
                self.open.clear();
                self.stop = Some(stop);
            }
        }
        self.found.pop_front().map(|solution| self.named(solution))
    }
}
