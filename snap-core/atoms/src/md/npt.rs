//! Constant pressure, and constant temperature or enthalpy, by the equations of Martyna, Tobias and Klein (J. Chem. Phys.
//! 101, 4177, 1994).
//!
//! With rates R of the cell's strain, twofold kinetic energy K and virial Ξ (tensors, eV), volume V, N atoms, and the mass
//! W = (N + 1) kT damping² of each rate, kT being that of the first step,
//!
//! ```text
//! dr/dt = v + r R        dv/dt = f / m - v (R + tr R / 3N) - thermostat        dh/dt = h R
//! W dR/dt = K + Ξ - p V + tr K / 3N - chain of the barostat
//! ```
//!
//! where p and the traces stand on the diagonal. R has no part above it, so that the cell does not turn. For an isotropic cell
//! the three rates are equal and driven by the mean of their forces.
//!
//! Steps are those of LAMMPS' `fix npt` and `fix nph`: the splitting of Tuckerman, Alejandre, López-Rendón, Jochim and
//! Martyna (J. Phys. A 39, 5629, 2006), with the thermostats outside, then the rates, and the cell by two halves around the
//! motion of the atoms. Three things are not LAMMPS':
//!
//! * Tilts. It moves them by edges that the half step has not reached yet, an error of first order in the time step, and the
//!   shear of velocities to first order; here both are of second order, and steps can be taken back.
//! * A tilted cell with [`Coupling::Anisotropic`](super::Coupling::Anisotropic). It stretches a vector along its own direction;
//!   here the cell is stretched like everything in it.
//! * The energy of an isotropic barostat's chain. It counts three degrees of freedom there and one in the motion; here one in
//!   both, so that the quantity is conserved.

use portax::{Float, Space};

use super::{
    affine::{carry, map, scale, strain_cell},
    atoms::Atoms,
    barostat::{Barostat, Load, Piston},
    chain::Chain,
    error::{Error, check_periodic, check_positive, check_state},
    forces::Forces,
    integrator::Integrator,
    pressure::KineticTensor,
    thermostat::Thermostat,
    units::BOLTZMANN,
    velocity::degrees_of_freedom,
    verlet::Verlet,
};
use crate::matrix::{product, scaled};
use crate::neighbor::Cell;

/// Steps at constant pressure: an [`Integrator`] that changes the cell of the forces and takes the atoms with it. The centre of
/// the cell stays where it is.
///
/// [`Integrator::conserved`] is what LAMMPS' `econserve` adds to the energy, but for an isotropic barostat's chain, whose
/// energy has one degree of freedom.
pub struct Npt<T: Float> {
    space: Space,
    atoms: Atoms<T>,
    dt: f64,
    verlet: Verlet,
    kinetic: KineticTensor<T>,
    heat: Heat,
    barostat: Barostat,
    piston: Piston,
    /// Å³
    volume: f64,
    step: u64,
}

/// What the masses of thermostats and barostat follow.
enum Heat {
    /// A thermostat's temperature
    Bath(Thermostat, Chain),
    /// kT of a temperature, eV
    None(f64),
}

impl Heat {
    /// kT at the end of a step, eV.
    fn kt(&self, step: u64) -> f64 {
        match self {
            Heat::Bath(thermostat, _) => thermostat.kt(step),
            Heat::None(kt) => *kt,
        }
    }

    /// Half a step of the chain: the factor of the velocities.
    fn half_step(&mut self, twice_kinetic: f64, kt: f64, dt: f64) -> f64 {
        match self {
            Heat::Bath(_, chain) => chain.half_step(twice_kinetic, kt, dt),
            Heat::None(_) => 1.0,
        }
    }

    fn chain(&self) -> Option<&Chain> {
        match self {
            Heat::Bath(_, chain) => Some(chain),
            Heat::None(_) => None,
        }
    }
}

impl<T: Float> Npt<T> {
    /// Steps of `dt` ps of these atoms in this cell, at constant temperature and pressure.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a time step, temperature or damping time that is not positive, a pressure that is not
    /// finite, a thermostat's chain of none; [`Error::NotPeriodic`]; [`Error::Portax`].
    pub fn new(
        space: &Space,
        atoms: &Atoms<T>,
        cell: &Cell,
        dt: f64,
        thermostat: Thermostat,
        barostat: Barostat,
    ) -> Result<Self, Error> {
        let chain = thermostat.chain(degrees_of_freedom(atoms.natoms()))?;
        Self::with_heat(
            space,
            atoms,
            cell,
            dt,
            Heat::Bath(thermostat, chain),
            barostat,
        )
    }

