//! Sums over the atoms.

use portax::{AoSoA, Functor, RangePolicy, ReduceKernel, Result, Space, Sum, View, kernel};

/// The sum of a view.
#[derive(Functor)]
struct Total {
    x: View<f64, 1>,
}

#[kernel]
impl ReduceKernel for Total {
    type Value = f64;
    fn total(&self, i: Index) -> f64 {
        self.x[i]
    }
}

/// One column of the sums, for their total over slots.
#[derive(Functor)]
struct Column {
    sums: View<f64, 2, AoSoA>,
    column: i32,
}

#[kernel]
impl ReduceKernel for Column {
    type Value = f64;
    fn sum_of_column(&self, slot: Index) -> f64 {
        self.sums[(slot, self.column)]
    }
}

/// The sum of a view.
pub fn total(space: &Space, x: &View<f64, 1>) -> Result<f64> {
    let range = RangePolicy::new(0..x.len());
    space.parallel_reduce("energy", range, &Total { x: x.clone() }, Sum)
}

/// The virial, from the sums of all slots, of which the first three are forces.
pub fn virial(space: &Space, sums: &View<f64, 2, AoSoA>) -> Result<[f64; 6]> {
    let mut virial = [0.0; 6];
    for (column, total) in virial.iter_mut().enumerate() {
        let sum = Column {
            sums: sums.clone(),
            column: 3 + column as i32,
        };
        let slots = RangePolicy::new(0..sums.extent(0));
        *total = space.parallel_reduce("virial", slots, &sum, Sum)?;
    }
    Ok(virial)
}
