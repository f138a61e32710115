//! The states an engine remembers: full keys, depths and last moves, found by hash.
//!
//! Memory is what ends a best-first search, so a state costs as little as it can: its key, two bytes of depth, one
//! byte for the move that led to it (the parent is found by undoing that move, not by a pointer), and four bytes a
//! slot of the index. The states grow in blocks of fixed size and the index is rebuilt from the keys after the old
//! one was dropped, so nothing is ever held twice. Every block is accounted to the run before it is allocated.
//!
//! Memory is also what a search waits for: no cache holds the index or the states. So all that is known of a state lies
//! together, a slot of the index holds bits of the hash beside the state's number (a **tag**, in the bits that the numbers do not need
//! yet), and an engine may [look for](Store::find) all children of a node before it [offers](Store::offer_sought) the first: the lookups then wait side by side.

use std::hash::{BuildHasher, Hash};
use std::mem::size_of;

use rustc_hash::FxBuildHasher;

use super::blocks::Blocks;
use crate::run::{Run, Stop};

/// A state's number in order of arrival.
pub(crate) type Id = u32;

/// What the store says of a state that was offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Offer {
    /// It was not there; now it is.
    New(Id),
    /// It is there, at this depth.
    Known(Id, u32),
}

/// What a lookup found, in two looks: the second goes on where the first ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sought {
    hash: u64,
    /// What is in the slot where the hash says.
    first: u32,
    found: Option<Id>,
}

impl Sought {
    /// Whether the state was not there.
    #[inline]
    pub(crate) fn is_new(&self) -> bool {
        self.found.is_none()
    }
}

/// A state as it is kept: on boards of up to 16 cells twelve bytes.
#[derive(Clone, Copy)]
#[repr(C, packed(2))]
struct Stored<K: Copy, M: Copy> {
    key: K,
    depth: u16,
    arrived: Option<M>,
}

pub(crate) struct Store<K: Copy, M: Copy> {
    states: Blocks<Stored<K, M>>,
    index: Index,
    index_bytes: u64,
}

impl<K: Copy + Eq + Hash, M: Copy> Store<K, M> {
    pub(crate) fn new() -> Store<K, M> {
        Store { states: Blocks::new(), index: Index::of_bits(0), index_bytes: 0 }
    }

    /// States stored.
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    pub(crate) fn key(&self, id: Id) -> K {
        self.states.get(id).key
    }

    pub(crate) fn depth(&self, id: Id) -> u32 {
        self.states.get(id).depth.into()
    }

    pub(crate) fn arrived(&self, id: Id) -> Option<M> {
        self.states.get(id).arrived
    }

    /// A state's key, depth and last move.
    pub(crate) fn get(&self, id: Id) -> (K, u32, Option<M>) {
        let Stored { key, depth, arrived } = self.states.get(id);
        (key, depth.into(), arrived)
    }

    /// Looks for a state.
    pub(crate) fn find(&self, key: K) -> Sought {
        let mut sought = self.glance(key);
        self.look(key, &mut sought);
        sought
    }

    /// Begins to look for a state: reads the first slot and decides nothing by it, so that the memory of several states is on its way at once.
    #[inline]
    pub(crate) fn glance(&self, key: K) -> Sought {
        let hash = FxBuildHasher.hash_one(key);
        Sought { hash, first: self.index.first(hash), found: None }
    }

    /// Looks on for a state; nothing was stored since the glance.
    #[inline]
    pub(crate) fn look(&self, key: K, sought: &mut Sought) {
        sought.found = self.index.find(sought.hash, sought.first, |id| self.key(id) == key);
    }

    /// Stores a state, or says where it already is.
    pub(crate) fn offer(&mut self, key: K, depth: u32, arrived: Option<M>, run: &mut Run<'_>) -> Result<Offer, Stop> {
        self.offer_sought((key, self.find(key)), depth, arrived, run)
    }

