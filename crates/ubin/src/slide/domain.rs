//! A sliding puzzle as the engines see it.

use super::board::Dir;
use super::goal::Puzzle;
use super::grid::Grid;
use super::heuristic::{Heuristic, Step};
use super::order::MoveOrder;
use crate::search::Domain;

/// A puzzle with a packed board and a heuristic.
pub(crate) struct SlideDomain<G, H> {
    start: G,
    goal: G,
    start_blank: u16,
    heuristic: H,
    cells: usize,
    /// For every cell and last move (none is the fifth) the moves that do not undo it, in search order.
    moves: Vec<MoveList>,
}

/// Up to four moves with the cell that the blank goes to.
#[derive(Clone, Copy, Debug)]
struct MoveList {
    list: [(Dir, u16); 4],
    len: u8,
}

/// The working form of a board: the blank's cell and the heuristic's memo beside the packed tiles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlideNode<G, M> {
    grid: G,
    memo: M,
    blank: u16,
    last: Option<Dir>,
}

impl<G: Grid, H: Heuristic<G>> SlideDomain<G, H> {
    /// The puzzle for an engine that tries moves in the usual order.
    ///
    /// # Panics
    /// When the grid is too small for the board; the caller chooses it by size.
    pub(crate) fn new(puzzle: &Puzzle, heuristic: H) -> SlideDomain<G, H> {
        SlideDomain::in_order(puzzle, heuristic, MoveOrder::default())
    }

    /// The puzzle for an engine that tries moves in this order.
    ///
    /// # Panics
    /// As [`SlideDomain::new`].
    pub(crate) fn in_order(puzzle: &Puzzle, heuristic: H, order: MoveOrder) -> SlideDomain<G, H> {
        let size = puzzle.size();
        assert!(size.cells() <= G::CELLS, "the grid was chosen for boards of this size");
        let lists = (0..size.cells()).flat_map(|cell| {
            let lasts = Dir::ALL.into_iter().map(Some).chain([None]);
            lasts.map(move |last| {
                let mut moves = MoveList { list: [(Dir::Up, 0); 4], len: 0 };
                for dir in order.dirs().into_iter().filter(|&dir| last != Some(dir.opposite())) {
                    if let Some(next) = size.neighbour(cell, dir) {
                        moves.list[usize::from(moves.len)] = (dir, next as u16);
                        moves.len += 1;
                    }
                }
                moves
            })
        });
        SlideDomain {
            start: G::pack(puzzle.board().tiles()),
            goal: G::pack(puzzle.goal().tiles()),
            start_blank: puzzle.board().blank() as u16,
            heuristic,
            cells: size.cells(),
            moves: lists.collect(),
        }
    }

    /// The children that a search which makes them one by one had not made when it met the goal by this path.
    pub(crate) fn unmade(&self, path: &[Dir]) -> u64 {
        let (mut blank, mut last, mut unmade) = (self.start_blank, None, 0);
        for &made in path {
            let moves = self.moves(blank, last);
            let place = moves.iter().position(|&(dir, _)| dir == made).expect("a path makes moves that there are");
            unmade += (moves.len() - place - 1) as u64;
            (blank, last) = (moves[place].1, Some(made));
        }
        unmade
    }

    fn moves(&self, blank: u16, last: Option<Dir>) -> &[(Dir, u16)] {
        let moves = &self.moves[usize::from(blank) * 5 + last.map_or(4, |dir| dir as usize)];
        &moves.list[..usize::from(moves.len)]
    }

    #[inline]
    fn moved(&self, node: &SlideNode<G, H::Memo>, dir: Dir, next: u16) -> SlideNode<G, H::Memo> {
        let (from, to) = (usize::from(next), usize::from(node.blank));
        let tile = node.grid.tile(from);
        let grid = node.grid.moved(tile, from, to);
        let memo = self.heuristic.moved(node.memo, &Step { before: &node.grid, after: &grid, tile, from, to });
        SlideNode { grid, memo, blank: next, last: Some(dir) }
    }
}

impl<G: Grid, H: Heuristic<G>> Domain for SlideDomain<G, H> {
    type Node = SlideNode<G, H::Memo>;
    type Move = Dir;
    type Key = G;
    type Kept = H::Kept;

    fn root(&self) -> Self::Node {
        SlideNode { grid: self.start, memo: self.heuristic.start(&self.start), blank: self.start_blank, last: None }
    }

    #[inline]
    fn h(&self, node: &Self::Node) -> u32 {
        self.heuristic.bound(&node.memo)
    }

    #[inline]
    fn is_goal(&self, node: &Self::Node) -> bool {
        node.grid == self.goal
    }

    #[inline]
    fn children(&self, node: Self::Node) -> impl ExactSizeIterator<Item = (Dir, Self::Node)> {
        self.moves(node.blank, node.last).iter().map(move |&(dir, next)| (dir, self.moved(&node, dir, next)))
    }

    #[inline]
    fn next_keys(&self, node: &Self::Node) -> impl ExactSizeIterator<Item = (Dir, G)> {
        let (grid, to) = (node.grid, usize::from(node.blank));
        self.moves(node.blank, node.last).iter().map(move |&(dir, next)| {
            let from = usize::from(next);
            (dir, grid.moved(grid.tile(from), from, to))
        })
    }

    #[inline]
    fn weigh(&self, node: &Self::Node, place: usize, after: &G) -> (u32, H::Kept) {
        let (_, next) = self.moves(node.blank, node.last)[place];
        let (from, to) = (usize::from(next), usize::from(node.blank));
        let tile = node.grid.tile(from);
        self.heuristic.weigh(&node.memo, &Step { before: &node.grid, after, tile, from, to })
    }

    #[inline]
    fn key(&self, node: &Self::Node) -> G {
        node.grid
    }

    fn node(&self, key: G, arrived: Option<Dir>) -> Self::Node {
        SlideNode { grid: key, memo: self.heuristic.start(&key), blank: self.blank(&key), last: arrived }
    }

    fn kept(&self, node: &Self::Node) -> H::Kept {
        self.heuristic.kept(&node.memo)
    }

    fn node_again(&self, key: G, arrived: Option<Dir>, kept: H::Kept) -> Self::Node {
        let memo = self.heuristic.again(&key, kept);
        SlideNode { grid: key, memo, blank: self.blank(&key), last: arrived }
    }

    fn before(&self, key: G, made: Dir) -> G {
        let blank = self.blank(&key);
        let back = made.opposite();
        let &(_, next) = self
            .moves(blank, None)
            .iter()
            .find(|(dir, _)| *dir == back)
            .expect("a move that was made can be taken back");
        let (from, to) = (usize::from(next), usize::from(blank));
        key.moved(key.tile(from), from, to)
    }
}

impl<G: Grid, H> SlideDomain<G, H> {
    fn blank(&self, grid: &G) -> u16 {
        grid.blank(self.cells) as u16
    }
}
