//! Methods and operators of numbers, each written once and run by the host's Rust, too.

use crate::ladder::{Outcome, Test, tests, vector, within};
use portax::{
    Complex, Float, Functor, RangeKernel, RangePolicy, Space, View, kernel, parallel_for,
};

pub fn tests() -> Vec<Test> {
    tests![
        signed_integers_have_the_methods_of_rust,
        unsigned_integers_have_the_methods_of_rust,
        floats_have_the_methods_of_rust,
        shared_numbers_have_methods_too,
        conditions_have_bit_operators,
        types_of_numbers_have_functions_and_constants,
        casts_to_usize_give_indices,
        powers_take_integers_of_any_kind,
    ]
}

/// Runs expressions of `a` and `b` in a kernel and on the host, where their values are equal.
macro_rules! as_on_host {
    ($space:ident, $t:ty, $x:expr, |$a:ident, $b:ident, $i:ident| $($k:literal: $e:expr),* $(,)?) => {{
        let x: &[$t] = &$x;
        let n = x.len();
        let all: View<$t, 1> = vector($space, "all", x)?;
        let out = View::<$t, 2>::new($space, "out", [n, [$($k),*].len()])?;
        parallel_for!($space, "methods", n, |$i| {
            let other = (7 * ($i as i32) + 3) % (n as i32);
            let ($a, $b): ($t, $t) = (all[$i], all[other]);
            $( out[($i, $k)] = $e; )*
        })?;
        let out = out.to_vec()?;
        for $i in 0..n {
            let ($a, $b) = (x[$i], x[(7 * $i + 3) % n]);
            $( assert_eq!(out[$i + n * $k], $e, "{} of {}, {}", stringify!($e), $a, $b); )*
        }
    }};
}

const LOW: i32 = -3;
const MASK: u32 = 0xff0;
const LONG: u64 = 0x1234_5678_9abc;
const THIRD: usize = 3;

fn signed_integers_have_the_methods_of_rust(space: &Space) -> Outcome {
    as_on_host!(space, i32, [-9, 4, 7, -2, 1, 12, -5, 3, 6, -31000, 25000], |a, b, i|
        0: a.clamp(LOW, 5),
        1: a.rem_euclid(b),
        2: a.div_euclid(b),
        3: a.signum(),
        4: (a % 50).pow(3),
        5: a.abs_diff(b) as i32,
        6: (a << 16).saturating_add(b << 16),
        7: (a << 16).saturating_sub(b << 16),
        8: a.unsigned_abs().ilog2() as i32,
        9: a.wrapping_neg(),
        10: 5 & a,
        11: 7 ^ a | b,
        12: 100 % a,
        13: 1 << (i as i32),
        14: a.max(3).min(b),
        15: i32::max(a, b) - i32::min(a, 2),
        16: THIRD as i32 * a - LOW % b,
    );
    as_on_host!(space, i64, [-9, 4, 7, -2, 1, 3 << 44, -(3 << 44), 3], |a, b, _i|
        0: a.clamp(-3, 1 << 33),
        1: a.rem_euclid(b),
        2: a.div_euclid(b),
        3: a.signum() * 3,
        4: (a % 50).pow(3),
        5: a.abs_diff(b) as i64,
        6: (a << 17).saturating_add(3 << 61),
        7: (a << 17).saturating_sub(3 << 61),
        8: 5 & a,
        9: 100 % b,
    );
    Ok(())
}

fn unsigned_integers_have_the_methods_of_rust(space: &Space) -> Outcome {
    as_on_host!(space, u32, [9, 4, 7, 2, 1, 12, 5, 3, 64, 4_000_000_000, 25000], |a, b, i|
        0: a.clamp(3, 5),
        1: a.rem_euclid(b) + a.div_euclid(b),
        2: a.div_ceil(b),
        3: a.abs_diff(b),
        4: a.saturating_add(b),
        5: a.saturating_sub(b),
        6: a.ilog2(),
        7: u32::from(a.is_power_of_two()),
        8: a.wrapping_neg(),
        9: MASK & a,
        10: 100 % a,
        11: 1u32 << (i as u32),
        12: (a % 100).pow(4),
        13: MASK >> (b % 32),
    );
    as_on_host!(space, u64, [9, 4, 7, 2, 1, 1 << 60, 1 << 63, 3, 64, u64::MAX], |a, b, i|
        0: a.clamp(3, 1 << 61),
        1: a.rem_euclid(b),
        2: a.div_ceil(b),
        3: a.abs_diff(b),
        4: a.saturating_add(b),
        5: a.saturating_sub(b),
        6: a.ilog2() as u64,
        7: LONG & a,
        8: LONG % a,
        9: 1u64 << (i as u64),
        10: (a % 100).pow(4),
    );
    Ok(())
}

