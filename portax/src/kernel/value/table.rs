//! Constant arrays of the host in kernels.

use super::{
    Plain, Varying,
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

/// What a table has elements of.
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
pub fn table<T, const N: usize>(array: &'static [T; N], name: &'static str) -> Table<T, N> {
    Table { array, name }
}

/// An index of a constant array of `T`.
#[diagnostic::on_unimplemented(
    message = "a constant array of `{T}` is indexed with `{Self}`",
    label = "this array has no such index",
    note = "tables of a kernel are arrays of floats, integers of 32 and 64 bits, or usize; pass a long table as a view",
    note = "an index is an integer: an `i32`, an `Int`, an `Index`, a literal; convert with `as i32`",
    note = "an array of arrays is indexed at run time in its last index alone: flatten it, `A[i * n + j]`"
)]
pub trait TableIndex<E: Exec, T: 'static, L> {
    /// The element in a kernel.
    type Value;
    /// The element of the array.
    #[track_caller]
    fn of<const N: usize>(self, table: &Table<T, N>, at: L) -> Self::Value;
}

macro_rules! comptime {
    ($($t:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<E: Exec, T: TableElement<E>, L> TableIndex<E, T, L> for $t {
            type Value = T::Value;
            #[inline(always)]
            fn of<const N: usize>(self, table: &Table<T, N>, _: L) -> T::Value {
                table.array[self as usize].value(table.name)
            }
        }
    )* };
}
comptime! { usize i32 }

#[diagnostic::do_not_recommend]
impl<E: Exec, T, I: RunTimeIndex<Exec = E>, M: MaskType<E>, C: Checking> TableIndex<E, T, Lex<M, C>>
    for I
where
    T: Scalar + TableElement<E, Value = Varying<E, T>>,
{
    type Value = Varying<E, T>;
    #[inline(always)]
    #[track_caller]
    fn of<const N: usize>(self, table: &Table<T, N>, at: Lex<M, C>) -> Varying<E, T> {
        let index = self.at_run_time();
        let (place, mask) = checked_place::<E, Varying<E, T>, M, C>(index, N, table.name, at);
        // SAFETY: the whole array; its index is proven, checked, or promised by the author.
        Varying(unsafe { E::load_constant(table.array, &place, mask) })
    }
}
