//! How the entries of a score are learned.
//!
//! A **round** solves boards by a beam that the entries so far rank; every board on the way is an **example** of so many
//! moves to go. The entries of an example then change a little towards that number, in several passes. Boards are scrambled
//! by few moves at first, and by a third more whenever a round has solved nearly all of its boards; where it has not, the
//! beam becomes wider. In the end half of the boards are drawn from all that there are. In the second half of the training
//! the steps become smaller and smaller, so that single examples no longer matter.
//!
//! How long it goes on is counted in steps of a run, a node of a beam or an example each, so that it is the same everywhere.
//! A wider beam gives better examples and fewer of them; small steps and beams that solve nearly every board keep a round
//! from learning the mistakes of the one before.

use std::mem::size_of;
use std::sync::{Arc, Mutex};
use std::thread;

use super::beam::{BoardState, LayeredBeam};
use super::table::{LearnedTable, ONE};
use super::tuples::Tuples;
use crate::dice::Dice;
use crate::locked::locked;
use crate::run::{Run, Stop};
use crate::slide::board::{Dir, Size};
use crate::slide::generate;
use crate::slide::goal::Goal;

/// Where all random numbers come from.
const SEED: u64 = 1;
/// Passes over the examples of a round.
const PASSES: u32 = 4;
/// Of a round's boards, the percentage that is nearly all.
const NEARLY_ALL: usize = 93;
/// Moves of the first scrambles.
const FIRST_SCRAMBLE: usize = 24;
/// Moves of the last scrambles, for every cell.
const SCRAMBLE_A_CELL: usize = 36;
/// Layers of a beam, for every cell and every row and column; no way that is worth learning from is longer.
const LAYERS: usize = 4;
/// One move, in entries that are learned: finer than those of a search.
const FINE: i64 = 1 << 16;
/// The part of an example's error that a step makes good, in 4096ths.
const STEP: i64 = 2048;
const STEP_ONE: i64 = 4096;

/// Entries under way.
pub(super) struct Training {
    tuples: Arc<Tuples>,
    entries: Vec<i32>,
    /// By cell: where a mirror image has it, on square boards.
    mirror: Option<Vec<u8>>,
    dice: Dice,
}

/// What a round begins with.
#[derive(Clone, Copy)]
struct Round {
    /// Which it is.
    number: u64,
    /// Moves of a scramble.
    scramble: usize,
    boards: usize,
    width: usize,
}

/// Boards, as the cells of their tiles one after the other, and how many moves they have to go.
#[derive(Default)]
struct Examples {
    places: Vec<u8>,
    moves: Vec<u16>,
}

impl Training {
    /// The steps that learning the score of a board takes, a little more where the last round passes them: some three and a
    /// half million a second.
    pub(super) fn steps(size: Size) -> u64 {
        match size.cells() {
            0..=9 => 200_000,
            10..=12 => 2_000_000,
            13..=16 => 20_000_000,
            17..=25 => 80_000_000,
            26..=36 => 160_000_000,
            _ => 400_000_000,
        }
    }

    /// Boards of a round, and nodes of a layer while that is enough.
    fn plan(size: Size) -> (usize, usize) {
        match size.cells() {
            0..=12 => (60, 20),
            13..=36 => (300, 150),
            _ => (300, 400),
        }
    }

    /// Entries that know the distance of every tile from its home and nothing else.
    pub(super) fn new(tuples: Arc<Tuples>, run: &mut Run<'_>) -> Result<Training, Stop> {
        let size = tuples.size;
        run.hold((tuples.learned * size_of::<i32>()) as u64)?;
        let mut entries = vec![0; tuples.learned];
        for (tuple, _) in tuples.fewer.iter().filter(|(tuple, _)| tuple.homes.len() == 1) {
            for cell in 0..size.cells() {
                entries[tuple.start + cell] = size.taxicab(tuple.homes[0], cell) as i32 * FINE as i32;
            }
        }
        let mirror = (size.rows() == size.cols()).then(|| transposed(size));
        Ok(Training { tuples, entries, mirror, dice: Dice::new(SEED) })
    }

