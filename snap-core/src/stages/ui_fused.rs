//! compute_ui from positions to V in one: geometry through team scratch, moments in registers.

use portax::layout::InTile;
use portax::{AoSoA, Complex, Float, Functor, Max, TeamKernel, View, device, kernel};

use super::moment_jobs::{ACCUMULATORS, MomentJobs, POWERS, Part, RADIAL};
use super::pair_geometry::{
    COS, N, OVERLAP, SIN, WF, compute_sfac, displacement, of_pair, pair_geometry, pair_of,
};
use super::pair_table::{CUTOFF_SQUARED, KAPPA, PairFlags, WEIGHT};
use crate::params::WSELF;

/// Rows of a neighbour in team scratch: Re a, Im a, Re b, Im b, w f.
const NEIGHBOR_ROWS: usize = 5;

/// V of each atom of a tile from the positions, without anything in between in memory.
///
/// The sibling of [`ComputeRij`](super::ComputeRij), [`ComputeUi`](super::ComputeUi) and
/// [`MomentsToV`](super::MomentsToV) for devices whose threads have many registers: a team thread keeps the moments of
/// one of [`MomentJobs`] in registers over all neighbours.
#[derive(Functor)]
pub struct ComputeUiFused<T: Float> {
    /// First tile of the batch, one element.
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
    /// Matrices of the basis change, [`BasisChange::t`](crate::tables::BasisChange::t).
    pub t: View<T, 1>,
    /// V, `[batch slots, values]`.
    pub ulisttot: View<Complex<T>, 2, AoSoA>,
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
    /// Neighbours that team scratch has room for: at least as many as any slot lists.
    #[comptime]
    pub capacity: usize,
    /// Which thread computes what.
    #[comptime]
    pub jobs: &'static MomentJobs,
}

impl<T: Float> ComputeUiFused<T> {
    /// Bytes of team scratch for tiles of `width` lanes.
    #[must_use]
    pub fn scratch(width: usize, twojmax: usize, capacity: usize) -> usize {
        let jobs = MomentJobs::of(twojmax).len();
        width * (size_of::<T>() * NEIGHBOR_ROWS * capacity + size_of::<i32>() * jobs)
    }
}

/// The rows of one neighbour in team scratch at `place`.
#[device]
fn write_neighbor<T: Float>(
    f: View<T, 3, InTile>,
    lane: Index,
    place: i32,
    r: [T; 3],
    rsq: T,
    kind: i32,
    rmin0: Uniform<T>,
    pair: View<T, 2>,
    nelements: usize,
    switch: usize,
    inner: usize,
) {
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
    let g = pair_geometry(r, rsq, weight, kappa, rmin0, sfac);
    f[(lane, 0, place)] = g[COS];
    f[(lane, 1, place)] = -(g[N + 2] * g[SIN]);
    f[(lane, 2, place)] = g[N + 1] * g[SIN];
    f[(lane, 3, place)] = -(g[N] * g[SIN]);
    f[(lane, 4, place)] = g[WF];
}

/// Powers 0..=twojmax of `z`, times `scale`.
#[device]
fn powers<T: Float>(z: Complex<T>, scale: T, twojmax: usize) -> [Complex<T>; POWERS] {
    let mut p: [Complex<T>; POWERS] = [0.0; POWERS];
    p[0].re = scale;
    #[unroll]
    for s in 1..twojmax + 1 {
        p[s] = p[s - 1] * z;
    }
    p
}

/// Chebyshev polynomials at x = 2 |a|^2 - 1.
#[device]
fn chebyshev<T: Float>(a: Complex<T>, twojmax: usize) -> [T; RADIAL] {
    let x = a.norm_sqr() * 2.0 - 1.0;
    let mut p: [T; RADIAL] = [1.0; RADIAL];
    if twojmax > 1 {
        p[1] = x;
    }
    #[unroll]
    for n in 2..twojmax / 2 + 1 {
        p[n] = (x * 2.0) * p[n - 1] - p[n - 2];
    }
    p
}

