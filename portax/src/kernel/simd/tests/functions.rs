//! Functions of floats against values by MPFR, on every instruction set, and the same bits on each.
//!
//! `reference/NAME.txt`, written by `tools/check-math --table`, has the bits of arguments and of the float next to the value.

use super::{assert_lanes, on_every_isa};
use crate::kernel::exec::{Lane, Values};
use crate::kernel::simd::{MAX_LANES, Pack, Simd, math};
use crate::ops::Un;

/// Arguments and values of a table, the second argument 0 where there is none.
fn table(text: &str) -> Vec<[f64; 3]> {
    let bits = |word: &str| f64::from_bits(u64::from_str_radix(word, 16).unwrap());
    text.lines()
        .map(|line| match line.split(' ').collect::<Vec<_>>()[..] {
            [x, z] => [bits(x), 0.0, bits(z)],
            [x, y, z] => [bits(x), bits(y), bits(z)],
            _ => panic!("{line}"),
        })
        .collect()
}

/// Is `found` within `ulps` of what rounds to `exact`, and of its sign?
fn is_close(found: f64, exact: f64, ulps: f64) -> bool {
    if !exact.is_finite() || exact == 0.0 && found == 0.0 {
        return found.to_bits() == exact.to_bits() || found.is_nan() && exact.is_nan();
    }
    let size = exact.abs();
    let ulp = if size == f64::MAX {
        size - size.next_down()
    } else {
        size.next_up() - size
    };
    found.is_finite() && (found - exact).abs() <= (ulps + 0.5) * ulp
}

/// Errors allowed, in units of the last place.
macro_rules! accurate {
    ({$($name:ident $F:ident $ulps:expr;)*} {$($name2:ident $F2:ident $ulps2:expr;)*}) => {
        on_every_isa! {
            $(fn $name<I: Isa>() {
                let table = table(include_str!(concat!("reference/", stringify!($name), ".txt")));
                for lanes in table.windows(MAX_LANES) {
                    let x: [f64; MAX_LANES] = std::array::from_fn(|l| lanes[l][0]);
                    let pack = I::Pack::<f64>::from_array(x);
                    let found = Simd::<I>::function::<f64, math::$F>(pack);
                    for (l, found) in found.to_array().into_iter().enumerate().take(I::LANES) {
                        let [x, _, exact] = lanes[l];
                        assert!(is_close(found, exact, $ulps), "{}({x:e}) is {exact:e}, found {found:e}", stringify!($name));
                    }
                    let what = |l: usize| format!("{}({:e})", stringify!($name), x[l]);
                    assert_lanes::<f64, I>(found, |l| Lane::ufunction::<f64, math::$F>(x[l]), what);
                    let single = Simd::<I>::function::<f32, math::$F>(Simd::<I>::cast::<f64, f32>(pack));
                    assert_lanes::<f32, I>(single, |l| Lane::ufunction::<f32, math::$F>(x[l] as f32), what);
                }
            })*
            $(fn $name2<I: Isa>() {
                let table = table(include_str!(concat!("reference/", stringify!($name2), ".txt")));
                for lanes in table.windows(MAX_LANES) {
                    let x: [f64; MAX_LANES] = std::array::from_fn(|l| lanes[l][0]);
                    let y: [f64; MAX_LANES] = std::array::from_fn(|l| lanes[l][1]);
                    let (a, b) = (I::Pack::<f64>::from_array(x), I::Pack::<f64>::from_array(y));
                    let found = Simd::<I>::function2::<f64, math::$F2>(a, b);
                    for (l, found) in found.to_array().into_iter().enumerate().take(I::LANES) {
                        let [x, y, exact] = lanes[l];
                        assert!(is_close(found, exact, $ulps2), "{}({x:e}, {y:e}) is {exact:e}, found {found:e}", stringify!($name2));
                    }
                    let what = |l: usize| format!("{}({:e}, {:e})", stringify!($name2), x[l], y[l]);
                    assert_lanes::<f64, I>(found, |l| Lane::ufunction2::<f64, math::$F2>(x[l], y[l]), what);
                }
            })*
        }
    };
}
accurate! { {
    sin Sin 2.0;
    cos Cos 2.0;
    exp Exp 1.1;
    exp2 Exp2 1.1;
    exp_m1 ExpM1 1.5;
    ln Ln 0.8;
    log2 Log2 0.7;
    log10 Log10 0.7;
    ln_1p Ln1p 0.9;
    tan Tan 1.7;
    asin Asin 1.7;
    acos Acos 1.2;
    atan Atan 1.3;
    sinh Sinh 1.1;
    cosh Cosh 1.0;
    tanh Tanh 1.3;
    asinh Asinh 0.9;
    acosh Acosh 0.9;
    atanh Atanh 0.9;
    cbrt Cbrt 0.6;
    erf Erf 1.1;
    erfc Erfc 3.3;
    tgamma Tgamma 1.2;
    lgamma Lgamma 2.5;
} {
    powf Powf 1.1;
    rem Rem 0.0;
    remainder Remainder 0.0;
    atan2 Atan2 1.5;
    hypot Hypot 0.8;
} }

