//! Enums without fields as values of kernels: the number of a variant, and whose it is.

use super::{
    Assign, Bool, Cast, Compare, Constant, Conv, Element, ElementValue, IntOf, IntoSlot,
    IntoVarying, Local, LocalElement, Logic, Plain, Receiver, Select, Show, Slot, UniformBool,
    Value, Varying,
};
use crate::{
    kernel::exec::{Exec, LocalPlace, Shown},
    ops::{Bin, Cmp},
};
use std::{marker::PhantomData, mem::offset_of};

/// An enum without fields that has [`#[derive(Element)]`](macro@crate::Element).
#[diagnostic::on_unimplemented(
    message = "variants of `{Self}` are not values of a kernel",
    label = "give the enum `#[derive(Element)]`",
    note = "the value of a `#[comptime]` field is asked for by `match`, or inside `comptime!(...)`"
)]
///
/// # Safety
/// Written by the derive: `number` gives the place in `ALL`, whenever it runs.
pub unsafe trait Variants: Copy + Send + Sync + 'static {
    /// Its variants in order, which numbers them from 0.
    const ALL: &'static [Self];
    /// The form that holds the context of the kernel that calls its methods.
    type With<E: Exec, L>;
    /// The number of the variant.
    fn number(self) -> i32;
    /// The value in a context.
    fn with<E: Exec, L>(value: Variant<Self, Varying<E, i32>>, at: L) -> Self::With<E, L>;
}

/// The variant of a number; the first one for what is no variant's number, which nothing but memory of others holds.
#[inline(always)]
pub fn variant_of<V: Variants>(number: i32) -> V {
    let place = usize::try_from(number).ok();
    let found = place.and_then(|k| V::ALL.get(k));
    *found.unwrap_or(&V::ALL[0])
}

/// A value of the enum `V`; `N` is the kind of its number, as integers have them.
pub struct Variant<V, N> {
    number: N,
    of: PhantomData<V>,
}

impl<V, N: Copy> Clone for Variant<V, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<V, N: Copy> Copy for Variant<V, N> {}

impl<V, N> Variant<V, N> {
    /// The variant of this number.
    #[inline(always)]
    pub fn new(number: N) -> Self {
        Variant {
            number,
            of: PhantomData,
        }
    }
    /// Its number.
    #[inline(always)]
    pub fn number(self) -> N {
        self.number
    }
    /// Its number's place.
    #[inline(always)]
    pub fn number_mut(&mut self) -> &mut N {
        &mut self.number
    }
}

// SAFETY: it has no hash, and no operators but the language's.
unsafe impl<V: Variants> Plain for Variant<V, i32> {}
// SAFETY: it is plain.
unsafe impl<E: Exec, V: Variants> Constant<E> for Variant<V, i32> {
    type Value = Self;
    #[inline(always)]
    fn value(self) -> Self {
        self
    }
}

/// A variant that is known when the kernel is recorded.
#[inline(always)]
pub fn variant<V: Variants>(v: V) -> Variant<V, i32> {
    Variant::new(v.number())
}

/// A variant that a body names.
pub trait NamedVariant: Variants {
    /// The variant in a kernel.
    #[doc(hidden)]
    #[inline(always)]
    fn __px_named(self) -> Variant<Self, i32> {
        variant(self)
    }
}
impl<V: Variants> NamedVariant for V {}

/// A constant of a type that a body names: the method that is found where [`NamedVariant`] has none.
pub trait NamedConstant: Copy {
    /// The constant itself.
    #[doc(hidden)]
    #[inline(always)]
    fn __px_named(&self) -> Self {
        *self
    }
}
impl<T: Copy> NamedConstant for T {}

/// A variant as an argument of a `#[device]` function.
pub trait VariantArgument<E: Exec> {
    /// Whose variant.
    type Of;
    /// The variant as kernels compute with it.
    #[doc(hidden)]
    fn __px_argument(self) -> Variant<Self::Of, Varying<E, i32>>;
}
impl<E: Exec, V: Variants, N: IntoVarying<E, i32>> VariantArgument<E> for Variant<V, N> {
    type Of = V;
    #[inline(always)]
    fn __px_argument(self) -> Variant<V, Varying<E, i32>> {
        Variant::new(self.number.into_varying())
    }
}

