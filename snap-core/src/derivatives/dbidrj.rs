//! compute_duidrj and compute_dbidrj in one: dB/dr of every descriptor and every neighbour.

use portax::layout::InTile;
use portax::{
    AUTO, AoSoA, Complex, Functor, IntRow, Result, TeamKernel, TeamPolicy, View, device, kernel,
};

use super::Parts;
use crate::pair::geometry::{COS, N, SIN, WDF, WF_KAPPA, WF_SIN_R};
use crate::pair::powers::{chebyshev, chebyshev_derivatives};
use crate::snap::{Given, Stage, list, rows};
use crate::staged::features::quaternion;
use crate::tables::{
    BOTH, BasisChange, BasisItem, BispectrumGradients, GradientRows, HalfPlane, MomentLayout,
    ValuesByJ,
};
use crate::work::Work;

/// Neighbours whose dV are present at a time: with 2J = 8 and AVX-512 they take 220 KiB, beside 280 KiB of Z.
pub(super) const CHUNK: usize = 4;
/// Neighbours that are contracted together.
const PAIRS: usize = 2;
/// Columns of dV that are contracted together, three a neighbour.
const COLUMNS: usize = 3 * PAIRS;

/// Rows of a pair's powers: those of a and b (S, c), then their derivatives in three directions, all w f apart from a^S b^T
/// alone; then Chebyshev polynomials, their derivatives, and w f dx/dr.
pub(super) const fn power_rows(twojmax: usize) -> usize {
    wdx(twojmax) + 3
}

/// First row of a^S.
const POWERS_A: usize = 0;

/// Rows of the powers of one number.
const fn of_one(twojmax: usize) -> usize {
    2 * (twojmax + 1)
}

/// First row of b^T.
const fn powers_b(twojmax: usize) -> usize {
    of_one(twojmax)
}

/// First row of w f d(a^S)/dr + w df/dr n a^S in direction `d`.
const fn slopes_a(twojmax: usize, d: usize) -> usize {
    (2 + d) * of_one(twojmax)
}

/// First row of w f d(b^T)/dr in direction `d`.
const fn slopes_b(twojmax: usize, d: usize) -> usize {
    (5 + d) * of_one(twojmax)
}

/// First row of the Chebyshev polynomials.
const fn polynomials(twojmax: usize) -> usize {
    8 * of_one(twojmax)
}

/// First row of their derivatives.
const fn slopes(twojmax: usize) -> usize {
    polynomials(twojmax) + twojmax / 2 + 1
}

/// First row of w f dx/dr.
const fn wdx(twojmax: usize) -> usize {
    slopes(twojmax) + twojmax / 2 + 1
}

