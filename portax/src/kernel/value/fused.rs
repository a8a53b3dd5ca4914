//! `c + a*b`, `c - a*b` and `a*b - c` with one rounding: what the macro makes of sums of products.

use super::{
    IndexOf, IntOf, IntoInt, IntoUniform, IntoVarying, RealNumber, Step, UniformInt, UniformOf,
    Varying, index::of_indices,
};
use crate::kernel::exec::{Exec, Float, Scalar};
use std::panic::Location;

/// Fused multiply and add, for every kind of operand. Integers have no rounding: there it is plain arithmetic.
#[diagnostic::on_unimplemented(
    message = "`{A}` times `{B}` cannot be added to `{Self}` in a portax kernel"
)]
pub trait MulAcc<A, B> {
    /// Kind of the sum.
    type Output;
    /// `self + a * b`
    fn mul_acc(self, a: A, b: B) -> Self::Output;
}

/// Fused multiply and subtract.
#[diagnostic::on_unimplemented(
    message = "`{A}` times `{B}` cannot be subtracted from `{Self}` in a portax kernel, nor it from them"
)]
pub trait MulSub<A, B> {
    /// Kind of `self - a * b`.
    type Output;
    /// Kind of `a * b - self`: differs where the accumulator is an index.
    type Difference;
    /// `self - a * b`
    fn nmul_acc(self, a: A, b: B) -> Self::Output;
    /// `a * b - self`
    fn mul_sub(self, a: A, b: B) -> Self::Difference;
}

impl<E: Exec, T: Scalar, A: RealNumber + IntoVarying<E, T>, B: RealNumber + IntoVarying<E, T>>
    MulAcc<A, B> for Varying<E, T>
{
    type Output = Self;
    #[inline(always)]
    fn mul_acc(self, a: A, b: B) -> Self {
        Varying(E::fma::<T>(a.into_varying().0, b.into_varying().0, self.0))
    }
}
impl<E: Exec, T: Scalar, A: RealNumber + IntoVarying<E, T>, B: RealNumber + IntoVarying<E, T>>
    MulSub<A, B> for Varying<E, T>
{
    type Output = Self;
    type Difference = Self;
    #[inline(always)]
    fn nmul_acc(self, a: A, b: B) -> Self {
        Varying(E::fnma::<T>(a.into_varying().0, b.into_varying().0, self.0))
    }
    #[inline(always)]
    fn mul_sub(self, a: A, b: B) -> Self {
        Varying(E::fms::<T>(a.into_varying().0, b.into_varying().0, self.0))
    }
}

/// The accumulator becomes varying because a factor is.
macro_rules! widen {
    ($([$($g:tt)*] $c:ty, $a:ty, $b:ty => $t:ty;)*) => { $(
        impl<E: Exec, $($g)*> MulAcc<$a, $b> for $c {
            type Output = Varying<E, $t>;
            #[inline(always)]
            fn mul_acc(self, a: $a, b: $b) -> Varying<E, $t> {
                let (c, a, b): (Varying<E, $t>, Varying<E, $t>, Varying<E, $t>) = (self.into_varying(), a.into_varying(), b.into_varying());
                c.mul_acc(a, b)
            }
        }
        impl<E: Exec, $($g)*> MulSub<$a, $b> for $c {
            type Output = Varying<E, $t>;
            type Difference = Varying<E, $t>;
            #[inline(always)]
            fn nmul_acc(self, a: $a, b: $b) -> Varying<E, $t> {
                let (c, a, b): (Varying<E, $t>, Varying<E, $t>, Varying<E, $t>) = (self.into_varying(), a.into_varying(), b.into_varying());
                c.nmul_acc(a, b)
            }
            #[inline(always)]
            fn mul_sub(self, a: $a, b: $b) -> Varying<E, $t> {
                let (c, a, b): (Varying<E, $t>, Varying<E, $t>, Varying<E, $t>) = (self.into_varying(), a.into_varying(), b.into_varying());
                c.mul_sub(a, b)
            }
        }
    )* };
}
widen! {
    [T: Scalar, B: RealNumber + IntoVarying<E, T>] UniformOf<E, T>, Varying<E, T>, B => T;
    [T: Scalar] UniformOf<E, T>, UniformOf<E, T>, Varying<E, T> => T;
    [T: Float] UniformOf<E, T>, f64, Varying<E, T> => T;
    [T: Float, B: RealNumber + IntoVarying<E, T>] f64, Varying<E, T>, B => T;
    [T: Float] f64, UniformOf<E, T>, Varying<E, T> => T;
    [T: Float] f64, f64, Varying<E, T> => T;
}

