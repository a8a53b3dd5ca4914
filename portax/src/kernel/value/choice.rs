//! `if c { a } else { b }`, `a && b` and `a || b` whose operands read memory or call: each runs in its own lanes only.

use super::{
    Bool, Complex, Conv, Either, IndexOf, IntOf, LaneStep, Select, Step, UniformBool, UniformOf,
    Varying,
    mask::{Lex, MaskType},
};
use crate::kernel::exec::{Exec, Scalar};
use std::marker::PhantomData;

/// What a branch may give: assigned in its lanes, read after the branches.
#[diagnostic::on_unimplemented(
    message = "a branch cannot give `{Self}`",
    label = "numbers, conditions and indices can be chosen"
)]
pub trait Slot<E: Exec>: Copy {
    /// Declares it; zero.
    fn declare() -> Self;
    /// Assigns it in the lanes of the mask.
    fn set(&mut self, v: Self, m: Option<E::Mask>);
    /// Its value.
    fn get(&self) -> Self;
}

impl<E: Exec, T: Scalar> Slot<E> for Varying<E, T> {
    #[inline(always)]
    fn declare() -> Self {
        Varying(E::var::<T>(E::splat(E::lit(T::default()))))
    }
    #[inline(always)]
    fn set(&mut self, v: Self, m: Option<E::Mask>) {
        E::assign::<T>(&mut self.0, v.0, m);
    }
    #[inline(always)]
    fn get(&self) -> Self {
        Varying(E::read::<T>(self.0))
    }
}
impl<E: Exec, T: Scalar> Slot<E> for UniformOf<E, T> {
    #[inline(always)]
    fn declare() -> Self {
        UniformOf(E::uvar::<T>(E::lit(T::default())))
    }
    #[inline(always)]
    fn set(&mut self, v: Self, _: Option<E::Mask>) {
        E::uassign::<T>(&mut self.0, v.0);
    }
    #[inline(always)]
    fn get(&self) -> Self {
        UniformOf(E::uread::<T>(self.0))
    }
}
impl<E: Exec> Slot<E> for IntOf<E> {
    #[inline(always)]
    fn declare() -> Self {
        IntOf(E::ivar(E::int(0)))
    }
    #[inline(always)]
    fn set(&mut self, v: Self, _: Option<E::Mask>) {
        E::iassign(&mut self.0, v.0);
    }
    #[inline(always)]
    fn get(&self) -> Self {
        IntOf(E::iread(self.0))
    }
}
impl<E: Exec> Slot<E> for IndexOf<E> {
    #[inline(always)]
    fn declare() -> Self {
        IndexOf {
            base: E::ivar(E::int(0)),
            step: LaneStep,
        }
    }
    #[inline(always)]
    fn set(&mut self, v: Self, _: Option<E::Mask>) {
        E::iassign(&mut self.base, v.base);
    }
    #[inline(always)]
    fn get(&self) -> Self {
        IndexOf {
            base: E::iread(self.base),
            step: LaneStep,
        }
    }
}
impl<E: Exec> Slot<E> for Bool<E> {
    #[inline(always)]
    fn declare() -> Self {
        Bool(E::mvar(E::mask(E::cond(false))))
    }
    #[inline(always)]
    fn set(&mut self, v: Self, m: Option<E::Mask>) {
        E::massign(&mut self.0, v.0, m);
    }
    #[inline(always)]
    fn get(&self) -> Self {
        Bool(E::mread(self.0))
    }
}
impl<E: Exec> Slot<E> for UniformBool<E> {
    #[inline(always)]
    fn declare() -> Self {
        UniformBool(E::cvar(E::cond(false)))
    }
    #[inline(always)]
    fn set(&mut self, v: Self, _: Option<E::Mask>) {
        E::cassign(&mut self.0, v.0);
    }
    #[inline(always)]
    fn get(&self) -> Self {
        UniformBool(E::cread(self.0))
    }
}
impl<E: Exec> Slot<E> for bool {
    #[inline(always)]
    fn declare() -> Self {
        false
    }
    #[inline(always)]
    fn set(&mut self, v: Self, _: Option<E::Mask>) {
        *self = v;
    }
    #[inline(always)]
    fn get(&self) -> Self {
        *self
    }
}
impl<E: Exec, R: Slot<E>> Slot<E> for Complex<R> {
    #[inline(always)]
    fn declare() -> Self {
        Complex {
            re: R::declare(),
            im: R::declare(),
        }
    }
    #[inline(always)]
    fn set(&mut self, v: Self, m: Option<E::Mask>) {
        self.re.set(v.re, m);
        self.im.set(v.im, m);
    }
    #[inline(always)]
    fn get(&self) -> Self {
        Complex {
            re: self.re.get(),
            im: self.im.get(),
        }
    }
}

