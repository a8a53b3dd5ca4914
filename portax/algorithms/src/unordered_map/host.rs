//! What the host does with a map.

use super::{MapKey, UnorderedMap};
use crate::{
    error::{check_extents, check_size},
    number::AtomicNumber,
};
use portax::{
    Error, Functor, RangeKernel, RangePolicy, ReduceKernel, Result, Space, Sum, View, kernel,
};

/// Keys that a map has room for at most.
const MOST: usize = 1 << 29;
/// Buckets for each key of the capacity.
const BUCKETS_OF_KEY: usize = 2;
/// Buckets that a key may lie in at most: with every second one taken, runs of a thousand are out of reach.
const PROBES: usize = 1024;
/// Seeds that a rehash tries.
const SEEDS: u32 = 8;

impl<K: MapKey, V: AtomicNumber> UnorderedMap<K, V> {
    /// An empty map with room for `capacity` keys.
    ///
    /// # Errors
    /// A capacity above 2^29, or out of memory.
    pub fn new(space: &Space, capacity: usize) -> Result<Self> {
        Self::with_seed(space, capacity, 0)
    }

    fn with_seed(space: &Space, capacity: usize, seed: u32) -> Result<Self> {
        check_size("keys of a map", capacity, MOST)?;
        let buckets = BUCKETS_OF_KEY * capacity;
        let map = UnorderedMap {
            keys: View::new(space, "map_keys", [buckets + 1])?,
            values: View::new(space, "map_values", [buckets + 1])?,
            failed: View::new(space, "map_failed", [1])?,
            capacity: capacity as u32,
            buckets: buckets as u32,
            probes: buckets.min(PROBES) as i32,
            seed,
        };
        map.clear_keys()?;
        Ok(map)
    }

    /// Keys that it has room for. More may fit.
    pub fn capacity(&self) -> usize {
        self.capacity as usize
    }

    /// Indices that entries may have: those below. Loops over all entries go through them and ask `valid_at`.
    pub fn slots(&self) -> usize {
        self.keys.len()
    }

    /// Removes all entries.
    ///
    /// # Errors
    /// What the space reports.
    pub fn clear(&self) -> Result<()> {
        self.clear_keys()?;
        self.values.fill(V::ZERO)?;
        self.failed.fill(0)
    }

    fn clear_keys(&self) -> Result<()> {
        self.keys.fill(K::ALL_BITS)?;
        let behind = self.buckets as usize;
        self.keys.subview((behind..behind + 1,))?.fill(K::ZERO)
    }

    /// Number of entries.
    ///
    /// # Errors
    /// What the space reports.
    pub fn size(&self, space: &Space) -> Result<usize> {
        let count = Count { map: self.clone() };
        let all = RangePolicy::new(0..self.slots());
        let found = space.parallel_reduce("map_size", all, &count, Sum)?;
        Ok(found as usize)
    }

    /// Whether an insertion has found no room since the map was made, cleared or rehashed.
    ///
    /// # Errors
    /// What the space reports.
    pub fn failed_insert(&self) -> Result<bool> {
        Ok(self.failed.to_vec()?.contains(&1))
    }

    /// Inserts keys with their values; where a key is there already, its value stays. Of a key that is repeated, one of its
    /// values is kept, whichever is first.
    ///
    /// # Errors
    /// Keys and values of different numbers or that share memory, or what the space reports. Whether all found room
    /// [`failed_insert`](Self::failed_insert) tells.
    pub fn insert_all(&self, space: &Space, keys: &View<K, 1>, values: &View<V, 1>) -> Result<()> {
        check_extents("values of a map", values.len(), keys.len())?;
        let insert = Insert {
            keys: keys.clone(),
            values: values.clone(),
            map: self.clone(),
        };
        space.parallel_for("map_insert", RangePolicy::new(0..keys.len()), &insert)
    }

