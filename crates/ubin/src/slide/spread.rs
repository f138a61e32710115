//! A beam spread over the board: short solutions of boards of any size.
//!
//! A plain beam on a large board is soon full of nodes that differ in one corner only, and dies there. This one keeps
//! the best nodes **of every part of the board**: the cells are cut into **blocks**, and a layer holds at most a quota
//! of nodes with the blank in the same block. So the blank is everywhere at once, and wherever work is worth doing, some
//! node does it.
//!
//! Nodes are ranked by a **score**, not a bound: d^1.75 for every tile d cells from home, so that far tiles are worth a
//! way through tiles that are home, a price for every two tiles that stand in their own line in the wrong order (the
//! pairs of linear conflict, which is cheap to keep: only the pairs of the tile that moves change), and one for every **odd square**:
//! two by two cells that hold their own four tiles in an odd permutation, which no moves among them put right. Such
//! squares are what is left at the end, and cost most there ([`knots`](super::knots)).
//!
//! Memory: a node's board lives in a slot that its last child takes over, so half of the children copy nothing; a path
//! is a chain of four-byte links, and links that no living node descends from are swept away. States seen are a table of
//! 64-bit hashes in which the newest stays: a collision loses a node, never an answer.
//!
//! Invariant: same board, same width, same path; nothing here proves anything.

use std::mem::size_of;

use super::board::{Board, Dir, Size};
use super::goal::Puzzle;
use crate::run::{Run, Stop};
use crate::search::Outcome;

/// The price of two tiles in their line in the wrong order. 40 to 100 do equally well, none takes a quarter more moves.
const CONFLICT: i32 = 60;
/// The price of an odd square. 40 to 100 do about equally well; none takes 5 % more moves on 10x10.
const ODD_SQUARE: i32 = 50;
/// Nodes of a layer, for each node that an even spread would have in a block.
const CROWDING: f64 = 1.5;
/// A beam that gains less than this a layer has nothing left but knots that it cannot untie.
const LEAST_GAIN: i64 = 1;
/// Hashes remembered for a node of a layer.
const SEEN: usize = 32;

/// How a beam ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// At the goal.
    Solved(Vec<Dir>),
    /// It made no more progress, or the path became too long: the moves to the best board it saw.
    Stalled(Vec<Dir>),
}

/// What a beam may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BeamRoom {
    /// Nodes in a layer.
    pub(crate) width: usize,
    /// Layers: a longer path is of no use.
    pub(crate) moves: usize,
}

/// A puzzle for the beam: every tile is named by its home cell.
pub(crate) struct Spread {
    size: Size,
    start: Vec<u16>,
    /// The blank's name: its home cell.
    blank: u16,
    rows: Vec<u8>,
    cols: Vec<u8>,
    /// The cell one step away in every direction, where there is one.
    steps: Vec<[Option<u16>; 4]>,
    /// The score of a distance.
    price: Vec<i32>,
    /// A board's hash is the sum of its tiles' factors times their cells'.
    tile_factor: Vec<u64>,
    cell_factor: Vec<u64>,
}

/// A node of the current layer; its board is in the slot of the same number.
#[derive(Clone, Copy)]
struct BeamNode {
    hash: u64,
    score: i32,
    link: u32,
    blank: u16,
    last: Option<Dir>,
}

/// A child that may become a node.
#[derive(Clone, Copy)]
struct Child {
    hash: u64,
    score: i32,
    parent: u32,
    blank: u16,
    dir: Dir,
}

/// The step that led to a node: its parent's link and the move, two bits.
const ROOT: u32 = u32::MAX;

impl Spread {
    pub(crate) fn new(puzzle: &Puzzle) -> Spread {
        Spread::between(puzzle.board(), puzzle.goal())
    }

