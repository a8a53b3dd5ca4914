//! Hyperbolic functions of e^|x|, where that cancels polynomials, and their inverses, logarithms of sums of two floats.
//! Largest errors found: `sinh` 0.96 ulp, `cosh` 0.89, `tanh` 1.18, `asinh` 0.81, `acosh` 0.75, `atanh` 0.84.

use super::{
    exp::{EXP, reduce},
    functions,
    lanes::Reals,
    log::ln_of_sum,
    round::copysign,
};
use crate::kernel::{exec::lane::Portable, simd::Isa};

functions! {
    Sinh sinh(x); Cosh cosh(x); Tanh tanh(x);
    Asinh asinh(x); Acosh acosh(x); Atanh atanh(x);
}

/// (sinh x - x) / x^3 of x^2 up to 1, error 2^-56.8.
const SINH: [f64; 8] = [
    0.16666666666666666,
    0.008333333333333333,
    0.000198412698412696,
    2.7557319224116425e-06,
    2.505210834647631e-08,
    1.605905060553961e-10,
    7.646482607903255e-13,
    2.848240803884015e-15,
];
/// (tanh x - x) / x^3 of x^2 up to 0.65^2, error 2^-55.9.
const TANH: [f64; 12] = [
    -0.33333333333333287,
    0.13333333333325423,
    -0.05396825396378193,
    0.021869488409070468,
    -0.008863233407630629,
    0.0035921053896917905,
    -0.0014556724072509537,
    0.0005892308524491299,
    -0.00023641187598604527,
    9.05288666048056e-05,
    -2.9174707330333796e-05,
    5.607737598593276e-06,
];
/// Below, x is the value of odd functions that begin with x.
const SMALL: f64 = 7.450580596923828e-09;

/// e^x / 2 of x >= 0 as a sum of two, and its inverse by 4.
#[inline(always)]
fn half_exp<I: Isa>(x: Reals<I>) -> ([Reals<I>; 2], Reals<I>) {
    let (n, r) = reduce(x.clamp(0.0, 711.0));
    let (high, low) = Reals::from(1.0).fast_two_sum((r * r).fma(r.polynomial(&EXP), r));
    let inverse = (1.0 / high).scale(-1.0 - n);
    let half = n - 1.0;
    ([high.scale(half), low.scale(half)], inverse)
}

/// Hyperbolic sine.
#[inline(always)]
fn sinh<I: Isa>(x: Reals<I>) -> Reals<I> {
    let a = x.abs();
    let ([high, low], inverse) = half_exp(a);
    let large = copysign(high - (inverse - low), x);
    let z = x * x;
    let small = (x * z).fma(z.polynomial(&SINH), x);
    a.lt(1.0).select(small, large)
}

/// Hyperbolic cosine.
#[inline(always)]
fn cosh<I: Isa>(x: Reals<I>) -> Reals<I> {
    let ([high, low], inverse) = half_exp(x.abs());
    high + (inverse + low)
}

/// Hyperbolic tangent: 1 - 2 / (e^2x + 1).
#[inline(always)]
fn tanh<I: Isa>(x: Reals<I>) -> Reals<I> {
    let a = x.abs();
    let ([high, low], _) = half_exp(a.clamp(0.0, 50.0) * 2.0);
    let large = 1.0 - 1.0 / (high + (low + 0.5));
    let z = x * x;
    let small = (x * z).fma(z.polynomial(&TANH), x);
    copysign(a.lt(0.65).select(small, large), x)
}

/// Inverse hyperbolic sine: ln (|x| + sqrt(x^2 + 1)).
#[inline(always)]
fn asinh<I: Isa>(x: Reals<I>) -> Reals<I> {
    let a = x.abs();
    let y = ln_of_sum_with_root(a, 1.0);
    a.lt(SMALL).select(x, copysign(y, x))
}

/// Inverse hyperbolic cosine: ln (x + sqrt(x^2 - 1)).
#[inline(always)]
fn acosh<I: Isa>(x: Reals<I>) -> Reals<I> {
    x.ge(1.0).select(ln_of_sum_with_root(x, -1.0), f64::NAN)
}

/// ln (x + sqrt(x^2 + c)) of x >= 0, the root as a sum of two; of large x ln 2 x.
#[inline(always)]
fn ln_of_sum_with_root<I: Isa>(x: Reals<I>, c: f64) -> Reals<I> {
    let is_large = x.gt(1e16);
    let (square, square_low) = x.two_product(x);
    let (sum, sum_low) = square.two_sum(Reals::from(c));
    let root = sum.sqrt();
    let rest = root.fnma(root, sum) + (sum_low + square_low);
    let root_low = rest / (root + root);
    // the root of zero is exact
    let root_low = root.gt(0.0).select(root_low, 0.0);
    let (u, lost) = x.two_sum(root);
    let u = is_large.select(x, u);
    let low = is_large.select(0.0, lost + root_low);
    let twice = is_large.select(1.0, 0.0);
    ln_of_sum(u, low, twice).or_by_lane(x.le(f64::MAX), x, |x| x)
}

/// Inverse hyperbolic tangent: half of ln ((1 + x) / (1 - x)), the quotient as a sum of two.
#[inline(always)]
fn atanh<I: Isa>(x: Reals<I>) -> Reals<I> {
    let a = x.abs();
    let one = Reals::from(1.0);
    let (top, top_low) = one.two_sum(a);
    let (bottom, bottom_low) = one.two_sum(-a);
    let u = top / bottom;
    let rest = u.fnma(bottom_low, u.fnma(bottom, top) + top_low);
    let y = ln_of_sum(u, rest / bottom, Reals::from(0.0)) * 0.5;
    let y = a.lt(SMALL).select(x, copysign(y, x));
    y.or_by_lane(a.lt(1.0), x, |x| {
        let size = if x.abs() == 1.0 {
            f64::INFINITY
        } else {
            f64::NAN
        };
        copysign(Reals::<Portable>(size), Reals(x)).0
    })
}
