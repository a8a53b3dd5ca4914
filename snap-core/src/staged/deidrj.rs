//! compute_duidrj and compute_deidrj in one: dE_i/dr_k of every neighbour from C (FAST_SNAP section 7).

use portax::layout::InTile;
use portax::{
    AUTO, AoSoA, Complex, Float, Functor, IntRow, LayoutRight, Result, TeamKernel, TeamPolicy,
    View, device, kernel,
};

use super::Parts;
use super::features::{column, columns, feature_count, features, quaternion};
use super::groups::{HRows, KColumns, column_groups, row_groups};
use crate::pair::geometry::{ATOM_SUMS, COS, N, PAIR_ROWS, R, SIN, WDF, WF, WF_KAPPA, WF_SIN_R};
use crate::pair::powers::{chebyshev, chebyshev_derivatives, gradient_fma};
use crate::params::WSELF;
use crate::snap::{Given, Stage, list, rows};
use crate::tables::{MomentLayout, MomentRows, moment_rows};
use crate::work::{Cost, VECTOR, Work};

/// The last sum of a slot: C times M.
pub(super) const CM: usize = ATOM_SUMS - 1;

/// First feature of H = dE/dA, which follow those of [`features`].
pub(super) const fn h_features(twojmax: usize) -> usize {
    feature_count(twojmax)
}

/// Number of features of this stage.
#[must_use]
pub const fn gradient_features(twojmax: usize) -> usize {
    h_features(twojmax) + moment_rows(twojmax)
}

/// dE_i/dr_k for every neighbour k of each atom of a batch, their sums per atom (force and virial) and, where that is cubic in
/// M, its energy: a third of C times M (Euler's theorem), and M a sum over the same pairs.
///
/// Chunks of `BLOCK` neighbours, or `TAIL` for a last one that has no more: features, H = C Bx, K = A^T C (which takes the
/// place of Bx), then the chain rule.
#[derive(Functor)]
pub struct ComputeDeidrj<T: Float, const BLOCK: usize, const TAIL: usize> {
    /// Number of each tile of the batch.
    pub tile_number: View<i32, 1>,
    /// Tiles of the system.
    pub ntiles: i32,
    /// Number of the density: what belongs to its pairs follows that of the densities before.
    pub density: i32,
    /// Element of each tile.
    pub tile_element: View<i32, 1>,
    /// Atom of each slot, -1 for none.
    pub atom_of_slot: View<i32, 1>,
    /// Number of neighbours of each tile of the batch, the most.
    pub npairs: View<i32, 1>,
    /// Geometry of the pairs, see [`crate::pair::geometry`].
    pub geometry: View<T, 3, AoSoA>,
    /// Constant part of each element's energy.
    pub constant: View<f64, 1>,
    /// C, `[batch slots, moments]`.
    pub c: View<T, 2, AoSoA>,
    /// [`MomentLayout::initial_places`](crate::tables::MomentLayout::initial_places).
    pub initial_places: View<i32, 1>,
    /// [`MomentLayout::packed_rows`](crate::tables::MomentLayout::packed_rows).
    pub rows: View<IntRow<4>, 1>,
    /// [`row_groups`].
    pub row_groups: View<IntRow<8>, 1>,
    /// [`column_groups`].
    pub column_groups: View<IntRow<4>, 1>,
    /// dE/dr of each pair, `[3, slots * max_neighbors]`.
    pub dedr: View<T, 2, LayoutRight>,
    /// Sum of dE/dr over the neighbours (three values), virial xx yy zz xy xz yz and C times M of each slot, `[slots, ATOM_SUMS]`.
    pub sums: View<f64, 2, AoSoA>,
    /// Energy of each atom.
    pub energies: View<f64, 1>,
    /// Is the energy cubic in M? Otherwise another stage has written it.
    #[comptime]
    pub cubic: bool,
    /// Lanes of a tile.
    #[comptime]
    pub width: usize,
    /// Rows of H, and columns of K, that are computed together, 2 or 4: what the groups were made for.
    #[comptime]
    pub at_once: usize,
    /// Twice the largest angular momentum.
    #[comptime]
    pub twojmax: usize,
}