/// Of indices and uniform integers alone: the product and the sum must fit.
macro_rules! of_indices {
    ($([$($g:tt)*] $c:ty, $a:ty, $b:ty;)*) => { $(
        impl<E: Exec, $($g)*> MulAcc<$a, $b> for $c {
            type Output = Varying<E, i32>;
            #[inline(always)]
            #[track_caller]
            fn mul_acc(self, a: $a, b: $b) -> Varying<E, i32> {
                let c: Varying<E, i32> = self.into_varying();
                of_indices(c + a * b, Location::caller())
            }
        }
        impl<E: Exec, $($g)*> MulSub<$a, $b> for $c {
            type Output = Varying<E, i32>;
            type Difference = Varying<E, i32>;
            #[inline(always)]
            #[track_caller]
            fn nmul_acc(self, a: $a, b: $b) -> Varying<E, i32> {
                let c: Varying<E, i32> = self.into_varying();
                of_indices(c - a * b, Location::caller())
            }
            #[inline(always)]
            #[track_caller]
            fn mul_sub(self, a: $a, b: $b) -> Varying<E, i32> {
                let c: Varying<E, i32> = self.into_varying();
                of_indices(a * b - c, Location::caller())
            }
        }
    )* };
}

/// Integers and indices, where a factor varies: so does the sum.
macro_rules! widen_integers {
    ($([$($g:tt)*] $c:ty;)*) => { $(
        widen! {
            [$($g)*] $c, Varying<E, i32>, Varying<E, i32> => i32;
            [$($g)*] $c, Varying<E, i32>, IntOf<E> => i32;
            [$($g)*] $c, Varying<E, i32>, i32 => i32;
            [$($g)*] $c, Varying<E, i32>, usize => i32;
            [$($g)*] $c, IntOf<E>, Varying<E, i32> => i32;
            [$($g)*] $c, i32, Varying<E, i32> => i32;
            [$($g)*] $c, usize, Varying<E, i32> => i32;
            [$($g)* S1: Step] $c, Varying<E, i32>, IndexOf<E, S1> => i32;
            [$($g)* S1: Step] $c, IndexOf<E, S1>, Varying<E, i32> => i32;
        }
        of_indices! {
            [$($g)* S1: Step] $c, IndexOf<E, S1>, IntOf<E>;
            [$($g)* S1: Step] $c, IndexOf<E, S1>, i32;
            [$($g)* S1: Step] $c, IndexOf<E, S1>, usize;
            [$($g)* S1: Step] $c, IntOf<E>, IndexOf<E, S1>;
            [$($g)* S1: Step] $c, i32, IndexOf<E, S1>;
            [$($g)* S1: Step] $c, usize, IndexOf<E, S1>;
            [$($g)* S1: Step, S2: Step] $c, IndexOf<E, S1>, IndexOf<E, S2>;
        }
    )* };
}
widen_integers! { [] IntOf<E>; [] i32; [] usize; [S: Step,] IndexOf<E, S>; }

/// A literal and a product of which a factor varies.
macro_rules! widen_literals {
    ($($t:ident)*) => { $( widen! {
        [] $t, Varying<E, $t>, Varying<E, $t> => $t;
        [] $t, Varying<E, $t>, UniformOf<E, $t> => $t;
        [] $t, Varying<E, $t>, $t => $t;
        [] $t, UniformOf<E, $t>, Varying<E, $t> => $t;
        [] $t, $t, Varying<E, $t> => $t;
    } )* };
}
widen_literals! { u32 i64 u64 }

/// A uniform integer, an index, or a product of them, with 64-bit integers that vary.
macro_rules! widen_long {
    ($([$($g:tt)*] $c:ty;)*) => { $( widen! {
        [$($g)* B: IntoVarying<E, i64>] $c, Varying<E, i64>, B => i64;
        [$($g)*] $c, UniformOf<E, i64>, Varying<E, i64> => i64;
        [$($g)*] $c, IntOf<E>, Varying<E, i64> => i64;
        [$($g)* S1: Step] $c, IndexOf<E, S1>, Varying<E, i64> => i64;
        [$($g)* S1: Step] $c, IndexOf<E, S1>, UniformOf<E, i64> => i64;
        [$($g)* S1: Step] $c, UniformOf<E, i64>, IndexOf<E, S1> => i64;
    } )* };
}
widen_long! { [] IntOf<E>; [S: Step,] IndexOf<E, S>; }
widen! {
    [] UniformOf<E, i64>, i64, Varying<E, i64> => i64;
    [] UniformOf<E, i64>, IntOf<E>, Varying<E, i64> => i64;
    [S: Step] UniformOf<E, i64>, IndexOf<E, S>, Varying<E, i64> => i64;
    [S: Step] UniformOf<E, i64>, IndexOf<E, S>, i64 => i64;
    [S: Step] UniformOf<E, i64>, i64, IndexOf<E, S> => i64;
    [S: Step] UniformOf<E, i64>, IndexOf<E, S>, IntOf<E> => i64;
    [S: Step] UniformOf<E, i64>, IntOf<E>, IndexOf<E, S> => i64;
    [S: Step, S2: Step] UniformOf<E, i64>, IndexOf<E, S>, IndexOf<E, S2> => i64;
    [S: Step] UniformOf<E, i64>, IndexOf<E, S>, UniformOf<E, i64> => i64;
    [S: Step] UniformOf<E, i64>, UniformOf<E, i64>, IndexOf<E, S> => i64;
    [] UniformOf<E, u64>, u64, Varying<E, u64> => u64;
    [] UniformOf<E, u32>, u32, Varying<E, u32> => u32;
    [] i64, IntOf<E>, Varying<E, i64> => i64;
    [] i64, Varying<E, i64>, IntOf<E> => i64;
}

