//! How many states a fold would have, before anything is folded.
//!
//! A state to which `w` ways lead is met by `w` ways. So if ways are drawn evenly, the mean of `1 / w` over the states that they meet, times the number of ways, is the number of states: exactly on the average, however states are
//! merged. Ways are drawn level by level (systematic resampling, as in an estimate of a stopped count). The ways to one state are counted backwards: as the ways to pack its filled cells with what it has used.
//!
//! Few ways meet the states with few ways, and a state whose ways take too long to count is taken for none: so the number is too low rather than too high, and a fold that grows beyond it is given up.

use super::NoGraph;
use super::build::{Child, Levels};
use super::ways::sampled;
use crate::dice::Dice;
use crate::pack::backtrack::{by_sizes, can_sweep};
use crate::pack::model::PackModel;
use crate::pack::puzzle::Puzzle;
use crate::pack::stock::Stock;
use crate::pack::sweep::{Filling, SweepStep};
use crate::run::Run;

/// States of a level that are kept, at most.
const POPULATION: usize = 256;

/// States of a level whose ways are counted, at most.
const PICKED: usize = 24;

/// The nodes of one count of ways, at most.
const MOST_NODES: u64 = 1000;

/// At least about how many states the fold of a model has. It may look at so many nodes, or a little more.
pub(super) fn states(puzzle: &Puzzle, model: &PackModel, nodes: u64, run: &mut Run<'_>) -> Result<f64, NoGraph> {
    if !can_sweep(model) {
        return Err(NoGraph::TooLarge);
    }
    let held = run.held();
    let states = by_sizes!(model, states_with(puzzle, model, nodes, run));
    run.release_to(held);
    states
}

fn states_with<const W: usize, const L: usize>(
    puzzle: &Puzzle,
    model: &PackModel,
    nodes: u64,
    run: &mut Run<'_>,
) -> Result<f64, NoGraph> {
    let levels = Levels::<W, L>::new(puzzle, model, run)?;
    let Child::State(root) = levels.root() else { return Ok(0.0) };
    let each = nodes / model.most_placed().max(1) as u64;
    let mut steps = levels.steps();
    let mut dice = Dice::new(0);
    let mut met = vec![(root, 1.0)];
    let mut size = 0.0;
    while !met.is_empty() {
        // Half of the nodes draw ways, half count those to a state.
        let drawn = sampled(&met, POPULATION.min((each / 2) as usize).max(16), &mut dice);
        run.work((drawn.len() * steps.len() * 64 * W) as u64).map_err(NoGraph::Stopped)?;
        size += level_size(&levels, &drawn, each / 2, run)?;
        met.clear();
        for (state, ways) in drawn {
            levels.children(state, &mut steps, |_, child| {
                if let Child::State(child) = child {
                    met.push((child, ways));
                }
            });
        }
    }
    Ok(size)
}

/// About how many states a level has, of which some were met, each by as many ways.
fn level_size<const W: usize, const L: usize>(
    levels: &Levels<W, L>,
    met: &[(Filling<W, L>, f64)],
    nodes: u64,
    run: &mut Run<'_>,
) -> Result<f64, NoGraph> {
    let (mut left, mut picked, mut sum) = (nodes.max(1), 0.0, 0.0);
    for (state, _) in met.iter().step_by(met.len().div_ceil(PICKED)) {
        let given = left.min(MOST_NODES);
        let mut own = given;
        let ways = levels.ways_between(levels.sweep.root(), *state, &mut own);
        run.work((given - own) * 64 * W as u64).map_err(NoGraph::Stopped)?;
        left -= given - own;
        picked += 1.0;
        // Where the nodes did not suffice there are many ways.
        sum += if own == 0 { 0.0 } else { 1.0 / ways.max(1) as f64 };
        if left == 0 {
            break;
        }
    }
    let ways: f64 = met.iter().map(|(_, ways)| ways).sum();
    Ok(ways * sum / picked)
}

impl<const W: usize, const L: usize> Levels<W, L> {
    /// The ways from one state to another, or those that were found when so many nodes were used up.
    fn ways_between(&self, at: Filling<W, L>, to: Filling<W, L>, nodes: &mut u64) -> u64 {
        if at == to {
            return 1;
        }
        let Some(left) = nodes.checked_sub(1) else { return 0 };
        *nodes = left;
        // What is still to be used on the way.
        let use_up = Stock(std::array::from_fn(|word| at.left.0[word].wrapping_sub(to.left.0[word])));
        let fits = |step: &&SweepStep<W>| {
            let is_within = !step.mask.meets(at.filled) && step.mask.without(to.filled).is_empty();
            is_within && self.sweep.stock.lack(use_up, step.kind) == 0
        };
        let steps = self.sweep.steps(at.filled).iter().filter(fits);
        let next = steps.map(|step| self.sweep.with(at, step)).filter(|&next| next == to || !self.sweep.is_dead(next));
        next.map(|next| self.ways_between(next, to, nodes)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::graph::ways;
    use crate::pack::text;
    use crate::run::{Control, Limits};

    /// The states of a fold, and what they were estimated at.
    fn sizes(text: &str) -> (f64, f64) {
        let puzzle = text::read(text).unwrap().puzzle;
        let control = Control::new();
        let mut run = Run::new(Limits::default(), &control);
        let model = PackModel::new(&puzzle, &mut run).unwrap();
        let estimated = states(&puzzle, &model, 100_000, &mut run).unwrap();
        assert_eq!(run.stats().expanded, 0, "an estimate expands no node");
        ways::count(&puzzle, &model, &mut run).unwrap();
        (run.stats().expanded as f64, estimated)
    }

    #[test]
    fn the_states_of_a_fold_are_known_before() {
        let pentominoes = include_str!("../sets/pentominoes.txt");
        for text in [
            "6 6 1\nDEFAULT\nAA\nCOPIES A 18\n",
            "6 6 1\nDEFAULT\nAA\nA\nCOPIES A 12\n",
            "5 8 1\nDEFAULT\nAAAA\n A\nCOPIES A 8\n",
            "4 7 3\nDEFAULT\nAA\nA\nBB\nCCC\nC\nCOPIES A 4\nCOPIES B 4\nCOPIES C 2\n",
            &format!("3 20 12\nDEFAULT\n{pentominoes}"),
        ] {
            let (states, estimated) = sizes(text);
            assert!((states / 2.0..states * 2.0).contains(&estimated), "{estimated} for {states}: {text}");
        }
    }
}
