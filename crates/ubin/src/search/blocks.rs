//! Memory that grows without copying, accounted to a run before it is allocated.

use std::mem::size_of;

use crate::run::{Run, Stop};

/// A vector that grows by blocks of about 64 KiB and never moves what it holds.
pub(crate) struct Blocks<T> {
    blocks: Vec<Vec<T>>,
    len: usize,
}

impl<T: Copy> Blocks<T> {
    /// Entries of a block: a power of two.
    const SHIFT: u32 = (65_536 / size_of::<T>()).ilog2();
    const MASK: usize = (1 << Self::SHIFT) - 1;

    pub(crate) fn new() -> Blocks<T> {
        Blocks { blocks: Vec::new(), len: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(crate) fn get(&self, id: u32) -> T {
        self.blocks[id as usize >> Self::SHIFT][id as usize & Self::MASK]
    }

    pub(crate) fn set(&mut self, id: u32, value: T) {
        self.blocks[id as usize >> Self::SHIFT][id as usize & Self::MASK] = value;
    }

    pub(crate) fn push(&mut self, value: T, run: &mut Run<'_>) -> Result<(), Stop> {
        if self.len & Self::MASK == 0 {
            run.hold((size_of::<T>() << Self::SHIFT) as u64)?;
            self.blocks.push(Vec::with_capacity(1 << Self::SHIFT));
        }
        self.blocks.last_mut().expect("a block was just pushed").push(value);
        self.len += 1;
        Ok(())
    }
}

/// Makes room for one more entry of a plain vector.
pub(crate) fn reserve<T>(vec: &mut Vec<T>, run: &mut Run<'_>) -> Result<(), Stop> {
    if vec.len() == vec.capacity() {
        let more = vec.len().max(16);
        run.hold((more * size_of::<T>()) as u64)?;
        vec.reserve_exact(more);
    }
    Ok(())
}
