//! A binary heap with the sift rules of CPython's `heapq` or of `java.util.PriorityQueue`.
//!
//! Both are right heaps. They differ in which of several equal entries comes out first, and the course programs'
//! node counts depend on it. `heapq` lets a hole sink to a leaf and then lifts the moved entry; `PriorityQueue`
//! stops as soon as the moved entry fits.

use super::Live;
use crate::run::{Run, Stop};
use crate::search::blocks::reserve;

/// Whose rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sift {
    Heapq,
    Java,
}

pub(super) struct Heap {
    entries: Vec<Live>,
    sift: Sift,
    less: fn(&Live, &Live) -> bool,
}

impl Heap {
    pub(super) fn new(sift: Sift, less: fn(&Live, &Live) -> bool) -> Heap {
        Heap { entries: Vec::new(), sift, less }
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn push(&mut self, entry: Live, run: &mut Run<'_>) -> Result<(), Stop> {
        reserve(&mut self.entries, run)?;
        self.entries.push(entry);
        self.lift(self.entries.len() - 1);
        Ok(())
    }

    pub(super) fn pop(&mut self) -> Option<Live> {
        let last = self.entries.pop()?;
        let Some(first) = self.entries.first_mut() else { return Some(last) };
        let top = std::mem::replace(first, last);
        match self.sift {
            Sift::Heapq => self.sink_to_leaf(),
            Sift::Java => self.sink(),
        }
        Some(top)
    }

    /// Moves an entry up while it is less than its parent. Both libraries agree here.
    fn lift(&mut self, mut at: usize) {
        let entry = self.entries[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !(self.less)(&entry, &self.entries[parent]) {
                break;
            }
            self.entries[at] = self.entries[parent];
            at = parent;
        }
        self.entries[at] = entry;
    }

    /// `heapq`: the smaller child goes up all the way, the right one unless the left is less; then a lift.
    fn sink_to_leaf(&mut self) {
        let entry = self.entries[0];
        let mut at = 0;
        while let Some(left) = self.entries.get(2 * at + 1) {
            let right = self.entries.get(2 * at + 2);
            let child = if right.is_some_and(|right| !(self.less)(left, right)) { 2 * at + 2 } else { 2 * at + 1 };
            self.entries[at] = self.entries[child];
            at = child;
        }
        self.entries[at] = entry;
        self.lift(at);
    }

    /// `PriorityQueue`: down while a child is less, the left one unless the right is less.
    fn sink(&mut self) {
        let entry = self.entries[0];
        let mut at = 0;
        while let Some(left) = self.entries.get(2 * at + 1) {
            let right = self.entries.get(2 * at + 2);
            let child = if right.is_some_and(|right| (self.less)(right, left)) { 2 * at + 2 } else { 2 * at + 1 };
            if !(self.less)(&self.entries[child], &entry) {
                break;
            }
            self.entries[at] = self.entries[child];
            at = child;
        }
        self.entries[at] = entry;
    }
}
