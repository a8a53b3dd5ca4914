//! The recursion through scratch. Row mb of level j comes from row mb of level j - 1 alone: a row at a time is present, and half the
//! rows are computed. The first of a row, at level 2 mb - 1, is the mirror image of the row before.
//!
//! In compute_ui a thread takes `NEIGHBORS` of an atom at once, each with rows of its own in scratch: they share what depends on the
//! level or the atom alone (roots, indices, atomics), and their recursions do not wait for each other.

use portax::layout::Layout;
use portax::{Complex, Functor, View, device};

use super::deal::{Dealt, dealt};
use super::levels::{full_before, half_before};
use super::pair::{Pairs, component, mirrored, slopes, times_of_row};
use super::sums::add;
use crate::pair::geometry::{WDF, WF};
use crate::pair::powers::quaternion_of;

/// Rows of a quantity in scratch: the present one, and the first of the next.
const ROWS: usize = 2;

/// Values in scratch of a lane, for so many quantities: U of each of its neighbours, or U and its derivatives.
#[must_use]
pub const fn values(twojmax: usize, quantities: usize) -> usize {
    row(quantities, twojmax)
}

/// Where the row of a quantity begins.
const fn row(quantity: usize, twojmax: usize) -> usize {
    ROWS * quantity * (twojmax + 1)
}

/// Where the first of its next row begins.
const fn next(quantity: usize, twojmax: usize) -> usize {
    row(quantity, twojmax) + twojmax + 1
}

/// Takes the first of the next row as the present one.
#[device(unchecked)]
fn begin_row(f: View<Complex<f64>, 2>, lane: Index, mb: Int, quantity: usize, twojmax: usize) {
    for ma in 0..2 * mb {
        f[(lane, ma + comptime!(row(quantity, twojmax)))] =
            f[(lane, ma + comptime!(next(quantity, twojmax)))];
    }
}

/// A value of U: level, row, column.
#[derive(Clone, Copy)]
struct Place<I> {
    j: I,
    mb: I,
    ma: I,
}

/// The values at columns `ma` and `ma - 1` of the row of a quantity, 0 outside of level j - 1.
#[device(unchecked)]
fn parents(
    f: View<Complex<f64>, 2>,
    lane: Index,
    at: Place<Int>,
    quantity: usize,
    twojmax: usize,
) -> [Complex<f64>; 2] {
    let mut same: Complex<f64> = 0.0;
    let mut left: Complex<f64> = 0.0;
    if at.ma < at.j {
        same = f[(lane, at.ma + comptime!(row(quantity, twojmax)))];
    }
    if at.ma > 0 {
        left = f[(lane, at.ma + comptime!(row(quantity, twojmax)) - 1)];
    }
    [same, left]
}

/// Keeps the value of a quantity, and for the next row its mirror image.
#[device(unchecked)]
fn keep(
    f: View<Complex<f64>, 2>,
    lane: Index,
    at: Place<Int>,
    z: Complex<f64>,
    quantity: usize,
    twojmax: usize,
) {
    f[(lane, at.ma + comptime!(row(quantity, twojmax)))] = z;
    if at.j == 2 * at.mb + 1 {
        f[(lane, at.j - at.ma + comptime!(next(quantity, twojmax)))] = mirrored(z, at.mb + at.ma);
    }
}

/// The two roots of a place.
#[device(unchecked)]
fn roots(root: View<f64, 2>, at: Place<Int>) -> [f64; 2] {
    [
        root[(at.j - at.ma, at.j - at.mb)],
        root[(at.ma, at.j - at.mb)],
    ]
}

/// U of a place, kept, and the two that it came from.
#[device(unchecked)]
fn next_u(
    f: View<Complex<f64>, 2>,
    lane: Index,
    at: Place<Int>,
    root: [f64; 2],
    turn: [Complex<f64>; 2],
    quantity: usize,
    twojmax: usize,
) -> [Complex<f64>; 3] {
    let ([a, b], [p, q]) = (turn, root);
    let [same, left] = parents(f, lane, at, quantity, twojmax);
    let u = a.conj() * same * p - b.conj() * left * q;
    keep(f, lane, at, u, quantity, twojmax);
    [u, same, left]
}

