//! Do all lanes share an index, and so what they find there?

use super::{Bool, Compare, IntOf, SharedAndVarying, UniformBool, UniformOf, Varying};
use crate::{
    kernel::exec::{Column, Exec, Integer, LocalPlace, Scalar, SmallInteger},
    ops::Cmp,
};

/// Whether lanes share an index, as a type.
pub trait Sharing<E: Exec> {
    /// Does it differ between lanes?
    const VARIES: bool;
    /// A number that is found there.
    type Number<T: Scalar>;
    /// An integer that is found there and may be an index.
    type Index<T: Integer>;
    /// A condition that is found there.
    type Condition: Copy;
    /// Of two indices, this one and another.
    type With<O: Sharing<E>>: Sharing<E>;
    /// The number at a place of a constant array.
    ///
    /// # Safety
    /// In the lanes of the mask the index is below the array's length: proven, checked or promised.
    unsafe fn number<T: Scalar>(
        column: Column<T>,
        place: &LocalPlace<E>,
        m: Option<E::Mask>,
    ) -> Self::Number<T>;
    /// The same of integers of fewer bits.
    ///
    /// # Safety
    /// As for [`number`](Self::number).
    unsafe fn small<T: SmallInteger>(
        column: Column<T>,
        place: &LocalPlace<E>,
        m: Option<E::Mask>,
    ) -> Self::Number<T::Wide>;
    /// Is the index `k`?
    fn is(index: SharedAndVarying<E>, k: usize) -> Self::Condition;
    /// Is it other than zero?
    fn condition(number: Self::Number<u32>) -> Self::Condition;
    /// The same integer.
    fn index<T: Integer>(number: Self::Number<T>) -> Self::Index<T>;
}

/// All lanes share it.
pub struct Shared;

impl<E: Exec> Sharing<E> for Shared {
    const VARIES: bool = false;
    type Number<T: Scalar> = UniformOf<E, T>;
    type Index<T: Integer> = IntOf<E>;
    type Condition = UniformBool<E>;
    type With<O: Sharing<E>> = O;
    #[inline(always)]
    unsafe fn number<T: Scalar>(
        column: Column<T>,
        place: &LocalPlace<E>,
        _: Option<E::Mask>,
    ) -> UniformOf<E, T> {
        // SAFETY: the caller's promise.
        UniformOf(unsafe { E::load_shared_constant(column, place) })
    }
    #[inline(always)]
    unsafe fn small<T: SmallInteger>(
        column: Column<T>,
        place: &LocalPlace<E>,
        _: Option<E::Mask>,
    ) -> UniformOf<E, T::Wide> {
        // SAFETY: the caller's promise.
        UniformOf(unsafe { E::load_shared_small_constant(column, place) })
    }
    #[inline(always)]
    fn is((shared, _): SharedAndVarying<E>, k: usize) -> UniformBool<E> {
        UniformBool(E::icmp(Cmp::Eq, shared, E::int(k as i64)))
    }
    #[inline(always)]
    fn condition(number: UniformOf<E, u32>) -> UniformBool<E> {
        number.compare(Cmp::Ne, 0)
    }
    #[inline(always)]
    fn index<T: Integer>(number: UniformOf<E, T>) -> IntOf<E> {
        IntOf(E::to_int(number.0))
    }
}

/// Each lane has its own.
pub struct PerLane;

impl<E: Exec> Sharing<E> for PerLane {
    const VARIES: bool = true;
    type Number<T: Scalar> = Varying<E, T>;
    type Index<T: Integer> = Varying<E, T>;
    type Condition = Bool<E>;
    type With<O: Sharing<E>> = PerLane;
    #[inline(always)]
    unsafe fn number<T: Scalar>(
        column: Column<T>,
        place: &LocalPlace<E>,
        m: Option<E::Mask>,
    ) -> Varying<E, T> {
        // SAFETY: the caller's promise.
        Varying(unsafe { E::load_constant(column, place, m) })
    }
    #[inline(always)]
    unsafe fn small<T: SmallInteger>(
        column: Column<T>,
        place: &LocalPlace<E>,
        m: Option<E::Mask>,
    ) -> Varying<E, T::Wide> {
        // SAFETY: the caller's promise.
        Varying(unsafe { E::load_small_constant(column, place, m) })
    }
    #[inline(always)]
    fn is((shared, varying): SharedAndVarying<E>, k: usize) -> Bool<E> {
        match varying {
            Some(varying) => Varying::<E, i32>(varying).compare(Cmp::Eq, k as i32),
            None => Bool(E::mask(<Shared as Sharing<E>>::is((shared, None), k).0)),
        }
    }
    #[inline(always)]
    fn condition(number: Varying<E, u32>) -> Bool<E> {
        number.compare(Cmp::Ne, 0)
    }
    #[inline(always)]
    fn index<T: Integer>(number: Varying<E, T>) -> Varying<E, T> {
        number
    }
}
