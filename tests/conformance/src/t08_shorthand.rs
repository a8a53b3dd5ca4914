//! Loops over the items of arrays, swaps, `match` on tuples, tables of rows and tuples: each body runs in a kernel and on the
//! host from one source.

use crate::ladder::{Outcome, Test, tests, vector};
use portax::{Complex, Element, Space, View, device, parallel_for};

pub fn tests() -> Vec<Test> {
    tests![
        loops_go_over_items,
        items_and_variables_are_swapped,
        tuples_are_matched,
        constant_arrays_have_rows_and_tuples,
        rows_are_looked_for_inside_their_bounds,
        literals_take_the_type_around_them,
        arrays_mix_what_varies_and_what_does_not,
        types_have_constants,
    ]
}

const X: [f64; 7] = [3.0, 1.0, 2.5, 4.0, -5.0, 0.5, 7.0];
const K: [i32; 7] = [0, 1, 2, 3, -1, -2, 5];

/// Asserts that a body gives the same in a kernel and on the host, where `x` and `k` are `X` and `K`.
macro_rules! as_on_host {
    ($space:ident, |$i:ident, $x:ident, $k:ident| $body:block) => {{
        let y = View::<f64, 1>::new($space, "y", [7])?;
        {
            let ($x, $k) = (vector($space, "x", &X)?, vector($space, "k", &K)?);
            parallel_for!($space, "body", 7, |$i| {
                let value: f64 = $body;
                y[$i] = value;
            })?;
            // Views that this body does not read.
            let _ = (&$x, &$k);
        }
        let expected: Vec<f64> = (0..7)
            .map(|$i: usize| {
                let ($x, $k) = (X, K);
                let _ = ($x, $k);
                $body
            })
            .collect();
        assert_eq!(y.to_vec()?, expected);
    }};
}

const WEIGHTS: [f64; 3] = [0.25, 0.5, 0.25];

#[derive(Clone, Copy, Element)]
struct Site {
    x: f64,
    weight: f64,
}

fn loops_go_over_items(space: &Space) -> Outcome {
    as_on_host!(space, |i, x, k| {
        let mut a = [0.0; 4];
        for (k, v) in a.iter_mut().enumerate() {
            *v += x[(i + k) % 7];
        }
        for v in &mut a {
            *v *= 2.0;
        }
        let mut s = 0.0;
        for (k, v) in a.iter().enumerate() {
            s += *v * (k + 1) as f64;
        }
        for v in a.iter().copied() {
            if v < 0.0 {
                continue;
            }
            s += v;
        }
        s
    });
    as_on_host!(space, |i, x, k| {
        let mut s = x[i];
        for w in WEIGHTS.iter() {
            s *= *w;
        }
        for &w in &WEIGHTS {
            s += w;
        }
        for w in WEIGHTS {
            s -= 2.0 * w;
        }
        s
    });
    // Each turn is of the array that the loop began with.
    as_on_host!(space, |i, x, k| {
        let mut s = 0.0;
        for v in STENCIL[1].iter() {
            s += 0.5 * v;
        }
        let mut a = [1.0; 3];
        for v in a.iter_mut() {
            let b = [x[i]; 2];
            for w in b.iter() {
                *v += *w;
            }
        }
        s + a[0] + a[2]
    });
    as_on_host!(space, |i, x, k| {
        let mut sites = [Site {
            x: 1.0,
            weight: 0.5,
        }; 3];
        for site in sites.iter_mut() {
            site.weight += x[i];
            site.x *= 2.0;
        }
        let mut s = 0.0;
        for site in sites.iter() {
            s += site.x * site.weight;
        }
        s
    });
    Ok(())
}

#[device]
fn sort<const N: usize>(a: &mut [f64; N]) {
    for last in (1..N).rev() {
        for j in 0..last {
            if a[j] > a[j + 1] {
                a.swap(j, j + 1);
            }
        }
    }
}

