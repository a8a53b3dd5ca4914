//! Maps from keys to values, as Kokkos' `UnorderedMap`.

mod host;
mod in_kernels;

pub use in_kernels::InsertResult;

use crate::number::AtomicNumber;
use portax::{Functor, View, kernel::exec::Integer};

/// A key of [`UnorderedMap`]: `u32`, `i32`, `u64` or `i64`. Every value is a key.
pub trait MapKey: AtomicNumber + Integer {}
impl<K: AtomicNumber + Integer> MapKey for K {}

/// A map from keys to values for as many keys as it is made for. It is a field of functors: kernels insert and look up at
/// once, no iteration waits for another. A clone is the same map.
///
/// | in kernels | does |
/// |---|---|
/// | `map.insert(key, value)` | inserts `key` with `value`; where `key` is there, its value stays |
/// | `map.insert_add(key, value)` | inserts `key` where it is not there, and adds `value` to its value: each counts once |
/// | `map.insert_key(key)` | inserts `key` with the value 0, for values that the caller keeps by index |
/// | `map.find(key)` | the index of `key`, -1 where it is not there |
/// | `map.exists(key)` | is it there? |
/// | `map.value_or(key, other)` | its value, `other` where it is not there |
/// | `map.key_at(index)`, `map.value_at(index)` | key and value at an index |
/// | `map.valid_at(index)` | has this index an entry? For loops over `0..map.slots()` |
///
/// Those that insert give an [`InsertResult`]: the index of the key, and whether it is new (`success`), was there
/// (`existing`), or found no room (`failed`). An index lies in `0..slots` and stays that of its key until
/// [`clear`](UnorderedMap::clear) or [`rehash`](UnorderedMap::rehash).
///
/// ```
/// use portax::{Functor, RangeKernel, RangePolicy, View, kernel};
/// use portax_algorithms::UnorderedMap;
///
/// /// How often does each word occur?
/// #[derive(Functor)]
/// struct CountWords { word: View<u64, 1>, count: UnorderedMap<u64, i32> }
///
/// #[kernel]
/// impl RangeKernel for CountWords {
///     fn count_words(&self, i: Index) {
///         self.count.insert_add(self.word[i], 1);
///     }
/// }
/// # fn main() -> portax::Result<()> {
/// # let space = portax_backends::by_name("rayon")?;
/// let word = View::from_slice(&space, "word", [6], &[7, 1 << 40, 7, 7, u64::MAX, 1 << 40])?;
/// let k = CountWords { word, count: UnorderedMap::new(&space, 10)? };
/// space.parallel_for("count words", RangePolicy::new(0..6), &k)?;
/// assert!(!k.count.failed_insert()?);
/// let mut found = k.count.to_vec()?;
/// found.sort();
/// assert_eq!(found, [(7, 3), (1 << 40, 2), (u64::MAX, 1)]);
/// assert_eq!(k.count.get(&space, 5)?, None);
/// # Ok(()) }
/// ```
///
/// # What is seen when
///
/// Keys are inserted atomically: of iterations that insert one key, exactly one has `success`, and all have the same index.
/// Within the launch nothing else is ordered. An iteration that finds a key may read 0 for its value, where the iteration that
/// inserted it has not stored it yet; after the launch all values are there. Sums by `insert_add` are complete after the
/// launch.
///
/// # Values of other types
///
/// Values are numbers: `u32`, `i32`, `u64`, `i64`, `f32` or `f64`. Keep others in views of `slots` elements, at the index of
/// their key. The iteration that has `success` is alone with that index; a kernel that writes such a view says so by
/// `unsafe impl`.
///
/// # Room
///
/// A key lies at the bucket that its hash names, or behind it, at most 1024 buckets further. There are twice as many buckets
/// as the capacity. So up to the capacity no insertion fails of keys that the hash spreads; some fail long after that, all
/// once the buckets are full. [`failed_insert`](UnorderedMap::failed_insert) tells of it. Make room by `rehash` then, which
/// hashes in another way where it has to, and insert again: what is there already stays `existing`.
#[derive(Functor, Clone)]
pub struct UnorderedMap<K: MapKey, V: AtomicNumber> {
    /// Key of each bucket, all ones where it is vacant; behind the buckets the place of the key of all ones, 0 where that is
    /// vacant.
    keys: View<K, 1>,
    values: View<V, 1>,
    /// 1 after an insertion that found no room
    failed: View<u32, 1>,
    /// Keys that there is room for
    capacity: u32,
    buckets: u32,
    /// Buckets that a key may lie in
    probes: i32,
    /// What hashes begin with
    seed: u32,
}
