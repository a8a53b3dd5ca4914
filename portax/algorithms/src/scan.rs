//! Prefix sums of views, and of runs of equal keys.

use crate::{error::check_extents, number::Number, runs::Runs};
use portax::{
    Element, Functor, RangePolicy, Reducer, Result, ScanKernel, Space, View, kernel,
    kernel::{
        exec::Exec,
        value::{ScalarElement, Varying},
    },
    ops::{Bin, Cmp},
};
use std::marker::PhantomData;

/// A number that scans join.
pub trait Scannable: Number + ScalarElement {
    #[doc(hidden)]
    fn scan<R: Reducer<Self>>(
        space: &Space,
        scan: &Scan<'_, Self>,
        is_inclusive: bool,
        reducer: R,
    ) -> Result<Self>;
    #[doc(hidden)]
    fn scan_runs<R: Reducer<Self>>(
        space: &Space,
        scan: &Scan<'_, Self>,
        head: &View<i32, 1>,
        is_inclusive: bool,
    ) -> Result<()>;
    #[doc(hidden)]
    fn reduce_runs<R: Reducer<Self>>(
        space: &Space,
        scan: &Scan<'_, Self>,
        runs: &Runs,
    ) -> Result<usize>;
}

/// What is joined, and where the joins go.
#[doc(hidden)]
pub struct Scan<'a, T: Scannable> {
    x: &'a View<T, 1>,
    out: &'a View<T, 1>,
}

/// Exclusive prefix sums: `out[i]` is the join of `x[0], ..., x[i - 1]`; gives the join of all.
///
/// ```
/// use portax::{Sum, View};
/// use portax_algorithms::scan::exclusive_scan;
///
/// # fn main() -> portax::Result<()> {
/// # let space = portax_backends::by_name("rayon")?;
/// let counts = View::from_slice(&space, "counts", [4], &[2, 0, 3, 1])?;
/// let starts: View<i32, 1> = View::new(&space, "starts", [4])?;
/// assert_eq!(exclusive_scan(&space, &counts, &starts, Sum)?, 6);
/// assert_eq!(starts.to_vec()?, [0, 2, 2, 5]);
/// # Ok(()) }
/// ```
///
/// # Errors
/// Views of different lengths or that share memory, or what the launch reports.
pub fn exclusive_scan<T: Scannable, R: Reducer<T>>(
    space: &Space,
    x: &View<T, 1>,
    out: &View<T, 1>,
    reducer: R,
) -> Result<T> {
    check_extents("output of a scan", out.len(), x.len())?;
    T::scan(space, &Scan { x, out }, false, reducer)
}

/// Inclusive prefix sums: `out[i]` is the join of `x[0], ..., x[i]`; gives the join of all.
///
/// # Errors
/// As for [`exclusive_scan`].
pub fn inclusive_scan<T: Scannable, R: Reducer<T>>(
    space: &Space,
    x: &View<T, 1>,
    out: &View<T, 1>,
    reducer: R,
) -> Result<T> {
    check_extents("output of a scan", out.len(), x.len())?;
    T::scan(space, &Scan { x, out }, true, reducer)
}

/// Exclusive prefix sums of each run of equal keys that follow each other.
///
/// Keys are equal by `==`: every NaN is a run of its own.
///
/// # Errors
/// Views of different lengths, `x` and `out` that share memory, or what the space reports.
pub fn exclusive_scan_by_key<K: Number, T: Scannable, R: Reducer<T>>(
    space: &Space,
    keys: &View<K, 1>,
    x: &View<T, 1>,
    out: &View<T, 1>,
    reducer: R,
) -> Result<()> {
    scan_by_key(space, keys, &Scan { x, out }, false, reducer)
}

