//! Making boards: uniform over the solvable ones, or of a given shortest length.
//!
//! The same seed gives the same board for ever: see [`Dice`]. How its numbers become a board never changes.

use super::board::{Board, Dir, Size};
use super::domain::SlideDomain;
use super::goal::{Goal, Puzzle};
use super::grid::Grid as _;
use super::heuristic::Blind;
use super::parity::Parity;
use super::solve::{Options, PROVEN_CELLS, Status, solve};
use super::store::TableStore;
use crate::dice::Dice;
use crate::run::{Run, Stop};
use crate::search::{Outcome, bfs};

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
    dice.shuffle(&mut tiles);
    let board = Board::new(goal.size(), tiles).expect("a shuffle keeps every tile");
    let puzzle = Puzzle::new(board, goal.clone()).expect("the sizes are equal");
    if Parity::is_solvable(&puzzle) {
        return puzzle.board().clone();
    }
    // Swapping the first two tiles pairs every board that cannot be solved with one that can.
    let mut board = puzzle.board().clone();
    let mut tiles = (0..board.size().cells()).filter(|&cell| puzzle.board().tiles()[cell] != 0);
    let (a, b) = (tiles.next().expect("a board has 3 tiles"), tiles.next().expect("a board has 3 tiles"));
    board.swap(a, b);
    board
}

/// Boards of at most this many cells are all listed when a length is asked for: 1.8 million at 10 cells.
const LISTED_CELLS: usize = 10;

/// The farthest any board is from a goal with its blank in a corner, where it is known and the board is not listed.
/// Sources: Korf, Schultze 2005 (4x4); OEIS A151944 (the others).
const FARTHEST: [(usize, usize, u32); 4] = [(2, 6, 80), (3, 4, 53), (3, 5, 84), (4, 4, 80)];

/// Makes boards of one shortest length.
pub(crate) struct Maker {
    goal: Board,
    length: u32,
    /// All boards of this length, packed; of small boards only.
    listed: Option<Vec<u64>>,
}

impl Maker {
    /// Boards whose shortest solution has exactly `length` moves.
    ///
    /// Of boards up to 10 cells each has the same chance. Larger ones are found: a longer solution is walked down until
    /// `length` moves are left, or a shorter one's board is moved away from the goal. On 4x4, lengths up to the middle
    /// sixties are found quickly; beyond that they are rare, and the search goes on until the run stops it.
    ///
    /// "Impossible" means that no board needs so many moves.
    pub(crate) fn new(goal: &Board, length: u32, run: &mut Run<'_>) -> Outcome<Maker> {
        let goal = goal.clone();
        if goal.size().cells() > LISTED_CELLS {
            let beyond = farthest(&goal).is_some_and(|farthest| length > farthest);
            return if beyond { Outcome::Impossible } else { Outcome::Solved(Maker { goal, length, listed: None }) };
        }
        let solved = Puzzle::new(goal.clone(), goal.clone()).expect("the sizes are equal");
        match bfs::layers(&SlideDomain::<u64, _>::new(&solved, Blind), run) {
            Err(stop) => Outcome::Stopped(stop),
            Ok(mut layers) if (length as usize) < layers.len() => {
                let listed = Some(layers.swap_remove(length as usize));
                Outcome::Solved(Maker { goal, length, listed })
            }
            Ok(_) => Outcome::Impossible,
        }
    }

    /// The next board, proven by solving it.
    ///
    /// # Errors
    /// When the run stops first.
    pub(crate) fn make(&self, dice: &mut Dice, store: &TableStore, run: &mut Run<'_>) -> Result<Board, Stop> {
        let Some(listed) = &self.listed else { return walked(&self.goal, self.length, dice, store, run) };
        let grid = dice.pick(listed).expect("a maker that lists boards has one");
        let size = self.goal.size();
        let tiles = (0..size.cells()).map(|cell| grid.tile(cell)).collect();
        Ok(Board::new(size, tiles).expect("every state of the search is a board"))
    }
}