macro_rules! tuples {
    ($($a:ident $k:tt),*) => {
        #[diagnostic::do_not_recommend]
        impl<E: Exec, $($a: IntoSlot<E>),*> IntoSlot<E> for ($($a,)*) {
            type Slot = ($($a::Slot,)*);
            #[inline(always)]
            fn into_slot(self) -> Self::Slot {
                ($(self.$k.into_slot(),)*)
            }
        }
        impl<E: Exec, $($a: Slot<E>),*> Slot<E> for ($($a,)*) {
            #[inline(always)]
            fn declare() -> Self {
                ($($a::declare(),)*)
            }
            #[inline(always)]
            fn set(&mut self, v: Self, m: Option<E::Mask>) {
                $(self.$k.set(v.$k, m);)*
            }
            #[inline(always)]
            fn get(&self) -> Self {
                ($(self.$k.get(),)*)
            }
        }
    };
}
tuples! { A 0, B 1 }
tuples! { A 0, B 1, C 2 }
tuples! { A 0, B 1, C 2, D 3 }
impl<E: Exec, R: Slot<E>, const N: usize> Slot<E> for [R; N] {
    #[inline(always)]
    fn declare() -> Self {
        crate::tab!(R, N, k => R::declare())
    }
    #[inline(always)]
    fn set(&mut self, v: Self, m: Option<E::Mask>) {
        let mut k = 0;
        while k < N {
            self[k].set(v[k], m);
            k += 1;
        }
    }
    #[inline(always)]
    fn get(&self) -> Self {
        crate::tab!(R, N, k => self[k].get())
    }
}

/// A value that exits stand in: each lane has its own.
#[diagnostic::on_unimplemented(
    message = "a value that lanes leave, or a loop's, cannot be `{Self}`",
    label = "numbers, conditions, elements, arrays and tuples of them can"
)]
pub trait IntoSlot<E: Exec>: Copy {
    /// What holds it.
    type Slot: Slot<E>;
    /// The value in each lane.
    fn into_slot(self) -> Self::Slot;
}

/// The first value that says of which type the variable is.
#[inline(always)]
pub fn give_first<E: Exec, M: MaskType<E>, C, V: IntoSlot<E>>(
    at: Lex<M, C>,
    slot: &mut V::Slot,
    v: V,
) {
    slot.set(v.into_slot(), at.mask.mask());
}

/// A value for a variable whose type another value says.
#[inline(always)]
pub fn give<E: Exec, M: MaskType<E>, C, S: Slot<E>, V: Conv<S>>(at: Lex<M, C>, slot: &mut S, v: V) {
    slot.set(v.conv(), at.mask.mask());
}

macro_rules! into_slots {
    ($([$($g:tt)*] $v:ty => $slot:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<E: Exec, $($g)*> IntoSlot<E> for $v {
            type Slot = $slot;
            #[inline(always)]
            fn into_slot(self) -> $slot {
                self.conv()
            }
        }
    )* };
}
into_slots! {
    [T: Scalar] Varying<E, T> => Varying<E, T>;
    [T: Scalar] UniformOf<E, T> => Varying<E, T>;
    [] IntOf<E> => Varying<E, i32>;
    [S: Step] IndexOf<E, S> => Varying<E, i32>;
    [] Bool<E> => Bool<E>;
    [] UniformBool<E> => Bool<E>;
    [] bool => Bool<E>;
    [] f64 => Varying<E, f64>;
    [] i32 => Varying<E, i32>;
    [] u32 => Varying<E, u32>;
    [] i64 => Varying<E, i64>;
    [] u64 => Varying<E, u64>;
    [] usize => Varying<E, i32>;
}
#[diagnostic::do_not_recommend]
impl<E: Exec> IntoSlot<E> for f32 {
    type Slot = Varying<E, f32>;
    #[inline(always)]
    fn into_slot(self) -> Varying<E, f32> {
        Varying(E::splat(E::lit(self)))
    }
}
#[diagnostic::do_not_recommend]
impl<E: Exec, R: IntoSlot<E>> IntoSlot<E> for Complex<R> {
    type Slot = Complex<R::Slot>;
    #[inline(always)]
    fn into_slot(self) -> Self::Slot {
        Complex {
            re: self.re.into_slot(),
            im: self.im.into_slot(),
        }
    }
}
#[diagnostic::do_not_recommend]
impl<E: Exec, R: IntoSlot<E>, const N: usize> IntoSlot<E> for [R; N] {
    type Slot = [R::Slot; N];
    #[inline(always)]
    fn into_slot(self) -> Self::Slot {
        crate::tab!(R::Slot, N, k => self[k].into_slot())
    }
}

