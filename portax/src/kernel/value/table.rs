//! Constant arrays of the host in kernels.

use super::{
    Items, Plain, Receiver, Varying,
    local::{RunTimeIndex, checked_place},
    mask::{Checking, Lex, MaskType},
    rows::{AnyIndex, checked_item},
};
use crate::kernel::{
    exec::{Column, Exec, LocalPlace, Scalar},
    view::At,
};

/// A constant array of the host. Its elements become values of the kernel where they are read: each pack of lanes would store
/// the whole array as packs otherwise, to read one of them.
pub struct Table<T: 'static, const N: usize> {
    pub(in crate::kernel) array: &'static [T; N],
    pub(in crate::kernel) name: &'static str,
}

impl<T, const N: usize> Clone for Table<T, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, const N: usize> Copy for Table<T, N> {}

#[diagnostic::do_not_recommend]
impl<L, T, const N: usize> Receiver<L> for Table<T, N> {
    type Within = Items<N>;
    #[inline(always)]
    fn __px_within(self, _: L) -> Items<N> {
        Items
    }
}

/// What a table has elements of.
pub trait TableElement<E: Exec>: Plain + 'static {
    /// The element in a kernel.
    type Value;
    /// The element of the array that messages call `name`.
    fn value(&'static self, name: &'static str) -> Self::Value;
}

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
    note = "tables of a kernel are arrays of floats, of integers of 32 and 64 bits, and of pairs, triples or arrays of these; pass a long table as a view",
    note = "an index is an integer: an `i32`, an `Int`, an `Index`, a literal; convert with `as i32`"
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
    T: TableItem<E>,
{
    type Value = T::Found;
    #[inline(always)]
    #[track_caller]
    fn of<const N: usize>(self, table: &Table<T, N>, at: Lex<M, C>) -> T::Found {
        const { assert!(N > 0, "an array without elements is indexed") };
        let index = self.at_run_time();
        let (place, mask) = checked_place::<E, Varying<E, i32>, M, C>(index, N, table.name, at);
        // SAFETY: the whole array; its index is proven, checked, or promised by the author.
        unsafe { T::found(table.array, place, mask) }
    }
}

/// What constant arrays have that are indexed at run time: numbers, pairs and triples of them, and arrays of these.
pub trait TableItem<E: Exec>: Plain + Sized + 'static {
    /// The item in a kernel.
    type Found;
    /// The item at a place of an array.
    ///
    /// # Safety
    /// In the lanes of the mask the index is below the array's length: proven, checked or promised.
    unsafe fn found(
        array: &'static [Self],
        place: LocalPlace<E>,
        m: Option<E::Mask>,
    ) -> Self::Found;
}

macro_rules! numbers {
    ($($t:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<E: Exec> TableElement<E> for $t {
            type Value = Varying<E, $t>;
            #[inline(always)]
            fn value(&'static self, _: &'static str) -> Varying<E, $t> {
                Varying(E::splat(E::lit(*self)))
            }
        }
        #[diagnostic::do_not_recommend]
        impl<E: Exec> TableItem<E> for $t {
            type Found = Varying<E, $t>;
            #[inline(always)]
            unsafe fn found(array: &'static [$t], place: LocalPlace<E>, m: Option<E::Mask>) -> Varying<E, $t> {
                // SAFETY: the caller's promise.
                unsafe { number(Column::of(array), &place, m) }
            }
        }
    )* };
}
numbers! { i32 u32 i64 u64 f32 f64 }

/// As an index made of `u32` is, an `i64`.
#[diagnostic::do_not_recommend]
impl<E: Exec> TableItem<E> for usize {
    type Found = Varying<E, i64>;
    #[inline(always)]
    unsafe fn found(
        array: &'static [usize],
        place: LocalPlace<E>,
        m: Option<E::Mask>,
    ) -> Varying<E, i64> {
        const { assert!(size_of::<usize>() == size_of::<i64>()) };
        // SAFETY: of the same bytes.
        let as_long = |x: &'static usize| unsafe { &*std::ptr::from_ref(x).cast::<i64>() };
        // SAFETY: an item is its own part; otherwise the caller's promise.
        unsafe { number(Column::part(array, as_long), &place, m) }
    }
}

