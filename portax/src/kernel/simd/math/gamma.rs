//! The gamma function and the logarithm of its size, by Stirling's series.
//!
//! An argument y > 0 below 8 is led to y + n in 8..9; the product y (y + 1) .. (y + n - 1), the logarithm and what is
//! multiplied with it are sums of two floats. Negative ones are reflected: G(-y) = -pi / (y sin(pi y) G(y)).
//! Largest errors found: `tgamma` 3.2 ulp, `lgamma` of positive arguments 1.4.

use super::{
    functions,
    lanes::{Mask, Reals},
    pow::{exp_split, ln},
};
use crate::kernel::{exec::lane::Portable, simd::Isa};
use std::f64::consts::PI;

functions! { Tgamma tgamma(x); Lgamma lgamma(x); }

/// (ln G(y) - (y - 1/2) ln y + y - ln(2 pi) / 2) y of 1 / y^2 up to 1/64, error 2^-63.5.
const STIRLING: [f64; 7] = [
    0.08333333333333333,
    -0.0027777777777674264,
    0.000793650786405273,
    -0.000595235852152051,
    0.0008413921439194943,
    -0.001886399659452775,
    0.00498758137444158,
];
/// ln(2 pi) / 2 in two parts.
const HALF_LN_TAU: [f64; 2] = [0.9189385332046728, -3.8782941580672414e-17];
/// (sin(pi f) - pi f) / f^3 of f^2 up to 1/4, error 2^-55.3 of sin(pi f).
const SIN_PI: [f64; 9] = [
    -5.16771278004997,
    2.5501640398773455,
    -0.5992645293207869,
    0.08214588661099173,
    -0.007370430943664967,
    0.00046630278713206014,
    -2.1915248790179467e-05,
    7.948503254155023e-07,
    -2.2280283501861627e-08,
];
/// What the float next to pi lacks.
const PI_LOW: f64 = 1.2246467991473532e-16;
/// ln G(1 + t) / t of |t| <= 2^-4, error 2^-56.2.
const NEAR_ONE: [f64; 12] = [
    -0.5772156649015329,
    0.8224670334241132,
    -0.40068563438653393,
    0.2705808084277831,
    -0.20738555102125478,
    0.1695571769958848,
    -0.14404990486876693,
    0.12550967390828,
    -0.11133027059106226,
    0.10009655060829116,
    -0.09186131257799153,
    0.08412158351200719,
];
/// ln G(2 + t) / t of |t| <= 2^-4, error 2^-56.1.
const NEAR_TWO: [f64; 10] = [
    0.42278433509846713,
    0.3224670334241132,
    -0.06735230105319708,
    0.020580808427781087,
    -0.0073855510307693105,
    0.002890510334454442,
    -0.0011927524098132387,
    0.0005096678985472936,
    -0.00022359403561081465,
    9.976503159811118e-05,
];
/// Below, G(x) is 1 / x.
const TINY: f64 = 5.551115123125783e-17;

/// Beyond, products overflow.
const HUGE: f64 = 1e305;

/// A sum of two floats.
type Pair<I> = (Reals<I>, Reals<I>);

/// ln G(y + n) and y (y + 1) .. (y + n - 1), both as sums of two.
#[inline(always)]
fn parts<I: Isa>(y: Reals<I>) -> (Pair<I>, Pair<I>) {
    let (mut z, mut z_low) = (y, Reals::from(0.0));
    let mut product = (Reals::from(1.0), Reals::from(0.0));
    let mut k = 0;
    while k < 8 {
        let is_below = z.lt(8.0);
        let next = times(product, (z, z_low));
        product = (
            is_below.select(next.0, product.0),
            is_below.select(next.1, product.1),
        );
        let (sum, lost) = z.two_sum(Reals::from(1.0));
        (z, z_low) = (
            is_below.select(sum, z),
            is_below.select(lost + z_low, z_low),
        );
        k += 1;
    }
    (stirling(z, z_low), product)
}

/// The product of two sums of two.
#[inline(always)]
fn times<I: Isa>(a: Pair<I>, b: Pair<I>) -> Pair<I> {
    let (high, low) = a.0.two_product(b.0);
    (high, a.0.fma(b.1, a.1.fma(b.0, low)))
}

/// The quotient of two sums of two.
#[inline(always)]
fn quotient<I: Isa>(a: Pair<I>, b: Pair<I>) -> Reals<I> {
    let q = a.0 / b.0;
    let rest = q.fnma(b.1, q.fnma(b.0, a.0) + a.1);
    q + rest / b.0
}