    /// Stores a state as [`Store::offer`] does. It was looked for before; since then other states may have been stored, but not this one.
    pub(crate) fn offer_sought(
        &mut self,
        (key, sought): (K, Sought),
        depth: u32,
        arrived: Option<M>,
        run: &mut Run<'_>,
    ) -> Result<Offer, Stop> {
        if let Some(id) = sought.found {
            return Ok(Offer::Known(id, self.depth(id)));
        }
        debug_assert!(self.find(key).found.is_none(), "it was stored since it was looked for");
        let (Ok(depth), Ok(id)) = (u16::try_from(depth), Id::try_from(self.len())) else {
            return Err(run.out_of_memory());
        };
        if self.len() == self.index.capacity() {
            self.grow(run)?;
        }
        self.states.push(Stored { key, depth, arrived }, run)?;
        self.index.insert(sought.hash, id);
        Ok(Offer::New(id))
    }

    /// Notes a cheaper way to a state.
    pub(crate) fn reopen(&mut self, id: Id, depth: u32, arrived: M) {
        let key = self.key(id);
        self.states.set(id, Stored { key, depth: depth as u16, arrived: Some(arrived) });
    }

    /// The moves that lead to a state, by undoing them one by one.
    pub(crate) fn path(&self, id: Id, before: impl Fn(K, M) -> K) -> Vec<M> {
        let mut path = Vec::with_capacity(self.depth(id) as usize);
        let mut id = id;
        while let Some(made) = self.arrived(id) {
            path.push(made);
            id = self.find(before(self.key(id), made)).found.expect("every state's parent is stored");
        }
        path.reverse();
        path
    }

    /// Doubles the index: drops it, then builds the larger one from the keys.
    fn grow(&mut self, run: &mut Run<'_>) -> Result<(), Stop> {
        let bits = (self.index.bits + 1).max(9);
        if bits > Id::BITS {
            return Err(run.out_of_memory());
        }
        self.index = Index::of_bits(0);
        run.release(std::mem::take(&mut self.index_bytes));
        let bytes = (size_of::<u32>() as u64) << bits;
        run.hold(bytes)?;
        self.index_bytes = bytes;
        let mut index = Index::of_bits(bits);
        for id in 0..self.len() as Id {
            // A large index takes seconds to fill.
            if id % 65_536 == 0 {
                run.check()?;
            }
            index.insert(FxBuildHasher.hash_one(self.key(id)), id);
        }
        self.index = index;
        Ok(())
    }
}

/// Numbers of states by hash: slots that are tried one after the other from where the hash says, until an empty one.
///
/// A slot is 0 while it is empty; else its low bits, as many as the index has, are the number and one more, and the others the tag.
struct Index {
    slots: Vec<u32>,
    bits: u32,
}

impl Index {
    /// With so many bits of slots; no slots at all with none.
    fn of_bits(bits: u32) -> Index {
        Index { slots: vec![0; if bits == 0 { 0 } else { 1 << bits }], bits }
    }

    /// How many numbers it takes: three quarters of the slots, since the fuller it is the more slots are tried.
    fn capacity(&self) -> usize {
        self.slots.len() / 4 * 3
    }

    /// The bits of a hash that stand above a number.
    fn tag(&self, hash: u64) -> u32 {
        (hash >> 32) as u32 & (u64::from(u32::MAX) << self.bits) as u32
    }

    /// What is in the slot where a hash says.
    #[inline]
    fn first(&self, hash: u64) -> u32 {
        self.slots.get(hash as usize & self.slots.len().wrapping_sub(1)).copied().unwrap_or(0)
    }

