//! Always the first empty cell, on flat boards with few solutions.
//!
//! The sweep's tables make a node cheap: its steps are those that the next cells allow, and only the pieces left and one mask are asked. What is placed before the search (the breaker of a puzzle's symmetries, in one of its images)
//! may lie anywhere: it is the first option of every path.

use std::ops::ControlFlow;

use super::Cut;
use super::units::{OptionSink, TreeEngine, UnitSink};
use crate::cover::CoverEnd;
use crate::dice::Dice;
use crate::pack::bits::Mask;
use crate::pack::model::PackModel;
use crate::pack::paths::{PathTree, PathWalk, Trail, TreePath};
use crate::pack::puzzle::Puzzle;
use crate::pack::sample::sampled;
use crate::pack::sweep::{CellSweep, Filling, SweepStep};
use crate::run::{Run, Stop};

/// A model, ready to be swept.
pub(crate) struct Scan<const W: usize, const L: usize> {
    sweep: CellSweep<W, L>,
    /// The options of the piece that is placed before the search; `None` when the first empty cell decides from the root on.
    first: Option<Vec<SweepStep<W>>>,
    /// The most options of a solution.
    most_placed: usize,
    room: usize,
}

impl<const W: usize, const L: usize> Scan<W, L> {
    /// Its tables are in held memory. `first` are the options of the piece that is placed before the search, if there is one.
    pub(crate) fn new(
        puzzle: &Puzzle,
        model: &PackModel,
        order: &[u32],
        first: Option<&[u32]>,
        run: &mut Run<'_>,
    ) -> Result<Scan<W, L>, Stop> {
        let mut rank = vec![0; order.len()];
        for (at, &cell) in order.iter().enumerate() {
            rank[cell as usize] = at as u32;
        }
        let sweep = CellSweep::new(puzzle, model, order, run)?;
        run.hold((first.map_or(0, <[u32]>::len) * size_of::<SweepStep<W>>()) as u64)?;
        let step = |&option: &u32| {
            let cells = model.cells(option as usize).iter().map(|&cell| rank[cell as usize]);
            SweepStep { mask: Mask::of_cells(cells), kind: model.options[option as usize].kind, option }
        };
        let first = first.map(|options| options.iter().map(step).collect());
        let room = sweep.most_steps();
        Ok(Scan { sweep, first, most_placed: model.most_placed(), room })
    }

    /// The roots of the tree: one for each option that may be the first, or the empty board.
    pub(crate) fn roots(&self) -> Vec<TreePath> {
        let Some(first) = &self.first else { return vec![TreePath::new()] };
        first.iter().map(|step| vec![step.option]).collect()
    }

    /// Splits paths until there are at least `many`, unless the tree is too small.
    pub(crate) fn split(
        &self,
        mut paths: Vec<TreePath>,
        many: usize,
        run: &mut Run<'_>,
    ) -> Result<Vec<TreePath>, Stop> {
        let mut room = vec![SweepStep::NONE; self.room];
        let mut is_split = true;
        let is_deep = |path: &TreePath| path.len() + 1 >= self.most_placed;
        while std::mem::take(&mut is_split) && paths.len() < many && !paths.iter().any(is_deep) {
            let mut deeper = Vec::new();
            for path in paths {
                let at = self.enter(&path).expect("a path that was split is in the tree");
                // With gaps or spare pieces some boards are full before others.
                if self.sweep.is_full(at) {
                    deeper.push(path);
                    continue;
                }
                run.step()?;
                is_split = true;
                let fitting = self.sweep.fitting(at, &mut room);
                run.generated(fitting as u64);
                let live = room[..fitting].iter().filter(|step| self.follow(at, step).is_some());
                deeper.extend(live.map(|step| path.iter().copied().chain([step.option]).collect::<TreePath>()));
            }
            paths = deeper;
        }
        Ok(paths)
    }

    /// The filling with one step more; `None` when it is a dead end.
    fn follow(&self, at: Filling<W, L>, step: &SweepStep<W>) -> Option<Filling<W, L>> {
        let next = self.sweep.with(at, step);
        (!self.sweep.is_dead(next)).then_some(next)
    }

