//! Making boards: uniform over the solvable ones, or of a given shortest length.
//!
//! The same seed gives the same board for ever. So only the ChaCha20 stream (RFC 8439) is taken from a library; how
//! its words become a board is written here and never changes.

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use super::board::{Board, Size};
use super::goal::{Goal, Puzzle};
use super::parity::Parity;

/// Numbers that depend on the seed alone.
pub struct Dice(ChaCha20Rng);

impl Dice {
    /// The seed is the first eight bytes of the key, the rest is zero.
    #[must_use]
    pub fn new(seed: u64) -> Dice {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Dice(ChaCha20Rng::from_seed(key))
    }

    /// A number below `below`, each with the same chance: draws that would favour the small ones are thrown away.
    ///
    /// # Panics
    /// When `below` is 0.
    pub fn below(&mut self, below: u32) -> u32 {
        assert!(below > 0, "there is no number below 0");
        let fair = u32::MAX - u32::MAX % below;
        loop {
            let draw = self.0.next_u32();
            if draw < fair {
                return draw % below;
            }
        }
    }
}

/// A board that can be solved to the goal blank-last, each with the same chance.
///
/// ```
/// use ubin::slide::{Size, generate};
/// let size = Size::new(3, 3).unwrap();
/// assert_eq!(generate::random(size, 7), generate::random(size, 7));
/// ```
#[must_use]
pub fn random(size: Size, seed: u64) -> Board {
    draw(&Goal::BlankLast.board(size), &mut Dice::new(seed))
}

/// A board that can be solved to `goal`, each with the same chance.
///
/// # Panics
/// Never: a shuffled board is a board.
pub fn draw(goal: &Board, dice: &mut Dice) -> Board {
    let mut tiles = goal.tiles().to_vec();
    for last in (1..tiles.len()).rev() {
        tiles.swap(last, dice.below(last as u32 + 1) as usize);
    }
    let board = Board::new(goal.size(), tiles).expect("a shuffle keeps every tile");
    let puzzle = Puzzle::new(board, goal.clone()).expect("the sizes are equal");
    if Parity::of(&puzzle).solvable {
        return puzzle.board().clone();
    }
    // Swapping the first two tiles pairs every board that cannot be solved with one that can.
    let mut board = puzzle.board().clone();
    let mut tiles = (0..board.size().cells()).filter(|&cell| puzzle.board().tiles()[cell] != 0);
    let (a, b) = (tiles.next().expect("a board has 3 tiles"), tiles.next().expect("a board has 3 tiles"));
    board.swap(a, b);
    board
}
