//! Literals that take their type from outside, and shifts by integers of another type.

use crate::ladder::{Outcome, Test, noise, tests, vector};
use portax::{Element, Float, Space, View, device, parallel_for};
use std::ops::{Add, Mul};

pub fn tests() -> Vec<Test> {
    tests![
        branches_give_literals_of_the_known_type,
        tuples_and_arrays_mix_literals_and_values,
        bytes_are_numbers_and_sums_wrap,
        constants_have_their_own_types,
        integers_are_shifted_by_other_integers,
        operators_take_literals_of_another_type,
        operators_of_generic_elements_are_plain_rust_too,
    ]
}

#[device]
fn albedo(q: f32) -> f32 {
    if q > 0.5 {
        0.9
    } else if q > 0.3 {
        -0.7
    } else {
        0.2
    }
}

#[device]
fn weight(k: i32) -> u32 {
    match k % 4 {
        0 => 3,
        1 | 2 => 5,
        _ => 7,
    }
}

fn branches_give_literals_of_the_known_type(space: &Space) -> Outcome {
    let n = 45;
    let at: Vec<f32> = noise(n, 0).into_iter().map(|x| x as f32).collect();
    let (x, y) = (
        vector(space, "x", &at)?,
        View::<f32, 1>::new(space, "y", [n])?,
    );
    let (u, l) = (
        View::<u32, 1>::new(space, "u", [n])?,
        View::<i64, 1>::new(space, "l", [n])?,
    );
    let bytes = View::<u8, 1>::new(space, "bytes", [n])?;
    let many = 3;
    parallel_for!(space, "literals", n, |i| {
        let c: f32 = if x[i] > 0.5 { 0.9 } else { 0.2 };
        let half = 0.5f32;
        y[i] = if x[i] > 0.5 { 0.9f32 } else { 0.2f32 };
        y[i] += c * half;
        y[i] += if x[i] > 0.25 { 1.0 } else { 2.0 };
        y[i] *= albedo(x[i]);

        let mut v: u32 = 0;
        if i > 3 {
            v = match i as i32 % 3 {
                0 => 1,
                1 => 2,
                _ => 9,
            };
        }
        v += if many > 2 { 10 } else { 20 };
        let mut counts: [u32; 2] = [0; 2];
        counts[i as i32 % 2] = if x[i] > 0.5 { 100 } else { 200 };
        u[i] = if i == 0 { 3 } else { 4 };
        u[i] += weight(i as i32) + v + counts[1];

        let mut m: i64 = 1;
        if i > 1 {
            m = if x[i] > 0.75 { 7 } else { -8 };
        }
        l[i] = if many > 2 { 5 } else { -6 };
        l[i] *= m;
        bytes[i] = if x[i] > 0.5 { 1 } else { 0 };
    })?;
    let is_more = |i: usize| at[i] > 0.5;
    let found = y.to_vec()?;
    for (i, &q) in at.iter().enumerate() {
        let (c, half) = (if is_more(i) { 0.9f32 } else { 0.2 }, 0.5);
        let mut expected = c + c * half;
        expected += if q > 0.25 { 1.0 } else { 2.0 };
        expected *= match q {
            q if q > 0.5 => 0.9,
            q if q > 0.3 => -0.7,
            _ => 0.2,
        };
        let close = (found[i] - expected).abs() <= 4.0 * f32::EPSILON * expected.abs();
        assert!(close, "{i}: {} {expected}", found[i]);
    }
    let count = |i: usize| match (i % 2, is_more(i)) {
        (0, _) => 0,
        (_, true) => 100,
        (_, false) => 200,
    };
    let first = |i: usize| if i > 3 { [1, 2, 9][i % 3] } else { 0 };
    let expected = (0..n).map(|i| {
        let start = if i == 0 { 3 } else { 4 };
        start + [3, 5, 5, 7][i % 4] + first(i) + 10 + count(i)
    });
    assert_eq!(u.to_vec()?, expected.collect::<Vec<u32>>());
    let factor = |i: usize| match (i > 1, at[i] > 0.75) {
        (false, _) => 1,
        (true, true) => 7,
        (true, false) => -8,
    };
    let expected = (0..n).map(|i| 5 * factor(i));
    assert_eq!(l.to_vec()?, expected.collect::<Vec<i64>>());
    let expected = (0..n).map(|i| u8::from(is_more(i)));
    assert_eq!(bytes.to_vec()?, expected.collect::<Vec<_>>());
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Element)]
enum Material {
    Ball,
    Floor,
}

#[device]
fn scene(p: f64) -> (f64, Material) {
    if p < 0.5 {
        (p, Material::Ball)
    } else {
        (2.0, Material::Floor)
    }
}

