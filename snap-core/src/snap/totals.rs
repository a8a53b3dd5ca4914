//! Sums over the atoms.

use portax::layout::Layout;
use portax::{Functor, RangePolicy, ReduceKernel, Result, Space, Sum, View, kernel};

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

/// One column of a view, for its total over the rows.
#[derive(Functor)]
struct Column<L: Layout> {
    sums: View<f64, 2, L>,
    column: i32,
}

#[kernel]
impl<L: Layout> ReduceKernel for Column<L> {
    type Value = f64;
    fn sum_of_column(&self, row: Index) -> f64 {
        self.sums[(row, self.column)]
    }
}

/// The sum of a view.
pub fn total(space: &Space, x: &View<f64, 1>) -> Result<f64> {
    let range = RangePolicy::new(0..x.len());
    space.parallel_reduce("energy", range, &Total { x: x.clone() }, Sum)
}

/// The virial, six columns of a view from number `first` on.
pub fn virial<L: Layout>(space: &Space, sums: &View<f64, 2, L>, first: usize) -> Result<[f64; 6]> {
    let mut virial = [0.0; 6];
    for (column, total) in virial.iter_mut().enumerate() {
        let sum = Column {
            sums: sums.clone(),
            column: (first + column) as i32,
        };
        let rows = RangePolicy::new(0..sums.extent(0));
        *total = space.parallel_reduce("virial", rows, &sum, Sum)?;
    }
    Ok(virial)
}