/// Uniform throughout.
macro_rules! uniform {
    ($([$($g:tt)*] $c:ty, $a:ty, $b:ty;)*) => { $(
        impl<E: Exec, T: Float, $($g)*> MulAcc<$a, $b> for $c {
            type Output = UniformOf<E, T>;
            #[inline(always)]
            fn mul_acc(self, a: $a, b: $b) -> UniformOf<E, T> {
                let (c, a, b): (UniformOf<E, T>, UniformOf<E, T>, UniformOf<E, T>) =
                    (self.into_uniform(), a.into_uniform(), b.into_uniform());
                UniformOf(E::ufma::<T>(a.0, b.0, c.0))
            }
        }
        impl<E: Exec, T: Float, $($g)*> MulSub<$a, $b> for $c {
            type Output = UniformOf<E, T>;
            type Difference = UniformOf<E, T>;
            #[inline(always)]
            fn nmul_acc(self, a: $a, b: $b) -> UniformOf<E, T> {
                let a: UniformOf<E, T> = a.into_uniform();
                self.mul_acc(-a, b)
            }
            #[inline(always)]
            fn mul_sub(self, a: $a, b: $b) -> UniformOf<E, T> {
                let c: UniformOf<E, T> = self.into_uniform();
                let b: UniformOf<E, T> = b.into_uniform();
                let a: UniformOf<E, T> = a.into_uniform();
                (-c).mul_acc(a, b)
            }
        }
    )* };
}
uniform! {
    [] UniformOf<E, T>, UniformOf<E, T>, UniformOf<E, T>;
    [] UniformOf<E, T>, f64, UniformOf<E, T>;
    [] UniformOf<E, T>, UniformOf<E, T>, f64;
    [] f64, UniformOf<E, T>, UniformOf<E, T>;
    [] f64, f64, UniformOf<E, T>;
    [] f64, UniformOf<E, T>, f64;
}

/// Uniform integers that are no `Int`: nothing to fuse.
macro_rules! uniform_integers {
    ($($t:ident)*) => { $( uniform_integers! { $t:
        UniformOf<E, $t>, UniformOf<E, $t>, UniformOf<E, $t>;
        UniformOf<E, $t>, UniformOf<E, $t>, $t;
        UniformOf<E, $t>, $t, UniformOf<E, $t>;
        $t, UniformOf<E, $t>, UniformOf<E, $t>;
        $t, UniformOf<E, $t>, $t;
        $t, $t, UniformOf<E, $t>;
    } )* };
    ($t:ident: $($c:ty, $a:ty, $b:ty;)*) => { $(
        impl<E: Exec> MulAcc<$a, $b> for $c {
            type Output = UniformOf<E, $t>;
            #[inline(always)]
            fn mul_acc(self, a: $a, b: $b) -> UniformOf<E, $t> {
                let (c, a, b): (UniformOf<E, $t>, UniformOf<E, $t>, UniformOf<E, $t>) = (self.into_uniform(), a.into_uniform(), b.into_uniform());
                c + a * b
            }
        }
        impl<E: Exec> MulSub<$a, $b> for $c {
            type Output = UniformOf<E, $t>;
            type Difference = UniformOf<E, $t>;
            #[inline(always)]
            fn nmul_acc(self, a: $a, b: $b) -> UniformOf<E, $t> {
                let (c, a, b): (UniformOf<E, $t>, UniformOf<E, $t>, UniformOf<E, $t>) = (self.into_uniform(), a.into_uniform(), b.into_uniform());
                c - a * b
            }
            #[inline(always)]
            fn mul_sub(self, a: $a, b: $b) -> UniformOf<E, $t> {
                let (c, a, b): (UniformOf<E, $t>, UniformOf<E, $t>, UniformOf<E, $t>) = (self.into_uniform(), a.into_uniform(), b.into_uniform());
                a * b - c
            }
        }
    )* };
}
uniform_integers! { i32 u32 i64 u64 }
/// With the integers that are indices.
macro_rules! signed_uniform {
    ($($t:ident)*) => { $( uniform_integers! { $t:
        UniformOf<E, $t>, UniformOf<E, $t>, IntOf<E>;
        UniformOf<E, $t>, IntOf<E>, UniformOf<E, $t>;
        UniformOf<E, $t>, IntOf<E>, IntOf<E>;
        UniformOf<E, $t>, IntOf<E>, $t;
        UniformOf<E, $t>, $t, IntOf<E>;
    } )* };
}
signed_uniform! { i32 i64 }
uniform_integers! { i64:
    IntOf<E>, UniformOf<E, i64>, UniformOf<E, i64>;
    IntOf<E>, UniformOf<E, i64>, IntOf<E>;
    IntOf<E>, IntOf<E>, UniformOf<E, i64>;
    IntOf<E>, UniformOf<E, i64>, i64;
    IntOf<E>, i64, UniformOf<E, i64>;
}

