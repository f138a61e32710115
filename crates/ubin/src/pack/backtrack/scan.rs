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
use crate::pack::paths::{PathTree, PathWalk, TreePath};
use crate::pack::puzzle::Puzzle;
use crate::pack::sweep::{CellSweep, Filling, SweepStep};
use crate::run::{Run, Stop};

/// A model, ready to be swept.
pub(crate) struct Scan<const W: usize> {
    sweep: CellSweep<W>,
    /// The options of the piece that is placed before the search; `None` when the first empty cell decides from the root on.
    first: Option<Vec<SweepStep<W>>>,
    pieces: usize,
    room: usize,
}

impl<const W: usize> Scan<W> {
    /// Its tables are in held memory. `first` are the options of the piece that is placed before the search, if there is one.
    pub(crate) fn new(
        puzzle: &Puzzle,
        model: &PackModel,
        order: &[u32],
        first: Option<&[u32]>,
        run: &mut Run<'_>,
    ) -> Result<Scan<W>, Stop> {
        let mut rank = vec![0; order.len()];
        for (at, &cell) in order.iter().enumerate() {
            rank[cell as usize] = at as u32;
        }
        let sweep = CellSweep::new(puzzle, model, order, run)?;
        run.hold((first.map_or(0, <[u32]>::len) * size_of::<SweepStep<W>>()) as u64)?;
        let step = |&option: &u32| {
            let cells = model.cells(option as usize).iter().map(|&cell| rank[cell as usize]);
            SweepStep { mask: Mask::of_cells(cells), piece: model.options[option as usize].piece, option }
        };
        let first = first.map(|options| options.iter().map(step).collect());
        let room = sweep.most_steps();
        Ok(Scan { sweep, first, pieces: model.loose.len(), room })
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
        while !paths.is_empty() && paths.len() < many && paths.iter().all(|path| path.len() + 1 < self.pieces) {
            let mut deeper = Vec::new();
            for path in paths {
                run.step()?;
                let at = self.enter(&path).expect("a path that was split is in the tree");
                let fitting = self.sweep.fitting(at.filled, at.left, &mut room);
                run.generated(fitting as u64);
                let live = room[..fitting].iter().filter(|step| self.follow(at, step).is_some());
                deeper.extend(live.map(|step| path.iter().copied().chain([step.option]).collect::<TreePath>()));
            }
            paths = deeper;
        }
        Ok(paths)
    }

    /// The filling with one step more; `None` when it is a dead end.
    fn follow(&self, at: Filling<W>, step: &SweepStep<W>) -> Option<Filling<W>> {
        let next = at.with(step);
        (!self.sweep.is_dead(next.filled, next.left)).then_some(next)
    }

    /// The filling that a path leads to, or the step that the search never takes, from 1.
    fn enter(&self, path: &[u32]) -> Result<Filling<W>, usize> {
        let (mut at, before) = self.begin(path).ok_or(1usize)?;
        let mut room = vec![SweepStep::NONE; self.room];
        for (depth, &option) in path.iter().enumerate().skip(before) {
            let fitting = if at.left == 0 { 0 } else { self.sweep.fitting(at.filled, at.left, &mut room) };
            let step = room[..fitting].iter().find(|step| step.option == option);
            at = step.and_then(|step| self.follow(at, step)).ok_or(depth + 1)?;
        }
        Ok(at)
    }

    /// The filling at the root of a path, and how many of its options lie before that root.
    fn begin(&self, path: &[u32]) -> Option<(Filling<W>, usize)> {
        let empty = Filling::root(self.pieces);
        let Some(first) = &self.first else { return Some((empty, 0)) };
        let placed = first.iter().find(|step| Some(&step.option) == path.first())?;
        Some((empty.with(placed), 1))
    }

    /// What is left of the tree below the first `from` options when the search stops before it expands the node at `path`: that node, then the later siblings on the way up.
    fn left_at(&self, path: &[u32], from: usize) -> Vec<TreePath> {
        let mut left = vec![path.to_vec()];
        let mut room = vec![SweepStep::NONE; self.room];
        for depth in (from..path.len()).rev() {
            let at = self.enter(&path[..depth]).expect("the search was here");
            let fitting = self.sweep.fitting(at.filled, at.left, &mut room);
            let later = room[..fitting].iter().skip_while(|step| step.option != path[depth]).skip(1);
            let live = later.filter(|step| self.follow(at, step).is_some());
            left.extend(live.map(|step| path[..depth].iter().copied().chain([step.option]).collect::<TreePath>()));
        }
        left
    }

