//! Neighbour lists inside kernels.

use portax::{AoSoA, Float, Functor, View, device};

use super::{CellView, NeighborList, displacement};

/// What kernels read of a [`NeighborList`], as one field of a functor: the lists, and the positions that they are of.
///
/// ```text
/// for k in 0..self.neighbors.count[slot] {
///     let r = self.neighbors.displacement(slot, k);
///     ...
/// }
/// ```
#[derive(Functor, Clone)]
pub struct Neighbors<T: Float> {
    /// Positions, `[natoms, 3]`, Å.
    pub x: View<T, 2>,
    /// The cell.
    pub cell: CellView<T>,
    /// Atom of each slot, -1 for none.
    pub atom_of_slot: View<i32, 1>,
    /// Neighbours of each slot.
    pub count: View<i32, 1>,
    /// Their atoms, `[slots, max_neighbors]`.
    pub neighbor: View<i32, 2, AoSoA>,
    /// Their images, `[slots, max_neighbors]`.
    pub image: View<i32, 2, AoSoA>,
}

#[device]
impl<T: Float> Neighbors<T> {
    /// From the atom of a slot to its neighbour `k`, Å.
    pub fn displacement(&self, slot: Index, k: i32) -> [T; 3] {
        let (i, j) = (self.atom_of_slot[slot], self.neighbor[(slot, k)]);
        displacement(self.x, self.cell, i, j, self.image[(slot, k)])
    }
}

impl<T: Float> NeighborList<T> {
    /// The lists as kernels read them, of atoms at `x` (`[natoms, 3]`, Å). The views are others than before where a build
    /// needed more room: ask again after each.
    pub fn neighbors(&self, x: &View<T, 2>) -> Neighbors<T> {
        Neighbors {
            x: x.clone(),
            cell: self.cell().clone(),
            atom_of_slot: self.slots().atom_of_slot.clone(),
            count: self.count().clone(),
            neighbor: self.neighbor().clone(),
            image: self.image().clone(),
        }
    }
}
