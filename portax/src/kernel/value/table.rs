//! Constant arrays of the host in kernels.

use super::{
    IntOf, Items, Plain, Receiver, UniformBool, UniformOf, Varying,
    local::{RunTimeIndex, checked_place},
    mask::{Checking, Lex, MaskType},
    rows::{AnyIndex, checked_item},
    sharing::Sharing,
};
use crate::kernel::{
    exec::{Column, Exec, LocalPlace},
    view::At,
};
use std::marker::PhantomData;

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
    note = "tables of a kernel are arrays of numbers, of `bool`, and of pairs, triples or arrays of these; pass a long table as a view",
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
    type Value = T::Found<I::Sharing>;
    #[inline(always)]
    #[track_caller]
    fn of<const N: usize>(self, table: &Table<T, N>, at: Lex<M, C>) -> Self::Value {
        const { assert!(N > 0, "an array without elements is indexed") };
        let index = self.at_run_time();
        let (place, mask) = checked_place::<E, Varying<E, i32>, M, C>(index, N, table.name, at);
        // SAFETY: the whole array; its index is proven, checked, or promised by the author.
        unsafe { T::found(table.array, place, mask) }
    }
}

/// What constant arrays have that are indexed at run time: numbers, pairs and triples of them, and arrays of these.
pub trait TableItem<E: Exec>: Plain + Sized + 'static {
    /// The item in a kernel, where lanes share the index or not.
    type Found<S: Sharing<E>>;
    /// The item at a place of an array.
    ///
    /// # Safety
    /// In the lanes of the mask the index is below the array's length: proven, checked or promised.
    unsafe fn found<S: Sharing<E>>(
        array: &'static [Self],
        place: LocalPlace<E>,
        m: Option<E::Mask>,
    ) -> Self::Found<S>;
}

/// A number or a condition of a table.
pub trait TableNumber<E: Exec>: Plain + Sized + 'static {
    /// It in a kernel, where lanes share the index or not.
    type Found<S: Sharing<E>>;
    /// That part of the item at a place of an array.
    ///
    /// # Safety
    /// As for [`TableItem::found`]; the part is a field of the item that it is given.
    unsafe fn part<S: Sharing<E>, A>(
        array: &'static [A],
        part: fn(&'static A) -> &'static Self,
        place: &LocalPlace<E>,
        m: Option<E::Mask>,
    ) -> Self::Found<S>;
}