/// ln G(z + low) of z >= 8.
#[inline(always)]
fn stirling<I: Isa>(z: Reals<I>, low: Reals<I>) -> Pair<I> {
    let log = ln(z, 0.0);
    let inverse = 1.0 / z;
    let series = inverse * (inverse * inverse).polynomial(&STIRLING);
    let (high, lost) = times(log, (z - 0.5, Reals::from(0.0)));
    let (sum, lost_1) = high.two_sum(-z);
    let (sum, lost_2) = sum.two_sum(Reals::from(HALF_LN_TAU[0]));
    // the derivative of ln G is ln z - 1 / 2z, nearly
    let slope = low * (log.0 - 0.5 * inverse);
    let rest = (slope + lost) + (lost_1 + lost_2) + HALF_LN_TAU[1];
    let (sum, rest_1) = sum.fast_two_sum(series);
    sum.fast_two_sum(rest + rest_1)
}

/// sin(pi y) of y >= 0; its sign is right below 2^51.
#[inline(always)]
fn sin_pi<I: Isa>(y: Reals<I>) -> Reals<I> {
    let whole = y.round_ties_even();
    let f = y - whole;
    let z = f * f;
    let s = f.fma(PI, f.fma(PI_LOW, (f * z) * z.polynomial(&SIN_PI)));
    let half = whole * 0.5;
    let is_even = half.round_ties_even().eq(half);
    is_even.select(s, -s)
}

/// The lanes where a reflected function has a pole: negative integers and minus infinity.
#[inline(always)]
fn is_pole<I: Isa>(x: Reals<I>) -> Mask<I> {
    x.lt(0.0) & x.trunc().eq(x)
}

/// G(x).
#[inline(always)]
fn tgamma<I: Isa>(x: Reals<I>) -> Reals<I> {
    // beyond, the value is infinite or zero
    let y = x.abs().clamp(0.0, 200.0);
    let is_negative = x.lt(0.0);
    let (log, product) = parts(y);
    let sign = |v: Reals<I>| is_negative.select(-v, v);
    let (power, lost, n) = exp_split(sign(log.0), sign(log.1));
    let direct = quotient((power, lost), product);
    let (bottom, bottom_low) = y.two_product(sin_pi(x.abs()));
    let reflected = quotient(times((power, lost), product), (bottom, bottom_low)) * -PI;
    let value = is_negative.select(reflected, direct).scale(n);
    let value = is_pole(x).select(f64::NAN, value);
    x.abs().lt(TINY).select(1.0 / x, value)
}

/// ln |G(x)|. Between negative integers, where it has zeros, the error is at most a few units of the last place of numbers
/// next to 1.
#[inline(always)]
fn lgamma<I: Isa>(x: Reals<I>) -> Reals<I> {
    let y = x.abs();
    let (log, product) = parts(y.clamp(TINY, HUGE));
    let shift = ln(product.0, 0.0);
    let (high, low) = log.0.two_sum(-shift.0);
    let value = high + (low + (log.1 - shift.1) - product.1 / product.0);
    let value = near(y - 1.0, &NEAR_ONE, value);
    let value = near(y - 2.0, &NEAR_TWO, value);
    let value = if x.lt(0.0).any() {
        x.lt(0.0).select(reflected(y, value), value)
    } else {
        value
    };
    let value = value.or_by_lane(y.ge(TINY) & y.le(HUGE), x, |x| lgamma_at_ends(x.abs()));
    is_pole(x).select(f64::INFINITY, value)
}

/// t times the polynomial where |t| is small, else `value`.
#[inline(always)]
fn near<I: Isa, const N: usize>(t: Reals<I>, c: &[f64; N], value: Reals<I>) -> Reals<I> {
    t.abs()
        .lt(0.0625)
        .select(t.fma(t.polynomial(c), 0.0), value)
}

/// ln |G(-y)|, where `value` is ln G(y).
#[inline(always)]
fn reflected<I: Isa>(y: Reals<I>, value: Reals<I>) -> Reals<I> {
    let y = y.clamp(TINY, 1e16);
    let (high, low) = ln(PI / (y * sin_pi(y).abs()), 0.0);
    let (sum, lost) = high.two_sum(-value);
    sum + (lost + low)
}

/// ln G(y) next to zero, where G(y) is 1 / y, and where its products overflow.
fn lgamma_at_ends(y: f64) -> f64 {
    let log = super::log::ln::<Portable>(Reals(y)).0;
    if y < TINY { -log } else { y * (log - 1.0) }
}
