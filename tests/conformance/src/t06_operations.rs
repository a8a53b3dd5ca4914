//! Operators, methods and conversions of each kind of value.

use crate::ladder::{Outcome, Test, noise, tests, vector, within};
use portax::{Functor, RangeKernel, RangePolicy, Space, View, kernel};

pub fn tests() -> Vec<Test> {
    tests![
        signed_integers_wrap_and_divide_by_zero_to_zero,
        unsigned_integers_wrap_and_divide_by_zero_to_zero,
        floats_are_exact_and_functions_close,
        casts_saturate_as_in_rust,
    ]
}

/// Pairs that meet every corner: zero, signs, ends of the range, shifts beyond the width.
fn pairs() -> Vec<(i32, i32)> {
    let ends = [
        0,
        1,
        -1,
        2,
        7,
        -13,
        31,
        32,
        33,
        1000,
        i32::MAX,
        i32::MIN,
        i32::MIN + 1,
        0x5555_5555,
    ];
    ends.iter()
        .flat_map(|&a| ends.iter().map(move |&b| (a, b)))
        .collect()
}

const SIGNED: usize = 16;

#[derive(Functor)]
struct Signed {
    a: View<i32, 1>,
    b: View<i32, 1>,
    n: i32,
    out: View<i32, 2>,
}

#[kernel]
impl RangeKernel for Signed {
    fn signed(&self, i: Index) {
        let (a, b) = (self.a[i], self.b[i]);
        self.out[(i, 0)] = a + b;
        self.out[(i, 1)] = a - b;
        self.out[(i, 2)] = a * b;
        self.out[(i, 3)] = a / b;
        self.out[(i, 4)] = a % b;
        self.out[(i, 5)] = (a & b) | (a ^ 12);
        self.out[(i, 6)] = a << b;
        self.out[(i, 7)] = a >> b;
        self.out[(i, 8)] = !a;
        self.out[(i, 9)] = -a;
        self.out[(i, 10)] = a.min(b) ^ b.max(3);
        self.out[(i, 11)] = a.abs();
        self.out[(i, 12)] = if a < b { a } else { 5 };
        self.out[(i, 13)] = 100 - self.n * a + b * b;
        self.out[(i, 14)] = (i * 3 + 1) % self.n - i / 2;
        self.out[(i, 15)] = ((self.n << 4) | 3) * ((self.n >> 1) + (self.n & 6) - self.n % 4) - i;
    }
}

fn signed(a: i32, b: i32, n: i32, i: i32) -> [i32; SIGNED] {
    let (shift, zero) = (b as u32 & 31, b == 0);
    [
        a.wrapping_add(b),
        a.wrapping_sub(b),
        a.wrapping_mul(b),
        if zero { 0 } else { a.wrapping_div(b) },
        if zero { 0 } else { a.wrapping_rem(b) },
        (a & b) | (a ^ 12),
        a << shift,
        a >> shift,
        !a,
        a.wrapping_neg(),
        a.min(b) ^ b.max(3),
        a.wrapping_abs(),
        if a < b { a } else { 5 },
        100i32
            .wrapping_sub(n.wrapping_mul(a))
            .wrapping_add(b.wrapping_mul(b)),
        (i * 3 + 1) % n - i / 2,
        ((n << 4) | 3) * ((n >> 1) + (n & 6) - n % 4) - i,
    ]
}

fn signed_integers_wrap_and_divide_by_zero_to_zero(space: &Space) -> Outcome {
    let (a, b): (Vec<i32>, Vec<i32>) = pairs().into_iter().unzip();
    let count = a.len();
    let k = Signed {
        a: vector(space, "a", &a)?,
        b: vector(space, "b", &b)?,
        n: 7,
        out: View::new(space, "out", [count, SIGNED])?,
    };
    space.parallel_for("signed", RangePolicy::new(0..count), &k)?;
    let out = k.out.to_vec()?;
    for i in 0..count {
        let found: [i32; SIGNED] = std::array::from_fn(|k| out[i + k * count]);
        assert_eq!(found, signed(a[i], b[i], 7, i as i32), "{} {}", a[i], b[i]);
    }
    Ok(())
}

const UNSIGNED: usize = 10;

#[derive(Functor)]
struct Unsigned {
    a: View<u32, 1>,
    b: View<u32, 1>,
    n: u32,
    out: View<u32, 2>,
}