    /// From one board to another of the same size.
    pub(crate) fn between(board: &Board, goal: &Board) -> Spread {
        let size = board.size();
        let homes = goal.cells();
        let start: Vec<u16> = board.tiles().iter().map(|&tile| homes[usize::from(tile)] as u16).collect();
        let cells = size.cells();
        Spread {
            size,
            start,
            blank: goal.blank() as u16,
            rows: (0..cells).map(|cell| size.row(cell) as u8).collect(),
            cols: (0..cells).map(|cell| size.col(cell) as u8).collect(),
            steps: (0..cells)
                .map(|cell| Dir::ALL.map(|dir| size.neighbour(cell, dir).map(|next| next as u16)))
                .collect(),
            // Ten times d^1.75, in whole numbers so that it is the same on every machine.
            price: (0..=(size.rows() + size.cols()) as u64)
                .map(|d| (10_000 * d.pow(7)).isqrt().isqrt() as i32)
                .collect(),
            tile_factor: (0..cells as u64).map(|tile| mix(tile) | 1).collect(),
            cell_factor: (0..cells as u64).map(|cell| mix(cell + 1024)).collect(),
        }
    }

    /// The widest beam that fits this many bytes; 0 when none does.
    pub(crate) fn widest(&self, bytes: u64) -> usize {
        // Some room for links, and for sweeping them.
        let room = |width: usize| Beam::bytes(self, width) * 3 / 2 + 8 * Beam::first_links(width) as u64;
        let mut width = 0;
        for step in (0..28).rev().map(|bit| 1usize << bit) {
            if room(width + step) <= bytes {
                width += step;
            }
        }
        width
    }

    /// Runs one beam.
    pub(crate) fn search(&self, room: BeamRoom, run: &mut Run<'_>) -> Result<Ended, Stop> {
        let held = run.held();
        let ended = Beam::new(self, room, run).and_then(|mut beam| beam.search(run));
        run.release_to(held);
        ended
    }

    /// Runs a beam of this width, and one twice as wide as often as it stalls.
    pub(crate) fn widening(&self, width: usize, run: &mut Run<'_>) -> Outcome<Vec<Dir>> {
        let mut room = BeamRoom { width: width.max(1), moves: usize::MAX };
        loop {
            match self.search(room, run) {
                Ok(Ended::Solved(moves)) => return Outcome::Solved(moves),
                Ok(Ended::Stalled(_)) => room.width *= 2,
                Err(stop) => return Outcome::Stopped(stop),
            }
        }
    }

    fn away(&self, tile: u16, cell: usize) -> usize {
        let (tile, cell) = (usize::from(tile), cell);
        usize::from(self.rows[tile].abs_diff(self.rows[cell]) + self.cols[tile].abs_diff(self.cols[cell]))
    }

    /// The score and the hash of a board, from nothing.
    fn weigh(&self, board: &[u16]) -> (i32, u64) {
        let (mut score, mut conflicts, mut hash) = (0, 0, 0u64);
        for (cell, &tile) in board.iter().enumerate().filter(|&(_, &tile)| tile != self.blank) {
            score += self.price[self.away(tile, cell)];
            // Every pair is met twice.
            conflicts += self.pairs(board, tile, cell, true) + self.pairs(board, tile, cell, false);
            hash = hash.wrapping_add(self.hashed(tile, cell));
        }
        let squares = (0..board.len()).filter(|&first| self.is_odd_square(board, first, first, board[first])).count();
        (score + conflicts * CONFLICT / 2 + squares as i32 * ODD_SQUARE, hash)
    }

    /// Whether the square that begins in a cell is odd when this tile stands in that cell.
    fn is_odd_square(&self, board: &[u16], first: usize, cell: usize, tile: u16) -> bool {
        let (rows, cols) = (self.size.rows(), self.size.cols());
        if first / cols + 1 == rows || first % cols + 1 == cols {
            return false;
        }
        let square = [first, first + 1, first + cols, first + cols + 1];
        let mut order = [0; 4];
        for (place, &at) in order.iter_mut().zip(&square) {
            let named = if at == cell { tile } else { board[at] };
            match square.iter().position(|&home| home == usize::from(named)) {
                Some(home) if named != self.blank => *place = home,
                _ => return false,
            }
        }
        let turned = |a: usize, b: usize| order[a] > order[b];
        turned(0, 1) ^ turned(0, 2) ^ turned(0, 3) ^ turned(1, 2) ^ turned(1, 3) ^ turned(2, 3)
    }

