//! Constant temperature by Nosé-Hoover chains (Martyna, Klein and Tuckerman, J. Chem. Phys. 97, 2635, 1992).
//!
//! Steps are those of LAMMPS' `fix nvt`: the splitting of Tuckerman, Alejandre, López-Rendón, Jochim and Martyna (J. Phys. A
//! 39, 5629, 2006) without inner steps, with half a step of the chain before and after one of velocity Verlet.

use portax::{Float, Space};

use super::{
    affine::scale,
    atoms::Atoms,
    chain::Chain,
    error::{Error, check_state},
    forces::Forces,
    integrator::Integrator,
    thermo::KineticEnergy,
    thermostat::Thermostat,
    velocity::degrees_of_freedom,
    verlet::Verlet,
};

/// Steps at constant volume and temperature: an [`Integrator`] with the chain of a [`Thermostat`].
///
/// [`Integrator::conserved`] is what LAMMPS' `econserve` adds to the energy.
pub struct Nvt<T: Float> {
    space: Space,
    atoms: Atoms<T>,
    dt: f64,
    verlet: Verlet,
    kinetic: KineticEnergy<T>,
    thermostat: Thermostat,
    chain: Chain,
    step: u64,
}

impl<T: Float> Nvt<T> {
    /// Steps of `dt` ps of these atoms, whose 3 natoms - 3 degrees of freedom the thermostat holds.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a time step, temperature or damping time that is not positive and for a chain of none;
    /// [`Error::Portax`].
    pub fn new(
        space: &Space,
        atoms: &Atoms<T>,
        dt: f64,
        thermostat: Thermostat,
    ) -> Result<Self, Error> {
        Ok(Nvt {
            verlet: Verlet::new(space, atoms, dt)?,
            kinetic: KineticEnergy::new(space, atoms)?,
            chain: thermostat.chain(degrees_of_freedom(atoms.natoms()))?,
            space: space.clone(),
            atoms: atoms.clone(),
            dt,
            thermostat,
            step: 0,
        })
    }

    /// Half a step of the chain, which scales the velocities.
    fn thermostat(&mut self) -> Result<(), Error> {
        let twice_kinetic = 2.0 * self.kinetic.read()?;
        let kt = self.thermostat.kt(self.step);
        let factor = self.chain.half_step(twice_kinetic, kt, self.dt);
        scale(&self.space, "thermostat", &self.atoms.v, factor)
    }
}

impl<T: Float> Integrator for Nvt<T> {
    fn initial_integrate(&mut self, _: &mut dyn Forces) -> Result<(), Error> {
        self.step += 1;
        self.thermostat()?;
        self.verlet.kick_and_drift()
    }

    fn final_integrate(&mut self, _: &mut dyn Forces) -> Result<(), Error> {
        self.verlet.kick()?;
        self.thermostat()
    }

    fn conserved(&self) -> f64 {
        self.chain.energy(self.thermostat.kt(self.step))
    }

    fn state(&self) -> Vec<f64> {
        std::iter::once(self.step as f64)
            .chain(self.chain.state())
            .collect()
    }

    fn restore(&mut self, state: &[f64]) -> Result<(), Error> {
        check_state("Nvt", state, 1 + self.chain.len())?;
        self.step = state[0] as u64;
        self.chain.restore(&state[1..]);
        Ok(())
    }
}
