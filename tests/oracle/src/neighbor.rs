//! One neighbour: its place on the 3-sphere and its weight.

use std::f64::consts::PI;

use crate::complex::Complex;
use crate::potential::{Pair, Params};
use crate::wigner::{Planes, wigner, wigner_derivative};

/// A neighbour of a central atom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Neighbor {
    /// Index of the atom of which this is an image.
    pub index: usize,
    /// The density that it adds to.
    pub density: usize,
    /// Displacement from the central atom, Å.
    pub r: [f64; 3],
    /// Constants of the two elements.
    pub pair: Pair,
}

impl Neighbor {
    /// The neighbour's term weight * f(r) and U of the density.
    pub fn density(&self, params: &Params) -> (f64, Planes) {
        let place = Place::new(self, params);
        let (f, _) = switching(self, params);
        (
            self.pair.weight * f,
            wigner(params.twojmax, place.a, place.b),
        )
    }

    /// Σ Re conj(Y) d(weight f U)/dr: the gradient of the central atom's energy with respect to
    /// the neighbour's position, eV/Å.
    pub fn gradient(&self, params: &Params, y: &Planes) -> [f64; 3] {
        let place = Place::new(self, params);
        let (f, df) = switching(self, params);
        let u = wigner(params.twojmax, place.a, place.b);
        let along_r = df * y.dot(&u) / norm(self.r);
        std::array::from_fn(|d| {
            let step = (place.da[d], place.db[d]);
            let du = wigner_derivative(params.twojmax, &u, (place.a, place.b), step);
            self.pair.weight * (along_r * self.r[d] + f * y.dot(&du))
        })
    }
}

/// Cayley-Klein parameters of a neighbour's point on the 3-sphere and their Cartesian derivatives.
struct Place {
    a: Complex,
    b: Complex,
    da: [Complex; 3],
    db: [Complex; 3],
}

impl Place {
    /// The polar angle θ = rfac0 π (r - rmin0)/(rc - rmin0) gives a = cos θ - i (z/r) sin θ and
    /// b = (y - i x)/r sin θ, both times the sign of sin θ, so that r < rmin0 is mapped as in LAMMPS.
    fn new(neighbor: &Neighbor, params: &Params) -> Self {
        let [x, y, z] = neighbor.r;
        let r = norm(neighbor.r);
        let dtheta = params.rfac0 * PI / (neighbor.pair.cutoff - params.rmin0);
        let (sin, cos) = (dtheta * (r - params.rmin0)).sin_cos();
        let (s, c) = (sin.abs(), if sin < 0.0 { -cos } else { cos });
        let q = s / r;
        let dq = (dtheta * c - q) / r;
        let axis = |d: usize, of: usize| if d == of { q } else { 0.0 };
        let radial = |d: usize| neighbor.r[d] / r;
        Self {
            a: Complex::new(c, -z * q),
            b: Complex::new(y * q, -x * q),
            da: std::array::from_fn(|d| {
                let n = radial(d);
                Complex::new(-dtheta * s * n, -(z * dq * n + axis(d, 2)))
            }),
            db: std::array::from_fn(|d| {
                let n = radial(d);
                Complex::new(y * dq * n + axis(d, 1), -(x * dq * n + axis(d, 0)))
            }),
        }
    }
}

/// The switching function f(r) and its derivative: outer times inner.
fn switching(neighbor: &Neighbor, params: &Params) -> (f64, f64) {
    let r = norm(neighbor.r);
    let (f, df) = outer(r, neighbor.pair.cutoff, params);
    let (g, dg) = neighbor
        .pair
        .inner
        .map_or((1.0, 0.0), |(s, d)| inner(r, s, d));
    (f * g, df * g + f * dg)
}

/// 1 up to rmin0, then half a cosine wave down to 0 at the cutoff.
fn outer(r: f64, cutoff: f64, params: &Params) -> (f64, f64) {
    if !params.switchflag || r <= params.rmin0 {
        return (1.0, 0.0);
    }
    let k = PI / (cutoff - params.rmin0);
    let (sin, cos) = (k * (r - params.rmin0)).sin_cos();
    (0.5 * (cos + 1.0), -0.5 * k * sin)
}

/// 0 below sinner - dinner, 1 above sinner + dinner, half a cosine wave between.
fn inner(r: f64, sinner: f64, dinner: f64) -> (f64, f64) {
    if r >= sinner + dinner {
        (1.0, 0.0)
    } else if r <= sinner - dinner {
        (0.0, 0.0)
    } else {
        let k = 0.5 * PI / dinner;
        let (sin, cos) = (0.5 * PI + k * (r - sinner)).sin_cos();
        (0.5 * (1.0 - cos), 0.5 * k * sin)
    }
}

fn norm(r: [f64; 3]) -> f64 {
    r.iter().map(|x| x * x).sum::<f64>().sqrt()
}
