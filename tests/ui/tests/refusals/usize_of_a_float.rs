//! `let n: usize` is an integer.

use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Halves {
    x: View<f64, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Halves {
    fn halves(&self, i: Index) {
        let n: usize = self.x[i] * 0.5;
        self.y[i] = n as f64;
    }
}

fn main() {}
