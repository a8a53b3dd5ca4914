//! Stable sorts of views, by the digits of their keys.

mod device;
mod host;
mod key;

pub use key::Key;

use crate::{
    error::{check_extents, check_size},
    number::Number,
};
use portax::{Functor, RangeKernel, RangePolicy, Result, Space, View, kernel, view::ViewElement};
use std::ops::Range;

/// Keys that can be sorted: places of 31 bits, and a tile beyond the last key.
pub(crate) const MOST: usize = i32::MAX as usize - (1 << 16);

/// Sorts keys, the least first. Allocates as much memory as the keys take; a [`Sorter`] does so once.
///
/// ```
/// use portax::View;
///
/// # fn main() -> portax::Result<()> {
/// # let space = portax_backends::by_name("rayon")?;
/// let keys = View::from_slice(&space, "keys", [4], &[3, -1, 2, -7])?;
/// portax_algorithms::sort::sort(&space, &keys)?;
/// assert_eq!(keys.to_vec()?, [-7, -1, 2, 3]);
/// # Ok(()) }
/// ```
///
/// # Errors
/// More than 2^31 - 2^16 - 1 keys, out of memory, or what the space reports.
pub fn sort<K: Key>(space: &Space, keys: &View<K, 1>) -> Result<()> {
    Sorter::new(space, keys.len())?.sort(keys)
}

/// Sorts keys, the least first, and values in the same way. Equal keys keep their order. Allocates; a [`Sorter`] does so once.
///
/// ```
/// use portax::View;
///
/// # fn main() -> portax::Result<()> {
/// # let space = portax_backends::by_name("rayon")?;
/// let keys = View::from_slice(&space, "keys", [4], &[3u32, 1, 3, 0])?;
/// let values = View::from_slice(&space, "values", [4], &[0.5, 1.5, 2.5, 3.5])?;
/// portax_algorithms::sort::sort_by_key(&space, &keys, &values)?;
/// assert_eq!(values.to_vec()?, [3.5, 1.5, 0.5, 2.5]);
/// # Ok(()) }
/// ```
///
/// # Errors
/// Values of another length than the keys; else as for [`sort`].
pub fn sort_by_key<K: Key, V: Number>(
    space: &Space,
    keys: &View<K, 1>,
    values: &View<V, 1>,
) -> Result<()> {
    check_extents("values of a sort by key", values.len(), keys.len())?;
    let room = View::new(space, "sort_room", [values.len()])?;
    Sorter::new(space, keys.len())?.sort_by_key(keys, values, &room)
}

/// The memory of sorts of up to so many keys, so that sorts that are repeated allocate nothing.
///
/// ```
/// use portax::View;
/// use portax_algorithms::sort::Sorter;
///
/// # fn main() -> portax::Result<()> {
/// # let space = portax_backends::by_name("rayon")?;
/// let mut sorter = Sorter::new(&space, 1000)?;
/// let keys = View::from_slice(&space, "keys", [4], &[3.0, -1.0, f64::INFINITY, 0.5])?;
/// sorter.sort(&keys)?;
/// assert_eq!(keys.to_vec()?, [-1.0, 0.5, 3.0, f64::INFINITY]);
/// # Ok(()) }
/// ```
pub struct Sorter<K: Key> {
    space: Space,
    capacity: usize,
    /// Digits of a key, from the lowest
    digits: usize,
    moved: View<K, 1>,
    /// Where each key came from, in turns
    places: Option<[View<i32, 1>; 2]>,
    board: Board,
}

/// What passes work with.
enum Board {
    Host(host::Board),
    Device(Box<device::Board>),
}

impl<K: Key> Sorter<K> {
    /// Memory for sorts of up to `capacity` keys: as much as the keys take, and twice 4 bytes a key once places are asked
    /// for.
    ///
    /// # Errors
    /// A capacity beyond 2^31 - 2^16 - 1, or out of memory.
    pub fn new(space: &Space, capacity: usize) -> Result<Self> {
        Self::of_bits(space, capacity, 8 * size_of::<K>())
    }

    /// Memory for sorts of keys whose order lies in their lowest `bits` bits: unsigned integers below 2^`bits`.
    pub(crate) fn of_bits(space: &Space, capacity: usize, bits: usize) -> Result<Self> {
        let digits = bits.div_ceil(8);
        check_size("sort", capacity, MOST)?;
        let board = match space.is_host() {
            true => Board::Host(host::Board::new(space)?),
            false => Board::Device(Box::new(device::Board::new::<K>(space, capacity, digits)?)),
        };
        Ok(Sorter {
            moved: View::new(space, "sort_moved", [capacity])?,
            space: space.clone(),
            capacity,
            digits,
            places: None,
            board,
        })
    }

