//! Forces: what an atom's own energy exerts on it, less what it does to its neighbours' energies, without atomics.

use portax::layout::Layout;
use portax::{AoSoA, Float, Functor, Sum, TeamKernel, View, kernel};

/// Pairs of an atom whose loads a lane has under way at once.
const LOADS: usize = 2;

/// F_i = sum_k dE_i/dr_k - sum over the pairs whose neighbour is i of dE/dr, a vector of lanes an atom.
#[derive(Functor)]
pub struct ComputeForces<T: Float, A: Float, L: Layout> {
    /// Slot of each atom, one without an atom for those that have none.
    pub slot_of_atom: View<i32, 1>,
    /// Pairs with neighbour i are `reverse_entry[reverse_start[i]..reverse_start[i + 1]]`.
    pub reverse_start: View<i32, 1>,
    /// See [`NeighborList::reverse_entry`](crate::neighbor::NeighborList::reverse_entry).
    pub reverse_entry: View<i32, 1>,
    /// Number of the pair of each list entry ([`NeighborList::reverse_entry`](crate::neighbor::NeighborList::reverse_entry)),
    /// -1 beyond the cutoff.
    pub place: View<i32, 1>,
    /// dE/dr of each pair, `[3, slots * max_neighbors]`.
    pub dedr: View<T, 2, L>,
    /// The first three: sum of dE/dr over the neighbours of each slot, `[slots, ATOM_SUMS]`.
    pub sums: View<A, 2, AoSoA>,
    /// Forces, `[natoms, 3]`.
    pub f: View<f64, 2>,
    /// Lanes of a vector.
    #[comptime]
    pub width: usize,
    /// Atoms of a team.
    #[comptime]
    pub atoms: usize,
}

#[kernel(unchecked)]
// SAFETY: a thread writes its own atoms only; the reverse index comes from validated lists.
unsafe impl<T: Float, A: Float, L: Layout> TeamKernel for ComputeForces<T, A, L> {
    fn compute_forces(&self, team: Team) {
        let first = team.league_rank() * self.atoms;
        parallel_for(TeamThreadRange(team, self.atoms), |a| {
            // A thread without an atom repeats the last: collectives stand outside of branches, where compilers of OpenCL
            // (PoCL 3.1) make endless loops of them.
            let i = (first + a).min(self.f.extent(0) - 1);
            let slot = self.slot_of_atom[i];
            let own = [
                self.sums[(slot, 0)],
                self.sums[(slot, 1)],
                self.sums[(slot, 2)],
            ];
            let begin = self.reverse_start[i];
            let count = self.reverse_start[i + 1] - begin;
            let rounds =
                (count as Int + comptime!(LOADS * self.width - 1)) / comptime!(LOADS * self.width);
            for lane in team.lanes() {
                let mut f: [A; 3] = [0.0; 3];
                for round in 0..rounds {
                    let mut pair: [i32; LOADS] = [-1; LOADS];
                    #[unroll]
                    for u in 0..LOADS {
                        let n = lane + (round * LOADS + u) * self.width;
                        if n < count {
                            pair[u] = self.place[self.reverse_entry[n + begin]];
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
                            f[d] += dedr[u][d] as A;
                        }
                    }
                }
                #[unroll]
                for d in 0..3 {
                    let sum: Uniform<A> =
                        parallel_reduce(ThreadVectorRange(team, self.width), |l| f[d], Sum);
                    single(PerThread(team), || {
                        if first + a < self.f.extent(0) {
                            self.f[(i, d)] = (own[d] - sum) as Uniform<f64>;
                        }
                    });
                }
            }
        });
    }
}
