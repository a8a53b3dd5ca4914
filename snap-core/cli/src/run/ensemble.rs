//! Which integrator a run has.

use clap::ValueEnum;
use portax::Space;
use serde::{Deserialize, Serialize};
use snap_core::md::{
    Atoms, Barostat, Bath, Coupling, Integrator, Langevin, Npt, Nve, Nvt, Ramp, Thermostat,
};
use snap_core::neighbor::Cell;

use super::check::{Range, number};
use super::settings::Settings;
use crate::error::Error;

/// Time steps in which a thermostat answers, and a barostat, where nothing else is said: what LAMMPS' manual advises.
const TDAMP_STEPS: f64 = 100.0;
const PDAMP_STEPS: f64 = 1000.0;
/// Thermostats of a chain: LAMMPS' default.
const CHAIN: usize = 3;

/// What a run holds constant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ensemble {
    /// Energy and volume
    #[default]
    Nve,
    /// Temperature and volume, by Nosé-Hoover chains
    Nvt,
    /// Temperature and volume, by friction and random forces
    Langevin,
    /// Temperature and pressure
    Npt,
    /// Enthalpy and pressure
    Nph,
}

/// How the cell of a run at constant pressure may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Couple {
    /// Its size
    Iso,
    /// Its extent along x, y and z
    Aniso,
    /// Its size and shape
    Tri,
}

impl From<Couple> for Coupling {
    fn from(couple: Couple) -> Self {
        match couple {
            Couple::Iso => Self::Isotropic,
            Couple::Aniso => Self::Anisotropic,
            Couple::Tri => Self::Triclinic,
        }
    }
}

impl Ensemble {
    /// The name in the input.
    pub fn name(self) -> &'static str {
        match self {
            Self::Nve => "nve",
            Self::Nvt => "nvt",
            Self::Langevin => "langevin",
            Self::Npt => "npt",
            Self::Nph => "nph",
        }
    }
}

/// A key, whether it is given, and the ensembles that use it.
type Key = (&'static str, fn(&Settings) -> bool, &'static [Ensemble]);

/// The keys that some ensembles alone use.
const KEYS: [Key; 10] = {
    use Ensemble::{Langevin, Nph, Npt, Nvt};
    [
        (
            "temperature",
            |s| s.temperature.is_some(),
            &[Nvt, Langevin, Npt, Nph],
        ),
        (
            "temperature_end",
            |s| s.temperature_end.is_some(),
            &[Nvt, Langevin, Npt],
        ),
        ("tdamp", |s| s.tdamp.is_some(), &[Nvt, Langevin, Npt]),
        ("tchain", |s| s.tchain.is_some(), &[Nvt, Npt]),
        ("langevin_seed", |s| s.langevin_seed.is_some(), &[Langevin]),
        ("pressure", |s| s.pressure.is_some(), &[Npt, Nph]),
        ("pressure_end", |s| s.pressure_end.is_some(), &[Npt, Nph]),
        ("pdamp", |s| s.pdamp.is_some(), &[Npt, Nph]),
        ("pchain", |s| s.pchain.is_some(), &[Npt, Nph]),
        ("couple", |s| s.couple.is_some(), &[Npt, Nph]),
    ]
};
/// Those of them that an ensemble needs.
const NEEDED: [&str; 2] = ["temperature", "pressure"];

/// The keys that an ensemble does not use.
pub fn unused(ensemble: Ensemble) -> impl Iterator<Item = &'static str> {
    let unused = move |(key, _, users): Key| (!users.contains(&ensemble)).then_some(key);
    KEYS.into_iter().filter_map(unused)
}

/// Refuses numbers that an ensemble cannot have, lacks, or does not use.
///
/// # Errors
/// [`Error::Usage`].
pub fn check(settings: &Settings) -> Result<(), Error> {
    let s = settings;
    let ensemble = s.ensemble.unwrap_or_default();
    let of_bath = match ensemble {
        Ensemble::Langevin => Range::NotNegative,
        _ => Range::Positive,
    };
    number("temperature", s.temperature, of_bath, "K")?;
    number("temperature_end", s.temperature_end, of_bath, "K")?;
    number("tdamp", s.tdamp, Range::Positive, "ps")?;
    number("pdamp", s.pdamp, Range::Positive, "ps")?;
    number("pressure", s.pressure, Range::Any, "bar")?;
    number("pressure_end", s.pressure_end, Range::Any, "bar")?;
    if s.tchain == Some(0) {
        return Err(Error::Usage("tchain is 0; give 1 or more".to_string()));
    }
    for (key, is_given, users) in KEYS {
        let is_given = is_given(s);
        let is_used = users.contains(&ensemble);
        let name = ensemble.name();
        if is_given && !is_used {
            let users: Vec<&str> = users.iter().map(|user| user.name()).collect();
            return Err(Error::Usage(format!(
                "{key} is for ensemble {}, and this is {name}; leave it out, or say the ensemble",
                users.join(" or ")
            )));
        }
        if is_used && !is_given && NEEDED.contains(&key) {
            return Err(Error::Usage(format!(
                "ensemble {name} needs {key}; give it"
            )));
        }
    }
    Ok(())
}

