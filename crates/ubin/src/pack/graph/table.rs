//! The states of one level, each once.

/// A set of keys numbered in the order they came. Open addressing; slots hold numbers, keys are compared whole.
///
/// It never grows by itself: who adds keys makes room for them before, in memory that was accounted for.
pub(super) struct StateTable<K> {
    keys: Vec<K>,
    slots: Vec<u32>,
    shift: u32,
}

const EMPTY: u32 = u32::MAX;

/// A key and its scrambling.
pub(crate) trait TableKey: Copy + Eq {
    /// Well mixed in the upper bits.
    fn hash(&self) -> u64;
}

impl<K: TableKey> StateTable<K> {
    pub(super) fn new() -> StateTable<K> {
        StateTable { keys: Vec::new(), slots: vec![EMPTY; 2], shift: 63 }
    }

    /// The number of a key, which is added if it is new. There must be room for it.
    #[inline]
    pub(super) fn number(&mut self, key: K) -> u32 {
        let mask = self.slots.len() - 1;
        let mut at = (key.hash() >> self.shift) as usize;
        loop {
            match self.slots[at] {
                EMPTY => break,
                number if self.keys[number as usize] == key => return number,
                _ => at = (at + 1) & mask,
            }
        }
        let number = self.keys.len() as u32;
        self.slots[at] = number;
        self.keys.push(key);
        number
    }

    /// Slots are at most half full.
    fn slots_for(&self, more: usize) -> usize {
        (2 * (self.keys.len() + more)).next_power_of_two().max(self.slots.len())
    }

    /// The bytes that it has with room for so many more keys.
    pub(super) fn bytes_with(&self, more: usize) -> u64 {
        (room_for(&self.keys, more) * size_of::<K>() + self.slots_for(more) * 4) as u64
    }

    /// Makes room for so many more keys.
    pub(super) fn make_room(&mut self, more: usize) {
        make_room(&mut self.keys, more);
        let slots = self.slots_for(more);
        if slots > self.slots.len() {
            // The keys know all: the old slots go before the new ones come.
            self.slots = Vec::new();
            self.slots = vec![EMPTY; slots];
            self.shift = 64 - slots.trailing_zeros();
            self.fill();
        }
    }

    #[cold]
    fn fill(&mut self) {
        let mask = self.slots.len() - 1;
        for (number, key) in self.keys.iter().enumerate() {
            let mut at = (key.hash() >> self.shift) as usize;
            while self.slots[at] != EMPTY {
                at = (at + 1) & mask;
            }
            self.slots[at] = number as u32;
        }
    }

    pub(super) fn into_keys(self) -> Vec<K> {
        self.keys
    }
}

/// The capacity of a list when there is room for so many more: lists grow by a quarter, so that little is accounted for in vain.
pub(super) fn room_for<T>(list: &Vec<T>, more: usize) -> usize {
    if list.capacity() - list.len() >= more { list.capacity() } else { list.len() + more.max(list.len() / 4) }
}

/// Makes that room.
pub(super) fn make_room<T>(list: &mut Vec<T>, more: usize) {
    list.reserve_exact(room_for(list, more) - list.len());
}
