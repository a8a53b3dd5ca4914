//! Kinetic energy and temperature.

use portax::{Float, Functor, Prepared, RangePolicy, ReduceKernel, Space, Sum, View, kernel};

use super::{
    atoms::Atoms,
    error::Error,
    units::{BOLTZMANN, MVV_TO_ENERGY},
    velocity::degrees_of_freedom,
};

/// m v² of an atom, g/mol (Å/ps)².
#[derive(Functor)]
struct Kinetic<T: Float> {
    v: View<T, 2>,
    element: View<i32, 1>,
    mass: View<T, 1>,
}

#[kernel]
impl<T: Float> ReduceKernel for Kinetic<T> {
    type Value = T;
    fn kinetic(&self, i: Index) -> T {
        let vx = self.v[(i, 0)];
        let vy = self.v[(i, 1)];
        let vz = self.v[(i, 2)];
        (vx * vx + vy * vy + vz * vz) * self.mass[self.element[i]]
    }
}

/// The kinetic energy of atoms, prepared: integrators read it at every step.
pub(super) struct KineticEnergy<T: Float>(Prepared<T>);

impl<T: Float> KineticEnergy<T> {
    pub fn new(space: &Space, atoms: &Atoms<T>) -> Result<Self, Error> {
        let kinetic = Kinetic {
            v: atoms.v.clone(),
            element: atoms.element.clone(),
            mass: atoms.mass.clone(),
        };
        let all = RangePolicy::new(0..atoms.natoms());
        let mvv = space.prepare_reduce("kinetic energy", all, &kinetic, Sum)?;
        Ok(KineticEnergy(mvv))
    }

    /// That of the present velocities, eV.
    pub fn read(&self) -> Result<f64, Error> {
        Ok(0.5 * MVV_TO_ENERGY * self.0.launch()?.to_f64())
    }
}

impl<T: Float> Atoms<T> {
    /// Kinetic energy, eV.
    ///
    /// # Errors
    /// [`Error::Portax`].
    pub fn kinetic_energy(&self, space: &Space) -> Result<f64, Error> {
        KineticEnergy::new(space, self)?.read()
    }

    /// Temperature of 3 natoms - 3 degrees of freedom, K; 0 for fewer than two atoms.
    ///
    /// # Errors
    /// [`Error::Portax`].
    pub fn temperature(&self, space: &Space) -> Result<f64, Error> {
        match degrees_of_freedom(self.natoms()) {
            0.0 => Ok(0.0),
            degrees => Ok(2.0 * self.kinetic_energy(space)? / (degrees * BOLTZMANN)),
        }
    }
}
