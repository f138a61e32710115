//! A solution at once, for boards of any size: row by row, column by column.
//!
//! The method that people use. The longer side of what is left is shortened by one line at a time until 3x3 cells
//! are left, which are solved shortest. All but the last two tiles of a line are walked home one after the other.
//! The last two are brought into the window of three lines by two at the line's end, where a breadth-first search
//! over the places of both tiles and the blank finishes the line (Parberry, "A real-time algorithm for the
//! (n^2-1)-puzzle", 1995, uses fixed sequences there).
//!
//! About 2.4 n^3 moves on an n x n board, some milliseconds for the largest; nothing is proven. The first solution of
//! `auto` on large boards, what finishes a beam that stalls, and the measure of both.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::board::{Board, Dir, Size};
use super::domain::SlideDomain;
use super::goal::{Goal, Puzzle};
use super::heuristic::Manhattan;
use super::parity::Parity;
use crate::run::{Control, Limits, Run};
use crate::search::{Outcome, best_first};

/// Moves that solve the puzzle, or `None` if it cannot be solved.
#[must_use]
pub(crate) fn solve(puzzle: &Puzzle) -> Option<Vec<Dir>> {
    if !Parity::is_solvable(puzzle) {
        return None;
    }
    // The blank leaves last: solve towards the goal with its blank walked to the last cell, then walk back.
    let (size, goal) = (puzzle.size(), puzzle.goal());
    let blank = goal.blank();
    let mut walk = vec![Dir::Down; size.rows() - 1 - size.row(blank)];
    walk.resize(walk.len() + size.cols() - 1 - size.col(blank), Dir::Right);
    let walked = goal.after(&walk).expect("the walk stays on the board");

    let mut builder = Builder::new(puzzle.board(), &walked);
    builder.solve();
    let mut moves = builder.moves;
    moves.extend(walk.iter().rev().map(|dir| dir.opposite()));
    Some(without_returns(&moves))
}

/// Takes out moves that are undone at once, where two stages meet.
pub(super) fn without_returns(moves: &[Dir]) -> Vec<Dir> {
    let mut kept: Vec<Dir> = Vec::with_capacity(moves.len());
    for &dir in moves {
        if kept.last() == Some(&dir.opposite()) {
            kept.pop();
        } else {
            kept.push(dir);
        }
    }
    kept
}

/// A board being solved. Tiles are known by their home cell, so that the goal is in order; the blank's home is last.
struct Builder {
    size: Size,
    /// Home of the tile in every cell.
    homes: Vec<usize>,
    /// Cell of the tile with every home.
    cells: Vec<usize>,
    /// Cells that the blank may not enter.
    locked: Vec<bool>,
    moves: Vec<Dir>,
    /// The first row and column not yet solved.
    top: usize,
    left: usize,
}

impl Builder {
    fn new(board: &Board, goal: &Board) -> Builder {
        let home = goal.cells();
        let homes: Vec<usize> = board.tiles().iter().map(|&tile| home[usize::from(tile)]).collect();
        let mut cells = vec![0; homes.len()];
        for (cell, &home) in homes.iter().enumerate() {
            cells[home] = cell;
        }
        let locked = vec![false; homes.len()];
        Builder { size: board.size(), homes, cells, locked, moves: Vec::new(), top: 0, left: 0 }
    }

    fn solve(&mut self) {
        loop {
            let (rows, cols) = (self.size.rows() - self.top, self.size.cols() - self.left);
            if rows.max(cols) <= 3 {
                break;
            }
            let line = |lines: usize, along: usize| match rows >= cols {
                true => self.size.cell(self.top + lines, self.left + along),
                false => self.size.cell(self.top + along, self.left + lines),
            };
            let length = rows.min(cols);
            let cells: Vec<usize> = (0..length).map(|along| line(0, along)).collect();
            let window: Vec<usize> =
                (0..3).flat_map(|lines| [line(lines, length - 2), line(lines, length - 1)]).collect();
            self.solve_line(&cells, &window);
            if rows >= cols { self.top += 1 } else { self.left += 1 }
        }
        self.solve_rest();
    }

    /// Solves one line; `window` is its last two cells and the two lines of two beside them.
    fn solve_line(&mut self, line: &[usize], window: &[usize]) {
        let (single, pair) = line.split_at(line.len() - 2);
        for &home in single {
            self.place(home, |cell| cell == home, home);
            self.locked[home] = true;
        }
        let (x, y) = (pair[0], pair[1]);
        if (self.cells[x], self.cells[y]) != (x, y) {
            // The first of the pair waits in the corner, out of the way, while the second comes near.
            self.place(x, |cell| cell == y, y);
            self.locked[y] = true;
            self.place(y, |cell| window.contains(&cell), window[3]);
            self.locked[y] = false;
            self.bring_blank(window, [self.cells[x], self.cells[y]]);
            self.finish(window, [x, y]);
        }
        self.locked[x] = true;
        self.locked[y] = true;
    }

    fn blank(&self) -> usize {
        self.cells[self.cells.len() - 1]
    }

    fn slide(&mut self, dir: Dir) {
        let blank = self.blank();
        let next = self.size.neighbour(blank, dir).expect("a planned move stays on the board");
        self.homes.swap(blank, next);
        self.cells[self.homes[blank]] = blank;
        self.cells[self.homes[next]] = next;
        self.moves.push(dir);
    }