fn floats_have_the_methods_of_rust(space: &Space) -> Outcome {
    as_on_host!(space, f64, [-9.5, 4.0, 7.25, -2.0, 1.0, 12.5, -5.0, 0.0, -0.0, 3.0], |a, b, i|
        0: a.rem_euclid(3.0),
        1: a.div_euclid(1.5),
        2: f64::from(i32::from(a.is_sign_negative())),
        3: f64::from(i32::from(a.is_sign_positive())),
        4: f64::max(a, b),
        5: f64::abs(a) + f64::sqrt(4.0),
        6: f64::from_bits(a.to_bits()),
        7: f64::from(i as i32) + f64::mul_add(a, 2.0, b),
    );
    let x: View<f64, 1> = vector(space, "x", &[0.25, 3.0, -1.5])?;
    let y = View::<f64, 2>::new(space, "y", [3, 2])?;
    parallel_for!(space, "pairs", 3, |i| {
        let (sine, cosine) = x[i].sin_cos();
        y[(i, 0)] = sine * sine + cosine * cosine;
        y[(i, 1)] = x[i].abs().log(2.0);
    })?;
    for (k, y) in y.to_vec()?.into_iter().enumerate() {
        let expected = [1.0, 1.0, 1.0, -2.0, 3f64.log2(), 1.5f64.log2()][k];
        assert!((y - expected).abs() < 1e-15, "{k}: {y}, {expected}");
    }
    Ok(())
}

fn shared_numbers_have_methods_too(space: &Space) -> Outcome {
    let (n, scale, long) = (12i32, 2.5f64, 1i64 << 40);
    let x: View<f64, 1> = vector(space, "x", &[1.0, 3.0, -2.0, 5.0])?;
    let y = View::<f64, 1>::new(space, "y", [4])?;
    let k = View::<i32, 2>::new(space, "k", [4, 4])?;
    let l = View::<i64, 1>::new(space, "l", [4])?;
    parallel_for!(space, "shared", 4, |i| {
        y[i] = scale.min(x[i]) + x[0].max(x[i]);
        k[(i, 0)] = n.min(i) + i.max(2);
        k[(i, 1)] = THIRD.min(i) as i32 + n.rem_euclid(5).pow(2) as i32;
        k[(i, 2)] = (n % (i + 1)) + (n / (i + 1)) + (1 << i);
        k[(i, 3)] = (n.clamp(0, 7) & (i as i32)) + n.div_ceil(5) as i32;
        l[i] = long.rem_euclid(1000).max(i as i64) + (long >> i) / long;
    })?;
    let shared = |x: f64| scale.min(x) + x.max(1.0);
    assert_eq!(y.to_vec()?, [1.0, 3.0, -2.0, 5.0].map(shared));
    let k = k.to_vec()?;
    for i in 0..4i32 {
        let expected = [
            n.min(i) + i.max(2),
            3.min(i) + 4,
            n % (i + 1) + n / (i + 1) + (1 << i),
            (7 & i) + 3,
        ];
        let found: Vec<i32> = (0..4).map(|j| k[i as usize + 4 * j]).collect();
        assert_eq!(found, expected, "{i}");
    }
    let expected = [0i64, 1, 2, 3].map(|i| (long % 1000).max(i) + (long >> i) / long);
    assert_eq!(l.to_vec()?, expected);
    Ok(())
}

fn conditions_have_bit_operators(space: &Space) -> Outcome {
    let all = [1.5, -2.0, 0.5, 3.0, 1.0];
    let x: View<f64, 1> = vector(space, "x", &all)?;
    let ok = View::<bool, 2>::new(space, "ok", [5, 4])?;
    let flag = 4 > 3;
    parallel_for!(space, "conditions", 5, |i| {
        ok[(i, 0)] = (x[i] > 1.0) & (x[i] < 2.0);
        ok[(i, 1)] = (x[i] > 1.0) ^ flag;
        let mut all = true;
        for k in 0..5 {
            all &= x[k] > x[i] - 3.0;
        }
        ok[(i, 2)] = all;
        ok[(i, 3)] = x[i] > 2.0;
        ok[(i, 3)] |= x[i] < 0.0;
    })?;
    let ok = ok.to_vec()?;
    for (i, x) in all.into_iter().enumerate() {
        let least = all.into_iter().fold(f64::INFINITY, f64::min);
        let expected = [
            x > 1.0 && x < 2.0,
            x <= 1.0,
            least > x - 3.0,
            !(0.0..=2.0).contains(&x),
        ];
        let found: Vec<bool> = (0..4).map(|k| ok[i + 5 * k]).collect();
        assert_eq!(found, expected, "{x}");
    }
    Ok(())
}

