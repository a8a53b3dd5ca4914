//! Packs of f64 with operators, in which the functions are written.

use crate::kernel::simd::{Isa, Pack};
use crate::ops::{Bin, Cmp, Un};
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

/// A pack of f64.
pub struct Reals<I: Isa>(pub I::Pack<f64>);
/// A condition a lane.
pub struct Mask<I: Isa>(pub I::Mask);
/// A 64-bit integer a lane: the bits of floats.
pub struct Bits<I: Isa>(pub I::Offset);

macro_rules! copies {
    ($($t:ident),*) => { $(
        impl<I: Isa> Clone for $t<I> {
            #[inline(always)]
            fn clone(&self) -> Self { *self }
        }
        impl<I: Isa> Copy for $t<I> {}
    )* };
}
copies! { Reals, Mask, Bits }

/// Adding it rounds to an integer, which stands in the low mantissa bits.
pub(super) const ROUND: f64 = 6755399441055744.0;
/// 2^52: its last mantissa bit has the value 1.
const TWO_52: f64 = 4503599627370496.0;

impl<I: Isa> From<f64> for Reals<I> {
    #[inline(always)]
    fn from(x: f64) -> Self {
        Reals(I::Pack::<f64>::splat(x))
    }
}

macro_rules! operators {
    ($($tr:ident $f:ident $call:expr;)*) => { $(
        impl<I: Isa, R: Into<Reals<I>>> $tr<R> for Reals<I> {
            type Output = Self;
            #[inline(always)]
            fn $f(self, o: R) -> Self {
                Reals($call(self.0, o.into().0))
            }
        }
        impl<I: Isa> $tr<Reals<I>> for f64 {
            type Output = Reals<I>;
            #[inline(always)]
            fn $f(self, o: Reals<I>) -> Reals<I> {
                Reals::from(self).$f(o)
            }
        }
    )* };
}
operators! {
    Add add I::Pack::<f64>::add;
    Sub sub I::Pack::<f64>::sub;
    Mul mul I::Pack::<f64>::mul;
    Div div |a, b| I::Pack::<f64>::bin(Bin::Div, a, b);
}

impl<I: Isa> Neg for Reals<I> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.un(Un::Neg)
    }
}

impl<I: Isa> Reals<I> {
    #[inline(always)]
    fn un(self, op: Un) -> Self {
        Reals(I::Pack::<f64>::un(op, self.0))
    }

    /// `self * b + c`
    #[inline(always)]
    pub fn fma(self, b: impl Into<Self>, c: impl Into<Self>) -> Self {
        Reals(I::Pack::<f64>::fma(self.0, b.into().0, c.into().0))
    }

    /// `c - self * b`
    #[inline(always)]
    pub fn fnma(self, b: impl Into<Self>, c: impl Into<Self>) -> Self {
        Reals(I::Pack::<f64>::fnma(self.0, b.into().0, c.into().0))
    }

    /// `self * b - c`
    #[inline(always)]
    pub fn fms(self, b: impl Into<Self>, c: impl Into<Self>) -> Self {
        Reals(I::Pack::<f64>::fms(self.0, b.into().0, c.into().0))
    }

    /// Absolute value.
    #[inline(always)]
    pub fn abs(self) -> Self {
        self.un(Un::Abs)
    }

    /// Integer part.
    #[inline(always)]
    pub fn trunc(self) -> Self {
        self.un(Un::Trunc)
    }

    /// Square root.
    #[inline(always)]
    pub fn sqrt(self) -> Self {
        self.un(Un::Sqrt)
    }

    /// Polynomial with these coefficients, the constant one first.
    #[inline(always)]
    pub fn polynomial<const N: usize>(self, c: &[f64; N]) -> Self {
        let mut p = Self::from(c[N - 1]);
        let mut k = N - 1;
        while k > 0 {
            k -= 1;
            p = p.fma(self, c[k]);
        }
        p
    }

    /// The same, of even and odd powers apart: where few packs are under way, the shorter chain is faster.
    #[inline(always)]
    pub fn polynomial_in_two<const N: usize>(self, square: Self, c: &[f64; N]) -> Self {
        const { assert!(N.is_multiple_of(2)) };
        let (mut even, mut odd) = (Self::from(c[N - 2]), Self::from(c[N - 1]));
        let mut k = N - 2;
        while k > 0 {
            k -= 2;
            (even, odd) = (even.fma(square, c[k]), odd.fma(square, c[k + 1]));
        }
        self.fma(odd, even)
    }

