//! Exponentials: the argument is split into a multiple of ln 2 and the rest |r| <= ln(2)/2, of which a polynomial gives the
//! exponential. Largest errors found: `exp` 1.01 ulp, `exp2` 1.00, `exp_m1` 1.41.

use super::functions;
use super::lanes::{ROUND, Reals};
use crate::kernel::simd::Isa;
use std::f64::consts::{self, LOG2_E};

functions! { Exp exp(x); Exp2 exp2(x); ExpM1 exp_m1(x); }

/// ln 2 to 110 bits.
pub(super) const LN_2: [f64; 2] = [consts::LN_2, 2.3190468138462996e-17];
/// (e^r - 1 - r) / r^2, error 2^-56.3 of e^r.
pub(super) const EXP: [f64; 10] = [
    0.5000000000000011,
    0.16666666666666413,
    0.04166666666653016,
    0.008333333333494555,
    0.0013888888943629745,
    0.00019841269506377436,
    2.4801493098910945e-05,
    2.7557586548670366e-06,
    2.763024848521136e-07,
    2.5000008332431207e-08,
];
/// The same with error 2^-59.9 of e^r - 1.
const EXP_M1: [f64; 11] = [
    0.5,
    0.16666666666666677,
    0.04166666666666651,
    0.00833333333332169,
    0.001388888888896234,
    0.00019841269885970442,
    2.4801587172629185e-05,
    2.7557244369944305e-06,
    2.755740254811292e-07,
    2.5108980293660516e-08,
    2.0875362813864126e-09,
];
/// (2^r - 1) / r for |r| <= 1/2, error 2^-55.0 of 2^r.
const EXP2: [f64; 11] = [
    consts::LN_2,
    0.2402265069591013,
    0.055504108664820084,
    0.009618129107594117,
    0.0013333558146774666,
    0.00015403530457117366,
    1.525273349306512e-05,
    1.321543527925348e-06,
    1.0178199600045424e-07,
    7.073783839660788e-09,
    4.4347670801751197e-10,
];

/// The integer n next to x / ln 2, and x - n ln 2.
#[inline(always)]
pub(super) fn reduce<I: Isa>(x: Reals<I>) -> (Reals<I>, Reals<I>) {
    let n = x.fma(LOG2_E, ROUND) - ROUND;
    (n, n.fnma(LN_2[1], n.fnma(LN_2[0], x)))
}

/// e^x.
#[inline(always)]
fn exp<I: Isa>(x: Reals<I>) -> Reals<I> {
    let (n, r) = reduce(x.clamp(-800.0, 800.0));
    let p = r.polynomial(&EXP);
    ((r * r).fma(p, r) + 1.0).scale(n)
}

/// 2^x.
#[inline(always)]
fn exp2<I: Isa>(x: Reals<I>) -> Reals<I> {
    let x = x.clamp(-1100.0, 1100.0);
    let (n, _) = x.nearest();
    let r = x - n;
    r.fma(r.polynomial(&EXP2), 1.0).scale(n)
}

/// e^x - 1, of which 2^n - 1 is exact up to n = 53. Twice the half: 2^1024 is no float.
#[inline(always)]
fn exp_m1<I: Isa>(x: Reals<I>) -> Reals<I> {
    let (n, r) = reduce(x.clamp(-800.0, 710.0));
    let low = (r * r) * r.polynomial(&EXP_M1);
    let half = Reals::from(0.5).scale(n);
    let y = half.fma(low, half.fma(r, half - 0.5));
    let is_small = x.abs().lt(2f64.powi(-54));
    is_small.select(x, y + y)
}
