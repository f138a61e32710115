//! Counting without the graph: how many ways lead to each state, one level after the other.
//!
//! Words: a **layer** is some or all states of one level, each with the number of ways that lead to it. The ways to a state are the sum of those to the states before it, so of all levels only two are kept, and no edges. Of 21 equal
//! pieces on 21 cells that is a tenth of the graph's memory.
//!
//! A level that does not fit the memory is **cut**: as many of its states are made as have room, those are counted to the end, then the rest is made. Ways add up, so the sum is exact; but states that two layers have in
//! common are not merged, so it takes longer the smaller the layers are.

use super::build::{Account, Child, LOOK, Levels, has_room};
use super::forecast::{self, Forecast};
use super::levels::{LevelTree, NearLevels};
use super::table::{self, StateTable, TableKey};
use super::{FoldAids, NoGraph, WalkNodes, order, together};
use crate::dice::Dice;
use crate::pack::backtrack::{by_sizes, can_sweep};
use crate::pack::model::PackModel;
use crate::pack::puzzle::Puzzle;
use crate::pack::sample::sampled;
use crate::pack::sweep::near::NearSweep;
use crate::run::{Control, Limits, Run, Stop};

/// States of a layer are numbered by 32 bits, with room to spare.
const MOST_STATES: usize = (u32::MAX / 2) as usize;

/// The fold is compared with a walk when it has cost the walk divided by this: by then it is worth to know.
const EARLY: f64 = 32.0;

/// A comparison may take the walk divided by this.
const EFFORT: f64 = 64.0;

/// The fewest states of a level that are drawn for it.
const LEAST_SAMPLE: f64 = 50.0;

/// A forecast may be wrong by so much: a fold that looks worse than a walk by less goes on while a level costs little, the walk divided by [`CHEAP`]. The walk is estimated again, by a larger sample, where the two are as near as that.
const UNSURE: f64 = 4.0;
const CHEAP: f64 = 16.0;

/// States that are kept of a level for an estimate: a millisecond or two. A wide board takes longer a state, so it has fewer.
const SAMPLE: usize = 500;

/// The number of solutions. Refused as too many when some state has more than 2^127 ways to it, even if it is a dead end; as too large when the memory has no room for one state and its children.
pub(super) fn count(
    puzzle: &Puzzle,
    model: &PackModel,
    aids: FoldAids<'_>,
    run: &mut Run<'_>,
) -> Result<u128, NoGraph> {
    if !can_sweep(model) {
        return Err(NoGraph::TooLarge);
    }
    let held = run.held();
    let count = by_sizes!(model, count_with(puzzle, model, aids, run));
    run.release_to(held);
    count
}

fn count_with<const W: usize, const L: usize>(
    puzzle: &Puzzle,
    model: &PackModel,
    aids: FoldAids<'_>,
    run: &mut Run<'_>,
) -> Result<u128, NoGraph> {
    if W > 1 && has_room::<W>(model, run) {
        let near = NearSweep::<L>::of::<W>(puzzle, model, &order::best(puzzle, model), run);
        if let Some(near) = near.map_err(NoGraph::Stopped)? {
            return count_levels(&NearLevels::new(near), model, aids, run);
        }
    }
    let levels = Levels::<W, L>::new(puzzle, model, run)?.with_mirror(puzzle, model, aids.maps, run)?;
    count_levels(&levels, model, aids, run)
}

/// Counts with all threads; where that needs more than half of the memory, or comes to a limit that one thread meets in its own way, once more with one. So sum, states and children are always those of one thread.
fn count_levels<T: LevelTree>(
    levels: &T,
    model: &PackModel,
    mut aids: FoldAids<'_>,
    run: &mut Run<'_>,
) -> Result<u128, NoGraph> {
    let Child::State(root) = levels.first() else { return Ok(1) };
    let room = run.remaining().memory;
    if aids.threads > 1 {
        let mut part = run.portion(u64::MAX);
        let walk = aids.walk.as_mut().map(|walk| WalkNodes { rough: walk.rough, better: &mut *walk.better });
        let mut count = LayerCount::new(levels, walk, room);
        (count.threads, count.account) = (aids.threads, Account::up_to(room.map(|room| room / 2)));
        let counted = count.whole(root, model, &mut part);
        if !count.is_given_up && !matches!(counted, Err(NoGraph::Overflow | NoGraph::Stopped(Stop::Nodes))) {
            run.join(&part);
            part.done().into_iter().for_each(|done| run.note_done(done));
            run.note_estimate(part.estimate());
            return counted;
        }
        run.note_passing(part.stats().peak_bytes);
    }
    LayerCount::new(levels, aids.walk, room).whole(root, model, run)
}