    /// Within `low..=high`; a NaN stays.
    #[inline(always)]
    pub fn clamp(self, low: f64, high: f64) -> Self {
        Reals(I::clamp(self.0, low, high))
    }

    /// Nearest integer and `self + ROUND`, of |self| < 2^51.
    #[inline(always)]
    pub fn nearest(self) -> (Self, Self) {
        let k = self + ROUND;
        (k - ROUND, k)
    }

    /// The sum of the two rounded, and what rounding lost.
    #[inline(always)]
    pub fn two_sum(self, b: Self) -> (Self, Self) {
        let sum = self + b;
        let was = sum - self;
        (sum, (self - (sum - was)) + (b - was))
    }

    /// As [`Reals::two_sum`] where |self| >= |b|.
    #[inline(always)]
    pub fn fast_two_sum(self, b: Self) -> (Self, Self) {
        let sum = self + b;
        (sum, b - (sum - self))
    }

    /// The product of the two rounded, and what rounding lost.
    #[inline(always)]
    pub fn two_product(self, b: impl Into<Self>) -> (Self, Self) {
        let b = b.into();
        let product = self * b;
        (product, self.fms(b, product))
    }

    /// `self * 2^n` with one rounding, of integers |n| <= 2000 and 2^-40 < |self| < 2^40.
    #[inline(always)]
    pub fn scale(self, n: Self) -> Self {
        Reals(I::scale(self.0, n.0))
    }

    /// Comparison.
    #[inline(always)]
    pub fn cmp(self, op: Cmp, b: impl Into<Self>) -> Mask<I> {
        Mask(I::Pack::<f64>::cmp(op, self.0, b.into().0))
    }

    /// `self < b`
    #[inline(always)]
    pub fn lt(self, b: impl Into<Self>) -> Mask<I> {
        self.cmp(Cmp::Lt, b)
    }

    /// `self <= b`
    #[inline(always)]
    pub fn le(self, b: impl Into<Self>) -> Mask<I> {
        self.cmp(Cmp::Le, b)
    }

    /// `self > b`
    #[inline(always)]
    pub fn gt(self, b: impl Into<Self>) -> Mask<I> {
        self.cmp(Cmp::Gt, b)
    }

    /// `self >= b`
    #[inline(always)]
    pub fn ge(self, b: impl Into<Self>) -> Mask<I> {
        self.cmp(Cmp::Ge, b)
    }

    /// `self == b`
    #[inline(always)]
    pub fn eq(self, b: impl Into<Self>) -> Mask<I> {
        self.cmp(Cmp::Eq, b)
    }

    /// The nearest integer, of halves the even one.
    #[inline(always)]
    pub fn round_ties_even(self) -> Self {
        self.un(Un::RoundTiesEven)
    }

    /// Its sign flipped where the last mantissa bit of `k` is set.
    #[inline(always)]
    pub fn flip_odd(self, k: Self) -> Self {
        Reals(I::flip_odd(self.0, k.0))
    }

    /// The bits.
    #[inline(always)]
    pub fn bits(self) -> Bits<I> {
        Bits(I::bits_of(self.0))
    }

    /// `f` of the lanes of `x` outside the mask, else `self`.
    #[inline(always)]
    pub fn or_by_lane(self, usual: Mask<I>, x: Self, f: fn(f64) -> f64) -> Self {
        let mut y = self;
        if !usual.all() {
            // copies: those of the usual path stay in registers
            let (mut lanes, x) = (y, x);
            by_lane(&mut lanes, I::mask_bits(usual.0), &x, f);
            y = lanes;
        }
        y
    }

    /// `f` of the lanes of `x` and `y` outside the mask, else `self`.
    #[inline(always)]
    pub fn or_by_lane_of(self, usual: Mask<I>, x: Self, y: Self, f: fn(f64, f64) -> f64) -> Self {
        let mut z = self;
        if !usual.all() {
            let (mut lanes, x, y) = (z, x, y);
            by_lane_of(&mut lanes, I::mask_bits(usual.0), &x, &y, f);
            z = lanes;
        }
        z
    }
}

