//! Cells: values by key, each made once and kept while there is room.
//!
//! The first thread that asks for a key makes its value, and holds no lock meanwhile. Threads that ask for the same key
//! wait for it; threads that ask for other keys do not. A wait ends when the waiting run is stopped, and when the making
//! ends without a value (its run was stopped, or it panicked) a waiting thread makes the value itself.
//!
//! A value may **need** others: using it counts as using them, and it leaves when one of them does. When the values take
//! more than the cap, those used least recently leave; the one in use stays, however large it is.

use std::hash::Hash;
use std::sync::{Condvar, Mutex};
use std::thread::{self, ThreadId};
use std::time::Duration;

use rustc_hash::FxHashMap;

use crate::locked::{Locked, locked};
use crate::run::{Run, Stop};

/// How long a waiting thread sleeps between two looks at its run.
const NAP: Duration = Duration::from_millis(20);

/// Values by key.
pub(super) struct TableCells<K, V> {
    state: Mutex<CellState<K, V>>,
    /// Some making has ended.
    ended: Condvar,
}

struct CellState<K, V> {
    cells: FxHashMap<K, TableCell<K, V>>,
    cap: u64,
    /// The bytes of all values.
    bytes: u64,
    /// Counts uses: the time of this module.
    now: u64,
}

enum TableCell<K, V> {
    /// This thread is making the value.
    Making(ThreadId),
    Filled(CellValue<K, V>),
}

/// A value, and what it takes.
pub(super) struct CellValue<K, V> {
    pub(super) value: V,
    pub(super) bytes: u64,
    /// What it is made of.
    pub(super) needs: Vec<K>,
    /// When it was used last.
    used: u64,
}

impl<K, V> CellValue<K, V> {
    pub(super) fn new(value: V, bytes: u64, needs: Vec<K>) -> CellValue<K, V> {
        CellValue { value, bytes, needs, used: 0 }
    }
}

impl<K: Clone + Eq + Hash, V: Clone> TableCells<K, V> {
    /// No cells yet; their values will take up to `cap` bytes.
    pub(super) fn new(cap: u64) -> TableCells<K, V> {
        let state = CellState { cells: FxHashMap::default(), cap, bytes: 0, now: 0 };
        TableCells { state: Mutex::new(state), ended: Condvar::new() }
    }

    /// The value of a key, if it is there.
    pub(super) fn get(&self, key: &K) -> Option<V> {
        self.map().take(key)
    }

    /// The value of a key, made now if it is not there: by `make`, or by the thread that has begun to.
    ///
    /// # Errors
    /// When the run was stopped while it waited, or `make` says so.
    pub(super) fn get_or_make(
        &self,
        key: &K,
        run: &mut Run<'_>,
        make: impl FnOnce(&mut Run<'_>) -> Result<Option<CellValue<K, V>>, Stop>,
    ) -> Result<Option<V>, Stop> {
        let mut state = self.map();
        while let Some(maker) = state.maker(key) {
            if maker == thread::current().id() {
                // What the making looks at outside has asked for the same: it cannot wait for itself.
                drop(state);
                return Ok(make(run)?.map(|made| made.value));
            }
            // Outside, where the run looks, the store may be asked again, so nothing is locked meanwhile.
            drop(state);
            // A unit of work is a nanosecond. Limits on nodes are not looked at: whether a search waits must not decide
            // how far it gets.
            run.work(NAP.as_nanos() as u64)?;
            state = self.map();
            if state.maker(key).is_some() {
                state = state.wait(&self.ended, NAP);
            }
        }
        if let Some(value) = state.take(key) {
            return Ok(Some(value));
        }
        state.cells.insert(key.clone(), TableCell::Making(thread::current().id()));
        drop(state);
        // Frees the cell again unless it is filled, also when `make` panics.
        let _making = Making { cells: self, key };
        let Some(made) = make(run)? else { return Ok(None) };
        let value = made.value.clone();
        self.put(key, made);
        Ok(Some(value))
    }

    /// Puts a value in place of the one that is there. What needs the old one leaves.
    pub(super) fn put(&self, key: &K, value: CellValue<K, V>) {
        let mut state = self.map();
        state.remove(key);
        state.bytes += value.bytes;
        state.cells.insert(key.clone(), TableCell::Filled(value));
        state.touch(key);
        state.make_room();
    }

    /// The bytes of all values.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> u64 {
        self.map().bytes
    }

