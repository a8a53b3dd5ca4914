//! Powers: e^(y ln x) with the logarithm as a sum of two floats, right to 2^-65.
//!
//! With s = f / (2 + f) as in `log.rs`, ln m = 2 s + s^3 (2/3 + s^2 P(s^2)): all but P in sums of two. Largest error found: 1.04 ulp.

use super::{
    exp::{EXP, LN_2},
    functions,
    lanes::{ROUND, Reals},
    log::{LN_2_SPLIT, TWO_54, is_normal, split},
};
use crate::kernel::{exec::lane::Portable, simd::Isa};
use std::f64::consts::LOG2_E;

functions! { Powf powf(x, y); }

/// P of s^2, error 2^-66.7 of ln m.
const TAIL: [f64; 8] = [
    0.39999999999999997,
    0.2857142857143253,
    0.22222222220337545,
    0.18181818555797208,
    0.15384576577930098,
    0.13335617752312742,
    0.11687989890853798,
    0.1188680516112122,
];
/// 2/3 in two parts.
const TWO_THIRDS: [f64; 2] = [0.6666666666666666, 3.700743415417188e-17];
/// Exponents beyond give 0, 1 or infinity.
const MOST: f64 = 73786976294838206464.0;

/// x^y.
#[inline(always)]
fn powf<I: Isa>(x: Reals<I>, y: Reals<I>) -> Reals<I> {
    let base = x.abs();
    let z = power(base, 0.0, y);
    if (is_normal(x) & y.abs().lt(MOST)).all() {
        return z;
    }
    let half = y * 0.5;
    let is_whole = y.round_ties_even().eq(y);
    let is_even = half.round_ties_even().eq(half);
    let signed = is_whole.select(is_even.select(z, -z), f64::NAN);
    let z = x.lt(0.0).select(signed, z);
    z.or_by_lane_of(is_normal(base) & y.abs().lt(MOST), x, y, odd)
}

/// What [`powf`] leaves: an argument is zero, subnormal, infinite, NaN, or the exponent large.
fn odd(x: f64, y: f64) -> f64 {
    if y == 0.0 || x == 1.0 {
        return 1.0;
    }
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    let is_whole = y.round_ties_even() == y;
    let is_odd = is_whole && (y * 0.5).round_ties_even() != y * 0.5;
    let sign = if x.is_sign_negative() && is_odd {
        -1.0
    } else {
        1.0
    };
    let base = x.abs();
    let size = if base == 1.0 {
        1.0
    } else if base == 0.0 || base.is_infinite() || y.is_infinite() {
        if (base > 1.0) == (y > 0.0) {
            f64::INFINITY
        } else {
            0.0
        }
    } else if x < 0.0 && !is_whole {
        f64::NAN
    } else {
        let y = Reals::<Portable>(y.clamp(-MOST, MOST));
        let (base, shift) = if base < f64::MIN_POSITIVE {
            (base * TWO_54, 54.0)
        } else {
            (base, 0.0)
        };
        power(Reals(base), shift, y).0
    };
    sign * size
}

/// (2^-shift x)^y of positive normal x.
#[inline(always)]
fn power<I: Isa>(x: Reals<I>, shift: f64, y: Reals<I>) -> Reals<I> {
    let (high, low) = ln(x, shift);
    let (p, lost) = y.two_product(high);
    // e^800 is infinite, e^-800 zero
    exp(p.clamp(-800.0, 800.0), y.fma(low, lost).clamp(-1.0, 1.0))
}

/// e^(x + low).
#[inline(always)]
pub(super) fn exp<I: Isa>(x: Reals<I>, low: Reals<I>) -> Reals<I> {
    let (y, _, n) = exp_split(x, low);
    y.scale(n)
}

/// y next to 1, what rounding to it lost, and n of e^(x + low) = 2^n y.
#[inline(always)]
pub(super) fn exp_split<I: Isa>(x: Reals<I>, low: Reals<I>) -> (Reals<I>, Reals<I>, Reals<I>) {
    let n = x.fma(LOG2_E, ROUND) - ROUND;
    let r = n.fnma(LN_2[0], x) + n.fnma(LN_2[1], low);
    let square = r * r;
    let tail = square.fma(r.polynomial_in_two(square, &EXP), r);
    let (y, lost) = Reals::from(1.0).fast_two_sum(tail);
    (y, lost, n)
}

/// ln of 2^-shift x as a sum of two, the second a few units of the first's last place.
#[inline(always)]
pub(super) fn ln<I: Isa>(x: Reals<I>, shift: f64) -> (Reals<I>, Reals<I>) {
    let (e, m) = split(x, shift);
    let (s, s_low) = quotient(m);
    // z = s^2, c = 2/3 + z P
    let (z, z_low) = s.two_product(s);
    let z_low = (s + s).fma(s_low, z_low);
    let tail = z.fma(z.polynomial_in_two(z * z, &TAIL), TWO_THIRDS[1]);
    let (c, c_low) = Reals::from(TWO_THIRDS[0]).fast_two_sum(tail);
    // t = z c, u = s t
    let (t, t_low) = z.two_product(c);
    let t_low = z.fma(c_low, z_low.fma(c, t_low));
    let (u, u_low) = s.two_product(t);
    let u_low = s.fma(t_low, s_low.fma(t, u_low));
    // e ln 2 + 2 s + u
    let (sum, low_1) = (e * LN_2_SPLIT[0]).fast_two_sum(s + s);
    let (sum, low_2) = sum.fast_two_sum(u);
    let low = e.fma(LN_2_SPLIT[1], s_low.fma(2.0, u_low)) + (low_1 + low_2);
    (sum, low)
}

/// (m - 1) / (m + 1) as a sum of two.
#[inline(always)]
fn quotient<I: Isa>(m: Reals<I>) -> (Reals<I>, Reals<I>) {
    let (f, d) = (m - 1.0, m + 1.0);
    let d_low = m - (d - 1.0);
    let inverse = 1.0 / d;
    let s = f * inverse;
    let rest = s.fnma(d_low, s.fnma(d, f));
    (s, rest * inverse)
}