/// The derivative of U of a place, kept: from the derivatives of a and b and what U came from.
#[device(unchecked)]
fn next_du(
    f: View<Complex<f64>, 2>,
    lane: Index,
    at: Place<Int>,
    root: [f64; 2],
    turn: [Complex<f64>; 2],
    slope: [Complex<f64>; 2],
    from: [Complex<f64>; 2],
    quantity: usize,
    twojmax: usize,
) -> Complex<f64> {
    let ([a, b], [da, db]) = (turn, slope);
    let ([same, left], [p, q]) = (from, root);
    let [dsame, dleft] = parents(f, lane, at, quantity, twojmax);
    let grows = (da.conj() * same + a.conj() * dsame) * p;
    let du = grows - (db.conj() * left + b.conj() * dleft) * q;
    keep(f, lane, at, du, quantity, twojmax);
    du
}

/// The sum of values with their weights.
#[device(unchecked)]
fn weighted<const N: usize>(z: [Complex<f64>; N], weights: [f64; N]) -> Complex<f64> {
    let mut sum = z[0] * weights[0];
    #[unroll]
    for t in 1..N {
        sum += z[t] * weights[t];
    }
    sum
}

/// w f times the sum of U over the neighbours, half the rows.
#[derive(Functor)]
pub struct ComputeUiRows<L: Layout, const NEIGHBORS: usize> {
    /// The pairs.
    pub pairs: Pairs,
    /// sqrt(p / q) at (p, q).
    pub root: View<f64, 2>,
    /// The sum, half the rows, `[slots, values]`, which begins with the atom's own.
    pub ulisttot: View<Complex<f64>, 2, L>,
    /// The batches of an atom's neighbours.
    pub deal: Dealt,
    /// 1 where the neighbours of one atom have different threads.
    #[comptime]
    pub atomic: usize,
    /// Twice the largest angular momentum.
    #[comptime]
    pub twojmax: usize,
}

#[device(unchecked)]
impl<L: Layout, const NEIGHBORS: usize> ComputeUiRows<L, NEIGHBORS> {
    fn item(&self, atom: Index, batch: Int, f: View<Complex<f64>, 2>, lane: Index) {
        let mut a: [Complex<f64>; NEIGHBORS] = [0.0; NEIGHBORS];
        let mut b: [Complex<f64>; NEIGHBORS] = [0.0; NEIGHBORS];
        let mut u: [Complex<f64>; NEIGHBORS] = [1.0; NEIGHBORS];
        let mut wf: [f64; NEIGHBORS] = [0.0; NEIGHBORS];
        #[unroll]
        for t in 0..NEIGHBORS {
            let g = self.pairs.geometry(atom, batch * NEIGHBORS + t);
            let of_pair = quaternion_of::<f64>(g);
            a[t] = of_pair[0];
            b[t] = of_pair[1];
            wf[t] = g[WF];
            f[(lane, comptime!(row(t, self.twojmax)))] = u[t];
        }
        let sum = weighted::<NEIGHBORS>(u, wf);
        add::<L>(self.ulisttot, atom, 0, sum, self.atomic);
        for mb in 0..self.twojmax / 2 + 1 {
            #[unroll]
            for t in 0..NEIGHBORS {
                begin_row(f, lane, mb, t, self.twojmax);
            }
            for j in (mb * 2).max(1)..self.twojmax + 1 {
                for down in 0..j + 1 {
                    let ma = j - down;
                    let at = Place::<Int> { j, mb, ma };
                    let root = roots(self.root, at);
                    #[unroll]
                    for t in 0..NEIGHBORS {
                        let next = next_u(f, lane, at, root, [a[t], b[t]], t, self.twojmax);
                        u[t] = next[0];
                    }
                    let n = half_before(j) + mb * (j + 1) + ma;
                    let sum = weighted::<NEIGHBORS>(u, wf);
                    add::<L>(self.ulisttot, atom, n, sum, self.atomic);
                }
            }
        }
    }
}

dealt! { [L: Layout, const NEIGHBORS: usize] ComputeUiRows<L, NEIGHBORS>, compute_ui, scratch }

