#![forbid(unsafe_code)]
use portax::{Functor, RangeKernel, View, kernel};

#[derive(Functor)]
struct Count {
    y: View<i32, 1>,
}

#[kernel]
unsafe impl RangeKernel for Count {
    fn count(&self, i: Index) {
        self.y[0 * i] += 1;
    }
}

fn main() {}
