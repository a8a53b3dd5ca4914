//! The virial of each atom.

use portax::layout::Layout;
use portax::{AoSoA, Float, Functor, RangeKernel, View, kernel};

use crate::pair::geometry::displacement;

/// Half of what each pair adds to the virial, for both of its atoms, as LAMMPS' compute stress/atom has it: the own pairs
/// from the sums over them, the others pair by pair.
#[derive(Functor)]
pub struct ComputeVirials<T: Float, L: Layout> {
    /// Slot of each atom, one without an atom for those that have none.
    pub slot_of_atom: View<i32, 1>,
    /// Atom of each slot.
    pub atom_of_slot: View<i32, 1>,
    /// Pairs with neighbour i are `reverse_entry[reverse_start[i]..reverse_start[i + 1]]`.
    pub reverse_start: View<i32, 1>,
    /// See [`NeighborList::reverse_entry`](crate::neighbor::NeighborList::reverse_entry).
    pub reverse_entry: View<i32, 1>,
    /// Number of the pair of each list entry, -1 beyond the cutoff.
    pub place: View<i32, 1>,
    /// Images of the listed neighbours, `[slots, max_neighbors]`.
    pub image: View<i32, 2, AoSoA>,
    /// dE/dr of each pair, `[3, pairs]`.
    pub dedr: View<T, 2, L>,
    /// Behind three others xx yy zz xy xz yz over the neighbours of each slot, `[slots, ATOM_SUMS]`.
    pub sums: View<f64, 2, AoSoA>,
    /// Positions, `[natoms, 3]`.
    pub x: View<f64, 2>,
    /// The cell, see [`image_shift`](crate::neighbor::image_shift).
    pub cell: View<f64, 1>,
    /// xx yy zz xy xz yz of each atom, `[natoms, 6]`.
    pub virials: View<f64, 2>,
    /// Lanes of a tile.
    #[comptime]
    pub width: usize,
}

#[kernel]
impl<T: Float, L: Layout> RangeKernel for ComputeVirials<T, L> {
    fn compute_virials(&self, i: Index) {
        let slot = self.slot_of_atom[i];
        let mut sum: [f64; 6] = [0.0; 6];
        if slot >= 0 {
            let atom: i32 = i;
            #[unroll]
            for c in 0..6 {
                sum[c] = self.sums[(slot, c + 3)];
            }
            for n in self.reverse_start[i]..self.reverse_start[i + 1] {
                let entry = self.reverse_entry[n];
                let pair = self.place[entry];
                if pair >= 0 {
                    // Entry k of a slot's list is number (tile * max_neighbors + k) * width + lane.
                    let row = entry / comptime!(self.width as i32);
                    let tile = row / self.image.extent(1);
                    let k = row - tile * self.image.extent(1);
                    let of = tile * self.width + (entry - row * self.width);
                    let j = self.atom_of_slot[of];
                    let xj: [f64; 3] = [self.x[(j, 0)], self.x[(j, 1)], self.x[(j, 2)]];
                    let image = self.image[(of, k)];
                    let r = displacement::<f64>(self.x, self.cell, xj, atom, image);
                    let dedr: [f64; 3] = [
                        self.dedr[(0, pair)] as f64,
                        self.dedr[(1, pair)] as f64,
                        self.dedr[(2, pair)] as f64,
                    ];
                    sum[0] -= r[0] * dedr[0];
                    sum[1] -= r[1] * dedr[1];
                    sum[2] -= r[2] * dedr[2];
                    sum[3] -= r[0] * dedr[1];
                    sum[4] -= r[0] * dedr[2];
                    sum[5] -= r[1] * dedr[2];
                }
            }
        }
        #[unroll]
        for c in 0..6 {
            self.virials[(i, c)] = sum[c] * 0.5;
        }
    }
}
