//! Conditions as parts of elements and of local arrays.

use super::{
    Bool, Cast, Compare, Compound, Element, ElementValue, Local, LocalElement, Varying, Visitor,
};
use crate::{
    kernel::{
        exec::{Exec, Lane, LocalPlace},
        view::{BoolPart, Placer},
    },
    ops::Cmp,
};

/// An integer that is 0 or 1, where it is a part of a struct in a view.
// SAFETY: one scalar, of which any value makes a condition.
unsafe impl Element for bool {
    type In<E: Exec> = Bool<E>;
    type Kind = Compound;
    type Parts<E: Exec> = BoolPart<E>;
    const PACKED_BYTES: usize = size_of::<i32>();
    const ALIGN: usize = size_of::<i32>();
    const TAKES_ANY_BITS: bool = false;
    #[inline(always)]
    fn splat<E: Exec>(self) -> Bool<E> {
        Bool(E::mask(E::cond(self)))
    }
    #[inline(always)]
    fn from_lane(v: Bool<Lane>) -> bool {
        v.0
    }
    #[inline(always)]
    fn visit<E: Exec>(v: &mut Bool<E>, visitor: &mut impl Visitor<E>) {
        let mut number: Varying<E, i32> = v.cast();
        visitor.scalar(&mut number);
        *v = number.compare(Cmp::Ne, 0);
    }
    #[inline(always)]
    fn placed<E: Exec>(placer: &mut impl Placer<E>) -> BoolPart<E> {
        BoolPart::new(placer.scalar())
    }
    #[inline(always)]
    fn tile(at: usize, width: usize) -> usize {
        <i32 as Element>::tile(at, width)
    }
}

impl<E: Exec> ElementValue<E, bool> for Bool<E> {
    #[inline(always)]
    fn into_element(self) -> Self {
        self
    }
    #[inline(always)]
    fn from_element(v: Self) -> Self {
        v
    }
}

// SAFETY: one condition.
unsafe impl<E: Exec> LocalElement<E> for Bool<E> {
    const SHARED: bool = false;
    #[inline(always)]
    unsafe fn load(array: Local<Self>, place: &LocalPlace<E>, _: Option<E::Mask>) -> Self {
        // SAFETY: the caller's promise.
        Bool(unsafe { E::load_local_mask(array.first().cast(), array.len(), place) })
    }
    #[inline(always)]
    unsafe fn store(array: Local<Self>, place: &LocalPlace<E>, v: Self, m: Option<E::Mask>) {
        // SAFETY: the caller's promise.
        unsafe { E::store_local_mask(array.first().cast(), array.len(), place, v.0, m) };
    }
}
