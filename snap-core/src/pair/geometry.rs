//! The geometry of a pair: what the stages need of one neighbour (FAST_SNAP section 1).

use portax::{Float, device};
use std::f64::consts::{FRAC_1_PI, FRAC_PI_2, PI};

use super::table::{INNER_CENTRE, INNER_KAPPA, KAPPA, SWITCH_KAPPA, WEIGHT};
use crate::neighbor::image_shift;

/// Rows of a pair's geometry: the unit vector n towards the neighbour (three rows).
pub const N: usize = 0;
/// Sine of the polar angle, made positive.
pub const SIN: usize = 3;
/// Its cosine, of the matching sign.
pub const COS: usize = 4;
/// w f: weight times switching function.
pub const WF: usize = 5;
/// w f sin / r.
pub const WF_SIN_R: usize = 6;
/// w f dtheta/dr.
pub const WF_KAPPA: usize = 7;
/// w df/dr.
pub const WDF: usize = 8;
/// Distance r.
pub const R: usize = 9;
/// Number of rows.
pub const PAIR_ROWS: usize = 10;

/// Sums of a slot over its pairs: dE/dr (three), virial xx yy zz xy xz yz, w f E_k.
pub const ATOM_SUMS: usize = 10;

/// FMA of a pair's distance, as the formulation counts them.
pub(crate) const DISTANCE_FMA: usize = 8;
/// FMA of its angles, their sines and cosines, and the switching function.
pub(crate) const GEOMETRY_FMA: usize = 60;
/// FMA of the chain rule to dE/dr.
pub(crate) const CHAIN_RULE_FMA: usize = 40;

/// Squared distance up to which two atoms are reported as overlapping, as in LAMMPS.
pub const OVERLAP: f64 = 1e-20;

/// The number of the element pair (`central`, element of atom `j`).
#[device]
pub fn pair_of(element: View<i32, 1>, central: Int, j: i32, nelements: usize) -> i32 {
    let mut kind: i32 = 0;
    if nelements > 1 {
        kind = element[j] + central;
    }
    kind
}

/// A constant of the pair of types (`element pair` varies between lanes unless there is one element).
#[device]
pub fn of_pair<T: Float>(pair: View<T, 2>, row: usize, kind: i32, nelements: usize) -> T {
    let mut value: T = 0.0;
    if nelements == 1 {
        value = pair[(row, 0)];
    } else {
        value = pair[(row, kind)];
    }
    value
}

/// Displacement from `xi` to atom `j` in an image: a difference of f64, then rounded. Positions lose to f32 what distances
/// do not.
#[device]
pub fn displacement<T: Float>(
    x: View<f64, 2>,
    cell: View<f64, 1>,
    xi: [f64; 3],
    j: i32,
    image: i32,
) -> [T; 3] {
    let shift = image_shift(cell, image);
    [
        (x[(j, 0)] + shift[0] - xi[0]) as T,
        (x[(j, 1)] + shift[1] - xi[1]) as T,
        (x[(j, 2)] + shift[2] - xi[2]) as T,
    ]
}

/// Sine and cosine of an angle in 0..=pi, by polynomials in its distance y from pi/2 (absolute error 2e-16): sin = cos y,
/// cos = -sin y. Both interpolate at the Chebyshev nodes of y^2.
#[device]
pub fn sin_cos_half_turn<T: Float>(angle: T) -> (T, T) {
    let y = angle - FRAC_PI_2;
    let s = y * y;
    let mut even: T = s * -1.5218638369243573e-16 + 4.7778779252458453e-14;
    even = even * s + -1.1470712272749466e-11;
    even = even * s + 2.0876756602875463e-09;
    even = even * s + -2.7557319221569563e-07;
    even = even * s + 2.480158730157985e-05;
    even = even * s + -0.001388888888888888;
    even = even * s + 0.041666666666666664;
    let mut odd: T = s * 2.7314053169647314e-15 + -7.643967132130914e-13;
    odd = odd * s + 1.6058977213318265e-10;
    odd = odd * s + -2.505210761546661e-08;
    odd = odd * s + 2.755731921915122e-06;
    odd = odd * s + -0.00019841269841254928;
    odd = odd * s + 0.008333333333333316;
    odd = odd * s + -0.16666666666666666;
    ((s * even - 0.5) * s + 1.0, (-y) * s * odd - y)
}

/// The outer and inner switching functions and the derivative of their product.
#[device]
pub fn compute_sfac<T: Float>(
    r: T,
    rmin0: Uniform<T>,
    pair: View<T, 2>,
    kind: i32,
    nelements: usize,
    switch: usize,
    inner: usize,
) -> (T, T) {
    let mut f: T = 1.0;
    let mut df: T = 0.0;
    if switch == 1 {
        let kappa = of_pair(pair, SWITCH_KAPPA, kind, nelements);
        let (sin, cos) = sin_cos_half_turn(((r - rmin0) * kappa).max(0.0).min(PI));
        f = cos * 0.5 + 0.5;
        df = sin * kappa * -0.5;
    }
    if inner == 1 {
        let kappa = of_pair(pair, INNER_KAPPA, kind, nelements);
        let angle = (r - of_pair(pair, INNER_CENTRE, kind, nelements)) * kappa + FRAC_PI_2;
        let (sin, cos) = sin_cos_half_turn(angle.max(0.0).min(PI));
        let g = cos * -0.5 + 0.5;
        df = df * g + f * (sin * kappa * 0.5);
        f = f * g;
    }
    (f, df)
}

/// The geometry of a pair at displacement `r`; what multiplies the energy is 0 where `weight` is.
#[device]
pub fn pair_geometry<T: Float>(
    r: [T; 3],
    rsq: T,
    weight: T,
    kappa: T,
    rmin0: Uniform<T>,
    sfac: (T, T),
) -> [T; PAIR_ROWS] {
    let rinv = rsq.rsqrt();
    let distance = rsq * rinv;
    let theta = (distance - rmin0) * kappa;
    let angle = theta - (theta * FRAC_1_PI).floor() * PI;
    let (sin, cos) = sin_cos_half_turn(angle);
    let wf = weight * sfac.0;
    [
        r[0] * rinv,
        r[1] * rinv,
        r[2] * rinv,
        sin,
        cos,
        wf,
        wf * sin * rinv,
        wf * kappa,
        weight * sfac.1,
        distance,
    ]
}

/// The geometry of a neighbour within the cutoff, from its displacement and its pair of elements.
#[device]
pub fn geometry_of<T: Float>(
    r: [T; 3],
    kind: i32,
    pair: View<T, 2>,
    rmin0: Uniform<T>,
    nelements: usize,
    switch: usize,
    inner: usize,
) -> [T; PAIR_ROWS] {
    let rsq = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
    let sfac = compute_sfac(
        rsq * rsq.rsqrt(),
        rmin0,
        pair,
        kind,
        nelements,
        switch,
        inner,
    );
    let weight = of_pair(pair, WEIGHT, kind, nelements);
    let kappa = of_pair(pair, KAPPA, kind, nelements);
    pair_geometry(r, rsq, weight, kappa, rmin0, sfac)
}
