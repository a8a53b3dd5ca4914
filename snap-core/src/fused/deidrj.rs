//! compute_duidrj, compute_deidrj and the energy in one, a lane per pair: C in team scratch, everything else in registers.

use portax::{
    AoSoA, Complex, Float, Functor, Result, TeamKernel, TeamPolicy, View, device, kernel,
};

use super::Parts;
use crate::pair::geometry::{
    ATOM_SUMS, COS, GEOMETRY_FMA, N, PAIR_ROWS, SIN, WDF, WF, WF_KAPPA, WF_SIN_R, geometry_of,
};
use crate::pair::powers::{POWERS, RADIAL, chebyshev, gradient_fma, powers, quaternion_of};
use crate::pair::table::PairFlags;
use crate::params::WSELF;
use crate::snap::{Stage, capped};
use crate::tables::{GradientPairs, chebyshev_count, radial_count};
use crate::work::{Cost, ENTRY, VECTOR, Work};

/// Values of C that a lane loads at once: all of 2J=8 by 128 lanes for eight slots.
const LOADS: usize = 11;
/// Pairs whose displacements a lane loads at once.
const PAIRS_AT_ONCE: usize = 2;
/// Pairs that a lane adds up side by side.
const SUMS_AT_ONCE: usize = 4;
/// Rows of a pair in team scratch: its displacement and, from `FORCE` on, dE/dr; the last is its energy.
const ROWS: usize = 7;
/// See `ROWS`.
const FORCE: usize = 3;
/// See `ROWS`.
const ENERGY: usize = 6;

/// dE_i/dr_k for every neighbour k within the cutoff in place of its displacement, their sums and, where that is cubic in M,
/// the energy of each atom.
///
/// The sibling of [`ComputeDeidrj`](crate::staged::ComputeDeidrj) for devices: a team takes a few slots of one tile, whose pairs
/// follow each other over its lanes.
#[derive(Functor)]
pub struct ComputeDeidrjFused<T: Float> {
    /// Number of each tile of the batch.
    pub tile_number: View<i32, 1>,
    /// Tiles of the system.
    pub ntiles: i32,
    /// Element of each tile.
    pub tile_element: View<i32, 1>,
    /// Atom of each slot, -1 for none.
    pub atom_of_slot: View<i32, 1>,
    /// Number of neighbours of each slot within the cutoff.
    pub npairs: View<i32, 1>,
    /// Pair of elements of each pair; empty where there is one element.
    pub kind: View<i32, 1>,
    /// Constants of element pairs, `[rows, elements^2]`, see [`crate::pair::table`].
    pub pair: View<T, 2>,
    /// Distance where theta is 0.
    pub rmin0: T,
    /// Constant part of each element's energy.
    pub constant: View<f64, 1>,
    /// C as [`GradientPairs`], `[batch slots, pairs of each plane]`: C is the sum of its planes.
    pub c: View<Complex<T>, 2, AoSoA>,
    /// The displacement of each pair, then dE/dr, `[3, slots * max_neighbors]`.
    pub dedr: View<T, 2>,
    /// Sum of dE/dr over the neighbours (three values) and virial xx yy zz xy xz yz of each slot, `[slots, ATOM_SUMS]`, without the last.
    pub sums: View<f64, 2, AoSoA>,
    /// Energy of each atom.
    pub energies: View<f64, 1>,
    /// Is the energy cubic in M? Otherwise another stage has written it.
    #[comptime]
    pub cubic: bool,
    /// Is there more than one batch? Where there is one, no team waits for the number of its first tile.
    #[comptime]
    pub batched: bool,
    /// Lanes of a tile.
    #[comptime]
    pub width: usize,
    /// Slots of a team, a divisor of the width.
    #[comptime]
    pub atoms: usize,
    /// Planes of C.
    #[comptime]
    pub planes: usize,
    /// Elements of the potential.
    #[comptime]
    pub nelements: usize,
    /// Which switching functions there are.
    #[comptime]
    pub flags: PairFlags,
    /// Room of a slot's list: neighbours that team scratch has room for.
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
        let floats = 2 * GradientPairs::count(twojmax) + ROWS * row_length(capacity);
        atoms * (size_of::<T>() * floats + size_of::<i32>() * capacity)
    }
}

