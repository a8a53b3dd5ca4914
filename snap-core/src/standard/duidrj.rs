//! compute_duidrj, kept: the derivatives of w f U of every pair, by recursion through memory.

use portax::layout::Layout;
use portax::{Complex, Functor, View, device};

use super::deal::{Dealt, dealt};
use super::levels::full_before;
use super::pair::{Pairs, component, mirrored, slopes};
use crate::pair::geometry::WDF;
use crate::pair::powers::quaternion_of;

/// d(w f U_j)/dr of each pair, all rows, each level from the one before and from U.
#[derive(Functor)]
pub struct ComputeDuidrj<L: Layout> {
    /// The pairs.
    pub pairs: Pairs,
    /// sqrt(p / q) at (p, q).
    pub root: View<f64, 2>,
    /// U, `[slots, neighbours, values]`.
    pub ulist: View<Complex<f64>, 3, L>,
    /// The derivatives, `[slots, neighbours, values, 3]`.
    pub dulist: View<Complex<f64>, 4, L>,
    /// The neighbours of an atom.
    pub deal: Dealt,
    /// Twice the largest angular momentum.
    #[comptime]
    pub twojmax: usize,
}

#[device(unchecked)]
impl<L: Layout> ComputeDuidrj<L> {
    fn item(&self, atom: Index, k: Int) {
        let g = self.pairs.geometry(atom, k);
        let [a, b] = quaternion_of::<f64>(g);
        let mut da: [Complex<f64>; 3] = [0.0; 3];
        let mut db: [Complex<f64>; 3] = [0.0; 3];
        let zero: Complex<f64> = 0.0;
        #[unroll]
        for d in 0..3 {
            let of_direction = slopes(g, d);
            da[d] = of_direction[0];
            db[d] = of_direction[1];
            self.dulist[(atom, k, 0, d)] = zero;
        }
        for j in 1..self.twojmax + 1 {
            for mb in 0..j / 2 + 1 {
                for ma in 0..j + 1 {
                    let before = full_before(j - 1) + mb * j + ma;
                    let mut same: Complex<f64> = 0.0;
                    let mut left: Complex<f64> = 0.0;
                    let mut dsame: [Complex<f64>; 3] = [0.0; 3];
                    let mut dleft: [Complex<f64>; 3] = [0.0; 3];
                    if ma < j {
                        same = self.ulist[(atom, k, before)];
                        #[unroll]
                        for d in 0..3 {
                            dsame[d] = self.dulist[(atom, k, before, d)];
                        }
                    }
                    if ma > 0 {
                        left = self.ulist[(atom, k, before - 1)];
                        #[unroll]
                        for d in 0..3 {
                            dleft[d] = self.dulist[(atom, k, before - 1, d)];
                        }
                    }
                    let (p, q) = (self.root[(j - ma, j - mb)], self.root[(ma, j - mb)]);
                    let here = full_before(j) + mb * (j + 1) + ma;
                    let mirror = full_before(j) + (j - mb) * (j + 1) + (j - ma);
                    #[unroll]
                    for d in 0..3 {
                        let first = (da[d].conj() * same + a.conj() * dsame[d]) * p;
                        let du = first - (db[d].conj() * left + b.conj() * dleft[d]) * q;
                        self.dulist[(atom, k, here, d)] = du;
                        if 2 * mb < j {
                            self.dulist[(atom, k, mirror, d)] = mirrored(du, mb + ma);
                        }
                    }
                }
            }
        }
        for n in 0..self.ulist.extent(2) {
            let u = self.ulist[(atom, k, n)] * g[WDF];
            #[unroll]
            for d in 0..3 {
                self.dulist[(atom, k, n, d)] += u * component(g, d);
            }
        }
    }
}

dealt! { [L: Layout] ComputeDuidrj<L>, compute_duidrj }
