//! Accuracy of sine and cosine where they reduce their argument, and of the reciprocal root.

use super::on_every_isa;
use crate::kernel::exec::{Lane, Values};
use crate::kernel::simd::{
    MAX_LANES, Pack, Simd,
    math::{Cos, Function, Sin},
};
use crate::ops::Un;

/// Arguments over `-limit..limit`, near multiples of pi/2, and tiny.
fn arguments(limit: f64) -> Vec<f64> {
    let mut x: Vec<f64> = (0..80_000)
        .map(|i| limit * ((i as f64 * 0.618033988749895).fract() * 2.0 - 1.0))
        .collect();
    x.extend((-2000..2000).map(|n| n as f64 * std::f64::consts::FRAC_PI_2));
    x.extend((0..300).map(|e| 2f64.powi(-e)));
    x
}

/// Distance in units of the last place of `exact`.
fn ulps(found: f64, exact: f64) -> f64 {
    let ulp = f64::from_bits(exact.abs().to_bits() + 1) - exact.abs();
    (found - exact).abs() / ulp
}

/// The function of one number.
fn one<F: Function>(x: f64) -> f64 {
    Lane::ufunction::<f64, F>(x)
}

#[test]
fn sine_and_cosine_are_accurate() {
    for limit in [3.2, 100.0, 1e5, 1e9] {
        for x in arguments(limit) {
            let (s, c) = (one::<Sin>(x), one::<Cos>(x));
            assert!(
                ulps(s, x.sin()) <= 2.0,
                "sin {x:e}: {s:e}, {} ulp",
                ulps(s, x.sin())
            );
            assert!(
                ulps(c, x.cos()) <= 2.0,
                "cos {x:e}: {c:e}, {} ulp",
                ulps(c, x.cos())
            );
        }
    }
}

#[test]
fn large_and_undefined_arguments() {
    for x in [2e9, -1e15, 1e300] {
        assert_eq!(one::<Sin>(x), x.sin());
        assert_eq!(one::<Cos>(x), x.cos());
    }
    for x in [f64::NAN, f64::INFINITY, -f64::INFINITY] {
        assert!(one::<Sin>(x).is_nan() && one::<Cos>(x).is_nan());
    }
    assert_eq!((one::<Sin>(0.0), one::<Cos>(0.0)), (0.0, 1.0));
}

#[test]
fn f32_is_nearly_rounded() {
    for x in arguments(1e5) {
        let x = x as f32;
        let exact = (x as f64).sin();
        let ulp =
            (f32::from_bits((exact as f32).abs().to_bits() + 1) - (exact as f32).abs()) as f64;
        let found = Lane::ufunction::<f32, Sin>(x) as f64;
        assert!((found - exact).abs() <= 0.501 * ulp, "sin {x:e}");
    }
}

on_every_isa! {
    fn reciprocal_root_is_accurate<I: Isa>() {
        let root = |x: [f64; MAX_LANES]| Simd::<I>::un::<f64>(Un::Rsqrt, I::Pack::<f64>::from_array(x)).to_array();
        for i in 0..50_000 {
            let x: [f64; MAX_LANES] = std::array::from_fn(|l| (i * MAX_LANES + l + 1) as f64 * 0.37);
            for (x, y) in x.into_iter().zip(root(x)).take(I::LANES) {
                // y^2 x - 1 is twice the relative error
                let square = y * y;
                let low = y.mul_add(y, -square);
                let error = (square.mul_add(x, -1.0) + low * x) / 2.0;
                assert!(error.abs() <= f64::EPSILON, "rsqrt {x}: {error:e}");
            }
        }
        for x in [0.0, -0.0, f64::INFINITY, -f64::INFINITY, f64::NAN, -1.0, 5e-324, 1e-310, f64::MIN_POSITIVE, f64::MAX] {
            let (found, exact) = (root([x; MAX_LANES])[0], 1.0 / x.sqrt());
            let is_close = ulps(found, exact) <= 2.0;
            assert!(is_close || super::same(found, exact), "rsqrt {x:e}: {found:e}, {exact:e}");
        }
    }
}