/// Integers: nothing to fuse.
macro_rules! integer {
    ($($c:ty, $a:ty, $b:ty;)*) => { $(
        impl<E: Exec> MulAcc<$a, $b> for $c {
            type Output = IntOf<E>;
            #[inline(always)]
            fn mul_acc(self, a: $a, b: $b) -> IntOf<E> {
                let (c, a, b): (IntOf<E>, IntOf<E>, IntOf<E>) = (self.into_int(), a.into_int(), b.into_int());
                c + a * b
            }
        }
        impl<E: Exec> MulSub<$a, $b> for $c {
            type Output = IntOf<E>;
            type Difference = IntOf<E>;
            #[inline(always)]
            fn nmul_acc(self, a: $a, b: $b) -> IntOf<E> {
                let (c, a, b): (IntOf<E>, IntOf<E>, IntOf<E>) = (self.into_int(), a.into_int(), b.into_int());
                c - a * b
            }
            #[inline(always)]
            fn mul_sub(self, a: $a, b: $b) -> IntOf<E> {
                let (c, a, b): (IntOf<E>, IntOf<E>, IntOf<E>) = (self.into_int(), a.into_int(), b.into_int());
                a * b - c
            }
        }
    )* };
}
integer! {
    i32, IntOf<E>, IntOf<E>;
    i32, IntOf<E>, i32;
    i32, IntOf<E>, usize;
    i32, i32, IntOf<E>;
    i32, usize, IntOf<E>;
    usize, IntOf<E>, IntOf<E>;
    usize, IntOf<E>, i32;
    usize, IntOf<E>, usize;
    usize, i32, IntOf<E>;
    usize, usize, IntOf<E>;
}
impl<E: Exec, A: UniformInt + IntoInt<E>, B: UniformInt + IntoInt<E>> MulAcc<A, B> for IntOf<E> {
    type Output = Self;
    #[inline(always)]
    fn mul_acc(self, a: A, b: B) -> Self {
        self + a.into_int() * b
    }
}
impl<E: Exec, A: UniformInt + IntoInt<E>, B: UniformInt + IntoInt<E>> MulSub<A, B> for IntOf<E> {
    type Output = Self;
    type Difference = Self;
    #[inline(always)]
    fn nmul_acc(self, a: A, b: B) -> Self {
        self - a.into_int() * b
    }
    #[inline(always)]
    fn mul_sub(self, a: A, b: B) -> Self {
        a.into_int() * b - self
    }
}
impl<E: Exec, S: Step, A: UniformInt + IntoInt<E>, B: UniformInt + IntoInt<E>> MulAcc<A, B>
    for IndexOf<E, S>
{
    type Output = Self;
    #[inline(always)]
    fn mul_acc(self, a: A, b: B) -> Self {
        self + a.into_int() * b
    }
}
impl<E: Exec, S: Step, A: UniformInt + IntoInt<E>, B: UniformInt + IntoInt<E>> MulSub<A, B>
    for IndexOf<E, S>
{
    type Output = Self;
    type Difference = Varying<E, i32>;
    #[inline(always)]
    fn nmul_acc(self, a: A, b: B) -> Self {
        self - a.into_int() * b
    }
    #[inline(always)]
    #[track_caller]
    fn mul_sub(self, a: A, b: B) -> Varying<E, i32> {
        a.into_int() * b - self
    }
}
macro_rules! comptime {
    ($($t:ty),*) => { $(
        impl MulAcc<$t, $t> for $t {
            type Output = $t;
            #[inline(always)]
            fn mul_acc(self, a: $t, b: $t) -> $t {
                self + a * b
            }
        }
        impl MulSub<$t, $t> for $t {
            type Output = $t;
            type Difference = $t;
            #[inline(always)]
            fn nmul_acc(self, a: $t, b: $t) -> $t {
                self - a * b
            }
            #[inline(always)]
            fn mul_sub(self, a: $t, b: $t) -> $t {
                a * b - self
            }
        }
    )* };
}
comptime! { usize, i32, f64 }
