//! A piece: a name and the spots it covers.
//!
//! Invariant: a piece has at least one cell, and its spots are sorted, different, and begin at layer, row and column 0.

use thiserror::Error;

use super::lattice::{Cell, Flips, Lattice, LatticeTurn, Spot};
use crate::run::{Run, Stop};

/// A piece of a packing puzzle.
///
/// ```
/// use ubin::pack::{Piece, Spot};
/// let corner = Piece::new('L', vec![Spot::flat(0, 0), Spot::flat(1, 0), Spot::flat(1, 1)])?;
/// assert_eq!((corner.name(), corner.spots().len()), ("L", 3));
/// # Ok::<(), ubin::pack::PieceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    name: Box<str>,
    spots: Vec<Spot>,
}

/// The longest name of a piece.
pub(crate) const LONGEST_NAME: usize = 24;

/// Why a shape is no piece.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PieceError {
    /// The name is none.
    #[error("a piece is named by a letter, or by letters, digits and hyphens, {LONGEST_NAME} at most, not by {0:?}")]
    Name(String),
    /// There is nothing to place.
    #[error("piece {0} has no cells")]
    Empty(String),
    /// A spot is listed twice.
    #[error("piece {0} covers a cell twice")]
    Twice(String),
}

impl Piece {
    /// A piece with a name of letters, digits and hyphens; its spots are moved so that the lowest are 0.
    ///
    /// # Errors
    /// When the name is none, or the spots are none or repeated.
    pub fn new(name: impl Into<String>, mut spots: Vec<Spot>) -> Result<Piece, PieceError> {
        let name = name.into();
        if !is_name(&name) {
            return Err(PieceError::Name(name));
        }
        let lowest = |of: fn(&Spot) -> u32| spots.iter().map(of).min().ok_or_else(|| PieceError::Empty(name.clone()));
        let (layer, row, col) = (lowest(|s| s.layer)?, lowest(|s| s.row)?, lowest(|s| s.col)?);
        for spot in &mut spots {
            *spot = Spot { layer: spot.layer - layer, row: spot.row - row, col: spot.col - col };
        }
        if !spots.is_sorted() {
            spots.sort_unstable();
        }
        if spots.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(PieceError::Twice(name));
        }
        Ok(Piece { name: name.into(), spots })
    }

    /// Its name: a letter, or up to 24 letters, digits and hyphens.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its name, if that is a letter.
    pub(crate) fn letter(&self) -> Option<char> {
        let mut letters = self.name.chars();
        letters.next().filter(|letter| letter.is_ascii_alphabetic() && letters.next().is_none())
    }

    /// How many cells it covers.
    #[must_use]
    pub(crate) fn size(&self) -> usize {
        self.spots.len()
    }

    /// The spots it covers as it is given, sorted.
    #[must_use]
    pub fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// The cells it covers on a lattice, as it is given.
    #[must_use]
    pub(crate) fn cells(&self, lattice: Lattice) -> Vec<Cell> {
        self.spots.iter().map(|&spot| lattice.cell(spot)).collect()
    }

    /// Its different orientations: sorted cells, the first at the origin, in the order of the turns that give them.
    ///
    /// ```
    /// use ubin::pack::{Flips, Lattice, Piece, Spot};
    /// let corner = Piece::new('L', vec![Spot::flat(0, 0), Spot::flat(1, 0), Spot::flat(1, 1)])?;
    /// assert_eq!(corner.orientations(Lattice::Square, Flips::Allowed).len(), 4);
    /// assert_eq!(corner.orientations(Lattice::Cubic, Flips::Allowed).len(), 12);
    /// # Ok::<(), ubin::pack::PieceError>(())
    /// ```
    #[must_use]
    pub fn orientations(&self, lattice: Lattice, flips: Flips) -> Vec<Vec<Cell>> {
        let mut found: Vec<Vec<Cell>> = Vec::new();
        for turned in lattice.turns(flips).map(|turn| self.turned(lattice, turn)) {
            if !found.contains(&turned) {
                found.push(turned);
            }
        }
        found
    }

    /// The orientations of a piece of any size: memory is held, and a stop comes in time.
    pub(crate) fn orientations_in(
        &self,
        lattice: Lattice,
        flips: Flips,
        run: &mut Run<'_>,
    ) -> Result<Vec<Vec<Cell>>, Stop> {
        let (bytes, work) = (size_of_val(&self.spots[..]) as u64, 16 * self.size() as u64);
        let mut found: Vec<Vec<Cell>> = Vec::new();
        for turn in lattice.turns(flips) {
            run.work(work)?;
            run.hold(bytes)?;
            let turned = self.turned(lattice, turn);
            if found.contains(&turned) {
                run.release(bytes);
            } else {
                found.push(turned);
            }
        }
        Ok(found)
    }

    /// The least of its orientations: equal for two pieces exactly when they have the same orientations.
    pub(crate) fn least_orientation(&self, lattice: Lattice, flips: Flips) -> Vec<Cell> {
        lattice.turns(flips).map(|turn| self.turned(lattice, turn)).min().unwrap_or_default()
    }

    /// The least of the orientations of its mirror image.
    pub(crate) fn least_mirrored(&self, lattice: Lattice, flips: Flips) -> Vec<Cell> {
        let mirrored = |turn: LatticeTurn| self.turned(lattice, LatticeTurn::MIRROR.then(turn));
        lattice.turns(flips).map(mirrored).min().unwrap_or_default()
    }

    /// Its cells after a turn, sorted, the first at the origin.
    pub(crate) fn turned(&self, lattice: Lattice, turn: LatticeTurn) -> Vec<Cell> {
        at_origin(self.spots.iter().map(|&spot| turn.apply(lattice.cell(spot))).collect())
    }

    /// How many parts it falls into on a lattice, cells that touch being together.
    #[must_use]
    pub fn parts(&self, lattice: Lattice) -> usize {
        let most = |of: fn(&Spot) -> u32| self.spots.iter().map(of).max().unwrap_or(0) as usize + 1;
        let (rows, cols) = (most(|spot| spot.row), most(|spot| spot.col));
        let volume = most(|spot| spot.layer).saturating_mul(rows).saturating_mul(cols);
        let number = |spot: Spot| {
            let is_inside = (spot.row as usize) < rows && (spot.col as usize) < cols;
            is_inside.then_some((spot.layer as usize * rows + spot.row as usize) * cols + spot.col as usize)
        };
        // Most pieces fill their box well; a few cells far apart are looked up by hashing.
        if volume <= 64 * self.size() + 4096 {
            let mut left = vec![false; volume];
            self.spots.iter().filter_map(|&spot| number(spot)).for_each(|at| left[at] = true);
            let take = |spot| number(spot).and_then(|at| left.get_mut(at)).is_some_and(std::mem::take);
            self.parts_by(lattice, take)
        } else {
            let mut left: rustc_hash::FxHashSet<Spot> = self.spots.iter().copied().collect();
            self.parts_by(lattice, |spot| left.remove(&spot))
        }
    }

    /// Counts parts; `take` says whether a spot is the piece's and was not taken before.
    fn parts_by(&self, lattice: Lattice, mut take: impl FnMut(Spot) -> bool) -> usize {
        let mut parts = 0;
        let mut reached = Vec::new();
        for &start in &self.spots {
            if !take(start) {
                continue;
            }
            parts += 1;
            reached.push(start);
            while let Some(next) = reached.pop() {
                let cell = lattice.cell(next);
                let touching = lattice.neighbours().iter().filter_map(|&step| lattice.spot(cell.plus(step)));
                reached.extend(touching.filter(|&spot| take(spot)));
            }
        }
        parts
    }
}