/// Adds columns `begin..end` to H of the first `ADDED` rows of a group.
#[device(unchecked)]
fn add_columns<T: Float, const BLOCK: usize, const ROWS: usize, const ADDED: usize>(
    h: &mut [[T; BLOCK]; ROWS],
    group: HRows<Int>,
    begin: Int,
    end: Int,
    f: View<T, 3, InTile>,
    c: View<T, 2, InTile>,
    lane: Index,
    twojmax: usize,
) {
    for column in begin..end {
        let mut bx: [T; BLOCK] = [0.0; BLOCK];
        #[unroll]
        for k in 0..BLOCK {
            bx[k] = f[(lane, column + comptime!(columns(twojmax)), k)];
        }
        #[unroll]
        for r in 0..ADDED {
            let value = c[(lane, group.offsets[r] + column)];
            #[unroll]
            for k in 0..BLOCK {
                h[r][k] += value * bx[k];
            }
        }
    }
}

/// H of a group of `ROWS` rows, of which the first `LONG` have more columns than the others, for the `BLOCK` neighbours of
/// a chunk (of which the last ones may have no meaning).
#[device(unchecked)]
fn rows_of_h<T: Float, const BLOCK: usize, const ROWS: usize, const LONG: usize>(
    group: HRows<Int>,
    f: View<T, 3, InTile>,
    c: View<T, 2, InTile>,
    lane: Index,
    twojmax: usize,
) {
    let mut h: [[T; BLOCK]; ROWS] = [[0.0; BLOCK]; ROWS];
    let begin: Int = 0;
    add_columns::<T, BLOCK, ROWS, ROWS>(&mut h, group, begin, group.shortest, f, c, lane, twojmax);
    if comptime!(LONG < ROWS) {
        add_columns::<T, BLOCK, ROWS, LONG>(
            &mut h,
            group,
            group.shortest,
            group.longest,
            f,
            c,
            lane,
            twojmax,
        );
    }
    let first = group.first + comptime!(h_features(twojmax));
    #[unroll]
    for r in 0..ROWS {
        #[unroll]
        for k in 0..BLOCK {
            f[(lane, first + r, k)] = h[r][k];
        }
    }
}

/// K of `COLUMNS` columns from `group.first` on for the `BLOCK` neighbours of a chunk.
#[device(unchecked)]
fn columns_of_k<T: Float, const BLOCK: usize, const COLUMNS: usize>(
    group: KColumns<Int>,
    rows: View<IntRow<4>, 1>,
    f: View<T, 3, InTile>,
    c: View<T, 2, InTile>,
    lane: Index,
    twojmax: usize,
) {
    let mut sum: [[T; BLOCK]; COLUMNS] = [[0.0; BLOCK]; COLUMNS];
    #[unroll]
    for n in 0..COLUMNS {
        let value = c[(lane, group.first + n)];
        #[unroll]
        for k in 0..BLOCK {
            sum[n][k] = value;
        }
    }
    for s in 1..group.largest_s + 1 {
        let row = MomentRows::of(rows[s]);
        #[unroll]
        for part in 0..2 {
            let mut a: [T; BLOCK] = [0.0; BLOCK];
            #[unroll]
            for k in 0..BLOCK {
                a[k] = f[(lane, s * 2 + part - 1, k)];
            }
            #[unroll]
            for n in 0..COLUMNS {
                let value = c[(lane, row.offsets[part] + group.first + n)];
                #[unroll]
                for k in 0..BLOCK {
                    sum[n][k] += value * a[k];
                }
            }
        }
    }
    #[unroll]
    for n in 0..COLUMNS {
        #[unroll]
        for k in 0..BLOCK {
            f[(lane, group.first + comptime!(columns(twojmax)) + n, k)] = sum[n][k];
        }
    }
}

