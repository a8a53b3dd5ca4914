//! The energy from G: Euler's theorem for the cubic form (FAST_SNAP section 6).

use portax::{AoSoA, Complex, Float, Functor, TeamKernel, View, kernel};

/// E_i = constant + 1/3 sum Re(conj(G) V), for each atom of a batch.
#[derive(Functor)]
pub struct ComputeEnergy<T: Float> {
    /// First tile of the batch, one element.
    pub first: View<i32, 1>,
    /// Tiles of the system.
    pub ntiles: i32,
    /// Element of each tile.
    pub tile_element: View<i32, 1>,
    /// Atom of each slot, -1 for none.
    pub atom_of_slot: View<i32, 1>,
    /// Constant part of each element's energy.
    pub constant: View<T, 1>,
    /// V, `[batch slots, values]`.
    pub ulisttot: View<Complex<T>, 2, AoSoA>,
    /// G, `[batch slots, values]`.
    pub ylist: View<Complex<T>, 2, AoSoA>,
    /// Energy of each atom.
    pub energies: View<T, 1>,
    /// Lanes of a tile.
    #[comptime]
    pub width: usize,
}

// SAFETY: every atom has one slot, and every slot one lane of one team.
#[kernel]
unsafe impl<T: Float> TeamKernel for ComputeEnergy<T> {
    fn compute_energy(&self, team: Team) {
        let t = team.league_rank();
        let tile = self.first[0] + t;
        if tile >= self.ntiles {
            return;
        }
        let (v, g) = (self.ulisttot.tile(t), self.ylist.tile(t));
        let constant = self.constant[self.tile_element[tile]];
        for lane in team.lanes() {
            let mut re: T = 0.0;
            let mut im: T = 0.0;
            for q in 0..self.ulisttot.extent(1) {
                let (v, g) = (v[(lane, q)], g[(lane, q)]);
                re += v.re * g.re;
                im += v.im * g.im;
            }
            let atom = self.atom_of_slot[lane + tile * self.width];
            if atom >= 0 {
                self.energies[atom] = (re + im) * (1.0 / 3.0) + constant;
            }
        }
    }
}
