//! The whole space of a small board: how many boards are how far from the goal.
//!
//! Words: the **line** of a board is its tiles row by row, without the blank. A move along a row leaves the line as it is; a move along a column carries one tile past the C - 1 tiles between its two cells. So a board is a line and the
//! cell of its blank, and all boards with one line are neighbours along rows. The **level** of a board is its distance.
//!
//! The space is searched breadth first, from the goal, with two bits a board (Korf, Schultze 2005): not seen, in this level, in the next one, done. Lines are numbered by their rank in lexicographic order, halved: the last two tiles
//! follow from the parity, which the blank's row decides. One word of 32 bits has all boards of a line, so moves along a row stay within it, and a move along a column changes only the C digits of the rank that the carried tile passes.
//!
//! Invariant: every board that can become the goal is counted once, whatever the number of threads: marking a board twice is marking it once.

use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::board::{Board, Size};
use super::grid::Grid as _;
use super::method::Metric;
use crate::run::{Run, Stats, Stop};

/// The most cells of a board whose space is searched: 239,500,800 boards, 80 MB.
pub const MOST_CELLS: usize = 12;
/// The most tiles of a line.
const MOST_TILES: usize = MOST_CELLS - 1;
/// Lines that a thread takes at a time.
const SHARE: usize = 1 << 12;
/// Levels of more boards than this are not listed.
const MOST_LISTED: u64 = 100_000;
/// The low bit of every board of a word.
const LOW_BITS: u32 = 0x5555_5555;

/// The boards of a space by their distance from the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    /// How many boards are 0, 1, 2, ... moves away: all levels that were searched to their end.
    pub histogram: Vec<u64>,
    /// The boards of the last level, in the order of their tiles; none if they are more than 100,000, or if the search was stopped.
    pub farthest: Vec<Board>,
    /// Why the search ended early, if it did.
    pub stop: Option<Stop>,
}

impl Distances {
    /// The largest distance; `None` if the search was stopped.
    #[must_use]
    pub fn radius(&self) -> Option<usize> {
        self.stop.is_none().then(|| self.histogram.len() - 1)
    }

    /// The boards counted.
    #[must_use]
    pub(crate) fn states(&self) -> u64 {
        self.histogram.iter().sum()
    }

    /// The mean distance of the boards counted.
    #[must_use]
    pub(crate) fn mean(&self) -> f64 {
        let moves: u64 = self.histogram.iter().zip(0..).map(|(boards, distance)| boards * distance).sum();
        moves as f64 / self.states().max(1) as f64
    }
}

/// Searches the whole space of a goal; `None` for boards of more than 12 cells.
///
/// ```
/// use ubin::run::{Control, Limits, Run};
/// use ubin::slide::{Goal, Metric, Size, distances};
///
/// let goal = Goal::BlankLast.board(Size::new(3, 3).unwrap());
/// let control = Control::new();
/// let space = distances::distances(&goal, Metric::Single, 1, &mut Run::new(Limits::default(), &control)).unwrap();
/// assert_eq!((space.radius(), space.histogram[31], space.farthest.len()), (Some(31), 2, 2));
/// ```
#[must_use]
pub fn distances(goal: &Board, metric: Metric, threads: usize, run: &mut Run<'_>) -> Option<Distances> {
    if goal.size().cells() > MOST_CELLS {
        return None;
    }
    Some(WholeSpace::new(goal, metric, None).search(threads, run).0)
}

/// Looks at a packed board, and counts what it saw.
pub(super) type OnBoard<'l> = &'l (dyn Fn(u64, &mut Vec<u64>) + Sync);

/// Shows every board of a space of at most 12 cells to a look; the sums of its counts, level by level. Single moves.
///
/// # Errors
/// When the run was stopped first.
pub(super) fn looked_at(
    goal: &Board,
    look: OnBoard<'_>,
    threads: usize,
    run: &mut Run<'_>,
) -> Result<Vec<Vec<u64>>, Stop> {
    let (distances, counts) = WholeSpace::new(goal, Metric::Single, Some(look)).search(threads, run);
    distances.stop.map_or(Ok(counts), Err)
}

/// What a level is marked by: the two bits of its boards. The next level has the other one, boards that are done have both.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LevelMark {
    Low,
    High,
}

impl LevelMark {
    fn other(self) -> LevelMark {
        if self == LevelMark::Low { LevelMark::High } else { LevelMark::Low }
    }

    fn bits(self, cell: usize) -> u32 {
        let bits = if self == LevelMark::Low { 1 } else { 2 };
        bits << (2 * cell)
    }

    /// The low bit of every board of a word that has this mark alone.
    fn boards(self, word: u32) -> u32 {
        let (low, high) = (word & LOW_BITS, (word >> 1) & LOW_BITS);
        if self == LevelMark::Low { low & !high } else { high & !low }
    }
}

