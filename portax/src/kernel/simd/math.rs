//! Functions of floats that no instruction computes, once for all instruction sets and with the same bits on each of them.
//!
//! Sine and cosine: the argument is reduced by a multiple of pi (odd multiple of pi/2 for the cosine) in three parts whose products are
//! fused, so that the remainder is right to half an ulp for |x| < 2^30; an odd polynomial gives its sine. Its
//! coefficients interpolate (sin(r)/r - 1)/r^2 at the Chebyshev nodes of [0, (pi/2)^2]; largest error 0.17 ulp.

use super::{Isa, MAX_LANES, Pack};
use crate::{
    ir::Ty,
    kernel::exec::scalar::unsupported,
    ops::{Cmp, Un},
};
use std::f64::consts::{FRAC_1_PI, FRAC_PI_2};

/// pi/2 to 160 bits.
const HALF_PI: [f64; 3] = [FRAC_PI_2, 6.123233995736766e-17, -1.4973849048591698e-33];
/// Adding it rounds to an integer, which stands in the low mantissa bits.
const ROUND: f64 = 6755399441055744.0;
/// Larger arguments go through `std`.
const LIMIT: f64 = 1073741824.0;
/// Coefficients of r^3, r^5, .. r^17.
const SIN: [f64; 8] = [
    -0.16666666666666666,
    0.008333333333333316,
    -0.00019841269841254928,
    2.755731921915122e-06,
    -2.505210761546661e-08,
    1.6058977213318265e-10,
    -7.643967132130914e-13,
    2.7314053169647314e-15,
];

/// Is the operation one of the functions here?
#[inline(always)]
pub fn is_function(op: Un) -> bool {
    matches!(op, Un::Sin | Un::Cos)
}

/// A function by its operation, in f64.
#[inline(always)]
pub fn apply<I: Isa>(op: Un, x: I::Pack<f64>) -> I::Pack<f64> {
    match op {
        Un::Sin => sin::<I>(x),
        Un::Cos => cos::<I>(x),
        _ => unsupported(&op, Ty::F64),
    }
}

/// Sine, within 2 ulp; the sign of a zero result is not kept.
#[inline(always)]
pub fn sin<I: Isa>(x: I::Pack<f64>) -> I::Pack<f64> {
    let k = fma::<I>(x, FRAC_1_PI, ROUND);
    let n = I::Pack::<f64>::sub(k, I::Pack::<f64>::splat(ROUND));
    let r = reduce::<I>(x, I::Pack::<f64>::add(n, n));
    let y = I::flip_odd(sin_polynomial::<I>(r), k);
    if is_large::<I>(x) {
        large::<I>(x, y, f64::sin)
    } else {
        y
    }
}

/// Cosine, within 2 ulp.
#[inline(always)]
pub fn cos<I: Isa>(x: I::Pack<f64>) -> I::Pack<f64> {
    let turns = fma::<I>(x, FRAC_1_PI, -0.5);
    let k = I::Pack::<f64>::add(turns, I::Pack::<f64>::splat(ROUND));
    let n = I::Pack::<f64>::sub(k, I::Pack::<f64>::splat(ROUND));
    let r = reduce::<I>(x, fma::<I>(n, 2.0, 1.0));
    // cos(r + n pi + pi/2) = -(-1)^n sin(r)
    let s = I::Pack::<f64>::flip(sin_polynomial::<I>(r), 1 << 31);
    let y = I::flip_odd(s, k);
    if is_large::<I>(x) {
        large::<I>(x, y, f64::cos)
    } else {
        y
    }
}

/// `x * a + b` with constants.
#[inline(always)]
fn fma<I: Isa>(x: I::Pack<f64>, a: f64, b: f64) -> I::Pack<f64> {
    I::Pack::<f64>::fma(x, I::Pack::<f64>::splat(a), I::Pack::<f64>::splat(b))
}

/// `x - quarters * pi/2`; the first difference is exact.
#[inline(always)]
fn reduce<I: Isa>(x: I::Pack<f64>, quarters: I::Pack<f64>) -> I::Pack<f64> {
    let mut r = x;
    let mut i = 0;
    while i < HALF_PI.len() {
        r = I::Pack::<f64>::fnma(quarters, I::Pack::<f64>::splat(HALF_PI[i]), r);
        i += 1;
    }
    r
}

/// Sine of |r| <= pi/2.
#[inline(always)]
fn sin_polynomial<I: Isa>(r: I::Pack<f64>) -> I::Pack<f64> {
    let s = I::Pack::<f64>::mul(r, r);
    let mut p = I::Pack::<f64>::splat(SIN[7]);
    let mut i = 7;
    while i > 0 {
        i -= 1;
        p = I::Pack::<f64>::fma(p, s, I::Pack::<f64>::splat(SIN[i]));
    }
    I::Pack::<f64>::fma(I::Pack::<f64>::mul(r, s), p, r)
}

/// Is there a lane of large or undefined argument?
#[inline(always)]
fn is_large<I: Isa>(x: I::Pack<f64>) -> bool {
    let below = I::Pack::<f64>::cmp(Cmp::Lt, x, I::Pack::<f64>::splat(LIMIT));
    let above = I::Pack::<f64>::cmp(Cmp::Gt, x, I::Pack::<f64>::splat(-LIMIT));
    I::mask_bits(I::mask_and(below, above)) != (1 << I::LANES) - 1
}

/// `y` with the lanes of large `x` replaced by `f`.
#[inline(always)]
fn large<I: Isa>(x: I::Pack<f64>, y: I::Pack<f64>, f: fn(f64) -> f64) -> I::Pack<f64> {
    I::Pack::<f64>::from_array(replace_large(x.to_array(), y.to_array(), f))
}

#[cold]
#[inline(never)]
fn replace_large(
    x: [f64; MAX_LANES],
    mut y: [f64; MAX_LANES],
    f: fn(f64) -> f64,
) -> [f64; MAX_LANES] {
    for (x, y) in x.into_iter().zip(&mut y) {
        if x.is_nan() || x.abs() >= LIMIT {
            *y = f(x);
        }
    }
    y
}