    /// The filling that a path leads to, or the step that the search never takes, from 1.
    fn enter(&self, path: &[u32]) -> Result<Filling<W, L>, usize> {
        let (mut at, before) = self.begin(path).ok_or(1usize)?;
        let mut room = vec![SweepStep::NONE; self.room];
        for (depth, &option) in path.iter().enumerate().skip(before) {
            at = self.take(at, option, &mut room).ok_or(depth + 1)?;
        }
        Ok(at)
    }

    /// The filling after one option more; `None` when the search never takes it there.
    fn take(&self, at: Filling<W, L>, option: u32, room: &mut [SweepStep<W>]) -> Option<Filling<W, L>> {
        let fitting = if self.sweep.is_full(at) { 0 } else { self.sweep.fitting(at, room) };
        let step = room[..fitting].iter().find(|step| step.option == option);
        step.and_then(|step| self.follow(at, step))
    }

    /// The filling at the root of a path, and how many of its options lie before that root.
    fn begin(&self, path: &[u32]) -> Option<(Filling<W, L>, usize)> {
        let empty = self.sweep.root();
        let Some(first) = &self.first else { return Some((empty, 0)) };
        let placed = first.iter().find(|step| Some(&step.option) == path.first())?;
        Some((self.sweep.with(empty, placed), 1))
    }

    /// What is left of the tree below the first `from` options when the search stops before it expands the node at `path`: that node, then the later siblings on the way up.
    fn left_at(&self, path: &[u32], from: usize) -> Vec<TreePath> {
        let mut left = vec![path.to_vec()];
        let mut room = vec![SweepStep::NONE; self.room];
        for depth in (from..path.len()).rev() {
            let at = self.enter(&path[..depth]).expect("the search was here");
            let fitting = self.sweep.fitting(at, &mut room);
            let later = room[..fitting].iter().skip_while(|step| step.option != path[depth]).skip(1);
            let live = later.filter(|step| self.follow(at, step).is_some());
            left.extend(live.map(|step| path[..depth].iter().copied().chain([step.option]).collect::<TreePath>()));
        }
        left
    }

    /// About how many nodes the tree has: of each level so many are drawn, with dice of a fixed seed, that stand for all. A tree without roots has no nodes: colours may have left its first piece no placement.
    pub(crate) fn estimate(&self, sample: usize, run: &mut Run<'_>) -> Result<f64, Stop> {
        let mut dice = Dice::new(0);
        let mut room = vec![SweepStep::NONE; self.room];
        let roots = self.roots().into_iter().map(|root| self.begin(&root).expect("a root is in the tree").0);
        let mut level: Vec<(Filling<W, L>, f64)> = roots.map(|root| (root, 1.0)).collect();
        let mut total = 0.0;
        while !level.is_empty() {
            total += level.iter().map(|(_, weight)| weight).sum::<f64>();
            let mut below = Vec::new();
            for (at, weight) in sampled(level.iter().copied(), sample, &mut dice) {
                run.work((self.room * 64 * W) as u64)?;
                if !self.sweep.is_full(at) {
                    let fitting = self.sweep.fitting(at, &mut room);
                    below.extend(room[..fitting].iter().filter_map(|step| Some((self.follow(at, step)?, weight))));
                }
            }
            level = below;
        }
        Ok(total)
    }
}

impl<const W: usize, const L: usize> TreeEngine for Scan<W, L> {
    type Walk<'e> = ScanWalk<'e, W, L>;

    fn walk(&self) -> ScanWalk<'_, W, L> {
        let steps = vec![SweepStep::NONE; self.room * self.most_placed.max(1)];
        ScanWalk { scan: self, options: Vec::with_capacity(self.most_placed), before: 0, steps, trail: Trail::new() }
    }

    fn search<'e>(
        &'e self,
        walk: &mut ScanWalk<'e, W, L>,
        path: &[u32],
        run: &mut Run<'_>,
        sink: &mut UnitSink<'_>,
    ) -> ControlFlow<Cut> {
        // A dead end has nothing below it.
        self.enter(path).map_or(ControlFlow::Continue(()), |at| walk.below(path, at, run, sink))
    }
}