/// Some states of one level, and the number of ways to each.
struct Layer<S> {
    states: Vec<S>,
    ways: Vec<u128>,
}

impl<S: TableKey> Layer<S> {
    fn bytes(&self) -> u64 {
        (size_of_val(&self.states[..]) + size_of_val(&self.ways[..])) as u64
    }

    /// How many ways there are to all its states: to the digit, whatever their order.
    fn nodes(&self) -> f64 {
        let halves = |sum: (u128, u128), ways: &u128| (sum.0 + (ways >> 64), sum.1 + (ways & u128::from(u64::MAX)));
        let (upper, lower) = self.ways.iter().fold((0, 0), halves);
        upper as f64 * 2f64.powi(64) + lower as f64
    }

    /// About so many states that stand for equal shares of the ways, the same whatever the order: what is chance elsewhere is the hash of a state.
    fn drawn(&self, many: usize) -> Vec<(S, f64)> {
        let (all, nodes) = (self.states.len() <= many, self.nodes());
        let mut drawn: Vec<(u64, S, f64)> = Vec::new();
        for (&state, &ways) in self.states.iter().zip(&self.ways) {
            let (hash, ways) = (state.hash(), ways as f64);
            let points = if all { 1 } else { (ways * many as f64 / nodes + hash as f64 / 2f64.powi(64)) as usize };
            drawn.extend(std::iter::repeat_n((hash, state, ways), points));
        }
        drawn.sort_unstable_by_key(|&(hash, ..)| hash);
        let share = nodes / drawn.len() as f64;
        drawn.into_iter().map(|(_, state, ways)| (state, if all { ways } else { share })).collect()
    }
}

/// A layer that is made; states that come again are merged.
pub(crate) struct GrowingLayer<S> {
    table: StateTable<S>,
    ways: Vec<u128>,
}

impl<S: TableKey> GrowingLayer<S> {
    pub(crate) fn new() -> GrowingLayer<S> {
        GrowingLayer { table: StateTable::new(), ways: Vec::new() }
    }

    /// Its bytes with room for so many more states.
    pub(crate) fn bytes_with(&self, more: usize) -> u64 {
        (table::room_for(&self.ways, more) * size_of::<u128>()) as u64 + self.table.bytes_with(more)
    }

    /// Makes room for so many more states.
    pub(crate) fn make_room(&mut self, more: usize) {
        table::make_room(&mut self.ways, more);
        self.table.make_room(more);
    }

    /// Adds ways to a state, for which there must be room; whether they are too many.
    #[inline]
    pub(crate) fn add(&mut self, state: S, ways: u128) -> bool {
        let at = self.table.number(state) as usize;
        if at == self.ways.len() {
            self.ways.push(0);
        }
        self.ways[at] = self.ways[at].saturating_add(ways);
        self.ways[at] >> 127 != 0
    }

    /// The states in the order in which they came, with their ways.
    pub(crate) fn into_states(self) -> (Vec<S>, Vec<u128>) {
        (self.table.into_keys(), self.ways)
    }
}

/// A count under way.
struct LayerCount<'l, 'w, T: LevelTree> {
    levels: &'l T,
    steps: Vec<T::Step>,
    account: Account,
    /// The bytes for all layers together.
    room: Option<u64>,
    /// Whether a level did not fit: from then on layers are cut, so that each level has its share of the room.
    is_cut: bool,
    found: u128,
    /// The walk that the fold is compared with.
    rival: Option<Rival<'w>>,
    forecast: Forecast,
    threads: usize,
    /// Whether several threads came to what one must do.
    is_given_up: bool,
}

/// A walk of the same tree.
struct Rival<'w> {
    walk: WalkNodes<'w>,
    better: Option<f64>,
}

impl Rival<'_> {
    /// About how many nodes it would have, beside a fold that costs so much more: by a better estimate, if that may decide.
    fn nodes(&mut self, fold: f64, run: &mut Run<'_>) -> Result<f64, Stop> {
        let rough = self.walk.rough;
        if self.better.is_none() && (rough / UNSURE..rough * UNSURE).contains(&fold) {
            self.better = Some((self.walk.better)(run)?);
        }
        Ok(self.better.unwrap_or(rough))
    }
}

