//! compute_duidrj, compute_deidrj and the energy in one, a lane per pair: C in team scratch, everything else in registers.

use portax::{AoSoA, Complex, Float, Functor, Max, Sum, TeamKernel, View, device, kernel};

use super::moment_jobs::{POWERS, RADIAL};
use super::pair_geometry::{
    COS, N, SIN, WDF, WF, WF_KAPPA, WF_SIN_R, compute_sfac, displacement, of_pair, pair_geometry,
    pair_of,
};
use super::pair_table::{CUTOFF_SQUARED, KAPPA, PairFlags, WEIGHT};
use crate::params::WSELF;
use crate::tables::{GradientPairs, chebyshev_count, radial_count};

/// Values of C that a lane loads at once.
const LOADS: usize = 5;
/// What a pair adds to its atom: force, virial xx yy zz xy xz yz, energy.
const ATOM_SUMS: usize = 10;

/// dE_i/dr_k for every listed neighbour k, their sums and the energy of each atom.
///
/// The sibling of [`ComputeDeidrj`](super::ComputeDeidrj) and [`ComputeEnergy`](super::ComputeEnergy) for devices: a team
/// takes a few slots of one tile, whose pairs follow each other over its lanes. Geometry is computed anew from the positions. The
/// energy is a third of C times M (Euler's theorem for the cubic form), and M a sum over the same pairs.
#[derive(Functor)]
pub struct ComputeDeidrjFused<T: Float> {
    /// First tile of the batch.
    pub first: View<i32, 1>,
    /// Tiles of the system.
    pub ntiles: i32,
    /// Positions, `[natoms, 3]`.
    pub x: View<T, 2>,
    /// The cell, see [`image_shift`](crate::neighbor::image_shift).
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
    /// Constant part of each element's energy.
    pub constant: View<T, 1>,
    /// C as [`GradientPairs`], `[batch slots, pairs]`.
    pub c: View<Complex<T>, 2, AoSoA>,
    /// dE/dr of listed pairs, `[3, slots * max_neighbors]`, zero beyond the cutoff.
    pub dedr: View<T, 2>,
    /// Sum of dE/dr over the neighbours (three values) and virial xx yy zz xy xz yz of each slot, `[slots, 9]`.
    pub sums: View<T, 2, AoSoA>,
    /// Energy of each atom.
    pub energies: View<T, 1>,
    /// Lanes of a tile.
    #[comptime]
    pub width: usize,
    /// Slots of a team, a divisor of the width.
    #[comptime]
    pub atoms: usize,
    /// Elements of the potential.
    #[comptime]
    pub nelements: usize,
    /// Which switching functions there are.
    #[comptime]
    pub flags: PairFlags,
    /// Neighbours that team scratch has room for: at least as many as any slot lists.
    #[comptime]
    pub capacity: usize,
    /// Twice the largest angular momentum.
    #[comptime]
    pub twojmax: usize,
}

impl<T: Float> ComputeDeidrjFused<T> {
    /// Bytes of team scratch for teams of `atoms` slots.
    #[must_use]
    pub fn scratch(atoms: usize, twojmax: usize, capacity: usize) -> usize {
        atoms * size_of::<T>() * (2 * GradientPairs::count(twojmax) + ATOM_SUMS * capacity)
    }
}

/// Powers 0..=twojmax of `z`.
#[device]
fn powers<T: Float>(z: Complex<T>, twojmax: usize) -> [Complex<T>; POWERS] {
    let mut p: [Complex<T>; POWERS] = [1.0; POWERS];
    #[unroll]
    for s in 1..twojmax + 1 {
        p[s] = p[s - 1] * z;
    }
    p
}

