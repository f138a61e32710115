//! Pieces of one shape put together.
//!
//! Words: pieces are **alike** when they have the same orientations. The **merged** puzzle has one piece where the puzzle has several alike, with their names forgotten and their amounts added up. What is alike need not be told apart by
//! a search: 32 dominoes with 32 names have 32! times as many solutions as 32 copies of one, and the search is the same. To give the names back to a solution is to **name** its pieces.

use super::lattice::Cell;
use super::puzzle::{Amount, Puzzle, Solution};
use super::solve::{PackAnswer, PackOutcome};
use crate::run::{Run, Stop};

/// Which pieces are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Merging {
    /// All that are alike.
    All,
    /// Of those alike the ones that are all used, so that every solution can be named in the same number of ways.
    Fixed,
}

/// A puzzle whose pieces that are alike have been put together.
#[derive(Clone, Debug)]
pub(crate) struct Alike {
    pub(crate) puzzle: Puzzle,
    /// For each of its pieces, those that it stands for.
    members: Vec<Vec<usize>>,
}

impl Alike {
    /// `None` when no pieces are put together.
    ///
    /// # Errors
    /// The stop: pieces may have millions of cells.
    pub(crate) fn of(puzzle: &Puzzle, merging: Merging, run: &mut Run<'_>) -> Result<Option<Alike>, Stop> {
        let members = classes(puzzle, merging, run)?;
        if members.len() == puzzle.pieces().len() {
            return Ok(None);
        }
        let pieces = members.iter().map(|class| puzzle.pieces()[class[0]].clone()).collect();
        let merged = Puzzle::new(puzzle.board().clone(), pieces).and_then(|merged| merged.with_flips(puzzle.flips()));
        let mut merged = merged.expect("some of a puzzle's pieces make a puzzle");
        for (number, class) in members.iter().enumerate() {
            let amount = class.iter().map(|&piece| puzzle.amount(piece)).fold(Amount::exactly(0), Amount::plus);
            merged.set_amount(number, amount).expect("there are as many copies as before");
        }
        merged.set_gaps(puzzle.gaps());
        for placed in puzzle.placed() {
            let piece =
                members.iter().position(|class| class.contains(&placed.piece)).expect("every piece is a member");
            let placement = super::puzzle::Placement { piece, cells: placed.cells.clone() };
            merged.place(placement).expect("what lies on the board has the shape of all that are alike");
        }
        Ok(Some(Alike { puzzle: merged, members }))
    }

    /// The first of the pieces that a merged one stands for.
    pub(crate) fn first_member(&self, piece: usize) -> usize {
        self.members[piece][0]
    }

    /// An answer about the merged puzzle as one about the puzzle: a proof by weights has a sum for every piece.
    pub(crate) fn told<T>(&self, puzzle: &Puzzle, answer: PackAnswer<T>) -> PackAnswer<T> {
        let PackAnswer { mut outcome, method, cases, found } = answer;
        if let PackOutcome::Impossible(reason) = &mut outcome
            && let Some(certificate) = reason.certificate_mut()
        {
            let merged = std::mem::take(&mut certificate.sums);
            let mut sums = vec![0; puzzle.pieces().len()];
            for (class, (_, sum)) in self.members.iter().zip(merged) {
                class.iter().for_each(|&piece| sums[piece] = sum);
            }
            certificate.sums = puzzle.pieces().iter().map(|piece| piece.name().into()).zip(sums).collect();
        }
        PackAnswer { outcome, method, cases, found }
    }

    /// In how many ways the loose pieces of a solution can be named, when all that were put together are used; `None` when the number is out of bounds.
    pub(crate) fn ways(&self, puzzle: &Puzzle) -> Option<u128> {
        self.members.iter().filter(|class| class.len() > 1).try_fold(1u128, |ways, class| {
            let mut placed = 0u128;
            class.iter().try_fold(ways, |ways, &piece| {
                // Which of the copies so far this piece's are: the binomial coefficient, one factor after the other.
                (1..=u128::from(puzzle.left(piece).most)).try_fold(ways, |ways, copy| {
                    placed += 1;
                    let common = gcd(ways, copy);
                    Some((ways / common).checked_mul(placed)? / (copy / common))
                })
            })
        })
    }