/// Of a comptime field.
impl<E: Exec, V: Variants> VariantArgument<E> for V {
    type Of = V;
    #[inline(always)]
    fn __px_argument(self) -> Variant<V, Varying<E, i32>> {
        Variant::new(self.number().into_varying())
    }
}

/// Any other argument: the method that is found where [`VariantArgument`] has none.
pub trait AnyArgument: Copy {
    /// The argument itself.
    #[doc(hidden)]
    #[inline(always)]
    fn __px_argument(&self) -> Self {
        *self
    }
}
impl<T: Copy> AnyArgument for T {}

impl<E: Exec, V: Variants, N: Value<E>> Value<E> for Variant<V, N> {
    #[inline(always)]
    fn var(self) -> Self {
        Variant::new(self.number.var())
    }
    #[inline(always)]
    fn read(&self) -> Self {
        Variant::new(self.number.read())
    }
}
impl<E: Exec, V: Variants, A, L, N: Assign<E, A, L>> Assign<E, Variant<V, A>, L> for Variant<V, N> {
    #[inline(always)]
    fn assign(&mut self, v: Variant<V, A>, at: L) {
        self.number.assign(v.number, at);
    }
}
impl<E: Exec, V: Variants, L, N: Assign<E, i32, L>> Assign<E, V, L> for Variant<V, N> {
    #[inline(always)]
    fn assign(&mut self, v: V, at: L) {
        self.number.assign(v.number(), at);
    }
}
impl<E: Exec, V: Variants, N: Slot<E>> Slot<E> for Variant<V, N> {
    #[inline(always)]
    fn declare() -> Self {
        Variant::new(N::declare())
    }
    #[inline(always)]
    fn set(&mut self, v: Self, m: Option<E::Mask>) {
        self.number.set(v.number, m);
    }
    #[inline(always)]
    fn get(&self) -> Self {
        Variant::new(self.number.get())
    }
}
#[diagnostic::do_not_recommend]
impl<E: Exec, V: Variants, N: IntoSlot<E>> IntoSlot<E> for Variant<V, N> {
    type Slot = Variant<V, N::Slot>;
    #[inline(always)]
    fn into_slot(self) -> Self::Slot {
        Variant::new(self.number.into_slot())
    }
}
// SAFETY: its number.
unsafe impl<E: Exec, V: Variants, N: LocalElement<E>> LocalElement<E> for Variant<V, N> {
    const SHARED: bool = N::SHARED;
    #[inline(always)]
    unsafe fn load(array: Local<Self>, place: &LocalPlace<E>, m: Option<E::Mask>) -> Self {
        let numbers = array.part(offset_of!(Self, number));
        // SAFETY: the caller's promise.
        Variant::new(unsafe { N::load(numbers, place, m) })
    }
    #[inline(always)]
    unsafe fn store(array: Local<Self>, place: &LocalPlace<E>, v: Self, m: Option<E::Mask>) {
        let numbers = array.part(offset_of!(Self, number));
        // SAFETY: the caller's promise.
        unsafe { N::store(numbers, place, v.number, m) };
    }
}

