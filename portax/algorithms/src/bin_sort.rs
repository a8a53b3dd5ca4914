//! Items by bin: what cell lists need.

use crate::{
    error::check_size,
    sort::{MOST, Sorter},
};
use portax::{Functor, RangeKernel, RangePolicy, Result, Space, View, kernel};

/// Sorts items into bins, in memory that is used again.
///
/// ```
/// use portax::View;
/// use portax_algorithms::BinSort;
///
/// # fn main() -> portax::Result<()> {
/// # let space = portax_backends::by_name("rayon")?;
/// let bin = View::from_slice(&space, "bin", [6], &[2, 0, 2, -1, 2, 0])?;
/// let mut bins = BinSort::new(&space, 6, 3)?;
/// bins.sort(&bin)?;
/// assert_eq!(bins.start().to_vec()?, [0, 2, 2, 5]); // bin b has the items start[b]..start[b + 1]
/// assert_eq!(bins.items().to_vec()?, [1, 5, 0, 2, 4, 3]);
/// # Ok(()) }
/// ```
///
/// Items of a bin keep their order. Items whose bin is outside of `0..bins` are in none: they stand behind all others.
pub struct BinSort {
    space: Space,
    bins: usize,
    sorter: Sorter<u32>,
    keys: View<u32, 1>,
    start: View<i32, 1>,
    items: View<i32, 1>,
}

impl BinSort {
    /// Memory for up to `capacity` items in `bins` bins.
    ///
    /// # Errors
    /// More items or bins than 2^31 - 2^16 - 1, or out of memory.
    pub fn new(space: &Space, capacity: usize, bins: usize) -> Result<Self> {
        check_size("bins of a sort", bins, MOST)?;
        let bits = (usize::BITS - bins.leading_zeros()) as usize;
        Ok(BinSort {
            space: space.clone(),
            bins,
            sorter: Sorter::of_bits(space, capacity, bits)?,
            keys: View::new(space, "bin_keys", [capacity])?,
            start: View::new(space, "bin_start", [bins + 1])?,
            items: View::new(space, "bin_items", [0])?,
        })
    }

    /// Sorts items by their bins.
    ///
    /// # Errors
    /// More items than the capacity, a view of another space, or what the space reports.
    pub fn sort(&mut self, bin: &View<i32, 1>) -> Result<()> {
        let n = bin.len();
        check_size("items of a bin sort", n, self.keys.len())?;
        let keys = Keys {
            bin: bin.clone(),
            keys: self.keys.clone(),
            bins: self.bins as u32,
        };
        self.space
            .parallel_for("bin_keys", RangePolicy::new(0..n), &keys)?;
        self.items = self.sorter.sort_first_places(&self.keys, n)?;
        let starts = Starts {
            keys: self.keys.clone(),
            start: self.start.clone(),
            n: n as i32,
        };
        let all = RangePolicy::new(0..self.bins + 1);
        self.space.parallel_for("bin_starts", all, &starts)
    }

    /// First item of each bin, and the number of items that are in bins: `bins + 1` elements.
    pub fn start(&self) -> &View<i32, 1> {
        &self.start
    }

    /// The items in the order of their bins. The view may be longer than there are items, and the next sort changes it.
    pub fn items(&self) -> &View<i32, 1> {
        &self.items
    }
}

/// Bins as keys; those outside are the largest.
#[derive(Functor)]
struct Keys {
    bin: View<i32, 1>,
    keys: View<u32, 1>,
    bins: u32,
}

#[kernel]
impl RangeKernel for Keys {
    fn keys(&self, i: Index) {
        self.keys[i] = (self.bin[i] as u32).min(self.bins);
    }
}

/// Where bins begin among sorted keys, by bisection.
#[derive(Functor)]
struct Starts {
    keys: View<u32, 1>,
    start: View<i32, 1>,
    n: i32,
}

#[kernel]
impl RangeKernel for Starts {
    fn starts(&self, b: Index) {
        let bin = b as u32;
        let mut low = 0;
        let mut high: i32 = self.n;
        while low < high {
            let middle = low + (high - low) / 2;
            if self.keys[middle] < bin {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        self.start[b] = low;
    }
}
