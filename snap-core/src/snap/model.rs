//! The stages in the types of one precision.

use portax::{AoSoA, Float, Functor, RangePolicy, ReduceKernel, Space, Sum, View, kernel};

use super::constants::Constants;
use super::descriptors::Descriptors;
use super::launches::{Atoms, Launches, StageTime};
use super::precision::Precision;
use super::tuning::Tuning;
use crate::neighbor::NeighborList;
use crate::stages::pair_geometry::ATOM_SUMS;
use crate::{Error, SnapParams, SnapPotential};

/// What the stages work on.
pub struct Given<'a> {
    pub space: &'a Space,
    pub atoms: &'a Atoms,
    pub list: &'a NeighborList<f64>,
    pub tuning: &'a Tuning,
    /// Most bytes of the values between the stages.
    pub batch_bytes: usize,
}

/// A [`Model`] of any types.
pub trait AnyModel: Send + Sync {
    /// Prepares the stages for the lists as they are.
    fn prepare(&mut self, given: &Given<'_>) -> Result<(), Error>;
    /// Are they prepared?
    fn is_prepared(&self, list: &NeighborList<f64>) -> bool;
    /// Runs them, prepared before where they are not.
    fn run(&mut self, given: &Given<'_>, timing: bool) -> Result<(), Error>;
    /// The descriptors of each atom.
    fn descriptors(&mut self, given: &Given<'_>) -> Result<Vec<Vec<f64>>, Error>;
    /// The virial of the last run.
    fn virial(&self, space: &Space) -> Result<[f64; 6], Error>;
    /// The mapping that fits the space, once prepared.
    fn tuning(&self) -> Option<Tuning>;
    /// Seconds of each stage in the last run.
    fn times(&self) -> Vec<StageTime>;
    /// Bytes that grow with the number of atoms.
    fn bytes(&self) -> usize;
}

/// Tables and stages in which values are `T` and sums over neighbours `A`.
struct Model<T: Float, A: Float> {
    params: SnapParams,
    constants: Constants<T, A>,
    /// Force sum and virial of each slot, `[slots, ATOM_SUMS]`.
    sums: View<A, 2, AoSoA>,
    launches: Option<Launches<T>>,
    descriptors: Option<Descriptors<T, A>>,
}

/// The model of a potential that is supported, for so many slots.
pub fn model(
    space: &Space,
    potential: &SnapPotential,
    tuning: &Tuning,
    slots: usize,
    precision: Precision,
) -> Result<Box<dyn AnyModel>, Error> {
    match precision {
        Precision::Double => boxed::<f64, f64>(space, potential, tuning, slots),
        // Unit tests are compiled beside the library, and none needs these: 250 s of CPU time.
        #[cfg(all(feature = "f32", not(test)))]
        Precision::Mixed => boxed::<f32, f64>(space, potential, tuning, slots),
        #[cfg(all(feature = "f32", not(test)))]
        Precision::Single => boxed::<f32, f32>(space, potential, tuning, slots),
        #[cfg(any(not(feature = "f32"), test))]
        Precision::Mixed | Precision::Single => Err(Error::NoF32),
    }
}

fn boxed<T: Float, A: Float>(
    space: &Space,
    potential: &SnapPotential,
    tuning: &Tuning,
    slots: usize,
) -> Result<Box<dyn AnyModel>, Error> {
    Ok(Box::new(Model::<T, A> {
        params: potential.params().clone(),
        constants: Constants::new(space, potential, tuning)?,
        sums: View::new(space, "sums", [slots, ATOM_SUMS])?,
        launches: None,
        descriptors: None,
    }))
}

/// One column of the sums, for their total over slots.
#[derive(Functor)]
struct Column<A: Float> {
    sums: View<A, 2, AoSoA>,
    column: i32,
}

#[kernel]
impl<A: Float> ReduceKernel for Column<A> {
    type Value = f64;
    fn sum_of_column(&self, slot: Index) -> f64 {
        self.sums[(slot, self.column)] as f64
    }
}

impl<T: Float, A: Float> Model<T, A> {
    /// The stages for the lists as they are.
    fn prepared(&mut self, given: &Given<'_>) -> Result<&mut Launches<T>, Error> {
        let launches = match self.launches.take() {
            Some(launches) if launches.fit(given.list) => launches,
            _ => Launches::new(given, &self.constants, &self.sums)?,
        };
        Ok(self.launches.insert(launches))
    }
}

impl<T: Float, A: Float> AnyModel for Model<T, A> {
    fn prepare(&mut self, given: &Given<'_>) -> Result<(), Error> {
        self.prepared(given).map(drop)
    }

    fn is_prepared(&self, list: &NeighborList<f64>) -> bool {
        self.launches.as_ref().is_some_and(|l| l.fit(list))
    }

    fn run(&mut self, given: &Given<'_>, timing: bool) -> Result<(), Error> {
        Ok(self.prepared(given)?.run(timing)?)
    }

    fn descriptors(&mut self, given: &Given<'_>) -> Result<Vec<Vec<f64>>, Error> {
        let (space, natoms) = (given.space, given.atoms.energies.extent(0));
        let descriptors = match self.descriptors.take() {
            Some(descriptors) => descriptors,
            None => Descriptors::new(space, &self.params, natoms)?,
        };
        self.prepared(given)?.run_to_v(|batch, tiles| {
            descriptors.compute(space, given.atoms, given.list, batch, tiles)
        })?;
        Ok(self.descriptors.insert(descriptors).rows()?)
    }

    fn virial(&self, space: &Space) -> Result<[f64; 6], Error> {
        let mut virial = [0.0; 6];
        for (column, total) in virial.iter_mut().enumerate() {
            let sum = Column {
                sums: self.sums.clone(),
                column: 3 + column as i32,
            };
            let slots = RangePolicy::new(0..self.sums.extent(0));
            *total = space.parallel_reduce("virial", slots, &sum, Sum)?;
        }
        Ok(virial)
    }

    fn tuning(&self) -> Option<Tuning> {
        self.launches.as_ref().map(Launches::tuning)
    }

    fn times(&self) -> Vec<StageTime> {
        self.launches
            .as_ref()
            .map_or_else(Vec::new, Launches::times)
    }

    fn bytes(&self) -> usize {
        self.sums.bytes() + self.launches.as_ref().map_or(0, Launches::bytes)
    }
}