impl<'l, 'w, T: LevelTree> LayerCount<'l, 'w, T> {
    fn new(levels: &'l T, walk: Option<WalkNodes<'w>>, room: Option<u64>) -> LayerCount<'l, 'w, T> {
        LayerCount {
            steps: levels.room(),
            levels,
            account: Account::default(),
            room,
            is_cut: false,
            found: 0,
            rival: walk.map(|walk| Rival { walk, better: None }),
            forecast: Forecast::default(),
            threads: 1,
            is_given_up: false,
        }
    }

    /// Counts everything below the root.
    fn whole(&mut self, root: T::State, model: &PackModel, run: &mut Run<'_>) -> Result<u128, NoGraph> {
        self.fold(Layer { states: vec![root], ways: vec![1] }, 0, model.most_placed() as u64, run)?;
        Ok(self.found)
    }

    /// Counts a layer to the end. `above` are the bytes of the layers above it that wait for their turn, `levels` how many are to come.
    fn fold(
        &mut self,
        mut layer: Layer<T::State>,
        above: u64,
        mut levels: u64,
        run: &mut Run<'_>,
    ) -> Result<(), NoGraph> {
        // The part of the work that is done, every level being taken for as much work as any other.
        let mut share = 0.0;
        while levels > 0 && !layer.states.is_empty() {
            if !self.pays(&layer, levels, run)? {
                return Err(NoGraph::TooLarge);
            }
            let states = layer.states.len().max(1) as f64;
            let share_at = |state: usize| share + (1.0 - share) * state as f64 / states;
            let mut from = 0;
            let begun = self.advance(&layer, 0, above, levels, run);
            if let (Err(NoGraph::Stopped(_)), false) = (&begun, self.is_cut) {
                run.note_estimate(self.estimate(&layer));
            }
            let (mut next, mut done) = begun?;
            while done < layer.states.len() {
                let (begin, end) = (share_at(from), share_at(done));
                run.stage(begin, end, |run| self.fold(next, above + layer.bytes(), levels - 1, run))?;
                from = done;
                (next, done) = self.advance(&layer, done, above, levels, run)?;
            }
            share = share_at(from) + (1.0 - share_at(from)) / levels as f64;
            run.note_done(share);
            // The last part of a layer needs it no more.
            layer = next;
            levels -= 1;
        }
        Ok(())
    }

    /// Whether to go on with the fold, now that a level is known and so many are to come.
    fn pays(&mut self, layer: &Layer<T::State>, levels: u64, run: &mut Run<'_>) -> Result<bool, NoGraph> {
        // The levels of a part of a level say nothing about the whole.
        let Some(rough) = self.rival.as_ref().filter(|_| !self.is_cut).map(|rival| rival.walk.rough) else {
            return Ok(true);
        };
        self.forecast.note(layer.states.len(), layer.nodes());
        let so_far = run.stats();
        if forecast::cost_of(so_far.expanded, so_far.generated) < rough / EARLY {
            return Ok(true);
        }
        let sample = (rough / (EFFORT * levels as f64)).clamp(LEAST_SAMPLE, SAMPLE as f64) as usize;
        let mut own = Run::beside(Limits::default(), run.control());
        let Some((nodes, _)) = self.sample(layer, sample, &mut own) else { return Ok(true) };
        let remaining = self.forecast.remaining(&nodes);
        let Some(rival) = &mut self.rival else { return Ok(true) };
        let walk = rival.nodes(remaining, run).map_err(NoGraph::Stopped)?;
        // A level that costs little against the walk makes the next forecast better.
        let level = forecast::cost(layer.states.len() as f64, nodes.get(1).unwrap_or(&0.0) / nodes[0]);
        Ok(remaining <= walk || (remaining <= UNSURE * walk && level <= walk / CHEAP))
    }

