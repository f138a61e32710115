//! The states of one level, each once.

/// A set of keys numbered in the order they came. Open addressing; slots hold numbers, keys are compared whole.
pub(super) struct Table<K> {
    keys: Vec<K>,
    slots: Vec<u32>,
    shift: u32,
}

const EMPTY: u32 = u32::MAX;

/// A key and its scrambling.
pub(super) trait Key: Copy + Eq {
    /// Well mixed in the upper bits.
    fn hash(&self) -> u64;
}

impl<K: Key> Table<K> {
    pub(super) fn new() -> Table<K> {
        const BITS: u32 = 10;
        Table { keys: Vec::new(), slots: vec![EMPTY; 1 << BITS], shift: 64 - BITS }
    }

    /// The number of a key, which is added if it is new.
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
        if self.keys.len() * 2 > self.slots.len() {
            self.grow();
        }
        number
    }

    #[cold]
    fn grow(&mut self) {
        self.shift -= 1;
        self.slots = vec![EMPTY; self.slots.len() * 2];
        let mask = self.slots.len() - 1;
        for (number, key) in self.keys.iter().enumerate() {
            let mut at = (key.hash() >> self.shift) as usize;
            while self.slots[at] != EMPTY {
                at = (at + 1) & mask;
            }
            self.slots[at] = number as u32;
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.keys.capacity() * size_of::<K>() + self.slots.len() * 4) as u64
    }

    pub(super) fn into_keys(self) -> Vec<K> {
        self.keys
    }
}
