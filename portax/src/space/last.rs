//! The last launches of a program: one like them is not judged, or not even prepared, again.

use super::Instance;
use crate::error::Result;
use std::sync::{Mutex, PoisonError};

/// Sets of launches that a program remembers. An exchange of halos has a launch for each neighbour and variable in every
/// time step: 156 of them, judged anew, took four times as long as they ran.
const SETS: usize = 64;
/// Launches of a set.
const MOST: usize = 8;

/// A launch that can be repeated as it is.
pub(crate) trait Repeat: Send + Sync {
    /// Enqueues it.
    ///
    /// # Safety
    /// The views that it was made for are alive, and `instance` is the one it was made for.
    unsafe fn repeat(&self, instance: &Instance) -> Result<()>;
}

/// What belongs to the last signatures, the oldest of a set replaced first. Signatures name allocations by numbers that are
/// never used twice, and keep none alive.
pub(crate) struct Last<T>(Mutex<[Ring<T>; SETS]>);

struct Ring<T> {
    next: usize,
    entries: Vec<(Vec<u64>, T)>,
}

impl<T> Default for Last<T> {
    fn default() -> Self {
        let empty = |_| Ring {
            next: 0,
            entries: Vec::new(),
        };
        Last(Mutex::new(std::array::from_fn(empty)))
    }
}

/// The set of a signature.
fn set_of(signature: &[u64]) -> usize {
    let mix = |h: u64, word: &u64| (h.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let hash = signature.iter().fold(0, mix);
    (hash >> (u64::BITS - SETS.ilog2())) as usize
}

impl<T: Clone> Last<T> {
    /// What belongs to this signature.
    pub(crate) fn get(&self, signature: &[u64]) -> Option<T> {
        let sets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |entry: &&(Vec<u64>, T)| entry.0 == signature;
        let mut entries = sets[set_of(signature)].entries.iter();
        entries.find(same).map(|entry| entry.1.clone())
    }

    /// Remembers what belongs to a signature.
    pub(crate) fn put(&self, signature: &[u64], value: T) {
        let mut sets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let ring = &mut sets[set_of(signature)];
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
    fn the_last_of_a_set_are_known() {
        let last = Last::default();
        let same_set = (0..).filter(|&n| set_of(&[n]) == 5).take(10);
        let all: Vec<u64> = same_set.collect();
        all.iter().for_each(|&n| last.put(&[n], n));
        let known: Vec<_> = all.iter().filter_map(|&n| last.get(&[n])).collect();
        assert_eq!(known, all[2..]);
    }

    #[test]
    fn some_hundreds_of_signatures_that_differ_little_are_known() {
        let last = Last::default();
        for n in 0..200 {
            last.put(&[7, 300, n, 5], n);
        }
        let known = (0..200).filter(|&n| last.get(&[7, 300, n, 5]) == Some(n));
        assert!(known.count() >= 190);
    }
}