    /// Knuth's estimate of the number of nodes: random ways down, each weighted by the choices it had. The dice have a fixed seed. A tree without roots has no nodes: colours may have left its first piece no placement.
    pub(crate) fn estimate(&self, probes: u32, run: &mut Run<'_>) -> Result<f64, Stop> {
        let mut dice = Dice::new(0);
        let mut room = vec![SweepStep::NONE; self.room];
        let roots = self.roots();
        let mut total = 0.0;
        for _ in 0..probes {
            let Some(root) = dice.pick(&roots) else { return Ok(0.0) };
            let (mut at, _) = self.begin(root).expect("a root is in the tree");
            let mut weight = roots.len() as f64;
            while at.left != 0 {
                run.work((self.room * 64 * W) as u64)?;
                total += weight;
                let fitting = self.sweep.fitting(at.filled, at.left, &mut room);
                let children: Vec<Filling<W>> =
                    room[..fitting].iter().filter_map(|step| self.follow(at, step)).collect();
                let Some(&child) = dice.pick(&children) else { break };
                weight *= children.len() as f64;
                at = child;
            }
        }
        Ok(total / f64::from(probes))
    }
}

impl<const W: usize> TreeEngine for Scan<W> {
    type Walk<'e> = ScanWalk<'e, W>;

    fn walk(&self) -> ScanWalk<'_, W> {
        let steps = vec![SweepStep::NONE; self.room * self.pieces];
        ScanWalk { scan: self, options: Vec::with_capacity(self.pieces), before: 0, steps }
    }

    fn search<'e>(
        &'e self,
        walk: &mut ScanWalk<'e, W>,
        path: &[u32],
        run: &mut Run<'_>,
        sink: &mut UnitSink<'_>,
    ) -> ControlFlow<Cut> {
        // A dead end has nothing below it.
        let Ok(at) = self.enter(path) else { return ControlFlow::Continue(()) };
        walk.options.clear();
        walk.options.extend_from_slice(path);
        walk.before = path.len();
        walk.descend(at.filled, at.left, run, sink)
    }
}

impl<const W: usize> PathTree for Scan<W> {
    fn open(&self) -> Box<dyn PathWalk + '_> {
        Box::new(self.walk())
    }
}

/// A search on the way.
pub(crate) struct ScanWalk<'s, const W: usize> {
    scan: &'s Scan<W>,
    /// The path to the node that is searched; after a stop, to the node that was not expanded any more.
    options: TreePath,
    /// How many of the options were placed before.
    before: usize,
    /// The steps of each level, in a room each.
    steps: Vec<SweepStep<W>>,
}

impl<const W: usize> PathWalk for ScanWalk<'_, W> {
    fn stray_step(&mut self, path: &[u32], run: &mut Run<'_>) -> Result<Option<usize>, Stop> {
        run.check()?;
        Ok(self.scan.enter(path).err())
    }

    fn search_below(&mut self, path: &[u32], run: &mut Run<'_>, sink: &mut OptionSink<'_>) -> CoverEnd {
        match self.scan.search(self, path, run, &mut |options, _| sink(options)) {
            ControlFlow::Continue(()) => CoverEnd::Done,
            ControlFlow::Break(Cut::Stopped(stop)) => {
                CoverEnd::Stopped(stop, self.scan.left_at(&self.options, path.len()))
            }
            ControlFlow::Break(Cut::Enough | Cut::Budget) => CoverEnd::Enough,
        }
    }
}

impl<const W: usize> ScanWalk<'_, W> {
    fn descend(&mut self, filled: Mask<W>, left: u64, run: &mut Run<'_>, sink: &mut UnitSink<'_>) -> ControlFlow<Cut> {
        if let Err(stop) = run.step() {
            return ControlFlow::Break(Cut::Stopped(stop));
        }
        let Scan { sweep, room, .. } = self.scan;
        if left == 0 {
            let enough = filled == sweep.full && sink(&self.options, run.stats()).is_break();
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
        let end = start + sweep.fitting(filled, left, &mut self.steps[start..start + room]);
        run.generated((end - start) as u64);
        for at in start..end {
            let step = self.steps[at];
            let (filled, left) = (filled.or(step.mask), left & !(1 << step.piece));
            // Asked before the child is a node: of all children that fit on 5 x 11, more than half are dead.
            if !sweep.is_dead(filled, left) {
                self.options.push(step.option);
                // On a break the path stays as it is, and says where the search stopped.
                self.descend(filled, left, run, sink)?;
                self.options.pop();
            }
        }
        ControlFlow::Continue(())
    }
}
