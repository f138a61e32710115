//! Boards of a level of difficulty.
//!
//! A sliding board's level is a band of shortest lengths: a part of the farthest that any board of its size is. Where that is not known, lengths that can still be proven stand for easy and
//! medium, and hard is any board at all.

use ubin::dice::Dice;
use ubin::pack::challenge::ChallengeGrade;
use ubin::slide::{Board, Dir, Size};

/// The farthest that a board of this size is from a goal with its blank in a corner, where it is known.
/// Sources: Korf, Schultze 2005 (4x4); OEIS A151944 (the others).
const FARTHEST: [(usize, usize, u32); 9] =
    [(2, 2, 6), (2, 3, 21), (2, 4, 36), (2, 5, 55), (2, 6, 80), (3, 3, 31), (3, 4, 53), (3, 5, 84), (4, 4, 80)];
/// Boards of more cells are only shuffled, not proven.
const MOST_PROVEN: usize = 36;
/// Boards of at most this many cells are all known to the maker, so that also far ones are found at once.
const LISTED: usize = 10;

/// The shortest lengths of a level; `None` means any board.
fn band(size: Size, level: ChallengeGrade) -> Option<(u32, u32)> {
    let sides = (size.rows().min(size.cols()), size.rows().max(size.cols()));
    let known = FARTHEST.iter().find(|(a, b, _)| (*a, *b) == sides).map(|(_, _, farthest)| *farthest);
    let Some(farthest) = known else {
        return match level {
            ChallengeGrade::Easy => Some((12, 20)),
            ChallengeGrade::Medium => Some((26, 36)),
            ChallengeGrade::Hard | ChallengeGrade::Wizard => None,
        };
    };
    let (from, to) = match (level, size.cells() <= LISTED) {
        (ChallengeGrade::Easy, _) => (15, 35),
        (ChallengeGrade::Medium, true) => (40, 65),
        (ChallengeGrade::Medium, false) => (40, 55),
        (ChallengeGrade::Hard | ChallengeGrade::Wizard, true) => (70, 90),
        (ChallengeGrade::Hard | ChallengeGrade::Wizard, false) => (58, 70),
    };
    Some(((farthest * from / 100).max(1), farthest * to / 100))
}

/// How a board of a level comes about.
#[derive(Clone, Debug, PartialEq)]
pub enum Shuffling {
    /// Any board will do.
    Any,
    /// One of this shortest length.
    Length(u32),
    /// This one: boards of its size are not proven, only shuffled.
    Walked(Board),
}

/// How a board of a level comes about, drawn from a seed.
#[must_use]
pub fn shuffling(goal: &Board, level: ChallengeGrade, seed: u64) -> Shuffling {
    let mut dice = Dice::new(seed);
    let Some((from, to)) = band(goal.size(), level) else { return Shuffling::Any };
    let length = from + dice.up_to((to - from) as usize) as u32;
    match goal.size().cells() > MOST_PROVEN {
        true => Shuffling::Walked(walked(goal, length, &mut dice)),
        false => Shuffling::Length(length),
    }
}

/// A board so many random moves from the goal, none of them undoing the last.
fn walked(goal: &Board, length: u32, dice: &mut Dice) -> Board {
    let mut board = goal.clone();
    let mut last: Option<Dir> = None;
    for _ in 0..length {
        let dirs: Vec<Dir> = Dir::ALL
            .into_iter()
            .filter(|&dir| Some(dir.opposite()) != last && board.size().neighbour(board.blank(), dir).is_some())
            .collect();
        let &dir = dice.pick(&dirs).expect("the blank has two neighbours at least");
        board.slide(dir);
        last = Some(dir);
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;
    use ubin::slide::{Goal, Puzzle};

    #[test]
    fn lengths_are_of_the_level() {
        let sizes = [(2, 2), (3, 3), (4, 4), (5, 5)].map(|(rows, cols)| Size::new(rows, cols).unwrap());
        for (size, level) in sizes.into_iter().flat_map(|size| ChallengeGrade::ALL.map(|level| (size, level))) {
            let goal = Goal::BlankLast.board(size);
            for seed in 0..20 {
                match (band(size, level), shuffling(&goal, level, seed)) {
                    (Some((from, to)), Shuffling::Length(length)) => assert!((from..=to).contains(&length)),
                    (None, Shuffling::Any) => {}
                    other => panic!("{size} {level:?}: {other:?}"),
                }
            }
        }
    }

    #[test]
    fn large_boards_are_shuffled_and_solvable() {
        let goal = Goal::BlankLast.board(Size::new(9, 9).unwrap());
        for level in [ChallengeGrade::Easy, ChallengeGrade::Medium] {
            let Shuffling::Walked(board) = shuffling(&goal, level, 1) else { panic!("{level:?}") };
            assert_ne!(board, goal);
            assert!(ubin::slide::Parity::is_solvable(&Puzzle::new(board, goal.clone()).unwrap()));
        }
        assert_eq!(shuffling(&goal, ChallengeGrade::Hard, 1), Shuffling::Any);
    }
}
