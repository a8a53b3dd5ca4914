//! The methods of numbers: roots, rounding, exponentials, angles.

use super::{IntoUniform, IntoVarying, UniformOf, Varying};
use crate::{
    kernel::{
        exec::{Exec, Float, Scalar},
        simd::math,
    },
    ops::{Bin, Un},
};

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
} {
    /// `self^o`.
    powf Powf;
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
    /// The smaller; a NaN loses.
    #[inline(always)]
    pub fn min(self, o: impl IntoUniform<E, T>) -> Self {
        UniformOf(E::ubin::<T>(Bin::Min, self.0, o.into_uniform().0))
    }
    /// The larger; a NaN loses.
    #[inline(always)]
    pub fn max(self, o: impl IntoUniform<E, T>) -> Self {
        UniformOf(E::ubin::<T>(Bin::Max, self.0, o.into_uniform().0))
    }
}
