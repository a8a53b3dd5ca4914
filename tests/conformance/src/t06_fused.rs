//! Sums of products have one rounding, in every form.

use crate::ladder::{Outcome, Test, noise, tests, vector};
use portax::{Float, Functor, RangeKernel, RangePolicy, Space, View, kernel, view::ViewElement};

pub fn tests() -> Vec<Test> {
    tests![products_are_fused_in_every_form,]
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