    fn map(&self) -> Locked<'_, CellState<K, V>> {
        locked(&self.state)
    }
}

impl<K: Clone + Eq + Hash, V: Clone> CellState<K, V> {
    /// The thread that is making the value of a key.
    fn maker(&self, key: &K) -> Option<ThreadId> {
        match self.cells.get(key)? {
            TableCell::Making(maker) => Some(*maker),
            TableCell::Filled(_) => None,
        }
    }

    /// The value of a key, which counts as a use.
    fn take(&mut self, key: &K) -> Option<V> {
        let TableCell::Filled(CellValue { value, .. }) = self.cells.get(key)? else { return None };
        let value = value.clone();
        self.touch(key);
        Some(value)
    }

    /// A value and all that it needs are used now.
    fn touch(&mut self, key: &K) {
        self.now += 1;
        let mut left = self.mark(key);
        while let Some(key) = left.pop() {
            left.extend(self.mark(&key));
        }
    }

    /// A value is used now; what it needs.
    fn mark(&mut self, key: &K) -> Vec<K> {
        match self.cells.get_mut(key) {
            Some(TableCell::Filled(value)) => {
                value.used = self.now;
                value.needs.clone()
            }
            _ => Vec::new(),
        }
    }

    /// Removes a value and all that need it.
    fn remove(&mut self, key: &K) {
        let Some(TableCell::Filled(_)) = self.cells.get(key) else { return };
        if let Some(TableCell::Filled(value)) = self.cells.remove(key) {
            self.bytes -= value.bytes;
        }
        let needs = |cell: &TableCell<K, V>| matches!(cell, TableCell::Filled(value) if value.needs.contains(key));
        let needing: Vec<K> = self.cells.iter().filter(|(_, cell)| needs(cell)).map(|(key, _)| key.clone()).collect();
        for key in needing {
            self.remove(&key);
        }
    }

    /// Removes values until the cap is kept, those used least recently first; never those in use now, nor
    /// those that take nothing.
    fn make_room(&mut self) {
        while self.bytes > self.cap {
            let filled = self.cells.iter().filter_map(|(key, cell)| match cell {
                TableCell::Filled(value) if value.used < self.now && value.bytes > 0 => Some((value.used, key)),
                _ => None,
            });
            let Some(oldest) = filled.min_by_key(|(used, _)| *used).map(|(_, key)| key.clone()) else { return };
            self.remove(&oldest);
        }
    }
}

/// A cell whose value is being made.
struct Making<'a, K: Clone + Eq + Hash, V: Clone> {
    cells: &'a TableCells<K, V>,
    key: &'a K,
}

