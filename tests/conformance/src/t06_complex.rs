//! Complex numbers: operators with every kind of operand and functions, against those of the host, which unit tests hold to
//! sums of two floats.

use crate::ladder::{Outcome, Test, noise, tests, vector};
use portax::{Complex, Functor, RangeKernel, RangePolicy, Space, View, kernel, parallel_for};

pub fn tests() -> Vec<Test> {
    tests![
        complex_operands_of_every_kind_mix,
        complex_functions_are_close,
        complex_quotients_reach_the_ends_of_the_range,
        complex_numbers_of_32_bits_are_as_close,
        conjugates_stand_wherever_numbers_do,
    ]
}

type C = Complex<f64>;

/// Fails unless the error is within some epsilon of the number's size.
fn close(space: &Space, what: &str, found: C, exact: C, epsilon: f64) {
    let ulps = if space.is_host() { 6.0 } else { 16.0 };
    let size = exact.re.hypot(exact.im);
    let error = (found.re - exact.re).hypot(found.im - exact.im) / (epsilon * size);
    let equal = found == exact;
    assert!(
        equal || error <= ulps,
        "{what}: {found:?} instead of {exact:?}, {error:.1} epsilon"
    );
}

fn complex(n: usize, seed: u64) -> Vec<C> {
    let parts = noise(n, seed).into_iter().zip(noise(n, seed + 50));
    parts.map(|(re, im)| C::new(re, im)).collect()
}

const MIXED: usize = 31;

#[derive(Functor)]
struct Mixed {
    u: View<C, 1>,
    v: View<C, 1>,
    x: View<f64, 1>,
    w: C,
    a: f64,
    out: View<C, 2>,
}

#[kernel]
impl RangeKernel for Mixed {
    fn mixed(&self, i: Index) {
        let (u, v, x, w, a) = (self.u[i], self.v[i], self.x[i], self.w, self.a);
        let first = self.v[0];
        self.out[(i, 0)] = u / v;
        self.out[(i, 1)] = u / w;
        self.out[(i, 2)] = w / v;
        self.out[(i, 3)] = w / first;
        self.out[(i, 4)] = x / v;
        self.out[(i, 5)] = v / x;
        self.out[(i, 6)] = a / v;
        self.out[(i, 7)] = w / x;
        self.out[(i, 8)] = 1.0 / w;
        self.out[(i, 9)] = w + u;
        self.out[(i, 10)] = u - w;
        self.out[(i, 11)] = w * u;
        self.out[(i, 12)] = u * first;
        self.out[(i, 13)] = w.conj() * u;
        self.out[(i, 14)] = u * w.conj();
        self.out[(i, 15)] = x + u;
        self.out[(i, 16)] = u - x;
        self.out[(i, 17)] = 1.0 - u;
        self.out[(i, 18)] = u + a;
        self.out[(i, 19)] = a - w;
        self.out[(i, 20)] = w * x;
        self.out[(i, 21)] = u + w * v;
        self.out[(i, 22)] = x * w + u;
        self.out[(i, 23)] = u - x * a;
        self.out[(i, 24)] = x + u * v;
        self.out[(i, 25)] = a - w * first;
        self.out[(i, 26)] = w + w.conj() * u;
        let mut s: Complex<f64> = u;
        s += w;
        s -= x;
        s *= first;
        s /= v;
        s += w * 2.0;
        self.out[(i, 27)] = s;
        self.out[(i, 28)] = Complex::new(0.0, 1.0) * u;
        self.out[(i, 29)] = Complex::new(x, a) - Complex::new(1.0, 0.5) * w;
        let mut z: Complex<Uniform<f64>> = w;
        z *= first;
        self.out[(i, 30)] = z / a;
    }
}

fn mixed(u: C, v: C, x: f64, w: C, a: f64, first: C) -> [C; MIXED] {
    let bar = |z: C| C::new(z.re, -z.im);
    let real = |x: f64| C::new(x, 0.0);
    [
        u / v,
        u / w,
        w / v,
        w / first,
        real(x) / v,
        C::new(v.re / x, v.im / x),
        real(a) / v,
        C::new(w.re / x, w.im / x),
        real(1.0) / w,
        w + u,
        u - w,
        w * u,
        u * first,
        bar(w) * u,
        bar(w) * u,
        real(x) + u,
        u - real(x),
        real(1.0) - u,
        u + real(a),
        real(a) - w,
        real(x) * w,
        u + w * v,
        real(x) * w + u,
        u - real(x) * real(a),
        real(x) + u * v,
        real(a) - w * first,
        w + bar(w) * u,
        (u + w - real(x)) * first / v + real(2.0) * w,
        C::new(-u.im, u.re),
        C::new(x, a) - C::new(1.0, 0.5) * w,
        w * first / real(a),
    ]
}

