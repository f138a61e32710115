//! Random numbers that are the same for ever: a seed gives the same puzzle in every version and on every machine.
//!
//! The stream is ChaCha20 with the seed as the first eight bytes of its key. How numbers below a bound are drawn from it is fixed here, not left to a library: words are drawn until one lies below the largest multiple
//! of the bound.

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};

/// A source of random numbers.
#[derive(Debug)]
pub struct Dice {
    stream: ChaCha20Rng,
}

impl Dice {
    /// The source of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Dice {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Dice { stream: ChaCha20Rng::from_seed(key) }
    }

    /// A number from 0 to `bound` - 1, each as likely as any other.
    ///
    /// # Panics
    /// When `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.below_u128(bound as u128) as usize
    }

    /// The same for large bounds; small ones take one word of the stream.
    ///
    /// # Panics
    /// When `bound` is 0.
    pub fn below_u128(&mut self, bound: u128) -> u128 {
        assert!(bound > 0, "there is no number below 0");
        if let Ok(bound) = u64::try_from(bound) {
            let largest = u64::MAX - (u64::MAX % bound + 1) % bound;
            loop {
                let word = self.stream.next_u64();
                if word <= largest {
                    return u128::from(word % bound);
                }
            }
        }
        let largest = u128::MAX - (u128::MAX % bound + 1) % bound;
        loop {
            let word = u128::from(self.stream.next_u64()) << 64 | u128::from(self.stream.next_u64());
            if word <= largest {
                return word % bound;
            }
        }
    }

    /// Puts a list into a random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.below(at + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_numbers_for_ever() {
        let mut dice = Dice::new(1);
        let drawn: Vec<usize> = (0..8).map(|_| dice.below(100)).collect();
        assert_eq!(drawn, [37, 88, 86, 68, 25, 63, 27, 35]);
    }

    #[test]
    fn numbers_are_below_their_bound() {
        let mut dice = Dice::new(7);
        for bound in [1, 2, 3, 1 << 63, u128::from(u64::MAX) + 2, u128::MAX] {
            assert!((0..100).all(|_| dice.below_u128(bound) < bound), "{bound}");
        }
    }
}
