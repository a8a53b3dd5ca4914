//! The energy from G: Euler's theorem for the cubic form (FAST_SNAP section 6).

use portax::{AoSoA, Complex, Float, Functor, TeamKernel, View, kernel};

/// E_i = constant + 1/3 sum Re(conj(G) V), for each atom of a batch.
#[derive(Functor)]
pub struct ComputeEnergy<T: Float, A: Float> {
    /// First tile of the batch, one element.
    pub first: View<i32, 1>,
    /// Tiles of the system.
    pub ntiles: i32,
    /// Element of each tile.
    pub tile_element: View<i32, 1>,
    /// Atom of each slot, -1 for none.
    pub atom_of_slot: View<i32, 1>,
    /// Constant part of each element's energy.
    pub constant: View<A, 1>,
    /// V, `[batch slots, values]`.
    pub ulisttot: View<Complex<T>, 2, AoSoA>,
    /// G, `[batch slots, values]`.
    pub ylist: View<Complex<T>, 2, AoSoA>,
    /// Energy of each atom.
    pub energies: View<f64, 1>,
    /// Lanes of a tile.
    #[comptime]
    pub width: usize,
}

// SAFETY: every atom has one slot, and every slot one lane of one team.
#[kernel]
unsafe impl<T: Float, A: Float> TeamKernel for ComputeEnergy<T, A> {
    fn compute_energy(&self, team: Team) {
        let t = team.league_rank();
        let tile = self.first[0] + t;
        if tile >= self.ntiles {
            return;
        }
        let (v, g) = (self.ulisttot.tile(t), self.ylist.tile(t));
        let constant = self.constant[self.tile_element[tile]];
        for lane in team.lanes() {
            let mut re: A = 0.0;
            let mut im: A = 0.0;
            for q in 0..self.ulisttot.extent(1) {
                let (v, g) = (v[(lane, q)], g[(lane, q)]);
                re += v.re as A * g.re as A;
                im += v.im as A * g.im as A;
            }
            let atom = self.atom_of_slot[lane + tile * self.width];
            if atom >= 0 {
                let energy = (re + im) * (1.0 / 3.0) + constant;
                self.energies[atom] = energy as f64;
            }
        }
    }
}
