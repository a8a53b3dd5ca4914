//! What is measured: a potential, its crystal, a device.

use portax::Space;
use portax_structures::{Frame, Kind, Species};
use snap_core::{SnapOptions, SnapPotential};
use snap_reference::System;

use crate::args::BuiltIn;
use crate::engine::Engine;
use crate::error::Error;
use crate::model::Model;
use crate::run::masses;
use crate::run::start::ROOM;
use crate::structures::cell_of;
use crate::{lattice, neighbors, potential};

/// By how much lists reach beyond the cutoff, Å.
pub const SKIN: f64 = 0.5;
/// Atoms whose neighbours are counted.
const SAMPLES: usize = 64;

/// Bytes of an atom in the host's vectors: positions, types and elements of the system and of the driver, results, and the
/// copies on their way to the device. Views say themselves where there is too little.
const HOST_BYTES_PER_ATOM: usize = 320;

/// Mass of tungsten, g/mol.
const TUNGSTEN_MASS: f64 = 183.84;

/// Cells along the edge of the cube that has about so many atoms, two a cell.
pub fn cells(atoms: u32) -> u32 {
    (f64::from(atoms) / 2.0).cbrt().round().max(1.0) as u32
}

/// What is computed, and on what.
pub struct Problem {
    pub potential: SnapPotential,
    pub system: System,
    /// Kinds of the atoms, each with a mass: for molecular dynamics.
    pub species: Species,
    pub space: Space,
}

impl Problem {
    /// A cube of `cells`³ cells of tungsten, or of the potential's first element.
    ///
    /// # Errors
    /// A potential that is not supported, or [`Error::Memory`].
    pub fn cube(space: &Space, model: &Model, cells: u32) -> Result<Self, Error> {
        let natoms = 2 * (cells as usize).pow(3);
        require_memory(natoms)?;
        let tungsten = model.potential.element_index("W").ok();
        let is_tungsten = |e: &Option<usize>| e.is_some() && *e == tungsten;
        let elements = &model.elements;
        let found = elements.iter().position(is_tungsten);
        let kind = found.or(elements.iter().position(Option::is_some));
        let mut system = lattice::bcc(cells as usize, 0);
        system.types = vec![kind.unwrap_or(0); natoms];
        system.elements = elements.clone();
        let kind = Kind {
            number: Some(1),
            mass: Some(TUNGSTEN_MASS),
            name: None,
        };
        Ok(Self {
            potential: model.potential.clone(),
            system,
            species: Species {
                kinds: vec![kind],
                of_atom: vec![0; natoms],
            },
            space: space.clone(),
        })
    }

    /// The crystal of the benchmark with a potential of this program, as studies have it.
    ///
    /// # Errors
    /// As for [`cube`](Self::cube).
    pub fn of_study(space: &Space, twojmax: usize, cells: u32) -> Result<Self, Error> {
        let of = match twojmax {
            14 => BuiltIn::W2J14Dense,
            _ => BuiltIn::W2J8,
        };
        let mut problem = Self::cube(space, &Model::built_in(of)?, cells)?;
        problem.potential = potential::cut_to(&problem.potential, twojmax)?;
        Ok(problem)
    }

    /// Copies of a structure along the vectors of its cell.
    ///
    /// # Errors
    /// Atoms that the potential does not have or that have no mass; a cell that cannot be; [`Error::Memory`].
    pub fn of_structure(
        space: &Space,
        model: &Model,
        frame: &Frame,
        copies: [usize; 3],
    ) -> Result<Self, Error> {
        require_memory(
            copies
                .iter()
                .fold(frame.natoms(), |n, &m| n.saturating_mul(m)),
        )?;
        let mut frame = frame.replicated(copies);
        masses::give(&mut frame.species, model, None)?;
        let cell = cell_of(&frame, ROOM)?;
        let from_corner = |x: &[f64; 3]| [0, 1, 2].map(|d| x[d] - cell.origin()[d]);
        Ok(Self {
            potential: model.potential.clone(),
            system: System {
                cell: cell.vectors(),
                periodic: cell.periodic(),
                positions: frame.positions.iter().map(from_corner).collect(),
                types: model.type_of_atom(&frame.species)?,
                elements: model.elements.clone(),
            },
            species: frame.species,
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
        neighbors::per_atom(&self.system, self.potential.rcut_max(), SAMPLES)
    }
}

/// Asks the system for the memory of the host's vectors at once: where it refuses, they would end the program.
///
/// # Errors
/// [`Error::Memory`].
pub fn require_memory(atoms: usize) -> Result<(), Error> {
    let bytes = atoms.saturating_mul(HOST_BYTES_PER_ATOM);
    let reserved = Vec::<u8>::new().try_reserve_exact(bytes);
    reserved.map_err(|_| Error::Memory {
        atoms,
        mib: bytes >> 20,
    })
}

#[cfg(test)]
mod tests {
    use super::cells;

    #[test]
    fn cubes_have_about_as_many_atoms_as_asked_for() {
        assert_eq!([2000, 250, 16, 1, 54].map(cells), [10, 5, 2, 1, 3]);
    }
}
