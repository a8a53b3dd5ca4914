//! Velocity Verlet at constant energy (Swope, Andersen, Berens and Wilson, J. Chem. Phys. 76, 637, 1982).

use portax::{Float, Space};

use super::{
    atoms::Atoms,
    error::{Error, check_state},
    forces::Forces,
    integrator::Integrator,
    verlet::Verlet,
};

/// Steps at constant energy: an [`Integrator`] without thermostat and barostat.
pub struct Nve {
    verlet: Verlet,
}

impl Nve {
    /// Steps of `dt` ps of these atoms.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a time step that is not positive, [`Error::Portax`].
    pub fn new<T: Float>(space: &Space, atoms: &Atoms<T>, dt: f64) -> Result<Self, Error> {
        Ok(Nve {
            verlet: Verlet::new(space, atoms, dt)?,
        })
    }
}

impl Integrator for Nve {
    fn initial_integrate(&mut self, _: &mut dyn Forces) -> Result<(), Error> {
        self.verlet.kick_and_drift()
    }

    fn final_integrate(&mut self, _: &mut dyn Forces) -> Result<(), Error> {
        self.verlet.kick()
    }

    fn conserved(&self) -> f64 {
        0.0
    }

    fn state(&self) -> Vec<f64> {
        vec![]
    }

    fn restore(&mut self, state: &[f64]) -> Result<(), Error> {
        check_state("Nve", state, 0)
    }
}
