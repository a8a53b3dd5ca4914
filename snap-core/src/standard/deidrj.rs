//! compute_deidrj from the derivatives of U, or from those of the descriptors.

use portax::layout::Layout;
use portax::{Complex, Float, Functor, View, device};

use super::deal::{Dealt, dealt};
use super::levels::{full_before, half_before};
use super::pair::times_of_row;

/// dE_i/dr_k = sum Re(conj(Y) dU).
#[derive(Functor)]
pub struct ComputeDeidrj<T: Float, Y: Layout, D: Layout> {
    /// Y, half the rows, `[slots, values]`.
    pub ylist: View<Complex<T>, 2, Y>,
    /// The derivatives of w f U, all rows, `[slots, neighbours, values, 3]`.
    pub dulist: View<Complex<T>, 4, D>,
    /// The derivatives of the energy, `[slots, neighbours, 3]`.
    pub dedr: View<T, 3>,
    /// The neighbours of an atom.
    pub deal: Dealt,
    /// Twice the largest angular momentum.
    #[comptime]
    pub twojmax: usize,
}

#[device(unchecked)]
impl<T: Float, Y: Layout, D: Layout> ComputeDeidrj<T, Y, D> {
    fn item(&self, atom: Index, k: Int) {
        let mut sum: [T; 3] = [0.0; 3];
        for j in 0..self.twojmax + 1 {
            for mb in 0..j / 2 + 1 {
                let times = times_of_row(j, mb) as T;
                for ma in 0..j + 1 {
                    let at = mb * (j + 1) + ma;
                    let y = self.ylist[(atom, half_before(j) + at)] * times;
                    #[unroll]
                    for d in 0..3 {
                        let du = self.dulist[(atom, k, full_before(j) + at, d)];
                        sum[d] += y.re * du.re + y.im * du.im;
                    }
                }
            }
        }
        #[unroll]
        for d in 0..3 {
            self.dedr[(atom, k, d)] = sum[d];
        }
    }
}

dealt! { [T: Float, Y: Layout, D: Layout] ComputeDeidrj<T, Y, D>, compute_deidrj }

/// dE_i/dr_k = sum beta dB.
#[derive(Functor)]
pub struct SumDescriptors<L: Layout> {
    /// The coefficients.
    pub beta: View<f64, 1>,
    /// The derivatives of the descriptors, `[slots, neighbours, descriptors, 3]`.
    pub dblist: View<f64, 4, L>,
    /// The derivatives of the energy, `[slots, neighbours, 3]`.
    pub dedr: View<f64, 3>,
    /// The neighbours of an atom.
    pub deal: Dealt,
}

#[device(unchecked)]
impl<L: Layout> SumDescriptors<L> {
    fn item(&self, atom: Index, k: Int) {
        let mut sum: [f64; 3] = [0.0; 3];
        for l in 0..self.beta.extent(0) {
            #[unroll]
            for d in 0..3 {
                sum[d] += self.beta[l] * self.dblist[(atom, k, l, d)];
            }
        }
        #[unroll]
        for d in 0..3 {
            self.dedr[(atom, k, d)] = sum[d];
        }
    }
}

dealt! { [L: Layout] SumDescriptors<L>, compute_deidrj }
