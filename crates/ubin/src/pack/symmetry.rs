//! Symmetries of a puzzle, and how to search only one of each family of equal solutions.
//!
//! Words: a **symmetry** maps the board onto itself so that every placement of a piece becomes a placement of the same piece and the pieces already placed stay; all of them are the **group**;
//! the **orbit** of a placement is where they take it, and the symmetries that leave it are its **stabiliser**.
//!
//! One piece, the **breaker**, is tried only once in each orbit. If a placement stands for an orbit of w, every solution with it stands for w solutions, one with each placement of the orbit.
//! The number of different solutions is Burnside's: the mean, over the group, of the number of solutions that a symmetry leaves as they are. Since pieces are labelled, those are the solutions made of
//! placements it leaves as they are, and there are few to search. The orbits' sizes need not be known, so pieces that lie symmetrically cannot spoil the count.

use super::lattice::LatticeTurn;
use super::model::PackModel;
use super::puzzle::Puzzle;
use crate::run::{Run, Stop};

/// The symmetries of a puzzle as maps of its free cells, the identity first.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) maps: Vec<Vec<u32>>,
}

/// The breaker's placements that stand for the orbits of one size.
#[derive(Clone, Debug)]
pub(crate) struct Class {
    /// The size of the orbits.
    pub(crate) weight: u64,
    /// The options.
    pub(crate) options: Vec<u32>,
}

impl Group {
    /// The symmetries of a puzzle, in held memory.
    pub(crate) fn of(puzzle: &Puzzle, model: &PackModel, run: &mut Run<'_>) -> Result<Group, Stop> {
        let mut number = vec![u32::MAX; puzzle.board().size()];
        for (at, &cell) in model.free.iter().enumerate() {
            number[cell as usize] = at as u32;
        }
        let keeps_placed = |map: &[u32]| puzzle.placed().iter().all(|placed| Group::keeps(map, &placed.cells));
        let board = puzzle.board();
        let (mut turns, mut maps): (Vec<LatticeTurn>, Vec<Vec<u32>>) =
            (board.lattice().board_turns(puzzle.flips()), Vec::new());
        if turns.iter().any(|turn| !turn.is_rotation()) && !are_mirrored(puzzle, run)? {
            turns.retain(|turn| turn.is_rotation());
        }
        for turn in turns {
            run.work(32 * board.size() as u64)?;
            let Some(map) = board.onto_itself(turn).filter(|map| keeps_placed(map)) else { continue };
            let free: Vec<u32> = model.free.iter().map(|&cell| number[map[cell as usize] as usize]).collect();
            if !maps.contains(&free) {
                run.hold(size_of_val(&free[..]) as u64)?;
                maps.push(free);
            }
        }
        Ok(Group { maps })
    }

    pub(crate) fn order(&self) -> u64 {
        self.maps.len() as u64
    }

    /// The symmetries as maps of the whole board; where pieces lie already, cells stay, which is right as long as only solutions are compared.
    pub(crate) fn on_board(&self, puzzle: &Puzzle, model: &PackModel) -> Vec<Vec<u32>> {
        let whole = |map: &Vec<u32>| {
            let mut board: Vec<u32> = (0..puzzle.board().size() as u32).collect();
            for (from, &to) in model.free.iter().zip(map) {
                board[*from as usize] = model.free[to as usize];
            }
            board
        };
        self.maps.iter().map(whole).collect()
    }

    /// Whether a symmetry leaves a set of cells as it is.
    pub(crate) fn keeps(map: &[u32], cells: &[u32]) -> bool {
        cells.iter().all(|&cell| cells.binary_search(&map[cell as usize]).is_ok())
    }

    /// The piece with the fewest orbits, if the group has more than the identity.
    pub(crate) fn breaker(&self, model: &PackModel, run: &mut Run<'_>) -> Result<Option<usize>, Stop> {
        if self.maps.len() < 2 {
            return Ok(None);
        }
        let mut best = None;
        for piece in 0..model.loose.len() {
            let mut fixed = 0;
            for cells in model.of_piece(piece).map(|option| model.cells(option)) {
                run.work((16 * self.maps.len() * cells.len()) as u64)?;
                fixed += self.maps.iter().filter(|map| Group::keeps(map, cells)).count();
            }
            if best.is_none_or(|(least, _)| fixed < least) {
                best = Some((fixed, piece));
            }
        }
        Ok(best.map(|(_, piece)| piece))
    }

    /// One placement of the breaker for each orbit, by the orbits' size.
    pub(crate) fn classes(&self, model: &PackModel, breaker: usize, run: &mut Run<'_>) -> Result<Vec<Class>, Stop> {
        let mut classes: Vec<Class> = Vec::new();
        let mut image = Vec::new();
        for option in model.of_piece(breaker) {
            let cells = model.cells(option);
            run.work((16 * self.maps.len() * cells.len()) as u64)?;
            let mut stabiliser = 0;
            let is_least = self.maps.iter().all(|map| {
                image.clear();
                image.extend(cells.iter().map(|&cell| map[cell as usize]));
                image.sort_unstable();
                stabiliser += u64::from(image == cells);
                image.as_slice() >= cells
            });
            if is_least {
                let weight = self.order() / stabiliser;
                match classes.iter_mut().find(|class| class.weight == weight) {
                    Some(class) => class.options.push(option as u32),
                    None => classes.push(Class { weight, options: vec![option as u32] }),
                }
            }
        }
        Ok(classes)
    }

    /// One symmetry for each placement in the orbit of `cells`.
    pub(crate) fn orbit(&self, cells: &[u32]) -> Vec<usize> {
        let mut images: Vec<Vec<u32>> = Vec::new();
        let mut symmetries = Vec::new();
        for (at, map) in self.maps.iter().enumerate() {
            let mut image: Vec<u32> = cells.iter().map(|&cell| map[cell as usize]).collect();
            image.sort_unstable();
            if !images.contains(&image) {
                images.push(image);
                symmetries.push(at);
            }
        }
        symmetries
    }
}

/// Whether every piece is its own mirror image. In space a piece may make all rotations, so one mirror decides for all.
fn are_mirrored(puzzle: &Puzzle, run: &mut Run<'_>) -> Result<bool, Stop> {
    let lattice = puzzle.board().lattice();
    for piece in puzzle.pieces() {
        let mirrored = piece.turned(lattice, LatticeTurn::MIRROR);
        let mut is_own = false;
        for turn in lattice.turns(puzzle.flips()) {
            run.work(32 * piece.size() as u64)?;
            is_own = piece.turned(lattice, turn) == mirrored;
            if is_own {
                break;
            }
        }
        if !is_own {
            return Ok(false);
        }
    }
    Ok(true)
}
