//! `snapx run`: molecular dynamics.
//!
//! [`settings`] are the keys of the [`input`] and the options; [`start`] reads a structure, [`restart`] a run that was
//! stopped; [`dynamics`] moves the atoms, [`outputs`] writes what is due.

mod check;
mod columns;
mod dump;
mod dynamics;
mod ensemble;
mod growing;
mod input;
mod outputs;
mod plot;
mod restart;
mod sample;
pub mod settings;
mod start;
mod state;
mod stop;
mod summary;
mod table;

use std::path::Path;
use std::process::ExitCode;

use portax::Space;
use portax_structures::Frame;
use snap_core::md::Atoms;
use snap_core::neighbor::Cell;

use crate::args::{BuiltIn, DeviceArgs, MappingArgs, RunArgs, StructureArgs};
use crate::error::Error;
use crate::file::require_free;
use crate::model::Model;
use crate::progress::Progress;
use crate::structures::{Structure, atom_of};
use crate::tuning::Tuning;
use crate::{args, output, space};
use dynamics::Dynamics;
use outputs::Outputs;
use restart::{Origin, Restart};
use settings::Settings;
use stop::Stop;
use summary::Clock;

/// How far lists reach beyond the cutoff where nothing else is said, Å.
const SKIN: f64 = 1.0;
/// Time step where nothing else is said, ps: LAMMPS'.
const TIMESTEP: f64 = 0.001;

/// Runs molecular dynamics.
///
/// # Errors
/// Inputs, files and structures that make no sense, each named; what the device says; a run that fails.
pub fn run(args: &RunArgs) -> Result<ExitCode, Error> {
    let given = match &args.input {
        Some(path) => input::overlay(&input::read(path)?, &args.settings)?,
        None => args.settings.clone(),
    };
    let before = given.restart.as_deref().map(Restart::read).transpose()?;
    let settings = match &before {
        Some(restart) => input::overlay(&restart.settings, &given)?,
        None => given,
    };
    check::settings(&settings)?;
    Run::new(settings, before)?.run()
}

/// A run with its files.
struct Run {
    settings: Settings,
    steps: u64,
    space: Space,
    potential: u32,
    dynamics: Dynamics,
    outputs: Outputs,
}

impl Run {
    /// Prepares everything, and computes the first forces.
    fn new(settings: Settings, before: Option<Restart>) -> Result<Self, Error> {
        let steps = check::steps(&settings, before.as_ref())?;
        require_restart_free(&settings)?;
        let model = model(&settings)?;
        let space = space::open(&DeviceArgs {
            backend: settings.backend.clone(),
            threads: settings.threads,
        })?;
        let (origin, written, matter, state) = match before {
            Some(r) => (Some(r.origin), Some(r.written), r.matter, r.state),
            None => {
                let path = check::structure(&settings)?;
                let (matter, state) = start::read(path, &settings, &model)?;
                (None, None, matter, state)
            }
        };
        let has_volume = matter.has_volume();
        let options = mapping(&settings)?.options(settings.skin.unwrap_or(SKIN));
        let timestep = settings.timestep.unwrap_or(TIMESTEP);
        let names = matter.frame.clone();
        let is_new = origin.is_none();
        let integrator = |space: &Space, atoms: &Atoms<f64>, cell: &Cell| {
            if let Some(temperature) = settings.velocity_temperature.filter(|_| is_new) {
                atoms.set_temperature(temperature, settings.velocity_seed.unwrap_or(1))?;
            }
            ensemble::integrator(&settings, timestep, space, atoms, cell)
        };
        let dynamics = Dynamics::new(
            &space, &model, matter, &state, options, timestep, integrator,
        );
        let dynamics = dynamics.map_err(|error| match (&settings.structure, &origin) {
            (Some(path), None) => at_start(path, &names, &state.positions, error),
            _ => error,
        })?;
        let potential = crc32fast::hash(format!("{:?}", model.potential).as_bytes());
        if let Some(origin) = &origin {
            note_differences(origin, &own(&space, potential, &dynamics)?);
        }
        Ok(Self {
            outputs: Outputs::open(&settings, has_volume, written)?,
            settings,
            steps,
            space,
            potential,
            dynamics,
        })
    }

