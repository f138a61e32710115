//! What a fold will cost, told while it runs, beside what a walk of the tree would cost.
//!
//! Words: the **merging** of a level is how many nodes of the tree a state stands for. It grows from level to level, and its logarithm by more each time: so the growth goes on as it did over the last two levels. The nodes of the levels to come are
//! drawn as a sample from the level that is there, so the states to come are those nodes divided by the merging to come. From a level of 17 thousand states what Kanoodle's next four cost is forecast within a seventh.
//!
//! Costs are counted in nodes of a walk, never by a clock: the same puzzle is counted in the same way on every machine.

/// What it costs to put a state into the table of its level, in nodes. Measured on the flat sets: 70 to 110 ns, where a node takes 60 to 110.
const MERGING: f64 = 1.2;

/// The cost of states that have so many children each.
pub(super) fn cost(states: f64, children: f64) -> f64 {
    states * (1.0 + MERGING * children)
}

/// The cost of states that were expanded, with all their children.
pub(super) fn cost_of(states: u64, children: u64) -> f64 {
    states as f64 + MERGING * children as f64
}

/// The levels of a fold so far.
#[derive(Default)]
pub(super) struct Forecast {
    /// The logarithms of the merging of the levels, the root's first.
    mergings: Vec<f64>,
}

impl Forecast {
    /// Notes a level: its states, and the nodes of the tree that they stand for.
    pub(super) fn note(&mut self, states: usize, nodes: f64) {
        self.mergings.push((nodes / states as f64).max(1.0).ln());
    }

    /// What the fold costs from the last level on, if the tree has so many nodes on that level and on those below it.
    pub(super) fn remaining(&self, nodes: &[f64]) -> f64 {
        let at = |back: usize| self.mergings.len().checked_sub(back + 1).map_or(0.0, |at| self.mergings[at]);
        let (mut merging, mut growth) = (at(0), at(0) - at(1));
        let more = (growth - (at(1) - at(2))).max(0.0);
        let mut total = 0.0;
        for level in nodes.windows(2) {
            total += cost(level[0] / merging.exp(), level[1] / level[0]);
            growth += more;
            merging += growth.max(0.0);
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The levels of two counts, as they were: states, and nodes of the tree.
    const KANOODLE: [(usize, f64); 9] = [
        (1, 1.0),
        (39, 39.0),
        (598, 615.0),
        (3_907, 4_639.0),
        (17_406, 29_226.0),
        (57_814, 175_883.0),
        (124_116, 866_093.0),
        (172_962, 3_303_522.0),
        (167_572, 9_987_002.0),
    ];

    #[test]
    fn the_states_to_come() {
        let mut forecast = Forecast::default();
        KANOODLE[..5].iter().for_each(|&(states, nodes)| forecast.note(states, nodes));
        let nodes: Vec<f64> = KANOODLE[4..].iter().map(|level| level.1).collect();
        let levels = KANOODLE[4..].windows(2);
        let true_cost: f64 = levels.map(|pair| cost(pair[0].0 as f64, pair[1].1 / pair[0].1)).sum();
        let told = forecast.remaining(&nodes);
        assert!((0.8..1.25).contains(&(told / true_cost)), "{told} for {true_cost}");
    }
}