fn items_and_variables_are_swapped(space: &Space) -> Outcome {
    let y = View::<f64, 2>::new(space, "y", [4, 7])?;
    let x = vector(space, "x", &X)?;
    parallel_for!(space, "sorted", 7, |i| {
        let mut a = [x[i], x[(i + 1) % 7], x[(i + 2) % 7], x[(i + 3) % 7]];
        sort(&mut a);
        for j in 0..4 {
            y[(j, i)] = a[j];
        }
    })?;
    let sorted = |i: usize| {
        let mut a = std::array::from_fn::<f64, 4, _>(|j| X[(i + j) % 7]);
        a.sort_by(f64::total_cmp);
        a
    };
    let found = y.to_vec()?;
    let expected: Vec<f64> = (0..7).flat_map(sorted).collect();
    assert_eq!(found, expected);
    as_on_host!(space, |i, x, k| {
        let (mut low, mut high) = (x[i], 1.0);
        if low > high {
            std::mem::swap(&mut low, &mut high);
        }
        low + 100.0 * high
    });
    Ok(())
}

fn tuples_are_matched(space: &Space) -> Outcome {
    as_on_host!(space, |i, x, k| {
        match (k[i] % 2, k[i] > 2) {
            (0, true) => 1.0,
            (0, false) => 2.0,
            (_, is_big) if is_big => 3.0,
            (n, _) => 4.0 + n as f64,
        }
    });
    as_on_host!(space, |i, x, k| {
        let pair = (k[i], x[i]);
        let mut s = 0.5;
        match pair {
            (0 | 1, v) => s += 10.0 * v,
            (2..=3, v) if v > 3.5 => s += 100.0 * v,
            _ => {}
        }
        s
    });
    as_on_host!(space, |i, x, k| {
        let s = match (k[i] == 1, (x[i] > 2.5, k[i] < 0)) {
            (true, (_, _)) => 0.5,
            (false, (true, false)) => 0.25,
            (false, (true, true)) => 0.125,
            (false, (false, is_negative)) => is_negative as i32 as f64,
        };
        2.0 * s
    });
    Ok(())
}

const TAPS: [(i32, f64); 3] = [(0, 0.5), (1, 0.25), (2, 0.125)];
const STENCIL: [[f64; 3]; 3] = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]];
const CUBE: [[[i32; 2]; 2]; 2] = [[[1, 2], [3, 4]], [[5, 6], [7, 8]]];
const PAIRS: [[(i32, i32); 2]; 2] = [[(1, 2), (3, 4)], [(5, 6), (7, 8)]];
const MIXED: [(f32, i64, u32); 2] = [(0.5, -7, 9), (1.5, 1 << 40, 1)];
const ORDER: [usize; 3] = [2, 0, 1];

#[allow(clippy::needless_range_loop)] // items have two indices
fn constant_arrays_have_rows_and_tuples(space: &Space) -> Outcome {
    as_on_host!(space, |i, x, k| {
        let mut s = 0.0;
        for (k, w) in TAPS {
            s += w * k as f64;
        }
        for tap in TAPS.iter() {
            s += tap.1 * tap.0 as f64;
        }
        let (a, b) = TAPS[i % 3];
        s += a as f64 * b;
        for p in 0..3 {
            for q in 0..3 {
                s += STENCIL[p][q] * x[(i + p) % 7];
            }
        }
        s
    });
    as_on_host!(space, |i, x, k| {
        let row = STENCIL[i % 3];
        let mut s = row[i % 2] + row[2];
        for v in row.iter() {
            s += 0.5 * v;
        }
        s += (CUBE[i % 2][(i / 2) % 2][1] + CUBE[1][i % 2][i % 2]) as f64;
        let (a, b) = PAIRS[i % 2][(i + 1) % 2];
        s + (a * b) as f64 + PAIRS[1][i % 2].0 as f64 + PAIRS[1][0].1 as f64
    });
    as_on_host!(space, |i, x, k| {
        let (a, b, c) = MIXED[i % 2];
        let first = MIXED[0];
        a as f64 + b as f64 + c as f64 + first.1 as f64 + x[ORDER[i % 3]] + ORDER[i % 3] as f64
    });
    Ok(())
}