/// Whether a piece may have this name.
pub(crate) fn is_name(name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    (1..=LONGEST_NAME).contains(&name.len()) && name.bytes().all(is_part)
}

/// Sorts cells and moves the first to the origin: equal for two shapes exactly when one is the other moved.
pub(crate) fn at_origin(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort_unstable();
    if let Some(&first) = cells.first() {
        for cell in &mut cells {
            *cell = cell.minus(first);
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(rows: &[&str]) -> Piece {
        let spots = rows.iter().enumerate().flat_map(|(row, line)| {
            line.char_indices()
                .filter(|&(_, c)| c == 'X')
                .map(move |(col, _)| Spot::flat(row as u32 + 3, col as u32 + 2))
        });
        Piece::new('A', spots.collect()).expect("a test's piece is right")
    }

    #[test]
    fn orientations_in_the_plane_and_among_balls() {
        let cases: [(&[&str], usize, usize); 4] =
            [(&["XXX", "X.."], 8, 24), (&["XX.", ".XX"], 4, 12), (&["X.X", "XXX"], 4, 12), (&["XX", "X."], 4, 12)];
        for (rows, flat, balls) in cases {
            assert_eq!(piece(rows).orientations(Lattice::Square, Flips::Allowed).len(), flat, "{rows:?}");
            assert_eq!(piece(rows).orientations(Lattice::Balls, Flips::Allowed).len(), balls, "{rows:?}");
        }
        assert_eq!(piece(&["XXX", "X.."]).orientations(Lattice::Square, Flips::Forbidden).len(), 4);
    }

    #[test]
    fn diagonal_cells_do_not_touch_but_diagonal_balls_may() {
        assert_eq!(piece(&["X.", ".X"]).parts(Lattice::Square), 2);
        assert_eq!(piece(&["XX", ".X"]).parts(Lattice::Square), 1);
        assert_eq!(piece(&["XX", ".X"]).parts(Lattice::Balls), 1);
    }

    #[test]
    fn bad_shapes_are_refused() {
        assert_eq!(Piece::new('A', vec![]), Err(PieceError::Empty("A".into())));
        assert_eq!(Piece::new('?', vec![Spot::flat(0, 0)]), Err(PieceError::Name("?".into())));
        assert_eq!(Piece::new('A', vec![Spot::flat(1, 1); 2]), Err(PieceError::Twice("A".into())));
    }
}