/// E_k = A^T C Bx of one pair, and its derivatives by Re a, Im a (after the sphere's chain rule still without x), Re b, Im b
/// and x (FAST_SNAP section 7).
#[device]
fn contract<T: Float>(
    c: View<Complex<T>, 2>,
    atom: i32,
    a: Complex<T>,
    b: Complex<T>,
    twojmax: usize,
) -> (T, Complex<T>, Complex<T>) {
    let x = a.norm_sqr() * 2.0 - 1.0;
    let mut p: [T; RADIAL] = [1.0; RADIAL];
    if twojmax > 1 {
        p[1] = x;
    }
    #[unroll]
    for n in 2..comptime!(chebyshev_count(twojmax)) {
        p[n] = (x * 2.0) * p[n - 1] - p[n - 2];
    }
    let ap = powers(a, twojmax);
    let mut h: [Complex<T>; POWERS] = [0.0; POWERS];
    let mut tau: [T; RADIAL] = [0.0; RADIAL];
    let mut gb: Complex<T> = 0.0;
    let mut before: Complex<T> = 1.0;
    let mut power: Complex<T> = 1.0;
    #[unroll]
    for t in 0..twojmax + 1 {
        before = power;
        if t > 0 {
            power = before * b;
        }
        let part: [T; 2] = [power.re, power.im];
        let mut sum: [T; 2] = [0.0; 2];
        #[unroll]
        for n in 0..comptime!(radial_count(twojmax, t)) {
            #[unroll]
            for d in 0..comptime!(if t == 0 { 1 } else { 2 }) {
                let bx = part[d] * p[n];
                let at = comptime!(GradientPairs::position(twojmax, [t, n, d]));
                let c0 = c[(atom, at)];
                h[0].re += c0.re * bx;
                let mut k: T = c0.re;
                let mut l: T = 0.0;
                #[unroll]
                for s in 1..comptime!(twojmax - t - 2 * n + 1) {
                    let cs = c[(atom, at + s)];
                    h[s].re += cs.re * bx;
                    h[s].im += cs.im * bx;
                    k += cs.re * ap[s].re;
                    l += cs.im * ap[s].im;
                }
                let kl = k + l;
                sum[d] += kl * p[n];
                tau[n] += kl * part[d];
            }
        }
        if t > 0 {
            let scale = comptime!(t as f64);
            let (re, im) = (sum[0] * scale, sum[1] * scale);
            gb.re += re * before.re + im * before.im;
            gb.im += im * before.re - re * before.im;
        }
    }
    let mut ex: T = 0.0;
    let mut d0: T = 0.0;
    let mut d1: T = 1.0;
    #[unroll]
    for n in 1..comptime!(chebyshev_count(twojmax)) {
        if n > 1 {
            let d2 = p[n - 1] * 2.0 + (x * 2.0) * d1 - d0;
            d0 = d1;
            d1 = d2;
        }
        ex += tau[n] * d1;
    }
    let mut energy: T = h[0].re;
    let mut ga: Complex<T> = 0.0;
    #[unroll]
    for s in 1..twojmax + 1 {
        energy += h[s].re * ap[s].re + h[s].im * ap[s].im;
        let scale = comptime!(s as f64);
        let (re, im) = (h[s].re * scale, h[s].im * scale);
        ga.re += re * ap[s - 1].re + im * ap[s - 1].im;
        ga.im += im * ap[s - 1].re - re * ap[s - 1].im;
    }
    let x4 = ex * 4.0;
    ga.re += x4 * a.re;
    ga.im += x4 * a.im;
    (energy, ga, gb)
}

/// dE_i/dr_k by the chain rule, and w f E_k.
#[device]
fn force_of_pair<T: Float>(
    c: View<Complex<T>, 2>,
    atom: i32,
    g: [T; 10],
    twojmax: usize,
) -> ([T; 3], T) {
    let a = Complex {
        re: g[COS],
        im: -(g[N + 2] * g[SIN]),
    };
    let b = Complex {
        re: g[N + 1] * g[SIN],
        im: -(g[N] * g[SIN]),
    };
    let (energy, ga, gb) = contract(c, atom, a, b, twojmax);
    let along = g[N + 1] * gb.re - g[N] * gb.im - g[N + 2] * ga.im;
    let across = g[WF_SIN_R];
    let radial = g[WF_KAPPA] * (g[COS] * along - g[SIN] * ga.re) + g[WDF] * energy - across * along;
    let force: [T; 3] = [
        radial * g[N] - across * gb.im,
        radial * g[N + 1] + across * gb.re,
        radial * g[N + 2] - across * ga.im,
    ];
    (force, g[WF] * energy)
}

