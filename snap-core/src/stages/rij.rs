//! compute_rij: the neighbours within the cutoff, and what the pair stages need of each.

use portax::layout::InTile;
use portax::{AoSoA, Float, Functor, Max, TeamKernel, View, device, kernel};
use std::f64::consts::{FRAC_1_PI, FRAC_PI_2, PI};

use super::pair_table::{
    CUTOFF_SQUARED, INNER_CENTRE, INNER_KAPPA, KAPPA, PairFlags, SWITCH_KAPPA, WEIGHT,
};
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

/// Squared distance up to which two atoms are reported as overlapping, as in LAMMPS.
const OVERLAP: f64 = 1e-20;

/// Finds the neighbours of a tile's atoms within the pair cutoffs and writes their geometry (FAST_SNAP section 1).
///
/// Lanes with fewer neighbours than the most of the tile are filled with pairs of weight 0.
#[derive(Functor)]
pub struct ComputeRij<T: Float> {
    /// First tile of the batch, one element.
    pub first: View<i32, 1>,
    /// Tiles of the system.
    pub ntiles: i32,
    /// Positions, `[natoms, 3]`.
    pub x: View<T, 2>,
    /// The cell, see [`image_shift`].
    pub cell: View<T, 1>,
    /// Element of each atom.
    pub element: View<i32, 1>,
    /// Element of each tile.
    pub tile_element: View<i32, 1>,
    /// Atom of each slot, -1 for none.
    pub atom_of_slot: View<i32, 1>,
    /// Listed neighbours of each slot.
    pub count: View<i32, 1>,
    /// Their atoms, `[slots, max_neighbors]`.
    pub neighbor: View<i32, 2, AoSoA>,
    /// Their images, `[slots, max_neighbors]`.
    pub image: View<i32, 2, AoSoA>,
    /// Constants of element pairs, `[rows, elements^2]`, see [`super::pair_table`].
    pub pair: View<T, 2>,
    /// Distance where theta is 0.
    pub rmin0: T,
    /// Number of neighbours within the cutoff, the most in each tile of the batch.
    pub npairs: View<i32, 1>,
    /// Position in the list of each of them, `[batch slots, max_neighbors]`.
    pub near: View<i32, 2, AoSoA>,
    /// Their geometry, `[batch slots, PAIR_ROWS, max_neighbors]`.
    pub geometry: View<T, 3, AoSoA>,
    /// dE/dr of listed pairs, `[slots, 3, max_neighbors]`: set to zero beyond the cutoff.
    pub dedr: View<T, 3, AoSoA>,
    /// One more than an atom that overlaps another, 0 if none does; one element.
    pub overlap: View<i32, 1>,
    /// Lanes of a tile.
    #[comptime]
    pub width: usize,
    /// Elements of the potential.
    #[comptime]
    pub nelements: usize,
    /// Which switching functions there are.
    #[comptime]
    pub flags: PairFlags,
}

/// The number of the element pair (`central`, element of atom `j`).
#[device]
fn pair_of(element: View<i32, 1>, central: Int, j: i32, nelements: usize) -> i32 {
    let mut kind: i32 = 0;
    if nelements > 1 {
        kind = element[j] + central;
    }
    kind
}

/// A constant of the pair of types (`element pair` varies between lanes unless there is one element).
#[device]
fn of_pair<T: Float>(pair: View<T, 2>, row: usize, kind: i32, nelements: usize) -> T {
    let mut value: T = 0.0;
    if nelements == 1 {
        value = pair[(row, 0)];
    } else {
        value = pair[(row, kind)];
    }
    value
}

