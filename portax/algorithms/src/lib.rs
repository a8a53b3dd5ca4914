//! Stock parts of parallel programs: random numbers, sorts, scans, histograms, bins, and containers that kernels share. They
//! are written in portax' kernel language, so they run wherever its kernels do.
//!
//! | part | does |
//! |---|---|
//! | [`random`] | draws random numbers inside kernels, the same ones on every device |
//! | [`sort`] | sorts keys, and values by their keys; stable |
//! | [`scan`] | prefix sums of views and of runs of equal keys, sums of runs |
//! | [`BinSort`] | sorts items into bins: what cell lists need |
//! | [`histogram`] | counts the items of each bin |
//! | [`reduce_by_bin()`] | sums, minima or maxima of what items contribute to few bins: a multi-reduction |
//! | [`partition`], [`copy_if`], [`unique`] | move or copy marked elements to the front; leave out repetitions |
//! | [`gather`] | moves elements to the order of a list |
//! | [`Bitset`] | a set of numbers that kernels change and read at once |
//! | [`UnorderedMap`] | a map from keys to values that kernels insert into and look up in at once |
//! | [`ScatterView`] | collects what many iterations contribute to the same elements |
//!
//! ```
//! use portax::{View, parallel_for};
//! use portax_algorithms::{
//!     random::{philox, uniform},
//!     sort::sort,
//! };
//!
//! # fn main() -> portax::Result<()> {
//! # let space = portax_backends::by_name("rayon")?;
//! let n = 1001;
//! let x: View<f64, 1> = View::new(&space, "x", [n])?;
//! parallel_for!(space, "fill", n, |i| {
//!     let mut rng = philox(1u64, i as u64);
//!     x[i] = uniform(&mut rng);
//! })?;
//! sort(&space, &x)?;
//! let median = x.to_vec()?[n / 2];
//! assert!((median - 0.5).abs() < 0.1);
//! # Ok(()) }
//! ```
//!
//! Other algorithms of Kokkos and of the C++ standard library are a line of portax:
//!
//! ```
//! use portax::{Max, Min, MinLoc, Or, Sum, View, parallel_for, parallel_reduce};
//!
//! # fn main() -> portax::Result<()> {
//! # let space = portax_backends::by_name("rayon")?;
//! # let n = 4;
//! let x: View<f64, 1> = View::from_slice(&space, "x", [n], &[3.0, -1.0, 2.0, -4.0])?;
//! let y: View<f64, 1> = View::new(&space, "y", [n])?;
//! // count_if
//! let negative = parallel_reduce!(space, "count", n, |i| -> i32 { (x[i] < 0.0) as i32 }, Sum)?;
//! // find_if: the first one, n where there is none
//! let end = n as i32;
//! let first = parallel_reduce!(space, "find", n, |i| -> i32 { if x[i] < 0.0 { i as i32 } else { end } }, Min)?;
//! // any_of
//! let any = parallel_reduce!(space, "any", n, |i| -> i32 { (x[i] > 2.5) as i32 }, Or)?;
//! // min_element
//! let (least, at) = parallel_reduce!(space, "least", n, |i| -> (f64, i32) { (x[i], i as i32) }, MinLoc)?;
//! // minmax
//! let ends = parallel_reduce!(space, "ends", n, |i| -> (f64, f64) { (x[i], x[i]) }, (Min, Max))?;
//! // reverse_copy
//! parallel_for!(space, "reverse", n, |i| y[i] = x[end - 1 - i])?;
//! assert_eq!((negative, first, any, least, at, ends), (2, 1, 1, -4.0, 3, (-4.0, 3.0)));
//! assert_eq!(y.to_vec()?, [-4.0, 2.0, -1.0, 3.0]);
//! # Ok(()) }
//! ```
//!
//! Functions take a space and views that live there, and launch on it in order, as every launch does. They check lengths before
//! they launch anything. Views have up to 2^31 - 2^16 - 1 elements where places in them are counted.

#![warn(unreachable_pub)]

mod bin_sort;
mod bitset;
mod copy_if;
mod error;
mod histogram;
mod number;
mod partition;
mod reduce_by_bin;
mod runs;
pub mod scan;
mod scatter_view;
pub mod sort;
mod unordered_map;

pub use bin_sort::BinSort;
pub use bitset::Bitset;
pub use copy_if::copy_if;
pub use histogram::histogram;
pub use number::{AtomicNumber, Number, gather};
pub use partition::partition;
pub use portax_random as random;
pub use reduce_by_bin::{BinKernel, reduce_by_bin};
pub use runs::unique;
pub use scatter_view::{AtomicReducer, ScatterOp, ScatterView};
pub use unordered_map::{InsertResult, MapKey, UnorderedMap};
