//! The pair stages (moments, basis change, forces) by scalar code over the layout tables, and their checks.

use std::f64::consts::PI;

use snap_core::pair::geometry::PAIR_ROWS;
use snap_core::tables::{
    BasisChange, CubicForm, HalfPlane, MomentLayout, MomentRows, bispectrum_count, chebyshev_count,
};

use crate::complex::{Complex, complex, relative_error};
use crate::host::{energy_gradient, random_beta};

pub const RCUT: f64 = 4.8;
const RFAC0: f64 = 0.99363;

/// One neighbour: unit vector, distance, sine and cosine of theta, the quaternion, and the switch with its derivative.
pub struct Neighbour {
    n: [f64; 3],
    r: f64,
    s: f64,
    c: f64,
    pub a: Complex,
    pub b: Complex,
    pub f: f64,
    df: f64,
}

impl Neighbour {
    pub fn new(x: [f64; 3]) -> Self {
        let r = x.iter().map(|x| x * x).sum::<f64>().sqrt();
        let n = x.map(|x| x / r);
        let (s, c) = (r * RFAC0 * PI / RCUT).sin_cos();
        let (sin, cos) = (r * PI / RCUT).sin_cos();
        let (a, b) = (complex(c, -n[2] * s), complex(n[1] * s, -n[0] * s));
        Self {
            n,
            r,
            s,
            c,
            a,
            b,
            f: 0.5 * (cos + 1.0),
            df: -0.5 * PI / RCUT * sin,
        }
    }

    /// The rows of `pair::geometry`, of weight 1.
    pub fn geometry(&self) -> [f64; PAIR_ROWS] {
        let ([x, y, z], f) = (self.n, self.f);
        let kappa = RFAC0 * PI / RCUT;
        [
            x,
            y,
            z,
            self.s,
            self.c,
            f,
            f * self.s / self.r,
            f * kappa,
            self.df,
            self.r,
        ]
    }
}

/// The features of one neighbour: rows (S, c) of a^S, columns (T, d, n), and what the columns are made of.
struct Features {
    rows: Vec<f64>,
    columns: Vec<f64>,
    b: Vec<Complex>,
    t: Vec<f64>,
    dt: Vec<f64>,
}

fn features(layout: &MomentLayout, a: Complex, b: Complex) -> Features {
    let x = 2.0 * a.norm_squared() - 1.0;
    let (mut t, mut dt) = (vec![1.0, x], vec![0.0, 1.0]);
    for n in 2..chebyshev_count(layout.twojmax()) {
        t.push(2.0 * x * t[n - 1] - t[n - 2]);
        dt.push(2.0 * t[n - 1] + 2.0 * x * dt[n - 1] - dt[n - 2]);
    }
    let b = b.powers(layout.twojmax());
    let part = |z: Complex, d: usize| if d == 0 { z.re } else { z.im };
    let rows = a
        .powers(layout.twojmax())
        .iter()
        .flat_map(|z| [z.re, z.im])
        .collect();
    let columns = columns(layout.twojmax())
        .map(|[degree, d, n]| part(b[degree], d) * t[n])
        .collect();
    Features {
        rows,
        columns,
        b,
        t,
        dt,
    }
}

/// The columns \[T, d, n\] of moments up to a degree, in order.
fn columns(twojmax: usize) -> impl Iterator<Item = [usize; 3]> {
    (0..=twojmax)
        .flat_map(|degree| (degree % 2..=degree).step_by(2).map(move |t| (degree, t)))
        .flat_map(|(degree, t)| (0..t.min(1) + 1).map(move |d| [t, d, (degree - t) / 2]))
}

/// The rows of the layout: (position in `Features::rows`, offset, columns).
fn rows(layout: &MomentLayout) -> impl Iterator<Item = (usize, usize, usize)> {
    let row = |s: usize, rows: MomentRows<i32>| {
        let [re, im] = rows.offsets.map(|offset| offset as usize);
        let columns = rows.columns as usize;
        let both = [(2 * s, re, columns), (2 * s + 1, im, columns)];
        both.into_iter().take(if s == 0 { 1 } else { 2 })
    };
    layout
        .rows
        .iter()
        .enumerate()
        .flat_map(move |(s, &item)| row(s, item))
}

pub fn moments(layout: &MomentLayout, neighbours: &[Neighbour]) -> Vec<f64> {
    let mut m = layout.initial(1.0);
    for k in neighbours {
        let features = features(layout, k.a, k.b);
        for (row, offset, columns) in rows(layout) {
            for (m, column) in m[offset..offset + columns]
                .iter_mut()
                .zip(&features.columns)
            {
                *m += k.f * features.rows[row] * column;
            }
        }
    }
    m
}

