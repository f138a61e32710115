//! The piece in hand: its orientation and where it hovers.
//!
//! Words: the **pivot** is the cell of the piece nearest to its middle. It keeps its place when the piece turns, so that a piece turns on the spot; on every lattice, for the way from
//! the pivot to another cell of the piece is always a step of the lattice.

use ubin::pack::{Cell, Flips, Lattice, Puzzle, Spot};

/// How far a turned piece is moved to lie on the board again.
const NUDGE: i32 = 3;
/// Boards where all places of a piece are looked at: board cells times piece cells.
const MOST_LOOKS: usize = 200_000;

/// A piece in hand.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Hand {
    pub(super) piece: usize,
    /// Its cells; only their differences count.
    cells: Vec<Cell>,
    /// Where the pivot is.
    at: Cell,
}

/// Whether the piece can lie where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// It can, on these cells.
    Fits(Vec<u32>),
    /// Part of it is off the board.
    Outside,
    /// Another piece lies there.
    Overlaps(usize),
}

fn plus(a: Cell, b: Cell) -> Cell {
    Cell { x: a.x + b.x, y: a.y + b.y, z: a.z + b.z }
}

fn minus(a: Cell, b: Cell) -> Cell {
    Cell { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z }
}

/// A step of so many layers, rows and columns.
fn step(lattice: Lattice, [layers, rows, cols]: [i32; 3]) -> Cell {
    let origin = lattice.cell(Spot::default());
    let unit = |spot: Spot, times: i32| {
        let Cell { x, y, z } = minus(lattice.cell(spot), origin);
        Cell { x: x * times, y: y * times, z: z * times }
    };
    let up = unit(Spot { layer: 1, row: 0, col: 0 }, layers);
    plus(up, plus(unit(Spot::flat(1, 0), rows), unit(Spot::flat(0, 1), cols)))
}

/// The cell nearest to the middle of a shape.
fn pivot(cells: &[Cell]) -> Cell {
    let count = cells.len() as i64;
    let sum = |of: fn(&Cell) -> i32| cells.iter().map(|cell| i64::from(of(cell))).sum::<i64>();
    let middle = [sum(|c| c.x), sum(|c| c.y), sum(|c| c.z)];
    let away = |cell: &&Cell| {
        let far = |a: i32, b: i64| (i64::from(a) * count - b).pow(2);
        far(cell.x, middle[0]) + far(cell.y, middle[1]) + far(cell.z, middle[2])
    };
    *cells.iter().min_by_key(away).expect("a piece has cells")
}

impl Hand {
    /// Takes a piece as it is given, its pivot at a spot, or near it so that it lies on the board.
    pub(super) fn take(puzzle: &Puzzle, piece: usize, spot: Spot) -> Hand {
        let lattice = puzzle.board().lattice();
        let cells = puzzle.pieces()[piece].orientations(lattice, puzzle.flips()).swap_remove(0);
        Hand { piece, cells, at: lattice.cell(spot) }.nudged(puzzle)
    }

    /// Takes a piece from where it lies.
    pub(super) fn lift(puzzle: &Puzzle, piece: usize, cells: &[u32]) -> Hand {
        let board = puzzle.board();
        let cells: Vec<Cell> = cells.iter().map(|&n| board.lattice().cell(board.spots()[n as usize])).collect();
        Hand { piece, at: pivot(&cells), cells }
    }

    /// The cells where it hovers.
    pub(super) fn cells(&self) -> Vec<Cell> {
        let shift = minus(self.at, pivot(&self.cells));
        self.cells.iter().map(|&cell| plus(cell, shift)).collect()
    }

    /// Where its pivot is.
    pub(super) fn spot(&self, puzzle: &Puzzle) -> Spot {
        puzzle.board().lattice().spot(self.at).expect("the pivot stays over the board")
    }

    /// Moves its pivot to a spot.
    pub(super) fn put(&mut self, puzzle: &Puzzle, spot: Spot) {
        self.at = puzzle.board().lattice().cell(spot);
    }