    /// The value of a key.
    ///
    /// # Errors
    /// What the space reports.
    pub fn get(&self, space: &Space, key: K) -> Result<Option<V>> {
        let find = Find {
            map: self.clone(),
            key: View::from_slice(space, "key", [1], &[key])?,
            found: View::new(space, "found", [1])?,
            value: View::new(space, "value", [1])?,
        };
        space.parallel_for("map_get", RangePolicy::new(0..1), &find)?;
        let is_found = find.found.to_vec()?.contains(&1);
        Ok(find.value.to_vec()?.first().copied().filter(|_| is_found))
    }

    /// All entries, in the order of their indices, which may be another one each time.
    ///
    /// # Errors
    /// What the space reports.
    pub fn to_vec(&self) -> Result<Vec<(K, V)>> {
        let entries = self.keys.to_vec()?.into_iter().zip(self.values.to_vec()?);
        let vacant = |slot: usize| match slot == self.buckets as usize {
            true => K::ZERO,
            false => K::ALL_BITS,
        };
        let entries = entries.enumerate();
        let entries = entries.filter(|(slot, (key, _))| *key != vacant(*slot));
        Ok(entries.map(|(_, entry)| entry).collect())
    }

    /// Moves all entries to new memory with room for `capacity` keys, and forgets that insertions failed. Indices change.
    /// Clones stay as they are, and are another map from then on.
    ///
    /// # Errors
    /// Less room than entries need, a capacity above 2^29, out of memory, or what the space reports. The map is as it was
    /// then.
    pub fn rehash(&mut self, space: &Space, capacity: usize) -> Result<()> {
        for turn in 0..SEEDS {
            let to = Self::with_seed(space, capacity, self.seed.wrapping_add(turn))?;
            let all = RangePolicy::new(0..self.slots());
            let k = Move {
                from: self.clone(),
                to,
            };
            space.parallel_for("map_rehash", all, &k)?;
            if !k.to.failed_insert()? {
                *self = k.to;
                return Ok(());
            }
        }
        Err(Error::Invalid(format!(
            "rehash of a map: its {} entries do not fit where there is room for {capacity} keys",
            self.size(space)?
        )))
    }
}

#[derive(Functor)]
struct Count<K: MapKey, V: AtomicNumber> {
    map: UnorderedMap<K, V>,
}

#[kernel]
impl<K: MapKey, V: AtomicNumber> ReduceKernel for Count<K, V> {
    type Value = i32;
    fn count(&self, i: Index) -> i32 {
        self.map.valid_at(i as i32) as i32
    }
}

#[derive(Functor)]
struct Insert<K: MapKey, V: AtomicNumber> {
    keys: View<K, 1>,
    values: View<V, 1>,
    map: UnorderedMap<K, V>,
}

#[kernel]
impl<K: MapKey, V: AtomicNumber> RangeKernel for Insert<K, V> {
    fn insert(&self, i: Index) {
        let key = self.keys.atomic_load(i);
        self.map.insert(key, self.values.atomic_load(i));
    }
}

#[derive(Functor)]
struct Find<K: MapKey, V: AtomicNumber> {
    map: UnorderedMap<K, V>,
    key: View<K, 1>,
    found: View<i32, 1>,
    value: View<V, 1>,
}

#[kernel]
impl<K: MapKey, V: AtomicNumber> RangeKernel for Find<K, V> {
    fn find(&self, i: Index) {
        let index = self.map.find(self.key.atomic_load(i));
        if index >= 0 {
            self.found[i] = 1;
            self.value.atomic_store(i, self.map.value_at(index));
        }
    }
}

#[derive(Functor)]
struct Move<K: MapKey, V: AtomicNumber> {
    from: UnorderedMap<K, V>,
    to: UnorderedMap<K, V>,
}

#[kernel]
impl<K: MapKey, V: AtomicNumber> RangeKernel for Move<K, V> {
    fn move_entries(&self, i: Index) {
        let slot = i as i32;
        if self.from.valid_at(slot) {
            self.to
                .insert(self.from.key_at(slot), self.from.value_at(slot));
        }
    }
}
