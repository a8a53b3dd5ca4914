//! Cube root and length. Largest errors found: `cbrt` 0.50 ulp, `hypot` 0.68.

use super::{
    functions,
    lanes::Reals,
    log::{TWO_54, is_normal, split},
    round::copysign,
};
use crate::kernel::simd::Isa;

functions! { Cbrt cbrt(x); Hypot hypot(x, y); }

/// m^(-1/3) of m in 2^-1.5..2^1.5, error 2^-9.6.
const INVERSE: [f64; 7] = [
    2.124794326887418,
    -3.051734297867758,
    3.789833911022202,
    -2.8168900004603534,
    1.198570191717561,
    -0.2688839233843441,
    0.024608991787844273,
];

/// Cube root: x = 2^3q m; the polynomial's inverse root is made right to 2^-38 by a series, the root to all bits by Newton's method.
#[inline(always)]
fn cbrt<I: Isa>(x: Reals<I>) -> Reals<I> {
    let a = x.abs();
    let is_small = a.lt(f64::MIN_POSITIVE);
    let (e, m) = split(is_small.select(a * TWO_54, a), 0.0);
    let (q, _) = (e * (1.0 / 3.0)).nearest();
    let m = m.scale(q.fnma(3.0, e));
    let w = m.polynomial(&INVERSE);
    let h = (w * w).fnma(m * w, 1.0);
    let w = (w * h).fma(h.polynomial(&[1.0 / 3.0, 2.0 / 9.0, 14.0 / 81.0]), w);
    let square = w * w;
    let y = m * square;
    let (yy, yy_low) = y.two_product(y);
    let rest = y.fnma(yy_low, y.fnma(yy, m));
    let y = rest.fma(square * (1.0 / 3.0), y);
    let y = y.scale(is_small.select(q - 18.0, q));
    let usual = is_normal(a) | (is_small & a.gt(0.0));
    copysign(y, x).or_by_lane(usual, x, |x| x)
}

/// sqrt(x^2 + y^2), both scaled where the squares would leave the range.
#[inline(always)]
fn hypot<I: Isa>(x: Reals<I>, y: Reals<I>) -> Reals<I> {
    let (a, b) = (x.abs(), y.abs());
    let swap = a.lt(b);
    let (long, short) = (swap.select(b, a), swap.select(a, b));
    let (is_large, is_small) = (long.gt(2f64.powi(500)), long.lt(2f64.powi(-400)));
    let scale = |up: f64| is_large.select(1.0 / up, is_small.select(up, 1.0));
    let factor = scale(2f64.powi(600));
    let (long, short) = (long * factor, short * factor);
    let (square, low) = long.two_product(long);
    let (sum, lost) = square.fast_two_sum(short * short);
    let root = sum.sqrt();
    let rest = root.fnma(root, sum) + (lost + low);
    let correction = root.gt(0.0).select(rest / (root + root), 0.0);
    let back = is_large.select(2f64.powi(600), is_small.select(2f64.powi(-600), 1.0));
    let is_infinite = a.eq(f64::INFINITY) | b.eq(f64::INFINITY);
    is_infinite.select(f64::INFINITY, (root + correction) * back)
}