on_every_isa! {
    fn rounding_and_signs_are_exact<I: Isa>() {
        let ends = [0.0, 0.25, 0.49999999999999994, 0.5, 1.5, 2.5, 3.7, 4503599627370495.5, 9e15, f64::MAX, f64::INFINITY, f64::NAN];
        for x in ends.into_iter().flat_map(|x| [x, -x]) {
            let pack = I::Pack::<f64>::splat(x);
            for (op, expected) in [(Un::Ceil, x.ceil()), (Un::Trunc, x.trunc()), (Un::RoundTiesEven, x.round_ties_even())] {
                let found = Simd::<I>::un::<f64>(op, pack);
                assert_lanes::<f64, I>(found, |_| expected, |_| format!("{op:?} {x:e}"));
                let single = Simd::<I>::un::<f32>(op, Simd::<I>::cast::<f64, f32>(pack));
                assert_lanes::<f32, I>(single, |_| Lane::uun::<f32>(op, x as f32), |_| format!("{op:?} {x:e}"));
            }
            let found = Simd::<I>::function::<f64, math::Round>(pack);
            assert_lanes::<f64, I>(found, |_| x.round(), |_| format!("round {x:e}"));
            for y in [2.0, -0.0] {
                let found = Simd::<I>::function2::<f64, math::Copysign>(pack, I::Pack::<f64>::splat(y));
                assert_lanes::<f64, I>(found, |_| x.copysign(y), |_| format!("copysign {x:e} {y:e}"));
            }
        }
    }
}

on_every_isa! {
    fn gamma_functions_have_poles<I: Isa>() {
        let lanes = |x: f64| I::Pack::<f64>::splat(x);
        for x in [-1.0, -2.0, -3.0, -16.0, -170.0, -171.0, -4503599627370497.0, -1e300, -f64::MAX, -f64::INFINITY] {
            let found = Simd::<I>::function::<f64, math::Lgamma>(lanes(x));
            assert_lanes::<f64, I>(found, |_| f64::INFINITY, |_| format!("lgamma({x:e})"));
            let found = Simd::<I>::function::<f64, math::Tgamma>(lanes(x));
            assert_lanes::<f64, I>(found, |_| f64::NAN, |_| format!("tgamma({x:e})"));
        }
        for x in [0.0, -0.0] {
            let found = Simd::<I>::function::<f64, math::Lgamma>(lanes(x));
            assert_lanes::<f64, I>(found, |_| f64::INFINITY, |_| format!("lgamma({x:e})"));
            let found = Simd::<I>::function::<f64, math::Tgamma>(lanes(x));
            assert_lanes::<f64, I>(found, |_| 1.0 / x, |_| format!("tgamma({x:e})"));
        }
        let found = Simd::<I>::function::<f64, math::Lgamma>(lanes(f64::NAN));
        assert_lanes::<f64, I>(found, |_| f64::NAN, |_| "lgamma(NaN)".into());
    }
}

#[test]
fn remainders_of_the_interpreter_are_those_of_mpfr() {
    for [x, y, exact] in table(include_str!("reference/remainder.txt")) {
        let found = crate::ops::remainder(x, y);
        assert!(
            is_close(found, exact, 0.0),
            "remainder({x:e}, {y:e}) is {exact:e}, found {found:e}"
        );
    }
}
