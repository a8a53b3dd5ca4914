//! Partitions of views by a condition.

use crate::{error::check_extents, number::Number};
use portax::{Functor, RangeKernel, RangePolicy, Result, ScanKernel, Space, Sum, View, kernel};

/// Where marked elements go, and where the others go behind them: `-1 - k` for the `k`th of these.
#[derive(Functor)]
struct Ranks {
    marked: View<bool, 1>,
    rank: View<i32, 1>,
}

#[kernel]
impl ScanKernel for Ranks {
    type Value = i32;
    fn input(&self, i: Index) -> i32 {
        self.marked[i] as i32
    }
    fn output(&self, i: Index, before: i32) {
        self.rank[i] = if self.marked[i] {
            before
        } else {
            before - 1 - i
        };
    }
}

/// Which element goes to each place.
#[derive(Functor)]
struct Places {
    rank: View<i32, 1>,
    from: View<i32, 1>,
    /// Marks
    total: i32,
}

// SAFETY: `rank` is of one launch, whose marks nobody changed meanwhile: marked elements have different places below `total`,
// the others different ones from `total` on.
#[kernel]
unsafe impl RangeKernel for Places {
    fn places(&self, i: Index) {
        let rank = self.rank[i];
        let place = if rank >= 0 {
            rank
        } else {
            self.total - 1 - rank
        };
        self.from[place] = i;
    }
}

/// Moves marked elements to the front, the others behind them, both in their order; gives the number of those that are marked.
///
/// ```
/// use portax::{View, parallel_for};
/// use portax_algorithms::partition;
///
/// # fn main() -> portax::Result<()> {
/// # let space = portax_backends::by_name("rayon")?;
/// let x = View::from_slice(&space, "x", [5], &[3.0, -1.0, 2.0, -4.0, 0.5])?;
/// let negative: View<bool, 1> = View::new(&space, "negative", [5])?;
/// let out: View<f64, 1> = View::new(&space, "out", [5])?;
/// parallel_for!(space, "mark", 5, |i| negative[i] = x[i] < 0.0)?;
/// assert_eq!(partition(&space, &negative, &x, &out)?, 2);
/// assert_eq!(out.to_vec()?, [-1.0, -4.0, 3.0, 2.0, 0.5]);
/// # Ok(()) }
/// ```
///
/// # Errors
/// Views of different lengths, `x` and `out` that share memory, or what the space reports.
pub fn partition<T: Number>(
    space: &Space,
    marked: &View<bool, 1>,
    x: &View<T, 1>,
    out: &View<T, 1>,
) -> Result<usize> {
    let n = x.len();
    check_extents("marks of a partition", marked.len(), n)?;
    check_extents("output of a partition", out.len(), n)?;
    let all = RangePolicy::new(0..n);
    let (rank, from) = (
        View::new(space, "rank", [n])?,
        View::new(space, "from", [n])?,
    );
    let ranks = Ranks {
        marked: marked.clone(),
        rank: rank.clone(),
    };
    let total = space.parallel_scan("partition_ranks", all, &ranks, Sum)?;
    let places = Places { rank, from, total };
    space.parallel_for("partition_places", all, &places)?;
    T::gather(space, n, &places.from, x, out)?;
    Ok(total as usize)
}