fn tuples_and_arrays_mix_literals_and_values(space: &Space) -> Outcome {
    let n = 37;
    let at = noise(n, 1);
    let (x, y) = (
        vector(space, "x", &at)?,
        View::<f64, 1>::new(space, "y", [n])?,
    );
    parallel_for!(space, "tuples", n, |i| {
        let (distance, material) = scene(x[i]);
        y[i] = if material == Material::Ball {
            distance
        } else {
            -distance
        };
        let (a, b) = if i > 1 { (1.0, 8.0) } else { (x[i], 3.0) };
        y[i] += a + b;
        let w = if i > 5 { [16.0, x[i]] } else { [x[i], 32.0] };
        y[i] += w[0] + w[1];
        let (k, is_odd) = if i > 3 {
            (1, true)
        } else {
            (i as i32, x[i] > 0.5)
        };
        y[i] += if is_odd { k as f64 } else { 64.0 };
        let pair = [-128.0, x[i], 256.0];
        y[i] += pair[i as i32 % 3];
    })?;
    let expected = (0..n).map(|i| {
        let x = at[i];
        let mut y = if x < 0.5 { x } else { -2.0 };
        y += if i > 1 { 9.0 } else { x + 3.0 };
        y += if i > 5 { 16.0 + x } else { x + 32.0 };
        y += match (i > 3, x > 0.5) {
            (true, _) => 1.0,
            (false, true) => i as f64,
            (false, false) => 64.0,
        };
        y + [-128.0, x, 256.0][i % 3]
    });
    assert_eq!(y.to_vec()?, expected.collect::<Vec<_>>());
    Ok(())
}

fn bytes_are_numbers_and_sums_wrap(space: &Space) -> Outcome {
    let bytes = b"x,yz\n,A~";
    let text = vector(space, "text", bytes)?;
    let kinds: View<i32, 1> = View::new(space, "kinds", [bytes.len()])?;
    let hashes: View<u32, 1> = View::new(space, "hashes", [bytes.len()])?;
    parallel_for!(space, "bytes", bytes.len(), |i| {
        let mut c = b'x';
        kinds[i] = match text[i] {
            b',' => 1,
            b'\n' => 2,
            b'a'..=b'z' => 3,
            _ => 0,
        };
        if text[i] != b'~' {
            c = text[i];
        }
        hashes[i] = c.wrapping_mul(0x9e37_79b9).wrapping_sub(7).wrapping_add(c);
    })?;
    assert_eq!(kinds.to_vec()?, [3, 1, 3, 3, 2, 1, 0, 0]);
    let expected = bytes.iter().map(|&c| {
        let c = u32::from(if c == b'~' { b'x' } else { c });
        c.wrapping_mul(0x9e37_79b9).wrapping_sub(7).wrapping_add(c)
    });
    assert_eq!(hashes.to_vec()?, expected.collect::<Vec<_>>());
    Ok(())
}

fn integers_are_shifted_by_other_integers(space: &Space) -> Outcome {
    let n = 40;
    let words: Vec<u32> = (0..n as u32)
        .map(|i| i.wrapping_mul(2_654_435_761))
        .collect();
    let w = vector(space, "w", &words)?;
    let sums = View::<u64, 1>::new(space, "sums", [n])?;
    let signed = View::<i64, 1>::new(space, "signed", [n])?;
    let word = 0xdead_beef_u32;
    parallel_for!(space, "shifts", n, |i| {
        let mut sum: u64 = 0;
        for k in 0..2 {
            sum += (word >> k) as u64;
        }
        for k in 0..4 {
            sum += (w[i] >> k) as u64;
            sum += (w[i] as u64) << k;
        }
        sum += (w[i] >> (i as i32 % 7)) as u64;
        sum += (w[i] as u64) >> (w[i] % 5);
        sums[i] = sum;
        let minus = -(w[i] as i64);
        signed[i] = (minus >> (i as i32 % 9)) + ((w[i] as i32) >> (w[i] % 3)) as i64;
    })?;
    let expected = (0..n).map(|i| {
        let (w, mut sum) = (words[i], u64::from(word) + u64::from(word >> 1));
        for k in 0..4 {
            sum += u64::from(w >> k) + (u64::from(w) << k);
        }
        sum + u64::from(w >> (i % 7)) + (u64::from(w) >> (w % 5))
    });
    assert_eq!(sums.to_vec()?, expected.collect::<Vec<_>>());
    let expected = (0..n).map(|i| {
        let w = words[i];
        (-i64::from(w) >> (i % 9)) + i64::from((w as i32) >> (w % 3))
    });
    assert_eq!(signed.to_vec()?, expected.collect::<Vec<_>>());
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Pair {
    a: f64,
    b: f64,
}

#[device]
impl Mul<f64> for Pair {
    type Output = Self;
    fn mul(self, o: f64) -> Self {
        Pair {
            a: self.a * o,
            b: self.b * o,
        }
    }
}

fn operators_take_literals_of_another_type(space: &Space) -> Outcome {
    let n = 19;
    let x = View::<Pair, 1>::from_fn(space, "x", [n], |[i]| Pair {
        a: i as f64,
        b: 1.0,
    })?;
    parallel_for!(space, "scaled", n, |i| {
        x[i] *= if i > 4 { 2.0 } else { -1.0 };
        let mut pair = x[i];
        pair *= if i > 9 { 4.0 } else { 1.0 };
        x[i] = pair;
    })?;
    let scale = |i: usize| match i {
        0..=4 => -1.0,
        5..=9 => 2.0,
        _ => 8.0,
    };
    let expected = (0..n).map(|i| {
        Pair {
            a: i as f64,
            b: 1.0,
        } * scale(i)
    });
    assert_eq!(x.to_vec()?, expected.collect::<Vec<_>>());
    Ok(())
}

/// A number and its derivative.
#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Dual<T: Float> {
    value: T,
    slope: T,
}