/// H of any group of [`row_groups`].
#[device(unchecked)]
fn h_of_group<T: Float, const BLOCK: usize>(
    group: HRows<Int>,
    f: View<T, 3, InTile>,
    c: View<T, 2, InTile>,
    lane: Index,
    at_once: usize,
    twojmax: usize,
) {
    if group.rows == 1 {
        rows_of_h::<T, BLOCK, 1, 1>(group, f, c, lane, twojmax);
    } else if group.rows == 2 {
        rows_of_h::<T, BLOCK, 2, 2>(group, f, c, lane, twojmax);
    } else if comptime!(at_once >= 4) {
        if group.rows == 3 {
            rows_of_h::<T, BLOCK, 3, 1>(group, f, c, lane, twojmax);
        } else {
            rows_of_h::<T, BLOCK, 4, 2>(group, f, c, lane, twojmax);
        }
    }
}

/// K of a group of [`column_groups`].
#[device(unchecked)]
fn k_of_group<T: Float, const BLOCK: usize>(
    group: KColumns<Int>,
    rows: View<IntRow<4>, 1>,
    f: View<T, 3, InTile>,
    c: View<T, 2, InTile>,
    lane: Index,
    at_once: usize,
    twojmax: usize,
) {
    if comptime!(at_once >= 4) {
        columns_of_k::<T, BLOCK, 4>(group, rows, f, c, lane, twojmax);
    } else {
        columns_of_k::<T, BLOCK, 2>(group, rows, f, c, lane, twojmax);
    }
}

/// E_k = sum A H and its derivatives: with respect to a (from the powers of a alone) and b, and to x.
///
/// One loop has the sums over S and over T: neither waits for the other, nor real parts for imaginary ones. They are
/// replicated as in [`features`].
#[device(unchecked)]
fn derivatives_of_energy<T: Float>(
    f: View<T, 3, InTile>,
    lane: Index,
    k: Int,
    [a, b]: [Complex<T>; 2],
    twojmax: usize,
) -> (T, Complex<T>, Complex<T>, T) {
    let p = chebyshev(a, twojmax);
    let d = chebyshev_derivatives(p, twojmax);
    let mut energy: Complex<T> = 0.0;
    energy.re = f[(lane, comptime!(h_features(twojmax)), k)];
    let mut ex: Complex<T> = 0.0;
    #[unroll]
    for n in 1..8 {
        if 2 * n <= twojmax {
            ex.re += f[(lane, comptime!(column(twojmax, 0, n)), k)] * d[n];
        }
    }
    let mut ga: Complex<T> = 0.0;
    let mut gb: Complex<T> = 0.0;
    let mut before_a: Complex<T> = 1.0;
    let mut before_b: Complex<T> = 1.0;
    #[unroll]
    for s in 1..15 {
        if s <= twojmax {
            let scale: T = comptime!(s as f64);
            let power_a = Complex {
                re: f[(lane, 2 * s - 1, k)],
                im: f[(lane, 2 * s, k)],
            };
            let h = Complex {
                re: f[(lane, comptime!(h_features(twojmax) + 2 * s - 1), k)],
                im: f[(lane, comptime!(h_features(twojmax) + 2 * s), k)],
            };
            energy.re += power_a.re * h.re;
            energy.im += power_a.im * h.im;
            ga += before_a.conj() * (h * scale);
            before_a = power_a;
            let power_b = before_b * b;
            let at = comptime!(column(twojmax, s, 0));
            let mut along_b = Complex {
                re: f[(lane, at, k)],
                im: f[(lane, at + 1, k)],
            };
            let mut along_x: Complex<T> = 0.0;
            #[unroll]
            for n in 1..(16 - s) / 2 {
                if s + 2 * n <= twojmax {
                    let at = comptime!(column(twojmax, s, n));
                    let (re, im) = (f[(lane, at, k)], f[(lane, at + 1, k)]);
                    along_b.re += re * p[n];
                    along_b.im += im * p[n];
                    along_x.re += re * d[n];
                    along_x.im += im * d[n];
                }
            }
            ex.re += along_x.re * power_b.re;
            ex.im += along_x.im * power_b.im;
            gb += before_b.conj() * (along_b * scale);
            before_b = power_b;
        }
    }
    (energy.re + energy.im, ga, gb, ex.re + ex.im)
}