/// dB_i/dr_k of every descriptor of each atom of a batch and every neighbour k that adds to one density, and their sums over
/// the neighbours.
///
/// For a few neighbours at a time: their powers, dV/dr = d(w f U)/dr in three directions, kept by j, and its contraction with
/// the rows of Z.
#[derive(Functor)]
pub struct ComputeDbidrj {
    /// Number of each tile of the round.
    pub tile_number: View<i32, 1>,
    /// First tile of the batch, counted from the round's; one element.
    pub batch: View<i32, 1>,
    /// Tiles of the system.
    pub ntiles: i32,
    /// Tiles that this density's derivatives lie behind.
    pub before: i32,
    /// Number of neighbours of each tile of the round, the most.
    pub npairs: View<i32, 1>,
    /// Geometry of the pairs, see [`crate::pair::geometry`], `[round slots, PAIR_ROWS, pairs of a slot]`.
    pub geometry: View<f64, 3, AoSoA>,
    /// Z, `[batch slots, values of all rows]`.
    pub zlist: View<Complex<f64>, 2, AoSoA>,
    /// [`BasisChange::items`](crate::tables::BasisChange::items), with S in place of a moment's offset.
    pub items: View<IntRow<8>, 1>,
    /// [`BasisChange::t`](crate::tables::BasisChange::t).
    pub t: View<f64, 1>,
    /// [`ValuesByJ::place`](crate::tables::ValuesByJ::place).
    pub place: View<i32, 1>,
    /// [`BispectrumGradients::groups`](crate::tables::BispectrumGradients::groups).
    pub groups: View<IntRow<8>, 1>,
    /// [`BispectrumGradients::block_starts`](crate::tables::BispectrumGradients::block_starts).
    pub block_starts: View<i32, 1>,
    /// Powers of the present neighbours, `[batch slots, rows, CHUNK]`.
    pub powers: View<f64, 3, AoSoA>,
    /// dV/dr of the present neighbours by j, `[batch slots, values, 3 CHUNK]`.
    pub dulist: View<Complex<f64>, 3, AoSoA>,
    /// dB/dr of the present neighbours, and the sum over those before, `[batch slots, 3 * classes, CHUNK + 1]`: rows are
    /// classes in each direction.
    pub present: View<f64, 3, AoSoA>,
    /// dB/dr, `[3 * classes, pairs of a slot and one, densities * round slots]`, so that what belongs to a pair stands together;
    /// the last pair is the sum over all.
    pub dblist: View<f64, 3>,
    /// Lanes of a tile.
    #[comptime]
    pub width: usize,
    /// Rows that are contracted together, the most.
    #[comptime]
    pub at_once: usize,
    /// Twice the largest angular momentum.
    #[comptime]
    pub twojmax: usize,
}

/// w f da/dr, w f db/dr and w f dx/dr in direction `d` of the neighbour `n`.
#[device(unchecked)]
fn slopes_of_quaternion(
    geometry: View<f64, 3, InTile>,
    lane: Index,
    n: Int,
    d: usize,
) -> (Complex<f64>, Complex<f64>, f64) {
    let (nx, ny, nz) = (
        geometry[(lane, N, n)],
        geometry[(lane, N + 1, n)],
        geometry[(lane, N + 2, n)],
    );
    let (sin, cos) = (geometry[(lane, SIN, n)], geometry[(lane, COS, n)]);
    let across = geometry[(lane, WF_SIN_R, n)];
    let nd = geometry[(lane, N + d, n)];
    // Along n the angle changes, across it n does: dn/dr = (1 - n n) / r.
    let turn = geometry[(lane, WF_KAPPA, n)] * nd;
    let along = cos * turn - across * nd;
    let mut dx: f64 = along * nx;
    let mut dy: f64 = along * ny;
    let mut dz: f64 = along * nz;
    if d == 0 {
        dx += across;
    } else if d == 1 {
        dy += across;
    } else {
        dz += across;
    }
    let da = Complex {
        re: -(sin * turn),
        im: -dz,
    };
    let db = Complex { re: dy, im: -dx };
    let x = (cos * da.re + (nz * sin) * dz) * 4.0;
    (da, db, x)
}