fn rows_are_looked_for_inside_their_bounds(space: &Space) -> Outcome {
    let y = View::<f64, 1>::new(space, "y", [7])?;
    let k = vector(space, "k", &K)?;
    let column = parallel_for!(space, "column", 7, |i| y[i] = STENCIL[0][k[i].abs()]);
    let text = column.and_then(|()| space.fence()).unwrap_err().to_string();
    assert!(text.contains("STENCIL"), "{text}");
    let row = parallel_for!(space, "row", 7, |i| y[i] = STENCIL[k[i].abs()][0]);
    let text = row.and_then(|()| space.fence()).unwrap_err().to_string();
    assert!(text.contains("STENCIL"), "{text}");
    Ok(())
}

#[device]
fn bit(k: i32) -> u64 {
    1 << k
}

fn literals_take_the_type_around_them(space: &Space) -> Outcome {
    let distances = [0, 40, 2, 3, 63];
    let k = vector(space, "k", &distances)?;
    let m = vector(space, "m", &[0u64; 5])?;
    parallel_for!(space, "bits", 5, |i| {
        let mut mask = 0;
        mask |= 1 << k[i];
        m[i] = mask;
        m[i] |= 1 << (k[i] / 2);
        let same: u64 = 1 << k[i];
        if same != bit(k[i]) {
            m[i] = 0;
        }
    })?;
    let expected = distances.map(|k| 1u64 << k | 1u64 << (k / 2));
    assert_eq!(m.to_vec()?, expected);
    let y = vector(space, "y", &[0.0; 5])?;
    let w = vector(space, "w", &[0f32; 5])?;
    let count = 5usize;
    parallel_for!(space, "large", 5, |i| {
        y[i] = u64::MAX as f64 - (1u64 << 53) as f64;
        w[i] = (u64::MAX - 1) as f32;
        // An integer beside an index says nothing of its own.
        y[i] += ((i + 1) * count).min(7) as f64;
    })?;
    let large = u64::MAX as f64 - (1u64 << 53) as f64;
    let expected: Vec<f64> = (0..5)
        .map(|i| large + ((i + 1) * 5).min(7) as f64)
        .collect();
    assert_eq!(y.to_vec()?, expected);
    assert_eq!(w.to_vec()?, [(u64::MAX - 1) as f32; 5]);
    Ok(())
}

#[device]
fn square(v: [f64; 3]) -> f64 {
    v[0] * v[0] + v[1] * v[1] + v[2] * v[2]
}

#[device]
fn times(a: Complex<f64>, b: Complex<f64>) -> Complex<f64> {
    a * b
}

fn arrays_mix_what_varies_and_what_does_not(space: &Space) -> Outcome {
    let (x, y) = (vector(space, "x", &X)?, vector(space, "y", &[0.0; 7])?);
    let (dt, turn) = (0.5, Complex::new(0.0, 1.0));
    parallel_for!(space, "mixed", 7, |i| {
        let v = [x[i], dt, 1.0];
        let mut sum = Complex::new(0.0, 0.0);
        for j in 0..3 {
            sum += x[j] * Complex::new(0.5, 1.0);
        }
        sum = times(sum, turn);
        y[i] = square(v) + square([dt, 2.0, x[i]]) + sum.re - sum.im;
    })?;
    let all: f64 = X[..3].iter().sum();
    let expected = X.map(|x| 2.0 * x * x + 1.25 + 4.25 - all - 0.5 * all);
    assert_eq!(y.to_vec()?, expected);
    Ok(())
}

#[derive(Clone, Copy, Element)]
struct Quaternion {
    w: f64,
    x: f64,
}

#[device]
impl Quaternion {
    const IDENTITY: Quaternion = Quaternion { w: 1.0, x: 0.0 };
    const SCALE: f64 = 2.0;

    fn size(self) -> f64 {
        (self.w * self.w + self.x * self.x) * Self::SCALE
    }
}

fn types_have_constants(space: &Space) -> Outcome {
    let y = vector(space, "y", &[3.0, 4.0])?;
    parallel_for!(space, "constants", 2, |i| {
        let q = Quaternion {
            x: y[i],
            ..Quaternion::IDENTITY
        };
        y[i] = q.size() + Quaternion::IDENTITY.size() + Quaternion::IDENTITY.w;
    })?;
    assert_eq!(y.to_vec()?, [23.0, 37.0]);
    Ok(())
}