    /// Learns until so many steps are used up.
    pub(super) fn learn(mut self, all: u64, threads: usize, run: &mut Run<'_>) -> Result<LearnedTable, Stop> {
        let size = self.tuples.size;
        let longest = SCRAMBLE_A_CELL * size.cells();
        let (boards, narrow) = Training::plan(size);
        // One table is in use while the next is made, by way of entries twice as long.
        run.hold(4 * LearnedTable::bytes(size).expect("the board has tuples"))?;
        let mut table = self.table();
        let mut round = Round { number: 0, scramble: FIRST_SCRAMBLE.min(longest), boards, width: narrow };
        let before = run.stats().expanded;
        while run.stats().expanded - before < all {
            let done = run.stats().expanded - before;
            let held = run.held();
            let (examples, solved) = self.examples(&table, round, threads, run)?;
            self.take(&examples, step(done, all), run)?;
            run.release_to(held);
            table = self.table();
            round.number += 1;
            if solved * 100 >= boards * NEARLY_ALL {
                round.scramble = (round.scramble * 27 / 20).min(longest);
                round.width = (round.width * 3 / 4).max(narrow);
            } else {
                round.width = (round.width * 3 / 2).min(4 * narrow);
            }
        }
        Ok(table)
    }

    /// The entries that a search looks at: those of pairs and single tiles are added into a three.
    pub(super) fn table(&self) -> LearnedTable {
        let (tuples, cells) = (&self.tuples, self.tuples.size.cells());
        let mut entries = self.entries[..tuples.searched].to_vec();
        for (tuple, three) in &tuples.fewer {
            let three = &tuples.threes[*three];
            let factor = |home: &usize| {
                let at = three.homes.iter().position(|other| other == home).expect("the three has its tiles");
                cells.pow(2 - at as u32)
            };
            let factors: Vec<usize> = tuple.homes.iter().map(factor).collect();
            for (index, entry) in entries[three.start..][..cells.pow(3)].iter_mut().enumerate() {
                let own = factors.iter().fold(0, |own, factor| own * cells + index / factor % cells);
                *entry = entry.saturating_add(self.entries[tuple.start + own]);
            }
        }
        let coarse = (FINE / i64::from(ONE)) as i32;
        let rounded = |entry: i32| entry.saturating_add(coarse / 2).div_euclid(coarse);
        let narrow = |entry: i32| rounded(entry).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        LearnedTable::of(Arc::clone(tuples), entries.into_iter().map(narrow))
    }

    /// Solves the boards of a round; their examples, and how many were solved.
    fn examples(
        &self,
        table: &LearnedTable,
        round: Round,
        threads: usize,
        run: &mut Run<'_>,
    ) -> Result<(Examples, usize), Stop> {
        let size = self.tuples.size;
        let layers = layers(size);
        let links = (round.width * layers * size_of::<u32>()) as u64;
        let beams = threads as u64 * (LayeredBeam::bytes(size.cells(), round.width) + links);
        let boards = (round.boards * layers * (size.cells() + size_of::<u16>())) as u64;
        run.hold(beams + boards)?;
        let next = Mutex::new(0..round.boards);
        let work = |run: &mut Run<'_>| -> Result<Vec<(usize, BoardState, Vec<Dir>)>, Stop> {
            let mut solved = Vec::new();
            loop {
                let Some(number) = locked(&next).next() else { return Ok(solved) };
                let (board, moves) = self.draw(round, number as u64);
                let beam = LayeredBeam { width: round.width, moves: moves.min(layers) + 20, threads: 1 };
                if let Some(way) = beam.search(table, &board, run)? {
                    solved.push((number, board, way));
                }
            }
        };
        let mut solved = on_threads(threads, run, work)?;
        solved.sort_unstable_by_key(|&(number, ..)| number);
        let mut examples = Examples::default();
        for (_, board, way) in &solved {
            examples.add(size, board, way);
        }
        Ok((examples, solved.len()))
    }

    /// A board of a round, and how many moves a way may have; those of the last rounds are half scrambled more or less, half
    /// any boards.
    fn draw(&self, round: Round, number: u64) -> (BoardState, usize) {
        let size = self.tuples.size;
        let longest = SCRAMBLE_A_CELL * size.cells();
        let mut dice = Dice::new(SEED + 1 + round.number * round.boards as u64 + number);
        if round.scramble < longest {
            // Both parities.
            let moves = round.scramble + number as usize % 2;
            return (scrambled(size, moves, &mut dice), moves);
        }
        if number.is_multiple_of(2) {
            let board = generate::draw(&Goal::BlankLast.board(size), &mut dice);
            let mut places = vec![0; size.cells()];
            for (cell, &tile) in board.tiles().iter().enumerate() {
                let home = usize::from(tile).checked_sub(1).unwrap_or(size.cells() - 1);
                places[home] = cell as u8;
            }
            return (BoardState::new(places), layers(size));
        }
        let moves = longest / 8 + dice.up_to(longest);
        (scrambled(size, moves, &mut dice), moves)
    }

    /// Several passes over examples and their mirror images, in a new order each time.
    fn take(&mut self, examples: &Examples, step: i64, run: &mut Run<'_>) -> Result<(), Stop> {
        let cells = self.tuples.size.cells();
        let mut order: Vec<usize> = (0..examples.moves.len()).collect();
        let mut touched = Vec::with_capacity(self.tuples.threes.len() + self.tuples.fewer.len());
        let mut mirrored = vec![0; cells];
        for _ in 0..PASSES {
            self.dice.shuffle(&mut order);
            for &number in &order {
                run.step()?;
                let (places, moves) = (&examples.places[number * cells..][..cells], examples.moves[number]);
                self.correct(places, moves, step, &mut touched);
                if let Some(mirror) = &self.mirror {
                    for (tile, &cell) in places.iter().enumerate() {
                        mirrored[usize::from(mirror[tile])] = mirror[usize::from(cell)];
                    }
                    self.correct(&mirrored, moves, step, &mut touched);
                }
            }
        }
        Ok(())
    }

    /// Changes all entries of an example by the same amount, so that they come nearer to its number of moves.
    fn correct(&mut self, places: &[u8], moves: u16, step: i64, touched: &mut Vec<usize>) {
        let (cells, tuples) = (places.len(), &self.tuples);
        touched.clear();
        touched.extend(tuples.threes.iter().map(|three| three.index(cells, places)));
        touched.extend(tuples.fewer.iter().map(|(tuple, _)| tuple.index(cells, places)));
        let mut tiles = [0; Tuples::MOST_CELLS];
        for (tile, &cell) in places.iter().enumerate() {
            tiles[usize::from(cell)] = tile;
        }
        let near = &tuples.near[usize::from(places[tuples.blank()])];
        touched.extend(near.iter().map(|&(cell, start)| start as usize + tiles[usize::from(cell)]));
        let sum: i64 = touched.iter().map(|&index| i64::from(self.entries[index])).sum();
        let error = i64::from(moves) * FINE - sum;
        let change = (error * step / (STEP_ONE * touched.len() as i64)) as i32;
        for &index in &*touched {
            self.entries[index] = self.entries[index].saturating_add(change);
        }
    }
}