    /// Names the pieces of a solution: in the order of their first cells, those that must be used first.
    pub(crate) fn named(&self, puzzle: &Puzzle, merged: &Solution) -> Solution {
        let mut named = Solution { owner: puzzle.owners() };
        let placements = merged.placements(&self.puzzle);
        for (number, class) in self.members.iter().enumerate() {
            let on_board: Vec<&[u32]> =
                self.puzzle.placed().iter().filter(|on| on.piece == number).map(|on| &on.cells[..]).collect();
            let own = placements.iter().filter(|own| own.piece == number && !on_board.contains(&&own.cells[..]));
            let mut own = own.collect::<Vec<_>>();
            own.sort_unstable_by_key(|placement| placement.cells[0]);
            let mut used: Vec<u32> = class.iter().map(|&piece| puzzle.left(piece).least).collect();
            let mut more = own.len() as u32 - used.iter().sum::<u32>();
            for (&piece, used) in class.iter().zip(&mut used) {
                let extra = more.min(puzzle.left(piece).most - *used);
                (*used, more) = (*used + extra, more - extra);
            }
            let mut rest = own.into_iter();
            for (&piece, used) in class.iter().zip(used) {
                let first = puzzle.first_copy(piece) + puzzle.amount(piece).most - puzzle.left(piece).most;
                for (copy, placement) in (first..first + used).zip(&mut rest) {
                    placement.cells.iter().for_each(|&cell| named.owner[cell as usize] = copy);
                }
            }
        }
        named
    }
}

/// The pieces of each class, in the order of the first; every piece is in one.
fn classes(puzzle: &Puzzle, merging: Merging, run: &mut Run<'_>) -> Result<Vec<Vec<usize>>, Stop> {
    let (lattice, flips) = (puzzle.board().lattice(), puzzle.flips());
    let mut classes: Vec<(Vec<usize>, Option<Vec<Cell>>)> = Vec::new();
    let pieces = puzzle.pieces();
    for (number, piece) in pieces.iter().enumerate() {
        let is_merged = |other: usize| merging == Merging::All || puzzle.amount(other).is_fixed();
        let may_be_alike = |other: usize| is_merged(other) && pieces[other].size() == piece.size();
        let mut shape = None;
        // Most puzzles have few pieces of one size that could be alike, and a piece may have millions of cells.
        if is_merged(number) && (0..pieces.len()).any(|other| other != number && may_be_alike(other)) {
            run.work(64 * piece.size() as u64 * lattice.turns(flips).count() as u64)?;
            shape = Some(piece.least_orientation(lattice, flips));
        }
        match classes.iter_mut().find(|class| shape.is_some() && class.1 == shape) {
            Some(class) => class.0.push(number),
            None => classes.push((vec![number], shape)),
        }
    }
    Ok(classes.into_iter().map(|(class, _)| class).collect())
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::text;
    use crate::run::{Control, Limits};

    fn alike(text: &str, merging: Merging) -> (Puzzle, Option<Alike>) {
        let puzzle = text::read(text).unwrap().puzzle;
        let control = Control::new();
        let alike = Alike::of(&puzzle, merging, &mut Run::new(Limits::default(), &control)).unwrap();
        (puzzle, alike)
    }

    #[test]
    fn names_are_counted() {
        let (puzzle, merged) = alike("2 4 3\nDEFAULT\nAA\nB\nB\nC\nCOPIES A 2\n", Merging::Fixed);
        assert_eq!(merged.unwrap().ways(&puzzle), Some(3));
        let (puzzle, merged) = alike("2 4 4\nDEFAULT\nAA\nBB\nC\nC\nDD\nPLACED\nAA..\n....\n", Merging::Fixed);
        assert_eq!(merged.unwrap().ways(&puzzle), Some(6));
        let (_, none) = alike("2 4 2\nDEFAULT\nAA\nB\nB\nSPARE A\n", Merging::Fixed);
        assert!(none.is_none());
        let (_, some) = alike("2 4 2\nDEFAULT\nAA\nB\nB\nSPARE A\n", Merging::All);
        assert_eq!(some.unwrap().puzzle.amount(0), Amount { least: 1, most: 2 });
    }
}
