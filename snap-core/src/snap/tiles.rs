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
    /// Tiles of `width` slots, a multiple of `group` tiles of each element; atoms of one element keep their order. Those without
    /// one have the number `nelements`.
    #[must_use]
    pub fn new(element: &[i32], nelements: usize, width: usize, group: usize) -> Self {
        let atoms: Vec<i32> = (0..element.len() as i32).collect();
        Self::of(&atoms, element, nelements, width, group)
    }

    /// The same of some of the atoms. One that there is not counts as one without an element.
    #[must_use]
    pub fn of(
        atoms: &[i32],
        element: &[i32],
        nelements: usize,
        width: usize,
        group: usize,
    ) -> Self {
        let mut tiles = Self {
            atom_of_slot: Vec::with_capacity(atoms.len() + width * (group * nelements + 2)),
            element: vec![],
        };
        let of_atom = |&atom: &i32| {
            let known = usize::try_from(atom)
                .ok()
                .and_then(|atom| element.get(atom));
            *known.unwrap_or(&(nelements as i32))
        };
        for wanted in 0..nelements as i32 {
            let atoms = atoms.iter().filter(|atom| of_atom(atom) == wanted);
            tiles.add_atoms(atoms, width * group);
            let count = tiles.atom_of_slot.len() / width;
            tiles.element.resize(count, wanted);
        }
        let rest = atoms
            .iter()
            .filter(|atom| of_atom(atom) == nelements as i32);
        tiles.add_atoms(rest, width);
        tiles
    }

    /// Adds tiles without atoms, those of an element up to so many of them, then slots up to so many.
    pub fn fill_up(&mut self, tiles: usize, slots: usize, width: usize) {
        let end = self.element.len() * width;
        let empty = vec![-1; tiles * width - end];
        self.atom_of_slot.splice(end..end, empty);
        self.element.resize(tiles, 0);
        self.atom_of_slot.resize(slots, -1);
    }

    /// Adds slots with these atoms, up to a multiple of `whole` slots.
    fn add_atoms<'a>(&mut self, atoms: impl Iterator<Item = &'a i32>, whole: usize) {
        self.atom_of_slot.extend(atoms);
        let slots = self.atom_of_slot.len().next_multiple_of(whole);
        self.atom_of_slot.resize(slots, -1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_have_one_element_each() {
        let tiles = Tiles::new(&[1, 0, 1, 1, 0], 3, 2, 1);
        assert_eq!(
            tiles,
            Tiles {
                atom_of_slot: vec![1, 4, 0, 2, 3, -1],
                element: vec![0, 1, 1]
            }
        );
        let groups = Tiles::new(&[0, 1, 1, 1], 2, 2, 2);
        assert_eq!(groups.element, [0, 0, 1, 1]);
    }

    #[test]
    fn atoms_without_an_element_have_slots_and_no_tile() {
        let tiles = Tiles::new(&[1, 0, 1, 1], 1, 2, 2);
        assert_eq!(
            tiles,
            Tiles {
                atom_of_slot: vec![1, -1, -1, -1, 0, 2, 3, -1],
                element: vec![0, 0]
            }
        );
        let mut filled = tiles;
        filled.fill_up(4, 14, 2);
        assert_eq!(filled.element, [0; 4]);
        let atoms = [1, -1, -1, -1, -1, -1, -1, -1, 0, 2, 3, -1, -1, -1];
        assert_eq!(filled.atom_of_slot, atoms);
    }
}