/// What one thread found in one level.
#[derive(Default)]
struct LevelPart {
    /// Boards of the level.
    boards: u64,
    /// Boards of the next level that this thread saw first.
    next: u64,
    /// The boards of the level, if they are to be listed: line and cell of the blank.
    listed: Vec<(u32, u8)>,
    /// What a look counted.
    counts: Vec<u64>,
    work: Stats,
    stop: Option<Stop>,
}

/// A space while it is searched.
struct WholeSpace<'g> {
    goal: &'g Board,
    /// The tiles of the goal in their order there.
    names: Vec<u16>,
    look: Option<OnBoard<'g>>,
    size: Size,
    metric: Metric,
    /// The tiles of a line.
    tiles: usize,
    /// What a digit of the halved rank weighs; nothing, for the last two.
    weights: [u32; MOST_TILES],
    lines: usize,
    /// Two bits a board, a word a line.
    words: Vec<AtomicU32>,
}

impl<'g> WholeSpace<'g> {
    fn new(goal: &'g Board, metric: Metric, look: Option<OnBoard<'g>>) -> WholeSpace<'g> {
        let size = goal.size();
        let tiles = size.cells() - 1;
        let mut weights = [0; MOST_TILES];
        let mut weight = 1;
        for digit in (0..tiles - 2).rev() {
            weights[digit] = weight;
            weight *= (tiles - digit) as u32;
        }
        let names = goal.tiles().iter().copied().filter(|&tile| tile != 0).collect();
        WholeSpace { goal, names, look, size, metric, tiles, weights, lines: weight as usize, words: Vec::new() }
    }

    /// Searches the space; what a look counted, level by level.
    fn search(mut self, threads: usize, run: &mut Run<'_>) -> (Distances, Vec<Vec<u64>>) {
        let bytes = (self.lines * size_of::<AtomicU32>()) as u64;
        if let Err(stop) = run.hold(bytes) {
            return (Distances { histogram: Vec::new(), farthest: Vec::new(), stop: Some(stop) }, Vec::new());
        }
        self.words = std::iter::repeat_with(|| AtomicU32::new(0)).take(self.lines).collect();
        // A limit on nodes is exact on one thread: of several, one would stop while another has nodes left.
        let threads = if run.limits().nodes.is_some() { 1 } else { threads.max(1) };
        let found = self.levels(threads, run);
        run.release(bytes);
        found
    }

    /// Searches level after level.
    fn levels(&self, threads: usize, run: &mut Run<'_>) -> (Distances, Vec<Vec<u64>>) {
        // The goal's line is the first: its tiles are numbered by their order in the goal.
        self.words[0].store(LevelMark::Low.bits(self.goal.blank()), Relaxed);
        let all = (self.lines * self.size.cells()) as f64;
        let (mut histogram, mut counts, mut mark, mut boards) = (Vec::new(), Vec::new(), LevelMark::Low, 1);
        loop {
            let level = self.level(mark, boards <= MOST_LISTED, threads, run);
            if let Some(stop) = level.stop {
                return (Distances { histogram, farthest: Vec::new(), stop: Some(stop) }, counts);
            }
            histogram.push(level.boards);
            counts.push(level.counts);
            run.note_done(histogram.iter().sum::<u64>() as f64 / all);
            if level.next == 0 {
                return (Distances { histogram, farthest: self.written(&level.listed), stop: None }, counts);
            }
            (mark, boards) = (mark.other(), level.next);
        }
    }

    /// Expands the boards of a level, on some threads.
    fn level(&self, mark: LevelMark, listed: bool, threads: usize, run: &mut Run<'_>) -> LevelPart {
        let next = AtomicUsize::new(0);
        let pool = AtomicU64::new(run.remaining().nodes.unwrap_or(u64::MAX));
        let mut whole = LevelPart::default();
        std::thread::scope(|scope| {
            let work = || self.expand(mark, listed, &next, &mut run.helper().drawing(&pool));
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let own = work();
            for part in others.into_iter().map(|other| other.join().expect("a level does not panic")).chain([own]) {
                whole.boards += part.boards;
                whole.next += part.next;
                whole.work += part.work;
                whole.stop = whole.stop.or(part.stop);
                whole.listed.extend(part.listed);
                whole.counts.resize(whole.counts.len().max(part.counts.len()), 0);
                whole.counts.iter_mut().zip(part.counts).for_each(|(sum, count)| *sum += count);
            }
        });
        run.absorb(whole.work);
        whole
    }

    /// Expands boards of a level, share by share, until none is left.
    fn expand(&self, mark: LevelMark, listed: bool, next: &AtomicUsize, run: &mut Run<'_>) -> LevelPart {
        let mut part = LevelPart::default();
        loop {
            let first = next.fetch_add(SHARE, Relaxed);
            if first >= self.lines {
                break;
            }
            let mut share = first..self.lines.min(first + SHARE);
            let expanded = share.try_for_each(|line| self.expand_line(line, mark, listed, run, &mut part));
            // Lines without a board of this level take time, too.
            part.stop = expanded.and_then(|()| run.work(SHARE as u64)).err();
            if part.stop.is_some() {
                break;
            }
        }
        run.give_back();
        part.work = run.stats();
        part
    }

    /// Expands the boards of a level that have this line.
    fn expand_line(
        &self,
        line: usize,
        mark: LevelMark,
        listed: bool,
        run: &mut Run<'_>,
        part: &mut LevelPart,
    ) -> Result<(), Stop> {
        let mut boards = mark.boards(self.words[line].load(Relaxed));
        if boards == 0 {
            return Ok(());
        }
        let lines = [self.line(line, 0), self.line(line, 1)];
        while boards != 0 {
            run.step()?;
            let blank = boards.trailing_zeros() as usize / 2;
            boards &= boards - 1;
            part.boards += 1;
            if listed {
                part.listed.push((line as u32, blank as u8));
            }
            self.along_row(line, blank, mark.other(), part);
            let tiles = &lines[self.parity(blank)];
            if let Some(look) = self.look {
                look(self.packed(tiles, blank), &mut part.counts);
            }
            self.along_column(tiles, blank, mark.other(), part);
            self.words[line].fetch_or(mark.other().bits(blank), Relaxed);
        }
        Ok(())
    }

    /// Marks a board, unless it was seen before.
    fn reach(&self, line: usize, blank: usize, mark: LevelMark, part: &mut LevelPart) {
        let both = LevelMark::Low.bits(blank) | LevelMark::High.bits(blank);
        let word = &self.words[line];
        if word.load(Relaxed) & both == 0 && word.fetch_or(mark.bits(blank), Relaxed) & both == 0 {
            part.next += 1;
        }
    }

    /// Marks the boards that a move along the row leads to.
    fn along_row(&self, line: usize, blank: usize, mark: LevelMark, part: &mut LevelPart) {
        let (first, last) = self.row_ends(blank);
        match self.metric {
            Metric::Single => {
                if blank > first {
                    self.reach(line, blank - 1, mark, part);
                }
                if blank < last {
                    self.reach(line, blank + 1, mark, part);
                }
            }
            Metric::Multi => {
                for cell in (first..=last).filter(|&cell| cell != blank) {
                    self.reach(line, cell, mark, part);
                }
            }
        }
    }

    /// The first and the last cell of a row.
    fn row_ends(&self, cell: usize) -> (usize, usize) {
        let first = cell - self.size.col(cell);
        (first, first + self.size.cols() - 1)
    }

    /// Marks the boards that a move along the column leads to.
    fn along_column(&self, tiles: &Line, blank: usize, mark: LevelMark, part: &mut LevelPart) {
        let cols = self.size.cols();
        let (above, below) = (self.size.row(blank), self.size.rows() - 1 - self.size.row(blank));
        let most = if self.metric == Metric::Single { 1 } else { self.size.rows() };
        let mut up = tiles.clone();
        for step in 1..=above.min(most) {
            up.carry_on(blank - step * cols, cols, &self.weights);
            self.reach(up.rank as usize, blank - step * cols, mark, part);
        }
        let mut down = tiles.clone();
        for step in 1..=below.min(most) {
            down.carry_back(blank + (step - 1) * cols, cols, &self.weights);
            self.reach(down.rank as usize, blank + step * cols, mark, part);
        }
    }

    /// The parity of the line of a board by the blank's row: a move along a column carries a tile past C - 1 others.
    fn parity(&self, blank: usize) -> usize {
        let rows = self.size.row(blank) + self.size.row(self.goal.blank());
        rows * (self.size.cols() - 1) % 2
    }

    /// The line with this number and parity.
    fn line(&self, number: usize, parity: usize) -> Line {
        let mut line = Line { rank: number as u32, tiles: [0; MOST_TILES], digits: [0; MOST_TILES] };
        // The tiles not used yet, in order, four bits each.
        let mut unused = 0x0a98_7654_3210_u64;
        let (mut rest, mut inversions) = (number as u32, 0);
        for at in 0..self.tiles {
            let digit = match self.tiles - at {
                1 => 0,
                // One tile of the last two is the smaller one: parity says which comes first.
                2 => (inversions + parity as u32) % 2,
                _ => rest / self.weights[at],
            };
            rest -= digit * self.weights[at];
            inversions += digit;
            let shift = 4 * digit;
            line.digits[at] = digit as u8;
            line.tiles[at] = (unused >> shift & 15) as u8;
            unused = unused & ((1 << shift) - 1) | unused >> shift >> 4 << shift;
        }
        line
    }

    /// A board, packed.
    fn packed(&self, line: &Line, blank: usize) -> u64 {
        let mut tiles = [0; MOST_CELLS];
        for (at, &tile) in line.tiles[..self.tiles].iter().enumerate() {
            tiles[at + usize::from(at >= blank)] = self.names[usize::from(tile)];
        }
        u64::pack(&tiles[..self.size.cells()])
    }

    /// Boards of a level as boards.
    fn written(&self, listed: &[(u32, u8)]) -> Vec<Board> {
        let board = |&(line, blank): &(u32, u8)| {
            let blank = usize::from(blank);
            let line = self.line(line as usize, self.parity(blank));
            let mut tiles: Vec<u16> =
                line.tiles[..self.tiles].iter().map(|&tile| self.names[usize::from(tile)]).collect();
            tiles.insert(blank, 0);
            Board::new(self.size, tiles).expect("a line has every tile once")
        };
        let mut boards: Vec<Board> = listed.iter().map(board).collect();
        boards.sort_by(|a, b| a.tiles().cmp(b.tiles()));
        boards
    }
}

