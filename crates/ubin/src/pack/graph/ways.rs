//! Counting without the graph: how many ways lead to each state, one level after the other.
//!
//! Words: a **layer** is some or all states of one level, each with the number of ways that lead to it. The ways to a state are the sum of those to the states before it, so of all levels only two are kept, and no edges. Of 21 equal
//! pieces on 21 cells that is a tenth of the graph's memory.
//!
//! A level that does not fit the memory is **cut**: as many of its states are made as have room, those are counted to the end, then the rest is made. Ways add up, so the sum is exact; but states that two layers have in
//! common are not merged, so it takes longer the smaller the layers are.

use std::iter;

use super::NoGraph;
use super::build::{Account, Child, LOOK, Levels};
use super::table::{self, StateTable};
use crate::dice::Dice;
use crate::pack::backtrack::{by_sizes, can_sweep};
use crate::pack::model::PackModel;
use crate::pack::puzzle::Puzzle;
use crate::pack::sweep::{Filling, SweepStep};
use crate::run::{Control, Limits, Run};

/// States of a layer are numbered by 32 bits, with room to spare.
const MOST_STATES: usize = (u32::MAX / 2) as usize;

/// States that are kept of a level for an estimate: twenty milliseconds. A wide board takes longer a state, so it has fewer.
const SAMPLE: usize = 1000;

/// The number of solutions. Refused as too many when some state has more than 2^127 ways to it, even if it is a dead end; as too large when the memory has no room for one state and its children.
pub(super) fn count(puzzle: &Puzzle, model: &PackModel, run: &mut Run<'_>) -> Result<u128, NoGraph> {
    if !can_sweep(model) {
        return Err(NoGraph::TooLarge);
    }
    let held = run.held();
    let count = by_sizes!(model, count_with(puzzle, model, run));
    run.release_to(held);
    count
}

fn count_with<const W: usize, const L: usize>(
    puzzle: &Puzzle,
    model: &PackModel,
    run: &mut Run<'_>,
) -> Result<u128, NoGraph> {
    let levels = Levels::<W, L>::new(puzzle, model, run)?;
    let Child::State(root) = levels.root() else { return Ok(1) };
    let root = Layer { states: vec![root], ways: vec![1] };
    let mut count = LayerCount {
        steps: levels.steps(),
        levels: &levels,
        account: Account::default(),
        room: run.remaining().memory,
        is_cut: false,
        found: 0,
    };
    count.fold(root, 0, model.most_placed() as u64, run)?;
    Ok(count.found)
}

/// Some states of one level, and the number of ways to each.
struct Layer<const W: usize, const L: usize> {
    states: Vec<Filling<W, L>>,
    ways: Vec<u128>,
}

impl<const W: usize, const L: usize> Layer<W, L> {
    fn bytes(&self) -> u64 {
        (size_of_val(&self.states[..]) + size_of_val(&self.ways[..])) as u64
    }
}

/// A layer that is made; states that come again are merged.
pub(crate) struct GrowingLayer<const W: usize, const L: usize> {
    table: StateTable<Filling<W, L>>,
    ways: Vec<u128>,
}

impl<const W: usize, const L: usize> GrowingLayer<W, L> {
    pub(crate) fn new() -> GrowingLayer<W, L> {
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
    pub(crate) fn add(&mut self, state: Filling<W, L>, ways: u128) -> bool {
        let at = self.table.number(state) as usize;
        if at == self.ways.len() {
            self.ways.push(0);
        }
        self.ways[at] = self.ways[at].saturating_add(ways);
        self.ways[at] >> 127 != 0
    }

    /// The states in the order in which they came, with their ways.
    pub(crate) fn into_states(self) -> (Vec<Filling<W, L>>, Vec<u128>) {
        (self.table.into_keys(), self.ways)
    }
}

/// A count under way.
struct LayerCount<'l, const W: usize, const L: usize> {
    levels: &'l Levels<W, L>,
    steps: Vec<SweepStep<W>>,
    account: Account,
    /// The bytes for all layers together.
    room: Option<u64>,
    /// Whether a level did not fit: from then on layers are cut, so that each level has its share of the room.
    is_cut: bool,
    found: u128,
}