    /// Sorts keys, the least first.
    ///
    /// # Errors
    /// More keys than the capacity, a view of another space, or what the space reports.
    pub fn sort(&mut self, keys: &View<K, 1>) -> Result<()> {
        self.run(keys, keys.len(), None).map(drop)
    }

    /// Sorts keys, and gives the places that they came from: element `i` of the result is where key `i` stood before. Equal
    /// keys keep their order. The view is valid until the next sort; it may be longer than the keys.
    ///
    /// # Errors
    /// As for [`sort`](Self::sort).
    pub fn sort_places(&mut self, keys: &View<K, 1>) -> Result<View<i32, 1>> {
        self.sort_first_places(keys, keys.len())
    }

    /// As [`sort_places`](Self::sort_places), of the first `n` keys.
    pub(crate) fn sort_first_places(
        &mut self,
        keys: &View<K, 1>,
        n: usize,
    ) -> Result<View<i32, 1>> {
        let new = || View::new(&self.space, "sort_places", [self.capacity]);
        let places = match &self.places {
            Some(places) => places.clone(),
            None => self.places.insert([new()?, new()?]).clone(),
        };
        let moves = self.run(keys, n, Some([&places[0], &places[1]]))?;
        if moves == 0 {
            let k = CountUp {
                places: places[0].clone(),
            };
            self.space
                .parallel_for("sort_count_up", RangePolicy::new(0..n), &k)?;
        }
        Ok(places[moves % 2].clone())
    }

    /// Sorts keys, and values in the same way. Equal keys keep their order. `room` holds the values meanwhile.
    ///
    /// # Errors
    /// Values or room of another length than the keys; else as for [`sort`](Self::sort).
    pub fn sort_by_key<V: Number>(
        &mut self,
        keys: &View<K, 1>,
        values: &View<V, 1>,
        room: &View<V, 1>,
    ) -> Result<()> {
        check_extents("values of a sort by key", values.len(), keys.len())?;
        check_extents("room of a sort by key", room.len(), keys.len())?;
        let n = keys.len();
        let places = self.sort_places(keys)?;
        V::copy(&self.space, n, values, room)?;
        V::gather(&self.space, n, &places, room, values)
    }

    /// Sorts the first `n` keys, and places if there are any; gives how often both were moved.
    fn run(
        &self,
        keys: &View<K, 1>,
        n: usize,
        places: Option<[&View<i32, 1>; 2]>,
    ) -> Result<usize> {
        check_size("sort", n, self.capacity)?;
        if n < 2 {
            return Ok(0);
        }
        let sort = Sort {
            keys,
            moved: &self.moved,
            places,
            n,
            digits: self.digits,
        };
        let moves = match &self.board {
            Board::Host(board) => board.sort(&self.space, &sort)?,
            Board::Device(board) => board.sort(&self.space, &sort)?,
        };
        if moves % 2 == 1 {
            K::copy(&self.space, n, &self.moved, keys)?;
        }
        Ok(moves)
    }
}

/// What is sorted, and in which memory.
pub struct Sort<'a, K: ViewElement> {
    keys: &'a View<K, 1>,
    /// Room for as many keys
    moved: &'a View<K, 1>,
    /// Room for the places that the keys come from, twice
    places: Option<[&'a View<i32, 1>; 2]>,
    n: usize,
    /// Digits of a key
    digits: usize,
}

impl<'a, K: ViewElement> Sort<'a, K> {
    /// A pass behind so many moves.
    fn pass(&self, moves: usize, digit: Range<usize>) -> Pass<'a, K> {
        let (mut from, mut to, mut places) = (self.keys, self.moved, self.places);
        if moves % 2 == 1 {
            (from, to) = (to, from);
            places = places.map(|[a, b]| [b, a]);
        }
        Pass {
            from,
            to,
            places,
            is_first: moves == 0,
            n: self.n,
            digit,
        }
    }
}

/// A move of all keys into the order of one digit.
pub struct Pass<'a, K: ViewElement> {
    from: &'a View<K, 1>,
    to: &'a View<K, 1>,
    /// Where each key came from, before and after
    places: Option<[&'a View<i32, 1>; 2]>,
    /// Do the keys come from where they stand?
    is_first: bool,
    n: usize,
    /// Its bits
    digit: Range<usize>,
}

/// Every key stays where it is.
#[derive(Functor)]
struct CountUp {
    places: View<i32, 1>,
}

#[kernel]
impl RangeKernel for CountUp {
    fn count_up(&self, i: Index) {
        self.places[i] = i;
    }
}
