//! Kinetic energy and temperature.

use portax::{Float, Functor, RangePolicy, ReduceKernel, Space, Sum, View, kernel};

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

impl<T: Float> Atoms<T> {
    /// Kinetic energy, eV.
    ///
    /// # Errors
    /// [`Error::Portax`].
    pub fn kinetic_energy(&self, space: &Space) -> Result<f64, Error> {
        let kinetic = Kinetic {
            v: self.v.clone(),
            element: self.element.clone(),
            mass: self.mass.clone(),
        };
        let mvv = space.parallel_reduce(
            "kinetic energy",
            RangePolicy::new(0..self.natoms()),
            &kinetic,
            Sum,
        )?;
        Ok(0.5 * MVV_TO_ENERGY * mvv.to_f64())
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
