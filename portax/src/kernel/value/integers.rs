//! The methods of integers that are sums, products and choices.

use super::{
    Bool, IndexOf, IntOf, IntoInt, IntoUniform, IntoVarying, Step, UniformBool, UniformOf, Varying,
};
use crate::{
    kernel::exec::Exec,
    ops::{Bin, Cmp},
};

/// Of varying and of uniform integers.
macro_rules! integers {
    ($kind:ident $condition:ident $into:ident $f:ident $cast:ident $cmp:ident $select:ident $bin:ident: $($t:ident)*) => { $(
        impl<E: Exec> $kind<E, $t> {
            #[inline(always)]
            fn of(x: $t) -> Self {
                x.$f()
            }
            #[inline(always)]
            fn is(self, op: Cmp, o: Self) -> $condition<E> {
                $condition(E::$cmp::<$t>(op, self.0, o.0))
            }
            /// `self` where it holds, else `o`.
            #[inline(always)]
            fn where_else(self, condition: $condition<E>, o: Self) -> Self {
                $kind(E::$select::<$t>(condition.0, self.0, o.0))
            }
            /// Within `low..=high`.
            #[inline(always)]
            pub fn clamp(self, low: impl $into<E, $t>, high: impl $into<E, $t>) -> Self {
                let x = E::$bin::<$t>(Bin::Max, self.0, low.$f().0);
                $kind(E::$bin::<$t>(Bin::Min, x, high.$f().0))
            }
            /// `self^n` by multiplications, which wrap. `n` is known when the kernel is recorded.
            #[inline(always)]
            pub fn pow(self, n: u32) -> Self {
                let (mut power, mut square, mut rest) = (Self::of(1), self, n);
                while rest > 0 {
                    if rest & 1 == 1 {
                        power = power * square;
                    }
                    rest >>= 1;
                    if rest > 0 {
                        square = square * square;
                    }
                }
                power
            }
            /// Whether one bit is set, and no other.
            #[inline(always)]
            pub fn is_power_of_two(self) -> $condition<E> {
                self.count_ones().is(Cmp::Eq, $kind::<E, u32>::of(1))
            }
            /// The place of the highest one; of zero, `u32::MAX`.
            #[inline(always)]
            pub fn ilog2(self) -> $kind<E, u32> {
                $kind::<E, u32>::of($t::BITS - 1) - self.leading_zeros()
            }
            /// `-self`, which wraps.
            #[inline(always)]
            pub fn wrapping_neg(self) -> Self {
                Self::of(0) - self
            }
        }
    )* };
    ($kind:ident $condition:ident $into:ident $f:ident $cast:ident signed: $($t:ident as $u:ident)*) => { $(
        impl<E: Exec> $kind<E, $t> {
            #[inline(always)]
            fn is_below_zero(self) -> $condition<E> {
                self.is(Cmp::Lt, Self::of(0))
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
                (rest + o.abs()).where_else(rest.is_below_zero(), rest)
            }
            /// The quotient whose remainder is not negative.
            #[inline(always)]
            pub fn div_euclid(self, o: impl $into<E, $t>) -> Self {
                let o = o.$f();
                let quotient = self / o;
                let step = Self::of(-1).where_else(o.is(Cmp::Gt, Self::of(0)), Self::of(1));
                (quotient + step).where_else((self % o).is_below_zero(), quotient)
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
                let apart = (self - o).where_else(self.is(Cmp::Gt, o), o - self);
                $kind(E::$cast::<$t, $u>(apart.0))
            }
            /// The sum, or the end of the range that it leaves.
            #[inline(always)]
            pub fn saturating_add(self, o: impl $into<E, $t>) -> Self {
                let o = o.$f();
                let sum = self + o;
                self.end().where_else(((self ^ sum) & (o ^ sum)).is_below_zero(), sum)
            }
            /// The difference, or the end of the range that it leaves.
            #[inline(always)]
            pub fn saturating_sub(self, o: impl $into<E, $t>) -> Self {
                let o = o.$f();
                let difference = self - o;
                self.end().where_else(((self ^ o) & (self ^ difference)).is_below_zero(), difference)
            }
            /// The end of the range on its side of zero.
            #[inline(always)]
            fn end(self) -> Self {
                Self::of($t::MIN).where_else(self.is_below_zero(), Self::of($t::MAX))
            }
        }
    )* };
    ($kind:ident $condition:ident $into:ident $f:ident unsigned: $($u:ident)*) => { $(
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
                let whole = (self % o).is(Cmp::Eq, Self::of(0));
                quotient.where_else(whole, quotient + Self::of(1))
            }
            /// How far apart they are.
            #[inline(always)]
            pub fn abs_diff(self, o: impl $into<E, $u>) -> Self {
                let o = o.$f();
                (self - o).where_else(self.is(Cmp::Gt, o), o - self)
            }
            /// The sum, or the largest integer.
            #[inline(always)]
            pub fn saturating_add(self, o: impl $into<E, $u>) -> Self {
                let sum = self + o.$f();
                Self::of($u::MAX).where_else(sum.is(Cmp::Lt, self), sum)
            }
            /// The difference, or zero.
            #[inline(always)]
            pub fn saturating_sub(self, o: impl $into<E, $u>) -> Self {
                let o = o.$f();
                Self::of(0).where_else(self.is(Cmp::Lt, o), self - o)
            }
        }
    )* };
}
integers! { Varying Bool IntoVarying into_varying cast cmp select bin: i32 u32 i64 u64 }
integers! { Varying Bool IntoVarying into_varying cast signed: i32 as u32 i64 as u64 }
integers! { Varying Bool IntoVarying into_varying unsigned: u32 u64 }
integers! { UniformOf UniformBool IntoUniform into_uniform ucast ucmp uselect ubin: u32 i64 u64 }
integers! { UniformOf UniformBool IntoUniform into_uniform ucast signed: i64 as u64 }
integers! { UniformOf UniformBool IntoUniform into_uniform unsigned: u32 u64 }

impl<E: Exec> IntOf<E> {
    #[inline(always)]
    fn where_else(self, condition: UniformBool<E>, o: Self) -> Self {
        IntOf(E::iselect(condition.0, self.0, o.0))
    }
    #[inline(always)]
    fn is_below_zero(self) -> UniformBool<E> {
        UniformBool(E::icmp(Cmp::Lt, self.0, E::int(0)))
    }
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
        (0..n).fold(IntOf(E::int(1)), |power, _| power * self)
    }
    /// The remainder that is not negative.
    #[inline(always)]
    pub fn rem_euclid(self, o: impl IntoInt<E>) -> Self {
        let o = o.into_int();
        let rest = self % o;
        (rest + o.abs()).where_else(rest.is_below_zero(), rest)
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