/// The tiles of a board without its blank, numbered from 0 by their order in the goal.
#[derive(Clone)]
struct Line {
    /// Its number among the lines of its parity.
    rank: u32,
    tiles: [u8; MOST_TILES],
    /// For each tile how many smaller ones follow it: the digits of its rank.
    digits: [u8; MOST_TILES],
}

impl Line {
    /// Carries the tile at `from` past the `cols - 1` that follow it.
    fn carry_on(&mut self, from: usize, cols: usize, weights: &[u32; MOST_TILES]) {
        let (tile, mut digit) = (self.tiles[from], self.digits[from]);
        let to = from + cols - 1;
        for (at, &weight) in weights[..to].iter().enumerate().skip(from) {
            let (passed, smaller_after) = (self.tiles[at + 1], self.digits[at + 1]);
            let is_smaller = u8::from(passed < tile);
            digit -= is_smaller;
            self.put(at, passed, smaller_after + 1 - is_smaller, weight);
        }
        self.put(to, tile, digit, weights[to]);
    }

    /// Carries the tile at `to + cols - 1` back before the `cols - 1` that precede it.
    fn carry_back(&mut self, to: usize, cols: usize, weights: &[u32; MOST_TILES]) {
        let from = to + cols - 1;
        let (tile, mut digit) = (self.tiles[from], self.digits[from]);
        for at in (to + 1..=from).rev() {
            let (passed, smaller_after) = (self.tiles[at - 1], self.digits[at - 1]);
            let is_smaller = u8::from(passed < tile);
            digit += is_smaller;
            self.put(at, passed, smaller_after - (1 - is_smaller), weights[at]);
        }
        self.put(to, tile, digit, weights[to]);
    }

