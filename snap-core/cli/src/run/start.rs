//! The start of a run: a structure with masses and velocities.

use std::path::Path;

use super::masses;
use super::replicas;
use super::settings::Settings;
use super::state::{Matter, State};
use crate::error::Error;
use crate::model::Model;
use crate::problem::require_memory;
use crate::structures::{cell_of, first_structure};

/// Room between atoms and the box where space does not repeat, Å. Atoms that reach the box get a larger one.
pub const ROOM: f64 = 5.0;

/// The atoms of a file, at rest where it has no velocities, as often as there are replicas.
///
/// # Errors
/// Those of the file; [`Error::Usage`] for a file without atoms, and atoms without a mass.
pub fn read(path: &Path, settings: &Settings, model: &Model) -> Result<(Matter, State), Error> {
    let structure = first_structure(path, settings.format)?;
    let cell = cell_of(&structure.frame, ROOM).map_err(|error| structure.error(error))?;
    let mut frame = structure.frame;
    masses::give(&mut frame.species, model, settings.masses.as_ref())?;
    for kind in &mut frame.species.kinds {
        // Trajectories name the elements of LAMMPS' types.
        if kind.name.is_none() {
            kind.name = model.element_of(kind).map(str::to_string);
        }
    }
    let (natoms, replicas) = (frame.natoms(), replicas::count(settings));
    require_memory(natoms.saturating_mul(replicas))?;
    let velocities = frame.velocities.take();
    let images = frame.images.take();
    let state = State {
        step: 0,
        time: 0.0,
        cell,
        velocities: velocities
            .unwrap_or_else(|| vec![[0.0; 3]; natoms])
            .repeat(replicas),
        positions: std::mem::take(&mut frame.positions).repeat(replicas),
        images: images
            .unwrap_or_else(|| vec![[0; 3]; natoms])
            .repeat(replicas),
        lists: None,
        integrator: vec![],
        integrator_since: 0,
    };
    // What else the file says belongs to its positions.
    (frame.columns, frame.info) = (vec![], vec![]);
    Ok((Matter { frame, replicas }, state))
}