#[derive(Functor)]
struct Bounded<T: Float> {
    x: View<T, 1>,
    y: View<T, 1>,
}

#[kernel]
impl<T: Float> RangeKernel for Bounded<T> {
    fn bounded(&self, i: Index) {
        let mut least = T::HIGHEST;
        for k in 0..self.x.extent(0) {
            least = least.min(self.x[k]);
        }
        self.y[i] = T::from(i as i32) * T::from(0.5) + (least - T::ONE).max(T::ZERO);
    }
}

fn types_of_numbers_have_functions_and_constants(space: &Space) -> Outcome {
    fn run<T: Float + std::fmt::Debug>(space: &Space, x: &[T], expected: &[T]) -> Outcome {
        let (x, y) = (
            vector(space, "x", x)?,
            View::new(space, "y", [expected.len()])?,
        );
        let functor = Bounded { x, y };
        space.parallel_for("bounded", RangePolicy::new(0..4), &functor)?;
        assert_eq!(functor.y.to_vec()?, expected);
        Ok(())
    }
    run(space, &[3.0f32, 4.0], &[2.0, 2.5, 3.0, 3.5])?;
    run(space, &[3.0f64, 4.0], &[2.0, 2.5, 3.0, 3.5])
}

fn casts_to_usize_give_indices(space: &Space) -> Outcome {
    let x: View<f32, 1> = vector(space, "x", &[1.75, 0.25, -3.0, 2.0])?;
    let at: View<u32, 1> = vector(space, "at", &[3, 0, 1, 2])?;
    let long: View<u64, 1> = vector(space, "long", &[2, 3, 1, 0])?;
    let y = View::<f32, 2>::new(space, "y", [4, 5])?;
    parallel_for!(space, "casts", 4, |i| {
        let bin = x[i] as usize;
        let next = (at[i] as usize + 1) % (THIRD + 1);
        y[(i, 0)] = x[bin];
        y[(i, 1)] = x[next] + x[at[i] as usize];
        y[(i, 2)] = x[long[i] as usize] + x[THIRD - bin];
        y[(i, 3)] = x[(i as usize + 1) % THIRD];
        let mut largest: usize = 0;
        for k in 1..4usize {
            if x[k] > x[largest] {
                largest = k;
            }
        }
        y[(i, 4)] = largest as f32;
    })?;
    let (x, y) = (x.to_vec()?, y.to_vec()?);
    let (at, long) = ([3, 0, 1, 2], [2, 3, 1, 0]);
    for i in 0..4 {
        let bin = x[i] as usize;
        let expected = [
            x[bin],
            x[(at[i] + 1) % 4] + x[at[i]],
            x[long[i]] + x[THIRD - bin],
            x[(i + 1) % THIRD],
            3.0,
        ];
        let found: Vec<f32> = (0..5).map(|k| y[i + 4 * k]).collect();
        assert_eq!(found, expected, "{i}");
    }
    Ok(())
}

fn powers_take_integers_of_any_kind(space: &Space) -> Outcome {
    let (x, k) = ([3.0, -1.5, 2.5, 0.0, -5.0], [0, 3, -2, 4, 7]);
    let (x_view, k_view) = (vector(space, "x", &x)?, vector(space, "k", &k)?);
    let y = View::<f64, 2>::new(space, "y", [4, 5])?;
    let n = 3;
    parallel_for!(space, "powers", 5, |i| {
        y[(0, i)] = x_view[i].powi(k_view[i]);
        y[(1, i)] = x_view[i].powi(n) + x_view[i].powi(2);
        let z = Complex::new(x_view[i], 1.0);
        y[(2, i)] = (z.powi(3) * z.inv()).norm();
        y[(3, i)] = z.powi(-2).re + z.powi(0).im;
    })?;
    let found = y.to_vec()?;
    for (i, (x, k)) in x.into_iter().zip(k).enumerate() {
        let square = x * x + 1.0;
        let inverse = (x * x - 1.0) / (square * square);
        let expected = [x.powi(k), x.powi(n) + x.powi(2), square, inverse];
        for (found, expected) in found[4 * i..].iter().zip(expected) {
            assert!(
                within(*found, expected, 16.0),
                "{x}^{k}: {found}, {expected}"
            );
        }
    }
    Ok(())
}
