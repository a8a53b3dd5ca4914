//! Sums of products have one rounding, in every form and on every space; complex arithmetic is made of them.

use crate::{noise, on_every_space, vector};
use portax::{
    Complex, Float, Functor, RangeKernel, RangePolicy, Space, View, kernel, view::ViewElement,
};

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

#[test]
fn products_are_fused_in_every_form() {
    on_every_space(|space| {
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
    });
}

const PRODUCTS: usize = 14;

#[derive(Functor)]
struct Products {
    u: View<Complex<f64>, 1>,
    v: View<Complex<f64>, 1>,
    c: View<Complex<f64>, 1>,
    a: f64,
    sign: i32,
    out: View<Complex<f64>, 2>,
}

#[kernel]
impl RangeKernel for Products {
    fn products(&self, i: Index) {
        let (u, v, c) = (self.u[i], self.v[i], self.c[i]);
        self.out[(i, 0)] = u * v;
        self.out[(i, 1)] = u.conj() * v;
        self.out[(i, 2)] = u * v.conj();
        self.out[(i, 3)] = c + u * v;
        self.out[(i, 4)] = c + u.conj() * v;
        self.out[(i, 5)] = c + u * v.conj();
        self.out[(i, 6)] = c - u * v;
        self.out[(i, 7)] = c - u.conj() * v;
        self.out[(i, 8)] = u * v - c;
        self.out[(i, 9)] = self.a * u + c;
        self.out[(i, 10)] = c - u * 0.75;
        self.out[(i, 11)] = u.conj_if(self.sign) - v;
        self.out[(i, 12)] = Complex {
            re: u.norm_sqr(),
            im: u.re.flip(self.sign),
        };
        let mut s: Complex<f64> = 0.0;
        s += u * v + u.conj() * v - u * v.conj();
        s.im = s.im * 2.0;
        self.out[(i, 13)] = s;
    }
}

type C = Complex<f64>;

/// `c + u v`, fused as `(re re, im im)` then `(re im, im re)`.
fn fold(c: C, u: C, v: C) -> C {
    C::new(
        (-u.im).mul_add(v.im, u.re.mul_add(v.re, c.re)),
        u.im.mul_add(v.re, u.re.mul_add(v.im, c.im)),
    )
}

fn minus(u: C) -> C {
    C::new(-u.re, -u.im)
}

fn bar(u: C) -> C {
    C::new(u.re, -u.im)
}

/// `u v` with one rounded product each.
fn times(u: C, v: C) -> C {
    C::new(
        (-u.im).mul_add(v.im, u.re * v.re),
        u.im.mul_add(v.re, u.re * v.im),
    )
}

fn products(u: C, v: C, c: C, a: f64) -> [C; PRODUCTS] {
    let s = fold(
        fold(fold(C::new(0.0, 0.0), u, v), bar(u), v),
        minus(bar(v)),
        u,
    );
    [
        times(u, v),
        times(bar(u), v),
        times(bar(v), u),
        fold(c, u, v),
        fold(c, bar(u), v),
        fold(c, bar(v), u),
        fold(c, minus(u), v),
        fold(c, minus(bar(u)), v),
        fold(minus(c), u, v),
        C::new(a.mul_add(u.re, c.re), a.mul_add(u.im, c.im)),
        C::new(u.re.mul_add(-0.75, c.re), u.im.mul_add(-0.75, c.im)),
        C::new(u.re - v.re, -u.im - v.im),
        C::new(u.im.mul_add(u.im, u.re * u.re), -u.re),
        C::new(s.re, s.im * 2.0),
    ]
}

#[test]
fn complex_products_choose_the_signs_of_their_fmas() {
    on_every_space(|space| {
        let complex = |seed| {
            noise(67, seed)
                .into_iter()
                .zip(noise(67, seed + 9))
                .map(|(re, im)| C::new(re, im))
                .collect::<Vec<_>>()
        };
        let (u, v, c) = (complex(1), complex(2), complex(3));
        let n = u.len();
        let k = Products {
            u: vector(space, "u", &u)?,
            v: vector(space, "v", &v)?,
            c: vector(space, "c", &c)?,
            a: 0.3,
            sign: i32::MIN,
            out: View::new(space, "out", [n, PRODUCTS])?,
        };
        space.parallel_for("products", RangePolicy::new(0..n), &k)?;
        let out = k.out.to_vec()?;
        for i in 0..n {
            let expected = products(u[i], v[i], c[i], k.a);
            for p in 0..PRODUCTS {
                assert_eq!(out[i + p * n], expected[p], "product {p} of element {i}");
            }
        }
        Ok(())
    });
}
