//! What is measured: a potential, its crystal, a device.

use portax::Space;
use snap_core::{SnapOptions, SnapPotential};
use snap_reference::System;

use crate::engine::Engine;
use crate::error::Error;
use crate::lattice;

/// By how much lists reach beyond the cutoff, Å.
pub const SKIN: f64 = 0.5;
/// Atoms whose neighbours are counted.
const SAMPLES: usize = 64;

/// Bytes of an atom in the host's vectors: positions, types and elements of the system and of the driver, results, and the
/// copies on their way to the device. Views say themselves where there is too little.
const HOST_BYTES_PER_ATOM: usize = 320;

/// What is computed, and on what.
pub struct Problem {
    pub potential: SnapPotential,
    pub system: System,
    pub space: Space,
}

impl Problem {
    /// A cube of `cells`³ cells of tungsten, or of the potential's first element.
    ///
    /// # Errors
    /// A potential that is not supported, or [`Error::Memory`].
    pub fn new(space: &Space, potential: &SnapPotential, cells: u32) -> Result<Self, Error> {
        require_memory(2 * (cells as usize).pow(3))?;
        let element = potential.element_index("W").unwrap_or(0);
        Ok(Self {
            potential: potential.clone(),
            system: lattice::bcc(cells as usize, element),
            space: space.clone(),
        })
    }

    /// What computes it.
    ///
    /// # Errors
    /// Those of [`Engine::new`].
    pub fn engine(&self, options: SnapOptions) -> Result<Engine, Error> {
        Engine::new(&self.space, &self.potential, &self.system, options)
    }

    pub fn natoms(&self) -> usize {
        self.system.positions.len()
    }

    pub fn twojmax(&self) -> usize {
        self.potential.params().twojmax
    }

    /// Mean number of neighbours within the cutoff.
    pub fn neighbors_per_atom(&self) -> f64 {
        lattice::neighbors_per_atom(&self.system, self.potential.rcut_max(), SAMPLES)
    }
}

/// Asks the system for the memory of the host's vectors at once: where it refuses, they would end the program.
fn require_memory(atoms: usize) -> Result<(), Error> {
    let bytes = atoms.saturating_mul(HOST_BYTES_PER_ATOM);
    let reserved = Vec::<u8>::new().try_reserve_exact(bytes);
    reserved.map_err(|_| Error::Memory {
        atoms,
        mib: bytes >> 20,
    })
}