#[kernel]
impl RangeKernel for Unsigned {
    fn unsigned(&self, i: Index) {
        let (a, b) = (self.a[i], self.b[i]);
        self.out[(i, 0)] = a + b;
        self.out[(i, 1)] = a - b;
        self.out[(i, 2)] = a * b + 3u32;
        self.out[(i, 3)] = a / b;
        self.out[(i, 4)] = a % b;
        self.out[(i, 5)] = (a & b) ^ (a | 12u32);
        self.out[(i, 6)] = a << b;
        self.out[(i, 7)] = a >> b;
        self.out[(i, 8)] = a.min(b) + !b.max(self.n);
        self.out[(i, 9)] = if a >= b { self.n * a } else { b };
    }
}

fn unsigned(a: u32, b: u32, n: u32) -> [u32; UNSIGNED] {
    let shift = b & 31;
    [
        a.wrapping_add(b),
        a.wrapping_sub(b),
        a.wrapping_mul(b).wrapping_add(3),
        a.checked_div(b).unwrap_or(0),
        a.checked_rem(b).unwrap_or(0),
        (a & b) ^ (a | 12),
        a << shift,
        a >> shift,
        a.min(b).wrapping_add(!b.max(n)),
        if a >= b { n.wrapping_mul(a) } else { b },
    ]
}

fn unsigned_integers_wrap_and_divide_by_zero_to_zero(space: &Space) -> Outcome {
    let (a, b): (Vec<u32>, Vec<u32>) = pairs()
        .into_iter()
        .map(|(a, b)| (a as u32, b as u32))
        .unzip();
    let count = a.len();
    let k = Unsigned {
        a: vector(space, "a", &a)?,
        b: vector(space, "b", &b)?,
        n: 0x8000_0005,
        out: View::new(space, "out", [count, UNSIGNED])?,
    };
    space.parallel_for("unsigned", RangePolicy::new(0..count), &k)?;
    let out = k.out.to_vec()?;
    for i in 0..count {
        let found: [u32; UNSIGNED] = std::array::from_fn(|k| out[i + k * count]);
        assert_eq!(found, unsigned(a[i], b[i], k.n), "{} {}", a[i], b[i]);
    }
    Ok(())
}

const EXACT: usize = 12;
const CLOSE: usize = 4;

#[derive(Functor)]
struct Floats {
    x: View<f64, 1>,
    y: View<f64, 1>,
    a: f64,
    exact: View<f64, 2>,
    close: View<f64, 2>,
}

#[kernel]
impl RangeKernel for Floats {
    fn floats(&self, i: Index) {
        let (x, y) = (self.x[i], self.y[i]);
        self.exact[(i, 0)] = x + y - self.a;
        self.exact[(i, 1)] = x * y / self.a;
        self.exact[(i, 2)] = 1.0 / x;
        self.exact[(i, 3)] = -x;
        self.exact[(i, 4)] = x.abs() * self.a.abs();
        self.exact[(i, 5)] = x.min(y);
        self.exact[(i, 6)] = x.max(0.25);
        self.exact[(i, 7)] = (x * 10.0).floor() + self.a.floor();
        self.exact[(i, 8)] = x.abs().sqrt();
        self.exact[(i, 9)] = if x < y && !(x < 0.0) || x == 0.5 {
            2.0
        } else {
            y
        };
        self.exact[(i, 10)] = if self.a > 1.0 { x } else { y };
        self.exact[(i, 11)] = self.a * self.a + 2.0 - self.a.sqrt() * self.a.min(3.0);
        self.close[(i, 0)] = x.abs().rsqrt();
        self.close[(i, 1)] = (x * 30.0).sin();
        self.close[(i, 2)] = (x * 30.0).cos();
        self.close[(i, 3)] = self.a.sin() - self.a.cos() * self.a.rsqrt();
    }
}

fn floats(x: f64, y: f64, a: f64) -> ([f64; EXACT], [f64; CLOSE]) {
    let exact = [
        x + y - a,
        x * y / a,
        1.0 / x,
        -x,
        x.abs() * a.abs(),
        x.min(y),
        x.max(0.25),
        (x * 10.0).floor() + a.floor(),
        x.abs().sqrt(),
        if x < y && x >= 0.0 || x == 0.5 {
            2.0
        } else {
            y
        },
        if a > 1.0 { x } else { y },
        (-a.sqrt()).mul_add(a.min(3.0), a.mul_add(a, 2.0)),
    ];
    (
        exact,
        [
            1.0 / x.abs().sqrt(),
            (x * 30.0).sin(),
            (x * 30.0).cos(),
            (-a.cos()).mul_add(1.0 / a.sqrt(), a.sin()),
        ],
    )
}

