//! `if c { a } else { b }` as a value of arithmetic alone; see [`Choice`](super::Choice) for branches that run.

use super::{
    Bool, Complex, Conv, IndexOf, IntOf, IntoInt, IntoUniform, IntoVarying, Logic, Step,
    UniformBool, UniformInt, UniformOf, Varying,
};
use crate::{
    kernel::exec::{Exec, Float, Scalar},
    ops::Bin,
};

/// A condition that chooses between two values, both at hand.
#[diagnostic::on_unimplemented(message = "`{Self}` cannot choose between `{A}` and `{B}`")]
pub trait Select<A, B> {
    /// Kind of the result.
    type Output;
    /// `a` where the condition holds, else `b`.
    fn select(self, a: A, b: B) -> Self::Output;
}

/// A literal or value in every lane.
#[inline(always)]
fn varying<E: Exec, T: Scalar>(x: impl IntoVarying<E, T>) -> E::Var<T> {
    x.into_varying().0
}

/// What a condition chooses that is known when the kernel is recorded. Two values of one type stay what they are, others become
/// what a condition of the launch makes of them.
#[diagnostic::on_unimplemented(
    message = "a condition that is known when the kernel is recorded cannot choose between `{A}` and `{B}`",
    label = "the branches give values of two kinds",
    note = "convert with `as`, for example `i as f64`"
)]
pub trait Either<A, B> {
    /// Kind of the result.
    type Output;
    /// The first value.
    fn first(a: A) -> Self::Output;
    /// The second value.
    fn second(b: B) -> Self::Output;
}
impl<A> Either<A, A> for bool {
    type Output = A;
    #[inline(always)]
    fn first(a: A) -> A {
        a
    }
    #[inline(always)]
    fn second(b: A) -> A {
        b
    }
}
/// Pairs of kinds, in either order.
macro_rules! either {
    ($([$($g:tt)*] $a:ty, $b:ty => $out:ty;)*) => { $(
        either! { @ [$($g)*] $a, $b => $out }
        either! { @ [$($g)*] $b, $a => $out }
    )* };
    (@ [$($g:tt)*] $a:ty, $b:ty => $out:ty) => {
        #[diagnostic::do_not_recommend]
        impl<E: Exec, $($g)*> Either<$a, $b> for bool {
            type Output = $out;
            #[inline(always)]
            fn first(a: $a) -> $out {
                a.conv()
            }
            #[inline(always)]
            fn second(b: $b) -> $out {
                b.conv()
            }
        }
    };
}
either! {
    [T: Scalar] UniformOf<E, T>, Varying<E, T> => Varying<E, T>;
    [T: Float] f64, Varying<E, T> => Varying<E, T>;
    [T: Float] f64, UniformOf<E, T> => UniformOf<E, T>;
    [] i32, Varying<E, i32> => Varying<E, i32>;
    [] IntOf<E>, Varying<E, i32> => Varying<E, i32>;
    [] i32, IntOf<E> => IntOf<E>;
    [] usize, IntOf<E> => IntOf<E>;
    [S: Step] IndexOf<E, S>, Varying<E, i32> => Varying<E, i32>;
    [] u32, Varying<E, u32> => Varying<E, u32>;
    [] u32, UniformOf<E, u32> => UniformOf<E, u32>;
    [] i64, Varying<E, i64> => Varying<E, i64>;
    [] i64, UniformOf<E, i64> => UniformOf<E, i64>;
    [] u64, Varying<E, u64> => Varying<E, u64>;
    [] u64, UniformOf<E, u64> => UniformOf<E, u64>;
    [] UniformBool<E>, Bool<E> => Bool<E>;
    [] bool, Bool<E> => Bool<E>;
    [] bool, UniformBool<E> => UniformBool<E>;
}
impl<A, B> Select<A, B> for bool
where
    bool: Either<A, B>,
{
    type Output = <bool as Either<A, B>>::Output;
    #[inline(always)]
    fn select(self, a: A, b: B) -> Self::Output {
        match self {
            true => <bool as Either<A, B>>::first(a),
            false => <bool as Either<A, B>>::second(b),
        }
    }
}
impl<E: Exec, T: Scalar, B: IntoVarying<E, T>> Select<Varying<E, T>, B> for Bool<E> {
    type Output = Varying<E, T>;
    #[inline(always)]
    fn select(self, a: Varying<E, T>, b: B) -> Varying<E, T> {
        Varying(E::select::<T>(self.0, a.0, b.into_varying().0))
    }
}
/// Two values of which neither is varying, or the second is.
macro_rules! varying {
    ($([$($g:tt)*] $t:ty: $a:ty, $b:ty;)*) => { $(
        impl<E: Exec, $($g)*> Select<$a, $b> for Bool<E> {
            type Output = Varying<E, $t>;
            #[inline(always)]
            fn select(self, a: $a, b: $b) -> Varying<E, $t> {
                Varying(E::select::<$t>(self.0, varying::<E, $t>(a), varying::<E, $t>(b)))
            }
        }
    )* };
}
varying! {
    [T: Scalar] T: UniformOf<E, T>, UniformOf<E, T>;
    [T: Scalar] T: UniformOf<E, T>, Varying<E, T>;
    [T: Float] T: UniformOf<E, T>, f64;
    [T: Float] T: f64, UniformOf<E, T>;
    [T: Float] T: f64, Varying<E, T>;
    [] f64: f64, f64;
    [] i32: i32, i32;
    [] i32: i32, UniformOf<E, i32>;
    [] i32: UniformOf<E, i32>, i32;
    [] i32: UniformOf<E, i32>, IntOf<E>;
    [] i32: IntOf<E>, UniformOf<E, i32>;
    [S: Step] i32: UniformOf<E, i32>, IndexOf<E, S>;
    [S: Step] i32: IndexOf<E, S>, UniformOf<E, i32>;
    [] i32: i32, IntOf<E>;
    [] i32: IntOf<E>, i32;
    [] i32: IntOf<E>, IntOf<E>;
    [] i32: i32, Varying<E, i32>;
    [] i32: IntOf<E>, Varying<E, i32>;
    [] i32: IntOf<E>, usize;
    [] i32: usize, IntOf<E>;
    [] i32: usize, Varying<E, i32>;
    [S: Step] i32: usize, IndexOf<E, S>;
    [S: Step] i32: IndexOf<E, S>, usize;
    [S: Step] i32: IndexOf<E, S>, i32;
    [S: Step] i32: IndexOf<E, S>, IntOf<E>;
    [S: Step] i32: IndexOf<E, S>, Varying<E, i32>;
    [S: Step] i32: i32, IndexOf<E, S>;
    [S: Step] i32: IntOf<E>, IndexOf<E, S>;
    [S: Step, S2: Step] i32: IndexOf<E, S>, IndexOf<E, S2>;
    [] u32: u32, u32;
    [] u32: u32, UniformOf<E, u32>;
    [] u32: UniformOf<E, u32>, u32;
    [] u32: u32, Varying<E, u32>;
    [] i64: i64, i64;
    [] i64: i64, UniformOf<E, i64>;
    [] i64: UniformOf<E, i64>, i64;
    [] i64: UniformOf<E, i64>, IntOf<E>;
    [] i64: IntOf<E>, UniformOf<E, i64>;
    [] i64: i64, Varying<E, i64>;
    [] i64: IntOf<E>, Varying<E, i64>;
    [S: Step] i64: IndexOf<E, S>, Varying<E, i64>;
    [S: Step] i64: IndexOf<E, S>, UniformOf<E, i64>;
    [S: Step] i64: UniformOf<E, i64>, IndexOf<E, S>;
    [] u64: u64, u64;
    [] u64: u64, UniformOf<E, u64>;
    [] u64: UniformOf<E, u64>, u64;
    [] u64: u64, Varying<E, u64>;
}

