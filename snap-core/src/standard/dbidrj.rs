//! compute_dbidrj and compute_bi: descriptors and their derivatives from kept Z.

use portax::layout::Layout;
use portax::{Complex, Functor, IntRow, View, device};

use super::deal::{Dealt, dealt};
use super::levels::full_before;
use super::pair::times_of_row;
use super::tables::TERMS;

/// dB/dr of every descriptor and every neighbour: three sums of Re(conj(dU) Z), one for each U of the descriptor.
#[derive(Functor)]
pub struct ComputeDbidrj<L: Layout> {
    /// Z, `[slots, values]`.
    pub zlist: View<Complex<f64>, 2, L>,
    /// The derivatives of w f U, all rows, `[slots, neighbours, values, 3]`.
    pub dulist: View<Complex<f64>, 4, L>,
    /// Three rows for each descriptor: j of dU, first value of its Z.
    pub terms: View<IntRow<4>, 1>,
    /// What each of them counts for.
    pub term_factors: View<f64, 1>,
    /// The derivatives of the descriptors, `[slots, neighbours, descriptors, 3]`.
    pub dblist: View<f64, 4, L>,
    /// The descriptors of an atom's neighbours.
    pub deal: Dealt,
}

#[device(unchecked)]
impl<L: Layout> ComputeDbidrj<L> {
    fn item(&self, atom: Index, item: Int) {
        let descriptors = self.dblist.extent(2);
        let (k, l) = (item / descriptors, item % descriptors);
        let mut sum: [f64; 3] = [0.0; 3];
        for t in 0..TERMS {
            let term = self.terms[l * TERMS + t];
            let (j, first) = (term[0], term[1]);
            let factor = self.term_factors[l * TERMS + t];
            for mb in 0..j / 2 + 1 {
                let times = times_of_row(j, mb) * factor;
                for ma in 0..j + 1 {
                    let at = mb * (j + 1) + ma;
                    let z = self.zlist[(atom, first + at)] * times;
                    #[unroll]
                    for d in 0..3 {
                        let du = self.dulist[(atom, k, full_before(j) + at, d)];
                        sum[d] += z.re * du.re + z.im * du.im;
                    }
                }
            }
        }
        #[unroll]
        for d in 0..3 {
            self.dblist[(atom, k, l, d)] = sum[d];
        }
    }
}

dealt! { [L: Layout] ComputeDbidrj<L>, compute_dbidrj }

/// B of every descriptor, those of an isolated atom not subtracted.
#[derive(Functor)]
pub struct ComputeBi<L: Layout> {
    /// The weighted sums of U, all rows, `[slots, values]`.
    pub ulisttot: View<Complex<f64>, 2, L>,
    /// Z, `[slots, values]`.
    pub zlist: View<Complex<f64>, 2, L>,
    /// As of [`ComputeDbidrj`].
    pub terms: View<IntRow<4>, 1>,
    /// As of [`ComputeDbidrj`].
    pub term_factors: View<f64, 1>,
    /// The descriptors, `[slots, descriptors]`.
    pub blist: View<f64, 2, L>,
    /// The descriptors of an atom.
    pub deal: Dealt,
}

#[device(unchecked)]
impl<L: Layout> ComputeBi<L> {
    fn item(&self, atom: Index, l: Int) {
        let term = self.terms[l * TERMS];
        let (j, first) = (term[0], term[1]);
        let mut sum: f64 = 0.0;
        for mb in 0..j / 2 + 1 {
            let times = times_of_row(j, mb);
            for ma in 0..j + 1 {
                let at = mb * (j + 1) + ma;
                let (u, z) = (
                    self.ulisttot[(atom, full_before(j) + at)],
                    self.zlist[(atom, first + at)],
                );
                sum += (u.re * z.re + u.im * z.im) * times;
            }
        }
        self.blist[(atom, l)] = sum * self.term_factors[l * TERMS];
    }
}

dealt! { [L: Layout] ComputeBi<L>, compute_bi }