    /// The odd squares that have a cell, with this tile in it, and not the cell beside it, where the blank is on the other side of a move.
    fn odd_squares(&self, board: &[u16], tile: u16, cell: usize, beside: usize) -> i32 {
        let home = usize::from(tile);
        if self.rows[home].abs_diff(self.rows[cell]) > 1 || self.cols[home].abs_diff(self.cols[cell]) > 1 {
            return 0;
        }
        let cols = self.size.cols();
        let (row, col) = (cell / cols, cell % cols);
        let odd = |&(up, left): &(usize, usize)| {
            let (Some(top), Some(side)) = (row.checked_sub(up), col.checked_sub(left)) else { return false };
            let has_it = (top..=top + 1).contains(&(beside / cols)) && (side..=side + 1).contains(&(beside % cols));
            !has_it && self.is_odd_square(board, top * cols + side, cell, tile)
        };
        [(0, 0), (0, 1), (1, 0), (1, 1)].iter().filter(|square| odd(square)).count() as i32
    }

    #[inline]
    fn hashed(&self, tile: u16, cell: usize) -> u64 {
        self.tile_factor[usize::from(tile)].wrapping_mul(self.cell_factor[cell])
    }

    /// How many tiles of its row (or column) `tile` would stand on the wrong side of, in this cell; none unless it
    /// belongs to that line.
    #[inline]
    fn pairs(&self, board: &[u16], tile: u16, cell: usize, in_row: bool) -> i32 {
        let cols = self.size.cols();
        let (lines, places) = if in_row { (&self.rows, &self.cols) } else { (&self.cols, &self.rows) };
        let (line, place) = (lines[cell], places[cell]);
        let home = places[usize::from(tile)];
        if lines[usize::from(tile)] != line {
            return 0;
        }
        let wrong = |other: u16, at: usize| {
            let named = usize::from(other);
            let counts = lines[named] == line && other != self.blank && other != tile;
            i32::from(counts && (places[named] < home) != (at < usize::from(place)))
        };
        if in_row {
            let first = usize::from(line) * cols;
            board[first..first + cols].iter().enumerate().map(|(at, &other)| wrong(other, at)).sum()
        } else {
            board[usize::from(line)..].iter().step_by(cols).enumerate().map(|(at, &other)| wrong(other, at)).sum()
        }
    }

    /// What the score changes by when a tile goes to the blank's cell.
    #[inline]
    fn gain(&self, board: &[u16], from: usize, to: usize, dir: Dir) -> i32 {
        let tile = board[from];
        let moved = self.price[self.away(tile, to)] - self.price[self.away(tile, from)];
        // Sideways the order within the row stays: only two columns change, and the other way round.
        let in_row = matches!(dir, Dir::Up | Dir::Down);
        let conflicts = self.pairs(board, tile, to, in_row) - self.pairs(board, tile, from, in_row);
        let squares = self.odd_squares(board, tile, to, from) - self.odd_squares(board, tile, from, to);
        moved + CONFLICT * conflicts + ODD_SQUARE * squares
    }
}

/// The layers of one beam.
struct Beam<'s> {
    spread: &'s Spread,
    room: BeamRoom,
    blocks: Vec<u16>,
    quota: u32,
    crowd: Vec<u32>,
    /// Boards by slot.
    boards: Vec<u16>,
    nodes: Vec<BeamNode>,
    /// Slots in use, and the others.
    live: Vec<u32>,
    free: Vec<u32>,
    /// Children that are kept, by slot of their parent.
    kept: Vec<u32>,
    children: Vec<Child>,
    order: Vec<u64>,
    seen: Vec<u64>,
    links: Vec<u32>,
    /// Links to gather before the dead ones are swept away.
    sweep_at: usize,
    best: (i32, u32),
}

impl<'s> Beam<'s> {
    fn slots_seen(width: usize) -> usize {
        (width * SEEN).next_power_of_two().clamp(1 << 12, 1 << 24)
    }

    /// What a beam of a width holds, without the links beyond the first few layers.
    fn bytes(spread: &Spread, width: usize) -> u64 {
        let node = spread.start.len() * size_of::<u16>() + size_of::<BeamNode>() + 3 * size_of::<u32>();
        let children = 3 * (size_of::<Child>() + size_of::<u64>());
        let links = Beam::first_links(width) * size_of::<u32>();
        (width * (node + children) + Beam::slots_seen(width) * size_of::<u64>() + links) as u64
    }