/// # Safety
/// As for [`TableItem::found`].
#[inline(always)]
unsafe fn number<E: Exec, T: Scalar>(
    column: Column<T>,
    place: &LocalPlace<E>,
    m: Option<E::Mask>,
) -> Varying<E, T> {
    // SAFETY: the caller's promise.
    Varying(unsafe { E::load_constant(column, place, m) })
}

macro_rules! tuples {
    ($($t:ident $k:tt),*) => {
        #[diagnostic::do_not_recommend]
        impl<E: Exec, $($t: TableElement<E>),*> TableElement<E> for ($($t,)*)
        where
            ($($t,)*): Plain,
        {
            type Value = ($($t::Value,)*);
            #[inline(always)]
            fn value(&'static self, name: &'static str) -> Self::Value {
                ($(self.$k.value(name),)*)
            }
        }
        #[diagnostic::do_not_recommend]
        impl<E: Exec, $($t: Scalar),*> TableItem<E> for ($($t,)*)
        where
            ($($t,)*): Plain,
        {
            type Found = ($(Varying<E, $t>,)*);
            #[inline(always)]
            unsafe fn found(array: &'static [Self], place: LocalPlace<E>, m: Option<E::Mask>) -> Self::Found {
                // SAFETY: the caller's promise.
                unsafe { ($(number(Column::part(array, |item| &item.$k), &place, m),)*) }
            }
        }
    };
}
tuples! { A 0, B 1 }
tuples! { A 0, B 1, C 2 }

#[diagnostic::do_not_recommend]
impl<E: Exec, T: TableItem<E>, const N: usize> TableItem<E> for [T; N] {
    type Found = TableRow<E, T, N>;
    #[inline(always)]
    unsafe fn found(
        array: &'static [[T; N]],
        place: LocalPlace<E>,
        _: Option<E::Mask>,
    ) -> TableRow<E, T, N> {
        TableRow {
            array: array.as_flattened(),
            place,
        }
    }
}

/// A row of a constant array of arrays, at an index that is known at run time: nothing is read before its items are.
pub struct TableRow<E: Exec, T: 'static, const N: usize> {
    /// The items of all rows
    array: &'static [T],
    /// Which row
    place: LocalPlace<E>,
}
impl<E: Exec, T, const N: usize> Clone for TableRow<E, T, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<E: Exec, T, const N: usize> Copy for TableRow<E, T, N> {}

/// An index of such a row.
impl<E, T, I, M, C, const N: usize> At<E, I, Lex<M, C>> for TableRow<E, T, N>
where
    E: Exec,
    T: TableItem<E>,
    I: AnyIndex<E>,
    M: MaskType<E>,
    C: Checking,
{
    type Output = T::Found;
    #[inline(always)]
    #[track_caller]
    fn at(&self, i: I, at: Lex<M, C>) -> T::Found {
        const { assert!(N > 0, "an array without elements is indexed") };
        let (row, lengths) = (self.place.at, (N, self.array.len()));
        let index = i.of_any(N);
        let (place, mask) =
            checked_item::<E, Varying<E, i32>, M, C>(row, index, lengths, self.place.name, at);
        // SAFETY: both indices are proven, checked, or promised by the author.
        unsafe { T::found(self.array, place, mask) }
    }
}

#[diagnostic::do_not_recommend]
impl<L, E: Exec, T, const N: usize> Receiver<L> for TableRow<E, T, N> {
    type Within = Items<N>;
    #[inline(always)]
    fn __px_within(self, _: L) -> Items<N> {
        Items
    }
}
