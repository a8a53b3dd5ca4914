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

/// Tiles of a batch, of which `fit` fit its memory: few batches of one size, the same number of tiles for each thread.
#[must_use]
pub fn tiles_per_batch(ntiles: usize, fit: usize, threads: usize) -> usize {
    let most = match fit / threads * threads {
        0 => fit.max(1),
        whole => whole,
    };
    let batches = ntiles.div_ceil(most).max(1);
    let even = ntiles.div_ceil(batches).next_multiple_of(threads);
    even.clamp(1, most).min(ntiles.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_are_even_and_fit() {
        for (ntiles, fit, threads, tiles) in [
            (250, 25, 2, 24),
            (250, 7, 2, 6),
            (100, 60, 1, 50),
            (100, 3, 8, 3),
            (5, 1000, 132, 5),
            (0, 0, 1, 1),
        ] {
            assert_eq!(tiles_per_batch(ntiles, fit, threads), tiles);
        }
    }

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
