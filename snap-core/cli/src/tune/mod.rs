//! `snapx tune`: the fastest mapping of the stages to a device, by measurement.

mod report;

use std::process::ExitCode;

use portax::tune::{Parameter, Search, Setting, Tuned};
use snap_core::mapping::parameters;
use snap_core::{Changes, Precision, SnapOptions, TuningTable};
use snap_reference::deviation;

use crate::args::TuneArgs;
use crate::bench::{check, measure};
use crate::engine::Evaluation;
use crate::error::Error;
use crate::model::Model;
use crate::problem::{Problem, SKIN};
use crate::progress::Progress;
use crate::{file, output, space};

/// Length of a repetition where the number of steps is free: a search has some hundred.
const REPETITION_SECONDS: f64 = 0.1;

/// Tunes for each problem, prints what was found, writes the table.
///
/// # Errors
/// [`Error::Check`] and [`Error::Mapping`] if forces are wrong; device and output errors.
pub fn run(args: &TuneArgs) -> Result<ExitCode, Error> {
    let space = space::open(&args.device)?;
    let parameters = parameters(space.is_gpu());
    // A path that cannot be written is found before minutes of measuring.
    args.output
        .as_deref()
        .map_or(Ok(()), file::require_writable)?;
    let mut lines = vec![];
    for &twojmax in &args.twojmax {
        let model = Model::built_in(twojmax)?;
        for &cells in &args.cells {
            let problem = Problem::cube(&space, &model, cells)?;
            let tuned = tune(&problem, &parameters, args.steps)?;
            output::print(&report::text(&problem, &tuned))?;
            lines.extend(report::line(&problem, &parameters, &tuned));
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
    let default = engine.mapping().mapping.setting();
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

fn options(mapping: Changes) -> SnapOptions {
    SnapOptions {
        mapping,
        skin: SKIN,
        ..SnapOptions::default()
    }
}

/// What a setting says of the parameters that have a meaning beside its others.
fn changes(parameters: &[Parameter], setting: &Setting) -> Result<Changes, snap_core::Error> {
    let meant = parameters.iter().filter(|p| p.matters(setting));
    let values = meant.filter_map(|p| Some((p.name(), setting.get(p.name())?)));
    values.collect::<Setting>().to_string().parse()
}

/// Seconds of an evaluation with a setting, whose results have to be those of the first.
fn trial(
    problem: &Problem,
    parameters: &[Parameter],
    setting: &Setting,
    first: &Evaluation,
    steps: Option<u32>,
) -> Result<f64, Error> {
    let asked = changes(parameters, setting)?;
    let mut engine = problem.engine(options(asked.clone()))?;
    let found = engine.evaluate()?;
    if !engine.mapping().mapping.has(&asked) {
        return Err(Error::Usage(engine.mapping().to_string()));
    }
    let deviation = largest_deviation(&found, first);
    if deviation > check::TOLERANCE || deviation.is_nan() {
        return Err(Error::Mapping {
            mapping: asked.to_string(),
            found: deviation,
            tolerance: check::TOLERANCE,
        });
    }
    let timing = measure::repeat_for(REPETITION_SECONDS, steps, |n| engine.run(n))?;
    Ok(timing.seconds / timing.steps as f64)
}

/// The largest deviation of energies, forces and virial; not a number if one of them is none.
fn largest_deviation(found: &Evaluation, expected: &Evaluation) -> f64 {
    check::worst([
        deviation([&found.energy], [&expected.energy]),
        deviation(&found.energies, &expected.energies),
        deviation(found.forces.as_flattened(), expected.forces.as_flattened()),
        deviation(&found.virial, &expected.virial),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evaluation() -> Evaluation {
        Evaluation {
            energy: -2.0,
            energies: vec![-0.5, -1.5],
            forces: vec![[0.0; 3]; 2],
            virial: [1.0; 6],
        }
    }

    #[test]
    fn every_quantity_is_compared() {
        let first = evaluation();
        assert_eq!(largest_deviation(&first, &first), 0.0);
        for change in [
            |e: &mut Evaluation| e.energy += 1e-6,
            |e: &mut Evaluation| e.energies[1] += 1e-6,
            |e: &mut Evaluation| e.forces[1][2] += 1e-6,
            |e: &mut Evaluation| e.virial[5] += 1e-6,
        ] {
            let mut found = evaluation();
            change(&mut found);
            assert!(largest_deviation(&found, &first) > 1e-7);
        }
        let mut found = evaluation();
        found.virial[0] = f64::NAN;
        assert!(largest_deviation(&found, &first).is_nan());
    }

    #[test]
    fn a_setting_says_what_has_a_meaning_beside_its_form() {
        let parameters = parameters(false);
        let stale = "orbit_slots=4,pair_rows=4".parse::<Setting>().unwrap();
        let changes = |form: &str| {
            let setting = stale.with("pairs", form);
            super::changes(&parameters, &setting).unwrap().to_string()
        };
        assert_eq!(
            changes("fused,yi=orbit"),
            "pairs=fused,yi=orbit,orbit_slots=4"
        );
        assert_eq!(
            changes("staged,yi=direct"),
            "pairs=staged,yi=direct,pair_rows=4"
        );
    }
}
