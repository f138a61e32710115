//! Always the first empty cell, on flat boards with few solutions.
//!
//! The sweep's tables make a node cheap: its steps are those that the next cells allow, and only the pieces left and one mask are asked. What is placed before the search (the breaker of a puzzle's symmetries, in one of its images)
//! may lie anywhere.

use std::ops::ControlFlow;

use super::Cut;
use super::units::{Engine, UnitSink};
use crate::dice::Dice;
use crate::pack::bits::Mask;
use crate::pack::model::Model;
use crate::pack::puzzle::Puzzle;
use crate::pack::sweep::{Step, Sweep};
use crate::run::{Run, Stop};

/// A model, ready to be swept.
pub(crate) struct Scan<const W: usize> {
    sweep: Sweep<W>,
    /// Each free cell's place in the sweep.
    rank: Vec<u32>,
    pieces: usize,
    room: usize,
}

/// A part of the tree: what was placed before it.
#[derive(Clone, Debug)]
pub(crate) struct Start<const W: usize> {
    options: Vec<u32>,
    filled: Mask<W>,
    left: u64,
}

impl<const W: usize> Scan<W> {
    /// Its tables are in held memory.
    pub(crate) fn new(puzzle: &Puzzle, model: &Model, order: &[u32], run: &mut Run<'_>) -> Result<Scan<W>, Stop> {
        let mut rank = vec![0; order.len()];
        for (at, &cell) in order.iter().enumerate() {
            rank[cell as usize] = at as u32;
        }
        let sweep = Sweep::new(puzzle, model, order, run)?;
        let room = sweep.most_steps();
        Ok(Scan { sweep, rank, pieces: model.loose.len(), room })
    }

    /// The tree below some options of one piece, or the whole tree.
    pub(crate) fn starts(&self, model: &Model, options: Option<&[u32]>) -> Vec<Start<W>> {
        let all = ((1u128 << self.pieces) - 1) as u64;
        let Some(options) = options else {
            return vec![Start { options: Vec::new(), filled: Mask::EMPTY, left: all }];
        };
        let start = |&option: &u32| {
            let cells: Vec<u32> = model.cells(option as usize).iter().map(|&cell| self.rank[cell as usize]).collect();
            let left = all & !(1 << model.options[option as usize].piece);
            Start { options: vec![option], filled: Mask::of(&cells), left }
        };
        options.iter().map(start).collect()
    }

    /// Splits units until there are at least `many`, unless the tree is too small.
    pub(crate) fn split(
        &self,
        mut units: Vec<Start<W>>,
        many: usize,
        run: &mut Run<'_>,
    ) -> Result<Vec<Start<W>>, Stop> {
        let mut room = vec![Step::NONE; self.room];
        while !units.is_empty() && units.len() < many && units.iter().all(|unit| unit.left.count_ones() > 1) {
            let mut deeper = Vec::new();
            for unit in units {
                run.step()?;
                let fitting = self.sweep.fitting(unit.filled, unit.left, &mut room);
                run.generated(fitting as u64);
                deeper.extend(room[..fitting].iter().filter_map(|step| self.follow(&unit, step)));
            }
            units = deeper;
        }
        Ok(units)
    }

    fn follow(&self, unit: &Start<W>, step: &Step<W>) -> Option<Start<W>> {
        let (filled, left) = (unit.filled.or(step.mask), unit.left & !(1 << step.piece));
        let options = unit.options.iter().copied().chain([step.option]).collect();
        (!self.sweep.is_dead(filled, left)).then_some(Start { options, filled, left })
    }

    /// Knuth's estimate of the number of nodes: random ways down, each weighted by the choices it had. The dice have a fixed seed. A tree without units has no nodes: colours may have left its first piece no placement.
    pub(crate) fn estimate(&self, units: &[Start<W>], probes: u32, run: &mut Run<'_>) -> Result<f64, Stop> {
        let mut dice = Dice::new(0);
        let mut room = vec![Step::NONE; self.room];
        let mut total = 0.0;
        for _ in 0..probes {
            let Some(mut unit) = dice.pick(units).cloned() else { return Ok(0.0) };
            let mut weight = units.len() as f64;
            while unit.left != 0 {
                run.work((self.room * 64 * W) as u64)?;
                total += weight;
                let fitting = self.sweep.fitting(unit.filled, unit.left, &mut room);
                let children: Vec<Start<W>> =
                    room[..fitting].iter().filter_map(|step| self.follow(&unit, step)).collect();
                let Some(child) = dice.pick(&children) else { break };
                weight *= children.len() as f64;
                unit = child.clone();
            }
        }
        Ok(total / f64::from(probes))
    }
}

impl<const W: usize> Engine for Scan<W> {
    type Unit = Start<W>;
    type Walk<'e> = Walk<'e, W>;

    fn walk(&self) -> Walk<'_, W> {
        let steps = vec![Step::NONE; self.room * self.pieces];
        Walk { scan: self, options: Vec::with_capacity(self.pieces), before: 0, steps }
    }

    fn search<'e>(
        &'e self,
        walk: &mut Walk<'e, W>,
        unit: &Start<W>,
        run: &mut Run<'_>,
        sink: &mut UnitSink<'_>,
    ) -> ControlFlow<Cut> {
        walk.options.clear();
        walk.options.extend_from_slice(&unit.options);
        walk.before = unit.options.len();
        walk.descend(unit.filled, unit.left, run, sink)
    }
}

/// A search on the way.
pub(crate) struct Walk<'s, const W: usize> {
    scan: &'s Scan<W>,
    options: Vec<u32>,
    /// How many of the options were placed before.
    before: usize,
    /// The steps of each level, in a room each.
    steps: Vec<Step<W>>,
}

impl<const W: usize> Walk<'_, W> {
    fn descend(&mut self, filled: Mask<W>, left: u64, run: &mut Run<'_>, sink: &mut UnitSink<'_>) -> ControlFlow<Cut> {
        if let Err(stop) = run.step() {
            return ControlFlow::Break(Cut::Stopped(stop));
        }
        let Scan { sweep, room, .. } = self.scan;
        if left == 0 {
            let enough = filled == sweep.full && sink(&self.options, run.stats()).is_break();
            return if enough { ControlFlow::Break(Cut::Enough) } else { ControlFlow::Continue(()) };
        }
        if W > 2
            && let Err(stop) = run.work((room * 64 * W) as u64)
        {
            return ControlFlow::Break(Cut::Stopped(stop));
        }
        let start = (self.options.len() - self.before) * room;
        let end = start + sweep.fitting(filled, left, &mut self.steps[start..start + room]);
        run.generated((end - start) as u64);
        for at in start..end {
            let step = self.steps[at];
            let (filled, left) = (filled.or(step.mask), left & !(1 << step.piece));
            if !sweep.is_dead(filled, left) {
                self.options.push(step.option);
                self.descend(filled, left, run, sink)?;
                self.options.pop();
            }
        }
        ControlFlow::Continue(())
    }
}
