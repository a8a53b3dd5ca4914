//! Runs of equal keys that follow each other.

use crate::number::Number;
use portax::{Functor, RangePolicy, Result, ScanKernel, Space, Sum, View, kernel};

/// Where runs begin.
#[doc(hidden)]
pub struct Runs {
    /// 1 at the first element of a run, else 0
    pub(crate) head: View<i32, 1>,
    /// First element of each run, once they are numbered
    pub(crate) first: View<i32, 1>,
}

impl Runs {
    /// Of equal keys.
    pub(crate) fn of<K: Number>(space: &Space, keys: &View<K, 1>) -> Result<Runs> {
        let n = keys.len();
        let runs = Runs {
            head: View::new(space, "head", [n])?,
            first: View::new(space, "first", [n])?,
        };
        K::mark_heads(space, keys, &runs.head)?;
        Ok(runs)
    }

    /// Finds the first element of each run; gives their number.
    pub(crate) fn number(&self, space: &Space) -> Result<usize> {
        let k = Numbered {
            head: self.head.clone(),
            first: self.first.clone(),
        };
        let all = RangePolicy::new(0..self.head.len());
        Ok(space.parallel_scan("runs", all, &k, Sum)? as usize)
    }
}

/// Numbers runs.
#[derive(Functor)]
struct Numbered {
    head: View<i32, 1>,
    first: View<i32, 1>,
}

// SAFETY: every run has a number of its own.
#[kernel]
unsafe impl ScanKernel for Numbered {
    type Value = i32;
    fn input(&self, i: Index) -> i32 {
        self.head[i]
    }
    fn output(&self, i: Index, run: i32) {
        if self.head[i] == 1 {
            self.first[run] = i;
        }
    }
}

/// The first element of each run of equal keys that follow each other; gives their number. Of sorted keys these are the
/// different ones.
///
/// ```
/// use portax::View;
/// use portax_algorithms::unique;
///
/// # fn main() -> portax::Result<()> {
/// # let space = portax_backends::by_name("rayon")?;
/// let keys = View::from_slice(&space, "keys", [6], &[1u32, 1, 3, 3, 3, 1])?;
/// let out: View<u32, 1> = View::new(&space, "out", [6])?;
/// let found = unique(&space, &keys, &out)?;
/// assert_eq!(out.to_vec()?[..found], [1, 3, 1]);
/// # Ok(()) }
/// ```
///
/// Keys are equal by `==`: every NaN is a run of its own.
///
/// # Errors
/// Views of different lengths or that share memory, or what the space reports.
pub fn unique<K: Number>(space: &Space, keys: &View<K, 1>, out: &View<K, 1>) -> Result<usize> {
    crate::error::check_extents("output of unique", out.len(), keys.len())?;
    let runs = Runs::of(space, keys)?;
    let found = runs.number(space)?;
    K::gather(space, found, &runs.first, keys, out)?;
    Ok(found)
}
