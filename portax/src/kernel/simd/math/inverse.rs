//! Inverse trigonometric functions: polynomials of arguments up to 1/2, to which larger ones are led back.
//! Largest errors found: `asin` 1.58 ulp, `acos` 1.09, `atan` 1.22, `atan2` 1.45.

use super::{functions, lanes::Reals, round::copysign};
use crate::kernel::simd::Isa;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

functions! { Asin asin(x); Acos acos(x); Atan atan(x); Atan2 atan2(x, y); }

/// (asin x - x) / x^3 of x^2 up to 1/4, error 2^-58.3.
const ASIN: [f64; 13] = [
    0.1666666666666676,
    0.0749999999997064,
    0.044642857174773634,
    0.03038194269962441,
    0.022372215228082425,
    0.017351607515114133,
    0.013980876530067052,
    0.011398438011792121,
    0.010782998307366875,
    0.0036957171710665006,
    0.02173422089351849,
    -0.021038000987894705,
    0.03265361609872356,
];
/// (atan x - x) / x^3 of x^2 up to 1/4, error 2^-56.8.
const ATAN: [f64; 12] = [
    -0.3333333333333298,
    0.19999999999902768,
    -0.14285714276356043,
    0.11111110658338832,
    -0.09090896212115132,
    0.07692073399636555,
    -0.06663805360461153,
    0.0585826325223499,
    -0.05121846933433157,
    0.04186057783712374,
    -0.027427768726220582,
    0.01011181289075011,
];
/// What the floats next to pi/2, pi/4, pi and 3/4 pi lack.
const FRAC_PI_2_LOW: f64 = 6.123233995736766e-17;
const FRAC_PI_4_LOW: f64 = 3.061616997868383e-17;
const PI_LOW: f64 = 1.2246467991473532e-16;
const THREE_PI_4: [f64; 2] = [2.356194490192345, 9.184850993605148e-17];

/// asin s - s of |s| <= 1/2, and s or, of |x| > 1/2, sqrt((1 - |x|) / 2), which is its.
#[inline(always)]
fn asin_parts<I: Isa>(a: Reals<I>) -> (Reals<I>, Reals<I>) {
    let is_large = a.gt(0.5);
    let z = is_large.select(a.fnma(0.5, 0.5), a * a);
    let s = is_large.select(z.sqrt(), a);
    (s, (s * z) * z.polynomial(&ASIN))
}

/// Arc sine: of |x| > 1/2 pi/2 - 2 asin sqrt((1 - |x|) / 2).
#[inline(always)]
fn asin<I: Isa>(x: Reals<I>) -> Reals<I> {
    let a = x.abs();
    let (s, tail) = asin_parts(a);
    let large = FRAC_PI_2 - ((s + s) - (FRAC_PI_2_LOW - (tail + tail)));
    copysign(a.gt(0.5).select(large, s + tail), x)
}

/// Arc cosine: pi/2 - asin x, or twice the arc sine of the root.
#[inline(always)]
fn acos<I: Isa>(x: Reals<I>) -> Reals<I> {
    let a = x.abs();
    let (s, tail) = asin_parts(a);
    let is_negative = x.lt(0.0);
    let signed = |v: Reals<I>| is_negative.select(-v, v);
    let small = FRAC_PI_2 - (signed(s) - (FRAC_PI_2_LOW - signed(tail)));
    let twice = s + tail;
    let twice = twice + twice;
    let large = is_negative.select(PI - (twice - PI_LOW), twice);
    a.gt(0.5).select(large, small)
}

/// Arc tangent.
#[inline(always)]
fn atan<I: Isa>(x: Reals<I>) -> Reals<I> {
    copysign(angle(x.abs(), Reals::from(1.0), Reals::from(0.0)), x)
}

/// Angle of the point (y, x): of the quotient, on the left pi less it.
#[inline(always)]
fn atan2<I: Isa>(y: Reals<I>, x: Reals<I>) -> Reals<I> {
    let (a, b) = (y.abs(), x.abs());
    // sums of the two stay finite
    let factor = (a.gt(1e300) | b.gt(1e300)).select(2f64.powi(-4), 1.0);
    let (a, b) = (a * factor, b * factor);
    let r = angle(a, b, x);
    let usual = (a.gt(0.0) | b.gt(0.0)) & a.le(f64::MAX) & b.le(f64::MAX);
    copysign(r, y).or_by_lane_of(usual, y, x, f64::atan2)
}

/// Angle of (a, b), both positive: atan (a / b), pi/4 + atan ((a - b) / (a + b)) or pi/2 - atan (b / a); pi less it where `side` is
/// negative.
#[inline(always)]
fn angle<I: Isa>(a: Reals<I>, b: Reals<I>, side: Reals<I>) -> Reals<I> {
    let is_low = a.le(b * 0.5);
    let is_high = a.gt(b * 2.0);
    let top = is_low.select(a, is_high.select(-b, a - b));
    let bottom = is_low.select(b, is_high.select(a, a + b));
    let t = top / bottom;
    let z = t * t;
    let tail = (t * z) * z.polynomial(&ATAN);
    let base = is_low.select(0.0, is_high.select(FRAC_PI_2, FRAC_PI_4));
    let base_low = is_low.select(0.0, is_high.select(FRAC_PI_2_LOW, FRAC_PI_4_LOW));
    let right = base + (t + (tail + base_low));
    let base = is_low.select(PI, is_high.select(FRAC_PI_2, THREE_PI_4[0]));
    let base_low = is_low.select(PI_LOW, is_high.select(FRAC_PI_2_LOW, THREE_PI_4[1]));
    let left = base - (t + (tail - base_low));
    side.lt(0.0).select(left, right)
}
