//! Atoms grouped into tiles: one element a tile, as many slots as the space's vectors have lanes.

/// Which atom stands where. Atoms without an element stand behind the tiles: they have lists, but no stage of SNAP.
#[derive(Clone, Debug, PartialEq)]
pub struct Tiles {
    /// Atom of each slot, -1 for none: where a tile is not full, and at the end up to a whole vector.
    pub atom_of_slot: Vec<i32>,
    /// Element of each tile.
    pub element: Vec<i32>,
}

impl Tiles {
    /// Tiles of `width` slots, a multiple of `group` tiles of each element; atoms of one element keep their order.
    #[must_use]
    pub fn new(
        element_of_atom: &[Option<usize>],
        nelements: usize,
        width: usize,
        group: usize,
    ) -> Self {
        let atoms = element_of_atom.iter().enumerate();
        let atoms: Vec<_> = atoms.map(|(atom, &e)| (atom as i32, e)).collect();
        Self::of(&atoms, nelements, width, group)
    }

    /// The same of some atoms, each with its element.
    #[must_use]
    pub fn of(
        atoms: &[(i32, Option<usize>)],
        nelements: usize,
        width: usize,
        group: usize,
    ) -> Self {
        let mut tiles = Self {
            atom_of_slot: vec![],
            element: vec![],
        };
        for element in 0..nelements {
            tiles.add_atoms(atoms, Some(element), width * group);
            let count = tiles.atom_of_slot.len() / width;
            tiles.element.resize(count, element as i32);
        }
        tiles.add_atoms(atoms, None, width);
        tiles
    }

    /// Adds a tile without atoms behind all others; gives its first slot.
    pub fn add_empty(&mut self, width: usize) -> i32 {
        let first = self.atom_of_slot.len();
        self.atom_of_slot.resize(first + width, -1);
        first as i32
    }

    /// Adds slots with the atoms of an element, or with those of none, up to a multiple of `whole` slots.
    fn add_atoms(&mut self, atoms: &[(i32, Option<usize>)], element: Option<usize>, whole: usize) {
        let atoms = atoms.iter().filter(|(_, e)| *e == element);
        self.atom_of_slot.extend(atoms.map(|(atom, _)| atom));
        let slots = self.atom_of_slot.len().next_multiple_of(whole);
        self.atom_of_slot.resize(slots, -1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_have_one_element_each() {
        let tiles = Tiles::new(&[1, 0, 1, 1, 0].map(Some), 3, 2, 1);
        assert_eq!(
            tiles,
            Tiles {
                atom_of_slot: vec![1, 4, 0, 2, 3, -1],
                element: vec![0, 1, 1]
            }
        );
        let groups = Tiles::new(&[0, 1, 1, 1].map(Some), 2, 2, 2);
        assert_eq!(groups.element, [0, 0, 1, 1]);
    }

    #[test]
    fn atoms_without_an_element_have_slots_and_no_tile() {
        let tiles = Tiles::new(&[None, Some(0), None, None], 1, 2, 2);
        assert_eq!(
            tiles,
            Tiles {
                atom_of_slot: vec![1, -1, -1, -1, 0, 2, 3, -1],
                element: vec![0, 0]
            }
        );
    }
}