fn complex_operands_of_every_kind_mix(space: &Space) -> Outcome {
    let n = 67;
    let (u, v) = (complex(n, 1), complex(n, 2));
    let x: Vec<f64> = noise(n, 3).iter().map(|x| x + 2.0).collect();
    let (w, a) = (C::new(0.75, -1.5), 1.25);
    let k = Mixed {
        u: vector(space, "u", &u)?,
        v: vector(space, "v", &v)?,
        x: vector(space, "x", &x)?,
        w,
        a,
        out: View::new(space, "out", [n, MIXED])?,
    };
    space.parallel_for("mixed", RangePolicy::new(0..n), &k)?;
    let out = k.out.to_vec()?;
    for i in 0..n {
        let expected = mixed(u[i], v[i], x[i], w, a, v[0]);
        for (k, expected) in expected.into_iter().enumerate() {
            // of sums that cancel the error is that of their terms
            let slack = 16.0 / expected.re.hypot(expected.im).min(1.0);
            let what = format!("{k} of {:?} {:?} {}", u[i], v[i], x[i]);
            close(space, &what, out[i + k * n], expected, f64::EPSILON * slack);
        }
    }
    Ok(())
}

macro_rules! functions {
    ($Kernel:ident $t:ident $run:ident) => {
        #[derive(Functor)]
        struct $Kernel {
            u: View<Complex<$t>, 1>,
            v: View<Complex<$t>, 1>,
            a: Complex<$t>,
            out: View<Complex<$t>, 2>,
        }

        #[kernel]
        impl RangeKernel for $Kernel {
            fn functions(&self, i: Index) {
                let (u, v, a) = (self.u[i], self.v[i], self.a);
                self.out[(i, 0)] = u.exp();
                self.out[(i, 1)] = u.ln();
                self.out[(i, 2)] = u.sqrt();
                self.out[(i, 3)] = Complex::new(u.abs(), u.arg());
                self.out[(i, 4)] = Complex::from_polar(u.abs(), u.re);
                self.out[(i, 5)] = u / v;
                self.out[(i, 6)] = a.exp();
                self.out[(i, 7)] = a.ln();
                self.out[(i, 8)] = a.sqrt();
                self.out[(i, 9)] = Complex::new(a.abs(), a.arg());
                self.out[(i, 10)] = Complex::from_polar(a.abs(), 0.5);
                self.out[(i, 11)] = Complex::new(a.norm_sqr(), u.norm_sqr());
            }
        }

        /// Each function of each number, and what the host has for it.
        fn $run(space: &Space, u: &[C], v: &[C]) -> portax::Result<Vec<[C; 2]>> {
            let narrow = |z: &C| Complex::new(z.re as $t, z.im as $t);
            let wide = |z: Complex<$t>| C::new(z.re.into(), z.im.into());
            let [u, v] = [u, v].map(|z| z.iter().map(narrow).collect::<Vec<_>>());
            let (n, a) = (u.len(), Complex::new(-0.75, 0.5));
            let k = $Kernel {
                u: vector(space, "u", &u)?,
                v: vector(space, "v", &v)?,
                a,
                out: View::new(space, "out", [n, 12])?,
            };
            space.parallel_for("functions", RangePolicy::new(0..n), &k)?;
            let found = k.out.to_vec()?;
            let mut all = Vec::new();
            for i in 0..n {
                let (u, v, a) = (wide(u[i]), wide(v[i]), wide(a));
                let of = |z: C| [z.exp(), z.ln(), z.sqrt(), C::new(z.abs(), z.arg())];
                let rest = [C::from_polar(u.abs(), u.re), u / v];
                let last = [
                    C::from_polar(a.abs(), 0.5),
                    C::new(a.norm_sqr(), u.norm_sqr()),
                ];
                let expected = of(u).into_iter().chain(rest).chain(of(a)).chain(last);
                all.extend(
                    expected
                        .enumerate()
                        .map(|(k, z)| [wide(found[i + k * n]), z]),
                );
            }
            Ok(all)
        }
    };
}
functions! { Functions f64 run }
functions! { Functions32 f32 run_32 }

fn operands() -> (Vec<C>, Vec<C>) {
    let grown = |z: Vec<C>, by: f64| z.into_iter().map(move |z| C::new(by * z.re, by * z.im));
    let u = grown(complex(97, 4), 1.0).chain(grown(complex(31, 5), 20.0));
    let v = grown(complex(97, 6), 1.0).chain(grown(complex(31, 7), 0.01));
    (u.collect(), v.collect())
}