/// Inclusive prefix sums of each run of equal keys that follow each other.
///
/// ```
/// use portax::{Max, View};
/// use portax_algorithms::scan::inclusive_scan_by_key;
///
/// # fn main() -> portax::Result<()> {
/// # let space = portax_backends::by_name("rayon")?;
/// let keys = View::from_slice(&space, "keys", [5], &[7, 7, 7, 2, 2])?;
/// let x = View::from_slice(&space, "x", [5], &[1.0, 3.0, 2.0, -1.0, 0.0])?;
/// let out: View<f64, 1> = View::new(&space, "out", [5])?;
/// inclusive_scan_by_key(&space, &keys, &x, &out, Max)?;
/// assert_eq!(out.to_vec()?, [1.0, 3.0, 3.0, -1.0, 0.0]);
/// # Ok(()) }
/// ```
///
/// # Errors
/// As for [`exclusive_scan_by_key`].
pub fn inclusive_scan_by_key<K: Number, T: Scannable, R: Reducer<T>>(
    space: &Space,
    keys: &View<K, 1>,
    x: &View<T, 1>,
    out: &View<T, 1>,
    reducer: R,
) -> Result<()> {
    scan_by_key(space, keys, &Scan { x, out }, true, reducer)
}

fn scan_by_key<K: Number, T: Scannable, R: Reducer<T>>(
    space: &Space,
    keys: &View<K, 1>,
    scan: &Scan<'_, T>,
    is_inclusive: bool,
    _: R,
) -> Result<()> {
    check_extents("values of a scan by key", scan.x.len(), keys.len())?;
    check_extents("output of a scan by key", scan.out.len(), keys.len())?;
    let head = View::new(space, "head", [keys.len()])?;
    K::mark_heads(space, keys, &head)?;
    T::scan_runs::<R>(space, scan, &head, is_inclusive)
}

/// Joins the values of each run of equal keys that follow each other: `unique[r]` is the key of run `r`, `joined[r]` the join
/// of its values. Gives the number of runs.
///
/// ```
/// use portax::{Sum, View};
/// use portax_algorithms::scan::reduce_by_key;
///
/// # fn main() -> portax::Result<()> {
/// # let space = portax_backends::by_name("rayon")?;
/// let keys = View::from_slice(&space, "keys", [5], &[7, 7, 2, 2, 2])?;
/// let x = View::from_slice(&space, "x", [5], &[1.0, 3.0, 2.0, -1.0, 0.5])?;
/// let unique: View<i32, 1> = View::new(&space, "unique", [5])?;
/// let sums: View<f64, 1> = View::new(&space, "sums", [5])?;
/// let runs = reduce_by_key(&space, &keys, &x, &unique, &sums, Sum)?;
/// assert_eq!(unique.to_vec()?[..runs], [7, 2]);
/// assert_eq!(sums.to_vec()?[..runs], [4.0, 1.5]);
/// # Ok(()) }
/// ```
///
/// Keys are equal by `==`: every NaN is a run of its own.
///
/// # Errors
/// Views of other lengths than the keys, inputs and outputs that share memory, or what the space reports.
pub fn reduce_by_key<K: Number, T: Scannable, R: Reducer<T>>(
    space: &Space,
    keys: &View<K, 1>,
    x: &View<T, 1>,
    unique: &View<K, 1>,
    joined: &View<T, 1>,
    _: R,
) -> Result<usize> {
    check_extents("values of a reduction by key", x.len(), keys.len())?;
    check_extents("keys found by a reduction by key", unique.len(), keys.len())?;
    check_extents("output of a reduction by key", joined.len(), keys.len())?;
    let runs = Runs::of(space, keys)?;
    let found = T::reduce_runs::<R>(space, &Scan { x, out: joined }, &runs)?;
    K::gather(space, found, &runs.first, keys, unique)?;
    Ok(found)
}

/// Joins by `R` what follows the last head of a run, and counts heads.
#[derive(Clone, Copy)]
struct InRuns<R>(PhantomData<fn() -> R>);

impl<T: ScalarElement, R: Reducer<T>> Reducer<(i32, T)> for InRuns<R> {
    fn identity() -> (i32, T) {
        (0, R::identity())
    }
    #[inline(always)]
    fn join<E: Exec>(
        a: <(i32, T) as Element>::In<E>,
        b: <(i32, T) as Element>::In<E>,
    ) -> <(i32, T) as Element>::In<E> {
        let has_head = E::cmp::<i32>(Cmp::Gt, b.0.0, E::splat(E::lit(0)));
        let [joined, own] = [R::join::<E>(a.1, b.1), b.1].map(|v| T::unwrap::<E>(v).0);
        (
            Varying(E::bin::<i32>(Bin::Add, a.0.0, b.0.0)),
            T::wrap(Varying(E::select::<T>(has_head, own, joined))),
        )
    }
}

