//! Lambdas: what [`parallel_for!`](crate::parallel_for), [`parallel_reduce!`](crate::parallel_reduce) and
//! [`parallel_scan!`](crate::parallel_scan) make of closures whose captures carry no types.
//!
//! A macro sees no types, so such a body cannot be one function generic over its executor: `__px_lambda!` repeats it for
//! each executor, types are inferred, and [`Lambda`] picks the copy that the executor of a launch needs. From there on
//! it is a functor like any other: recorded, summarised, checked and cached.

mod scan;

pub use scan::{ScanInput, ScanLambda, ScanLambdaIn, ScanOutput};

use crate::ir::Promise;
use crate::kernel::{
    exec::Exec,
    functor::{
        Bind, Binder, Functor, MdRangeKernel, MdReduceKernel, RangeKernel, ReduceKernel,
        TeamKernel, TeamReduceKernel,
    },
    team::TeamIn,
    value::{AnyStep, Contribution, Element, IndexOf, Plain},
};
use crate::policy::{MdRangePolicy, RangePolicy};
use std::{any::TypeId, hash::Hasher, marker::PhantomData};

/// The policy of a lambda of one index.
pub fn range_policy<Tag>(policy: impl Into<RangePolicy<Tag>>) -> RangePolicy<Tag> {
    policy.into()
}

/// The policy of a lambda of several indices.
pub fn md_range_policy<const R: usize, Tag>(
    policy: impl Into<MdRangePolicy<R, Tag>>,
) -> MdRangePolicy<R, Tag> {
    policy.into()
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
    label = "kernels take views, f32, f64, i32, u32, i64, u64, usize and bool",
    note = "convert a number before the launch, as in `let n = n as i32;`; give a struct of numbers `#[derive(Element)]`, one with views `#[derive(Functor)]`, or use its fields"
)]
pub trait Capturable {
    /// What it would be inside.
    type Itself;
}
#[diagnostic::do_not_recommend]
impl Capturable for std::convert::Infallible {
    type Itself = std::convert::Infallible;
}

/// A captured number that is known when the kernel is recorded, once for each value.
#[derive(Clone, Copy)]
pub struct Comptime<T>(pub T);

macro_rules! comptime_numbers {
    ($($t:ty: |$x:ident| $bits:expr;)*) => { $(
        // SAFETY: nothing is bound, and kernels are told apart by what is known.
        unsafe impl Bind for Comptime<$t> {
            type In<E: Exec> = $t;
            type Comptime = $t;
            fn bind<E: Exec>(&self, _: &'static str, _: &mut impl Binder<E>) -> $t {
                self.0
            }
            fn comptime(&self, hasher: &mut impl Hasher) {
                let $x = self.0;
                hasher.write(&$bits);
            }
        }
    )* };
}
comptime_numbers! {
    i32: |x| x.to_le_bytes();
    u32: |x| x.to_le_bytes();
    i64: |x| x.to_le_bytes();
    u64: |x| x.to_le_bytes();
    usize: |x| x.to_le_bytes();
    f64: |x| x.to_bits().to_le_bytes();
    bool: |x| [u8::from(x)];
}

/// Up to 24 views and scalars.
///
/// # Safety
/// As for [`Bind`].
pub unsafe trait Captures: Sync + 'static {
    /// The captures inside a kernel.
    type In<E: Exec>: Copy + Send + Sync + 'static;
    /// Types of the comptime fields of functors among them.
    type Comptime: Plain;
    /// Binds each under its name.
    fn bind<E: Exec>(&self, names: &[&'static str], binder: &mut impl Binder<E>) -> Self::In<E>;
    /// Feeds the comptime fields of functors among them to the hasher.
    fn comptime(&self, hasher: &mut impl Hasher);
}

/// The types of comptime fields as pairs.
macro_rules! comptime {
    () => { () };
    ($t:ident $($rest:ident)*) => { ($t::Comptime, comptime!($($rest)*)) };
}

macro_rules! captures {
    ($($t:ident $k:tt,)*) => {
        // SAFETY: each is bound as itself.
        unsafe impl<$($t: Bind<Comptime: Plain> + Sync + 'static),*> Captures for ($($t,)*) {
            type In<Ex: Exec> = ($($t::In<Ex>,)*);
            type Comptime = comptime!($($t)*);
            #[allow(unused_variables)]
            fn comptime(&self, hasher: &mut impl Hasher) {
                $(self.$k.comptime(hasher);)*
            }
            #[allow(unused_variables, clippy::unused_unit)]
            fn bind<Ex: Exec>(&self, names: &[&'static str], binder: &mut impl Binder<Ex>) -> Self::In<Ex> {
                ($(self.$k.bind::<Ex>(names[$k], binder),)*)
            }
        }
    };
}
/// Tuples of the first captures, of each number.
macro_rules! captures_up_to {
    ([$($done:tt)*]) => { captures! { $($done)* } };
    ([$($done:tt)*] $t:ident $k:tt $($rest:tt)*) => {
        captures! { $($done)* }
        captures_up_to! { [$($done)* $t $k,] $($rest)* }
    };
}
captures_up_to! { [] A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12 N 13 O 14 P 15 Q 16 R 17 S 18 T 19 U 20 V 21 W 22 X 23 }

/// What a lambda iterates.
pub trait Shape: 'static {
    /// What its body takes beside the captures: an index, indices or a team.
    type At<E: Exec>: Copy;
    /// What its body gives: nothing, or what a reduction joins.
    type Out<E: Exec>: Copy;
}

/// The word of the macro that wrote a lambda.
#[derive(Clone, Copy)]
pub struct Written(());

impl Written {
    /// For a lambda.
    ///
    /// # Safety
    /// The bodies that the lambda is given are one body, written for each executor, and it is promised only where the author
    /// wrote `unsafe`.
    pub unsafe fn by_macro() -> Self {
        Written(())
    }
}

/// The body for executor `W`, and those for others.
pub struct Bodies<W, F, Rest> {
    executor: PhantomData<fn() -> W>,
    body: F,
    rest: Rest,
}
impl<W, F: Copy, Rest: Copy> Copy for Bodies<W, F, Rest> {}
impl<W, F: Copy, Rest: Copy> Clone for Bodies<W, F, Rest> {
    fn clone(&self) -> Self {
        *self
    }
}

/// The end of the bodies. Launches and lambdas have their executors from one list; debug builds leave out those that do not
/// check, on which they launch `unchecked` kernels alone, and no lambda is one.
#[derive(Clone, Copy)]
pub struct NoBodies;

/// Bodies of a lambda of shape `S` with captures `C`.
pub trait BodyOf<S: Shape, C: Captures>: Copy + Send + Sync + 'static {
    /// Calls the body that was written for executor `E`.
    fn call<E: Exec>(self, captures: C::In<E>, at: S::At<E>) -> S::Out<E>;
}

