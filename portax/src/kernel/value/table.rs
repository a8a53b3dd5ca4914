//! Constant arrays of the host in kernels.

use super::{
    IndexOf, IntOf, Plain, Step, UniformOf, Varying,
    local::{RunTimeIndex, checked_place},
    mask::{Checking, Lex, MaskType},
};
use crate::kernel::exec::{Exec, Scalar};

/// A constant array of the host. Its elements become values of the kernel where they are read: each pack of lanes would store
/// the whole array as packs otherwise, to read one of them.
pub struct Table<T: 'static, const N: usize> {
    pub(in crate::kernel) array: &'static [T; N],
    pub(in crate::kernel) name: &'static str,
}

/// What a constant that is indexed in a kernel is an array of.
#[diagnostic::on_unimplemented(
    message = "a constant of type `{Self}` is indexed in a kernel",
    label = "tables of a kernel are arrays of floats, integers of 32 and 64 bits, or usize",
    note = "pass a long table as a view"
)]
pub trait TableElement<E: Exec>: Plain + 'static {
    /// The element in a kernel.
    type Value;
    /// The element of the array that messages call `name`.
    fn value(&'static self, name: &'static str) -> Self::Value;
}

macro_rules! scalars {
    ($($t:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<E: Exec> TableElement<E> for $t {
            type Value = Varying<E, $t>;
            #[inline(always)]
            fn value(&'static self, _: &'static str) -> Varying<E, $t> {
                Varying(E::splat(E::lit(*self)))
            }
        }
    )* };
}
scalars! { i32 u32 i64 u64 f32 f64 }
#[diagnostic::do_not_recommend]
impl<E: Exec> TableElement<E> for usize {
    type Value = usize;
    #[inline(always)]
    fn value(&'static self, _: &'static str) -> usize {
        *self
    }
}
#[diagnostic::do_not_recommend]
impl<E: Exec, T: TableElement<E>, const N: usize> TableElement<E> for [T; N] {
    type Value = Table<T, N>;
    #[inline(always)]
    fn value(&'static self, name: &'static str) -> Table<T, N> {
        Table { array: self, name }
    }
}

/// A constant array in a kernel, by its name.
#[inline(always)]
pub fn table<E: Exec, A: TableElement<E>>(array: &'static A, name: &'static str) -> A::Value {
    array.value(name)
}

/// An index of a constant array of `T`.
#[diagnostic::on_unimplemented(
    message = "a constant array of `{T}` is indexed with `{Self}`",
    label = "this array has no such index",
    note = "an index is an integer: an `i32`, an `Int`, an `Index`, a literal; convert with `as i32`",
    note = "an array of arrays is indexed at run time in its last index alone: flatten it, `A[i * n + j]`"
)]
pub trait TableIndex<E: Exec, T: TableElement<E>, L> {
    /// The element of the array.
    #[track_caller]
    fn of<const N: usize>(self, table: &Table<T, N>, at: L) -> T::Value;
}

macro_rules! comptime {
    ($($t:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<E: Exec, T: TableElement<E>, L> TableIndex<E, T, L> for $t {
            #[inline(always)]
            fn of<const N: usize>(self, table: &Table<T, N>, _: L) -> T::Value {
                table.array[self as usize].value(table.name)
            }
        }
    )* };
}
comptime! { usize i32 }

macro_rules! at_run_time {
    ($([$($g:tt)*] $t:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<E: Exec, T, M: MaskType<E>, C: Checking, $($g)*> TableIndex<E, T, Lex<M, C>> for $t
        where
            T: Scalar + TableElement<E, Value = Varying<E, T>>,
        {
            #[inline(always)]
            #[track_caller]
            fn of<const N: usize>(self, table: &Table<T, N>, at: Lex<M, C>) -> Varying<E, T> {
                let (place, mask) = checked_place::<E, Varying<E, T>, M, C>(self.at_run_time(), N, table.name, at);
                // SAFETY: the whole array; its index is proven, checked, or promised by the author.
                Varying(unsafe { E::load_constant(table.array, &place, mask) })
            }
        }
    )* };
}
at_run_time! {
    [] Varying<E, i32>;
    [] IntOf<E>;
    [] UniformOf<E, i32>;
    [S: Step] IndexOf<E, S>;
}
