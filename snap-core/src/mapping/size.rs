//! What a mapping is computed from, and what it has to fit.

use portax::Space;

/// A problem and the width of a space.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Atoms.
    pub natoms: usize,
    /// Twice the largest angular momentum.
    pub twojmax: usize,
    /// Lanes of a vector, which are the atoms of a tile.
    pub width: usize,
    /// Compute units or threads.
    pub concurrency: usize,
}

impl Size {
    /// The size of a problem on a space.
    pub fn new(space: &Space, natoms: usize, twojmax: usize) -> Self {
        Self {
            natoms,
            twojmax,
            width: space.natural_width(),
            concurrency: space.concurrency(),
        }
    }

    /// Whether tiles leave half of the compute units idle.
    pub fn is_small(&self) -> bool {
        2 * self.natoms.div_ceil(self.width) <= self.concurrency
    }
}

/// What a team has.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Bytes of team scratch.
    pub scratch: usize,
    /// Are segments of tables copied ahead, which takes team scratch?
    pub copies_segments: bool,
    /// Neighbours that an atom may list.
    pub neighbors: usize,
}
