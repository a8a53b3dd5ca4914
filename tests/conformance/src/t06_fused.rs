//! Sums of products have one rounding, in every form; where contraction is off, each operation has its own.

use crate::ladder::{Outcome, Test, noise, tests, vector};
use portax::{
    Float, Functor, RangeKernel, RangePolicy, Space, Sum, View, device, kernel, parallel_for,
    parallel_reduce, view::ViewElement,
};

pub fn tests() -> Vec<Test> {
    tests![
        products_are_fused_in_every_form,
        nothing_is_fused_where_contraction_is_off,
    ]
}

const FORMS: usize = 16;

#[derive(Functor)]
struct Forms<T: Float> {
    x: View<T, 1>,
    y: View<T, 1>,
    z: View<T, 1>,
    a: T,
    b: T,
    out: View<T, 2>,
}

#[kernel]
impl<T: Float> RangeKernel for Forms<T> {
    fn forms(&self, i: Index) {
        let (x, y, z) = (self.x[i], self.y[i], self.z[i]);
        self.out[(i, 0)] = x * y + z;
        self.out[(i, 1)] = z + x * y;
        self.out[(i, 2)] = z - x * y;
        self.out[(i, 3)] = x * y - z;
        self.out[(i, 4)] = x * y + y * z;
        self.out[(i, 5)] = x * y - y * z;
        self.out[(i, 6)] = (x * y) + z - (z * x);
        let mut s: T = z;
        s += x * y;
        s -= y * z;
        self.out[(i, 7)] = s;
        let mut s: T = z;
        s += x * y + y * z - x * z;
        self.out[(i, 8)] = s;
        let mut s: T = z;
        s -= x * y - y * z;
        self.out[(i, 9)] = s;
        self.out[(i, 10)] = self.a * x + self.b;
        self.out[(i, 11)] = self.b - self.a * x;
        self.out[(i, 12)] = x * 2.5 + 0.1;
        self.out[(i, 13)] = 0.1 - self.a * x;
        self.out[(i, 14)] = self.a * self.b - 0.1 + x * 0.0;
        self.out[(i, 15)] = z;
        self.out[(i, 15)] += x * y;
    }
}

macro_rules! expected {
    ($t:ty, $x:expr, $y:expr, $z:expr, $a:expr, $b:expr) => {{
        let (x, y, z, a, b): ($t, $t, $t, $t, $t) = ($x, $y, $z, $a, $b);
        [
            x.mul_add(y, z),
            x.mul_add(y, z),
            (-x).mul_add(y, z),
            x.mul_add(y, -z),
            y.mul_add(z, x * y),
            (-y).mul_add(z, x * y),
            (-z).mul_add(x, x.mul_add(y, z)),
            (-y).mul_add(z, x.mul_add(y, z)),
            (-x).mul_add(z, y.mul_add(z, x.mul_add(y, z))),
            y.mul_add(z, (-x).mul_add(y, z)),
            a.mul_add(x, b),
            (-a).mul_add(x, b),
            x.mul_add(2.5, 0.1),
            (-a).mul_add(x, 0.1),
            a.mul_add(b, -0.1) + x * 0.0,
            x.mul_add(y, z),
        ]
    }};
}

/// Runs the forms and gives what each element got.
fn forms<T: Float + ViewElement>(
    space: &Space,
    x: &[T],
    y: &[T],
    z: &[T],
    a: T,
    b: T,
) -> portax::Result<Vec<[T; FORMS]>> {
    let n = x.len();
    let k = Forms {
        x: vector(space, "x", x)?,
        y: vector(space, "y", y)?,
        z: vector(space, "z", z)?,
        a,
        b,
        out: View::new(space, "out", [n, FORMS])?,
    };
    space.parallel_for("forms", RangePolicy::new(0..n), &k)?;
    let out = k.out.to_vec()?;
    Ok((0..n)
        .map(|i| std::array::from_fn(|k| out[i + k * n]))
        .collect())
}

fn products_are_fused_in_every_form(space: &Space) -> Outcome {
    let (x, y, z) = (noise(101, 1), noise(101, 2), noise(101, 3));
    let found = forms(space, &x, &y, &z, 1.7, -0.3)?;
    for i in 0..x.len() {
        assert_eq!(
            found[i],
            expected!(f64, x[i], y[i], z[i], 1.7, -0.3),
            "element {i}"
        );
    }
    let single = |v: &[f64]| v.iter().map(|&x| x as f32).collect::<Vec<_>>();
    let (x, y, z) = (single(&x), single(&y), single(&z));
    let found = forms(space, &x, &y, &z, 1.7f32, -0.3)?;
    for i in 0..x.len() {
        assert_eq!(
            found[i],
            expected!(f32, x[i], y[i], z[i], 1.7, -0.3),
            "element {i} in f32"
        );
    }
    Ok(())
}

const PLAIN_FORMS: usize = 11;

#[derive(Functor)]
struct PlainForms<T: Float> {
    x: View<T, 1>,
    y: View<T, 1>,
    z: View<T, 1>,
    a: T,
    out: View<T, 2>,
}

#[device(contract = off)]
fn plain_sum<T: Float>(x: T, y: T, z: T) -> T {
    x * y + z
}

