//! Logarithms: x = 2^e m with m in [sqrt(1/2), sqrt 2); with f = m - 1 and s = f / (2 + f) is
//! ln m = f - f^2/2 + s (f^2/2 + R), where R = s^2 (2/3 + 2/5 s^2 + ..) is a polynomial.
//! Largest errors found: `ln` 0.75 ulp, `log2` 0.59, `log10` 0.59, `ln_1p` 0.80.

use super::functions;
use super::lanes::{Mask, Reals};
use crate::kernel::{exec::lane::Portable, simd::Isa};
use std::f64::consts::{FRAC_1_SQRT_2, LOG2_E, LOG10_E};

functions! { Ln ln(x); Log2 log2(x); Log10 log10(x); Ln1p ln_1p(x); }

/// R / s^2 of s^2, error 2^-58.9 of ln m.
const LOG: [f64; 7] = [
    0.6666666666666734,
    0.399999999994143,
    0.2857142874247897,
    0.22222198563131837,
    0.18183564883178296,
    0.15314035436912699,
    0.14796109336154809,
];
/// ln 2 in parts, of which the first times an exponent is exact.
pub(super) const LN_2_SPLIT: [f64; 2] = [0.6931471805598903, 5.497923018708371e-14];
/// The same of log10 2.
const LOG10_2_SPLIT: [f64; 2] = [0.30102999566383914, 1.42050232272661e-13];
/// log10 e and log2 e, less the float next to them.
const LOG10_E_LOW: f64 = 1.098319650216765e-17;
const LOG2_E_LOW: f64 = 2.0355273740931033e-17;

const ONE: u64 = 1f64.to_bits();
const SQRT_HALF: u64 = FRAC_1_SQRT_2.to_bits();
const MANTISSA: u64 = (1 << 52) - 1;
/// Subnormals times this are normal.
pub(super) const TWO_54: f64 = 18014398509481984.0;

/// Exponent less `shift`, and mantissa of positive normal floats.
#[inline(always)]
pub(super) fn split<I: Isa>(x: Reals<I>, shift: f64) -> (Reals<I>, Reals<I>) {
    let bits = x.bits().plus(ONE - SQRT_HALF);
    let e = bits.shr(52).value_less(1023.0 + shift);
    (e, bits.and(MANTISSA).plus(SQRT_HALF).float())
}

/// s (f^2/2 + R), and f^2/2.
#[inline(always)]
fn tail<I: Isa>(f: Reals<I>) -> (Reals<I>, Reals<I>) {
    let s = f / (f + 2.0);
    let z = s * s;
    let half = (f * f) * 0.5;
    (s * z.fma(z.polynomial(&LOG), half), half)
}

/// The lanes of positive normal floats, which [`split`] takes.
#[inline(always)]
pub(super) fn is_normal<I: Isa>(x: Reals<I>) -> Mask<I> {
    x.ge(f64::MIN_POSITIVE) & x.le(f64::MAX)
}

/// A logarithm of what is not positive and normal.
fn other(x: f64, f: fn(Reals<Portable>, f64) -> Reals<Portable>) -> f64 {
    if x == 0.0 {
        -f64::INFINITY
    } else if x < 0.0 || x.is_nan() {
        f64::NAN
    } else if x == f64::INFINITY {
        x
    } else {
        f(Reals(x * TWO_54), 54.0).0
    }
}

/// ln x.
#[inline(always)]
pub(super) fn ln<I: Isa>(x: Reals<I>) -> Reals<I> {
    ln_of_normal(x, 0.0).or_by_lane(is_normal(x), x, |x| other(x, ln_of_normal))
}

#[inline(always)]
fn ln_of_normal<I: Isa>(x: Reals<I>, shift: f64) -> Reals<I> {
    let (e, m) = split(x, shift);
    let f = m - 1.0;
    let (tail, half) = tail(f);
    let low = e.fma(LN_2_SPLIT[1], tail);
    e.fma(LN_2_SPLIT[0], f - (half - low))
}

/// log2 x.
#[inline(always)]
fn log2<I: Isa>(x: Reals<I>) -> Reals<I> {
    log2_of_normal(x, 0.0).or_by_lane(is_normal(x), x, |x| other(x, log2_of_normal))
}

#[inline(always)]
fn log2_of_normal<I: Isa>(x: Reals<I>, shift: f64) -> Reals<I> {
    let (e, m) = split(x, shift);
    let (high, low) = times(ln_parts(m - 1.0), [LOG2_E, LOG2_E_LOW]);
    let (sum, lost) = e.fast_two_sum(high);
    sum + (lost + low)
}

/// log10 x.
#[inline(always)]
fn log10<I: Isa>(x: Reals<I>) -> Reals<I> {
    log10_of_normal(x, 0.0).or_by_lane(is_normal(x), x, |x| other(x, log10_of_normal))
}

#[inline(always)]
fn log10_of_normal<I: Isa>(x: Reals<I>, shift: f64) -> Reals<I> {
    let (e, m) = split(x, shift);
    let (high, low) = times(ln_parts(m - 1.0), [LOG10_E, LOG10_E_LOW]);
    let (sum, lost) = (e * LOG10_2_SPLIT[0]).two_sum(high);
    sum + e.fma(LOG10_2_SPLIT[1], lost + low)
}

/// ln (1 + f) as a sum of two.
#[inline(always)]
fn ln_parts<I: Isa>(f: Reals<I>) -> (Reals<I>, Reals<I>) {
    let (tail, _) = tail(f);
    let half = f * 0.5;
    let high = half.fnma(f, f);
    (high, half.fnma(f, f - high) + tail)
}

/// A product of sums of two.
#[inline(always)]
fn times<I: Isa>(a: (Reals<I>, Reals<I>), b: [f64; 2]) -> (Reals<I>, Reals<I>) {
    let (high, low) = a.0.two_product(b[0]);
    (high, a.1.fma(b[0], a.0.fma(b[1], low)))
}

/// ln (1 + x), of the float next to 1 + x and what is lost.
#[inline(always)]
fn ln_1p<I: Isa>(x: Reals<I>) -> Reals<I> {
    let usual = x.gt(-1.0) & x.lt(2f64.powi(1000));
    let (u, lost) = Reals::from(1.0).two_sum(x);
    let y = ln_of_sum(u, lost, Reals::from(0.0));
    let is_small = x.abs().lt(2f64.powi(-54));
    is_small.select(x, y).or_by_lane(usual, x, |x| {
        if x == -1.0 {
            -f64::INFINITY
        } else if x < -1.0 || x.is_nan() {
            f64::NAN
        } else {
            ln::<Portable>(Reals(x)).0
        }
    })
}

/// ln (u + lost) + twice ln 2, where `lost` is what rounding to `u` lost.
#[inline(always)]
pub(super) fn ln_of_sum<I: Isa>(u: Reals<I>, lost: Reals<I>, twice: Reals<I>) -> Reals<I> {
    let (e, m) = split(u, 0.0);
    let e = e + twice;
    let f = m - 1.0;
    let (tail, half) = tail(f);
    let low = e.fma(LN_2_SPLIT[1], lost / u) + tail;
    e.fma(LN_2_SPLIT[0], f - (half - low))
}
