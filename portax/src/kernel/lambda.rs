//! Lambdas: what [`parallel_for!`](crate::parallel_for) and [`parallel_reduce!`](crate::parallel_reduce) make of a
//! closure whose captures carry no types.
//!
//! A macro sees no types, so such a body cannot be one function generic over its executor: the macro writes it once for
//! each executor, types are inferred, and [`Lambda`] picks the copy that the executor of a launch needs. From there on
//! it is a functor like any other: recorded, summarised, checked and cached.

use crate::ir::Promise;
#[doc(hidden)]
pub use crate::kernel::trace::Trace;
use crate::kernel::{
    exec::Exec,
    functor::{Bind, Binder, Functor, MdRangeKernel, RangeKernel, ReduceKernel, TeamKernel},
    simd::by_lanes,
    team::TeamIn,
    value::{AnyStep, Contribution, Element, IndexOf},
};
use std::{any::TypeId, hash::Hasher, marker::PhantomData};

macro_rules! executors {
    ($($(#[$doc:meta])* $name:ident = $isa:ident $checks:literal;)*) => { $(
        $(#[$doc])*
        pub type $name = crate::kernel::simd::Simd<by_lanes::$isa, $checks>;
    )* };
}
executors! {
    /// One lane, accesses proven or promised.
    One = One false;
    /// One lane.
    OneChecked = One true;
    /// Four lanes where the machine has them, accesses proven or promised.
    Four = Four false;
    /// Four lanes where the machine has them.
    FourChecked = Four true;
    /// Eight lanes where the machine has them, accesses proven or promised.
    Eight = Eight false;
    /// Eight lanes where the machine has them.
    EightChecked = Eight true;
}

/// What a lambda takes of a variable: a view's handle or a scalar, also from behind a reference.
pub trait Capture: Clone {
    /// A copy of the variable.
    #[doc(hidden)]
    fn __px_capture(&self) -> Self {
        self.clone()
    }
}
impl<T: Clone> Capture for T {}

/// A variable whose type a lambda infers: a view or a scalar.
pub trait Captured: Bind + Clone {
    /// A copy of the variable.
    #[doc(hidden)]
    fn __px_captured(&self) -> Self {
        self.clone()
    }
}
impl<T: Bind + Clone> Captured for T {}

/// Any other variable: the method that is found where [`Captured`] has none.
pub trait Uncaptured {
    /// Refused: no variable is [`Capturable`].
    #[doc(hidden)]
    fn __px_captured(&mut self) -> <Self as Capturable>::Itself
    where
        Self: Capturable,
    {
        unreachable!("no variable is of this type")
    }
}
impl<T> Uncaptured for T {}

/// What no variable is: its type stays unknown, so that it is refused once.
#[diagnostic::on_unimplemented(
    message = "a lambda cannot capture a `{Self}`",
    label = "kernels take views, f32, f64, i32, u32 and bool",
    note = "convert it before the launch, as in `let n = n as i32;`, or give its type and make it comptime: `|i, #[comptime] n: usize, ...|`"
)]
pub trait Capturable {
    /// What it would be inside.
    type Itself;
}
#[diagnostic::do_not_recommend]
impl Capturable for std::convert::Infallible {
    type Itself = std::convert::Infallible;
}