    fn first_links(width: usize) -> usize {
        (width * 64).max(1 << 16)
    }

    fn new(spread: &'s Spread, room: BeamRoom, run: &mut Run<'_>) -> Result<Beam<'s>, Stop> {
        let (cells, width) = (spread.start.len(), room.width.max(1));
        run.hold(Beam::bytes(spread, width))?;
        let (blocks, count) = blocks(spread.size, width);
        let mut boards = vec![0; cells * width];
        boards[..cells].copy_from_slice(&spread.start);
        let (score, hash) = spread.weigh(&spread.start);
        let blank = spread.start.iter().position(|&tile| tile == spread.blank).expect("every board has a blank");
        let root = BeamNode { hash, score, link: ROOT, blank: blank as u16, last: None };
        Ok(Beam {
            spread,
            room: BeamRoom { width, ..room },
            blocks,
            quota: (CROWDING * width as f64 / count as f64).ceil() as u32,
            crowd: vec![0; count],
            boards,
            nodes: vec![root; width],
            live: vec![0],
            free: (1..width as u32).rev().collect(),
            kept: vec![0; width],
            children: Vec::with_capacity(3 * width),
            order: Vec::with_capacity(3 * width),
            seen: vec![0; Beam::slots_seen(width)],
            links: Vec::with_capacity(Beam::first_links(width)),
            sweep_at: Beam::first_links(width) - width,
            best: (score, ROOT),
        })
    }

    fn search(&mut self, run: &mut Run<'_>) -> Result<Ended, Stop> {
        if self.best.0 == 0 {
            return Ok(Ended::Solved(Vec::new()));
        }
        let window = self.spread.start.len().max(64);
        let mut before = i64::from(self.best.0);
        for layer in 1..=self.room.moves {
            if let Some(path) = self.expand(run)? {
                return Ok(Ended::Solved(path));
            }
            self.choose();
            if self.order.is_empty() {
                break;
            }
            self.step();
            if layer % window == 0 {
                let now = i64::from(self.best.0);
                if before - now < LEAST_GAIN * window as i64 {
                    break;
                }
                before = now;
            }
            if self.links.len() >= self.sweep_at && !self.sweep(run)? {
                break;
            }
        }
        Ok(Ended::Stalled(self.path(self.best.1)))
    }

    /// Makes the children of a layer; the path, if one of them is the goal.
    fn expand(&mut self, run: &mut Run<'_>) -> Result<Option<Vec<Dir>>, Stop> {
        let (spread, cells) = (self.spread, self.spread.start.len());
        let shift = 64 - self.seen.len().ilog2();
        self.children.clear();
        for &slot in &self.live {
            run.step()?;
            let node = self.nodes[slot as usize];
            let to = usize::from(node.blank);
            let board = &self.boards[slot as usize * cells..][..cells];
            let mut made = 0;
            for dir in Dir::ALL.into_iter().filter(|dir| node.last != Some(dir.opposite())) {
                let Some(from) = spread.steps[to][dir as usize].map(usize::from) else { continue };
                made += 1;
                let tile = board[from];
                let hash = node.hash.wrapping_sub(spread.hashed(tile, from)).wrapping_add(spread.hashed(tile, to));
                let seen = &mut self.seen[(hash >> shift) as usize];
                if std::mem::replace(seen, hash) == hash {
                    continue;
                }
                let score = node.score + spread.gain(board, from, to, dir);
                if score == 0 {
                    let mut path = self.path(node.link);
                    path.push(dir);
                    return Ok(Some(path));
                }
                self.children.push(Child { hash, score, parent: slot, blank: from as u16, dir });
            }
            run.generated(made);
        }
        Ok(None)
    }

    /// Chooses the children of least score, by block within the quota. Of equal scores the hash decides: it favours
    /// no part of the board.
    fn choose(&mut self) {
        let children = &self.children;
        self.order.clear();
        let least = children.iter().map(|child| child.score).min().unwrap_or(0);
        self.order.extend(children.iter().enumerate().map(|(number, child)| {
            let over = ((child.score - least) as u64).min((1 << 22) - 1);
            over << 42 | (child.hash >> 50) << 28 | number as u64
        }));
        self.order.sort_unstable();
        self.crowd.fill(0);
        let (crowd, blocks, quota) = (&mut self.crowd, &self.blocks, self.quota);
        let mut left = self.room.width;
        self.order.retain(|&key| {
            let child = &children[key as usize & ((1 << 28) - 1)];
            let crowd = &mut crowd[usize::from(blocks[usize::from(child.blank)])];
            let stays = left > 0 && *crowd < quota;
            *crowd += u32::from(stays);
            left -= usize::from(stays);
            stays
        });
    }

    /// Turns the chosen children into the next layer. The last child of a node takes over its slot.
    fn step(&mut self) {
        let cells = self.spread.start.len();
        self.live.iter().for_each(|&slot| self.kept[slot as usize] = 0);
        let chosen = |key: u64| self.children[key as usize & ((1 << 28) - 1)];
        for &key in &self.order {
            self.kept[chosen(key).parent as usize] += 1;
        }
        let kept = &self.kept;
        self.free.extend(self.live.iter().filter(|&&slot| kept[slot as usize] == 0));
        self.live.clear();
        for &key in &self.order {
            let Child { hash, score, parent, blank, dir } = chosen(key);
            let from = parent as usize;
            let before = self.nodes[from];
            self.kept[from] -= 1;
            let slot = match self.kept[from] {
                0 => from,
                _ => {
                    let slot = self.free.pop().expect("a layer has no more nodes than there are slots") as usize;
                    self.boards.copy_within(from * cells..(from + 1) * cells, slot * cells);
                    slot
                }
            };
            self.boards.swap(slot * cells + usize::from(before.blank), slot * cells + usize::from(blank));
            let link = self.links.len() as u32;
            self.links.push(before.link << 2 | dir as u32);
            self.nodes[slot] = BeamNode { hash, score, link, blank, last: Some(dir) };
            self.live.push(slot as u32);
            if score < self.best.0 {
                self.best = (score, link);
            }
        }
    }

    /// The moves that lead to a link.
    fn path(&self, link: u32) -> Vec<Dir> {
        let mut path = Vec::new();
        let mut at = link;
        while at != ROOT {
            let step = self.links[at as usize];
            path.push(Dir::ALL[step as usize & 3]);
            at = parent(step);
        }
        path.reverse();
        path
    }

    /// Takes out the links that no living node descends from; whether there is room to go on.
    fn sweep(&mut self, run: &mut Run<'_>) -> Result<bool, Stop> {
        run.check()?;
        let room = (self.links.len() * (size_of::<bool>() + size_of::<u32>())) as u64;
        if run.remaining().memory.is_some_and(|left| room > left) {
            return Ok(false);
        }
        run.hold(room)?;
        let mut alive = vec![false; self.links.len()];
        let roots = self.live.iter().map(|&slot| self.nodes[slot as usize].link).chain([self.best.1]);
        for mut at in roots {
            while at != ROOT && !std::mem::replace(&mut alive[at as usize], true) {
                at = parent(self.links[at as usize]);
            }
        }
        // A parent comes before its children, so its new number is known when it is needed.
        let mut number = vec![ROOT; self.links.len()];
        let mut len = 0;
        for at in 0..self.links.len() {
            if alive[at] {
                let step = self.links[at];
                let before = parent(step);
                let renamed = if before == ROOT { ROOT } else { number[before as usize] };
                number[at] = len as u32;
                self.links[len] = renamed << 2 | step & 3;
                len += 1;
            }
        }
        self.links.truncate(len);
        for &slot in &self.live {
            let link = &mut self.nodes[slot as usize].link;
            *link = number[*link as usize];
        }
        if self.best.1 != ROOT {
            self.best.1 = number[self.best.1 as usize];
        }
        run.release(room);
        Ok(self.make_room(run))
    }

    /// Room for as many links again as are alive; `false` when the memory does not allow it.
    fn make_room(&mut self, run: &mut Run<'_>) -> bool {
        let width = self.room.width;
        let wanted = (2 * self.links.len() + width).max(Beam::first_links(width));
        let more = (wanted.saturating_sub(self.links.capacity()) * size_of::<u32>()) as u64;
        let fits = wanted < (ROOT >> 2) as usize && run.remaining().memory.is_none_or(|left| more <= left);
        if !fits || run.hold(more).is_err() {
            return false;
        }
        self.links.reserve_exact(wanted - self.links.len());
        self.sweep_at = wanted - width;
        true
    }
}