    /// The number of the hash that is the one wanted, where this is in its first slot.
    #[inline]
    fn find(&self, hash: u64, first: u32, is_wanted: impl Fn(Id) -> bool) -> Option<Id> {
        let (tag, mask) = (self.tag(hash), self.slots.len().wrapping_sub(1));
        let number = ((1u64 << self.bits) - 1) as u32;
        let (mut at, mut slot) = (hash as usize & mask, first);
        while slot != 0 {
            if slot & !number == tag && is_wanted((slot & number) - 1) {
                return Some((slot & number) - 1);
            }
            at = (at + 1) & mask;
            slot = self.slots[at];
        }
        None
    }

    /// Adds a number that is not there, where there is room.
    fn insert(&mut self, hash: u64, id: Id) {
        let (tag, mask) = (self.tag(hash), self.slots.len() - 1);
        let mut at = hash as usize & mask;
        while self.slots[at] != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = tag | (id + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Control, Limits};

    #[test]
    fn states_that_were_looked_for_together_are_stored_one_by_one() {
        let control = Control::new();
        let mut run = Run::new(Limits::default(), &control);
        let mut store = Store::<u64, u8>::new();
        for first in (0..30_000u64).step_by(3) {
            let keys = [first, first + 1, first + 2].map(|key| key.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            let sought = keys.map(|key| (key, store.find(key)));
            for (id, sought) in (first as Id..).zip(sought) {
                assert_eq!(store.offer_sought(sought, 1, Some(7), &mut run), Ok(Offer::New(id)));
            }
            assert_eq!((store.depth(first as Id), store.arrived(first as Id)), (1, Some(7)));
        }
        store.reopen(5, 0, 9);
        assert_eq!((store.depth(5), store.arrived(5)), (0, Some(9)));
        assert_eq!(store.find(store.key(5)).found, Some(5));
    }

    #[test]
    fn slots_with_the_same_hash_are_told_apart_by_their_keys() {
        let mut index = Index::of_bits(4);
        (0..12).for_each(|id| index.insert(7 << 32 | 15, id));
        assert_eq!(index.capacity(), 12);
        let find = |hash, is_wanted: &dyn Fn(Id) -> bool| index.find(hash, index.first(hash), is_wanted);
        for wanted in 0..12 {
            assert_eq!(find(7 << 32 | 15, &|id| id == wanted), Some(wanted));
        }
        assert_eq!(find(7 << 32 | 15, &|_| false), None);
        assert_eq!(find(0x107 << 32 | 15, &|_| true), None, "another tag");
        assert_eq!(Index::of_bits(0).first(1), 0);
    }

    #[test]
    fn states_are_found_again_after_the_index_grew() {
        let control = Control::new();
        let mut run = Run::new(Limits::default(), &control);
        let mut store = Store::<u64, u8>::new();
        for key in 0..100_000u64 {
            assert_eq!(store.offer(key * key, 1, Some(0), &mut run), Ok(Offer::New(key as Id)));
        }
        for key in 0..100_000u64 {
            assert_eq!(store.offer(key * key, 2, Some(0), &mut run), Ok(Offer::Known(key as Id, 1)));
        }
    }

    #[test]
    fn the_memory_limit_holds() {
        let control = Control::new();
        let mut run = Run::new(Limits { memory: Some(1 << 20), ..Limits::default() }, &control);
        let mut store = Store::<u64, u8>::new();
        let stop = (0..1_000_000u64).find_map(|key| store.offer(key, 1, Some(0), &mut run).err());
        assert_eq!(stop, Some(Stop::Memory));
        assert!(run.stats().peak_bytes <= 1 << 20);
        assert!(store.len() > 45_000, "{} states in 1 MiB", store.len());
    }

    #[test]
    fn a_path_too_long_to_store_is_a_stop_not_a_wrong_depth() {
        let control = Control::new();
        let mut run = Run::new(Limits::default(), &control);
        let mut store = Store::<u64, u8>::new();
        assert_eq!(store.offer(1, 65_535, None, &mut run), Ok(Offer::New(0)));
        assert_eq!(store.offer(2, 65_536, None, &mut run), Err(Stop::Memory));
    }
}
