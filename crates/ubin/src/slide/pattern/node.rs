//! A node of the tuned search: the board, and every slot kept up to date.
//!
//! Words: a **child** is a move that may be made. It is **pending** while its entries are on the way from memory, and
//! **open** when they were read and the bound allows it.
//!
//! `V` is the number of views, known to the compiler so that the loops over them are unrolled.

use super::automaton::Automaton;
use super::prefetch::prefetch;
use super::views::{Slot, View};
use crate::slide::{Dir, Size};

/// A board in the middle of a search.
#[derive(Clone, Debug)]
pub(crate) struct Node<const V: usize> {
    /// By cell: the tile there, by its home; the blank, too.
    tiles: [u8; 64],
    blank: u8,
    /// What the automaton remembers of the moves so far.
    state: u16,
    /// By view: the sum of its slots' distances.
    sums: [u16; V],
    /// View by view, pattern by pattern.
    slots: Vec<Slot>,
}

/// A child whose entries are on the way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pending<const V: usize> {
    dir: Dir,
    from: u8,
    state: u16,
    orders: [u16; V],
    /// By view: the bit of the image that is the entry.
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
    slots: [Slot; V],
}

impl<const V: usize> Pending<V> {
    pub(crate) const NONE: Pending<V> =
        Pending { dir: Dir::Up, from: 0, state: 0, orders: [0; V], entries: [0; V], grown: [0; V] };
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
}

impl<const V: usize> Undo<V> {
    pub(crate) const NONE: Undo<V> =
        Undo { blank: 0, state: 0, sums: [0; V], slots: [Slot { placement: 0, order: 0, h: 0 }; V] };
}

impl<const V: usize> Node<V> {
    /// Its bound, as [`Open::h`].
    pub(crate) fn h(&self) -> u16 {
        self.sums.into_iter().fold(0, u16::max)
    }
}

/// What does not change during a search.
#[derive(Debug)]
pub(crate) struct Ground<'s, const V: usize> {
    views: [&'s View; V],
    images: [&'s [u8]; V],
    /// By view: its first slot.
    firsts: [usize; V],
    automaton: &'s Automaton,
    /// By cell and direction: the neighbour.
    neighbours: [[u8; 4]; 64],
    /// By cell: the directions that have one, a bit each.
    legal: [u8; 64],
}

impl<'s, const V: usize> Ground<'s, V> {
    /// The ground of a search; there must be `V` views.
    pub(crate) fn new(size: Size, views: &'s [View], automaton: &'s Automaton) -> Ground<'s, V> {
        let first = |v: usize| views[..v].iter().map(View::patterns).sum();
        let mut ground = Ground {
            views: std::array::from_fn(|v| &views[v]),
            images: std::array::from_fn(|v| views[v].image()),
            firsts: std::array::from_fn(first),
            automaton,
            neighbours: [[0; 4]; 64],
            legal: [0; 64],
        };
        for cell in 0..size.cells() {
            for dir in Dir::ALL {
                if let Some(near) = size.neighbour(cell, dir) {
                    ground.neighbours[cell][dir as usize] = near as u8;
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
    pub(crate) fn root(&self, tiles: &[u8], blank: usize) -> Option<Node<V>> {
        let mut slots = Vec::new();
        let mut sums = [0; V];
        for (view, sum) in self.views.iter().zip(&mut sums) {
            let own = view.slots(tiles, blank)?;
            *sum = own.iter().map(|slot| slot.h).sum();
            slots.extend(own);
        }
        let mut all = [0; 64];
        all[..tiles.len()].copy_from_slice(tiles);
        Some(Node { tiles: all, blank: blank as u8, state: Automaton::START, slots, sums })
    }

    /// Asks memory for the entries of the node's children; gives their number. They come in search order.
    #[inline(always)]
    pub(crate) fn ask(&self, node: &Node<V>, pending: &mut [Pending<V>; 4]) -> usize {
        let blank = node.blank & 63;
        let (next, allowed) = self.automaton.next(node.state);
        let mut allowed = allowed & self.legal[usize::from(blank)];
        let mut count = 0;
        while allowed != 0 {
            // The last direction first: `search_order`.
            let last = allowed.ilog2();
            let dir = Dir::ALL[last as usize & 3];
            allowed ^= 1 << last;
            let child = &mut pending[count & 3];
            count += 1;
            child.dir = dir;
            child.state = next[dir as usize];
            child.from = self.neighbours[usize::from(blank)][dir as usize];
            let tile = node.tiles[usize::from(child.from & 63)];
            for v in 0..V {
                let slot = &node.slots[self.firsts[v] + self.views[v].owner(tile)];
                let (order, bit) = self.views[v].entry(&node.tiles, slot, tile, blank, dir);
                prefetch(self.images[v], bit / 8);
                child.orders[v] = order;
                child.entries[v] = bit;
                child.grown[v] = (slot.h + 1) >> 1;
            }
        }
        count
    }

    /// Reads a child's entries.
    #[inline(always)]
    pub(crate) fn read(&self, node: &Node<V>, child: &Pending<V>) -> Open<V> {
        let mut open =
            Open { dir: child.dir, from: child.from, state: child.state, orders: child.orders, sums: node.sums };
        for v in 0..V {
            let bit = child.entries[v];
            let shrinks = (u16::from(self.images[v][bit / 8]) >> (bit % 8) ^ child.grown[v]) & 1;
            open.sums[v] = open.sums[v] + 1 - 2 * shrinks;
        }
        open
    }

    /// Makes a move.
    #[inline(always)]
    pub(crate) fn make(&self, node: &mut Node<V>, child: &Open<V>, undo: &mut Undo<V>) {
        let (blank, from) = (usize::from(node.blank & 63), usize::from(child.from & 63));
        let tile = node.tiles[from];
        (undo.blank, undo.state, undo.sums) = (node.blank, node.state, node.sums);
        for v in 0..V {
            let slot = &mut node.slots[self.firsts[v] + self.views[v].owner(tile)];
            undo.slots[v] = *slot;
            slot.placement ^= self.views[v].flip(node.blank, child.dir);
            slot.order = child.orders[v];
            slot.h = slot.h + child.sums[v] - node.sums[v];
        }
        node.tiles.swap(blank, from);
        node.blank = child.from;
        node.state = child.state;
        node.sums = child.sums;
    }

    /// Takes the last move back.
    #[inline(always)]
    pub(crate) fn unmake(&self, node: &mut Node<V>, undo: &Undo<V>) {
        let (blank, from) = (usize::from(undo.blank & 63), usize::from(node.blank & 63));
        let tile = node.tiles[blank];
        for v in 0..V {
            node.slots[self.firsts[v] + self.views[v].owner(tile)] = undo.slots[v];
        }
        node.tiles.swap(blank, from);
        (node.blank, node.state, node.sums) = (undo.blank, undo.state, undo.sums);
    }
}
