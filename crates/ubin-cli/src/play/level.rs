//! Levels of difficulty, and boards of a level.
//!
//! A sliding board's level is a band of shortest lengths: a part of the farthest that any board of its size is. Where that is not known, lengths that can still be proven stand for easy and
//! medium, and hard is any board at all.

use ubin::dice::Dice;
use ubin::pack::challenge::ChallengeGrade;
use ubin::run::{Run, Stop};
use ubin::search::Outcome;
use ubin::slide::generate::{Maker, draw};
use ubin::slide::{Board, Dir, Size, TableStore};

/// How hard a new board should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    Easy,
    Medium,
    Hard,
}

impl Level {
    pub(super) const ALL: [Level; 3] = [Level::Easy, Level::Medium, Level::Hard];

    pub(super) fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
        }
    }

    /// The level of a key: its number or its first letter.
    pub(super) fn of_key(key: char) -> Option<Level> {
        match key.to_ascii_lowercase() {
            '1' | 'e' => Some(Level::Easy),
            '2' | 'm' => Some(Level::Medium),
            '3' | 'h' => Some(Level::Hard),
            _ => None,
        }
    }

    /// The grade of a packing challenge.
    pub(super) fn grade(self) -> ChallengeGrade {
        match self {
            Level::Easy => ChallengeGrade::Easy,
            Level::Medium => ChallengeGrade::Medium,
            Level::Hard => ChallengeGrade::Hard,
        }
    }
}

/// The farthest that a board of this size is from a goal with its blank in a corner, where it is known.
/// Sources: Korf, Schultze 2005 (4x4); OEIS A151944 (the others).
const FARTHEST: [(usize, usize, u32); 9] =
    [(2, 2, 6), (2, 3, 21), (2, 4, 36), (2, 5, 55), (2, 6, 80), (3, 3, 31), (3, 4, 53), (3, 5, 84), (4, 4, 80)];
/// Boards of more cells are only shuffled, not proven.
const MOST_PROVEN: usize = 36;
/// Boards of at most this many cells are all known to the maker, so that also far ones are found at once.
const LISTED: usize = 10;

/// The shortest lengths of a level; `None` means any board.
pub(super) fn band(size: Size, level: Level) -> Option<(u32, u32)> {
    let sides = (size.rows().min(size.cols()), size.rows().max(size.cols()));
    let known = FARTHEST.iter().find(|(a, b, _)| (*a, *b) == sides).map(|(_, _, farthest)| *farthest);
    let Some(farthest) = known else {
        return match level {
            Level::Easy => Some((12, 20)),
            Level::Medium => Some((26, 36)),
            Level::Hard => None,
        };
    };
    let (from, to) = match (level, size.cells() <= LISTED) {
        (Level::Easy, _) => (15, 35),
        (Level::Medium, true) => (40, 65),
        (Level::Medium, false) => (40, 55),
        (Level::Hard, true) => (70, 90),
        (Level::Hard, false) => (58, 70),
    };
    Some(((farthest * from / 100).max(1), farthest * to / 100))
}

/// A board of a level, with its shortest length where that is known.
pub(super) fn shuffle(
    goal: &Board,
    level: Level,
    seed: u64,
    tables: &TableStore,
    run: &mut Run<'_>,
) -> Result<(Board, Option<u32>), Stop> {
    let mut dice = Dice::new(seed);
    let Some((from, to)) = band(goal.size(), level) else { return Ok((draw(goal, &mut dice), None)) };
    let length = from + dice.up_to((to - from) as usize) as u32;
    if goal.size().cells() > MOST_PROVEN {
        return Ok((walked(goal, length, &mut dice), None));
    }
    match Maker::new(goal, length, run) {
        Outcome::Solved(maker) => Ok((maker.make(&mut dice, tables, run)?, Some(length))),
        Outcome::Stopped(stop) => Err(stop),
        // A goal with its blank in the middle has no board so far away.
        Outcome::Impossible => Ok((draw(goal, &mut dice), None)),
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
    use ubin::run::{Control, Limits};
    use ubin::slide::solve::{Options, solve};
    use ubin::slide::{Goal, Puzzle};

    #[test]
    fn boards_have_the_length_that_is_said() {
        let control = Control::new();
        for (rows, cols, level) in
            [(2, 2, Level::Easy), (3, 3, Level::Medium), (3, 3, Level::Hard), (4, 4, Level::Easy), (5, 5, Level::Easy)]
        {
            let size = Size::new(rows, cols).unwrap();
            let goal = Goal::BlankLast.board(size);
            let (from, to) = band(size, level).unwrap();
            let tables = TableStore::default();
            let mut run = Run::new(Limits::default(), &control);
            let (board, length) = shuffle(&goal, level, 5, &tables, &mut run).unwrap();
            let options = Options { prove: true, ..Options::default() };
            let puzzle = Puzzle::new(board, goal).unwrap();
            let found = solve(&puzzle, &options, &tables, &mut run).unwrap().length().unwrap();
            assert_eq!(length, Some(found as u32), "{size} {level:?}");
            assert!((from..=to).contains(&(found as u32)), "{size} {level:?}: {found}");
        }
    }

    #[test]
    fn large_boards_are_shuffled_and_solvable() {
        let control = Control::new();
        for level in Level::ALL {
            let goal = Goal::BlankLast.board(Size::new(9, 9).unwrap());
            let (board, length) =
                shuffle(&goal, level, 1, &TableStore::default(), &mut Run::new(Limits::default(), &control)).unwrap();
            assert_eq!(length, None);
            assert_ne!(board, goal);
            assert!(ubin::slide::parity::Parity::is_solvable(&Puzzle::new(board, goal).unwrap()));
        }
    }
}
