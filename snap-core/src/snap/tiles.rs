//! Atoms grouped into tiles: one element a tile, as many slots as the space's vectors have lanes.

/// Which atom stands where.
#[derive(Clone, Debug, PartialEq)]
pub struct Tiles {
    /// Atom of each slot, -1 where a tile is not full.
    pub atom_of_slot: Vec<i32>,
    /// Element of each tile.
    pub element: Vec<i32>,
}

impl Tiles {
    /// Tiles of `width` slots, a multiple of `group` tiles of each element; atoms of one element keep their order.
    #[must_use]
    pub fn new(element_of_atom: &[usize], nelements: usize, width: usize, group: usize) -> Self {
        let mut tiles = Self {
            atom_of_slot: vec![],
            element: vec![],
        };
        for element in 0..nelements {
            let atoms = element_of_atom
                .iter()
                .enumerate()
                .filter(|(_, e)| **e == element);
            tiles
                .atom_of_slot
                .extend(atoms.map(|(atom, _)| atom as i32));
            tiles
                .atom_of_slot
                .resize(tiles.atom_of_slot.len().next_multiple_of(width * group), -1);
            tiles
                .element
                .resize(tiles.atom_of_slot.len() / width, element as i32);
        }
        tiles
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
        assert_eq!(Tiles::new(&[0, 1, 1, 1], 2, 2, 2).element, [0, 0, 1, 1]);
    }
}