/// The chain rule from (a, b) to the displacement of pair `n`: dE_i/dr_k, and w f E_k.
#[device(unchecked)]
fn chain_rule<T: Float>(
    f: View<T, 3, InTile>,
    geometry: View<T, 3, InTile>,
    lane: Index,
    k: Int,
    n: Int,
    twojmax: usize,
) -> [T; 4] {
    let [a, b] = quaternion(geometry, lane, n);
    let (energy, from_powers, gb, ex) = derivatives_of_energy(f, lane, k, [a, b], twojmax);
    let (sin, cos) = (geometry[(lane, SIN, n)], geometry[(lane, COS, n)]);
    let (nx, ny, nz) = (
        geometry[(lane, N, n)],
        geometry[(lane, N + 1, n)],
        geometry[(lane, N + 2, n)],
    );
    let x4 = ex * 4.0;
    let ga_re = from_powers.re + x4 * cos;
    let ga_im = from_powers.im - x4 * (nz * sin);
    let along = ny * gb.re - nx * gb.im - nz * ga_im;
    let across = geometry[(lane, WF_SIN_R, n)];
    let radial = geometry[(lane, WF_KAPPA, n)] * (cos * along - sin * ga_re)
        + geometry[(lane, WDF, n)] * energy
        - across * along;
    [
        radial * nx - across * gb.im,
        radial * ny + across * gb.re,
        radial * nz - across * ga_im,
        geometry[(lane, WF, n)] * energy,
    ]
}

/// C times M before the first neighbour.
#[device(unchecked)]
fn c_times_initial<T: Float>(c: View<T, 2, InTile>, places: View<i32, 1>, lane: Index) -> f64 {
    let mut sum: f64 = 0.0;
    for i in 0..places.extent(0) {
        sum += c[(lane, places[i])] as f64;
    }
    sum * WSELF
}

/// Adds the `count` pairs of a chunk to the sums of their atoms.
#[device(unchecked)]
fn add_up<T: Float>(
    f: View<T, 3, InTile>,
    geometry: View<T, 3, InTile>,
    sums: View<f64, 2, InTile>,
    lane: Index,
    begin: Int,
    count: Int,
) {
    let mut sum: [f64; ATOM_SUMS] = [0.0; ATOM_SUMS];
    #[unroll]
    for q in 0..ATOM_SUMS {
        sum[q] = sums[(lane, q)];
    }
    for k in 0..count {
        let (x, y, z) = (
            f[(lane, 0, k)] as f64,
            f[(lane, 1, k)] as f64,
            f[(lane, 2, k)] as f64,
        );
        let r = geometry[(lane, R, begin + k)] as f64;
        let rx = r * geometry[(lane, N, begin + k)] as f64;
        let ry = r * geometry[(lane, N + 1, begin + k)] as f64;
        let rz = r * geometry[(lane, N + 2, begin + k)] as f64;
        sum[0] += x;
        sum[1] += y;
        sum[2] += z;
        sum[3] -= rx * x;
        sum[4] -= ry * y;
        sum[5] -= rz * z;
        sum[6] -= rx * y;
        sum[7] -= rx * z;
        sum[8] -= ry * z;
        sum[CM] += f[(lane, 3, k)] as f64;
    }
    #[unroll]
    for q in 0..ATOM_SUMS {
        sums[(lane, q)] = sum[q];
    }
}

