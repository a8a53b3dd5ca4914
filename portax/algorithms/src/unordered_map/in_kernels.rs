//! What kernels do with a map.

// `#[device]` writes methods of the map's form in kernels, which is this one.
use super::{MapKey, UnorderedMapWith};
use crate::number::AtomicNumber;
use portax::{Element, device};

const FAILED: i32 = 0;
const EXISTING: i32 = 1;
const SUCCESS: i32 = 2;
/// A key of all ones, once it has the type of keys
const ONES: i32 = -1;

/// What became of an insertion, in kernels: `success()`, `existing()`, `failed()`, and the `index` of the key.
#[derive(Clone, Copy, Debug, PartialEq, Element)]
pub struct InsertResult {
    /// Index of the key; -1 where there was no room
    pub index: i32,
    state: i32,
}

#[device]
impl InsertResult {
    /// Whether the key is new. Of iterations that insert it, one has this.
    pub fn success(self) -> bool {
        self.state == SUCCESS
    }

    /// Whether the key was there.
    pub fn existing(self) -> bool {
        self.state == EXISTING
    }

    /// Whether there was no room for it.
    pub fn failed(self) -> bool {
        self.state == FAILED
    }
}

/// The bits of a number mixed, so that each one changes about half of them: the last steps of MurmurHash3 of 32 bits, by
/// Austin Appleby, who placed it in the public domain.
#[device]
fn mixed(x: u32) -> u32 {
    let mut h = x;
    h = (h ^ (h >> 16u32)) * 0x85eb_ca6bu32;
    h = (h ^ (h >> 13u32)) * 0xc2b2_ae35u32;
    h ^ (h >> 16u32)
}

#[device]
impl<K: MapKey, V: AtomicNumber> UnorderedMap<K, V> {
    /// Inserts a key with a value, unless it is there.
    pub fn insert(&self, key: K, value: V) -> InsertResult {
        let inserted = self.insert_key(key);
        if inserted.success() {
            self.values.atomic_store(inserted.index, value);
        }
        inserted
    }

    /// Inserts a key unless it is there, and adds to its value.
    pub fn insert_add(&self, key: K, value: V) -> InsertResult {
        let inserted = self.insert_key(key);
        if inserted.index >= 0 {
            self.values.atomic_add(inserted.index, value);
        }
        inserted
    }

    /// Inserts a key unless it is there.
    pub fn insert_key(&self, key: K) -> InsertResult {
        let vacant = self.vacant(key);
        let mut slot = self.home(key);
        let mut left = self.reach(slot);
        let mut state: i32 = FAILED;
        while left > 0 {
            let mut seen = self.keys.atomic_load(slot);
            if seen == vacant {
                seen = self.keys.atomic_compare_exchange(slot, vacant, key);
                if seen == vacant {
                    state = SUCCESS;
                }
            }
            if seen == key {
                state = EXISTING;
            }
            left -= 1;
            if state == FAILED {
                slot = self.next(slot);
            } else {
                left = 0;
            }
        }
        if state == FAILED {
            slot = -1;
            if self.failed.atomic_load(0) == 0u32 {
                self.failed.atomic_store(0, 1u32);
            }
        }
        InsertResult { index: slot, state }
    }

    /// The index of a key, or -1.
    pub fn find(&self, key: K) -> i32 {
        let vacant = self.vacant(key);
        let mut slot = self.home(key);
        let mut left = self.reach(slot);
        let mut found = -1;
        while left > 0 {
            let seen = self.keys.atomic_load(slot);
            left -= 1;
            if seen == key {
                found = slot;
                left = 0;
            } else if seen == vacant {
                left = 0;
            }
            slot = self.next(slot);
        }
        found
    }

    /// Whether a key is there.
    pub fn exists(&self, key: K) -> bool {
        self.find(key) >= 0
    }

    /// The value of a key, or another one where the key is not there.
    pub fn value_or(&self, key: K, other: V) -> V {
        let slot = self.find(key);
        let mut value = other;
        if slot >= 0 {
            value = self.values.atomic_load(slot);
        }
        value
    }

    /// The key at an index, of one that has an entry.
    pub fn key_at(&self, index: i32) -> K {
        self.keys.atomic_load(index)
    }

    /// The value at an index, of one that has an entry.
    pub fn value_at(&self, index: i32) -> V {
        self.values.atomic_load(index)
    }

    /// Whether an index has an entry.
    pub fn valid_at(&self, index: i32) -> bool {
        let key = self.keys.atomic_load(index);
        let vacant = if index == self.buckets as i32 {
            0
        } else {
            ONES
        };
        key != vacant as K
    }

    /// Indices that entries may have: those below.
    pub fn slots(&self) -> Int {
        self.keys.extent(0)
    }

    /// What the place of a key holds before it comes.
    fn vacant(&self, key: K) -> K {
        let ones = ONES as K;
        if key == ones { 0 as K } else { ones }
    }

    /// The first bucket for a key; that of all ones has a place of its own behind them.
    fn home(&self, key: K) -> i32 {
        let bits = key as u64;
        let high = (bits >> 32u64) as u32;
        let hash = mixed((bits as u32) ^ (high * 0x9e37_79b9u32) ^ self.seed);
        let bucket = ((hash as u64 * self.buckets as u64) >> 32u64) as i32;
        if key == ONES as K {
            self.buckets as i32
        } else {
            bucket
        }
    }

    /// Places that the key with this first one may have.
    fn reach(&self, home: i32) -> i32 {
        if home == self.buckets as i32 {
            self.probes.min(1)
        } else {
            self.probes
        }
    }

    /// The bucket behind another one.
    fn next(&self, slot: i32) -> i32 {
        if slot + 1 >= self.buckets as i32 {
            0
        } else {
            slot + 1
        }
    }
}
