//! `snapx bench`: the speed of forces and of whole MD steps, after a check that the forces are right.

pub mod check;
mod errors;
pub mod measure;
mod peaks;
mod report;
mod sweep;

use std::process::ExitCode;

use snap_core::{Precision, SnapOptions};

use crate::args::BenchArgs;
use crate::engine::{Engine, Evaluation, Md};
use crate::error::Error;
use crate::problem::{Problem, SKIN};
use crate::progress::Progress;
use crate::{data_file, output, potential, space};
use errors::Errors;
use report::{Measured, Report};

/// g/mol.
const TUNGSTEN_MASS: f64 = 183.84;
/// Evaluations over which stages are timed, at most.
const STAGE_STEPS: usize = 20;

/// Checks, measures, reports.
///
/// # Errors
/// [`Error::Check`] if the forces are wrong; input, device and output errors.
pub fn run(args: &BenchArgs) -> Result<ExitCode, Error> {
    if args.sweep {
        return sweep::run(args);
    }
    let progress = Progress::new();
    progress.say("preparing");
    let problem = problem(args)?;
    let options = args.mapping.options(SKIN);
    let precision = options.precision;
    let mut engine = problem.engine(options.clone())?;
    progress.say("checking forces against the host reference");
    let found = engine.evaluate()?;
    let check = check::run(&problem, precision, &found)?;
    let errors = errors(&problem, options, &found)?;
    let measured = measure(engine, found.energy, args.steps, &|what| progress.say(what))?;
    progress.clear();
    let report = Report::new(&problem, measured).with_precision(precision, errors);
    if args.json {
        output::print_json(&report)?;
    } else {
        output::print(&report.text(&check))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What another precision than double costs, compared with double on the same device.
fn errors(
    problem: &Problem,
    options: SnapOptions,
    found: &Evaluation,
) -> Result<Option<Errors>, Error> {
    if options.precision == Precision::Double {
        return Ok(None);
    }
    let double = SnapOptions {
        precision: Precision::Double,
        ..options
    };
    let expected = problem.engine(double)?.evaluate()?;
    Ok(Some(Errors::new(found, &expected)))
}

/// What the options name; its atoms are written where that is asked for.
fn problem(args: &BenchArgs) -> Result<Problem, Error> {
    let potential = potential::of(args.potential.as_deref(), args.twojmax)?;
    let space = space::open(&args.device)?;
    let problem = Problem::new(&space, &potential, args.cells)?;
    if let Some(path) = &args.write_data {
        data_file::write(path, &problem.system, TUNGSTEN_MASS)?;
    }
    Ok(problem)
}

fn measure(
    mut engine: Engine,
    energy: f64,
    steps: Option<u32>,
    say: &dyn Fn(&str),
) -> Result<Measured, Error> {
    say("measuring forces");
    let forces = measure::repeat(steps, |n| engine.run(n))?;
    let stages = engine.stage_times(forces.steps.min(STAGE_STEPS))?;
    let (mapping, memory_bytes) = (engine.mapping().clone(), engine.memory_bytes());
    say("measuring MD steps");
    let mut md = Md::new(engine, TUNGSTEN_MASS, SKIN)?;
    let before = md.energy()?;
    let timing = measure::repeat(steps, |n| md.run(n))?;
    Ok(Measured {
        mapping,
        energy,
        memory_bytes,
        forces,
        stages,
        md: timing,
        drift: md.energy()? - before,
    })
}