    /// Walks a tile towards `target`, step by step, until it is where it is wanted.
    fn place(&mut self, tile: usize, wanted: impl Fn(usize) -> bool, target: usize) {
        let away = self.distances(target);
        while !wanted(self.cells[tile]) {
            let at = self.cells[tile];
            let nearer = |dir| {
                let next = self.size.neighbour(at, dir)?;
                (!self.locked[next] && away[next] < away[at]).then_some(next)
            };
            // Of the steps that lead nearer, the one that the blank can prepare soonest.
            let way = Dir::ALL
                .into_iter()
                .filter_map(nearer)
                .filter_map(|next| self.way(next, |cell| cell == at || self.locked[cell]))
                .min_by_key(Vec::len)
                .expect("the cells that are left are connected without the tile");
            way.into_iter().for_each(|dir| self.slide(dir));
            let step = Dir::ALL.into_iter().find(|&dir| self.size.neighbour(self.blank(), dir) == Some(at));
            self.slide(step.expect("the blank stands beside the tile"));
        }
    }

    /// The blank enters the window without moving these two cells' tiles.
    fn bring_blank(&mut self, window: &[usize], keep: [usize; 2]) {
        if window.contains(&self.blank()) {
            return;
        }
        let way = window
            .iter()
            .filter_map(|&cell| self.way(cell, |cell| keep.contains(&cell) || self.locked[cell]))
            .min_by_key(Vec::len)
            .expect("some cell of the window can be entered");
        way.into_iter().for_each(|dir| self.slide(dir));
    }

    /// Distances to a cell over cells that are not locked.
    fn distances(&self, target: usize) -> Vec<usize> {
        let mut away = vec![usize::MAX; self.homes.len()];
        let mut queue = VecDeque::from([target]);
        away[target] = 0;
        while let Some(cell) = queue.pop_front() {
            for next in Dir::ALL.into_iter().filter_map(|dir| self.size.neighbour(cell, dir)) {
                if away[next] == usize::MAX && !self.locked[next] {
                    away[next] = away[cell] + 1;
                    queue.push_back(next);
                }
            }
        }
        away
    }

    /// The blank's shortest way to a cell, around the cells that are closed.
    fn way(&self, target: usize, closed: impl Fn(usize) -> bool) -> Option<Vec<Dir>> {
        let mut came: Vec<Option<Dir>> = vec![None; self.homes.len()];
        let start = self.blank();
        if closed(target) {
            return None;
        }
        let mut queue = VecDeque::from([start]);
        while let Some(cell) = queue.pop_front() {
            if cell == target {
                let mut way = Vec::new();
                let mut at = target;
                while at != start {
                    let dir = came[at].expect("every cell on the way was entered");
                    way.push(dir);
                    at = self.size.neighbour(at, dir.opposite()).expect("it was entered from there");
                }
                way.reverse();
                return Some(way);
            }
            for dir in Dir::ALL {
                let Some(next) = self.size.neighbour(cell, dir) else { continue };
                if next != start && came[next].is_none() && !closed(next) {
                    came[next] = Some(dir);
                    queue.push_back(next);
                }
            }
        }
        None
    }

    /// Brings both tiles of a pair home within the window: at most 6 x 5 x 4 places for them and the blank.
    fn finish(&mut self, window: &[usize], pair: [usize; 2]) {
        type State = [usize; 3];
        let start: State = [self.cells[pair[0]], self.cells[pair[1]], self.blank()];
        let mut came: FxHashMap<State, Option<(State, Dir)>> = FxHashMap::from_iter([(start, None)]);
        let mut queue = VecDeque::from([start]);
        while let Some(state) = queue.pop_front() {
            if state[..2] == pair {
                let mut moves = Vec::new();
                let mut at = state;
                while let Some((before, dir)) = came[&at] {
                    moves.push(dir);
                    at = before;
                }
                moves.into_iter().rev().for_each(|dir| self.slide(dir));
                return;
            }
            let [x, y, blank] = state;
            for dir in Dir::ALL {
                let Some(next) = self.size.neighbour(blank, dir).filter(|next| window.contains(next)) else { continue };
                let moved = |tile: usize| if tile == next { blank } else { tile };
                let after = [moved(x), moved(y), next];
                if let std::collections::hash_map::Entry::Vacant(entry) = came.entry(after) {
                    entry.insert(Some((state, dir)));
                    queue.push_back(after);
                }
            }
        }
        unreachable!("in a window of 3x2 any two tiles can be placed");
    }

    /// Solves the last cells, at most 3x3, by A*.
    fn solve_rest(&mut self) {
        let (rows, cols) = (self.size.rows() - self.top, self.size.cols() - self.left);
        let size = Size::new(rows, cols).expect("2 or 3 rows and columns are left");
        let cells: Vec<usize> = (0..size.cells())
            .map(|cell| self.size.cell(self.top + size.row(cell), self.left + size.col(cell)))
            .collect();
        let blank = size.cells() - 1;
        let tiles = cells.iter().map(|&cell| {
            let home = cells.iter().position(|&home| home == self.homes[cell]).expect("only these cells are unsolved");
            if home == blank { 0 } else { home as u16 + 1 }
        });
        let board = Board::new(size, tiles.collect()).expect("the unsolved cells hold each other's tiles");
        let puzzle = Puzzle::with_goal(board, Goal::BlankLast);
        let domain = SlideDomain::<u64, _>::new(&puzzle, Manhattan::new(puzzle.goal()));
        let control = Control::new();
        let mut run = Run::new(Limits::default(), &control);
        match best_first::search(&domain, best_first::Order::Astar, &mut run).outcome {
            Outcome::Solved(moves) => moves.into_iter().for_each(|dir| self.slide(dir)),
            ended => unreachable!("moves keep the parity, which was even: {ended:?}"),
        }
    }
}