/// Two uniform values.
macro_rules! uniform {
    ($([$($g:tt)*] $t:ty: $a:ty, $b:ty;)*) => { $(
        impl<E: Exec, $($g)*> Select<$a, $b> for UniformBool<E> {
            type Output = UniformOf<E, $t>;
            #[inline(always)]
            fn select(self, a: $a, b: $b) -> UniformOf<E, $t> {
                let (a, b): (UniformOf<E, $t>, UniformOf<E, $t>) = (a.into_uniform(), b.into_uniform());
                UniformOf(E::uselect::<$t>(self.0, a.0, b.0))
            }
        }
    )* };
}
uniform! {
    [T: Scalar] T: UniformOf<E, T>, UniformOf<E, T>;
    [T: Float] T: UniformOf<E, T>, f64;
    [T: Float] T: f64, UniformOf<E, T>;
    [] f64: f64, f64;
    [] u32: UniformOf<E, u32>, u32;
    [] u32: u32, UniformOf<E, u32>;
    [] u32: u32, u32;
    [] i64: UniformOf<E, i64>, i64;
    [] i64: i64, UniformOf<E, i64>;
    [] i64: UniformOf<E, i64>, IntOf<E>;
    [] i64: IntOf<E>, UniformOf<E, i64>;
    [] i64: i64, i64;
    [] u64: UniformOf<E, u64>, u64;
    [] u64: u64, UniformOf<E, u64>;
    [] u64: u64, u64;
}
impl<E: Exec, T: Scalar, B: IntoVarying<E, T>> Select<Varying<E, T>, B> for UniformBool<E> {
    type Output = Varying<E, T>;
    #[inline(always)]
    fn select(self, a: Varying<E, T>, b: B) -> Varying<E, T> {
        Bool::<E>(E::mask(self.0)).select(a, b)
    }
}
/// The second value varies.
macro_rules! widened {
    ($([$($g:tt)*] $t:ty: $a:ty;)*) => { $(
        impl<E: Exec, $($g)*> Select<$a, Varying<E, $t>> for UniformBool<E> {
            type Output = Varying<E, $t>;
            #[inline(always)]
            fn select(self, a: $a, b: Varying<E, $t>) -> Varying<E, $t> {
                Bool::<E>(E::mask(self.0)).select(a, b)
            }
        }
    )* };
}
widened! { [T: Scalar] T: UniformOf<E, T>; [T: Float] T: f64; [] i32: i32; [] i32: IntOf<E>; [] u32: u32; [] i64: i64; [] i64: IntOf<E>; [] u64: u64; }
impl<E: Exec, B: UniformInt + IntoInt<E>> Select<IntOf<E>, B> for UniformBool<E> {
    type Output = IntOf<E>;
    #[inline(always)]
    fn select(self, a: IntOf<E>, b: B) -> IntOf<E> {
        IntOf(E::iselect(self.0, a.0, b.into_int().0))
    }
}
macro_rules! integers {
    ($($a:ty, $b:ty;)*) => { $(
        impl<E: Exec> Select<$a, $b> for UniformBool<E> {
            type Output = IntOf<E>;
            #[inline(always)]
            fn select(self, a: $a, b: $b) -> IntOf<E> {
                let (a, b): (IntOf<E>, IntOf<E>) = (a.into_int(), b.into_int());
                IntOf(E::iselect(self.0, a.0, b.0))
            }
        }
    )* };
}
integers! { i32, IntOf<E>; i32, i32; usize, IntOf<E>; usize, usize; UniformOf<E, i32>, IntOf<E>; UniformOf<E, i32>, i32; i32, UniformOf<E, i32>; }
impl<E: Exec> Select<IndexOf<E>, IndexOf<E>> for UniformBool<E> {
    type Output = IndexOf<E>;
    #[inline(always)]
    fn select(self, a: IndexOf<E>, b: IndexOf<E>) -> IndexOf<E> {
        IndexOf {
            base: E::iselect(self.0, a.base, b.base),
            step: a.step,
        }
    }
}
/// Two conditions.
macro_rules! conditions {
    ($($c:ident => $out:ident { $($a:ty, $b:ty;)* })*) => { $($(
        impl<E: Exec> Select<$a, $b> for $c<E> {
            type Output = $out<E>;
            #[inline(always)]
            fn select(self, a: $a, b: $b) -> $out<E> {
                self.logic(Bin::And, a).logic(Bin::Or, (!self).logic(Bin::And, b))
            }
        }
    )*)* };
}
conditions! {
    Bool => Bool {
        Bool<E>, Bool<E>; Bool<E>, UniformBool<E>; Bool<E>, bool;
        UniformBool<E>, Bool<E>; UniformBool<E>, UniformBool<E>; UniformBool<E>, bool;
        bool, Bool<E>; bool, UniformBool<E>; bool, bool;
    }
    UniformBool => Bool {
        Bool<E>, Bool<E>; Bool<E>, UniformBool<E>; Bool<E>, bool; UniformBool<E>, Bool<E>; bool, Bool<E>;
    }
    UniformBool => UniformBool {
        UniformBool<E>, UniformBool<E>; UniformBool<E>, bool; bool, UniformBool<E>; bool, bool;
    }
}
impl<E: Exec, T: Scalar> Select<Complex<Varying<E, T>>, Complex<Varying<E, T>>> for Bool<E> {
    type Output = Complex<Varying<E, T>>;
    #[inline(always)]
    fn select(
        self,
        a: Complex<Varying<E, T>>,
        b: Complex<Varying<E, T>>,
    ) -> Complex<Varying<E, T>> {
        Complex {
            re: self.select(a.re, b.re),
            im: self.select(a.im, b.im),
        }
    }
}
impl<E: Exec, T: Scalar> Select<Complex<Varying<E, T>>, Complex<Varying<E, T>>> for UniformBool<E> {
    type Output = Complex<Varying<E, T>>;
    #[inline(always)]
    fn select(
        self,
        a: Complex<Varying<E, T>>,
        b: Complex<Varying<E, T>>,
    ) -> Complex<Varying<E, T>> {
        Bool::<E>(E::mask(self.0)).select(a, b)
    }
}

