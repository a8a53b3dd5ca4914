//! Forces: what an atom's own energy exerts on it, less what it does to its neighbours' energies, without atomics.

use portax::{AoSoA, Float, Functor, RangeKernel, View, kernel};

/// Pairs of an atom whose loads are under way at once: a pair alone waits twice for memory, first for its number. On an
/// H200, 2000 atoms take 18 us with one.
const PAIRS_AT_ONCE: usize = 8;

/// F_i = sum_k dE_i/dr_k - sum over the pairs whose neighbour is i of dE/dr.
#[derive(Functor)]
pub struct ComputeForces<T: Float> {
    /// Slot of each atom.
    pub slot_of_atom: View<i32, 1>,
    /// Pairs with neighbour i are `reverse_entry[reverse_start[i]..reverse_start[i + 1]]`.
    pub reverse_start: View<i32, 1>,
    /// Numbers of listed pairs, `slot * max_neighbors + position`.
    pub reverse_entry: View<i32, 1>,
    /// Most pairs of an atom.
    pub longest: i32,
    /// dE/dr of listed pairs, `[3, slots * max_neighbors]`.
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
        for group in 0..(self.longest + PAIRS_AT_ONCE - 1) / PAIRS_AT_ONCE {
            let mut entry: [i32; PAIRS_AT_ONCE] = [0; PAIRS_AT_ONCE];
            #[unroll]
            for u in 0..PAIRS_AT_ONCE {
                let k = group * PAIRS_AT_ONCE + u;
                if k < count {
                    entry[u] = self.reverse_entry[begin + k];
                }
            }
            #[unroll]
            for u in 0..PAIRS_AT_ONCE {
                let is_pair = group * PAIRS_AT_ONCE + u < count;
                #[unroll]
                for d in 0..3 {
                    let dedr = self.dedr[(d, entry[u])];
                    f[d] -= if is_pair { dedr } else { 0.0 };
                }
            }
        }
        #[unroll]
        for d in 0..3 {
            self.f[(i, d)] = f[d];
        }
    }
}
