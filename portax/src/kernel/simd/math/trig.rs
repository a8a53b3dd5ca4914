//! Sine and cosine: the argument is reduced by a multiple of pi (odd multiple of pi/2 for the cosine) in three parts whose products are
//! fused, so that the remainder is right to half an ulp for |x| < 2^30; an odd polynomial gives its sine. Of its coefficients the
//! first is the float next to -1/6 and the others are the best to go with it (Remez, error times r^5): 0.005 ulp from the sine.
//! The tangent has a polynomial of its own, of |r| <= pi/4; largest error found: 1.67 ulp.

use super::functions;
use super::lanes::{Mask, ROUND, Reals};
use crate::kernel::simd::Isa;
use std::f64::consts::{FRAC_1_PI, FRAC_2_PI, FRAC_PI_2};

functions! { Sin sin(x); Cos cos(x); Tan tan(x); }

/// pi/2 to 160 bits in positive parts, of which no product with a zero turns the sign of a zero argument.
const HALF_PI: [f64; 3] = [FRAC_PI_2, 6.123233995736765e-17, 1.082856673921914e-32];
/// Larger arguments go through `std`.
const LIMIT: f64 = 1073741824.0;
/// Coefficients of r^3, r^5, .. r^17.
const SIN: [f64; 8] = [
    -0.16666666666666666,
    0.008333333333333196,
    -0.00019841269841207687,
    2.755731921071405e-06,
    -2.5052106827608585e-08,
    1.6058937302549332e-10,
    -7.642928003359392e-13,
    2.720510091232356e-15,
];

/// (tan r - r) / r^3 of r^2 up to (pi/4)^2, error 2^-55.2.
const TAN: [f64; 14] = [
    0.33333333333332776,
    0.1333333333341451,
    0.0539682539267204,
    0.021869489607785023,
    0.008863219180730946,
    0.003592288936575724,
    0.0014547587896349692,
    0.0005950614528823686,
    0.00022238909322757144,
    0.00013650705172981746,
    -2.6360745830301505e-05,
    8.942941490054103e-05,
    -4.486437063856479e-05,
    2.0860363653488626e-05,
];

/// Sine, within 2 ulp.
#[inline(always)]
fn sin<I: Isa>(x: Reals<I>) -> Reals<I> {
    let k = x.fma(FRAC_1_PI, ROUND);
    let n = k - ROUND;
    let y = sin_polynomial(reduce(x, n + n)).flip_odd(k);
    y.or_by_lane(is_moderate(x), x, f64::sin)
}

/// Cosine, within 2 ulp.
#[inline(always)]
fn cos<I: Isa>(x: Reals<I>) -> Reals<I> {
    let (n, k) = x.fma(FRAC_1_PI, -0.5).nearest();
    // cos(r + n pi + pi/2) = -(-1)^n sin(r)
    let s = -sin_polynomial(reduce(x, n.fma(2.0, 1.0)));
    s.flip_odd(k).or_by_lane(is_moderate(x), x, f64::cos)
}

/// `x - quarters * pi/2`; the first difference is exact.
#[inline(always)]
fn reduce<I: Isa>(x: Reals<I>, quarters: Reals<I>) -> Reals<I> {
    let r = quarters.fnma(HALF_PI[0], x);
    quarters.fnma(HALF_PI[2], quarters.fnma(HALF_PI[1], r))
}

/// Sine of |r| <= pi/2. Next to pi/2 it is 1.57 - 0.57, so of what makes the second as little as can be is rounded: r times
/// a sum of one rounding, of which the part that depends on r^4 is small.
#[inline(always)]
fn sin_polynomial<I: Isa>(r: Reals<I>) -> Reals<I> {
    let s = r * r;
    let [first, rest @ ..] = &SIN;
    let sum = s.fma(*first, (s * s) * s.polynomial(rest));
    r.fma(sum, r)
}

/// The lanes of arguments that [`reduce`] takes.
#[inline(always)]
fn is_moderate<I: Isa>(x: Reals<I>) -> Mask<I> {
    x.lt(LIMIT) & x.gt(-LIMIT)
}

/// Tangent: of r = x - n pi/2 as a sum of two; of odd n minus its inverse.
#[inline(always)]
fn tan<I: Isa>(x: Reals<I>) -> Reals<I> {
    let k = x.fma(FRAC_2_PI, ROUND);
    let n = k - ROUND;
    let first = n.fnma(HALF_PI[0], x);
    let r = n.fnma(HALF_PI[1], first);
    let low = n.fnma(HALF_PI[2], n.fnma(HALF_PI[1], first - r));
    let z = r * r;
    // the low part times the derivative 1 + tan^2 r, nearly
    let low = low.fma(z.fma(0.65 * z, z), low);
    let t = (r * z).fma(z.polynomial(&TAN), low) + r;
    let is_odd = k.bits().and(1).value_less(0.0).gt(0.0);
    let y = is_odd.select(-1.0 / t, t);
    let is_small = x.abs().lt(2f64.powi(-27));
    is_small
        .select(x, y)
        .or_by_lane(is_moderate(x), x, f64::tan)
}