#[device(unchecked)]
impl ComputeDbidrj {
    /// Writes the powers of neighbour `n` and their derivatives.
    fn write_powers(
        &self,
        geometry: View<f64, 3, InTile>,
        f: View<f64, 3, InTile>,
        lane: Index,
        n: Int,
        k: Int,
    ) {
        let [a, b] = quaternion(geometry, lane, n);
        let p = chebyshev(a, self.twojmax);
        let slope = chebyshev_derivatives(p, self.twojmax);
        #[unroll]
        for m in 0..8 {
            if 2 * m <= self.twojmax {
                f[(lane, comptime!(polynomials(self.twojmax) + m), k)] = p[m];
                f[(lane, comptime!(slopes(self.twojmax) + m), k)] = slope[m];
            }
        }
        let mut da: [Complex<f64>; 3] = [0.0; 3];
        let mut db: [Complex<f64>; 3] = [0.0; 3];
        let mut fade: [f64; 3] = [0.0; 3];
        #[unroll]
        for d in 0..3 {
            let (along_a, along_b, along_x) = slopes_of_quaternion(geometry, lane, n, d);
            da[d] = along_a;
            db[d] = along_b;
            fade[d] = geometry[(lane, WDF, n)] * geometry[(lane, N + d, n)];
            f[(lane, comptime!(wdx(self.twojmax) + d), k)] = along_x;
        }
        let mut power_a: Complex<f64> = 1.0;
        let mut power_b: Complex<f64> = 1.0;
        let mut before_a: Complex<f64> = 0.0;
        let mut before_b: Complex<f64> = 0.0;
        for s in 0..self.twojmax + 1 {
            let scale = s as f64;
            let (at_a, at_b) = (2 * s + POWERS_A, 2 * s + comptime!(powers_b(self.twojmax)));
            f[(lane, at_a, k)] = power_a.re;
            f[(lane, at_a + 1, k)] = power_a.im;
            f[(lane, at_b, k)] = power_b.re;
            f[(lane, at_b + 1, k)] = power_b.im;
            let (slope_a, slope_b) = (before_a * scale, before_b * scale);
            #[unroll]
            for d in 0..3 {
                let of_a = slope_a * da[d] + power_a * fade[d];
                let of_b = slope_b * db[d];
                let at = 2 * s + comptime!(slopes_a(self.twojmax, d));
                f[(lane, at, k)] = of_a.re;
                f[(lane, at + 1, k)] = of_a.im;
                let at = 2 * s + comptime!(slopes_b(self.twojmax, d));
                f[(lane, at, k)] = of_b.re;
                f[(lane, at + 1, k)] = of_b.im;
            }
            before_a = power_a;
            before_b = power_b;
            power_a = power_a * a;
            power_b = power_b * b;
        }
    }

    /// Writes dV/dr of neighbour `k` of the chunk for the weights (S, T) and (S, -T).
    fn write_derivatives(
        &self,
        item: BasisItem<Int>,
        f: View<f64, 3, InTile>,
        du: View<Complex<f64>, 3, InTile>,
        lane: Index,
        k: Int,
    ) {
        let (at_a, at_b) = (2 * item.rr, 2 * item.degree);
        let a = power(f, lane, at_a + POWERS_A, k);
        let b = power(f, lane, at_b + comptime!(powers_b(self.twojmax)), k);
        let (plus, minus) = (a * b, a * b.conj());
        let mut along_plus: [Complex<f64>; 3] = [0.0; 3];
        let mut along_minus: [Complex<f64>; 3] = [0.0; 3];
        let mut dx: [f64; 3] = [0.0; 3];
        #[unroll]
        for d in 0..3 {
            let da = power(f, lane, at_a + comptime!(slopes_a(self.twojmax, d)), k);
            let db = power(f, lane, at_b + comptime!(slopes_b(self.twojmax, d)), k);
            along_plus[d] = da * b + a * db;
            along_minus[d] = da * b.conj() + a * db.conj();
            dx[d] = f[(lane, comptime!(wdx(self.twojmax) + d), k)];
        }
        for n in 0..item.n {
            let mut p: f64 = 0.0;
            let mut slope: f64 = 0.0;
            for m in 0..n + 1 {
                let t = self.t[item.t + (n * item.n + m)];
                p += t * f[(lane, m + comptime!(polynomials(self.twojmax)), k)];
                slope += t * f[(lane, m + comptime!(slopes(self.twojmax)), k)];
            }
            let place = self.place[item.plus + n];
            #[unroll]
            for d in 0..3 {
                du[(lane, place, 3 * k + d)] = along_plus[d] * p + plus * (dx[d] * slope);
            }
            if item.kind == BOTH {
                let place = self.place[item.minus + n];
                #[unroll]
                for d in 0..3 {
                    du[(lane, place, 3 * k + d)] = along_minus[d] * p + minus * (dx[d] * slope);
                }
            }
        }
    }

