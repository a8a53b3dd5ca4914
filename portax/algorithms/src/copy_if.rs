//! Copies of marked elements.

use crate::{error::check_extents, number::Number};
use portax::{Functor, RangePolicy, Result, ScanKernel, Space, Sum, View, kernel};

/// Lists marked elements, in their order.
#[derive(Functor)]
struct Listed {
    marked: View<bool, 1>,
    from: View<i32, 1>,
}

// SAFETY: nobody changes the marks meanwhile, so each marked element has a place of its own.
#[kernel]
unsafe impl ScanKernel for Listed {
    type Value = i32;
    fn input(&self, i: Index) -> i32 {
        self.marked[i] as i32
    }
    fn output(&self, i: Index, before: i32) {
        if self.marked[i] {
            self.from[before] = i;
        }
    }
}

/// Copies marked elements to the front of `out`, in their order; gives their number. What lies behind them stays.
///
/// ```
/// use portax::{View, parallel_for};
/// use portax_algorithms::copy_if;
///
/// # fn main() -> portax::Result<()> {
/// # let space = portax_backends::by_name("rayon")?;
/// let x = View::from_slice(&space, "x", [5], &[3.0, -1.0, 2.0, -4.0, 0.5])?;
/// let negative: View<bool, 1> = View::new(&space, "negative", [5])?;
/// let out: View<f64, 1> = View::new(&space, "out", [3])?;
/// parallel_for!(space, "mark", 5, |i| negative[i] = x[i] < 0.0)?;
/// assert_eq!(copy_if(&space, &negative, &x, &out)?, 2);
/// assert_eq!(out.to_vec()?, [-1.0, -4.0, 0.0]);
/// # Ok(()) }
/// ```
///
/// # Errors
/// Another number of marks than of elements, an output that is shorter than what is marked, `x` and `out` that share memory,
/// or what the space reports.
pub fn copy_if<T: Number>(
    space: &Space,
    marked: &View<bool, 1>,
    x: &View<T, 1>,
    out: &View<T, 1>,
) -> Result<usize> {
    let n = x.len();
    check_extents("marks of a copy", marked.len(), n)?;
    let listed = Listed {
        marked: marked.clone(),
        from: View::new(space, "from", [n])?,
    };
    let found = space.parallel_scan("copy_if", RangePolicy::new(0..n), &listed, Sum)? as usize;
    check_extents("output of a copy", out.len().min(found), found)?;
    T::gather(space, found, &listed.from, x, out)?;
    Ok(found)
}
