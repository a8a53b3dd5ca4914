//! A rung's forces against those of `fast`, then its times.

use std::time::Instant;

use snap_core::SnapOptions;
use snap_core::standard::{Rung, Standard};

use super::record::Measured;
use crate::bench::{check, measure};
use crate::engine::{Engine, placed};
use crate::error::Error;
use crate::problem::{Problem, SKIN};
use crate::space;
use crate::study::Outcome;

/// Name of the pipeline that users have.
pub const FAST: &str = "fast";
/// Of the memory that there is, what a rung may take.
const MEMORY_SHARE: f64 = 0.9;
/// Evaluations over which stages are timed, at most.
const STAGE_STEPS: usize = 10;
/// Repetitions where an evaluation takes long.
const LONG_REPETITIONS: usize = 3;
/// An evaluation of so many seconds is not repeated.
const VERY_LONG_SECONDS: f64 = 30.0;

/// A problem with its forces.
pub struct Reference {
    pub problem: Problem,
    forces: Vec<[f64; 3]>,
    /// From the host reference.
    deviation: f64,
}

impl Reference {
    /// The forces of `fast`, checked against the host reference.
    ///
    /// # Errors
    /// [`Error::Check`]; those of the device.
    pub fn new(problem: Problem) -> Result<Self, Error> {
        let mut engine = problem.engine(options())?;
        let found = engine.evaluate()?;
        let checked = check::run(&problem, snap_core::Precision::Double, &found)?;
        Ok(Self {
            problem,
            forces: found.forces,
            deviation: checked.forces,
        })
    }

    /// Largest deviation from these forces, over the largest of them.
    fn deviation_of(&self, forces: &[[f64; 3]]) -> f64 {
        let expected = self.forces.as_flattened();
        let largest = expected.iter().fold(0.0_f64, |max, f| max.max(f.abs()));
        let pairs = forces.as_flattened().iter().zip(expected);
        check::worst(pairs.map(|(f, e)| (f - e).abs() / largest))
    }
}

fn options() -> SnapOptions {
    SnapOptions {
        skin: SKIN,
        ..SnapOptions::default()
    }
}

/// Times of the pipeline that users have, in repetitions of so many seconds in all.
///
/// # Errors
/// Those of the device.
pub fn fast(reference: &Reference, seconds: f64) -> Result<Outcome<Measured>, Error> {
    let mut engine: Engine = reference.problem.engine(options())?;
    let first = timed(|| engine.run(1))?;
    let (median, least) = repeated(seconds, first, |n| engine.run(n))?;
    let stages = engine.stage_times(STAGE_STEPS)?;
    let stages = stages.iter().map(|s| (s.name.to_string(), s.seconds));
    Ok(Outcome::Measured(Measured {
        seconds: median,
        least_seconds: least,
        stages: stages.collect(),
        memory_bytes: engine.memory_bytes(),
        deviation: reference.deviation,
    }))
}

/// Checks a rung and measures it, in repetitions of so many seconds in all.
///
/// # Errors
/// Those of the device.
pub fn rung(reference: &Reference, rung: &Rung, seconds: f64) -> Result<Outcome<Measured>, Error> {
    let problem = &reference.problem;
    let memory = space::memory(&problem.space) as f64 * MEMORY_SHARE;
    let system = placed(&problem.system)?;
    let standard = Standard::new(
        &problem.space,
        &problem.potential,
        &system,
        rung,
        memory as usize,
    )?;
    let first = timed(|| Ok(standard.run(1)?))?;
    let deviation = reference.deviation_of(&standard.forces()?);
    if deviation.is_nan() || deviation > check::TOLERANCE {
        let tolerance = check::TOLERANCE;
        return Ok(Outcome::Failed(format!(
            "forces deviate by {deviation:.1e} from those of {FAST}, more than {tolerance:.0e}: not timed"
        )));
    }
    let (median, least) = repeated(seconds, first, |n| Ok(standard.run(n)?))?;
    let steps = ((seconds / first) as usize).clamp(1, STAGE_STEPS);
    Ok(Outcome::Measured(Measured {
        seconds: median,
        least_seconds: least,
        stages: stages(&standard, steps)?,
        memory_bytes: standard.memory_bytes(),
        deviation,
    }))
}

/// Mean seconds of each stage.
fn stages(standard: &Standard, steps: usize) -> Result<Vec<(String, f64)>, Error> {
    let mut sums: Vec<(String, f64)> = vec![];
    for _ in 0..steps {
        for (name, seconds) in standard.run_by_stage()? {
            let share = seconds / steps as f64;
            match sums.iter_mut().find(|(known, _)| known == name) {
                Some((_, sum)) => *sum += share,
                None => sums.push((name.to_string(), share)),
            }
        }
    }
    Ok(sums)
}

fn timed(run: impl FnOnce() -> Result<(), Error>) -> Result<f64, Error> {
    let start = Instant::now();
    run()?;
    Ok(start.elapsed().as_secs_f64())
}

/// Median and least seconds of an evaluation, of which the `first` has run.
fn repeated(
    seconds: f64,
    first: f64,
    mut run: impl FnMut(usize) -> Result<(), Error>,
) -> Result<(f64, f64), Error> {
    if first > VERY_LONG_SECONDS.max(seconds) {
        return Ok((first, first));
    }
    if first * LONG_REPETITIONS as f64 > seconds {
        let mut times = [0.0; LONG_REPETITIONS];
        for time in &mut times {
            *time = timed(|| run(1))?;
        }
        times.sort_by(f64::total_cmp);
        return Ok((times[LONG_REPETITIONS / 2], times[0]));
    }
    let timing = measure::repeat_for(seconds / measure::REPETITIONS as f64, None, run)?;
    let steps = timing.steps as f64;
    Ok((timing.seconds / steps, timing.least_seconds / steps))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_evaluations_are_repeated_less() {
        let mut runs = 0;
        let mut count = |n: usize| {
            runs += n;
            Ok(())
        };
        assert_eq!(repeated(1.0, 40.0, &mut count).unwrap(), (40.0, 40.0));
        repeated(1.0, 0.5, &mut count).unwrap();
        assert_eq!(runs, LONG_REPETITIONS);
    }
}
