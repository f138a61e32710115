//! Some states of a level that stand for all of them.
//!
//! Knuth's estimate of a tree goes down random ways, each weighted by the choices that it had (Knuth, "Estimating the efficiency of backtrack programs", 1975). Ways that go down together, level by level, are much closer to the truth: on each level some nodes are drawn at equal distances
//! along the sum of their weights (systematic resampling), and all that are drawn stand for equal shares of it.

use std::iter;

use crate::dice::Dice;

/// As many states as are wanted of those given, each with its weight, and with the weight that each of them then stands for: all of them where there are no more.
pub(crate) fn sampled<T: Copy>(
    states: impl Iterator<Item = (T, f64)> + Clone,
    many: usize,
    dice: &mut Dice,
) -> Vec<(T, f64)> {
    if states.clone().nth(many).is_none() {
        return states.collect();
    }
    const FINE: usize = 1 << 20;
    let share = states.clone().map(|(_, weight)| weight).sum::<f64>() / many as f64;
    // Points at equal distances, the first at random: each takes the state that it falls on.
    let mut point = share * (dice.up_to(FINE - 1) as f64 / FINE as f64);
    let mut upto = 0.0;
    let points_on = |(state, weight): (T, f64)| {
        upto += weight;
        let mut points = 0;
        while point < upto {
            point += share;
            points += 1;
        }
        iter::repeat_n((state, share), points)
    };
    states.flat_map(points_on).collect()
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
            let sample = sampled(states.iter().copied(), 20, &mut dice);
            assert!((19..=21).contains(&sample.len()), "{}", sample.len());
            assert!((sample.iter().map(|(_, ways)| ways).sum::<f64>() - 5050.0).abs() < 300.0);
            sample.iter().for_each(|(state, _)| drawn[*state] += 1);
        }
        // State 100 has a fiftieth of all ways, so it is in two samples of five; state 10 in one of twenty-five.
        assert!((300..500).contains(&drawn[100]) && (10..90).contains(&drawn[10]), "{drawn:?}");
        assert_eq!(sampled(states.iter().copied(), 100, &mut dice), states);
    }
}
