//! What messages of the compiler name in a kernel: the kinds of values, views inside kernels, and the traits behind
//! operators, indices and assignments.
//!
//! | in a kernel | in a message | same in all lanes? |
//! |---|---|---|
//! | `T`, `f64`, `f32`, `i32`, `u32` | [`Varying`] | no |
//! | `bool` | [`Bool`] | no |
//! | `Uniform<bool>`; `bool` fields, comparisons of uniforms | [`UniformBool`] | yes |
//! | `Uniform<T>`; scalar fields, uniform loads, results of reductions | [`UniformOf`] | yes |
//! | `Int`; `i32` fields, extents, loop variables, ranks | [`IntOf`] | yes |
//! | `Index` | [`IndexOf`] | base yes, lanes count up |
//! | `Complex<T>` | [`Complex`] of the above | as its parts |
//! | literals, `usize`, const generics, `comptime!` | plain Rust | comptime |
//! | `View<T, R, L>` | [`ViewIn`] | |
//!
//! None of it is to be named in a program: it changes without notice.

#[doc(no_inline)]
pub use crate::kernel::{
    exec::*, function::*, functor::*, team::*, trace::Trace, value::mask::*, value::*, view::*,
};
