//! A beam ranked by a learned score.
//!
//! All nodes of a **layer** are as many moves from the start, so the score alone ranks them; the best `width` children make
//! the next layer. A layer is worked on in four steps, of which the second and the last are shared among threads: children
//! that were not seen yet, their scores, the choice, the boards of the chosen. So the nodes do not depend on the threads.
//!
//! States seen are a table of 64-bit hashes in which the newest stays: a collision loses a node, never an answer.

use std::mem::size_of;
use std::thread;

use super::table::{Entries, LearnedTable, ONE};
use super::tuples::Tuples;
use crate::run::{Run, Stop};
use crate::slide::board::{Dir, Size};
use crate::slide::spread::mix;

/// Hashes remembered for a node of a layer.
const SEEN: usize = 16;
/// Fewer children than this are not worth another thread.
const SHARE: usize = 4096;
/// Scores that are told apart, from the least on: 512 moves.
const MOST_BEHIND: usize = 512 * ONE as usize;
/// Children that are ranked between two looks at the run: a tenth of a second.
const BLOCK: usize = 1 << 19;

/// A board as a learned table sees it: the cell of every tile, by name, then the tile in every cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BoardState(pub(super) Vec<u8>);

impl BoardState {
    /// The board with its tiles, and last the blank, in these cells.
    pub(super) fn new(mut places: Vec<u8>) -> BoardState {
        let cells = places.len();
        places.resize(2 * cells, 0);
        for tile in 0..cells {
            let cell = usize::from(places[tile]);
            places[cells + cell] = tile as u8;
        }
        BoardState(places)
    }

    /// The board with everything at home.
    pub(super) fn goal(cells: usize) -> BoardState {
        BoardState::new((0..cells as u8).collect())
    }

    /// The cells of all tiles.
    pub(super) fn places(&self) -> &[u8] {
        &self.0[..self.0.len() / 2]
    }

    /// Moves the blank, if there is a cell.
    pub(super) fn slide(&mut self, size: Size, dir: Dir) -> bool {
        let Some(from) = size.neighbour(self.places()[size.cells() - 1].into(), dir) else { return false };
        move_blank(&mut self.0, from);
        true
    }
}

/// The blank goes to a neighbouring cell.
#[inline]
fn move_blank(board: &mut [u8], from: usize) {
    let cells = board.len() / 2;
    let to = usize::from(board[cells - 1]);
    let tile = board[cells + from];
    board[usize::from(tile)] = to as u8;
    board[cells - 1] = from as u8;
    board[cells + to] = tile;
    board[cells + from] = cells as u8 - 1;
}

impl LearnedTable {
    /// The part of the score that the threes have.
    fn by_threes(&self, places: &[u8]) -> i32 {
        let (cells, entries) = (places.len(), self.entries());
        self.tuples.threes.iter().map(|three| entries.at(three.index(cells, places))).sum()
    }

    /// About how many moves a board is from the goal.
    pub(super) fn estimate(&self, board: &BoardState) -> u64 {
        let score = self.by_threes(board.places()) + around(&self.tuples, self.entries(), &board.0);
        u64::try_from(score / ONE).unwrap_or(0)
    }
}

/// The part of the score that the tiles around the blank have.
#[inline]
fn around(tuples: &Tuples, entries: Entries<'_>, board: &[u8]) -> i32 {
    let cells = board.len() / 2;
    let near = &tuples.near[usize::from(board[cells - 1])];
    near.iter().map(|&(cell, start)| entries.at(start as usize + usize::from(board[cells + usize::from(cell)]))).sum()
}

/// What the threes' part changes by when a tile goes to the blank's cell.
#[inline]
fn gain(tuples: &Tuples, entries: Entries<'_>, board: &[u8], tile: usize, from: usize, to: usize) -> i32 {
    let changed = |of: &super::tuples::Membership| {
        let [(first, by_first), (second, by_second)] = of.others;
        let part = |other: u8, factor: u32| usize::from(board[usize::from(other)]) * factor as usize;
        let common = of.start as usize + part(first, by_first) + part(second, by_second);
        entries.at(common + to * of.own as usize) - entries.at(common + from * of.own as usize)
    };
    tuples.of_tile[tile].iter().map(changed).sum()
}

