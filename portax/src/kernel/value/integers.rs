//! The methods of integers that are sums, products and choices.

use super::{
    Bool, Compare, IndexOf, IntOf, IntoInt, IntoUniform, IntoVarying, Select, Step, UniformBool,
    UniformOf, Varying, functions::power,
};
use crate::{
    kernel::exec::Exec,
    ops::{Bin, Cmp},
};

/// Of varying and of uniform integers.
macro_rules! integers {
    ($kind:ident $condition:ident $into:ident $f:ident $bin:ident: $($t:ident)*) => { $(
        impl<E: Exec> $kind<E, $t> {
            /// Within `low..=high`.
            #[inline(always)]
            pub fn clamp(self, low: impl $into<E, $t>, high: impl $into<E, $t>) -> Self {
                let x = E::$bin::<$t>(Bin::Max, self.0, low.$f().0);
                $kind(E::$bin::<$t>(Bin::Min, x, high.$f().0))
            }
            /// `self^n` by multiplications, which wrap. `n` is known when the kernel is recorded.
            #[inline(always)]
            pub fn pow(self, n: u32) -> Self {
                power(self, n).unwrap_or((1 as $t).$f())
            }
            /// Whether one bit is set, and no other.
            #[inline(always)]
            pub fn is_power_of_two(self) -> $condition<E> {
                self.count_ones().compare(Cmp::Eq, 1u32)
            }
            /// The place of the highest one; of zero, `u32::MAX`.
            #[inline(always)]
            pub fn ilog2(self) -> $kind<E, u32> {
                ($t::BITS - 1) - self.leading_zeros()
            }
            /// `-self`, which wraps.
            #[inline(always)]
            pub fn wrapping_neg(self) -> Self {
                (0 as $t) - self
            }
        }
    )* };
    ($kind:ident $condition:ident $into:ident $f:ident $cast:ident signed: $($t:ident as $u:ident)*) => { $(
        impl<E: Exec> $kind<E, $t> {
            #[inline(always)]
            fn is_below_zero(self) -> $condition<E> {
                self.compare(Cmp::Lt, 0 as $t)
            }
            /// 1, 0 or -1: its sign.
            #[inline(always)]
            pub fn signum(self) -> Self {
                self.clamp(-1, 1)
            }
            /// The remainder that is not negative.
            #[inline(always)]
            pub fn rem_euclid(self, o: impl $into<E, $t>) -> Self {
                let o = o.$f();
                let rest = self % o;
                rest.is_below_zero().select(rest + o.abs(), rest)
            }
            /// The quotient whose remainder is not negative.
            #[inline(always)]
            pub fn div_euclid(self, o: impl $into<E, $t>) -> Self {
                let o = o.$f();
                let quotient = self / o;
                let next = o.compare(Cmp::Gt, 0 as $t).select(quotient - (1 as $t), quotient + (1 as $t));
                (self % o).is_below_zero().select(next, quotient)
            }
            /// The absolute value, without a sign.
            #[inline(always)]
            pub fn unsigned_abs(self) -> $kind<E, $u> {
                $kind(E::$cast::<$t, $u>(self.abs().0))
            }
            /// How far apart they are.
            #[inline(always)]
            pub fn abs_diff(self, o: impl $into<E, $t>) -> $kind<E, $u> {
                let o = o.$f();
                let apart = self.compare(Cmp::Gt, o).select(self - o, o - self);
                $kind(E::$cast::<$t, $u>(apart.0))
            }
            /// The sum, or the end of the range that it leaves.
            #[inline(always)]
            pub fn saturating_add(self, o: impl $into<E, $t>) -> Self {
                let o = o.$f();
                let sum = self + o;
                ((self ^ sum) & (o ^ sum)).is_below_zero().select(self.end(), sum)
            }
            /// The difference, or the end of the range that it leaves.
            #[inline(always)]
            pub fn saturating_sub(self, o: impl $into<E, $t>) -> Self {
                let o = o.$f();
                let difference = self - o;
                let leaves = ((self ^ o) & (self ^ difference)).is_below_zero();
                leaves.select(self.end(), difference)
            }
            /// The end of the range on its side of zero.
            #[inline(always)]
            fn end(self) -> Self {
                let ends: [Self; 2] = [$t::MIN.$f(), $t::MAX.$f()];
                self.is_below_zero().select(ends[0], ends[1])
            }
        }
    )* };
    ($kind:ident $into:ident $f:ident unsigned: $($u:ident)*) => { $(
        impl<E: Exec> $kind<E, $u> {
            /// The remainder: `%`.
            #[inline(always)]
            pub fn rem_euclid(self, o: impl $into<E, $u>) -> Self {
                self % o.$f()
            }
            /// The quotient: `/`.
            #[inline(always)]
            pub fn div_euclid(self, o: impl $into<E, $u>) -> Self {
                self / o.$f()
            }
            /// The quotient, rounded up.
            #[inline(always)]
            pub fn div_ceil(self, o: impl $into<E, $u>) -> Self {
                let o = o.$f();
                let quotient = self / o;
                (self % o).compare(Cmp::Eq, 0 as $u).select(quotient, quotient + (1 as $u))
            }
            /// How far apart they are.
            #[inline(always)]
            pub fn abs_diff(self, o: impl $into<E, $u>) -> Self {
                let o = o.$f();
                self.compare(Cmp::Gt, o).select(self - o, o - self)
            }
            /// The sum, or the largest integer.
            #[inline(always)]
            pub fn saturating_add(self, o: impl $into<E, $u>) -> Self {
                let sum = self + o.$f();
                let most: Self = $u::MAX.$f();
                sum.compare(Cmp::Lt, self).select(most, sum)
            }
            /// The difference, or zero.
            #[inline(always)]
            pub fn saturating_sub(self, o: impl $into<E, $u>) -> Self {
                let o = o.$f();
                let none: Self = (0 as $u).$f();
                self.compare(Cmp::Lt, o).select(none, self - o)
            }
        }
    )* };
}
integers! { Varying Bool IntoVarying into_varying bin: i32 u32 i64 u64 }
integers! { Varying Bool IntoVarying into_varying cast signed: i32 as u32 i64 as u64 }
integers! { Varying IntoVarying into_varying unsigned: u32 u64 }
integers! { UniformOf UniformBool IntoUniform into_uniform ubin: u32 i64 u64 }
integers! { UniformOf UniformBool IntoUniform into_uniform ucast signed: i64 as u64 }
integers! { UniformOf IntoUniform into_uniform unsigned: u32 u64 }