    /// Adds the contraction of `ROWS` rows of Z with dV of the neighbours from `k` on to their dB/dr.
    fn contract<const ROWS: usize>(
        &self,
        group: GradientRows<Int>,
        z: View<Complex<f64>, 2, InTile>,
        du: View<Complex<f64>, 3, InTile>,
        db: View<f64, 3, InTile>,
        lane: Index,
        k: Int,
    ) {
        let classes = self.dblist.extent(0) / 3;
        let mut sum: [[f64; COLUMNS]; ROWS] = [[0.0; COLUMNS]; ROWS];
        for q in 0..group.length {
            let mut of_row: [Complex<f64>; ROWS] = [0.0; ROWS];
            #[unroll]
            for r in 0..ROWS {
                of_row[r] = z[(lane, group.first + group.length * r + q)];
            }
            #[unroll]
            for c in 0..COLUMNS {
                let u = du[(lane, group.place + q, 3 * k + c)];
                #[unroll]
                for r in 0..ROWS {
                    sum[r][c] += of_row[r].re * u.re;
                    sum[r][c] += of_row[r].im * u.im;
                }
            }
        }
        #[unroll]
        for r in 0..ROWS {
            #[unroll]
            for c in 0..COLUMNS {
                let row = group.classes[r] + classes * comptime!(c % 3);
                let pair = k + comptime!(c / 3);
                db[(lane, row, pair)] += sum[r][c];
            }
        }
    }
}

/// A complex number of two rows.
#[device(unchecked)]
fn power(f: View<f64, 3, InTile>, lane: Index, row: Int, k: Int) -> Complex<f64> {
    Complex {
        re: f[(lane, row, k)],
        im: f[(lane, row + 1, k)],
    }
}

// SAFETY: a team writes its own tile, its threads different neighbours, weights and rows of it, and sums behind barriers; no two
// rows of a block have one class. Tables point into the values, and neighbours are fewer than a slot has room for.
#[kernel(unchecked)]
unsafe impl TeamKernel for ComputeDbidrj {
    fn compute_dbidrj(&self, team: Team) {
        let t = team.league_rank();
        let of_round = t + self.batch[0];
        if of_round + self.tile_number[0] >= self.ntiles {
            return;
        }
        let (geometry, z) = (self.geometry.tile(of_round), self.zlist.tile(t));
        let (f, du) = (self.powers.tile(t), self.dulist.tile(t));
        let db = self.present.tile(t);
        let (rows, last) = (self.dblist.extent(0), self.dblist.extent(1) - 1);
        let slot = (of_round + self.before) * self.width;
        parallel_for(TeamThreadRange(team, rows), |row| {
            for lane in team.lanes() {
                db[(lane, row, comptime!(CHUNK))] = 0.0;
            }
        });
        let npairs = self.npairs[of_round] as Int;
        for chunk in 0..(npairs + comptime!(CHUNK - 1)) / comptime!(CHUNK) {
            let begin = chunk * comptime!(CHUNK);
            let count = (npairs - begin).min(comptime!(CHUNK));
            // Of pairs that are contracted with the last one their room is used, and what they hold is not.
            let blocks = (count + comptime!(PAIRS - 1)) / comptime!(PAIRS);
            parallel_for(TeamThreadRange(team, count), |k| {
                for lane in team.lanes() {
                    self.write_powers(geometry, f, lane, begin + k, k);
                }
            });
            parallel_for(TeamThreadRange(team, rows), |row| {
                for lane in team.lanes() {
                    for k in 0..blocks * comptime!(PAIRS) {
                        db[(lane, row, k)] = 0.0;
                    }
                }
            });
            team.barrier();
            parallel_for(TeamThreadRange(team, self.items.extent(0) * count), |u| {
                let item = BasisItem::of(self.items[u / count]);
                for lane in team.lanes() {
                    self.write_derivatives(item, f, du, lane, u % count);
                }
            });
            team.barrier();
            for block in 0..self.block_starts.extent(0) - 1 {
                let first = self.block_starts[block] as Int;
                let groups = self.block_starts[block + 1] as Int - first;
                parallel_for(TeamThreadRange(team, groups * blocks), |u| {
                    let group = GradientRows::of(self.groups[first + u / blocks]);
                    let k = (u % blocks) * comptime!(PAIRS);
                    for lane in team.lanes() {
                        #[unroll]
                        for ROWS in 1..=4 {
                            if comptime!(ROWS <= self.at_once) {
                                if group.rows == ROWS {
                                    self.contract::<ROWS>(group, z, du, db, lane, k);
                                }
                            }
                        }
                    }
                });
                team.barrier();
            }
            parallel_for(TeamThreadRange(team, rows), |row| {
                for lane in team.lanes() {
                    let mut sum = db[(lane, row, comptime!(CHUNK))];
                    for k in 0..count {
                        let value = db[(lane, row, k)];
                        self.dblist[(row, begin + k, lane + slot)] = value;
                        sum += value;
                    }
                    db[(lane, row, comptime!(CHUNK))] = sum;
                }
            });
            team.barrier();
        }
        parallel_for(TeamThreadRange(team, rows), |row| {
            for lane in team.lanes() {
                self.dblist[(row, last, lane + slot)] = db[(lane, row, comptime!(CHUNK))];
            }
        });
    }
}