/// A beam, and what it may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LayeredBeam {
    /// Nodes of a layer.
    pub(crate) width: usize,
    /// Layers: a longer way is of no use.
    pub(crate) moves: usize,
    /// Threads that share a layer.
    pub(crate) threads: usize,
}

/// A child that may become a node.
#[derive(Clone, Copy)]
struct RankedChild {
    hash: u64,
    /// The threes' part of the score, and all of it.
    threes: i32,
    score: i32,
    parent: u32,
    /// The cell that the blank goes to.
    from: u8,
    dir: Dir,
}

impl LayeredBeam {
    fn slots_seen(width: usize) -> usize {
        (width * SEEN).next_power_of_two().max(1 << 12)
    }

    /// What a beam of a width holds, without the links of its layers.
    pub(super) fn bytes(cells: usize, width: usize) -> u64 {
        let node = 2 * (2 * cells + size_of::<u64>() + size_of::<i32>() + 1);
        let children = 3 * (size_of::<RankedChild>() + size_of::<u64>());
        (width * (node + children) + LayeredBeam::slots_seen(width) * size_of::<u64>()) as u64
    }

    /// The widest beam of so many layers that fits this many bytes; 0 when none does.
    pub(super) fn widest(table: &LearnedTable, layers: usize, bytes: u64) -> usize {
        let cells = table.size().cells();
        let room = |width: usize| LayeredBeam::bytes(cells, width) + (width * layers * size_of::<u32>()) as u64;
        (0..26).rev().map(|bit| 1usize << bit).fold(0, |width, step| match room(width + step) <= bytes {
            true => width + step,
            false => width,
        })
    }

    /// A way to the goal; `None` when the beam finds none.
    pub(super) fn search(
        self,
        table: &LearnedTable,
        start: &BoardState,
        run: &mut Run<'_>,
    ) -> Result<Option<Vec<Dir>>, Stop> {
        let held = run.held();
        run.hold(LayeredBeam::bytes(start.places().len(), self.width))?;
        let found = Layers::new(self, table, start).search(run);
        run.release_to(held);
        found
    }
}

/// The nodes of a layer.
#[derive(Default)]
struct Layer {
    boards: Vec<u8>,
    hashes: Vec<u64>,
    threes: Vec<i32>,
    last: Vec<Option<Dir>>,
}

/// A beam under way.
struct Layers<'t> {
    beam: LayeredBeam,
    table: &'t LearnedTable,
    steps: Vec<[Option<u8>; 4]>,
    /// By tile and cell: its part of a board's hash.
    hashes: Vec<u64>,
    goal: BoardState,
    goal_hash: u64,
    seen: Vec<u64>,
    layer: Layer,
    children: Vec<RankedChild>,
    /// The children chosen, by number.
    order: Vec<u32>,
    /// How many children have each score.
    scores: Vec<u32>,
    /// By layer: every node's parent and move.
    links: Vec<Vec<u32>>,
}