pub fn v_of(change: &BasisChange, nvalues: usize, m: &[f64]) -> Vec<Complex> {
    let mut v = vec![Complex::default(); nvalues];
    for item in &change.items {
        let [rr, ir, plus, minus, t0, count, degree, kind] = item.map(|x| x as usize);
        let z = |n: usize| {
            let at = n * (2 * degree + 2 * n + 1);
            let (rr, ri, ir, ii) = (m[rr + at], m[rr + at + 1], m[ir + at], m[ir + at + 1]);
            match kind {
                3 => (complex(rr - ii, ri + ir), complex(rr + ii, ir - ri)),
                2 => (complex(rr, ri), Complex::default()),
                1 => (complex(rr, ir), Complex::default()),
                _ => (complex(rr, 0.0), Complex::default()),
            }
        };
        for n in 0..count {
            for k in 0..=n {
                v[plus + n] += change.t[t0 + n * count + k] * z(k).0;
                if kind == 3 {
                    v[minus + n] += change.t[t0 + n * count + k] * z(k).1;
                }
            }
        }
    }
    v
}

pub fn c_of(change: &BasisChange, layout: &MomentLayout, g: &[Complex]) -> Vec<f64> {
    let mut c = vec![0.0; layout.nvalues()];
    for item in &change.items {
        let [rr, ir, plus, minus, t0, count, degree, kind] = item.map(|x| x as usize);
        let back = |offset: usize, k: usize| {
            (k..count).fold(Complex::default(), |sum, n| {
                sum + change.t[t0 + n * count + k] * g[offset + n]
            })
        };
        for k in 0..count {
            let at = k * (2 * degree + 2 * k + 1);
            let (u, v) = (back(plus, k), back(minus, k));
            match kind {
                3 => {
                    (c[rr + at], c[rr + at + 1]) = (u.re + v.re, u.im - v.im);
                    (c[ir + at], c[ir + at + 1]) = (u.im + v.im, v.re - u.re);
                }
                2 => (c[rr + at], c[rr + at + 1]) = (u.re, u.im),
                1 => (c[rr + at], c[ir + at]) = (u.re, u.im),
                _ => c[rr + at] = u.re,
            }
        }
    }
    c
}

/// dE/dr of one neighbour of weight 1.
pub fn dedr(layout: &MomentLayout, c: &[f64], k: &Neighbour) -> [f64; 3] {
    let Features {
        rows: row_values,
        columns,
        b,
        t,
        dt,
    } = features(layout, k.a, k.b);
    let (mut h, mut kk) = (vec![0.0; row_values.len()], vec![0.0; columns.len()]);
    for (row, offset, count) in rows(layout) {
        for column in 0..count {
            h[row] += c[offset + column] * columns[column];
            kk[column] += c[offset + column] * row_values[row];
        }
    }
    let energy: f64 = h.iter().zip(&row_values).map(|(h, a)| h * a).sum();
    let (mut ga, mut gb, mut ex) = (Complex::default(), Complex::default(), 0.0);
    for (s, power) in
        k.a.powers(layout.twojmax())
            .iter()
            .take(layout.twojmax())
            .enumerate()
    {
        ga += (s + 1) as f64 * (complex(h[2 * s + 2], h[2 * s + 3]) * power.conj());
    }
    for (value, [s, d, n]) in kk.iter().zip(self::columns(layout.twojmax())) {
        let unit = [complex(1.0, 0.0), complex(0.0, 1.0)][d];
        ex += value * dt[n] * (unit.conj() * b[s]).re;
        if s > 0 {
            gb += value * t[n] * s as f64 * (unit * b[s - 1].conj());
        }
    }
    ga += 4.0 * ex * k.a;
    let (gv, kappa) = ([-gb.im, gb.re, -ga.im], RFAC0 * PI / RCUT);
    let ng: f64 = gv.iter().zip(k.n).map(|(g, n)| g * n).sum();
    let radial = kappa * (-k.s * ga.re + k.c * ng) - k.s / k.r * ng;
    [0, 1, 2].map(|i| k.f * (k.s / k.r * gv[i] + k.n[i] * radial) + k.df * energy * k.n[i])
}

