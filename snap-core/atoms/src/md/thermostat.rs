//! What holds the temperature.

use super::{
    chain::Chain,
    error::{Error, check_positive},
    ramp::Ramp,
    units::BOLTZMANN,
};

/// A chain of Nosé-Hoover thermostats, as LAMMPS' `fix nvt temp` and `tchain` give it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thermostat {
    /// Temperature, K.
    pub temperature: Ramp,
    /// Time in which it answers, ps: about 100 time steps.
    pub damping: f64,
    /// Thermostats of the chain.
    pub chain: usize,
}

impl Thermostat {
    /// A chain of three, with the temperature in K and the damping time in ps.
    #[must_use]
    pub fn new(temperature: impl Into<Ramp>, damping: f64) -> Self {
        Thermostat {
            temperature: temperature.into(),
            damping,
            chain: 3,
        }
    }

    /// The chain for so many degrees of freedom.
    pub(super) fn chain(&self, degrees: f64) -> Result<Chain, Error> {
        self.temperature
            .check("the temperature of a thermostat in K", check_positive)?;
        let damping = ("the damping time of a thermostat in ps", self.damping);
        Chain::new(degrees, degrees, damping, self.chain)
    }

    /// kT at the end of a step, eV.
    pub(super) fn kt(&self, step: u64) -> f64 {
        BOLTZMANN * self.temperature.at(step)
    }
}