#[kernel(unchecked)]
// SAFETY: a team writes its own tile, its threads different rows, columns and neighbours of it, and sums behind barriers;
// positions in the lists come from compute_rij.
unsafe impl<T: Float, const BLOCK: usize, const TAIL: usize> TeamKernel
    for ComputeDeidrj<T, BLOCK, TAIL>
{
    fn compute_duidrj_deidrj(&self, team: Team) {
        let t = team.league_rank();
        let tile = self.tile_number[t];
        if tile >= self.ntiles {
            return;
        }
        let (geometry, c) = (self.geometry.tile(t), self.c.tile(t));
        let of_density = tile + self.density * self.ntiles;
        let first_pair = of_density * self.geometry.extent(2);
        let sums = self.sums.tile(of_density);
        let f = team.scratch_tile::<T, 3>([
            self.width,
            comptime!(gradient_features(self.twojmax)),
            BLOCK,
        ]);
        let npairs = self.npairs[t];
        parallel_for(TeamThreadRange(team, ATOM_SUMS), |q| {
            for lane in team.lanes() {
                let mut sum: f64 = 0.0;
                if q == CM {
                    sum = c_times_initial(c, self.initial_places, lane);
                }
                sums[(lane, q)] = sum;
            }
        });
        // Where no atom of the tile has a neighbour, no barrier follows before the energies are read.
        team.barrier();
        for chunk in 0..(npairs + comptime!(BLOCK - 1)) / BLOCK {
            let begin = chunk * BLOCK;
            let count = (npairs - begin).min(BLOCK);
            parallel_for(TeamThreadRange(team, count), |k| {
                for lane in team.lanes() {
                    let ab = quaternion(geometry, lane, begin + k);
                    let one: T = 1.0;
                    features(f, lane, k, ab, one, self.twojmax);
                }
            });
            team.barrier();
            parallel_for(TeamThreadRange(team, self.row_groups.extent(0)), |i| {
                let group = HRows::of(self.row_groups[i]);
                for lane in team.lanes() {
                    if count <= TAIL {
                        h_of_group::<T, TAIL>(group, f, c, lane, self.at_once, self.twojmax);
                    } else {
                        h_of_group::<T, BLOCK>(group, f, c, lane, self.at_once, self.twojmax);
                    }
                }
            });
            team.barrier();
            parallel_for(TeamThreadRange(team, self.column_groups.extent(0)), |i| {
                let group = KColumns::of(self.column_groups[i]);
                for lane in team.lanes() {
                    if count <= TAIL {
                        k_of_group::<T, TAIL>(
                            group,
                            self.rows,
                            f,
                            c,
                            lane,
                            self.at_once,
                            self.twojmax,
                        );
                    } else {
                        k_of_group::<T, BLOCK>(
                            group,
                            self.rows,
                            f,
                            c,
                            lane,
                            self.at_once,
                            self.twojmax,
                        );
                    }
                }
            });
            team.barrier();
            parallel_for(TeamThreadRange(team, count), |k| {
                let pairs = (first_pair + begin + k) * self.width;
                for lane in team.lanes() {
                    let pair = chain_rule(f, geometry, lane, k, begin + k, self.twojmax);
                    #[unroll]
                    for d in 0..4 {
                        f[(lane, d, k)] = pair[d];
                    }
                    #[unroll]
                    for d in 0..3 {
                        self.dedr[(d, lane + pairs)] = pair[d];
                    }
                }
            });
            team.barrier();
            parallel_for(TeamThreadRange(team, 1), |q| {
                for lane in team.lanes() {
                    add_up(f, geometry, sums, lane, begin, count);
                }
            });
            team.barrier();
        }
        if comptime!(self.cubic) {
            let constant = self.constant[self.tile_element[tile]];
            parallel_for(TeamThreadRange(team, 1), |q| {
                for lane in team.lanes() {
                    let atom = self.atom_of_slot[lane + tile * self.width];
                    if atom >= 0 {
                        let energy = sums[(lane, CM)] * (1.0 / 3.0) + constant;
                        self.energies[atom] = energy;
                    }
                }
            });
        }
    }
}