impl<S: Shape, C: Captures> BodyOf<S, C> for NoBodies {
    #[inline(always)]
    fn call<E: Exec>(self, _: C::In<E>, _: S::At<E>) -> S::Out<E> {
        unreachable!("no launch of a lambda is on an executor that it has no body for")
    }
}

impl<S, C, W, F, Rest> BodyOf<S, C> for Bodies<W, F, Rest>
where
    S: Shape,
    C: Captures,
    W: Exec,
    F: Fn(C::In<W>, S::At<W>) -> S::Out<W> + Copy + Send + Sync + 'static,
    Rest: BodyOf<S, C>,
{
    #[inline(always)]
    fn call<E: Exec>(self, captures: C::In<E>, at: S::At<E>) -> S::Out<E> {
        // The constants keep the bodies for other executors out of the code for this one.
        if const { may_be_same::<E, W>() } && TypeId::of::<E>() == TypeId::of::<W>() {
            // SAFETY: the executors are one type, so what depends on them is.
            return unsafe { same((self.body)(same(captures), same(at))) };
        }
        self.rest.call::<E>(captures, at)
    }
}

/// What constants tell of whether two executors are one type.
const fn may_be_same<A: Exec, B: Exec>() -> bool {
    A::LANES == B::LANES && A::CHECKS == B::CHECKS && A::SPLIT_COMPLEX == B::SPLIT_COMPLEX
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

/// The functor of a lambda: `S` its shape, `C` its captures, `B` its bodies, `PROMISED` whether it was `unsafe |i|`.
pub struct Lambda<S, C, B, const PROMISED: bool> {
    shape: PhantomData<fn() -> S>,
    captures: C,
    names: &'static [&'static str],
    bodies: B,
}

impl<S: Shape, C: Captures, const PROMISED: bool> Lambda<S, C, NoBodies, PROMISED> {
    /// A lambda that has its captures and no body yet.
    pub fn new(_: Written, captures: C, names: &'static [&'static str]) -> Self {
        Lambda {
            shape: PhantomData,
            captures,
            names,
            bodies: NoBodies,
        }
    }
}

impl<S: Shape, C: Captures, B, const PROMISED: bool> Lambda<S, C, B, PROMISED> {
    /// Gives it the body for executor `W`.
    pub fn body<W, F>(self, body: F) -> Lambda<S, C, Bodies<W, F, B>, PROMISED>
    where
        W: Exec,
        F: Fn(C::In<W>, S::At<W>) -> S::Out<W>,
    {
        Lambda {
            shape: PhantomData,
            captures: self.captures,
            names: self.names,
            bodies: Bodies {
                executor: PhantomData,
                body,
                rest: self.bodies,
            },
        }
    }
}

/// Gives a lambda its body for one executor.
#[doc(hidden)]
#[macro_export]
macro_rules! __px_body {
    ($lambda:expr, $executor:ty, {$body:expr}) => {
        $lambda.body::<$executor, _>({
            type __PxExecutor = $executor;
            $body
        })
    };
}

/// Gives a lambda its bodies for packs of an instruction set, with checks and without.
#[cfg(not(debug_assertions))]
#[doc(hidden)]
#[macro_export]
macro_rules! __px_bodies {
    ($lambda:expr, $isa:ty, $body:tt) => {{
        let lambda = $crate::__px_body!($lambda, $crate::kernel::simd::Simd<$isa, false>, $body);
        $crate::__px_body!(lambda, $crate::kernel::simd::Simd<$isa, true>, $body)
    }};
}