/// A condition that leads to one of two values.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot choose between `{A}` and `{B}`",
    label = "the branches give values of two kinds",
    note = "convert with `as`, for example `i as f64`"
)]
pub trait Choose<E: Exec, A, B>: Select<A, B> {
    /// Where the value is until both branches are through.
    type Place;
    /// Before the branches.
    fn place() -> Self::Place;
    /// The value of the first branch, which runs first.
    fn first(place: &mut Self::Place, a: A);
    /// The value of the second branch in its lanes.
    fn second(place: &mut Self::Place, b: B, m: Option<E::Mask>);
    /// The value chosen.
    fn value(place: &Self::Place) -> Self::Output;
}

/// A comptime condition: one of the branches runs.
#[diagnostic::do_not_recommend]
impl<E: Exec, A, B> Choose<E, A, B> for bool
where
    bool: Either<A, B, Output: Copy>,
{
    type Place = Option<<bool as Either<A, B>>::Output>;
    #[inline(always)]
    fn place() -> Self::Place {
        None
    }
    #[inline(always)]
    fn first(place: &mut Self::Place, a: A) {
        *place = Some(<bool as Either<A, B>>::first(a));
    }
    #[inline(always)]
    fn second(place: &mut Self::Place, b: B, _: Option<E::Mask>) {
        *place = Some(<bool as Either<A, B>>::second(b));
    }
    #[inline(always)]
    fn value(place: &Self::Place) -> Self::Output {
        match *place {
            Some(v) => v,
            None => unreachable!("one of two branches runs"),
        }
    }
}

macro_rules! conditions {
    ($($t:ident)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<E: Exec, A, B> Choose<E, A, B> for $t<E>
        where
            $t<E>: Select<A, B, Output: Slot<E>>,
            A: Conv<<$t<E> as Select<A, B>>::Output>,
            B: Conv<<$t<E> as Select<A, B>>::Output>,
        {
            type Place = <$t<E> as Select<A, B>>::Output;
            #[inline(always)]
            fn place() -> Self::Place {
                Slot::<E>::declare()
            }
            #[inline(always)]
            fn first(place: &mut Self::Place, a: A) {
                place.set(a.conv(), None);
            }
            #[inline(always)]
            fn second(place: &mut Self::Place, b: B, m: Option<E::Mask>) {
                place.set(b.conv(), m);
            }
            #[inline(always)]
            fn value(place: &Self::Place) -> Self::Output {
                place.get()
            }
        }
    )* };
}
conditions! { Bool UniformBool }

/// An `if` that gives a value, while its branches run.
pub struct Choice<E: Exec, C: Choose<E, A, B>, A, B> {
    place: C::Place,
    branches: PhantomData<(E, A, B)>,
}

impl<E: Exec, C: Choose<E, A, B>, A, B> Choice<E, C, A, B> {
    /// By this condition.
    #[inline(always)]
    pub fn of(_: C) -> Self {
        Choice {
            place: C::place(),
            branches: PhantomData,
        }
    }
    /// Takes the value of the first branch.
    #[inline(always)]
    pub fn first(&mut self, a: A) {
        C::first(&mut self.place, a);
    }
    /// Takes the value of the second branch, which runs at `at`.
    #[inline(always)]
    pub fn second<M: MaskType<E>, K>(&mut self, b: B, at: Lex<M, K>) {
        C::second(&mut self.place, b, at.mask.mask());
    }
    /// The value.
    #[inline(always)]
    pub fn value(self) -> C::Output {
        C::value(&self.place)
    }
}

/// The right side of `&&` and `||`, while it runs: false in the lanes that do not ask.
pub struct Operand<E: Exec, R: Slot<E>>(R, PhantomData<E>);

impl<E: Exec, R: Slot<E>> Operand<E, R> {
    /// Nobody asked yet.
    #[inline(always)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Operand(R::declare(), PhantomData)
    }
    /// Its value; in lanes that the left side decides, any.
    #[inline(always)]
    pub fn set(&mut self, v: R) {
        self.0.set(v, None);
    }
    /// The value.
    #[inline(always)]
    pub fn value(self) -> R {
        self.0.get()
    }
}
