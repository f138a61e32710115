//! All solutions by the fast engines: which one, and how symmetry is used.
//!
//! On a flat board the choice is between walking the tree along a sweep and folding it into the [`graph`](super::graph). An estimate of the tree's size decides: folding costs several times more a node, and
//! pays when the tree has very many. In space the most constrained branch wins. One piece, the breaker, is tried once in each orbit; its solutions stand for their images.

use std::ops::ControlFlow;

use super::backtrack::scan::Scan;
use super::backtrack::units::{self, TreeEngine as _};
use super::backtrack::{self, Cut, UNITS, by_sizes, can_sweep};
use super::graph::{self, FoldAids, NoGraph, WalkNodes, order};
use super::model::PackModel;
use super::paths::TreePath;
use super::puzzle::Puzzle;
use super::stream::SolutionStream;
use super::symmetry::{Class, Group};
use crate::run::{Limits, Run, Stop};

/// Trees of which solutions are listed are folded from so many nodes on: the graph keeps its edges, and costs more than a count.
const WALKED: f64 = 3e6;

/// Trees of up to this many nodes are counted by walking at once: two milliseconds, and a comparison with the fold takes about as long.
const WALKED_AT_ONCE: f64 = 2e4;

/// The nodes of each level that are drawn for a first estimate of a tree: within a third on all boards tried, in less than a millisecond.
const SAMPLE: usize = 100;

/// A better estimate, where a fold is compared with a walk, may take the walk divided by this.
const ESTIMATE: f64 = 30.0;

/// What a better estimate needs at most beside the fold: where there is less, the first one serves.
const ESTIMATE_BYTES: u64 = 128 << 20;

/// The most nodes of each level that are drawn.
const LARGE_SAMPLE: f64 = 2000.0;

/// The fold is given up for good when it has expanded the nodes of the walk divided by this, whatever was forecast.
const FOLD_COST: f64 = 2.0;

/// Nodes that are walked before a large tree is folded, some milliseconds. Who wants only so many solutions that they should come within [`WALKED`] nodes gets them all from this walk.
const HEAD_NODES: u64 = 1 << 16;

/// Solutions that are given before a large tree is folded.
const HEAD_SOLUTIONS: u64 = 4096;

/// A question that needs all solutions of a model.
#[derive(Clone, Copy)]
pub(crate) struct AllSolutions<'a> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) model: &'a PackModel,
    pub(crate) group: &'a Group,
    /// The kind that is tried once in each orbit.
    pub(crate) breaker: Option<usize>,
    pub(crate) threads: usize,
}

/// How many solutions the one that was found stands for: itself and its images.
pub(crate) type Weight = u64;

/// Subtrees whose solutions all stand for as many.
pub(crate) struct WeightedRoots {
    pub(crate) weight: Weight,
    pub(crate) roots: Vec<TreePath>,
}

/// What is wanted of the families of solutions.
pub(crate) enum WantedFamilies<'w> {
    /// One solution of each, and how many it stands for.
    Options(&'w mut dyn FnMut(&[u32], Weight) -> ControlFlow<()>),
    /// The number of solutions, added to what is there.
    Number(&'w mut u128),
}

impl WantedFamilies<'_> {
    /// Searches families of one weight.
    fn with_weight(
        &mut self,
        weight: Weight,
        search: impl FnOnce(units::WantedSolutions<'_, '_>) -> ControlFlow<Cut>,
    ) -> ControlFlow<Cut> {
        match self {
            WantedFamilies::Options(sink) => {
                search(units::WantedSolutions::Options(&mut |options| sink(options, weight)))
            }
            WantedFamilies::Number(found) => {
                search(units::WantedSolutions::Number(&mut |more| **found += u128::from(more) * u128::from(weight)))
            }
        }
    }

    /// Hands on the solutions of a part of a model, whose options have these numbers in the whole.
    fn with_numbers(
        &mut self,
        numbers: &[u32],
        weight: Weight,
        search: impl FnOnce(units::WantedSolutions<'_, '_>) -> ControlFlow<Cut>,
    ) -> ControlFlow<Cut> {
        let WantedFamilies::Options(sink) = self else { return self.with_weight(weight, search) };
        let mut whole = Vec::new();
        search(units::WantedSolutions::Options(&mut |options| {
            whole.clear();
            whole.extend(options.iter().map(|&option| numbers[option as usize]));
            sink(&whole, weight)
        }))
    }
}