    /// About how many nodes the tree has on a level and on each below it, and how many solutions: by so many states of each level.
    ///
    /// Of every level only some states are kept: a state is as likely to be kept as there are ways to it, and all that are kept stand for equal shares of the ways. So the sum is right on the average, and the closer the
    /// further the fold was. `None` when the run stops it.
    fn sample(&mut self, layer: &Layer<T::State>, sample: usize, run: &mut Run<'_>) -> Option<(Vec<f64>, f64)> {
        let (mut dice, many) = (Dice::new(0), (sample / T::WIDTH).max(1));
        let (mut nodes, mut found) = (vec![layer.nodes()], 0.0);
        let mut states = layer.drawn(many);
        while !states.is_empty() {
            let mut below = Vec::new();
            for (state, ways) in states {
                let expanded = self.levels.children(state, &mut self.steps, run, |child| match child {
                    Child::State(child) => below.push((child, ways)),
                    Child::Solved => found += ways,
                });
                expanded.ok()?;
            }
            nodes.push(below.iter().map(|(_, ways)| ways).sum());
            states = sampled(below.iter().copied(), many, &mut dice);
        }
        Some((nodes, found))
    }

    /// About how many solutions there are when the whole of a level is known; `None` when no sample comes upon one. It is few states and the run has ended, so it asks no limit.
    fn estimate(&mut self, layer: &Layer<T::State>) -> Option<u128> {
        let control = Control::new();
        let (_, below) = self.sample(layer, SAMPLE, &mut Run::new(Limits::default(), &control))?;
        let found = self.found as f64 + below;
        (found >= 1.0).then_some(found as u128)
    }

    /// The next layer: the children of the states from `from` on, as many as fit. Gives it, and the first state that has not been expanded.
    fn advance(
        &mut self,
        layer: &Layer<T::State>,
        from: usize,
        above: u64,
        levels: u64,
        run: &mut Run<'_>,
    ) -> Result<(Layer<T::State>, usize), NoGraph> {
        if self.threads > 1 && layer.states.len() >= together::LEAST {
            return Ok((self.advance_together(layer, run)?, layer.states.len()));
        }
        let mut next = GrowingLayer::new();
        let mut at = from;
        while at < layer.states.len() {
            match self.look(&next, layer.states.len() - at, above + layer.bytes(), levels, run)? {
                Some(look) => {
                    let end = layer.states.len().min(at + look);
                    self.expand(layer, at..end, &mut next, run)?;
                    at = end;
                }
                None if self.threads > 1 => return Err(self.give_up()),
                None if !self.is_cut => {
                    // What was made would leave no room for the levels below it: it is made again, in its share.
                    self.is_cut = true;
                    (next, at) = (GrowingLayer::new(), from);
                }
                None if at == from => return Err(NoGraph::TooLarge),
                None => break,
            }
        }
        let (mut states, mut ways) = next.into_states();
        if self.is_cut {
            states.shrink_to_fit();
            ways.shrink_to_fit();
        }
        Ok((Layer { states, ways }, at))
    }

    /// The next layer, by all threads: the whole of it.
    fn advance_together(&mut self, layer: &Layer<T::State>, run: &mut Run<'_>) -> Result<Layer<T::State>, NoGraph> {
        let states = layer.states.len() as u64;
        let fixed = layer.bytes() + together::bytes_of::<T::State>(self.threads);
        if run.remaining().nodes.is_some_and(|left| left < states) || self.account.reach(fixed, run).is_err() {
            return Err(self.give_up());
        }
        let room = self.account.left(run).unwrap_or(u64::MAX);
        let made = together::children(self.levels, (&layer.states, &layer.ways), self.threads, room, run);
        let Some(made) = made.map_err(NoGraph::Stopped)? else { return Err(self.give_up()) };
        self.found = self.found.saturating_add(made.found);
        let next = Layer { states: made.states, ways: made.ways };
        // What the shards had, and their states once more.
        let passed = self.account.reach(fixed + made.bytes + next.bytes(), run);
        if self.found >> 127 != 0 || passed.is_err() { Err(self.give_up()) } else { Ok(next) }
    }

    /// What several threads do not do; one will.
    fn give_up(&mut self) -> NoGraph {
        self.is_given_up = true;
        NoGraph::TooLarge
    }

    /// How many of the `states` left may be expanded before the memory is looked at again; their children have room from now on in the account. `None` when there is no room for those of one.
    fn look(
        &mut self,
        next: &GrowingLayer<T::State>,
        states: usize,
        waiting: u64,
        levels: u64,
        run: &mut Run<'_>,
    ) -> Result<Option<usize>, NoGraph> {
        let share = match self.room {
            Some(room) if self.is_cut => self.share(room.saturating_sub(waiting), levels),
            _ => u64::MAX,
        };
        let mut look = LOOK.min(states);
        while look > 0 {
            let most = self.levels.most(look);
            let bytes = next.bytes_with(most);
            if bytes <= share && next.ways.len() + most < MOST_STATES {
                match self.account.reach(waiting + bytes, run) {
                    Err(NoGraph::TooLarge) => {}
                    reached => return reached.map(|()| Some(look)),
                }
            }
            look /= 2;
        }
        Ok(None)
    }