// SAFETY: a team writes what belongs to its own slots: the pairs of their lists, their sums and their atoms' energies;
// positions in lists are below the counts, and atoms, elements and images come from validated lists.
#[kernel]
unsafe impl<T: Float> TeamKernel for ComputeDeidrjFused<T> {
    fn compute_deidrj_fused(&self, team: Team) {
        let local = team.league_rank() * self.atoms;
        let slot = self.first[0] * self.width + local;
        if slot >= self.ntiles * self.width {
            return;
        }
        let element = self.tile_element[slot / self.width];
        let entries = comptime!(GradientPairs::count(self.twojmax));
        let c = team.scratch::<Complex<T>, 2>([self.atoms, entries]);
        let f = team.scratch::<T, 2>([comptime!(self.atoms * self.capacity), ATOM_SUMS]);
        // Several loads are under way at once; the last ones may repeat.
        let share = comptime!(entries.div_ceil(LOADS));
        parallel_for(TeamVectorRange(team, comptime!(self.atoms * share)), |e| {
            let (first, a) = (e / self.atoms, e % self.atoms);
            let mut loaded: [Complex<T>; LOADS] = [0.0; LOADS];
            #[unroll]
            for u in 0..LOADS {
                let at = (first + comptime!((u * share) as i32)).min(comptime!(entries as i32 - 1));
                loaded[u] = self.c[(a + local, at)];
            }
            #[unroll]
            for u in 0..LOADS {
                let at = (first + comptime!((u * share) as i32)).min(comptime!(entries as i32 - 1));
                c[(a, at)] = loaded[u];
            }
        });
        team.barrier();
        let pairs: Uniform<i32> = parallel_reduce(
            ThreadVectorRange(team, self.atoms),
            |a| self.count[a + slot],
            Sum,
        );
        parallel_for(TeamVectorRange(team, pairs as Int), |pair| {
            let mut a: i32 = 0;
            let mut k: i32 = pair as i32;
            #[unroll]
            for q in 1..self.atoms {
                let listed = self.count[slot + (q - 1)];
                if a == q as i32 - 1 && k >= listed {
                    k -= listed;
                    a += 1;
                }
            }
            let i: i32 = self.atom_of_slot[a + slot];
            let xi: [T; 3] = [self.x[(i, 0)], self.x[(i, 1)], self.x[(i, 2)]];
            let j: i32 = self.neighbor[(a + slot, k)];
            let r = displacement(self.x, self.cell, xi, j, self.image[(a + slot, k)]);
            let rsq = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
            let kind = pair_of(self.element, element * self.nelements, j, self.nelements);
            let mut value: [T; 10] = [0.0; 10];
            if rsq < of_pair(self.pair, CUTOFF_SQUARED, kind, self.nelements) {
                let sfac = compute_sfac(
                    rsq * rsq.rsqrt(),
                    self.rmin0,
                    self.pair,
                    kind,
                    self.nelements,
                    comptime!(self.flags.switch),
                    comptime!(self.flags.inner),
                );
                let weight = of_pair(self.pair, WEIGHT, kind, self.nelements);
                let kappa = of_pair(self.pair, KAPPA, kind, self.nelements);
                let g = pair_geometry(r, rsq, weight, kappa, self.rmin0, sfac);
                let (force, energy) = force_of_pair(c, a, g, self.twojmax);
                #[unroll]
                for d in 0..3 {
                    value[d] = force[d];
                    value[3 + d] = -(r[d] * force[d]);
                }
                value[6] = -(r[0] * force[1]);
                value[7] = -(r[0] * force[2]);
                value[8] = -(r[1] * force[2]);
                value[9] = energy;
            }
            #[unroll]
            for d in 0..3 {
                self.dedr[(d, (a + slot) * self.neighbor.extent(1) + k)] = value[d];
            }
            #[unroll]
            for q in 0..ATOM_SUMS {
                f[(pair, q)] = value[q];
            }
        });
        team.barrier();
        let longest: Uniform<i32> = parallel_reduce(
            ThreadVectorRange(team, self.atoms),
            |a| self.count[a + slot],
            Max,
        );
        parallel_for(
            TeamVectorRange(team, comptime!(self.atoms * ATOM_SUMS)),
            |e| {
                let (q, a) = (e / self.atoms, e % self.atoms);
                let mut begin: i32 = 0;
                #[unroll]
                for p in 1..self.atoms {
                    if a >= p as i32 {
                        begin += self.count[slot + (p - 1)];
                    }
                }
                let mut sum: T = 0.0;
                let listed = self.count[a + slot];
                for k in 0..longest as Int {
                    if k < listed {
                        sum += f[(begin + k, q)];
                    }
                }
                if q < 9 {
                    self.sums[(a + slot, q)] = sum;
                } else {
                    let mut initial: T = 0.0;
                    #[unroll]
                    for n in 0..comptime!(radial_count(self.twojmax, 0)) {
                        for s in 0..comptime!(self.twojmax - 2 * n + 1) {
                            initial += c[(
                                a,
                                comptime!(GradientPairs::position(self.twojmax, [0, n, 0])) + s,
                            )]
                                .re;
                        }
                    }
                    let atom: i32 = self.atom_of_slot[a + slot];
                    if atom >= 0 {
                        self.energies[atom] =
                            (sum + initial * WSELF) * (1.0 / 3.0) + self.constant[element];
                    }
                }
            },
        );
    }
}
