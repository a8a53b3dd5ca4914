//! Stock parts of parallel programs: random numbers, sorts, scans, histograms, bins. They are written in portax' kernel
//! language, so they run wherever its kernels do.
//!
//! | part | does |
//! |---|---|
//! | [`random`] | draws random numbers inside kernels, the same ones on every device |
//! | [`sort`] | sorts keys, and values by their keys; stable |
//! | [`scan`] | prefix sums of views and of runs of equal keys, sums of runs |
//! | [`BinSort`] | sorts items into bins: what cell lists need |
//! | [`histogram`] | counts the items of each bin |
//! | [`partition`], [`unique`] | move marked elements to the front; leave out repetitions |
//! | [`gather`] | moves elements to the order of a list |
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
//! Functions take a space and views that live there, and launch on it in order, as every launch does. They check lengths before
//! they launch anything. Views have up to 2^31 - 2^16 - 1 elements where places in them are counted.

#![warn(unreachable_pub)]

mod bin_sort;
mod error;
mod histogram;
mod number;
mod partition;
pub mod random;
mod runs;
pub mod scan;
pub mod sort;

pub use bin_sort::BinSort;
pub use histogram::histogram;
pub use number::{Number, gather};
pub use partition::partition;
pub use runs::unique;
