//! Random numbers that kernels count out: a number is a function of a seed, a stream and its place in the stream.
//!
//! There is no state in memory, and nothing to set up: an iteration names its stream, usually by its own number, and draws. The
//! same seed gives the same numbers on every device and for any number of threads.
//!
//! ```
//! use portax::{View, parallel_for};
//! use portax_random::{normal, philox, uniform};
//!
//! # fn main() -> portax::Result<()> {
//! # let space = portax_backends::by_name("rayon")?;
//! let n = 10_000;
//! let x: View<f64, 1> = View::new(&space, "x", [n])?;
//! let y: View<f64, 1> = View::new(&space, "y", [n])?;
//! parallel_for!(space, "random", n, |i| {
//!     let mut rng = philox(2026u64, i as u64);
//!     x[i] = uniform(&mut rng);
//!     y[i] = normal(&mut rng);
//! })?;
//! let mean = x.to_vec()?.iter().sum::<f64>() / n as f64;
//! assert!((mean - 0.5).abs() < 0.02);
//! # Ok(()) }
//! ```
//!
//! Draws take a generator by `&mut`, as functions of the kernel language take variables. Integers and uniform numbers have
//! the same bits everywhere; [`normal`] and [`exponential`] use the logarithm and the cosine of the device, whose last
//! bits differ.
//!
//! The generators are those of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC 2011), and
//! agree with the known answers that come with their library, Random123.

#![warn(unreachable_pub)]

mod distributions;
mod philox;
mod threefry;

pub use distributions::{below, exponential, normal, normal_f32, uniform, uniform_f32};
pub use philox::{Philox, next_u32, next_u64, philox, philox4x32};
pub use threefry::{threefry2x64, threefry4x64};
