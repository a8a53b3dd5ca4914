//! compute_ui, kept: U of every pair by recursion through memory, and its sum over the neighbours.

use portax::layout::Layout;
use portax::{Complex, Functor, View, device};

use super::deal::{Dealt, dealt};
use super::levels::full_before;
use super::pair::{Pairs, mirrored};
use super::sums::add;
use crate::pair::geometry::WF;
use crate::pair::powers::quaternion_of;

/// U_j of each pair, all rows, each level from the one before; w f times their sum over the neighbours.
#[derive(Functor)]
pub struct ComputeUi<L: Layout> {
    /// The pairs.
    pub pairs: Pairs,
    /// sqrt(p / q) at (p, q).
    pub root: View<f64, 2>,
    /// U, `[slots, neighbours, values]`.
    pub ulist: View<Complex<f64>, 3, L>,
    /// Its weighted sum, `[slots, values]`, which begins with the atom's own.
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
impl<L: Layout> ComputeUi<L> {
    fn keep(&self, atom: Index, k: Int, n: Int, u: Complex<f64>, wf: f64) {
        self.ulist[(atom, k, n)] = u;
        add::<L>(self.ulisttot, atom, n, u * wf, self.atomic);
    }

    fn item(&self, atom: Index, k: Int) {
        let g = self.pairs.geometry(atom, k);
        let [a, b] = quaternion_of::<f64>(g);
        let one: Complex<f64> = 1.0;
        self.keep(atom, k, 0, one, g[WF]);
        for j in 1..self.twojmax + 1 {
            for mb in 0..j / 2 + 1 {
                for ma in 0..j + 1 {
                    let before = full_before(j - 1) + mb * j + ma;
                    let mut u: Complex<f64> = 0.0;
                    if ma < j {
                        let same = self.ulist[(atom, k, before)];
                        u = a.conj() * same * self.root[(j - ma, j - mb)];
                    }
                    if ma > 0 {
                        let left = self.ulist[(atom, k, before - 1)];
                        u -= b.conj() * left * self.root[(ma, j - mb)];
                    }
                    self.keep(atom, k, full_before(j) + mb * (j + 1) + ma, u, g[WF]);
                    if 2 * mb < j {
                        let mirror = mirrored(u, mb + ma);
                        let row = full_before(j) + (j - mb) * (j + 1);
                        self.keep(atom, k, row + (j - ma), mirror, g[WF]);
                    }
                }
            }
        }
    }
}

dealt! { [L: Layout] ComputeUi<L>, compute_ui }