impl<'a> AllSolutions<'a> {
    pub(crate) fn new(
        puzzle: &'a Puzzle,
        model: &'a PackModel,
        group: &'a Group,
        threads: usize,
        run: &mut Run<'_>,
    ) -> Result<AllSolutions<'a>, Stop> {
        let all = AllSolutions { puzzle, model, group, breaker: group.breaker(model, run)?, threads };
        Ok(AllSolutions { breaker: if puzzle.board().is_flat() { all.breaker } else { all.best_breaker(run)? }, ..all })
    }

    /// In space the breaker decides much, from 1.9 to 8 million nodes on the pyramid of IQ Puzzler Pro.
    fn best_breaker(&self, run: &mut Run<'_>) -> Result<Option<usize>, Stop> {
        if self.breaker.is_none() {
            return Ok(None);
        }
        let mut starts: Vec<Vec<u32>> = Vec::new();
        for kind in 0..self.model.kinds.len() {
            // Only what every solution has exactly one of can stand for its orbit.
            let is_single = self.model.kinds[kind].is_single();
            let classes = if is_single { self.group.classes(self.model, kind, run)? } else { Vec::new() };
            starts.push(classes.into_iter().flat_map(|class| class.options).collect());
        }
        let best = backtrack::most_binding(self.puzzle, self.model, &starts, run)?;
        Ok(best.or(self.breaker))
    }

    /// The engine for a flat board, and the roots of its tree by weight.
    pub(crate) fn scan<const W: usize, const L: usize>(
        &self,
        run: &mut Run<'_>,
    ) -> Result<(Scan<W, L>, Vec<WeightedRoots>), Stop> {
        let families = match self.breaker {
            None => vec![WeightedRoots { weight: 1, roots: vec![TreePath::new()] }],
            Some(breaker) => {
                let classes = self.group.classes(self.model, breaker, run)?;
                let roots = |class: &Class| class.options.iter().map(|&option| vec![option]).collect();
                classes.iter().map(|class| WeightedRoots { weight: class.weight, roots: roots(class) }).collect()
            }
        };
        let first: Vec<u32> = families.iter().flat_map(|family| family.roots.iter().flatten().copied()).collect();
        let first = self.breaker.map(|_| &first[..]);
        let scan = Scan::new(self.puzzle, self.model, &order::best(self.puzzle, self.model), first, run)?;
        Ok((scan, families))
    }

    /// The model with only these options of the breaker, in ascending order.
    pub(crate) fn with_breaker(
        &self,
        breaker: usize,
        options: &[u32],
        run: &mut Run<'_>,
    ) -> Result<(PackModel, Vec<u32>), Stop> {
        self.model.restrict(run, |option| {
            let is_breaker = self.model.options[option].kind as usize == breaker;
            !is_breaker || options.binary_search(&(option as u32)).is_ok()
        })
    }

    /// Whether the first empty cell is filled next: on flat boards.
    pub(crate) fn is_swept(&self) -> bool {
        self.puzzle.board().is_flat() && can_sweep(self.model)
    }

    /// Whether the tree is so large that it should be folded.
    pub(crate) fn is_large(&self, run: &mut Run<'_>) -> Result<bool, Stop> {
        Ok(self.nodes(SAMPLE, run)? > WALKED)
    }

    /// About how many nodes a walk would have; 0 where folding is out of the question.
    fn nodes(&self, sample: usize, run: &mut Run<'_>) -> Result<f64, Stop> {
        if !self.is_swept() {
            return Ok(0.0);
        }
        let held = run.held();
        let nodes = by_sizes!(self.model, nodes_with(self, sample, run));
        run.release_to(held);
        nodes
    }

    /// The number of solutions by the graph. `None` when it does not fit, or does not pay.
    pub(crate) fn fold(&self, run: &mut Run<'_>) -> Result<Option<u128>, Stop> {
        let nodes = self.nodes(SAMPLE, run)?;
        if nodes <= WALKED_AT_ONCE {
            return Ok(None);
        }
        let threads = self.fold_threads(run);
        let mut part = run.portion((nodes / FOLD_COST) as u64);
        let sample = (nodes / (ESTIMATE * self.model.most_placed() as f64)).clamp(SAMPLE as f64, LARGE_SAMPLE) as usize;
        let mut better = |run: &mut Run<'_>| {
            let has_room = run.remaining().memory.is_none_or(|left| left >= ESTIMATE_BYTES);
            if sample > 2 * SAMPLE && has_room { self.nodes(sample, run) } else { Ok(nodes) }
        };
        let walk = Some(WalkNodes { rough: nodes, better: &mut better });
        let aids = FoldAids { walk, maps: &self.group.maps, threads };
        let counted = graph::count_paths(self.puzzle, self.model, aids, &mut part);
        run.join(&part);
        part.done().into_iter().for_each(|done| run.note_done(done));
        match counted {
            Ok(count) => Ok(Some(count)),
            // Its own budget or the run's: then the run says so.
            Err(NoGraph::Stopped(Stop::Nodes)) if run.check().is_ok() => Ok(None),
            Err(NoGraph::Stopped(stop)) => {
                run.note_estimate(part.estimate().and_then(two_digits));
                Err(stop)
            }
            // A walk would be as long as the number is large.
            Err(NoGraph::Overflow) => Err(Stop::TooMany),
            Err(NoGraph::TooLarge) => Ok(None),
        }
    }

    /// How many threads may fold: a limit on nodes must be met exactly, so it keeps the count on one.
    pub(crate) fn fold_threads(&self, run: &Run<'_>) -> usize {
        if run.remaining().nodes.is_some() { 1 } else { self.threads }
    }

    /// Every solution of a large tree, or the first `most`, in the order of the graph's paths: the first ones by a walk, so that nobody waits for them until the tree is folded; the others by the graph, or by the walk if the graph
    /// would be too large. Both take the first empty cell and its steps in turn, so the order is the same.
    pub(crate) fn in_order(
        &self,
        most: u64,
        run: &mut Run<'_>,
        stream: &mut SolutionStream<'_, '_>,
    ) -> Result<ControlFlow<Cut>, Stop> {
        let held = run.held();
        let end = by_sizes!(self.model, head_with(self, most, run, stream));
        run.release_to(held);
        let end = end?;
        if end != ControlFlow::Break(Cut::Budget) {
            return Ok(end);
        }
        match graph::unfold(self.puzzle, self.model, stream.found, run, stream) {
            Ok(end) => Ok(end),
            Err(NoGraph::Stopped(stop)) => Err(stop),
            Err(NoGraph::TooLarge | NoGraph::Overflow) => {
                let mut given = stream.found;
                let mut give = |options: &[u32], _| {
                    if let Some(left) = given.checked_sub(1) {
                        given = left;
                        return ControlFlow::Continue(());
                    }
                    stream.give(options)
                };
                Ok(AllSolutions { breaker: None, ..*self }.walk(run, WantedFamilies::Options(&mut give)))
            }
        }
    }

    /// Gives what is wanted of each family.
    pub(crate) fn walk(&self, run: &mut Run<'_>, mut wanted: WantedFamilies<'_>) -> ControlFlow<Cut> {
        if self.is_swept() {
            return self.sweep(run, &mut wanted);
        }
        let Some(breaker) = self.breaker else {
            let search = |wanted: units::WantedSolutions<'_, '_>| {
                backtrack::every(self.puzzle, self.model, self.threads, run, wanted)
            };
            return wanted.with_weight(1, search);
        };
        let held = run.held();
        let classes = flow(self.group.classes(self.model, breaker, run).map_err(Cut::Stopped))?;
        let whole = classes.iter().map(|class| class.options.len()).sum::<usize>() as f64;
        let mut begun = 0;
        // A model of its own for each class: the engine may place the breaker anywhere on the way, and must then see only the placements that stand for so many.
        for class in classes {
            let (part, numbers) = flow(self.with_breaker(breaker, &class.options, run).map_err(Cut::Stopped))?;
            let (from, to) = (begun as f64 / whole, (begun + class.options.len()) as f64 / whole);
            begun += class.options.len();
            run.stage(from, to, |run| {
                wanted.with_numbers(&numbers, class.weight, |wanted| {
                    backtrack::every(self.puzzle, &part, self.threads, run, wanted)
                })
            })?;
            run.release_to(held);
        }
        ControlFlow::Continue(())
    }
}

