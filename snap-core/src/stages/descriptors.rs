//! The descriptors, all bispectrum components of an atom, straight from V (FAST_SNAP section 6, "All B").

use portax::{AoSoA, Complex, Float, Functor, TeamKernel, View, kernel};

/// B_k = sum over the terms of k of W0 Re(V V conj(V)) - B0_k, for each atom of a batch.
#[derive(Functor)]
pub struct ComputeBi<T: Float, A: Float> {
    /// First tile of the batch, one element.
    pub first: View<i32, 1>,
    /// Tiles of the system.
    pub ntiles: i32,
    /// Atom of each slot, -1 for none.
    pub atom_of_slot: View<i32, 1>,
    /// V, `[batch slots, values]`.
    pub ulisttot: View<Complex<T>, 2, AoSoA>,
    /// [`BispectrumTerms::items`](crate::tables::BispectrumTerms::items).
    pub items: View<[i32; 4], 1>,
    /// [`BispectrumTerms::w0`](crate::tables::BispectrumTerms::w0).
    pub w0: View<T, 1>,
    /// [`BispectrumTerms::starts`](crate::tables::BispectrumTerms::starts).
    pub starts: View<i32, 1>,
    /// B0, subtracted from each descriptor.
    pub bzero: View<A, 1>,
    /// Descriptors, `[natoms, descriptors]`, in LAMMPS' order.
    pub blist: View<f64, 2>,
    /// Lanes of a tile.
    #[comptime]
    pub width: usize,
}

// SAFETY: every atom has one slot, every slot one lane of one team, and every descriptor one thread.
#[kernel(unchecked)]
unsafe impl<T: Float, A: Float> TeamKernel for ComputeBi<T, A> {
    fn compute_bi(&self, team: Team) {
        let t = team.league_rank();
        let tile = self.first[0] + t;
        if tile >= self.ntiles {
            return;
        }
        let v = self.ulisttot.tile(t);
        parallel_for(TeamThreadRange(team, self.bzero.extent(0)), |k| {
            let (begin, end) = (self.starts[k], self.starts[k + 1]);
            for lane in team.lanes() {
                let mut b: A = 0.0;
                for n in begin..end {
                    let it = self.items[n];
                    let p = v[(lane, it[0])] * v[(lane, it[1])];
                    let c = v[(lane, it[2])];
                    b += self.w0[n] as A * (p.re * c.re + p.im * c.im) as A;
                }
                let atom = self.atom_of_slot[lane + tile * self.width];
                if atom >= 0 {
                    self.blist[(atom, k)] = (b - self.bzero[k]) as f64;
                }
            }
        });
    }
}
