#![doc = include_str!("language.md")]
//!
//! # What messages of the compiler name
//!
//! | in a kernel | in a message |
//! |---|---|
//! | `T`, `f64`, `f32`, `i32`, `u32`, `i64`, `u64` | [`Varying`] |
//! | `bool` | [`Bool`] |
//! | `Uniform<bool>`; `bool` fields, comparisons of uniforms | [`UniformBool`] |
//! | `Uniform<T>` | [`UniformOf`] |
//! | `Int` | [`IntOf`] |
//! | `Index` | [`IndexOf`] |
//! | `Complex<T>` | [`Complex`] of the above |
//! | literals, `usize`, const generics, `comptime!` | plain Rust |
//! | `View<T, R, L>` | [`ViewIn`] |
//!
//! None of it is to be named in a program: it changes without notice.

#[doc(no_inline)]
pub use crate::kernel::{
    exec::*, function::*, functor::*, team::*, trace::Trace, value::mask::*, value::*, view::*,
};
