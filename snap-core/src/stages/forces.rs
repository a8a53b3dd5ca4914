//! Forces: what an atom's own energy exerts on it, less what it does to its neighbours' energies, without atomics.

use portax::{AoSoA, Float, Functor, RangeKernel, View, kernel};

/// Pairs whose loads are under way at once.
const LOADS: usize = 4;

/// F_i = sum_k dE_i/dr_k - sum over the pairs whose neighbour is i of dE/dr.
#[derive(Functor)]
pub struct ComputeForces<T: Float> {
    /// Slot of each atom.
    pub slot_of_atom: View<i32, 1>,
    /// Pairs with neighbour i are `reverse_entry[reverse_start[i]..reverse_start[i + 1]]`.
    pub reverse_start: View<i32, 1>,
    /// See [`NeighborList::reverse_entry`](crate::neighbor::NeighborList::reverse_entry).
    pub reverse_entry: View<i32, 1>,
    /// Number of the pair of each list entry ([`NeighborList::reverse_entry`](crate::neighbor::NeighborList::reverse_entry)),
    /// -1 beyond the cutoff.
    pub place: View<i32, 1>,
    /// Most pairs of an atom.
    pub longest: i32,
    /// dE/dr of each pair, `[3, slots * max_neighbors]`.
    pub dedr: View<T, 2>,
    /// The first three: sum of dE/dr over the neighbours of each slot, `[slots, 9]`.
    pub sums: View<T, 2, AoSoA>,
    /// Forces, `[natoms, 3]`.
    pub f: View<T, 2>,
}

// SAFETY: an iteration writes its own atom only; the reverse index comes from validated lists.
#[kernel]
unsafe impl<T: Float> RangeKernel for ComputeForces<T> {
    fn compute_forces(&self, i: Index) {
        let slot = self.slot_of_atom[i];
        let mut f: [T; 3] = [0.0; 3];
        #[unroll]
        for d in 0..3 {
            f[d] = self.sums[(slot, d)];
        }
        let begin = self.reverse_start[i];
        let count = self.reverse_start[i + 1] - begin;
        for round in 0..(self.longest as Int + comptime!(LOADS - 1)) / LOADS {
            let first = round * LOADS;
            let mut pair: [i32; LOADS] = [-1; LOADS];
            #[unroll]
            for u in 0..LOADS {
                if first + u < count {
                    pair[u] = self.place[self.reverse_entry[begin + (first + u)]];
                }
            }
            let mut dedr: [[T; 3]; LOADS] = [[0.0; 3]; LOADS];
            #[unroll]
            for u in 0..LOADS {
                if pair[u] >= 0 {
                    #[unroll]
                    for d in 0..3 {
                        dedr[u][d] = self.dedr[(d, pair[u])];
                    }
                }
            }
            #[unroll]
            for u in 0..LOADS {
                #[unroll]
                for d in 0..3 {
                    f[d] -= dedr[u][d];
                }
            }
        }
        #[unroll]
        for d in 0..3 {
            self.f[(i, d)] = f[d];
        }
    }
}
