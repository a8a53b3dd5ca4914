//! Real numbers as the parts of complex ones: floats of the host and values of kernels.

use crate::{
    kernel::{
        exec::{Exec, Float, scalar::compare},
        value::{Bool, MulAcc, MulSub, UniformBool, UniformOf, Varying},
    },
    ops::Cmp,
};
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A real number that complex numbers are made of: `f64` and `f32` of the host, [`Varying`] and [`UniformOf`] of kernels.
#[diagnostic::on_unimplemented(message = "complex numbers of `{Self}` have no such operation")]
pub trait Real:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// A condition.
    type Truth: Copy;
    /// Is it of 32 bits?
    const IS_SINGLE: bool;
    /// The number next to `x`.
    fn literal(x: f64) -> Self;
    /// `self + a * b` with one rounding.
    fn add_product(self, a: Self, b: Self) -> Self;
    /// `self - a * b` with one rounding.
    fn sub_product(self, a: Self, b: Self) -> Self;
    /// `a * b - self` with one rounding.
    fn product_less(self, a: Self, b: Self) -> Self;
    /// Does the comparison with `x` hold?
    fn is(self, op: Cmp, x: f64) -> Self::Truth;
    /// `a` where the condition holds, else `b`.
    fn choose(condition: Self::Truth, a: Self, b: Self) -> Self;
    /// Absolute value.
    fn magnitude(self) -> Self;
    /// The larger.
    fn larger(self, o: Self) -> Self;
    /// `|self|` with the sign of `o`.
    fn with_sign(self, o: Self) -> Self;
    /// Square root.
    fn root(self) -> Self;
    /// `sqrt(self^2 + o^2)`.
    fn length(self, o: Self) -> Self;
    /// Angle of the point (`x`, `self`).
    fn angle(self, x: Self) -> Self;
    /// Sine and cosine.
    fn circle(self) -> (Self, Self);
    /// `e^self`.
    fn exponential(self) -> Self;
    /// Natural logarithm.
    fn logarithm(self) -> Self;
    /// `ln(1 + self)`.
    fn logarithm_plus_1(self) -> Self;
}

macro_rules! kernel_values {
    ($($kind:ident $condition:ident $cmp:ident $select:ident |$x:ident| $literal:expr;)*) => { $(
        impl<E: Exec, T: Float> Real for $kind<E, T> {
            type Truth = $condition<E>;
            const IS_SINGLE: bool = size_of::<T>() == 4;
            #[inline(always)]
            fn literal(x: f64) -> Self {
                let $x = E::lit(T::from_f64(x));
                $kind($literal)
            }
            #[inline(always)]
            fn add_product(self, a: Self, b: Self) -> Self {
                MulAcc::mul_acc(self, a, b)
            }
            #[inline(always)]
            fn sub_product(self, a: Self, b: Self) -> Self {
                MulSub::nmul_acc(self, a, b)
            }
            #[inline(always)]
            fn product_less(self, a: Self, b: Self) -> Self {
                MulSub::mul_sub(self, a, b)
            }
            #[inline(always)]
            fn is(self, op: Cmp, x: f64) -> $condition<E> {
                $condition(E::$cmp::<T>(op, self.0, Self::literal(x).0))
            }
            #[inline(always)]
            fn choose(condition: $condition<E>, a: Self, b: Self) -> Self {
                $kind(E::$select::<T>(condition.0, a.0, b.0))
            }
            #[inline(always)]
            fn magnitude(self) -> Self {
                self.abs()
            }
            #[inline(always)]
            fn larger(self, o: Self) -> Self {
                self.max(o)
            }
            #[inline(always)]
            fn with_sign(self, o: Self) -> Self {
                self.copysign(o)
            }
            #[inline(always)]
            fn root(self) -> Self {
                self.sqrt()
            }
            #[inline(always)]
            fn length(self, o: Self) -> Self {
                self.hypot(o)
            }
            #[inline(always)]
            fn angle(self, x: Self) -> Self {
                self.atan2(x)
            }
            #[inline(always)]
            fn circle(self) -> (Self, Self) {
                (self.sin(), self.cos())
            }
            #[inline(always)]
            fn exponential(self) -> Self {
                self.exp()
            }
            #[inline(always)]
            fn logarithm(self) -> Self {
                self.ln()
            }
            #[inline(always)]
            fn logarithm_plus_1(self) -> Self {
                self.ln_1p()
            }
        }
    )* };
}
kernel_values! {
    Varying Bool cmp select |x| E::splat(x);
    UniformOf UniformBool ucmp uselect |x| x;
}

macro_rules! floats {
    ($($t:ident)*) => { $(
        impl Real for $t {
            type Truth = bool;
            const IS_SINGLE: bool = size_of::<$t>() == 4;
            #[inline(always)]
            fn literal(x: f64) -> $t {
                x as $t
            }
            #[inline(always)]
            fn add_product(self, a: $t, b: $t) -> $t {
                a.mul_add(b, self)
            }
            #[inline(always)]
            fn sub_product(self, a: $t, b: $t) -> $t {
                (-a).mul_add(b, self)
            }
            #[inline(always)]
            fn product_less(self, a: $t, b: $t) -> $t {
                a.mul_add(b, -self)
            }
            #[inline(always)]
            fn is(self, op: Cmp, x: f64) -> bool {
                compare(op, self, x as $t)
            }
            #[inline(always)]
            fn choose(condition: bool, a: $t, b: $t) -> $t {
                if condition { a } else { b }
            }
            #[inline(always)]
            fn magnitude(self) -> $t {
                self.abs()
            }
            #[inline(always)]
            fn larger(self, o: $t) -> $t {
                self.max(o)
            }
            #[inline(always)]
            fn with_sign(self, o: $t) -> $t {
                self.copysign(o)
            }
            #[inline(always)]
            fn root(self) -> $t {
                self.sqrt()
            }
            #[inline(always)]
            fn length(self, o: $t) -> $t {
                self.hypot(o)
            }
            #[inline(always)]
            fn angle(self, x: $t) -> $t {
                self.atan2(x)
            }
            #[inline(always)]
            fn circle(self) -> ($t, $t) {
                self.sin_cos()
            }
            #[inline(always)]
            fn exponential(self) -> $t {
                self.exp()
            }
            #[inline(always)]
            fn logarithm(self) -> $t {
                self.ln()
            }
            #[inline(always)]
            fn logarithm_plus_1(self) -> $t {
                self.ln_1p()
            }
        }
    )* };
}
floats! { f64 f32 }
