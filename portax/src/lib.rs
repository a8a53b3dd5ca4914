//! Performance portability for Rust: kernels written once, run natively vectorised on CPU threads and, compiled at run
//! time, on GPUs.
//!
//! ```
//! use portax::{Sum, View, parallel_for, parallel_reduce};
//!
//! # fn main() -> portax::Result<()> {
//! let space = portax_backends::by_name("rayon")?; // or "opencl:0", or portax_backends::best()
//! let x: View<f64, 1> = View::from_slice(&space, "x", [3], &[1.0, 2.0, 3.0])?;
//! let y: View<f64, 1> = View::new(&space, "y", [3])?;
//! let a = 2.0;
//! parallel_for!(space, "axpy", 3, |i| y[i] += a * x[i])?;
//! let sum = parallel_reduce!(space, "sum", 3, |i| -> f64 { y[i] }, Sum)?;
//! assert_eq!(sum, 12.0);
//! # Ok(()) }
//! ```
//!
//! The closure takes what it uses from around it. The other form of a kernel is a functor: a struct that holds what the
//! kernel works on. It is prepared once for many launches, stands in a [`Graph`], and is a field of other functors; scans, and
//! kernels of more than 24 variables, are functors.
//!
//! ```
//! use portax::{Float, Functor, RangeKernel, RangePolicy, View, kernel};
//!
//! #[derive(Functor)]
//! struct Axpy<T: Float> {
//!     a: T,
//!     x: View<T, 1>,
//!     y: View<T, 1>,
//! }
//!
//! #[kernel]
//! impl<T: Float> RangeKernel for Axpy<T> {
//!     fn axpy(&self, i: Index) {
//!         self.y[i] += self.a * self.x[i];
//!     }
//! }
//!
//! # fn main() -> portax::Result<()> {
//! # let space = portax_backends::by_name("rayon")?;
//! # let x = View::from_slice(&space, "x", [3], &[1.0, 2.0, 3.0])?;
//! # let y = View::new(&space, "y", [3])?;
//! let axpy = Axpy { a: 2.0, x, y };
//! space.parallel_for("axpy", RangePolicy::new(0..3), &axpy)?;
//! assert_eq!(axpy.y.to_vec()?, [2.0, 4.0, 6.0]);
//! # Ok(()) }
//! ```
//!
//! # The words
//! They are Kokkos': a [`Space`] runs launches and owns memory; a [`View`] is a shared handle of a multi-dimensional
//! array there, with a compile-time layout ([`LayoutLeft`], [`LayoutRight`], [`AoSoA`]); a policy ([`RangePolicy`],
//! [`MdRangePolicy`], [`TeamPolicy`]) says which iterations run; a functor holds what a kernel works on; patterns
//! ([`parallel_for`](Space::parallel_for), [`parallel_reduce`](Space::parallel_reduce),
//! [`parallel_scan`](Space::parallel_scan)) run it.
//!
//! # One of each
//! Iterations of a range, of a box, of teams of threads that share scratch:
//!
//! ```
//! use portax::{AUTO, LayoutRight, TeamPolicy, View, parallel_for};
//! # fn main() -> portax::Result<()> {
//! # let space = portax_backends::by_name("rayon")?;
//! let x: View<f64, 1> = View::new(&space, "x", [6])?;
//! let a: View<f64, 2, LayoutRight> = View::new(&space, "a", [2, 3])?;
//! parallel_for!(space, "range", 1..6, |i| x[i] = i as f64)?;
//! parallel_for!(space, "box", [2, 3], |i, j| a[(i, j)] = x[3 * i + j])?;
//! parallel_for!(space, "reverse", TeamPolicy::new(2, AUTO), |team: Team| {
//!     let (row, copy) = (team.league_rank(), team.scratch::<f64, 1>([3]));
//!     parallel_for(TeamVectorRange(team, 3), |j| copy[j] = a[(row, j)]);
//!     team.barrier();
//!     parallel_for(TeamVectorRange(team, 3), |j| a[(row, j)] = copy[2 - j]);
//! })?;
//! assert_eq!(a.subview((1, ..))?.to_vec()?, [5.0, 4.0, 3.0]);
//! # Ok(()) }
//! ```
//!
//! Reductions to a value, to several, by a reducer of one's own; [more](language#reductions):
//!
//! ```
//! use portax::{Max, Reducer, Sum, View, kernel, parallel_reduce};
//!
//! #[derive(Clone, Copy)]
//! struct FarthestFromZero;
//! #[kernel]
//! impl Reducer<f64> for FarthestFromZero {
//!     const COMMUTES: bool = true;
//!     fn identity() -> f64 {
//!         0.0
//!     }
//!     fn join(a: f64, b: f64) -> f64 {
//!         if b.abs() > a.abs() { b } else { a }
//!     }
//! }
//! # fn main() -> portax::Result<()> {
//! # let space = portax_backends::by_name("rayon")?;
//! let x: View<f64, 1> = View::from_slice(&space, "x", [3], &[1.0, -4.0, 2.0])?;
//! let sum = parallel_reduce!(space, "sum", 3, |i| -> f64 { x[i] }, Sum)?;
//! let both = parallel_reduce!(space, "both", 3, |i| -> (f64, f64) { (x[i], x[i]) }, (Sum, Max))?;
//! let farthest = parallel_reduce!(space, "farthest", 3, |i| -> f64 { x[i] }, FarthestFromZero)?;
//! assert_eq!((sum, both, farthest), (-1.0, (-1.0, 2.0), -4.0));
//! # Ok(()) }
//! ```
//!
//! A scan: each index gets the join of what comes before it. [`ScanKernel`] is the functor's form:
//!
//! ```
//! use portax::{Sum, View, parallel_scan};
//! # fn main() -> portax::Result<()> {
//! # let space = portax_backends::by_name("rayon")?;
//! let count: View<i32, 1> = View::from_slice(&space, "count", [3], &[2, 0, 3])?;
//! let start: View<i32, 1> = View::new(&space, "start", [3])?;
//! let all = parallel_scan!(
//!     space, "starts", 3, |i| -> i32 { count[i] }, |i, before| start[i] = before, Sum)?;
//! assert_eq!((all, start.to_vec()?), (5, vec![0, 2, 2]));
//! # Ok(()) }
//! ```
//!
//! Atomic updates where iterations meet; [more](language#memory):
//!
//! ```
//! # use portax::{View, parallel_for};
//! # fn main() -> portax::Result<()> {
//! # let space = portax_backends::by_name("rayon")?;
//! let kind: View<i32, 1> = View::from_slice(&space, "kind", [5], &[2, 0, 2, 2, 1])?;
//! let count: View<i32, 1> = View::new(&space, "count", [3])?;
//! parallel_for!(space, "count", 5, |i| count.atomic_add(kind[i], 1))?;
//! assert_eq!(count.to_vec()?, [1, 1, 3]);
//! # Ok(()) }
//! ```
//!
//! What is launched often is checked once; a device takes a series of launches by one call:
//!
//! ```
//! # use portax::{Functor, Graph, RangeKernel, RangePolicy, View, kernel};
//! # #[derive(Functor)]
//! # struct Double { x: View<f64, 1> }
//! # #[kernel]
//! # impl RangeKernel for Double {
//! #     fn double(&self, i: Index) { self.x[i] *= 2.0; }
//! # }
//! # fn main() -> portax::Result<()> {
//! # let space = portax_backends::by_name("rayon")?;
//! # let (x, policy) = (View::from_slice(&space, "x", [1], &[1.0])?, RangePolicy::new(0..1));
//! let double = space.prepare("double", policy, &Double { x: x.clone() })?;
//! double.launch()?;
//! let graph = Graph::new(&space, [&double, &double])?;
//! for _ in 0..3 {
//!     graph.launch()?;
//! }
//! assert_eq!(x.to_vec()?, [128.0]);
//! # Ok(()) }
//! ```
//!
//! | what else | where |
//! |---|---|
//! | loops, branches, `break`; local arrays, tables of constants | [control flow](language#control-flow), [arrays](language#arrays) |
//! | `#[device]` functions, methods, operators; traits, by which physics is a type parameter | [functions](language#functions-methods-operators) |
//! | views of structs, whose layout decides how they lie in memory | [structs](language#structs-in-views) |
//! | reductions, scans and broadcasts in teams | [teams](language#teams) |
//! | `kernel_assert!`, `debug_print!` | [messages](language#messages) |
//! | random numbers: `let mut rng = philox(seed, i as u64); x[i] = uniform(&mut rng);` | the crate `portax-random` |
//! | sorts, histograms, hash maps, bit sets | the crate `portax-algorithms` |
//!
//! # Views on the host
//! A view owns a share of its memory, which is freed with the last clone, [subview](View::subview) or
//! [reshaped view](View::reshape) of it. Host code works on the elements of a [`HostView`] through guards, and moves whole
//! views or parts of them with [`deep_copy`], between any spaces and layouts:
//!
//! ```
//! # use portax::{LayoutRight, View, deep_copy, parallel_for};
//! # fn main() -> portax::Result<()> {
//! # let space = portax_backends::by_name("rayon")?;
//! let a: View<f64, 2, LayoutRight> = View::from_fn(&space, "a", [3, 4], |[i, j]| (10 * i + j) as f64)?;
//! let column = a.subview((.., 1))?;                       // rank 1, shares the memory
//! parallel_for!(space, "negate", column.len(), |i| column[i] = -column[i])?;
//! a.subview((0, 2..))?.fill(7.0)?;
//!
//! let mirror = column.create_mirror_view()?;              // the column in host memory
//! deep_copy(&mirror, &column)?;
//! assert_eq!(mirror.read()?.to_vec(), [-1.0, -11.0, -21.0]);
//! assert_eq!(a.reshape([12])?.to_vec()?[..4], [0.0, -1.0, 7.0, 7.0]);
//! # Ok(()) }
//! ```
//!
//! [`View::resize`] and [`View::realloc`] give a view other extents in new memory; a [`DualView`] is on both sides and
//! copies what was changed.
//!
//! # The kernel language
//! `#[kernel]` rewrites a Rust body once into a function generic over its executor: packs of AVX-512 or AVX2, one lane, or
//! a recorder. [`language`] is its chapter: values, control flow, functions and methods, memory, teams, and what to write
//! instead of what is refused.
//!
//! # The contract
//! * **Who validates.** portax, before each launch: views live in the launch's space; iterations cannot race (from the
//!   recorded [`Program`](ir::Program), see [`ir::summary`]); accesses are in bounds, proven from the numbers of the
//!   launch ([`ir::bounds`]) or checked each time. The kernel's author may promise instead: `unsafe impl` that iterations
//!   do not race, `#[kernel(unchecked)] unsafe impl` that accesses are in bounds, too; `PORTAX_CHECK=1` checks those all
//!   the same ([`config`] lists all variables).
//! * **Who may fail.** Everything that allocates, copies or launches returns [`Result`]; an [`Error`] names the thing
//!   and the remedy. Nothing panics on a user's mistake, except indexing a guard of a [`HostView`] out of range, as with
//!   slices. Checked accesses of native kernels leave the launch by unwinding: programs built with `panic = "abort"`
//!   end there.
//! * **Integers.** What all lanes share (`Int`) and indices are exact, of 64 bits: devices compute them with 32 where the
//!   numbers of the launch show that nobody can tell, with 64 otherwise ([`ir::bounds`]). Products and sums of indices alone are
//!   `i32`; a launch for which one may be too small is an error, but for `unchecked` kernels: `i as i64 * j as i64`. Varying
//!   `i32` and `u32` wrap, and bit operations of indices take the low 32 bits, everywhere; `i64` and `u64` wrap at 64 bits. The promise of `unchecked`
//!   includes that sums and products of loaded 32-bit integers fit 32 bits; `PORTAX_CHECK=1` does not rely on it.
//! * **What is asynchronous.** Launches on devices; launches of one space run in order. Host launches return when they
//!   are done. [`Space::fence`] waits; copies to the host wait for what they copy. Further instances of a device
//!   ([`Space::instance`]) run at the same time; launches and copies that use the same views wait for each other.
//!   Accesses out of bounds that a device finds are errors of the next fence or copy to the host.
//! * **Determinism.** Reductions and scans have fixed trees: the same bits for any number of threads of one backend.

