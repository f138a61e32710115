//! All solutions by the fast engines: which one, and how symmetry is used.
//!
//! On a flat board the choice is between walking the tree along a sweep and folding it into the [`graph`](super::graph). An estimate of the tree's size decides: folding costs several times more a node, and
//! pays when the tree has very many. In space the most constrained branch wins. One piece, the breaker, is tried once in each orbit; its solutions stand for their images.

use std::ops::ControlFlow;

use super::backtrack::scan::Scan;
use super::backtrack::units;
use super::backtrack::{self, Cut, MOST_CELLS, UNITS, by_words};
use super::graph::{self, Refusal, order};
use super::model::Model;
use super::puzzle::Puzzle;
use super::symmetry::Group;
use crate::run::Run;

/// Trees up to this many nodes are walked, larger ones folded. The pentominoes on 6 x 10 have 762 thousand and take 70 ms to walk, 490 ms to fold; IQ Puzzler Pro on 5 x 11
/// has about 40 million and takes 340 ms to fold.
const WALKED: f64 = 3e6;

/// Random ways down for the estimate: within a factor of two on all boards tried, in 0.7 ms.
const PROBES: u32 = 100;

/// A question that needs all solutions of a model.
#[derive(Clone, Copy)]
pub(crate) struct All<'a> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) model: &'a Model,
    pub(crate) group: &'a Group,
    /// The piece that is tried once in each orbit.
    pub(crate) breaker: Option<usize>,
    pub(crate) threads: usize,
}

/// How many solutions the one that was found stands for: itself and its images.
pub(crate) type Weight = u64;

/// What is wanted of the families of solutions.
pub(crate) enum Wanted<'w> {
    /// One solution of each, and how many it stands for.
    Options(&'w mut dyn FnMut(&[u32], Weight) -> ControlFlow<()>),
    /// The number of solutions, added to what is there.
    Number(&'w mut u128),
}

impl Wanted<'_> {
    /// Searches families of one weight.
    fn with_weight(
        &mut self,
        weight: Weight,
        search: impl FnOnce(units::Wanted<'_, '_>) -> ControlFlow<Cut>,
    ) -> ControlFlow<Cut> {
        match self {
            Wanted::Options(sink) => search(units::Wanted::Options(&mut |options| sink(options, weight))),
            Wanted::Number(found) => {
                search(units::Wanted::Number(&mut |more| **found += u128::from(more) * u128::from(weight)))
            }
        }
    }

    /// The same for a part of a model, whose options have these numbers in the whole.
    fn with_numbers(
        &mut self,
        numbers: &[u32],
        weight: Weight,
        search: impl FnOnce(units::Wanted<'_, '_>) -> ControlFlow<Cut>,
    ) -> ControlFlow<Cut> {
        let Wanted::Options(sink) = self else { return self.with_weight(weight, search) };
        let mut whole = Vec::new();
        search(units::Wanted::Options(&mut |options| {
            whole.clear();
            whole.extend(options.iter().map(|&option| numbers[option as usize]));
            sink(&whole, weight)
        }))
    }
}

impl<'a> All<'a> {
    pub(crate) fn new(puzzle: &'a Puzzle, model: &'a Model, group: &'a Group, threads: usize) -> All<'a> {
        let all = All { puzzle, model, group, breaker: group.breaker(model), threads };
        All { breaker: if puzzle.board().is_flat() { all.breaker } else { all.best_breaker() }, ..all }
    }

    /// In space the breaker decides much, from 1.9 to 8 million nodes on the pyramid of IQ Puzzler Pro.
    fn best_breaker(&self) -> Option<usize> {
        self.breaker?;
        let starts =
            |piece| self.group.classes(self.model, piece).into_iter().flat_map(|class| class.options).collect();
        let starts: Vec<Vec<u32>> = (0..self.model.loose.len()).map(starts).collect();
        backtrack::most_binding(self.puzzle, self.model, &starts)
    }

    /// The model with only these options of the breaker, in ascending order.
    fn with_breaker(&self, breaker: usize, options: &[u32]) -> (Model, Vec<u32>) {
        self.model.restrict(|option| {
            let is_breaker = self.model.options[option].piece as usize == breaker;
            !is_breaker || options.binary_search(&(option as u32)).is_ok()
        })
    }

    /// Whether the tree is so large that it should be folded.
    pub(crate) fn is_large(&self) -> bool {
        let cells = self.model.free.len();
        self.puzzle.board().is_flat() && cells <= MOST_CELLS && by_words!(cells, is_large_with(self))
    }

    /// The number of solutions by the graph. `None` when it does not fit, or does not pay.
    pub(crate) fn fold(&self, run: &mut Run<'_>) -> Result<Option<u128>, crate::run::Stop> {
        if !self.is_large() {
            return Ok(None);
        }
        match graph::count_paths(self.puzzle, self.model, run) {
            Ok(count) => Ok(Some(count)),
            Err(Refusal::Stopped(stop)) => Err(stop),
            Err(Refusal::TooLarge | Refusal::Overflow) => Ok(None),
        }
    }

    /// Gives what is wanted of each family.
    pub(crate) fn walk(&self, run: &mut Run<'_>, mut wanted: Wanted<'_>) -> ControlFlow<Cut> {
        let cells = self.model.free.len();
        if self.puzzle.board().is_flat() {
            return by_words!(cells, scan_with(self, run, &mut wanted));
        }
        let Some(breaker) = self.breaker else {
            let search =
                |wanted: units::Wanted<'_, '_>| backtrack::every(self.puzzle, self.model, self.threads, run, wanted);
            return wanted.with_weight(1, search);
        };
        for class in self.group.classes(self.model, breaker) {
            let (part, numbers) = self.with_breaker(breaker, &class.options);
            wanted.with_numbers(&numbers, class.weight, |wanted| {
                backtrack::every(self.puzzle, &part, self.threads, run, wanted)
            })?;
        }
        ControlFlow::Continue(())
    }
}

fn is_large_with<const W: usize>(all: &All<'_>) -> bool {
    let scan = Scan::<W>::new(all.puzzle, all.model, &order::best(all.puzzle, all.model));
    let options = all.breaker.map(|breaker| {
        let classes = all.group.classes(all.model, breaker).into_iter();
        classes.flat_map(|class| class.options).collect::<Vec<u32>>()
    });
    let starts = scan.starts(all.model, options.as_deref());
    scan.estimate(&starts, PROBES) > WALKED
}

fn scan_with<const W: usize>(all: &All<'_>, run: &mut Run<'_>, wanted: &mut Wanted<'_>) -> ControlFlow<Cut> {
    let scan = Scan::<W>::new(all.puzzle, all.model, &order::best(all.puzzle, all.model));
    let mut search = |starts, weight: Weight| {
        let units = match scan.split(starts, UNITS, run) {
            Ok(units) => units,
            Err(stop) => return ControlFlow::Break(Cut::Stopped(stop)),
        };
        wanted.with_weight(weight, |wanted| units::search(&scan, &units, all.threads, run, wanted))
    };
    let Some(breaker) = all.breaker else {
        return search(scan.starts(all.model, None), 1);
    };
    let classes = all.group.classes(all.model, breaker);
    classes.iter().try_for_each(|class| search(scan.starts(all.model, Some(&class.options)), class.weight))
}
