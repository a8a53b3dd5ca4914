//! `snapx bench`: the speed of forces and of whole MD steps, after a check that the forces are right.

mod check;
mod measure;
mod report;

use std::process::ExitCode;

use portax::Space;
use snap_core::SnapPotential;
use snap_reference::System;

use crate::args::BenchArgs;
use crate::engine::{Engine, Md};
use crate::error::Error;
use crate::progress::Progress;
use crate::{data_file, lattice, output, potential, space};
use report::{Measured, Report};

/// g/mol.
const TUNGSTEN_MASS: f64 = 183.84;
/// By how much lists reach beyond the cutoff, Å.
const SKIN: f64 = 0.5;
/// Atoms whose neighbours are counted.
const SAMPLES: usize = 64;
/// Evaluations over which stages are timed, at most.
const STAGE_STEPS: usize = 20;

/// What is computed, and on what.
pub struct Problem {
    pub potential: SnapPotential,
    pub system: System,
    pub space: Space,
}

impl Problem {
    fn new(args: &BenchArgs) -> Result<Self, Error> {
        let potential = potential::of_args(args)?;
        let element = potential.element_index("W").unwrap_or(0);
        let system = lattice::bcc(args.cells as usize, element);
        if let Some(path) = &args.write_data {
            data_file::write(path, &system, TUNGSTEN_MASS)?;
        }
        potential.params().require_supported()?;
        let space = space::open(args.device.backend.as_deref(), args.threads)?;
        Ok(Self {
            potential,
            system,
            space,
        })
    }

    fn engine(&self, args: &BenchArgs) -> Result<Engine, Error> {
        let (potential, mapping) = (&self.potential, &args.device);
        Engine::new(&self.space, potential, &self.system, mapping, SKIN)
    }

    fn neighbors_per_atom(&self) -> f64 {
        lattice::neighbors_per_atom(&self.system, self.potential.rcut_max(), SAMPLES)
    }
}

/// Checks, measures, reports.
///
/// # Errors
/// [`Error::Check`] if the forces are wrong; input, device and output errors.
pub fn run(args: &BenchArgs) -> Result<ExitCode, Error> {
    let progress = Progress::new();
    progress.say("preparing");
    let problem = Problem::new(args)?;
    let mut engine = problem.engine(args)?;
    progress.say("checking forces against the host reference");
    let found = engine.evaluate()?;
    let check = check::run(&problem, &found)?;
    let measured = measure(engine, found.energy, args.steps, &progress)?;
    progress.clear();
    let report = Report::new(&problem, measured);
    if args.json {
        output::print_json(&report)?;
    } else {
        output::print(&report.text(&check))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn measure(
    mut engine: Engine,
    energy: f64,
    steps: Option<u32>,
    progress: &Progress,
) -> Result<Measured, Error> {
    progress.say("measuring forces");
    let forces = measure::repeat(steps, |n| engine.run(n))?;
    let stages = engine.stage_times(forces.steps.min(STAGE_STEPS))?;
    let (formulation, memory_bytes) = (engine.yi().name(), engine.memory_bytes());
    progress.say("measuring MD steps");
    let mut md = Md::new(engine, TUNGSTEN_MASS, SKIN)?;
    let before = md.energy()?;
    let timing = measure::repeat(steps, |n| md.run(n))?;
    Ok(Measured {
        formulation,
        energy,
        memory_bytes,
        forces,
        stages,
        md: timing,
        drift: md.energy()? - before,
    })
}