/// The integrator that the settings ask for, which begins after step `since` of the run.
///
/// # Errors
/// [`Error::Md`].
pub fn integrator(
    settings: &Settings,
    timestep: f64,
    since: u64,
    space: &Space,
    atoms: &Atoms<f64>,
    cell: &Cell,
) -> Result<Box<dyn Integrator>, Error> {
    let (dt, s) = (timestep, settings);
    let ramp = |from, to| ramp(from, to, s.steps.unwrap_or_default(), since);
    let thermostat = || Thermostat {
        temperature: ramp(s.temperature, s.temperature_end),
        damping: s.tdamp.unwrap_or(TDAMP_STEPS * dt),
        chain: s.tchain.unwrap_or(CHAIN),
    };
    let barostat = || Barostat {
        pressure: ramp(s.pressure, s.pressure_end),
        damping: s.pdamp.unwrap_or(PDAMP_STEPS * dt),
        coupling: s.couple.unwrap_or(Couple::Iso).into(),
        chain: s.pchain.unwrap_or(CHAIN),
        mtk: true,
    };
    Ok(match s.ensemble.unwrap_or_default() {
        Ensemble::Nve => Box::new(Nve::new(space, atoms, dt)?),
        Ensemble::Nvt => Box::new(Nvt::new(space, atoms, dt, thermostat())?),
        Ensemble::Langevin => {
            let bath = Bath {
                temperature: ramp(s.temperature, s.temperature_end),
                damping: s.tdamp.unwrap_or(TDAMP_STEPS * dt),
                seed: s.langevin_seed.unwrap_or(1),
            };
            Box::new(Langevin::new(space, atoms, dt, bath)?)
        }
        Ensemble::Npt => {
            let npt = Npt::new(space, atoms, cell, dt, thermostat(), barostat())?;
            Box::new(npt)
        }
        Ensemble::Nph => {
            let temperature = s.temperature.unwrap_or_default();
            let npt = Npt::without_thermostat(space, atoms, cell, dt, temperature, barostat())?;
            Box::new(npt)
        }
    })
}

/// What is left, after step `since`, of a way from one value to the other over the steps of the run.
fn ramp(from: Option<f64>, to: Option<f64>, steps: u64, since: u64) -> Ramp {
    let from = from.unwrap_or_default();
    let to = to.unwrap_or(from);
    Ramp {
        from: Ramp { from, to, steps }.at(since),
        to,
        steps: steps.saturating_sub(since),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ramp_takes_all_steps_of_the_run_whichever_integrator_they_are_of() {
        let (from, to, steps) = (Some(100.0), Some(400.0), 60);
        let whole = ramp(from, to, steps, 0);
        assert_eq!(
            whole,
            Ramp {
                from: 100.0,
                to: 400.0,
                steps
            }
        );
        let rest = ramp(from, to, steps, 20);
        for step in 20..=70 {
            let (whole, rest) = (whole.at(step), rest.at(step - 20));
            assert!(
                (whole - rest).abs() < 1e-12 * whole,
                "{step}: {whole} {rest}"
            );
        }
        assert_eq!(ramp(from, None, steps, 20).at(7), 100.0);
    }

    #[test]
    fn keys_belong_to_ensembles() {
        let error = |text: &str| check(&super::super::input::parse(text).unwrap()).unwrap_err();
        for (text, words) in [
            (
                "temperature = 300.0",
                "temperature is for ensemble nvt or langevin or npt or nph, and this is nve",
            ),
            ("ensemble = 'nvt'", "ensemble nvt needs temperature"),
            (
                "ensemble = 'npt'\ntemperature = 300.0",
                "ensemble npt needs pressure",
            ),
            (
                "ensemble = 'nvt'\ntemperature = 300.0\npdamp = 1.0",
                "pdamp is for ensemble npt or nph",
            ),
            (
                "ensemble = 'nvt'\ntemperature = nan",
                "temperature is NaN K",
            ),
            (
                "ensemble = 'nvt'\ntemperature = 3.0\ntchain = 0",
                "tchain is 0",
            ),
            (
                "ensemble = 'nvt'\ntemperature = 3.0\nlangevin_seed = 2",
                "langevin_seed is for ensemble langevin",
            ),
            ("pressure = inf", "pressure is inf bar"),
            (
                "ensemble = 'nph'\ntemperature = 3.0\npressure = 0.0\ntemperature_end = 5.0",
                "temperature_end is for ensemble nvt or langevin or npt, and this is nph",
            ),
            (
                "ensemble = 'nph'\ntemperature = 3.0\npressure = 0.0\ntdamp = 0.1",
                "tdamp is for ensemble nvt or langevin or npt, and this is nph",
            ),
        ] {
            let error = error(text).to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