#[cold]
#[inline(never)]
fn by_lane<I: Isa>(y: &mut Reals<I>, usual: u32, x: &Reals<I>, f: fn(f64) -> f64) {
    let (mut lanes, x) = (y.0.to_array(), x.0.to_array());
    for (l, (x, y)) in x.into_iter().zip(&mut lanes).enumerate() {
        if usual >> l & 1 == 0 {
            *y = f(x);
        }
    }
    *y = Reals(I::Pack::<f64>::from_array(lanes));
}

#[cold]
#[inline(never)]
fn by_lane_of<I: Isa>(
    z: &mut Reals<I>,
    usual: u32,
    x: &Reals<I>,
    y: &Reals<I>,
    f: fn(f64, f64) -> f64,
) {
    let (mut lanes, x, y) = (z.0.to_array(), x.0.to_array(), y.0.to_array());
    for (l, ((x, y), z)) in x.into_iter().zip(y).zip(&mut lanes).enumerate() {
        if usual >> l & 1 == 0 {
            *z = f(x, y);
        }
    }
    *z = Reals(I::Pack::<f64>::from_array(lanes));
}

impl<I: Isa> Mask<I> {
    /// `a` where the condition is true, else `b`.
    #[inline(always)]
    pub fn select(self, a: impl Into<Reals<I>>, b: impl Into<Reals<I>>) -> Reals<I> {
        Reals(I::Pack::<f64>::select(self.0, a.into().0, b.into().0))
    }

    /// Whether it is true in some lane.
    #[inline(always)]
    pub fn any(self) -> bool {
        I::mask_bits(self.0) != 0
    }

    /// Whether it is true in every lane.
    #[inline(always)]
    pub fn all(self) -> bool {
        I::mask_bits(self.0) == (1 << I::LANES) - 1
    }
}
impl<I: Isa> BitAnd for Mask<I> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, o: Self) -> Self {
        Mask(I::mask_and(self.0, o.0))
    }
}
impl<I: Isa> BitOr for Mask<I> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, o: Self) -> Self {
        Mask(I::mask_or(self.0, o.0))
    }
}
impl<I: Isa> Not for Mask<I> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Mask(I::mask_xor(self.0, I::mask_splat(true)))
    }
}

impl<I: Isa> Bits<I> {
    /// The same bits in every lane.
    #[inline(always)]
    pub fn splat(x: u64) -> Self {
        Bits(I::offset_splat(x as i64))
    }

    /// Sum with a constant.
    #[inline(always)]
    pub fn plus(self, x: u64) -> Self {
        Bits(I::offset_add(self.0, I::offset_splat(x as i64)))
    }

    /// The bits that `x` has too.
    #[inline(always)]
    pub fn and(self, x: u64) -> Self {
        Bits(I::bits_and(self.0, I::offset_splat(x as i64)))
    }

    /// The bits that one of the two has.
    #[inline(always)]
    pub fn xor(self, o: Self) -> Self {
        Bits(I::bits_xor(self.0, o.0))
    }

    /// Shifted to the left.
    #[inline(always)]
    pub fn shl(self, n: u32) -> Self {
        Bits(I::bits_shl(self.0, n))
    }

    /// Shifted to the right, zeros first.
    #[inline(always)]
    pub fn shr(self, n: u32) -> Self {
        Bits(I::bits_shr(self.0, n))
    }

    /// The float with these bits.
    #[inline(always)]
    pub fn float(self) -> Reals<I> {
        Reals(I::float_of(self.0))
    }

    /// The number of a table at each index; of an index the low bits count, as many as the table needs.
    #[inline(always)]
    pub fn look_up<const N: usize>(self, table: &[f64; N]) -> Reals<I> {
        const { assert!(N.is_power_of_two()) };
        let index = self.and(N as u64 - 1);
        // SAFETY: an index is below the table's length.
        Reals(unsafe { I::Pack::<f64>::gather(table.as_ptr(), index.0) })
    }

    /// The integer below 2^52 less `bias`.
    #[inline(always)]
    pub fn value_less(self, bias: f64) -> Reals<I> {
        self.xor(Bits::splat(TWO_52.to_bits())).float() - (TWO_52 + bias)
    }
}
