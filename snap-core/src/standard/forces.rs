//! compute_forces: what an atom's own energy exerts on it, less what it does to its neighbours' energies.

use portax::{Functor, View, device};

use super::deal::{Dealt, dealt};

/// F_i = sum_k dE_i/dr_k - sum over the pairs whose neighbour is i of dE/dr.
#[derive(Functor)]
pub struct ComputeForces {
    /// dE/dr of each pair, `[slots, neighbours, 3]`.
    pub dedr: View<f64, 3>,
    /// Pairs with neighbour i are `reverse_entry[reverse_start[i]..reverse_start[i + 1]]`.
    pub reverse_start: View<i32, 1>,
    /// See [`NeighborList::reverse_entry`](crate::neighbor::NeighborList::reverse_entry).
    pub reverse_entry: View<i32, 1>,
    /// Atoms.
    pub natoms: i32,
    /// Room of a list.
    pub max_neighbors: i32,
    /// Forces, `[slots, 3]`.
    pub f: View<f64, 2>,
    /// The directions.
    pub deal: Dealt,
    /// Lanes of a vector, of the lists.
    #[comptime]
    pub width: usize,
}

#[device(unchecked)]
impl ComputeForces {
    fn item(&self, atom: Index, d: Int) {
        if atom < self.natoms {
            let mut sum: f64 = 0.0;
            for k in 0..self.dedr.extent(1) {
                sum += self.dedr[(atom, k, d)];
            }
            for n in self.reverse_start[atom]..self.reverse_start[atom + 1] {
                let entry: i32 = self.reverse_entry[n];
                let (lane, row) = (entry % self.width as i32, entry / self.width as i32);
                let slot = row / self.max_neighbors * self.width as i32 + lane;
                sum -= self.dedr[(slot, row % self.max_neighbors, d)];
            }
            self.f[(atom, d)] = sum;
        }
    }
}

dealt! { [] ComputeForces, compute_forces }
