//! Complex products, gathers, scatters, control rows and rows of coefficients.

use crate::ladder::{Outcome, Test, noise, tests, vector};
use portax::{Complex, Functor, IntRow, RangeKernel, RangePolicy, Space, View, kernel};

pub fn tests() -> Vec<Test> {
    tests![
        complex_products_choose_the_signs_of_their_fmas,
        gathers_and_scatters_follow_tables,
        control_data_is_read_row_by_row,
    ]
}

const PRODUCTS: usize = 15;

#[derive(Functor)]
struct Products {
    u: View<Complex<f64>, 1>,
    v: View<Complex<f64>, 1>,
    c: View<Complex<f64>, 1>,
    a: f64,
    sign: i32,
    signs: View<i32, 1>,
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
        let sign = self.signs[i];
        self.out[(i, 14)] = Complex {
            re: v.re.flip(sign),
            im: u.conj_if(sign << 1).im,
        };
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

fn products(u: C, v: C, c: C, a: f64, sign: i32) -> [C; PRODUCTS] {
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
        C::new(
            if sign < 0 { -v.re } else { v.re },
            if sign << 1 < 0 { -u.im } else { u.im },
        ),
    ]
}

fn complex_products_choose_the_signs_of_their_fmas(space: &Space) -> Outcome {
    let complex = |seed| {
        noise(67, seed)
            .into_iter()
            .zip(noise(67, seed + 9))
            .map(|(re, im)| C::new(re, im))
            .collect::<Vec<_>>()
    };
    let (u, v, c) = (complex(1), complex(2), complex(3));
    let n = u.len();
    let signs: Vec<i32> = (0..n as i32).map(|i| (i % 4) << 30 | i).collect();
    let k = Products {
        u: vector(space, "u", &u)?,
        v: vector(space, "v", &v)?,
        c: vector(space, "c", &c)?,
        a: 0.3,
        sign: i32::MIN,
        signs: vector(space, "signs", &signs)?,
        out: View::new(space, "out", [n, PRODUCTS])?,
    };
    space.parallel_for("products", RangePolicy::new(0..n), &k)?;
    let out = k.out.to_vec()?;
    for i in 0..n {
        let expected = products(u[i], v[i], c[i], k.a, signs[i]);
        for p in 0..PRODUCTS {
            assert_eq!(out[i + p * n], expected[p], "product {p} of element {i}");
        }
    }
    Ok(())
}

#[derive(Functor)]
struct Permute {
    from: View<i32, 1>,
    to: View<i32, 1>,
    x: View<f64, 1>,
    gathered: View<f64, 1>,
    scattered: View<f64, 1>,
}

// SAFETY: `to` is a permutation.
#[kernel]
unsafe impl RangeKernel for Permute {
    fn permute(&self, i: Index) {
        let source = self.from[i];
        if source >= 0 {
            self.gathered[i] = self.x[source];
        }
        self.scattered[self.to[i]] = self.x[i] * 2.0;
    }
}

fn gathers_and_scatters_follow_tables(space: &Space) -> Outcome {
    for n in [1, 5, 8, 37, 64, 129] {
        let x = noise(n, 5);
        let from: Vec<i32> = (0..n)
            .map(|i| {
                if i % 5 == 3 {
                    -1
                } else {
                    ((i * i + 1) % n) as i32
                }
            })
            .collect();
        let to: Vec<i32> = (0..n).map(|i| (n - 1 - i) as i32).collect();
        let new = |label| View::new(space, label, [n]);
        let k = Permute {
            from: vector(space, "from", &from)?,
            to: vector(space, "to", &to)?,
            x: vector(space, "x", &x)?,
            gathered: new("gathered")?,
            scattered: new("scattered")?,
        };
        space.parallel_for("permute", RangePolicy::new(0..n), &k)?;
        let gathered: Vec<f64> = from
            .iter()
            .map(|&j| if j < 0 { 0.0 } else { x[j as usize] })
            .collect();
        assert_eq!(k.gathered.to_vec()?, gathered, "{n}");
        assert_eq!(
            k.scattered.to_vec()?,
            x.iter().rev().map(|x| 2.0 * x).collect::<Vec<_>>(),
            "{n}"
        );
    }
    Ok(())
}

#[derive(Functor)]
struct Tables {
    items: View<IntRow<4>, 1>,
    wide: View<IntRow<8>, 1>,
    weights: View<f64, 1>,
    first: View<i32, 1>,
    scale: View<f64, 1>,
    x: View<f64, 2>,
    out: View<f64, 2>,
}

#[kernel]
impl RangeKernel for Tables {
    fn tables(&self, i: Index) {
        let (begin, end) = (self.first[0], self.first[1]);
        let mut s: f64 = 0.0;
        for it in self.items.stream(begin, end) {
            let row = self.weights.row(it[1], 3);
            s += row[0] * self.x[(i, it[0])] + row[1] * self.x[(i, it[2])] + row[2];
            if it[3] == 1 {
                s = -s;
            }
        }
        self.out[(i, 0)] = s;
        let [a, b, _c, _d] = self.items[begin];
        let last = self.wide[1];
        self.out[(i, 1)] = (a + 10 * b + 100 * last[7] - last[4]) as f64 * self.scale[2];
    }
}

fn control_data_is_read_row_by_row(space: &Space) -> Outcome {
    let n = 21;
    let items = [
        [9, 9, 9, 9],
        [0, 2, 1, 0],
        [1, 4, 2, 1],
        [2, 0, 0, 0],
        [0; 4],
    ];
    let wide = [[0; 8], [1, 2, 3, 4, 5, 6, 7, 8]];
    let (weights, x, scale) = (noise(8, 1), noise(3 * n, 2), [0.0, 0.0, 0.5]);
    let k = Tables {
        items: vector(space, "items", IntRow::rows(&items))?,
        wide: vector(space, "wide", IntRow::rows(&wide))?,
        weights: vector(space, "weights", &weights)?,
        first: vector(space, "first", &[1, 4])?,
        scale: vector(space, "scale", &scale)?,
        x: View::from_slice(space, "x", [n, 3], &x)?,
        out: View::new(space, "out", [n, 2])?,
    };
    space.parallel_for("tables", RangePolicy::new(0..n), &k)?;
    let out = k.out.to_vec()?;
    for i in 0..n {
        let mut s = 0.0f64;
        for [a, w, b, negate] in items[1..4].iter().map(|it| it.map(|k| k as usize)) {
            let w = &weights[w..];
            s += w[1].mul_add(x[i + b * n], w[0] * x[i + a * n]) + w[2];
            s = if negate == 1 { -s } else { s };
        }
        assert!((out[i] - s).abs() < 1e-14, "{} {s}", out[i]);
        assert_eq!(out[i + n], (20 + 800 - 5) as f64 * 0.5);
    }
    Ok(())
}