#[device(contract = off)]
impl<T: Float> PlainForms<T> {
    fn difference(&self, x: T, y: T) -> T {
        self.a * x - y * y
    }
}

#[kernel(contract = off)]
impl<T: Float> RangeKernel for PlainForms<T> {
    fn plain_forms(&self, i: Index) {
        let (x, y, z) = (self.x[i], self.y[i], self.z[i]);
        self.out[(i, 0)] = x * y + z;
        self.out[(i, 1)] = z - x * y;
        self.out[(i, 2)] = x * y - z;
        self.out[(i, 3)] = x * y - y * z;
        let mut s: T = z;
        s += x * y;
        s -= y * z;
        self.out[(i, 4)] = s;
        let mut s: T = z;
        s += x * y + y * z - x * z;
        self.out[(i, 5)] = s;
        self.out[(i, 6)] = self.a * x + self.a;
        self.out[(i, 7)] = x * 2.5 + 0.1;
        self.out[(i, 8)] = z;
        self.out[(i, 8)] += x * y;
        self.out[(i, 9)] = plain_sum(x, y, z);
        self.out[(i, 10)] = self.difference(x, y);
    }
}

/// What plain Rust gives.
macro_rules! plain {
    ($t:ty, $x:expr, $y:expr, $z:expr, $a:expr) => {{
        let (x, y, z, a): ($t, $t, $t, $t) = ($x, $y, $z, $a);
        [
            x * y + z,
            z - x * y,
            x * y - z,
            x * y - y * z,
            z + x * y - y * z,
            z + (x * y + y * z - x * z),
            a * x + a,
            x * 2.5 + 0.1,
            z + x * y,
            x * y + z,
            a * x - y * y,
        ]
    }};
}

fn plain_forms<T: Float + ViewElement>(
    space: &Space,
    [x, y, z]: [&[T]; 3],
    a: T,
) -> portax::Result<Vec<[T; PLAIN_FORMS]>> {
    let n = x.len();
    let k = PlainForms {
        x: vector(space, "x", x)?,
        y: vector(space, "y", y)?,
        z: vector(space, "z", z)?,
        a,
        out: View::new(space, "out", [n, PLAIN_FORMS])?,
    };
    space.parallel_for("plain forms", RangePolicy::new(0..n), &k)?;
    let out = k.out.to_vec()?;
    Ok((0..n)
        .map(|i| std::array::from_fn(|k| out[i + k * n]))
        .collect())
}

fn nothing_is_fused_where_contraction_is_off(space: &Space) -> Outcome {
    let (x, y, z) = (noise(101, 1), noise(101, 2), noise(101, 3));
    let all = || x.iter().zip(&y).zip(&z).map(|((x, y), z)| (*x, *y, *z));
    assert!(all().any(|(x, y, z)| x * y + z != x.mul_add(y, z)));
    let found = plain_forms(space, [&x, &y, &z], 1.7)?;
    for (found, (x, y, z)) in found.iter().zip(all()) {
        assert_eq!(*found, plain!(f64, x, y, z, 1.7));
    }
    let single = |v: &[f64]| v.iter().map(|&x| x as f32).collect::<Vec<_>>();
    let found = plain_forms(space, [&single(&x), &single(&y), &single(&z)], 1.7f32)?;
    for (found, (x, y, z)) in found.iter().zip(all()) {
        assert_eq!(*found, plain!(f32, x as f32, y as f32, z as f32, 1.7));
    }
    lambdas_fuse_nothing(space, &x, &y, &z)
}

/// The same word before lambdas, with types or without, and the products that a reduction takes.
fn lambdas_fuse_nothing(space: &Space, x: &[f64], y: &[f64], z: &[f64]) -> Outcome {
    let n = x.len();
    let expected: Vec<f64> = (0..n).map(|i| x[i] * y[i] + z[i]).collect();
    let (x, y) = (vector(space, "x", x)?, vector(space, "y", y)?);
    let sum = vector(space, "sum", z)?;
    parallel_for!(
        space,
        "plain",
        n,
        #[kernel(contract = off)]
        |i| sum[i] += x[i] * y[i]
    )?;
    assert_eq!(sum.to_vec()?, expected);
    let sum = vector(space, "sum", z)?;
    parallel_for!(
        space,
        "plain",
        n,
        #[kernel(contract = off)]
        |i, sum: View<f64, 1>, x: View<f64, 1>, y: View<f64, 1>| {
            sum[i] = x[i] * y[i] + sum[i];
        }
    )?;
    assert_eq!(sum.to_vec()?, expected);
    // Products of 1 and -1 once rounded, in runs of either, so that rounded sums end at 0 in any order.
    let e = 1.0 / f64::from(1 << 30);
    let sign = |i: usize| {
        if (i / 64).is_multiple_of(2) {
            -1.0
        } else {
            1.0
        }
    };
    let left: Vec<f64> = (0..1280).map(|i| sign(i) * (1.0 + e)).collect();
    let (left, right) = (
        vector(space, "left", &left)?,
        vector(space, "right", &[1.0 - e; 1280])?,
    );
    let sum = parallel_reduce!(
        space,
        "plain",
        1280,
        #[kernel(contract = off)]
        |i| -> f64 { left[i] * right[i] },
        Sum
    )?;
    assert_eq!(sum, 0.0);
    Ok(())
}