fn complex_functions_are_close(space: &Space) -> Outcome {
    let (u, v) = operands();
    for (k, [found, exact]) in run(space, &u, &v)?.into_iter().enumerate() {
        let what = format!("{} of {:?} {:?}", k % 12, u[k / 12], v[k / 12]);
        close(space, &what, found, exact, f64::EPSILON);
    }
    Ok(())
}

fn complex_numbers_of_32_bits_are_as_close(space: &Space) -> Outcome {
    let (u, v) = operands();
    for (k, [found, exact]) in run_32(space, &u, &v)?.into_iter().enumerate() {
        let what = format!("{} of {:?} {:?}", k % 12, u[k / 12], v[k / 12]);
        close(space, &what, found, exact, f32::EPSILON.into());
    }
    Ok(())
}

fn complex_quotients_reach_the_ends_of_the_range(space: &Space) -> Outcome {
    let sizes = [1e308, 1e250, 1.0, 1e-200, 1e-300, f64::MIN_POSITIVE];
    let (mut u, mut v) = (Vec::new(), Vec::new());
    for a in sizes {
        for b in sizes {
            u.push(C::new(0.5 * a, -a));
            v.push(C::new(b, 0.75 * b));
        }
    }
    let inf = f64::INFINITY;
    let (zero, one) = (C::new(0.0, 0.0), C::new(1.0, -2.0));
    let ends = [
        (one, zero),
        (zero, one),
        (C::new(inf, 1.0), one),
        (one, C::new(2.0, -inf)),
        (zero, zero),
    ];
    u.extend(ends.map(|(u, _)| u));
    v.extend(ends.map(|(_, v)| v));
    let all = run(space, &u, &v)?;
    for (i, (u, v)) in u.iter().zip(&v).enumerate() {
        for k in [2, 5] {
            let [found, exact] = all[12 * i + k];
            let kinds = |z: C| [z.re, z.im].map(|x| (x.is_nan(), x.is_infinite()));
            let what = format!("{k} of {u:?} {v:?}: {found:?}, {exact:?}");
            assert_eq!(kinds(found), kinds(exact), "{what}");
            if exact.re.is_finite() && exact.im.is_finite() {
                let size = exact.re.abs().max(exact.im.abs());
                let least = f64::MIN_POSITIVE * 4.0;
                let error = (found.re - exact.re).abs().max((found.im - exact.im).abs());
                assert!(
                    error <= 4e-15 * size || size < least && error < least,
                    "{what}"
                );
            }
        }
    }
    Ok(())
}

fn conjugates_stand_wherever_numbers_do(space: &Space) -> Outcome {
    let all = [
        C::new(1.0, 2.0),
        C::new(-1.0, 0.5),
        C::new(0.0, -1.0),
        C::new(3.0, 1.0),
    ];
    let signs = [-1, 1, -1, 1];
    let z: View<C, 1> = vector(space, "z", &all)?;
    let y: View<C, 1> = View::new(space, "y", [4])?;
    let r: View<f64, 1> = View::new(space, "r", [4])?;
    let s: View<i32, 1> = vector(space, "s", &signs)?;
    parallel_for!(space, "conjugates", 4, |i| {
        let mut p = z[i];
        y[i] = if s[i] < 0 { p.conj() } else { p };
        let d: Complex<f64> = if s[i] > 0 { z[i].conj() } else { z[i] };
        let mut e = z[i].conj();
        p = p.conj();
        let c = z[i].conj();
        e -= p.conj();
        let mut f: Complex<f64> = Complex::new(0.0, 0.0);
        for k in 0..3 {
            f += z[i].conj() * (k as f64);
        }
        f -= 2.0 * c.conj();
        f += z[i].conj() * z[i] + z[i] * c.conj() + z[i].conj() * d.conj();
        let a = [z[i], z[i].conj()];
        y[i] += (c + 1.0) + d + e + f + a[1] * a[0];
        r[i] = c.re + z[i].conj().im + c.norm_sqr();
    })?;
    let conj = |z: C| C::new(z.re, -z.im);
    let (found, parts) = (y.to_vec()?, r.to_vec()?);
    for (k, (&z, sign)) in all.iter().zip(signs).enumerate() {
        let d = if sign > 0 { conj(z) } else { z };
        let first = if sign < 0 { conj(z) } else { z };
        let f = conj(z) * 3.0 - z * 2.0 + conj(z) * z + z * z + conj(z) * conj(d);
        let expected = first + conj(z) + 1.0 + d + (conj(z) - z) + f + conj(z) * z;
        assert_eq!(found[k], expected, "{k}");
        assert_eq!(parts[k], z.re - z.im + z.re * z.re + z.im * z.im, "{k}");
    }
    Ok(())
}