#[diagnostic::do_not_recommend]
impl<V: Variants, To, N: Conv<To>> Conv<Variant<V, To>> for Variant<V, N> {
    #[inline(always)]
    fn conv(self) -> Variant<V, To> {
        Variant::new(self.number.conv())
    }
}
/// Its number.
#[diagnostic::do_not_recommend]
impl<V: Variants, To, N: Cast<To>> Cast<To> for Variant<V, N> {
    #[inline(always)]
    fn cast(self) -> To {
        self.number.cast()
    }
}
#[diagnostic::do_not_recommend]
impl<V: Variants, A: Compare<B>, B> Compare<Variant<V, B>> for Variant<V, A> {
    type Output = A::Output;
    #[inline(always)]
    fn compare(self, op: Cmp, other: Variant<V, B>) -> A::Output {
        self.number.compare(op, other.number)
    }
}
/// With a value that is known when the kernel is recorded.
#[diagnostic::do_not_recommend]
impl<V: Variants, A: Compare<i32>> Compare<V> for Variant<V, A> {
    type Output = A::Output;
    #[inline(always)]
    fn compare(self, op: Cmp, other: V) -> A::Output {
        self.number.compare(op, other.number())
    }
}
#[diagnostic::do_not_recommend]
impl<E: Exec, V: Variants, N: Show<E>> Show<E> for Variant<V, N> {
    #[inline(always)]
    fn show(self) -> Shown<E> {
        self.number.show()
    }
}
macro_rules! selected {
    ($($t:ident)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<E: Exec, V: Variants, A, B> Select<Variant<V, A>, Variant<V, B>> for $t<E>
        where
            $t<E>: Select<A, B>,
        {
            type Output = Variant<V, <$t<E> as Select<A, B>>::Output>;
            #[inline(always)]
            fn select(self, a: Variant<V, A>, b: Variant<V, B>) -> Self::Output {
                Variant::new(self.select(a.number, b.number))
            }
        }
    )* };
}
selected! { Bool UniformBool }

#[diagnostic::do_not_recommend]
impl<L, E: Exec, V: Variants> Receiver<L> for Variant<V, Varying<E, i32>> {
    type Within = V::With<E, L>;
    #[inline(always)]
    fn __px_within(self, at: L) -> Self::Within {
        V::with(self, at)
    }
}
#[diagnostic::do_not_recommend]
impl<L, E: Exec, V: Variants> Receiver<L> for Variant<V, IntOf<E>> {
    type Within = V::With<E, L>;
    #[inline(always)]
    fn __px_within(self, at: L) -> Self::Within {
        V::with(self.conv(), at)
    }
}
impl<E: Exec, V> ElementValue<E, V> for Variant<V, Varying<E, i32>>
where
    V: Variants + Element<In<E> = Variant<V, Varying<E, i32>>>,
{
    #[inline(always)]
    fn into_element(self) -> Self {
        self
    }
    #[inline(always)]
    fn from_element(v: Self) -> Self {
        v
    }
}

// ---- match
/// What `match` asks: whether a value is one of some variants.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is matched with variants of `{V}`",
    label = "a value of the enum is needed"
)]
pub trait OneOf<V>: Copy {
    /// Kind of condition: comptime, uniform or varying.
    type Is;
    /// The condition.
    fn one_of(self, is: impl Fn(V) -> bool) -> Self::Is;
}

/// A value that is known when the kernel is recorded.
#[diagnostic::do_not_recommend]
impl<V: Copy> OneOf<V> for V {
    type Is = bool;
    #[inline(always)]
    fn one_of(self, is: impl Fn(V) -> bool) -> bool {
        is(self)
    }
}
#[diagnostic::do_not_recommend]
impl<V: Variants, N: Compare<i32> + Copy> OneOf<V> for Variant<V, N>
where
    N::Output: Logic<N::Output, Output = N::Output>,
    bool: Conv<N::Output>,
{
    type Is = N::Output;
    #[inline(always)]
    fn one_of(self, is: impl Fn(V) -> bool) -> N::Output {
        let (mut found, mut k) = (None, 0);
        while k < V::ALL.len() {
            let variant = V::ALL[k];
            k += 1;
            if !is(variant) {
                continue;
            }
            let this = self.number.compare(Cmp::Eq, variant.number());
            found = Some(match found {
                None => this,
                Some(others) => Logic::logic(others, Bin::Or, this),
            });
        }
        found.unwrap_or(false.conv())
    }
}

/// A value that is matched, and which arm takes which variant.
#[derive(Clone, Copy)]
pub struct Matched<X, F> {
    value: X,
    arm: F,
}

/// A value to match.
#[inline(always)]
pub fn matched<X: OneOf<V>, V, F: Fn(V) -> usize + Copy>(value: X, arm: F) -> Matched<X, F> {
    Matched { value, arm }
}

/// Whether an arm takes the value.
#[inline(always)]
pub fn takes<X: OneOf<V>, V, F: Fn(V) -> usize + Copy>(m: Matched<X, F>, arm: usize) -> X::Is {
    m.value.one_of(|v| (m.arm)(v) == arm)
}
