//! compute_rij: the displacements of the neighbours.

use portax::{AoSoA, Functor, View, device};

use super::deal::{Dealt, dealt};
use crate::pair::geometry::displacement;

/// Writes displacement and weight of each neighbour.
#[derive(Functor)]
pub struct ComputeRij {
    /// Positions, `[natoms, 3]`.
    pub x: View<f64, 2>,
    /// The cell, see [`image_shift`](crate::neighbor::image_shift).
    pub cell: View<f64, 1>,
    /// Atom of each slot, -1 for none.
    pub atom_of_slot: View<i32, 1>,
    /// Neighbours of each slot.
    pub count: View<i32, 1>,
    /// Their atoms, `[slots, max_neighbors]`.
    pub neighbor: View<i32, 2, AoSoA>,
    /// Their images.
    pub image: View<i32, 2, AoSoA>,
    /// Their weight.
    pub weight: f64,
    /// See [`Pairs::rij`](super::pair::Pairs::rij).
    pub rij: View<f64, 3>,
    /// The neighbours.
    pub deal: Dealt,
}

#[device(unchecked)]
impl ComputeRij {
    fn item(&self, slot: Index, k: Int) {
        let mut r: [f64; 3] = [0.0, 0.0, 1.0];
        let mut weight: f64 = 0.0;
        if k < self.count[slot] {
            let i = self.atom_of_slot[slot];
            let xi: [f64; 3] = [self.x[(i, 0)], self.x[(i, 1)], self.x[(i, 2)]];
            let (j, image) = (self.neighbor[(slot, k)], self.image[(slot, k)]);
            r = displacement::<f64>(self.x, self.cell, xi, j, image);
            weight = self.weight;
        }
        #[unroll]
        for d in 0..3 {
            self.rij[(slot, k, d)] = r[d];
        }
        self.rij[(slot, k, 3)] = weight;
    }
}

dealt! { [] ComputeRij, compute_rij }