    /// Whether it can lie here.
    pub(super) fn fit(&self, puzzle: &Puzzle, owners: &[Option<usize>]) -> Fit {
        let mut numbers = Vec::with_capacity(self.cells.len());
        for cell in self.cells() {
            match puzzle.board().number_of(cell) {
                None => return Fit::Outside,
                Some(number) => numbers.push(number as u32),
            }
        }
        match numbers.iter().find_map(|&number| owners[number as usize]) {
            Some(other) => Fit::Overlaps(other),
            None => {
                numbers.sort_unstable();
                Fit::Fits(numbers)
            }
        }
    }

    /// A quarter of a turn on a flat board; in space the next orientation.
    pub(super) fn turn(&mut self, puzzle: &Puzzle) {
        if puzzle.board().is_flat() {
            self.change(puzzle, |Cell { x, y, z }| Cell { x: -y, y: x, z });
        } else {
            self.cycle(puzzle, 1);
        }
    }

    /// Turns it over on a flat board, if that is allowed; in space the orientation before.
    pub(super) fn flip(&mut self, puzzle: &Puzzle) -> bool {
        if !puzzle.board().is_flat() {
            self.cycle(puzzle, -1);
            return true;
        }
        let allowed = puzzle.flips() == Flips::Allowed;
        if allowed {
            self.change(puzzle, |Cell { x, y, z }| Cell { x: -x, y, z });
        }
        allowed
    }

    fn change(&mut self, puzzle: &Puzzle, turn: impl Fn(Cell) -> Cell) {
        let cells = self.cells.iter().map(|&cell| turn(cell)).collect();
        *self = Hand { cells, ..self.clone() }.nudged(puzzle);
    }

    fn cycle(&mut self, puzzle: &Puzzle, by: isize) {
        let all = self.orientations(puzzle);
        let (at, count) = (self.orientation_among(&all), all.len() as isize);
        let next = (at as isize + by).rem_euclid(count) as usize;
        *self = Hand { cells: all[next].clone(), ..self.clone() }.nudged(puzzle);
    }

    fn orientations(&self, puzzle: &Puzzle) -> Vec<Vec<Cell>> {
        puzzle.pieces()[self.piece].orientations(puzzle.board().lattice(), puzzle.flips())
    }

    /// The number of its orientation, and how many there are.
    pub(super) fn orientation(&self, puzzle: &Puzzle) -> (usize, usize) {
        let all = self.orientations(puzzle);
        (self.orientation_among(&all), all.len())
    }

    fn orientation_among(&self, all: &[Vec<Cell>]) -> usize {
        let mut cells = self.cells.clone();
        cells.sort_unstable();
        let shape: Vec<Cell> = cells.iter().map(|&cell| minus(cell, cells[0])).collect();
        all.iter().position(|other| *other == shape).unwrap_or(0)
    }

    /// Moved by as little as possible so that all of it is on the board; where that is too far, as it is.
    fn nudged(self, puzzle: &Puzzle) -> Hand {
        let lattice = puzzle.board().lattice();
        let range = |on: bool| if on { -NUDGE..=NUDGE } else { 0..=0 };
        let mut steps: Vec<[i32; 3]> = range(!puzzle.board().is_flat())
            .flat_map(|layer| range(true).flat_map(move |row| range(true).map(move |col| [layer, row, col])))
            .collect();
        steps.sort_by_key(|step| step.iter().map(|n| n * n).sum::<i32>());
        let is_on = |hand: &Hand| hand.cells().iter().all(|&cell| puzzle.board().number_of(cell).is_some());
        let moved = |by: [i32; 3]| Hand { at: plus(self.at, step(lattice, by)), ..self.clone() };
        steps.into_iter().map(moved).find(is_on).unwrap_or(self)
    }

    /// Moves it by layers, rows and columns; its pivot stays over the board.
    pub(super) fn shift(&mut self, puzzle: &Puzzle, by: [i32; 3]) {
        let spot = shifted(puzzle, self.spot(puzzle), by);
        self.put(puzzle, spot);
    }

    /// All places where it fits as it is turned, in reading order of its pivot.
    fn places(&self, puzzle: &Puzzle, owners: &[Option<usize>]) -> Vec<(Spot, Vec<u32>)> {
        let board = puzzle.board();
        if board.size().saturating_mul(self.cells.len()) > MOST_LOOKS {
            return Vec::new();
        }
        let place = |&spot: &Spot| {
            let there = Hand { at: board.lattice().cell(spot), ..self.clone() };
            match there.fit(puzzle, owners) {
                Fit::Fits(cells) => Some((spot, cells)),
                _ => None,
            }
        };
        board.spots().iter().filter_map(place).collect()
    }