/// U and its derivatives of each pair, which are contracted with Y as they come, or kept.
#[derive(Functor)]
pub struct ComputeDeidrjRows<L: Layout> {
    /// The pairs.
    pub pairs: Pairs,
    /// sqrt(p / q) at (p, q).
    pub root: View<f64, 2>,
    /// Y, half the rows, `[slots, values]`.
    pub ylist: View<Complex<f64>, 2, L>,
    /// The derivatives of w f U, all rows of which half are written, `[slots, neighbours, values, 3]`; empty where they are not
    /// kept.
    pub dulist: View<Complex<f64>, 4>,
    /// The derivatives of the energy, `[slots, neighbours, 3]`.
    pub dedr: View<f64, 3>,
    /// The first direction.
    pub first: i32,
    /// The neighbours of an atom.
    pub deal: Dealt,
    /// Directions of the launch.
    #[comptime]
    pub directions: usize,
    /// 1: the derivatives of w f U are kept, and those of the energy left to [`ComputeDeidrj`](super::deidrj::ComputeDeidrj).
    #[comptime]
    pub kept: usize,
    /// Twice the largest angular momentum.
    #[comptime]
    pub twojmax: usize,
}

#[device(unchecked)]
impl<L: Layout> ComputeDeidrjRows<L> {
    fn item(&self, atom: Index, k: Int, f: View<Complex<f64>, 2>, lane: Index) {
        let g = self.pairs.geometry(atom, k);
        let turn = quaternion_of::<f64>(g);
        let mut da: [Complex<f64>; 3] = [0.0; 3];
        let mut db: [Complex<f64>; 3] = [0.0; 3];
        let mut radial: [f64; 3] = [0.0; 3];
        let (one, zero): (Complex<f64>, Complex<f64>) = (1.0, 0.0);
        f[(lane, 0)] = one;
        #[unroll]
        for d in 0..self.directions {
            let slope = slopes(g, self.first + d);
            da[d] = slope[0];
            db[d] = slope[1];
            radial[d] = g[WDF] * component(g, self.first + d);
            f[(lane, comptime!(row(1 + d, self.twojmax)))] = zero;
            if self.kept == 1 {
                self.dulist[(atom, k, 0, self.first + d)] = one * radial[d];
            }
        }
        let mut sum: [f64; 3] = [0.0; 3];
        let mut energy: f64 = self.ylist[(atom, 0)].re;
        for mb in 0..self.twojmax / 2 + 1 {
            #[unroll]
            for quantity in 0..self.directions + 1 {
                begin_row(f, lane, mb, quantity, self.twojmax);
            }
            for j in (mb * 2).max(1)..self.twojmax + 1 {
                let times = times_of_row(j, mb);
                for down in 0..j + 1 {
                    let ma = j - down;
                    let at = Place::<Int> { j, mb, ma };
                    let (root, n) = (roots(self.root, at), mb * (j + 1) + ma);
                    let [u, same, left] = next_u(f, lane, at, root, turn, 0, self.twojmax);
                    let mut y: Complex<f64> = 0.0;
                    if self.kept == 0 {
                        y = self.ylist[(atom, half_before(j) + n)] * times;
                        energy += y.re * u.re + y.im * u.im;
                    }
                    #[unroll]
                    for d in 0..self.directions {
                        let (slope, from) = ([da[d], db[d]], [same, left]);
                        let own = comptime!(1 + d);
                        let du = next_du(f, lane, at, root, turn, slope, from, own, self.twojmax);
                        if self.kept == 1 {
                            self.dulist[(atom, k, full_before(j) + n, self.first + d)] =
                                du + u * radial[d];
                        } else {
                            sum[d] += y.re * du.re + y.im * du.im;
                        }
                    }
                }
            }
        }
        if self.kept == 0 {
            #[unroll]
            for d in 0..self.directions {
                self.dedr[(atom, k, self.first + d)] = sum[d] + radial[d] * energy;
            }
        }
    }
}

dealt! { [L: Layout] ComputeDeidrjRows<L>, compute_deidrj, scratch }