#[device]
impl<T: Float> Add for Dual<T> {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Dual {
            value: self.value + o.value,
            slope: self.slope + o.slope,
        }
    }
}

#[device]
impl<T: Float> Mul for Dual<T> {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        Dual {
            value: self.value * o.value,
            slope: self.slope * o.value + self.value * o.slope,
        }
    }
}

fn operators_of_generic_elements_are_plain_rust_too(space: &Space) -> Outcome {
    let n = 33;
    let all: Vec<Dual<f32>> = (0..n)
        .map(|i| Dual {
            value: i as f32,
            slope: 1.0,
        })
        .collect();
    let (x, y) = (
        vector(space, "x", &all)?,
        View::<Dual<f32>, 1>::new(space, "y", [n])?,
    );
    parallel_for!(space, "dual", n, |i| {
        y[i] = x[i] * x[i] + x[i];
    })?;
    let expected = all.iter().map(|&x| x * x + x);
    assert_eq!(y.to_vec()?, expected.collect::<Vec<_>>());
    Ok(())
}

const HALF: f32 = 0.5;
const MASK: u32 = 0xff0;

#[device]
fn scaled(x: f32) -> f32 {
    HALF * x
}

fn constants_have_their_own_types(space: &Space) -> Outcome {
    let n = 21;
    let at: Vec<f32> = noise(n, 3).into_iter().map(|x| x as f32 * 4.0).collect();
    let x = vector(space, "x", &at)?;
    let y = View::<f32, 2>::new(space, "y", [n, 9])?;
    let bits = View::<u32, 1>::new(space, "bits", [n])?;
    parallel_for!(space, "constants", n, |i| {
        y[(i, 0)] = x[i] * std::f32::consts::PI;
        y[(i, 1)] = HALF * x[i] + HALF;
        y[(i, 2)] = x[i].max(HALF);
        y[(i, 3)] = HALF;
        if x[i] < HALF {
            y[(i, 4)] = 1.0;
        }
        let mut least: f32 = f32::INFINITY;
        for k in 0..x.extent(0) {
            least = least.min(x[k]);
        }
        y[(i, 5)] = least;
        y[(i, 6)] = if x[i] > 1.0 { f32::MAX } else { x[i] };
        y[(i, 7)] = scaled(x[i]);
        let mut sum = 0f32;
        sum += x[i] * f32::EPSILON;
        y[(i, 8)] = sum;
        bits[i] = ((i as u32) * 37) & MASK;
    })?;
    let (y, bits) = (y.to_vec()?, bits.to_vec()?);
    let least = at.iter().copied().fold(f32::INFINITY, f32::min);
    for (i, &x) in at.iter().enumerate() {
        let expected = [
            x * std::f32::consts::PI,
            HALF.mul_add(x, HALF),
            x.max(HALF),
            HALF,
            f32::from(u8::from(x < HALF)),
            least,
            if x > 1.0 { f32::MAX } else { x },
            HALF * x,
            x * f32::EPSILON,
        ];
        for (k, expected) in expected.into_iter().enumerate() {
            assert_eq!(y[i + n * k], expected, "{i}, {k}");
        }
        assert_eq!(bits[i], ((i as u32) * 37) & MASK, "{i}");
    }
    Ok(())
}