impl<const W: usize, const L: usize> PathTree for Scan<W, L> {
    fn open(&self) -> Box<dyn PathWalk + '_> {
        Box::new(self.walk())
    }
}

/// A search on the way.
pub(crate) struct ScanWalk<'s, const W: usize, const L: usize> {
    scan: &'s Scan<W, L>,
    /// The path to the node that is searched; after a stop, to the node that was not expanded any more.
    options: TreePath,
    /// How many of the options were placed before.
    before: usize,
    /// The steps of each level, in a room each.
    steps: Vec<SweepStep<W>>,
    trail: Trail<Filling<W, L>>,
}

impl<const W: usize, const L: usize> PathWalk for ScanWalk<'_, W, L> {
    fn search_below(&mut self, path: &[u32], run: &mut Run<'_>, sink: &mut OptionSink<'_>) -> Result<CoverEnd, usize> {
        let at = self.enter(path)?;
        Ok(match self.below(path, at, run, &mut |options, _| sink(options)) {
            ControlFlow::Continue(()) => CoverEnd::Done,
            ControlFlow::Break(Cut::Stopped(stop)) => {
                CoverEnd::Stopped(stop, self.scan.left_at(&self.options, path.len()))
            }
            ControlFlow::Break(Cut::Enough | Cut::Budget) => CoverEnd::Enough,
        })
    }
}

impl<const W: usize, const L: usize> ScanWalk<'_, W, L> {
    /// The filling that a path leads to, or the step that the search never takes, from 1.
    fn enter(&mut self, path: &[u32]) -> Result<Filling<W, L>, usize> {
        let (shared, last) = self.trail.shared(path);
        let (mut at, known) = match last {
            Some(at) => (at, shared),
            None => self.scan.begin(path).ok_or(1usize)?,
        };
        if shared < known {
            self.trail.push(path[0], at);
        }
        for (depth, &option) in path.iter().enumerate().skip(known) {
            at = self.scan.take(at, option, &mut self.steps[..self.scan.room]).ok_or(depth + 1)?;
            self.trail.push(option, at);
        }
        Ok(at)
    }

    /// The tree below a path, which leads to a filling.
    fn below(
        &mut self,
        path: &[u32],
        at: Filling<W, L>,
        run: &mut Run<'_>,
        sink: &mut UnitSink<'_>,
    ) -> ControlFlow<Cut> {
        self.options.clear();
        self.options.extend_from_slice(path);
        self.before = path.len();
        self.descend(at, run, sink)
    }

    fn descend(&mut self, at: Filling<W, L>, run: &mut Run<'_>, sink: &mut UnitSink<'_>) -> ControlFlow<Cut> {
        if let Err(stop) = run.step() {
            return ControlFlow::Break(Cut::Stopped(stop));
        }
        let Scan { sweep, room, .. } = self.scan;
        if sweep.is_full(at) {
            let enough = sweep.is_solved(at) && sink(&self.options, run.stats()).is_break();
            return if enough { ControlFlow::Break(Cut::Enough) } else { ControlFlow::Continue(()) };
        }
        // Masks of up to two words are looked at in less time than the account takes.
        if W > 2
            && let Err(stop) = run.work((room * 64 * W) as u64)
        {
            return ControlFlow::Break(Cut::Stopped(stop));
        }
        // Every level has a room of its own in one list: no allocation on the way, and the steps of the levels above stay.
        let start = (self.options.len() - self.before) * room;
        let end = start + sweep.fitting(at, &mut self.steps[start..start + room]);
        run.generated((end - start) as u64);
        for step in start..end {
            let step = self.steps[step];
            let next = sweep.with(at, &step);
            // Asked before the child is a node: of all children that fit on 5 x 11, more than half are dead.
            if !sweep.is_dead(next) {
                self.options.push(step.option);
                // On a break the path stays as it is, and says where the search stopped.
                self.descend(next, run, sink)?;
                self.options.pop();
            }
        }
        ControlFlow::Continue(())
    }
}
