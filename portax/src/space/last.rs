//! The last launches of a program: one like them is not judged, or not even prepared, again.

use super::Instance;
use crate::error::Result;
use std::sync::{Mutex, PoisonError};

/// How many a program remembers: a loop that swaps buffers has two.
const MOST: usize = 8;

/// A launch that can be repeated as it is.
pub(crate) trait Repeat: Send + Sync {
    /// Enqueues it.
    ///
    /// # Safety
    /// The views that it was made for are alive, and `instance` is the one it was made for.
    unsafe fn repeat(&self, instance: &Instance) -> Result<()>;
}

/// What belongs to the last signatures, the oldest replaced first. Signatures name allocations by numbers that are never
/// used twice, and keep none alive.
pub(crate) struct Last<T>(Mutex<Ring<T>>);

struct Ring<T> {
    next: usize,
    entries: Vec<(Vec<u64>, T)>,
}

impl<T> Default for Last<T> {
    fn default() -> Self {
        Last(Mutex::new(Ring {
            next: 0,
            entries: Vec::new(),
        }))
    }
}

impl<T: Clone> Last<T> {
    /// What belongs to this signature.
    pub(crate) fn get(&self, signature: &[u64]) -> Option<T> {
        let ring = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |entry: &&(Vec<u64>, T)| entry.0 == signature;
        ring.entries.iter().find(same).map(|entry| entry.1.clone())
    }

    /// Remembers what belongs to a signature.
    pub(crate) fn put(&self, signature: &[u64], value: T) {
        let mut ring = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (next, entry) = (ring.next, (signature.to_vec(), value));
        match ring.entries.get_mut(next) {
            Some(oldest) => *oldest = entry,
            None => ring.entries.push(entry),
        }
        ring.next = (next + 1) % MOST;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_eight_are_known() {
        let last = Last::default();
        (0..10u64).for_each(|n| last.put(&[n], n));
        let known: Vec<_> = (0..10).filter_map(|n| last.get(&[n])).collect();
        assert_eq!(known, [2, 3, 4, 5, 6, 7, 8, 9]);
    }
}