macro_rules! scannable {
    ($($t:ident $module:ident)*) => { $(
        mod $module {
            use super::*;

            #[derive(Functor)]
            pub(super) struct All {
                pub x: View<$t, 1>,
                pub out: View<$t, 1>,
            }

            #[kernel]
            impl ScanKernel for All {
                type Value = $t;
                fn input(&self, i: Index) -> $t {
                    self.x[i]
                }
                fn output(&self, i: Index, prefix: $t) {
                    self.out[i] = prefix;
                }
            }

            #[derive(Functor)]
            pub(super) struct OfRuns {
                pub head: View<i32, 1>,
                pub x: View<$t, 1>,
                pub out: View<$t, 1>,
                /// What a run starts from, if its first element is given nothing else
                pub start: $t,
                pub is_inclusive: i32,
            }

            #[kernel]
            impl ScanKernel for OfRuns {
                type Value = (i32, $t);
                fn input(&self, i: Index) -> (i32, $t) {
                    (self.head[i], self.x[i])
                }
                fn output(&self, i: Index, prefix: (i32, $t)) {
                    self.out[i] = if self.head[i] > self.is_inclusive { self.start } else { prefix.1 };
                }
            }

            #[derive(Functor)]
            pub(super) struct LastOfRuns {
                pub head: View<i32, 1>,
                pub first: View<i32, 1>,
                pub x: View<$t, 1>,
                pub out: View<$t, 1>,
            }

            // SAFETY: every run has a number of its own, and one last element.
            #[kernel]
            unsafe impl ScanKernel for LastOfRuns {
                type Value = (i32, $t);
                fn input(&self, i: Index) -> (i32, $t) {
                    (self.head[i], self.x[i])
                }
                fn output(&self, i: Index, prefix: (i32, $t)) {
                    let run = prefix.0 - 1;
                    if self.head[i] == 1 {
                        self.first[run] = i;
                    }
                    if i + 1 == self.head.extent(0) || self.head[i + 1] == 1 {
                        self.out[run] = prefix.1;
                    }
                }
            }
        }

        impl Scannable for $t {
            fn scan<R: Reducer<$t>>(space: &Space, scan: &Scan<'_, $t>, is_inclusive: bool, reducer: R) -> Result<$t> {
                let k = $module::All { x: scan.x.clone(), out: scan.out.clone() };
                let all = RangePolicy::new(0..scan.x.len());
                match is_inclusive {
                    true => space.parallel_scan_inclusive("inclusive_scan", all, &k, reducer),
                    false => space.parallel_scan("exclusive_scan", all, &k, reducer),
                }
            }
            fn scan_runs<R: Reducer<$t>>(space: &Space, scan: &Scan<'_, $t>, head: &View<i32, 1>, is_inclusive: bool) -> Result<()> {
                let k = $module::OfRuns {
                    head: head.clone(),
                    x: scan.x.clone(),
                    out: scan.out.clone(),
                    start: R::identity(),
                    is_inclusive: is_inclusive as i32,
                };
                let (all, reducer) = (RangePolicy::new(0..scan.x.len()), InRuns::<R>(PhantomData));
                match is_inclusive {
                    true => space.parallel_scan_inclusive("inclusive_scan_by_key", all, &k, reducer),
                    false => space.parallel_scan("exclusive_scan_by_key", all, &k, reducer),
                }.map(drop)
            }
            fn reduce_runs<R: Reducer<$t>>(space: &Space, scan: &Scan<'_, $t>, runs: &Runs) -> Result<usize> {
                let k = $module::LastOfRuns {
                    head: runs.head.clone(),
                    first: runs.first.clone(),
                    x: scan.x.clone(),
                    out: scan.out.clone(),
                };
                let (all, reducer) = (RangePolicy::new(0..scan.x.len()), InRuns::<R>(PhantomData));
                let (found, _) = space.parallel_scan_inclusive("reduce_by_key", all, &k, reducer)?;
                Ok(found as usize)
            }
        }
    )* };
}
scannable! { u32 of_u32 i32 of_i32 f32 of_f32 u64 of_u64 i64 of_i64 f64 of_f64 }
