//! Executors: what a kernel body is generic over.
//!
//! `#[kernel]` rewrites a Rust body once into a function generic over [`Exec`] ("tagless final"):
//!
//! | executor | lanes | runs |
//! |---|---|---|
//! | [`Simd<Avx512>`](super::simd::Simd) | 8 | packs in zmm registers (f64), ymm (f32, i32) |
//! | [`Simd<Avx2>`](super::simd::Simd) | 4 | packs in ymm registers (f64), xmm (f32, i32) |
//! | [`Simd<Portable>`](super::simd::Simd) | 1 | what packs leave over, other CPUs and checked runs |
//! | [`Trace`](super::trace::Trace) | 1 | nothing: it records the body as [`ir`](crate::ir) |
//!
//! Rules for the native executors, each paid for in measurements: everything between the launch
//! function (which carries `#[target_feature]`) and an intrinsic is `#[inline(always)]`; no closure
//! adapters of `std` (`array::map`, `from_fn`: not always inlined, 3x on large kernels); cases are chosen
//! by associated consts and `if const {}`, never by a run-time enum that carries packs (20x compile
//! time). `Trace`, on the contrary, is never inlined.

mod control;
pub mod lane;
mod memory;
pub mod native;
mod say;
pub mod scalar;
mod small;
mod team;
mod values;

pub use control::Control;
pub use lane::Lane;
pub use memory::{Access, Column, Coordinate, LocalPlace, Memory};
pub use say::{Say, Shown};
pub use scalar::{Float, Integer, LoopInteger, Scalar, Stored};
pub use small::{Small, SmallInteger, WideBits};
pub use team::Teams;
pub use values::Values;

/// What a kernel body needs of the machine that runs or records it. Kernel authors never name this trait: the macro does.
pub trait Exec: Values + Control + Memory + Teams + Say {}
impl<E: Values + Control + Memory + Teams + Say> Exec for E {}