/// The link before a step.
fn parent(step: u32) -> u32 {
    // Two bits went to the move, so the root lost its two highest.
    if step >> 2 == ROOT >> 2 { ROOT } else { step >> 2 }
}

/// The block of every cell, and how many there are: as small as leaves a node for two in five of them.
fn blocks(size: Size, width: usize) -> (Vec<u16>, usize) {
    let across = |side: usize, of: usize| side.div_ceil(of);
    let count = |side| across(size.rows(), side) * across(size.cols(), side);
    let side =
        (1..).find(|&side| count(side) == 1 || count(side) * 2 <= width * 5).expect("one block is the whole board");
    let block = |cell| size.row(cell) / side * across(size.cols(), side) + size.col(cell) / side;
    ((0..size.cells()).map(|cell| block(cell) as u16).collect(), count(side))
}

/// Spreads the bits of small numbers (the finisher of splitmix64).
pub(super) fn mix(number: u64) -> u64 {
    let mut x = (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Control, Limits};
    use crate::slide::{Goal, generate};

    fn puzzle(rows: usize, cols: usize, seed: u64) -> Puzzle {
        Puzzle::with_goal(generate::random(Size::new(rows, cols).unwrap(), seed), Goal::BlankLast)
    }

    #[test]
    fn scores_and_hashes_kept_from_move_to_move_are_those_from_nothing() {
        for (rows, cols, seed) in [(2, 5, 1), (4, 4, 2), (7, 3, 3), (12, 12, 4)] {
            let spread = Spread::new(&puzzle(rows, cols, seed));
            let mut board = spread.start.clone();
            let (mut score, mut hash) = spread.weigh(&board);
            for turn in 0..2000u64 {
                let to = board.iter().position(|&tile| tile == spread.blank).unwrap();
                let dir = Dir::ALL[(mix(turn + seed) % 4) as usize];
                let Some(from) = spread.size.neighbour(to, dir) else { continue };
                score += spread.gain(&board, from, to, dir);
                hash = hash.wrapping_sub(spread.hashed(board[from], from)).wrapping_add(spread.hashed(board[from], to));
                board.swap(from, to);
                assert_eq!((score, hash), spread.weigh(&board), "{rows}x{cols}");
            }
        }
    }

    #[test]
    fn a_stalled_beam_leads_to_the_board_it_says() {
        let puzzle = puzzle(12, 12, 5);
        let spread = Spread::new(&puzzle);
        let control = Control::new();
        let mut run = Run::new(Limits::default(), &control);
        let start = spread.weigh(&spread.start).0;
        // Long enough for dead links to be swept away more than once.
        let (Ended::Stalled(moves) | Ended::Solved(moves)) =
            spread.search(BeamRoom { width: 120, moves: 1500 }, &mut run).unwrap();
        let after = Puzzle::new(puzzle.board().after(&moves).unwrap(), puzzle.goal().clone()).unwrap();
        let reached = Spread::new(&after);
        assert!(reached.weigh(&reached.start).0 * 2 < start);
        assert_eq!(run.held(), 0);
    }

    #[test]
    fn the_memory_limit_holds_for_the_widest_beam() {
        let puzzle = puzzle(6, 6, 1);
        let spread = Spread::new(&puzzle);
        let control = Control::new();
        for memory in [1 << 20, 8 << 20] {
            let mut run = Run::new(Limits { nodes: None, memory: Some(memory) }, &control);
            let width = spread.widest(memory);
            assert!(width > 10);
            assert!(spread.search(BeamRoom { width, moves: 400 }, &mut run).is_ok());
            assert!(run.stats().peak_bytes <= memory);
        }
    }
}