    /// The cells that it can cover as it is turned, and the number of its places.
    pub(super) fn reach(&self, puzzle: &Puzzle, owners: &[Option<usize>]) -> (Vec<bool>, usize) {
        let mut reached = vec![false; owners.len()];
        let places = self.places(puzzle, owners);
        for &cell in places.iter().flat_map(|(_, cells)| cells) {
            reached[cell as usize] = true;
        }
        (reached, places.len())
    }

    /// Moves it to the next place where it fits as it is turned; whether there is one.
    pub(super) fn next_place(&mut self, puzzle: &Puzzle, owners: &[Option<usize>]) -> bool {
        let here = puzzle.board().number(self.spot(puzzle));
        let places = self.places(puzzle, owners);
        let later = places.iter().find(|(spot, _)| puzzle.board().number(*spot) > here);
        let Some((spot, _)) = later.or(places.first()) else { return false };
        self.put(puzzle, *spot);
        true
    }
}

/// A spot moved by layers, rows and columns, but not over the edge.
pub(super) fn shifted(puzzle: &Puzzle, spot: Spot, [layers, rows, cols]: [i32; 3]) -> Spot {
    let board = puzzle.board();
    let clamped = |at: u32, by: i32, count: u32| at.saturating_add_signed(by).min(count - 1);
    let layer = clamped(spot.layer, layers, board.layers());
    let (high, wide) = board.layer_size(layer);
    Spot { layer, row: clamped(spot.row, rows, high), col: clamped(spot.col, cols, wide) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ubin::pack::sets;

    /// Turned often enough, a piece is as it was; every orientation is one that the puzzle allows.
    #[test]
    fn turns_come_back() {
        for (set, turns) in [("iq", 4), ("iq-pyramid", 24), ("soma", 24), ("bedlam", 24)] {
            let puzzle = sets::named(set).unwrap().puzzle();
            let owners = puzzle.position();
            for piece in 0..puzzle.pieces().len() {
                let mut hand = Hand::take(&puzzle, piece, Spot { layer: 0, row: 1, col: 1 });
                let before = hand.orientation(&puzzle);
                for _ in 0..turns {
                    hand.turn(&puzzle);
                    if let Fit::Fits(cells) = hand.fit(&puzzle, &owners) {
                        let mut puzzle = puzzle.clone();
                        puzzle.place(ubin::pack::Placement { piece, cells }).expect("what fits can be placed");
                    }
                    assert!(puzzle.board().number(hand.spot(&puzzle)).is_some());
                }
                assert_eq!(turns % before.1.min(turns), 0);
                assert_eq!(hand.orientation(&puzzle).0, before.0, "{set} {piece}");
            }
        }
    }

    #[test]
    fn a_lifted_piece_lies_where_it_lay() {
        let puzzle = sets::named("soma").unwrap().puzzle();
        let owners = puzzle.position();
        let mut hand = Hand::take(&puzzle, 2, Spot { layer: 0, row: 1, col: 1 });
        while !matches!(hand.fit(&puzzle, &owners), Fit::Fits(_)) {
            hand.turn(&puzzle);
        }
        let Fit::Fits(cells) = hand.fit(&puzzle, &owners) else { panic!("it fits") };
        let again = Hand::lift(&puzzle, 2, &cells);
        assert_eq!(again.fit(&puzzle, &owners), Fit::Fits(cells));
        assert_eq!(again.orientation(&puzzle), hand.orientation(&puzzle));
    }

    #[test]
    fn the_next_place_goes_round() {
        let puzzle = ubin::pack::text::read("2 3 3\nDEFAULT\nAA\nBB\nCC\n").unwrap().puzzle;
        let owners = puzzle.position();
        let mut hand = Hand::take(&puzzle, 0, Spot::default());
        assert_eq!(hand.reach(&puzzle, &owners).1, 4);
        let first = hand.cells();
        let mut seen = vec![first.clone()];
        loop {
            assert!(hand.next_place(&puzzle, &owners));
            if hand.cells() == first {
                break;
            }
            seen.push(hand.cells());
        }
        assert_eq!(seen.len(), 4);
    }
}