/// Length of a row in team scratch: odd, so that lanes of different slots find different banks.
const fn row_length(capacity: usize) -> usize {
    capacity | 1
}

/// E_k = A^T C Bx of one pair, and its derivatives by Re a, Im a (after the sphere's chain rule still without x), Re b, Im b
/// and x (FAST_SNAP section 7).
#[device(unchecked)]
fn contract<T: Float>(
    c: View<Complex<T>, 2>,
    atom: i32,
    a: Complex<T>,
    b: Complex<T>,
    twojmax: usize,
) -> (T, Complex<T>, Complex<T>) {
    let x = a.norm_sqr() * 2.0 - 1.0;
    let p = chebyshev(a, twojmax);
    let one: T = 1.0;
    let ap = powers(a, one, twojmax);
    let mut h: [Complex<T>; POWERS] = [0.0; POWERS];
    let mut tau: [T; RADIAL] = [0.0; RADIAL];
    let mut gb: Complex<T> = 0.0;
    let mut before: Complex<T> = 1.0;
    let mut power: Complex<T> = 1.0;
    #[unroll]
    for t in 0..twojmax + 1 {
        before = power;
        if t == 1 {
            power = b;
        } else if t > 1 {
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
#[device(unchecked)]
fn force_of_pair<T: Float>(
    c: View<Complex<T>, 2>,
    atom: i32,
    g: [T; PAIR_ROWS],
    twojmax: usize,
) -> ([T; 3], T) {
    let [a, b] = quaternion_of(g);
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

/// The rows of a pair whose product, with a minus, adds up to sum `q` of the atom; the first is -1 where there is but one.
#[device(unchecked)]
fn rows_of_sum(q: i32) -> [i32; 2] {
    let mut along: i32 = -1;
    let mut row: i32 = q + FORCE as i32;
    if q == 9 {
        row = ENERGY as i32;
    } else if q >= 3 {
        along = q - 3;
        row = q;
        if q >= 6 {
            along = 0;
            row = FORCE as i32 + 2;
            if q == 6 {
                row = FORCE as i32 + 1;
            } else if q == 8 {
                along = 1;
            }
        }
    }
    [along, row]
}

/// Sum `q` of atom `a` over its `found` pairs, several side by side.
#[device(unchecked)]
fn sum_over_pairs<T: Float>(f: View<T, 3>, a: i32, q: i32, found: i32, steps: Int) -> f64 {
    let [along, row] = rows_of_sum(q);
    let mut part: [f64; SUMS_AT_ONCE] = [0.0; SUMS_AT_ONCE];
    for m in 0..steps {
        #[unroll]
        for u in 0..SUMS_AT_ONCE {
            let n = m * SUMS_AT_ONCE + u;
            if n < found {
                let mut by: f64 = 1.0;
                if along >= 0 {
                    by = -(f[(n, along, a)] as f64);
                }
                part[u] += by * f[(n, row, a)] as f64;
            }
        }
    }
    (part[0] + part[1]) + (part[2] + part[3])
}

/// C times M before the first neighbour, but for its weight.
#[device(unchecked)]
fn c_times_initial<T: Float>(c: View<Complex<T>, 2>, a: i32, twojmax: usize) -> f64 {
    let mut own: [f64; RADIAL] = [0.0; RADIAL];
    let mut initial: f64 = 0.0;
    #[unroll]
    for n in 0..comptime!(radial_count(twojmax, 0)) {
        #[unroll]
        for s in 0..comptime!(twojmax - 2 * n + 1) {
            let at = comptime!(GradientPairs::position(twojmax, [0, n, 0]));
            own[n] += c[(a, at + s)].re as f64;
        }
        initial += own[n];
    }
    initial
}

#[device(unchecked)]
impl<T: Float> ComputeDeidrjFused<T> {
    /// Adds the planes of C up in team scratch. Several loads are under way at once; the last ones may repeat.
    fn load_c(&self, team: Team, local: Int, c: View<Complex<T>, 2>) {
        let entries = comptime!(GradientPairs::count(self.twojmax));
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
            for plane in 1..self.planes {
                #[unroll]
                for u in 0..LOADS {
                    let at =
                        (first + comptime!((u * share) as i32)).min(comptime!(entries as i32 - 1));
                    loaded[u] += self.c[(a + local, at + comptime!((plane * entries) as i32))];
                }
            }
            #[unroll]
            for u in 0..LOADS {
                let at = (first + comptime!((u * share) as i32)).min(comptime!(entries as i32 - 1));
                c[(a, at)] = loaded[u];
            }
        });
    }

    /// Puts displacements into team scratch, and numbers the team's pairs one after the other.
    fn load_pairs(
        &self,
        team: Team,
        slot: Int,
        first_pair: Int,
        longest: Int,
        f: View<T, 3>,
        pair_at: View<i32, 1>,
    ) {
        let half = (longest + comptime!(PAIRS_AT_ONCE - 1)) / PAIRS_AT_ONCE;
        parallel_for(TeamVectorRange(team, half * self.atoms), |e| {
            let (first, a) = (e / self.atoms, e % self.atoms);
            let found = self.npairs[a + slot];
            let mut begin: i32 = 0;
            #[unroll]
            for q in 1..self.atoms {
                if a >= q as i32 {
                    begin += self.npairs[slot + (q - 1)];
                }
            }
            let mut r: [[T; 3]; PAIRS_AT_ONCE] = [[0.0; 3]; PAIRS_AT_ONCE];
            #[unroll]
            for u in 0..PAIRS_AT_ONCE {
                let n = first + half * u;
                if n < found {
                    #[unroll]
                    for d in 0..3 {
                        r[u][d] = self.dedr[(d, n * self.width + a + first_pair)];
                    }
                }
            }
            #[unroll]
            for u in 0..PAIRS_AT_ONCE {
                let n = first + half * u;
                if n < found {
                    #[unroll]
                    for d in 0..3 {
                        f[(n, d, a)] = r[u][d];
                    }
                    pair_at[begin + n] = n * self.atoms + a;
                }
            }
        });
    }

    /// dE/dr and the energy of each pair, a lane a pair.
    fn measure_pairs(
        &self,
        team: Team,
        first_pair: Int,
        pairs: Int,
        c: View<Complex<T>, 2>,
        f: View<T, 3>,
        pair_at: View<i32, 1>,
    ) {
        parallel_for(TeamVectorRange(team, pairs), |pair| {
            let at: i32 = pair_at[pair];
            let (n, a) = (at / self.atoms as i32, at % self.atoms as i32);
            let r: [T; 3] = [f[(n, 0, a)], f[(n, 1, a)], f[(n, 2, a)]];
            let mut kind: i32 = 0;
            if comptime!(self.nelements > 1) {
                kind = self.kind[n * self.width + a + first_pair];
            }
            let g = geometry_of(
                r,
                kind,
                self.pair,
                self.rmin0,
                self.nelements,
                comptime!(self.flags.switch),
                comptime!(self.flags.inner),
            );
            let (force, energy) = force_of_pair(c, a, g, self.twojmax);
            #[unroll]
            for d in 0..3 {
                f[(n, FORCE + d, a)] = force[d];
            }
            f[(n, ENERGY, a)] = energy;
        });
    }

    /// Writes dE/dr in place of the displacements.
    fn write_forces(&self, team: Team, slot: Int, first_pair: Int, longest: Int, f: View<T, 3>) {
        parallel_for(TeamVectorRange(team, longest * self.atoms), |e| {
            let (n, a) = (e / self.atoms, e % self.atoms);
            if n < self.npairs[a + slot] {
                #[unroll]
                for d in 0..3 {
                    self.dedr[(d, n * self.width + a + first_pair)] = f[(n, FORCE + d, a)];
                }
            }
        });
    }
}

#[kernel(unchecked)]
// SAFETY: a team writes what belongs to its own slots: their pairs, their sums and their atoms' energies; it reads the
// displacements before the barrier that precedes the first dE/dr in their place.
unsafe impl<T: Float> TeamKernel for ComputeDeidrjFused<T> {
    fn compute_deidrj_fused(&self, team: Team) {
        let local = team.league_rank() * self.atoms;
        let mut slot = local;
        if comptime!(self.batched) {
            slot = slot + self.tile_number[0] * self.width;
        }
        if slot >= self.ntiles * self.width {
            return;
        }
        let tile = slot / self.width;
        let element = self.tile_element[tile];
        // The number of the first slot's first pair; pairs of one slot are a tile's width apart.
        let first_pair = tile * self.width * self.capacity + slot % self.width;
        let entries = comptime!(GradientPairs::count(self.twojmax));
        let c = team.scratch::<Complex<T>, 2>([self.atoms, entries]);
        let f = team.scratch::<T, 3>([comptime!(row_length(self.capacity)), ROWS, self.atoms]);
        // Of the team's pairs one after the other: n times the number of slots, plus the slot.
        let pair_at = team.scratch::<i32, 1>([comptime!(self.atoms * self.capacity)]);
        let mut longest: Int = 0;
        let mut pairs: Int = 0;
        #[unroll]
        for a in 0..self.atoms {
            let found = self.npairs[slot + a] as Int;
            longest = longest.max(found);
            pairs = pairs + found;
        }
        self.load_c(team, local, c);
        self.load_pairs(team, slot, first_pair, longest, f, pair_at);
        team.barrier();
        self.measure_pairs(team, first_pair, pairs, c, f, pair_at);
        team.barrier();
        self.write_forces(team, slot, first_pair, longest, f);
        let steps = (longest + comptime!(SUMS_AT_ONCE - 1)) / SUMS_AT_ONCE;
        // Read by all lanes: read in the branch below, a vectorising compiler of OpenCL reads it for no lane at all, at address 0.
        let constant = self.constant[element];
        parallel_for(
            TeamVectorRange(team, comptime!(self.atoms * ATOM_SUMS)),
            |e| {
                let (q, a) = (e / self.atoms, e % self.atoms);
                let found = self.npairs[a + slot];
                let sum = sum_over_pairs(f, a, q, found, steps);
                if q < 9 {
                    self.sums[(a + slot, q)] = sum;
                } else if comptime!(self.cubic) {
                    let initial = c_times_initial(c, a, self.twojmax);
                    let atom: i32 = self.atom_of_slot[a + slot];
                    if atom >= 0 {
                        let energy = (sum + initial * WSELF) * (1.0 / 3.0) + constant;
                        self.energies[atom] = energy;
                    }
                }
            },
        );
    }
}

pub(super) fn stage<T: Float>(p: &Parts<'_, T>) -> Result<Stage> {
    let (given, pairs, mapping) = (p.given, &p.constants.pairs, p.mapping.deidrj);
    let planes = p.constants.yi.planes();
    let functor = ComputeDeidrjFused {
        tile_number: p.buffers.values.tile_number.clone(),
        ntiles: given.ntiles() as i32,
        tile_element: given.atoms.tile_element.clone(),
        atom_of_slot: given.list.slots().atom_of_slot.clone(),
        npairs: p.buffers.npairs.clone(),
        kind: p.buffers.near.kind().clone(),
        pair: pairs.pair.clone(),
        rmin0: pairs.rmin0,
        constant: p.constants.energy.clone(),
        c: p.buffers.c.clone(),
        dedr: p.buffers.dedr.clone(),
        sums: given.atoms.sums.clone(),
        energies: given.atoms.energies.clone(),
        cubic: p.buffers.beta().is_none(),
        batched: p.batches.are_many(),
        width: given.width(),
        atoms: mapping.atoms,
        planes,
        nelements: pairs.nelements,
        flags: pairs.flags,
        capacity: given.list.max_neighbors(),
        twojmax: given.twojmax(),
    };
    let league = p.batches.tiles * given.width() / mapping.atoms;
    let policy = capped(TeamPolicy::new(league, mapping.team), mapping.registers);
    let work = work::<T>(given.twojmax(), planes);
    Stage::of_gpus::<T, _>(given.space, "compute_deidrj", policy, &functor, work)
}

fn work<T: Float>(twojmax: usize, planes: usize) -> Work {
    let c_bytes = size_of::<Complex<T>>() * planes * GradientPairs::count(twojmax);
    let near = GEOMETRY_FMA + gradient_fma(twojmax);
    Work {
        atom: Cost::new(0, c_bytes + ATOM_SUMS * size_of::<f64>()),
        near: Cost::new(near, ENTRY + 2 * VECTOR),
        ..Work::default()
    }
}
