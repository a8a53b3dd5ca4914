//! Sums over the atoms.

use portax::layout::Layout;
use portax::{Functor, RangePolicy, ReduceKernel, Result, Space, Sum, View, kernel};
use portax_atoms::tensor::{Tensor, TensorIn};

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

/// Six columns of a view from one on, for their totals over the rows.
#[derive(Functor)]
struct Columns<L: Layout> {
    sums: View<f64, 2, L>,
    first: i32,
}

#[kernel]
impl<L: Layout> ReduceKernel for Columns<L> {
    type Value = Tensor<f64>;
    fn virial(&self, row: Index) -> Tensor<f64> {
        Tensor {
            xx: self.sums[(row, self.first)],
            yy: self.sums[(row, self.first + 1)],
            zz: self.sums[(row, self.first + 2)],
            xy: self.sums[(row, self.first + 3)],
            xz: self.sums[(row, self.first + 4)],
            yz: self.sums[(row, self.first + 5)],
        }
    }
}

/// The sum of a view.
pub fn total(space: &Space, x: &View<f64, 1>) -> Result<f64> {
    let range = RangePolicy::new(0..x.len());
    space.parallel_reduce("energy", range, &Total { x: x.clone() }, Sum)
}

/// The virial, six columns of a view from number `first` on.
pub fn virial<L: Layout>(space: &Space, sums: &View<f64, 2, L>, first: usize) -> Result<[f64; 6]> {
    let columns = Columns {
        sums: sums.clone(),
        first: first as i32,
    };
    let rows = RangePolicy::new(0..sums.extent(0));
    let virial = space.parallel_reduce("virial", rows, &columns, Sum)?;
    Ok(virial.values())
}
