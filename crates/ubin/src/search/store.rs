//! The states an engine remembers: full keys, depths and last moves, found by hash.
//!
//! Memory is what ends a best-first search, so a state costs as little as it can: its key, two bytes of depth, one
//! byte for the move that led to it (the parent is found by undoing that move, not by a pointer), and five bytes a
//! slot of the index. The arrays grow in blocks of fixed size and the index is rebuilt from the keys after the old
//! one was dropped, so nothing is ever held twice. Every block is accounted to the run before it is allocated.

use std::hash::{BuildHasher, Hash};
use std::mem::size_of;

use hashbrown::HashTable;
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

pub(crate) struct Store<K, M> {
    keys: Blocks<K>,
    depths: Blocks<u16>,
    arrived: Blocks<Option<M>>,
    index: HashTable<Id>,
    index_bytes: u64,
}

impl<K: Copy + Eq + Hash, M: Copy> Store<K, M> {
    pub(crate) fn new() -> Store<K, M> {
        Store {
            keys: Blocks::new(),
            depths: Blocks::new(),
            arrived: Blocks::new(),
            index: HashTable::new(),
            index_bytes: 0,
        }
    }

    /// States stored.
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(crate) fn key(&self, id: Id) -> K {
        self.keys.get(id)
    }

    pub(crate) fn depth(&self, id: Id) -> u32 {
        self.depths.get(id).into()
    }

    pub(crate) fn arrived(&self, id: Id) -> Option<M> {
        self.arrived.get(id)
    }

    /// Stores a state, or says where it already is.
    pub(crate) fn offer(&mut self, key: K, depth: u32, arrived: Option<M>, run: &mut Run<'_>) -> Result<Offer, Stop> {
        let hash = FxBuildHasher.hash_one(key);
        if let Some(&id) = self.index.find(hash, |&id| self.keys.get(id) == key) {
            return Ok(Offer::Known(id, self.depth(id)));
        }
        let (Ok(depth), Ok(id)) = (u16::try_from(depth), Id::try_from(self.len())) else {
            return Err(run.out_of_memory());
        };
        if self.len() == self.index.capacity() {
            self.grow(run)?;
        }
        self.keys.push(key, run)?;
        self.depths.push(depth, run)?;
        self.arrived.push(arrived, run)?;
        self.index.insert_unique(hash, id, |_| unreachable!("the index was grown before it was full"));
        Ok(Offer::New(id))
    }

    /// Notes a cheaper way to a state.
    pub(crate) fn reopen(&mut self, id: Id, depth: u32, arrived: M) {
        self.depths.set(id, depth as u16);
        self.arrived.set(id, Some(arrived));
    }

    /// The moves that lead to a state, by undoing them one by one.
    pub(crate) fn path(&self, id: Id, before: impl Fn(K, M) -> K) -> Vec<M> {
        let mut path = Vec::with_capacity(self.depth(id) as usize);
        let mut id = id;
        while let Some(made) = self.arrived(id) {
            path.push(made);
            let key = before(self.key(id), made);
            let hash = FxBuildHasher.hash_one(key);
            id = *self.index.find(hash, |&id| self.keys.get(id) == key).expect("every state's parent is stored");
        }
        path.reverse();
        path
    }

    /// Doubles the index: drops it, then builds the larger one from the keys.
    fn grow(&mut self, run: &mut Run<'_>) -> Result<(), Stop> {
        let capacity = (self.len() * 2).max(448);
        self.index = HashTable::new();
        run.release(std::mem::take(&mut self.index_bytes));
        // hashbrown keeps an eighth of its slots free and a control byte beside every slot.
        let slots = (capacity * 8 / 7).next_power_of_two();
        let bytes = (slots * (size_of::<Id>() + 1)) as u64;
        run.hold(bytes)?;
        self.index_bytes = bytes;
        let mut index = HashTable::with_capacity(slots / 8 * 7);
        for id in 0..self.len() as Id {
            // A large index takes seconds to fill.
            if id % 65_536 == 0 {
                run.check()?;
            }
            let hash = FxBuildHasher.hash_one(self.keys.get(id));
            index.insert_unique(hash, id, |_| unreachable!("the index has room for all keys"));
        }
        self.index = index;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Control, Limits};

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
        assert!(store.len() > 30_000, "{} states in 1 MiB", store.len());
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
