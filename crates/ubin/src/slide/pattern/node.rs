//! A node of the tuned search: the board, and every slot kept up to date.
//!
//! Words: a **child** is a move that may be made. It is **pending** while its entries are on the way from memory, and
//! **open** when they were read and the bound allows it.
//!
//! `V` is the number of views, known to the compiler so that the loops over them are unrolled.

use super::automaton::Automaton;
use super::prefetch::prefetch;
use super::views::{BlankStep, PatternLookup, PatternSlot, TableView};
use crate::slide::{Dir, Size};
use crate::unit::UnitError;

/// Runs a body for every view, written out: the compiler leaves a loop of so large a body as it is.
macro_rules! for_views {
    ($views:ident, |$v:ident| $body:block) => { for_views!($views, |$v| $body, 0 1 2 3 4 5 6 7) };
    ($views:ident, |$v:ident| $body:block, $($number:literal)*) => {
        $(if $views > $number {
            let $v = $number;
            $body
        })*
    };
}

/// A board in the middle of a search.
#[derive(Clone, Debug)]
pub(crate) struct DeepNode<const V: usize> {
    head: Head<V>,
    /// View by view, pattern by pattern.
    slots: Vec<PatternSlot>,
}

/// A node without its slots.
#[derive(Clone, Copy, Debug)]
struct Head<const V: usize> {
    /// By cell: the tile there, by its home; the blank, too.
    tiles: [u8; 64],
    blank: u8,
    /// What the automaton remembers of the moves so far.
    state: u16,
    /// By view: the sum of its slots' distances.
    sums: [u16; V],
}

/// Nodes put aside, to be gone on with in another order, without memory of its own for each.
#[derive(Debug, Default)]
pub(crate) struct Seeds<const V: usize> {
    heads: Vec<Head<V>>,
    slots: Vec<PatternSlot>,
}

impl<const V: usize> Seeds<V> {
    pub(crate) fn len(&self) -> usize {
        self.heads.len()
    }

    /// Forgets all nodes and keeps their memory.
    pub(crate) fn clear(&mut self) {
        self.heads.clear();
        self.slots.clear();
    }

    /// The bytes that a node of the search of `node` takes.
    pub(crate) fn bytes_a_node(node: &DeepNode<V>) -> u64 {
        (size_of::<Head<V>>() + node.slots.len() * size_of::<PatternSlot>()) as u64
    }

    /// Puts a node aside; gives its number.
    pub(crate) fn keep(&mut self, node: &DeepNode<V>) -> usize {
        self.heads.push(node.head);
        self.slots.extend_from_slice(&node.slots);
        self.heads.len() - 1
    }

    /// Makes `node`, of the same search, the node of a number.
    pub(crate) fn load(&self, number: usize, node: &mut DeepNode<V>) {
        node.head = self.heads[number];
        let slots = node.slots.len();
        node.slots.copy_from_slice(&self.slots[number * slots..][..slots]);
    }
}

/// A child whose entries are on the way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pending<const V: usize> {
    dir: Dir,
    from: u8,
    tile: u8,
    state: u16,
    orders: [u16; V],
    /// By view: the bit of the image that is the entry; first, where its record begins.
    entries: [usize; V],
    /// By view: a number whose lowest bit is the entry when the distance grows. A distance changes by one, and its
    /// entry is its second lowest bit, so growing and shrinking differ there.
    grown: [u16; V],
}

/// A child that the bound allows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Open<const V: usize> {
    dir: Dir,
    from: u8,
    state: u16,
    orders: [u16; V],
    /// By view: the sum of distances.
    sums: [u16; V],
}

/// How to take a move back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Undo<const V: usize> {
    blank: u8,
    state: u16,
    sums: [u16; V],
    slots: [PatternSlot; V],
}

impl<const V: usize> Pending<V> {
    pub(crate) const NONE: Pending<V> =
        Pending { dir: Dir::Up, from: 0, tile: 0, state: 0, orders: [0; V], entries: [0; V], grown: [0; V] };
}

impl<const V: usize> Open<V> {
    pub(crate) const NONE: Open<V> = Open { dir: Dir::Up, from: 0, state: 0, orders: [0; V], sums: [0; V] };

    /// Where the blank goes.
    pub(crate) fn dir(&self) -> Dir {
        self.dir
    }

    /// Its bound: the largest sum over the views. It is 0 at the goal only.
    #[inline(always)]
    pub(crate) fn h(&self) -> u16 {
        self.sums.into_iter().fold(0, u16::max)
    }