/// `type in a table as what has its bytes, read by: a known element, an element at run time`.
macro_rules! numbers {
    ($($t:ty as $bytes:ty, $read:ident: $value:ty, |$x:ident| $of:expr, $found:ty, |$number:ident| $found_of:expr;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<E: Exec> TableElement<E> for $t {
            type Value = $value;
            #[inline(always)]
            fn value(&'static self, _: &'static str) -> $value {
                let $x = *self;
                $of
            }
        }
        #[diagnostic::do_not_recommend]
        impl<E: Exec> TableNumber<E> for $t {
            type Found<S: Sharing<E>> = $found;
            #[inline(always)]
            unsafe fn part<S: Sharing<E>, A>(
                array: &'static [A],
                part: fn(&'static A) -> &'static $t,
                place: &LocalPlace<E>,
                m: Option<E::Mask>,
            ) -> $found {
                // SAFETY: the caller's promise.
                let $number = unsafe { S::$read::<$bytes>(Column::part(array, part), place, m) };
                $found_of
            }
        }
        #[diagnostic::do_not_recommend]
        impl<E: Exec> TableItem<E> for $t {
            type Found<S: Sharing<E>> = $found;
            #[inline(always)]
            unsafe fn found<S: Sharing<E>>(array: &'static [$t], place: LocalPlace<E>, m: Option<E::Mask>) -> $found {
                // SAFETY: an item is its own part; otherwise the caller's promise.
                unsafe { <$t as TableNumber<E>>::part::<S, $t>(array, |x| x, &place, m) }
            }
        }
    )* };
}
numbers! {
    f32 as f32, number: UniformOf<E, f32>, |x| UniformOf(E::lit(x)), S::Number<f32>, |n| n;
    f64 as f64, number: UniformOf<E, f64>, |x| UniformOf(E::lit(x)), S::Number<f64>, |n| n;
    u32 as u32, number: UniformOf<E, u32>, |x| UniformOf(E::lit(x)), S::Number<u32>, |n| n;
    u64 as u64, number: UniformOf<E, u64>, |x| UniformOf(E::lit(x)), S::Number<u64>, |n| n;
    i64 as i64, number: UniformOf<E, i64>, |x| UniformOf(E::lit(x)), S::Number<i64>, |n| n;
    i32 as i32, number: IntOf<E>, |x| IntOf(E::int(x.into())), S::Index<i32>, |n| S::index(n);
    // where it differs between lanes an i64, as an index made of u32 is
    usize as i64, number: usize, |x| x, S::Index<i64>, |n| S::index(n);
    u8 as u8, small: UniformOf<E, u32>, |x| UniformOf(E::lit(x.into())), S::Number<u32>, |n| n;
    u16 as u16, small: UniformOf<E, u32>, |x| UniformOf(E::lit(x.into())), S::Number<u32>, |n| n;
    i8 as i8, small: IntOf<E>, |x| IntOf(E::int(x.into())), S::Index<i32>, |n| S::index(n);
    i16 as i16, small: IntOf<E>, |x| IntOf(E::int(x.into())), S::Index<i32>, |n| S::index(n);
    bool as u8, small: UniformBool<E>, |x| UniformBool(E::cond(x)), S::Condition, |n| S::condition(n);
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
        impl<E: Exec, $($t: TableNumber<E>),*> TableItem<E> for ($($t,)*)
        where
            ($($t,)*): Plain,
        {
            type Found<Z: Sharing<E>> = ($($t::Found<Z>,)*);
            #[inline(always)]
            unsafe fn found<Z: Sharing<E>>(array: &'static [Self], place: LocalPlace<E>, m: Option<E::Mask>) -> Self::Found<Z> {
                // SAFETY: the caller's promise.
                unsafe { ($($t::part::<Z, Self>(array, |item| &item.$k, &place, m),)*) }
            }
        }
    };
}
tuples! { A 0, B 1 }
tuples! { A 0, B 1, C 2 }

#[diagnostic::do_not_recommend]
impl<E: Exec, T: TableItem<E>, const N: usize> TableItem<E> for [T; N] {
    type Found<S: Sharing<E>> = TableRow<E, T, S, N>;
    #[inline(always)]
    unsafe fn found<S: Sharing<E>>(
        array: &'static [[T; N]],
        place: LocalPlace<E>,
        _: Option<E::Mask>,
    ) -> TableRow<E, T, S, N> {
        TableRow {
            array: array.as_flattened(),
            place,
            sharing: PhantomData,
        }
    }
}

/// A row of a constant array of arrays, at an index that is known at run time: nothing is read before its items are.
pub struct TableRow<E: Exec, T: 'static, S, const N: usize> {
    /// The items of all rows
    array: &'static [T],
    /// Which row
    place: LocalPlace<E>,
    /// Do lanes share it?
    sharing: PhantomData<S>,
}
impl<E: Exec, T, S, const N: usize> Clone for TableRow<E, T, S, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<E: Exec, T, S, const N: usize> Copy for TableRow<E, T, S, N> {}

/// An index of such a row.
impl<E, T, S, I, M, C, const N: usize> At<E, I, Lex<M, C>> for TableRow<E, T, S, N>
where
    E: Exec,
    T: TableItem<E>,
    S: Sharing<E>,
    I: AnyIndex<E>,
    M: MaskType<E>,
    C: Checking,
{
    type Output = T::Found<S::With<I::Sharing>>;
    #[inline(always)]
    #[track_caller]
    fn at(&self, i: I, at: Lex<M, C>) -> Self::Output {
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
impl<L, E: Exec, T, S, const N: usize> Receiver<L> for TableRow<E, T, S, N> {
    type Within = Items<N>;
    #[inline(always)]
    fn __px_within(self, _: L) -> Items<N> {
        Items
    }
}
