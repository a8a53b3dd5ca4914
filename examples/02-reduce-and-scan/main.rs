//! Reductions and prefix sums: the same bits for any number of threads.

use portax::{Functor, RangePolicy, ReduceKernel, Result, ScanKernel, Sum, View, kernel};

/// Contributes `x[i]^2`.
#[derive(Functor)]
struct SquaredNorm {
    x: View<f64, 1>,
}

#[kernel]
impl ReduceKernel for SquaredNorm {
    type Value = f64;
    fn squared_norm(&self, i: Index) -> f64 {
        self.x[i] * self.x[i]
    }
}

/// From how many entries each row has to where each row starts: what every sparse matrix needs.
#[derive(Functor)]
struct RowStarts {
    entries: View<i32, 1>,
    start: View<i32, 1>,
}

#[kernel]
impl ScanKernel for RowStarts {
    type Value = i32;
    fn input(&self, row: Index) -> i32 {
        self.entries[row]
    }
    fn output(&self, row: Index, before: i32) {
        self.start[row] = before;
    }
}

fn main() -> Result<()> {
    let space = portax_examples::space_from_arguments()?;

    let x = View::from_slice(&space, "x", [4], &[1.0, 2.0, 3.0, 4.0])?;
    let norm = space.parallel_reduce("norm", RangePolicy::new(0..4), &SquaredNorm { x }, Sum)?;
    assert_eq!(norm, 30.0);

    let entries = View::from_slice(&space, "entries", [5], &[2, 0, 3, 1, 4])?;
    let start = View::new(&space, "start", [5])?;
    let total = space.parallel_scan(
        "starts",
        RangePolicy::new(0..5),
        &RowStarts {
            entries,
            start: start.clone(),
        },
        Sum,
    )?;
    assert_eq!((total, start.to_vec()?), (10, vec![0, 2, 2, 5, 6]));

    println!("{}: norm^2 = {norm}, {total} entries", space.name());
    Ok(())
}