/// Displacement from `xi` to atom `j` in an image.
#[device]
fn displacement<T: Float>(
    x: View<T, 2>,
    cell: View<T, 1>,
    xi: [T; 3],
    j: i32,
    image: i32,
) -> [T; 3] {
    let shift = image_shift(cell, image);
    [
        x[(j, 0)] + shift[0] - xi[0],
        x[(j, 1)] + shift[1] - xi[1],
        x[(j, 2)] + shift[2] - xi[2],
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
fn compute_sfac<T: Float>(
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

/// Writes the geometry of pair `n`, zeros where `weight` is 0.
#[device]
fn write_pair<T: Float>(
    g: View<T, 3, InTile>,
    lane: Index,
    n: Int,
    r: [T; 3],
    rsq: T,
    weight: T,
    kappa: T,
    rmin0: Uniform<T>,
    sfac: (T, T),
) {
    let rinv = rsq.rsqrt();
    let distance = rsq * rinv;
    let theta = (distance - rmin0) * kappa;
    let angle = theta - (theta * FRAC_1_PI).floor() * PI;
    let (sin, cos) = sin_cos_half_turn(angle);
    let wf = weight * sfac.0;
    g[(lane, N, n)] = r[0] * rinv;
    g[(lane, N + 1, n)] = r[1] * rinv;
    g[(lane, N + 2, n)] = r[2] * rinv;
    g[(lane, SIN, n)] = sin;
    g[(lane, COS, n)] = cos;
    g[(lane, WF, n)] = wf;
    g[(lane, WF_SIN_R, n)] = wf * sin * rinv;
    g[(lane, WF_KAPPA, n)] = wf * kappa;
    g[(lane, WDF, n)] = weight * sfac.1;
    g[(lane, R, n)] = distance;
}

// SAFETY: each tile of the batch and each slot of the lists is written by its own team; positions in lists are below the
// counts, and atoms, elements and images come from validated lists.
#[kernel]
unsafe impl<T: Float> TeamKernel for ComputeRij<T> {
    fn compute_rij(&self, team: Team) {
        let t = team.league_rank();
        let tile = self.first[0] + t;
        if tile >= self.ntiles {
            return;
        }
        let (neighbor, image) = (self.neighbor.tile(tile), self.image.tile(tile));
        let (near, geometry) = (self.near.tile(t), self.geometry.tile(t));
        let dedr = self.dedr.tile(tile);
        let central = self.tile_element[tile] * self.nelements;
        let slot = tile * self.width;
        let most_listed: Uniform<i32> = parallel_reduce(
            ThreadVectorRange(team, self.width),
            |l| self.count[l + slot],
            Max,
        );
        let listed = most_listed as Int;
        for lane in team.lanes() {
            let count = self.count[lane + slot];
            let atom: i32 = self.atom_of_slot[lane + slot];
            let i = atom.max(0);
            let xi: [T; 3] = [self.x[(i, 0)], self.x[(i, 1)], self.x[(i, 2)]];
            let mut found: i32 = 0;
            for k in 0..listed {
                let j = neighbor[(lane, k)];
                if k < count {
                    let r = displacement(self.x, self.cell, xi, j, image[(lane, k)]);
                    let rsq = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
                    if rsq
                        < of_pair(
                            self.pair,
                            CUTOFF_SQUARED,
                            pair_of(self.element, central, j, self.nelements),
                            self.nelements,
                        )
                    {
                        near[(lane, found)] = k;
                        #[unroll]
                        for d in 0..3 {
                            geometry[(lane, N + d, found)] = r[d];
                        }
                        found += 1;
                    } else {
                        #[unroll]
                        for d in 0..3 {
                            dedr[(lane, d, k)] = 0.0;
                        }
                    }
                    if rsq <= OVERLAP {
                        self.overlap.atomic_max(0, i + 1);
                    }
                }
            }
            let most_found: Uniform<i32> =
                parallel_reduce(ThreadVectorRange(team, self.width), |l| found, Max);
            let longest = most_found as Int;
            for n in 0..longest {
                let mut r: [T; 3] = [0.0, 0.0, 1.0];
                let mut kind: i32 = 0;
                let mut weight: T = 0.0;
                if n < found {
                    #[unroll]
                    for d in 0..3 {
                        r[d] = geometry[(lane, N + d, n)];
                    }
                    if comptime!(self.nelements > 1) {
                        kind = self.element[neighbor[(lane, near[(lane, n)])]] + central;
                    }
                    weight = of_pair(self.pair, WEIGHT, kind, self.nelements);
                } else {
                    near[(lane, n)] = -1;
                }
                let rsq = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
                let sfac = compute_sfac(
                    rsq * rsq.rsqrt(),
                    self.rmin0,
                    self.pair,
                    kind,
                    self.nelements,
                    comptime!(self.flags.switch),
                    comptime!(self.flags.inner),
                );
                write_pair(
                    geometry,
                    lane,
                    n,
                    r,
                    rsq,
                    weight,
                    of_pair(self.pair, KAPPA, kind, self.nelements),
                    self.rmin0,
                    sfac,
                );
            }
            single(PerThread(team), || {
                self.npairs[t] = longest;
            });
        }
    }
}