impl<'t> Layers<'t> {
    fn new(beam: LayeredBeam, table: &'t LearnedTable, start: &BoardState) -> Layers<'t> {
        let size = table.size();
        let cells = size.cells();
        let hashes: Vec<u64> = (0..cells * cells).map(|number| mix(number as u64)).collect();
        let hash = |board: &BoardState| {
            let parts = board.places()[..cells - 1].iter().enumerate();
            parts.fold(0, |hash, (tile, &cell)| hash ^ hashes[tile * cells + usize::from(cell)])
        };
        let goal = BoardState::goal(cells);
        let layer = Layer {
            boards: start.0.clone(),
            hashes: vec![hash(start)],
            threes: vec![table.by_threes(start.places())],
            last: vec![None],
        };
        Layers {
            beam: LayeredBeam { width: beam.width.max(1), ..beam },
            table,
            steps: (0..cells)
                .map(|cell| Dir::ALL.map(|dir| size.neighbour(cell, dir).map(|next| next as u8)))
                .collect(),
            goal_hash: hash(&goal),
            goal,
            hashes,
            seen: vec![0; LayeredBeam::slots_seen(beam.width)],
            layer,
            children: Vec::with_capacity(3 * beam.width + 1),
            order: Vec::with_capacity(beam.width),
            scores: Vec::new(),
            links: Vec::new(),
        }
    }

    fn search(&mut self, run: &mut Run<'_>) -> Result<Option<Vec<Dir>>, Stop> {
        if self.layer.boards == self.goal.0 {
            return Ok(Some(Vec::new()));
        }
        for _ in 0..self.beam.moves {
            if let Some(way) = self.expand(run)? {
                return Ok(Some(way));
            }
            if self.children.is_empty() {
                break;
            }
            self.rank(run)?;
            self.choose();
            run.hold((self.order.len() * size_of::<u32>()) as u64)?;
            self.step();
        }
        Ok(None)
    }

    /// Finds the children of a layer that were not seen yet; the way, if one of them is the goal.
    fn expand(&mut self, run: &mut Run<'_>) -> Result<Option<Vec<Dir>>, Stop> {
        let stride = self.goal.0.len();
        let cells = stride / 2;
        let shift = 64 - self.seen.len().ilog2();
        self.children.clear();
        for (node, board) in self.layer.boards.chunks_exact(stride).enumerate() {
            run.step()?;
            let (to, last) = (usize::from(board[cells - 1]), self.layer.last[node]);
            let mut made = 0;
            for dir in Dir::ALL.into_iter().filter(|dir| last != Some(dir.opposite())) {
                let Some(from) = self.steps[to][dir as usize] else { continue };
                made += 1;
                let tile = usize::from(board[cells + usize::from(from)]) * cells;
                let hash = self.layer.hashes[node] ^ self.hashes[tile + usize::from(from)] ^ self.hashes[tile + to];
                let seen = &mut self.seen[(hash >> shift) as usize];
                if std::mem::replace(seen, hash) == hash {
                    continue;
                }
                if hash == self.goal_hash && self.is_goal(board, from) {
                    return Ok(Some(self.way(node, dir)));
                }
                self.children.push(RankedChild { hash, threes: 0, score: 0, parent: node as u32, from, dir });
            }
            run.generated(made);
        }
        Ok(None)
    }

    fn is_goal(&self, board: &[u8], from: u8) -> bool {
        let mut after = board.to_vec();
        move_blank(&mut after, from.into());
        after == self.goal.0
    }

    /// The moves to a node of the layer, and one more.
    fn way(&self, node: usize, last: Dir) -> Vec<Dir> {
        let mut way = vec![last];
        let mut at = node;
        for links in self.links.iter().rev() {
            let link = links[at] as usize;
            way.push(Dir::ALL[link & 3]);
            at = link >> 2;
        }
        way.reverse();
        way
    }

    /// Threads that some work is shared among, and how much of it each does.
    fn shares(&self, work: usize) -> usize {
        work.div_ceil(self.beam.threads.clamp(1, work.div_ceil(SHARE).max(1))).max(1)
    }

    /// Gives every child its score.
    fn rank(&mut self, run: &mut Run<'_>) -> Result<(), Stop> {
        let share = self.shares(self.children.len().min(BLOCK));
        let (layer, table, stride) = (&self.layer, self.table, self.goal.0.len());
        let rank = |children: &mut [RankedChild]| {
            let (cells, entries, tuples) = (stride / 2, table.entries(), &*table.tuples);
            let mut after = vec![0; stride];
            for child in children {
                let (parent, from) = (child.parent as usize, usize::from(child.from));
                let board = &layer.boards[parent * stride..][..stride];
                let (tile, to) = (usize::from(board[cells + from]), usize::from(board[cells - 1]));
                child.threes = layer.threes[parent] + gain(tuples, entries, board, tile, from, to);
                after.copy_from_slice(board);
                move_blank(&mut after, from);
                child.score = child.threes + around(tuples, entries, &after);
            }
        };
        for block in self.children.chunks_mut(BLOCK) {
            run.check()?;
            in_shares(block.chunks_mut(share), rank);
        }
        Ok(())
    }

    /// Chooses the children of least score; of equal ones the earlier. They stay in the order of their parents: boards are
    /// read one after the other, and the next layer stands the same.
    fn choose(&mut self) {
        let (children, width) = (&self.children, self.beam.width);
        self.order.clear();
        if children.len() <= width {
            self.order.extend(0..children.len() as u32);
            return;
        }
        let (last, mut left) = worst_chosen(children, width, &mut self.scores);
        self.order.extend((0..).zip(children).filter(|(_, child)| child.score <= last).filter_map(
            |(number, child)| {
                let stays = child.score < last || left > 0;
                left -= usize::from(stays && child.score == last);
                stays.then_some(number)
            },
        ));
    }

    /// Makes the chosen children the next layer.
    fn step(&mut self) {
        let (before, stride) = (std::mem::take(&mut self.layer), self.goal.0.len());
        let children = &self.children;
        let chosen = || self.order.iter().map(|&number| &children[number as usize]);
        let mut layer = Layer {
            boards: vec![0; self.order.len() * stride],
            hashes: chosen().map(|child| child.hash).collect(),
            threes: chosen().map(|child| child.threes).collect(),
            last: chosen().map(|child| Some(child.dir)).collect(),
        };
        self.links.push(chosen().map(|child| child.parent << 2 | child.dir as u32).collect());
        let fill = |(boards, order): (&mut [u8], &[u32])| {
            for (board, &number) in boards.chunks_exact_mut(stride).zip(order) {
                let child = &children[number as usize];
                board.copy_from_slice(&before.boards[child.parent as usize * stride..][..stride]);
                move_blank(board, child.from.into());
            }
        };
        let share = self.shares(self.order.len());
        in_shares(layer.boards.chunks_mut(share * stride).zip(self.order.chunks(share)), fill);
        self.layer = layer;
    }
}

/// The largest score among the `width` least of more children, and how many of that score are among them.
fn worst_chosen(children: &[RankedChild], width: usize, scores: &mut Vec<u32>) -> (i32, usize) {
    let all = || children.iter().map(|child| child.score);
    let (least, most) = all().fold((i32::MAX, i32::MIN), |(least, most), score| (least.min(score), most.max(score)));
    // Children this far behind are not worth a place.
    let behind = |score: i32| (score.saturating_sub(least) as usize).min(MOST_BEHIND);
    scores.clear();
    scores.resize(behind(most) + 1, 0);
    all().for_each(|score| scores[behind(score)] += 1);
    let mut left = width;
    for (behind, &count) in scores.iter().enumerate() {
        if left <= count as usize {
            return (least + behind as i32, left);
        }
        left -= count as usize;
    }
    unreachable!("there are more children than are chosen")
}

/// Does the same work on every share, each on a thread of its own; the first on this one.
fn in_shares<T: Send>(mut shares: impl Iterator<Item = T>, work: impl Fn(T) + Sync) {
    let Some(first) = shares.next() else { return };
    let work = &work;
    thread::scope(|scope| {
        for share in shares {
            scope.spawn(move || work(share));
        }
        work(first);
    });
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::training::Training;
    use super::*;
    use crate::run::{Control, Limits};

    #[test]
    fn scores_kept_from_move_to_move_are_those_from_nothing() {
        let size = Size::new(4, 3).unwrap();
        let control = Control::new();
        let tuples = Arc::new(Tuples::new(size).unwrap());
        let plain = Training::new(Arc::clone(&tuples), &mut Run::new(Limits::default(), &control)).unwrap().table();
        // Any numbers will do, the same ones every time.
        let entries = (0..plain.tuples.searched as u64).map(|index| (mix(index) >> 50) as i16 - (1 << 13));
        let table = LearnedTable::of(tuples, entries);
        let mut board = BoardState::goal(12);
        let mut threes = table.by_threes(board.places());
        for turn in 0..3000 {
            let to = usize::from(board.places()[11]);
            let Some(from) = size.neighbour(to, Dir::ALL[(mix(turn) % 4) as usize]) else { continue };
            let tile = usize::from(board.0[12 + from]);
            threes += gain(&table.tuples, table.entries(), &board.0, tile, from, to);
            move_blank(&mut board.0, from);
            assert_eq!(threes, table.by_threes(board.places()));
            assert_eq!(BoardState::new(board.places().to_vec()), board);
        }
    }
}