/// Adds neighbour `k` to the moments of job `q`.
#[device]
fn add_neighbor<T: Float>(
    f: View<T, 3, InTile>,
    lane: Index,
    k: Int,
    jobs: &'static MomentJobs,
    q: usize,
    acc: &mut [T; ACCUMULATORS],
) {
    let a = Complex {
        re: f[(lane, 0, k)],
        im: f[(lane, 1, k)],
    };
    let b = Complex {
        re: f[(lane, 2, k)],
        im: f[(lane, 3, k)],
    };
    let one: T = 1.0;
    let p = chebyshev(a, comptime!(jobs.twojmax()));
    let ap = powers(a, f[(lane, 4, k)], comptime!(jobs.twojmax()));
    let bp = powers(b, one, comptime!(jobs.twojmax()));
    #[unroll]
    for i in 0..comptime!(jobs.parts(q).len()) {
        let part = comptime!(&jobs.parts(q)[i]);
        #[unroll]
        for n in 0..comptime!(jobs.radial(part.s_begin, part.t)) {
            let b = bp[comptime!(part.t)] * p[n];
            #[unroll]
            for s in comptime!(part.s_begin)..comptime!(part.s_end) {
                if comptime!(n < jobs.radial(s, part.t)) {
                    acc[comptime!(jobs.place(part, [s, 0, 0, n]))] += ap[s].re * b.re;
                    if comptime!(part.t > 0) {
                        acc[comptime!(jobs.place(part, [s, 0, 1, n]))] += ap[s].re * b.im;
                    }
                    if s > 0 {
                        acc[comptime!(jobs.place(part, [s, 1, 0, n]))] += ap[s].im * b.re;
                    }
                    if comptime!(s > 0 && part.t > 0) {
                        acc[comptime!(jobs.place(part, [s, 1, 1, n]))] += ap[s].im * b.im;
                    }
                }
            }
        }
    }
}

/// V\[n\] = sum over k <= n of t\[n,k\] z\[k\] for the `count` values from `offset` on.
#[device]
fn multiply<T: Float>(
    z: [Complex<T>; RADIAL],
    t: View<T, 1>,
    t0: usize,
    count: usize,
    v: View<Complex<T>, 2, InTile>,
    offset: usize,
    lane: Index,
) {
    #[unroll]
    for n in 0..count {
        let mut sum = t[comptime!(t0 + n * count)] * z[0];
        #[unroll]
        for k in 1..n + 1 {
            sum += t[comptime!(t0 + n * count + k)] * z[k];
        }
        v[(lane, offset + n)] = sum;
    }
}

/// V(S, T) and V(S, -T) from the moments of (S, T) (FAST_SNAP section 4).
#[device]
fn write_values<T: Float>(
    acc: [T; ACCUMULATORS],
    jobs: &'static MomentJobs,
    part: &'static Part,
    s: usize,
    t: View<T, 1>,
    v: View<Complex<T>, 2, InTile>,
    lane: Index,
) {
    let [_, _, plus, minus, t0, count, degree, kind] =
        comptime!(jobs.change(s, part.t).map(|x| x as usize));
    let mut z: [Complex<T>; RADIAL] = [0.0; RADIAL];
    let mut y: [Complex<T>; RADIAL] = [0.0; RADIAL];
    #[unroll]
    for n in 0..count {
        let rr = acc[comptime!(jobs.place(part, [s, 0, 0, n]))];
        if kind == 3 {
            let ri = acc[comptime!(jobs.place(part, [s, 0, 1, n]))];
            let ir = acc[comptime!(jobs.place(part, [s, 1, 0, n]))];
            let ii = acc[comptime!(jobs.place(part, [s, 1, 1, n]))];
            z[n] = Complex {
                re: rr - ii,
                im: ri + ir,
            };
            y[n] = Complex {
                re: rr + ii,
                im: ir - ri,
            };
        } else {
            z[n].re = rr;
            if kind == 2 {
                z[n].im = acc[comptime!(jobs.place(part, [s, 0, 1, n]))];
            } else if kind == 1 {
                z[n].im = acc[comptime!(jobs.place(part, [s, 1, 0, n]))];
            }
        }
    }
    multiply(z, t, t0, count, v, plus, lane);
    if kind == 3 {
        multiply(y, t, t0, count, v, minus, lane);
    }
}

/// Job `q`: its moments over the neighbours in scratch, then V.
#[device]
fn values_of_job<T: Float>(
    f: View<T, 3, InTile>,
    longest: Int,
    jobs: &'static MomentJobs,
    q: usize,
    t: View<T, 1>,
    v: View<Complex<T>, 2, InTile>,
    lane: Index,
) {
    let mut acc: [T; ACCUMULATORS] = [0.0; ACCUMULATORS];
    // The central atom is a neighbour at a = 1, b = 0: it adds to the real parts of T = 0, where T_n(1) = 1.
    #[unroll]
    for i in 0..comptime!(jobs.parts(q).len()) {
        let part = comptime!(&jobs.parts(q)[i]);
        #[unroll]
        for s in comptime!(part.s_begin)..comptime!(if part.t == 0 {
            part.s_end
        } else {
            part.s_begin
        }) {
            #[unroll]
            for n in 0..comptime!(jobs.radial(s, 0)) {
                acc[comptime!(jobs.place(part, [s, 0, 0, n]))] = WSELF;
            }
        }
    }
    for k in 0..longest {
        add_neighbor(f, lane, k, jobs, q, &mut acc);
    }
    #[unroll]
    for i in 0..comptime!(jobs.parts(q).len()) {
        let part = comptime!(&jobs.parts(q)[i]);
        #[unroll]
        for s in comptime!(part.s_begin)..comptime!(part.s_end) {
            write_values(acc, jobs, part, s, t, v, lane);
        }
    }
}