/// Up to twelve views and scalars.
///
/// # Safety
/// As for [`Bind`].
pub unsafe trait Captures: Sync + 'static {
    /// The captures inside a kernel.
    type In<E: Exec>: Copy + Send + Sync + 'static;
    /// Binds each under its name.
    fn bind<E: Exec>(&self, names: &[&'static str], binder: &mut impl Binder<E>) -> Self::In<E>;
}

macro_rules! captures {
    ($($t:ident $k:tt),*) => {
        // SAFETY: each is bound as itself.
        unsafe impl<$($t: Bind + Sync + 'static),*> Captures for ($($t,)*) {
            type In<Ex: Exec> = ($($t::In<Ex>,)*);
            #[allow(unused_variables, clippy::unused_unit)]
            fn bind<Ex: Exec>(&self, names: &[&'static str], binder: &mut impl Binder<Ex>) -> Self::In<Ex> {
                ($(self.$k.bind::<Ex>(names[$k], binder),)*)
            }
        }
    };
}
captures! {}
captures! { A 0 }
captures! { A 0, B 1 }
captures! { A 0, B 1, C 2 }
captures! { A 0, B 1, C 2, D 3 }
captures! { A 0, B 1, C 2, D 3, E 4 }
captures! { A 0, B 1, C 2, D 3, E 4, F 5 }
captures! { A 0, B 1, C 2, D 3, E 4, F 5, G 6 }
captures! { A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7 }
captures! { A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8 }
captures! { A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9 }
captures! { A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10 }
captures! { A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11 }

/// The word of the macro that wrote a lambda.
#[derive(Clone, Copy)]
pub struct Written(());

impl Written {
    /// For a lambda.
    ///
    /// # Safety
    /// The bodies that it is given for are one body, written for each executor, and the lambda is promised only where the
    /// author wrote `unsafe`.
    pub unsafe fn by_macro() -> Self {
        Written(())
    }
}

/// The body for each executor.
#[derive(Clone, Copy)]
pub struct Bodies<FT, F1, C1, F4, C4, F8, C8> {
    trace: FT,
    one: F1,
    one_checked: C1,
    four: F4,
    four_checked: C4,
    eight: F8,
    eight_checked: C8,
}

/// The functor of a lambda: `B` its bodies, `V` the value of a reduction, `PROMISED` whether it was `unsafe |i|`.
pub struct Lambda<C, B, V, const PROMISED: bool> {
    captures: C,
    names: &'static [&'static str],
    bodies: B,
    value: PhantomData<fn() -> V>,
}

/// A [`Lambda`] inside a kernel.
#[derive(Clone, Copy)]
pub struct LambdaIn<C, B> {
    captures: C,
    bodies: B,
}

#[diagnostic::do_not_recommend]
// SAFETY: the captures are bound as they are; bodies hold no values, so their types say all.
unsafe impl<C: Captures, B: Copy + Send + Sync + 'static, V: 'static, const PROMISED: bool> Functor
    for Lambda<C, B, V, PROMISED>
{
    type In<E: Exec> = LambdaIn<C::In<E>, B>;
    type Comptime = ();
    fn bind<E: Exec>(&self, binder: &mut impl Binder<E>) -> Self::In<E> {
        // Programs are recorded once for each type of the bodies, which must hold no values for that.
        const {
            assert!(
                size_of::<B>() == 0,
                "`comptime!` in a lambda takes constants, not variables"
            )
        }
        LambdaIn {
            captures: self.captures.bind(self.names, binder),
            bodies: self.bodies,
        }
    }
    fn comptime(&self, _: &mut impl Hasher) {}
}

/// The same value under its other name.
///
/// # Safety
/// `A` and `B` are one type.
#[inline(always)]
unsafe fn same<A: Copy, B: Copy>(a: A) -> B {
    // SAFETY: one type, so a valid value of it.
    unsafe { std::mem::transmute_copy(&a) }
}

/// Calls the body that was written for executor `E`; the constants keep the others out of its code.
macro_rules! call {
    ($e:ty, $this:expr, $argument:ident) => {{
        let (captures, bodies) = ($this.captures, $this.bodies);
        call!(@if { <$e>::LANES == 8 && !<$e>::CHECKS }, $e, Eight: bodies.eight, captures, $argument);
        call!(@if { <$e>::LANES == 8 && <$e>::CHECKS }, $e, EightChecked: bodies.eight_checked, captures, $argument);
        call!(@if { <$e>::LANES == 4 && !<$e>::CHECKS }, $e, Four: bodies.four, captures, $argument);
        call!(@if { <$e>::LANES == 4 && <$e>::CHECKS }, $e, FourChecked: bodies.four_checked, captures, $argument);
        call!(@if { <$e>::LANES == 1 && <$e>::SPLIT_COMPLEX && !<$e>::CHECKS }, $e, One: bodies.one, captures, $argument);
        call!(@if { <$e>::LANES == 1 && <$e>::SPLIT_COMPLEX && <$e>::CHECKS }, $e, OneChecked: bodies.one_checked, captures, $argument);
        call!(@if { <$e>::LANES == 1 && !<$e>::SPLIT_COMPLEX }, $e, Trace: bodies.trace, captures, $argument);
        unreachable!("a lambda is written for the executors of portax")
    }};
    (@if $may:block, $e:ty, $w:ident: $body:expr, $captures:ident, $argument:ident) => {
        if const $may {
            if TypeId::of::<$e>() == TypeId::of::<$w>() {
                // SAFETY: the executors are one type, so what depends on them is.
                return unsafe { same(($body)(same($captures), same($argument))) };
            }
        }
    };
}

macro_rules! index {
    ($e:ty) => { IndexOf<$e> };
}
macro_rules! indices {
    ($e:ty) => { [IndexOf<$e, AnyStep>; R] };
}
macro_rules! team {
    ($e:ty) => { TeamIn<$e> };
}

/// One kind of lambda: how the macro makes it, and the kernel that it is.
macro_rules! lambda {
    ($(#[$doc:meta])* $make:ident, [$($generics:tt)*] $trait:ty, $argument:ident, $value:ty, $out:ident, {$($items:tt)*}) => {
        $(#[$doc])*
        #[doc(hidden)]
        #[allow(clippy::too_many_arguments)]
        pub fn $make<$($generics)* const PROMISED: bool, C: Captures, FT, F1, C1, F4, C4, F8, C8>(
            _: Written,
            captures: C,
            names: &'static [&'static str],
            trace: FT,
            one: F1,
            one_checked: C1,
            four: F4,
            four_checked: C4,
            eight: F8,
            eight_checked: C8,
        ) -> Lambda<C, Bodies<FT, F1, C1, F4, C4, F8, C8>, $value, PROMISED>
        where
            FT: Fn(C::In<Trace>, $argument!(Trace)) -> $out!(Trace),
            F1: Fn(C::In<One>, $argument!(One)) -> $out!(One),
            C1: Fn(C::In<OneChecked>, $argument!(OneChecked)) -> $out!(OneChecked),
            F4: Fn(C::In<Four>, $argument!(Four)) -> $out!(Four),
            C4: Fn(C::In<FourChecked>, $argument!(FourChecked)) -> $out!(FourChecked),
            F8: Fn(C::In<Eight>, $argument!(Eight)) -> $out!(Eight),
            C8: Fn(C::In<EightChecked>, $argument!(EightChecked)) -> $out!(EightChecked),
        {
            Lambda { captures, names, bodies: Bodies { trace, one, one_checked, four, four_checked, eight, eight_checked }, value: PhantomData }
        }

        // SAFETY: `PROMISED` says whether the author wrote `unsafe |i|`.
        unsafe impl<$($generics)* const PROMISED: bool, C: Captures, FT, F1, C1, F4, C4, F8, C8> $trait for Lambda<C, Bodies<FT, F1, C1, F4, C4, F8, C8>, $value, PROMISED>
        where
            FT: Fn(C::In<Trace>, $argument!(Trace)) -> $out!(Trace) + Copy + Send + Sync + 'static,
            F1: Fn(C::In<One>, $argument!(One)) -> $out!(One) + Copy + Send + Sync + 'static,
            C1: Fn(C::In<OneChecked>, $argument!(OneChecked)) -> $out!(OneChecked) + Copy + Send + Sync + 'static,
            F4: Fn(C::In<Four>, $argument!(Four)) -> $out!(Four) + Copy + Send + Sync + 'static,
            C4: Fn(C::In<FourChecked>, $argument!(FourChecked)) -> $out!(FourChecked) + Copy + Send + Sync + 'static,
            F8: Fn(C::In<Eight>, $argument!(Eight)) -> $out!(Eight) + Copy + Send + Sync + 'static,
            C8: Fn(C::In<EightChecked>, $argument!(EightChecked)) -> $out!(EightChecked) + Copy + Send + Sync + 'static,
        {
            const NAME: &'static str = "lambda";
            const PROMISE: Promise = if PROMISED { Promise::Disjoint } else { Promise::None };
            $($items)*
            #[inline(always)]
            fn run<E: Exec>(this: &Self::In<E>, at: $argument!(E)) -> $out!(E) {
                call!(E, this, at)
            }
        }
    };
}
macro_rules! nothing {
    ($e:ty) => {
        ()
    };
}
macro_rules! contribution {
    ($e:ty) => { Contribution<$e, V> };
}
lambda! {
    /// A lambda over a range.
    range, [] RangeKernel, index, (), nothing, {}
}
lambda! {
    /// A lambda over a box.
    md_range, [const R: usize,] MdRangeKernel<R>, indices, (), nothing, {}
}
lambda! {
    /// A lambda over teams.
    team, [] TeamKernel, team, (), nothing, {}
}
lambda! {
    /// A lambda whose values are joined.
    reduce, [V: Element,] ReduceKernel, index, V, contribution, { type Value = V; }
}
