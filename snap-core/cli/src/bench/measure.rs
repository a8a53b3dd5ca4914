//! Medians of repeated runs.

use std::time::Instant;

use crate::error::Error;

/// Repetitions of a measurement.
pub const REPETITIONS: usize = 5;
/// Length of a repetition where the number of steps is free, seconds.
const REPETITION_SECONDS: f64 = 0.5;
/// What one of many short repetitions takes at least: clocks and waits are little of it.
const SHORT_SECONDS: f64 = 2e-3;

/// The time of a number of steps.
#[derive(Debug, PartialEq)]
pub struct Timing {
    pub steps: usize,
    /// Median of the repetitions.
    pub seconds: f64,
    /// The shortest repetition.
    pub least_seconds: f64,
}

impl Timing {
    /// Thousands of atoms times steps in a second.
    pub fn katom_steps_per_second(&self, natoms: usize) -> f64 {
        natoms as f64 * self.steps as f64 / self.seconds / 1e3
    }

    /// Microseconds an atom and step.
    pub fn grind_us(&self, natoms: usize) -> f64 {
        1e6 * self.seconds / (natoms as f64 * self.steps as f64)
    }
}

/// Median of several repetitions of `run(steps)`, after one step that is not counted.
///
/// # Errors
/// Those of `run`.
pub fn repeat(
    steps: Option<u32>,
    run: impl FnMut(usize) -> Result<(), Error>,
) -> Result<Timing, Error> {
    repeat_for(REPETITION_SECONDS, steps, run)
}

/// The same, of repetitions of so many seconds where the number of steps is free.
///
/// # Errors
/// Those of `run`.
pub fn repeat_for(
    repetition_seconds: f64,
    steps: Option<u32>,
    mut run: impl FnMut(usize) -> Result<(), Error>,
) -> Result<Timing, Error> {
    let steps = match steps {
        Some(steps) => {
            run(1)?;
            steps as usize
        }
        None => calibrate(repetition_seconds, &mut run)?,
    };
    let mut seconds = [0.0; REPETITIONS];
    for seconds in &mut seconds {
        *seconds = time(&mut run, steps)?;
    }
    seconds.sort_by(f64::total_cmp);
    Ok(Timing {
        steps,
        seconds: seconds[REPETITIONS / 2],
        least_seconds: seconds[0],
    })
}

/// Median and shortest of many short repetitions, for so many seconds in all: on a machine that others use, too, some of them
/// are left alone.
///
/// # Errors
/// Those of `run`.
pub fn many_for(
    seconds: f64,
    mut run: impl FnMut(usize) -> Result<(), Error>,
) -> Result<Timing, Error> {
    run(1)?;
    let mut steps = 1;
    let mut first = time(&mut run, steps)?;
    while first < SHORT_SECONDS {
        steps *= 2;
        first = time(&mut run, steps)?;
    }
    let mut all = vec![first];
    while all.iter().sum::<f64>() < seconds {
        all.push(time(&mut run, steps)?);
    }
    all.sort_by(f64::total_cmp);
    Ok(Timing {
        steps,
        seconds: all[all.len() / 2],
        least_seconds: all[0],
    })
}

/// How many steps make a repetition, from runs that double until they are long enough to tell.
fn calibrate(
    repetition_seconds: f64,
    run: &mut impl FnMut(usize) -> Result<(), Error>,
) -> Result<usize, Error> {
    run(1)?;
    let mut steps = 1;
    loop {
        let seconds = time(run, steps)?;
        if seconds >= repetition_seconds / 10.0 {
            return Ok((steps as f64 * repetition_seconds / seconds).ceil() as usize);
        }
        steps *= 2;
    }
}

fn time(run: &mut impl FnMut(usize) -> Result<(), Error>, steps: usize) -> Result<f64, Error> {
    let start = Instant::now();
    run(steps)?;
    Ok(start.elapsed().as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn given_steps_are_run_in_each_repetition_after_a_warm_up() {
        let mut runs = vec![];
        let timing = repeat(Some(7), |n| {
            runs.push(n);
            Ok(())
        });
        assert_eq!(timing.unwrap().steps, 7);
        assert_eq!(runs, [1, 7, 7, 7, 7, 7]);
    }

    #[test]
    fn short_repetitions_go_on_until_their_time_is_over() {
        let mut runs = vec![];
        let timing = many_for(0.02, |n| {
            runs.push(n);
            std::thread::sleep(std::time::Duration::from_millis(3 * n as u64));
            Ok(())
        });
        let timing = timing.unwrap();
        assert!(timing.steps == 1 && timing.least_seconds >= 3e-3);
        assert!((3..=9).contains(&runs.len()), "{runs:?}");
        assert!(timing.seconds >= timing.least_seconds);
    }

    #[test]
    fn rates_and_grind_times_are_reciprocal() {
        let timing = Timing {
            steps: 10,
            seconds: 0.1,
            least_seconds: 0.1,
        };
        assert_eq!(timing.katom_steps_per_second(2000), 200.0);
        assert_eq!(timing.grind_us(2000), 5.0);
    }
}
