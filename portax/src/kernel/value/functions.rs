//! The methods of numbers: roots, rounding, exponentials, angles.

use super::{Bool, Exponent, IntoUniform, IntoVarying, UniformBool, UniformOf, Varying};
use crate::{
    kernel::{
        exec::{Exec, Float, Scalar},
        simd::math,
    },
    ops::{Bin, Cmp, Un},
};
use std::ops::{Mul, Rem};

/// Operations that are one instruction or few.
macro_rules! operations {
    ($($(#[$doc:meta])* $f:ident $op:ident;)*) => {
        impl<E: Exec, T: Float> Varying<E, T> { $(
            $(#[$doc])*
            #[inline(always)]
            pub fn $f(self) -> Self {
                Varying(E::un::<T>(Un::$op, self.0))
            }
        )* }
        impl<E: Exec, T: Float> UniformOf<E, T> { $(
            $(#[$doc])*
            #[inline(always)]
            pub fn $f(self) -> Self {
                UniformOf(E::uun::<T>(Un::$op, self.0))
            }
        )* }
    };
}
operations! {
    /// Square root.
    sqrt Sqrt;
    /// `1 / sqrt(self)`, within 2 ulp.
    rsqrt Rsqrt;
    /// Largest integer not above.
    floor Floor;
    /// Smallest integer not below.
    ceil Ceil;
    /// Integer part.
    trunc Trunc;
    /// Nearest integer, of halves the even one: `rint` of C.
    round_ties_even RoundTiesEven;
}

/// Functions of [`math`], of one value and of two.
macro_rules! functions {
    ({$($(#[$doc:meta])* $f:ident $op:ident;)*} {$($(#[$doc2:meta])* $f2:ident $op2:ident;)*}) => {
        impl<E: Exec, T: Float> Varying<E, T> {
            $(
                $(#[$doc])*
                #[inline(always)]
                pub fn $f(self) -> Self {
                    Varying(E::function::<T, math::$op>(self.0))
                }
            )*
            $(
                $(#[$doc2])*
                #[inline(always)]
                pub fn $f2(self, o: impl IntoVarying<E, T>) -> Self {
                    Varying(E::function2::<T, math::$op2>(self.0, o.into_varying().0))
                }
            )*
        }
        impl<E: Exec, T: Float> UniformOf<E, T> {
            $(
                $(#[$doc])*
                #[inline(always)]
                pub fn $f(self) -> Self {
                    UniformOf(E::ufunction::<T, math::$op>(self.0))
                }
            )*
            $(
                $(#[$doc2])*
                #[inline(always)]
                pub fn $f2(self, o: impl IntoUniform<E, T>) -> Self {
                    UniformOf(E::ufunction2::<T, math::$op2>(self.0, o.into_uniform().0))
                }
            )*
        }
    };
}
functions! { {
    /// Nearest integer, of halves the one further from zero.
    round Round;
    /// Sine.
    sin Sin;
    /// Cosine.
    cos Cos;
    /// `e^self`.
    exp Exp;
    /// `2^self`.
    exp2 Exp2;
    /// `e^self - 1`, accurate where `self` is small.
    exp_m1 ExpM1;
    /// Natural logarithm.
    ln Ln;
    /// Logarithm of base 2.
    log2 Log2;
    /// Logarithm of base 10.
    log10 Log10;
    /// `ln(1 + self)`, accurate where `self` is small.
    ln_1p Ln1p;
    /// Tangent.
    tan Tan;
    /// Arc sine.
    asin Asin;
    /// Arc cosine.
    acos Acos;
    /// Arc tangent.
    atan Atan;
    /// Hyperbolic sine.
    sinh Sinh;
    /// Hyperbolic cosine.
    cosh Cosh;
    /// Hyperbolic tangent.
    tanh Tanh;
    /// Inverse hyperbolic sine.
    asinh Asinh;
    /// Inverse hyperbolic cosine.
    acosh Acosh;
    /// Inverse hyperbolic tangent.
    atanh Atanh;
    /// Cube root.
    cbrt Cbrt;
    /// Error function.
    erf Erf;
    /// `1 - erf(self)`, accurate where that is small.
    erfc Erfc;
    /// Gamma function.
    tgamma Tgamma;
    /// Logarithm of the gamma function's size.
    lgamma Lgamma;
} {
    /// `self^o`.
    powf Powf;
    /// `|self|` with the sign of `o`.
    copysign Copysign;
    /// `self` less the multiple of `o` next to it, of two the even one, as IEEE 754 says; `%` truncates.
    remainder Remainder;
    /// Angle of the point (`o`, `self`), from -pi to pi.
    atan2 Atan2;
    /// `sqrt(self^2 + o^2)`, of which no square leaves the range.
    hypot Hypot;
} }

impl<E: Exec, T: Scalar> Varying<E, T> {
    /// Absolute value.
    #[inline(always)]
    pub fn abs(self) -> Self {
        Varying(E::un::<T>(Un::Abs, self.0))
    }
    /// The smaller; a NaN loses.
    #[inline(always)]
    pub fn min(self, o: impl IntoVarying<E, T>) -> Self {
        Varying(E::bin::<T>(Bin::Min, self.0, o.into_varying().0))
    }
    /// The larger; a NaN loses.
    #[inline(always)]
    pub fn max(self, o: impl IntoVarying<E, T>) -> Self {
        Varying(E::bin::<T>(Bin::Max, self.0, o.into_varying().0))
    }
}

impl<E: Exec, T: Scalar> UniformOf<E, T> {
    /// Absolute value.
    #[inline(always)]
    pub fn abs(self) -> Self {
        UniformOf(E::uun::<T>(Un::Abs, self.0))
    }
}

/// `x^n` by multiplications; nothing where `n` is 0.
#[inline(always)]
pub(super) fn power<V: Copy + Mul<Output = V>>(x: V, n: u32) -> Option<V> {
    let (mut square, mut rest) = (x, n);
    let mut power: Option<V> = None;
    while rest > 0 {
        if rest & 1 == 1 {
            power = Some(match power {
                Some(p) => p * square,
                None => square,
            });
        }
        rest >>= 1;
        if rest > 0 {
            square = square * square;
        }
    }
    power
}

/// Functions made of operations, of varying and of uniform values.
macro_rules! composed {
    ($kind:ident $condition:ident $into:ident $f:ident($($arg:ident),*) $cmp:ident $select:ident $fma:ident) => {
        impl<E: Exec, T: Float> $kind<E, T> {
            /// `self * a + b` with one rounding.
            #[inline(always)]
            pub fn mul_add(self, a: impl $into<E, T>, b: impl $into<E, T>) -> Self {
                $kind(E::$fma::<T>(self.0, a.$f().0, b.$f().0))
            }
            /// Within `low..=high`; a NaN stays.
            #[inline(always)]
            pub fn clamp(self, low: impl $into<E, T>, high: impl $into<E, T>) -> Self {
                let (low, high) = (low.$f().0, high.$f().0);
                let x = E::$select::<T>(E::$cmp::<T>(Cmp::Lt, self.0, low), low, self.0);
                $kind(E::$select::<T>(
                    E::$cmp::<T>(Cmp::Gt, self.0, high),
                    high,
                    x,
                ))
            }
            /// `1 / self`.
            #[inline(always)]
            pub fn recip(self) -> Self {
                1.0 / self
            }
            /// Fractional part, of the sign of `self`.
            #[inline(always)]
            pub fn fract(self) -> Self {
                self - self.trunc()
            }
            /// 1 with the sign of `self`; a NaN stays.
            #[inline(always)]
            pub fn signum(self) -> Self {
                let one: Self = 1.0.$f();
                let number = E::$cmp::<T>(Cmp::Eq, self.0, self.0);
                $kind(E::$select::<T>(number, one.copysign(self).0, self.0))
            }
            /// Sine and cosine.
            #[inline(always)]
            pub fn sin_cos(self) -> (Self, Self) {
                (self.sin(), self.cos())
            }
            /// Logarithm of a base.
            #[inline(always)]
            pub fn log(self, base: impl $into<E, T>) -> Self {
                self.ln() / base.$f().ln()
            }
            /// The remainder that is not negative, which may round to the size of `o`.
            #[inline(always)]
            pub fn rem_euclid(self, o: impl $into<E, T>) -> Self {
                let (o, zero): (Self, Self) = (o.$f(), 0.0.$f());
                let rest = self % o;
                let is_below = E::$cmp::<T>(Cmp::Lt, rest.0, zero.0);
                $kind(E::$select::<T>(is_below, (rest + o.abs()).0, rest.0))
            }
            /// The quotient, a whole number, whose remainder is not negative.
            #[inline(always)]
            pub fn div_euclid(self, o: impl $into<E, T>) -> Self {
                let (o, zero, one): (Self, Self, Self) = (o.$f(), 0.0.$f(), 1.0.$f());
                let quotient = (self / o).trunc();
                let is_below = E::$cmp::<T>(Cmp::Lt, (self % o).0, zero.0);
                let next = quotient - one.copysign(o);
                $kind(E::$select::<T>(is_below, next.0, quotient.0))
            }
            /// Whether its sign bit is set.
            #[inline(always)]
            pub fn is_sign_negative(self) -> $condition<E> {
                let (zero, one): (Self, Self) = (0.0.$f(), 1.0.$f());
                $condition(E::$cmp::<T>(Cmp::Lt, one.copysign(self).0, zero.0))
            }
            /// Whether its sign bit is not set.
            #[inline(always)]
            pub fn is_sign_positive(self) -> $condition<E> {
                !self.is_sign_negative()
            }
            /// Radians as degrees.
            #[inline(always)]
            pub fn to_degrees(self) -> Self {
                self * (180.0 / std::f64::consts::PI)
            }
            /// Degrees as radians.
            #[inline(always)]
            pub fn to_radians(self) -> Self {
                self * (std::f64::consts::PI / 180.0)
            }
            /// Whether it is not a number.
            #[inline(always)]
            pub fn is_nan(self) -> $condition<E> {
                $condition(E::$cmp::<T>(Cmp::Ne, self.0, self.0))
            }
            /// Whether it is infinity or minus infinity.
            #[inline(always)]
            pub fn is_infinite(self) -> $condition<E> {
                let infinity: Self = f64::INFINITY.$f();
                $condition(E::$cmp::<T>(Cmp::Eq, self.abs().0, infinity.0))
            }
            /// Whether it is neither infinite nor NaN.
            #[inline(always)]
            pub fn is_finite(self) -> $condition<E> {
                let infinity: Self = f64::INFINITY.$f();
                $condition(E::$cmp::<T>(Cmp::Lt, self.abs().0, infinity.0))
            }
            /// `self^n`. By multiplications, each of which rounds, where `n` is known when the kernel is compiled; otherwise
            /// [`powf`](Self::powf).
            #[inline(always)]
            pub fn powi<N: Exponent<Self>>(self, n: N) -> N::Power {
                n.power_of(self)
            }
        }
    };
}
composed! { Varying Bool IntoVarying into_varying() cmp select fma }
composed! { UniformOf UniformBool IntoUniform into_uniform() ucmp uselect ufma }

/// `%` of floats: the remainder of the truncated quotient, of the sign of the left operand.
macro_rules! remainders {
    ($($a:ty, $b:ty => $kind:ident $into:ident $function:ident;)*) => { $(
        impl<E: Exec, T: Float> Rem<$b> for $a {
            type Output = $kind<E, T>;
            #[inline(always)]
            fn rem(self, o: $b) -> $kind<E, T> {
                let (a, b): ($kind<E, T>, $kind<E, T>) = (self.$into(), o.$into());
                $kind(E::$function::<T, math::Rem>(a.0, b.0))
            }
        }
    )* };
}
remainders! {
    Varying<E, T>, Varying<E, T> => Varying into_varying function2;
    Varying<E, T>, UniformOf<E, T> => Varying into_varying function2;
    Varying<E, T>, f64 => Varying into_varying function2;
    UniformOf<E, T>, Varying<E, T> => Varying into_varying function2;
    f64, Varying<E, T> => Varying into_varying function2;
    UniformOf<E, T>, UniformOf<E, T> => UniformOf into_uniform ufunction2;
    UniformOf<E, T>, f64 => UniformOf into_uniform ufunction2;
    f64, UniformOf<E, T> => UniformOf into_uniform ufunction2;
}
