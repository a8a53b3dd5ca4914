//! `snapx run`: molecular dynamics.
//!
//! [`settings`] are the keys of the [`input`] and the options; [`start`] reads a structure, [`restart`] a run that was
//! stopped; [`mod@dynamics`] moves the atoms, [`outputs`] writes what is due.

mod begin;
mod check;
mod columns;
mod dump;
mod dynamics;
mod ensemble;
mod growing;
mod input;
pub mod masses;
mod minimize;
mod origin;
mod outputs;
mod plan;
mod plot;
mod replicas;
mod restart;
mod sample;
pub mod settings;
pub mod start;
mod state;
pub mod stop;
mod summary;
mod table;
mod vectors;
mod velocities;

use std::process::ExitCode;

use portax::Space;

use crate::args::{DeviceArgs, RunArgs};
use crate::error::Error;
use crate::file::require_free;
use crate::progress::Progress;
use crate::structures::atom_of;
use crate::{output, space};
use begin::{Begin, dynamics, model};
use dynamics::Dynamics;
use origin::{note_differences, own};
use outputs::Outputs;
use plan::Plan;
use restart::Restart;
use settings::Settings;
use stop::Stop;
use summary::Clock;

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
        require_restart(&settings)?;
        let model = model(&settings)?;
        let begin = Begin::new(&settings, &model, before)?;
        let has_volume = begin.matter.has_volume();
        let minimize = settings.minimize.as_ref();
        minimize.map_or(Ok(()), |minimize| minimize.check(has_volume))?;
        let plan = Plan::new(&settings, has_volume, begin.before.as_ref())?;
        let space = space::open(&DeviceArgs {
            backend: settings.backend.clone(),
            threads: settings.threads,
        })?;
        let dynamics = dynamics(&settings, &space, &model, &begin)?;
        let potential = crc32fast::hash(format!("{:?}", model.potential).as_bytes());
        if let Some(before) = &begin.before {
            note_differences(&before.origin, &own(&space, potential, &dynamics)?);
        }
        Ok(Self {
            outputs: Outputs::open(plan)?,
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
        self.outputs.finish(&self.dynamics)?;
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
        self.dynamics.samples()?;
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

/// Refuses to replace a restart file that this run does not go on from, and settings that none can hold.
fn require_restart(settings: &Settings) -> Result<(), Error> {
    let Some(path) = &settings.write_restart else {
        return Ok(());
    };
    input::print(settings)?;
    let is_own = settings.restart.as_ref() == Some(path);
    require_free(path, is_own || settings.overwrite == Some(true))
}
