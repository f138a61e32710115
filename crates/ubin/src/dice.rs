//! Random numbers that are the same for ever: a seed gives the same puzzle in every version and on every machine.
//!
//! The stream is ChaCha20 with the seed as the first eight bytes of its key. How numbers up to a largest one are drawn from it is fixed here, not left to a library: words are drawn until one lies below the largest multiple
//! of how many numbers there are. No range is empty: a draw names the largest number, or a list that may have nothing to give.

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

    /// A number from 0 to `most`, each as likely as any other.
    pub fn up_to(&mut self, most: usize) -> usize {
        self.up_to_large(most as u128) as usize
    }

    /// A number from 0 to `most`, each as likely as any other; numbers below 2^64 take one word of the stream, larger ones two.
    pub fn up_to_large(&mut self, most: u128) -> u128 {
        match (u64::try_from(most).map(|most| most.checked_add(1)), most.checked_add(1)) {
            (Ok(Some(bound)), _) => {
                let largest = u64::MAX - (u64::MAX % bound + 1) % bound;
                loop {
                    let word = self.stream.next_u64();
                    if word <= largest {
                        return u128::from(word % bound);
                    }
                }
            }
            (_, Some(bound)) => {
                let largest = u128::MAX - (u128::MAX % bound + 1) % bound;
                loop {
                    let word = self.two_words();
                    if word <= largest {
                        return word % bound;
                    }
                }
            }
            (_, None) => self.two_words(),
        }
    }

    fn two_words(&mut self) -> u128 {
        u128::from(self.stream.next_u64()) << 64 | u128::from(self.stream.next_u64())
    }

    /// One of a list, each as likely as any other; `None` of an empty one.
    pub fn pick<'l, T>(&mut self, list: &'l [T]) -> Option<&'l T> {
        let most = list.len().checked_sub(1)?;
        list.get(self.up_to(most))
    }

    /// Puts a list into a random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.up_to(at));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_numbers_for_ever() {
        let mut dice = Dice::new(1);
        let drawn: Vec<usize> = (0..8).map(|_| dice.up_to(99)).collect();
        assert_eq!(drawn, [37, 88, 86, 68, 25, 63, 27, 35]);
    }

    #[test]
    fn numbers_are_at_most_the_largest() {
        let mut dice = Dice::new(7);
        let limit = u128::from(u64::MAX);
        for most in [0, 1, 2, 1 << 63, limit - 1, limit, limit + 1, u128::MAX - 1, u128::MAX] {
            assert!((0..100).all(|_| dice.up_to_large(most) <= most), "{most}");
        }
    }

    #[test]
    fn an_empty_list_gives_nothing() {
        let mut dice = Dice::new(7);
        assert_eq!(dice.pick::<u8>(&[]), None);
        assert_eq!(dice.pick(&[3]), Some(&3));
    }
}
