//! The recursion through scratch. Row mb of level j comes from row mb of level j - 1 alone: a row at a time is present, and half the
//! rows are computed. The first of a row, at level 2 mb - 1, is the mirror image of the row before.

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

/// Values in scratch of a lane, for U and so many derivatives.
#[must_use]
pub const fn values(twojmax: usize, derivatives: usize) -> usize {
    row(1 + derivatives, twojmax)
}

/// Where the row of a quantity begins: 0 is U, then come its derivatives.
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

/// The values at columns `ma` and `ma - 1` of the row of a quantity, 0 outside of level j - 1.
#[device(unchecked)]
fn parents(
    f: View<Complex<f64>, 2>,
    lane: Index,
    j: Int,
    ma: Int,
    quantity: usize,
    twojmax: usize,
) -> [Complex<f64>; 2] {
    let mut same: Complex<f64> = 0.0;
    let mut left: Complex<f64> = 0.0;
    if ma < j {
        same = f[(lane, ma + comptime!(row(quantity, twojmax)))];
    }
    if ma > 0 {
        left = f[(lane, ma + comptime!(row(quantity, twojmax)) - 1)];
    }
    [same, left]
}

/// Keeps the value at (j, mb, ma) of a quantity, and for the next row its mirror image.
#[device(unchecked)]
fn keep(
    f: View<Complex<f64>, 2>,
    lane: Index,
    j: Int,
    mb: Int,
    ma: Int,
    z: Complex<f64>,
    quantity: usize,
    twojmax: usize,
) {
    f[(lane, ma + comptime!(row(quantity, twojmax)))] = z;
    if j == 2 * mb + 1 {
        f[(lane, j - ma + comptime!(next(quantity, twojmax)))] = mirrored(z, mb + ma);
    }
}

/// w f times the sum of U over the neighbours, half the rows.
#[derive(Functor)]
pub struct ComputeUiRows<L: Layout> {
    /// The pairs.
    pub pairs: Pairs,
    /// sqrt(p / q) at (p, q).
    pub root: View<f64, 2>,
    /// The sum, half the rows, `[slots, values]`, which begins with the atom's own.
    pub ulisttot: View<Complex<f64>, 2, L>,
    /// The neighbours of an atom.
    pub deal: Dealt,
    /// 1 where the neighbours of one atom have different threads.
    #[comptime]
    pub atomic: usize,
    /// Twice the largest angular momentum.
    #[comptime]
    pub twojmax: usize,
}

#[device(unchecked)]
impl<L: Layout> ComputeUiRows<L> {
    fn item(&self, atom: Index, k: Int, f: View<Complex<f64>, 2>, lane: Index) {
        let g = self.pairs.geometry(atom, k);
        let [a, b] = quaternion_of::<f64>(g);
        let one: Complex<f64> = 1.0;
        f[(lane, 0)] = one;
        add::<L>(self.ulisttot, atom, 0, one * g[WF], self.atomic);
        for mb in 0..self.twojmax / 2 + 1 {
            begin_row(f, lane, mb, 0, self.twojmax);
            for j in (mb * 2).max(1)..self.twojmax + 1 {
                for down in 0..j + 1 {
                    let ma = j - down;
                    let [same, left] = parents(f, lane, j, ma, 0, self.twojmax);
                    let (p, q) = (self.root[(j - ma, j - mb)], self.root[(ma, j - mb)]);
                    let u = a.conj() * same * p - b.conj() * left * q;
                    keep(f, lane, j, mb, ma, u, 0, self.twojmax);
                    let n = half_before(j) + mb * (j + 1) + ma;
                    add::<L>(self.ulisttot, atom, n, u * g[WF], self.atomic);
                }
            }
        }
    }
}

dealt! { <L> ComputeUiRows, compute_ui, scratch }

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
        let [a, b] = quaternion_of::<f64>(g);
        let mut da: [Complex<f64>; 3] = [0.0; 3];
        let mut db: [Complex<f64>; 3] = [0.0; 3];
        let mut radial: [f64; 3] = [0.0; 3];
        let one: Complex<f64> = 1.0;
        let zero: Complex<f64> = 0.0;
        f[(lane, 0)] = one;
        #[unroll]
        for d in 0..self.directions {
            let of_direction = slopes(g, self.first + d);
            da[d] = of_direction[0];
            db[d] = of_direction[1];
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
                    let (p, q) = (self.root[(j - ma, j - mb)], self.root[(ma, j - mb)]);
                    let [same, left] = parents(f, lane, j, ma, 0, self.twojmax);
                    let u = a.conj() * same * p - b.conj() * left * q;
                    keep(f, lane, j, mb, ma, u, 0, self.twojmax);
                    let at = mb * (j + 1) + ma;
                    let mut y: Complex<f64> = 0.0;
                    if self.kept == 0 {
                        y = self.ylist[(atom, half_before(j) + at)] * times;
                        energy += y.re * u.re + y.im * u.im;
                    }
                    #[unroll]
                    for d in 0..self.directions {
                        let [dsame, dleft] =
                            parents(f, lane, j, ma, comptime!(1 + d), self.twojmax);
                        let grows = (da[d].conj() * same + a.conj() * dsame) * p;
                        let du = grows - (db[d].conj() * left + b.conj() * dleft) * q;
                        keep(f, lane, j, mb, ma, du, comptime!(1 + d), self.twojmax);
                        if self.kept == 1 {
                            self.dulist[(atom, k, full_before(j) + at, self.first + d)] =
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

dealt! { <L> ComputeDeidrjRows, compute_deidrj, scratch }
