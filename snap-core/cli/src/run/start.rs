//! The start of a run: a structure with masses and velocities.

use std::path::Path;

use portax_structures::{Frame, Kind, atomic_weight};

use super::replicas;
use super::settings::{Masses, Settings};
use super::state::{Matter, State};
use crate::error::Error;
use crate::model::Model;
use crate::problem::require_memory;
use crate::structures::{Structure, cell_of, first_frame};

/// Room between atoms and the box where space does not repeat, Å. Atoms that reach the box get a larger one.
pub const ROOM: f64 = 5.0;

/// The atoms of a file, at rest where it has no velocities, as often as there are replicas.
///
/// # Errors
/// Those of the file; [`Error::Usage`] for a file without atoms, and atoms without a mass.
pub fn read(path: &Path, settings: &Settings, model: &Model) -> Result<(Matter, State), Error> {
    let mut frame = first_frame(path, settings.format)?;
    if frame.natoms() == 0 {
        return Err(Error::Usage(format!(
            "`{}` has no atoms; give a structure with some",
            path.display()
        )));
    }
    let masses = masses(&frame, model, settings.masses.as_ref())?;
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
        cell: cell_of(&frame, ROOM).map_err(|error| {
            let (file, frame) = (path, frame.clone());
            let number = 0;
            Structure {
                file,
                number,
                frame,
            }
            .error(error)
        })?,
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
    let matter = Matter {
        frame,
        masses,
        replicas,
    };
    Ok((matter, state))
}

/// The mass of each kind that has atoms, 1 of the others.
///
/// # Errors
/// [`Error::Usage`] for atoms without a mass, and masses of what is not there.
pub fn masses(frame: &Frame, model: &Model, given: Option<&Masses>) -> Result<Vec<f64>, Error> {
    let kinds = &frame.species.kinds;
    let none = Masses::default();
    let given = given.unwrap_or(&none);
    for (name, mass) in &given.0 {
        require_mass(name, *mass)?;
        let fits = |kind: &Kind| names(kind, model).any(|known| known == *name);
        if !kinds.iter().any(fits) {
            return Err(Error::Usage(format!(
                "masses names `{}`, which no atom is; name elements or types of the structure",
                portax::error::printable(name)
            )));
        }
    }
    let mut is_used = vec![false; kinds.len()];
    for &kind in &frame.species.of_atom {
        is_used[kind as usize] = true;
    }
    let mass = |(kind, is_used): (&Kind, bool)| match is_used {
        true => mass_of(kind, model, given),
        false => Ok(1.0),
    };
    kinds.iter().zip(is_used).map(mass).collect()
}

/// That of the settings, else of the file, else of the element.
fn mass_of(kind: &Kind, model: &Model, given: &Masses) -> Result<f64, Error> {
    let named = names(kind, model).find_map(|name| given.0.get(&name).copied());
    let weight = || names(kind, model).find_map(|name| atomic_weight(&name));
    let label = kind.label();
    let Some(mass) = named.or(kind.mass).or_else(weight) else {
        return Err(Error::Usage(format!(
            "no mass of `{}` is known; give it by --masses {label}=MASS",
            portax::error::printable(&label),
        )));
    };
    require_mass(&label, mass)?;
    Ok(mass)
}

/// What a kind is called: its number, its name, and the element that it is for the potential.
fn names(kind: &Kind, model: &Model) -> impl Iterator<Item = String> {
    let number = kind.number.map(|number| number.to_string());
    let element = model.element_of(kind).map(str::to_string);
    number.into_iter().chain(kind.name.clone()).chain(element)
}

fn require_mass(name: &str, mass: f64) -> Result<(), Error> {
    match mass > 0.0 && mass.is_finite() {
        true => Ok(()),
        false => Err(Error::Usage(format!(
            "the mass of `{}` is {mass}; it must be positive and finite, g/mol",
            portax::error::printable(name)
        ))),
    }
}
