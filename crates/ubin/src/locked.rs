//! The locks of the library: a thread that holds one takes no other, so there is no order to keep. Each is held for a moment, but for that of the packing units, which is kept while there is no room for one more.
//!
//! Nothing outside of the library is called under one: what it calls may ask the library again. In builds with debug assertions a second lock is a panic, so that every test watches the rule.

use std::ops::{Deref, DerefMut};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A lock that is held.
pub(crate) struct Locked<'a, T> {
    guard: MutexGuard<'a, T>,
    turn: Turn,
}

/// Takes a lock, also after a thread has panicked: what is locked is whole between any two statements.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> Locked<'_, T> {
    let turn = Turn::begin();
    Locked { guard: mutex.lock().unwrap_or_else(PoisonError::into_inner), turn }
}

impl<T> Locked<'_, T> {
    /// Gives the lock away until the condition is told, or for so long at most.
    pub(crate) fn wait(self, condition: &Condvar, most: Duration) -> Self {
        let Locked { guard, turn } = self;
        let (guard, _) = condition.wait_timeout(guard, most).unwrap_or_else(PoisonError::into_inner);
        Locked { guard, turn }
    }
}

impl<T> Deref for Locked<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.guard
    }
}

impl<T> DerefMut for Locked<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.guard
    }
}

/// A thread's turn at its only lock.
struct Turn;

#[cfg(debug_assertions)]
thread_local! {
    static HAS_TURN: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

impl Turn {
    fn begin() -> Turn {
        #[cfg(debug_assertions)]
        assert!(!HAS_TURN.replace(true), "this thread holds a lock of the library already");
        Turn
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        #[cfg(debug_assertions)]
        HAS_TURN.set(false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "holds a lock of the library already")]
    fn a_thread_that_holds_a_lock_takes_no_other() {
        let (one, other) = (Mutex::new(1), Mutex::new(2));
        let first = locked(&one);
        drop(first);
        let _second = locked(&other);
        let _third = locked(&one);
    }
}