/// Gives a lambda its body for packs of an instruction set: debug builds launch lambdas on executors that check.
#[cfg(debug_assertions)]
#[doc(hidden)]
#[macro_export]
macro_rules! __px_bodies {
    ($lambda:expr, $isa:ty, $body:tt) => {
        $crate::__px_body!($lambda, $crate::kernel::simd::Simd<$isa, true>, $body)
    };
}

/// Makes the macro that gives a lambda its bodies.
macro_rules! lambda_bodies {
    ($($(#[$doc:meta])* $isa:ident, $name:literal, $lanes:literal, $family:tt, $detected:ident, $with:ident, $features:tt;)*) => {
        /// Gives a lambda its body for each executor: the macros write it once, for an executor named `__PxExecutor`.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! __px_lambda {
            ($lambda:expr, $body:tt) => {{
                let lambda = $crate::__px_body!($lambda, $crate::kernel::trace::Trace, $body);
                let lambda = $crate::__px_bodies!(lambda, $crate::kernel::exec::lane::Portable, $body);
                $(
                    #[cfg(target_arch = $family)]
                    let lambda = $crate::__px_bodies!(lambda, $crate::kernel::simd::$isa, $body);
                )*
                lambda
            }};
        }
    };
}
for_each_instruction_set!(lambda_bodies);

/// Refuses bodies that hold values: programs are recorded once for each type of the bodies.
const fn holds_no_values<B>() {
    assert!(
        size_of::<B>() == 0,
        "`comptime!` in a lambda takes constants, not variables"
    );
}

/// A [`Lambda`] inside a kernel.
#[derive(Clone, Copy)]
pub struct LambdaIn<C, B> {
    captures: C,
    bodies: B,
}

#[diagnostic::do_not_recommend]
// SAFETY: the captures are bound as they are; bodies hold no values, so their types say all.
unsafe impl<S, C, B, const PROMISED: bool> Functor for Lambda<S, C, B, PROMISED>
where
    S: Shape,
    C: Captures,
    B: Copy + Send + Sync + 'static,
{
    type In<E: Exec> = LambdaIn<C::In<E>, B>;
    type Comptime = C::Comptime;
    fn bind<E: Exec>(&self, binder: &mut impl Binder<E>) -> Self::In<E> {
        const { holds_no_values::<B>() }
        LambdaIn {
            captures: self.captures.bind(self.names, binder),
            bodies: self.bodies,
        }
    }
    fn comptime(&self, hasher: &mut impl Hasher) {
        self.captures.comptime(hasher);
    }
}

/// A shape of lambdas and the kernel that they are.
macro_rules! lambda {
    ($(#[$doc:meta])* $shape:ident [$($generics:tt)*] [$($parameter:ident),*] [$($phantom:ty)?], $trait:ty: $at:ty => $out:ty, {$($items:tt)*}) => {
        $(#[$doc])*
        pub struct $shape<$($generics)*>($(PhantomData<fn() -> $phantom>)?);

        impl<$($generics)*> Shape for $shape<$($parameter),*> {
            type At<E: Exec> = $at;
            type Out<E: Exec> = $out;
        }

        #[diagnostic::do_not_recommend]
        // SAFETY: `PROMISED` says whether the author wrote `unsafe |i|`.
        unsafe impl<C: Captures, B: BodyOf<$shape<$($parameter),*>, C>, const PROMISED: bool, $($generics)*> $trait
            for Lambda<$shape<$($parameter),*>, C, B, PROMISED>
        {
            const NAME: &'static str = "lambda";
            const PROMISE: Promise = if PROMISED { Promise::Disjoint } else { Promise::None };
            $($items)*
            #[inline(always)]
            fn run<E: Exec>(this: &Self::In<E>, at: $at) -> $out {
                this.bodies.call::<E>(this.captures, at)
            }
        }
    };
}
lambda! {
    /// A range.
    Range [] [] [], RangeKernel: IndexOf<E> => (), {}
}
lambda! {
    /// A box.
    MdRange [const R: usize] [R] [], MdRangeKernel<R>: [IndexOf<E, AnyStep>; R] => (), {}
}
lambda! {
    /// Teams.
    Team [] [] [], TeamKernel: TeamIn<E> => (), {}
}
lambda! {
    /// A range whose values are joined.
    Reduce [V: Element] [V] [V], ReduceKernel: IndexOf<E> => Contribution<E, V>, { type Value = V; }
}
lambda! {
    /// Teams whose values are joined.
    TeamReduce [V: Element] [V] [V], TeamReduceKernel: TeamIn<E> => Contribution<E, V>, { type Value = V; }
}
lambda! {
    /// A box whose values are joined.
    MdReduce [const R: usize, V: Element] [R, V] [V], MdReduceKernel<R>: [IndexOf<E, AnyStep>; R] => Contribution<E, V>, { type Value = V; }
}