    fn run(mut self) -> Result<ExitCode, Error> {
        let stop = Stop::new()
            .map_err(|error| Error::Usage(format!("cannot watch for Ctrl-C: {error}")))?;
        output::print(&summary::opening(&self.dynamics, &self.space))?;
        self.outputs
            .begin(&mut self.dynamics)
            .map_err(|e| self.at_step(e))?;
        let clock = Clock::new(self.dynamics.last_step());
        let progress = Progress::new();
        while self.dynamics.last_step() < self.steps {
            if let Some(status) = stop.status() {
                progress.clear();
                return self.end(&clock, Some(status));
            }
            self.step(&progress, &clock)
                .map_err(|error| self.at_step(error))?;
        }
        progress.clear();
        self.end(&clock, None)
    }

    /// A step with what is due after it.
    fn step(&mut self, progress: &Progress, clock: &Clock) -> Result<(), Error> {
        self.dynamics.step()?;
        let step = self.dynamics.last_step();
        clock.say(progress, step, self.steps);
        let is_last = step == self.steps;
        self.outputs.after(&mut self.dynamics, is_last, progress)?;
        let every = self.settings.restart_every.unwrap_or(10_000);
        if step.is_multiple_of(every) && !is_last {
            self.write_restart()?;
        }
        Ok(())
    }

    /// Writes the last restart file and the summary.
    fn end(mut self, clock: &Clock, status: Option<u8>) -> Result<ExitCode, Error> {
        self.write_restart().map_err(|error| self.at_step(error))?;
        self.outputs.finish()?;
        let step = self.dynamics.last_step();
        output::print(&clock.summary(&self.dynamics))?;
        let Some(status) = status else {
            return Ok(ExitCode::SUCCESS);
        };
        output::note(&match &self.settings.write_restart {
            Some(path) => format!(
                "stopped after step {step} of {}; snapx run --restart {} goes on",
                self.steps,
                path.display()
            ),
            None => format!(
                "stopped after step {step} of {}; no write_restart is given, so that nothing can go on from here",
                self.steps
            ),
        });
        Ok(status.into())
    }

    fn write_restart(&mut self) -> Result<(), Error> {
        let Some(path) = self.settings.write_restart.clone() else {
            return Ok(());
        };
        // A run that is lost must not take the place of one that is not.
        self.dynamics.sample()?;
        let restart = Restart {
            settings: self.settings.clone(),
            matter: self.dynamics.matter().clone(),
            state: self.dynamics.state()?,
            written: self.outputs.written()?,
            origin: own(&self.space, self.potential, &self.dynamics)?,
        };
        restart.write(&path)
    }

    /// An error of the step that was under way.
    fn at_step(&self, source: Error) -> Error {
        let atom = atom_of(&source);
        Error::Step {
            step: self.dynamics.last_step(),
            atom: atom.map_or(String::new(), |atom| self.dynamics.name_of(atom)),
            source: Box::new(source),
        }
    }
}

/// Refuses to replace a restart file that this run does not go on from.
fn require_restart_free(settings: &Settings) -> Result<(), Error> {
    let Some(path) = &settings.write_restart else {
        return Ok(());
    };
    let is_own = settings.restart.as_ref() == Some(path);
    require_free(path, is_own || settings.overwrite == Some(true))
}

fn model(settings: &Settings) -> Result<Model, Error> {
    Model::of(&StructureArgs {
        files: vec![],
        format: None,
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
fn at_start(path: &Path, frame: &Frame, positions: &[[f64; 3]], source: Error) -> Error {
    let frame = Frame {
        positions: positions.to_vec(),
        ..frame.clone()
    };
    let structure = Structure {
        file: path,
        number: 0,
        frame,
    };
    structure.error(source)
}

/// What this program, potential and device make of the atoms.
fn own(space: &Space, potential: u32, dynamics: &Dynamics) -> Result<Origin, Error> {
    Ok(Origin {
        device: space.name().to_string(),
        potential,
        forces: dynamics.checksum_of_forces()?,
    })
}

/// Says why a run will not go on bit for bit.
fn note_differences(before: &Origin, now: &Origin) {
    if before.potential != now.potential {
        output::note("the potential is not that of the run which wrote the restart file");
    } else if before.forces != now.forces {
        output::note(&format!(
            "forces differ in their last digits from those of the run that wrote the restart file, on {} (here {}): the run goes \
             on, but not bit for bit",
            before.device, now.device
        ));
    }
}
