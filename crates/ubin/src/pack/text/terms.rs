//! The lines that say how many there are: `PIECE`, `COPIES`, `SPARE`, `GAPS`.

use super::error::shortened;
use super::{PackTextError, number_in};
use crate::pack::board::{LONGEST, PackBoard};
use crate::pack::piece::{LONGEST_NAME, is_name};
use crate::pack::puzzle::{Amount, Puzzle};
use crate::text::{Place, fields};

/// The most copies of a piece: as many as the largest box has cells.
const MOST_COPIES: u32 = LONGEST * LONGEST * LONGEST;

/// A piece by its name, and where it was named.
type Named = (String, Place);

/// What was said.
#[derive(Default)]
pub(super) struct Terms {
    /// How often pieces are there.
    copies: Vec<(Named, u32)>,
    spare: Vec<Named>,
    are_all_spare: bool,
    gaps: Option<Amount>,
}

/// The word that a line begins with, if it is one of ours: no row of a shape has two different letters.
pub(super) fn keyword(line: &str) -> Option<&'static str> {
    let word = line.split_whitespace().next()?;
    ["PLACED", "PIECE", "COPIES", "SPARE", "GAPS"].into_iter().find(|own| own.eq_ignore_ascii_case(word))
}

/// Refuses a line that begins with a word in capitals and goes on: a keyword that is none of ours. Three different letters are no slip of a row, which has one.
pub(super) fn refuse_unknown(number: usize, line: &str) -> Result<(), PackTextError> {
    let mut words = fields(number, line);
    let (Some((place, word)), Some(_)) = (words.next(), words.next()) else { return Ok(()) };
    let mut letters: Vec<u8> = word.bytes().collect();
    letters.sort_unstable();
    letters.dedup();
    match letters.len() > 2 && letters.iter().all(u8::is_ascii_uppercase) {
        true => Err(PackTextError::UnknownLine { word: shortened(word), place }),
        false => Ok(()),
    }
}

impl Terms {
    /// `PIECE name [xK]`: the name, and where it stands.
    pub(super) fn add_piece(&mut self, number: usize, line: &str) -> Result<Named, PackTextError> {
        let words: Vec<(Place, &str)> = fields(number, line).collect();
        let (name, copies) = match words[..] {
            [_, name] => (name, None),
            [_, name, (place, copies)] if copies.starts_with(['x', 'X']) => {
                let place = Place { column: place.column + 1, width: place.width.max(2) - 1, ..place };
                (name, Some(number_in((place, &copies[1..]), MOST_COPIES)?))
            }
            _ => return Err(PackTextError::PieceLine { place: whole(&words) }),
        };
        if !is_name(name.1) {
            return Err(PackTextError::PieceName { name: shortened(name.1), most: LONGEST_NAME, place: name.0 });
        }
        let named = (name.1.to_owned(), name.0);
        if let Some(copies) = copies {
            self.add_copies(named.clone(), copies)?;
        }
        Ok(named)
    }

    /// `COPIES`, `SPARE` or `GAPS`.
    pub(super) fn add(
        &mut self,
        word: &str,
        number: usize,
        line: &str,
        board: &PackBoard,
    ) -> Result<(), PackTextError> {
        let words: Vec<(Place, &str)> = fields(number, line).collect();
        let named = |&(place, name): &(Place, &str)| (shortened(name), place);
        match (word, &words[1..]) {
            ("COPIES", [name, copies]) => self.add_copies(named(name), number_in(*copies, MOST_COPIES)?)?,
            ("COPIES", _) => return Err(PackTextError::CopiesLine { place: whole(&words) }),
            ("SPARE", [(_, "*")]) => self.are_all_spare = true,
            // A star among names is neither all of them nor a name.
            ("SPARE", names) if names.is_empty() || names.iter().any(|(_, name)| *name == "*") => {
                return Err(PackTextError::SpareLine { place: whole(&words) });
            }
            ("SPARE", names) => self.spare.extend(names.iter().map(named)),
            (_, [gaps]) if self.gaps.is_none() => self.gaps = Some(amount_of(*gaps, board)?),
            (_, [(place, _)]) => return Err(PackTextError::GapsAgain { place: *place }),
            _ => return Err(PackTextError::GapsLine { place: whole(&words) }),
        }
        Ok(())
    }

    fn add_copies(&mut self, named: Named, copies: u32) -> Result<(), PackTextError> {
        if self.copies.iter().any(|((known, _), _)| *known == named.0) {
            return Err(PackTextError::CopiesAgain { name: named.0, place: named.1 });
        }
        self.copies.push((named, copies));
        Ok(())
    }

    /// Whether a name may have been meant as a number of copies: `PIECE x2`, and no word of how many there are.
    pub(super) fn mistakes_for_copies(&self, name: &str) -> bool {
        let digits = name.strip_prefix(['x', 'X']).filter(|digits| !digits.is_empty());
        let is_number = digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
        is_number && self.copies.iter().all(|((known, _), _)| known != name)
    }

    /// Tells the puzzle.
    pub(super) fn apply(self, puzzle: &mut Puzzle) -> Result<(), PackTextError> {
        let find = |puzzle: &Puzzle, (name, place): Named| {
            let piece = puzzle.pieces().iter().position(|piece| piece.name() == name);
            piece.map(|piece| (piece, place)).ok_or(PackTextError::NoSuchPiece { name, place })
        };
        let set = |puzzle: &mut Puzzle, (piece, place): (usize, Place), amount: Amount| {
            let name = puzzle.pieces()[piece].name().to_owned();
            puzzle.set_amount(piece, amount).map_err(|_| PackTextError::TooManyCopies { name, place })
        };
        for (named, copies) in self.copies {
            let found = find(puzzle, named)?;
            set(puzzle, found, Amount::exactly(copies))?;
        }
        let mut spare: Vec<usize> = Vec::new();
        for named in self.spare {
            spare.push(find(puzzle, named)?.0);
        }
        for piece in 0..puzzle.pieces().len() {
            if self.are_all_spare || spare.contains(&piece) {
                let amount = Amount::up_to(puzzle.amount(piece).most);
                set(puzzle, (piece, Place { line: 1, column: 1, width: 1 }), amount)?;
            }
        }
        puzzle.set_gaps(self.gaps.unwrap_or(Amount::exactly(0)));
        Ok(())
    }
}

/// `4`, `0..4` or `ANY`.
fn amount_of((place, field): (Place, &str), board: &PackBoard) -> Result<Amount, PackTextError> {
    if field.eq_ignore_ascii_case("ANY") {
        return Ok(Amount::up_to(board.size() as u32));
    }
    let number = |digits: &str| {
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| digits.parse().unwrap_or(u32::MAX))
    };
    let (least, most) = field.split_once("..").unwrap_or((field, field));
    let (Some(least), Some(most)) = (number(least), number(most)) else {
        return Err(PackTextError::GapsLine { place });
    };
    if least > most {
        return Err(PackTextError::GapsOrder { least, most, place });
    }
    // A board has no more cells than it has: that there are too few for the gaps is a proof of no solution.
    Ok(Amount { least, most: most.min(least.max(board.size() as u32)) })
}

/// The place of a whole line.
fn whole(words: &[(Place, &str)]) -> Place {
    let (first, last) = (words[0].0, words[words.len() - 1].0);
    Place { width: last.column + last.width - first.column, ..first }
}