impl Examples {
    /// Adds every board on a way, the goal among them.
    fn add(&mut self, size: Size, start: &BoardState, way: &[Dir]) {
        let mut board = start.clone();
        for (at, dir) in way.iter().map(Some).chain([None]).enumerate() {
            self.places.extend(board.places());
            self.moves.push((way.len() - at) as u16);
            if let Some(&dir) = dir {
                board.slide(size, dir);
            }
        }
    }
}

/// The most layers of a beam.
fn layers(size: Size) -> usize {
    LAYERS * size.cells() * (size.rows() + size.cols())
}

/// The step when so much of all is done: whole in the first half, a twentieth at the end.
fn step(done: u64, all: u64) -> i64 {
    let left = all.saturating_sub(done) as i64;
    (STEP * 2 * left / all as i64).clamp(STEP / 20, STEP)
}

/// The goal after so many moves that never undo the one before.
fn scrambled(size: Size, moves: usize, dice: &mut Dice) -> BoardState {
    let mut board = BoardState::goal(size.cells());
    let mut last = None;
    for _ in 0..moves {
        loop {
            let dir = Dir::ALL[dice.up_to(3)];
            if last != Some(dir.opposite()) && board.slide(size, dir) {
                last = Some(dir);
                break;
            }
        }
    }
    board
}

/// Rows and columns exchanged.
fn transposed(size: Size) -> Vec<u8> {
    (0..size.cells()).map(|cell| size.cell(size.col(cell), size.row(cell)) as u8).collect()
}

/// Does the same work on several threads; what all of them have found.
fn on_threads<T: Send>(
    threads: usize,
    run: &mut Run<'_>,
    work: impl Fn(&mut Run<'_>) -> Result<Vec<T>, Stop> + Sync,
) -> Result<Vec<T>, Stop> {
    let (work, run_here) = (&work, &*run);
    let done: Vec<_> = thread::scope(|scope| {
        let begin = |_| {
            let mut own = run_here.helper();
            scope.spawn(move || {
                let found = work(&mut own);
                // The control learns of the last nodes.
                let _ = own.check();
                (found, own.stats())
            })
        };
        let threads: Vec<_> = (0..threads.max(1)).map(begin).collect();
        threads.into_iter().map(|thread| thread.join().expect("no beam panics")).collect()
    });
    let mut found = Vec::new();
    for (result, stats) in done {
        run.absorb(stats);
        found.extend(result?);
    }
    run.check()?;
    Ok(found)
}