/// Neighbours of a block: two or four times as many sums in registers.
const AT_ONCE: usize = 4;
/// Neighbours of the last block, if they are so few.
const AT_END: usize = 2;

/// The tables on a space.
#[derive(Clone)]
pub(super) struct Tables {
    initial_places: View<i32, 1>,
    rows: View<IntRow<4>, 1>,
    row_groups: View<IntRow<8>, 1>,
    column_groups: View<IntRow<4>, 1>,
}

impl Tables {
    /// Those of moments in `layout`, so many rows and columns together.
    pub fn new(given: &Given<'_>, layout: &MomentLayout, at_once: usize) -> Result<Self> {
        let space = given.space;
        let initial_places = match given.densities() {
            1 => layout.initial_places(),
            _ => vec![],
        };
        let columns = column_groups(layout.twojmax(), at_once);
        Ok(Self {
            initial_places: list(space, "initial_places", &initial_places)?,
            rows: rows(space, "moment_rows", &layout.packed_rows())?,
            row_groups: rows(space, "row_groups", &row_groups(layout, at_once))?,
            column_groups: rows(space, "column_groups", &columns)?,
        })
    }
}

/// In blocks of [`AT_ONCE`] neighbours where team scratch has room for their features, as that of hosts always has.
pub(super) fn stage<T: Float>(p: &Parts<'_, T>, density: usize) -> Result<Stage> {
    let features = gradient_features(p.given.twojmax());
    let (space, name) = (p.given.space, "compute_duidrj_deidrj");
    let policy = TeamPolicy::new(p.tiles, AUTO);
    let work = work::<T>(p.given.twojmax());
    if space.is_host() || p.given.neighbors_in_scratch::<T>(features) >= AT_ONCE {
        let functor = in_blocks::<T, AT_ONCE, AT_END>(p, density);
        Stage::new(space, name, policy, &functor, work)
    } else {
        let functor = in_blocks::<T, 1, 1>(p, density);
        let launch = space.prepare_on_device(name, policy, &functor)?;
        Ok(Stage::of(name, launch, work))
    }
}

fn in_blocks<T: Float, const BLOCK: usize, const TAIL: usize>(
    p: &Parts<'_, T>,
    density: usize,
) -> ComputeDeidrj<T, BLOCK, TAIL> {
    let (&Given { atoms, list, .. }, tables) = (p.given, &p.constants.deidrj);
    let buffers = &p.buffers.densities[density];
    let pairs = &p.buffers.to_v.densities[density];
    ComputeDeidrj {
        tile_number: p.buffers.to_v.values.tile_number.clone(),
        ntiles: p.given.ntiles() as i32,
        density: density as i32,
        tile_element: atoms.tile_element.clone(),
        atom_of_slot: list.slots().atom_of_slot.clone(),
        npairs: pairs.npairs.clone(),
        geometry: pairs.geometry.clone(),
        constant: p.constants.energy.clone(),
        c: buffers.c.clone(),
        initial_places: tables.initial_places.clone(),
        rows: tables.rows.clone(),
        row_groups: tables.row_groups.clone(),
        column_groups: tables.column_groups.clone(),
        dedr: p.buffers.dedr.clone(),
        sums: buffers.sums.clone(),
        energies: atoms.energies.clone(),
        cubic: p.buffers.beta().is_none() && p.given.densities() == 1,
        width: p.given.width(),
        at_once: p.mapping.pair_rows,
        twojmax: p.given.twojmax(),
    }
}

fn work<T>(twojmax: usize) -> Work {
    let (real, moments) = (size_of::<T>(), MomentLayout::new(twojmax).nvalues());
    let sums = ATOM_SUMS * size_of::<f64>();
    Work {
        atom: Cost::new(0, real * moments + sums),
        near: Cost::new(gradient_fma(twojmax), real * PAIR_ROWS + VECTOR),
        ..Work::default()
    }
}
