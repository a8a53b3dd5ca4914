//! Numbers as elements of views, and how they are moved.

use crate::error::check_extents;
use portax::{
    Functor, RangeKernel, RangePolicy, Result, Space, View, kernel, kernel::value::ScalarElement,
    view::ViewElement,
};

/// A number: `u32`, `i32`, `u64`, `i64`, `f32` or `f64`.
pub trait Number: ViewElement {
    #[doc(hidden)]
    fn copy(space: &Space, n: usize, from: &View<Self, 1>, to: &View<Self, 1>) -> Result<()>;
    #[doc(hidden)]
    fn gather(
        space: &Space,
        n: usize,
        at: &View<i32, 1>,
        from: &View<Self, 1>,
        to: &View<Self, 1>,
    ) -> Result<()>;
    #[doc(hidden)]
    fn mark_heads(space: &Space, keys: &View<Self, 1>, head: &View<i32, 1>) -> Result<()>;
}

/// A number that kernels update atomically: each [`Number`] is one.
pub trait AtomicNumber: Number + ScalarElement + ViewElement<Scalar = Self> {}
impl<T: Number + ScalarElement + ViewElement<Scalar = T>> AtomicNumber for T {}

/// `to[i] = from[at[i]]`, for every element of `to`; `at` may be longer.
///
/// # Errors
/// Fewer elements of `at` than of `to`, an element of `at` that is no index of `from`, `from` and `to` that share memory, or
/// what the space reports.
pub fn gather<T: Number>(
    space: &Space,
    at: &View<i32, 1>,
    from: &View<T, 1>,
    to: &View<T, 1>,
) -> Result<()> {
    check_extents("indices of a gather", at.len().min(to.len()), to.len())?;
    T::gather(space, to.len(), at, from, to)
}

macro_rules! numbers {
    ($($t:ident $module:ident)*) => { $(
        mod $module {
            use super::*;

            #[derive(Functor)]
            pub(super) struct Copy {
                pub from: View<$t, 1>,
                pub to: View<$t, 1>,
            }

            #[kernel]
            impl RangeKernel for Copy {
                fn copy(&self, i: Index) {
                    self.to[i] = self.from[i];
                }
            }

            #[derive(Functor)]
            pub(super) struct Gather {
                pub at: View<i32, 1>,
                pub from: View<$t, 1>,
                pub to: View<$t, 1>,
            }

            #[kernel]
            impl RangeKernel for Gather {
                fn gather(&self, i: Index) {
                    self.to[i] = self.from[self.at[i]];
                }
            }

            /// 1 where a run of equal keys begins, else 0.
            #[derive(Functor)]
            pub(super) struct Heads {
                pub keys: View<$t, 1>,
                pub head: View<i32, 1>,
            }

            #[kernel]
            impl RangeKernel for Heads {
                fn heads(&self, i: Index) {
                    self.head[i] = if i > 0 && self.keys[i - 1] == self.keys[i] { 0 } else { 1 };
                }
            }
        }

        impl Number for $t {
            fn copy(space: &Space, n: usize, from: &View<$t, 1>, to: &View<$t, 1>) -> Result<()> {
                let k = $module::Copy { from: from.clone(), to: to.clone() };
                space.parallel_for("copy", RangePolicy::new(0..n), &k)
            }
            fn gather(space: &Space, n: usize, at: &View<i32, 1>, from: &View<$t, 1>, to: &View<$t, 1>) -> Result<()> {
                let k = $module::Gather { at: at.clone(), from: from.clone(), to: to.clone() };
                space.parallel_for("gather", RangePolicy::new(0..n), &k)
            }
            fn mark_heads(space: &Space, keys: &View<$t, 1>, head: &View<i32, 1>) -> Result<()> {
                let k = $module::Heads { keys: keys.clone(), head: head.clone() };
                space.parallel_for("heads", RangePolicy::new(0..keys.len()), &k)
            }
        }
    )* };
}
numbers! { u32 of_u32 i32 of_i32 f32 of_f32 u64 of_u64 i64 of_i64 f64 of_f64 }