/// Boards for a goal, one after the other from one seed.
pub struct Boards<'g> {
    goal: &'g Board,
    maker: Option<Maker>,
    dice: Dice,
}

impl<'g> Boards<'g> {
    /// Boards drawn at random, or all of one shortest length.
    ///
    /// "Impossible" means that no board needs so many moves.
    pub fn new(goal: &'g Board, length: Option<u32>, seed: u64, run: &mut Run<'_>) -> Outcome<Boards<'g>> {
        let maker = match length.map(|length| Maker::new(goal, length, run)) {
            None => None,
            Some(Outcome::Solved(maker)) => Some(maker),
            Some(Outcome::Impossible) => return Outcome::Impossible,
            Some(Outcome::Stopped(stop)) => return Outcome::Stopped(stop),
        };
        Outcome::Solved(Boards { goal, maker, dice: Dice::new(seed) })
    }

    /// The next one.
    ///
    /// # Errors
    /// When the run stops first.
    pub fn next(&mut self, store: &TableStore, run: &mut Run<'_>) -> Result<Board, Stop> {
        run.check()?;
        match &self.maker {
            Some(maker) => maker.make(&mut self.dice, store, run),
            None => Ok(draw(self.goal, &mut self.dice)),
        }
    }
}

/// The known farthest distance from a goal.
fn farthest(goal: &Board) -> Option<u32> {
    let size = goal.size();
    let (row, col) = (size.row(goal.blank()), size.col(goal.blank()));
    let corner = [0, size.rows() - 1].contains(&row) && [0, size.cols() - 1].contains(&col);
    let sides = (size.rows().min(size.cols()), size.rows().max(size.cols()));
    FARTHEST.iter().find(|(a, b, _)| corner && (*a, *b) == sides).map(|(_, _, farthest)| *farthest)
}

/// Starts from a random board, or for boards too large to solve from the goal, and walks to the length.
fn walked(goal: &Board, length: u32, dice: &mut Dice, store: &TableStore, run: &mut Run<'_>) -> Result<Board, Stop> {
    let draws = goal.size().cells() <= PROVEN_CELLS;
    loop {
        let mut board = if draws { draw(goal, dice) } else { goal.clone() };
        let mut moves = shortest(&board, goal, store, run)?;
        while (moves.len() as u32) < length {
            let Some(further) = further(&board, goal, moves.len(), dice, store, run)? else { break };
            (board, moves) = further;
        }
        if let Some(surplus) = moves.len().checked_sub(length as usize) {
            return Ok(board.after(&moves[..surplus]).expect("a solution stays on the board"));
        }
    }
}

/// A neighbour that needs more moves, with its solution; neighbours are tried in random order.
fn further(
    board: &Board,
    goal: &Board,
    length: usize,
    dice: &mut Dice,
    store: &TableStore,
    run: &mut Run<'_>,
) -> Result<Option<(Board, Vec<Dir>)>, Stop> {
    let mut dirs = Dir::ALL;
    dice.shuffle(&mut dirs);
    for next in dirs.into_iter().filter_map(|dir| board.after(&[dir])) {
        let moves = shortest(&next, goal, store, run)?;
        if moves.len() > length {
            return Ok(Some((next, moves)));
        }
    }
    Ok(None)
}

fn shortest(board: &Board, goal: &Board, store: &TableStore, run: &mut Run<'_>) -> Result<Vec<Dir>, Stop> {
    let puzzle = Puzzle::new(board.clone(), goal.clone()).expect("the sizes are equal");
    let options = Options { prove: true, ..Options::default() };
    let solution = solve(&puzzle, &options, store, run).expect("the default options fit every board");
    match solution.status {
        Status::Stopped(stop) => Err(stop),
        _ => Ok(solution.moves.expect("a board drawn for this goal can be solved")),
    }
}