fn floats_are_exact_and_functions_close(space: &Space) -> Outcome {
    let (mut x, y) = (noise(203, 1), noise(203, 2));
    x[..3].copy_from_slice(&[0.5, -0.5, 1e-300]);
    let (n, a) = (x.len(), 2.5);
    let out = |k| View::new(space, "out", [n, k]);
    let k = Floats {
        x: vector(space, "x", &x)?,
        y: vector(space, "y", &y)?,
        a,
        exact: out(EXACT)?,
        close: out(CLOSE)?,
    };
    space.parallel_for("floats", RangePolicy::new(0..n), &k)?;
    let (exact, close) = (k.exact.to_vec()?, k.close.to_vec()?);
    for i in 0..n {
        let expected = floats(x[i], y[i], a);
        let found: [f64; EXACT] = std::array::from_fn(|k| exact[i + k * n]);
        assert_eq!(found, expected.0, "x = {}, y = {}", x[i], y[i]);
        for c in 0..CLOSE {
            let found = close[i + c * n];
            assert!(
                within(found, expected.1[c], 4.0),
                "function {c} of {}: {found}, expected {}",
                x[i],
                expected.1[c]
            );
        }
    }
    Ok(())
}

#[derive(Functor)]
struct Casts {
    x: View<f64, 1>,
    a: f64,
    to_i32: View<i32, 1>,
    to_u32: View<u32, 1>,
    to_f32: View<f32, 1>,
    back: View<f64, 2>,
}

#[kernel]
impl RangeKernel for Casts {
    fn casts(&self, i: Index) {
        let x = self.x[i];
        self.to_i32[i] = x as i32;
        self.to_u32[i] = x as u32;
        self.to_f32[i] = x as f32;
        self.back[(i, 0)] = (x as i32) as f64;
        self.back[(i, 1)] = (x as u32) as f64;
        self.back[(i, 2)] = (x as f32) as f64;
        self.back[(i, 3)] = i as f64;
        self.back[(i, 4)] = ((x as i32) as u32) as f64;
        self.back[(i, 5)] = (self.x.extent(0) as f64) * 0.5;
        self.back[(i, 6)] = (self.a as f32) as f64 * x as f64;
    }
}

fn casts_saturate_as_in_rust(space: &Space) -> Outcome {
    let mut x: Vec<f64> = noise(50, 3).iter().map(|x| x * 5e9).collect();
    x.extend([
        0.0,
        -0.0,
        0.9,
        -0.9,
        2147483647.0,
        2147483648.0,
        -2147483649.0,
        4294967295.0,
        4294967296.0,
        1e300,
        -1e300,
        f64::NAN,
        f64::INFINITY,
    ]);
    let n = x.len();
    let k = Casts {
        x: vector(space, "x", &x)?,
        a: 0.1,
        to_i32: View::new(space, "to_i32", [n])?,
        to_u32: View::new(space, "to_u32", [n])?,
        to_f32: View::new(space, "to_f32", [n])?,
        back: View::new(space, "back", [n, 7])?,
    };
    space.parallel_for("casts", RangePolicy::new(0..n), &k)?;
    assert_eq!(
        k.to_i32.to_vec()?,
        x.iter().map(|&x| x as i32).collect::<Vec<_>>()
    );
    assert_eq!(
        k.to_u32.to_vec()?,
        x.iter().map(|&x| x as u32).collect::<Vec<_>>()
    );
    let (to_f32, back) = (k.to_f32.to_vec()?, k.back.to_vec()?);
    for (i, &x) in x.iter().enumerate() {
        assert!(
            to_f32[i] == x as f32 || x.is_nan() && to_f32[i].is_nan(),
            "{x}"
        );
        let expected = [
            (x as i32) as f64,
            (x as u32) as f64,
            (x as f32) as f64,
            i as f64,
            ((x as i32) as u32) as f64,
            n as f64 * 0.5,
            f64::from(k.a as f32) * x,
        ];
        for (k, expected) in expected.into_iter().enumerate() {
            assert!(
                within(back[i + k * n], expected, 0.0),
                "cast {k} of {x}: {}",
                back[i + k * n]
            );
        }
    }
    Ok(())
}
