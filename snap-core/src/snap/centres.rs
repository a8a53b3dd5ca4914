//! Where densities are taken: at atoms, or at points of a grid.

use portax::{AoSoA, View};

use super::given::Given;

/// Central points in tiles, with the atoms around them.
#[derive(Clone)]
pub struct Centres {
    /// Positions of atoms and central points, `[points, 3]`.
    pub x: View<f64, 2>,
    /// Element of each of them.
    pub element: View<i32, 1>,
    /// Element of each tile.
    pub tile_element: View<i32, 1>,
    /// Central point of each slot, -1 for none.
    pub atom_of_slot: View<i32, 1>,
    /// The cell, see [`image_shift`](crate::neighbor::image_shift).
    pub cell: View<f64, 1>,
    /// Listed neighbours of each slot.
    pub count: View<i32, 1>,
    /// Their atoms, `[slots, max_neighbors]`.
    pub neighbor: View<i32, 2, AoSoA>,
    /// Their images, `[slots, max_neighbors]`.
    pub image: View<i32, 2, AoSoA>,
}

impl Centres {
    /// The atoms with their lists.
    pub fn atoms(given: &Given<'_>) -> Self {
        let &Given { atoms, list, .. } = given;
        Self {
            x: atoms.x.clone(),
            element: atoms.element.clone(),
            tile_element: atoms.tile_element.clone(),
            atom_of_slot: list.slots().atom_of_slot.clone(),
            cell: list.cell().clone(),
            count: list.count().clone(),
            neighbor: list.neighbor().clone(),
            image: list.image().clone(),
        }
    }

    /// Tiles.
    pub fn ntiles(&self) -> usize {
        self.tile_element.len()
    }

    /// Entries of all lists.
    pub fn entries(&self) -> usize {
        self.neighbor.extent(0) * self.neighbor.extent(1)
    }

    /// Most pairs of a slot and a density: its neighbours and, where there are several densities, the atom itself.
    pub fn pairs_of_slot(&self, densities: usize) -> usize {
        self.neighbor.extent(1) + usize::from(densities > 1)
    }

    /// Room for the pairs of all slots and densities.
    pub fn pairs(&self, densities: usize) -> usize {
        densities * self.neighbor.extent(0) * self.pairs_of_slot(densities)
    }
}
