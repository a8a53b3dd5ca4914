//! How a run begins: with the atoms of a structure, or of a run that was stopped.

use std::path::Path;

use portax::Space;
use portax_structures::Frame;
use snap_core::Snap;
use snap_core::md::Atoms;

use super::dynamics::Dynamics;
use super::origin::Origin;
use super::outputs::Written;
use super::restart::Restart;
use super::settings::Settings;
use super::state::{Matter, State};
use super::vectors::columns;
use super::{check, ensemble, minimize, replicas, start, velocities};
use crate::args::{self, BuiltIn, MappingArgs, ModelArgs};
use crate::error::Error;
use crate::model::Model;
use crate::output;
use crate::structures::Structure;
use crate::tuning::Tuning;

/// How far lists reach beyond the cutoff where nothing else is said, Å.
const SKIN: f64 = 1.0;
/// Time step where nothing else is said, ps: LAMMPS'.
const TIMESTEP: f64 = 0.001;

/// What a run begins with.
pub struct Begin {
    pub matter: Matter,
    pub state: State,
    /// Where the run goes on
    pub before: Option<Before>,
}

/// What is known of a run that was stopped, beside its atoms.
pub struct Before {
    pub settings: Settings,
    pub origin: Origin,
    pub written: Written,
}

impl Begin {
    /// The restart file's atoms, else those of the structure.
    ///
    /// # Errors
    /// Those of [`start::read`]; [`Error::Usage`] where there is none, and for another number of replicas.
    pub fn new(settings: &Settings, model: &Model, before: Option<Restart>) -> Result<Self, Error> {
        let Some(restart) = before else {
            let (matter, state) = start::read(check::structure(settings)?, settings, model)?;
            return Ok(Self {
                matter,
                state,
                before: None,
            });
        };
        let (before, now) = (restart.matter.replicas, replicas::count(settings));
        if before != now {
            return Err(Error::Usage(format!(
                "replicas is {now}, and the restart file has {before}; leave replicas out"
            )));
        }
        let mut state = restart.state;
        if restart.settings.ensemble.unwrap_or_default() != settings.ensemble.unwrap_or_default() {
            // What another integrator keeps means nothing here.
            state.integrator.clear();
            state.integrator_since = state.step;
        }
        Ok(Self {
            matter: restart.matter,
            state,
            before: Some(Before {
                settings: restart.settings,
                origin: restart.origin,
                written: restart.written,
            }),
        })
    }
}

/// The moving atoms: at the minimum where one is asked for, with velocities where they are to be created.
///
/// # Errors
/// Atoms that the potential does not have, or that coincide; those of the device.
pub fn dynamics(
    settings: &Settings,
    space: &Space,
    model: &Model,
    begin: &Begin,
) -> Result<Dynamics, Error> {
    let s = settings;
    let is_new = begin.before.is_none();
    let timestep = s.timestep.unwrap_or(TIMESTEP);
    let minimize = s.minimize.as_ref().filter(|_| is_new);
    let temperature = s.velocity_temperature.filter(|_| is_new);
    let prepare = |space: &Space, atoms: &Atoms<f64>, snap: &mut Snap| {
        if let Some(minimize) = minimize {
            let minimum = minimize.run(space, atoms, snap)?;
            output::print(&minimize::report(&minimum))?;
        }
        if let Some(temperature) = temperature {
            let seed = s.velocity_seed.unwrap_or(1);
            let v = velocities::create(space, &begin.matter, temperature, seed)?;
            atoms.v.copy_from_slice(&columns(&v))?;
        }
        let cell = snap.neighbor_list().host_cell();
        let since = begin.state.integrator_since;
        ensemble::integrator(s, timestep, since, space, atoms, cell)
    };
    let options = mapping(s)?.options(s.skin.unwrap_or(SKIN));
    let (matter, state) = (begin.matter.clone(), &begin.state);
    let made = Dynamics::new(space, model, matter, state, options, timestep, prepare);
    made.map_err(|error| match &s.structure {
        Some(path) if is_new => at_start(path, begin, error),
        _ => error,
    })
}

/// The potential.
///
/// # Errors
/// Those of its files.
pub fn model(settings: &Settings) -> Result<Model, Error> {
    Model::of(&ModelArgs {
        potential: settings.potential.clone(),
        twojmax: BuiltIn::W2J8,
        lammps_pair: settings.lammps_pair.clone(),
        elements: settings.elements.clone().unwrap_or_default(),
    })
}

fn mapping(settings: &Settings) -> Result<MappingArgs, Error> {
    Ok(MappingArgs {
        yi: settings.yi,
        precision: settings.precision.unwrap_or(args::Precision::Double),
        lammps_chem: settings.lammps_chem == Some(true),
        tuning: Tuning::parse(settings.tuning.as_deref().unwrap_or_default())?,
    })
}

/// An error of the first forces, with the atom of the structure.
fn at_start(path: &Path, begin: &Begin, source: Error) -> Error {
    let natoms = begin.matter.natoms();
    let frame = Frame {
        positions: begin.state.positions[..natoms].to_vec(),
        ..begin.matter.frame.clone()
    };
    let structure = Structure {
        file: path,
        number: 0,
        frame,
    };
    structure.error(source)
}
