//! A node of the tuned search: the board, and every slot kept up to date.
//!
//! Words: a **child** is a move that was looked at but not made: its entries are asked for first and read later.
//!
//! `V` is the number of views, known to the compiler so that the loops over them are unrolled.

use super::automaton::{Automaton, REFUSED};
use super::prefetch::prefetch;
use super::views::{Entry, Slot, View, distance};
use crate::slide::{Dir, Size};

/// A board in the middle of a search.
#[derive(Clone, Debug)]
pub(crate) struct Node<const V: usize> {
    tiles: [u8; 64],
    blank: u8,
    /// What the automaton remembers of the moves so far.
    state: u16,
    /// View by view, pattern by pattern.
    slots: Vec<Slot>,
    /// By view: the sum of its slots' distances.
    sums: [u32; V],
}

/// A move that may be made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child<const V: usize> {
    dir: Dir,
    from: u8,
    state: u16,
    /// By view: where its entry is.
    entries: [Entry; V],
    /// By view: the entry, once it is read.
    bits: [u8; V],
    /// Its bound, once the entries are read.
    h: u32,
}

impl<const V: usize> Default for Child<V> {
    fn default() -> Child<V> {
        Child { dir: Dir::Up, from: 0, state: 0, entries: [Entry::default(); V], bits: [0; V], h: 0 }
    }
}

/// How to take a move back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Undo<const V: usize> {
    blank: u8,
    state: u16,
    slots: [Slot; V],
    sums: [u32; V],
}

/// What does not change during a search.
#[derive(Debug)]
pub(crate) struct Ground<'s, const V: usize> {
    views: [&'s View; V],
    images: [&'s [u8]; V],
    /// By view: its first slot.
    starts: [usize; V],
    automaton: &'s Automaton,
    /// By cell and direction: the neighbour, or [`EDGE`].
    neighbours: Vec<[u8; 4]>,
}

const EDGE: u8 = u8::MAX;

impl<'s, const V: usize> Ground<'s, V> {
    /// The ground of a search; there must be `V` views.
    pub(crate) fn new(size: Size, views: &'s [View], automaton: &'s Automaton) -> Ground<'s, V> {
        let start = |v: usize| views[..v].iter().map(View::patterns).sum();
        let near = |cell, dir| size.neighbour(cell, dir).map_or(EDGE, |near| near as u8);
        Ground {
            views: std::array::from_fn(|v| &views[v]),
            images: std::array::from_fn(|v| views[v].image()),
            starts: std::array::from_fn(start),
            automaton,
            neighbours: (0..size.cells()).map(|cell| Dir::ALL.map(|dir| near(cell, dir))).collect(),
        }
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

    /// The node's children in search order, their entries on the way.
    #[inline]
    pub(crate) fn children(&self, node: &Node<V>, mut give: impl FnMut(Child<V>)) {
        let blank = usize::from(node.blank);
        for dir in Dir::ALL {
            let state = self.automaton.next(node.state, dir);
            let from = self.neighbours[blank][dir as usize];
            if state == REFUSED || from == EDGE {
                continue;
            }
            let tile = usize::from(node.tiles[usize::from(from)]);
            let entries = std::array::from_fn(|v| {
                let slot = &node.slots[self.starts[v] + self.views[v].owner(tile)];
                let entry = self.views[v].entry(&node.tiles, slot, tile, blank, dir);
                prefetch(self.images[v], entry.bit / 8);
                entry
            });
            give(Child { dir, from, state, entries, bits: [0; V], h: 0 });
        }
    }

    /// Reads the child's entries; gives its bound.
    #[inline]
    pub(crate) fn read(&self, node: &Node<V>, child: &mut Child<V>) -> u32 {
        let tile = usize::from(node.tiles[usize::from(child.from)]);
        let mut bound = 0;
        for v in 0..V {
            let slot = &node.slots[self.starts[v] + self.views[v].owner(tile)];
            let bit = child.entries[v].bit;
            child.bits[v] = self.images[v][bit / 8] >> (bit % 8) & 1;
            bound = bound.max(node.sums[v] + distance(slot.h, child.bits[v]) - slot.h);
        }
        child.h = bound;
        bound
    }

    /// Makes a move whose entries were read.
    #[inline]
    pub(crate) fn make(&self, node: &mut Node<V>, child: &Child<V>) -> Undo<V> {
        let (blank, from) = (usize::from(node.blank), usize::from(child.from));
        let tile = usize::from(node.tiles[from]);
        let mut undo = Undo { blank: node.blank, state: node.state, slots: [Slot::default(); V], sums: node.sums };
        for v in 0..V {
            let slot = &mut node.slots[self.starts[v] + self.views[v].owner(tile)];
            undo.slots[v] = *slot;
            *slot = self.views[v].moved(slot, blank, child.dir, child.entries[v].order, child.bits[v]);
            node.sums[v] = node.sums[v] + slot.h - undo.slots[v].h;
        }
        node.tiles[blank] = tile as u8;
        node.blank = child.from;
        node.state = child.state;
        undo
    }

    /// Takes the last move back.
    #[inline]
    pub(crate) fn unmake(&self, node: &mut Node<V>, undo: &Undo<V>) {
        let tile = node.tiles[usize::from(undo.blank)];
        for v in 0..V {
            node.slots[self.starts[v] + self.views[v].owner(tile.into())] = undo.slots[v];
        }
        node.tiles[usize::from(node.blank)] = tile;
        node.blank = undo.blank;
        node.state = undo.state;
        node.sums = undo.sums;
    }
}

impl<const V: usize> Node<V> {
    /// Its bound: the largest sum over the views. It is 0 at the goal only.
    pub(crate) fn h(&self) -> u32 {
        self.sums.into_iter().fold(0, u32::max)
    }
}

impl<const V: usize> Child<V> {
    /// Where the blank goes.
    pub(crate) fn dir(&self) -> Dir {
        self.dir
    }

    /// Its bound, once its entries are read.
    #[inline]
    pub(crate) fn h(&self) -> u32 {
        self.h
    }
}