    fn put(&mut self, at: usize, tile: u8, digit: u8, weight: u32) {
        self.rank = self.rank.wrapping_add(u32::from(digit).wrapping_sub(self.digits[at].into()).wrapping_mul(weight));
        (self.tiles[at], self.digits[at]) = (tile, digit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Control, Limits};
    use crate::slide::goal::Goal;

    fn whole(rows: usize, cols: usize, goal: Goal, metric: Metric, threads: usize) -> Distances {
        let goal = goal.board(Size::new(rows, cols).unwrap());
        distances(&goal, metric, threads, &mut Run::new(Limits::default(), &Control::new())).unwrap()
    }

    /// Every board by a plain breadth-first search over a set.
    fn plain(goal: &Board, metric: Metric) -> Vec<u64> {
        use crate::slide::Dir;
        let (mut seen, mut level) = (std::collections::HashSet::from([goal.clone()]), vec![goal.clone()]);
        let mut histogram = Vec::new();
        while !level.is_empty() {
            histogram.push(level.len() as u64);
            let mut next = Vec::new();
            for board in &level {
                for dir in Dir::ALL {
                    let mut board = board.clone();
                    while board.slide(dir) {
                        if seen.insert(board.clone()) {
                            next.push(board.clone());
                        }
                        if metric == Metric::Single {
                            break;
                        }
                    }
                }
            }
            level = next;
        }
        histogram
    }

    #[test]
    fn small_spaces_are_those_of_a_plain_search() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)] {
            for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Spiral] {
                for metric in [Metric::Single, Metric::Multi] {
                    let size = Size::new(rows, cols).unwrap();
                    let expected = plain(&goal.board(size), metric);
                    let space = whole(rows, cols, goal, metric, 2);
                    assert_eq!(space.histogram, expected, "{rows}x{cols} {goal:?} {metric:?}");
                    assert_eq!(space.farthest.len() as u64, *expected.last().unwrap());
                }
            }
        }
    }
}
