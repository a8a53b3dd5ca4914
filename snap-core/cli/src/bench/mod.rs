//! `snapx bench`: the speed of forces and of whole MD steps, after a check that the forces are right.

pub mod check;
mod errors;
pub mod measure;
pub mod peaks;
mod report;
mod sweep;

use std::path::Path;
use std::process::ExitCode;

use portax::Space;
use snap_core::{Precision, SnapOptions};

use crate::args::BenchArgs;
use crate::engine::{Engine, Evaluation, Md};
use crate::error::Error;
use crate::model::Model;
use crate::problem::{Problem, SKIN};
use crate::progress::Progress;
use crate::structures::first_structure;
use crate::{data_file, output, space};
use errors::Errors;
use report::{Measured, Report};

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
    let say = |what: &str| progress.say(what);
    let measured = measure(&problem, engine, found.energy, args.steps, &say)?;
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
    let model = Model::of(&args.model)?;
    let space = space::open(&args.device)?;
    let problem = match &args.structure {
        Some(file) => of_structure(args, file, &space, &model)?,
        None if args.model.elements.is_empty() => Problem::cube(&space, &model, args.cells)?,
        None => {
            return Err(Error::Usage(
                "--elements says what the types of a file are: name one by --structure".into(),
            ));
        }
    };
    if let Some(path) = &args.write_data {
        data_file::write(path, &problem.system, &problem.species)?;
    }
    Ok(problem)
}

/// The first frame of a file, as often as the options say.
fn of_structure(
    args: &BenchArgs,
    file: &Path,
    space: &Space,
    model: &Model,
) -> Result<Problem, Error> {
    let structure = first_structure(file, None)?;
    let mut copies = [1; 3];
    for (copies, &n) in copies.iter_mut().zip(&args.replicate) {
        *copies = n as usize;
    }
    let problem = Problem::of_structure(space, model, &structure.frame, copies);
    problem.map_err(|error| structure.error(error))
}

fn measure(
    problem: &Problem,
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
    let mut md = Md::new(engine, &problem.species, SKIN)?;
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