/// Tuples and arrays, part by part.
macro_rules! parts {
    ($c:ident: $($a:ident $b:ident $k:tt),*) => {
        #[diagnostic::do_not_recommend]
        impl<E: Exec, $($a, $b),*> Select<($($a,)*), ($($b,)*)> for $c<E>
        where
            $($c<E>: Select<$a, $b>,)*
        {
            type Output = ($(<$c<E> as Select<$a, $b>>::Output,)*);
            #[inline(always)]
            fn select(self, a: ($($a,)*), b: ($($b,)*)) -> Self::Output {
                ($(self.select(a.$k, b.$k),)*)
            }
        }
    };
    ($($c:ident)*) => { $(
        parts! { $c: A0 B0 0, A1 B1 1 }
        parts! { $c: A0 B0 0, A1 B1 1, A2 B2 2 }
        parts! { $c: A0 B0 0, A1 B1 1, A2 B2 2, A3 B3 3 }
        #[diagnostic::do_not_recommend]
        impl<E: Exec, A: Copy, B: Copy, const N: usize> Select<[A; N], [B; N]> for $c<E>
        where
            $c<E>: Select<A, B>,
        {
            type Output = [<$c<E> as Select<A, B>>::Output; N];
            #[inline(always)]
            fn select(self, a: [A; N], b: [B; N]) -> Self::Output {
                crate::tab!(<$c<E> as Select<A, B>>::Output, N, k => self.select(a[k], b[k]))
            }
        }
    )* };
}
parts! { Bool UniformBool }