#![warn(unreachable_pub)]

extern crate self as portax;

#[macro_use]
mod cpu;

pub mod backend;
pub mod cache;
pub mod config;
mod copy;
mod dump;
pub mod error;
mod fault;
pub mod ir;
#[doc(hidden)]
pub mod kernel;
pub mod language;
mod launch;
pub mod layout;
pub mod ops;
pub mod pattern;
pub mod policy;
pub mod registry;
pub mod space;
#[macro_use]
mod say;
mod stderr;
pub mod study;
pub mod tools;
pub mod tune;
pub mod view;

pub use copy::{DualView, deep_copy};
pub use error::{Error, Result};
pub use half::{bf16, f16};
pub use kernel::exec::Float;
pub use kernel::functor::{
    Functor, MdRangeKernel, MdReduceKernel, RangeKernel, ReduceKernel, ScanKernel, TeamKernel,
    TeamReduceKernel,
};
pub use kernel::value::{
    And, BitAnd, BitOr, BitXor, Complex, Element, Max, MaxLoc, Min, MinLoc, MinMax, MinMaxLoc, Or,
    Prod, Reducer, Sum,
};
pub use kernel::view::IntRow;
pub use launch::{Graph, Held, Prepared};
pub use layout::{AoSoA, Interleaved, LayoutLeft, LayoutRight, LayoutStride};
pub use pattern::{ForPolicy, ReducePolicy};
pub use policy::{AUTO, Iterate, MdRangePolicy, RangePolicy, TeamPolicy};
pub use portax_macros::{
    Comptime, Element, Functor, device, dispatch, kernel, parallel_for, parallel_reduce,
    parallel_scan, parallel_scan_inclusive,
};
pub use space::{Event, Space};
pub use view::{HostView, View};