    /// The sum of all views' sums.
    #[inline(always)]
    pub(crate) fn sum(&self) -> u16 {
        self.sums.into_iter().sum()
    }
}

impl<const V: usize> Undo<V> {
    pub(crate) const NONE: Undo<V> =
        Undo { blank: 0, state: 0, sums: [0; V], slots: [PatternSlot { placement: 0, order: 0, h: 0 }; V] };
}

impl<const V: usize> DeepNode<V> {
    /// Its bound, as [`Open::h`].
    pub(crate) fn h(&self) -> u16 {
        self.head.sums.into_iter().fold(0, u16::max)
    }
}

/// What does not change during a search.
#[derive(Debug)]
pub(crate) struct Ground<'s, const V: usize> {
    views: [&'s TableView; V],
    images: [&'s [u8]; V],
    /// By view and tile: the slot of its pattern.
    slots: [[u8; 64]; V],
    /// By slot.
    patterns: Vec<PatternLookup<'s>>,
    /// Cells between a cell and the one below, after the third; the same in all views.
    more: usize,
    automaton: &'s Automaton,
    /// By the blank's cell and direction.
    moves: [[Move<V>; 4]; 64],
    /// By cell: the directions that have one, a bit each.
    legal: [u8; 64],
}

/// A move of the blank.
#[derive(Clone, Copy, Debug)]
struct Move<const V: usize> {
    /// Where the blank goes.
    from: u8,
    /// By view.
    steps: [BlankStep; V],
}

impl<'s, const V: usize> Ground<'s, V> {
    /// The ground of a search; there must be `V` views.
    pub(crate) fn new(size: Size, views: &'s [TableView], automaton: &'s Automaton) -> Ground<'s, V> {
        let first = |v: usize| views[..v].iter().map(TableView::patterns).sum::<usize>();
        let mut ground = Ground {
            views: std::array::from_fn(|v| &views[v]),
            images: std::array::from_fn(|v| views[v].image()),
            slots: std::array::from_fn(|v| std::array::from_fn(|tile| (first(v) + views[v].owner(tile as u8)) as u8)),
            patterns: views.iter().flat_map(|view| (0..view.patterns()).map(|i| view.pattern(i))).collect(),
            more: views[0].more,
            automaton,
            moves: [[Move { from: 0, steps: [BlankStep::default(); V] }; 4]; 64],
            legal: [0; 64],
        };
        for cell in 0..size.cells() {
            for dir in Dir::ALL {
                if let Some(near) = size.neighbour(cell, dir) {
                    let steps = std::array::from_fn(|v| *views[v].step(cell as u8, dir));
                    ground.moves[cell][dir as usize] = Move { from: near as u8, steps };
                    ground.legal[cell] |= 1 << dir as u8;
                }
            }
        }
        ground
    }

    /// Changes the automaton; all nodes but the root's are worthless then.
    pub(crate) fn refuse_by(&mut self, automaton: &'s Automaton) {
        self.automaton = automaton;
    }

    /// The node of a board given by homes, before any move.
    pub(crate) fn root(&self, tiles: &[u8], blank: usize) -> Option<DeepNode<V>> {
        let mut slots = Vec::new();
        let mut sums = [0; V];
        for (view, sum) in self.views.iter().zip(&mut sums) {
            let own = view.slots(tiles, blank)?;
            *sum = own.iter().map(|slot| slot.h).sum();
            slots.extend(own);
        }
        let mut all = [0; 64];
        all[..tiles.len()].copy_from_slice(tiles);
        let head = Head { tiles: all, blank: blank as u8, state: Automaton::START, sums };
        Some(DeepNode { head, slots })
    }

    /// The node at the end of a prefix, reached as the search reaches it: with what the automaton remembers of the prefix.
    ///
    /// # Errors
    /// When the search of this round never gets there: a move off the board, a refused word, a node above the bound, a move on from the goal.
    pub(crate) fn walk(&self, root: &DeepNode<V>, prefix: &[Dir], bound: usize) -> Result<DeepNode<V>, UnitError> {
        let (mut node, mut pending, mut undo) = (root.clone(), [Pending::NONE; 4], Undo::NONE);
        for (made, &dir) in prefix.iter().enumerate() {
            let within = |h: u16, g: usize| usize::from(h) + g <= bound;
            let expanded = node.h() > 0 && within(node.h(), made);
            let count = self.ask(&node, &mut pending);
            let child = pending[..count].iter().find(|child| expanded && child.dir == dir);
            let child = child.map(|child| self.read(&node, child)).filter(|child| within(child.h(), made + 1));
            self.make(&mut node, &child.ok_or(UnitError::NotInTree { step: made + 1 })?, &mut undo);
        }
        Ok(node)
    }

    /// The slot of a tile's pattern.
    #[inline(always)]
    fn slot(&self, v: usize, tile: u8) -> usize {
        self.slots[v][usize::from(tile & 63)].into()
    }

    /// Asks memory for the entries of the node's children; gives their number. They come in search order.
    ///
    /// It does the same for all children before it does the next thing for any: a processor looks some two hundred
    /// instructions ahead, and so it waits for all records at once, and for all pages of the entries.
    #[inline(always)]
    pub(crate) fn ask(&self, node: &DeepNode<V>, pending: &mut [Pending<V>; 4]) -> usize {
        let moves = &self.moves[usize::from(node.head.blank & 63)];
        let (next, allowed) = self.automaton.next(node.head.state);
        let mut allowed = allowed & self.legal[usize::from(node.head.blank & 63)];
        let mut count = 0;
        while allowed != 0 {
            // The last direction first: `search_order`.
            let last = allowed.ilog2();
            let dir = Dir::ALL[last as usize & 3];
            allowed ^= 1 << last;
            let (child, step) = (&mut pending[count & 3], &moves[dir as usize]);
            count += 1;
            child.dir = dir;
            child.state = next[dir as usize];
            child.from = step.from;
            child.tile = node.head.tiles[usize::from(step.from & 63)];
            for_views!(V, |v| {
                let slot = self.slot(v, child.tile);
                child.entries[v] = self.patterns[slot].lookup.record(node.slots[slot].placement ^ step.steps[v].flip);
            });
        }
        let asked = &mut pending[..count & 7];
        for child in &mut *asked {
            let step = &moves[child.dir as usize];
            for_views!(V, |v| {
                let (number, step) = (self.slot(v, child.tile), &step.steps[v]);
                let slot = &node.slots[number];
                child.orders[v] = step.order(slot.order, self.views[v].passes(child.tile), &node.head.tiles, self.more);
                child.entries[v] = self.patterns[number].bit(child.entries[v], step.blank, child.orders[v]);
                child.grown[v] = (slot.h + 1) >> 1;
            });
        }
        for child in asked {
            for_views!(V, |v| {
                prefetch(self.images[v], child.entries[v] / 8);
            });
        }
        count
    }

    /// The tile that slides to make a child, from which cell and to which.
    #[inline(always)]
    pub(crate) fn slid(&self, node: &DeepNode<V>, child: &Pending<V>) -> (u8, u8, u8) {
        (child.tile, child.from, node.head.blank)
    }

    /// Reads a child's entries.
    #[inline(always)]
    pub(crate) fn read(&self, node: &DeepNode<V>, child: &Pending<V>) -> Open<V> {
        let mut open =
            Open { dir: child.dir, from: child.from, state: child.state, orders: child.orders, sums: node.head.sums };
        for v in 0..V {
            let bit = child.entries[v];
            let shrinks = (u16::from(self.images[v][bit / 8]) >> (bit % 8) ^ child.grown[v]) & 1;
            open.sums[v] = open.sums[v] + 1 - 2 * shrinks;
        }
        open
    }

    /// Makes a move.
    #[inline(always)]
    pub(crate) fn make(&self, node: &mut DeepNode<V>, child: &Open<V>, undo: &mut Undo<V>) {
        let (blank, from) = (usize::from(node.head.blank & 63), usize::from(child.from & 63));
        let tile = node.head.tiles[from];
        (undo.blank, undo.state, undo.sums) = (node.head.blank, node.head.state, node.head.sums);
        for v in 0..V {
            let slot = &mut node.slots[self.slot(v, tile)];
            undo.slots[v] = *slot;
            slot.placement ^= self.moves[blank][child.dir as usize].steps[v].flip;
            slot.order = child.orders[v];
            slot.h = slot.h + child.sums[v] - node.head.sums[v];
        }
        node.head.tiles.swap(blank, from);
        node.head.blank = child.from;
        node.head.state = child.state;
        node.head.sums = child.sums;
    }

    /// Takes the last move back.
    #[inline(always)]
    pub(crate) fn unmake(&self, node: &mut DeepNode<V>, undo: &Undo<V>) {
        let (blank, from) = (usize::from(undo.blank & 63), usize::from(node.head.blank & 63));
        let tile = node.head.tiles[blank];
        for v in 0..V {
            node.slots[self.slot(v, tile)] = undo.slots[v];
        }
        node.head.tiles.swap(blank, from);
        (node.head.blank, node.head.state, node.head.sums) = (undo.blank, undo.state, undo.sums);
    }
}
