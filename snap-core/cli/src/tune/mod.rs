//! `snapx tune`: the fastest mapping of the stages to a device, by measurement.

mod report;

use std::process::ExitCode;

use portax::tune::{Parameter, Search, Setting, Tuned};
use snap_core::{Changes, Precision, SnapOptions, TuningTable};
use snap_reference::deviation;

use crate::args::TuneArgs;
use crate::bench::{check, measure};
use crate::engine::Evaluation;
use crate::error::Error;
use crate::problem::{Problem, SKIN};
use crate::progress::Progress;
use crate::{file, output, potential, space};

/// Length of a repetition where the number of steps is free: a search has some hundred.
const REPETITION_SECONDS: f64 = 0.1;

/// Tunes for each problem, prints what was found, writes the table.
///
/// # Errors
/// [`Error::Check`] and [`Error::Mapping`] if forces are wrong; device and output errors.
pub fn run(args: &TuneArgs) -> Result<ExitCode, Error> {
    let space = space::open(&args.device)?;
    let parameters = snap_core::Tuning::parameters(space.is_gpu());
    // A path that cannot be written is found before minutes of measuring.
    args.output
        .as_deref()
        .map_or(Ok(()), file::require_writable)?;
    let mut lines = vec![];
    for &twojmax in &args.twojmax {
        let potential = potential::built_in(twojmax)?;
        for &cells in &args.cells {
            let problem = Problem::new(&space, &potential, cells)?;
            let tuned = tune(&problem, &parameters, args.steps)?;
            output::print(&report::text(&problem, &tuned))?;
            lines.extend(report::line(&problem, &tuned));
            if !lines.is_empty() {
                write(args, &TuningTable::new(lines.clone()))?;
            }
        }
    }
    output::print(TuningTable::new(lines).to_string().trim_end())?;
    Ok(ExitCode::SUCCESS)
}

/// Writes what there is so far: tuning takes minutes.
fn write(args: &TuneArgs, table: &TuningTable) -> Result<(), Error> {
    match &args.output {
        Some(path) => file::replace(path, &table.to_string()),
        None => Ok(()),
    }
}

/// Measures mappings from the default on.
fn tune(problem: &Problem, parameters: &[Parameter], steps: Option<u32>) -> Result<Tuned, Error> {
    let (progress, size) = (Progress::new(), report::size(problem));
    progress.say(&format!(
        "{size}: checking forces against the host reference"
    ));
    let mut engine = problem.engine(options(Changes::default()))?;
    let first = engine.evaluate()?;
    check::run(problem, Precision::Double, &first)?;
    let default = engine.tuning().setting();
    drop(engine);
    let (mut count, mut wrong) = (0, None);
    let tuned = Search::new(parameters.to_vec(), default)?.run(|setting| {
        count += 1;
        progress.say(&format!("{size}: mapping {count}"));
        if wrong.is_some() {
            return Err("not measured".to_string());
        }
        trial(problem, parameters, setting, &first, steps).map_err(|error| {
            let reason = error.to_string();
            if matches!(error, Error::Mapping { .. }) {
                wrong = Some(error);
            }
            reason
        })
    });
    wrong.map_or(Ok(tuned), Err)
}

fn options(tuning: Changes) -> SnapOptions {
    SnapOptions {
        tuning,
        skin: SKIN,
        ..SnapOptions::default()
    }
}

/// Seconds of an evaluation with a setting, whose forces have to be those of the first.
fn trial(
    problem: &Problem,
    parameters: &[Parameter],
    setting: &Setting,
    first: &Evaluation,
    steps: Option<u32>,
) -> Result<f64, Error> {
    let mut engine = problem.engine(options(setting.clone().try_into()?))?;
    let found = engine.evaluate()?;
    require_same(parameters, setting, &engine.tuning().setting())?;
    let deviation = deviation(found.forces.as_flattened(), first.forces.as_flattened());
    if deviation > check::TOLERANCE || deviation.is_nan() {
        return Err(Error::Mapping {
            mapping: setting.to_string(),
            found: deviation,
            tolerance: check::TOLERANCE,
        });
    }
    let timing = measure::repeat_for(REPETITION_SECONDS, steps, |n| engine.run(n))?;
    Ok(timing.seconds / timing.steps as f64)
}

/// Refuses a setting that was not run: another one, which fits the device, took its place.
fn require_same(parameters: &[Parameter], asked: &Setting, ran: &Setting) -> Result<(), Error> {
    let differs = |p: &&Parameter| p.matters(asked) && asked.get(p.name()) != ran.get(p.name());
    match parameters.iter().find(differs) {
        None => Ok(()),
        Some(parameter) => {
            let name = parameter.name();
            let (asked, ran) = (asked.get(name), ran.get(name));
            Err(Error::Usage(format!(
                "{name}={} does not fit, {} does",
                asked.unwrap_or_default(),
                ran.unwrap_or_default()
            )))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_that_another_took_the_place_of_is_refused() {
        let parameters = [
            Parameter::new("yi", ["orbit", "direct"]),
            Parameter::new("slots", [1, 2]).only_with("yi", &["orbit"]),
        ];
        let same = |asked: &str, ran: &str| {
            require_same(&parameters, &asked.parse().unwrap(), &ran.parse().unwrap())
        };
        assert!(same("yi=orbit,slots=1", "yi=orbit,slots=1").is_ok());
        assert!(same("yi=direct,slots=1", "yi=direct,slots=2").is_ok());
        let error = same("yi=orbit,slots=1", "yi=direct,slots=1").unwrap_err();
        assert!(
            error.to_string().contains("yi=orbit does not fit"),
            "{error}"
        );
    }
}