/// The tables on a space.
pub(super) struct Tables {
    items: View<IntRow<8>, 1>,
    t: View<f64, 1>,
    place: View<i32, 1>,
    /// Of each density.
    groups: Vec<View<IntRow<8>, 1>>,
    block_starts: Vec<View<i32, 1>>,
    /// Values of V of a density.
    pub nvalues: usize,
    at_once: usize,
}

impl Tables {
    pub fn new(given: &Given<'_>, gradients: &BispectrumGradients, at_once: usize) -> Result<Self> {
        let (space, twojmax) = (given.space, given.twojmax());
        let half_plane = HalfPlane::new(twojmax);
        let change = BasisChange::new(&MomentLayout::new(twojmax));
        let items = change
            .items
            .iter()
            .map(|&row| with_powers(&half_plane, row));
        let groups = gradients.groups.iter();
        let starts = gradients.block_starts.iter();
        Ok(Self {
            items: rows(space, "dv_items", &items.collect::<Vec<_>>())?,
            t: list(space, "basis_change_t", &change.t)?,
            place: list(space, "places_by_j", &ValuesByJ::new(&half_plane).place)?,
            groups: groups
                .map(|groups| rows(space, "gradient_rows", groups))
                .collect::<Result<_>>()?,
            block_starts: starts
                .map(|starts| list(space, "block_starts", starts))
                .collect::<Result<_>>()?,
            nvalues: half_plane.nvalues(),
            at_once,
        })
    }
}

/// The item with S in place of where a moment is.
fn with_powers(half_plane: &HalfPlane, row: [i32; 8]) -> [i32; 8] {
    let item = BasisItem::of(row);
    let rr = half_plane.weight_at(item.plus as usize).s;
    BasisItem { rr, ..item }.pack()
}

pub(super) fn stage(p: &Parts<'_>, density: usize) -> Result<Stage> {
    let (tables, room) = (&p.tables.dbidrj, p.room);
    let pairs = &room.to_v.densities[density];
    let functor = ComputeDbidrj {
        tile_number: room.to_v.values.tile_number.clone(),
        batch: room.batch.clone(),
        ntiles: p.given.ntiles() as i32,
        before: (density * p.round_tiles) as i32,
        npairs: pairs.npairs.clone(),
        geometry: pairs.geometry.clone(),
        zlist: room.zlist.clone(),
        items: tables.items.clone(),
        t: tables.t.clone(),
        place: tables.place.clone(),
        groups: tables.groups[density].clone(),
        block_starts: tables.block_starts[density].clone(),
        powers: room.powers.clone(),
        dulist: room.dulist.clone(),
        present: room.present.clone(),
        dblist: room.dblist.clone(),
        width: p.given.width(),
        at_once: tables.at_once,
        twojmax: p.given.twojmax(),
    };
    let policy = TeamPolicy::new(p.batch_tiles, AUTO);
    Stage::new(
        p.given.space,
        "compute_dbidrj",
        policy,
        &functor,
        Work::default(),
    )
}