/// The matrices U_j\[mb\]\[ma\] of one quaternion by recursion.
fn u_matrices(twojmax: usize, a: Complex, b: Complex) -> Vec<Vec<Vec<Complex>>> {
    let mut u = vec![vec![vec![complex(1.0, 0.0)]]];
    for j in 1..=twojmax {
        let mut level = vec![vec![Complex::default(); j + 1]; j + 1];
        for mb in 0..=j / 2 {
            for ma in 0..=j {
                let root = |x: usize| (x as f64 / (j - mb) as f64).sqrt();
                if ma < j {
                    level[mb][ma] += root(j - ma) * (a.conj() * u[j - 1][mb][ma]);
                }
                if ma > 0 {
                    level[mb][ma] += -root(ma) * (b.conj() * u[j - 1][mb][ma - 1]);
                }
            }
        }
        for (mb, ma) in (j / 2 + 1..=j).flat_map(|mb| (0..=j).map(move |ma| (mb, ma))) {
            let sign = if (mb + ma) % 2 == 0 { 1.0 } else { -1.0 };
            level[mb][ma] = sign * level[j - mb][j - ma].conj();
        }
        u.push(level);
    }
    u
}

/// V of the central atom and its neighbours by the recursion.
fn v_by_recursion(h: &HalfPlane, neighbours: &[Neighbour]) -> Vec<Complex> {
    let mut v = vec![Complex::default(); h.nvalues()];
    let own = (complex(1.0, 0.0), Complex::default(), 1.0);
    for (a, b, f) in std::iter::once(own).chain(neighbours.iter().map(|k| (k.a, k.b, k.f))) {
        let u = u_matrices(h.twojmax(), a, b);
        for (position, w) in h.weights().iter().enumerate() {
            for n in 0..h.count(position) {
                let j = w.j(n);
                let (mb, ma) = ((j as i32 + w.s + w.t) / 2, (j as i32 + w.s - w.t) / 2);
                v[h.offset(position) + n] += w.sign() * f * u[j][mb as usize][ma as usize];
            }
        }
    }
    v
}

fn neighbours(x: &[[f64; 3]]) -> Vec<Neighbour> {
    x.iter().map(|&x| Neighbour::new(x)).collect()
}

const POSITIONS: [[f64; 3]; 3] = [[1.0, 2.0, 2.0], [-0.5, 1.5, -2.5], [2.1, -0.3, 0.4]];

#[test]
fn moments_and_basis_change_give_the_recursion() {
    for twojmax in (0..=9).chain([14]) {
        let h = HalfPlane::new(twojmax);
        let expected = v_by_recursion(&h, &neighbours(&POSITIONS));
        for layout in [MomentLayout::new(twojmax), MomentLayout::padded(twojmax, 8)] {
            let m = moments(&layout, &neighbours(&POSITIONS));
            let error = relative_error(
                &v_of(&BasisChange::new(&layout), h.nvalues(), &padded(m)),
                &expected,
            );
            assert!(error < 1e-13, "twojmax {twojmax}: {error:e}");
        }
    }
}

/// One value more, since scalar code reads `ri` and `ii` also where they have no meaning.
pub fn padded(mut m: Vec<f64>) -> Vec<f64> {
    m.push(f64::NAN);
    m
}

#[test]
fn forces_are_the_derivative_of_the_energy() {
    for twojmax in [0, 1, 3, 4, 7, 8] {
        let form = CubicForm::new(twojmax, false);
        let beta = random_beta(bispectrum_count(twojmax), 7);
        let layout = MomentLayout::padded(twojmax, 4);
        let change = BasisChange::new(&layout);
        let evaluate = |x: &[[f64; 3]]| {
            let m = moments(&layout, &neighbours(x));
            energy_gradient(
                &form,
                &beta,
                &v_of(&change, form.half_plane.nvalues(), &padded(m)),
            )
        };
        let c = c_of(&change, &layout, &evaluate(&POSITIONS).1);
        for k in 0..POSITIONS.len() {
            let force = dedr(&layout, &c, &Neighbour::new(POSITIONS[k]));
            for i in 0..3 {
                let energy = |h: f64| {
                    let mut x = POSITIONS;
                    x[k][i] += h;
                    evaluate(&x).0
                };
                let h = 1e-3;
                let difference = (8.0 * (energy(h) - energy(-h)) - energy(2.0 * h)
                    + energy(-2.0 * h))
                    / (12.0 * h);
                let scale = force.iter().fold(1.0, |max: f64, f| max.max(f.abs()));
                assert!(
                    (force[i] - difference).abs() < 1e-7 * scale,
                    "{twojmax}: {} {difference}",
                    force[i]
                );
            }
        }
    }
}
