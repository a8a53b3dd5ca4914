//! The kernel: energy of the pairs of each atom, and its derivatives by displacements.

use portax::{AoSoA, Functor, ReduceKernel, View, kernel};
use portax_atoms::neighbor::Neighbors;

use crate::potential::PairPotential;

/// Half the energy of each pair for each of its atoms, cut off and shifted to zero there.
#[derive(Functor)]
pub struct Pairs<P: PairPotential> {
    pub potential: P,
    /// Å²
    pub cutoff_squared: f64,
    pub neighbors: Neighbors<f64>,
    /// Derivative of an atom's energy by the displacement of each neighbour.
    pub dedr: View<f64, 3, AoSoA>,
}

#[kernel]
impl<P: PairPotential> ReduceKernel for Pairs<P> {
    type Value = f64;
    fn pairs(&self, slot: Index) -> f64 {
        let shift = P::energy(self.potential, self.cutoff_squared);
        let mut energy = 0.0;
        for k in 0..self.neighbors.count[slot] {
            let r = self.neighbors.displacement(slot, k);
            let rsq = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
            let mut slope = 0.0;
            if rsq < self.cutoff_squared {
                energy += 0.5 * (P::energy(self.potential, rsq) - shift);
                slope = 0.5 * P::slope(self.potential, rsq);
            }
            #[unroll]
            for d in 0..3 {
                self.dedr[(slot, d, k)] = slope * r[d];
            }
        }
        energy
    }
}