impl<const W: usize, const L: usize> LayerCount<'_, W, L> {
    /// Counts a layer to the end. `above` are the bytes of the layers above it that wait for their turn, `levels` how many are to come.
    fn fold(&mut self, mut layer: Layer<W, L>, above: u64, mut levels: u64, run: &mut Run<'_>) -> Result<(), NoGraph> {
        // The part of the work that is done, every level being taken for as much work as any other.
        let mut share = 0.0;
        while levels > 0 && !layer.states.is_empty() {
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

    /// About how many solutions there are when the whole of a level is known; `None` when no sample comes upon one.
    ///
    /// Of every level below only some states are kept (systematic resampling): a state is as likely to be kept as there are ways to it, and all that are kept stand for equal shares of the ways. So the sum is right on the
    /// average, and the closer the further the fold was. It is few states and the run has ended, so it asks no limit.
    fn estimate(&mut self, layer: &Layer<W, L>) -> Option<u128> {
        let control = Control::new();
        let mut run = Run::new(Limits::default(), &control);
        let mut dice = Dice::new(0);
        let mut states: Vec<(Filling<W, L>, f64)> =
            layer.states.iter().copied().zip(layer.ways.iter().map(|&ways| ways as f64)).collect();
        let mut found = self.found as f64;
        while !states.is_empty() {
            let mut below = Vec::new();
            for (state, ways) in sampled(&states, (SAMPLE / (W * W)).max(1), &mut dice) {
                let expanded = self.levels.expand(state, &mut self.steps, &mut run, |_, child| match child {
                    Child::State(child) => below.push((child, ways)),
                    Child::Solved => found += ways,
                });
                expanded.ok()?;
            }
            states = below;
        }
        (found >= 1.0).then_some(found as u128)
    }

    /// The next layer: the children of the states from `from` on, as many as fit. Gives it, and the first state that has not been expanded.
    fn advance(
        &mut self,
        layer: &Layer<W, L>,
        from: usize,
        above: u64,
        levels: u64,
        run: &mut Run<'_>,
    ) -> Result<(Layer<W, L>, usize), NoGraph> {
        let mut next = GrowingLayer::new();
        let mut at = from;
        while at < layer.states.len() {
            match self.look(&next, layer.states.len() - at, above + layer.bytes(), levels, run)? {
                Some(look) => {
                    let end = layer.states.len().min(at + look);
                    self.expand(layer, at..end, &mut next, run)?;
                    at = end;
                }
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

    /// How many of the `states` left may be expanded before the memory is looked at again; their children have room from now on in the account. `None` when there is no room for those of one.
    fn look(
        &mut self,
        next: &GrowingLayer<W, L>,
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
            let most = self.levels.most_children(look);
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
        let least = GrowingLayer::<W, L>::new().bytes_with(self.levels.most_children(1));
        (left / levels.min(3)).max(least).min(left.saturating_sub(least * (levels - 1)))
    }

    fn expand(
        &mut self,
        layer: &Layer<W, L>,
        range: std::ops::Range<usize>,
        next: &mut GrowingLayer<W, L>,
        run: &mut Run<'_>,
    ) -> Result<(), NoGraph> {
        next.make_room(self.levels.most_children(range.len()));
        let mut children = 0;
        let mut is_too_many = false;
        for (&state, &ways) in layer.states[range.clone()].iter().zip(&layer.ways[range]) {
            self.levels.expand(state, &mut self.steps, run, |_, child| {
                children += 1;
                match child {
                    Child::State(child) => is_too_many |= next.add(child, ways),
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

/// As many states as are wanted of those given, with the ways that each of them stands for: all of them where there are no more.
fn sampled<T: Copy>(states: &[(T, f64)], many: usize, dice: &mut Dice) -> Vec<(T, f64)> {
    if states.len() <= many {
        return states.to_vec();
    }
    const FINE: usize = 1 << 20;
    let share = states.iter().map(|(_, ways)| ways).sum::<f64>() / many as f64;
    // Points at equal distances, the first at random: each takes the state that it falls on.
    let mut point = share * (dice.up_to(FINE - 1) as f64 / FINE as f64);
    let mut upto = 0.0;
    let points_on = |&(state, ways): &(T, f64)| {
        upto += ways;
        let mut points = 0;
        while point < upto {
            point += share;
            points += 1;
        }
        iter::repeat_n((state, share), points)
    };
    states.iter().flat_map(points_on).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_stands_for_all_ways() {
        let states: Vec<(usize, f64)> = (1..=100).map(|state| (state, state as f64)).collect();
        let mut dice = Dice::new(3);
        let mut drawn = vec![0u32; 101];
        for _ in 0..1000 {
            let sample = sampled(&states, 20, &mut dice);
            assert!((19..=21).contains(&sample.len()), "{}", sample.len());
            assert!((sample.iter().map(|(_, ways)| ways).sum::<f64>() - 5050.0).abs() < 300.0);
            sample.iter().for_each(|(state, _)| drawn[*state] += 1);
        }
        // State 100 has a fiftieth of all ways, so it is in two samples of five; state 10 in one of twenty-five.
        assert!((300..500).contains(&drawn[100]) && (10..90).contains(&drawn[10]), "{drawn:?}");
        assert_eq!(sampled(&states, 100, &mut dice), states);
    }
}