    /// The bytes that the next layer may have of those that are left: a third, for the layers below it need room, too, but every level has room for the children of one state. On IQ Puzzler Pro with 8 MB a third needs 9.9 million
    /// nodes, a half 9.2, a sixth 12.2; with 1 MB it is 62, 67 and 63 million.
    fn share(&self, left: u64, levels: u64) -> u64 {
        let least = GrowingLayer::<T::State>::new().bytes_with(self.levels.most(1));
        (left / levels.min(3)).max(least).min(left.saturating_sub(least * (levels - 1)))
    }

    fn expand(
        &mut self,
        layer: &Layer<T::State>,
        range: std::ops::Range<usize>,
        next: &mut GrowingLayer<T::State>,
        run: &mut Run<'_>,
    ) -> Result<(), NoGraph> {
        next.make_room(self.levels.most(range.len()));
        let mut children = 0;
        let mut is_too_many = false;
        for (&state, &ways) in layer.states[range.clone()].iter().zip(&layer.ways[range]) {
            self.levels.children(state, &mut self.steps, run, |child| {
                children += 1;
                match child {
                    Child::State(child) => is_too_many |= next.add(self.levels.canonical(child), ways),
                    Child::Solved => {
                        self.found = self.found.saturating_add(ways);
                        is_too_many |= self.found >> 127 != 0;
                    }
                }
            })?;
        }
        run.generated(children);
        if is_too_many { Err(NoGraph::Overflow) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::symmetry::Group;
    use crate::pack::{sets, text};

    /// What a count finds, and the states and children that it had.
    fn counted(count: impl FnOnce(&mut Run<'_>) -> Result<u128, NoGraph>) -> (u128, u64, u64) {
        let control = Control::new();
        let mut run = Run::new(Limits::default(), &control);
        let found = count(&mut run).unwrap();
        (found, run.stats().expanded, run.stats().generated)
    }

    #[test]
    fn near_states_are_those_of_the_sweep() {
        let whole = "XXXXXXXXXXXX\n";
        let holed = whole.repeat(3) + &"XXXXX..XXXXX\n".repeat(2) + &whole.repeat(2);
        for text in [
            "6 12 1\nDEFAULT\nAA\nA\nCOPIES A 24\n",
            "7 10 1\nDEFAULT\nAA\nCOPIES A 35\n",
            "5 14 2\nDEFAULT\nAA\nBBB\nCOPIES A 31\nCOPIES B 2\nGAPS 2\n",
            "5 14 2\nDEFAULT\nAA\nBBB\nB\nCOPIES A 35\nCOPIES B 3\nSPARE *\n",
            &format!("7 12 2\nCUSTOM\n{holed}AAAA\nBB\nB\nCOPIES A 14\nCOPIES B 8\n"),
        ] {
            let puzzle = text::read(text).unwrap().puzzle;
            let control = Control::new();
            let model = PackModel::new(&puzzle, &mut Run::new(Limits::default(), &control)).unwrap();
            let order = order::best(&puzzle, &model);
            let near = counted(|run| {
                let near = NearSweep::<1>::of::<2>(&puzzle, &model, &order, run).unwrap().expect("pieces are short");
                count_levels(&NearLevels::new(near), &model, FoldAids::default(), run)
            });
            let wide = counted(|run| {
                count_levels(&Levels::<2, 1>::new(&puzzle, &model, run)?, &model, FoldAids::default(), run)
            });
            assert_eq!(near, wide, "{text}");
            assert!(near.0 > 0, "{text}");
        }
    }

    #[test]
    fn several_threads_count_what_one_counts() {
        let texts = [
            "6 11 1\nDEFAULT\nAA\nA\nCOPIES A 22\n",
            "5 14 2\nDEFAULT\nAA\nBBB\nCOPIES A 31\nCOPIES B 2\nGAPS 2\n",
            "7 10 1\nDEFAULT\nAA\nCOPIES A 35\n",
        ];
        let texts = texts.iter().map(|text| text::read(text).unwrap().puzzle);
        for puzzle in texts.chain([sets::named("pentominoes 4x15").unwrap().puzzle()]) {
            let control = Control::new();
            let model = PackModel::new(&puzzle, &mut Run::new(Limits::default(), &control)).unwrap();
            let group = Group::of(&puzzle, &model, &mut Run::new(Limits::default(), &control)).unwrap();
            let by = |threads, memory: Option<u64>| {
                let mut run = Run::new(Limits { memory, ..Limits::default() }, &control);
                let aids = FoldAids { maps: &group.maps, threads, ..FoldAids::default() };
                let found = count(&puzzle, &model, aids, &mut run);
                assert_eq!(run.held(), 0);
                assert!(memory.is_none_or(|memory| run.stats().peak_bytes <= memory));
                assert!(found.is_ok_and(|found| found > 0), "{found:?}");
                ((found, run.stats().expanded, run.stats().generated), run.stats().peak_bytes)
            };
            let (_, peak) = by(1, None);
            // With room for all, and with too little for several threads.
            for memory in [None, Some(8 * peak), Some(peak + peak / 8)] {
                let alone = by(1, memory).0;
                assert_eq!([2, 5].map(|threads| by(threads, memory).0), [alone, alone], "{memory:?}");
            }
        }
    }

    #[test]
    fn a_fold_that_is_stopped_estimates_what_it_would_count() {
        for (name, nodes, truth) in
            [("iq", 20_000, 4_331_140.0), ("iq-diamond", 20_000, 1_376_400.0), ("kanoodle", 9_000, 371_020.0)]
        {
            let puzzle = sets::named(name).unwrap().puzzle();
            let control = Control::new();
            let mut run = Run::new(Limits { nodes: Some(nodes), ..Limits::default() }, &control);
            let model = PackModel::new(&puzzle, &mut run).unwrap();
            let counted = count(&puzzle, &model, FoldAids::default(), &mut run);
            assert_eq!(counted, Err(NoGraph::Stopped(Stop::Nodes)), "{name}");
            let told = run.estimate().map_or(0.0, |told| told as f64);
            assert!((0.4..2.5).contains(&(told / truth)), "{name}: {told} for {truth}");
        }
    }

    /// Whatever the order of a level, the same of its states are drawn.
    #[test]
    fn samples_do_not_follow_the_order() {
        let state = |number: u64| {
            let (mut words, left) = ([0; 1], crate::pack::stock::Stock([number % 7]));
            words[0] = number.wrapping_mul(0x1234_5678_9abc);
            crate::pack::sweep::Filling { filled: crate::pack::bits::Mask(words), left }
        };
        let layer = |numbers: &mut dyn Iterator<Item = u64>| {
            let (states, ways) = numbers.map(|number| (state(number), u128::from(number) << (number % 90))).unzip();
            Layer::<crate::pack::sweep::Filling<1, 1>> { states, ways }
        };
        let (there, back) = (layer(&mut (1..=999)), layer(&mut (1..=999).rev()));
        assert_eq!(there.nodes().to_bits(), back.nodes().to_bits());
        for many in [50, 500, 2000] {
            let drawn = there.drawn(many);
            assert_eq!(drawn, back.drawn(many));
            let weight: f64 = drawn.iter().map(|(_, weight)| weight).sum();
            assert!((weight / there.nodes() - 1.0).abs() < 1e-9, "{weight}");
            assert!((many / 3..=many * 3 / 2).contains(&drawn.len()) || drawn.len() == 999, "{}", drawn.len());
        }
    }

    #[test]
    fn mirror_images_are_counted_once() {
        let puzzle = sets::named("pentominoes 4x15").unwrap().puzzle();
        let control = Control::new();
        let mut run = Run::new(Limits::default(), &control);
        let model = PackModel::new(&puzzle, &mut run).unwrap();
        let group = Group::of(&puzzle, &model, &mut run).unwrap();
        let merged = counted(|run| count(&puzzle, &model, FoldAids { maps: &group.maps, ..FoldAids::default() }, run));
        let plain = counted(|run| count(&puzzle, &model, FoldAids::default(), run));
        assert_eq!((merged.0, plain.0), (1472, 1472));
        assert!(merged.1 * 3 < plain.1 * 2, "{} states of {}", merged.1, plain.1);
    }
}
