//! What settings have to be.

use std::path::Path;

use super::ensemble;
use super::replicas;
use super::restart::Restart;
use super::settings::Settings;
use crate::error::Error;

/// Refuses numbers out of their range, and settings that do not go together.
///
/// # Errors
/// [`Error::Usage`].
pub fn settings(settings: &Settings) -> Result<(), Error> {
    let s = settings;
    number("timestep", s.timestep, Range::Positive, "ps")?;
    number("skin", s.skin, Range::NotNegative, "angstrom")?;
    let temperature = s.velocity_temperature;
    number("velocity_temperature", temperature, Range::NotNegative, "K")?;
    ensemble::check(s)?;
    replicas::check(s)?;
    for (name, value) in [
        ("thermo_every", s.thermo_every),
        ("dump_every", s.dump_every),
        ("restart_every", s.restart_every),
    ] {
        if value == Some(0) {
            return Err(Error::Usage(format!(
                "{name} is 0; give a number of steps from 1 on"
            )));
        }
    }
    if s.threads == Some(0) {
        return Err(Error::Usage("threads is 0; give 1 or more".to_string()));
    }
    let potentials = [&s.potential, &s.lammps_pair];
    match potentials.into_iter().flatten().count() {
        1 => Ok(()),
        0 => Err(Error::Usage(
            "no potential is given; name one by lammps_pair (LAMMPS' lines) or potential (a .snapcoeff file)".to_string(),
        )),
        _ => Err(Error::Usage(
            "both lammps_pair and potential are given; name one of them".to_string(),
        )),
    }?;
    if s.lammps_pair.is_some() && s.elements.is_some() {
        return Err(Error::Usage(
            "lammps_pair says itself which elements the types are; leave elements out".to_string(),
        ));
    }
    Ok(())
}

/// What a number may be. Not a number is none of them.
#[derive(Clone, Copy)]
pub enum Range {
    Positive,
    NotNegative,
    Any,
}

/// Refuses a number out of its range.
///
/// # Errors
/// [`Error::Usage`].
pub fn number(name: &str, value: Option<f64>, range: Range, unit: &str) -> Result<(), Error> {
    let Some(value) = value else {
        return Ok(());
    };
    let (is_in, words) = match range {
        Range::Positive => (value > 0.0, " and positive"),
        Range::NotNegative => (value >= 0.0, " and not negative"),
        Range::Any => (true, ""),
    };
    if is_in && value.is_finite() {
        return Ok(());
    }
    Err(Error::Usage(format!(
        "{name} is {value} {unit}; it must be finite{words}"
    )))
}

/// The structure to start from.
///
/// # Errors
/// [`Error::Usage`] where there is none.
pub fn structure(settings: &Settings) -> Result<&Path, Error> {
    settings.structure.as_deref().ok_or_else(|| {
        Error::Usage(
            "nothing to start from; name a structure, or a restart file to go on from".to_string(),
        )
    })
}

/// The last step: that at which a run starts where it only minimises.
///
/// # Errors
/// [`Error::Usage`] where there is none, or a restart is beyond it.
pub fn steps(settings: &Settings, restart: Option<&Restart>) -> Result<u64, Error> {
    match (settings.steps, restart) {
        (None, None) if settings.minimize.is_some() => Ok(0),
        (None, _) => Err(Error::Usage(
            "no number of steps is given; say it by steps, or --steps".to_string(),
        )),
        (Some(steps), Some(restart)) if restart.state.step >= steps => Err(Error::Usage(format!(
            "the restart file is of step {}, and steps is {steps}, the number of the last one; give --steps a larger number",
            restart.state.step
        ))),
        (Some(steps), _) => Ok(steps),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_range_are_named() {
        let good = Settings {
            potential: Some("W".into()),
            timestep: Some(0.001),
            ..Settings::default()
        };
        assert!(settings(&good).is_ok());
        let error = |change: fn(&mut Settings)| {
            let mut changed = good.clone();
            change(&mut changed);
            settings(&changed).unwrap_err().to_string()
        };
        for (change, words) in [
            (
                (|s| s.timestep = Some(f64::NAN)) as fn(&mut Settings),
                "timestep is NaN ps",
            ),
            (|s| s.timestep = Some(-0.1), "timestep is -0.1 ps"),
            (|s| s.skin = Some(f64::INFINITY), "skin is inf"),
            (
                |s| s.velocity_temperature = Some(-1.0),
                "velocity_temperature is -1",
            ),
            (|s| s.thermo_every = Some(0), "thermo_every is 0"),
            (|s| s.lammps_pair = Some("x".into()), "both"),
            (|s| s.potential = None, "no potential"),
        ] {
            assert!(error(change).contains(words), "{}", error(change));
        }
    }
}
