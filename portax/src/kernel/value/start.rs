//! The first value of a variable that begins with a literal, of a type that the values say which it is assigned.

use super::{Conv, IndexOf, IntOf, IntoSlot, Literal, Slot, Step, UniformOf, Varying};
use crate::kernel::{
    exec::{Exec, Scalar},
    view::{InView, VaryingClass, ViewElement, ViewIn},
};
use crate::layout::Layout;
use std::marker::PhantomData;

/// A first value of the type `S`, which is a literal's, `D`, where nothing else says it.
pub struct Start<E, S, D>(PhantomData<(E, S, D)>);

impl<E, S, D> Clone for Start<E, S, D> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<E, S, D> Copy for Start<E, S, D> {}

impl<E: Exec, S: Copy, D: Slot<E>> Start<E, S, D> {
    /// Of a type that is open yet.
    #[inline(always)]
    pub fn new<L: IntoSlot<E, Slot = D>>(_: L) -> Self {
        Start(PhantomData)
    }
    /// Of the type of a value that is not evaluated.
    #[inline(always)]
    pub fn alike<V: IntoSlot<E, Slot = S>>(&self, _: impl Fn() -> V) {}
    /// Of the type of the elements of a place that is not evaluated.
    #[inline(always)]
    pub fn element_of<P: Holds<E, Value = S>>(&self, _: impl Fn() -> P) {}
    /// The literal.
    #[inline(always)]
    pub fn value<L: Conv<S>>(&self, x: L) -> S {
        x.conv()
    }
    /// An array of literals.
    #[inline(always)]
    pub fn row<L: Conv<S> + Copy, const N: usize>(&self, x: [L; N]) -> [S; N] {
        x.conv()
    }
    /// An array of arrays of literals.
    #[inline(always)]
    pub fn rows<L: Conv<S> + Copy, const N: usize, const M: usize>(
        &self,
        x: [[L; N]; M],
    ) -> [[S; N]; M] {
        x.conv()
    }
}

/// A literal of a choice.
impl<E: Exec, S, D, L: Literal<S, E>> Literal<Start<E, S, D>, E> for L {
    type Value = L::Value;
    #[inline(always)]
    fn value(self) -> L::Value {
        Literal::<S, E>::value(self)
    }
}

/// A value that a variable is an operand with.
pub struct Seen<V>(pub V);

/// Of a number: the variable has its type.
pub trait SeenNumber<E: Exec> {
    /// That type.
    type Slot;
    /// A variable of it.
    #[doc(hidden)]
    fn __px_like<S, D>(&self, _: &Start<E, S, D>) -> Self::Slot;
}
/// Of anything else: the variable's literal says its type.
pub trait SeenOther<E: Exec> {
    /// A variable of it.
    #[doc(hidden)]
    fn __px_like<S, D: Slot<E>>(&self, _: &Start<E, S, D>) -> D {
        D::declare()
    }
}
macro_rules! seen {
    ($([$($g:tt)*] $t:ty => $slot:ty;)*) => { $(
        impl<E: Exec, $($g)*> SeenNumber<E> for Seen<$t> {
            type Slot = $slot;
            fn __px_like<S, D>(&self, _: &Start<E, S, D>) -> $slot {
                Slot::<E>::declare()
            }
        }
    )* };
}
seen! {
    [T: Scalar] Varying<E, T> => Varying<E, T>;
    [T: Scalar] UniformOf<E, T> => Varying<E, T>;
    [] IntOf<E> => Varying<E, i32>;
    [S1: Step] IndexOf<E, S1> => Varying<E, i32>;
}
impl<E: Exec, V> SeenOther<E> for &Seen<V> {}

/// What has elements.
pub trait Holds<E: Exec> {
    /// An element.
    type Value;
}
impl<E: Exec, T: ViewElement + InView<E, VaryingClass>, const R: usize, Y: Layout> Holds<E>
    for ViewIn<E, T, R, Y>
{
    type Value = T::Value;
}
impl<E: Exec, V: IntoSlot<E>, const N: usize> Holds<E> for [V; N] {
    type Value = V::Slot;
}
