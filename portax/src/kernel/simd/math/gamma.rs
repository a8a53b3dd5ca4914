//! The gamma function and the logarithm of its size, by Stirling's series.
//!
//! An argument y > 0 below 8 is led to y + n in 8..9; the product y (y + 1) .. (y + n - 1), the logarithm and what is
//! multiplied with it are sums of two floats. Negative ones are reflected, G(-y) = -pi / (y sin(pi y) G(y)), with sums of
//! two too; where ln |G(-y)| is below 2^-7, its digits are lost even so, and it is computed from the zero next to it.
//! Largest errors found: `tgamma` 1.2 ulp, `lgamma` 2.5.

use super::{
    functions,
    lanes::{Mask, Reals},
    lgamma_zeros,
    pow::{exp_split, ln},
};
use crate::kernel::{exec::lane::Portable, simd::Isa};

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
/// (sin(pi f) / pi - f) / f^3 of f^2 up to 1/4, error 2^-65.5 of sin(pi f): two coefficients as sums of two, and the rest.
/// Of `tools/lgamma-coefficients.py`.
const SIN_PI: [[f64; 2]; 2] = [
    [-1.6449340668482264, -3.040672350398476e-17],
    [0.8117424252833536, 3.561384032141524e-17],
];
const SIN_PI_REST: [f64; 7] = [
    -0.19075182412208422,
    0.026147847817654307,
    -0.002346081035424313,
    0.00014842879227413576,
    -6.975865000541031e-06,
    2.530708333903595e-07,
    -7.156085840128225e-09,
];
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

/// The product of a float and a sum of two.
#[inline(always)]
fn multiple<I: Isa>(a: Reals<I>, b: Pair<I>) -> Pair<I> {
    let (high, low) = a.two_product(b.0);
    (high, a.fma(b.1, low))
}

/// The quotient of two sums of two.
#[inline(always)]
fn quotient<I: Isa>(a: Pair<I>, b: Pair<I>) -> Pair<I> {
    let inverse = 1.0 / b.0;
    let q = a.0 * inverse;
    let rest = q.fnma(b.1, q.fnma(b.0, a.0) + a.1);
    q.fast_two_sum(rest * inverse)
}

/// ln G(z + low) of z >= 8.
#[inline(always)]
fn stirling<I: Isa>(z: Reals<I>, low: Reals<I>) -> Pair<I> {
    let log = ln(z, 0.0);
    let inverse = 1.0 / z;
    let series = inverse * (inverse * inverse).polynomial(&STIRLING);
    let (high, lost) = multiple(z - 0.5, log);
    let (sum, lost_1) = high.two_sum(-z);
    let (sum, lost_2) = sum.two_sum(Reals::from(HALF_LN_TAU[0]));
    // the derivative of ln G is ln z - 1 / 2z, nearly
    let slope = low * (log.0 - 0.5 * inverse);
    let rest = (slope + lost) + (lost_1 + lost_2) + HALF_LN_TAU[1];
    let (sum, rest_1) = sum.fast_two_sum(series);
    sum.fast_two_sum(rest + rest_1)
}

/// |sin(pi y)| / pi as a sum of two.
#[inline(always)]
fn sin_pi<I: Isa>(y: Reals<I>) -> Pair<I> {
    let f = (y - y.round_ties_even()).abs();
    let z = f.two_product(f);
    let sum = plus(
        SIN_PI[1],
        (z.0 * z.0.polynomial(&SIN_PI_REST), Reals::from(0.0)),
    );
    let sum = plus(SIN_PI[0], times(z, sum));
    let (cube, cube_low) = multiple(f, times(z, sum));
    let (sine, lost) = f.fast_two_sum(cube);
    (sine, lost + cube_low)
}

/// The sum of a constant and something smaller.
#[inline(always)]
fn plus<I: Isa>(c: [f64; 2], a: Pair<I>) -> Pair<I> {
    let (sum, lost) = Reals::from(c[0]).fast_two_sum(a.0);
    (sum, lost + (a.1 + c[1]))
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
    let power = (power, lost);
    let top = select(is_negative, times(power, product), power);
    let bottom = select(is_negative, multiple(y, sin_pi(x.abs())), product);
    let size = quotient(top, bottom).0.scale(n);
    let value = (is_negative & !is_odd(x.abs().trunc())).select(-size, size);
    let value = is_pole(x).select(f64::NAN, value);
    x.abs().lt(TINY).select(1.0 / x, value)
}

/// `a` where the condition is true, else `b`.
#[inline(always)]
fn select<I: Isa>(condition: Mask<I>, a: Pair<I>, b: Pair<I>) -> Pair<I> {
    (condition.select(a.0, b.0), condition.select(a.1, b.1))
}

/// The lanes of odd integers.
#[inline(always)]
fn is_odd<I: Isa>(whole: Reals<I>) -> Mask<I> {
    let half = whole * 0.5;
    !half.trunc().eq(half)
}

/// ln |G(x)|.
#[inline(always)]
fn lgamma<I: Isa>(x: Reals<I>) -> Reals<I> {
    let y = x.abs();
    let is_negative = x.lt(0.0);
    let (log, product) = parts(y.clamp(TINY, HUGE));
    let product = if is_negative.any() {
        select(is_negative, reflected(y, product), product)
    } else {
        product
    };
    let value = less_ln(log, product);
    let value = if is_negative.any() {
        is_negative.select(lgamma_zeros::mend(y, -value), value)
    } else {
        value
    };
    let value = near(x - 1.0, &NEAR_ONE, value);
    let value = near(x - 2.0, &NEAR_TWO, value);
    let value = value.or_by_lane(y.ge(TINY) & y.le(HUGE), x, |x| lgamma_at_ends(x.abs()));
    is_pole(x).select(f64::INFINITY, value)
}

/// What takes the product's place where 1 / |G(-y)| = y sin(pi y) / pi G(y) is asked for in place of G(y).
#[inline(always)]
fn reflected<I: Isa>(y: Reals<I>, product: Pair<I>) -> Pair<I> {
    quotient(product, multiple(y, sin_pi(y)))
}

/// `log` less the logarithm of a product.
#[inline(always)]
fn less_ln<I: Isa>(log: Pair<I>, product: Pair<I>) -> Reals<I> {
    let shift = ln(product.0, 0.0);
    let (high, low) = log.0.two_sum(-shift.0);
    high + (low + (log.1 - shift.1) - product.1 / product.0)
}

/// t times the polynomial where |t| is small, else `value`.
#[inline(always)]
fn near<I: Isa, const N: usize>(t: Reals<I>, c: &[f64; N], value: Reals<I>) -> Reals<I> {
    t.abs()
        .lt(0.0625)
        .select(t.fma(t.polynomial(c), 0.0), value)
}

/// ln G(y) next to zero, where G(y) is 1 / y, and where its products overflow.
fn lgamma_at_ends(y: f64) -> f64 {
    let log = super::log::ln::<Portable>(Reals(y)).0;
    if y < TINY { -log } else { y * (log - 1.0) }
}