impl<K: Clone + Eq + Hash, V: Clone> Drop for Making<'_, K, V> {
    fn drop(&mut self) {
        let mut state = self.cells.map();
        if state.maker(self.key).is_some() {
            state.cells.remove(self.key);
        }
        drop(state);
        self.cells.ended.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Arc;
    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::*;
    use crate::run::{Control, Limits};

    type Words = TableCells<&'static str, u32>;

    fn get(cells: &Words, key: &'static str, value: u32, control: &Control) -> Result<Option<u32>, Stop> {
        let mut run = Run::new(Limits::default(), control);
        cells.get_or_make(&key, &mut run, |_| Ok(Some(CellValue::new(value, 10, Vec::new()))))
    }

    /// Makes `slow` after it said so and was allowed to.
    fn make_slowly(cells: &Words, begun: &Sender<()>, allowed: &Receiver<()>) {
        let control = Control::new();
        let made = cells.get_or_make(&"slow", &mut Run::new(Limits::default(), &control), |_| {
            begun.send(()).unwrap();
            allowed.recv().unwrap();
            Ok(Some(CellValue::new(1, 10, Vec::new())))
        });
        assert_eq!(made, Ok(Some(1)));
    }

    #[test]
    fn a_wait_ends_when_its_own_run_is_stopped_and_other_keys_do_not_wait() {
        let cells = Words::new(100);
        let (begun, has_begun) = channel();
        let (allow, allowed) = channel();
        let control = Control::new();
        std::thread::scope(|scope| {
            let slow = &cells;
            scope.spawn(move || make_slowly(slow, &begun, &allowed));
            has_begun.recv().unwrap();
            assert_eq!(get(&cells, "other", 2, &Control::new()), Ok(Some(2)));
            let waiting = scope.spawn(|| get(&cells, "slow", 3, &control));
            control.stop(Stop::Time);
            assert_eq!(waiting.join().unwrap(), Err(Stop::Time));
            let patient = scope.spawn(|| get(&cells, "slow", 3, &Control::new()));
            allow.send(()).unwrap();
            assert_eq!(patient.join().unwrap(), Ok(Some(1)), "made by the first");
        });
    }

    /// The look outside was taken under the lock: a progress function in Python that asked for another answer waited for itself.
    #[test]
    fn a_look_outside_while_tables_are_waited_for_may_ask_for_others() {
        let cells: Arc<Words> = Arc::new(Words::new(100));
        let (begun, has_begun) = channel();
        let (allow, allowed) = channel();
        std::thread::scope(|scope| {
            let slow = cells.clone();
            scope.spawn(move || make_slowly(&slow, &begun, &allowed));
            has_begun.recv().unwrap();
            let (others, allow) = (cells.clone(), std::sync::Mutex::new(Some(allow)));
            let control = Control::watching(move || {
                assert_eq!(get(&others, "other", 2, &Control::new()), Ok(Some(2)));
                if let Some(allow) = allow.lock().unwrap().take() {
                    allow.send(()).unwrap();
                }
                None
            });
            assert_eq!(get(&cells, "slow", 3, &control), Ok(Some(1)), "made by the first");
        });
    }

    #[test]
    fn a_look_outside_while_tables_are_made_may_ask_for_the_same() {
        let cells: Arc<Words> = Arc::new(Words::new(100));
        let again = cells.clone();
        let control = Control::watching(move || {
            assert_eq!(get(&again, "key", 2, &Control::new()), Ok(Some(2)), "made by itself");
            None
        });
        let made = cells.get_or_make(&"key", &mut Run::new(Limits::default(), &control), |run| {
            run.check()?;
            Ok(Some(CellValue::new(1, 10, Vec::new())))
        });
        assert_eq!((made, cells.get(&"key")), (Ok(Some(1)), Some(1)));
    }

    #[test]
    fn a_panic_frees_the_cell_and_the_next_makes_it() {
        let cells = Words::new(100);
        let control = Control::new();
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            cells.get_or_make(&"key", &mut Run::new(Limits::default(), &control), |_| panic!("while it was made"))
        }));
        assert!(panicked.is_err());
        assert_eq!(get(&cells, "key", 4, &control), Ok(Some(4)));
    }

    #[test]
    fn a_making_without_a_value_leaves_no_cell() {
        let cells = Words::new(100);
        let control = Control::new();
        let mut run = Run::new(Limits::default(), &control);
        assert_eq!(cells.get_or_make(&"key", &mut run, |_| Ok(None)), Ok(None));
        assert_eq!(cells.get_or_make(&"key", &mut run, |_| Err(Stop::Memory)), Err(Stop::Memory));
        assert_eq!(get(&cells, "key", 4, &control), Ok(Some(4)));
    }

    #[test]
    fn the_least_recently_used_leaves_first_with_all_that_need_it() {
        let cells = Words::new(30);
        let put = |key, bytes, needs: &[&'static str]| cells.put(&key, CellValue::new(0, bytes, needs.to_vec()));
        let there = |keys: [&'static str; 4]| keys.map(|key| cells.state.lock().unwrap().cells.contains_key(key));
        put("tables", 10, &[]);
        put("solver", 1, &["tables"]);
        put("other", 10, &[]);
        assert!(cells.get(&"solver").is_some(), "the tables are used with it");
        put("third", 15, &[]);
        assert_eq!(there(["tables", "solver", "other", "third"]), [true, true, false, true]);
        put("huge", 1000, &[]);
        assert_eq!(there(["tables", "solver", "third", "huge"]), [false, false, false, true]);
        put("small", 1, &[]);
        assert_eq!((there(["small", "huge", "third", "tables"]), cells.bytes()), ([true, false, false, false], 1));
    }
}
