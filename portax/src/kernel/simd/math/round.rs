//! Rounding, signs and remainders: exact.

use super::{functions, lanes::Reals};
use crate::{kernel::simd::Isa, ops};

functions! { Round round(x); Copysign copysign(x, y); Rem rem(x, y); Remainder remainder(x, y); }

const SIGN: u64 = 1 << 63;
/// Quotients below are off by less than one.
const MOST: f64 = 9007199254740992.0;

/// The nearest integer, of halves the one further from zero.
#[inline(always)]
fn round<I: Isa>(x: Reals<I>) -> Reals<I> {
    let whole = x.trunc();
    let is_far = (x - whole).abs().ge(0.5);
    is_far.select(whole + copysign(Reals::from(1.0), x), whole)
}

/// |x| with the sign of `y`.
#[inline(always)]
pub(super) fn copysign<I: Isa>(x: Reals<I>, y: Reals<I>) -> Reals<I> {
    x.abs().bits().xor(y.bits().and(SIGN)).float()
}

/// x less a multiple of y, between 0 and y. The rounded quotient is right or one too large, and both
/// remainders are floats.
#[inline(always)]
fn rem<I: Isa>(x: Reals<I>, y: Reals<I>) -> Reals<I> {
    let (a, b) = (x.abs(), y.abs());
    let quotient = a / b;
    let r = quotient.trunc().fnma(b, a);
    let r = r.lt(0.0).select(r + b, r);
    let usual = quotient.lt(MOST) & b.le(f64::MAX);
    copysign(r, x).or_by_lane_of(usual, x, y, |x, y| x % y)
}

/// x less the multiple of y next to it, of two the even one.
#[inline(always)]
fn remainder<I: Isa>(x: Reals<I>, y: Reals<I>) -> Reals<I> {
    let (a, b) = (x.abs(), y.abs());
    let quotient = a / b;
    let n = quotient.round_ties_even();
    let r = n.fnma(b, a);
    // off by one: the next multiple is nearer, or as near and even
    let half = n * 0.5;
    let is_even = half.round_ties_even().eq(half);
    let twice = r.abs() * 2.0;
    let is_far = twice.gt(b) | (twice.eq(b) & !is_even);
    let r = is_far.select(r - copysign(b, r), r);
    let usual = quotient.lt(MOST) & b.le(f64::MAX);
    let signed = r.bits().xor(x.bits().and(SIGN)).float();
    signed.or_by_lane_of(usual, x, y, ops::remainder)
}