    /// The same at constant enthalpy, as LAMMPS' `fix nph`: without a thermostat of the atoms. The barostat's mass and its chain
    /// are those of a `temperature` (K) near which the run will be.
    ///
    /// # Errors
    /// As for [`Npt::new`].
    pub fn without_thermostat(
        space: &Space,
        atoms: &Atoms<T>,
        cell: &Cell,
        dt: f64,
        temperature: f64,
        barostat: Barostat,
    ) -> Result<Self, Error> {
        check_positive("the temperature of a barostat in K", temperature)?;
        let heat = Heat::None(BOLTZMANN * temperature);
        Self::with_heat(space, atoms, cell, dt, heat, barostat)
    }

    fn with_heat(
        space: &Space,
        atoms: &Atoms<T>,
        cell: &Cell,
        dt: f64,
        heat: Heat,
        barostat: Barostat,
    ) -> Result<Self, Error> {
        check_periodic(cell)?;
        Ok(Npt {
            verlet: Verlet::new(space, atoms, dt)?,
            kinetic: KineticTensor::new(space, atoms)?,
            piston: Piston::new(barostat, atoms.natoms(), cell.volume(), heat.kt(0))?,
            space: space.clone(),
            atoms: atoms.clone(),
            dt,
            heat,
            barostat,
            volume: cell.volume(),
            step: 0,
        })
    }

    /// Half a step of the rates, for velocities that `factor` will scale.
    fn kick_cell(&mut self, kinetic: [f64; 6], forces: &mut dyn Forces) -> Result<(), Error> {
        let load = Load {
            kinetic,
            virial: forces.virial()?,
            volume: forces.cell().volume(),
            target: self.barostat.pressure.at(self.step),
        };
        self.piston.kick(&load, self.dt);
        Ok(())
    }

    /// A step of the positions and of the cell: half of the strain, the motion, the other half.
    fn drift(&self, forces: &mut dyn Forces) -> Result<(), Error> {
        let half = self.piston.position_map(self.dt);
        let whole = product(half, half);
        let shift = strain_cell(forces, whole)?;
        let Atoms { x, v, .. } = &self.atoms;
        carry(&self.space, x, whole, v, scaled(half, self.dt), shift)
    }
}

fn trace(tensor: &[f64; 6]) -> f64 {
    tensor[0] + tensor[1] + tensor[2]
}

impl<T: Float> Integrator for Npt<T> {
    fn initial_integrate(&mut self, forces: &mut dyn Forces) -> Result<(), Error> {
        self.step += 1;
        let (dt, kt) = (self.dt, self.heat.kt(self.step));
        self.piston.thermostat(kt, dt);
        let mut kinetic = self.kinetic.read()?;
        let factor = self.heat.half_step(trace(&kinetic), kt, dt);
        kinetic.iter_mut().for_each(|k| *k *= factor * factor);
        self.kick_cell(kinetic, forces)?;
        let velocities = scaled(self.piston.velocity_map(dt), factor);
        map(&self.space, "barostat", &self.atoms.v, velocities)?;
        self.verlet.kick()?;
        self.drift(forces)?;
        self.volume = forces.cell().volume();
        Ok(())
    }

    fn final_integrate(&mut self, forces: &mut dyn Forces) -> Result<(), Error> {
        let (dt, kt) = (self.dt, self.heat.kt(self.step));
        self.verlet.kick()?;
        let velocities = self.piston.velocity_map(dt);
        map(&self.space, "barostat", &self.atoms.v, velocities)?;
        let kinetic = self.kinetic.read()?;
        self.kick_cell(kinetic, forces)?;
        let factor = self.heat.half_step(trace(&kinetic), kt, dt);
        if factor != 1.0 {
            scale(&self.space, "thermostat", &self.atoms.v, factor)?;
        }
        self.piston.thermostat(kt, dt);
        Ok(())
    }

    fn conserved(&self) -> f64 {
        let kt = self.heat.kt(self.step);
        let target = self.barostat.pressure.at(self.step);
        let chain = self.heat.chain().map_or(0.0, |chain| chain.energy(kt));
        chain + self.piston.energy(kt, self.volume, target)
    }

    fn state(&self) -> Vec<f64> {
        let chain = self.heat.chain().into_iter().flat_map(Chain::state);
        [self.step as f64, self.volume]
            .into_iter()
            .chain(self.piston.state())
            .chain(chain)
            .collect()
    }

    fn restore(&mut self, state: &[f64]) -> Result<(), Error> {
        let piston = self.piston.len();
        let chain = self.heat.chain().map_or(0, Chain::len);
        check_state("Npt", state, 2 + piston + chain)?;
        (self.step, self.volume) = (state[0] as u64, state[1]);
        self.piston.restore(&state[2..2 + piston]);
        if let Heat::Bath(_, chain) = &mut self.heat {
            chain.restore(&state[2 + piston..]);
        }
        Ok(())
    }
}
