//! Pressure: of the motion of the atoms, and of the forces between them.

use portax::{Float, Functor, Prepared, RangePolicy, ReduceKernel, Space, Sum, View, kernel};

use super::{
    atoms::Atoms,
    error::Error,
    forces::Forces,
    units::{ENERGY_DENSITY_TO_PRESSURE, MVV_TO_ENERGY},
};
use crate::tensor::{Tensor, TensorIn};

/// m v ⊗ v of an atom, g/mol (Å/ps)².
#[derive(Functor)]
struct TensorOfAtom<T: Float> {
    v: View<T, 2>,
    element: View<i32, 1>,
    mass: View<T, 1>,
}

#[kernel]
impl<T: Float> ReduceKernel for TensorOfAtom<T> {
    type Value = Tensor<T>;
    fn kinetic_tensor(&self, i: Index) -> Tensor<T> {
        let mass = self.mass[self.element[i]];
        let vx = self.v[(i, 0)];
        let vy = self.v[(i, 1)];
        let vz = self.v[(i, 2)];
        Tensor {
            xx: mass * vx * vx,
            yy: mass * vy * vy,
            zz: mass * vz * vz,
            xy: mass * vx * vy,
            xz: mass * vx * vz,
            yz: mass * vy * vz,
        }
    }
}

/// The kinetic tensor of atoms, prepared: barostats read it at every step.
pub(super) struct KineticTensor<T: Float>(Prepared<Tensor<T>>);

impl<T: Float> KineticTensor<T> {
    pub fn new(space: &Space, atoms: &Atoms<T>) -> Result<Self, Error> {
        let kinetic = TensorOfAtom {
            v: atoms.v.clone(),
            element: atoms.element.clone(),
            mass: atoms.mass.clone(),
        };
        let all = RangePolicy::new(0..atoms.natoms());
        let mvv = space.prepare_reduce("kinetic tensor", all, &kinetic, Sum)?;
        Ok(KineticTensor(mvv))
    }

    /// That of the present velocities, xx yy zz xy xz yz, eV.
    pub fn read(&self) -> Result<[f64; 6], Error> {
        let mvv = self.0.launch()?;
        Ok(mvv.values().map(|mvv| mvv * MVV_TO_ENERGY))
    }
}

impl<T: Float> Atoms<T> {
    /// The sum of m v ⊗ v, xx yy zz xy xz yz, eV: its trace is twice the kinetic energy.
    ///
    /// # Errors
    /// [`Error::Portax`].
    pub fn kinetic_tensor(&self, space: &Space) -> Result<[f64; 6], Error> {
        KineticTensor::new(space, self)?.read()
    }

    /// Pressure of these atoms under forces of the present positions, xx yy zz xy xz yz, bar: positive where it would
    /// expand the cell. Take the [`scalar_pressure`] of it for the pressure of a fluid.
    ///
    /// # Errors
    /// [`Error::Portax`], [`Error::Forces`].
    pub fn pressure(&self, space: &Space, forces: &mut dyn Forces) -> Result<[f64; 6], Error> {
        let kinetic = self.kinetic_tensor(space)?;
        Ok(pressure_tensor(
            kinetic,
            forces.virial()?,
            forces.cell().volume(),
        ))
    }
}

/// Pressure, bar, of a kinetic tensor and a virial (eV, in the same order) in a volume of Å³: their sum over the volume, as
/// LAMMPS' compute pressure has it.
#[must_use]
pub fn pressure_tensor(kinetic: [f64; 6], virial: [f64; 6], volume: f64) -> [f64; 6] {
    std::array::from_fn(|k| (kinetic[k] + virial[k]) / volume * ENERGY_DENSITY_TO_PRESSURE)
}

/// A third of the trace of a tensor xx yy zz xy xz yz.
#[must_use]
pub fn scalar_pressure(tensor: [f64; 6]) -> f64 {
    (tensor[0] + tensor[1] + tensor[2]) / 3.0
}