// SAFETY: each tile of the batch is written by its own team, and its threads write different values; positions in lists
// are below the counts, and atoms, elements and images come from validated lists.
#[kernel]
unsafe impl<T: Float> TeamKernel for ComputeUiFused<T> {
    fn compute_ui_fused(&self, team: Team) {
        let local = team.league_rank();
        let tile = self.first[0] + local;
        if tile >= self.ntiles {
            return;
        }
        let threads = comptime!(self.jobs.len());
        let (neighbor, image) = (self.neighbor.tile(tile), self.image.tile(tile));
        let f = team.scratch_tile::<T, 3>([self.width, NEIGHBOR_ROWS, self.capacity]);
        let found_by = team.scratch_tile::<i32, 2>([self.width, threads]);
        let central = self.tile_element[tile] * self.nelements;
        let slot = tile * self.width;
        let most_listed: Uniform<i32> = parallel_reduce(
            ThreadVectorRange(team, self.width),
            |l| self.count[l + slot],
            Max,
        );
        let listed = most_listed as Int;
        let share = (listed + comptime!(threads - 1)) / threads;
        // Each thread counts the neighbours of its share of the lists, and then writes them after those of the threads
        // before: their order is that of the list.
        parallel_for(TeamThreadRange(team, threads), |q| {
            for lane in team.lanes() {
                let count = self.count[lane + slot];
                let atom: i32 = self.atom_of_slot[lane + slot];
                let i = atom.max(0);
                let xi: [T; 3] = [self.x[(i, 0)], self.x[(i, 1)], self.x[(i, 2)]];
                let mut found: i32 = 0;
                for k in q * share..((q + 1) * share).min(listed) {
                    #[unroll]
                    for row in 0..NEIGHBOR_ROWS {
                        f[(lane, row, k)] = 0.0;
                    }
                    if k < count {
                        let j = neighbor[(lane, k)];
                        let r = displacement(self.x, self.cell, xi, j, image[(lane, k)]);
                        let rsq = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
                        let kind = pair_of(self.element, central, j, self.nelements);
                        if rsq < of_pair(self.pair, CUTOFF_SQUARED, kind, self.nelements) {
                            found += 1;
                        }
                        if rsq <= OVERLAP {
                            self.overlap.atomic_max(0, i + 1);
                        }
                    }
                }
                found_by[(lane, q)] = found;
            }
        });
        team.barrier();
        parallel_for(TeamThreadRange(team, threads), |q| {
            for lane in team.lanes() {
                let count = self.count[lane + slot];
                let atom: i32 = self.atom_of_slot[lane + slot];
                let i = atom.max(0);
                let xi: [T; 3] = [self.x[(i, 0)], self.x[(i, 1)], self.x[(i, 2)]];
                let mut place: i32 = 0;
                for p in 0..q {
                    place += found_by[(lane, p)];
                }
                for k in q * share..((q + 1) * share).min(listed) {
                    if k < count {
                        let j = neighbor[(lane, k)];
                        let r = displacement(self.x, self.cell, xi, j, image[(lane, k)]);
                        let rsq = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
                        let kind = pair_of(self.element, central, j, self.nelements);
                        if rsq < of_pair(self.pair, CUTOFF_SQUARED, kind, self.nelements) {
                            write_neighbor(
                                f,
                                lane,
                                place,
                                r,
                                rsq,
                                kind,
                                self.rmin0,
                                self.pair,
                                self.nelements,
                                comptime!(self.flags.switch),
                                comptime!(self.flags.inner),
                            );
                            place += 1;
                        }
                    }
                }
            }
        });
        team.barrier();
        let v = self.ulisttot.tile(local);
        parallel_for(TeamThreadRange(team, threads), |job| {
            for lane in team.lanes() {
                let mut found: i32 = 0;
                for p in 0..threads {
                    found += found_by[(lane, p)];
                }
                let most: Uniform<i32> =
                    parallel_reduce(ThreadVectorRange(team, self.width), |l| found, Max);
                #[unroll]
                for q in 0..threads {
                    if job == q {
                        values_of_job(f, most as Int, self.jobs, q, self.t, v, lane);
                    }
                }
            }
        });
    }
}
