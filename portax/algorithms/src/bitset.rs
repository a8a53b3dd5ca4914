//! Sets of bits, as Kokkos' `Bitset`.

use crate::{error::check_size, sort::MOST};
use portax::{
    Functor, RangeKernel, RangePolicy, ReduceKernel, Result, Space, Sum, View, device, kernel,
};

/// A set of numbers below its length, one bit for each. It is a field of functors, and kernels change it while they read it.
/// A clone is the same set.
///
/// | in kernels | does |
/// |---|---|
/// | `bits.set(i)`, `bits.reset(i)` | puts `i: i32` in or takes it out, atomically; gives whether it was in before |
/// | `bits.test(i)` | is `i` in? |
/// | `bits.find_any_set_near(hint)` | a number that is in, -1 where there is none |
/// | `bits.find_any_unset_near(hint)` | a number that is not in, -1 where there is none |
/// | `bits.len()` | the length |
///
/// ```
/// use portax::{Functor, RangeKernel, RangePolicy, View, kernel};
/// use portax_algorithms::Bitset;
///
/// /// Marks the nodes that edges lead to, and counts the first visit of each.
/// #[derive(Functor)]
/// struct Visit { to: View<i32, 1>, visited: Bitset, first: View<i32, 1> }
///
/// #[kernel]
/// impl RangeKernel for Visit {
///     fn visit(&self, i: Index) {
///         let was_visited = self.visited.set(self.to[i]);
///         self.first[i] = if was_visited { 0 } else { 1 };
///     }
/// }
/// # fn main() -> portax::Result<()> {
/// # let space = portax_backends::by_name("rayon")?;
/// let to = View::from_slice(&space, "to", [5], &[3, 1, 3, 3, 70])?;
/// let k = Visit { to, visited: Bitset::new(&space, 100)?, first: View::new(&space, "first", [5])? };
/// space.parallel_for("visit", RangePolicy::new(0..5), &k)?;
/// assert_eq!(k.visited.count(&space)?, 3);
/// assert_eq!(k.first.to_vec()?.iter().sum::<i32>(), 3);
/// assert!(k.visited.to_vec()?[70]);
/// # Ok(()) }
/// ```
///
/// Of iterations that set one bit, exactly one is told that it was not in. That orders nothing else: what an iteration
/// wrote before it set a bit is there for others after the launch. A number outside of `0..len` is an index out of bounds,
/// which the launch reports.
///
/// Searches begin at the hint and go up, then from 0 on; a hint outside of the set is 0. They give what was there when they
/// looked: take it with `set` or `reset`, and search on where another was faster.
#[derive(Functor, Clone)]
pub struct Bitset {
    words: View<u32, 1>,
    len: i32,
}

impl Bitset {
    /// An empty set of numbers below `len`.
    ///
    /// # Errors
    /// A length above 2^31 - 2^16 - 1, or out of memory.
    pub fn new(space: &Space, len: usize) -> Result<Bitset> {
        check_size("bits of a set", len, MOST)?;
        Ok(Bitset {
            words: View::new(space, "bits", [len.div_ceil(32)])?,
            len: len as i32,
        })
    }

    /// Numbers that may be in it: those below.
    #[allow(clippy::len_without_is_empty)] // a length, not a number of elements
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Takes all numbers out.
    ///
    /// # Errors
    /// What the space reports.
    pub fn clear(&self) -> Result<()> {
        self.words.fill(0)
    }

    /// Puts all numbers in.
    ///
    /// # Errors
    /// What the space reports.
    pub fn set_all(&self, space: &Space) -> Result<()> {
        let all = RangePolicy::new(0..self.words.len());
        space.parallel_for("bitset_set_all", all, &SetAll { bits: self.clone() })
    }

    /// Numbers that are in.
    ///
    /// # Errors
    /// What the space reports.
    pub fn count(&self, space: &Space) -> Result<usize> {
        let all = RangePolicy::new(0..self.words.len());
        let count = Count { bits: self.clone() };
        let found = space.parallel_reduce("bitset_count", all, &count, Sum)?;
        Ok(found as usize)
    }

    /// Whether each number is in, on the host.
    ///
    /// # Errors
    /// What the space reports.
    pub fn to_vec(&self) -> Result<Vec<bool>> {
        let words = self.words.to_vec()?;
        let is_in = |i: usize| words[i / 32] >> (i % 32) & 1 == 1;
        Ok((0..self.len()).map(is_in).collect())
    }
}

#[device]
impl Bitset {
    /// Where the bit of `i` is. Of a number outside of the set it is that number, which no word has: there are fewer words
    /// than bits.
    fn word(&self, i: i32) -> i32 {
        if i >= 0 && i < self.len { i >> 5 } else { i }
    }

    /// Puts `i` in; gives whether it was.
    pub fn set(&self, i: i32) -> bool {
        let bit = 1u32 << (i as u32 & 31u32);
        let before = self.words.atomic_fetch_or(self.word(i), bit);
        before & bit != 0u32
    }

    /// Takes `i` out; gives whether it was in.
    pub fn reset(&self, i: i32) -> bool {
        let bit = 1u32 << (i as u32 & 31u32);
        let before = self.words.atomic_fetch_and(self.word(i), !bit);
        before & bit != 0u32
    }

    /// Whether `i` is in.
    pub fn test(&self, i: i32) -> bool {
        let bit = 1u32 << (i as u32 & 31u32);
        self.words.atomic_load(self.word(i)) & bit != 0u32
    }

    /// The length.
    pub fn len(&self) -> Int {
        self.len
    }

    /// A number that is in, or -1.
    pub fn find_any_set_near(&self, hint: i32) -> i32 {
        self.find_near(hint, 0u32)
    }

    /// A number that is not in, or -1.
    pub fn find_any_unset_near(&self, hint: i32) -> i32 {
        self.find_near(hint, 0xffff_ffffu32)
    }

    /// The first bit from `hint` on, around the end, that is set once all are flipped by `flip`. The first word comes last
    /// again, for the bits before the hint.
    fn find_near(&self, hint: i32, flip: u32) -> i32 {
        let words = self.words.extent(0) as i32;
        let start = if hint >= 0 && hint < self.len {
            hint
        } else {
            0
        };
        let mut word = start >> 5;
        let mut wanted = 0xffff_ffffu32 << (start as u32 & 31u32);
        let mut left = if words > 0 { words + 1 } else { 0 };
        let mut found = -1;
        while left > 0 {
            let bits = (self.words.atomic_load(word) ^ flip) & wanted;
            let first = 32 * word + bits.trailing_zeros() as i32;
            left -= 1;
            word += 1;
            if word == words {
                word = 0;
            }
            wanted = 0xffff_ffffu32;
            if bits != 0u32 && first < self.len {
                found = first;
                left = 0;
            }
        }
        found
    }
}

/// Sets all bits below the length, and none above.
#[derive(Functor)]
struct SetAll {
    bits: Bitset,
}

#[kernel]
impl RangeKernel for SetAll {
    fn set_all(&self, word: Index) {
        let behind = self.bits.len - 32 * (word as i32);
        self.bits.words[word] = if behind >= 32 {
            0xffff_ffffu32
        } else {
            (1u32 << (behind as u32)) - 1u32
        };
    }
}

#[derive(Functor)]
struct Count {
    bits: Bitset,
}

#[kernel]
impl ReduceKernel for Count {
    type Value = i32;
    fn count(&self, word: Index) -> i32 {
        self.bits.words[word].count_ones() as i32
    }
}