impl AllSolutions<'_> {
    /// Gives what is wanted of each family, the first empty cell next; on any board that can be swept.
    pub(crate) fn sweep(&self, run: &mut Run<'_>, wanted: &mut WantedFamilies<'_>) -> ControlFlow<Cut> {
        by_sizes!(self.model, scan_with(self, run, wanted))
    }
}

/// Breaks with [`Cut::Enough`] when the caller has enough; continues when the whole tree was small; a stop of its own budget is [`Cut::Budget`].
fn head_with<const W: usize, const L: usize>(
    all: &AllSolutions<'_>,
    most: u64,
    run: &mut Run<'_>,
    stream: &mut SolutionStream<'_, '_>,
) -> Result<ControlFlow<Cut>, Stop> {
    let scan = Scan::<W, L>::new(all.puzzle, all.model, &order::best(all.puzzle, all.model), None, run)?;
    let left = run.remaining();
    let budget = if most == u64::MAX { HEAD_NODES } else { WALKED as u64 };
    let nodes = left.nodes.map_or(budget, |left| left.min(budget));
    let mut own = Run::new(Limits { nodes: Some(nodes), ..left }, run.control());
    let mut has_enough = false;
    let end = scan.search(&mut scan.walk(), &[], &mut own, &mut |options, stats| {
        has_enough = stream.give(options).is_break();
        let is_short = stats.expanded < HEAD_NODES && stream.found < HEAD_SOLUTIONS;
        let goes_on = is_short || nodes_to(most, stream.found, stats.expanded) <= WALKED;
        if goes_on && !has_enough { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    run.absorb(own.stats());
    match end {
        ControlFlow::Break(Cut::Stopped(Stop::Nodes)) => run.check().map(|()| ControlFlow::Break(Cut::Budget)),
        ControlFlow::Break(Cut::Stopped(stop)) => Err(stop),
        ControlFlow::Break(Cut::Enough) if !has_enough => Ok(ControlFlow::Break(Cut::Budget)),
        end => Ok(end),
    }
}

/// A number rounded to the two digits that an estimate may claim; `None` beyond what a count holds.
fn two_digits(number: u128) -> Option<u128> {
    let mut scale = 1;
    while number / scale >= 100 {
        scale *= 10;
    }
    (number >> 127 == 0).then(|| (number + scale / 2) / scale * scale)
}

/// The nodes to a number of solutions, if they go on coming as those found so far.
fn nodes_to(most: u64, found: u64, nodes: u64) -> f64 {
    nodes as f64 * (most as f64 / found as f64)
}

/// A result as a flow, so that `?` ends a search with it.
fn flow<T>(result: Result<T, Cut>) -> ControlFlow<Cut, T> {
    match result {
        Ok(value) => ControlFlow::Continue(value),
        Err(cut) => ControlFlow::Break(cut),
    }
}

fn nodes_with<const W: usize, const L: usize>(
    all: &AllSolutions<'_>,
    sample: usize,
    run: &mut Run<'_>,
) -> Result<f64, Stop> {
    let (scan, _) = all.scan::<W, L>(run)?;
    scan.estimate(sample, run)
}

fn scan_with<const W: usize, const L: usize>(
    all: &AllSolutions<'_>,
    run: &mut Run<'_>,
    wanted: &mut WantedFamilies<'_>,
) -> ControlFlow<Cut> {
    let (scan, families) = flow(all.scan::<W, L>(run).map_err(Cut::Stopped))?;
    let whole = families.iter().map(|family| family.roots.len()).sum::<usize>() as f64;
    let mut begun = 0;
    families.into_iter().try_for_each(|WeightedRoots { weight, roots }| {
        let (from, to) = (begun as f64 / whole, (begun + roots.len()) as f64 / whole);
        begun += roots.len();
        run.stage(from, to, |run| {
            let units = flow(scan.split(roots, UNITS, run).map_err(Cut::Stopped))?;
            wanted.with_weight(weight, |wanted| units::search(&scan, &units, all.threads, run, wanted))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_claims_two_digits_or_nothing() {
        assert_eq!([7, 99, 12_345, 129_600].map(two_digits), [7, 99, 12_000, 130_000].map(Some));
        assert_eq!([1 << 127, u128::MAX].map(two_digits), [None, None]);
    }
}