impl<E: Exec> IntOf<E> {
    /// Absolute value.
    #[inline(always)]
    pub fn abs(self) -> Self {
        self.max(-self)
    }
    /// How far apart they are.
    #[inline(always)]
    pub fn abs_diff(self, o: impl IntoInt<E>) -> Self {
        (self - o.into_int()).abs()
    }
    /// Within `low..=high`.
    #[inline(always)]
    pub fn clamp(self, low: impl IntoInt<E>, high: impl IntoInt<E>) -> Self {
        self.max(low.into_int()).min(high.into_int())
    }
    /// `self^n` by multiplications. `n` is known when the kernel is recorded.
    #[inline(always)]
    pub fn pow(self, n: u32) -> Self {
        power(self, n).unwrap_or(IntOf(E::int(1)))
    }
    /// The remainder that is not negative.
    #[inline(always)]
    pub fn rem_euclid(self, o: impl IntoInt<E>) -> Self {
        let o = o.into_int();
        let rest = self % o;
        rest.compare(Cmp::Lt, 0).select(rest + o.abs(), rest)
    }
    /// The quotient of two that are not negative, rounded up.
    #[inline(always)]
    pub fn div_ceil(self, o: impl IntoInt<E>) -> Self {
        let o = o.into_int();
        (self + (o - 1usize)) / o
    }
}

impl<E: Exec, S: Step> IndexOf<E, S> {
    /// The difference, or zero.
    #[inline(always)]
    #[track_caller]
    pub fn saturating_sub(self, o: impl IntoInt<E>) -> Varying<E, i32> {
        (self - o.into_int()).max(0)
    }
    /// How far apart they are.
    #[inline(always)]
    #[track_caller]
    pub fn abs_diff(self, o: impl IntoInt<E>) -> Varying<E, i32> {
        let o = o.into_int();
        self.max(o) - self.min(o)
    }
}
